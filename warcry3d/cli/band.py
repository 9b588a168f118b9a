"""``warcry3d band ACTION``: check warbands, list and show fighters, import and export community files."""

import argparse

from warcry3d.cli.actions import no_action, take_action
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["ACTIONS", "HELP", "configure", "run"]

HELP = template("check warbands, list and show fighters, import and export the JSON of other tools")

ACTIONS = ("check", "list", "show", "factions", "import", "export")
"""The actions, in the order in which help tells them."""


def configure(parser: Parser, words: Words) -> None:
    """Take the action."""
    take_action(parser, words, "band", ACTIONS)


def run(options: argparse.Namespace, words: Words) -> int:
    """Say that the action comes first."""
    no_action(options, "band")
