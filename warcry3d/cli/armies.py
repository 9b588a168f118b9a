"""What the commands on armies share: the rule system they ask, and its answer."""

import argparse
from typing import TYPE_CHECKING

from warcry3d.cli.output import print_json, print_lines
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words
from warcry3d.rules.systems import ARMIES_ONLY, DEFAULT, SYSTEMS, system

if TYPE_CHECKING:
    from warcry3d.rules.armies import Armies, ArmyAnswer

__all__ = ["add_system", "armies_of", "print_answer"]


def add_system(parser: Parser, words: Words) -> None:
    """Offer ``--system``."""
    names = (*SYSTEMS, *ARMIES_ONLY)
    parser.add_argument(
        "--system",
        metavar="NAME",
        choices=names,
        default=DEFAULT,
        help=words.say("the rule system: {known} (default: {name})", known=", ".join(names), name=DEFAULT),
    )


def armies_of(options: argparse.Namespace) -> "Armies":
    """Return the armies of the rule system that was asked for."""
    return system(options.system).armies()


def print_answer(answer: "ArmyAnswer", options: argparse.Namespace, words: Words) -> int:
    """Print an answer and return the exit code: 1 where it is no."""
    if options.json:
        print_json(answer.json)
    else:
        spoken = words.of(options.system)
        print_lines([spoken.text(line) for line in answer.lines])
    return 0 if answer.is_yes else 1
