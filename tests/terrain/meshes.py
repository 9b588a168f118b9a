"""Mesh files for tests, written out in every format that is read."""

import base64
import io
import json
import struct
import zipfile

import numpy as np

from warcry3d.geom.shapes import box
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.unite import unite

MM = 25.4


def house() -> Solid:
    """Return a wall of 80 x 12 x 70 mm on a base of 80 x 40 x 5 mm, in mm."""
    return unite([box((10, 20, 5), (90, 60, 10)), box((10, 34, 9), (90, 46, 80))]).solid


def plain_ruin(length: float, height: float, thick: float, *, has_floor: bool = False) -> FloatArray:
    """Return the triangles (m, 3, 3) of two walls at a corner, made of plain boxes that cross; z up.

    ``has_floor``: with half an upper floor at half of the height.
    """
    deep = 0.8 * length
    boxes = [box((0, 0, 0), (length, thick, height)), box((0, 0, 0), (thick, deep, height))]
    if has_floor:
        boxes.append(box((0, 0, height / 2), (0.7 * length, 0.6 * length, height / 2 + 0.2)))
    return np.concatenate([one.triangles for one in boxes])


def rough(cells: int, *, height: float = 40.0, bump: float = 0.04) -> Solid:
    """Return a block of 60 x 60 mm whose top is a grid of ``cells`` x ``cells`` squares, rough by ``bump`` (mm)."""
    n = cells + 1
    axis = np.linspace(0, 60, n)
    x, y = np.meshgrid(axis, axis, indexing="ij")
    z = height + bump * np.sin(x * 1.3) * np.cos(y * 1.7) + 2.0 * np.exp(-((x - 30) ** 2 + (y - 30) ** 2) / 120)
    i, j = np.meshgrid(np.arange(cells), np.arange(cells), indexing="ij")
    a = (i * n + j).ravel()
    top = np.concatenate([np.stack([a, a + n, a + n + 1], 1), np.stack([a, a + n + 1, a + 1], 1)])
    rim = np.concatenate([np.arange(cells) * n, n * cells + np.arange(cells), (np.arange(cells, 0, -1)) * n + cells,
                          np.arange(cells, 0, -1)])  # fmt: skip
    count = n * n
    points = np.concatenate([np.stack([x.ravel(), y.ravel(), z.ravel()], 1)])
    foot = points[rim] * [1, 1, 0]
    k = np.arange(len(rim))
    following = (k + 1) % len(rim)
    sides = np.concatenate(
        [np.stack([rim, count + k, count + following], 1), np.stack([rim, count + following, rim[following]], 1)]
    )
    middle = count + len(rim)
    bottom = np.stack([count + k, np.full(len(rim), middle), count + following], 1)
    faces = np.concatenate([top, sides, bottom])
    vertices = np.concatenate([points, foot, [[30.0, 30.0, 0.0]]])
    volume = np.einsum("ij,ij->", vertices[faces[:, 0]], np.cross(vertices[faces[:, 1]], vertices[faces[:, 2]]))
    return Solid(vertices, (faces if volume > 0 else faces[:, ::-1]).astype(np.int32))


def stl(solid: Solid) -> bytes:
    rows = np.zeros(len(solid.faces), [("n", "<f4", 3), ("c", "<f4", (3, 3)), ("m", "<u2")])
    rows["c"] = solid.triangles
    return b"\0" * 80 + struct.pack("<I", len(rows)) + rows.tobytes()


def stl_text(solid: Solid) -> bytes:
    lines = ["solid it"]
    for triangle in solid.triangles.tolist():
        lines += ["facet normal 0 0 0", "outer loop", *(f"vertex {x} {y} {z}" for x, y, z in triangle)]
        lines += ["endloop", "endfacet"]
    return "\n".join([*lines, "endsolid it", ""]).encode()


def obj(solid: Solid) -> bytes:
    lines = [f"v {x} {y} {z}" for x, y, z in solid.vertices.tolist()]
    return "\n".join(lines + [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in solid.faces.tolist()] + [""]).encode()


def ply(solid: Solid, order: str = "ascii") -> bytes:
    head = (
        f"ply\nformat {order} 1.0\ncomment made for a test\nelement vertex {len(solid.vertices)}\nproperty float x\n"
        f"property float y\nproperty float z\nelement face {len(solid.faces)}\nproperty list uchar int vertex_indices\n"
        "end_header\n"
    ).encode()
    if order == "ascii":
        lines = [f"{x} {y} {z}" for x, y, z in solid.vertices.tolist()]
        return head + "\n".join(lines + [f"3 {a} {b} {c}" for a, b, c in solid.faces.tolist()] + [""]).encode()
    e = "<" if order == "binary_little_endian" else ">"
    faces = np.zeros(len(solid.faces), [("n", "u1"), ("v", e + "i4", 3)])
    faces["n"], faces["v"] = 3, solid.faces
    return head + solid.vertices.astype(e + "f4").tobytes() + faces.tobytes()


def dae(solid: Solid, *, metres: float = 0.001, up: str = "Z_UP", url: str = "#mesh", head: str = "") -> bytes:
    numbers = " ".join(f"{v:.6f}" for v in solid.vertices.ravel())
    corners = " ".join(str(c) for c in solid.faces.ravel())
    return f"""<?xml version="1.0"?>{head}
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit name="u" meter="{metres}"/><up_axis>{up}</up_axis></asset>
<library_geometries><geometry id="mesh" name="wall"><mesh>
<source id="p"><float_array id="pa" count="{solid.vertices.size}">{numbers}</float_array>
<technique_common><accessor source="#pa" count="{len(solid.vertices)}" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="{len(solid.faces)}"><input semantic="VERTEX" source="#v" offset="0"/><p>{corners}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="wall"><translate>5 0 0</translate>
<instance_geometry url="{url}"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>""".encode()


def gltf(solid: Solid, *, uri: str | None = None) -> bytes:
    """Return a glTF as text, in metres, y up."""
    x, y, z = (solid.triangles.reshape(-1, 3) / 1000).T
    data = np.stack([x, z, -y], 1).astype("<f4").tobytes()
    inside = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    return json.dumps(
        {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0, "name": "wall"}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3 * len(solid.faces), "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": len(data)}],
            "buffers": [{"byteLength": len(data), "uri": uri or inside}],
        }
    ).encode()


def threemf(solid: Solid) -> bytes:
    points = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>' for x, y, z in solid.vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in solid.faces.tolist())
    model = (
        '<?xml version="1.0"?><model unit="millimeter" '
        'xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'
        f'<resources><object id="1" type="model"><mesh><vertices>{points}</vertices>'
        f"<triangles>{faces}</triangles></mesh>"
        '</object></resources><build><item objectid="1"/></build></model>'
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("3D/3dmodel.model", model)
    return packed.getvalue()


FORMATS = {
    "a.stl": stl,
    "text.stl": stl_text,
    "a.obj": obj,
    "a.ply": ply,
    "little.ply": lambda solid: ply(solid, "binary_little_endian"),
    "big.ply": lambda solid: ply(solid, "binary_big_endian"),
    "a.dae": dae,
    "a.gltf": gltf,
    "a.3mf": threemf,
}
