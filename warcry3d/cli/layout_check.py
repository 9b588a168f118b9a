"""``warcry3d layout check``: problems of a board's layout, and how much of it is visible from where."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.layout_maps import add_map, with_map
from warcry3d.cli.output import add_json, add_table, print_json, print_lines, read_table
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template
from warcry3d.messages.layouts import finding_line

if TYPE_CHECKING:
    from warcry3d.table.table import Table
    from warcry3d.terrain.findings import Finding
    from warcry3d.terrain.layouts.check import LayoutReport
    from warcry3d.terrain.layouts.group_space import GroupSetup
    from warcry3d.terrain.layouts.views import EdgeView

__all__ = ["HELP", "configure", "finding_json", "finding_line", "findings_of", "run", "view_json"]

HELP = template("check how pieces stand, whether groups have room, and whether any floor is closed off")

SMALLEST_STEP = 0.2


def configure(parser: Parser, words: Words) -> None:
    """Take the table, who is set up, what to write."""
    add_table(parser, words)
    add_json(parser, words)
    add_map(parser, words)
    parser.add_argument(
        "--picture", metavar="OUT.png", type=Path, help=words.say("draw a picture with the findings marked")
    )
    parser.add_argument(
        "--group",
        metavar="N",
        type=number(words, low=1, integer=True),
        default=4,
        help=words.say("number of fighters in a deployed group (default: 4)"),
    )
    parser.add_argument(
        "--base",
        metavar="MM",
        type=number(words, low=1),
        default=32.0,
        help=words.say("diameter of their round bases (default: 32 mm)"),
    )
    parser.add_argument(
        "--step",
        metavar="IN",
        type=number(words, low=SMALLEST_STEP),
        default=0.5,
        help=words.say("distance between the points that views are sampled at (default: 0.5 in)"),
    )


def run(options: argparse.Namespace, words: Words) -> int:
    """Check the layout; 1 where there are errors."""
    from warcry3d.terrain.findings import Severity, worst_first
    from warcry3d.terrain.layouts.check import check_layout
    from warcry3d.terrain.layouts.group_space import Group
    from warcry3d.units import MM

    table = with_map(read_table(options.table, words), options)
    report = check_layout(table, group=Group(options.group, options.base * MM / 2), step=options.step)
    findings = worst_first((*report.findings, *findings_of(table)))
    if options.json:
        print_json(_json(table, report, findings))
    else:
        print_lines(_lines(table, report, findings, words))
    if options.picture:
        from warcry3d.app.pictures.layout import layout_picture
        from warcry3d.app.pictures.table import save_png

        save_png(layout_picture(table, findings, words), options.picture)
    return int(any(finding.severity is Severity.ERROR for finding in findings))


def findings_of(table: "Table") -> "tuple[Finding, ...]":
    """Return what the table's rule system asks of a battlefield beyond what all layouts are asked."""
    from warcry3d.rules.systems import system

    return tuple(system(table.ruleset).board().findings(table))


def _lines(table: "Table", report: "LayoutReport", findings: "Sequence[Finding]", words: Words) -> list[str]:
    from warcry3d.messages.layouts import setup_line, view_line

    lines = [
        words.count(
            "{n} terrain feature on a board of {width:g} x {depth:g} in",
            "{n} terrain features on a board of {width:g} x {depth:g} in",
            len(table.terrain.features),
            width=table.board.width,
            depth=table.board.depth,
        )
    ]
    lines += [finding_line(finding, words) for finding in findings] or [words.say("no problems found in this layout")]
    lines += [setup_line(setup, words) for setup in report.setups if _fits(setup)]
    lines += [view_line(view, words) for view in report.views]
    return lines


def _fits(setup: "GroupSetup") -> bool:
    from warcry3d.terrain.layouts.packing import Fits

    return isinstance(setup.room, Fits)


def _json(table: "Table", report: "LayoutReport", findings: "Sequence[Finding]") -> dict[str, object]:
    """Return the report as a ``warcry3d.layout/1`` object."""
    from warcry3d.terrain.layouts.packing import Fits, NotFound, TooFull
    from warcry3d.units import to_mm

    def room(setup: "GroupSetup") -> dict[str, object]:
        match setup.room:
            case Fits(at=at):
                placed = [{"at": [round(x, 4), round(y, 4)], "level": setup.levels[level]} for level, x, y in at]
                return {"fits": True, "bases": placed}
            case TooFull(most=most):
                return {"fits": False, "most": most}
            case NotFound(placed=count):
                return {"fits": None, "placed": count}

    return {
        "format": "warcry3d.layout/1",
        "board": {"width": table.board.width, "depth": table.board.depth},
        "findings": [finding_json(finding) for finding in findings],
        "deployment": [
            {
                "side": setup.point.side,
                "group": setup.point.group,
                "at": list(setup.point.at),
                "count": setup.group.count,
                "base_mm": round(to_mm(2 * setup.group.radius), 6),
                **room(setup),
            }
            for setup in report.setups
        ],
        "views": [view_json(view) for view in report.views],
    }


def finding_json(finding: "Finding") -> dict[str, object]:
    """Return a finding for programs; its sentence is English."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "part": finding.part,
        "places": [[round(v, 4) for v in place] for place in finding.places],
        "sentence": str(finding),
    }


def view_json(view: "EdgeView") -> dict[str, object]:
    """Return what is seen from a place for programs."""
    return {
        "from": view.name,
        "at": [round(v, 4) for v in view.at],
        "share": round(view.share, 4),
        "by_storey": [round(share, 4) for share in view.by_storey],
    }
