"""The exact sweep by triangles against areas of the plane, and against distances: two ways to one answer."""

import numpy as np
import pytest
import shapely

from tests import zoo
from tests.motion.sampled import random_case
from warcry3d.geom.nearest import distance_to_solid
from warcry3d.motion.climbing import obstacles_of
from warcry3d.motion.free_space import room_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.volume import volume_of
from warcry3d.table.table import Table


def with_platform(seed: int) -> Table:
    """Return a random board with a platform 1.6 in up amid its posts."""
    case = random_case(seed)
    deck = zoo.feature("deck", zoo.box_part("top", (7, 7, 1.3), (13, 13, 1.6), "platform"))
    features = [post.feature(f"post-{i}") for i, post in enumerate(case.posts)]
    return zoo.table(deck, *features, case.mover, width=20, depth=20)


@pytest.mark.parametrize("seed", range(30))
def test_a_jump_from_a_platform_is_stopped_by_areas_and_by_sweeps_alike(seed: int) -> None:
    """Beyond the platform, where no low terrain is let off."""
    table = with_platform(seed)
    volume = volume_of(table.model("a"))
    room = room_of(table, volume)
    level = next(level for level in room.levels.levels if abs(level.height - 1.6) < 1e-9)
    air = room.air(level).area
    rng = np.random.default_rng(seed)
    for _ in range(12):
        start, end = rng.uniform(1, 19, (2, 2)).tolist()
        way = shapely.LineString([start, end])
        if way.buffer(volume.reach + 0.1).intersects(shapely.box(7, 7, 13, 13)):
            continue
        met = len(room.ground.meets(volume, (*start, 1.6), (*end, 1.6))) > 0
        if met != way.intersects(air):
            assert abs(way.distance(air)) < 0.003 or way.intersection(air).length < 0.2


@pytest.mark.parametrize("seed", range(20))
def test_distances_by_the_kernel_are_those_of_the_general_measure(seed: int) -> None:
    table = random_case(seed).table
    volume = volume_of(table.model("a"))
    ground = room_of(table, volume).ground
    rng = np.random.default_rng(seed)
    for obstacle in obstacles_of(table.terrain, ground, None):
        x, y, z = rng.uniform((2, 2, 0), (18, 18, 3)).tolist()
        general = distance_to_solid(volume.base_body((x, y, z)), obstacle.parts[0].solid)
        if general > 0:
            assert obstacle.distance(volume, (x, y, z)) == pytest.approx(general, abs=3e-5)


@pytest.mark.parametrize("seed", range(20))
def test_minkowski_sums_hold_what_the_base_overlaps(seed: int) -> None:
    """A base anywhere: its centre is in the grown area exactly where its outline overlaps the area."""
    case = random_case(seed)
    volume = volume_of(case.mover)
    area = shapely.union_all([shapely.Polygon(post.shape.corners) for post in case.posts])
    sum_of = minkowski_sum(area, volume)
    rng = np.random.default_rng(seed)
    for x, y in rng.uniform(1, 19, (60, 2)).tolist():
        apart = volume.polygon((x, y)).distance(area)
        deep = volume.polygon((x, y), inset=0.004).intersects(area)
        if deep:
            assert sum_of.covers(shapely.Point(x, y))
        elif apart > 0:
            assert not sum_of.contains(shapely.Point(x, y))
