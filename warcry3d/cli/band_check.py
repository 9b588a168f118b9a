"""``warcry3d band check``: is this warband legal, and if not, all that is wrong."""

import argparse
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.game.ruleset import ActionFault
    from warcry3d.rules.warcry.bands.band import Groups, Warband

__all__ = ["HELP", "configure", "run"]

HELP = template("is this warband legal? every breach with its rule and place")


def configure(parser: Parser, words: Words) -> None:
    """Take the warband's file."""
    parser.add_argument(
        "band", metavar="BAND", help=words.say("a warband's file (*.band.json), or the name of one that ships")
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Check the warband and its groups; suggest groups where it has none. 1 where something is wrong."""
    from warcry3d.rules.warcry.bands.faults import faults
    from warcry3d.rules.warcry.bands.files import load_band, named_file
    from warcry3d.rules.warcry.bands.groups import group_faults, split_evenly

    band = load_band(named_file(options.band))
    found = faults(band)
    if band.groups is not None:
        found += group_faults(band, band.groups)
    suggested = split_evenly(band) if band.groups is None else None
    if options.json:
        print_json(_json(band, found, suggested))
    else:
        print_lines(_lines(band, found, suggested, words))
    return int(bool(found))


def _lines(band: "Warband", found: "tuple[ActionFault, ...]", suggested: "Groups | None", words: Words) -> list[str]:
    from warcry3d.messages.bands import band_head, fault_line, group_lines

    lines = [band_head(band, words), *(f"  {fault_line(fault, words)}" for fault in found)]
    if not found:
        lines.append(words.say("  the warband is legal"))
    if band.groups is not None:
        lines += [words.say("groups:"), *group_lines(band, band.groups, words)]
    if suggested is not None:
        lines += [words.say("it has no groups yet; an even split:"), *group_lines(band, suggested, words)]
    return lines


def _json(band: "Warband", found: "tuple[ActionFault, ...]", suggested: "Groups | None") -> dict[str, Any]:
    groups = band.groups or suggested
    return {
        "format": "warcry3d.band-check/1",
        "name": band.name,
        "faction": band.faction,
        "alliance": band.alliance,
        "points": band.points,
        "legal": not found,
        "faults": [{"rule": fault.rule, "place": fault.place, "text": str(fault)} for fault in found],
        "fighters": [{"id": one.id, "name": one.name, "role": one.role.value} for one in band.fighters],
        "groups": {name: list(members) for name, members in groups.each()} if groups else None,
        "suggested": suggested is not None,
    }
