"""``warcry3d layout ACTION``: boards checked, made at random, and how exposed their spots are.

Each action is a module of its own, ``layout_<action>``; only the one asked for is imported.
"""

import argparse
from importlib import import_module

from warcry3d.cli.parser import Parser, UsageError
from warcry3d.words import Words, template

__all__ = ["ACTIONS", "HELP", "configure", "run"]

HELP = template("check a board, make one at random, or map how exposed its spots are")

ACTIONS = ("check", "random", "exposure")
"""The actions, in the order in which help tells them."""


def configure(parser: Parser, words: Words) -> None:
    """Take the action's name: a command line that begins with one goes straight to the action's own module."""
    parser.add_argument(
        "action", metavar="ACTION", choices=ACTIONS, help=words.say("what to do; each has its own help")
    )
    lines = [f"  {name:<9} {words.say(import_module(f'{__name__}_{name}').HELP)}" for name in ACTIONS]
    parser.epilog = "\n".join([words.say("actions (warcry3d layout ACTION --help tells more):"), *lines])


def run(options: argparse.Namespace, words: Words) -> int:
    """Say that the action comes first; reached only where something stands before its name."""
    raise UsageError("the action '{action}' must be the first word after 'layout'", action=options.action)
