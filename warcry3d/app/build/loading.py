"""Opening a file of terrain, in any thread: at once what it looks like; the room finds its parts later."""

from pathlib import Path

from warcry3d.app.build.bench_table import bench_table, empty_bench, shown_piece, size_figure
from warcry3d.app.build.content import PieceContent, PieceKeeper, original_of
from warcry3d.app.scene.piece import figure_source, piece_source
from warcry3d.app.scene.unlit import PreparedScene
from warcry3d.app.shell.files.own_files import stamp_of
from warcry3d.app.shell.room import LoadedFile
from warcry3d.table.table import Board
from warcry3d.table.terrain import Piece
from warcry3d.terrain.raw_reading import glance_at_mesh

__all__ = ["load_mesh", "prepared_for"]


def load_mesh(path: Path) -> LoadedFile:
    """Return what a mesh or a piece looks like; raise `FileError` where it cannot be read, or holds no terrain."""
    stamp = stamp_of(path)
    glance = glance_at_mesh(path)
    mesh = original_of(glance.piece, path) if glance.is_ours else path
    content = PieceContent(mesh, glance, shown_piece(glance.piece), stamp)
    table = bench_table(glance.piece) if glance.is_ours else empty_bench(glance.piece)
    return LoadedFile(
        path,
        table,
        content,
        prepared_for(content.shown, table.board),
        keeper=PieceKeeper(mesh=mesh),
        is_tried=not glance.is_ours,
    )


def prepared_for(shown: Piece, board: Board) -> PreparedScene:
    """Return what the room's scene of a piece as it is ``shown`` is slow to make."""
    figure = size_figure(board)
    return PreparedScene(
        {shown: piece_source(shown).quick()},
        {(figure.figure, figure.base.height): figure_source(figure.figure, figure.base).quick()},
    )
