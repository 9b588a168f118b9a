import subprocess
import sys

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warcry3d.app.scene.board import bevelled_box
from warcry3d.app.scene.surface import (
    KEYED,
    NARROW,
    Finish,
    _components,
    join,
    split_long_edges,
    surface,
)
from warcry3d.geom.shapes import box, cylinder
from warcry3d.geom.solid import Solid
from warcry3d.table.models import FigurePart, Tag
from warcry3d.table.plain_skins import plain_figure_skin, plain_skin
from warcry3d.table.skin import Material, Skin
from warcry3d.table.terrain import Part, PartKind


def skin(solid: Solid, colour: tuple[int, int, int] = (120, 110, 100), material: Material = Material.STONE) -> Skin:
    count = len(solid.faces)
    return Skin(np.tile(np.array(colour, np.uint8), (count, 1)), np.full(count, material, np.uint8))


def sphere(rings: int = 12, around: int = 24) -> Solid:
    polar = np.linspace(0, np.pi, rings + 1)[1:-1]
    turn = np.arange(around) / around * 2 * np.pi
    p, t = np.meshgrid(polar, turn, indexing="ij")
    body = np.stack([np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)], axis=-1).reshape(-1, 3)
    points = np.concatenate([[[0, 0, 1]], body, [[0, 0, -1]]])
    at = lambda ring, i: 1 + ring * around + i % around
    faces = [(0, at(0, i), at(0, i + 1)) for i in range(around)]
    for ring in range(rings - 2):
        for i in range(around):
            a, b, c, d = at(ring, i), at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)
            faces += [(a, c, d), (a, d, b)]
    faces += [(len(points) - 1, at(rings - 2, i + 1), at(rings - 2, i)) for i in range(around)]
    return Solid(points, np.array(faces, np.int32))


def grain_of(extra: np.ndarray) -> np.ndarray:
    e = extra[:, 2:].astype(float) / 255 * 2 - 1
    v = np.column_stack([e, 1 - np.abs(e).sum(axis=1)])
    under = v[:, 2] < 0
    v[under, :2] = (1 - np.abs(v[under][:, [1, 0]])) * np.where(v[under, :2] >= 0, 1, -1)
    return v / np.linalg.norm(v, axis=1, keepdims=True)


def test_box_keeps_its_hard_edges():
    solid = box((0, 0, 0), (1, 2, 3))
    made = surface(solid, skin(solid))
    assert len(made.vertices) == 24
    assert np.allclose(np.abs(made.vertices["normal"]).max(axis=1), 1)


def test_fine_sphere_of_cloth_is_shaded_smooth():
    solid = sphere()
    made = surface(solid, skin(solid, material=Material.CLOTH))
    assert len(made.vertices) == len(solid.vertices)
    assert np.einsum("ij,ij->i", made.vertices["normal"], made.vertices["position"]).min() > 0.99


def test_surface_draws_the_solids_own_triangles_the_right_way_round():
    solid = sphere()
    made = surface(solid, skin(solid))
    assert np.allclose(made.vertices["position"][made.triangles], solid.triangles, atol=1e-6)


def test_triangles_of_two_colours_do_not_bleed_into_each_other():
    solid = sphere()
    two = skin(solid)
    two.colours[::2] = (200, 10, 10)
    made = surface(solid, two)
    shown = made.vertices["colour"][made.triangles][..., :3]
    assert (shown == two.colours[:, None, :]).all()


@pytest.mark.parametrize("colour", [(255, 0, 255), (120, 0, 120), (250, 30, 255)])
def test_magenta_is_kept_for_the_sides_colour_with_its_shading(colour):
    solid = box((0, 0, 0), (1, 1, 1))
    made = surface(solid, skin(solid, colour, Material.CLOTH))
    assert (made.vertices["colour"][:, 3] == Finish.CLOTH + KEYED).all()
    assert (made.vertices["colour"][:, :3] == max(colour)).all()


@pytest.mark.parametrize("colour", [(255, 160, 255), (160, 40, 90), (200, 20, 20), (10, 0, 10)])
def test_other_reds_and_pinks_are_not_the_key(colour):
    solid = box((0, 0, 0), (1, 1, 1))
    made = surface(solid, skin(solid, colour, Material.CLOTH))
    assert (made.vertices["colour"][:, 3] == Finish.CLOTH).all()
    assert tuple(made.vertices["colour"][0, :3]) == colour


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_grain_runs_along_a_plank(axis):
    high = np.full(3, 0.2)
    high[axis] = 3.0
    solid = box((0, 0, 0), tuple(high))
    made = surface(solid, skin(solid, material=Material.WOOD))
    assert np.abs(grain_of(made.vertices["extra"])[:, axis]).min() > 0.98


def test_two_planks_of_one_part_have_each_their_own_grain():
    a, b = box((0, 0, 0), (4, 0.3, 0.2)), box((0, 1, 0), (0.3, 5, 0.2))
    solid = Solid(np.concatenate([a.vertices, b.vertices]), np.concatenate([a.faces, b.faces + len(a.vertices)]))
    made = surface(solid, skin(solid, material=Material.WOOD))
    grain = np.abs(grain_of(made.vertices["extra"]))
    first = made.vertices["position"][:, 1] < 0.5
    assert grain[first, 0].min() > 0.98
    assert grain[~first, 1].min() > 0.98


def test_sides_of_a_groove_are_not_cut_into_slivers() -> None:
    """They made up half of all triangles of a house."""
    slat, plank = box((0, 0, 0), (6, 0.05, 0.05)), box((0, 0, 0), (6, 2, 0.05))

    def cut(solid: Solid, narrow: float) -> Solid:
        points, faces, _ = split_long_edges(solid.vertices, solid.faces, 0.7, narrow=narrow)
        return Solid(points, faces)

    assert len(cut(slat, NARROW).faces) < 0.6 * len(cut(slat, 0.0).faces)
    wide = cut(plank, NARROW)
    edges = wide.vertices[wide.edges.ends]
    top = (edges[:, :, 2] == 0.05).all(axis=1)
    assert np.linalg.norm(edges[top, 1] - edges[top, 0], axis=1).max() <= 0.7


@given(
    size=st.tuples(*[st.floats(0.1, 9)] * 3),
    longest=st.floats(0.4, 3),
)
def test_cutting_long_edges_leaves_a_closed_mesh_of_the_same_volume(size, longest):
    solid = box((0, 0, 0), size)
    points, faces, origin = split_long_edges(solid.vertices, solid.faces, longest)
    cut = Solid(points, faces)  # raises if a crack opened
    assert cut.volume == pytest.approx(solid.volume)
    assert np.linalg.norm(cut.triangles - np.roll(cut.triangles, 1, axis=1), axis=2).max() <= longest + 1e-9
    assert np.allclose(cut.normals, solid.normals[origin])


def test_convex_edges_are_told_from_hollow_ones():
    from warcry3d.geom.shapes import prism

    solid = prism([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)], (0, 1))
    made = surface(solid, skin(solid))
    at = made.vertices["position"]
    edge = made.vertices["extra"][:, 1].astype(int)
    hollow = np.isclose(at[:, :2], (1, 1)).all(axis=1)
    corner = np.isclose(at[:, :2], (0, 0)).all(axis=1)
    assert edge[corner].min() > 160
    assert edge[hollow].max() < edge[corner].min()


def test_parts_without_skin_are_coloured_by_their_kind():
    solid = box((0, 0, 0), (1, 1, 1))
    looks = {kind: plain_skin(Part("p", frozenset({kind}), solid)) for kind in PartKind}
    assert (looks[PartKind.PLATFORM].materials == Material.WOOD).all()
    assert (looks[PartKind.OBSTACLE].materials == Material.STONE).all()
    assert (looks[PartKind.SCENERY].materials == Material.FOLIAGE).all()


def test_bare_figures_wear_their_sides_colour_and_carry_steel():
    solid = cylinder((0, 0), 0.3, (0, 1))
    body = surface(solid, plain_figure_skin(FigurePart("b", Tag.BODY, solid)))
    blade = surface(solid, plain_figure_skin(FigurePart("w", Tag.WEAPON, solid)))
    assert (body.vertices["colour"][:, 3] == Finish.CLOTH + KEYED).all()
    assert (blade.vertices["colour"][:, 3] == Finish.METAL).all()


def test_joined_surfaces_keep_all_their_triangles():
    solid = box((0, 0, 0), (1, 1, 1))
    one = surface(solid, skin(solid))
    both = join([one, one])
    assert len(both.triangles) == 2 * len(one.triangles)
    assert (both.vertices["position"][both.triangles[12:]] == one.vertices["position"][one.triangles]).all()


@given(st.integers(1, 40), st.lists(st.tuples(st.integers(0, 39), st.integers(0, 39)), max_size=60))
def test_linked_things_are_in_one_group_and_groups_are_numbered_by_their_first_members(
    count: int, links: list[tuple[int, int]]
) -> None:
    links = [(a % count, b % count) for a, b in links]
    graph = networkx.Graph(links)
    graph.add_nodes_from(range(count))
    expected = np.empty(count, np.int64)
    for number, group in enumerate(sorted(networkx.connected_components(graph), key=min)):
        expected[list(group)] = number
    found = _components(count, np.array(links, np.int64).reshape(-1, 2))
    assert np.array_equal(found, expected)


def test_a_bevelled_box_is_closed_and_lacks_its_edges() -> None:
    made = bevelled_box((0, 0, 0), (4, 3, 2), 0.5)
    halves = np.concatenate([made.faces[:, [0, 1]], made.faces[:, [1, 2]], made.faces[:, [2, 0]]])
    assert {(a, b) for a, b in halves.tolist()} == {(b, a) for a, b in halves.tolist()}
    t = made.vertices[made.faces]
    volume = np.einsum("ij,ij->i", t[:, 0], np.cross(t[:, 1], t[:, 2])).sum() / 6
    edges, corners = 4 * (3.0 + 2.0 + 1.0) * 0.5**2 / 2, 8 * 5 / 6 * 0.5**3
    assert volume == pytest.approx(4 * 3 * 2 - edges - corners)


def test_surfaces_are_made_without_scipy_which_takes_long_to_import() -> None:
    code = (
        "import sys; from warcry3d.app.scene.board import frame_surface; from warcry3d.table.table import Board; "
        "frame_surface(Board(10, 10)); sys.exit('scipy' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
