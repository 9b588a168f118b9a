"""Each rule by which the checker closes a shaft, and where it must not."""

import numpy as np
import pytest

from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.sight.proof_closing import Flood, ProofError, ProofShaft, Refutation, close_by_cases
from warcry3d.sight.proof_surface import ProofSurface, segment_gaps

VIEWER, TARGET = 1, 2
NEAR = np.array([(-5, -1, 0), (-5, 1, 0), (-5, 0, 1.0)])
FAR = np.array([(5, -1, 0), (5, 1, 0), (5, 0, 1.0)])
LINE = np.array([(-5, 0.05, 0.2), (5, 0.1, 0.3)])
ONE = Refutation(np.array([1.0]))


def shaft(*solids: Solid, near: np.ndarray = NEAR, far: np.ndarray = FAR) -> ProofShaft:
    """Return the shaft from near to far among solids that all block."""
    first = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    faces = np.concatenate([solid.faces + at for solid, at in zip(solids, first, strict=False)]).astype(np.int32)
    surface = ProofSurface.of(np.concatenate([solid.vertices for solid in solids]), faces)
    return ProofShaft(surface, np.ones(len(faces), bool), near.astype(float), far.astype(float))


def crossed(among: ProofShaft, line: np.ndarray, sign: int = 1) -> int:
    """Return a face that the line enters (1) or leaves (-1) through."""
    signs = among.surface.crossings(np.arange(len(among.surface.faces)), line[0], line[1])
    assert signs is not None
    return int(np.flatnonzero(signs == sign)[0])


def edge_at(among: ProofShaft, **where: float) -> tuple[int, int]:
    """Return an edge both of whose ends have these coordinates (x, y, z), of a face that looks at the viewer."""
    axes = ["xyz".index(axis) for axis in where]
    corners = among.surface.corners
    both = (np.stack([corners, np.roll(corners, -1, axis=1)])[..., axes] == list(where.values())).all(axis=(0, 3))
    both &= (among.surface.normals[:, 0] < -0.5)[:, None]
    face, corner = np.argwhere(both)[0].tolist()
    return face, corner


def refused(among: ProofShaft, *steps: Flood | Refutation) -> str:
    with pytest.raises(ProofError) as error:
        close_by_cases(among, steps)
    return str(error.value)


@pytest.mark.parametrize(("mode", "sign"), [(VIEWER, 1), (TARGET, -1), (0, 1), (0, -1)])
def test_a_wall_across_the_shaft_closes_it_in_every_mode(mode: int, sign: int) -> None:
    among = shaft(shapes.box((0, -3, -1), (0.4, 3, 2)))
    close_by_cases(among, [Flood(mode, crossed(among, LINE, sign), (), LINE)])


def test_a_wall_that_is_too_low_has_a_rim_that_must_be_listed_and_dealt_with() -> None:
    among = shaft(shapes.box((0, -3, -1), (0.4, 3, 0.6)))
    seed, top = crossed(among, LINE), edge_at(among, x=0, z=0.6)
    assert refused(among, Flood(VIEWER, seed, (), LINE)) == "a flood ends at an edge that the proof does not list"
    assert refused(among, Flood(VIEWER, seed, (top,), LINE)) == "1 cases of a pair of patches are left open"
    assert refused(among, Flood(VIEWER, seed, (top,), LINE), ONE) == "the conditions of a case do not refute each other"
    assert "no surface closes" in refused(among, Flood(0, seed, (), LINE))


def test_a_wall_just_as_high_as_both_closes_the_shaft_with_its_upper_edge() -> None:
    among = shaft(shapes.box((0, -3, -1), (0.4, 3, 1.0)))
    top = edge_at(among, x=0, z=1)
    close_by_cases(among, [Flood(VIEWER, crossed(among, LINE), (top,), LINE), ONE])
    lower = shaft(shapes.box((0, -3, -1), (0.4, 3, 0.9995)))
    top = edge_at(lower, x=0, z=0.9995)
    assert "refute" in refused(lower, Flood(VIEWER, crossed(lower, LINE), (top,), LINE), ONE)


def test_two_walls_that_overlap_refute_each_others_edges_together() -> None:
    def fence(left_to: float, right_from: float) -> tuple[ProofShaft, list[Flood | Refutation]]:
        among = shaft(shapes.box((-0.2, -3, -1), (0.0, left_to, 2)), shapes.box((0.1, right_from, -1), (0.3, 3, 2)))
        left, right = edge_at(among, x=-0.2, y=left_to), edge_at(among, x=0.1, y=right_from)
        past_left = np.array([(-5, -0.3, 0.2), (5, -0.3, 0.3)])
        past_right = np.array([(-5, 0.3, 0.2), (5, 0.3, 0.3)])
        return among, [
            Flood(VIEWER, crossed(among, past_left), (left,), past_left),
            Flood(VIEWER, crossed(among, past_right), (right,), past_right),
            Refutation(np.array([0.5, 0.5])),
        ]

    among, steps = fence(0.2, 0.0)
    close_by_cases(among, steps)
    assert "refute" in refused(among, *steps[:2], Refutation(np.array([1.0, 0.0])))
    assert "refute" in refused(among, *steps[:2], Refutation(np.array([0.0, 1.0])))
    assert "weights" in refused(among, *steps[:2], Refutation(np.array([1.0])))
    assert "weights" in refused(among, *steps[:2], Refutation(np.array([1.5, -0.5])))
    assert "weights" in refused(among, *steps[:2], Refutation(np.array([0.0, 0.0])))
    assert "weights" in refused(among, *steps[:2], Refutation(np.array([np.nan, 1.0])))
    among, steps = fence(0.0, 0.2)
    assert "refute" in refused(among, *steps)


def test_a_plank_in_the_middle_stops_its_own_lines_only() -> None:
    among = shaft(shapes.box((0, -0.2, -1), (0.4, 0.2, 2)))
    seed = crossed(among, LINE)
    sides = edge_at(among, x=0, y=-0.2), edge_at(among, x=0, y=0.2)
    assert "does not list" in refused(among, Flood(VIEWER, seed, sides[:1], LINE))
    assert refused(among, Flood(VIEWER, seed, sides, LINE)) == (
        "it is not known that a free line passes outside the rim of a flood"
    )


def test_a_flood_must_not_run_into_a_patch() -> None:
    # the box around the target: its front is crossed, and the flood goes round to the sides that the target stands in
    among = shaft(shapes.box((4, -0.5, -1), (6, 3, 2)))
    assert "no surface closes" in refused(among, Flood(0, crossed(among, LINE), (), LINE))
    within = shaft(shapes.box((4, -3, -1), (5.0, 3, 2)))
    assert refused(within, Flood(TARGET, 0, (), LINE)) == "a flood starts at a face that does not face the patch"


def test_a_flood_must_start_at_a_face_that_its_line_crosses_and_that_blocks() -> None:
    among = shaft(shapes.box((0, -3, -1), (0.4, 3, 2)), shapes.box((2, 8, -1), (2.4, 9, 2)))
    elsewhere = next(f for f in range(12, 24) if among.surface.normals[f, 0] < -0.9)
    assert refused(among, Flood(VIEWER, elsewhere, (), LINE)) == (
        "a noted line does not cross the face that a flood starts at"
    )
    seed = crossed(among, LINE)
    clear = ProofShaft(among.surface, np.zeros(24, bool), NEAR, FAR)
    assert refused(clear, Flood(VIEWER, seed, (), LINE)) == "a flood starts at a surface that blocks nothing"
    outside = np.array([(-5, 3.0, 0.2), (5, 0.1, 0.3)])
    assert refused(among, Flood(VIEWER, seed, (), outside)) == "a noted line does not run from patch to patch"
    assert refused(among, Flood(VIEWER, seed, (), LINE * np.nan)) == "a noted line is no line"


def test_edges_that_are_not_there_are_refused() -> None:
    among = shaft(shapes.box((0, -3, -1), (0.4, 3, 0.6)))
    seed = crossed(among, LINE)
    for edge in ((99, 0), (-1, 0), (0, 3), (0, -1)):
        assert "an edge that is not there" in refused(among, Flood(VIEWER, seed, (edge,), LINE), ONE)


def test_lines_inside_an_edge_that_they_pass_beyond_the_target_are_not_taken_for_stopped() -> None:
    """Two patches athwart, and one edge of a blocker slanting through the shaft between.

    Lines from s on the x axis to t on the y axis at height 1 pass inside the edge's straight line where s t < -1/2:
    near one pair of ends they run into the blocker; near the opposite pair they pass the straight line where it is
    beyond the target, and are free. That a free line passes outside the edge is not true, and must not be concluded.
    """
    near = np.array([(-1, 0, 0), (1, 0, 0), (0, 0, -0.01)])
    far = np.array([(0, -1, 1), (0, 1, 1), (0, 0, 1.01)])
    low, high = np.array([0.1, -1.05, 0.3]), np.array([0.95 / 3, -0.075, 0.95])
    corners = np.array([low, high, (5.0, -0.6, 0.6), (3.0, -1.8, 0.9)])
    faces = np.array([(0, 1, 2), (0, 2, 3), (0, 3, 1), (1, 3, 2)])
    if np.linalg.det(corners[1:] - corners[0]) > 0:
        faces = faces[:, ::-1]
    blocker = Solid(corners, faces)
    among = shaft(blocker, near=near, far=far)
    stopped = np.array([(0.95, 0, 0), (0, -0.95, 1.0)])
    seed = crossed(among, stopped)
    corner = next(c for c in range(3) if {int(among.surface.faces[seed, (c + i) % 3]) for i in (0, 1)} == {0, 1})
    free = np.array([(-0.95, 0, 0), (0, 0.95, 1.0)])
    assert segment_gaps(free[0], free[1], among.surface.corners).min() > 0.1
    flood = Flood(VIEWER, seed, ((seed, corner),), stopped)
    assert refused(among, flood, ONE) == "it is not known that a free line passes outside the rim of a flood"
    # between the nearer halves of the patches it is true, and concluded: only the one condition does not refute itself
    near, far = (
        np.array([(0.6, 0, 0), (1, 0, 0), (0.8, 0, -0.01)]),
        np.array([(0, -1, 1), (0, -0.2, 1), (0, -0.6, 1.01)]),
    )
    half = shaft(blocker, near=near, far=far)
    assert refused(half, flood, ONE) == "the conditions of a case do not refute each other"
