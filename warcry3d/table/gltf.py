"""The JSON inside a GLB file (glTF 2.0), as far as this program reads it."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

__all__ = [
    "Accessor",
    "Buffer",
    "BufferView",
    "Gltf",
    "GltfMaterial",
    "GltfMesh",
    "GltfNode",
    "GltfScene",
    "Pbr",
    "Primitive",
]

MAX_NODES = 20_000

_Count = Annotated[int, Meta(ge=0, le=2**32)]
_Matrix = Annotated[list[float], Meta(min_length=16, max_length=16)]


class BufferView(msgspec.Struct, rename="camel"):
    """A stretch of the buffer."""

    buffer: _Count
    byte_length: _Count
    byte_offset: _Count = 0
    byte_stride: Annotated[int, Meta(ge=4, le=252)] | None = None
    extensions: dict[str, Any] = {}


class Accessor(msgspec.Struct, rename="camel"):
    """How to read numbers from a view."""

    component_type: int
    count: _Count
    type: str
    buffer_view: _Count | None = None
    byte_offset: _Count = 0
    normalized: bool = False
    sparse: dict[str, Any] | None = None


class Buffer(msgspec.Struct, rename="camel"):
    """The data; without ``uri`` it lies in the same file."""

    byte_length: _Count
    uri: str | None = None


class Primitive(msgspec.Struct, rename="camel"):
    """Triangles: the accessors of their corners, colours and materials."""

    attributes: dict[str, _Count]
    indices: _Count | None = None
    material: _Count | None = None
    mode: int = 4
    extensions: dict[str, Any] = {}


class GltfMesh(msgspec.Struct, rename="camel"):
    """What a node shows."""

    primitives: list[Primitive]
    name: str = ""


class GltfNode(msgspec.Struct, rename="camel"):
    """A place in the tree of nodes."""

    children: list[_Count] = []
    mesh: _Count | None = None
    name: str = ""
    matrix: _Matrix | None = None
    translation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    rotation: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 1.0)
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    extras: Any = None


class GltfScene(msgspec.Struct, rename="camel"):
    """The nodes that have no parent."""

    nodes: list[_Count] = []


class Pbr(msgspec.Struct, rename="camel"):
    """The base colour of a material."""

    base_color_factor: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)


class GltfMaterial(msgspec.Struct, rename="camel"):
    """A material, of which only the base colour is read."""

    pbr_metallic_roughness: Pbr = msgspec.field(default_factory=Pbr)


class Gltf(msgspec.Struct, rename="camel"):
    """The JSON of a file, as far as it is read."""

    nodes: Annotated[list[GltfNode], Meta(max_length=MAX_NODES)] = []
    meshes: list[GltfMesh] = []
    scenes: list[GltfScene] = []
    scene: _Count = 0
    accessors: list[Accessor] = []
    buffer_views: list[BufferView] = []
    buffers: list[Buffer] = []
    materials: list[GltfMaterial] = []
    extensions_required: list[str] = []
