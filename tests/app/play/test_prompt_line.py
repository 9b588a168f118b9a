"""The prompt's sentence: who throws dice and what for, and how a way is pointed out."""

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import pytest

from tests.app.play.battles import no_action, race_model
from warcry3d.app.play.intents import ChoosePrompt
from warcry3d.app.play.panels.flow import as_key
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.play.panels.prompt_line import _answering, _hint, _how, _how_to_go, _roll, _sentence, _told
from warcry3d.app.play.state import Due
from warcry3d.app.scene.colours import AMBER
from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import Confirm, Go, Option, PickOne, Place, Prompt, domain_faults
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, message
from warcry3d.messages import Words
from warcry3d.units import LengthUnit


def panel_on(words: Words, **model: object) -> PlayFrame:
    """Return as much of a frame as the sentences need."""
    frame = SimpleNamespace(words=words)
    key = lambda binding: "Space"
    return cast(
        PlayFrame, SimpleNamespace(model=SimpleNamespace(**model), frame=frame, say=words.say, said=words.text, key=key)
    )


@pytest.mark.parametrize("count", [1, 6])
def test_what_dice_are_for_comes_first_so_that_no_player_is_named_twice(count: int) -> None:
    why = Message("{player} rolls for initiative", {"player": "Red"})
    roll = Roll("red", count, RuleReason("WC-INIT-1", why))
    panel = panel_on(Words("en"), game=SimpleNamespace(pending=roll), faces=(), due=Due.THROW)
    said = _roll(panel)
    assert said.startswith(f"Red rolls for initiative · {count} di") and said.count("Red") == 1


def test_what_dice_are_for_begins_as_a_sentence_does() -> None:
    """Seen after a fall: "Blue impact damage of Merryn"."""
    roll = Roll("blue", 1, RuleReason("WC-IMPACT-1", message("impact damage of a fighter")))
    panel = panel_on(Words("en"), game=SimpleNamespace(pending=roll), faces=(), due=Due.THROW)
    assert _roll(panel).startswith("Impact damage of a fighter · 1 die")


@pytest.mark.parametrize("due", [Due.THROW, Due.FACES])
def test_what_dice_must_show_stands_before_how_many_there_are(due: Due) -> None:
    roll = Roll("red", 6, RuleReason("40K-HIT-1", message("hit roll")), needs=message("needs {face}+", face=4))
    panel = panel_on(Words("en"), game=SimpleNamespace(pending=roll), faces=(), due=due)
    assert " · needs 4+ · " in _roll(panel) and "6 dice" in _roll(panel)


@pytest.mark.parametrize(("language", "said"), [("en", "which reserves arrive? Click"), ("zh_CN", "哪些预备队登场？")])
def test_a_question_to_who_reacts_is_followed_by_how_it_is_answered(language: str, said: str) -> None:
    """Seen: "Blue : use a stratagem?: click", with a colon after the name and one after the question."""
    words = Words(language)
    why = RuleReason("40K-STRAT-1", Message("{player}: which reserves arrive?", {"player": "Blue"}))
    pick = PickOne(id="s", heading=message("Stratagem"), action=no_action, why=why, options=(), is_reaction=True)
    moment = SimpleNamespace(side_of=lambda id: "blue", table=SimpleNamespace(models=[]))
    panel: Any = panel_on(
        words,
        game=SimpleNamespace(pending=Choice("blue", "stratagem", why)),
        prompt=pick,
        is_aimed=False,
        has_one_pick=False,
        pointed=None,
        moment=moment,
        player="blue",
    )
    assert said in _answering(panel, pick) and "?:" not in _answering(panel, pick)
    assert "？：" not in _answering(panel, pick)


def test_what_is_still_to_be_put_down_is_a_count_and_no_refusal() -> None:
    """Seen in deployment: it stood in amber, with a rule behind it, before anything was put anywhere."""
    why, items = RuleReason("R-1", message("set it up")), (Option("ann", message("Ann")), Option("bob", message("Bob")))
    place = Place(id="deploy", heading=message("Set up"), action=no_action, items=items, areas=(), why=why)
    panel: Any = panel_on(Words("en"), prompt=place, draft=SimpleNamespace(placed=()))
    panel.reason = lambda fault: panel.said(fault.message)
    (due,) = domain_faults(place, ())
    (counted,), (refused,) = _told(panel, due), _told(panel, ActionFault("R-1", message("not there")))
    assert counted.text == "2 still to be put down" and not counted.rule and counted.colour == DIM
    assert refused.text == "not there" and refused.rule == "R-1" and refused.colour == AMBER


@pytest.mark.parametrize("unit", list(LengthUnit))
def test_prompt_for_a_way_in_inches_says_that_arrow_keys_point_too(unit: LengthUnit) -> None:
    go = Go(
        id="go", heading=message("Move"), action=no_action, models=("red",), budget=6.0, ways=frozenset(), unit=unit
    )
    model = replace(race_model(), prompts=(go,)).after(ChoosePrompt("go"))
    panel = panel_on(Words("en"), prompt=go, due=Due.ANSWER, has_only_prompt=model.has_only_prompt)
    assert ("arrow keys" in _hint(panel)) == (unit is LengthUnit.INCHES)


@pytest.mark.parametrize("model", ["red", ""])
def test_the_table_is_named_only_where_a_click_on_it_means_anything(model: str) -> None:
    """Stratagems that are offered stand for nothing on it."""
    option = Option("one", message("One"), model=model)
    pick = PickOne(id="use", heading=message("Use"), action=no_action, options=(option,))
    why = RuleReason("40K-STRAT-1", message("a stratagem"))
    pending = Choice("red", "stratagem", why, ())
    asked = {"due": Due.ANSWER, "prompt": None, "game": SimpleNamespace(pending=pending)}
    said = _sentence(panel_on(Words("en"), prompts=(pick,), **asked))
    assert said == f"A stratagem: press a key, or click {'on the table or ' if model else ''}below."


def test_question_with_a_colon_is_followed_by_no_other() -> None:
    """It said "Walker: move: press a key"."""
    why = RuleReason("40K-MOVE-1", message("walker: move"))
    game = SimpleNamespace(pending=Choice("red", "move", why, ()))
    said = _sentence(panel_on(Words("en"), prompts=(), due=Due.ANSWER, prompt=None, game=game))
    assert said == "Walker: move. Press a key, or click below."


WAY = MappingProxyType({"failure": None, "laid": (), "is_current": True})


def moved(*faults: str, unit: LengthUnit = LengthUnit.INCHES) -> SimpleNamespace:
    return SimpleNamespace(faults=faults, cost=3.456, allowed=5.0, unit=unit)


@pytest.mark.parametrize(
    ("held", "is_marked", "told"),
    [
        (None, False, "point where it moves, and click there."),
        ({"moved": moved()}, False, "point where it moves, and click there."),
        ({"moved": moved()}, True, "3.46 of 5 in to there. Click again or {key} to go, {key} to think again."),
        (
            {"moved": moved(unit=LengthUnit.SQUARES), "laid": (1,)},
            True,
            "3 of 5 squares to there. Click again or {key} to go, {key} to think again.",
        ),
        (
            {"moved": moved(), "laid": (1,)},
            False,
            "3.46 of 5 in by the corner. {key} goes, {key} begins anew.",
        ),
        (
            {"moved": moved("too far"), "laid": (1,)},
            True,
            "it cannot go there. Click elsewhere, or {key} to think again.",
        ),
        ({"moved": moved(), "is_current": False, "laid": (1,)}, True, "one moment..."),
    ],
)
def test_prompt_for_a_way_says_after_a_click_what_it_costs_and_what_to_do_now(
    held: dict[str, object] | None, is_marked: bool, told: str
) -> None:
    """Seen with newcomers: the first click on a place looked as if nothing had happened."""
    panel: Any = panel_on(Words("en"))
    panel.held, panel.is_marked = None if held is None else SimpleNamespace(**{**WAY, **held}), is_marked
    assert _how_to_go(panel) == told.format(key=as_key("Space"))


@pytest.mark.parametrize(
    ("models", "said"),
    [
        (("blue-b", "blue-c"), "click a ringed enemy, press its number, or {key} and {key}."),
        (("red-a", "blue-c"), "click a figure with a ring, press its number, or {key} and {key}."),
        (("", "blue-c"), "click a button, press its number, or {key} and {key}."),
        (("red-reserve", "red-late"), "click a button, press its number, or {key} and {key}."),
    ],
)
def test_it_says_what_to_click(models: tuple[str, ...], said: str) -> None:
    """A newcomer read "click one" and did not know one of what; in set-up nobody stands on the table."""
    options = tuple(Option(f"{n}", message("one"), model=model) for n, model in enumerate(models))
    pick = PickOne(id="use", heading=message("Haul In"), action=no_action, options=options)
    table = SimpleNamespace(models=[SimpleNamespace(id=id) for id in ("red-a", "blue-b", "blue-c")])
    moment = SimpleNamespace(side_of=lambda id: id.partition("-")[0], table=table)
    panel = panel_on(Words("en"), player="red", moment=moment, pointed=("", ""), has_one_pick=True, is_aimed=False)
    assert _how(panel, pick) == said.format(key=as_key("Space"))


def test_what_leads_on_is_named_where_all_else_would_change_nothing() -> None:
    """The prompt offered abilities, and all of them were grey."""
    rush = Confirm(id="rush", heading=message("Rush"), action=no_action, idle=fault("", "no action is left"))
    done = Confirm(id="done", heading=message("Done"), action=no_action, key="e")
    pending = Choice("red", "act", RuleReason("WC-COMBAT-2", message("only abilities are left")), ())
    asked = {"due": Due.ANSWER, "prompt": None, "game": SimpleNamespace(pending=pending)}

    def said(*prompts: Prompt) -> str:
        panel = panel_on(Words("en"), prompts=prompts, **asked)
        return _sentence(cast(PlayFrame, SimpleNamespace(**vars(panel), keys=SimpleNamespace(letters=frozenset()))))

    assert said(rush, done) == f"All that is left is Done: press {as_key('E')}, or click below."
    assert said(replace(rush, idle=()), done).startswith("Only abilities are left")
