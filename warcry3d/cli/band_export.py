"""``warcry3d band export``: write fighters in the JSON of community tools."""

import argparse
from pathlib import Path

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("export fighters as the JSON of other Warcry tools")


def configure(parser: Parser, words: Words) -> None:
    """Take the fighters and where to write them."""
    parser.add_argument(
        "file", metavar="FILE", help=words.say("a file of fighters or of a warband, or the name of one that ships")
    )
    parser.add_argument("--out", metavar="OUT.json", type=Path, required=True, help=words.say("the file to write"))
    parser.add_argument("--bases", action="store_true", help=words.say("include base_size_x and base_size_y"))
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Write the fighters; say what such a file cannot hold."""
    answer = armies_of(options).export_shared(options.file, options.out, bases=options.bases)
    return print_answer(answer, options, words)
