"""What all tests share: no test reads or fills the user's own cache."""

import pytest
from hypothesis import settings

settings.register_profile("warcry3d", deadline=None, print_blob=True)
settings.load_profile("warcry3d")


@pytest.fixture(autouse=True)
def _no_user_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_CACHE", "")
