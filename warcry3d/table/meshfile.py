"""Triangles from STL, OBJ, 3MF, GLB, glTF, PLY and DAE files; sizes are checked before anything is allocated."""

import io
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import FileError
from warcry3d.geom.solid import FloatArray
from warcry3d.table.collada import read_collada
from warcry3d.table.glb import MAX_TRIANGLES, RawPart, read_glb, read_gltf
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.mesh_contents import BOM, as_utf8, kind_of_contents
from warcry3d.table.mesh_objects import Named, kept_apart
from warcry3d.table.obj_faults import missing_corner
from warcry3d.table.ply import read_ply
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.table.xmlfile import xml_error
from warcry3d.table.zipped import unzipped

__all__ = ["MAX_MESH_BYTES", "STL_HEAD", "SUFFIXES", "RawMesh", "RawPart", "read_mesh"]

MAX_MESH_BYTES = 256 * 1024 * 1024
"""The size of a binary STL of five million triangles."""

_MAX_TEXT_BYTES = 96 * 1024 * 1024
"""Text formats take about ten times their size in memory while they are parsed."""

_MAX_UNPACKED = 256 * 1024 * 1024
"""Numbers in XML compress about tenfold; a thousandfold is an attack."""

_MAX_COPIES = 10_000

SUFFIXES = (".stl", ".obj", ".3mf", ".glb", ".gltf", ".ply", ".dae")

_FOREIGN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    BufferError,
    EOFError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
)
"""What parsers of other formats raise for broken input."""


@dataclass(frozen=True, slots=True, eq=False)
class RawMesh:
    """The content of a mesh file.

    ``root``: the note that makes a GLB one of ours; ``unit``, ``up``: the file's own, if it gives them.
    """

    parts: tuple[RawPart, ...]
    root: dict[str, Any] | None = None
    unit: LengthUnit | None = None
    up: Axis | None = None


def read_mesh(data: bytes, suffix: str, spot: JsonPath, *, is_as_called: bool = False) -> RawMesh:
    """Return the triangles of a mesh file's content; raise `FileError` for what is broken or not read.

    ``is_as_called``: it must be what its ``suffix`` says; else it is told by what it holds.
    """
    data = as_utf8(data, suffix.lower())
    kind = suffix.lower() if is_as_called else kind_of_contents(data, suffix.lower(), spot)
    match kind:
        case ".glb" | ".gltf":
            glb = read_glb(data, spot) if kind == ".glb" else read_gltf(data, spot)
            mesh = RawMesh(glb.nodes, None if glb.root is None else dict(glb.root))
        case ".stl":
            mesh = _single(*_read_stl(data, spot), spot)
            own = _own_unit(data)
            mesh = replace(mesh, unit=own, up=None if own is None else "z")
        case ".obj":
            mesh = _several(_read_obj(data, spot), spot)
        case ".3mf":
            mesh = _read_3mf(data, spot)
        case ".ply":
            ply = read_ply(data, spot)
            whole = RawPart(_stem(spot), ply.vertices, ply.faces, ply.colours, None, None, spot)
            mesh = RawMesh((whole,))
        case ".dae":
            dae = read_collada(data, spot)
            mesh = RawMesh(tuple(RawPart(*part, None, None, None, spot) for part in dae.parts), None, dae.unit, dae.up)
        case _:
            raise spot.error(
                "files ending in '{suffix}' are not supported; expected one of {known}",
                suffix=suffix,
                known=", ".join(SUFFIXES),
            )
    if not any(len(part.faces) for part in mesh.parts):
        raise spot.error("the file has no triangles")
    return mesh


def _stem(spot: JsonPath) -> str:
    """Return the file's name without its ending, as text; what cannot be decoded becomes question marks."""
    return Path(spot.file).stem.encode("utf-8", "replace").decode()


def _single(vertices: FloatArray, faces: NDArray[np.int64], spot: JsonPath) -> RawMesh:
    return _several([("", vertices, faces)], spot)


def _several(objects: list[Named], spot: JsonPath, unit: LengthUnit | None = None) -> RawMesh:
    """Return a file's objects; one without a usable name is named after the file."""
    if sum(len(faces) for _, _, faces in objects) > MAX_TRIANGLES:
        raise spot.error("more than {limit} triangles", limit=MAX_TRIANGLES)
    for _, vertices, faces in objects:
        if len(faces) and (int(faces.min()) < 0 or int(faces.max()) >= len(vertices)):
            raise spot.error("a triangle refers to a missing point; there are {count} points", count=len(vertices))
    stem = _stem(spot)
    if len(objects) == 1:
        objects = [(stem, *objects[0][1:])]
    return RawMesh(
        tuple(RawPart(name or stem, points, faces, None, None, None, spot) for name, points, faces in objects),
        None,
        unit,
    )


_STL = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])


STL_HEAD = "made by warcry3d, unit {unit}, z up"
"""How the STL files begin that this program writes: read again, they need no guess."""

_OWN_HEAD = re.compile(rb"made by warcry3d, unit (mm|cm|m|in|ft), z up ")


def _own_unit(data: bytes) -> LengthUnit | None:
    """Return the unit of an STL that this program wrote; None for others."""
    match = _OWN_HEAD.match(data)
    return None if match is None else msgspec.convert(match[1].decode("ascii"), LengthUnit)


def _read_stl(data: bytes, spot: JsonPath) -> tuple[FloatArray, NDArray[np.int64]]:
    if len(data) >= 84:
        count = int.from_bytes(data[80:84], "little")
        promised = 84 + count * _STL.itemsize
        if promised == len(data) or (promised < len(data) and not _looks_like_text(data)):
            with np.errstate(invalid="ignore"):  # values that are not numbers are reported later
                corners = np.frombuffer(data, dtype=_STL, count=count, offset=84)["corners"].astype(np.float64)
            return corners.reshape(-1, 3), np.arange(3 * count, dtype=np.int64).reshape(-1, 3)
        if not _looks_like_text(data):
            raise spot.error(
                "the STL's header promises {count} triangles, which take {promised} bytes; the file has {size}",
                count=count,
                promised=promised,
                size=len(data),
            )
    if not _looks_like_text(data):
        raise spot.error("not an STL file: {size} bytes are too few", size=len(data))
    corners = _text_corners(data, spot)
    return corners, np.arange(len(corners), dtype=np.int64).reshape(-1, 3)


def _looks_like_text(data: bytes) -> bool:
    head = data[:1024].removeprefix(BOM)
    return head.lstrip()[:5].lower() == b"solid" and b"\0" not in head and b"facet" in head.lower()


def _text_corners(data: bytes, spot: JsonPath) -> FloatArray:
    if len(data) > _MAX_TEXT_BYTES:
        raise spot.error(
            "a text STL larger than {limit} MB; save it as binary STL", limit=_MAX_TEXT_BYTES // 1024 // 1024
        )
    words = re.findall(rb"vertex\s+(\S{1,60})\s+(\S{1,60})\s+(\S{1,60})\s", data, re.IGNORECASE)
    if not words or len(words) % 3:
        raise spot.error("expected three corners for each facet, got {count} corners in all", count=len(words))
    if b"endfacet" not in data[data.lower().rindex(b"vertex") :].lower():
        raise spot.error("the file ends in the middle of a facet: it was not written or copied to its end")
    try:
        return np.array(_with_points(words)).astype(np.float64)
    except ValueError:  # its text quotes the file, which may be private
        raise spot.error("a corner is not three numbers") from None


def _with_points(words: list[tuple[bytes, bytes, bytes]]) -> list[tuple[bytes, bytes, bytes]]:
    """Return numbers with decimal points: programs write commas where the computer's language has them."""
    joined = b" ".join(b" ".join(corner) for corner in words)
    if b"," not in joined or b"." in joined:
        return words
    plain = iter(joined.replace(b",", b".").split())
    return list(zip(plain, plain, plain, strict=True))


def _read_obj(data: bytes, spot: JsonPath) -> list[Named]:
    if len(data) > _MAX_TEXT_BYTES:
        raise spot.error("an OBJ larger than {limit} MB", limit=_MAX_TEXT_BYTES // 1024 // 1024)
    # Materials and textures of an OBJ lie in other files; without these lines nothing asks for them.
    data = _COMMA_LINES.sub(lambda line: line[0].replace(b",", b"."), data)
    plain = re.sub(rb"(?im)^[ \t]*(mtllib|usemtl|call|csh|maplib|usemap)\b[^\r\n]*", b"", data)
    # Names in another alphabet's code are names still; only numbers are read.
    return _through_trimesh(plain.decode("utf-8", "replace").encode(), "obj", spot)


_COMMA_LINES = re.compile(rb"(?m)^[ \t]*v[nt]?(?:[ \t]+-?\d+(?:,\d+)?(?:[eE][-+]?\d+)?){2,7}[ \t]*\r?$")


def _through_trimesh(data: bytes, kind: str, spot: JsonPath) -> list[Named]:
    """Return the objects of a file that trimesh reads, in the order of their names, placed as in the file."""
    import trimesh

    try:
        options = {"split_objects": True, "split_groups": True} if kind == "obj" else {}
        scene = trimesh.load_scene(io.BytesIO(data), file_type=kind, process=False, resolver=None, **options)
        objects: list[Named] = []
        for node in sorted(scene.graph.nodes_geometry):
            matrix, of = scene.graph[node]
            mesh = scene.geometry[of]
            if not hasattr(mesh, "faces") or not len(mesh.faces):
                continue
            with np.errstate(over="ignore", invalid="ignore"):
                points = np.array(mesh.vertices, dtype=np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
            faces = np.array(mesh.faces, dtype=np.int64)
            if np.linalg.det(matrix[:3, :3]) < 0:
                faces = faces[:, ::-1]
            objects.append((str(node), points, faces))
        return kept_apart(objects, _stem(spot))
    except FileError:
        raise
    except _FOREIGN as error:  # their texts quote the file, which may be private
        missing = missing_corner(data) if kind == "obj" else None
        if missing is not None:
            line, corner, count = missing.line, missing.corner, missing.count
            raise spot.error(
                "line {line}: a face names corner {corner}; expected one of the {count} corners",
                line=line,
                corner=corner,
                count=count,
            ) from None
        reason = type(error).__name__
        raise spot.error("not a valid {kind} file ({reason})", kind=kind.upper(), reason=reason) from None


_UNITS_3MF: dict[str, tuple[LengthUnit, float]] = {
    "micron": ("mm", 0.001),
    "millimeter": ("mm", 1.0),
    "centimeter": ("cm", 1.0),
    "inch": ("in", 1.0),
    "foot": ("ft", 1.0),
    "meter": ("m", 1.0),
}


def _read_3mf(data: bytes, spot: JsonPath) -> RawMesh:
    members = unzipped(data, spot, wanted=lambda name: name.lower().endswith(".model"), limit=_MAX_UNPACKED)
    models = list(members)
    main = next((name for name in models if name.lower().lstrip("/") == "3d/3dmodel.model"), None)
    if main is None:
        raise spot.error("not a 3MF file: there is no 3D/3dmodel.model in it")
    survey = _Survey(spot)
    for name in models:
        survey.look_through(name, members[name])
    survey.refuse_endless(main)
    unit, factor = _UNITS_3MF.get(survey.unit, ("mm", 1.0))
    repacked = io.BytesIO()
    with zipfile.ZipFile(repacked, "w") as archive:
        for name in models:
            archive.writestr(name, members[name])
    if not survey.built:
        raise spot.error("the 3MF builds nothing: its list of items to print is empty")
    objects = _through_trimesh(repacked.getvalue(), "3mf", spot)
    return _several([(name, vertices * factor, faces) for name, vertices, faces in objects], spot, unit)


class _Survey:
    """What a 3MF's XML builds from what, counted before a mesh is made: copies of copies can grow without end."""

    def __init__(self, spot: JsonPath) -> None:
        self.spot = spot
        self.unit = "millimeter"
        self.triangles: dict[str, int] = {}
        self.uses: dict[str, list[str]] = {}
        self.built: list[str] = []
        self._object = ""

    def look_through(self, name: str, text: bytes) -> None:
        from xml.parsers import expat

        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._element
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        try:
            parser.Parse(text, True)
        except FileError:
            raise
        except (expat.ExpatError, ValueError, LookupError) as error:
            raise xml_error(error, self.spot.at(name)) from None

    def _refuse_doctype(self, *_: object) -> None:
        raise self.spot.error("the XML declares a document type, which is not allowed")

    def _element(self, tag: str, attributes: dict[str, str]) -> None:
        match tag.rpartition(" ")[2]:
            case "model":
                self.unit = attributes.get("unit", "millimeter")
            case "object":
                self._object = attributes.get("id", "")
                self.triangles.setdefault(self._object, 0)
            case "triangle":
                self.triangles[self._object] = self.triangles.get(self._object, 0) + 1
            case "component":
                self.uses.setdefault(self._object, []).append(attributes.get("objectid", ""))
            case "item":
                self.built.append(attributes.get("objectid", ""))

    def refuse_endless(self, main: str) -> None:
        """Raise `FileError` if an object contains itself, or all copies together are too many."""
        totals: dict[str, tuple[int, int]] = {}
        for top in self.built:
            self._count(top, totals)
        triangles = sum(totals[top][0] for top in self.built)
        copies = sum(totals[top][1] for top in self.built)
        if triangles > MAX_TRIANGLES or copies > _MAX_COPIES:
            raise self.spot.error(
                "{main} builds more than {limit} triangles or {copies} copies",
                main=main,
                limit=MAX_TRIANGLES,
                copies=_MAX_COPIES,
            )

    def _count(self, top: str, totals: dict[str, tuple[int, int]]) -> None:
        """Add to ``totals`` the triangles and copies that ``top`` and all it contains come to."""
        stack, open_ = [top], set[str]()
        while stack:
            id = stack[-1]
            children = self.uses.get(id, [])
            waiting = next((child for child in children if child not in totals), None)
            if waiting is None:
                stack.pop()
                open_.discard(id)
                triangles = self.triangles.get(id, 0) + sum(totals[child][0] for child in children)
                totals[id] = (triangles, 1 + sum(totals[child][1] for child in children))
                continue
            open_.add(id)
            if waiting in open_:
                raise self.spot.error("object {id} contains itself", id=waiting)
            stack.append(waiting)
