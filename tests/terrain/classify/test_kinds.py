"""Parts told from plain shapes worked out by hand (WC-TERR-1 to 5)."""

from collections.abc import Sequence

import manifold3d as m3
import numpy as np
import pytest

from warcry3d.geom.mend import mend
from warcry3d.geom.shapes import box, cylinder
from warcry3d.geom.solid import Solid
from warcry3d.table.kinds import PartKind
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Piece
from warcry3d.terrain.classify import classify
from warcry3d.terrain.classify.leaves import shells
from warcry3d.terrain.classify.names import kind_in_name, part_id
from warcry3d.terrain.editing.edits import SetKinds, replayed
from warcry3d.terrain.editing.targets import surface_distance
from warcry3d.terrain.importing import piece_of
from warcry3d.terrain.parts import Classified, ImportedBody

K = PartKind
Corner = tuple[float, float, float]


def _joined(*shapes: m3.Manifold) -> Solid:
    mesh = m3.Manifold.batch_boolean(list(shapes), m3.OpType.Add).to_mesh64()
    return mend(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64)).solid


def _cube(low: Corner, high: Corner) -> m3.Manifold:
    return m3.Manifold.cube(np.subtract(high, low).tolist()).translate(low)


def _only(parts: tuple[Classified, ...], kind: PartKind) -> Classified:
    (part,) = (part for part in parts if kind in part.part.kinds)
    return part


def _kinds(parts: tuple[Classified, ...]) -> set[PartKind]:
    return {kind for part in parts for kind in part.part.kinds}


def _wall_with_opening(width: float, height: float, *, sill: float = 0.0) -> Solid:
    x = (6 - width) / 2
    return _joined(_cube((0, 0, 0), (6, 0.4, 3)) - _cube((x, -1, sill or -1), (x + width, 1, sill + height)))


@pytest.mark.parametrize(("height", "kind"), [(0.97, K.LOW), (1.0, K.OBSTACLE), (1.03, K.OBSTACLE)])
def test_what_rises_less_than_an_inch_is_low(height: float, kind: PartKind) -> None:
    """WC-TERR-1."""
    (part,) = classify((ImportedBody("", box((0, 0, 0), (3, 0.4, height))),))
    assert part.part.kinds == {kind}
    assert f"{height:.2f}" in str(part.reasons[0])


@pytest.mark.parametrize(("side", "is_platform"), [(0.9, False), (1.0, True), (1.2, True)])
def test_a_top_that_holds_the_square_is_a_platform(side: float, is_platform: bool) -> None:
    """WC-TERR-1."""
    (part,) = classify((ImportedBody("", box((0, 0, 0), (side, 3, 2))),))
    assert (K.PLATFORM in part.part.kinds) == is_platform
    assert K.OBSTACLE in part.part.kinds


def test_a_platform_says_which_bases_stand_on_it() -> None:
    (part,) = classify((ImportedBody("", box((0, 0, 0), (1.4, 3, 2))),))
    assert part.measures["height"] == pytest.approx(2)
    assert [part.measures[f"stands_{mm}_mm"] for mm in (25, 32, 40)] == [1, 1, 0]


def test_a_floor_under_a_low_ceiling_is_no_platform() -> None:
    posts = [_cube((x, y, 2), (x + 0.1, y + 0.1, 3)) for x in (0, 2.9) for y in (0, 2.9)]
    parts = classify((ImportedBody("", _joined(_cube((0, 0, 0), (3, 3, 2.1)), *posts, _cube((0, 0, 2.7), (3, 3, 3)))),))
    heights = [part.measures["height"] for part in parts if K.PLATFORM in part.part.kinds]
    assert heights == pytest.approx([3.0])


def test_what_stands_on_a_platform_rises_from_there() -> None:
    """WC-TERR-1: above floor or platform."""
    solid = _joined(_cube((0, 0, 0), (4, 4, 2)), _cube((0.2, 0.2, 1.9), (0.9, 0.9, 2.8)))
    parts = classify((ImportedBody("", solid),))
    low = _only(parts, K.LOW)
    assert low.measures["rise"] == pytest.approx(0.8, abs=0.02)
    assert _only(parts, K.PLATFORM).part.kinds == {K.PLATFORM, K.OBSTACLE}


def test_an_opening_to_walk_through_is_an_arch_with_its_way() -> None:
    """WC-TERR-5: straight through the middle."""
    arch = _only(classify((ImportedBody("", _wall_with_opening(1.4, 2.0)),)), K.ARCH)
    assert arch.passage is not None
    assert arch.passage.width == pytest.approx(1.4, abs=0.05)
    assert arch.passage.height == pytest.approx(2.0, abs=0.01)
    ends = np.array(sorted([arch.passage.start, arch.passage.end], key=lambda end: end[1]))
    np.testing.assert_allclose(ends, [(3, 0, 0), (3, 0.4, 0)], atol=0.05)


@pytest.mark.parametrize(
    ("width", "height", "sill"),
    [(0.5, 2.0, 0.0), (1.4, 0.9, 0.0), (1.4, 1.5, 0.9)],
    ids=["too narrow", "too low", "a window"],
)
def test_other_openings_are_no_arch(width: float, height: float, sill: float) -> None:
    parts = classify((ImportedBody("", _wall_with_opening(width, height, sill=sill)),))
    assert _kinds(parts) == {K.OBSTACLE}
    assert all(part.passage is None for part in parts)


def test_a_leaf_that_fills_an_opening_is_a_door() -> None:
    """WC-TERR-5."""
    leaf = box((2.31, 0.1, 0), (3.69, 0.25, 1.98))
    parts = classify((ImportedBody("", _wall_with_opening(1.4, 2.0)), ImportedBody("", leaf)))
    door = _only(parts, K.DOOR)
    assert door.part.id == "door-1"
    assert door.part.solid.volume == pytest.approx(leaf.volume)
    assert door.passage is not None
    assert K.ARCH not in _kinds(parts)


def test_a_leaf_within_one_mesh_is_found_as_well() -> None:
    wall, leaf = _wall_with_opening(1.4, 2.0), box((2.31, 0.1, 0), (3.69, 0.25, 1.98))
    faces = np.concatenate([wall.faces, leaf.faces + len(wall.vertices)])
    parts = classify((ImportedBody("", Solid(np.concatenate([wall.vertices, leaf.vertices]), faces)),))
    assert _only(parts, K.DOOR).part.solid.volume == pytest.approx(leaf.volume)


def test_stairs_say_how_high_and_deep_their_treads_are() -> None:
    """WC-TERR-4."""
    steps = [_cube((0.5 * i, 0, 0), (4, 1.5, 0.4 * (i + 1))) for i in range(5)]
    parts = classify((ImportedBody("", _joined(*steps, _cube((2.5, 0, 0), (4, 1.5, 2.4)))),))
    stairs = _only(parts, K.STAIRS)
    assert stairs.part.kinds == {K.STAIRS}
    assert stairs.measures["treads"] == 5
    assert stairs.measures["tread_height"] == pytest.approx(0.4, abs=0.01)
    assert stairs.measures["tread_depth"] == pytest.approx(0.5, abs=0.05)
    assert stairs.part.solid.bounds[1] == pytest.approx((2.5, 1.5, 2.0), abs=0.06)


def test_stairs_may_end_in_a_landing_too_short_for_a_platform() -> None:
    """WC-TERR-4: a lone piece of steps often has a deeper last one."""
    steps = [_cube((0.32 * i, 0, 0), (3.0, 1.57, 0.24 * (i + 1))) for i in range(8)]
    stairs = _only(classify((ImportedBody("", _joined(*steps)),)), K.STAIRS)
    assert stairs.measures["treads"] == 8


def test_a_passage_over_a_floor_takes_no_wafer_of_it_along() -> None:
    """WC-TERR-5: a tile with a wall and a doorway; what is left of the floor beside it floats nowhere."""
    wall = [_cube((0, 0, 0.2), (1.2, 0.3, 2)), _cube((2.4, 0, 0.2), (4, 0.3, 2)), _cube((0, 0, 1.6), (4, 0.3, 2))]
    parts = classify((ImportedBody("", _joined(_cube((0, 0, 0), (4, 4, 0.24)), *wall)),))
    arch = _only(parts, K.ARCH)
    assert arch.part.solid.bounds[0, 2] >= 0.24
    assert shells(arch.part.solid)[0] == 1


@pytest.mark.parametrize("name", ["room_with_door", "grass_hut"])
def test_a_name_that_speaks_of_something_at_it_is_not_what_the_whole_body_is(name: str) -> None:
    (part,) = classify((ImportedBody(name, box((0, 0, 0), (3, 3, 2.5))),))
    assert K.OBSTACLE in part.part.kinds and not part.part.kinds & {K.DOOR, K.SCENERY}


@pytest.mark.parametrize(
    ("name", "size", "kind"), [("door", (1.4, 0.2, 2), K.DOOR), ("moss", (1.4, 1.2, 0.2), K.SCENERY)]
)
def test_a_name_that_fits_the_shape_is_believed(name: str, size: tuple[float, ...], kind: PartKind) -> None:
    (part,) = classify((ImportedBody(name, box((0, 0, 0), size)),))
    assert part.part.kinds == {kind}


def test_a_ramp_is_no_stairs() -> None:
    flat = m3.CrossSection([np.array([(0, 0), (4, 0), (4, 2)])]).extrude(2).rotate((90, 0, 0))
    assert _kinds(classify((ImportedBody("", _joined(flat)),))) == {K.OBSTACLE}


@pytest.mark.parametrize(("rungs", "is_ladder"), [(2, False), (4, True)])
def test_rungs_make_a_ladder(rungs: int, is_ladder: bool) -> None:
    """WC-TERR-4."""
    rails = [_cube((x, 0, 0), (x + 0.1, 0.12, 0.4 * rungs + 0.4)) for x in (0, 0.7)]
    bars = [_cube((0, 0.02, z), (0.8, 0.1, z + 0.08)) for z in np.arange(1, rungs + 1) * 0.4]
    parts = classify((ImportedBody("", _joined(*rails, *bars)),))
    assert (K.LADDER in _kinds(parts)) == is_ladder
    if is_ladder:
        (part,) = parts
        assert part.measures["rungs"] == rungs
        assert part.measures["spacing"] == pytest.approx(0.4, abs=0.01)


def test_a_row_of_points_is_suggested_to_be_deadly() -> None:
    """WC-TERR-2."""
    cones = [m3.Manifold.cylinder(1.5, 0.2, 0.005, 12).translate((0.5 * i, 0, 0)) for i in range(7)]
    parts = classify((ImportedBody("", _joined(*cones, _cube((-0.1, -0.1, 0), (3.1, 0.1, 0.3)))),))
    assert _kinds(parts) == {K.DEADLY}
    assert parts[0].measures["spikes"] == 7


def test_a_smooth_column_is_an_obstacle_like_any_other() -> None:
    """WC-TERR-3 names what cannot be climbed; a column is not among it."""
    assert _kinds(classify((ImportedBody("", cylinder((0, 0), 0.4, (0, 3))),))) == {K.OBSTACLE}


def test_a_name_is_heard_and_kept() -> None:
    (part,) = classify((ImportedBody("Leiter_links", box((0, 0, 0), (0.6, 0.2, 3))),))
    assert part.part.id == "Leiter_links"
    assert part.part.kinds == {K.LADDER}
    assert part.confidence < 0.7
    assert any("neither rungs nor treads" in str(reason) for reason in part.reasons)


def test_a_name_that_the_shape_bears_out_is_surer() -> None:
    leaf = box((2.31, 0.1, 0), (3.69, 0.25, 1.98))
    named = classify((ImportedBody("wall", _wall_with_opening(1.4, 2.0)), ImportedBody("door_left", leaf)))
    plain = classify((ImportedBody("", _wall_with_opening(1.4, 2.0)), ImportedBody("", leaf)))
    assert _only(named, K.DOOR).part.id == "door_left"
    assert _only(named, K.DOOR).confidence > _only(plain, K.DOOR).confidence


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("door_left", K.DOOR),
        ("DoorLeft", K.DOOR),
        ("TREPPE.002", K.STAIRS),
        ("梯子-1", K.LADDER),
        ("outdoor", None),
        ("wallaby", None),
        ("door frame", None),
        ("", None),
        ("Object_12", None),
    ],
)
def test_names_speak_in_whole_words(name: str, kind: PartKind | None) -> None:
    said = kind_in_name(name)
    assert (said[0] if said else None) == kind


def test_ids_have_no_slashes() -> None:
    assert part_id("a/b\\c\n") == "a-b-c"


def test_the_same_name_twice_gives_two_ids() -> None:
    parts = classify(
        (ImportedBody("crate", box((0, 0, 0), (2, 2, 2))), ImportedBody("crate", box((5, 0, 0), (7, 2, 2))))
    )
    assert sorted(part.part.id for part in parts) == ["crate", "crate-1"]


def _said_of(bodies: Sequence[ImportedBody], *said: SetKinds) -> Piece:
    return replayed(piece_of("walls", classify(bodies), None), said)


def test_what_a_person_said_of_a_part_wins() -> None:
    """WC-TERR-6."""
    said = SetKinds(frozenset({K.UNCLIMBABLE}), part="wall-1")
    (part,) = _said_of((ImportedBody("", box((0, 0, 0), (3, 0.4, 2))),), said).parts
    assert part.kinds == {K.UNCLIMBABLE}
    assert part.judged is not None and part.judged.confidence == 1
    assert "obstacle" in str(part.judged.reasons[0])


def test_what_a_person_said_of_a_place_outlives_a_changed_mesh() -> None:
    """WC-TERR-6."""
    said = SetKinds(frozenset({K.DEADLY}), places=((5.0, 0.2, 2.0),))
    for top in (2.0, 2.4):
        bodies = (ImportedBody("", box((0, 0, 0), (2, 0.4, 2))), ImportedBody("", box((4, 0, 0), (6, 0.4, top))))
        (deadly,) = [part for part in _said_of(bodies, said).parts if K.DEADLY in part.kinds]
        assert deadly.solid.bounds[0, 0] == pytest.approx(4)


def test_what_a_person_said_of_no_part_changes_none_and_is_told() -> None:
    here = SetKinds(frozenset({K.DEADLY}), part="wall-1")
    by_name = SetKinds(frozenset({K.LOW}), part="wall-9")
    by_place = SetKinds(frozenset({K.LOW}), places=((9.0, 0.0, 0.0),))
    piece = _said_of((ImportedBody("", box((0, 0, 0), (3, 0.4, 2))),), here, by_name, by_place)
    assert piece.parts[0].kinds == {K.DEADLY}
    assert piece.unmet == (by_name, by_place)


def _pole(radius: float, height: float, *, sides: int = 24) -> ImportedBody:
    angle = np.arange(sides) * (2 * np.pi / sides)
    rim = np.column_stack([np.cos(angle), np.sin(angle), np.zeros(sides)])
    ends = [radius * rim, radius * rim + (0, 0, height), np.array([[0, 0, 0], [0, 0, height]])]
    k, after = np.arange(sides), (np.arange(sides) + 1) % sides
    foot, top = np.full(sides, 2 * sides), np.full(sides, 2 * sides + 1)
    rings = [
        (foot, after, k),
        (top, k + sides, after + sides),
        (k, after, after + sides),
        (k, after + sides, k + sides),
    ]
    faces = np.concatenate([np.stack(ring, 1) for ring in rings])
    return ImportedBody("", Solid(np.concatenate(ends), faces.astype(np.int32)))


def test_mast_is_suggested_not_to_be_climbed() -> None:
    """Round and thin: 0.3 in across and 4 in tall."""
    (mast,) = classify((_pole(0.15, 4.0),))
    assert mast.part.kinds == {K.UNCLIMBABLE}
    assert str(mast.reasons[0]).startswith("round and thin, 0.3")
    assert mast.confidence < 0.7


@pytest.mark.parametrize(
    "body",
    [_pole(0.3, 4.0), _pole(0.15, 1.3), ImportedBody("", box((0, 0, 0), (0.25, 0.25, 4)))],
    ids=["a column", "a bollard", "a square post"],
)
def test_what_is_thick_short_or_square_is_no_mast(body: ImportedBody) -> None:
    (part,) = classify((body,))
    assert part.part.kinds == {K.OBSTACLE}


def test_distance_to_a_surface_is_to_faces_edges_and_corners() -> None:
    places = np.array([(0.5, 0.5, 2.0), (2.0, 0.5, 2.0), (2.0, 2.0, 2.0), (0.5, 0.5, 0.9)])
    found = surface_distance(box((0, 0, 0), (1, 1, 1)), places)
    np.testing.assert_allclose(found, [1, np.sqrt(2), np.sqrt(3), 0.1])


def test_colours_go_with_the_parts() -> None:
    """A floor red from above stays so; the rest stays grey."""
    solid = _joined(_cube((0, 0, 0), (4, 0.3, 4)), _cube((0, 0.1, 2), (4, 3, 2.3)))
    is_top = (solid.normals[:, 2] > 0.9) & (np.abs(solid.triangles[:, :, 2].mean(axis=1) - 2.3) < 1e-6)
    colours = np.where(is_top[:, None], [200, 0, 0], [90, 90, 90]).astype(np.uint8)
    parts = classify((ImportedBody("", solid, Skin(colours, np.zeros(len(colours), dtype=np.uint8))),))
    floor = _only(parts, K.PLATFORM).part
    assert floor.skin is not None
    assert len(floor.skin.colours) == len(floor.solid.faces)
    up = (floor.solid.normals[:, 2] > 0.9) & (np.abs(floor.solid.triangles[:, :, 2] - 2.3).max(axis=1) < 1e-6)
    assert up.any()
    assert (floor.skin.colours[up] == [200, 0, 0]).all()
