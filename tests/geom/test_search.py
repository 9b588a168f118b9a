"""The search itself: how it ends, what it notes of its proof, and the two shortcuts, backs and buried patches."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest

from warcry3d.geom import proof_log, search, shapes, tree, witness
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.sight.certificate import Certificate
from warcry3d.sight.proof_cover import Away, ByCases, Inside, ProofSplit, Record, records
from warcry3d.sight.proof_surface import segment_gaps
from warcry3d.units import MM

HALF = 0.125 * MM
VIEWER = shapes.box((0, -0.2, 0.1), (0.3, 0.2, 1.5))
TARGET = shapes.box((8, -0.2, 0.1), (8.3, 0.2, 1.5))
WALL = shapes.box((4, -3, 0), (4.3, 3, 2))


@dataclass(frozen=True)
class Found:
    """How a search ended."""

    end: int
    pairs: int
    gap: float
    stopper: int
    line: FloatArray
    records: dict[int, Record]
    mesh: tree.Mesh


def searched(
    blockers: Sequence[Solid],
    *,
    viewer: Solid = VIEWER,
    target: Solid = TARGET,
    half: float = HALF,
    rays: int = 100,
    budget: int = 4000,
) -> Found:
    mesh = tree.joined([tree.mesh_of(blockers, leaf=4), *(tree.mesh_of([s], leaf=1) for s in (viewer, target))])
    scratch = proof_log.scratch_for(mesh, 1 << 16)
    line, state = np.zeros((2, 3)), np.array([11], np.uint64)
    a, b = mesh.roots[1:]
    end, pairs, gap, stopper = search.search(
        mesh, mesh.roots[:1], a, b, half, 2 * half, rays, budget, scratch, state, line
    )
    noted = {}
    if end == search.NO_LINE:
        whole, real = scratch.used.tolist()
        orders = np.zeros(0, np.int32), np.zeros(0, np.int32)
        noted = records(Certificate("v", "t", "", orders, scratch.whole[:whole], scratch.real[:real]))
    return Found(int(end), int(pairs), float(gap), int(stopper), line, noted, mesh)


def kinds(found: Found) -> set[type]:
    return {type(record) for record in found.records.values()}


def test_without_blockers_there_is_a_line_at_once() -> None:
    found = searched([])
    assert (found.end, found.pairs) == (search.SOME_LINE, 0)
    assert found.gap == witness.CLEARANCE_LIMIT


@pytest.mark.parametrize("rays", [0, 100])
def test_a_line_that_is_found_starts_and_ends_on_the_two_surfaces_and_is_as_clear_as_is_said(rays: int) -> None:
    wall = shapes.box((4, -3, 0), (4.3, 0.1, 2))
    found = searched([wall], rays=rays)
    assert found.end == search.SOME_LINE
    for end, solid in zip(found.line, (VIEWER, TARGET), strict=True):
        assert segment_gaps(end, end, solid.triangles).min() < 1e-9
    assert segment_gaps(*found.line, wall.triangles).min() == pytest.approx(found.gap)
    assert found.gap >= HALF


def test_a_wall_between_is_proved_and_every_pair_accounted_for() -> None:
    found = searched([WALL])
    assert found.end == search.NO_LINE
    assert found.pairs == len(found.records)
    assert sum(isinstance(r, ProofSplit) for r in found.records.values()) == (found.pairs - 1) / 2
    assert found.mesh.faces[found.stopper].max() < 8  # a face of the wall


def fences() -> list[Solid]:
    """Return two fences whose boards hide what the gaps of the other show, from straight ahead at least."""
    near = [shapes.box((3.8, i / 4, 0), (3.85, i / 4 + 0.15, 2)) for i in range(-12, 12)]
    far = [shapes.box((4.0, i / 4 + 0.12, 0), (4.05, i / 4 + 0.28, 2)) for i in range(-12, 12)]
    return near + far


def test_backs_are_closed_by_facing_away() -> None:
    found = searched(fences(), target=ball((8, 0, 0.8)), viewer=ball((0, 0, 0.8)))
    assert found.end == search.NO_LINE
    assert kinds(found) == {ProofSplit, ByCases, Away}


def ball(at: tuple[float, float, float], radius: float = 0.5, sides: int = 8) -> Solid:
    """Return a thing round enough to have backs: two prisms' worth of slanted faces."""
    turns = np.arange(sides) * 2 * np.pi / sides
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(sides)], axis=1)
    vertices = np.concatenate([ring, [(0, 0, 1), (0, 0, -1)]]) * radius + at
    i, j = np.arange(sides), (np.arange(sides) + 1) % sides
    top, bottom = np.full(sides, sides), np.full(sides, sides + 1)
    return Solid(vertices, np.concatenate([np.stack([i, j, top], 1), np.stack([j, i, bottom], 1)]).astype(np.int32))


# buried in blockers


def test_a_figure_within_a_solid_is_hidden_by_being_inside() -> None:
    block = shapes.box((7, -2, 0), (9, 2, 2))
    buried = searched([block])
    assert (buried.end, Inside in kinds(buried)) == (search.NO_LINE, False)  # a wall like any other: from outside
    both = searched([shapes.box((-1, -2, 0), (9, 2, 2))])
    assert both.end == search.NO_LINE
    assert kinds(both) <= {Inside, ProofSplit, Away} and Inside in kinds(both)


def test_a_figure_that_sticks_out_of_a_solid_sees_from_what_sticks_out_only() -> None:
    block = shapes.box((-1, -2, 0), (1, 2, 1.2))
    found = searched([block])
    assert found.end == search.SOME_LINE
    assert found.line[0, 2] >= 1.2
    low = shapes.box((8, -0.2, 0.1), (8.3, 0.2, 0.5))
    screen = shapes.box((2, -2, 0), (2.2, 2, 1.6))
    assert searched([block, screen], target=low).end == search.NO_LINE


def test_two_within_one_hollow_solid_see_each_other() -> None:
    lid, floor = shapes.box((-2, -2, 3), (10, 2, 3.2)), shapes.box((-2, -2, -0.2), (10, 2, 0))
    assert searched([lid, floor]).end == search.SOME_LINE


# limits


def slit(gap: float) -> list[Solid]:
    return [shapes.box((4, -3, 0), (4.3, -gap / 2, 2)), shapes.box((4, gap / 2, 0), (4.3, 3, 2))]


@pytest.mark.parametrize("gap_mm", [0.01, 0.05, 0.1, 0.2, 0.24])
def test_a_slit_below_the_tolerance_is_left_unsure_with_its_width(gap_mm: float) -> None:
    found = searched(slit(gap_mm * MM))
    assert found.end == search.UNSURE
    assert found.gap == pytest.approx(gap_mm * MM, abs=0.01 * MM)
    assert abs(found.line[:, 1].mean()) < 0.5
    assert found.stopper >= 0


@pytest.mark.parametrize("gap_mm", [0.26, 0.5, 2.0])
def test_a_slit_above_the_tolerance_is_found(gap_mm: float) -> None:
    assert searched(slit(gap_mm * MM)).end == search.SOME_LINE


def test_what_the_budget_does_not_settle_is_unsure() -> None:
    settled = searched(fences())
    assert settled.end == search.NO_LINE
    assert settled.pairs > 20
    stopped = searched(fences(), rays=0, budget=5)
    assert stopped.end == search.UNSURE
    assert 6 < stopped.pairs <= 6 + 3 * (search.NARROW_BUDGET + 1)
    assert stopped.gap > 0


def test_the_same_search_twice_finds_and_notes_the_same() -> None:
    one, two = (searched(fences(), rays=5) for _ in range(2))
    assert (one.end, one.pairs, one.stopper) == (two.end, two.pairs, two.stopper)
    assert one.records.keys() == two.records.keys()
    assert np.array_equal(one.line, two.line)
