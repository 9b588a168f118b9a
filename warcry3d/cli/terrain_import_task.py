"""The work of ``warcry3d terrain import`` for one mesh, inside the process with limits."""

import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.parser import UsageError
from warcry3d.errors import WarcryError
from warcry3d.messages import Words
from warcry3d.terrain.deadline import Deadline, ImportStage

if TYPE_CHECKING:
    from warcry3d.limited_process import Reporter
    from warcry3d.table.terrain import Piece
    from warcry3d.terrain.importing import Imported

__all__ = ["import_task"]

DRAWING = 4.0
"""Seconds left for a picture where one is asked for: all before it ends so much earlier, if it can."""

LARGE_FILE = 500_000
"""Bytes: a file below this holds no mesh that has to be reduced, or one that takes no time worth saving."""


STARTED_BY = 0.3
"""Of the patience: later than this it is not compiled by the import itself, which nothing could interrupt."""


def import_task(given: dict[str, Any], reporter: "Reporter") -> dict[str, Any]:
    """Import one mesh, write the piece, draw it, and return what to report: the task of the limited process."""
    from warcry3d.terrain.import_process import skipped_stages
    from warcry3d.terrain.importing import ImportOptions, import_mesh, previous, save_imported

    mesh, out, words = Path(given["mesh"]), Path(given["out"]), Words(given["language"])
    compiler = _compiling_ahead(mesh)
    uncompiled = False

    def compiled() -> bool:
        nonlocal uncompiled
        reporter.waiting("compiling")
        uncompiled = not _is_compiled_by(compiler, deadline)
        return not uncompiled

    asked = ImportOptions(given["unit"], given["up"], given["scale"], given["name"], given["deviation_mm"])
    same = out.exists() and mesh.exists() and out.samefile(mesh)
    before = None if same else previous(out)
    patience = max(given["patience"] - (DRAWING if given["picture"] else 0.0), 1.0)
    deadline = Deadline(reporter.stage, time.process_time, patience, skipped_stages(given))
    done = import_mesh(mesh, asked, before, is_compiled_in_time=compiled, deadline=deadline)
    if same and not done.is_ours:
        raise UsageError("the piece would overwrite its mesh, {file}; choose another file with --out", file=str(out))
    reporter.stage(ImportStage.WRITING)
    save_imported(done, out)
    answer: dict[str, Any] = {"entry": _entry(mesh, done, out), "lines": _lines(mesh, done, out, words), "undrawn": ""}
    answer |= {"uncompiled": uncompiled, "unreduced": done.is_unreduced and not uncompiled}
    if given["picture"]:
        reporter.stage(ImportStage.DRAWING)
        answer["undrawn"] = _undrawn(done.piece, Path(given["picture"]), words)
    return answer


def _compiling_ahead(mesh: Path) -> "subprocess.Popen[bytes] | None":
    """Let a process compile the reduction beside what comes before it, where the mesh may need it and it is not there.

    Nobody waits for it where the mesh turns out not to need it, nor ends it: what it compiles is there the next time.
    """
    from warcry3d.folders import cache_folder
    from warcry3d.terrain.reducing.reduce import is_compiled

    if not mesh.is_file() or mesh.stat().st_size < LARGE_FILE or cache_folder() is None or is_compiled():
        return None
    quiet = subprocess.DEVNULL
    task = "from warcry3d.terrain.reducing.reduce import warm_up; warm_up()"
    return subprocess.Popen([sys.executable, "-P", "-c", task], stdin=quiet, stdout=quiet, stderr=quiet)


def _is_compiled_by(compiler: "subprocess.Popen[bytes] | None", deadline: Deadline) -> bool:
    """Wait for the reduction to be compiled beside; return whether it is, or may be now."""
    if compiler is None:
        return not deadline.is_past(STARTED_BY)
    return compiler.wait() == 0


def _undrawn(piece: "Piece", path: Path, words: Words) -> str:
    """Draw a piece; return the error as a sentence, empty without one."""
    from warcry3d.app.pictures.piece import draw_piece
    from warcry3d.limited_process import lift_memory_limit

    lift_memory_limit()
    try:
        draw_piece(piece, path, words)
    except WarcryError as error:
        return words.error(error)
    return ""


def _lines(mesh: Path, done: "Imported", out: Path, words: Words) -> list[str]:
    from warcry3d.messages.piece import import_lines, piece_lines

    head = words.say("{mesh} becomes {out}", mesh=str(mesh), out=str(out))
    return [head, *import_lines(done, words), *piece_lines(done.piece, words)]


def _entry(mesh: Path, done: "Imported", out: Path) -> dict[str, Any]:
    from warcry3d.cli.terrain_show import piece_json

    guesses = {
        name: {"value": guess.value, "confidence": guess.confidence, "because": str(guess.reason)}
        for name, guess in (("unit", done.unit), ("up", done.up))
        if guess is not None
    }
    return {
        "mesh": str(mesh),
        "out": str(out),
        **guesses,
        "mended": {
            "open_edges": done.mending.open_edges,
            "dropped": done.mending.dropped,
            "holes": done.mending.holes,
            "filled": done.mending.filled,
            "sheets": done.mending.sheets,
            **asdict(done.mending.closings),
            "crossing": done.mending.crossing,
        },
        "triangles": {"before": done.triangles[0], "after": done.triangles[1]},
        "deviation_mm": round(done.deviation_mm, 4),
        "piece": piece_json(done.piece),
    }
