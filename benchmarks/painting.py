"""How long choosing faces takes on 50,000 triangles, as a share of a frame at 30 frames a second.

``python -m benchmarks painting [N]``: the median of N strokes (60 unless said) of each kind, at random places of a
sphere of 51,200 faces. Processor time, which another job on the machine stretches less than the clock.
"""

import time
from collections.abc import Callable
from statistics import median

import manifold3d
import numpy as np

from warcry3d.geom.solid import Solid
from warcry3d.terrain.editing.selection import FaceMesh

__all__ = ["run"]

STROKES = 60
FRAME = 1000 / 30
"""Milliseconds."""

VIEW = np.diag([0.2, 0.2, 0.1, 1.0])
LASSO = np.array([(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)])


def run(strokes: int = STROKES) -> str:
    """Return a table: the median of each kind in milliseconds and as a share of a frame."""
    made = manifold3d.Manifold.sphere(2.0, 320).to_mesh64()
    faces = np.array(made.tri_verts, dtype=np.int64).astype(np.int32)
    solid = Solid(np.array(made.vert_properties)[:, :3], faces)
    begin = time.process_time()
    mesh = FaceMesh.of([solid])
    mesh.prepare()
    built = 1000 * (time.process_time() - begin)
    mesh.within(LASSO, VIEW)  # compiles what casts lines
    rng = np.random.default_rng(1)

    def brush(radius: float) -> None:
        face = int(rng.integers(len(mesh)))
        mesh.brush(mesh.middles[face].tolist(), radius, face=face)

    kinds: dict[str, Callable[[], object]] = {
        "brush of 0.3 in": lambda: brush(0.3),
        "brush of 1 in": lambda: brush(1.0),
        "face at a place": lambda: mesh.face_at(mesh.middles[int(rng.integers(len(mesh)))].tolist()),
        "flood, another angle": lambda: mesh.flood(0, float(rng.uniform(0.01, 0.5))),
        "lasso": lambda: mesh.within(LASSO, VIEW),
        "lasso through": lambda: mesh.within(LASSO, VIEW, through=True),
        "grow": lambda: mesh.grown(mesh.none()),
    }
    lines = [f"{len(mesh)} faces, built once in {built:.0f} ms", "| step | ms | share of a frame |", "|---|---|---|"]
    for name, step in kinds.items():
        took = []
        for _ in range(strokes):
            begin = time.process_time()
            step()
            took.append(1000 * (time.process_time() - begin))
        lines.append(f"| {name} | {median(took):.2f} | {median(took) / FRAME:.2f} |")
    return "\n".join(lines)
