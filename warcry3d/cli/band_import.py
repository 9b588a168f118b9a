"""``warcry3d band import``: convert fighters from the JSON of community tools."""

import argparse
from collections.abc import Sequence
from pathlib import Path

from warcry3d.cli.armies import add_system, armies_of, print_answer
from warcry3d.cli.output import add_json
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("import fighters, creatures or rosters that other tools share; report what is missing")


def configure(parser: Parser, words: Words) -> None:
    """Take the file, base sizes, where to write."""
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help=words.say("fighters in JSON, a table of creatures, a roster or a list as text"),
    )
    parser.add_argument(
        "--out",
        metavar="OUT.json",
        type=Path,
        required=True,
        help=words.say("the file to write (*.fighters.json, *.creatures.json, *.band.json)"),
    )
    parser.add_argument(
        "--bases",
        metavar="FILE.json",
        type=Path,
        action="append",
        default=[],
        help=words.say(
            "base sizes: by _id, by name, or as {example}; repeatable",
            example='{"Name": 32, "Other": [60, 35]}',
        ),
    )
    parser.add_argument(
        "--base",
        metavar="NAME=MM",
        action="append",
        default=[],
        help=words.say("a base size by name or id, round (32) or oval (60x35); repeatable"),
    )
    add_system(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Read the fighters, find them bases, write them, say what is missing."""
    from warcry3d.rules.armies import SharedFile

    shared = SharedFile(options.file, options.out, tuple(options.bases), _sizes(options.base))
    return print_answer(armies_of(options).import_shared(shared), options, words)


def _sizes(given: Sequence[str]) -> dict[str, str]:
    """Return what ``--base`` says: sizes by name or id; raise `UsageError`."""
    sizes = {}
    for text in given:
        name, _, size = text.rpartition("=")
        if not name:
            raise UsageError(
                "--base takes a name and a size such as 'Name=32' or 'Name=60x35', got '{text}'", text=text
            )
        sizes[name] = size
    return sizes
