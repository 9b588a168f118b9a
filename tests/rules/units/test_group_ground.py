"""The ground under a group: room beside terrain and models, ways around what is in the way."""

import math
from itertools import pairwise

import numpy as np

from tests import zoo
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.record import FaultKind
from warcry3d.motion.trace import trace
from warcry3d.rules.units.group_ground import GroupTerrain
from warcry3d.table.models import Model
from warcry3d.table.terrain import Feature

WALL = zoo.feature("wall", zoo.box_part("stones", (4, 5, 0), (8, 6, 3), "obstacle"))


def terrain(*others: Model | Feature, inches: float = 6.0, flies: bool = False) -> GroupTerrain:
    """Return the ground under two fighters south of a wall."""
    own = [zoo.fighter("a", (6, 3)), zoo.fighter("b", (10, 3))]
    table = zoo.table(*others, *own, width=20, depth=20)
    return GroupTerrain(table, {one.id: one for one in own}, flies, lambda model: inches)


def test_a_model_stands_only_where_there_is_room_and_inches_lead() -> None:
    ground = terrain(WALL, zoo.fighter("enemy", (3, 3)))
    assert ground.can_stand("a", (6, 4), {})
    assert not ground.can_stand("a", (6, 5.5), {}), "in the wall"
    assert not ground.can_stand("a", (3.3, 3), {}), "in the enemy"
    assert not ground.can_stand("a", (6, 9.5), {}), "farther than its inches"
    assert ground.can_stand("a", (10, 3), {}), "its comrade goes away"
    assert not ground.can_stand("a", (10, 3), {"b": (10.2, 3.0)}), "it has gone, and stands there"


def test_a_way_is_straight_where_nothing_is_in_it() -> None:
    path = terrain(WALL).way("a", (6.0, 4.0), {})
    assert path is not None and [leg.to for leg in path.legs] == [((6.0, 4.0, 0.0),)]


def test_a_way_leads_around_a_wall_as_far_as_inches_go() -> None:
    path = terrain(WALL, inches=9.0).way("a", (6.0, 7.0), {})
    assert path is not None
    corners = [(6.0, 3.0), *((x, y) for x, y, _ in path.legs[0].to)]
    assert len(corners) > 3 and corners[-1] == (6.0, 7.0)
    assert all(not (4 < x < 8 and 5 < y < 6) for x, y in corners)
    assert 4 < sum(math.dist(a, b) for a, b in pairwise(corners)) <= 9
    assert terrain(WALL, inches=6.0).way("a", (6.0, 7.0), {}) is None


def test_a_way_leads_around_models_that_stand_in_it() -> None:
    path = terrain(zoo.fighter("enemy", (6, 5)), inches=6.0).way("a", (6.0, 7.0), {})
    assert path is not None and len(path.legs[0].to) > 1


def test_who_flies_goes_straight_over_everything() -> None:
    path = terrain(WALL, flies=True).way("a", (6.0, 7.0), {}, turn=math.pi / 2)
    assert path is not None and path.legs[0].kind.value == "fly"
    assert path.legs[0].facing is not None
    assert terrain().straight("a", (60.0, 7.0)) is None, "off the board"


def test_long_bases_side_by_side_have_room_and_go_straight_beside_each_other() -> None:
    """Their circles overlap, they do not; turned by a quarter they would."""
    own = [zoo.fighter(f"r{n}", (6 + 1.7 * n, 3), base=zoo.oval_base(75, 42), facing=90) for n in range(3)]
    ground = GroupTerrain(zoo.table(*own, width=20, depth=20), {one.id: one for one in own}, False, lambda model: 6.0)
    taken = {"r0": (6.0, 6.0), "r2": (9.4, 6.0)}
    assert ground.can_stand("r1", (7.7, 6.0), taken)
    assert not ground.can_stand("r1", (7.5, 6.0), taken)
    assert not ground.can_stand("r1", (7.7, 6.0), taken, math.pi / 2)
    path = ground.way("r1", (7.7, 6.0), {})
    assert path is not None and len(path.legs[0].to) == 1


def test_walks_that_surely_lead_into_comrades_are_those_that_the_trace_refuses() -> None:
    """Both ways from a random start, past a comrade at a random place: but for a hair both say the same."""
    numbers = np.random.default_rng(3)
    ground, met = terrain(WALL), 0
    for _ in range(60):
        path = Path((Leg(LegKind.WALK, tuple((float(x), float(y), 0.0) for x, y in numbers.uniform(1, 4, (2, 2)))),))
        there = Placement((*map(float, numbers.uniform(1, 5, 2)), 0.0))  # type: ignore[arg-type]
        is_met = ground.surely_meets("a", path, {"b": there})
        faults = trace(ground.table.placing("b", there), "a", path).faults
        assert is_met == any(one.kind is FaultKind.FIGHTER for one in faults)
        met += is_met
    assert 10 < met < 50


def test_who_stands_higher_than_a_walker_is_tall_is_not_in_its_way() -> None:
    walk = Path((Leg(LegKind.WALK, ((6.0, 1.0, 0.0),)),))
    assert terrain().surely_meets("a", walk, {"b": Placement((6.0, 1.0, 0.0))})
    assert not terrain().surely_meets("a", walk, {"b": Placement((6.0, 1.0, 8.0))})
    assert not terrain(flies=True).surely_meets("a", walk, {"b": Placement((6.0, 1.0, 0.0))})
