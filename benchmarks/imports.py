"""Importing: seconds and peak memory by triangles.

Each mesh is imported in a process of its own, so that the peak is that import's alone.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.meshes import rough_wall
from warcry3d.geom.solid import Solid

__all__ = ["run"]

SIZES = (10_000, 100_000, 500_000, 1_000_000)

_ONE = """
import json, resource, sys, time
from pathlib import Path
from warcry3d.terrain.importing import ImportOptions, import_mesh
from warcry3d.terrain.deadline import Deadline
start = time.perf_counter()
deadline = Deadline(elapsed=lambda: time.perf_counter() - start, patience=28.0)  # as the command has it
done = import_mesh(Path(sys.argv[1]), ImportOptions(), deadline=deadline)
seconds = time.perf_counter() - start
processor = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([seconds, processor, peak, *done.triangles, done.deviation_mm, len(done.piece.parts)]))
"""


_COMMAND = """
import json, os, resource, sys, time
from warcry3d.cli import main
start = time.perf_counter()
code = main(["terrain", "import", sys.argv[1], "--out", sys.argv[2], "--json"])
seconds = time.perf_counter() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, code]))
"""


def _stl(solid: Solid, path: Path) -> None:
    rows = np.zeros(len(solid.faces), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("m", "<u2")])
    rows["c"] = solid.triangles
    path.write_bytes(b"\0" * 80 + len(rows).to_bytes(4, "little") + rows.tobytes())


def run() -> Iterator[str]:
    """Yield the tables of times, deviations and verdicts."""
    yield "  triangles  seconds  processor  per 100k  peak MB   left  deviation mm  parts"
    with tempfile.TemporaryDirectory() as room:
        for number, size in enumerate((SIZES[0], *SIZES)):
            path = Path(room) / f"wall-{size}.stl"
            _stl(rough_wall(size), path)
            out = subprocess.run([sys.executable, "-c", _ONE, str(path)], capture_output=True, check=True, text=True)
            seconds, processor, peak, before, after, off, parts = json.loads(out.stdout)
            each = processor * 1e5 / before
            row = f"{before:11,} {seconds:8.2f} {processor:10.2f} {each:9.2f}"
            row += f" {peak:8.0f} {after:6,} {off:13.4f} {parts:6}"
            if number:  # the first compiles
                yield row
    yield ""
    yield from _nasty()


def _nasty() -> Iterator[str]:
    """Return what the command makes of heavy meshes that go wrong, how long it takes and what it holds at most."""
    from benchmarks.nasty import NASTY, stl_of

    yield f"  {'mesh':<34} triangles  seconds  processor  peak MB  outcome"
    for name, make in NASTY.items():
        with tempfile.TemporaryDirectory() as room:
            path, out = Path(room) / "mesh.stl", Path(room) / "piece.glb"
            content = stl_of(make())
            path.write_bytes(content)
            count = len(content) // 50
            del content
            done = subprocess.run(
                [sys.executable, "-c", _COMMAND, str(path), str(out)], capture_output=True, check=True, text=True
            )
            answer, _, last = done.stdout.strip().rpartition("\n")
            seconds, processor, peak, code = json.loads(last)
            outcome = _outcome(answer) if code == 0 else done.stderr.strip().rpartition("mesh.stl: ")[2]
            yield f"  {name:<34} {count:9,} {seconds:8.1f} {processor:10.1f} {peak:8.0f}  {outcome}"


def _outcome(answer: str) -> str:
    piece = json.loads(answer)["pieces"][0]
    parts = len(piece["piece"]["parts"])
    return f"{parts} part(s), {piece['triangles']['after']:,} triangles, {piece['deviation_mm']:.3f} mm off"
