"""``warcry3d band export``: fighters in the JSON that Warcry tools share."""

import argparse
from pathlib import Path

from warcry3d.cli.output import print_lines
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("write fighters as the JSON that Warcry tools share")


def configure(parser: Parser, words: Words) -> None:
    """Take the fighters and where to write them."""
    parser.add_argument(
        "file", metavar="FILE", help=words.say("a file of fighters or of a warband, or the name of one that ships")
    )
    parser.add_argument("--out", metavar="OUT.json", type=Path, required=True, help=words.say("the file to write"))
    parser.add_argument("--bases", action="store_true", help=words.say("with base_size_x and base_size_y"))


def run(options: argparse.Namespace, words: Words) -> int:
    """Write the fighters; say what such a file does not tell."""
    from warcry3d.messages.bands import names_line
    from warcry3d.rules.warcry.bands.community import community_json
    from warcry3d.rules.warcry.bands.files import load_profiles, named_file
    from warcry3d.table.jsonfile import spread, write_aside

    profiles = load_profiles(named_file(options.file))
    write_aside(options.out, spread(community_json(profiles, bases=options.bases)))
    fighters = words.count("{n} fighter", "{n} fighters", len(profiles))
    lines = [words.say("{file}: {fighters}", file=str(options.out), fighters=fighters)]
    lost = [profile.name for profile in profiles if profile.damage_table]
    if lost:
        lines.append(words.say("such files have no damage tables; left out: {names}", names=names_line(lost, words)))
    print_lines(lines)
    return 0
