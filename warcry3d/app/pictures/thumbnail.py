"""Thumbnails of tables and of records of battles, made in a process of its own (``python -m``).

It reads one request a line (``{"file": ..., "out": ...}``), draws the picture into ``out`` and answers with a line of
JSON: how a battle stands, or why there is no picture. It ends when there is nothing more to read.
"""

import contextlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from warcry3d.errors import FileError, WarcryError
from warcry3d.message import Message
from warcry3d.table.table import Table

__all__ = ["SIZE", "FileSummary", "fault_of", "main", "summary_from_json", "summary_json", "summary_of"]

SIZE = (384, 240)
"""Size of a thumbnail (pixels)."""
RECORD_SUFFIX = ".battle.jsonl"
PIECE_SUFFIX = ".glb"
MARGIN = 0.08
"""How far the board reaches beyond a piece that stands alone on it, in shares of its longer side."""
NICENESS = 15
"""How far the process stands back behind the window's."""


@dataclass(frozen=True, slots=True)
class FileSummary:
    """What a thumbnail says beside its picture: ``lines``, such as round and points; whether the battle is over.

    ``fault``: why the file cannot be read, ``place``: where in it; None where it can. ``version``: of the program
    that wrote a record.
    """

    lines: tuple[Message, ...] = ()
    is_over: bool = False
    fault: Message | None = None
    place: str = ""
    version: str = ""


def summary_of(path: Path) -> tuple[Table, FileSummary]:
    """Return the table of a file as it stands, and what is said of it; raise `WarcryError` where it cannot be read.

    A record is not replayed: its last state is shown as it was written. A piece stands alone on a table of its size.
    """
    if path.name.lower().endswith(PIECE_SUFFIX):
        return _alone(path), FileSummary()
    if not path.name.endswith(RECORD_SUFFIX):
        from warcry3d.table.files import load_table

        return load_table(path), FileSummary()
    from warcry3d.game.record import load_record
    from warcry3d.game.ruleset import Outcome
    from warcry3d.rules.systems import system

    record = load_record(path)
    rules = system(record.head.setup.ruleset).battle()
    plain = record.steps[-1].state if record.steps else record.head.state
    state = rules.ruleset.deserialize(record.head.setup, plain)
    lines = tuple(line.message for line in rules.standings(state).lines)
    is_over = isinstance(rules.ruleset.pending(state), Outcome)
    return rules.ruleset.table(state), FileSummary(lines, is_over, version=record.head.version)


def _alone(path: Path) -> Table:
    """Return a table a little larger than a piece, with it alone."""
    from warcry3d.geom.solid import Placement
    from warcry3d.table.default_ruleset import DEFAULT_RULESET
    from warcry3d.table.jsonfile import JsonPath
    from warcry3d.table.pieces import piece_at
    from warcry3d.table.table import Board, Terrain
    from warcry3d.table.terrain import Feature

    piece = piece_at(path, path.name, JsonPath(str(path)))
    low, high = zip(*(part.solid.bounds.tolist() for part in piece.parts), strict=True)
    west, south, foot = (min(corner[axis] for corner in low) for axis in range(3))
    east, north = (max(corner[axis] for corner in high) for axis in range(2))
    around = MARGIN * max(east - west, north - south)
    feature = Feature("piece", piece, Placement((around - west, around - south, -foot)))
    board = Board(east - west + 2 * around, north - south + 2 * around)
    return Table(DEFAULT_RULESET, board, Terrain((feature,)), ())


def fault_of(error: WarcryError, path: Path) -> FileSummary:
    """Return the summary of a file that cannot be read: why, and at which line or place in it."""
    where = error.where.removeprefix(str(path)).strip(": ") if isinstance(error, FileError) else ""
    kept = (int, float, Message, tuple)
    plain = {name: value if isinstance(value, kept) else str(value) for name, value in error.values.items()}
    return FileSummary(fault=Message(error.template, plain), place=where)


def summary_json(summary: FileSummary) -> dict[str, Any]:
    """Return a summary as JSON has it."""
    found: dict[str, Any] = msgspec.to_builtins(summary, enc_hook=_plain)
    return found


def _plain(value: object) -> object:
    """Return what JSON has no word for: mappings as objects, all else as text."""
    return dict(value) if isinstance(value, Mapping) else str(value)


def summary_from_json(found: Mapping[str, Any]) -> FileSummary:
    """Return the summary that `summary_json` wrote; raise `ValueError` for anything else."""
    if "lines" not in found:
        raise ValueError("no summary")
    summary = msgspec.convert(found, FileSummary)
    fault = None if summary.fault is None else _with_messages(summary.fault)
    return replace(summary, lines=tuple(map(_with_messages, summary.lines)), fault=fault)


def _with_messages(read: Message) -> Message:
    """Return a message whose values were read as JSON has them, with the messages among them."""
    return replace(read, values={name: _value_of(value) for name, value in read.values.items()})


def _value_of(found: object) -> object:
    match found:
        case {"template": str(), "values": dict(), "plural": str()}:
            return _with_messages(msgspec.convert(found, Message))
        case list():
            return tuple(map(_value_of, found))
    return found


def main(arguments: Sequence[str] = ()) -> int:
    """Draw what is asked for, line by line."""
    del arguments
    from warcry3d.app.pictures.table import Corner, picture, save_png
    from warcry3d.app.scene.pipe import headless
    from warcry3d.app.scene.world import Quality

    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICENESS)
    quality = Quality(shadow_size=1024, shadow_taps=6, oversampling=2)
    graphics = headless()
    try:
        for line in sys.stdin:
            asked = json.loads(line)
            try:
                table, summary = summary_of(Path(asked["file"]))
                image = picture(table, view=Corner(), size=SIZE, names=False, quality=quality, graphics=graphics)
                save_png(image, asked["out"])
            except WarcryError as error:
                summary = fault_of(error, Path(asked["file"]))
            answer = summary_json(summary)
            print(json.dumps(answer), flush=True)
    finally:
        graphics.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
