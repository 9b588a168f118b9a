"""``warcry3d band show``: a warband with its fighters' cards, or one fighter's card."""

import argparse

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("show a warband's fighters, or one fighter: characteristics, weapons, base, damage table")


def configure(parser: Parser, words: Words) -> None:
    """Take the file and which of its fighters."""
    parser.add_argument(
        "file", metavar="FILE", help=words.say("a file of fighters or of a warband, or the name of one that ships")
    )
    parser.add_argument("fighter", metavar="FIGHTER", nargs="?", help=words.say("one of its fighters, by id or name"))
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the cards."""
    return print_answer(armies_of(options).show(options.file, options.fighter), options, words)
