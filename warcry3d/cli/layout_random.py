"""``warcry3d layout random``: a random board that passes its own check."""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.armies import add_system
from warcry3d.cli.output import print_lines
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.terrain import Piece

__all__ = ["HELP", "configure", "run"]

HELP = template("generate a random board that passes the layout check")

SHIPPED = "shipped"
MOST_FEATURES = 200


def configure(parser: Parser, words: Words) -> None:
    """Take the seed, the pieces, how many, the board, the file."""
    parser.add_argument(
        "--seed",
        metavar="N",
        type=number(words, low=0, integer=True),
        required=True,
        help=words.say("the same seed gives the same board"),
    )
    parser.add_argument(
        "--pieces",
        metavar="PIECE",
        nargs="+",
        default=[SHIPPED],
        help=words.say("pieces (GLB files), or 'shipped' for those that ship (default: shipped)"),
    )
    parser.add_argument(
        "--count",
        metavar="N",
        type=number(words, low=1, integer=True),
        default=12,
        help=words.say("number of features (default: 12)"),
    )
    parser.add_argument(
        "--board",
        metavar="WxD",
        type=_board_in(words),
        help=words.say("size in inches (default: that of the rules)"),
    )
    parser.add_argument(
        "--plain", action="store_true", help=words.say("no bridges between decks, and nothing on decks")
    )
    add_system(parser, words)
    parser.add_argument(
        "--out", metavar="TABLE.json", type=Path, required=True, help=words.say("the table file to write")
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Make the board, write it, say how fair it is."""
    import numpy as np

    from warcry3d.cli.parser import UsageError
    from warcry3d.messages.layouts import finding_line
    from warcry3d.rules.systems import system
    from warcry3d.table.saving import save_table
    from warcry3d.table.table import Board
    from warcry3d.terrain.findings import worst_first
    from warcry3d.terrain.layouts.random_layout import random_layout

    if options.count > MOST_FEATURES:
        raise UsageError("at most {most} features can be placed", most=MOST_FEATURES)
    rules = system(options.system).board()
    if not rules.is_of_pieces:
        raise UsageError("battlefields of this rule system are not laid out of pieces of terrain")
    made = random_layout(
        _pieces(options.pieces),
        np.random.default_rng(options.seed),
        board=Board(*(options.board or rules.size)),
        count=options.count,
        ruleset=options.system,
        in_quarter=rules.in_quarter,
        rules=rules.findings,
        plain=options.plain,
    )
    save_table(made.table, options.out)
    print_lines(
        [
            words.count(
                "{file}: {n} feature on {width:g} x {depth:g} in",
                "{file}: {n} features on {width:g} x {depth:g} in",
                len(made.table.terrain.features),
                file=str(options.out),
                width=made.table.board.width,
                depth=made.table.board.depth,
            ),
            *(finding_line(finding, words) for finding in worst_first(made.findings)),
            words.say(
                "in the western half a fighter is seen from {west:.1%} of the board on average, in the eastern half "
                "from {east:.1%}",
                west=made.west,
                east=made.east,
            ),
        ]
    )
    return 0


def _pieces(names: Sequence[str]) -> "list[Piece]":
    """Return the pieces of these files, or those that ship for the name ``shipped``."""
    from warcry3d.cli.output import table_path
    from warcry3d.table.pieces import load_piece
    from warcry3d.table.shipped import shipped_root

    files: list[Path] = []
    for name in names:
        if name == SHIPPED:
            files += sorted((shipped_root() / "terrain").glob("*.glb"))
        else:
            files.append(table_path(name))
    return [load_piece(file) for file in dict.fromkeys(files)]


def _board_in(words: Words) -> Callable[[str], tuple[float, float]]:
    """Return a reader of boards such as ``30x22`` for argparse's ``type``."""

    def read(text: str) -> tuple[float, float]:
        match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?)[xX×](\d{1,3}(?:\.\d{1,3})?)", text)
        if match is None or not (float(match[1]) > 0 and float(match[2]) > 0):
            raise argparse.ArgumentTypeError(words.say("expected a size like 30x22, got '{text}'", text=text))
        return float(match[1]), float(match[2])

    return read
