"""The blocks of data in a certificate's page: packed as text, and the two that are binary."""

import base64
import binascii
import json
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import FileError
from warcry3d.geom.solid import FloatArray, IntArray
from warcry3d.sight.blockers import Blockers
from warcry3d.table.jsonfile import JsonPath, checked, parse
from warcry3d.table.plain_skins import is_keyed, plain_figure_skin, plain_skin
from warcry3d.table.side_colours import Colour, side_colour
from warcry3d.table.skin import Skin
from warcry3d.table.table import Table

__all__ = ["BlockingSurface", "pack", "paint_bytes", "surface_bytes", "surface_of", "unpack"]

_LEVEL = 4
"""Of deflating: with 6, the usual one, the page of the sample battle is 1.6 % smaller, in 2.5 times as long."""
MOST_TRIANGLES = 3_000_000
"""As many as a table may have."""


def pack(data: bytes) -> str:
    """Return data as text for a page: deflated, in base64."""
    return base64.b64encode(zlib.compress(data, _LEVEL)).decode("ascii")


def unpack(text: str, spot: JsonPath, *, limit: int) -> bytes:
    """Return what `pack` was given; raise `FileError` at ``spot`` for anything else, and for over ``limit`` bytes."""
    try:
        packed = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise spot.error("expected data in base64") from None
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(packed, limit + 1)
    except zlib.error:
        raise spot.error("the data cannot be unpacked: it was damaged") from None
    if len(data) > limit:
        raise spot.error("the data is larger than {limit} MB", limit=limit // 1024 // 1024)
    if not stream.eof or stream.unused_data:
        raise spot.error("the data cannot be unpacked: it was damaged")
    return data


@dataclass(frozen=True, slots=True)
class SurfaceHead:
    """What the numbers of a surface's block are: how many vertices and triangles, and the fields of `Blockers`."""

    vertices: int
    triangles: int
    first: list[int]
    names: list[str]
    deviations: list[float]


@dataclass(frozen=True, eq=False)
class BlockingSurface:
    """The blockers' surface as a page holds it: ``head``, vertices (n, 3), faces (m, 3), which (m,)."""

    head: SurfaceHead
    vertices: FloatArray
    faces: IntArray
    which: IntArray

    def is_same_mesh(self, blockers: Blockers) -> bool:
        """Return whether triangles, their names and deviations are those of ``blockers``, wherever vertices lie."""
        head = self.head
        return (
            tuple(head.first) == blockers.first
            and tuple(head.names) == blockers.names
            and tuple(head.deviations) == blockers.deviations
            and self.vertices.shape == blockers.mesh.vertices.shape
            and np.array_equal(self.faces, blockers.mesh.faces)
            and np.array_equal(self.which, blockers.which)
        )


def surface_bytes(blockers: Blockers) -> bytes:
    """Return the blockers' surface as a block: a line of JSON, then vertices (float64), faces and which (int32)."""
    mesh = blockers.mesh
    head = {
        "vertices": len(mesh.vertices),
        "triangles": len(mesh.faces),
        "first": list(blockers.first),
        "names": list(blockers.names),
        "deviations": list(blockers.deviations),
    }
    line = json.dumps(head).encode("ascii")
    line += b" " * (-(len(line) + 1) % 8) + b"\n"  # so that the numbers start at a multiple of their size
    numbers = mesh.vertices.astype("<f8").tobytes() + mesh.faces.astype("<i4").tobytes()
    return line + numbers + blockers.which.astype("<i4").tobytes()


def surface_of(data: bytes, spot: JsonPath) -> BlockingSurface:
    """Return the surface of a block; raise `FileError` at ``spot`` where its sizes do not fit."""
    line, _, numbers = data.partition(b"\n")
    head = checked(parse(line, spot), SurfaceHead, spot)
    if not (0 <= head.vertices <= 3 * MOST_TRIANGLES and 0 <= head.triangles <= MOST_TRIANGLES):
        raise _wrong_size(spot)
    if len(numbers) != 24 * head.vertices + 16 * head.triangles:
        raise _wrong_size(spot)
    middle, last = 24 * head.vertices, 24 * head.vertices + 12 * head.triangles
    vertices = np.frombuffer(numbers[:middle], "<f8").reshape(-1, 3).astype(np.float64)
    faces = np.frombuffer(numbers[middle:last], "<i4").reshape(-1, 3).astype(np.int32)
    return BlockingSurface(head, vertices, faces, np.frombuffer(numbers[last:], "<i4").astype(np.int32))


def _wrong_size(spot: JsonPath) -> FileError:
    return spot.error("the surface is not as large as its first line says")


def paint_bytes(table: Table) -> bytes:
    """Return the colour of every triangle of all features' parts, then of all models' figures: sRGB, 3 bytes each."""
    painted = [
        _painted(part.skin or plain_skin(part), None)
        for feature in table.terrain.features
        for part in feature.piece.parts
    ]
    painted += [
        _painted(part.skin or plain_figure_skin(part), side_colour(model.side))
        for model in table.models
        for part in model.figure.parts
    ]
    return b"".join(colours.tobytes() for colours in painted)


def _painted(skin: Skin, side: Colour | None) -> NDArray[np.uint8]:
    """Return a skin's colours, the side's laid on where the skin has the key."""
    if side is None:
        return skin.colours
    keyed, colours = is_keyed(skin.colours), skin.colours.astype(np.float64)
    colours[keyed] = colours[keyed].max(axis=1, keepdims=True) / 200.0 * np.array(side) * 255.0
    return np.clip(np.rint(colours), 0, 255).astype(np.uint8)
