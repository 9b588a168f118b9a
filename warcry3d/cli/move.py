"""``warcry3d move``: whether a path is allowed, what it costs, and what happens at its end."""

import argparse

from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, number
from warcry3d.cli.reach import find_way, place_in, tell_way
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("judge a move: is it allowed, what does it cost, how does it end; exits 1 if it is not allowed")


def configure(parser: Parser, words: Words) -> None:
    """Take table, model and path, and what the path is judged as."""
    add_table(parser, words)
    parser.add_argument("model", metavar="MODEL", help=words.say("the model that moves"))
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--path", metavar="PATH.json", help=words.say("the path: its legs, as JSON"))
    how.add_argument(
        "--to", metavar="X,Y[,Z]", type=place_in(words), help=words.say("find the cheapest path to this place")
    )
    parser.add_argument(
        "--allow",
        metavar="INCHES",
        type=number(words, low=0),
        help=words.say("how many inches it may move (default: its Move)"),
    )
    parser.add_argument(
        "--disengage", action="store_true", help=words.say("judge it as a disengage action instead of a move action")
    )
    parser.add_argument(
        "--ends-activation", action="store_true", help=words.say("its activation ends there: a climbing fighter falls")
    )
    parser.add_argument(
        "--carrying", action="store_true", help=words.say("it carries a treasure: 2 in less, no flying")
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Judge the path and print the answer; return 1 where it is not allowed."""
    if options.to is not None:
        return _to_place(options, words)
    from warcry3d.motion.path import load_path
    from warcry3d.rules.move_result import MoveAction
    from warcry3d.rules.moves import judge_move

    path = load_path(options.path)
    table = read_table(options.table, words)
    moved = judge_move(
        table,
        options.model,
        path,
        allowed=options.allow,
        action=MoveAction.DISENGAGE if options.disengage else MoveAction.MOVE,
        ends_activation=options.ends_activation,
        is_carrying=options.carrying,
    )
    if options.json:
        from msgspec import to_builtins

        from warcry3d.rules.reports.move_report import move_wire

        print_json(to_builtins(move_wire(moved)))
    else:
        from warcry3d.messages.moves import move_sentences

        print_lines(move_sentences(moved, words))
    return 0 if moved.is_legal else 1


def _to_place(options: argparse.Namespace, words: Words) -> int:
    """Find the way, judge it and print the answer."""
    from warcry3d.rules.move_result import MoveAction
    from warcry3d.rules.reaches import reach_of

    table = read_table(options.table, words)
    action = MoveAction.DISENGAGE if options.disengage else MoveAction.MOVE
    reached = reach_of(table, options.model, inches=options.allow, action=action, is_carrying=options.carrying)
    return tell_way(find_way(table, reached, options.to), options, words)
