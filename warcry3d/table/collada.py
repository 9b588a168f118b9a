"""COLLADA files (.dae): triangles, node names, unit and upward axis; links to other files are never followed."""

import math
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.ply import fans
from warcry3d.table.wire_types import Axis, LengthUnit
from warcry3d.table.xmlfile import xml_root

__all__ = ["Collada", "read_collada"]

_MAX_BYTES = 96 * 1024 * 1024
_MAX_COPIES = 10_000
_MAX_DEPTH = 200
_MAX_TRIANGLES = 4_000_000

_UNITS: tuple[tuple[float, LengthUnit], ...] = ((1.0, "m"), (0.01, "cm"), (0.001, "mm"), (0.0254, "in"), (0.3048, "ft"))

Ints = NDArray[np.int64]
Mesh = tuple[FloatArray, Ints]


@dataclass(frozen=True, slots=True, eq=False)
class Collada:
    """The content of a file.

    By name, each node's vertices (n, 3) and faces (m, 3), in the file's unit, with ``up`` upwards.
    """

    parts: tuple[tuple[str, FloatArray, Ints], ...]
    unit: LengthUnit | None
    up: Axis | None


def read_collada(data: bytes, spot: JsonPath) -> Collada:
    """Return the triangles of a COLLADA file; raise `FileError` for broken files and links to other files."""
    root = xml_root(data, spot, limit=_MAX_BYTES)
    if root.tag != "COLLADA":
        raise spot.error("not a COLLADA file: its outermost element is not 'COLLADA'")
    return _Reading(root, spot).read()


class _Reading:
    """The reader of one file."""

    def __init__(self, root: ElementTree.Element, spot: JsonPath) -> None:
        self.root, self.spot = root, spot
        self.by_id = {id: element for element in root.iter() if (id := element.get("id")) is not None}
        self.meshes: dict[str, Mesh] = {}
        self.parts: list[tuple[str, FloatArray, Ints]] = []
        self.copies = self.triangles = 0

    def read(self) -> Collada:
        scenes = list(self.root.iter("instance_visual_scene"))
        scene = self._linked(scenes[0].get("url"), "visual_scene") if scenes else self.root.find(".//visual_scene")
        if scene is not None:
            for node in scene.findall("node"):
                self._place(node, np.eye(4), 0)
        else:
            for geometry in self.root.iter("geometry"):
                self._add(geometry.get("name") or geometry.get("id") or "", geometry, np.eye(4))
        unit, factor = self._unit()
        parts = tuple((name, vertices * factor, faces) for name, vertices, faces in self.parts)
        return Collada(parts, unit, self._up())

    def _unit(self) -> tuple[LengthUnit | None, float]:
        element = self.root.find("asset/unit")
        given = None if element is None else element.get("meter")
        if given is None:
            return None, 1.0
        try:
            metres = float(given)
        except ValueError:
            metres = math.nan
        if not 0 < metres < 1e6:
            raise self.spot.error("its unit is '{given}' metres; expected a length", given=given[:40])
        known = next((unit for size, unit in _UNITS if math.isclose(size, metres, rel_tol=1e-4)), None)
        return (known, 1.0) if known is not None else ("m", metres)

    def _up(self) -> Axis | None:
        element = self.root.find("asset/up_axis")
        given = "" if element is None or element.text is None else element.text.strip()
        known: dict[str, Axis] = {"X_UP": "x", "Y_UP": "y", "Z_UP": "z"}
        return known.get(given, "y" if element is None else None)

    def _linked(self, url: str | None, tag: str) -> ElementTree.Element:
        if url is None or not url.startswith("#"):
            raise self.spot.error(
                "'{url}' is in another file; expected a COLLADA that contains everything", url=str(url)[:80]
            )
        found = self.by_id.get(url[1:])
        if found is None or found.tag != tag:
            raise self.spot.error("there is no {tag} '{name}' in the file", tag=tag, name=url[1:81])
        return found

    def _place(self, node: ElementTree.Element, above: FloatArray, depth: int) -> None:
        self.copies += 1
        if depth > _MAX_DEPTH or self.copies > _MAX_COPIES:
            raise self.spot.error("the file's nodes contain each other, or make more than {copies}", copies=_MAX_COPIES)
        matrix = above @ self._matrix(node)
        name = node.get("name") or node.get("id") or ""
        for child in node:
            if child.tag == "instance_geometry":
                self._add(name, self._linked(child.get("url"), "geometry"), matrix)
            elif child.tag == "instance_node":
                self._place(self._linked(child.get("url"), "node"), matrix, depth + 1)
            elif child.tag == "node":
                self._place(child, matrix, depth + 1)

    def _matrix(self, node: ElementTree.Element) -> FloatArray:
        matrix = np.eye(4)
        for child in node:
            if child.tag in ("matrix", "translate", "scale", "rotate"):
                matrix = matrix @ self._step(child)
        return matrix

    def _step(self, element: ElementTree.Element) -> FloatArray:
        sizes = {"matrix": 16, "translate": 3, "scale": 3, "rotate": 4}
        values = self._numbers(element)
        if len(values) != sizes[element.tag]:
            raise self.spot.error(
                "a {tag} of {count} numbers; expected {size}",
                tag=element.tag,
                count=len(values),
                size=sizes[element.tag],
            )
        step = np.eye(4)
        if element.tag == "matrix":
            return np.asarray(values.reshape(4, 4))
        if element.tag == "translate":
            step[:3, 3] = values
        elif element.tag == "scale":
            step[:3, :3] = np.diag(values)
        else:
            length = float(np.linalg.norm(values[:3]))
            x, y, z = values[:3] / length if length > 0 else (0.0, 0.0, 1.0)
            c, s = math.cos(math.radians(values[3])), math.sin(math.radians(values[3]))
            across = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
            step[:3, :3] = np.eye(3) + s * across + (1 - c) * (across @ across)
        return step

    def _numbers(self, element: ElementTree.Element | None) -> FloatArray:
        words = ((element.text if element is not None else None) or "").split()
        try:
            return np.array(words, dtype="U40").astype(np.float64) if words else np.empty(0)
        except ValueError:
            raise self.spot.error("a list of numbers contains something else") from None

    def _whole(self, element: ElementTree.Element | None) -> Ints:
        values = self._numbers(element)
        if not ((values >= 0) & (values < 2**31) & (values == np.floor(values))).all():
            raise self.spot.error("a list of corners contains an invalid number")
        return values.astype(np.int64)

    def _add(self, name: str, geometry: ElementTree.Element, matrix: FloatArray) -> None:
        key = str(id(geometry))
        if key not in self.meshes:
            self.meshes[key] = self._mesh(geometry)
        vertices, faces = self.meshes[key]
        self.triangles += len(faces)
        if self.triangles > _MAX_TRIANGLES:
            raise self.spot.error("more than {limit} triangles", limit=_MAX_TRIANGLES)
        if not len(faces):
            return
        with np.errstate(over="ignore", invalid="ignore"):
            placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
        self.parts.append((name, placed, faces[:, ::-1] if np.linalg.det(matrix[:3, :3]) < 0 else faces))

    def _mesh(self, geometry: ElementTree.Element) -> Mesh:
        points: list[FloatArray] = []
        faces: list[Ints] = []
        start = 0
        for group in geometry.findall("mesh/*"):
            if group.tag not in ("triangles", "polylist", "polygons"):
                continue
            vertices, found = self._group(group)
            points.append(vertices)
            faces.append(found + start)
            start += len(vertices)
        return np.concatenate([np.empty((0, 3)), *points]), np.concatenate([np.empty((0, 3), np.int64), *faces])

    def _group(self, group: ElementTree.Element) -> Mesh:
        inputs = group.findall("input")
        offsets = [_small(given.get("offset")) for given in inputs]
        stride = max(offsets, default=0) + 1
        main = next((given for given in inputs if given.get("semantic") == "VERTEX"), None)
        if main is None:
            raise self.spot.error("a mesh has no VERTEX input")
        vertices = self._positions(main.get("source"))
        lists = [self._whole(p) for p in group.findall("p")]
        entries = np.concatenate([np.empty(0, np.int64), *lists])
        if len(entries) % stride:
            raise self.spot.error(
                "a mesh has {count} corner numbers, which {stride} does not divide", count=len(entries), stride=stride
            )
        corners = entries.reshape(-1, stride)[:, _small(main.get("offset"))]
        if group.tag == "triangles":
            lengths = np.full(len(corners) // 3, 3, np.int64)
        elif group.tag == "polylist":
            lengths = self._whole(group.find("vcount"))
        else:
            lengths = np.array([len(one) // stride for one in lists], np.int64)
        if int(lengths.sum()) != len(corners):
            raise self.spot.error(
                "polygons of {promised} corners in all, but {count} are given",
                promised=int(lengths.sum()),
                count=len(corners),
            )
        if len(corners) and int(corners.max()) >= len(vertices):
            raise self.spot.error("a triangle refers to a missing point; there are {count} points", count=len(vertices))
        return vertices, fans(lengths, corners)

    def _positions(self, url: str | None) -> FloatArray:
        vertices = self._linked(url, "vertices")
        given: Any = next((i for i in vertices.findall("input") if i.get("semantic") == "POSITION"), None)
        source = self._linked(None if given is None else given.get("source"), "source")
        values = self._numbers(source.find("float_array"))
        accessor = source.find("technique_common/accessor")
        stride = 3 if accessor is None else max(_small(accessor.get("stride"), 3), 1)
        if stride < 3 or len(values) % stride:
            raise self.spot.error("a mesh has {count} coordinates; expected three a point", count=len(values))
        return np.asarray(values.reshape(-1, stride)[:, :3])


def _small(text: str | None, otherwise: int = 0) -> int:
    return int(text) if text is not None and text.isdigit() and len(text) < 4 else otherwise
