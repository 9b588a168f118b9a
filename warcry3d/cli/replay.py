"""``warcry3d replay``: replay a record by the current rules and report any divergence."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, notice, print_json, print_lines
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.game.record import Record
    from warcry3d.game.replay import Replayed
    from warcry3d.rules.battle_api import BattleOffer

__all__ = ["HELP", "configure", "run"]

HELP = template("replay a recorded battle and print its report; exits 1 where the replay diverges")


def configure(parser: Parser, words: Words) -> None:
    """Take the record, how far to go, what to make of it."""
    parser.add_argument("record", metavar="FILE", type=Path, help=words.say("the record of a battle"))
    parser.add_argument(
        "--to",
        metavar="STEP",
        type=number(words, low=0, integer=True),
        help=words.say("stop after this action (default: the last)"),
    )
    parser.add_argument(
        "--picture", metavar="OUT.png", type=Path, help=words.say("draw the table as it stands at that step")
    )
    parser.add_argument(
        "--from", dest="side", choices=["above", "corner"], default="corner", help=words.say("where to look from")
    )
    parser.add_argument("--rules", action="store_true", help=words.say("show the ids of the rules"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Play it again and report; 1 where it is no longer what was recorded."""
    from warcry3d.game.record import load_record
    from warcry3d.game.replay import replay
    from warcry3d.rules.systems import system

    record = load_record(options.record)
    for torn in record.notices:
        notice(words.say("warning: {text}", text=words.text(torn)))
    offer = system(record.head.setup.ruleset).battle()
    words = words.of(record.head.setup.ruleset)
    played = replay(record, offer.ruleset, to=options.to)
    if options.json:
        print_json(_json(record, played))
    else:
        _tell(record, played, offer, options, words)
    if options.picture and played.game is not None:
        from warcry3d.app.pictures.battle import battle_picture
        from warcry3d.app.pictures.table import Above, Corner, save_png

        view = Above() if options.side == "above" else Corner()
        save_png(battle_picture(played.game, offer, words, view=view), options.picture)
    return 0 if played.divergence is None else 1


def _tell(
    record: "Record", played: "Replayed[Any, Any]", offer: "BattleOffer", options: argparse.Namespace, words: Words
) -> None:
    from warcry3d.cli.battle_table import BattleReporter
    from warcry3d.messages.battles import Teller

    if played.game is not None:
        reporter = BattleReporter(played.game, offer, words, rules=options.rules)
        reporter.begin(played.game.undo(len(played.game.done)), record.head.seed)
        reporter.follow(played.game)
        reporter.end(played.game)
    if played.divergence is not None:
        print_lines(["", *Teller(words).divergence_lines(played.divergence)])
    elif played.game is not None:
        print_lines(
            ["", words.count("{n} action, as recorded.", "{n} actions, all as recorded.", len(played.game.done))]
        )


def _json(record: "Record", played: "Replayed[Any, Any]") -> dict[str, Any]:
    from warcry3d.game.report import divergence_json, report_json

    return {
        "format": "warcry3d.replay/1",
        "recorded": len(record.steps),
        "by": dict(record.by),
        "notices": [str(one) for one in record.notices],
        "divergence": None if played.divergence is None else divergence_json(played.divergence),
        "battle": None if played.game is None else report_json(played.game, seed=record.head.seed),
    }
