"""``warcry3d terrain export``: write a piece, or a table's terrain, for printers and other programs."""

import argparse
from pathlib import Path
from typing import get_args

from warcry3d.cli.output import print_lines, table_path
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("export a piece or a table's terrain as STL or GLB")


def configure(parser: Parser, words: Words) -> None:
    """Take what to write, where, and in which unit."""
    from warcry3d.table.wire_types import LengthUnit

    parser.add_argument("subject", metavar="PIECE|TABLE", help=words.say("a piece (*.glb) or a table (*.table.json)"))
    parser.add_argument("out", metavar="OUT", type=Path, help=words.say("the file to write: *.stl or *.glb"))
    parser.add_argument(
        "--unit", choices=get_args(LengthUnit), default="mm", help=words.say("the unit of an STL (default: mm)")
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Write the file."""
    from warcry3d.table.files import load_table
    from warcry3d.table.pieces import load_piece
    from warcry3d.terrain.export import glb_of, piece_of_table, stl_of, written

    suffix = options.out.suffix.lower()
    if suffix not in (".stl", ".glb"):
        raise UsageError("{file} is neither *.stl nor *.glb", file=str(options.out))
    path = table_path(options.subject)
    piece = piece_of_table(load_table(path)) if path.suffix.lower() == ".json" else load_piece(path)
    done = glb_of(piece) if suffix == ".glb" else stl_of(piece, options.unit)
    written(done.data, options.out)
    print_lines(
        [
            words.say(
                "{file}: {triangles} triangles, {volume:.3f} cubic inches",
                file=str(options.out),
                triangles=done.triangles,
                volume=done.volume,
            )
        ]
    )
    return 0
