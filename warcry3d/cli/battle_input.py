"""What people type while a battle goes on: lines of stdin, and how they end or take back."""

import sys

from warcry3d.errors import WarcryError

__all__ = ["Left", "NoMoreInputError", "Undone", "read_line"]

MAX_TYPED = 100_000
"""Characters of a typed line that are read."""


class NoMoreInputError(WarcryError, EOFError):
    """Something has to be typed in, and nothing more comes."""


class Left(Exception):  # noqa: N818 - no error: the person leaves the table
    """The person who plays has had enough."""


class Undone(Exception):  # noqa: N818 - no error: the person changes their mind
    """The last choice is to be taken back, instead of rolling dice."""


def read_line() -> str:
    """Return the next line of stdin that is not empty; a terminal shows that a line is due."""
    while True:
        if sys.stdin.isatty():
            print("> ", end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline(MAX_TYPED)
        if not line:
            raise NoMoreInputError("the input ends before the battle does")
        if line.strip():
            return line.strip()
