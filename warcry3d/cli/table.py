"""``warcry3d table show``: what is on a table, and what its parts are in play."""

import argparse
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.table import Table

__all__ = ["HELP", "configure", "run"]

HELP = template("show what is on a table, and what its parts are in play")


def configure(parser: Parser, words: Words) -> None:
    """Take what to do with the table: there is one thing as yet."""
    parser.add_argument("action", metavar="show", choices=["show"], help=words.say("print what is on it"))
    add_table(parser, words)
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the table."""
    table = read_table(options.table, words)
    if options.json:
        print_json(_json(table))
    else:
        from warcry3d.messages.description import description_lines

        print_lines(description_lines(table, words))
    return 0


def _json(table: "Table") -> dict[str, object]:
    """Return the table as a ``warcry3d.description/1`` object."""
    from warcry3d.table.derive import describe, standing_on
    from warcry3d.units import to_degrees

    surfaces = {model.id: standing_on(table, model) for model in table.models}
    return {
        "format": "warcry3d.description/1",
        "ruleset": table.ruleset,
        "board": {"width": table.board.width, "depth": table.board.depth},
        "features": [
            {
                "id": feature.id,
                "piece": feature.piece.name,
                "at": list(feature.placement.at),
                "turn": to_degrees(feature.placement.turn),
                "state": dict(feature.state),
            }
            for feature in table.terrain.features
        ],
        "parts": [
            {
                "name": part.name,
                "given": sorted(part.given),
                "kinds": sorted(part.kinds),
                "low": round(part.low, 4),
                "high": round(part.high, 4),
                "opening": part.is_opening,
                "because": [str(reason) for reason in part.reasons],
            }
            for part in describe(table)
        ],
        "models": [
            {
                "id": model.id,
                "side": model.side,
                "figure": model.figure.name,
                "at": list(model.placement.at),
                "facing": to_degrees(model.placement.turn),
                "stands_on": {"kind": surfaces[model.id].kind.value, "part": surfaces[model.id].name},
            }
            for model in table.models
        ],
        "warnings": [str(warning) for warning in table.warnings],
    }
