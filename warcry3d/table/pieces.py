"""Pieces: from GLB files, or written inside a table; kinds checked, every part a solid."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from warcry3d.errors import MeshError
from warcry3d.file_writes import atomic_write
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.table.bodies import Bodies, Body, Reading, bodies_from, load_bodies
from warcry3d.table.format import PIECE_FORMAT, MeshWire, NodeNote, PartWire, PieceWire, ShapesWire
from warcry3d.table.glbwriter import NodeToWrite, write_glb
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.piece_edits import edits_of
from warcry3d.table.piece_notes import judged_of, made_of, part_note, passage_of, root_note, source_of
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.skin import Skin
from warcry3d.table.terrain import Part, PartKind, Piece, deviation_of

__all__ = [
    "checked_kinds",
    "found",
    "inline_piece",
    "load_piece",
    "mesh_body",
    "piece_at",
    "piece_bytes",
    "piece_from_bytes",
    "plain_shape",
    "save_piece",
    "unique_ids",
]

_K = PartKind
_CONTRADICTIONS = frozenset(
    [frozenset(pair) for kind in PartKind if kind is not _K.SCENERY for pair in [(_K.SCENERY, kind)]]
    + [
        frozenset(pair)
        for pair in [
            (_K.LOW, _K.OBSTACLE),
            (_K.LOW, _K.LADDER),
            (_K.LOW, _K.STAIRS),
            (_K.LOW, _K.DOOR),
            (_K.LOW, _K.ARCH),
            (_K.LOW, _K.DEADLY),
            (_K.LOW, _K.UNCLIMBABLE),
            (_K.LADDER, _K.STAIRS),
            (_K.LADDER, _K.UNCLIMBABLE),
            (_K.STAIRS, _K.UNCLIMBABLE),
            (_K.PLATFORM, _K.UNCLIMBABLE),
            (_K.DOOR, _K.ARCH),
            (_K.DOOR, _K.PLATFORM),
            (_K.DOOR, _K.LADDER),
            (_K.DOOR, _K.STAIRS),
            (_K.ARCH, _K.LADDER),
            (_K.ARCH, _K.STAIRS),
        ]
    ]
)
"""Pairs of kinds that exclude each other (WC-TERR-1 to 5).

Low terrain is no obstacle; what cannot be climbed has nothing to climb or stand on; scenery is nothing in play.
"""


def checked_kinds(given: PartKind | Sequence[PartKind], spot: JsonPath, *, is_opening: bool) -> frozenset[PartKind]:
    """Return the kinds as a set; raise `FileError` at ``spot`` if two contradict each other or one occurs twice."""
    kinds = [given] if isinstance(given, PartKind) else list(given)
    for i, kind in enumerate(kinds):
        if kind in kinds[:i]:
            raise spot.error("the kind '{kind}' is given twice", kind=kind)
    for a, b in combinations(kinds, 2):
        if frozenset((a, b)) in _CONTRADICTIONS:
            raise spot.error("a part cannot be both '{a}' and '{b}'", a=a, b=b)
        if is_opening:
            raise spot.error("an arch's opening is air; it cannot be '{kind}' too", kind=b if a is _K.ARCH else a)
    return frozenset(kinds)


def unique_ids(ids: Iterable[str], spot: JsonPath) -> None:
    """Raise `FileError` at the entry of the list at ``spot`` whose id an earlier entry has."""
    first: dict[str, int] = {}
    for i, id in enumerate(ids):
        if id in first:
            raise spot.at(i, "id").error(
                "the id '{id}' is already used by {other}", id=id, other=spot.at(first[id]).place
            )
        first[id] = i


def plain_shape(wire: ShapesWire, spot: JsonPath) -> Solid | None:
    """Return the solid of a box, prism or cylinder; None for a mesh. Raise `FileError` unless one shape is given."""
    given = [name for name in ("box", "prism", "cylinder", "mesh") if getattr(wire, name) is not None]
    if len(given) != 1:
        raise spot.error(
            "expected exactly one of box, prism, cylinder, mesh; got {given}", given=", ".join(given) or "none of them"
        )
    spot = spot.at(given[0])
    try:
        if wire.box is not None:
            return shapes.box(wire.box.min, wire.box.max)
        if wire.prism is not None:
            return shapes.prism(wire.prism.outline, wire.prism.z)
        if wire.cylinder is not None:
            return shapes.cylinder(wire.cylinder.centre, wire.cylinder.radius, wire.cylinder.z)
    except MeshError as error:
        raise spot.about(error) from None
    return None


def load_piece(path: Path | str) -> Piece:
    """Return the piece of a GLB file: a part for each node with triangles; raise `FileError`.

    It is named as the file says, or after the file.
    """
    path = Path(path)
    return piece_at(path, None, JsonPath(str(path)))


def piece_at(path: Path, name: str | None, spot: JsonPath) -> Piece:
    """Return the piece of a GLB file under ``name`` (None: as the file says); ``spot`` is the place that names the
    file.
    """
    if path.suffix.lower() != ".glb":
        raise spot.error("a piece is one GLB file; '{path}' is not", path=str(path))
    return _piece(load_bodies(path, spot, _OF_A_PIECE), path, name)


_OF_A_PIECE = Reading("piece", assume_inches=True)


def piece_from_bytes(data: bytes, spot: JsonPath) -> Piece:
    """Return the piece that a GLB's content makes; ``spot`` stands for the file in errors."""
    path = Path(spot.file).with_suffix(".glb")
    return _piece(bodies_from(data, path, spot, _OF_A_PIECE), path, None)


def _piece(loaded: Bodies, path: Path, name: str | None) -> Piece:
    inside = JsonPath(str(path))
    names = [body.name for body in loaded.bodies]
    for i, part in enumerate(names):
        if not part or "/" in part or part in names[:i]:
            raise inside.at("nodes").error(
                "the name '{name}' is taken, empty or has a slash; each node's name is its part's id", name=part
            )
    note = loaded.note or NodeNote()
    parts = tuple(_part_of(body, _deviation(note), inside.at("nodes", body.name)) for body in loaded.bodies)
    edits, unmet = edits_of(note.edits, note.overrides)
    return Piece(
        name or loaded.root or path.stem,
        parts,
        written=str(path.resolve()),
        accept=tuple(note.accept),
        source=source_of(note),
        edits=edits,
        unmet=unmet,
        made=made_of(note),
    )


def _deviation(root: NodeNote | None) -> float:
    """Return how far, according to a file's root, its solids may be from the terrain they stand for (mm)."""
    if root is None:
        return 0.0
    return max(root.deviation_mm, 0.0 if root.source is None else root.source.deviation_mm)


def _part_of(body: Body, deviation_mm: float, spot: JsonPath) -> Part:
    note = body.note or NodeNote()
    given = note.kind if note.kind is not None else PartKind.OBSTACLE
    if note.opening and PartKind.ARCH not in ([given] if isinstance(given, PartKind) else given):
        raise spot.at("extras", "warcry3d", "opening").error("only an arch has an opening")
    kinds = checked_kinds(given, spot.at("extras", "warcry3d", "kind"), is_opening=note.opening)
    off = max(note.deviation_mm, deviation_mm)
    judged, passage = judged_of(note), passage_of(note)
    return Part(body.name, kinds, body.solid, body.skin, note.opening, passage, judged, off, note.crossing)


def save_piece(piece: Piece, path: Path | str) -> None:
    """Write a piece as one GLB that any glTF viewer shows upright and in true size; raise `FileError`.

    Positions are rounded to float32 (4e-6 in on a 60 in board).
    """
    atomic_write(Path(path), piece_bytes(piece))


def piece_bytes(piece: Piece) -> bytes:
    """Return the content of a piece's GLB."""
    nodes = [
        NodeToWrite(part.id, part.solid, part.skin, _note_of(part, deviation_of(piece, part))) for part in piece.parts
    ]
    note: dict[str, Any] = {"format": PIECE_FORMAT, "piece": piece.name}
    if piece.accept:
        note["accept"] = list(piece.accept)
    off = max((deviation_of(piece, part) for part in piece.parts), default=0.0)
    if off > 0.0:
        note["deviation_mm"] = off
    note |= root_note(piece.source, piece.edits, piece.unmet, piece.made)
    return write_glb(nodes, root=piece.name, note=note)


def _note_of(part: Part, deviation_mm: float) -> dict[str, Any]:
    kinds = sorted(part.kinds, key=list(PartKind).index)
    note: dict[str, Any] = {"kind": kinds[0].value if len(kinds) == 1 else [kind.value for kind in kinds]}
    note |= ({"opening": True} if part.is_opening else {}) | ({"crossing": True} if part.is_crossing else {})
    return note | part_note(part.judged, part.passage, deviation_mm)


def found(name: str, folder: Path) -> Path:
    """Return the file a table means: beside the table, or else a shipped one (whether it exists or not)."""
    beside = folder / name
    return next((path for path in (beside, shipped_piece(name)) if _is_file(path)), beside)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name too long, a folder that is closed: said where the file is read
        return False


def inline_piece(wire: PieceWire, name: str, spot: JsonPath, folder: Path) -> Piece:
    """Return the piece in a table under ``name``; mesh files are relative to ``folder``."""
    unique_ids((part.id for part in wire.parts), spot.at("parts"))
    file = None if wire.file is None else found(wire.file, folder)
    parts = tuple(_inline_part(part, file, spot.at("parts", i), folder) for i, part in enumerate(wire.parts))
    return Piece(name, parts, written=_with_full_paths(wire, folder), made=made_of(wire))


def _with_full_paths(wire: PieceWire, folder: Path) -> PieceWire:
    """Return the piece with its files' full paths, so that it can be saved in another folder."""

    def full(name: str) -> str:
        return str(found(name, folder).resolve())

    parts = [
        msgspec.structs.replace(part, mesh=msgspec.structs.replace(part.mesh, file=full(part.mesh.file)))
        if isinstance(part.mesh, MeshWire) and part.mesh.file is not None
        else part
        for part in wire.parts
    ]
    return msgspec.structs.replace(wire, parts=parts, file=None if wire.file is None else full(wire.file))


def _inline_part(wire: PartWire, file: Path | None, spot: JsonPath, folder: Path) -> Part:
    solid, skin, off = plain_shape(wire, spot), None, wire.deviation_mm
    is_plain = solid is not None
    if solid is None:
        place = spot.at("mesh")
        if isinstance(wire.mesh, str):
            if file is None:
                raise place.error(
                    "a node is named, but its piece has no 'file'; expected one, or an object with a file"
                )
            body, other = _one_body(file, place, Reading("piece", node=wire.mesh, assume_inches=True))
            solid, skin = body.solid, body.skin
        else:
            solid, skin, other = _mesh_body(wire.mesh or MeshWire(), place, folder, use="piece")
        off = max(off, other)
    is_arch = PartKind.ARCH in (wire.kind if isinstance(wire.kind, list) else [wire.kind])
    if wire.opening is not None and not is_arch:
        raise spot.at("opening").error("only an arch has an opening")
    is_opening = is_arch and (wire.opening if wire.opening is not None else is_plain)
    kinds = checked_kinds(wire.kind, spot.at("kind"), is_opening=is_opening)
    return Part(wire.id, kinds, solid, skin, is_opening, deviation_mm=off)


def _one_body(path: Path, spot: JsonPath, reading: Reading) -> tuple[Body, float]:
    """Return the one body of a file, and how far it may be from the terrain it stands for (mm)."""
    loaded = load_bodies(path, spot, reading)
    own = max((body.note.deviation_mm for body in loaded.bodies if body.note is not None), default=0.0)
    return loaded.bodies[0], max(own, _deviation(loaded.note)) * reading.scale


def mesh_body(wire: MeshWire, spot: JsonPath, folder: Path, *, use: Any) -> tuple[Solid, Skin | None]:
    """Return the solid and skin of a mesh in a table: a file (or a node of it), or the mesh itself."""
    solid, skin, _ = _mesh_body(wire, spot, folder, use=use)
    return solid, skin


def _mesh_body(wire: MeshWire, spot: JsonPath, folder: Path, *, use: Any) -> tuple[Solid, Skin | None, float]:
    """Return the same, and how far the solid may be from the terrain it stands for (mm)."""
    written = wire.vertices is not None or wire.faces is not None
    if (wire.file is not None) == written or (written and (wire.vertices is None or wire.faces is None)):
        raise spot.error("expected either a file, or both vertices and faces")
    if wire.file is not None:
        reading = Reading(use, wire.unit, wire.up, wire.scale, wire.node, merged=True)
        body, off = _one_body(found(wire.file, folder), spot.at("file"), reading)
        return body.solid, body.skin, off
    if wire != MeshWire(vertices=wire.vertices, faces=wire.faces):
        raise spot.error("a mesh given by vertices and faces is in inches, z up; expected no other fields")
    return _written_out(wire, spot), None, 0.0


def _written_out(wire: MeshWire, spot: JsonPath) -> Solid:
    """Return the mesh in a table: as it is if it is a solid already (what this program saved), else mended."""
    vertices = np.array(wire.vertices, dtype=np.float64).reshape(-1, 3)
    faces = np.array(wire.faces, dtype=np.int32).reshape(-1, 3)
    try:
        if len(faces) and int(faces.max()) < len(vertices):
            return Solid(vertices, faces)
    except MeshError:
        pass
    try:
        from warcry3d.geom.mend import mend

        return mend(vertices, faces).solid
    except MeshError as error:
        raise spot.about(error) from None
