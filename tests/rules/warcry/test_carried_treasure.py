"""Moving with a treasure in Warcry, in inches worked out by hand."""

import pytest

from tests import zoo
from tests.motion.moves import R, judged, leg, mover, rules
from warcry3d.rules.warcry.carried_treasure import move_of_carrier


@pytest.mark.parametrize(("move", "left"), [(6, 4), (5, 3), (4.5, 3), (4, 3), (3, 3), (2, 2)])
def test_a_carrier_moves_two_inches_less_but_three_at_least(move: float, left: float) -> None:
    """rule: WC-OBJ-2, WC-CARRY-1.  Who has less than 3 in anyhow gains nothing by a burden."""
    assert move_of_carrier(move) == left
    table = zoo.table(mover(move=move))
    assert judged(table, leg("walk", (5 + left, 5)), carrying=True).is_legal
    assert rules(judged(table, leg("walk", (5 + left + 0.01, 5)), carrying=True)) == ["WC-MOVE-1"]


def test_inches_that_are_said_hold_as_they_are() -> None:
    """rule: WC-OBJ-2.  Told that it has 5 in, it has 5."""
    assert judged(zoo.table(mover(move=6)), leg("walk", (10, 5)), allowed=5, carrying=True).is_legal


def test_a_carrier_does_not_fly_but_walks_like_anybody() -> None:
    """rule: WC-OBJ-2, WC-CARRY-2."""
    table = zoo.table(mover(runemarks=("fly",)))
    (fault,) = judged(table, leg("walk", (6, 5)), leg("fly", (8, 5)), carrying=True).faults
    assert (fault.rule, fault.leg, str(fault)) == ("WC-CARRY-2", 1, "a fighter that carries treasure cannot fly")
    assert judged(table, leg("walk", (8, 5)), carrying=True).is_legal
    assert judged(table, leg("fly", (8, 5))).is_legal


def test_a_carrier_does_not_disengage() -> None:
    """rule: WC-OBJ-2, WC-CARRY-4.

    Its enemy is half an inch away; without the treasure it could walk 2 in and be gone.
    """
    table = zoo.table(mover(), zoo.fighter("b", (5 + 2 * R + 0.5, 5), side="blue"))
    assert judged(table, leg("walk", (3, 5)), action="disengage").is_legal
    assert rules(judged(table, leg("walk", (3, 5)), action="disengage", carrying=True)) == ["WC-CARRY-4"]


@pytest.mark.parametrize("mark", ["gargantuan", "beast"])
def test_monsters_and_beasts_carry_nothing(mark: str) -> None:
    """rule: WC-OBJ-2, WC-TREASURE-3."""
    (fault,) = judged(zoo.table(mover(runemarks=(mark,))), leg("walk", (6, 5)), carrying=True).faults
    assert (fault.rule, fault.message.values["mark"]) == ("WC-TREASURE-3", mark)


def test_being_placed_is_no_action_of_a_carrier() -> None:
    """rule: WC-OBJ-2."""
    assert judged(zoo.table(mover(runemarks=("beast",))), leg("place", (9, 5)), carrying=True).is_legal
