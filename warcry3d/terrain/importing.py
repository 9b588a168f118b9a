"""From a mesh file to a playable piece: read, guessed, set on the floor, repaired, reduced, classified."""

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from warcry3d.errors import FileError, MeshError
from warcry3d.file_writes import atomic_write
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.message import Message
from warcry3d.system_errors import reason_of
from warcry3d.table.bodies import INCHES, MAX_MENDED
from warcry3d.table.glb import RawPart
from warcry3d.table.jsonfile import JsonPath, read_bytes
from warcry3d.table.kinds import PartKind
from warcry3d.table.meshfile import MAX_MESH_BYTES, SUFFIXES, RawMesh, read_mesh
from warcry3d.table.piece_edits import Edit, SetKinds
from warcry3d.table.piece_notes import Judged, Source
from warcry3d.table.pieces import load_piece, save_piece
from warcry3d.table.terrain import Piece
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.terrain.closings import closing_counts
from warcry3d.terrain.deadline import Deadline, ImportStage
from warcry3d.terrain.doorways import SURE, by_doorways
from warcry3d.terrain.guess import Guess, guess_unit, guess_up, is_possible, likely_units, upright
from warcry3d.terrain.mending import Mending, mended, on_the_floor
from warcry3d.terrain.parts import Classified, ImportedBody
from warcry3d.terrain.read_back import read_back
from warcry3d.terrain.reducing.reduce import HEAVY, carried_skin, is_compiled, reduced, warm_up
from warcry3d.units import MM

__all__ = [
    "ImportOptions",
    "Imported",
    "guessed",
    "import_mesh",
    "keep_original",
    "originals_beside",
    "piece_of",
    "previous",
    "save_imported",
]

ANY_TIME = Deadline()
"""Nobody waits."""

T = TypeVar("T", bound=str)

_LATE, _GIVEN_UP = 0.5, 0.66
"""Of the time there is: after the first share the search for a lighter mesh ends with what it has; after the second the
mesh keeps its triangles. On a busy machine the measuring that follows the search took the rest of the time."""

_LATE_AT_FIRST, _GIVEN_UP_AT_FIRST = 0.65, 0.75
"""The same, where it had to be compiled first."""

_TOO_LATE = 0.7
"""Share of the time: after it, parts are classified by their height alone."""

_FORMATS = {".glb": "glTF", ".gltf": "glTF", ".3mf": "3MF", ".dae": "COLLADA"}


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a person said about a mesh; None: to be guessed. ``deviation_mm``: how far a reduced mesh may go off."""

    unit: LengthUnit | None = None
    up: Axis | None = None
    scale: float = 1.0
    name: str | None = None
    deviation_mm: float = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """A piece made from a mesh, and how: ``triangles`` before and after; ``deviation_mm`` measured between both;
    ``unmet``: what people had done to parts that are not there now, which the piece keeps; ``content``: the file's;
    ``is_ours``: it was a piece already and is taken as it is; ``is_unreduced``: the mesh is heavy and keeps its
    triangles, since reducing them took too long.
    """

    piece: Piece
    content: bytes
    unit: Guess[LengthUnit] | None
    up: Guess[Axis] | None
    mending: Mending
    triangles: tuple[int, int]
    deviation_mm: float
    unmet: tuple[Edit, ...] = ()
    is_ours: bool = False
    is_unreduced: bool = False


def import_mesh(
    path: Path,
    asked: ImportOptions,
    before: Piece | None = None,
    *,
    is_compiled_in_time: Callable[[], bool] = lambda: True,
    deadline: Deadline = ANY_TIME,
) -> Imported:
    """Return the piece that a mesh file becomes; raise `FileError` with the one reason why it cannot become one.

    ``before``: the piece that an earlier state of the mesh became; what people said of its parts is kept, and how it
    was read, where nothing else is asked for. ``is_compiled_in_time``: asked where the mesh is heavy and this
    machine has not compiled the reduction yet, which takes some seconds: may wait; no: the mesh keeps its triangles.
    ``deadline``: told which stage begins, and asked how much time is left; what is optional ends with less then.
    Every stage counts its work too, and leaves off where it is endless. Nothing is refused for being slow.
    """
    deadline.entering(ImportStage.READING)
    spot = JsonPath(str(path))
    content = read_bytes(path, spot, limit=MAX_MESH_BYTES)
    raw = read_mesh(content, path.suffix, spot)
    if raw.root is not None:
        return _ours(path, raw, content, spot)
    triangles = sum(len(part.faces) for part in raw.parts)
    parts = [part for part in raw.parts if len(part.faces)]
    unit, up, points = guessed(raw, parts, path.suffix.lower(), asked, None if before is None else before.source, spot)
    bodies, mending, moved = _settled(parts, points, deadline)
    if unit.confidence < SURE:
        extent = max(float(np.ptp(np.concatenate(points), axis=0).max()), 1e-9) / (INCHES[unit.value] * asked.scale)
        better = by_doorways([body.solid for body in bodies], unit, likely_units(extent, asked.scale))
        if better.value != unit.value:
            points = [one * (INCHES[better.value] / INCHES[unit.value]) for one in points]
            bodies, mending, moved = _settled(parts, points, deadline)
        unit = better
    source = Source(
        _text(path.name),
        hashlib.sha256(content).hexdigest(),
        len(content),
        unit.value,
        up.value,
        asked.scale,
        moved,
        triangles,
    )
    light, largest, is_unreduced = _lightened(bodies, asked.deviation_mm * MM, deadline, is_compiled_in_time)
    left = sum(len(body.solid.faces) for body in light)
    if left > MAX_MENDED:
        raise spot.error(
            "{count} triangles, of which reducing leaves {left}: more than the limit of {limit}; reduce it in a "
            "modelling program first, or ask for a larger deviation",
            count=triangles,
            left=left,
            limit=MAX_MENDED,
        )
    source = replace(source, deviation_mm=round(largest / MM, 4), closed=closing_counts(mending.closings))
    deadline.entering(ImportStage.CLASSIFYING)
    is_plain = not deadline.does(ImportStage.CLASSIFYING)
    found = classified(light, spot, lambda: is_plain or deadline.is_past(_TOO_LATE))
    piece = piece_of(asked.name or _name(path), found, source)
    if mending.crossing:  # or each load would try to unite them again
        piece = replace(piece, parts=tuple(replace(part, is_crossing=True) for part in piece.parts))
    piece = _edited_again(piece, _noted(parts), before)
    deadline.entering(ImportStage.WRITING)
    piece, sheets = read_back(piece, spot)
    mending = replace(mending, sheets=mending.sheets + sheets)
    after = sum(len(part.solid.faces) for part in piece.parts)
    return Imported(
        piece, content, unit, up, mending, (triangles, after), largest / MM, piece.unmet, is_unreduced=is_unreduced
    )


def _settled(
    parts: Sequence[RawPart], points: Sequence[FloatArray], deadline: Deadline
) -> tuple[list[ImportedBody], Mending, tuple[float, float, float]]:
    """Return the bodies on the floor, what was mended, and by how much all was moved (in)."""
    x, y, z = on_the_floor([p[f.faces.ravel()] for p, f in zip(points, parts, strict=True)])
    bodies, mending = mended(parts, [p + np.array((x, y, z)) for p in points], deadline)
    low = min(float(body.solid.bounds[0, 2]) for body in bodies)
    if mending.closings and low < 0:  # what it was closed with lies below it
        bodies = [replace(body, solid=body.solid.placed(Placement((0.0, 0.0, -low)))) for body in bodies]
        z -= low
    return bodies, mending, (x, y, z)


def _ours(path: Path, raw: RawMesh, content: bytes, spot: JsonPath) -> Imported:
    if raw.root is None or "piece" not in raw.root:
        raise spot.error("the file is a figure made by this program, not terrain")
    piece = load_piece(path) if path.suffix.lower() == ".glb" else None
    if piece is None:
        raise spot.error("pieces of this program are GLB files; save it as GLB")
    count = sum(len(part.faces) for part in raw.parts)
    return Imported(piece, content, None, None, Mending(), (count, count), 0.0, is_ours=True)


def _name(path: Path) -> str:
    return _text(path.stem)[:80] or "piece"


def _text(name: str) -> str:
    """Return a file's name as text that can be written: what of it is no letter becomes question marks."""
    return name.encode("utf-8", "replace").decode()


def guessed(
    raw: RawMesh, parts: Sequence[RawPart], suffix: str, asked: ImportOptions, last: Source | None, spot: JsonPath
) -> tuple[Guess[LengthUnit], Guess[Axis], list[FloatArray]]:
    """Return the unit, the axis that points up, and each part's points in inches with z up.

    ``parts``: those of ``raw`` with triangles; ``last``: how an earlier state of the mesh was read. Raise `FileError`
    where the mesh is of no size that terrain has.
    """
    corners = np.concatenate([part.vertices[part.faces.ravel()] for part in parts])
    bad = int((~np.isfinite(corners).all(axis=1)).sum())
    if bad:
        raise spot.error("corners whose coordinates are not finite numbers: {count}", count=bad)
    extent = float(np.ptp(corners, axis=0).max())
    if not 0 < extent < 1e9:
        raise spot.error("the mesh is {extent:g} long; its length must be finite and above 0", extent=extent)
    who = _FORMATS.get(suffix, "the file")
    stated_unit, stated_up = raw.unit, raw.up
    if suffix in (".glb", ".gltf"):
        stated_unit, stated_up = "m", "y"
    elif suffix == ".3mf":
        stated_up = "z"
    unit = guess_unit(extent, stated_unit, who, asked.scale)
    if last is not None and not is_possible(extent * INCHES[last.unit] * asked.scale):
        last = None  # another mesh than the last time
    if asked.unit is not None or last is not None:
        value = asked.unit or (last.unit if last is not None else "mm")
        unit = _told(value, asked.unit is not None)
    elif unit.confidence == 0.0:
        raise spot.error(
            "the mesh is {extent:g} long, which is no plausible length of terrain in any unit; scale it in a "
            "modelling program first",
            extent=extent,
        )
    up = guess_up(corners.reshape(-1, 3, 3), stated_up, who, suffix)
    if asked.up is not None or last is not None:
        up = _told(asked.up or (last.up if last is not None else "z"), asked.up is not None)
    factor = INCHES[unit.value] * asked.scale
    size = extent * factor
    if not is_possible(size):
        raise spot.error("the mesh would be {size:.3g} in long, which no piece of terrain is", size=size)
    return unit, up, [upright(part.vertices, up.value) * factor for part in parts]


def _told(value: T, asked: bool) -> Guess[T]:

    if asked:
        return Guess(value, 1.0, Message("set by you", {}))
    return Guess(value, 1.0, Message("as in the last import", {}))


def _lightened(
    bodies: Sequence[ImportedBody], limit: float, deadline: Deadline, is_compiled_in_time: Callable[[], bool]
) -> tuple[list[ImportedBody], float, bool]:
    """Return the bodies with heavy ones reduced, the largest deviation measured (in), and whether a heavy one was given
    up: that is optional, and never a reason to refuse a mesh.
    """
    late, given_up = _LATE, _GIVEN_UP
    if limit <= 0 or all(len(body.solid.faces) <= HEAVY for body in bodies):
        return list(bodies), 0.0, False
    if not deadline.does(ImportStage.REDUCING):
        return list(bodies), 0.0, True
    if not is_compiled():
        if not is_compiled_in_time():
            return list(bodies), 0.0, True
        late, given_up = _LATE_AT_FIRST, _GIVEN_UP_AT_FIRST
    if sum(len(body.solid.faces) for body in bodies) > MAX_MENDED:
        late = given_up = math.inf  # as it is it could not be loaded
    deadline.entering(ImportStage.REDUCING)
    light = []
    largest, is_unreduced = 0.0, False
    for body in bodies:
        work = partial(_reduced, body, limit, lambda: deadline.is_past(late))
        if (done := deadline.attempt(work, given_up)) is None:
            light.append(body)
            is_unreduced = True
            continue
        light.append(done[0])
        largest = max(largest, done[1])
    return light, largest, is_unreduced


def _reduced(body: ImportedBody, limit: float, is_late: Callable[[], bool]) -> tuple[ImportedBody, float]:
    """Return a body reduced where that can be done, and the deviation measured (in)."""
    warm_up()
    done = reduced(body.solid, limit, is_late=is_late, traced=body.skin is not None)
    if done.solid is body.solid:
        return body, done.deviation
    return ImportedBody(body.name, done.solid, carried_skin(body.skin, done.source)), done.deviation


def _noted(parts: Sequence[RawPart]) -> tuple[SetKinds, ...]:
    """Return the kinds that nodes of a file which is not ours note of themselves, as what a person said."""
    found = []
    for part in parts:
        note = part.extras.get("warcry3d") if isinstance(part.extras, dict) else None
        given = note.get("kind") if isinstance(note, dict) else None
        kinds = [kind for kind in (given if isinstance(given, list) else [given]) if kind in list(PartKind)]
        if kinds and part.name:
            found.append(SetKinds(frozenset(PartKind(kind) for kind in kinds), part.name))
    return tuple(found)


def _edited_again(piece: Piece, noted: Sequence[SetKinds], before: Piece | None) -> Piece:
    """Return a piece that was just classified with what its file notes, and with what people did to it ``before``."""
    from warcry3d.terrain.editing.carrying import carried
    from warcry3d.terrain.editing.edits import replayed

    if before is None:
        return replayed(piece, noted)
    edits = tuple(dict.fromkeys((*noted, *carried(before, piece))))
    return replayed(replace(piece, accept=before.accept), edits)


def classified(
    bodies: Sequence[ImportedBody], spot: JsonPath, is_late: Callable[[], bool] = lambda: False
) -> tuple[Classified, ...]:
    """Return the parts with their kinds."""
    from warcry3d.terrain.classify import classify

    try:
        return classify(bodies, is_late=is_late)
    except MeshError as error:
        raise spot.about(error) from None


def piece_of(name: str, parts: Sequence[Classified], source: Source | None) -> Piece:
    """Return classified parts as a piece."""
    made = tuple(
        replace(
            one.part,
            passage=one.passage,
            judged=Judged(one.confidence, tuple(one.reasons), dict(one.measures)),
        )
        for one in parts
    )
    return Piece(name, made, source=source)


def previous(path: Path) -> Piece | None:
    """Return the piece that stands at ``path`` already, if it is one that can be read."""
    try:
        return load_piece(path) if path.is_file() else None
    except FileError:
        return None


def originals_beside(path: Path) -> Path:
    """Return the folder that keeps the meshes of pieces beside ``path``."""
    return path.resolve().parent / "originals"


def keep_original(imported: Imported, path: Path) -> Path | None:
    """Keep the mesh's content beside the piece at ``path``, under its hash; return where, None for what was a piece."""
    source = imported.piece.source
    if source is None or imported.is_ours:
        return None
    suffix = Path(source.name).suffix.lower()
    kept = originals_beside(path) / f"{source.sha256}{suffix if suffix in SUFFIXES else ''}"
    if not kept.is_file() or kept.stat().st_size != source.size:
        try:
            kept.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(kept, "", "cannot be written: {reason}", reason=reason_of(error)) from None
        atomic_write(kept, imported.content)
    return kept


def save_imported(imported: Imported, path: Path) -> None:
    """Write the piece, and its mesh beside it; a failure leaves what was there before."""
    keep_original(imported, path)
    save_piece(imported.piece, path)
