"""``warcry3d terrain lint``: what is wrong with a piece before it is printed or played."""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, notice, print_json, print_lines, table_path
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.terrain.findings import Finding
    from warcry3d.terrain.lint.loading import Loaded
    from warcry3d.terrain.lint.subject import Limits

__all__ = ["HELP", "configure", "run"]

HELP = template("report what is wrong with a piece before it is printed or played")

LARGEST_BED_MM = 100_000


def configure(parser: Parser, words: Words) -> None:
    """Take the piece or mesh, what it is printed on and played with, what to report."""
    parser.add_argument("piece", metavar="PIECE", help=words.say("a piece (*.glb), or any mesh"))
    parser.add_argument(
        "--unit",
        choices=["mm", "cm", "m", "in", "ft"],
        help=words.say("the unit of a mesh that is not a piece yet (default: guessed from its size)"),
    )
    parser.add_argument(
        "--up",
        choices=["x", "y", "z", "-x", "-y", "-z"],
        help=words.say("the up axis of such a mesh (default: guessed)"),
    )
    parser.add_argument(
        "--bed",
        metavar="WxDxH",
        type=_bed(words),
        default=(220.0, 220.0, 250.0),
        help=words.say("size of the print bed in mm (default: 220x220x250)"),
    )
    parser.add_argument(
        "--figure-height",
        metavar="MM",
        type=number(words, low=5),
        default=32.0,
        help=words.say("height of figures without their base (default: 32 mm)"),
    )
    parser.add_argument(
        "--severity",
        choices=["error", "warning", "note"],
        default="note",
        help=words.say("report findings of this severity and worse (default: all)"),
    )
    parser.add_argument(
        "--picture", metavar="OUT.png", type=Path, help=words.say("draw a picture with the findings marked")
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Lint the piece; 1 where there are errors that it does not accept."""
    from warcry3d.terrain.findings import Severity, worst_first
    from warcry3d.terrain.lint.loading import load_for_lint
    from warcry3d.terrain.lint.report import lint
    from warcry3d.terrain.lint.subject import Limits

    limits = Limits(options.bed, options.figure_height)
    loaded = load_for_lint(table_path(options.piece), unit=options.unit, up=options.up)
    of_piece = lint(loaded.piece, limits) if loaded.piece is not None else ()
    all_of_it = worst_first((*loaded.findings, *of_piece))
    shown = list(Severity)[: list(Severity).index(Severity(options.severity)) + 1]
    findings = [finding for finding in all_of_it if finding.severity in shown]
    if options.json:
        print_json(_json(options, loaded, limits, findings))
    else:
        print_lines(_lines(findings, words))
    if options.picture and loaded.piece is None:
        notice(words.say("no picture: nothing in the file can be made a solid"))
    elif options.picture and loaded.piece is not None:
        from warcry3d.app.pictures.findings import findings_picture
        from warcry3d.app.pictures.table import save_png

        save_png(findings_picture(loaded.piece, findings, words), options.picture)
    return int(any(finding.severity is Severity.ERROR and not finding.accepted for finding in all_of_it))


def _lines(findings: "Sequence[Finding]", words: Words) -> list[str]:
    from warcry3d.messages.layouts import finding_line

    lines = [
        words.say("accepted: {finding}", finding=finding_line(finding, words))
        if finding.accepted
        else finding_line(finding, words)
        for finding in findings
    ]
    return lines or [words.say("no problems found in this piece")]


def _json(
    options: argparse.Namespace, loaded: "Loaded", limits: "Limits", findings: "Sequence[Finding]"
) -> dict[str, object]:
    """Return the findings as a ``warcry3d.findings/1`` object."""
    return {
        "format": "warcry3d.findings/1",
        "piece": options.piece,
        "unit": loaded.unit,
        "solid": loaded.piece is not None,
        "limits": {
            "bed_mm": list(limits.bed_mm),
            "figure_mm": limits.figure_mm,
            "wall_mm": limits.wall_mm,
        },
        "findings": [_finding_json(finding) for finding in findings],
    }


def _finding_json(finding: "Finding") -> dict[str, object]:
    """Return a finding for programs; its sentence is English."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "accepted": finding.accepted,
        "part": finding.part,
        "sentence": str(finding),
        "values": {
            name: value if isinstance(value, int | float | str) else str(value)
            for name, value in finding.message.values.items()
        },
        "places": [list(place) for place in finding.places],
        "lines": [[list(start), list(end)] for start, end in finding.lines],
    }


def _bed(words: Words) -> Callable[[str], tuple[float, float, float]]:
    """Return a reader of sizes such as ``220x220x250`` for argparse's ``type``."""

    def read(text: str) -> tuple[float, float, float]:
        sides = re.split(r"[xX×]", text)
        try:
            width, depth, height = (float(side) for side in sides)
        except ValueError:
            width = depth = height = -1.0
        if not all(0 < side <= LARGEST_BED_MM for side in (width, depth, height)):
            raise argparse.ArgumentTypeError(
                words.say("expected three sizes in mm like 220x220x250, got '{text}'", text=text)
            )
        return width, depth, height

    return read
