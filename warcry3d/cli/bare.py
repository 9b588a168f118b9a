"""``warcry3d`` without a command opens the app; ``--help`` lists the commands."""

import argparse
from importlib import import_module

from warcry3d.cli.output import table_path
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("A 3D table for miniature skirmish games whose verdicts on sight and cover can be proved.")


def configure(parser: Parser, words: Words) -> None:
    """Take a table; name the commands in the help."""
    from warcry3d import __version__

    parser.add_argument("table", metavar="TABLE", nargs="?", help=words.say("open the app on this table"))
    version = f"warcry3d {__version__}"
    parser.add_argument("--version", action="version", version=version, help=words.say("print the version"))
    parser.epilog = _commands(words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Open the app: in Home, or on a table."""
    from warcry3d.cli.play import HOME, SAMPLE, open_app

    return open_app(table_path(options.table or SAMPLE), words, room=None if options.table else HOME)


def _commands(words: Words) -> str:
    """Return the list of commands with a line about each."""
    from warcry3d.cli import COMMANDS

    lines = [f"  {name:<9} {words.say(import_module(f'warcry3d.cli.{name}').HELP)}" for name in COMMANDS]
    return "\n".join([words.say("commands (see warcry3d COMMAND --help):"), *lines])
