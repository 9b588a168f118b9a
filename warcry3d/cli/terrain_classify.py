"""``warcry3d terrain classify``: set or clear a part's kind, or classify by shape again."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.kinds import PartKind
    from warcry3d.table.piece_edits import SetKinds

__all__ = ["HELP", "configure", "run"]

HELP = template("override what a part of a piece is, remove an override, or classify the piece again")


def configure(parser: Parser, words: Words) -> None:
    """Take the piece, and what is said of its parts."""
    parser.add_argument("piece", metavar="PIECE", type=Path, help=words.say("a piece's file (*.glb)"))
    parser.add_argument(
        "--set",
        metavar="PART=KIND[,KIND]",
        action="append",
        default=[],
        help=words.say("set the kind, or the kinds, of the part with this name"),
    )
    parser.add_argument(
        "--set-at",
        metavar="X,Y,Z=KIND[,KIND]",
        action="append",
        default=[],
        help=words.say(
            "set the kind of the part nearest to this place (in); write --set-at=-1,... for a negative number"
        ),
    )
    parser.add_argument(
        "--clear", metavar="PART", action="append", default=[], help=words.say("remove the override of this part")
    )
    parser.add_argument("--again", action="store_true", help=words.say("classify the whole shape again"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Classify and write the piece."""
    from warcry3d.table.pieces import load_piece, save_piece
    from warcry3d.terrain.reclassify import reclassified

    piece = load_piece(options.piece)
    said = [_said(text, by_place=False) for text in options.set] + [
        _said(text, by_place=True) for text in options.set_at
    ]
    changed = reclassified(piece, said, clear=options.clear, again=options.again)
    if said or options.clear or options.again:
        save_piece(changed, options.piece)
    if options.json:
        from warcry3d.cli.terrain_show import piece_json

        print_json({"format": "warcry3d.piece-description/1", **piece_json(changed)})
    else:
        from warcry3d.messages.piece import piece_lines

        print_lines(piece_lines(changed, words))
    return 0


def _said(text: str, *, by_place: bool) -> "SetKinds":
    from warcry3d.table.piece_edits import SetKinds

    what, equals, kinds = text.rpartition("=")
    if not equals or not what or not kinds:
        raise UsageError("expected something like {example}, got '{text}'", example="PART=KIND", text=text)
    found = frozenset(_kind(word.strip()) for word in kinds.split(","))
    if not by_place:
        return SetKinds(found, what)
    try:
        x, y, z = (float(word) for word in what.split(","))
        if not all(abs(value) < 1000 for value in (x, y, z)):
            raise ValueError
    except ValueError:
        raise UsageError("expected a place like 1.5,0,2, got '{text}'", text=what) from None
    return SetKinds(found, places=((x, y, z),))


def _kind(word: str) -> "PartKind":
    from warcry3d.table.kinds import PartKind

    try:
        return PartKind(word)
    except ValueError:
        known = ", ".join(PartKind)
        raise UsageError("no kind '{word}'; there are: {known}", word=word, known=known) from None
