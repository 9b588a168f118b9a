"""Solids united: nothing lost, every face knows where it came from."""

from typing import Any

import numpy as np
import pytest

from warcry3d.errors import MeshError
from warcry3d.geom import shapes
from warcry3d.geom import unite as unite_module
from warcry3d.geom.solid import Solid
from warcry3d.geom.unite import unite


def test_solids_apart_come_back_triangle_by_triangle() -> None:
    a, b = shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((2, 0, 0), (3, 1, 1))
    united = unite([a, b])
    assert united.which.tolist() == [0] * 12 + [1] * 12
    assert united.source.tolist() == [*range(12), *range(12)]
    assert np.array_equal(united.solid.triangles, np.concatenate([a.triangles, b.triangles]))


def test_solids_pushed_together_have_no_wall_between_them() -> None:
    united = unite([shapes.box((0, 0, 0), (1, 1, 1)), shapes.box((1, 0, 0), (2, 1, 1))])
    assert united.solid.volume == pytest.approx(2)
    between = (np.abs(united.solid.triangles[:, :, 0] - 1) < 1e-9).all(axis=1)
    assert not between.any()


def test_faces_of_a_union_tell_solid_and_triangle() -> None:
    solids = [shapes.box((0, 0, 0), (2, 2, 2)), shapes.cylinder((2, 2), 1, (1, 3))]
    united = unite(solids)
    for which, source, triangle in zip(united.which, united.source, united.solid.triangles, strict=True):
        raw, normal = solids[which].triangles[source], solids[which].normals[source]
        assert np.abs((triangle - raw[0]) @ normal).max() < 1e-9


def test_single_solid_is_its_own_union() -> None:
    solid = shapes.box((0, 0, 0), (1, 2, 3))
    assert np.array_equal(unite([solid]).solid.triangles, solid.triangles)


def test_union_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no solids"):
        unite([])


def posts(count: int) -> list[Solid]:
    """Return boxes of 1 x 1 x 1 in a row, each half into the next."""
    return [shapes.box((0.5 * k, 0, 0), (0.5 * k + 1, 1, 1)) for k in range(count)]


def test_very_many_shells_are_united_step_by_step_and_nothing_is_lost() -> None:
    """By hand: 400 boxes, each half into the next, are 200.5 in long; all triangles know whence they came."""
    solids = posts(400)
    united = unite(solids)
    assert united.solid.volume == pytest.approx(200.5)
    assert set(united.which.tolist()) <= set(range(400))
    for which, source, triangle in list(zip(united.which, united.source, united.solid.triangles, strict=True))[::37]:
        raw, normal = solids[which].triangles[source], solids[which].normals[source]
        assert np.abs((triangle - raw[0]) @ normal).max() < 1e-9


def test_a_union_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warcry3d.geom.unite.MOST_WORK", 1000)
    with pytest.raises(MeshError, match="its 400 shells cross each other in too many places"):
        unite(posts(400))


def test_shells_side_by_side_along_one_axis_are_seen_to_lie_apart() -> None:
    """Coins above each other: along x and y all of them lie beside each other."""
    coins = [shapes.box((0, 0, k), (1, 1, k + 0.5)) for k in range(7000)]
    assert len(unite(coins).solid.faces) == 7000 * 12


def crossing_plates(count: int) -> list[Solid]:
    at = [i * 10 / count for i in range(count)]
    return [
        *(shapes.box((t, 0, 0), (t + 0.05, 10, 10)) for t in at),
        *(shapes.box((0, t, 0), (10, t + 0.05, 10)) for t in at),
        *(shapes.box((0, 0, t), (10, 10, t + 0.05)) for t in at),
    ]


def test_shells_that_all_cross_each_other_are_refused_before_they_are_united(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    at_once = unite_module._added_at_once

    def counted(library: Any, bodies: list[Any]) -> Any:
        result = at_once(library, bodies)
        made.append(result.num_tri())
        return result

    monkeypatch.setattr(unite_module, "_added_at_once", counted)
    monkeypatch.setattr(unite_module, "_FEW", 100)
    monkeypatch.setattr(unite_module, "_CROWD", 1)
    monkeypatch.setattr(unite_module, "_CROWDED_WORK", 10_000)
    with pytest.raises(MeshError, match="its 30 shells cross each other in too many places to be united"):
        unite(crossing_plates(10))
    assert sum(made) < 10_000


def test_union_in_steps_is_the_union_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = unite(crossing_plates(4)).solid
    monkeypatch.setattr(unite_module, "_FEW", 0)
    monkeypatch.setattr(unite_module, "_CROWD", 0)
    in_steps = unite(crossing_plates(4))
    assert in_steps.solid.volume == pytest.approx(at_once.volume)
    assert set(in_steps.which.tolist()) == set(range(12))
