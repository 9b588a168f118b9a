"""What stops lines: which parts and figures, united where they touch, and whose each face is."""

from dataclasses import fields, replace

import numpy as np
import pytest

from tests import zoo
from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement, Solid
from warcry3d.sight import blockers, figure_mesh
from warcry3d.sight.blockers import Blockers, blockers_of, with_figures
from warcry3d.table.models import Tag
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature

ALL = frozenset(Tag)


def wall(id: str, low: tuple[float, ...], high: tuple[float, ...], *kinds: str) -> Feature:
    return zoo.feature(id, zoo.box_part("stones", low, high, *kinds))


def held(found: Blockers, group: int) -> Solid:
    """Return a group's surface; a `Solid` refuses one that is not closed."""
    faces = found.mesh.faces[found.faces(group)]
    used, renamed = np.unique(faces, return_inverse=True)
    return Solid(found.mesh.vertices[used], renamed.reshape(-1, 3).astype(np.int32))


def test_terrain_comes_first_then_each_figure_in_the_order_of_the_models() -> None:
    table = zoo.table(zoo.fighter("b", (9, 9)), wall("w", (2, 2, 0), (3, 3, 2)), zoo.fighter("a", (5, 5)))
    found = blockers_of(table, ALL)
    assert found.names == ("w/stones", "b", "a")
    assert [found.name(int(found.faces(i)[0])) for i in range(3)] == ["w/stones", "b", "a"]
    assert held(found, 0).bounds.tolist() == [[2, 2, 0], [3, 3, 2]]
    for group, model in enumerate(table.models, 1):
        assert held(found, group).bounds == pytest.approx(model.solids[0].bounds)


def test_of_figures_only_parts_with_the_tags_count() -> None:
    body, spear, flag = (shapes.box((x, 0, 0), (x + 0.2, 0.2, 1 + x)) for x in (0.0, 1.0, 2.0))
    armed = zoo.figure(body, spear, flag, tags=["body", "weapon", "banner"])
    table = zoo.table(zoo.fighter("a", (5, 5), shape=armed), zoo.fighter("b", (9, 9)))
    heights = {}
    for tags in (ALL, {Tag.BODY}, {Tag.BODY, Tag.WEAPON}, {Tag.BANNER}):
        found = blockers_of(table, frozenset(tags))
        heights[frozenset(tags)] = held(found, 1).bounds[1, 2] if found.mesh.roots[1] >= 0 else None
    assert list(heights.values()) == [3, 1, 2, 3]


def test_a_figure_of_which_nothing_counts_is_a_group_of_nothing() -> None:
    table = zoo.table(zoo.fighter("a", (5, 5), shape=zoo.figure(shapes.box((0, 0, 0), (1, 1, 1)), tags=["weapon"])))
    found = blockers_of(table, frozenset({Tag.BODY}))
    assert found.mesh.roots.tolist() == [-1, -1]
    assert len(found.faces(1)) == 0


def test_neither_openings_nor_scenery_nor_doors_that_stand_open_block() -> None:
    kept = zoo.box_part("frame", (0, 0, 0), (1, 1, 3), "obstacle")
    opening = zoo.part("way", shapes.box((3, 0, 0), (4, 1, 3)), "arch", is_opening=True)
    door = zoo.box_part("door", (6, 0, 0), (7, 1, 3), "door")
    moss = zoo.box_part("moss", (9, 0, 0), (10, 1, 3), "scenery")
    for state, names in (("open", {"gate/frame"}), ("closed", {"gate/frame", "gate/door"})):
        gate = zoo.feature("gate", kept, opening, door, moss, state={"door": state})
        found = blockers_of(zoo.table(gate), ALL)
        assert {found.name(f) for f in found.faces(0).tolist()} == names


def test_walls_pushed_together_are_one_surface_that_names_both() -> None:
    table = zoo.table(wall("left", (0, 0, 0), (1, 2, 2)), wall("right", (0, 2, 0), (1, 4, 2)))
    found = blockers_of(table, ALL)
    whole = held(found, 0)
    assert whole.volume == pytest.approx(8)
    assert not (np.abs(found.mesh.normals[:, 1]) > 0.5)[np.abs(whole.triangles[..., 1] - 2).max(axis=1) < 1e-9].any()
    for face, normal, corners in zip(found.faces(0), found.mesh.normals, whole.triangles, strict=True):
        if abs(normal[1]) < 0.5:
            assert found.name(int(face)) == ("left/stones" if corners[:, 1].mean() < 2 else "right/stones")


def test_walls_that_overlap_are_united_and_walls_apart_are_not_touched() -> None:
    over = [wall("a", (0, 0, 0), (3, 1, 2)), wall("b", (1, -1, 0), (2, 2, 3))]
    apart = wall("c", (9, 9, 0), (10, 10, 1))
    found = blockers_of(zoo.table(*over, apart), ALL)
    assert held(found, 0).volume == pytest.approx(6 + 9 - 2 + 1)
    own = [f for f in found.faces(0).tolist() if found.name(f) == "c/stones"]
    assert len(own) == 12


def test_what_cannot_be_united_is_kept_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from warcry3d.errors import MeshError
    from warcry3d.geom import unite

    def refuse(solids: object) -> None:
        raise MeshError("no")

    monkeypatch.setattr(unite, "unite", refuse)
    monkeypatch.setenv("WARCRY3D_CACHE", "")  # these two were united by another test
    found = blockers_of(zoo.table(wall("a", (0, 0, 0), (3, 1, 2)), wall("b", (1, -1, 0), (2, 2, 3))), ALL)
    assert held(found, 0).volume == pytest.approx(15)
    assert [found.name(f) for f in found.faces(0).tolist()].count("b/stones") == 12


def test_uniting_is_remembered_by_what_is_united(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))

    def table() -> Table:
        return zoo.table(wall("a", (0, 0, 0), (3, 1, 2)), wall("b", (1, -1, 0), (2, 2, 3)))

    first = blockers_of(table(), ALL)
    monkeypatch.setattr("warcry3d.geom.unite.unite", None)
    again = blockers_of(table(), ALL)
    assert np.array_equal(first.mesh.vertices, again.mesh.vertices)
    assert np.array_equal(first.which, again.which)


def test_trees_are_built_once_for_all_places_and_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for module in (blockers, figure_mesh):
        monkeypatch.setattr(module, "mesh_of", lambda solids, **rest: made.append(solids) or real(solids, **rest))
    table = zoo.table(wall("w", (2, 2, 0), (3, 3, 2)), zoo.fighter("a", (5, 5)), zoo.fighter("b", (9, 9)))
    blockers_of(table, ALL)
    assert len(made) == 3
    moved = table.placing("a", Placement((6.0, 5.0, 0.0), 0.5))
    found = blockers_of(moved, ALL)
    assert len(made) == 3
    assert held(found, 1).bounds == pytest.approx(moved.model("a").solids[0].bounds)
    assert held(found, 2).bounds == pytest.approx(table.model("b").solids[0].bounds)
    blockers_of(moved, frozenset({Tag.BODY}))
    assert len(made) == 5  # other parts of both figures; the terrain is the same


real = blockers.mesh_of


def test_moved_figures_join_the_mesh_as_if_it_were_made_anew() -> None:
    far, spear = zoo.fighter("far", (9, 9)), zoo.figure(shapes.box((0, 0, 0), (1, 1, 1)), tags=["weapon"])
    bare = zoo.fighter("bare", (12, 9), shape=spear)
    tags, stones = frozenset({Tag.BODY}), wall("w", (2, 2, 0), (3, 3, 2))
    first = zoo.table(far, bare, stones, zoo.fighter("a", (5, 5)))
    before = blockers_of(first, tags)
    kept = before.mesh.vertices.copy()
    for at in ((6.0, 5.5, 0.0), (1.0, 7.0, 2.0)):
        moved = replace(first, models=tuple(m.moved(Placement(at, 0.4)) if m.id == "a" else m for m in first.models))
        found = blockers_of(moved, tags)
        assert found.mesh.faces is before.mesh.faces, "made anew"
        anew = blockers_of(replace(moved, terrain=Terrain(first.terrain.features)), tags)
        for one in fields(found.mesh):
            assert np.array_equal(getattr(found.mesh, one.name), getattr(anew.mesh, one.name)), one.name
        assert (found.names, found.first, found.deviations) == (anew.names, anew.first, anew.deviations)
        assert np.array_equal(found.which, anew.which)
        assert [part.tolist() for part in found.off] == [part.tolist() for part in anew.off]
    assert np.array_equal(before.mesh.vertices, kept)


def test_another_figure_makes_the_mesh_anew() -> None:
    table = zoo.table(wall("w", (2, 2, 0), (3, 3, 2)), zoo.fighter("a", (5, 5)), zoo.fighter("b", (9, 9)))
    before = blockers_of(table, ALL)
    one, other = table.models
    swapped = blockers_of(replace(table, models=(other, one)), ALL)
    assert swapped.names == ("w/stones", "b", "a")
    assert swapped.mesh.faces is not before.mesh.faces
    armed = zoo.fighter("a", (5, 5), shape=zoo.figure(shapes.box((0, 0, 0), (0.3, 0.3, 2))))
    assert held(blockers_of(replace(table, models=(armed, other)), ALL), 1).bounds[1, 2] == pytest.approx(2)


def test_figures_beside_blockers_are_groups_as_if_they_were_models_of_the_table() -> None:
    table = zoo.table(wall("w", (2, 2, 0), (3, 3, 2)), zoo.fighter("a", (5, 5)))
    more = (zoo.fighter("b", (9, 9)), zoo.fighter("c", (7, 3), tall=2.0))
    before = blockers_of(table, ALL)
    found = with_figures(before, more, ALL)
    expected = blockers_of(replace(table, models=(*table.models, *more)), ALL)
    assert (found.names, found.first, found.deviations) == (expected.names, expected.first, expected.deviations)
    assert found.which.tolist() == expected.which.tolist() and found.digest == expected.digest
    for field in fields(found.mesh):
        assert np.array_equal(getattr(found.mesh, field.name), getattr(expected.mesh, field.name)), field.name
    assert found.terrain is before.terrain is expected.terrain


def test_figures_at_places_take_so_much_memory_and_no_more() -> None:
    figures = [zoo.fighter(str(n), (5, 5)).figure for n in range(6)]
    one = figure_mesh.placed_figure_mesh(figures[0], Placement()).placed_bytes
    meshes = figure_mesh.PlacedMeshes(int(3.5 * one))
    places = [(figure, Placement(), ALL) for figure in figures]
    first, *_ = made = [meshes.of(place) for place in places[:3]]
    assert [meshes.of(place) for place in places[:3]] == made and meshes.bytes == 3 * one
    meshes.of(places[0])
    for place in places[3:]:
        meshes.of(place)
        assert meshes.bytes == 3 * one
    assert meshes.of(places[5]) is meshes.of(places[5])
    assert meshes.of(places[0]) is not first, "it was asked for longest ago"
