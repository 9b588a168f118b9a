"""Floor that is closed in, and the ways out."""

import pytest

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.table.terrain import Feature, Part
from warcry3d.terrain.findings import Severity
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.pockets import closed_in, pockets, ways_through
from warcry3d.units import MM


def yard(*more: Part, gap: tuple[float, float] | None = None, state: dict[str, str] | None = None) -> Feature:
    """Return four walls around 6 x 6 in, the southern one with a gap if asked."""
    south = (
        [zoo.box_part("s", (0, 0, 0), (7, 0.5, 3))]
        if gap is None
        else [zoo.box_part("s", (0, 0, 0), (gap[0], 0.5, 3)), zoo.box_part("s2", (gap[1], 0, 0), (7, 0.5, 3))]
    )
    rest = [
        zoo.box_part("n", (0, 6.5, 0), (7, 7, 3)),
        zoo.box_part("w", (0, 0, 0), (0.5, 7, 3)),
        zoo.box_part("e", (6.5, 0, 0), (7, 7, 3)),
    ]
    return zoo.feature("yard", *south, *rest, *more, at=(10, 8), state=state)


def codes(*features: Feature) -> list[tuple[str, float]]:
    table = zoo.table(*features)
    return [(finding.code, finding.message.values["base"]) for finding in closed_in(table, StandingGround(table))]  # type: ignore[misc]


def test_an_open_board_has_no_pockets() -> None:
    assert codes() == []
    assert codes(yard(gap=(2, 4))) == []


def test_a_yard_without_a_gate_is_closed_in_and_told_once() -> None:
    table = zoo.table(yard())
    (finding,) = closed_in(table, StandingGround(table))
    assert (finding.code, finding.severity) == ("closed-in", Severity.WARNING)
    x, y, z = finding.places[0]
    assert 10.5 < x < 16.5 and 8.5 < y < 14.5 and z == 0
    assert finding.message.values["area"] == pytest.approx(36, abs=0.3)


@pytest.mark.parametrize(("width", "expected"), [(1.4, []), (1.1, [("closed-in", 32.0)]), (0.9, [("closed-in", 25.0)])])
def test_a_gap_lets_out_the_bases_that_fit_through(width: float, expected: list[tuple[str, float]]) -> None:
    assert codes(yard(gap=(3, 3 + width))) == expected


def test_walls_lower_than_an_inch_close_nothing_in() -> None:
    low = [
        zoo.box_part("s", (0, 0, 0), (7, 0.5, 0.9)),
        zoo.box_part("n", (0, 6.5, 0), (7, 7, 0.9)),
        zoo.box_part("w", (0, 0, 0), (0.5, 7, 0.9)),
        zoo.box_part("e", (6.5, 0, 0), (7, 7, 0.9)),
    ]
    assert codes(zoo.feature("yard", *low, at=(10, 8))) == []


@pytest.mark.parametrize("state", [None, {"leaf": "open"}])
def test_a_door_is_a_way_out_whatever_its_size(state: dict[str, str] | None) -> None:
    """rule: WC-TERR-5."""
    leaf = zoo.box_part("leaf", (3, 0.2, 0), (3.6, 0.3, 2), "door")
    assert codes(yard(leaf, gap=(3, 3.6), state=state)) == []


def test_an_arch_is_a_way_out_whatever_its_size() -> None:
    way = zoo.part("way", shapes.box((3, 0, 0), (3.5, 0.5, 2)), "arch", is_opening=True)
    assert codes(yard(way, gap=(3, 3.5))) == []


def test_a_door_to_another_yard_leads_nowhere() -> None:
    leaf = zoo.box_part("leaf", (6.6, 3, 0), (6.9, 4, 2), "door")
    west = yard(leaf)
    annex = zoo.feature(
        "annex",
        zoo.box_part("s", (0, 0, 0), (5, 0.5, 3)),
        zoo.box_part("n", (0, 6.5, 0), (5, 7, 3)),
        zoo.box_part("e", (4.5, 0, 0), (5, 7, 3)),
        at=(17, 8),
    )
    assert len(codes(west, annex)) == 2
    assert len(codes(west)) == 0


def test_a_door_up_on_a_platform_is_no_way_out_of_the_floor() -> None:
    leaf = zoo.box_part("leaf", (3, 0.2, 2), (3.6, 0.3, 2.9), "door")
    assert len(codes(yard(leaf))) == 1
    assert ways_through(zoo.table(yard(leaf))) == []


def test_a_strip_between_a_wall_and_the_edge_too_narrow_for_a_base_is_no_pocket() -> None:
    assert codes(zoo.feature("wall", zoo.box_part("p", (0, 0, 0), (0.5, 22, 3)), at=(0.5, 0))) == []


def test_a_wall_across_the_whole_board_closes_in_the_smaller_part() -> None:
    table = zoo.table(zoo.feature("wall", zoo.box_part("p", (0, 0, 0), (0.5, 22, 3)), at=(20, 0)))
    (pocket,) = pockets(table, StandingGround(table), radius=16 * MM)
    assert pocket.bounds[0] > 20


def test_what_ships_closes_nothing_in_between_pieces() -> None:
    from warcry3d.table.files import load_table
    from warcry3d.table.shipped import shipped_root

    table = load_table(shipped_root() / "terrain" / "sample-battle.table.json")
    assert [str(finding) for finding in closed_in(table, StandingGround(table))] == []
