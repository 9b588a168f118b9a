"""``warcry3d schema``: the JSON Schema of a format."""

import argparse

from warcry3d.cli.output import print_json
from warcry3d.cli.parser import Parser
from warcry3d.messages import Words, template

__all__ = ["HELP", "configure", "run"]

HELP = template("print the JSON Schema of a file format or of an answer")


def configure(parser: Parser, words: Words) -> None:
    """Take the format's name."""
    parser.add_argument("name", metavar="NAME", nargs="?", help=words.say("a format; if omitted, all names are listed"))


def run(options: argparse.Namespace, words: Words) -> int:
    """Print the schema, or the names there are."""
    import warcry3d.game.record_format
    import warcry3d.rules.reports.move_report
    import warcry3d.rules.reports.reach_report
    import warcry3d.sight.proof_file
    import warcry3d.terrain.editing.edits_file
    import warcry3d.terrain.layouts.maps  # noqa: F401  (each registers a schema)
    from warcry3d.rules.systems import army_systems
    from warcry3d.table.format import schema, schema_names

    for one in army_systems():
        one.schemas()

    if options.name is None:
        print("\n".join(schema_names()))
    else:
        print_json(schema(options.name))
    return 0
