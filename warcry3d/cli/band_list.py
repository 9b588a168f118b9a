"""``warcry3d band list``: the fighters of a file, all or some of them; without a file, what ships."""

import argparse
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser, number
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.rules.warcry.bands.profile import Profile

__all__ = ["HELP", "configure", "run"]

HELP = template("list the fighters of a file, by faction or runemark; without a file, the warbands that ship")

MOST_NAMES = 8
"""Names of factions told where one is not found."""


def configure(parser: Parser, words: Words) -> None:
    """Take the file and what to look for."""
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        help=words.say("a file of fighters or of a warband, or the name of one that ships"),
    )
    parser.add_argument("--faction", metavar="NAME", help=words.say("only those of this faction"))
    parser.add_argument("--alliance", metavar="NAME", help=words.say("only those of this grand alliance"))
    parser.add_argument(
        "--runemark",
        metavar="MARK",
        action="append",
        default=[],
        help=words.say("only those with this runemark (several: with all of them)"),
    )
    parser.add_argument(
        "--points",
        metavar="N",
        type=number(words, low=0, integer=True),
        help=words.say("only those of at most N points"),
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the fighters that fit, a line each."""
    if options.file is None:
        return _shipped(options, words)
    from warcry3d.rules.warcry.bands.files import load_profiles, named_file
    from warcry3d.rules.warcry.bands.wires import profile_to_wire

    whole = load_profiles(named_file(options.file))
    if options.faction is not None:
        _known_faction(options.faction, whole)
    profiles = [profile for profile in whole if _fits(profile, options)]
    if options.json:
        import msgspec

        found = [msgspec.to_builtins(profile_to_wire(profile)) for profile in profiles]
        print_json({"format": "warcry3d.fighters/1", "fighters": found})
    else:
        print_lines(_lines(profiles, words))
    return 0


def _known_faction(name: str, profiles: "tuple[Profile, ...]") -> None:
    """Raise `UnknownNameError`, naming the nearest, where nobody is of the faction or company called ``name``."""
    from difflib import get_close_matches

    from warcry3d.errors import UnknownNameError
    from warcry3d.rules.warcry.bands.runemarks import runemark

    known = sorted({mark for profile in profiles for mark in (profile.faction, profile.company) if mark})
    if runemark(name) not in known:
        near = get_close_matches(runemark(name), known, n=MOST_NAMES, cutoff=0.4) or known[:MOST_NAMES]
        raise UnknownNameError(
            "nobody here is of the faction '{name}'; near: {known}", name=name, known=", ".join(near)
        )


def _fits(profile: "Profile", options: argparse.Namespace) -> bool:
    from warcry3d.rules.warcry.bands.runemarks import runemark

    return (
        (options.faction is None or runemark(options.faction) in (profile.faction, profile.company))
        and (options.alliance is None or runemark(options.alliance) == profile.alliance)
        and all(profile.has(runemark(mark)) for mark in options.runemark)
        and (options.points is None or profile.points <= options.points)
    )


def _lines(profiles: "list[Profile]", words: Words) -> list[str]:
    from warcry3d.messages.bands import profile_line

    lines: list[str] = []
    for faction in dict.fromkeys(profile.faction for profile in profiles):
        own = [profile for profile in profiles if profile.faction == faction]
        lines.append(words.say("{faction} ({alliance})", faction=faction, alliance=own[0].alliance))
        lines += [f"  {profile_line(profile, words)}" for profile in own]
    lines.append(words.count("{n} fighter", "{n} fighters", len(profiles)))
    return lines


def _shipped(options: argparse.Namespace, words: Words) -> int:
    """Print the warbands that ship, and the files of fighters."""
    from warcry3d.messages.bands import band_head
    from warcry3d.rules.warcry.bands.files import shipped_band, shipped_bands, shipped_fighters

    bands = {name: shipped_band(name) for name in shipped_bands()}
    if options.json:
        found: list[dict[str, Any]] = [
            {
                "name": name,
                "title": band.name,
                "faction": band.faction,
                "alliance": band.alliance,
                "points": band.points,
            }
            for name, band in bands.items()
        ]
        print_json({"format": "warcry3d.bands/1", "bands": found, "fighters": list(shipped_fighters())})
    else:
        print_lines([f"{name}: {band_head(band, words)}" for name, band in bands.items()])
        print_lines([words.say("{name}: fighters to pick from", name=name) for name in shipped_fighters()])
    return 0
