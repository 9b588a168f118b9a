"""``warcry3d terrain import``: mesh files made pieces."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from warcry3d.cli.output import add_json, notice, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.errors import WarcryError
from warcry3d.words import Words, template

if TYPE_CHECKING:
    from warcry3d.terrain.importing import Asked, Imported

__all__ = ["HELP", "configure", "run"]

HELP = template("make a piece that plays from each mesh: STL, OBJ, GLB, glTF, 3MF, PLY or DAE")


def configure(parser: Parser, words: Words) -> None:
    """Take the meshes, how to read them, and where to write the pieces."""
    from warcry3d.table.format import Axis, LengthUnit

    parser.add_argument("meshes", metavar="MESH", nargs="+", type=Path, help=words.say("a mesh file"))
    parser.add_argument(
        "--unit",
        choices=["auto", *get_args(LengthUnit)],
        default="auto",
        help=words.say("the unit it was made in (guessed unless given)"),
    )
    parser.add_argument(
        "--up",
        choices=["auto", *get_args(Axis)],
        default="auto",
        help=words.say("its axis that points up (guessed unless given); write --up=-x for a negative one"),
    )
    parser.add_argument(
        "--out", metavar="PIECE.glb", type=Path, help=words.say("the piece's file, or a folder (here unless given)")
    )
    parser.add_argument("--name", help=words.say("the piece's name (the mesh file's unless given)"))
    parser.add_argument(
        "--scale", type=number(words, low=1e-4), default=1.0, help=words.say("a further factor (1 unless given)")
    )
    parser.add_argument(
        "--deviation",
        metavar="MM",
        type=number(words, low=0),
        default=0.1,
        help=words.say("how far the surface of a heavy mesh may move to save triangles (0.1 mm; 0: never)"),
    )
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the piece, coloured by kind"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Import each mesh; a mesh that cannot become a piece does not keep the others from it."""
    several = len(options.meshes) > 1
    if several and (options.name or options.picture or (options.out and options.out.suffix.lower() == ".glb")):
        raise UsageError("with several meshes --out names a folder, and neither --name nor --picture goes with them")
    asked = _asked(options)
    entries: list[dict[str, Any]] = []
    failed = False
    for mesh in options.meshes:
        try:
            done, out = _imported(mesh, options, asked, words)
        except WarcryError as error:
            if not several:
                raise
            failed = True
            notice(f"warcry3d: {words.error(error)}")
            entries.append({"mesh": str(mesh), "error": str(error)})
            continue
        if options.json:
            entries.append(_entry(mesh, done, out))
        else:
            _tell(mesh, done, out, words)
        if options.picture:
            from warcry3d.app.piece_picture import draw_piece

            draw_piece(done.piece, options.picture, words)
    if options.json:
        print_json({"format": "warcry3d.import/1", "pieces": entries})
    return 2 if failed else 0


def _asked(options: argparse.Namespace) -> "Asked":
    from warcry3d.terrain.importing import Asked

    return Asked(
        unit=None if options.unit == "auto" else options.unit,
        up=None if options.up == "auto" else options.up,
        scale=options.scale,
        name=options.name,
        deviation_mm=options.deviation,
    )


def _imported(mesh: Path, options: argparse.Namespace, asked: "Asked", words: Words) -> "tuple[Imported, Path]":
    from warcry3d.terrain.importing import import_mesh, previous, save_imported

    out: Path = options.out or Path()
    if out.suffix.lower() != ".glb":
        if not out.is_dir():
            raise UsageError(
                "there is no folder '{folder}'; --out names one, or a file ending in .glb", folder=str(out)
            )
        out = out / f"{mesh.stem}.glb"
    same = out.exists() and mesh.exists() and out.samefile(mesh)
    done = import_mesh(
        mesh,
        asked,
        None if same else previous(out),
        on_compiling=lambda: notice(
            words.say("compiling the reduction of heavy meshes, once on this machine: some seconds...")
        ),
    )
    if same and not done.is_ours:
        raise UsageError("the piece would take the place of its mesh, {file}; say where with --out", file=str(out))
    save_imported(done, out)
    return done, out


def _tell(mesh: Path, done: "Imported", out: Path, words: Words) -> None:
    from warcry3d.words.piece import import_lines, piece_lines

    print_lines([words.say("{mesh} becomes {out}", mesh=str(mesh), out=str(out)), *import_lines(done, words)])
    print_lines(piece_lines(done.piece, words))


def _entry(mesh: Path, done: "Imported", out: Path) -> dict[str, Any]:
    from warcry3d.cli.terrain_show import piece_json

    guesses = {
        name: {"value": guess.value, "confidence": guess.confidence, "because": str(guess.reason)}
        for name, guess in (("unit", done.unit), ("up", done.up))
        if guess is not None
    }
    return {
        "mesh": str(mesh),
        "out": str(out),
        **guesses,
        "mended": {
            "open_edges": done.mending.open_edges,
            "dropped": done.mending.dropped,
            "holes": done.mending.holes,
            "filled": done.mending.filled,
        },
        "triangles": {"before": done.triangles[0], "after": done.triangles[1]},
        "deviation_mm": round(done.deviation_mm, 4),
        "lost": [one.part for one in done.lost],
        "piece": piece_json(done.piece),
    }
