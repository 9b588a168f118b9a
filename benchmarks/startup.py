"""One verdict from the command line, second run, against importing numpy, trimesh and shapely."""

import subprocess
import sys
import time

__all__ = ["run"]

TABLE = "terrain/sample-battle.table.json"
REPEATS = 5


def run() -> str:
    """Return both times (s, best of a few) and their ratio."""
    from warcry3d.table.files import load_table
    from warcry3d.table.shipped import shipped_root

    path = str(shipped_root() / TABLE)
    models = load_table(path).models
    viewer, target = models[0].id, next(m.id for m in models if m.side != models[0].side)
    check = _best([sys.executable, "-m", "warcry3d", "check", "--json", path, viewer, target])
    imports = _best([sys.executable, "-c", "import numpy, trimesh, shapely"])
    return f"check --json {check:.2f} s, imports {imports:.2f} s, ratio {check / imports:.2f} (at most 2.5)"


def _best(command: list[str]) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)
