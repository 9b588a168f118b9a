"""The agenda of a battle, with a game of its own: players roll off, then order what happens at once."""

from collections.abc import Sequence
from typing import Any, Self

import msgspec
import pytest

from warcry3d.game.actions import Action, Pick, Rolled
from warcry3d.game.agenda import AgendaStep, Asking, Automatic, Rolling, Transition, advance, asked, run, step_union
from warcry3d.game.ordering import in_order
from warcry3d.game.prompts import PickOne
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import RollOff, roll_off
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message


class Toy(msgspec.Struct, frozen=True, kw_only=True):
    """A state: ``log`` is what was done so far."""

    agenda: tuple[AgendaStep, ...] = ()
    model_ids: tuple[str, ...] = ("a", "b")
    roll_off: RollOff = RollOff()
    log: tuple[str, ...] = ()

    def changed(self, **values: object) -> Self:
        return msgspec.structs.replace(self, **values)


class Note(Automatic[Toy], frozen=True, tag="toy-note", tag_field="step"):
    """Writes a line; ``then`` comes right after it."""

    text: str
    then: tuple[str, ...] = ()

    def resolve(self, do: Transition[Toy]) -> None:
        do.change(log=(*do.state.log, self.text))
        do.push(*(Note(text) for text in self.then))


class Ask(Asking[Toy], frozen=True, tag="toy-ask", tag_field="step"):
    """Asks for a pick, where there is anything to pick."""

    offered: tuple[str, ...]

    def choice(self, state: Toy) -> Choice | None:
        return Choice("red", "ask", RuleReason("TOY-1", Message("which")), self.offered) if self.offered else None

    def faults(self, state: Toy, action: Action) -> tuple[ActionFault, ...]:
        return ()

    def resolve(self, do: Transition[Toy], action: Action) -> None:
        assert isinstance(action, Pick)
        do.change(log=(*do.state.log, action.picked[0]))

    def skip(self, do: Transition[Toy]) -> None:
        do.change(log=(*do.state.log, "skipped"))


class Throw(Rolling[Toy], frozen=True, tag="toy-throw", tag_field="step"):
    """Asks for dice, where there are any."""

    count: int

    def roll(self, state: Toy) -> Roll | None:
        return Roll("red", self.count, RuleReason("TOY-2", Message("dice"))) if self.count else None

    def resolve(self, do: Transition[Toy], faces: tuple[int, ...]) -> None:
        do.change(log=(*do.state.log, str(sum(faces))))

    def skip(self, do: Transition[Toy]) -> None:
        do.change(log=(*do.state.log, "no dice"))


def begun(*steps: AgendaStep) -> Transition[Toy]:
    """Return a game in which these steps come, as far as it goes by itself."""
    do = Transition(Toy())
    do.push(*steps)
    run(do)
    return do


def test_what_happens_at_once_is_a_prompt_with_the_models_it_is_about() -> None:
    do = Transition(Toy())
    in_order(do, "red", [("a", Note("a")), ("b", Note("b1")), ("b", Note("b2")), ("rain", Note("rain"))], "TOY-3")
    step = do.state.agenda[-1]
    assert isinstance(step, Asking)
    (prompt,) = step.prompts(do.state)
    assert isinstance(prompt, PickOne)
    assert [(one.id, one.model) for one in prompt.options] == [("a", "a"), ("b (1)", "b"), ("b (2)", "b"), ("rain", "")]
    assert [str(one.label) for one in prompt.options] == ["a", "b (1)", "b (2)", "rain"]
    assert [step.faults(do.state, prompt.action(one.id)) for one in prompt.options] == [()] * 4


def test_steps_come_in_order_and_what_one_adds_comes_right_after_it() -> None:
    assert begun(Note("one", ("two", "three")), Note("four")).state.log == ("one", "two", "three", "four")


def test_it_stops_where_somebody_is_asked_and_goes_on_with_the_answer() -> None:
    do = begun(Note("one"), Ask(("x", "y")), Throw(2), Note("end"))
    assert isinstance(asked(do.state), Choice)
    advance(do, Pick(("y",)))
    assert isinstance(asked(do.state), Roll)
    advance(do, Rolled((3, 4)))
    assert (do.state.log, asked(do.state)) == (("one", "y", "7", "end"), None)


def test_questions_without_answers_and_rolls_without_dice_are_passed_over() -> None:
    assert begun(Ask(()), Throw(0)).state.log == ("skipped", "no dice")


def test_the_player_orders_what_happens_at_once() -> None:
    do = Transition(Toy())
    in_order(do, "blue", [("burn", Note("burn")), ("fall", Note("fall")), ("burn", Note("burn again"))], "TOY-3")
    run(do)
    due: Any = asked(do.state)
    assert (due.player, due.kind, due.about) == ("blue", "order", ("burn (1)", "fall", "burn (2)"))
    advance(do, Pick(("burn (2)",)))
    assert do.state.log == ("burn again",)
    advance(do, Pick(("fall",)))
    assert do.state.log == ("burn again", "fall", "burn")


def test_one_thing_needs_no_order() -> None:
    do = Transition(Toy())
    in_order(do, "blue", [("burn", Note("burn"))], "TOY-3")
    run(do)
    assert do.state.log == ("burn",)


@pytest.mark.parametrize(
    ("rounds", "winner"),
    [([("red", 3), ("blue", 5), ("green", 1)], "blue"), ([("red", 5), ("blue", 5), ("green", 1)], "")],
)
def test_the_highest_die_of_all_players_wins_a_roll_off(rounds: Sequence[tuple[str, int]], winner: str) -> None:
    do = Transition(Toy())
    roll_off(do, [player for player, _ in rounds], "order", "TOY-4")
    run(do)
    for player, face in rounds:
        due: Any = asked(do.state)
        assert (due.player, due.count) == (player, 1)
        advance(do, Rolled((face,)))
    assert do.state.roll_off.winner == winner


def test_only_those_tied_for_the_highest_roll_again() -> None:
    """rule: WC-DICE-7.  Green rolled lowest: red and blue roll, then red wins."""
    do = Transition(Toy())
    roll_off(do, ("red", "blue", "green"), "order", "TOY-4")
    run(do)
    rolled, said = [], []
    for face in (5, 5, 1, 4, 2):
        due: Any = asked(do.state)
        rolled.append(due.player)
        said.append(str(due.why.message))
        advance(do, Rolled((face,)))
    assert rolled == ["red", "blue", "green", "red", "blue"]
    assert said[2] == "green rolls off: order (red 5, blue 5)", "who rolls sees what is to be beaten"
    assert said[3] == "red rolls off: order"
    assert (do.state.roll_off.winner, asked(do.state)) == ("red", None)
    assert [event.kind for event in do.events] == ["roll-off", "roll-off"]


def test_steps_that_call_each_other_for_ever_are_noticed() -> None:
    class Again(Automatic[Toy], frozen=True, tag="toy-again", tag_field="step"):
        def resolve(self, do: Transition[Toy]) -> None:
            do.push(self)

    with pytest.raises(AssertionError, match="for ever"):
        begun(Again())


def test_an_agenda_is_read_back_with_the_steps_of_its_own_package_and_those_all_share() -> None:
    do = Transition(Toy())
    do.push(Note("one"), Ask(("x",)))
    roll_off(do, ("red", "blue"), "order", "TOY-4")
    kinds = step_union("tests.game.test_agenda")
    text = msgspec.json.encode(do.state.agenda)
    assert msgspec.json.decode(text, type=tuple[kinds, ...]) == do.state.agenda
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=tuple[step_union("warcry3d.rules.warcry"), ...])


def test_events_concern_the_models_they_name() -> None:
    do = Transition(Toy())
    do.emit("hit", "{who} hits {whom} with a {what}", "TOY-5", who="b", whom="a", what="stick")
    assert (do.events[0].models, do.events[0].rules, str(do.events[0])) == (
        ("b", "a"),
        ("TOY-5",),
        "b hits a with a stick",
    )
