"""Building GLB files byte by byte, broken ones too."""

import json
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import zoo
from warcry3d.table.files import save_piece

__all__ = ["chunks", "glb", "piece_glb", "with_json"]


def glb(gltf: Any, blob: bytes = b"") -> bytes:
    """Return a GLB file of a glTF's JSON (or raw text) and its data."""
    text = gltf if isinstance(gltf, bytes) else json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(blob), b"BIN\0") + blob
    return struct.pack("<4sII", b"glTF", 2, 12 + len(body)) + body


def chunks(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the JSON and the data of a GLB file."""
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + size]), data[28 + size :]


def with_json(data: bytes, change: Callable[[dict[str, Any]], object]) -> bytes:
    """Return a GLB file with its JSON changed in place by ``change``."""
    gltf, blob = chunks(data)
    change(gltf)
    return glb(gltf, blob)


def piece_glb(folder: Path) -> bytes:
    """Return the GLB of a piece with a wall and a deadly platform."""
    path = folder / "piece.glb"
    wall = zoo.box_part("wall", (0, 0, 0), (4, 0.5, 2))
    deck = zoo.box_part("deck", (0, 2, 1), (3, 5, 1.5), "platform", "deadly")
    save_piece(zoo.piece("ruin", wall, deck), path)
    return path.read_bytes()
