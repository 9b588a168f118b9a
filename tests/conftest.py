"""What all tests share: no test reads or fills the user's own cache, but for these sources' compiled kernels.

Where those are kept is decided when `warcry3d.geom.compiled` is imported: here, before the first test turns the cache
off, so that they are compiled once and not in every run.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

import warcry3d.geom.compiled  # noqa: F401

settings.register_profile("warcry3d", deadline=None, print_blob=True)
settings.load_profile("warcry3d")


@pytest.fixture(autouse=True)
def _no_user_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")


@pytest.fixture
def printed_terrain() -> Path:
    """Return the folder of printed terrain made by others, named by ``WARCRY3D_STL``; skip where there is none."""
    folder = Path(os.environ.get("WARCRY3D_STL", ""))
    if not os.environ.get("WARCRY3D_STL") or not folder.is_dir():
        pytest.skip("WARCRY3D_STL names no folder of STL files")
    return folder
