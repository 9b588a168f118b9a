"""``warcry3d band check``: whether a warband is legal, with every breach of the rules."""

import argparse

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("check whether a warband is legal; list every fault with its rule and place")


def configure(parser: Parser, words: Words) -> None:
    """Take the warband's file."""
    parser.add_argument(
        "band", metavar="BAND", help=words.say("a warband file (*.band.json), or the name of one that ships")
    )
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Check the warband and its groups; suggest groups where it has none. 1 where something is wrong."""
    return print_answer(armies_of(options).check(options.band), options, words)
