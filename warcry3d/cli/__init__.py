"""The commands, one module each; only the requested one is imported."""

import errno
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType

from warcry3d.errors import UnknownNameError, WarcryError
from warcry3d.message import visible
from warcry3d.messages import Words, language

__all__ = ["COMMANDS", "main"]

COMMANDS = (
    *("check", "verify", "move", "reach", "picture", "table", "terrain", "layout", "band", "battle", "replay"),
    *("schema", "play"),
)
"""The commands there are, in the order in which help tells them."""

BAD_INPUT = 2
OUTPUT_ERRORS = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
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
        code = _run(rest, words)
        _flush()
        return code
    except WarcryError as error:
        _complain(words.error(error))
        return BAD_INPUT
    except OSError as error:
        return _unwritten(error, words)
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit as stop:
        return _ended(stop, words)


def _run(arguments: list[str], words: Words) -> int:
    """Run the command that the first argument names, or the app."""
    name = arguments[0] if arguments else ""
    if name in COMMANDS:
        command, rest = _action(name, arguments[1:])
    elif name.startswith("-") or not name or name.endswith(".json") or Path(name).exists():
        command, rest = _module("bare"), arguments
    else:
        known = ", ".join(COMMANDS)
        raise UnknownNameError("no command or file '{name}'; commands: {known}", name=name, known=known)
    from warcry3d.cli.parser import parsed

    options = parsed(command, rest, words)
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


def _ended(stop: SystemExit, words: Words) -> int:
    """Return the exit code after ``--help`` or ``--version`` printed something, which may still have to be written."""
    try:
        _flush()
    except OSError as error:
        return _unwritten(error, words)
    return stop.code if isinstance(stop.code, int) else 0


def _flush() -> None:
    if sys.stdout is not None:  # it is None where the program was started with a closed one
        sys.stdout.flush()


def _unwritten(error: OSError, words: Words) -> int:
    """Return the exit code where the output cannot be written; raise the error again where it is another's."""
    if error.filename is not None or error.errno not in OUTPUT_ERRORS:  # those of files name the file
        raise error
    _write_no_more()
    if error.errno == errno.EPIPE:
        return PIPE_CLOSED
    _complain(words.say("the output cannot be written: {reason}", reason=error.strerror))
    return BAD_INPUT


def _write_no_more() -> None:
    """Let what is still buffered for stdout go nowhere, so that the program's end does not fail on it again."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(sentence: str) -> None:
    """Print an error as one line on stderr, if that can be written."""
    with suppress(OSError):
        print(f"warcry3d: {visible(sentence)}", file=sys.stderr, flush=True)
