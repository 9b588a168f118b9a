"""Looking at what the scripts made: a ray-traced contact sheet of figures, from several sides.

python -m assets.source.preview OUT.png NAME...      (no name: all)
"""

import json
import struct
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from assets.source import glb
from assets.source.figures.light import Caster
from warcry3d.table.glb import to_srgb

__all__ = ["picture", "read"]

FOLDER = Path(__file__).resolve().parent.parent / "figures"
SUN = np.array([0.45, 0.35, 0.85]) / np.linalg.norm([0.45, 0.35, 0.85])
SIDES = (35.0, -55.0, 125.0, 215.0)


def read(path: Path) -> tuple[list[glb.Node], dict[str, object]]:
    """Return the nodes of one of our GLB files, their corners unshared, and the root's extras."""
    blob = path.read_bytes()
    size = struct.unpack_from("<I", blob, 12)[0]
    head, data = json.loads(blob[20 : 20 + size]), blob[28 + size :]

    def array(number: int) -> NDArray[np.generic]:
        a = head["accessors"][number]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[a["type"]]
        kind = {glb.FLOAT: "<f4", glb.UBYTE: "u1", glb.USHORT: "<u2", glb.UINT: "<u4"}[a["componentType"]]
        start = head["bufferViews"][a["bufferView"]]["byteOffset"]
        return np.frombuffer(data, kind, a["count"] * width, start).reshape(a["count"], width)

    nodes = []
    for node in head["nodes"][1:]:
        use = head["meshes"][node["mesh"]]["primitives"][0]["attributes"]
        v = array(use["POSITION"]).astype(float)
        f = np.arange(len(v)).reshape(-1, 3)
        colour = to_srgb(array(use["COLOR_0"])[::3, :3].astype(float) / 65535)
        material = array(use["_MATERIAL"])[::3, 0].astype(np.uint8)
        nodes.append(glb.Node(node["name"], v, f, colour, material, node["extras"]["warcry3d"]))
    return nodes, head["nodes"][0]["extras"]["warcry3d"]


def _base(extras: dict[str, object]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    base = extras["base"]
    assert isinstance(base, dict)
    long, wide = (base["round"], base["round"]) if "round" in base else base["oval"]
    angle = np.linspace(0, 2 * np.pi, 65)[:-1]
    rim = np.stack([np.cos(angle) * long, np.sin(angle) * wide], axis=1) / 50.8
    low, high = np.column_stack([rim, np.zeros(64)]), np.column_stack([rim * 0.95, np.full(64, 0.137)])
    v = np.concatenate([low, high, [[0, 0, 0.137]]])
    j = np.arange(64)
    k = (j + 1) % 64
    faces = [np.stack([j, k, k + 64], axis=1), np.stack([j, k + 64, j + 64], axis=1)]
    faces.append(np.stack([j + 64, k + 64, np.full(64, 128)], axis=1))
    return v, np.concatenate(faces)


def _scene(nodes: list[glb.Node], extras: dict[str, object]) -> tuple[NDArray, NDArray, NDArray, NDArray]:
    """Return triangles (m, 3, 3), corner normals (m, 3, 3), linear colours (m, 3) and metal flags (m,)."""
    base, rim = _base(extras)
    parts, normals, colours, metal = [base[rim]], [glb.corner_normals(base, rim, 0.6)], [], []
    colours.append(np.full((len(rim), 3), 0.045))
    colours[0][-64:] = (0.13, 0.11, 0.075)
    metal.append(np.zeros(len(rim)))
    for node in nodes:
        points, index = np.unique(node.vertices, axis=0, return_inverse=True)
        faces = index.ravel()[node.faces]
        parts.append(points[faces])
        normals.append(glb.corner_normals(points, faces, np.radians(48)))
        c = node.colours.astype(float) / 255
        key = (node.colours[:, 1] == 0) & (node.colours[:, 0] == node.colours[:, 2])
        c[key] = c[key, :1] * np.array([0.60, 0.13, 0.11])
        colours.append(c**2.2)
        metal.append((node.materials == 3).astype(float))
    return np.concatenate(parts), np.concatenate(normals), np.concatenate(colours), np.concatenate(metal)


def picture(
    nodes: list[glb.Node],
    extras: dict[str, object],
    side: float,
    *,
    size: tuple[int, int] = (420, 520),
    high: float = 18.0,
) -> NDArray[np.uint8]:
    """Return an image (h, w, 3) of a figure seen from ``side`` degrees round its front and ``high`` above the level."""
    tri, normals, colours, metal = _scene(nodes, extras)
    caster = Caster(tri)
    lo, hi = tri.reshape(-1, 3).min(axis=0), tri.reshape(-1, 3).max(axis=0)
    a, b = np.radians([side, high])
    back = np.array([np.cos(a) * np.cos(b), np.sin(a) * np.cos(b), np.sin(b)])
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    up = np.cross(back, right)
    corner = np.array([[x, y, z] for x in (lo[0], hi[0]) for y in (lo[1], hi[1]) for z in (lo[2], hi[2])])
    u, v = tri.reshape(-1, 3) @ right, tri.reshape(-1, 3) @ up
    w, h = size[0] * 2, size[1] * 2
    step = max((u.max() - u.min()) / w, (v.max() - v.min()) / h) * 1.04
    x = (u.max() + u.min()) / 2 + (np.arange(w) - w / 2) * step
    y = (v.max() + v.min()) / 2 - (np.arange(h) - h / 2) * step
    origin = x[None, :, None] * right + y[:, None, None] * up + back * (np.abs(corner).max() * 3 + 3)
    origin = origin.reshape(-1, 3)
    hit = _shade(caster, tri, normals, colours, metal, origin, back)
    return (hit.reshape(size[1], 2, size[0], 2, 3).mean(axis=(1, 3)) * 255).astype(np.uint8)


def _shade(caster, tri, normals, colours, metal, origin, back):  # type: ignore[no-untyped-def]
    """Return sRGB (n, 3) 0 to 1 of rays from ``origin`` against ``back``."""
    face, _, u, v = caster.cast(origin, np.broadcast_to(-back, origin.shape))
    seen = face >= 0
    f, bu, bv = face[seen], u[seen][:, None], v[seen][:, None]
    n = normals[f, 0] * (1 - bu - bv) + normals[f, 1] * bu + normals[f, 2] * bv
    n /= np.linalg.norm(n, axis=1, keepdims=True)
    p = tri[f, 0] * (1 - bu - bv) + tri[f, 1] * bu + tri[f, 2] * bv
    flat = np.cross(tri[f, 1] - tri[f, 0], tri[f, 2] - tri[f, 0])
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-12)
    blocked, _, _, _ = caster.cast(p + flat * 2e-3, np.broadcast_to(SUN, p.shape))
    lit = (blocked < 0) * np.clip(n @ SUN, 0, 1)
    sky = 0.5 + 0.5 * n[:, 2]
    c, m = colours[f], metal[f][:, None]
    half = (SUN + back) / np.linalg.norm(SUN + back)
    shine = np.clip(n @ half, 0, 1)[:, None]
    light = lit[:, None] * np.array([1.75, 1.55, 1.3]) + sky[:, None] * np.array([0.42, 0.5, 0.6]) + 0.05
    light += np.clip(n @ np.array([-0.6, -0.5, 0.3]), 0, 1)[:, None] * np.array([0.18, 0.22, 0.3])
    out = c * light * (1 - 0.35 * m) + (lit[:, None] * shine**24 * (0.25 + 2.2 * m)) * (0.3 + c)
    y = np.linspace(0, 1, len(origin))[:, None]
    image = (0.16 - 0.1 * y) * np.array([0.9, 1.0, 1.1])
    image[seen] = out
    image = np.clip(image * (2.51 * image + 0.03) / (image * (2.43 * image + 0.59) + 0.14), 0, 1)
    return image ** (1 / 2.2)


def main(arguments: list[str]) -> None:
    """Write the contact sheet asked for on the command line."""
    from PIL import Image

    out, names = Path(arguments[0]), arguments[1:] or [p.stem for p in sorted(FOLDER.glob("*.glb"))]
    rows = [np.concatenate([picture(*read(FOLDER / f"{n}.glb"), side) for side in SIDES], axis=1) for n in names]
    Image.fromarray(np.concatenate(rows)).save(out)


if __name__ == "__main__":
    main(sys.argv[1:])
