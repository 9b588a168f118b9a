"""The commands, one module each; only the one asked for is imported."""

import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from warcry3d.errors import UnknownNameError, WarcryError
from warcry3d.messages import Words, language

__all__ = ["COMMANDS", "main"]

COMMANDS = (
    *("check", "verify", "move", "reach", "picture", "table", "terrain", "layout", "band", "battle", "replay"),
    *("schema", "play"),
)
"""The commands there are, in the order in which help tells them."""

_STARTED = time.monotonic()
"""When this process, where it was started for a command, began: all that it imports comes later."""

BAD_INPUT = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (without the program's name) and return the exit code.

    0: done; 1: the answer is "no" (a proof does not hold); 2: bad input, told in one line on stderr.
    """
    words = Words()
    try:
        asked, rest = _without_language(list(sys.argv[1:] if arguments is None else arguments))
        words = Words(language(asked, os.environ))
        _survive_odd_characters()
        code = _run(rest, words, _STARTED if arguments is None else time.monotonic())
        sys.stdout.flush()
        return code
    except WarcryError as error:
        _complain(words.error(error))
        return BAD_INPUT
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 0


def _run(arguments: list[str], words: Words, begun: float) -> int:
    """Run the command that the first argument names, or the app. ``begun``: when it was called, by the monotonic clock:
    commands with a limit of time count from there.
    """
    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        command, rest = _action(name, arguments[1:])
    elif name.startswith("-") or not name or name.endswith(".json") or Path(name).exists():
        command, rest = _module("bare"), arguments
    else:
        known = ", ".join(COMMANDS)
        raise UnknownNameError("no command '{name}', nor such a file; commands: {known}", name=name, known=known)
    from warcry3d.cli.parser import parsed

    options = parsed(command, rest, words)
    options.begun = begun
    code: int = command.run(options, words)
    return code


def _action(name: str, rest: list[str]) -> tuple[ModuleType, list[str]]:
    """Return the module of a command, or of one of its ``ACTIONS`` (``cli/layout_check.py``), and its arguments."""
    command = _module(name)
    if rest and rest[0] in getattr(command, "ACTIONS", ()):
        return _module(f"{name}_{rest[0].replace('-', '_')}"), rest[1:]
    return command, rest


def _module(name: str) -> ModuleType:
    return import_module(f"warcry3d.cli.{name}")


def _without_language(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Return what ``--lang`` asks for, wherever it stands, and the other arguments."""
    for index, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            return argument.partition("=")[2], arguments[:index] + arguments[index + 1 :]
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1], arguments[:index] + arguments[index + 2 :]
    return None, arguments


def _survive_odd_characters() -> None:
    """Let a terminal that lacks a character show an escape for it instead of ending the program."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _complain(sentence: str) -> None:
    line = sentence.replace("\n", "\\n")  # a file's name may have more lines than one
    print(f"warcry3d: {line}", file=sys.stderr)
