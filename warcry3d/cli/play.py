"""``warcry3d play`` opens the app, on the sample battle unless a table is named."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from warcry3d.cli.output import notice, table_path
from warcry3d.cli.parser import Parser
from warcry3d.errors import MissingGraphicsError
from warcry3d.messages import Words, template

__all__ = ["HELP", "HOME", "SAMPLE", "configure", "open_app", "run"]

HELP = template("open the app on a table or battle (default: play the sample); without a display, draw pictures")
SAMPLE = "terrain/sample-battle.table.json"
HOME = "home"


def configure(parser: Parser, words: Words) -> None:
    """Take the table, and where pictures go when there is no display."""
    parser.add_argument(
        "table",
        metavar="TABLE",
        nargs="?",
        help=words.say("a table (*.table.json) or a recorded battle (*.battle.jsonl; default: the sample battle)"),
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        default=Path("out"),
        help=words.say("folder for pictures if there is no display (default: ./out)"),
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Open the window; without a display say so and draw the same as pictures."""
    try:
        return open_app(table_path(options.table) if options.table else _sample, words)
    except MissingGraphicsError as error:
        missing = error
    from warcry3d.app.shell.rooms import loader_of
    from warcry3d.cli.gallery import make_gallery

    path = table_path(options.table or SAMPLE)
    table = loader_of(path)(path).table  # an unreadable file is the only error: nothing is announced before
    notice(words.error(missing))
    notice(words.say("pictures of the table instead:"))
    for picture in make_gallery(table, options.out, words):
        print(picture)
    return 0


def _sample() -> Path:
    """Return the sample battle, ready to be played against the program's player."""
    from warcry3d.app.shell.files.battles import sample_battle

    return sample_battle()


def open_app(source: Path | Callable[[], Path], words: Words, *, room: str | None = None) -> int:
    """Open the window on a file, or on one that ``source`` makes; return when it is closed.

    Raise `MissingGraphicsError` without a display. ``room``: where to begin, unless the file has a room of its own.
    """
    from warcry3d.app.shell.launch import run_window

    is_asked = bool(os.environ.get("WARCRY3D_LANG")) or any(one.startswith("--lang") for one in sys.argv[1:])
    run_window(source, words, room=room, is_language_asked=is_asked)
    return 0
