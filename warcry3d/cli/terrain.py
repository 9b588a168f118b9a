"""``warcry3d terrain ACTION``: import, make, show, classify, check and export pieces."""

import argparse

from warcry3d.cli.actions import no_action, take_action
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["ACTIONS", "HELP", "configure", "run"]

HELP = template("import meshes as terrain pieces or make simple ones; show, classify, check and export pieces")

ACTIONS = ("import", "make", "show", "list", "classify", "lint", "export")
"""The actions, in the order in which help tells them."""


def configure(parser: Parser, words: Words) -> None:
    """Take the action."""
    take_action(parser, words, "terrain", ACTIONS)


def run(options: argparse.Namespace, words: Words) -> int:
    """Say that the action comes first."""
    no_action(options, "terrain")
