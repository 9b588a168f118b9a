"""``warcry3d band factions``: the factions that a rule system has."""

import argparse

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("list grand alliances, their factions and cities, with the ids that files use")


def configure(parser: Parser, words: Words) -> None:
    """Take the rule system."""
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print each grand alliance with its factions; a faction's cities are indented below it."""
    return print_answer(armies_of(options).factions(), options, words)
