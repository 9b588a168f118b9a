"""Units set up as one: in formation where there is room, judged together."""

import math
from itertools import combinations

import pytest
import shapely

from tests import zoo
from warcry3d.game.action_faults import fault
from warcry3d.game.group_moves import GroupOrder, UnitGroup
from warcry3d.game.prompts import Placing
from warcry3d.game.reasons import ActionFault
from warcry3d.rules.units.group_places import PlacedGroup, placing_group
from warcry3d.rules.units.unit_coherency import coherency

ZONE = shapely.box(1, 1, 19, 6)


def gap(one: object, other: object) -> float:
    a, b = (model.placement.at for model in (one, other))  # type: ignore[attr-defined]
    return math.dist(a[:2], b[:2]) - 1.0


def faults(places: tuple[Placing, ...]) -> tuple[ActionFault, ...]:
    """Return the fault of the first model outside of the zone."""
    outside = [n for n, one in enumerate(places) if not shapely.intersects_xy(ZONE, *one.at[:2])]
    return fault("ZONE-1", "outside", place=f"models[{outside[0]}].at") if outside else ()


def group(*closed: tuple[float, float]) -> UnitGroup[Placing]:
    """Return a unit of four in a row, on a table with fighters at closed places."""
    models = tuple(zoo.fighter(f"u-{n}", (3 + 1.4 * n, 3), base=zoo.round_base(25)) for n in range(4))
    there = [zoo.fighter(f"enemy-{n}", at, base=zoo.round_base(25)) for n, at in enumerate(closed)]
    table = zoo.table(*there, width=20, depth=20)
    return placing_group(
        PlacedGroup(table, models, ZONE, faults, lambda some: coherency(some, lambda a, b: gap(a, b) < 1), gap)
    )


def order(x: float, y: float, formation: str = "", turn: float = 0.0) -> GroupOrder:
    return GroupOrder("u-0", (x, y, 0.0), formation, turn)


def test_all_stand_in_formation_where_there_is_room() -> None:
    asked = group()
    places = asked.follow(order(5, 4))
    assert [one.at[:2] for one in places] == [pytest.approx((5 + 1.4 * n, 4)) for n in range(4)]
    assert asked.judge(places).is_allowed
    assert [link.is_held for link in asked.judge(places).links] == [True] * 3


def test_who_has_no_room_stands_nearby_in_the_zone() -> None:
    asked = group((6.4, 4.0))
    places = asked.follow(order(5, 4))
    assert all(math.dist(one.at[:2], (6.4, 4.0)) > 0.9 for one in places)
    assert all(math.dist(a.at, b.at) > 0.9 for a, b in combinations(places, 2))
    edge = asked.judge(asked.follow(order(5, 5.9, "column")))
    assert all(shapely.intersects_xy(ZONE, *one.end[:2]) for one in edge.members)


def test_a_model_put_elsewhere_is_judged_by_itself_and_its_gap_is_named() -> None:
    asked = group()
    places = asked.adjusted(asked.follow(order(5, 4)), "u-3", (15.0, 9.0, 0.0))
    judged = asked.judge(places)
    assert [one.model for one in judged.members if one.faults] == ["u-3"]
    assert judged.outside == ("u-3",) and not judged.links[-1].is_held


def test_a_turned_formation_turns_its_models() -> None:
    places = group().follow(order(8, 4, "", math.pi / 2))
    assert all(one.turn == pytest.approx(places[0].turn) for one in places)
    assert places[0].turn == pytest.approx(group().follow(order(8, 4))[0].turn + math.pi / 2)
    assert len(group().homes(order(8, 4))) == 4
