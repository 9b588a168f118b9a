"""What tests of the Play room share: a window on a small table, panels without GL, a folder of their own."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.panel_bench import PanelBench
from tests.app.windows import Made, window_on
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.settings import Settings

SmallWindow = Callable[[Settings | None], AbstractContextManager[Made]]
"""Opens a window on a small table, with settings of its own or the usual ones of tests."""


@pytest.fixture
def small_window(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path) -> SmallWindow:
    """Return what opens a window on a table with one fighter."""
    table = make_table(make_model("talon", 2, 2))
    return lambda settings: window_on(graphics, table, tmp_path / "small-fight.table.json", settings=settings)


@pytest.fixture
def made(small_window: SmallWindow) -> Iterator[Made]:
    """Yield a window on a table with one fighter, and its screen."""
    with small_window(None) as window:
        yield window


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of the test's own, which is the user's folder of data too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def bench() -> Iterator[PanelBench]:
    """Yield what lays panels out without GL."""
    made = PanelBench()
    yield made
    made.close()
