"""``warcry3d band list``: list the fighters of a file; without a file, the shipped ones."""

import argparse

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("list the fighters of a file, by faction or runemark; without a file, the warbands that ship")


def configure(parser: Parser, words: Words) -> None:
    """Take the file and what to look for."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=words.say("a file of fighters or of a warband, or the name of one that ships"),
    )
    parser.add_argument("--faction", metavar="NAME", help=words.say("only fighters of this faction"))
    parser.add_argument("--alliance", metavar="NAME", help=words.say("only fighters of this grand alliance"))
    parser.add_argument(
        "--runemark",
        metavar="MARK",
        action="append",
        default=[],
        help=words.say("only fighters with this runemark; repeatable: with all of them"),
    )
    parser.add_argument(
        "--points",
        metavar="N",
        type=number(words, low=0, integer=True),
        help=words.say("only fighters of at most N points"),
    )
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the fighters that fit, a line each."""
    from warcry3d.rules.armies import ArmyFilter

    only = ArmyFilter(options.faction, options.alliance, tuple(options.runemark), options.points)
    return print_answer(armies_of(options).list(options.file, only), options, words)
