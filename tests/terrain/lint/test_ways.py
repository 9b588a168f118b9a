"""Doors and arches: how wide they are, which bases go through, whether there is room beyond."""

import math

import pytest

from tests import zoo
from tests.terrain.lint.pieces import found, subject
from warcry3d.geom.solid import Placement
from warcry3d.table.terrain import Part, PartKind
from warcry3d.terrain.lint.subject import Limits
from warcry3d.terrain.lint.ways import ways
from warcry3d.units import MM

P = zoo.box_part


def doorway(width_mm: float, *, high: float = 2.2) -> list[zoo.Part]:
    """Return a wall 0.4 in thick with a doorway and a door in it, in the middle at x = 3."""
    half = width_mm * MM / 2
    return [
        P("left", (0, 0, 0), (3 - half, 0.4, 3)),
        P("right", (3 + half, 0, 0), (6, 0.4, 3)),
        P("lintel", (3 - half, 0, high), (3 + half, 0.4, 3)),
        P("door", (3 - half, 0.15, 0), (3 + half, 0.25, high), "door"),
    ]


def test_way_through_a_door_has_its_clear_width_and_height() -> None:
    (way,) = ways(subject(*doorway(40)))
    assert way.part == "door"
    assert way.width == pytest.approx(40 * MM)
    assert way.height == pytest.approx(2.2)
    assert way.middle[:2] == pytest.approx([3, 0.2])
    assert abs(way.through) == pytest.approx([0, 1])


def test_door_tells_the_bases_that_are_wider() -> None:
    (finding,) = found("T-DOOR", *doorway(30))
    assert finding.severity == "warning"
    assert finding.message.values["width_mm"] == pytest.approx(30)
    assert finding.message.values["narrower_mm"] == "25, 28.5"
    assert finding.message.values["wider_mm"] == "32, 40, 50"


def test_door_that_only_large_bases_do_not_pass_is_a_note() -> None:
    (finding,) = found("T-DOOR", *doorway(40))
    assert finding.severity == "note"
    assert finding.message.values["wider_mm"] == "50"


def test_door_narrower_than_all_common_bases_says_so() -> None:
    (finding,) = found("T-DOOR", *doorway(20))
    assert finding.message.values["wider_mm"] == "25, 28.5, 32, 40, 50"
    assert "all common ones" in str(finding)


def test_door_wide_enough_is_no_finding() -> None:
    assert found("T-DOOR", *doorway(50)) == []


def test_opening_given_as_air_and_stones_given_as_arch_are_as_wide() -> None:
    half = 30 * MM / 2
    wall = doorway(30)[:3]
    air = zoo.part("way", P("x", (3 - half, 0, 0), (3 + half, 0.4, 2.2)).solid, "arch", is_opening=True)
    (by_air,) = ways(subject(*wall, air))
    assert by_air.width == pytest.approx(30 * MM)
    assert abs(by_air.through) == pytest.approx([0, 1])
    whole = subject(*wall).standing
    assert whole is not None
    (by_stone,) = ways(subject(zoo.part("gate", whole.solid, "arch")))
    assert by_stone.width == pytest.approx(30 * MM, abs=1e-6)
    assert by_stone.height == pytest.approx(2.2)


@pytest.mark.parametrize("degrees", [0, 17, 45, 90, 133])
def test_way_turns_with_its_piece(degrees: int) -> None:
    placed = Placement((1.3, -2.1, 0.0), math.radians(degrees))
    parts = [Part(part.id, part.kinds, part.solid.placed(placed)) for part in doorway(30)]
    (way,) = ways(subject(*parts))
    assert way.width == pytest.approx(30 * MM, abs=1e-5)
    turned = (-math.sin(placed.turn), math.cos(placed.turn))
    assert abs(way.through @ turned) == pytest.approx(1, abs=1e-6)


def test_wall_close_behind_a_door_leaves_no_room_beyond() -> None:
    """From the leaf to the screen are 29.8 mm (26 mm before the wall and 3.8 mm of the doorway): 32 mm bases find
    no room, 28.5 mm ones do, which bulge into the doorway.
    """
    screen = P("screen", (-3, 0.4 + 26 * MM, 0), (9, 4, 3))
    (finding,) = found("T-BEYOND", *doorway(25), screen)
    assert finding.message.values["without_mm"] == "32, 40, 50"
    assert finding.severity == "warning"
    assert finding.places[0][1] > 0.2


def test_free_ground_on_both_sides_is_room() -> None:
    assert found("T-BEYOND", *doorway(30)) == []


def test_door_of_an_upper_storey_needs_a_platform_beyond() -> None:
    up = Placement((0, 0, 3))
    parts = [Part(part.id, part.kinds, part.solid.placed(up)) for part in doorway(60)]
    base = P("base", (0, 0, 0), (6, 0.4, 3))
    balcony = P("balcony", (1, 0.4, 2.8), (5, 3, 3), "platform")
    (finding,) = found("T-BEYOND", *parts, base, balcony)
    assert finding.message.values["without_mm"] == "25, 28.5, 32, 40, 50"
    assert finding.places[0][1] < 0.2


def test_door_too_low_for_a_figure_is_out_of_scale() -> None:
    (finding,) = found("T-SCALE", *doorway(40, high=20 * MM))
    assert finding.part == "door"
    assert finding.message.values["size_mm"] == pytest.approx(20)
    assert found("T-SCALE", *doorway(40)) == []
    assert found("T-SCALE", *doorway(40), limits=Limits(figure_mm=75))


def test_door_that_lies_flat_is_told_so() -> None:
    (finding,) = found("T-SCALE", P("door", (0, 0, 0), (2, 1.4, 0.1), "door"))
    assert "lies flat, 2.5 mm high" in str(finding)


def test_closed_piece_has_no_ways() -> None:
    assert ways(subject(P("wall", (0, 0, 0), (6, 0.4, 3)))) == ()
    assert PartKind.ARCH not in P("wall", (0, 0, 0), (6, 0.4, 3)).kinds
