"""``warcry3d layout exposure``: the share of the board from which each place is seen."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.cli.picture import size_in
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.table import Table
    from warcry3d.terrain.layouts.views import EdgeView, ExposureMap

__all__ = ["HELP", "configure", "run"]

HELP = template("map from how much of the board each point is seen")

SIZE = (1600, 1000)

MOST_LINES = 256


def configure(parser: Parser, words: Words) -> None:
    """Take the table, the figure, how finely to look, what to write."""
    add_table(parser, words)
    add_json(parser, words)
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw a colour map"))
    parser.add_argument(
        "--size",
        metavar="WxH",
        default=SIZE,
        type=size_in(words),
        help=words.say("its size in pixels (default: 1600x1000)"),
    )
    parser.add_argument(
        "--base",
        metavar="MM",
        type=number(words, low=1),
        default=32.0,
        help=words.say("diameter of round bases (default: 32 mm)"),
    )
    parser.add_argument(
        "--height",
        metavar="IN",
        type=number(words, low=0.2),
        default=1.3,
        help=words.say("height of the figures (default: 1.3 in)"),
    )
    parser.add_argument(
        "--level",
        choices=["floor", "all"],
        default="all",
        help=words.say("the floor only, or all levels (default: all)"),
    )
    parser.add_argument(
        "--step",
        metavar="IN",
        type=number(words, low=0.1),
        default=0.5,
        help=words.say("distance between points (default: 0.5 in)"),
    )
    parser.add_argument(
        "--lines",
        metavar="N",
        type=number(words, low=1, integer=True),
        default=16,
        help=words.say("lines tested between two points (default: 16)"),
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Map the exposure and print it."""
    from warcry3d.sight.exposure import StandInBody
    from warcry3d.terrain.layouts.ground import StandingGround
    from warcry3d.terrain.layouts.views import exposure_map, views
    from warcry3d.units import MM

    if options.lines > MOST_LINES:
        raise UsageError("at most {most} lines can be tested between two points", most=MOST_LINES)
    table = read_table(options.table, words)
    ground = StandingGround(table)
    body = StandInBody(options.base * MM / 2, options.height)
    mapped = exposure_map(
        table, ground, body, step=options.step, floor_only=options.level == "floor", lines=options.lines
    )
    seen = views(table, ground, body, step=options.step, lines=options.lines)
    if options.json:
        print_json(_json(table, mapped, seen))
    else:
        print_lines(_lines(table, mapped, seen, words))
    if options.picture:
        from warcry3d.app.pictures.exposure import exposure_picture
        from warcry3d.app.pictures.table import save_png

        save_png(exposure_picture(table, ground, mapped, words, size=options.size), options.picture)
    return 0


def _lines(table: "Table", mapped: "ExposureMap", seen: "tuple[EdgeView, ...]", words: Words) -> list[str]:
    from warcry3d.messages.layouts import storey_line, view_line
    from warcry3d.terrain.layouts.views import fairness

    shares, at = mapped.exposure.overall, mapped.spots.at
    most, least = int(shares.argmax()), int(shares.argmin())
    lines = [
        words.say(
            "a fighter is seen from {share:.0%} of the board on average (an estimate: {count} spots, "
            "{rays:.1f} million rays)",
            share=float(shares.mean()),
            count=len(shares),
            rays=mapped.exposure.rays / 1e6,
        )
    ]
    for storey, span in enumerate(mapped.storeys):
        chosen = mapped.storey_of_spots == storey
        if chosen.any():
            lines.append(storey_line(span, float(shares[chosen].mean()), words))
    for said, k in (
        (words.say("most exposed"), most),
        (words.say("most sheltered"), least),
    ):
        x, y, z = at[k].tolist()
        lines.append(
            words.say(
                "{said}: {share:.0%}, at ({x:.1f}, {y:.1f}, {z:.1f})", said=said, share=float(shares[k]), x=x, y=y, z=z
            )
        )
    west, east = fairness(mapped, width=table.board.width)
    lines.append(
        words.say("in the western half {west:.1%} on average, in the eastern {east:.1%}", west=west, east=east)
    )
    return [*lines, *(view_line(view, words) for view in seen)]


def _json(table: "Table", mapped: "ExposureMap", seen: "tuple[EdgeView, ...]") -> dict[str, object]:
    """Return the map as a ``warcry3d.exposure/1`` object."""
    from warcry3d.cli.layout_check import view_json
    from warcry3d.terrain.layouts.views import fairness
    from warcry3d.units import to_mm

    found = mapped.exposure
    west, east = fairness(mapped, width=table.board.width)
    return {
        "format": "warcry3d.exposure/1",
        "base_mm": round(to_mm(2 * mapped.body.radius), 6),
        "height": mapped.body.height,
        "step": mapped.step,
        "rays": found.rays,
        "lines": found.lines,
        "storeys": [{"low": round(low, 4), "high": round(high, 4)} for low, high in mapped.storeys],
        "levels": [{"name": level.name or "floor", "height": round(level.height, 4)} for level in mapped.levels],
        "mean": round(float(found.overall.mean()), 4),
        "halves": {"west": round(west, 4), "east": round(east, 4)},
        "views": [view_json(view) for view in seen],
        "spots": [
            {
                "at": [round(v, 4) for v in at],
                "level": level,
                "seen_from": round(overall, 4),
                "by_storey": [round(share, 4) for share in shares],
            }
            for at, level, overall, shares in zip(
                mapped.spots.at.tolist(),
                mapped.spots.level.tolist(),
                found.overall.tolist(),
                found.share.tolist(),
                strict=True,
            )
        ],
    }
