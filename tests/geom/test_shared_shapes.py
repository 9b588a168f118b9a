"""Two threads ask about one prepared shape at once, in a process of their own: without care it ends by a signal."""

import subprocess
import sys

import pytest

RACE = """
import threading
import numpy as np
import shapely
from warcry3d.geom.shared_shapes import {name}

rng = np.random.default_rng(1)
solid = shapely.unary_union([shapely.Point(*at).buffer(0.7) for at in rng.uniform(0, 30, (60, 2))])
shapely.prepare(solid)
boxes = [np.array([shapely.box(x, y, x + 2, y + 1) for x, y in rng.uniform(0, 30, (400, 2))]) for _ in range(2)]
expected = [{name}(solid, some) for some in boxes]

def ask(number):
    for _ in range(150):
        assert ({name}(solid, boxes[number]) == expected[number]).all()

threads = [threading.Thread(target=ask, args=(number,)) for number in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("both answered")
"""


@pytest.mark.parametrize("name", ["covers", "intersects"])
def test_two_threads_relate_areas_to_one_prepared_shape(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", RACE.format(name=name)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0 and "both answered" in done.stdout, done.stderr
