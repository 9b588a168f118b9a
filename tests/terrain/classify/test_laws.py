"""Laws of telling parts, on the labelled pieces and on random solids."""

from collections.abc import Sequence
from functools import cache

import manifold3d as m3
import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from benchmarks.classification import counted
from tests.soak import examples, mostly_soak
from tests.terrain.labelled import LABELLED, labelled_piece
from warcry3d.geom.mend import mend
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement, Solid
from warcry3d.geom.vertical_cast import inside
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.pieces import checked_kinds
from warcry3d.terrain.classify import classify
from warcry3d.terrain.parts import Classified, ImportedBody

SMOOTH = [name for name in LABELLED if not name.endswith("-rough")]
"""A rough piece has the shape of a smooth one and many more triangles."""
QUICK = [name for name in SMOOTH if name not in ("rubble-corner", "well", "palisade")]
"""Those that take less than a second."""
MOSTLY_QUICK = mostly_soak([*QUICK, *(name for name in LABELLED if name not in QUICK)], quick=len(QUICK))


@cache
def _parts(name: str) -> tuple[Classified, ...]:
    return classify(labelled_piece(name).bodies)


def _kinds(parts: tuple[Classified, ...]) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(kind.value for kind in part.part.kinds)) for part in parts)


def _solid(shape: m3.Manifold) -> Solid:
    mesh = shape.to_mesh64()
    return mend(np.array(mesh.vert_properties)[:, :3], np.array(mesh.tri_verts, dtype=np.int64)).solid


@pytest.mark.parametrize("names", mostly_soak([QUICK, SMOOTH, LABELLED], quick=1), ids=["quick", "smooth", "all"])
def test_nearly_all_labelled_parts_are_classified_right(names: Sequence[str]) -> None:
    count = counted([labelled_piece(name) for name in names], lambda piece: _parts(piece.name))
    assert sum(count.missed.values()) <= 4, count.words
    assert sum(count.wrong.values()) <= 3, count.words


@pytest.mark.parametrize("name", MOSTLY_QUICK)
def test_parts_together_are_the_bodies_again(name: str) -> None:
    piece, parts = labelled_piece(name), _parts(name)
    whole = sum(body.solid.volume for body in piece.bodies)
    assert sum(part.part.solid.volume for part in parts) == pytest.approx(whole, rel=1e-5)
    low = np.min([body.solid.bounds[0] for body in piece.bodies], axis=0)
    high = np.max([body.solid.bounds[1] for body in piece.bodies], axis=0)
    points = np.random.default_rng(1).uniform(low - 0.1, high + 0.1, (2000, 3))
    before = np.any([inside(body.solid, points) for body in piece.bodies], axis=0)
    after = np.any([inside(part.part.solid, points) for part in parts], axis=0)
    np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("name", MOSTLY_QUICK)
def test_ids_are_unique_and_kinds_can_stand_together(name: str) -> None:
    parts = _parts(name)
    assert len({part.part.id for part in parts}) == len(parts)
    for part in parts:
        checked_kinds(sorted(part.part.kinds), JsonPath("test"), is_opening=part.part.is_opening)
        assert 0 < part.confidence <= 1
        assert part.reasons
        assert all(str(reason) for reason in part.reasons)


@pytest.mark.parametrize("name", SMOOTH[::3])
@pytest.mark.parametrize("degrees", mostly_soak([37, 180, 303], quick=1))
def test_turned_about_z_a_piece_has_the_same_parts(name: str, degrees: int) -> None:
    turn = Placement(turn=np.radians(degrees))
    turned = tuple(ImportedBody(body.name, body.solid.placed(turn)) for body in labelled_piece(name).bodies)
    first, second = _parts(name), classify(turned)
    assert _kinds(first) == _kinds(second)
    for a, b in zip(
        sorted(first, key=lambda part: part.part.solid.volume),
        sorted(second, key=lambda part: part.part.solid.volume),
        strict=True,
    ):
        assert a.part.solid.volume == pytest.approx(b.part.solid.volume, rel=0.08, abs=0.02)


@pytest.mark.parametrize("name", SMOOTH[1::3])
def test_cut_into_other_triangles_a_piece_has_the_same_parts(name: str) -> None:
    finer = []
    for body in labelled_piece(name).bodies:
        mesh = m3.Mesh64(np.array(body.solid.vertices, order="C"), body.solid.faces.astype(np.uint64))
        finer.append(ImportedBody(body.name, _solid(m3.Manifold(mesh).refine_to_length(0.45))))
    assert _kinds(_parts(name)) == _kinds(classify(tuple(finer)))


def test_the_same_bodies_come_out_the_same_twice() -> None:
    first, second = _parts(LABELLED[0]), classify(labelled_piece(LABELLED[0]).bodies)
    assert [part.part.id for part in first] == [part.part.id for part in second]
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a.part.solid.vertices, b.part.solid.vertices)


@examples(25, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 10_000))
def test_any_heap_of_boxes_and_balls_becomes_something(seed: int) -> None:
    rng = np.random.default_rng(seed)
    shapes = []
    for _ in range(int(rng.integers(1, 9))):
        size = rng.uniform(0.02, 3.0, 3)
        shape = (
            m3.Manifold.cube(size.tolist()) if rng.random() < 0.7 else m3.Manifold.sphere(1, 12).scale(size.tolist())
        )
        if rng.random() < 0.4:
            shape = shape.rotate(rng.uniform(0, 360, 3).tolist())
        shapes.append(shape.translate(rng.uniform(-2, 2, 3).tolist()))
    whole = m3.Manifold.batch_boolean(shapes, m3.OpType.Add)
    hole = m3.Manifold.cube(rng.uniform(0.2, 2, 3).tolist()).translate(rng.uniform(-2, 2, 3).tolist())
    whole = whole if (whole - hole).is_empty() else whole - hole
    solid = _solid(whole.translate((0, 0, -whole.bounding_box()[2])))
    parts = classify((ImportedBody("", solid),))
    assert sum(part.part.solid.volume for part in parts) == pytest.approx(solid.volume, rel=1e-5, abs=1e-6)


@pytest.mark.parametrize("size", [(1e-3, 1e-3, 1e-3), (60.0, 40.0, 0.01), (0.01, 0.01, 8.0), (60.0, 60.0, 60.0)])
def test_very_small_and_very_large_bodies_become_something(size: tuple[float, float, float]) -> None:
    parts = classify((ImportedBody("", box((0, 0, 0), size)),))
    assert len(parts) == 1


def test_nothing_becomes_nothing() -> None:
    assert classify(()) == ()
