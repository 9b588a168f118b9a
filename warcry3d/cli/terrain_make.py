"""``warcry3d terrain make``: a simple piece from parameters, or an earlier one with some of them changed."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.cli.output import add_json, notice, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError
from warcry3d.messages import Words, template

if TYPE_CHECKING:
    from warcry3d.terrain.making.fields import FieldValue, PieceField
    from warcry3d.terrain.making.simple_pieces import SimpleKind

__all__ = ["HELP", "configure", "run"]

HELP = template("make a simple piece from parameters: a wall, a platform, stairs, a ladder, a box, a cylinder, a ruin")


def configure(parser: Parser, words: Words) -> None:
    """Take the kind, where to write, and an option for each parameter of any kind."""
    from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS

    parser.add_argument(
        "kind",
        metavar="KIND",
        nargs="?",
        choices=[kind.id for kind in SIMPLE_KINDS],
        help=words.say("what to make: {kinds}", kinds=", ".join(kind.id for kind in SIMPLE_KINDS)),
    )
    parser.add_argument("--out", metavar="PIECE.glb", type=Path, help=words.say("the piece's file"))
    parser.add_argument("--stl", metavar="FILE.stl", type=Path, help=words.say("also write it for the printer, in mm"))
    parser.add_argument(
        "--from",
        dest="before",
        metavar="PIECE.glb",
        type=Path,
        help=words.say("take the parameters of this simple piece; change those that are given"),
    )
    parser.add_argument("--name", help=words.say("the piece's name (default: that of its file)"))
    parser.add_argument(
        "--list", action="store_true", help=words.say("print the parameters with their ranges and make nothing")
    )
    add_json(parser, words)
    group = parser.add_argument_group(words.say("parameters"))
    taken: set[str] = set()
    for field in (field for kind in SIMPLE_KINDS for field in kind.fields):
        if field.name not in taken:
            taken.add(field.name)
            group.add_argument(_option(field), dest=f"field_{field.name}", metavar="VALUE", help=argparse.SUPPRESS)
    parser.epilog = words.say("every parameter is an option, such as --length 4; --list prints them with their ranges")


def run(options: argparse.Namespace, words: Words) -> int:
    """Make the piece and write it."""
    from warcry3d.table.pieces import save_piece
    from warcry3d.terrain.export import stl_of, written
    from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, simple_kind

    if options.list:
        _list([simple_kind(options.kind)] if options.kind else list(SIMPLE_KINDS), options.json, words)
        return 0
    if options.out is None and options.stl is None:
        raise UsageError("expected --out PIECE.glb or --stl FILE.stl")
    if options.out is not None and options.out.suffix.lower() != ".glb":
        raise UsageError("{file} is not *.glb", file=str(options.out))
    kind, values = _asked(options)
    file = options.out or options.stl
    piece = kind.piece(values, options.name or file.stem)
    made = dict(piece.made.values) if piece.made is not None else {}
    for name, value in values.items():
        if made[name] != value:
            notice(
                words.say(
                    "{name} is {value}, not {asked}, so that everything fits",
                    name=name.replace("_", "-"),
                    value=_shown(made[name]),
                    asked=_shown(value),
                )
            )
    if options.out is not None:
        save_piece(piece, options.out)
    if options.stl is not None:
        written(stl_of(piece).data, options.stl)
    if options.json:
        from warcry3d.cli.terrain_show import piece_json

        print_json({"format": "warcry3d.piece-description/1", **piece_json(piece)})
    else:
        from warcry3d.messages.piece import piece_lines

        print_lines(piece_lines(piece, words))
    return 0


def _option(field: "PieceField") -> str:
    return f"--{field.name.replace('_', '-')}"


def _asked(options: argparse.Namespace) -> "tuple[SimpleKind, dict[str, FieldValue]]":
    """Return the kind, and the values that were given, over those of an earlier piece."""
    from warcry3d.table.pieces import load_piece
    from warcry3d.terrain.making.simple_pieces import made_from, simple_kind

    given: dict[str, FieldValue] = {}
    kind = simple_kind(options.kind) if options.kind else None
    if options.before is not None:
        earlier = made_from(load_piece(options.before))
        if earlier is None:
            raise UsageError("{file} is no simple piece whose parameters are known", file=str(options.before))
        if kind is not None and kind.id != earlier[0].id:
            raise UsageError("{file} is of the kind '{kind}'", file=str(options.before), kind=earlier[0].id)
        kind, given = earlier
    if kind is None:
        raise UsageError("expected a KIND, or --from PIECE.glb")
    known = {field.name: field for field in kind.fields}
    for name, text in vars(options).items():
        if name.startswith("field_") and text is not None:
            field = known.get(name.removeprefix("field_"))
            if field is None:
                raise UsageError(
                    "a '{kind}' has no parameter '{name}'; there are: {known}",
                    kind=kind.id,
                    name=name.removeprefix("field_").replace("_", "-"),
                    known=", ".join(one.replace("_", "-") for one in known),
                )
            given[field.name] = field.checked(text if field.unit == "choice" else _number(text))
    return kind, given


def _number(text: str) -> float | str:
    """Return what was typed as a number (1.5, 3/2, 1 1/2); as it is where it is none."""
    from fractions import Fraction

    try:
        return float(sum(Fraction(part) for part in text.split())) if text.split() else text
    except (ValueError, ZeroDivisionError, OverflowError):
        return text


def _shown(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _list(kinds: "list[SimpleKind]", as_json: bool, words: Words) -> None:
    from warcry3d.terrain.making.fields import range_of

    if as_json:
        print_json({"format": "warcry3d.simple-kinds/1", "kinds": [_kind_json(kind) for kind in kinds]})
        return
    lines = []
    for kind in kinds:
        lines.append(words.say("{kind}: {help}", kind=kind.id, help=words.text(kind.help)))
        lines += [
            words.say(
                "  {option}  {help}; {range} (default: {default})",
                option=f"{_option(field):<16}",
                help=words.text(field.help),
                range=words.text(range_of(field)),
                default=_shown(field.default),
            )
            for field in kind.fields
        ]
    print_lines(lines)


def _kind_json(kind: "SimpleKind") -> dict[str, Any]:
    return {
        "kind": kind.id,
        "fields": [
            {"name": field.name, "unit": field.unit, "default": field.default}
            | (
                {"choices": [one.value for one in field.choices]}
                if field.unit == "choice"
                else {"least": field.least, "most": field.most, "step": field.step}
            )
            for field in kind.fields
        ],
    }
