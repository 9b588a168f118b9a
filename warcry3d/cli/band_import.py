"""``warcry3d band import``: fighters of the JSON that Warcry tools share, written as a file of ours."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.rules.warcry.bands.base_sizes import BaseBook
    from warcry3d.rules.warcry.bands.profile import Profile

__all__ = ["HELP", "configure", "run"]

HELP = template("read the fighters that Warcry tools share as JSON; what is missing is told")


def configure(parser: Parser, words: Words) -> None:
    """Take the file, base sizes, where to write."""
    parser.add_argument(
        "file", metavar="FIGHTERS.json", type=Path, help=words.say("a list of fighters, each with an _id")
    )
    parser.add_argument(
        "--out", metavar="OUT.json", type=Path, required=True, help=words.say("the file to write (*.fighters.json)")
    )
    parser.add_argument(
        "--bases",
        metavar="FILE.json",
        type=Path,
        action="append",
        default=[],
        help=words.say(
            "base sizes: by _id, by name, or as {example}; may be given again",
            example='{"Name": 32, "Other": [60, 35]}',
        ),
    )
    parser.add_argument(
        "--base",
        metavar="NAME=MM",
        action="append",
        default=[],
        help=words.say("a base size by name or id, round (32) or oval (60x35); may be given again"),
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Read the fighters, find them bases, write them, say what is missing."""
    from warcry3d.rules.warcry.bands.base_sizes import load_bases, with_bases
    from warcry3d.rules.warcry.bands.community import load_community
    from warcry3d.rules.warcry.bands.files import save_fighters

    profiles = load_community(options.file)
    for file in options.bases:
        profiles = with_bases(profiles, load_bases(file))
    profiles = with_bases(profiles, _given(options.base))
    save_fighters(profiles, options.out)
    without = [profile for profile in profiles if profile.base is None]
    monsters = [profile for profile in profiles if profile.is_monster and not profile.damage_table]
    if options.json:
        print_json(_json(options.out, profiles, without, monsters))
    else:
        print_lines(_lines(options.out, profiles, without, monsters, words))
    return 0


def _given(sizes: Sequence[str]) -> "BaseBook":
    """Return what ``--base`` says."""
    from warcry3d.rules.warcry.bands.base_sizes import BaseBook, base_of_text

    given = {}
    for size in sizes:
        name, _, text = size.rpartition("=")
        base = base_of_text(text)
        if not name or base is None:
            raise UsageError(
                "--base takes a name and a size such as 'Name=32' or 'Name=60x35', got '{text}'", text=size
            )
        given[name] = base
    return BaseBook(given, {}, {})


def _lines(
    out: Path, profiles: "Sequence[Profile]", without: "Sequence[Profile]", monsters: "Sequence[Profile]", words: Words
) -> list[str]:
    from warcry3d.messages.bands import names_line

    factions = len({profile.faction for profile in profiles})
    lines = [
        words.say(
            "{file}: {fighters} of {factions}",
            file=str(out),
            fighters=words.count("{n} fighter", "{n} fighters", len(profiles)),
            factions=words.count("{n} faction", "{n} factions", factions),
        )
    ]
    if without:
        names = names_line([profile.name for profile in without], words)
        lines.append(
            words.count(
                "{n} fighter has no base size and cannot stand on a table: {names}",
                "{n} fighters have no base size and cannot stand on a table: {names}",
                len(without),
                names=names,
            )
        )
        lines.append(
            words.say(
                "give it with --base '{name}=32', or in a file for --bases: {example}",
                name=without[0].name,
                example=f'{{"{without[0].name}": 32}}',
            )
        )
    if monsters:
        names = names_line([profile.name for profile in monsters], words)
        lines.append(
            words.count(
                "{n} monster has no damage table, which such files do not tell: {names}",
                "{n} monsters have no damage table, which such files do not tell: {names}",
                len(monsters),
                names=names,
            )
        )
        lines.append(words.say("write it as 'damage_table' beside their weapons in {file}", file=str(out)))
    return lines


def _json(
    out: Path, profiles: "Sequence[Profile]", without: "Sequence[Profile]", monsters: "Sequence[Profile]"
) -> dict[str, Any]:
    def named(some: "Sequence[Profile]") -> list[dict[str, str]]:
        return [{"id": profile.id, "name": profile.name, "faction": profile.faction} for profile in some]

    return {
        "format": "warcry3d.band-import/1",
        "out": str(out),
        "fighters": len(profiles),
        "factions": sorted({profile.faction for profile in profiles}),
        "without_base": named(without),
        "without_damage_table": named(monsters),
    }
