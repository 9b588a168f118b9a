"""Writing our shapes as GLB: one node a part, colours and materials a triangle, upright and true to size."""

import json
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from warcry3d.table.glb import to_linear

__all__ = ["Node", "corner_normals", "write"]

INCH = 0.0254
"""Metres in an inch; glTF measures in metres."""

UPRIGHT = [INCH, 0, 0, 0, 0, 0, -INCH, 0, 0, INCH, 0, 0, 0, 0, 0, 1]
"""Column by column: x stays, our z becomes glTF's y, our y goes to glTF's -z."""

FLOAT, UBYTE, USHORT, UINT = 5126, 5121, 5123, 5125
VERTICES, INDICES = 34962, 34963


@dataclass(frozen=True, eq=False)
class Node:
    """One part: vertices (n, 3) in inches with z up, faces (m, 3), sRGB colours (m, 3) and material ids (m,) a face.

    ``extras`` is what stands under ``warcry3d`` in the node: ``{"tag": "body"}``, ``{"kind": "obstacle"}``.
    Two corners are the same point exactly if they share a vertex: each vertex is rounded to float32 once.
    """

    name: str
    vertices: NDArray[np.floating]
    faces: NDArray[np.integer]
    colours: NDArray[np.uint8]
    materials: NDArray[np.uint8]
    extras: Mapping[str, object] = field(default_factory=dict)


def corner_normals(vertices: NDArray[np.floating], faces: NDArray[np.integer], crease: float) -> NDArray[np.float64]:
    """Return unit normals (m, 3, 3), one a corner: smooth over edges flatter than ``crease`` (radians).

    A corner takes the area-weighted mean of the faces around its vertex that turn less than ``crease`` from its own.
    """
    a, b, c = (np.asarray(vertices, dtype=np.float64)[faces[:, k]] for k in range(3))
    area = np.cross(b - a, c - a)
    unit = area / np.maximum(np.linalg.norm(area, axis=1, keepdims=True), 1e-30)
    corner_vertex = np.asarray(faces).ravel()
    order = np.argsort(corner_vertex, kind="stable")
    count = np.bincount(corner_vertex, minlength=len(vertices))
    start = np.concatenate([[0], np.cumsum(count)[:-1]])
    corners = np.arange(len(corner_vertex))
    fan = count[corner_vertex]
    mine = np.repeat(corners, fan)
    step = np.arange(fan.sum()) - np.repeat(np.cumsum(fan) - fan, fan)
    other = order[start[corner_vertex[mine]] + step] // 3
    kept = np.einsum("ij,ij->i", unit[mine // 3], unit[other]) > np.cos(crease)
    total = unit[corners // 3] * 1e-9
    for axis in range(3):
        total[:, axis] += np.bincount(mine[kept], area[other[kept], axis], minlength=len(corners))
    total /= np.maximum(np.linalg.norm(total, axis=1, keepdims=True), 1e-30)
    return total.reshape(-1, 3, 3)


class _Buffer:
    """The binary half of a GLB and the tables that describe it."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, int]] = []
        self.accessors: list[dict[str, object]] = []

    def add(self, values: NDArray[np.generic], kind: str, *, target: int, **more: object) -> int:
        """Append an array and return its accessor's number."""
        component = {"f4": FLOAT, "u1": UBYTE, "u2": USHORT, "u4": UINT}[values.dtype.str[1:]]
        raw = values.tobytes()
        self.views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(raw), "target": target})
        self.data += raw + b"\0" * (-len(raw) % 4)
        accessor: dict[str, object] = {"bufferView": len(self.views) - 1, "componentType": component}
        self.accessors.append({**accessor, "count": len(values), "type": kind, **more})
        return len(self.accessors) - 1


def _mesh(buffer: _Buffer, node: Node, crease: float) -> dict[str, object]:
    """Return a glTF mesh of one primitive; the corners of a triangle are its own, so that its colour is its own."""
    points = np.asarray(node.vertices, dtype="<f4")[np.asarray(node.faces).ravel()]
    normals = corner_normals(node.vertices, node.faces, crease).reshape(-1, 3).astype("<f4")
    linear = np.column_stack([to_linear(np.asarray(node.colours, dtype=np.uint8)), np.ones(len(node.colours))])
    rgba = np.repeat(np.round(linear * 65535), 3, axis=0).astype("<u2")
    material = np.repeat(node.materials, 3).astype("<f4")
    index = np.arange(len(points), dtype="<u2" if len(points) < 65535 else "<u4")
    lowest, highest = ([float(v) for v in side] for side in (points.min(axis=0), points.max(axis=0)))
    attributes = {
        "POSITION": buffer.add(points, "VEC3", target=VERTICES, min=lowest, max=highest),
        "NORMAL": buffer.add(normals, "VEC3", target=VERTICES),
        "COLOR_0": buffer.add(rgba, "VEC4", target=VERTICES, normalized=True),
        "_MATERIAL": buffer.add(material, "SCALAR", target=VERTICES),
    }
    return {
        "name": node.name,
        "primitives": [
            {"attributes": attributes, "indices": buffer.add(index, "SCALAR", target=INDICES), "material": 0}
        ],
    }


def write(
    path: Path, name: str, nodes: Iterable[Node], extras: Mapping[str, object], *, crease: float = np.radians(38)
) -> int:
    """Write a GLB: a root node ``name`` with ``extras``, below it one node a part; return its size in bytes.

    All extras go under ``warcry3d``. The same input gives the same bytes.
    """
    parts = list(nodes)
    buffer = _Buffer()
    meshes = [_mesh(buffer, part, crease) for part in parts]
    root: dict[str, object] = {"name": name, "matrix": UPRIGHT, "children": list(range(1, len(parts) + 1))}
    root["extras"] = {"warcry3d": dict(extras)}
    below = [{"name": p.name, "mesh": i, "extras": {"warcry3d": dict(p.extras)}} for i, p in enumerate(parts)]
    look = {"baseColorFactor": [1, 1, 1, 1], "metallicFactor": 0, "roughnessFactor": 0.8}
    document = {
        "asset": {"version": "2.0", "generator": "warcry3d assets"},
        "scene": 0,
        "scenes": [{"name": name, "nodes": [0]}],
        "nodes": [root, *below],
        "meshes": meshes,
        "materials": [{"name": "painted", "alphaMode": "OPAQUE", "pbrMetallicRoughness": look}],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    chunks += struct.pack("<I4s", len(buffer.data), b"BIN\0") + bytes(buffer.data)
    blob = struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks
    path.write_bytes(blob)
    return len(blob)
