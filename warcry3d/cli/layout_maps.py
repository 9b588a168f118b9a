"""``warcry3d layout maps``: list and show deployment maps, and import those of community tools."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template
from warcry3d.system_errors import reason_of

if TYPE_CHECKING:
    from warcry3d.table.table import DeploymentPoint, Table
    from warcry3d.terrain.layouts.maps import DeploymentMap

__all__ = ["HELP", "add_map", "configure", "folders", "run", "with_map"]

HELP = template("list deployment maps, show one, or import those of other tools")

TASKS = ("list", "show", "import")


def configure(parser: Parser, words: Words) -> None:
    """Take what to do, with which map or file."""
    parser.add_argument("task", metavar="TASK", choices=TASKS, help=words.say("list, show MAP, or import FILE"))
    parser.add_argument("what", metavar="MAP|FILE", nargs="?", help=words.say("a map's name or file; a file to import"))
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help=words.say("folder for imported maps (default: your own maps, which are found by name)"),
    )
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """List, show or import."""
    if (options.what is None) != (options.task == "list"):
        raise UsageError("'maps list' takes no name; 'maps show' needs a map, 'maps import' needs a file")
    if options.out is not None and options.task != "import":
        raise UsageError("--out can only be used with 'maps import'")
    match options.task:
        case "list":
            _list(options.json, words)
        case "show":
            _show(options.what, options.json, words)
        case _:
            _import(Path(options.what), options.out, options.json, words)
    return 0


def folders() -> tuple[Path, ...]:
    """Return where maps are found by name: the user's own, then those that ship."""
    from warcry3d.folders import data_folder
    from warcry3d.terrain.layouts.maps import shipped_maps_folder

    own = data_folder()
    return (*(() if own is None else (own / "maps",)), shipped_maps_folder())


def add_map(parser: Parser, words: Words) -> None:
    """Offer ``--map`` and ``--arrow``."""
    from warcry3d.terrain.layouts.maps import Direction

    parser.add_argument(
        "--map",
        metavar="MAP",
        help=words.say("use the points of this deployment map (name or file) instead of the table's"),
    )
    parser.add_argument(
        "--arrow",
        choices=get_args(Direction),
        help=words.say("direction of the map's arrow (default: as drawn)"),
    )


def with_map(table: "Table", options: argparse.Namespace) -> "Table":
    """Return the table with the deployment points of the map that was asked for, if one was."""
    if options.map is None:
        if options.arrow is not None:
            raise UsageError("--arrow needs --map")
        return table
    from warcry3d.terrain.layouts.maps import find_map, laid_on

    return laid_on(table, find_map(options.map, folders()), options.arrow)


def _list(as_json: bool, words: Words) -> None:
    from warcry3d.terrain.layouts.maps import SUFFIX, load_map, map_files

    maps = [(path.name.removesuffix(SUFFIX), load_map(path)) for path in map_files(folders())]
    if as_json:
        entries = [{"map": name, "name": map.name, "source": map.source} for name, map in maps]
        print_json({"format": "warcry3d.maps/1", "maps": entries})
    else:
        print_lines([_line(name, map, words) for name, map in maps])


def _line(file: str, map: "DeploymentMap", words: Words) -> str:
    later = sorted({point.round for point in map.points} - {1})
    text = words.say("{file}: {name} ({source})", file=file, name=map.name, source=map.source or words.say("no source"))
    if later:
        text += words.say("; ") + words.say(
            "reserves in round {rounds}", rounds=words.say(", ").join(str(round) for round in later)
        )
    if map.objectives:
        text += words.say("; ") + words.count("{n} objective", "{n} objectives", len(map.objectives))
    return text


def _show(name: str, as_json: bool, words: Words) -> None:
    import msgspec

    from warcry3d.terrain.layouts.maps import find_map, wire_of

    map = find_map(name, folders())
    if as_json:
        print_json(msgspec.to_builtins(wire_of(map)))
        return
    lines = [
        words.say(
            "{name}, for boards of {width:g} x {depth:g} in; its arrow points {arrow}",
            name=map.name,
            width=map.board.width,
            depth=map.board.depth,
            arrow=_direction(map.arrow, words),
        ),
        *(_point_line(point, words) for point in map.points),
        *(words.say("objective at ({x:g}, {y:g})", x=x, y=y) for x, y in map.objectives),
    ]
    if map.rounds is not None:
        lines.append(words.count("the battle lasts {n} round", "the battle lasts {n} rounds", map.rounds))
    print_lines(lines)


def _direction(arrow: str, words: Words) -> str:
    known = {
        "north": words.say("north"),
        "east": words.say("east"),
        "south": words.say("south"),
        "west": words.say("west"),
    }
    return known[arrow]


def _point_line(point: "DeploymentPoint", words: Words) -> str:
    x, y = point.at
    text = words.say("{side} {group} at ({x:g}, {y:g})", side=point.side, group=point.group, x=x, y=y)
    if point.line is not None:
        (x0, y0), (x1, y1) = point.line
        text += words.say(", ") + words.say(
            "along the edge from ({x0:g}, {y0:g}) to ({x1:g}, {y1:g})", x0=x0, y0=y0, x1=x1, y1=y1
        )
    if point.round > 1:
        text += words.say(", ") + words.say("in round {round}", round=point.round)
    return text


def _import(file: Path, out: Path | None, as_json: bool, words: Words) -> None:
    from warcry3d.errors import FileError
    from warcry3d.rules.systems import DEFAULT, system
    from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, read_bytes
    from warcry3d.terrain.layouts.community_maps import community_maps
    from warcry3d.terrain.layouts.maps import file_names, save_map

    folder = out if out is not None else next(iter(folders()[:-1]), None)
    if folder is None:
        raise UsageError("no folder for your own maps was found; choose one with --out")
    spot = JsonPath(str(file))
    maps = community_maps(read_bytes(file, spot, limit=MAX_JSON_BYTES), spot, system(DEFAULT).board().groups)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(folder, "", "cannot be written: {reason}", reason=reason_of(error)) from None
    written: list[dict[str, Any]] = []
    for name, map in zip(file_names(maps), maps, strict=True):
        save_map(map, folder / name)
        written.append({"file": str(folder / name), "name": map.name})
    if as_json:
        print_json({"format": "warcry3d.maps/1", "maps": written})
        return
    print_lines([words.say("{name}: {file}", name=entry["name"], file=entry["file"]) for entry in written])
    print_lines([words.count("{n} map", "{n} maps", len(written))])
