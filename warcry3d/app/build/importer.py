"""Finding the parts of a mesh in a process of its own: with its stages as progress, and ended when nobody wants it."""

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.errors import FileError
from warcry3d.limited_process import OverLimitError
from warcry3d.message import Message
from warcry3d.messages import template
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.terrain import Piece
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.deadline import ImportStage
from warcry3d.terrain.guess import Guess
from warcry3d.terrain.import_process import Followers, run_import_task

__all__ = ["ImportAnswer", "ImportRequest", "run_import"]

MEMORY_MB = 8000
"""What an import may hold: a person waits for one mesh, not for a folder of them."""
SHARES: Mapping[ImportStage, float] = {
    ImportStage.READING: 0.05,
    ImportStage.MENDING: 0.15,
    ImportStage.UNITING: 0.3,
    ImportStage.REDUCING: 0.45,
    ImportStage.CLASSIFYING: 0.75,
    ImportStage.WRITING: 0.95,
}
"""About how far an import is when a stage begins."""
TOO_MUCH = template("importing it takes more memory than there is; reduce it in a modelling program first")
FAULT = template("the import failed in the stage '{stage}' ({reason}); please report it")


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """A mesh to import, and how to read it; None: guessed.

    ``before``: the piece that it was before, if any; ``kept``: a file that may have it.
    """

    mesh: Path
    unit: LengthUnit | None = None
    up: Axis | None = None
    scale: float = 1.0
    before: Piece | None = None
    kept: Path | None = None


@dataclass(frozen=True, slots=True, eq=False)
class ImportAnswer:
    """The piece that a mesh became, how it was read, and its triangles before and after.

    ``has_kept``: the file that was ``kept`` has the piece that the mesh was before, and what was done to it was done
    again.
    """

    piece: Piece
    unit: Guess[LengthUnit] | None
    up: Guess[Axis] | None
    triangles: tuple[int, int]
    has_kept: bool = False


def run_import(asked: ImportRequest, progress: JobProgress) -> ImportAnswer:
    """Return what a mesh becomes; raise `FileError` with the reason why it cannot become a piece."""
    with tempfile.TemporaryDirectory(prefix="warcry3d-") as folder:
        out, before = Path(folder) / "piece.glb", Path(folder) / "before.glb"
        if asked.before is not None:
            save_piece(asked.before, before)
        given = {
            "mesh": str(asked.mesh),
            "out": str(out),
            "unit": asked.unit,
            "up": asked.up,
            "scale": asked.scale,
            "before": str(before) if asked.before is not None else None,
            "kept": str(asked.kept) if asked.kept is not None else None,
        }
        made = _run(asked, given, progress)
        piece = replace(load_piece(out), written=None)
    before_after = made["triangles"]
    triangles = (before_after[0], before_after[1])
    return ImportAnswer(piece, _guess(made.get("unit")), _guess(made.get("up")), triangles, bool(made["kept"]))


def _run(asked: ImportRequest, given: Mapping[str, Any], progress: JobProgress) -> dict[str, Any]:
    def on_stage(name: str) -> None:
        if name in SHARES:
            progress.report(max(SHARES[ImportStage(name)], progress.share or 0.0))

    try:
        made, _ = run_import_task(
            "warcry3d.app.build.import_task:import_task",
            given,
            megabytes=MEMORY_MB,
            followers=Followers(on_stage=on_stage, is_cancelled=lambda: progress.is_cancelled),
        )
    except OverLimitError as error:
        if error.what == "memory":
            raise FileError(asked.mesh, "", TOO_MUCH) from None
        raise FileError(asked.mesh, "", FAULT, stage=error.stage, reason=error.reason or error.what) from None
    return made


def _guess(wire: Mapping[str, Any] | None) -> Guess[Any] | None:
    if wire is None:
        return None
    reason = wire["reason"]
    return Guess(wire["value"], wire["confidence"], Message(reason["template"], reason["values"]))
