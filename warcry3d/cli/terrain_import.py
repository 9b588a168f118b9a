"""``warcry3d terrain import``: makes pieces of mesh files, each in a process of its own with limits."""

import argparse
import contextlib
import time
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
"""Seconds of processor time after which what is optional ends, so that an import takes half a minute where it can."""

_QUIET, _AGAIN = 10.0, 30.0
"""Seconds after which an import tells what it is doing, and after how many it does so again."""

MEMORY_MB, HEAVY_MB = 1950, 8000
HEAVY_BYTES = 50_000_000
"""What an import may hold, and that of a file of more bytes: a million triangles of an STL and more."""

NO_MEMORY = {
    ImportStage.READING: template(
        "reading it takes more than {limit} of memory; save it as binary STL, or with fewer triangles"
    ),
    ImportStage.WRITING: template("writing the piece takes more than {limit} of memory; reduce the mesh first"),
    ImportStage.DRAWING: template(
        "the piece is written, but drawing it takes more than {limit} of memory; try 'terrain show'"
    ),
}
"""The error for each stage that cannot be left out and takes too much memory; of all others `NO_MEMORY_ELSE`."""

NO_MEMORY_ELSE = template(
    "importing it takes more than {limit} of memory; repair or reduce it in a modelling program first"
)

DOING = {
    ImportStage.READING: template("{mesh}: still reading it ({seconds:.0f} s)..."),
    ImportStage.MENDING: template("{mesh}: still closing it ({seconds:.0f} s)..."),
    ImportStage.UNITING: template("{mesh}: still uniting its shells ({seconds:.0f} s)..."),
    ImportStage.REDUCING: template("{mesh}: still reducing it ({seconds:.0f} s)..."),
    ImportStage.CLASSIFYING: template("{mesh}: still telling its parts apart ({seconds:.0f} s)..."),
    ImportStage.WRITING: template("{mesh}: still writing the piece ({seconds:.0f} s)..."),
    ImportStage.DRAWING: template("{mesh}: still drawing it ({seconds:.0f} s)..."),
}
"""What is said now and then of an import that takes long."""

SKIPPED = {
    ImportStage.REDUCING: template("{mesh}: not reduced, for that takes more than {limit} of memory"),
    ImportStage.UNITING: template(
        "{mesh}: its shells stay one in the other, for uniting them takes more than {limit} of memory"
    ),
    ImportStage.CLASSIFYING: template(
        "{mesh}: its parts are told by their height alone, for more takes more than {limit} of memory"
    ),
}
"""What is said where a stage was left out."""

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
        help=words.say(
            "after so much work on a mesh, finish it with what is done: all triangles may stay, and parts are told by "
            "their height (default: {seconds:g} s of processor time)",
            seconds=PATIENCE,
        ),
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
        try:
            out = _out(mesh, options)
            made = _import_in_process(mesh, out, options, words)
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
        for stage in made["skipped"]:
            notice(words.say(SKIPPED[stage], mesh=mesh, limit=_limit(mesh)))
        if made["unreduced"] and ImportStage.REDUCING not in made["skipped"]:
            notice(
                words.say(
                    "{mesh}: reducing it took too long, all triangles are kept; a longer --patience reduces it",
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


def _import_in_process(mesh: Path, out: Path, options: argparse.Namespace, words: Words) -> dict[str, Any]:
    """Import, write and draw the piece in a process of its own; return what to report about it.

    Where a stage takes too much memory and can be left out, it is; what a process that was ended left half-written is
    removed.
    """
    from warcry3d.file_writes import real_path, temporary_files
    from warcry3d.limited_process import OverLimitError
    from warcry3d.terrain.import_process import Followers, run_import_task
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
        "patience": options.patience,
        "language": words.language,
    }
    teller = _Teller(mesh, words)
    try:
        made, skipped = run_import_task(
            "warcry3d.cli.terrain_import_task:import_task",
            given,
            megabytes=_megabytes(mesh),
            followers=Followers(
                on_wait=lambda _: notice(
                    words.say("compiling the reduction of heavy meshes, once on this machine: some seconds...")
                ),
                on_stage=teller.enter,
                on_end=clean,
                is_cancelled=teller.tell,
            ),
        )
    except OverLimitError as error:
        raise _limit_error(mesh, error) from None
    return {**made, "skipped": skipped}


def _megabytes(mesh: Path) -> int:
    """Return how much memory the import of a mesh may hold."""
    try:
        return HEAVY_MB if mesh.stat().st_size > HEAVY_BYTES else MEMORY_MB
    except OSError:  # said where it is read
        return MEMORY_MB


def _limit(mesh: Path) -> str:
    return f"{round(_megabytes(mesh) / 1000)} GB"


class _Teller:
    """Tells on stderr, now and then, what a long import is doing."""

    def __init__(self, mesh: Path, words: Words) -> None:
        self._mesh, self._words = mesh, words
        self._begun = time.monotonic()
        self._due = _QUIET
        self._stage = ImportStage.READING

    def enter(self, stage: str) -> None:
        """Take note of the stage that begins."""
        self._stage = ImportStage(stage) if stage in list(ImportStage) else self._stage

    def tell(self) -> bool:
        """Say what is being done, if it is time; return whether the import is to be cancelled: never."""
        seconds = time.monotonic() - self._begun
        if seconds >= self._due:
            self._due = seconds + _AGAIN
            notice(self._words.say(DOING[self._stage], mesh=self._mesh, seconds=seconds))
        return False


def _limit_error(mesh: Path, error: "OverLimitError") -> FileError:
    """Return the error for a mesh whose import took too much memory, or crashed."""
    stage = ImportStage(error.stage) if error.stage in list(ImportStage) else ImportStage.READING
    if error.what == "fault":
        return FileError(
            mesh,
            "",
            "the import failed in the stage '{stage}' ({reason}); please report it",
            stage=stage.value,
            reason=error.reason,
        )
    return FileError(mesh, "", NO_MEMORY.get(stage, NO_MEMORY_ELSE), limit=_limit(mesh))
