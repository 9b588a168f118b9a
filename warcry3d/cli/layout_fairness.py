"""``warcry3d layout fairness``: views of both zones, ways to objectives, cover, beside random boards."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.layout_maps import add_map, folders, with_map
from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.rules.board_fairness import BoardFairness
    from warcry3d.table.table import Table

__all__ = ["HELP", "configure", "fairness_json", "run"]

HELP = template("compare both sides of a board: views of zones, ways to objectives, cover; beside random boards")


def configure(parser: Parser, words: Words) -> None:
    """Take the table, its map, what to write."""
    add_table(parser, words)
    add_map(parser, words)
    add_json(parser, words)
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the figures as bars"))


def run(options: argparse.Namespace, words: Words) -> int:
    """Work the figures out and print them."""
    from warcry3d.rules.board_fairness import board_fairness

    table = with_map(read_table(options.table, words), options)
    if not table.deployment:
        raise UsageError("the table has no deployment points; name a map with --map")
    made = board_fairness(table, _objectives(table, options))
    if options.json:
        print_json(fairness_json(made))
    else:
        from warcry3d.messages.fairness import fairness_lines

        print_lines(fairness_lines(made, words))
    if options.picture:
        from warcry3d.file_writes import atomic_write
        from warcry3d.messages.fairness import fairness_page
        from warcry3d.messages.names import shipped_name_of
        from warcry3d.messages.sheets.files import png_of

        title = shipped_name_of(Path(options.table).name.removesuffix(".json").removesuffix(".table"), words)
        atomic_write(options.picture, png_of(fairness_page(made, words, title=title)))
    return 0


def _objectives(table: "Table", options: argparse.Namespace) -> tuple[tuple[float, float], ...]:
    if options.map is None:
        return ()
    from warcry3d.terrain.layouts.maps import find_map, fitted, lying_arrow, turned

    map = find_map(options.map, folders())
    return fitted(turned(map, options.arrow or lying_arrow(map, table.board)), table.board).objectives


def fairness_json(made: "BoardFairness") -> dict[str, Any]:
    """Return the figures as a ``warcry3d.fairness/1`` object."""
    from warcry3d.rules.board_fairness import MOVES, QUARTERS
    from warcry3d.rules.random_boards import random_boards

    usual = random_boards()
    return {
        "format": "warcry3d.fairness/1",
        "sides": [
            {
                "side": side.side,
                "places": side.places,
                "zone_seen": round(side.seen, 4),
                "pairs_seen": round(side.pairs, 4),
                "zone_exposed": round(side.exposed, 4),
                "ways": [
                    {
                        "objective": list(way.objective),
                        "inches": None if way.inches is None else round(way.inches, 4),
                        "hidden": round(way.hidden, 4),
                        "watched": None if way.inches is None else round(way.watched, 4),
                        "moves": [
                            {"move": move, "actions": count, "hidden_ends": round(share, 4)}
                            for move, count, share in zip(MOVES, way.actions, way.hidden_ends, strict=True)
                        ],
                    }
                    for way in side.ways
                ],
            }
            for side in made.sides
        ],
        "cover": {quarter: round(share, 4) for quarter, share in zip(QUARTERS, made.cover, strict=True)},
        "random_boards": {
            "count": usual.count,
            "version": usual.version,
            "figures": {
                name: {"mean": round(one.mean, 4), "spread": round(one.spread, 4)}
                for name, one in (*usual.figures.items(), ("cover", usual.cover))
            },
        },
    }
