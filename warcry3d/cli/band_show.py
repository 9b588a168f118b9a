"""``warcry3d band show``: a warband with all its fighters' cards, or one fighter's."""

import argparse
from typing import TYPE_CHECKING

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from pathlib import Path

    from warcry3d.rules.warcry.bands.band import Warband
    from warcry3d.rules.warcry.bands.profile import Profile

__all__ = ["HELP", "configure", "run"]

HELP = template("show a warband's fighters, or one fighter: characteristics, weapons, base, damage table")


def configure(parser: Parser, words: Words) -> None:
    """Take the file and which of its fighters."""
    parser.add_argument(
        "file", metavar="FILE", help=words.say("a file of fighters or of a warband, or the name of one that ships")
    )
    parser.add_argument("fighter", metavar="FIGHTER", nargs="?", help=words.say("one of its fighters, by id or name"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the cards."""
    from warcry3d.rules.warcry.bands.files import is_band, load_band, load_profiles, named_file

    path = named_file(options.file)
    if options.fighter is None and is_band(path):
        _show_band(load_band(path), options, words)
    else:
        _show_profiles(_asked(path, load_profiles(path), options.fighter), options, words)
    return 0


def _asked(path: "Path", profiles: "tuple[Profile, ...]", name: str | None) -> "list[Profile]":
    from warcry3d.errors import UnknownNameError

    found = [profile for profile in profiles if name is None or name in (profile.id, profile.name)]
    if not found:
        near = [p.name for p in profiles if name is not None and name.lower() in p.name.lower()][:10]
        raise UnknownNameError(
            "no fighter '{name}' in {file}; near: {known}", name=name, file=str(path), known=", ".join(near) or "-"
        )
    return found


def _show_band(band: "Warband", options: argparse.Namespace, words: Words) -> None:
    from warcry3d.messages.bands import band_head, fighter_card, group_lines

    if options.json:
        import msgspec

        from warcry3d.rules.warcry.bands.files import band_to_wire

        print_json(msgspec.to_builtins(band_to_wire(band)))
        return
    print_lines([band_head(band, words)])
    if band.groups is not None:
        print_lines(group_lines(band, band.groups, words))
    for fighter in band.fighters:
        print_lines(["", *fighter_card(fighter, words)])


def _show_profiles(profiles: "list[Profile]", options: argparse.Namespace, words: Words) -> None:
    from warcry3d.messages.bands import card_lines
    from warcry3d.rules.warcry.bands.wires import profile_to_wire

    if options.json:
        import msgspec

        found = [msgspec.to_builtins(profile_to_wire(profile)) for profile in profiles]
        print_json({"format": "warcry3d.fighters/1", "fighters": found})
        return
    for number, profile in enumerate(profiles):
        head = words.say("{name} [{id}]", name=profile.name, id=profile.id)
        print_lines([*([""] if number else []), head, *card_lines(profile, words)])
