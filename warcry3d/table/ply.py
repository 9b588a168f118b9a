"""PLY files, text and binary; every count is checked against the file's size."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.table.jsonfile import JsonPath

__all__ = ["PlyMesh", "fans", "read_ply"]

_MAX_HEADER = 64 * 1024
_MAX_TEXT_BYTES = 96 * 1024 * 1024
_MAX_ENTRIES = 20_000_000

_TYPES = {
    **dict.fromkeys(("char", "int8"), "i1"),
    **dict.fromkeys(("uchar", "uint8"), "u1"),
    **dict.fromkeys(("short", "int16"), "i2"),
    **dict.fromkeys(("ushort", "uint16"), "u2"),
    **dict.fromkeys(("int", "int32"), "i4"),
    **dict.fromkeys(("uint", "uint32"), "u4"),
    **dict.fromkeys(("float", "float32"), "f4"),
    **dict.fromkeys(("double", "float64"), "f8"),
}
_ORDERS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_CORNERS = ("vertex_indices", "vertex_index")

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class PlyMesh:
    """The content of a PLY: vertices (n, 3), faces (m, 3), colours (m, 3) uint8 or None."""

    vertices: FloatArray
    faces: Ints
    colours: NDArray[np.uint8] | None


@dataclass(frozen=True, slots=True)
class _Property:
    name: str
    type: str
    count: str = ""
    """The type of a list's length; empty: no list."""


@dataclass(frozen=True, slots=True)
class _Element:
    name: str
    count: int
    properties: tuple[_Property, ...]

    @property
    def has_lists(self) -> bool:
        return any(one.count for one in self.properties)


def read_ply(data: bytes, spot: JsonPath) -> PlyMesh:
    """Return the triangles of a PLY file; polygons become fans. Raise `FileError` for what is broken."""
    order, elements, start = _header(data, spot)
    body = _Text(data, start, spot) if not order else _Binary(data, start, order, spot)
    scalars: dict[str, NDArray[np.float64]] = {}
    corners: list[tuple[Ints, Ints]] = []
    for element in elements:
        values, lists = body.element(element)
        if element.name == "vertex":
            scalars = values
        elif element.name == "face":
            corners += [lists[name] for name in _CORNERS if name in lists]
    if not all(axis in scalars for axis in "xyz"):
        raise spot.error("the PLY has no vertex with x, y and z")
    if not corners:
        raise spot.error("the PLY has no faces: it is a cloud of points")
    vertices = np.stack([scalars[axis] for axis in "xyz"], axis=1).astype(np.float64)
    faces = fans(*corners[0])
    if len(faces) and (int(faces.min()) < 0 or int(faces.max()) >= len(vertices)):
        raise spot.error("a triangle refers to a missing point; there are {count} points", count=len(vertices))
    colours = None
    if all(name in scalars for name in ("red", "green", "blue")):
        shade = np.stack([scalars[name] for name in ("red", "green", "blue")], axis=1)
        shade = shade * (255 if shade.size and shade.max() <= 1 else 1)
        colours = np.clip(np.nan_to_num(shade)[faces].mean(axis=1), 0, 255).astype(np.uint8)
    return PlyMesh(vertices, faces, colours)


def fans(lengths: Ints, corners: Ints) -> Ints:
    """Return polygons as triangles (m, 3).

    ``lengths`` (p,) of each, ``corners`` one after another.
    """
    first = np.cumsum(lengths) - lengths
    counts = np.maximum(lengths - 2, 0)
    polygon = np.repeat(np.arange(len(lengths)), counts)
    step = np.arange(len(polygon)) - np.repeat(np.cumsum(counts) - counts, counts)
    start = first[polygon]
    return np.stack([corners[start], corners[start + step + 1], corners[start + step + 2]], axis=1).astype(np.int64)


def _header(data: bytes, spot: JsonPath) -> tuple[str, list[_Element], int]:
    end = re.search(rb"\bend_header[ \t]*\r?\n", data[:_MAX_HEADER])
    if not re.match(rb"ply\s", data[:4]) or end is None:
        raise spot.error("not a PLY file: it has no header from 'ply' to 'end_header'")
    order: str | None = None
    elements: list[_Element] = []
    lines = data[: end.start()].decode("ascii", "replace").splitlines()
    for number, line in enumerate(lines[1:], start=2):
        match line.split():
            case ["format", name, _] if name in _ORDERS:
                order = _ORDERS[name]
            case ["element", name, count] if count.isdigit() and len(count) <= 12 and int(count) <= _MAX_ENTRIES:
                elements.append(_Element(name, int(count), ()))
            case ["property", "list", length, type, name] if elements and {length, type} <= _TYPES.keys():
                elements[-1] = _with(elements[-1], _Property(name, _TYPES[type], _TYPES[length]))
            case ["property", type, name] if elements and type in _TYPES:
                elements[-1] = _with(elements[-1], _Property(name, _TYPES[type]))
            case ["comment" | "obj_info", *_] | []:
                pass
            case _:
                raise spot.error("line {line} of the PLY's header is not understood", line=number)
    if order is None:
        raise spot.error("the PLY's header does not say its format")
    return order, elements, end.end()


def _with(element: _Element, new: _Property) -> _Element:
    return _Element(element.name, element.count, (*element.properties, new))


Values = tuple[dict[str, NDArray[np.float64]], dict[str, tuple[Ints, Ints]]]


class _Binary:
    """The numbers after a header, as bytes."""

    def __init__(self, data: bytes, at: int, order: str, spot: JsonPath) -> None:
        self.data, self.at, self.order, self.spot = data, at, order, spot

    def element(self, element: _Element) -> Values:
        """Return the next element's columns by name, and its lists as lengths and entries."""
        if not element.count:
            return {one.name: np.empty(0) for one in element.properties if not one.count}, {
                one.name: (np.empty(0, np.int64), np.empty(0, np.int64)) for one in element.properties if one.count
            }
        lengths = [0] * len(element.properties)
        at = self.at
        for k, one in enumerate(element.properties):
            at, lengths[k] = self._skip(one, at)
        rows = self._rows(element, lengths)
        if rows is not None:
            return rows
        return self._one_by_one(element)

    def _skip(self, one: _Property, at: int) -> tuple[int, int]:
        """Return where a property of an entry ends, and its length if it is a list."""
        size = np.dtype(one.type).itemsize
        if not one.count:
            return at + size, 0
        wide = np.dtype(self.order + one.count)
        if at + wide.itemsize > len(self.data):
            raise self._short()
        length = int(np.frombuffer(self.data, wide, 1, at)[0])
        if length < 0 or at + wide.itemsize + length * size > len(self.data):
            raise self._short()
        return at + wide.itemsize + length * size, length

    def _short(self) -> Exception:
        return self.spot.error(
            "the PLY is cut off: its header promises more than its {size} bytes", size=len(self.data)
        )

    def _rows(self, element: _Element, lengths: list[int]) -> Values | None:
        """Return the element read in one go, if all its lists are as long as the first entry's; else None."""
        fields: list[tuple[str, str] | tuple[str, str, int]] = []
        for k, (one, length) in enumerate(zip(element.properties, lengths, strict=True)):
            if one.count:
                fields += [(f"n{k}", self.order + one.count), (f"v{k}", self.order + one.type, (length,))]  # type: ignore[list-item]
            else:
                fields.append((f"v{k}", self.order + one.type))
        wide = np.dtype(fields)
        if self.at + wide.itemsize * element.count > len(self.data):
            if element.has_lists:
                return None
            raise self._short()
        rows = np.frombuffer(self.data, wide, element.count, self.at)
        if any((rows[f"n{k}"] != length).any() for k, length in enumerate(lengths) if element.properties[k].count):
            return None
        self.at += wide.itemsize * element.count
        values, lists = {}, {}
        for k, (one, length) in enumerate(zip(element.properties, lengths, strict=True)):
            if one.count:
                many = np.full(element.count, length, np.int64)
                lists[one.name] = (many, rows[f"v{k}"].astype(np.int64).reshape(-1))
            else:
                values[one.name] = rows[f"v{k}"].astype(np.float64)
        return values, lists

    def _one_by_one(self, element: _Element) -> Values:
        found: dict[str, tuple[list[int], list[NDArray[np.int64]]]] = {
            one.name: ([], []) for one in element.properties if one.count
        }
        for _ in range(element.count):
            for one in element.properties:
                end, length = self._skip(one, self.at)
                if one.count:
                    size = np.dtype(one.type).itemsize
                    items = np.frombuffer(self.data, self.order + one.type, length, end - length * size)
                    found[one.name][0].append(length)
                    found[one.name][1].append(items.astype(np.int64))
                self.at = end
        if self.at > len(self.data):
            raise self._short()
        return {}, {
            name: (np.array(lengths, np.int64), np.concatenate([np.empty(0, np.int64), *items]))
            for name, (lengths, items) in found.items()
        }


class _Text:
    """The numbers after a header, as text."""

    def __init__(self, data: bytes, at: int, spot: JsonPath) -> None:
        if len(data) > _MAX_TEXT_BYTES:
            raise spot.error("a text PLY larger than {limit} MB", limit=_MAX_TEXT_BYTES // 1024 // 1024)
        self.spot = spot
        rest = data[at:]
        if re.search(rb"[^\s0-9+\-.eEnNaAiIfFtTyY]", rest[: 1 << 20]):
            raise spot.error("the PLY has something other than numbers in its data")
        self.numbers: NDArray[np.float64]
        try:
            self.numbers = np.array(rest.split(), dtype="S32").astype(np.float64)
        except ValueError:
            raise spot.error("the PLY has something other than numbers in its data") from None
        self.at = 0

    def element(self, element: _Element) -> Values:
        """Return the next element's columns by name, and its lists as lengths and entries."""
        if not element.has_lists:
            width = len(element.properties)
            block = self._take(element.count * width).reshape(element.count, width)
            return {one.name: block[:, k] for k, one in enumerate(element.properties)}, {}
        found: dict[str, tuple[list[int], list[NDArray[np.float64]]]] = {
            one.name: ([], []) for one in element.properties if one.count
        }
        for _ in range(element.count):
            for one in element.properties:
                head = self._take(1)
                if one.count:
                    length = int(head[0]) if 0 <= head[0] <= len(self.numbers) else -1
                    if length < 0:
                        raise self.spot.error("the PLY has a list whose length is {length}", length=float(head[0]))
                    found[one.name][0].append(length)
                    found[one.name][1].append(self._take(length))
        lists = {}
        for name, (lengths, items) in found.items():
            flat = np.concatenate([np.empty(0), *items])
            if not (np.isfinite(flat) & (np.abs(flat) < 2**53)).all():
                raise self.spot.error("the PLY has a face whose corner is not a whole number")
            lists[name] = (np.array(lengths, np.int64), flat.astype(np.int64))
        return {}, lists

    def _take(self, count: int) -> NDArray[np.float64]:
        if self.at + count > len(self.numbers):
            raise self.spot.error(
                "the PLY is cut off: its header promises more than its {count} numbers", count=len(self.numbers)
            )
        self.at += count
        return self.numbers[self.at - count : self.at]
