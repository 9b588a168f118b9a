"""What tests of the Build room share: a small piece in a file, its document, and a window on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.windows import Made, until, window_on
from warcry3d.app.build.bench_table import bench_table
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.model import OpenFile
from warcry3d.app.shell.window import Window
from warcry3d.geom.shapes import box
from warcry3d.table.pieces import save_piece
from warcry3d.table.table import Table
from warcry3d.table.terrain import Part, PartKind, Piece
from warcry3d.terrain.export import stl_of

__all__ = ["WALL_AND_STEP", "build_room", "mesh_in", "open_in", "piece_in", "window_with"]

WALL_AND_STEP = Piece(
    "wall and step",
    (
        Part("wall", frozenset({PartKind.OBSTACLE}), box((-2, 0, 0), (2, 0.4, 3))),
        Part("step", frozenset({PartKind.LOW}), box((-2, -1.5, 0), (2, -0.1, 0.5))),
    ),
)


def piece_in(folder: Path) -> Path:
    """Save the piece in a folder and return its file."""
    path = folder / "corner.glb"
    save_piece(WALL_AND_STEP, path)
    return path


def mesh_in(folder: Path) -> Path:
    """Write the piece as a mesh of millimetres in a folder and return its file."""
    path = folder / "corner.stl"
    path.write_bytes(stl_of(WALL_AND_STEP).data)
    return path


def build_room(window: Window) -> BuildRoom:
    assert isinstance(window.room, BuildRoom)
    return window.room


def plain_table() -> Table:
    """Return the table of an open document that is no piece."""
    return bench_table(WALL_AND_STEP)


def open_in(made: Made, path: Path) -> BuildRoom:
    """Open a file of terrain in a window and return the room once the parts are there."""
    window = made[0]
    window.do(OpenFile(path))
    until(window, lambda: window.room_name == "build" and build_room(window).model.piece is not None)
    return build_room(window)


@contextmanager
def window_with(graphics: Graphics, folder: Path) -> Iterator[tuple[Made, BuildRoom]]:
    """Yield a window on a piece in a folder, and the Build room in front."""
    with window_on(graphics, plain_table(), folder / "other.table.json") as made:
        yield made, open_in(made, piece_in(folder))
