"""How often the axis that points up is told from the shape: pieces that stand upright, turned in all six directions."""

import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product

import numpy as np

from benchmarks.classification import shipped_pieces
from tests.terrain.held_out import held_out_pieces
from tests.terrain.held_out_last import last_held_out_pieces
from tests.terrain.held_out_more import more_held_out_pieces
from tests.terrain.labelled import labelled_pieces
from tests.terrain.meshes import plain_ruin
from warcry3d.geom.solid import FloatArray
from warcry3d.terrain.guess import AXES, guess_up, upright
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS

__all__ = ["run", "turned"]


def turned(triangles: FloatArray, axis: str) -> FloatArray:
    """Return upright triangles (m, 3, 3) as a file holds them in which ``axis`` is up."""
    way_back = np.linalg.inv(upright(np.eye(3), axis))
    return np.ascontiguousarray(triangles @ way_back)


def _pieces() -> Iterator[tuple[str, FloatArray]]:
    """Yield each piece's group and triangles, z up."""
    for length, height, thick, has_floor in product((4.0, 6.0, 8.0), (3.0, 4.5, 7.0), (0.25, 0.4), (False, True)):
        yield "plain corners", plain_ruin(length, height, thick, has_floor=has_floor)
    rng = np.random.default_rng(5)
    for kind in SIMPLE_KINDS:
        for number in range(7):
            values: dict[str, object] = {}
            for field in kind.fields:
                if not number or rng.random() < 0.5:
                    continue
                if field.unit == "choice":
                    values[field.name] = field.choices[rng.integers(len(field.choices))].value
                elif field.is_whole:
                    values[field.name] = int(rng.integers(int(field.least), int(field.most) + 1))
                else:
                    values[field.name] = float(rng.uniform(field.least, field.most))
            yield "simple pieces", np.concatenate([part.solid.triangles for part in kind.piece(values).parts])
    for labelled in (*labelled_pieces(), *held_out_pieces(), *more_held_out_pieces(), *last_held_out_pieces()):
        yield "labelled", np.concatenate([body.solid.triangles for body in labelled.bodies])
    for shipped in shipped_pieces():
        yield "shipped", np.concatenate([body.solid.triangles for body in shipped.bodies])


def run() -> str:
    """Return the table: of each group how many are told right with each axis up, as STL and as OBJ."""
    pieces = list(_pieces())
    many = Counter(group for group, _ in pieces)
    right: Counter[tuple[str, str, str]] = Counter()
    for number, (group, triangles) in enumerate(pieces):
        print(f"\r{number + 1} of {len(pieces)}", end="", file=sys.stderr)
        for axis, suffix in product(AXES, (".stl", ".obj")):
            found = guess_up(turned(triangles, axis), None, "the file", suffix)
            right[group, suffix, axis] += found.value == axis
    lines = [f"{'':20} {'of':>4}" + "".join(f"{axis:>5}" for axis in AXES)]
    lines += [
        f"{group + ' ' + suffix:20} {count:4}" + "".join(f"{right[group, suffix, axis]:5}" for axis in AXES)
        for group, count in many.items()
        for suffix in (".stl", ".obj")
    ]
    return "\n".join(lines)
