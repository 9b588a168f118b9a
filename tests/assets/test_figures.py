"""The figures that ship: closed, tagged, true to size, on their bases, and painted so that a side's colour shows."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
import trimesh

from assets.source import glb
from assets.source.figures import FIGURES, FOLDER
from assets.source.figures.forge import BASE_TOP
from assets.source.preview import read
from warcry3d.geom.solid import Solid
from warcry3d.table.figures import load_figure
from warcry3d.table.models import Tag
from warcry3d.table.skin import Material

NAMES = sorted(FIGURES)
INCH = 0.0254
PEOPLE = (
    *("axeman", "bowman", "hero", "levy", "marshal", "netter", "oracle", "shaman"),
    *("shellguard", "spearman", "stalker", "swordsman"),
)
GROUND = 0.02
"""How far (in) above the base's top a sole may end."""


@cache
def parts(name: str) -> tuple[tuple[glb.Node, ...], dict[str, object]]:
    nodes, extras = read(FOLDER / f"{name}.glb")
    return tuple(nodes), extras


def points(name: str) -> np.ndarray:
    return np.concatenate([node.vertices for node in parts(name)[0]])


def inside_base(name: str, at: np.ndarray) -> np.ndarray:
    """Return how far out each point (n, 2+) lies: 1 on the base's outline."""
    base = parts(name)[1]["base"]
    assert isinstance(base, dict)
    long, wide = (base["round"], base["round"]) if "round" in base else base["oval"]
    return np.hypot(at[:, 0] / (long / 50.8), at[:, 1] / (wide / 50.8))


def test_what_ships_is_what_the_scripts_make() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.glb")) == NAMES
    assert len(NAMES) >= 12


def test_all_figures_together_stay_under_ten_megabytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.glb")) < 10_000_000


@pytest.mark.parametrize("name", NAMES)
def test_each_part_is_a_closed_oriented_solid_when_equal_points_are_welded(name: str) -> None:
    scene = trimesh.load(FOLDER / f"{name}.glb", process=False)
    for part in scene.geometry.values():
        welded, index = np.unique(np.asarray(part.vertices), axis=0, return_inverse=True)
        Solid(welded, index.ravel()[np.asarray(part.faces)])


@pytest.mark.parametrize("name", NAMES)
def test_loading_gives_back_every_triangle_with_its_colour(name: str) -> None:
    figure = load_figure(FOLDER / f"{name}.glb")
    for part, node in zip(figure.parts, parts(name)[0], strict=True):
        assert part.id == node.name
        assert part.tag == node.extras["tag"]
        assert len(part.solid.faces) == len(node.faces)
        assert part.skin is not None
        assert np.array_equal(part.skin.colours, node.colours)
        assert np.array_equal(part.skin.materials, node.materials)


@pytest.mark.parametrize("name", NAMES)
def test_every_part_has_a_tag_and_the_first_is_the_body(name: str) -> None:
    tags = [node.extras["tag"] for node in parts(name)[0]]
    assert tags[0] == Tag.BODY
    assert set(tags) <= set(Tag)
    assert len(set(tags)) == len(tags)


def test_all_but_the_beast_carry_weapons_and_the_hero_a_banner() -> None:
    armed = {name for name in NAMES if any(node.extras["tag"] == Tag.WEAPON for node in parts(name)[0])}
    assert armed == set(NAMES) - {"beast"}
    assert Tag.BANNER in {node.extras["tag"] for node in parts("hero")[0]}


@pytest.mark.parametrize("name", NAMES)
def test_triangles_stay_within_the_budget(name: str) -> None:
    count = sum(len(node.faces) for node in parts(name)[0])
    assert 2000 <= count <= (6000 if name == "gargantuan" else 5000)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_reaches_below_the_top_of_the_base_and_something_stands_on_it(name: str) -> None:
    at = points(name)
    assert at[:, 2].min() >= BASE_TOP
    soles = at[at[:, 2] < BASE_TOP + GROUND]
    assert len(soles)
    assert inside_base(name, soles).max() < 1.0


@pytest.mark.parametrize("name", PEOPLE)
def test_people_are_about_as_tall_as_people_in_this_scale(name: str) -> None:
    body = parts(name)[0][0]
    head = np.isin(body.materials, [Material.SKIN]) | (body.materials == Material.METAL)
    top = body.vertices[body.faces[head]][..., 2].max() - BASE_TOP
    assert 0.95 < top < 1.75


def test_the_gargantuan_towers_and_the_brute_looms() -> None:
    def height(name: str) -> float:
        return float(parts(name)[0][0].vertices[:, 2].max())

    assert 4.5 < height("gargantuan") < 6.2
    assert height("brute") > 1.2 * height("spearman")


@pytest.mark.parametrize("name", NAMES)
def test_a_viewer_shows_the_figure_upright_and_in_metres(name: str) -> None:
    at = points(name)
    scene = trimesh.load(FOLDER / f"{name}.glb", process=False)
    wide, tall, deep = scene.extents / INCH
    assert np.allclose([wide, tall, deep], np.ptp(at, axis=0)[[0, 2, 1]], atol=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_the_side_shows_its_colour_on_cloth_in_pure_key_shades(name: str) -> None:
    nodes, _ = parts(name)
    colours = np.concatenate([node.colours for node in nodes]).astype(int)
    materials = np.concatenate([node.materials for node in nodes])
    keyed = colours[:, 1] == 0
    assert keyed.mean() > 0.02
    assert (colours[keyed, 0] == colours[keyed, 2]).all()
    assert colours[keyed, 0].min() >= 60
    assert np.ptp(colours[keyed, 0]) > 60
    assert np.isin(materials[keyed], [Material.CLOTH]).all()


@pytest.mark.parametrize("name", NAMES)
def test_no_piece_of_a_body_floats_in_the_air(name: str) -> None:
    body = parts(name)[0][0]
    welded, index = np.unique(body.vertices, axis=0, return_inverse=True)
    pieces = trimesh.Trimesh(welded, index.ravel()[body.faces], process=False).split(only_watertight=False)
    assert len(pieces) == 1


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_painted_in_several_materials(name: str) -> None:
    assert len(np.unique(np.concatenate([node.materials for node in parts(name)[0]]))) >= 3


def test_figures_differ_in_outline() -> None:
    """Seen from the front quarter on a coarse grid, no two figures cover nearly the same squares."""
    shapes = {}
    for name in NAMES:
        at = points(name)
        side = np.stack([at[:, 1] * 0.8 - at[:, 0] * 0.6, at[:, 2]], axis=1)
        cells = np.floor(side / 0.12).astype(int)
        shapes[name] = {tuple(cell) for cell in cells}
    for i, a in enumerate(NAMES):
        for b in NAMES[i + 1 :]:
            shared = len(shapes[a] & shapes[b]) / len(shapes[a] | shapes[b])
            assert shared < 0.72, (a, b, shared)


@pytest.mark.soak
def test_the_same_script_writes_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    for folder in (first, second):
        folder.mkdir()
        FIGURES["swordsman"]().write(folder)
    assert (first / "swordsman.glb").read_bytes() == (second / "swordsman.glb").read_bytes()
