"""Bodies: the solids of a mesh file, repaired once and kept in the user's cache."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import FileError, MeshError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table import cache
from warcry3d.table.format import NodeExtras, NodeNote
from warcry3d.table.jsonfile import JsonPath, checked, read_bytes
from warcry3d.table.meshfile import MAX_MESH_BYTES, RawMesh, RawPart, read_mesh
from warcry3d.table.skin import Material, Skin
from warcry3d.table.wire_types import MAX_PARTS, LengthUnit
from warcry3d.units import MM

__all__ = [
    "INCHES",
    "MAX_MENDED",
    "Bodies",
    "Body",
    "Reading",
    "bodies_from",
    "load_bodies",
    "nearest_sources",
    "skin_of",
]

MAX_MENDED = 1_500_000
"""The most triangles of one file that are mended: half a minute and two gigabytes."""

_CACHED_AS = "bodies/4"
"""Raise this number when a change to reading or mending changes the result."""

INCHES: dict[str, float] = {"mm": MM, "cm": 10 * MM, "m": 1000 * MM, "in": 1.0, "ft": 12.0}
"""Each unit in inches."""

_SENSIBLE = {"figure": (0.1, 60.0), "piece": (0.05, 240.0)}
"""Longest extents (in) outside this range come from a wrong unit."""

_USUAL = {"figure": (0.6, 8.0), "piece": (1.5, 30.0)}
"""Plausible extents (in) for guessing the unit."""


@dataclass(frozen=True, slots=True, eq=False)
class Body:
    """A named solid of a file with the notes that the file has on it."""

    name: str
    solid: Solid
    skin: Skin | None
    note: NodeNote | None


@dataclass(frozen=True, slots=True, eq=False)
class Bodies:
    """The solids of a file.

    ``root``: the name of its root node, if the file is one of ours; ``note``: everything that node says.
    """

    bodies: tuple[Body, ...]
    root: str | None
    note: NodeNote | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How a mesh file is to be read.

    ``unit`` None: inches in a GLB of ours, the file's own in a 3MF, else an error unless ``assume_inches``. ``node``:
    that node alone. ``merged``: everything as one body.
    """

    use: Literal["figure", "piece"]
    unit: LengthUnit | None = None
    up: Literal["x", "y", "z"] = "z"
    scale: float = 1.0
    node: str | None = None
    merged: bool = False
    assume_inches: bool = False


def load_bodies(path: Path, spot: JsonPath, reading: Reading) -> Bodies:
    """Return the solids of a mesh file in inches, z up.

    ``spot``: the place that names the file. Errors name it if the file does not exist or is read the wrong way, and the
    file itself if its content is broken.
    """
    return bodies_from(read_bytes(path, spot, limit=MAX_MESH_BYTES), path, spot, reading)


def bodies_from(data: bytes, path: Path, spot: JsonPath, reading: Reading) -> Bodies:
    """Return the solids of a mesh file's content as `load_bodies`; ``path``: its name, for the format and in errors."""
    key = cache.content_key(_CACHED_AS, path.suffix.lower(), repr(reading), data)
    known = cache.recall(key)
    if known is not None and (bodies := _unpacked(known)) is not None:
        return bodies
    inside = JsonPath(str(path))
    has_inches = reading.use == "piece"  # whatever else is called so would come in at another size
    raw = read_mesh(data, path.suffix, inside, is_as_called=has_inches)
    parts = _chosen(raw, spot, reading)
    _refuse_too_much(parts, spot)
    factor = _factor(raw, spot, reading)
    _refuse_absurd_size(parts, factor, spot, reading)
    root = raw.root and (raw.root.get("piece") or raw.root.get("figure"))
    note = None if raw.root is None else _root_note(raw.root, inside)
    bodies = Bodies(tuple(_body(part, factor, reading) for part in parts), str(root) if root else None, note)
    cache.keep(key, _packed(bodies))
    return bodies


def _refuse_too_much(parts: list[RawPart], spot: JsonPath) -> None:
    triangles = sum(len(part.faces) for part in parts)
    if triangles > MAX_MENDED:
        raise spot.error("{count} triangles exceed the limit of {limit}", count=triangles, limit=MAX_MENDED)
    if len(parts) > MAX_PARTS:
        raise spot.error("{count} parts exceed the limit of {limit}", count=len(parts), limit=MAX_PARTS)


def _root_note(root: Mapping[str, Any], spot: JsonPath) -> NodeNote:
    """Return the notes of a root node that this program knows; makers may keep notes of their own there."""
    known = {name: value for name, value in root.items() if name in NodeNote.__struct_fields__}
    return checked(known, NodeNote, spot.at("extras", "warcry3d"))


def _chosen(raw: RawMesh, spot: JsonPath, reading: Reading) -> list[RawPart]:
    parts = list(raw.parts)
    if reading.node is not None:
        parts = [part for part in parts if part.name == reading.node]
        if len(parts) != 1:
            known = ", ".join(sorted({part.name for part in raw.parts}))
            raise spot.error(
                "the file has {count} nodes '{node}'; expected one of {known}",
                count=len(parts),
                node=reading.node,
                known=known[:500],
            )
    return [_merged(parts)] if reading.merged and len(parts) > 1 else parts


def _merged(parts: list[RawPart]) -> RawPart:
    offsets = np.cumsum([0, *(len(part.vertices) for part in parts)])
    faces = np.concatenate([part.faces + offset for part, offset in zip(parts, offsets, strict=False)])
    vertices = np.concatenate([part.vertices for part in parts])
    return RawPart(parts[0].name, vertices, faces, None, None, None, JsonPath(parts[0].spot.file))


def _factor(raw: RawMesh, spot: JsonPath, reading: Reading) -> float:
    unit = reading.unit or raw.unit
    if raw.root is not None:
        if unit not in (None, "in"):
            raise spot.error("the file says itself that it is in inches; expected no unit, got {unit}", unit=unit)
        unit = "in"
    if unit is None:
        if not reading.assume_inches:
            raise spot.error("the field 'unit' is missing: the file does not say which of mm, cm, m, in, ft it is in")
        unit = "in"
    return INCHES[unit] * reading.scale


def _refuse_absurd_size(parts: Iterable[RawPart], factor: float, spot: JsonPath, reading: Reading) -> None:
    corners = np.concatenate([part.vertices[part.faces.ravel()] for part in parts])
    if not np.isfinite(corners).all():
        return  # counted and placed where it is mended
    raw = float(np.ptp(corners, axis=0).max())
    low, high = _SENSIBLE[reading.use]
    if low <= raw * factor <= high or raw == 0:
        return
    small, large = _USUAL[reading.use]
    likely = [unit for unit, inches in INCHES.items() if small <= raw * inches * reading.scale <= large]
    if likely:
        raise spot.error(
            "the mesh is {size:.3g} in long, which is no sensible size of a {use}; is its unit {likely}?",
            size=raw * factor,
            use=reading.use,
            likely=" or ".join(likely),
        )
    raise spot.error(
        "the mesh is {size:.3g} in long, which is no sensible size of a {use}", size=raw * factor, use=reading.use
    )


def _body(part: RawPart, factor: float, reading: Reading) -> Body:
    from warcry3d.geom.mend import mend

    extras = part.extras if isinstance(part.extras, dict) else {}
    note = checked(extras, NodeExtras, part.spot.at("extras")).warcry3d
    vertices = _upright(part.vertices, reading.up) * factor
    try:
        mended = mend(vertices, part.faces, unites=note is None or not note.crossing)
    except MeshError as error:
        if part.name and part.spot.place:
            named = FileError(part.spot.file, f"{part.spot.place} '{part.name}'", error.template, **error.values)
            raise named from None
        raise part.spot.about(error) from None
    source = mended.source
    if (source < 0).any():
        source = nearest_sources(mended.solid, source)
    return Body(part.name, mended.solid, skin_of(part, source), note)


def _upright(vertices: FloatArray, up: str) -> FloatArray:
    x, y, z = vertices.T
    match up:
        case "x":
            return np.stack([y, z, x], axis=1)
        case "y":
            return np.stack([x, -z, y], axis=1)
    return vertices


def nearest_sources(solid: Solid, source: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each face that fills a hole the source of the nearest face that does not."""
    from scipy.spatial import cKDTree

    middles = solid.triangles.mean(axis=1)
    known = np.flatnonzero(source >= 0)
    _, nearest = cKDTree(middles[known]).query(middles[source < 0])
    filled = source.copy()
    filled[source < 0] = source[known[nearest]]
    return filled


def skin_of(part: RawPart, source: NDArray[np.int64]) -> Skin | None:
    """Return the skin of a mesh whose triangles come from those of ``part`` numbered ``source``."""
    if part.colours is None and part.materials is None:
        return None
    count = len(part.faces)
    colours = part.colours if part.colours is not None else np.full((count, 3), 200, dtype=np.uint8)
    materials = part.materials if part.materials is not None else np.full(count, Material.STONE, dtype=np.uint8)
    return Skin(colours[source], materials[source])


def _packed(bodies: Bodies) -> dict[str, NDArray[Any]]:
    from msgspec import to_builtins

    about = {
        "root": bodies.root,
        "note": to_builtins(bodies.note),
        "bodies": [{"name": b.name, "note": to_builtins(b.note), "skin": b.skin is not None} for b in bodies.bodies],
    }
    skins = [body.skin for body in bodies.bodies if body.skin is not None]
    return {
        "about": np.frombuffer(json.dumps(about).encode(), dtype=np.uint8),
        "counts": np.array([(len(b.solid.vertices), len(b.solid.faces)) for b in bodies.bodies], dtype=np.int64),
        "vertices": np.concatenate([body.solid.vertices for body in bodies.bodies]),
        "faces": np.concatenate([body.solid.faces for body in bodies.bodies]),
        "colours": np.concatenate([np.empty((0, 3), np.uint8), *(skin.colours for skin in skins)]),
        "materials": np.concatenate([np.empty(0, np.uint8), *(skin.materials for skin in skins)]),
    }


def _unpacked(arrays: Any) -> Bodies | None:
    """Return the bodies of a cache entry; None if it is not in the form that `_packed` writes."""
    try:
        about = json.loads(arrays["about"].tobytes())
        vertices, faces = arrays["vertices"], arrays["faces"]
        colours, materials = arrays["colours"], arrays["materials"]
        bodies: list[Body] = []
        v = f = s = 0
        for entry, (points, triangles) in zip(about["bodies"], arrays["counts"].tolist(), strict=True):
            body = Solid(vertices[v : v + points], faces[f : f + triangles], _checked=True)
            if not triangles or body.faces.shape != (triangles, 3) or body.vertices.shape != (points, 3):
                return None
            if body.faces.min() < 0 or body.faces.max() >= points:
                return None
            skin = None
            if entry["skin"]:
                skin = Skin(colours[s : s + triangles], materials[s : s + triangles])
                s += triangles
            note = None if entry["note"] is None else checked(entry["note"], NodeNote, JsonPath("cache"))
            bodies.append(Body(entry["name"], body, skin, note))
            v, f = v + points, f + triangles
        root = None if about["note"] is None else checked(about["note"], NodeNote, JsonPath("cache"))
        return Bodies(tuple(bodies), about["root"], root) if bodies else None
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return None
