"""All keys that the Play room takes are on the page of keys, and its panels name them as they were chosen."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import done, race_model
from warcry3d.app.play.draft import HoldItem, HoldPath, MoveItem, TakeAlong, ToggleExtra, begun, extra_numbers
from warcry3d.app.play.intents import ChoosePrompt, GameRefused, LookAtStep, PickOption, PlayCommand
from warcry3d.app.play.keys import BINDINGS, REDO, UNDO, PlayKeys
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.prompt_keys import intent_of_key, key_of_prompt, takes_number
from warcry3d.app.play.state import SeatPerson
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.shell.keys import SHELL_BINDINGS
from warcry3d.app.shell.settings import Settings
from warcry3d.errors import QuestionError
from warcry3d.game.actions import Action
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Bin, Confirm, Divide, Go, ModelPath, Number, Option, Place, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.message import Message
from warcry3d.messages import Words
from warcry3d.motion.path import Leg, LegKind, Path

LISTED = {key for one in BINDINGS for key in one.keys}
NAMED = (
    *("enter", "escape", "tab", "shift-tab", "space", "backspace", "insert", "delete", "home", "end", "page_up"),
    *("page_down", "arrow_left", "arrow_right", "arrow_up", "arrow_down", "comma", "period", "alt", "control-enter"),
    *(f"f{number}" for number in range(1, 13)),
)
KEYS = (*"abcdefghijklmnopqrstuvwxyz0123456789,.-+/", *NAMED, *(f"control-{letter}" for letter in "acfgiorsvxyz"))
ITEMS = tuple(Option(id, Message(id)) for id in ("ann", "bob", "cid"))


def no_action(answer: object) -> Action:
    raise AssertionError("nothing is answered here")


def asking(*prompts: Prompt) -> PlayModel:
    """Return a model that asks for these, the first of them chosen."""
    return replace(race_model(), prompts=prompts).after(ChoosePrompt(prompts[0].id))


def states() -> Iterator[PlayModel]:
    """Yield models of all kinds of prompts, and of all that can be due."""
    pushing = race_model()
    yield pushing
    yield replace(pushing, chosen="", prompts=pushing.prompts)
    thrown = done(pushing.after(PickOption("push", "2")))
    yield thrown
    running = done(thrown.after(PlayCommand.THROW))
    yield running
    yield running.after(ChoosePrompt("run"))
    yield running.after(LookAtStep(1))
    yield done(race_model(seed=None).after(PickOption("push", "2")))
    failed = race_model(seats={"red": "eager", "blue": "person"}).after(GameRefused(QuestionError("no idea")))
    yield failed
    say = {"heading": Message("?"), "action": no_action}
    bins = (Bin("left", Message("left")), Bin("right", Message("right")))
    yield asking(Divide(id="groups", items=ITEMS, bins=bins, **say))
    yield asking(Number(id="number", least=0, most=12, **say), Confirm(id="stop", **say))
    place = Place(id="place", items=ITEMS, suggested=(Placing("ann", (1, 1, 0)),), **say)
    yield asking(place, Confirm(id="seq", **say))


def test_every_key_that_is_taken_is_on_the_page_of_keys_or_on_a_button() -> None:
    letters = PlayKeys().letters
    taken = set()
    for model in states():
        prompts = model.prompts or ()
        on_buttons = {key_of_prompt(one, prompts, letters) for one in prompts}
        for key in KEYS:
            if intent_of_key(model, key, letters) is not None:
                assert key in LISTED | on_buttons | {UNDO, REDO}, (key, model.due, model.chosen)
                taken.add(key)
    assert {"enter", "tab", "space", "5", "q", "e", "s", "y", "f3", "f4", "home", "arrow_up"} <= taken
    assert {UNDO, REDO} <= {key for one in SHELL_BINDINGS for key in one.keys}


def test_no_prompt_has_a_key_that_means_something_else() -> None:
    say = {"heading": Message("?"), "action": no_action}
    why, suggested = Confirm(id="y", key="y", **say), Confirm(id="s", key="s", **say)
    letters = PlayKeys({"play.why": "w"}).letters
    assert {"w", "y"} <= letters
    assert key_of_prompt(why, (why, suggested), letters) not in ("y", "w", "s")
    assert key_of_prompt(suggested, (why, suggested), letters) == "s"
    place = Place(id="place", items=ITEMS, **say)
    assert key_of_prompt(suggested, (place, suggested), letters) not in ("s", "q", "e")


def test_number_of_what_is_taken_along_is_on_no_button() -> None:
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go, rush = running.prompt_of("run"), Confirm(id="rush", heading=Message("Rush"), action=no_action, key="1")
    assert isinstance(go, Go)
    taking = replace(running, prompts=(replace(go, extras=ITEMS[:1]), rush))
    assert intent_of_key(taking, "1") == ChoosePrompt("rush") and not takes_number(taking, "1")
    moving = taking.after(ChoosePrompt("run"))
    assert intent_of_key(moving, "1") == ToggleExtra("ann") and takes_number(moving, "1")
    assert not takes_number(moving, "2") and not takes_number(moving, "r")


def test_treasure_goes_by_its_own_number_also_where_one_before_it_is_gone() -> None:
    """Seen at the table: "[2] treasure 3", and 3 armed an ability."""
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    left = tuple(Option(f"treasure-{n}", Message("treasure {n}", {"n": n})) for n in (1, 3))
    moving = replace(running, prompts=(replace(go, extras=left),)).after(ChoosePrompt("run"))
    assert [intent_of_key(moving, key) for key in "13"] == [ToggleExtra("treasure-1"), ToggleExtra("treasure-3")]
    assert not takes_number(moving, "2")
    alike = (Option("a-1", Message("ann")), Option("b-1", Message("bob")))
    assert (extra_numbers(alike), extra_numbers(left), extra_numbers(ITEMS[:2])) == ((1, 2), (1, 3), (1, 2))


def test_no_more_is_taken_along_than_may_be() -> None:
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    going = replace(go, extras=ITEMS, most_extras=1)
    first = begun(going).after(going, ToggleExtra("ann"))
    second = first.after(going, ToggleExtra("bob"))
    assert (first.extras, second.extras, second.after(going, ToggleExtra("bob")).extras) == (("ann",), ("bob",), ())


def test_what_is_clicked_is_taken_along_by_a_way_that_passes_it() -> None:
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    moving = replace(running, prompts=(replace(go, extras=ITEMS),)).after(ChoosePrompt("run"))
    taking = moving.after(TakeAlong("ann")).after(TakeAlong("ann"))
    assert taking.taken_along == ("ann",), "it is not known yet what the way passes"
    assert taking.after(TakeAlong("bob")).taken_along == ("bob",), "one at most"
    assert taking.after(TakeAlong("nobody")) is taking
    far = replace(taking, preview=(None, Preview(barred=(("ann", RuleReason("R-1", Message("far"))),))))
    assert far.taken_along == ()


def test_number_sends_the_only_item_without_taking_it_first_and_of_several_the_one_in_hand() -> None:
    say, bins = (
        {"heading": Message("?"), "action": no_action},
        (Bin("left", Message("left")), Bin("right", Message("right"))),
    )
    assert intent_of_key(asking(Divide(id="d", items=ITEMS[:1], bins=bins, **say)), "2") == MoveItem("ann", "right")
    several = asking(Divide(id="d", items=ITEMS, bins=bins, **say))
    assert intent_of_key(several, "2") != MoveItem("ann", "right")
    assert intent_of_key(several.after(HoldItem("bob")), "2") == MoveItem("bob", "right")


def test_every_prompt_has_a_key_while_there_are_letters() -> None:
    prompts = tuple(Confirm(id="yyy", heading=Message("?"), action=no_action, key="y") for _ in range(1))
    assert key_of_prompt(prompts[0], prompts, PlayKeys().letters) == "a"


@dataclass(frozen=True)
class Heard(Words):
    """Words that remember what was said."""

    sentences: list[str] = field(default_factory=list)

    def say(self, template: str, /, **values: object) -> str:
        self.sentences.append(super().say(template, **values))
        return self.sentences[-1]

    def count(self, template: str, plural: str, n: int, /, **values: object) -> str:
        self.sentences.append(super().count(template, plural, n, **values))
        return self.sentences[-1]


def test_panels_name_the_keys_that_the_person_chose(bench: PanelBench) -> None:
    said = Heard("en")
    chosen = {"play.drop": "f9", "play.next": "f10", "play.throw": "f11", "shell.undo": "f12", "play.earlier": "f7"}
    view, frame = PlayView(), bench.frame_of(said)
    for model in states():
        bench.draw(lambda model=model: view.draw(frame, model, InHand(), Settings(keys=chosen)), 2)  # type: ignore[misc]
    text = "\n".join(said.sentences)
    assert {key for key in ("F7", "F9", "F10", "F11", "F12") if key in text} == {"F7", "F9", "F10", "F11", "F12"}
    assert [key for key in ("Enter", "Tab", "Space", "Ctrl+Z", "←") if key in text] == []


def test_what_the_way_does_not_pass_is_asked_for_by_a_click_unless_the_rules_forbid_it(bench: PanelBench) -> None:
    """The mover goes there then: see `test_approach_in_battle`."""
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    never = Option("never", Message("never"), faults=(ActionFault("R-2", Message("it carries one")),))
    moving = replace(running, prompts=(replace(go, extras=(*ITEMS, never)),)).after(ChoosePrompt("run"))
    barred = tuple((one.id, RuleReason("R-1", Message("too far"))) for one in ITEMS[1:])
    shown = replace(moving, preview=(None, Preview(barred=barred)))
    view, frame = PlayView(), bench.frame_of(Words())
    wanted = bench.sweep(lambda: view.draw(frame, shown, InHand(), Settings()), (300, 300), (900, 560))
    asked = {intent for intent in wanted if isinstance(intent, ToggleExtra)}
    assert asked == {ToggleExtra(one.id) for one in ITEMS}
    assert shown.after(ToggleExtra(ITEMS[1].id)) is shown


def test_what_is_taken_along_is_ticked_once_the_way_is_known_to_pass_it() -> None:
    """Seen with newcomers: a treasure was ticked, then the way with it was refused."""
    running = done(done(race_model().after(PickOption("push", "2"))).after(PlayCommand.THROW))
    go = running.prompt_of("run")
    assert isinstance(go, Go)
    moving = replace(running, prompts=(replace(go, extras=ITEMS),)).after(ChoosePrompt("run"))
    assert moving.after(ToggleExtra("ann")) is moving
    passing = replace(moving, preview=(None, Preview(barred=((ITEMS[1].id, RuleReason("R-1", Message("far"))),))))
    assert passing.after(ToggleExtra(ITEMS[1].id)) is passing
    ticked = passing.after(ToggleExtra("ann"))
    assert ticked.taken_along == ("ann",) == ticked.draft.extras
    farther = replace(ticked, preview=(None, Preview(barred=(("ann", RuleReason("R-1", Message("far"))),))))
    assert (farther.taken_along, farther.draft.extras) == ((), ("ann",))
    back = replace(farther, preview=ticked.preview)
    assert back.taken_along == ("ann",) and back.after(ToggleExtra("ann")).draft.extras == ()
    path = ModelPath("red", Path((Leg(LegKind.WALK, ((1.0, 1.0, 0.0),)),)), farther.taken_along)
    landed = farther.draft.after(replace(go, extras=ITEMS), HoldPath("red", path))
    assert [one.extras for one in landed.paths] == [()]


def test_player_that_failed_is_asked_again_or_taken_over_by_a_key() -> None:
    failed = race_model(seats={"red": "eager", "blue": "person"}).after(GameRefused(QuestionError("no idea")))
    assert intent_of_key(failed, "enter") is PlayCommand.ASK_AGAIN
    assert intent_of_key(failed, "f4") is PlayCommand.TAKE_OVER
    taken_over = failed.after(PlayCommand.TAKE_OVER)
    assert taken_over.is_person("red") and taken_over.wish == SeatPerson("red")
