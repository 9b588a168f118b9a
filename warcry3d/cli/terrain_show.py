"""``warcry3d terrain show``: a piece's parts, what they are in play, how sure that is, and why."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.cli.output import add_json, print_json, print_lines, table_path
from warcry3d.cli.parser import Parser
from warcry3d.words import Words, template

if TYPE_CHECKING:
    from warcry3d.table.terrain import Part, Piece

__all__ = ["HELP", "configure", "piece_json", "run"]

HELP = template("show a piece: its parts, what they are in play, how sure that is, and why")


def configure(parser: Parser, words: Words) -> None:
    """Take the piece's file."""
    parser.add_argument("piece", metavar="PIECE", help=words.say("a piece's file (*.glb)"))
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the piece, coloured by kind"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the piece; draw it where asked."""
    from warcry3d.table.pieces import load_piece

    piece = load_piece(table_path(options.piece))
    counts = _findings(piece)
    if options.json:
        print_json({"format": "warcry3d.piece-description/1", **piece_json(piece), "findings": counts})
    else:
        from warcry3d.words.piece import piece_lines

        print_lines([*piece_lines(piece, words), _findings_line(counts, words)])
    if options.picture:
        from warcry3d.app.piece_picture import draw_piece

        draw_piece(piece, options.picture, words)
    return 0


def _findings(piece: "Piece") -> dict[str, int]:
    """Return how many findings there are of each severity, and how many that the piece accepts."""
    from warcry3d.terrain.findings import Severity
    from warcry3d.terrain.lint.report import lint

    found = lint(piece)
    counts = {each.value: sum(one.severity is each and not one.accepted for one in found) for each in Severity}
    return {**counts, "accepted": sum(one.accepted for one in found)}


def _findings_line(counts: dict[str, int], words: Words) -> str:
    return words.say(
        "  lint finds {errors}, {warnings} and {notes}; {accepted} accepted",
        errors=words.count("{n} error", "{n} errors", counts["error"]),
        warnings=words.count("{n} warning", "{n} warnings", counts["warning"]),
        notes=words.count("{n} note", "{n} notes", counts["note"]),
        accepted=words.count("{n} finding", "{n} findings", counts["accepted"]),
    )


def piece_json(piece: "Piece") -> dict[str, Any]:
    """Return a piece as programs read it."""
    from warcry3d.table.notes import root_note

    bounds = np.concatenate([part.solid.bounds for part in piece.parts])
    return {
        "name": piece.name,
        "size": np.round(np.ptp(bounds, axis=0), 4).tolist(),
        "triangles": sum(len(part.solid.faces) for part in piece.parts),
        "parts": [_part(part) for part in piece.parts],
        **root_note(piece.source, piece.overrides),
    }


def _part(part: "Part") -> dict[str, Any]:
    from warcry3d.table.notes import part_note

    note = part_note(part.judged, part.passage)
    if part.judged is not None:
        note["reasons"] = [str(reason) for reason in part.judged.reasons]
    low, high = np.round(part.solid.bounds, 4).tolist()
    return {
        "id": part.id,
        "kinds": sorted(part.kinds),
        "opening": part.is_opening,
        "low": low,
        "high": high,
        "triangles": len(part.solid.faces),
        "volume": round(part.solid.volume, 5),
        **note,
    }
