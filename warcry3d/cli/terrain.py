"""``warcry3d terrain ACTION``: meshes made pieces, looked at, classified, checked and written for the printer.

Each action is a module of its own, ``terrain_<action>``, with ``HELP``, ``configure`` and ``run`` as a command has
them; only the one asked for is imported.
"""

import argparse
from importlib import import_module
from importlib.util import find_spec

from warcry3d.cli.parser import Parser, UsageError
from warcry3d.words import Words, template

__all__ = ["ACTIONS", "HELP", "configure", "run"]

HELP = template("make pieces of terrain from meshes; look at them, classify, check and export them")

_PLANNED = ("import", "show", "list", "classify", "lint", "export")
ACTIONS = tuple(name for name in _PLANNED if find_spec(f"warcry3d.cli.terrain_{name}") is not None)
"""The actions there are, in the order in which help tells them."""


def configure(parser: Parser, words: Words) -> None:
    """Take the action's name: a command line that begins with one goes straight to the action's own module."""
    parser.add_argument(
        "action", metavar="ACTION", choices=ACTIONS, help=words.say("what to do; each has its own help")
    )
    lines = [f"  {name:<9} {words.say(import_module(f'{__name__}_{name}').HELP)}" for name in ACTIONS]
    parser.epilog = "\n".join([words.say("actions (warcry3d terrain ACTION --help tells more):"), *lines])


def run(options: argparse.Namespace, words: Words) -> int:
    """Say that the action comes first; reached only where something stands before its name."""
    raise UsageError("the action '{action}' must be the first word after 'terrain'", action=options.action)
