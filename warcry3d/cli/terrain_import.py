"""``warcry3d terrain import``: makes pieces of mesh files, each in a process of its own with limits."""

import argparse
import contextlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from warcry3d.cli.output import add_json, notice, print_json, print_lines
from warcry3d.cli.parser import Parser, UsageError, number
from warcry3d.errors import FileError, WarcryError
from warcry3d.messages import Words, template
from warcry3d.terrain.deadline import ImportStage

if TYPE_CHECKING:
    from warcry3d.limited_process import OverLimitError

__all__ = ["HELP", "configure", "run"]

PATIENCE = 28.0
"""Seconds that an import may take, the program's own start among them; what is left of half a minute is for its end."""

MEMORY_MB = 1950
"""What an import may hold, of two gigabytes."""

TOO_MUCH = {
    ImportStage.READING: template("reading it takes more than {limit}; save it as binary STL, or with fewer triangles"),
    ImportStage.MENDING: template(
        "repairing it takes more than {limit}; repair or reduce it in a modelling program first"
    ),
    ImportStage.UNITING: template(
        "uniting its shells takes more than {limit}; unite them in a modelling program first"
    ),
    ImportStage.REDUCING: template("reducing it takes more than {limit}; reduce it in a modelling program first"),
    ImportStage.CLASSIFYING: template(
        "classifying its parts takes more than {limit}; reduce it, or cut it into pieces, first"
    ),
    ImportStage.WRITING: template("writing the piece takes more than {limit}; reduce the mesh first"),
    ImportStage.DRAWING: template(
        "the piece is written, but drawing it takes more than {limit}; 'terrain show' draws it without a limit"
    ),
}
"""The error for each stage in which a limit is reached."""

HELP = template("make a playable piece of each mesh: STL, OBJ, GLB, glTF, 3MF, PLY or DAE")


def configure(parser: Parser, words: Words) -> None:
    """Take the meshes, how to read them, and where to write the pieces."""
    from warcry3d.table.wire_types import Axis, LengthUnit

    parser.add_argument("meshes", metavar="MESH", nargs="+", type=Path, help=words.say("a mesh file"))
    parser.add_argument(
        "--unit",
        choices=["auto", *get_args(LengthUnit)],
        default="auto",
        help=words.say("the unit it was made in (default: guessed)"),
    )
    parser.add_argument(
        "--up",
        choices=["auto", *get_args(Axis)],
        default="auto",
        help=words.say("its up axis (default: guessed); write --up=-x for a negative one"),
    )
    parser.add_argument(
        "--out",
        metavar="PIECE.glb",
        type=Path,
        help=words.say("the piece's file, or a folder (default: the current one)"),
    )
    parser.add_argument("--name", help=words.say("the piece's name (default: that of the mesh file)"))
    parser.add_argument(
        "--scale", type=number(words, low=1e-4), default=1.0, help=words.say("an extra scale factor (default: 1)")
    )
    parser.add_argument(
        "--deviation",
        metavar="MM",
        type=number(words, low=0),
        default=0.1,
        help=words.say(
            "how far the surface of a heavy mesh may move to save triangles (default: 0.1 mm; 0: no reduction)"
        ),
    )
    parser.add_argument(
        "--patience",
        metavar="SECONDS",
        type=number(words, low=1),
        default=PATIENCE,
        help=words.say("give up on a mesh after this time (default: {seconds:g} s)", seconds=PATIENCE),
    )
    parser.add_argument("--picture", metavar="OUT.png", type=Path, help=words.say("draw the piece, coloured by kind"))
    add_json(parser, words)


def run(options: argparse.Namespace, words: Words) -> int:
    """Import each mesh; a mesh that cannot become a piece does not keep the others from it."""
    several = len(options.meshes) > 1
    if several and (options.name or options.picture or (options.out and options.out.suffix.lower() == ".glb")):
        raise UsageError("with several meshes, --out must be a folder, and --name and --picture cannot be used")
    entries: list[dict[str, Any]] = []
    failed = False
    for mesh in options.meshes:
        begun = options.begun if mesh is options.meshes[0] else time.monotonic()
        try:
            out = _out(mesh, options)
            made = _import_in_process(mesh, out, begun, options, words)
        except WarcryError as error:
            if not several:
                raise
            failed = True
            notice(f"warcry3d: {words.error(error)}")
            entries.append({"mesh": str(mesh), "error": str(error)})
            continue
        if options.json:
            entries.append(made["entry"])
        else:
            print_lines(made["lines"])
        if made["uncompiled"]:
            notice(
                words.say("{mesh}: not reduced, because compiling was not finished in time: import it again", mesh=mesh)
            )
        if made["unreduced"]:
            notice(
                words.say(
                    "{mesh}: reducing it took too long, all triangles are kept: import it again, or with a longer "
                    "--patience",
                    mesh=mesh,
                )
            )
        if made["undrawn"]:
            failed = True
            notice(f"warcry3d: {made['undrawn']}")
    if options.json:
        print_json({"format": "warcry3d.import/1", "pieces": entries})
    return 2 if failed else 0


def _out(mesh: Path, options: argparse.Namespace) -> Path:
    """Return where the piece goes; raise `UsageError` where that cannot be."""
    out: Path = options.out or Path()
    if out.suffix.lower() != ".glb":
        if not out.is_dir():
            raise UsageError("no folder '{folder}'; --out takes a folder or a file ending in .glb", folder=str(out))
        out = out / f"{mesh.stem}.glb"
    return out


def _import_in_process(
    mesh: Path, out: Path, begun: float, options: argparse.Namespace, words: Words
) -> dict[str, Any]:
    """Import, write and draw the piece in a process of its own; return what to report about it.

    ``begun``: when work on it began, by the monotonic clock, which all processes share; its patience counts from there.

    The libraries that unite, parse and classify cannot be interrupted; at a limit the process is killed, and what it
    left half-written is removed. Reducing is optional: where that takes too much memory, or fails, the mesh
    keeps its triangles.
    """
    from warcry3d.file_writes import real_path, temporary_files
    from warcry3d.limited_process import OverLimitError, run_limited
    from warcry3d.terrain.importing import originals_beside

    def clean(process: int) -> None:
        folders = {real_path(out).parent, originals_beside(out), real_path(options.picture or out).parent}
        for left in (one for folder in folders for one in temporary_files(folder, process)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)

    given = {
        "mesh": str(mesh),
        "out": str(out),
        "unit": None if options.unit == "auto" else options.unit,
        "up": None if options.up == "auto" else options.up,
        "scale": options.scale,
        "name": options.name,
        "deviation_mm": options.deviation,
        "picture": None if options.picture is None else str(options.picture),
        "begun": begun,
        "patience": options.patience,
        "language": words.language,
    }

    def run(given: Mapping[str, Any]) -> dict[str, Any]:
        made: dict[str, Any] = run_limited(
            "warcry3d.cli.terrain_import_task:import_task",
            given,
            seconds=options.patience - (time.monotonic() - begun),
            megabytes=MEMORY_MB,
            on_wait=lambda _: notice(
                words.say("compiling the reduction of heavy meshes, once on this machine: some seconds...")
            ),
            on_end=clean,
        )
        return made

    try:
        try:
            return run(given)
        except OverLimitError as error:
            if error.stage != ImportStage.REDUCING or error.what == "time":
                raise
            return {**run({**given, "deviation_mm": 0.0}), "unreduced": True}
    except OverLimitError as error:
        raise _limit_error(mesh, error, options.patience, words) from None


def _limit_error(mesh: Path, error: "OverLimitError", patience: float, words: Words) -> FileError:
    """Return the error for a mesh whose import reached a limit."""
    stage = ImportStage(error.stage) if error.stage in list(ImportStage) else ImportStage.READING
    if error.what == "fault":
        return FileError(
            mesh,
            "",
            "the import failed in the stage '{stage}' ({reason}); please report it",
            stage=stage.value,
            reason=error.reason,
        )
    limit = (
        words.say("{seconds:g} s (--patience gives it longer)", seconds=patience) if error.what == "time" else "2 GB"
    )
    return FileError(mesh, "", TOO_MUCH[stage], limit=limit)
