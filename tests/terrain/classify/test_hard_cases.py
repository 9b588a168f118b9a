"""Hard cases of every kind, worked out by hand: squares at any turn, round and thick walls, leaves, winding stairs."""

from itertools import pairwise

import manifold3d as m3
import numpy as np
import pytest

from tests.soak import mostly_soak
from tests.terrain.classify.test_kinds import K, _cube, _joined, _kinds, _only
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid
from warcry3d.terrain.classify import classify
from warcry3d.terrain.parts import Classified, ImportedBody
from warcry3d.units import MM


def _told(*shapes: m3.Manifold, turn: float = 0.0) -> tuple[Classified, ...]:
    """Return the parts of shapes joined into one mesh, turned about z by ``turn`` degrees."""
    return classify((ImportedBody("", _joined(*(shape.rotate((0, 0, turn)) for shape in shapes))),))


def _disc(radius: float, low: float, high: float, sides: int = 64) -> m3.Manifold:
    return m3.Manifold.cylinder(high - low, radius, radius, sides).translate((0, 0, low))


def _rod(start: tuple[float, float, float], end: tuple[float, float, float], radius: float) -> m3.Manifold:
    way = np.subtract(end, start)
    length = float(np.linalg.norm(way))
    tilt = np.degrees(np.arccos(way[2] / length))
    bar = m3.Manifold.cylinder(length, radius, radius, 16)
    return bar.rotate((0, tilt, np.degrees(np.arctan2(way[1], way[0])))).translate(start)


def _table(side: float) -> list[m3.Manifold]:
    """Return a table on a broad foot: a top ``side`` square at a height of 1.5."""
    return [_cube((0, 0, 1.3), (side, side, 1.5)), _cube((0.3, 0.3, 0), (side - 0.3, side - 0.3, 1.4))]


# Platforms (WC-TERR-1)


@pytest.mark.parametrize("turn", mostly_soak([30, 0, 45, 71], quick=1))
@pytest.mark.parametrize(
    ("side", "is_platform"), [(0.95, False), (0.99, False), (1.0, False), (1.01, True), (1.02, True)]
)
def test_square_top_of_more_than_an_inch_is_a_platform_at_any_turn(side: float, turn: float, is_platform: bool) -> None:
    """rule: WC-PLATFORM-1."""
    assert (K.PLATFORM in _kinds(_told(*_table(side), turn=turn))) == is_platform


@pytest.mark.parametrize(("side", "is_platform"), [(0.98, False), (1.01, True)])
def test_square_that_stands_askew_to_the_walls_beside_it_counts_too(side: float, is_platform: bool) -> None:
    wall = _cube((-2, 3, 0), (6, 3.4, 3))
    assert (K.PLATFORM in _kinds(_told(*(part.rotate((0, 0, 30)) for part in _table(side)), wall))) == is_platform


@pytest.mark.parametrize(("diameter", "is_platform"), [(1.36, False), (1.46, True)])
def test_round_top_is_a_platform_from_the_circle_around_the_square_on(diameter: float, is_platform: bool) -> None:
    """The square of 1 x 1 has a diagonal of 1.414."""
    assert (K.PLATFORM in _kinds(_told(_disc(diameter / 2, 0, 2)))) == is_platform


@pytest.mark.parametrize(("ceiling", "is_platform"), [(0.95, False), (1.05, True)])
def test_platform_needs_an_inch_of_headroom(ceiling: float, is_platform: bool) -> None:
    """A deck under a roof that leans, so that the roof itself is none."""
    roof = m3.CrossSection([np.array([(0, 0), (3, 0), (1.5, 1.5)])]).extrude(3).rotate((90, 0, 0)).translate((0, 3, 0))
    posts = [_cube((x, y, 1.9), (x + 0.1, y + 0.1, 2.0 + ceiling + 0.1)) for x in (0, 2.9) for y in (0, 2.9)]
    parts = _told(_cube((0, 0, 0), (3, 3, 2)), *posts, roof.translate((0, 0, 2.0 + ceiling)))
    assert (K.PLATFORM in _kinds(parts)) == is_platform


@pytest.mark.parametrize(("mm", "stands"), [(24.0, [0, 0, 0]), (25.4, [1, 0, 0]), (32.6, [1, 1, 0]), (40.8, [1, 1, 1])])
def test_bases_that_stand_are_those_no_wider_than_the_platform(mm: float, stands: list[int]) -> None:
    """On a ledge 3 in long: 24 mm hold no square of an inch, so there is no platform at all."""
    parts = _told(_cube((0, 0, 0), (3, mm * MM, 2)), turn=20)
    platforms = [part for part in parts if K.PLATFORM in part.part.kinds]
    if mm < 25.4:
        assert not platforms
    else:
        (top,) = platforms
        assert [top.measures[f"stands_{size}_mm"] for size in (25, 32, 40)] == stands


@pytest.mark.parametrize("height", [1.0 - 1e-3, 1.0, 1.0 + 1e-3])
def test_rise_of_exactly_an_inch_is_an_obstacle(height: float) -> None:
    """WC-TERR-1: less than an inch is low, an inch is not."""
    (part,) = classify((ImportedBody("", box((0, 0, 0), (3, 0.4, height))),))
    assert part.part.kinds == ({K.LOW} if height < 1 else {K.OBSTACLE})


@pytest.mark.parametrize(("height", "kind"), [(0.97, K.LOW), (1.0, K.OBSTACLE), (1.03, K.OBSTACLE)])
def test_rise_counts_from_the_platform(height: float, kind: K) -> None:
    """WC-TERR-1: a crate on a deck on posts, all one mesh."""
    posts = [_cube((x, y, 0), (x + 0.2, y + 0.2, 1.9)) for x in (0.2, 3.6) for y in (0.2, 3.6)]
    crate = _cube((1.5, 1.5, 1.95), (2.3, 2.3, 2.0 + height))
    parts = _told(_cube((0, 0, 1.8), (4, 4, 2)), *posts, crate)
    (told,) = (part for part in parts if part.part.solid.bounds[1, 2] > 2.5)
    assert told.part.kinds == {kind}


def test_three_storeys_in_one_mesh_are_three_platforms_and_the_ways_of_each() -> None:
    shell = _cube((0, 0, 0), (5, 4, 8)) - _cube((0.3, 0.3, -1), (4.7, 3.7, 9))
    floors = [_cube((0.2, 0.2, z - 0.2), (4.8, 3.8, z)) for z in (2.5, 5.0)]
    for z, x in ((0.0, 0.8), (2.5, 1.8), (5.0, 2.8)):
        shell -= _cube((x, -1, z or -1), (x + 1.2, 1, z + 1.9))
    roof = _cube((0, 0, 7.3), (5, 4, 7.5))
    parts = _told(shell, *floors, roof, turn=25)
    heights = sorted(part.measures["height"] for part in parts if K.PLATFORM in part.part.kinds)
    assert heights == pytest.approx([2.5, 5.0, 7.5], abs=0.01)
    sills = sorted(part.passage.start[2] for part in parts if part.passage is not None)
    assert sills == pytest.approx([0, 2.5, 5.0], abs=0.01)


# A slope (WC-TERR-1, WC-WALK-1)


@pytest.mark.parametrize("cleats", [False, True])
@pytest.mark.parametrize("degrees", [12, 25, 40])
def test_slope_is_neither_stairs_nor_platform_but_an_obstacle(degrees: float, cleats: bool) -> None:
    """WC-WALK-1 keeps the centre on floor or platform, WC-TERR-1 wants that level: whoever goes up a slope climbs."""
    rise = 4 * np.tan(np.radians(degrees))
    shapes = [m3.CrossSection([np.array([(0, 0), (4, 0), (4, rise)])]).extrude(2).rotate((90, 0, 0))]
    for x in np.arange(0.5, 4, 0.5) if cleats else ():
        z = x * rise / 4
        shapes.append(_cube((x, -2, z - 0.1), (x + 0.1, 0, z + 0.08)))
    parts = _told(*shapes)
    assert not _kinds(parts) & {K.STAIRS, K.PLATFORM, K.LADDER}
    assert _kinds(parts) == ({K.LOW} if rise < 0.9 else {K.OBSTACLE})
    if K.OBSTACLE in _kinds(parts):
        assert any("is a slope" in str(reason) for reason in parts[0].reasons)
        assert parts[0].confidence < 0.75


def test_roof_that_slopes_two_ways_is_a_plain_obstacle() -> None:
    roof = m3.CrossSection([np.array([(0, 0), (3, 0), (3, 1), (1.5, 2.2), (0, 1)])]).extrude(3).rotate((90, 0, 0))
    (part,) = _told(roof)
    assert part.confidence >= 0.9
    assert not any("is a slope" in str(reason) for reason in part.reasons)


# Low terrain that leans on something


def _heap(top: float) -> m3.Manifold:
    stones = [m3.Manifold.cylinder(top, 0.9, 0.55, 7)]
    rng = np.random.default_rng(3)
    for _ in range(9):
        x, y = rng.uniform(-0.7, 0.7, 2)
        stones.append(
            m3.Manifold.cube((0.3, 0.25, top * 0.8)).rotate((0, 0, float(rng.uniform(0, 90)))).translate((x, y, 0))
        )
    return m3.Manifold.batch_boolean(stones, m3.OpType.Add) ^ _cube((-9, -9, 0), (9, 9, 9))


def test_rubble_that_leans_on_a_wall_is_low_and_the_wall_an_obstacle() -> None:
    parts = _told(_cube((0, 0, 0), (6, 0.4, 3)), _heap(0.7).translate((3, 0.7, 0)), turn=40)
    low = _only(parts, K.LOW)
    assert low.part.solid.bounds[1, 2] == pytest.approx(0.7, abs=0.03)
    assert _only(parts, K.OBSTACLE).part.solid.volume == pytest.approx(6 * 0.4 * 3, rel=0.03)


def test_heap_that_grows_high_is_one_obstacle() -> None:
    cone = m3.Manifold.cylinder(1.8, 1.8, 0.1, 30)
    assert _kinds(_told(cone)) == {K.OBSTACLE}


def test_plinth_is_low_and_what_stands_on_it_is_not() -> None:
    parts = _told(_cube((-1, -1, 0), (1, 1, 0.6)), _cube((-0.4, -0.4, 0.5), (0.4, 0.4, 3)), turn=15)
    assert _only(parts, K.LOW).part.solid.volume == pytest.approx(4 * 0.6, rel=0.03)
    assert _only(parts, K.OBSTACLE).part.solid.bounds[0, 2] == pytest.approx(0.6, abs=0.03)


def test_wall_below_a_window_is_no_low_terrain() -> None:
    wall = _cube((0, 0, 0), (5, 0.4, 3)) - _cube((1.5, -1, 0.8), (3, 1, 2.2))
    assert _kinds(_told(wall)) == {K.OBSTACLE}


# Ladders (WC-TERR-4)


@pytest.mark.parametrize("lean", [0, 15, 30])
@pytest.mark.parametrize("radius", [0.035, 0.08])
@pytest.mark.parametrize("turn", mostly_soak([33, 0], quick=1))
def test_ladder_leans_and_has_round_rungs(lean: float, radius: float, turn: float) -> None:
    rails = [_rod((x, 0, 0), (x, 0, 3.4), 0.07) for x in (0.0, 0.7)]
    rungs = [_rod((0, 0, z), (0.7, 0, z), radius) for z in np.arange(0.4, 3.2, 0.4)]
    shapes = [part.rotate((lean, 0, 0)) ^ _cube((-9, -9, 0), (9, 9, 9)) for part in (*rails, *rungs)]
    ladder = _only(_told(*shapes, turn=turn), K.LADDER)
    assert ladder.measures["rungs"] == 7
    assert ladder.measures["spacing"] == pytest.approx(0.4 * np.cos(np.radians(lean)), abs=0.02)


@pytest.mark.parametrize(("rungs", "is_ladder"), [(1, False), (2, False), (3, True)])
def test_ladder_has_three_rungs(rungs: int, is_ladder: bool) -> None:
    rails = [_rod((x, 0, 0), (x, 0, 0.4 * rungs + 0.5), 0.07) for x in (0.0, 0.7)]
    bars = [_rod((0, 0, z), (0.7, 0, z), 0.06) for z in 0.4 * np.arange(1, rungs + 1)]
    assert (K.LADDER in _kinds(_told(*rails, *bars))) == is_ladder


def test_rungs_set_into_a_wall_are_a_ladder() -> None:
    wall = _cube((0, 0, 0), (4, 0.5, 4))
    rungs = [_rod((1.6, -0.12, z), (2.2, -0.12, z), 0.05) for z in np.arange(0.4, 3.9, 0.45)]
    holds = [_rod((x, -0.12, z), (x, 0.2, z), 0.05) for x in (1.6, 2.2) for z in np.arange(0.4, 3.9, 0.45)]
    ladder = _only(_told(wall, *rungs, *holds), K.LADDER)
    assert ladder.measures["rungs"] == 8


# Stairs (WC-TERR-4)


@pytest.mark.parametrize(("rise", "depth", "count"), [(0.2, 0.3, 8), (0.35, 0.5, 4), (0.6, 0.6, 3), (0.5, 0.3, 5)])
@pytest.mark.parametrize("turn", mostly_soak([40, 0], quick=1))
def test_straight_stairs_tell_their_treads(rise: float, depth: float, count: int, turn: float) -> None:
    steps = [_cube((depth * i, 0, 0), (depth * (i + 1), 1.4, rise * (i + 1))) for i in range(count)]
    top = _cube((depth * count, 0, 0), (depth * count + 1.5, 1.4, rise * (count + 1)))
    stairs = _only(_told(*steps, top, turn=turn), K.STAIRS)
    assert stairs.measures["treads"] == count
    assert stairs.measures["tread_height"] == pytest.approx(rise, abs=0.01)
    assert stairs.measures["tread_depth"] == pytest.approx(depth, abs=0.03)


def _spiral(step: float, count: int, rise: float, inner: float, outer: float) -> list[m3.Manifold]:
    """Return steps of ``step`` degrees each that wind up around the origin."""
    made = []
    for k, (a, b) in enumerate(pairwise(np.radians(step) * np.arange(count + 1))):
        arc = np.linspace(a, b + 0.01, 5)
        ring = [*((outer * np.cos(t), outer * np.sin(t)) for t in arc)]
        ring += [(inner * np.cos(t), inner * np.sin(t)) for t in arc[::-1]]
        made.append(m3.CrossSection([np.array(ring)]).extrude(rise * (k + 1)))
    return made


@pytest.mark.parametrize(
    ("step", "count", "inner", "outer"), [(15, 6, 1.2, 2.4), (30, 8, 0.3, 1.6), (22.5, 16, 0.4, 1.8)]
)
def test_winding_stairs_are_stairs(step: float, count: int, inner: float, outer: float) -> None:
    """A quarter turn, two thirds of one, a whole one."""
    stairs = _only(_told(*_spiral(step, count, 0.28, inner, outer), _disc(inner + 0.05, 0, 0.3 * count)), K.STAIRS)
    assert stairs.measures["treads"] >= count - 1
    assert stairs.measures["tread_height"] == pytest.approx(0.28, abs=0.01)


def test_open_treads_on_a_pillar_are_stairs() -> None:
    """Treads that hang: there is air below each."""
    treads = [
        (m3.Manifold.cube((1.5, 0.75, 0.12)).translate((0, -0.37, 0.3 * k + 0.2))).rotate((0, 0, 25 * k))
        for k in range(10)
    ]
    stairs = _only(_told(_disc(0.3, 0, 3.6), *treads), K.STAIRS)
    assert stairs.measures["treads"] >= 8


# Ways through (WC-TERR-5)


def _wall(thick: float, width: float, height: float, *, sill: float = 0.0, round_head: bool = False) -> m3.Manifold:
    wall = _cube((0, 0, 0), (6, thick, 3.6)) - _cube((3 - width / 2, -1, sill or -1), (3 + width / 2, 9, sill + height))
    if round_head:
        head = m3.Manifold.cylinder(20, width / 2, width / 2, 48).rotate((-90, 0, 0)).translate((3, -9, sill + height))
        wall -= head
    return wall


@pytest.mark.parametrize("turn", mostly_soak([17, 0, 45, 200], quick=1))
@pytest.mark.parametrize("thick", [0.12, 0.4, 1.5, 3.0])
def test_way_has_its_width_and_centre_line_in_walls_of_any_thickness_and_turn(thick: float, turn: float) -> None:
    arch = _only(_told(_wall(thick, 1.3, 2.0), turn=turn), K.ARCH)
    assert arch.passage is not None
    assert arch.passage.width == pytest.approx(1.3, abs=0.005)
    assert arch.passage.height == pytest.approx(2.0, abs=0.01)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    ends = np.array([[3 * c, 3 * s, 0], [3 * c - thick * s, 3 * s + thick * c, 0]])
    found = np.array([arch.passage.start, arch.passage.end])
    off = min(float(np.abs(found - ends).max()), float(np.abs(found[::-1] - ends).max()))
    assert off <= 0.05


@pytest.mark.parametrize(("sill", "is_arch"), [(0.0, True), (0.3, True), (0.7, False), (1.2, False)])
def test_sill_makes_a_window(sill: float, is_arch: bool) -> None:
    assert (K.ARCH in _kinds(_told(_wall(0.4, 1.3, 1.8, sill=sill)))) == is_arch


def test_round_headed_way_is_an_arch() -> None:
    arch = _only(_told(_wall(0.6, 1.6, 1.4, round_head=True), turn=12), K.ARCH)
    assert arch.passage is not None
    assert arch.passage.width == pytest.approx(1.6, abs=0.01)
    assert arch.passage.height == pytest.approx(2.15, abs=0.1)


def test_barred_way_is_none() -> None:
    bars = [_rod((2.4 + 0.25 * k, 0.2, -0.1), (2.4 + 0.25 * k, 0.2, 2.1), 0.05) for k in range(6)]
    parts = _told(_wall(0.4, 1.3, 2.0), *(bar ^ _cube((-9, -9, 0), (9, 9, 9)) for bar in bars))
    assert not _kinds(parts) & {K.ARCH, K.DOOR, K.LADDER}
    assert all(part.passage is None for part in parts)


@pytest.mark.parametrize("radius", [1.6, 2.5, 5.0])
@pytest.mark.parametrize("turn", mostly_soak([23, 0, 77], quick=1))
def test_way_through_a_round_wall_is_an_arch(radius: float, turn: float) -> None:
    tower = _disc(radius, 0, 3.5) - _disc(radius - 0.3, -1, 9)
    parts = _told(tower - _cube((-0.6, -9, -1), (0.6, 0, 2.0)), turn=turn)
    arch = _only(parts, K.ARCH)
    assert arch.passage is not None
    assert arch.passage.width == pytest.approx(1.2, abs=0.06)
    start, end = np.array(arch.passage.start), np.array(arch.passage.end)
    way = (end - start)[:2] / np.hypot(*(end - start)[:2])
    outward = np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn))])
    assert abs(float(way @ outward)) > np.cos(np.radians(11))


def test_two_walls_askew_have_each_their_way() -> None:
    first = _wall(0.4, 1.3, 2.0)
    second = _wall(0.4, 1.1, 1.9).rotate((0, 0, 62)).translate((5.9, 0.2, 0))
    widths = sorted(part.passage.width for part in _told(first, second) if part.passage is not None)
    assert widths == pytest.approx([1.1, 1.3], abs=0.01)


def test_upper_doorway_that_leads_into_the_air_is_an_arch_and_an_upper_window_is_none() -> None:
    """Whatever is set before it makes the way; a window has a sill."""
    shell = _cube((0, 0, 0), (5, 4, 5.5)) - _cube((0.3, 0.3, -1), (4.7, 3.7, 9))
    floor = _cube((0.2, 0.2, 2.4), (4.8, 3.8, 2.6))
    shell -= _cube((-1, 1.3, 2.6), (1, 2.5, 4.5)) + _cube((4, 1.3, 3.5), (6, 2.5, 4.6))
    arch = _only(_told(shell, floor), K.ARCH)
    assert arch.passage is not None
    assert arch.passage.start[2] == pytest.approx(2.6, abs=0.01)
    assert arch.confidence < 0.9


# Doors (WC-TERR-5)


@pytest.mark.parametrize("turn", [0, 28])
@pytest.mark.parametrize("thick", [0.4, 1.4])
def test_leaf_fused_with_its_frame_is_a_door(thick: float, turn: float) -> None:
    leaf = _cube((2.3, thick / 2 - 0.06, 0), (3.7, thick / 2 + 0.06, 2.05))
    parts = _told(_wall(thick, 1.3, 2.0), leaf, turn=turn)
    door = _only(parts, K.DOOR)
    assert door.part.kinds == {K.DOOR}
    assert door.part.solid.volume == pytest.approx(1.3 * 2.0 * 0.12, rel=0.08)
    assert door.passage is not None
    assert door.passage.width == pytest.approx(1.3, abs=0.02)
    assert K.ARCH not in _kinds(parts)


def test_leaf_flush_with_its_wall_on_one_side_is_a_door_less_surely() -> None:
    parts = _told(_wall(0.4, 1.3, 2.0), _cube((2.3, 0, 0), (3.7, 0.15, 2.05)))
    both = _told(_wall(0.4, 1.3, 2.0), _cube((2.3, 0.14, 0), (3.7, 0.26, 2.05)))
    assert _only(parts, K.DOOR).confidence < _only(both, K.DOOR).confidence


def test_leaf_in_a_round_headed_frame_is_cut_along_its_arch() -> None:
    leaf = _cube((2.1, 0.14, 0), (3.9, 0.26, 3.0))
    door = _only(_told(_wall(0.4, 1.4, 1.3, round_head=True), leaf), K.DOOR)
    assert door.part.solid.volume == pytest.approx((1.4 * 1.3 + np.pi * 0.49 / 2) * 0.12, rel=0.1)


def test_leaf_with_ledges_and_a_handle_keeps_them() -> None:
    leaf = _cube((2.3, 0.24, 0), (3.7, 0.36, 2.05))
    ledges = [_cube((2.4, 0.2, z), (3.6, 0.4, z + 0.15)) for z in (0.3, 1.5)]
    handle = _cube((3.4, 0.16, 0.95), (3.5, 0.3, 1.1))
    door = _only(_told(_wall(0.6, 1.3, 2.0), leaf, *ledges, handle), K.DOOR)
    assert door.part.solid.volume == pytest.approx(1.3 * 2.0 * 0.12 + 2 * 1.2 * 0.15 * 0.08, rel=0.08)


def _with_shell(wall: m3.Manifold, leaf: Solid) -> ImportedBody:
    """Return both as one body of two surfaces."""
    first = _joined(wall)
    faces = np.concatenate([first.faces, leaf.faces + len(first.vertices)])
    return ImportedBody("", Solid(np.concatenate([first.vertices, leaf.vertices]), faces.astype(np.int32)))


@pytest.mark.parametrize("gap", [0.004, 0.02, 0.08])
def test_leaf_that_nearly_touches_its_frame_is_a_door(gap: float) -> None:
    leaf = box((2.35 + gap, 0.14, 0), (3.65 - gap, 0.26, 2.0 - gap))
    door = _only(classify((_with_shell(_wall(0.4, 1.3, 2.0), leaf),)), K.DOOR)
    assert door.part.solid.volume == pytest.approx(leaf.volume)


@pytest.mark.parametrize("degrees", [0, 20, 50, 90, 110])
def test_leaf_ajar_is_a_door_and_its_way_leads_straight_through_the_frame(degrees: float) -> None:
    leaf = _joined(m3.Manifold.cube((1.26, 0.12, 1.96)).rotate((0, 0, degrees)).translate((2.38, 0.25, 0.01)))
    parts = classify((_with_shell(_wall(0.4, 1.3, 2.0), leaf),))
    door = _only(parts, K.DOOR)
    assert door.part.solid.volume == pytest.approx(leaf.volume)
    assert door.passage is not None
    assert abs(door.passage.end[0] - door.passage.start[0]) < 0.05
    assert K.ARCH not in _kinds(parts)


def test_door_carved_on_a_solid_block_and_a_niche_are_none() -> None:
    block = _cube((0, 0, 0), (4, 4, 3)) - _cube((0.5, -1, -1), (1.8, 0.3, 2)) - _cube((2.3, -1, -1), (3.4, 0.6, 1.9))
    relief = _cube((0.5, 0.2, 0), (1.8, 0.5, 2.0))
    assert not _kinds(_told(block, relief)) & {K.DOOR, K.ARCH}


def test_panels_between_timbers_are_no_doors() -> None:
    """A timbered wall: sills, posts and plaster set back between them on both sides."""
    posts = [_cube((x, 0, 0), (x + 0.2, 0.3, 3)) for x in (0, 1.3, 2.6, 3.9)]
    rails = [_cube((0, 0, z), (4.1, 0.3, z + 0.2)) for z in (0.0, 2.8)]
    assert _kinds(_told(*posts, *rails, _cube((0, 0.1, 0), (4.1, 0.2, 3)))) == {K.OBSTACLE}


# Deadly, unclimbable (WC-TERR-2, 3)


@pytest.mark.parametrize("turn", [0, 30])
def test_spiked_fence_between_piers_is_deadly_and_the_piers_are_not(turn: float) -> None:
    spears = [_rod((0.9 + 0.3 * k, 0, 0), (0.9 + 0.3 * k, 0, 1.5), 0.06) for k in range(12)]
    spears += [m3.Manifold.cylinder(0.4, 0.1, 0.005, 12).translate((0.9 + 0.3 * k, 0, 1.4)) for k in range(12)]
    rails = [_cube((0.3, -0.05, z), (4.9, 0.05, z + 0.1)) for z in (0.4, 1.2)]
    piers = [_cube((x, -0.3, 0), (x + 0.6, 0.3, 2.2)) for x in (0, 4.6)]
    parts = _told(*spears, *rails, *piers, turn=turn)
    assert _only(parts, K.DEADLY).measures["spikes"] == 12
    assert sum(part.part.kinds == {K.OBSTACLE} for part in parts) == 2


def test_battlements_are_no_spikes() -> None:
    wall = [_cube((0, 0, 0), (6, 0.4, 2)), *(_cube((x, 0, 1.9), (x + 0.4, 0.4, 2.5)) for x in np.arange(0, 6, 0.8))]
    assert K.DEADLY not in _kinds(_told(*wall))


def test_gate_of_pointed_logs_is_a_door_first() -> None:
    """WC-TERR-2 speaks of walls and fences: what opens is a door, whatever its top is like."""

    def log(x: float, top: float) -> m3.Manifold:
        return _rod((x, 0, 0), (x, 0, top), 0.15) + m3.Manifold.cylinder(0.5, 0.15, 0.005, 16).translate(
            (x, 0, top - 0.05)
        )

    palings = [log(0.15 + 0.28 * k, 2.0) for k in range(6)] + [log(3.95 + 0.28 * k, 2.0) for k in range(6)]
    posts = [_rod((x, 0, 0), (x, 0, 3.0), 0.2) for x in (1.85, 3.65)]
    rails = [_cube((a, 0.08, z), (b, 0.2, z + 0.15)) for a, b in ((0.1, 1.8), (3.7, 5.4)) for z in (0.5, 1.4)]
    leaf = _joined(*(log(2.21 + 0.27 * k, 1.7) for k in range(5)), _cube((2.06, 0.02, 0.5), (3.44, 0.14, 0.65)))
    frame = _joined(*palings, *posts, *rails, _cube((1.7, -0.2, 2.7), (3.8, 0.2, 3.0)))
    faces = np.concatenate([frame.faces, leaf.faces + len(frame.vertices)]).astype(np.int32)
    parts = classify((ImportedBody("", Solid(np.concatenate([frame.vertices, leaf.vertices]), faces)),))
    assert _only(parts, K.DOOR).part.solid.volume == pytest.approx(leaf.volume, rel=0.01)
    assert K.DEADLY in _kinds(parts)


def test_bush_of_stems_is_not_climbed_and_not_deadly() -> None:
    stems = [_disc(0.5, 0, 0.3)]
    for k in range(8):
        a = 0.785 * k
        stems.append(
            _rod((0.2 * np.cos(a), 0.2 * np.sin(a), 0.1), (1.1 * np.cos(a), 1.1 * np.sin(a), 1.6 + 0.1 * k), 0.06)
        )
    assert _kinds(_told(*stems)) == {K.UNCLIMBABLE}


def test_fountain_in_its_basin_is_not_climbed_and_the_basin_is_low() -> None:
    """WC-TERR-3 names fountains."""
    basin = _disc(1.5, 0, 0.6) - _disc(1.25, 0.2, 9)
    stem = m3.Manifold.cylinder(2.0, 0.35, 0.18, 32).translate((0, 0, 0.1))
    parts = _told(basin, stem, m3.Manifold.cylinder(0.4, 0.2, 0.7, 32).translate((0, 0, 1.7)), _disc(0.12, 2.0, 2.9))
    assert _only(parts, K.UNCLIMBABLE).part.solid.bounds[1, 2] == pytest.approx(2.9)
    assert _only(parts, K.LOW).part.solid.bounds[1, 0] == pytest.approx(1.5, abs=0.02)
