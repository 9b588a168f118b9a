"""What share of a board is seen from the middles of its edges and from deployment points: by hand on plain boards."""

from dataclasses import replace

import pytest

from tests import zoo
from warcry3d.sight.exposure import StandInBody
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.views import EDGES, EdgeView, views
from warcry3d.units import MM

VIEWER = StandInBody(16 * MM, 1.3)


def seen(*features: Feature, points: tuple[DeploymentPoint, ...] = ()) -> dict[str, EdgeView]:
    table: Table = replace(zoo.table(*features), deployment=points)
    return {view.name: view for view in views(table, StandingGround(table), VIEWER, step=1.0)}


def across(height: float) -> Feature:
    """Return a wall from the west edge to the east edge, in the middle."""
    return zoo.feature("wall", zoo.box_part("stones", (0, 10.8, 0), (30, 11.2, height), "unclimbable"))


def test_on_an_open_board_all_is_seen_from_every_edge() -> None:
    found = seen()
    assert tuple(found) == EDGES
    assert [view.share for view in found.values()] == [1.0] * 4
    assert found["south"].at == pytest.approx((15, 16 * MM, 0), abs=1e-3)


def test_a_wall_across_the_board_hides_the_half_behind_it() -> None:
    """By hand: 30 x 22 in, spots an inch apart whose bases find room: ten rows on either side of the wall."""
    found = seen(across(6.0))
    assert found["south"].share == pytest.approx(0.5, abs=0.01)
    assert found["north"].share == pytest.approx(0.5, abs=0.01)


def test_who_stands_at_the_end_of_a_wall_looks_from_the_nearest_place_with_room() -> None:
    found = seen(across(6.0))
    x, y, _ = found["east"].at
    assert x == pytest.approx(30 - 16 * MM, abs=1e-3)
    assert abs(y - 11) == pytest.approx(0.2 + 16 * MM, abs=0.01)


def test_deployment_points_are_looked_from_by_side_and_group_and_those_off_the_board_from_its_edge() -> None:
    points = (
        DeploymentPoint("red", "dagger", (8.0, 6.0)),
        DeploymentPoint("blue", "hammer", (31.5, 16.0), round=2, line=((30.0, 11.0), (30.0, 22.0))),
    )
    found = seen(across(6.0), points=points)
    assert tuple(found) == (*EDGES, "red dagger", "blue hammer")
    assert found["red dagger"].at == (8, 6, 0)
    assert found["blue hammer"].at == pytest.approx((30 - 16 * MM, 16, 0), abs=1e-3)
    assert found["blue hammer"].share == pytest.approx(0.5, abs=0.02)


def test_a_point_amid_a_block_is_looked_from_beside_it() -> None:
    block = zoo.feature("block", zoo.box_part("p", (-2, -2, 0), (2, 2, 5), "unclimbable"), at=(8, 6))
    view = seen(block, points=(DeploymentPoint("red", "dagger", (8.5, 6.0)),))["red dagger"]
    assert view.at == pytest.approx((10 + 16 * MM, 6, 0), abs=0.01)
    assert 0.5 < view.share < 1
