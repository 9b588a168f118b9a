"""``warcry3d picture``: a picture of a table, from above, from a corner, or through a model's eye."""

import argparse
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_table, read_table
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.app.pictures.table import View

__all__ = ["HELP", "configure", "run", "size_in"]

HELP = template("draw a table from above, from a corner, or through a model's eye")
SIZE = (1600, 1000)


def configure(parser: Parser, words: Words) -> None:
    """Take the table, the file, where to look from."""
    add_table(parser, words)
    parser.add_argument("out", metavar="OUT.png", type=Path, help=words.say("the picture's file"))
    parser.add_argument(
        "--from", dest="side", choices=["above", "corner"], help=words.say("where to look from (default: corner)")
    )
    parser.add_argument("--eye", metavar="VIEWER", help=words.say("look through this fighter's eye; needs --at"))
    parser.add_argument("--at", metavar="TARGET", help=words.say("the model to look at"))
    parser.add_argument(
        "--size",
        metavar="WxH",
        default=SIZE,
        type=size_in(words),
        help=words.say("size in pixels (default: 1600x1000)"),
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Draw the picture and write it."""
    if bool(options.eye) != bool(options.at):
        raise UsageError("--eye and --at must be given together")
    if options.eye and options.side:
        raise UsageError("--from cannot be used with --eye")
    table = read_table(options.table, words)
    for id in filter(None, (options.eye, options.at)):
        table.model(id)
    from warcry3d.app.pictures.table import picture, save_png

    save_png(picture(table, view=_view(options), size=options.size), options.out)
    return 0


def _view(options: argparse.Namespace) -> "View":
    from warcry3d.app.pictures.table import Above, Corner, Eye

    if options.eye:
        return Eye(options.eye, options.at)
    return Above() if options.side == "above" else Corner()


def size_in(words: Words) -> Callable[[str], tuple[int, int]]:
    """Return a reader of sizes such as ``1600x1000`` for argparse's ``type``."""

    def read(text: str) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,6})[xX×](\d{1,6})", text)
        if match is None:
            raise argparse.ArgumentTypeError(words.say("expected a size like 1600x1000, got '{text}'", text=text))
        return int(match[1]), int(match[2])

    return read
