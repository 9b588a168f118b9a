"""Writing GLB files: parts as nodes under one root that stands them upright, in true size, in any viewer."""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import Solid
from warcry3d.table.glb import to_linear
from warcry3d.table.skin import Skin

__all__ = ["NodeToWrite", "write_glb"]

_UPRIGHT = [-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)]
"""The quarter turn from z up, as this program has it, to y up, as glTF has it."""

_METRES = 0.0254


@dataclass(frozen=True, slots=True, eq=False)
class NodeToWrite:
    """A solid to write: the node's name, and what it says of itself under ``extras.warcry3d``."""

    name: str
    solid: Solid
    skin: Skin | None
    note: Mapping[str, Any]


def write_glb(nodes: Sequence[NodeToWrite], *, root: str, note: Mapping[str, Any]) -> bytes:
    """Return a GLB of these nodes below one called ``root``; the same input gives the same bytes.

    Each triangle has three vertices of its own, so that its colour (``COLOR_0``) and material (``_MATERIAL``) are
    its own; positions are float32 inches.
    """
    blob = bytearray()
    views: list[dict[str, Any]] = []
    accessors: list[dict[str, Any]] = []

    def add(data: NDArray[Any], kind: str, component: int, **more: Any) -> int:
        views.append({"buffer": 0, "byteOffset": len(blob), "byteLength": data.nbytes, "target": 34962})
        blob.extend(data.tobytes())
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": component, "count": len(data), "type": kind, **more}
        )
        return len(accessors) - 1

    meshes = []
    for node in nodes:
        points = node.solid.triangles.reshape(-1, 3).astype("<f4")
        low, high = points.min(axis=0).tolist(), points.max(axis=0).tolist()
        attributes = {"POSITION": add(points, "VEC3", 5126, min=low, max=high)}
        if node.skin is not None:
            linear = np.concatenate([to_linear(node.skin.colours), np.ones((len(node.skin.colours), 1))], axis=1)
            colours = np.round(np.repeat(linear, 3, axis=0) * 65535).astype("<u2")
            attributes["COLOR_0"] = add(colours, "VEC4", 5123, normalized=True)
            attributes["_MATERIAL"] = add(np.repeat(node.skin.materials, 3).astype("<f4"), "SCALAR", 5126)
        meshes.append({"name": node.name, "primitives": [{"attributes": attributes, "material": 0}]})
    top = {
        "name": root,
        "children": list(range(1, len(nodes) + 1)),
        "rotation": _UPRIGHT,
        "scale": [_METRES] * 3,
        "extras": {"warcry3d": dict(note)},
    }
    parts = [
        {"name": node.name, "mesh": i, **({"extras": {"warcry3d": dict(node.note)}} if node.note else {})}
        for i, node in enumerate(nodes)
    ]
    gltf = {
        "asset": {"version": "2.0", "generator": "warcry3d"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [top, *parts],
        "meshes": meshes,
        "materials": [{"pbrMetallicRoughness": {"metallicFactor": 0.0, "roughnessFactor": 0.9}}],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{"byteLength": len(blob)}],
    }
    text = json.dumps(gltf, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + len(blob)
    return b"".join(
        [
            struct.pack("<4sII", b"glTF", 2, total),
            struct.pack("<I4s", len(text), b"JSON") + text,
            struct.pack("<I4s", len(blob), b"BIN\0") + blob,
        ]
    )
