"""What all commands share: reading the table, warnings on stderr, JSON on stdout."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.parser import Parser
from warcry3d.message import escaped, visible
from warcry3d.messages import Words

if TYPE_CHECKING:
    from warcry3d.table.table import Table

__all__ = ["add_json", "add_table", "notice", "print_json", "print_lines", "read_table", "table_path"]


def add_table(parser: Parser, words: Words) -> None:
    """Take the table's file as an argument."""
    parser.add_argument("table", metavar="TABLE", help=words.say("a table file (*.table.json)"))


def add_json(parser: Parser, words: Words) -> None:
    """Offer ``--json``."""
    parser.add_argument("--json", action="store_true", help=words.say("print JSON instead of text"))


def table_path(name: str) -> Path:
    """Return the file a table's name means: one from here, else one that ships with the program."""
    path = Path(name)
    if not path.exists() and not path.is_absolute():
        from warcry3d.table.shipped import shipped_root

        shipped = shipped_root() / path
        return shipped if shipped.exists() else path
    return path


def read_table(name: str, words: Words) -> "Table":
    """Return the table of a file; what is odd about it goes to stderr."""
    from warcry3d.rules.judgement import playable_table

    table = playable_table(table_path(name))
    for warning in table.warnings:
        notice(words.say("warning: {text}", text=words.text(warning.message)))
    return table


def notice(sentence: str) -> None:
    """Tell something beside the answer, on stderr, at once."""
    print(visible(sentence), file=sys.stderr, flush=True)


def print_json(value: object) -> None:
    """Print a value as JSON for programs: one document, nothing else.

    What a terminal would obey or not show is escaped, and all but ASCII where stdout cannot hold all letters.
    """
    plain = sys.stdout is None or (sys.stdout.encoding or "ascii").lower().replace("-", "") != "utf8"
    text = json.dumps(value, ensure_ascii=plain, indent=1, allow_nan=False)
    print("\n".join(escaped(line, lambda character: json.dumps(character)[1:-1]) for line in text.split("\n")))


def print_lines(lines: Sequence[str]) -> None:
    """Print sentences, one a line."""
    for line in lines:
        print(visible(line))
