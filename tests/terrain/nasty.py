"""Files that go wrong in every way we could think of, made in code: shapes in many formats, and files."""

import io
import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from tests.terrain.meshes import dae, gltf, house, obj, ply, stl, stl_text, threemf
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Solid

__all__ = ["FILES", "SHAPES", "Raw", "raw_of", "shaped"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Raw:
    """Triangles that need not be a solid; the writers of formats take them for one."""

    vertices: Floats
    faces: NDArray[np.int64]

    @property
    def triangles(self) -> Floats:
        return np.asarray(self.vertices[self.faces])


def raw_of(*solids: Solid | Raw) -> Raw:
    """Return several meshes in one heap."""
    at = np.cumsum([0, *(len(one.vertices) for one in solids)])
    faces = [one.faces.astype(np.int64) + by for one, by in zip(solids, at, strict=False)]
    return Raw(np.concatenate([one.vertices for one in solids]), np.concatenate(faces))


def glb(solid: Solid) -> bytes:
    """Return a GLB, in metres, y up."""
    text = json.loads(gltf(solid))
    x, y, z = (solid.triangles.reshape(-1, 3) / 1000).T
    with np.errstate(over="ignore"):
        data = np.stack([x, z, -y], 1).astype("<f4").tobytes()
    text["buffers"] = [{"byteLength": len(data)}]
    return packed(text, data)


def packed(text: object, data: bytes) -> bytes:
    """Return a GLB of JSON and bytes."""
    head = json.dumps(text).encode()
    head += b" " * (-len(head) % 4)
    data += b"\0" * (-len(data) % 4)
    size = 12 + 8 + len(head) + 8 + len(data)
    chunks = struct.pack("<I4s", len(head), b"JSON") + head + struct.pack("<I4s", len(data), b"BIN\0") + data
    return b"glTF" + struct.pack("<II", 2, size) + chunks


WRITERS: dict[str, Callable[[Solid], bytes]] = {
    "stl": stl,
    "text.stl": stl_text,
    "obj": obj,
    "ply": ply,
    "little.ply": lambda solid: ply(solid, "binary_little_endian"),
    "dae": dae,
    "gltf": gltf,
    "glb": glb,
    "3mf": threemf,
}

BLOCK = box((0, 0, 0), (60, 40, 50))


def _with(index: int, value: float) -> Raw:
    vertices = BLOCK.vertices.copy()
    vertices[index, 1] = value
    return Raw(vertices, BLOCK.faces.astype(np.int64))


def _fan(wedges: int) -> Raw:
    """Return wedges that all share one edge."""
    angles = np.linspace(0, 2 * np.pi, wedges, endpoint=False)
    made = []
    for angle in angles:
        a, b = ((30 * np.cos(t), 30 * np.sin(t), 0.0) for t in (angle, angle + 0.01))
        four = np.array([(0, 0, 0), a, b, (0, 0, 30)])
        made.append(Raw(four, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])))
    return raw_of(*made)


def _shuffled(raw: Raw) -> Raw:
    rng = np.random.default_rng(7)
    return Raw(raw.vertices, raw.faces[rng.permutation(len(raw.faces))])


def _checkerboard(n: int) -> Raw:
    cells = [box((9 * i, 9 * j, 9 * k), (9 * i + 9, 9 * j + 9, 9 * k + 9))
             for i in range(n) for j in range(n) for k in range(n) if (i + j + k) % 2 == 0]  # fmt: skip
    return raw_of(*cells)


def _crossing(count: int) -> Raw:
    rng = np.random.default_rng(8)
    return raw_of(*(box(tuple(at), tuple(at + 9)) for at in rng.uniform(0, 40, (count, 3))))


def _sheet(n: int, *, holes: bool = False) -> Raw:
    x, y = np.meshgrid(np.arange(n) * 4.0, np.arange(n) * 4.0, indexing="ij")
    i, j = np.meshgrid(np.arange(n - 1), np.arange(n - 1), indexing="ij")
    a = (i * n + j).ravel()
    faces = np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)])
    return Raw(np.stack([x.ravel(), y.ravel(), np.sin(x + y).ravel()], 1), faces[::2] if holes else faces)


def _moebius() -> Raw:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    across = 8 * np.stack([np.cos(t / 2) * np.cos(t), np.cos(t / 2) * np.sin(t), np.sin(t / 2)], 1)
    middle = 30 * np.stack([np.cos(t), np.sin(t), 0 * t], 1)
    k = np.arange(40)
    after = np.where(k == 39, 40, k + 1)
    beyond = np.where(k == 39, 0, k + 41)
    faces = np.concatenate([np.stack([k, after, k + 40], 1), np.stack([after, beyond, k + 40], 1)])
    return Raw(np.concatenate([middle - across, middle + across]), faces)


def _loose(count: int) -> Raw:
    points = np.random.default_rng(9).uniform(0, 60, (3 * count, 3))
    return Raw(points, np.arange(3 * count).reshape(-1, 3))


def _scaled(by: float, off: float = 0.0) -> Raw:
    return Raw(BLOCK.vertices * by + off, BLOCK.faces.astype(np.int64))


def _nested(count: int) -> Raw:
    shells = [box((-k, -k, -k), (k, k, k)) for k in range(20, 20 + count)]
    return raw_of(*(Raw(s.vertices, s.faces[:, ::-1]) if k % 2 else s for k, s in enumerate(shells)))


def _spikes() -> Raw:
    """Return a block with a thousand needles, each a hair thick."""
    rng = np.random.default_rng(10)
    found: list[Solid | Raw] = [BLOCK]
    for x, y in rng.uniform(2, 38, (300, 2)):
        four = np.array([(x, y, 49), (x + 1e-4, y, 49), (x, y + 1e-4, 49), (x, y, 80)])
        found.append(Raw(four, np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])))
    return raw_of(*found)


PIECE = ""
"""What is said of what becomes a piece."""

SHAPES: dict[str, tuple[Raw, str | None, str]] = {
    # name: the mesh, what the error says (PIECE: none comes; None: either), formats ("": two of them by turns)
    "nan": (_with(3, float("nan")), None, "all"),
    "infinite": (_with(3, float("inf")), None, "all"),
    "no-extent": (Raw(np.zeros((12, 3)), np.arange(12).reshape(-1, 3)), "its length must be finite and above 0", ""),
    "flat": (Raw(BLOCK.vertices * [1, 1, 0], BLOCK.faces.astype(np.int64)), None, ""),
    "on-a-line": (Raw(BLOCK.vertices * [1, 0, 0], BLOCK.faces.astype(np.int64)), None, ""),
    "gigantic": (_scaled(1e25), None, ""),
    "too-large-for-floats": (_scaled(1e40), None, ""),
    "microscopic": (_scaled(1e-25), None, ""),
    "far-away": (_scaled(1.0, 1e5), None, ""),
    "farther-away": (_scaled(1.0, 1e12), None, ""),
    "fan": (_fan(60), PIECE, ""),
    "fan-shuffled": (_shuffled(_fan(60)), None, ""),
    "checkerboard": (_checkerboard(5), PIECE, ""),
    "checkerboard-shuffled": (_shuffled(_checkerboard(5)), None, ""),
    "wall-to-wall": (raw_of(*(box((9 * k, 0, 0), (9 * k + 9, 30, 40)) for k in range(8))), PIECE, ""),
    "doubled": (raw_of(BLOCK, BLOCK), PIECE, ""),
    "doubled-and-turned": (raw_of(BLOCK, Raw(BLOCK.vertices, BLOCK.faces[:, ::-1])), None, ""),
    "inside-out": (Raw(BLOCK.vertices, BLOCK.faces[:, ::-1].astype(np.int64)), PIECE, ""),
    "some-inside-out": (Raw(BLOCK.vertices, np.concatenate([BLOCK.faces[:5], BLOCK.faces[5:, ::-1]])), PIECE, ""),
    "crossing": (_crossing(60), PIECE, ""),
    "nested": (_nested(12), PIECE, ""),
    "open-sheet": (_sheet(12), PIECE, ""),
    "sheet-of-holes": (_sheet(12, holes=True), None, ""),
    "without-a-side": (Raw(BLOCK.vertices, BLOCK.faces[2:].astype(np.int64)), PIECE, ""),
    "moebius": (_moebius(), PIECE, ""),
    "one-triangle": (Raw(BLOCK.vertices[:3], np.array([[0, 1, 2]])), PIECE, ""),
    "loose": (_loose(12), PIECE, ""),
    "spikes": (_spikes(), None, ""),
    "sheet-on-block": (raw_of(BLOCK, _sheet(6)), None, ""),
}


def shaped() -> dict[str, tuple[bytes, str | None]]:
    """Return files of all shapes: name and content, and what is said of it."""
    turns = cycle(WRITERS)
    made: dict[str, tuple[bytes, str | None]] = {}
    for name, (raw, said, formats) in SHAPES.items():
        for ending in WRITERS if formats == "all" else (next(turns), next(turns)):
            with np.errstate(over="ignore", invalid="ignore"):
                made[f"{name}.{ending}"] = (WRITERS[ending](raw), said)  # type: ignore[arg-type]
    return made


def _zip(**members: str | bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), content)
    return made.getvalue()


MODEL = (
    '<model xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"{more}><resources>{objects}</resources>'
)
MODEL += "<build>{items}</build></model>"
MESH = '<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="9" y="0" z="0"/><vertex x="0" y="9" z="0"/></vertices>'
MESH += '<triangles><triangle v1="{corner}" v2="1" v3="2"/></triangles></mesh>'


def _model(objects: str, items: str = '<item objectid="1"/>', *, head: str = "", more: str = "") -> bytes:
    return _zip(**{"3D__3dmodel_dot_model": head + MODEL.format(objects=objects, items=items, more=more)})


def _laughs() -> bytes:
    """Return a 3MF whose every object is ten of the one before."""
    objects = f'<object id="1">{MESH.format(corner=0)}</object>'
    for k in range(2, 12):
        copies = f'<component objectid="{k - 1}"/>' * 10
        objects += f'<object id="{k}"><components>{copies}</components></object>'
    return _model(objects, '<item objectid="11"/>')


def _glb_with(**changes: object) -> bytes:
    text = json.loads(gltf(house()))
    text["buffers"] = [{"byteLength": 64}]
    text["accessors"][0].update(changes.pop("accessor", {}))  # type: ignore[call-overload]
    text["bufferViews"][0].update(changes.pop("view", {}))  # type: ignore[call-overload]
    text.update(changes)
    return packed(text, b"\0" * 64)


_LOL = "<!DOCTYPE lolz [" + "".join(f'<!ENTITY l{k} "{f"&l{k - 1};" * 10 if k else "lol"}">' for k in range(10)) + "]>"

FILES: dict[str, tuple[bytes, str | None]] = {
    "laughs.3mf": (_laughs(), "builds more than"),
    "bomb.3mf": (_zip(**{"3D__3dmodel_dot_model": b" " * 60_000_000}), "unpacks to"),
    "itself.3mf": (_model('<object id="1"><components><component objectid="1"/></components></object>'), "itself"),
    "entities.3mf": (_model("&l9;", head=_LOL), "document type"),
    "no-model.3mf": (_zip(a="b"), "no 3D/3dmodel.model"),
    "not-a-zip.3mf": (b"PK\3\4" + b"x" * 90, "broken"),
    "upwards.3mf": (_zip(**{"____.__.__etc__passwd": "x"}), "no 3D/3dmodel.model"),
    "beyond.3mf": (_model(f'<object id="1">{MESH.format(corner=99)}</object>'), None),
    "negative.3mf": (_model(f'<object id="1">{MESH.format(corner=-1)}</object>'), None),
    "unit.3mf": (_model(f'<object id="1">{MESH.format(corner=0)}</object>', more=' unit="parsec"'), None),
    "count.glb": (_glb_with(accessor={"count": 2**40}), None),
    "count-31.glb": (_glb_with(accessor={"count": 2**31 - 1}), None),
    "negative.glb": (_glb_with(accessor={"count": -3}), None),
    "offset.glb": (_glb_with(accessor={"byteOffset": 2**33}), None),
    "view.glb": (_glb_with(view={"byteLength": 2**33}), None),
    "view-at.glb": (_glb_with(view={"byteOffset": 60, "byteLength": 60}), None),
    "stride.glb": (_glb_with(view={"byteStride": 4}), None),
    "type.glb": (_glb_with(accessor={"type": "MAT4"}), None),
    "no-view.glb": (_glb_with(accessor={"bufferView": 77}), "no buffer view 77"),
    "cycle.glb": (_glb_with(nodes=[{"mesh": 0, "children": [0]}]), "reached twice"),
    "deep.glb": (packed([[]] * 3, b"") + b"", None),
    "many-meshes.glb": (_glb_with(nodes=[{"mesh": 0}] * 50_000, scenes=[{"nodes": list(range(50_000))}]), None),
    "text.glb": (b"glTF" + struct.pack("<II", 2, 2**31) + b"{}" * 9, "cut off"),
    "nested.gltf": (b'{"asset": ' + b"[" * 100_000, "nested too deeply"),
    "twice.gltf": (b'{"asset": {}, "asset": {}}', "given twice"),
    "entities.dae": (dae(house(), head=_LOL), "document type"),
    "itself.dae": (
        dae(house()).replace(b'<instance_geometry url="#mesh"/>', b'<instance_node url="#n"/>'),
        "contain each other",
    ),
    "utf-16.dae": (dae(house()).decode().encode("utf-16"), None),
    "odd-encoding.dae": (dae(house()).replace(b'"1.0"?>', b'"1.0" encoding="nope"?>', 1), "its encoding is not known"),
    "offsets.dae": (dae(house()).replace(b'offset="0"', b'offset="999"'), None),
    "negative.obj": (b"v 0 0 0\nv 40 0 0\nv 0 40 0\nv 0 0 40\nf -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -4 -1 -2\n", PIECE),
    "too-negative.obj": (b"v 0 0 0\nv 40 0 0\nv 0 40 0\nf -9 -2 -3\n", None),
    "zero.obj": (b"v 0 0 0\nv 40 0 0\nv 0 40 0\nf 0 1 2\n", None),
    "beyond.obj": (b"v 0 0 0\nv 40 0 0\nv 0 40 0\nf 1 2 4000000000\n", None),
    "points.obj": (b"v 0 0 0\nv 1 1 1\n", None),
    "words.obj": (b"v one two three\nf a b c\n", None),
    "lines.obj": (b"v 0 0 0\nv 1 1 1\nl 1 2\n", None),
    "continued.obj": (obj(house()).replace(b"f ", b"f \\\n", 3), None),
    "materials.obj": (b"mtllib /etc/passwd\nusemtl x\n" + obj(house()), PIECE),
    "texture.obj": (obj(house()).replace(b"f ", b"vt 0 0\nvn 0 0 1\nf ", 1), None),
    "polygon.obj": (b"".join(b"v %d %d 0\n" % (k, k * k) for k in range(2000)) + b"f " + b" ".join(
        b"%d" % (k + 1) for k in range(2000)) + b"\n", None),
    "a-name.obj": ("o Тюрьма/../牢\n".encode() + obj(house()), PIECE),
    "latin.obj": (b"o caf\xe9\n" + obj(house()), PIECE),
    "count.ply": (ply(house()).replace(b"element face", b"element face 9"), None),
    "negative.ply": (ply(house()).replace(b"\n3 0 ", b"\n3 -1 ", 1), None),
    "list-of-billions.ply": (
        ply(house(), "binary_little_endian").replace(b"uchar int vertex_indices", b"uint int vertex_indices"), None),
    "no-end.ply": (b"ply\nformat ascii 1.0\n" + b"comment x\n" * 20_000, None),
    "solid-binary.stl": (b"solid of a scanner".ljust(80) + stl(house())[80:], PIECE),
    "no-corners.stl": (b"solid x\nfacet normal 0 0 1\nouter loop\nendloop\nendfacet\nendsolid\n", None),
    "two-corners.stl": (stl_text(house()).replace(b"vertex", b"vertices", 1), None),
    "words.stl": (stl_text(house()).replace(b"vertex 1", b"vertex one1", 1), None),
    "numbers.stl": (stl_text(house()).replace(b"vertex 1", b"vertex " + b"9" * 400, 1), None),
    "count.stl": (b"\0" * 80 + b"\xff" * 4 + stl(house())[84:], "promises"),
    "noise.stl": (np.random.default_rng(0).bytes(20_000), None),
    "noise-triangles.stl": (b"\0" * 80 + struct.pack("<I", 400) + np.random.default_rng(1).bytes(20_000), None),
    "an-archive.stl": (_zip(a="b"), None),
    "GREAT.STL": (stl(house()), PIECE),
    "ein Türmchen 塔 🏰.stl": (stl(house()), PIECE),
}  # fmt: skip
"""Name and content, and what is said of it."""
