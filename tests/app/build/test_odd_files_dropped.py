"""The odd files of the import's tests, dropped on the window: one notice each, and the room as before."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.app.build.pieces import window_with
from tests.app.windows import Made, said, steps, until
from tests.terrain.nasty import FILES, PIECE
from tests.terrain.test_importing import HOSTILE
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import FilesDropped

ODD = {
    **{name: content for name, (content, _) in HOSTILE.items()},
    **{f"other-{name}": content for name, (content, outcome) in FILES.items() if outcome not in (None, PIECE)},
}
"""Files that no piece can be made of."""


def drop(made: Made, room: BuildRoom, path: Path) -> None:
    """Drop a file, and hold the window to one notice that names it, with everything else as it was."""
    window, screen = made
    before, chosen = window.document, room.model.chosen
    window.notify(None)
    screen.inputs.append(FilesDropped((path,)))
    steps(window, 1)
    until(window, lambda: bool(said(window)) and not window.open_table.is_loading and not room.importing.is_working)
    lines = [text for text, _ in window.shown.lines]
    assert len(lines) == 1 and path.name in lines[0] and "\n" not in lines[0], (path.name, lines)
    assert window.document.table is before.table and window.document.path == before.path
    assert window.room is room and room.model.piece is not None
    assert room.model.chosen == chosen or path.suffix != ".pkl"


def drop_all(graphics: Graphics, folder: Path, names: Iterable[str]) -> None:
    with window_with(graphics, folder) as (made, room):
        for name in names:
            path = folder / name
            path.write_bytes(ODD[name])
            drop(made, room, path)


def test_an_odd_file_of_each_format_gives_one_notice(graphics: Graphics, tmp_path: Path) -> None:
    drop_all(graphics, tmp_path, {Path(name).suffix: name for name in ODD}.values())


@pytest.mark.soak
def test_every_odd_file_gives_one_notice(graphics: Graphics, tmp_path: Path) -> None:
    assert len(ODD) > 45
    drop_all(graphics, tmp_path, ODD)
