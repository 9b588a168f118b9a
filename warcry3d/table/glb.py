"""GLB files (glTF 2.0 in one binary file): read with every length checked, and written.

Read without a general mesh library: those follow links to other files, and lose per-triangle colours and materials.
"""

import base64
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.table.gltf import BufferView, Gltf, GltfNode, Primitive
from warcry3d.table.jsonfile import JsonPath, checked, parse

__all__ = ["MAX_TRIANGLES", "Glb", "RawPart", "read_glb", "read_gltf"]

MAX_TRIANGLES = 4_000_000
"""More than any table needs; a printable figure has about a hundredth."""

_MAX_GLTF_JSON = 32 * 1024 * 1024

_MAX_GLTF_BYTES = 128 * 1024 * 1024

_FORMATS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}

_PACKED = {"KHR_draco_mesh_compression": "Draco", "EXT_meshopt_compression": "meshopt"}
_HARMLESS = ("KHR_materials_", "KHR_texture_", "EXT_texture_", "KHR_lights_", "KHR_mesh_quantization")


@dataclass(frozen=True, slots=True, eq=False)
class RawPart:
    """Triangles in the file's unit: one node of a GLB, in the frame of its root, or all of another file.

    vertices (n, 3), faces (m, 3), colours (m, 3) uint8 sRGB, materials (m,) uint8 or None if the file gives none.
    """

    name: str
    vertices: FloatArray
    faces: NDArray[np.int64]
    colours: NDArray[np.uint8] | None
    materials: NDArray[np.uint8] | None
    extras: Any
    spot: JsonPath = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Glb:
    """A file's nodes with triangles, and the note (a name) found on the node that is its root, if it has one."""

    nodes: tuple[RawPart, ...]
    root: Mapping[str, Any] | None


def read_glb(data: bytes, spot: JsonPath) -> Glb:
    """Return the content of a GLB; raise `FileError` with the place of anything broken or not supported.

    Coordinates are those of the file after the nodes' transforms; if a node's extras call it the root of a piece or
    figure (``warcry3d.piece``, ``warcry3d.figure``), they are relative to that node.
    """
    return _read(*_chunks(data, spot), spot)


def read_gltf(data: bytes, spot: JsonPath) -> Glb:
    """Return the content of a glTF file in text form with its data inside; otherwise as `read_glb`."""
    if len(data) > _MAX_GLTF_BYTES:
        raise spot.error("a glTF file larger than {limit} MB; save it as GLB", limit=_MAX_GLTF_BYTES // 1024 // 1024)
    if b'"asset"' not in data:  # said before anything of its content is, which may be private
        raise spot.error("not a glTF file: it has no 'asset'")
    value = parse(data, spot)
    asset = value.get("asset") if isinstance(value, dict) else None
    if not isinstance(asset, dict) or not isinstance(asset.get("version"), str):
        raise spot.error("not a glTF file: it has no version in 'asset'")
    gltf = checked(value, Gltf, spot)
    blobs = [_inside(buffer.uri, spot.at("buffers", i, "uri")) for i, buffer in enumerate(gltf.buffers)]
    starts = np.cumsum([0, *(len(blob) for blob in blobs)]).tolist()
    for i, view in enumerate(gltf.buffer_views):
        if view.buffer >= len(blobs) or view.byte_offset + view.byte_length > len(blobs[view.buffer]):
            raise spot.at("bufferViews", i).error("exceeds the data, or refers to a missing buffer")
        view.byte_offset += starts[view.buffer]
        view.buffer = 0
    gltf.buffers = []
    return _read(gltf, b"".join(blobs), spot)


def _inside(uri: str | None, spot: JsonPath) -> bytes:
    head, comma, text = (uri or "").partition(",")
    if not (head.startswith("data:") and head.endswith(";base64") and comma):
        raise spot.error("the data is in another file; expected a GLB that contains everything")
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise spot.error("the data is not valid base64") from None


def _read(gltf: Gltf, blob: bytes, spot: JsonPath) -> Glb:
    _refuse_what_is_not_read(gltf, spot)
    reading = _Reading(gltf, blob, spot)
    with np.errstate(over="ignore", invalid="ignore"):  # what comes out not finite is refused when it is mended
        placed = list(reading.placed_nodes())
        root = next(((i, note) for i, _ in placed if (note := _root_note(gltf.nodes[i].extras)) is not None), None)
        if root is not None:
            placed = list(reading.relative_to(root[0], placed))
        reading.refuse_too_much([i for i, _ in placed])
        nodes = [reading.node(i, matrix) for i, matrix in placed if gltf.nodes[i].mesh is not None]
    return Glb(tuple(node for node in nodes if len(node.faces)), None if root is None else root[1])


def _chunks(data: bytes, spot: JsonPath) -> tuple[Gltf, bytes]:
    if len(data) < 20 or data[:4] != b"glTF":
        raise spot.error("not a GLB file: it does not begin with 'glTF'")
    version, length = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise spot.error("glTF version {version}; expected 2", version=version)
    if length > len(data):
        raise spot.error(
            "the file is cut off: its header promises {promised} bytes, it has {size}", promised=length, size=len(data)
        )
    chunks: dict[int, bytes] = {}
    offset = 12
    while offset + 8 <= length:
        size, kind = struct.unpack_from("<II", data, offset)
        if size > length - offset - 8:
            raise spot.error(
                "the chunk at byte {offset} promises {promised} bytes, {size} are left",
                offset=offset,
                promised=size,
                size=length - offset - 8,
            )
        chunks.setdefault(kind, data[offset + 8 : offset + 8 + size])
        offset += 8 + size
    text = chunks.get(0x4E4F534A)
    if text is None or len(text) > _MAX_GLTF_JSON:
        raise spot.error("the file has no JSON chunk, or too large a one")
    return checked(parse(text, spot), Gltf, spot), chunks.get(0x004E4942, b"")


def _refuse_what_is_not_read(gltf: Gltf, spot: JsonPath) -> None:
    for i, buffer in enumerate(gltf.buffers):
        if buffer.uri is not None:
            raise spot.at("buffers", i, "uri").error(
                "the data is in another file; expected a GLB that contains everything"
            )
    for i, name in enumerate(gltf.extensions_required):
        if name in _PACKED:
            raise spot.at("extensionsRequired", i).error(
                "the meshes are compressed with {method}, which is not supported; export without compression",
                method=_PACKED[name],
            )
        if not name.startswith(_HARMLESS):
            raise spot.at("extensionsRequired", i).error(
                "the file needs '{extension}', which is not supported", extension=name
            )


def _root_note(extras: Any) -> Mapping[str, Any] | None:
    note = extras.get("warcry3d") if isinstance(extras, dict) else None
    return note if isinstance(note, dict) and ("piece" in note or "figure" in note) else None


class _Reading:
    """One file while it is read."""

    def __init__(self, gltf: Gltf, blob: bytes, spot: JsonPath) -> None:
        self.gltf = gltf
        self.blob = blob
        self.spot = spot
        self.triangles = 0

    def placed_nodes(self) -> Iterator[tuple[int, FloatArray]]:
        """Yield each node of the scene with its matrix; a node reached twice is an error, so cycles end."""
        nodes = self.gltf.nodes
        tops = self._top_nodes()
        stack = [(i, np.eye(4), self.spot.at("scenes", self.gltf.scene, "nodes")) for i in reversed(tops)]
        seen: set[int] = set()
        while stack:
            i, above, spot = stack.pop()
            if i >= len(nodes):
                raise spot.error("there is no node {index}; the file has {count}", index=i, count=len(nodes))
            if i in seen:
                raise spot.error("node {index} is reached twice; nodes must form a tree", index=i)
            seen.add(i)
            matrix = above @ _matrix(nodes[i])
            yield i, matrix
            below = self.spot.at("nodes", i, "children")
            stack.extend((child, matrix, below) for child in reversed(nodes[i].children))

    def _top_nodes(self) -> list[int]:
        if self.gltf.scenes:
            if self.gltf.scene >= len(self.gltf.scenes):
                raise self.spot.at("scene").error("there is no scene {index}", index=self.gltf.scene)
            return self.gltf.scenes[self.gltf.scene].nodes
        children = {child for node in self.gltf.nodes for child in node.children}
        return [i for i in range(len(self.gltf.nodes)) if i not in children]

    def relative_to(self, root: int, placed: list[tuple[int, FloatArray]]) -> Iterator[tuple[int, FloatArray]]:
        """Yield the nodes with their matrices in the root's frame; below the root without rounding."""
        below = {root: np.eye(4)}
        world = dict(placed)
        if not abs(np.linalg.det(world[root])) > 1e-30:
            raise self.spot.at("nodes", root).error("the transform of the node flattens everything")
        back = np.linalg.inv(world[root])
        for i, matrix in placed:
            if i not in below:
                below_matrix = back @ matrix
                yield i, below_matrix
            else:
                yield i, below[i]
            if i in below:
                for child in self.gltf.nodes[i].children:
                    below[child] = below[i] @ _matrix(self.gltf.nodes[child])

    def refuse_too_much(self, placed: list[int]) -> None:
        """Raise `FileError` if the nodes' copies of meshes have too many triangles, before any is made."""
        limit = 3 * MAX_TRIANGLES
        sizes = [sum(self._claimed(primitive) for primitive in mesh.primitives) for mesh in self.gltf.meshes]
        meshes = [self.gltf.nodes[i].mesh for i in placed]
        if sum(sizes[mesh] for mesh in meshes if mesh is not None and mesh < len(sizes)) > limit:
            raise self.spot.at("nodes").error("all copies of the meshes have more than {limit} points", limit=limit)

    def _claimed(self, primitive: Primitive) -> int:
        """Return how many points a primitive declares, plus a few for the work of reading it."""
        used = (primitive.attributes.get("POSITION"), primitive.indices)
        counts = [self.gltf.accessors[i].count for i in used if i is not None and i < len(self.gltf.accessors)]
        return max(counts, default=0) + 100

    def node(self, i: int, matrix: FloatArray) -> RawPart:
        """Return a node's triangles, all primitives in one."""
        node = self.gltf.nodes[i]
        spot = self.spot.at("nodes", i)
        if node.mesh is None or node.mesh >= len(self.gltf.meshes):
            raise spot.at("mesh").error("there is no mesh {index}", index=node.mesh)
        spots = self.spot.at("meshes", node.mesh)
        found = [
            self._primitive(primitive, spots.at("primitives", k))
            for k, primitive in enumerate(self.gltf.meshes[node.mesh].primitives)
            if primitive.mode not in (0, 1, 2, 3)
        ]
        vertices = np.concatenate([np.empty((0, 3)), *(f[0] for f in found)])
        offsets = np.cumsum([0, *(len(f[0]) for f in found)])
        faces = [f[1] + offset for f, offset in zip(found, offsets, strict=False)]
        vertices = vertices @ matrix[:3, :3].T + matrix[:3, 3]
        all_faces = np.concatenate([np.empty((0, 3), dtype=np.int64), *faces])
        if np.linalg.det(matrix[:3, :3]) < 0:
            all_faces = all_faces[:, ::-1]
        colours = _joined([f[2] for f in found], [len(f[1]) for f in found], 255)
        materials = _joined([f[3] for f in found], [len(f[1]) for f in found], 0)
        name = node.name or self.gltf.meshes[node.mesh].name
        return RawPart(name, vertices, all_faces, colours, materials, node.extras, spot)

    def _primitive(self, primitive: Primitive, spot: JsonPath) -> tuple[Any, Any, Any, Any]:
        """Return vertices, faces, and each face's colour and material (or None)."""
        for name, method in _PACKED.items():
            if name in primitive.extensions:
                raise spot.error("the mesh is compressed with {method}, which is not supported", method=method)
        if primitive.mode != 4:
            raise spot.at("mode").error("expected triangles (4), got {mode}", mode=primitive.mode)
        if "POSITION" not in primitive.attributes:
            raise spot.at("attributes").error("the mesh has no POSITION")
        vertices = self._accessor(primitive.attributes["POSITION"], spot.at("attributes", "POSITION"), width=3)
        if primitive.indices is None:
            index = np.arange(len(vertices))
        else:
            index = self._accessor(primitive.indices, spot.at("indices"), width=1).ravel()
        faces = self._faces(index, len(vertices), spot.at("indices"))
        return (
            vertices.astype(np.float64),
            faces,
            self._colours(primitive, faces, spot),
            self._materials(primitive, faces, spot),
        )

    def _faces(self, index: NDArray[Any], count: int, spot: JsonPath) -> NDArray[np.int64]:
        if len(index) % 3:
            raise spot.error("expected three numbers a triangle, got {count} in all", count=len(index))
        if index.dtype.kind == "f" or (len(index) and int(index.max()) >= count):
            raise spot.error("a triangle refers to a missing point; there are {count} points", count=count)
        self.triangles += len(index) // 3
        if self.triangles > MAX_TRIANGLES:
            raise spot.error("more than {limit} triangles", limit=MAX_TRIANGLES)
        return index.astype(np.int64).reshape(-1, 3)

    def _colours(self, primitive: Primitive, faces: NDArray[np.int64], spot: JsonPath) -> NDArray[np.uint8] | None:
        tint = np.ones(3)
        if primitive.material is not None and primitive.material < len(self.gltf.materials):
            tint = np.array(self.gltf.materials[primitive.material].pbr_metallic_roughness.base_color_factor[:3])
        if "COLOR_0" not in primitive.attributes:
            return None if (tint == 1).all() else np.tile(to_srgb(tint[None]), (len(faces), 1))
        place = spot.at("attributes", "COLOR_0")
        raw = self._vertex_data(primitive.attributes["COLOR_0"], place, faces, widths=(3, 4))
        linear = raw[:, :3] / (1.0 if raw.dtype.kind == "f" else np.iinfo(raw.dtype).max)
        return to_srgb(linear[faces].mean(axis=1) * tint)

    def _materials(self, primitive: Primitive, faces: NDArray[np.int64], spot: JsonPath) -> NDArray[np.uint8] | None:
        if "_MATERIAL" not in primitive.attributes:
            return None
        place = spot.at("attributes", "_MATERIAL")
        raw = self._vertex_data(primitive.attributes["_MATERIAL"], place, faces, widths=(1,))
        return np.asarray(np.nan_to_num(np.clip(raw[faces[:, 0], 0], 0, 255)), dtype=np.uint8)

    def _vertex_data(
        self, i: int, spot: JsonPath, faces: NDArray[np.int64], *, widths: tuple[int, ...]
    ) -> NDArray[Any]:
        data = self._accessor(i, spot, width=None)
        if data.shape[1] not in widths or (len(faces) and int(faces.max()) >= len(data)):
            raise spot.error(
                "expected one entry for each point, got {count} of {width}", count=len(data), width=data.shape[1]
            )
        return data

    def _accessor(self, i: int, spot: JsonPath, *, width: int | None) -> NDArray[Any]:
        """Return an accessor's data (count, width), as stored, after checking that all of it lies in the file."""
        if i >= len(self.gltf.accessors):
            raise spot.error("there is no accessor {index}", index=i)
        accessor = self.gltf.accessors[i]
        spot = self.spot.at("accessors", i)
        given = _WIDTHS.get(accessor.type)
        if accessor.component_type not in _FORMATS or given is None or (width is not None and given != width):
            raise spot.error(
                "data of type {type} and component type {component} is not supported here",
                type=accessor.type[:20],
                component=accessor.component_type,
            )
        if accessor.sparse is not None or accessor.buffer_view is None:
            raise spot.error("sparse or empty data is not supported; export without it")
        view, offset = self._view(accessor.buffer_view, spot)
        dtype = np.dtype(_FORMATS[accessor.component_type])
        size = dtype.itemsize * given
        stride = view.byte_stride or size
        needed = accessor.byte_offset + (stride * (accessor.count - 1) + size if accessor.count else 0)
        if needed > view.byte_length or stride < size:
            raise spot.error(
                "needs {needed} bytes of its buffer view, which has {size}", needed=needed, size=view.byte_length
            )
        start = offset + accessor.byte_offset
        return np.ndarray((accessor.count, given), dtype, self.blob, start, (stride, dtype.itemsize))

    def _view(self, i: int, spot: JsonPath) -> tuple[BufferView, int]:
        if i >= len(self.gltf.buffer_views):
            raise spot.at("bufferView").error("there is no buffer view {index}", index=i)
        view = self.gltf.buffer_views[i]
        spot = self.spot.at("bufferViews", i)
        if "EXT_meshopt_compression" in view.extensions:
            raise spot.error("the mesh is compressed with {method}, which is not supported", method="meshopt")
        if view.buffer != 0:
            raise spot.at("buffer").error("there is no buffer {index} inside this file", index=view.buffer)
        if view.byte_offset + view.byte_length > len(self.blob):
            raise spot.error(
                "runs to byte {end} of the file's data, which has {size}",
                end=view.byte_offset + view.byte_length,
                size=len(self.blob),
            )
        return view, view.byte_offset


def _matrix(node: GltfNode) -> FloatArray:
    if node.matrix is not None:
        return np.array(node.matrix, dtype=np.float64).reshape(4, 4).T
    x, y, z, w = node.rotation
    matrix = np.eye(4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, :3] *= node.scale
    matrix[:3, 3] = node.translation
    return matrix


def _joined(parts: list[NDArray[np.uint8] | None], counts: list[int], blank: int) -> NDArray[np.uint8] | None:
    known = [part for part in parts if part is not None]
    if not known:
        return None
    shape = known[0].shape[1:]
    filled = [
        np.full((count, *shape), blank, dtype=np.uint8) if part is None else part
        for part, count in zip(parts, counts, strict=True)
    ]
    return np.concatenate(filled)


def to_srgb(linear: FloatArray) -> NDArray[np.uint8]:
    """Return linear colours (0 to 1) as sRGB bytes."""
    linear = np.clip(np.nan_to_num(linear), 0, 1)
    curved = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(curved * 255), dtype=np.uint8)


def to_linear(srgb: NDArray[np.uint8]) -> FloatArray:
    """Return sRGB bytes as linear colours (0 to 1)."""
    value = srgb.astype(np.float64) / 255
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4))
