"""Commands with actions (``terrain import``, ``layout check``).

Each action is a module of its own, ``<command>_<action>``, with ``HELP``, ``configure`` and ``run`` as a command has
them; only the one asked for is imported.
"""

import argparse
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words

__all__ = ["no_action", "take_action"]


def take_action(parser: Parser, words: Words, command: str, actions: Sequence[str]) -> None:
    """Take the action's name: a command line that begins with one goes straight to the action's own module."""
    parser.add_argument(
        "action", metavar="ACTION", choices=actions, help=words.say("what to do; each has its own help")
    )
    lines = [f"  {name:<9} {words.say(import_module(f'warcry3d.cli.{command}_{name}').HELP)}" for name in actions]
    head = words.say("actions (see warcry3d {command} ACTION --help):", command=command)
    parser.epilog = "\n".join([head, *lines])


def no_action(options: argparse.Namespace, command: str) -> NoReturn:
    """Say that the action comes first; reached only where something stands before its name."""
    raise UsageError(
        "the action '{action}' must be the first word after '{command}'", action=options.action, command=command
    )
