"""Lines from several places to several spots: what is tried first changes no answer."""

import numpy as np

from warcry3d.geom import casts, tree
from warcry3d.geom.shapes import box
from warcry3d.sight.clear_lines_kernel import clear_lines

STACK = np.empty(256, np.int32)


def test_each_line_is_stopped_as_it_is_alone_and_by_a_triangle_that_it_touches() -> None:
    rng = np.random.default_rng(3)
    corners, sizes = rng.uniform(2, 8, (6, 3)), rng.uniform(0.2, 2, (6, 3))
    solids = [box(low, low + size) for low, size in zip(corners, sizes, strict=True)]
    mesh = tree.mesh_of(solids, leaf=2)
    places, spots = rng.uniform(0, 2, (12, 3)), rng.uniform(8, 10, (40, 3))
    stoppers = np.full((12, 40), 7, np.int32)
    clear_lines(mesh, mesh.roots, places, spots, stoppers, STACK)
    is_clear = np.array([[not casts.is_blocked(mesh, mesh.roots, p, s, STACK) for s in spots] for p in places])
    assert 0 < is_clear.sum() < is_clear.size
    assert ((stoppers < 0) == is_clear).all()
    for p, s in np.argwhere(~is_clear):
        assert casts.cross_triangle(mesh, stoppers[p, s], *places[p], *spots[s])[0] != 0
