"""Ladders that end short, stairs with a step too high, things out of scale."""

import pytest

from tests import zoo
from tests.terrain.lint.pieces import found
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.terrain.lint.subject import Limits
from warcry3d.units import MM

P = zoo.box_part


def tower() -> zoo.Part:
    """Return a tower with a level top at 4 in."""
    return P("tower", (0, 0, 0), (3, 3, 4))


def ladder(low: float, high: float) -> zoo.Part:
    """Return a ladder that leans on the tower."""
    return P("ladder", (-0.2, 1, low), (-0.05, 2, high), "ladder")


def test_ladder_from_the_floor_to_the_edge_is_no_finding() -> None:
    assert found("T-LADDER", tower(), ladder(0, 4)) == []
    assert found("T-LADDER", tower(), ladder(0.2, 3.8)) == []  # less than a rung


def test_ladder_that_begins_above_the_ground_is_told() -> None:
    (finding,) = found("T-LADDER", tower(), ladder(0.8, 4.2))
    assert finding.message.values["gap"] == pytest.approx(0.8)
    assert finding.places[0][2] == pytest.approx(0.8)


def test_ladder_that_ends_below_the_edge_is_told() -> None:
    (finding,) = found("T-LADDER", tower(), ladder(0, 3.2))
    assert finding.message.values["short"] == pytest.approx(0.8)
    assert finding.message.values["top"] == pytest.approx(4)
    assert finding.places[0][2] == pytest.approx(3.2)


def test_ladder_on_a_platform_begins_there() -> None:
    ledge = P("ledge", (-2, 0, 0), (0, 3, 1.5), "platform")
    assert found("T-LADDER", tower(), ledge, ladder(1.5, 4)) == []
    (finding,) = found("T-LADDER", tower(), ledge, ladder(2.1, 4))
    assert finding.message.values["gap"] == pytest.approx(0.6)


def test_ladder_on_a_wall_without_a_platform_leads_nowhere() -> None:
    wall, far = P("wall", (0, 0, 0), (0.4, 3, 4)), P("far", (2, 0, 0), (5, 3, 4))
    (finding,) = found("T-NOWHERE", wall, far, ladder(0, 4))
    assert finding.part == "ladder"
    assert found("T-NOWHERE", tower(), ladder(0, 4)) == []


def test_ladder_that_is_a_piece_of_its_own_is_put_to_others() -> None:
    assert found("T-NOWHERE", ladder(0, 4)) == []


def stairs(*heights: float, depth: float = 0.5, id: str = "stairs") -> zoo.Part:
    """Return stairs that go up along x, a tread at each height, 2 in wide."""
    corners = [(0.0, 0.0)]
    for i, height in enumerate(heights):
        corners += [(i * depth, height), ((i + 1) * depth, height)]
    corners.append((len(heights) * depth, 0.0))
    unique = list(dict.fromkeys(corners))
    prism = shapes.prism(unique, (0, 2))
    x, y, z = prism.vertices.T
    import numpy as np

    return zoo.part(id, Solid(np.stack([x, -z, y], axis=1), prism.faces), "stairs")


def test_even_stairs_are_no_finding() -> None:
    assert found("T-STEP", stairs(0.4, 0.8, 1.2, 1.6)) == []


def test_step_too_high_is_told_with_its_height_and_the_limit() -> None:
    """Of a figure of 32 mm 0.45 is 14.4 mm = 0.567 in."""
    (finding,) = found("T-STEP", stairs(0.4, 0.8, 1.5, 1.9))
    assert finding.message.values["rise_mm"] == pytest.approx(0.7 / MM)
    assert finding.message.values["start"] == pytest.approx(0.8)
    assert finding.message.values["end"] == pytest.approx(1.5)
    assert finding.message.values["limit_mm"] == pytest.approx(14.4)


def test_last_step_up_to_the_platform_counts() -> None:
    deck = P("deck", (2, -2, 0), (5, 0, 2.5), "platform")
    (finding,) = found("T-STEP", stairs(0.4, 0.8, 1.2, 1.6), deck)
    assert finding.message.values["start"] == pytest.approx(1.6)
    assert finding.message.values["end"] == pytest.approx(2.5)
    assert found("T-LADDER", stairs(0.4, 0.8, 1.2, 1.6), deck) == []


def test_first_step_counts() -> None:
    (finding,) = found("T-STEP", stairs(0.9, 1.2, 1.5))
    assert finding.message.values["start"] == 0


def test_limit_of_a_step_grows_with_the_figures() -> None:
    assert found("T-STEP", stairs(0.4, 0.8, 1.5, 1.9), limits=Limits(figure_mm=54)) == []


def test_stairs_of_another_scale_are_told() -> None:
    (finding,) = found("T-SCALE", stairs(*(0.08 * i for i in range(1, 16)), depth=0.2))
    assert finding.part == "stairs"


def test_crate_as_high_as_two_figures_is_out_of_scale() -> None:
    (finding,) = found("T-SCALE", P("crate-1", (0, 0, 0), (2.5, 2.5, 2.5)))
    assert finding.message.values["size_mm"] == pytest.approx(63.5)
    assert found("T-SCALE", P("crate-1", (0, 0, 0), (0.8, 0.8, 0.8))) == []
    assert found("T-SCALE", P("block", (0, 0, 0), (2.5, 2.5, 2.5))) == []


def test_storey_of_another_scale_is_told() -> None:
    (finding,) = found("T-SCALE", P("tower", (0, 0, 0), (3, 3, 7)))
    assert finding.message.values["size_mm"] == pytest.approx(7 / MM)
    assert found("T-SCALE", P("tower", (0, 0, 0), (3, 3, 5))) == []
