"""``warcry3d layout ACTION``: check boards, make random ones, measure exposure."""

import argparse

from warcry3d.cli.actions import no_action, take_action
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["ACTIONS", "HELP", "configure", "run"]

HELP = template("check, generate, print or compare boards, map how exposed their points are, or list deployment maps")

ACTIONS = ("check", "random", "exposure", "maps", "sheet", "fairness")
"""The actions, in the order in which help tells them."""


def configure(parser: Parser, words: Words) -> None:
    """Take the action."""
    take_action(parser, words, "layout", ACTIONS)


def run(options: argparse.Namespace, words: Words) -> int:
    """Say that the action comes first."""
    no_action(options, "layout")
