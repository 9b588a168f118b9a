"""A reaction that a person is asked for looks and takes clicks otherwise than what is asked in turn."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import no_action, race_model
from tests.app.play.test_prompt_line import panel_on
from warcry3d.app.play.intents import ChoosePrompt, ClickModel, PickOption, PlayCommand, PlayIntent, PromptsFound
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.action_bar import draw_action_bar
from warcry3d.app.play.panels.flow import as_key
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.prompt_line import _due, _sentence
from warcry3d.app.play.state import Due, PlayAction
from warcry3d.app.play.table_pointer import SUDDEN, LabelPointing, TablePointer
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Decline, Done
from warcry3d.game.prompts import Confirm, Option, PickOne
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller

DECLINE = Confirm(id="decline", heading=message("Do not react"), action=no_action, key="n")


def react(*, is_reaction: bool = True) -> PickOne:
    options = (Option("red:counter", message("Red: Counter"), model="red"),)
    return PickOne(
        id="react",
        heading=message("React"),
        action=no_action,
        options=options,
        is_reaction=is_reaction,
        is_weighed=True,
    )


def asked(*, is_reaction: bool = True) -> PlayModel:
    return replace(race_model(), prompts=(react(is_reaction=is_reaction), DECLINE), chosen="react")


def bar_buttons(bench: PanelBench, model: PlayModel) -> list[PlayIntent]:
    """Return what buttons of the action bar mean, from the left."""
    layout = layout_of(*SIZE, 36.0, 1.0)
    found: list[PlayIntent] = []

    def draw() -> list[PlayIntent]:
        words = Words("en")
        panel = PlayFrame(bench.frame_of(words), model, layout, Teller(words), Settings())
        draw_action_bar(panel)
        return [one for one in panel.wanted if isinstance(one, ChoosePrompt | PickOption)]

    left, top, width, _ = layout.bar
    bench.draw(draw, 3)
    for x in range(round(left) + 20, round(left + width), 30):
        found += bench.click(draw, (x, top + 45))
    return list(dict.fromkeys(found))


def test_leaving_it_is_the_first_button_and_reactions_stand_beside_it(bench: PanelBench) -> None:
    """Seen with a newcomer: the prompt was taken for that of the next activation, and its first button pressed."""
    decline, counter = ChoosePrompt("decline"), PickOption("react", "red:counter")
    assert bar_buttons(bench, asked()) == [decline, counter]
    assert next(iter(bar_buttons(bench, replace(asked(), chosen="")))) == decline


def test_one_enter_too_many_takes_no_offer() -> None:
    """Seen by hand: it bought a stratagem that was offered after a throw."""
    no = Confirm(id="no", heading=message("Not now"), action=lambda _: Decline(), key="n")
    model = replace(race_model(), prompts=None)
    offered = model.after(PromptsFound(model.game, (react(), no)))
    once = offered.after(PlayCommand.SUBMIT)
    assert offered.chosen == "react" and once.wish is None and once.pointed == ("react", "red:counter")
    taken = replace(react(), action=lambda _: Done())
    again = replace(once, prompts=(taken, no)).after(PlayCommand.SUBMIT)
    assert isinstance(again.wish, PlayAction) and isinstance(again.wish.action, Done)


MOMENT = SimpleNamespace(side_of=lambda id: id, table=SimpleNamespace(models=[SimpleNamespace(id="red")]))
"""A table on which the model "red" stands, of the player of that name."""


def test_prompt_says_that_it_is_a_reaction_and_to_what() -> None:
    why = RuleReason("WC-REACT-1", message("{target} may react to the attack of {attacker}", target="a", attacker="b"))
    pending = Choice("red", "react", why, ())
    known: dict[str, Any] = {
        "due": Due.ANSWER,
        "prompts": (),
        "player": "red",
        "moment": MOMENT,
        "prompt": react(),
        "game": SimpleNamespace(pending=pending),
    }
    panel: Any = panel_on(Words("en"), is_aimed=False, has_one_pick=True, **known)
    assert _sentence(panel).startswith("a may react to the attack of b: click a figure with a ring")
    aimed: Any = panel_on(Words("en"), is_aimed=True, has_one_pick=True, **known)
    assert f"click again or {as_key('Space')} to do it" in _sentence(aimed)
    for is_reacting in (True, False):
        said: Any = panel_on(
            Words("en"), is_aimed=False, has_one_pick=True, is_reacting=is_reacting, told_player="", **known
        )
        assert ("Reaction" in "".join(one.text for one in _due(said))) == is_reacting


def test_reaction_that_is_asked_for_as_a_question_is_followed_by_no_colon() -> None:
    why = RuleReason("DDM-AOO-1", message("{fighter} leaves a threatened square: strike at it?", fighter="a"))
    panel: Any = panel_on(
        Words("en"),
        is_aimed=False,
        has_one_pick=True,
        due=Due.ANSWER,
        prompts=(),
        player="red",
        moment=MOMENT,
        prompt=react(),
        game=SimpleNamespace(pending=Choice("red", "react", why, ())),
    )
    assert _sentence(panel).startswith("a leaves a threatened square: strike at it? Click a figure with a ring")


def test_click_on_the_table_just_after_a_reaction_came_up_means_nothing() -> None:
    """It meant what was asked before."""
    model, did = asked(), list[PlayIntent]()
    host: Any = SimpleNamespace(fighter_under=lambda at: "red", ray=lambda at: None)
    nothing: Any = SimpleNamespace(unit=None, begin_at=None)
    pointer = TablePointer(LabelPointing(host), nothing, nothing, lambda: model, did.append)
    assert model.is_reacting and pointer.is_sudden(7.0), "nobody has seen it yet"
    pointer.click((1.0, 1.0))
    assert not did
    pointer.show(7.0)
    pointer.show(7.5)
    assert pointer.is_sudden(7.0 + 0.9 * SUDDEN) and not pointer.is_sudden(7.0 + 1.1 * SUDDEN)
    pointer.show(0.0)
    model = asked(is_reaction=False)
    assert not pointer.is_sudden(7.0)
    pointer.click((1.0, 1.0))
    assert did == [ClickModel("red")]


def test_click_on_who_may_react_shows_what_it_brings_first() -> None:
    assert asked().after(ClickModel("red")).wish is None
