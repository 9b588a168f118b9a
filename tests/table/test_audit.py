"""What is odd about a table is said; the table is judged all the same."""

import pytest

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.table.audit import warnings
from warcry3d.table.table import Table
from warcry3d.units import BASE_HEIGHT, MM

WALL = zoo.box_part("stones", (0, 0, 0), (6, 0.4, 2))


def said(table: Table) -> list[str]:
    """Return the warnings as sentences."""
    return [str(warning) for warning in warnings(table)]


def test_sound_table_has_no_warnings() -> None:
    deck = zoo.box_part("deck", (0, 0, 2.8), (4, 4, 3), "platform")
    table = zoo.table(
        zoo.feature("wall", WALL, at=(10, 10), turn=30),
        zoo.feature("walk", deck, at=(20, 5)),
        zoo.fighter("a", (5, 5)),
        zoo.fighter("b", (22, 7, 3), side="blue"),
    )
    assert said(table) == []


def test_overlapping_bases_are_told_once() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (5.9, 5)), zoo.fighter("c", (15, 5)))
    assert said(table) == ["the bases of 'a' and 'b' overlap"]


def test_bases_in_contact_do_not_overlap() -> None:
    assert said(zoo.table(zoo.fighter("a", (5, 5)), zoo.fighter("b", (5 + 32 * MM, 5)))) == []


@pytest.mark.parametrize(("gap", "expected"), [(0.01, 0), (-0.05, 1)])
def test_square_bases_at_an_angle_are_measured_exactly(gap: float, expected: int) -> None:
    reach = 0.5 + 0.5 * 2**0.5
    table = zoo.table(
        zoo.fighter("a", (5, 5), base=zoo.square_base(1)),
        zoo.fighter("b", (5 + reach + gap, 5), base=zoo.square_base(1), facing=45),
    )
    assert len(said(table)) == expected


def test_fighters_on_different_levels_do_not_overlap() -> None:
    deck = zoo.feature("walk", zoo.box_part("deck", (0, 0, 2.8), (4, 4, 3), "platform"), at=(3, 3))
    assert said(zoo.table(deck, zoo.fighter("a", (5, 5)), zoo.fighter("b", (5, 5, 3)))) == []


def test_fighter_in_a_wall_is_told_with_the_part() -> None:
    table = zoo.table(zoo.feature("wall", WALL, at=(10, 10), turn=90), zoo.fighter("a", (9.9, 13)))
    assert said(table) == ["'a' stands inside 'wall/stones'"]


@pytest.mark.parametrize(("tall", "expected"), [(0.9, 0), (1.2, 1)])
def test_fighter_partly_on_what_it_steps_over_is_not_inside(tall: float, expected: int) -> None:
    """A base may stand half on rubble or the stump of a wall: the judge of moves steps over what is so low."""
    stump = zoo.feature("wall", zoo.box_part("stones", (0, 0, 0), (4, 1, tall)), at=(10, 10))
    assert len(said(zoo.table(stump, zoo.fighter("a", (12, 10.1 - 16 * MM))))) == expected
    assert len(said(zoo.table(stump, zoo.fighter("a", (12, 9.7))))) == expected


def test_fighter_against_a_wall_is_not_inside() -> None:
    touching = 10 + 0.4 + 16 * MM
    table = zoo.table(zoo.feature("wall", WALL, at=(10, 10)), zoo.fighter("a", (13, touching)))
    assert said(table) == []


def test_fighter_in_an_open_door_an_arch_or_a_bush_is_no_warning() -> None:
    box = (-2, -2, 0), (2, 2, 3)
    for kind in ("door", "scenery"):
        state = {"x": "open"} if kind == "door" else None
        table = zoo.table(
            zoo.feature("f", zoo.box_part("x", *box, kind), at=(9, 9), state=state), zoo.fighter("a", (9, 9))
        )
        assert said(table) == []
    way = zoo.part("x", shapes.box(*box), "arch", is_opening=True)
    assert said(zoo.table(zoo.feature("f", way, at=(9, 9)), zoo.fighter("a", (9, 9)))) == []


def test_spear_through_a_wall_is_no_warning() -> None:
    body, spear = shapes.box((-0.2, -0.2, BASE_HEIGHT), (0.2, 0.2, 1.4)), shapes.box((0.1, 0, 1), (2, 0.05, 1.05))
    shape = zoo.figure(body, spear, tags=("body", "weapon"))
    table = zoo.table(zoo.feature("wall", WALL, at=(10, 10)), zoo.fighter("a", (13, 9.3), facing=90, shape=shape))
    assert said(table) == []


def test_off_the_board_is_told_with_how_far() -> None:
    table = zoo.table(zoo.feature("wall", WALL, at=(27, 10)), zoo.fighter("a", (0.13, 5)))
    assert said(table) == [
        "'wall' reaches 3.00 in beyond the board's edge",
        "the base of 'a' is 0.50 in beyond the board's edge",
    ]


def test_fighter_on_nothing_or_below_the_floor_is_told() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5, 2)), zoo.fighter("b", (9, 9, -1)))
    assert said(table) == ["nothing is under the centre of 'a', 2.00 in up", "'b' stands 1.00 in below the floor"]


def test_sizes_that_smell_of_a_wrong_unit_are_told() -> None:
    huge = zoo.box_part("stones", (0, 0, 0), (50, 0.4, 2))
    table = zoo.table(zoo.feature("wall", huge, at=(1, 1)), zoo.fighter("a", (9, 9), tall=25.4), width=60)
    assert said(table) == [
        "'wall' is 50 in at its longest; is its unit right?",
        "'a' is 25.3 in tall; is its figure's unit right?",
    ]
