"""``warcry3d terrain classify``: edit the parts of a piece, take edits back, or classify by shape again."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.table.kinds import PartKind
    from warcry3d.table.piece_edits import Edit
    from warcry3d.table.terrain import Piece
    from warcry3d.terrain.editing.edits_file import FileEntry

__all__ = ["HELP", "configure", "run"]

HELP = template("edit the parts of a piece, take edits back, or classify the piece again")

_EDITS: tuple[tuple[str, str, str], ...] = (
    ("--set", "PART=KIND[,KIND]", template("set the kind, or the kinds, of the part with this name")),
    (
        "--set-at",
        "X,Y,Z=KIND[,KIND]",
        template("set the kind of the part nearest to this place (in); write --set-at=-1,... for a negative number"),
    ),
    (
        "--paint",
        "KIND[,KIND]@X,Y,Z~ANGLE[/DEPTH][=NAME]",
        template(
            "make a part of what lies under the faces reached from a place without crossing an edge that bends by more "
            "than ANGLE degrees, DEPTH in deep; X,Y,Z*RADIUS takes the faces around the place instead, X,Y,Z the whole "
            "shell there"
        ),
    ),
    ("--cut", "PART@HEIGHT[=NAME]", template("cut a part in two at a height (in); the upper half gets the name")),
    ("--merge", "PART,PART[,PART][=NAME]", template("unite parts, under the first one's name or another")),
    ("--split", "PART", template("split a part into its connected shells")),
    ("--rename", "PART=NAME", template("give a part another name")),
    (
        "--opening",
        "KIND@X,Y,Z:X,Y,Z[=NAME]",
        template("make a door, an arch or a window of the opening between two points on its rims (in)"),
    ),
    ("--accept", "CODE[=REASON]", template("accept the findings of lint with this code")),
    ("--edits", "EDITS.json", template("do what a file of edits says (`warcry3d schema edits`)")),
)


class _InOrder(argparse.Action):
    """Keep edits in the order in which they are given, whatever their options."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        """Add the option and its value."""
        del parser
        namespace.asked = [*(namespace.asked or []), (option, values)]


def configure(parser: Parser, words: Words) -> None:
    """Take the piece, and what is done to its parts."""
    parser.add_argument("piece", metavar="PIECE", type=Path, help=words.say("a piece's file (*.glb)"))
    for option, metavar, help in _EDITS:
        parser.add_argument(option, metavar=metavar, action=_InOrder, dest="asked", help=words.say(help))
    parser.add_argument(
        "--clear", metavar="PART", action="append", default=[], help=words.say("take back what was done to this part")
    )
    parser.add_argument(
        "--without",
        metavar="NUMBER",
        action="append",
        type=int,
        default=[],
        help=words.say("take back the edit with this number in `terrain show`"),
    )
    parser.add_argument("--again", action="store_true", help=words.say("classify the whole shape again"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Edit and write the piece."""
    from warcry3d.table.pieces import load_piece, save_piece

    piece = load_piece(options.piece)
    steps = [step for option, text in options.asked or [] for step in _READERS[option](text)]
    changed = _edited(piece, steps, options)
    if changed is not piece:
        save_piece(_loadable(changed, options.piece), options.piece)
    if options.json:
        from warcry3d.cli.terrain_show import piece_json

        print_json({"format": "warcry3d.piece-description/1", **piece_json(changed)})
    else:
        from warcry3d.messages.piece import piece_lines

        print_lines(piece_lines(changed, words))
    return 0


def _edited(piece: "Piece", steps: "Sequence[Edit | FileEntry]", options: argparse.Namespace) -> "Piece":
    """Return the piece after all that is asked for: first what is taken back, then the edits in their order."""
    from warcry3d.table.edit_format import EditEntry
    from warcry3d.terrain.editing.edits import edited
    from warcry3d.terrain.editing.edits_file import edit_in
    from warcry3d.terrain.reclassify import reclassified, without_edits

    if options.without:
        piece = without_edits(piece, [number - 1 for number in options.without])
    if options.clear:
        piece = reclassified(piece, clear=options.clear)
    for step in steps:
        piece = edited(piece, edit_in(piece, step) if isinstance(step, EditEntry) else step)
    return reclassified(piece, again=True) if options.again else piece


def _loadable(piece: "Piece", path: Path) -> "Piece":
    """Return the piece as a file can hold it: what an edit writes always loads."""
    from warcry3d.table.jsonfile import JsonPath
    from warcry3d.terrain.read_back import read_back

    return read_back(piece, JsonPath(str(path)))[0]


def _parted(text: str, mark: str, example: str) -> tuple[str, str]:
    """Return what is before and after the last of a mark; raise `UsageError` where one of them is empty."""
    before, found, after = text.rpartition(mark)
    if not found or not before or not after:
        raise UsageError("expected something like {example}, got '{text}'", example=example, text=text)
    return before, after


def _named(text: str, example: str) -> tuple[str, str]:
    """Return a text, and the name after ``=``, empty if there is none."""
    return _parted(text, "=", example) if "=" in text else (text, "")


def _set(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import SetKinds

    part, kinds = _parted(text, "=", "PART=KIND")
    return [SetKinds(_kinds(kinds), part)]


def _set_at(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import SetKinds

    place, kinds = _parted(text, "=", "1.5,0,2=KIND")
    return [SetKinds(_kinds(kinds), places=(_place(place),))]


def _paint(text: str) -> "list[FileEntry]":
    from warcry3d.terrain.editing import edits_file as wires

    example = "door@1.5,0,2~20/0.2=gate"
    what, name = _named(text, example)
    kinds, where = _parted(what, "@", example)
    where, _, depth = where.partition("/")
    finest: float | None = None
    if "~" in where:
        place, angle = _parted(where, "~", example)
        step: Any = wires.FloodStepWire(at=_place(place), angle=_number(angle, example, most=180))
    elif "*" in where:
        place, radius = _parted(where, "*", example)
        step = wires.BrushStepWire(at=_place(place), radius=_number(radius, example))
        finest = max(0.02, min(0.2, step.radius / 4))
    else:
        step = wires.ShellStepWire(at=_place(where))
    return [
        wires.PaintEntryWire(
            kinds=sorted(_kinds(kinds)),
            name=name,
            depth=_number(depth, example) if depth else 0.25,
            select=[step],
            finest=finest,
        )
    ]


def _cut(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import CutPart

    what, name = _named(text, "PART@1.5")
    part, height = _parted(what, "@", "PART@1.5")
    return [CutPart(part, _number(height, "PART@1.5", least=-1000), name)]


def _merge(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import MergeParts

    parts, name = _named(text, "PART,PART=NAME")
    found = tuple(part.strip() for part in parts.split(","))
    if len(found) < 2 or not all(found):
        raise UsageError("expected something like {example}, got '{text}'", example="PART,PART=NAME", text=text)
    return [MergeParts(found, name)]


def _split(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import SplitPart

    return [SplitPart(text)]


def _rename(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import RenamePart

    return [RenamePart(*_parted(text, "=", "PART=NAME"))]


def _opening(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import AddOpening, OpeningKind

    example = "window@0,0,1:1,0,2"
    what, name = _named(text, example)
    kind, places = _parted(what, "@", example)
    if kind not in list(OpeningKind):
        raise UsageError("no kind '{word}'; there are: {known}", word=kind, known=", ".join(OpeningKind))
    start, end = _parted(places, ":", example)
    return [AddOpening(OpeningKind(kind), _place(start), _place(end), name)]


def _accept(text: str) -> "list[Edit]":
    from warcry3d.table.piece_edits import AcceptFinding

    code, _, reason = text.partition("=")
    return [AcceptFinding(code, reason)]


def _file(text: str) -> "list[FileEntry]":
    from warcry3d.terrain.editing.edits_file import read_edits

    return list(read_edits(Path(text)))


_READERS: "dict[str, Callable[[str], Sequence[Any]]]" = {
    "--set": _set,
    "--set-at": _set_at,
    "--paint": _paint,
    "--cut": _cut,
    "--merge": _merge,
    "--split": _split,
    "--rename": _rename,
    "--opening": _opening,
    "--accept": _accept,
    "--edits": _file,
}


def _place(text: str) -> tuple[float, float, float]:
    try:
        x, y, z = (float(word) for word in text.split(","))
        if not all(abs(value) < 1000 for value in (x, y, z)):
            raise ValueError
    except ValueError:
        raise UsageError("expected a place like 1.5,0,2, got '{text}'", text=text) from None
    return (x, y, z)


def _number(text: str, example: str, *, least: float = 1e-3, most: float = 1000) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise UsageError("expected something like {example}, got '{text}'", example=example, text=text)
    return value


def _kinds(text: str) -> "frozenset[PartKind]":
    return frozenset(_kind(word.strip()) for word in text.split(","))


def _kind(word: str) -> "PartKind":
    from warcry3d.table.kinds import PartKind

    try:
        return PartKind(word)
    except ValueError:
        known = ", ".join(PartKind)
        raise UsageError("no kind '{word}'; there are: {known}", word=word, known=known) from None
