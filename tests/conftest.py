"""What all tests share: the user's cache is neither read nor written, and runs are repeatable.

Compiled kernels are the exception to the first: their folder is chosen when `warcry3d.geom.compiled` is imported, here,
before the first test chooses another cache, so that they are compiled once and not in every run.

``make test`` runs the same examples every time, an eighth of a soak's. ``make soak`` runs the tests marked ``soak`` and
all properties with fresh examples, in an order drawn from ``--soak-seed``, until ``--soak-seconds`` are over. A test
that takes long says so, ``soak(seconds=300)``: it is not begun where less than that is left.

Thousands of collected tests and the libraries they import stay to the end. Python's garbage collector would walk over
all of them again and again, an eighth of all work: it rests while tests are collected, leaves alone what is there when
they begin, and comes more rarely then.
"""

import gc
import os
import random
import time
from pathlib import Path

import pytest
from hypothesis import settings

import warcry3d.geom.compiled  # noqa: F401
from tests.kept_kernels import cache_with_kernels
from tests.soak import SOAKED

settings.register_profile("soak", max_examples=SOAKED, deadline=None, database=None, print_blob=True)
settings.register_profile("repeatable", settings.get_profile("soak"), derandomize=True, max_examples=SOAKED // 8)
settings.load_profile("repeatable")

STARTED = time.monotonic()

NEW_OBJECTS = 20_000
"""So many new objects make the garbage collector look for circles among them; 700 usually."""
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add what ``make soak`` sets."""
    group = parser.getgroup("soak")
    group.addoption("--soak-seed", type=int, default=None, help="run tests in an order drawn from this number")
    group.addoption("--soak-seconds", type=float, default=None, help="skip all tests that would start later than this")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle the tests if a seed is given: when time runs out, other tests are left out in every run."""
    seed = config.getoption("--soak-seed")
    if seed is not None:
        random.Random(seed).shuffle(items)


def pytest_collection_finish() -> None:
    """Leave what is there by now out of what the garbage collector walks over from here on."""
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)
    gc.enable()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test that would start after the time is over, or that takes longer than what is left of it."""
    seconds = item.config.getoption("--soak-seconds")
    marker = item.get_closest_marker("soak")
    takes = marker.kwargs.get("seconds", 0.0) if marker is not None else 0.0
    if seconds is not None and time.monotonic() - STARTED + takes > seconds:
        pytest.skip(f"the soak's {seconds:g} s are over, or too short for this test")


@pytest.fixture(scope="session")
def cache_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a cache that all processes of a run share: what ships is mended once, not in each test that loads it."""
    folder = tmp_path_factory.getbasetemp()
    return cache_with_kernels(folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder)


@pytest.fixture(autouse=True)
def _no_user_cache(monkeypatch: pytest.MonkeyPatch, cache_of_the_run: str) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", cache_of_the_run)


@pytest.fixture
def quick_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw one pixel for each of a picture, not four, and coarse shadows: a processor draws here, no graphics card."""
    from warcry3d.app.scene.world import Quality, World

    quick = Quality(shadow_size=512, shadow_taps=4, oversampling=1)
    monkeypatch.setattr("warcry3d.app.scene.studio.World", lambda graphics, **_: World(graphics, quality=quick))


@pytest.fixture
def printed_terrain() -> Path:
    """Return the folder of printed terrain made by others, named by ``WARCRY3D_STL``; skip where there is none."""
    folder = Path(os.environ.get("WARCRY3D_STL", ""))
    if not os.environ.get("WARCRY3D_STL") or not folder.is_dir():
        pytest.skip("WARCRY3D_STL names no folder of STL files")
    return folder
