"""The import of a mesh as a task of a limited process: the piece goes into a file, the guesses into the answer."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from warcry3d.limited_process import Reporter
    from warcry3d.message import Message

__all__ = ["import_task"]


def import_task(given: dict[str, Any], reporter: "Reporter") -> dict[str, Any]:
    """Import ``mesh`` as it is asked for and write the piece to ``out``; return what was guessed and mended.

    ``before``: the file of the piece that the mesh was before; what people said of its parts is kept. ``kept``: a file
    beside the mesh that has that piece if its name says so.
    """
    from warcry3d.table.pieces import save_piece
    from warcry3d.terrain.deadline import Deadline
    from warcry3d.terrain.import_process import skipped_stages
    from warcry3d.terrain.importing import ImportOptions, import_mesh, previous

    mesh = Path(given["mesh"])
    asked = ImportOptions(given["unit"], given["up"], given["scale"])
    before = None if given["before"] is None else previous(Path(given["before"]))
    beside = None if given["kept"] is None else previous(Path(given["kept"]))
    has_kept = beside is not None and beside.source is not None and beside.source.name == mesh.name
    before = beside if has_kept else before
    deadline = Deadline(reporter.stage, skipped=skipped_stages(given))
    done = import_mesh(mesh, asked, before, deadline=deadline)
    save_piece(done.piece, Path(given["out"]))
    guesses = {
        name: {"value": guess.value, "confidence": guess.confidence, "reason": _wire(guess.reason)}
        for name, guess in (("unit", done.unit), ("up", done.up))
        if guess is not None
    }
    mended = done.mending
    return {
        **guesses,
        "mended": [mended.open_edges, mended.dropped, mended.holes, mended.filled, mended.sheets],
        "triangles": list(done.triangles),
        "kept": has_kept,
        "deviation_mm": done.deviation_mm,
    }


def _wire(message: "Message") -> dict[str, Any]:
    """Return a message as JSON values."""
    plain = {
        name: value if isinstance(value, str | int | float) else str(value) for name, value in message.values.items()
    }
    return {"template": message.template, "values": plain}
