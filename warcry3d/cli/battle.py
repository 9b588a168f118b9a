"""``warcry3d battle``: a battle without a window, between program players or people who type."""

import argparse
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from warcry3d.cli.output import add_json, print_json
from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("play a battle in the terminal; record it, or resume a recorded one")

SIDES = ("red", "blue", "green", "yellow")


def configure(parser: Parser, words: Words) -> None:
    """Take the table, the bands, who plays, where dice come from, what is written."""
    parser.add_argument(
        "table", metavar="TABLE", nargs="?", help=words.say("a table file (*.table.json; default: one that ships)")
    )
    parser.add_argument(
        "--bands", metavar="A,B", type=_list, help=words.say("a warband for each player: a file or a name")
    )
    parser.add_argument(
        "--players", metavar="P,Q", type=_list, help=words.say("who plays each side: a player's name, or 'person'")
    )
    parser.add_argument(
        "--sides",
        metavar="X,Y",
        type=_list,
        help=words.say("names of the sides (default: red,blue,green,yellow)"),
    )
    parser.add_argument(
        "--with",
        dest="wishes",
        metavar="KEY=VALUE",
        action="append",
        type=_wish(words),
        default=[],
        help=words.say("extra battle options, listed in docs/battle.md; repeatable"),
    )
    parser.add_argument(
        "--seed",
        metavar="N",
        type=number(words, low=0, integer=True),
        help=words.say("the same seed gives the same battle (default: a random one)"),
    )
    parser.add_argument(
        "--dice",
        choices=["seeded", "typed"],
        default="seeded",
        help=words.say("seeded, or typed in as real dice fall (default: seeded)"),
    )
    parser.add_argument("--record", metavar="FILE", type=Path, help=words.say("record the battle in this file"))
    parser.add_argument("--resume", metavar="FILE", type=Path, help=words.say("resume a recorded battle"))
    parser.add_argument("--rules", action="store_true", help=words.say("show the ids of the rules"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Play it to its end, or until a person leaves."""
    _consistent(options)
    from warcry3d.cli.battle_start import begun, resumed

    options.sides = options.sides or SIDES[: max(len(options.players or ()), 2)]
    from warcry3d.cli.battle_person import Person
    from warcry3d.cli.battle_table import BattleReporter, play

    sitting = resumed(options, words) if options.resume else begun(options)
    words = words.of(sitting.game.ruleset.name)
    reporter = BattleReporter(sitting.game, sitting.offer, words, rules=options.rules, silent=options.json)
    person = Person(
        reporter.teller,
        sitting.offer,
        tuple(side for side, seat in sitting.seats.items() if seat is None),
        sitting.seed,
        sitting.by,
        sitting.path,
    )
    with sitting.journal() or nullcontext() as journal:
        reporter.begin(sitting.game, sitting.seed)
        game = play(
            sitting.game,
            sitting.seats,
            sitting.dice(reporter.teller),
            chance=sitting.seed or 0,
            journal=journal,
            reporter=reporter,
            person=person,
        )
    if options.json:
        from warcry3d.game.report import report_json

        print_json(report_json(game, seed=sitting.seed))
    else:
        reporter.end(game)
    return 0


def _list(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _wish(words: Words) -> Any:
    """Return a reader of ``key=value`` for argparse's ``type``."""

    def read(text: str) -> tuple[str, str]:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise argparse.ArgumentTypeError(words.say("expected KEY=VALUE, got '{text}'", text=text))
        return key, value

    return read


def _consistent(options: argparse.Namespace) -> None:
    """Raise `UsageError` where the options do not belong together."""
    given = {"TABLE": options.table, "--bands": options.bands, "--with": options.wishes, "--record": options.record}
    clash = next((name for name, value in given.items() if value), None)
    if options.resume and clash:
        raise UsageError("{option} cannot be used with --resume: it is taken from the record", option=clash)
    if options.players is None and not options.resume:
        sides = ", ".join(options.sides or SIDES[:2])
        raise UsageError("--players is required: one player per side ({sides})", sides=sides)
