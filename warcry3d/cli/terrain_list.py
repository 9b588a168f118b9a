"""``warcry3d terrain list``: list the shipped pieces."""

import argparse
from typing import TYPE_CHECKING

import numpy as np

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.terrain import Piece

__all__ = ["HELP", "configure", "run"]

HELP = template("list the pieces that ship with the program")


def configure(parser: Parser, words: Words) -> None:
    """Take nothing but ``--json``."""
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print each piece's name, size and number of parts."""
    from warcry3d.table.pieces import load_piece
    from warcry3d.table.shipped import shipped_root

    pieces = {path.name: load_piece(path) for path in sorted((shipped_root() / "terrain").glob("*.glb"))}
    if options.json:
        entries = [_entry(f"terrain/{name}", piece) for name, piece in pieces.items()]
        print_json({"format": "warcry3d.pieces/1", "pieces": entries})
    else:
        print_lines([_line(f"terrain/{name}", piece, words) for name, piece in pieces.items()])
    return 0


def _size(piece: "Piece") -> list[float]:
    bounds = np.concatenate([part.solid.bounds for part in piece.parts])
    return [round(side, 3) for side in np.ptp(bounds, axis=0).tolist()]


def _entry(file: str, piece: "Piece") -> dict[str, object]:
    return {
        "file": file,
        "name": piece.name,
        "size": _size(piece),
        "parts": [{"id": part.id, "kinds": sorted(part.kinds)} for part in piece.parts],
    }


def _line(file: str, piece: "Piece", words: Words) -> str:
    width, depth, height = _size(piece)
    parts = words.count("{n} part", "{n} parts", len(piece.parts))
    return words.say(
        "{file}: {width:.1f} x {depth:.1f} in, {height:.1f} in high, {parts}",
        file=file,
        width=width,
        depth=depth,
        height=height,
        parts=parts,
    )
