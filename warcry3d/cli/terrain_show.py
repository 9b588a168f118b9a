"""``warcry3d terrain show``: a piece's parts with kind, confidence and reason."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.cli.output import add_json, print_json, print_lines, table_path
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.derive import DescribedPart
    from warcry3d.table.terrain import Part, Piece

__all__ = ["HELP", "configure", "piece_json", "run"]

HELP = template("show a piece: its parts, what they are in play, with what confidence, and why")


def configure(parser: Parser, words: Words) -> None:
    """Take the piece's file."""
    parser.add_argument("piece", metavar="PIECE", help=words.say("a piece's file (*.glb)"))
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the piece, coloured by kind"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the piece; draw it where asked."""
    from warcry3d.table.pieces import load_piece

    piece = load_piece(table_path(options.piece))
    if options.json:
        derived = [
            {"id": _id(one), "kinds": sorted(one.kinds), "reasons": [str(reason) for reason in one.reasons]}
            for one in _derived(piece)
        ]
        description = {**piece_json(piece), "accept": list(piece.accept), "derived": derived}
        print_json({"format": "warcry3d.piece-description/1", **description})
    else:
        from warcry3d.messages.piece import piece_lines

        in_play = [
            words.say("  in play {part}: {reason}", part=_id(one), reason=words.text(reason))
            for one in _derived(piece)
            for reason in one.reasons
        ]
        print_lines([*piece_lines(piece, words), *in_play, *_accepted(piece, words)])
    if options.picture:
        from warcry3d.app.pictures.piece import draw_piece

        draw_piece(piece, options.picture, words)
    return 0


def _derived(piece: "Piece") -> "list[DescribedPart]":
    """Return the parts that are something else in play than the file says, by their shape."""
    from warcry3d.geom.solid import Placement
    from warcry3d.table.derive import describe
    from warcry3d.table.table import Board, Table, Terrain
    from warcry3d.table.terrain import Feature

    alone = Terrain((Feature(piece.name, piece, Placement(), {}),))
    return [one for one in describe(Table("", Board(1.0, 1.0), alone, ())) if one.reasons]


def _id(described: "DescribedPart") -> str:
    return described.name.partition("/")[2]


def _accepted(piece: "Piece", words: Words) -> list[str]:
    """Return what the piece's makers know of and leave as it is; what else is wrong with it takes lint seconds."""
    return [words.say("  accepted by its makers: {codes}", codes=", ".join(piece.accept))] if piece.accept else []


def piece_json(piece: "Piece") -> dict[str, Any]:
    """Return a piece as programs read it."""
    from warcry3d.table.piece_notes import root_note
    from warcry3d.terrain.editing.targets import unmet_edits

    bounds = np.concatenate([part.solid.bounds for part in piece.parts])
    return {
        "name": piece.name,
        "size": np.round(np.ptp(bounds, axis=0), 4).tolist(),
        "triangles": sum(len(part.solid.faces) for part in piece.parts),
        "parts": [_part(part) for part in piece.parts],
        **root_note(piece.source, piece.edits, unmet_edits(piece), piece.made),
        "unmet": root_note(None, unmet_edits(piece)).get("edits", []),
    }


def _part(part: "Part") -> dict[str, Any]:
    from warcry3d.table.piece_notes import part_note

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
