"""Shells turned outward, and cavities told from solids, by hand."""

import numpy as np

from warcry3d.geom import shapes
from warcry3d.geom.cavities import turned_outward
from warcry3d.geom.halfedges import Indices
from warcry3d.geom.solid import FloatArray, Solid


def told(solids: list[Solid], inward: list[bool]) -> tuple[FloatArray, Indices, Indices, Indices]:
    """Return points, faces and shells of solids, some turned inside out, and what becomes of their faces and owners."""
    vertices = np.concatenate([solid.vertices for solid in solids])
    offsets = np.cumsum([0, *(len(solid.vertices) for solid in solids)])
    faces = np.concatenate(
        [
            (solid.faces[:, ::-1] if is_in else solid.faces).astype(np.int64) + offset
            for solid, is_in, offset in zip(solids, inward, offsets, strict=False)
        ]
    )
    shell = np.repeat(np.arange(len(solids)), [len(solid.faces) for solid in solids])
    volumes = np.array([-solid.volume if is_in else solid.volume for solid, is_in in zip(solids, inward, strict=True)])
    turned, owner = turned_outward(vertices, faces, shell, volumes, np.zeros(len(solids), dtype=bool))
    return faces, turned, owner, shell


def cube(half: float, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    low, high = (tuple(c + side * half for c in at) for side in (-1, 1))
    return shapes.box((low[0], low[1], low[2]), (high[0], high[1], high[2]))


def test_a_shell_in_a_shell_is_its_cavity_and_one_in_that_a_solid_again() -> None:
    faces, turned, owner, _ = told([cube(4), cube(3), cube(2), cube(1)], [False, True, False, True])
    assert owner.tolist() == [0, 0, 2, 2]
    assert (turned == faces).all()


def test_a_mesh_that_is_inside_out_as_a_whole_is_turned() -> None:
    faces, turned, owner, _ = told([cube(4), cube(3), cube(1, (10, 0, 0))], [True, False, True])
    assert owner.tolist() == [0, 0, 2]
    assert (turned == faces[:, ::-1]).all()


def test_an_inward_shell_in_the_box_of_another_and_outside_of_it_is_turned_alone() -> None:
    """A cube in the notch of an L lies in the box around it, and not in the L."""
    upright = shapes.prism([(0, 0), (9, 0), (9, 2), (2, 2), (2, 9), (0, 9)], (0, 9))
    faces, turned, owner, shell = told([upright, cube(1, (5, 5, 5)), cube(0.5, (1, 1, 5))], [False, True, True])
    assert owner.tolist() == [0, 1, 0]
    assert (turned == np.where((shell == 1)[:, None], faces[:, ::-1], faces)).all()


def test_hundreds_of_cavities_each_belong_to_the_block_around_them() -> None:
    at = [(4.0 * i, 4.0 * j, 4.0 * k) for i in range(14) for j in range(7) for k in range(7)]
    blocks = [shapes.box((-2, -2, -2), (26, 26, 26)), shapes.box((26.5, -2, -2), (54, 26, 26))]
    solids = [*blocks, *(cube(1, one) for one in at)]
    _, _, owner, _ = told(solids, [False, False, *[True] * len(at)])
    assert owner[2:].tolist() == [int(x > 26) for x, _, _ in at]
