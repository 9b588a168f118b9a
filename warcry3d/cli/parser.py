"""An argparse command line with translated messages and one-line errors."""

import argparse
import gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from types import ModuleType
from typing import Any, NoReturn

from warcry3d.errors import WarcryError
from warcry3d.messages import Words, template
from warcry3d.messages.speak import DOMAIN, LOCALE

__all__ = ["Parser", "UsageError", "inches", "number", "parsed"]

ARGPARSE = (
    template("usage: "),
    template("options"),
    template("positional arguments"),
    template("show this help message and exit"),
    template("argument %(argument_name)s: %(message)s"),
    template("the following arguments are required: %s"),
    template("unrecognized arguments: %s"),
    template("expected one argument"),
    template("expected at most one argument"),
    template("expected at least one argument"),
    template("expected %s argument", "expected %s arguments"),
    template("ambiguous option: %(option)s could match %(matches)s"),
    template("ignored explicit argument %r"),
    template("not allowed with argument %s"),
    template("invalid choice: %(value)r (choose from %(choices)s)"),
    template("invalid %(type)s value: %(value)r"),
)
"""What argparse itself says: it looks its messages up through gettext, so they only need to be in our catalogue."""


class UsageError(WarcryError, ValueError):
    """The command line cannot be understood."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UsageError` instead of printing its whole usage."""

    def add_argument(self, *names: Any, **options: Any) -> argparse.Action:
        """Take an argument as argparse does; ``-o`` goes with every ``--out``."""
        return super().add_argument(*names, *(["-o"] if "--out" in names else []), **options)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print help without hiding, as argparse does, that it cannot be written."""
        print(message, end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise what is wrong, with the way to more."""
        raise UsageError("{problem} (see {program} --help)", problem=message, program=self.prog)


def parsed(command: ModuleType, arguments: Sequence[str], words: Words) -> argparse.Namespace:
    """Return the options of one command; ``--help`` prints and ends the program."""
    name = command.__name__.rpartition(".")[2].replace("_", " ")
    with _argparse_speaks(words):
        parser = Parser(
            prog="warcry3d" if name == "bare" else f"warcry3d {name}",
            description=words.say(command.HELP),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.configure(parser, words)
        parser.add_argument("--lang", metavar="LANG", help=words.say("the language: en or zh_CN"))
        # Intermixed parsing takes the usage by cutting off as many letters as English needs.
        parser.usage = parser.format_usage().removeprefix(words.say("usage: ")).replace("%", "%%")
        return parser.parse_intermixed_args(list(arguments))


def number(words: Words, *, low: float, integer: bool = False) -> Callable[[str], Any]:
    """Return a reader of numbers of at least ``low`` for argparse's ``type``."""

    def read(text: str) -> float:
        try:
            value = int(text) if integer else float(text)
        except ValueError:
            value = float("nan")
        if not low <= value < float("inf"):
            raise argparse.ArgumentTypeError(
                words.say("expected a number of at least {low:g}, got '{text}'", low=low, text=text)
            )
        return value

    return read


def inches(words: Words, *, most: float) -> Callable[[str], float]:
    """Return a reader of lengths above 0 and up to ``most`` (in) for argparse's ``type``: 0.125, 1/8 or 1 1/2."""

    def read(text: str) -> float:
        try:
            value = float(sum(Fraction(part) for part in text.split()))
        except (ValueError, ZeroDivisionError):
            value = 0.0
        if not 0.0 < value <= most:
            raise argparse.ArgumentTypeError(
                words.say("expected inches, such as 1/8 or 0.125, up to {most:g}, got '{text}'", most=most, text=text)
            )
        return value

    return read


@contextmanager
def _argparse_speaks(words: Words) -> Iterator[None]:
    """Point the standard library's own gettext at our catalogue for a while; English needs none."""
    if words.language == "en":
        yield
        return
    domain, languages = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(DOMAIN, LOCALE)
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = words.language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        if languages is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = languages
