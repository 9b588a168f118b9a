"""``warcry3d reach``: every place a model can get to."""

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.cli.picture import size_in
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from typing import TypeAlias

    from warcry3d.motion.path import Path as MovePath
    from warcry3d.rules.move_result import MoveResult
    from warcry3d.rules.reach_result import Charge, ReachResult
    from warcry3d.table.table import Table

    Way: TypeAlias = "tuple[MovePath, MoveResult]"

__all__ = ["HELP", "configure", "find_way", "place_in", "run", "tell_way"]

HELP = template("find where a model can move and at what cost; with --to, the cheapest path to a place")

TypedPlace = tuple[float, float, float | None]


def configure(parser: Parser, words: Words) -> None:
    """Take table and model, what it has, where to, what to write."""
    add_table(parser, words)
    parser.add_argument("model", metavar="MODEL", help=words.say("the model that moves"))
    parser.add_argument(
        "--inches",
        metavar="N",
        type=number(words, low=0),
        help=words.say("how many inches it may move (default: its Move)"),
    )
    parser.add_argument(
        "--to", metavar="X,Y[,Z]", type=place_in(words), help=words.say("find the cheapest path to this place")
    )
    parser.add_argument(
        "--marker", metavar="X,Y[,Z]", type=place_in(words), help=words.say("can it get within 1 in of this marker?")
    )
    parser.add_argument("--avoid-damage", action="store_true", help=words.say("avoid everything that causes damage"))
    parser.add_argument(
        "--disengage", action="store_true", help=words.say("search a disengage action instead of a move action")
    )
    parser.add_argument(
        "--carrying", action="store_true", help=words.say("it carries a treasure: 2 in less, no flying")
    )
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the field and the path"))
    parser.add_argument(
        "--size",
        metavar="WxH",
        default=(1600, 1000),
        type=size_in(words),
        help=words.say("its size in pixels (default: 1600x1000)"),
    )
    add_json(parser, words)


def place_in(words: Words) -> Callable[[str], TypedPlace]:
    """Return a reader of places such as ``12,8`` or ``12,8,3`` for argparse's ``type``."""

    def read(text: str) -> TypedPlace:
        try:
            values = [float(part) for part in text.split(",")]
        except ValueError:
            values = []
        if len(values) not in (2, 3) or not all(abs(value) < 1e6 for value in values):
            raise argparse.ArgumentTypeError(words.say("expected a place like 12,8 or 12,8,3, got '{text}'", text=text))
        return values[0], values[1], values[2] if len(values) == 3 else None

    return read


def run(options: argparse.Namespace, words: Words) -> int:
    """Search and print the answer; return 1 where a place or marker that was asked for is not reached."""
    from warcry3d.rules.move_result import MoveAction
    from warcry3d.rules.reaches import nearest_to, reach_of

    if options.to is not None and options.marker is not None:
        raise UsageError("--to and --marker cannot be used together")
    table = read_table(options.table, words)
    action = MoveAction.DISENGAGE if options.disengage else MoveAction.MOVE
    reached = reach_of(
        table,
        options.model,
        inches=options.inches,
        action=action,
        is_careful=options.avoid_damage,
        is_carrying=options.carrying,
    )
    charge = None
    if options.marker is not None:
        x, y, z = options.marker
        charge = nearest_to(table, reached, (x, y, 0.0 if z is None else z))
    way = None if options.to is None else find_way(table, reached, options.to)
    code = _tell(options, reached, way, charge, words)
    if options.picture:
        from warcry3d.app.pictures.reach import reach_picture
        from warcry3d.app.pictures.table import save_png

        drawn = None if way is None else way[1]
        if charge is not None:
            drawn = _judged(table, reached, charge.path)
        save_png(reach_picture(table, reached, drawn, words, size=options.size), options.picture)
    return code


def find_way(table: "Table", reached: "ReachResult", to: TypedPlace) -> "Way | None":
    """Return the cheapest way to a place, judged; None where there is none for its inches nor for as many again and six
    more: with those the judge says how much too far it is.
    """
    from warcry3d.rules.reaches import reach_of, way_to

    path = way_to(table, reached, *to)
    if path is None:
        more = 2 * reached.inches + 6
        farther = reach_of(
            table,
            reached.model,
            inches=more,
            action=reached.action,
            is_careful=reached.is_careful,
            is_carrying=reached.is_carrying,
        )
        path = way_to(table, farther, *to)
    return None if path is None else (path, _judged(table, reached, path))


def _judged(table: "Table", reached: "ReachResult", path: "MovePath") -> "MoveResult":
    from warcry3d.rules.moves import judge_move

    return judge_move(
        table,
        reached.model,
        path,
        allowed=reached.inches,
        action=reached.action,
        is_carrying=reached.is_carrying,
    )


def _tell(
    options: argparse.Namespace, reached: "ReachResult", way: "Way | None", charge: "Charge | None", words: Words
) -> int:
    """Print the answer and return the exit code."""
    if options.to is not None:
        return tell_way(way, options, words)
    if options.json:
        from msgspec import to_builtins

        from warcry3d.rules.reports.reach_report import reach_wire

        print_json(to_builtins(reach_wire(reached, charge)))
    else:
        from warcry3d.messages.reaches import marker_line, reach_sentences

        lines = reach_sentences(reached, words)
        print_lines(lines if options.marker is None else [*lines, marker_line(charge, words, reached.unit)])
    return 1 if options.marker is not None and charge is None else 0


def tell_way(way: "Way | None", options: argparse.Namespace, words: Words) -> int:
    """Print a way that was found, judged, and return the exit code."""
    x, y, z = options.to
    at = ", ".join(f"{value:g}" for value in (x, y, z) if value is not None)
    if way is None:
        if options.json:
            print_json({"format": "warcry3d.move/1", "model": options.model, "legal": False})
        else:
            print_lines([words.say("It cannot reach ({at}).", at=at)])
        return 1
    path, moved = way
    if options.json:
        from msgspec import to_builtins

        from warcry3d.rules.reports.move_report import move_wire

        print_json(to_builtins(move_wire(moved, path)))
    else:
        from warcry3d.messages.moves import move_sentences
        from warcry3d.messages.reaches import facing_line

        turned = facing_line(path, words)
        print_lines([*move_sentences(moved, words), *([turned] if turned else [])])
    return 0 if moved.is_legal else 1
