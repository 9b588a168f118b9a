"""Dice as meshes, in a tray that hangs before the camera: they are in the picture from everywhere."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorBlendAttrib, CullFaceAttrib, DepthTestAttrib, GeomNode, LQuaternionf, NodePath

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.dice_physics import FACE_AXES
from warcry3d.app.scene.geom import geom_node
from warcry3d.app.scene.shade import shader

__all__ = ["DicePose", "dice_node", "hang_tray"]

DicePose = tuple[float, ...]
"""Place (x, y, z) and turn (w, x, y, z) of a die in the tray."""

CUTS = 7
"""Into so many squares a side's edge is cut."""
ROUND = 0.16
"""Radius of a die's rounded edges, against its width."""
PIP = 0.095
DISTANCE = 30.0
"""How far the tray is from the camera (in)."""
HEIGHT = 22.0
"""So many dice would find room above each other in the picture."""
LOW = 0.11
"""How far below the middle of the picture the tray is, as a share of its height."""
TILT = 48.0
"""How far the tray is turned towards the camera (degrees)."""
_IVORY, _PIP, _FIRST = (238, 230, 210), (28, 26, 30), (150, 30, 30)
_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_VERTEX = np.dtype([("position", "<f4", (3,)), ("normal", "<f4", (3,)), ("colour", "u1", (4,))])


def hang_tray(front: NodePath, shot: Shot) -> None:
    """Place the node of the tray, whose parent has the camera's place and turn, for the field of a shot."""
    tall = 2 * DISTANCE * math.tan(shot.field / 2)
    front.set_pos(0, DISTANCE, -LOW * tall)
    front.set_hpr(0, TILT, 0)
    front.set_scale(tall / HEIGHT)


def dice_node(tray: NodePath, poses: Sequence[DicePose]) -> None:
    """Draw dice in the tray, the farthest first, each over its shadow."""
    far_first = sorted(poses, key=lambda pose: (-pose[1], pose[2]))
    for order, (x, y, z, *turn) in enumerate(far_first):
        shadow = _hung(tray, _shadow(), 40)
        shadow.set_pos(x + 0.12 * z, y - 0.10, 0)
        shadow.set_scale(1 + 0.35 * max(z - 0.5, 0.0))
        die = _hung(tray, _die(), 41 + order)
        die.set_pos(x, y, z)
        die.set_quat(LQuaternionf(*turn))
        die.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_clockwise))


def _hung(tray: NodePath, node: GeomNode, order: int) -> NodePath:
    made = tray.attach_new_node(node.make_copy())
    made.set_shader(shader("dice", "dice"))
    made.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_none))
    made.set_depth_write(False)
    made.set_two_sided(True)
    made.set_attrib(
        ColorBlendAttrib.make(
            ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
        )
    )
    made.set_bin("fixed", order)
    return made


@cache
def _die() -> GeomNode:
    """Return a die of width 1 with rounded edges and its pips."""
    vertices, triangles, count = [], [], 0
    for face, axis in FACE_AXES.items():
        for points, normals, colour, corners in (*_side(axis), *_pips(face, axis)):
            made = np.zeros(len(points), _VERTEX)
            made["position"], made["normal"] = points, normals
            made["colour"] = (*colour, 255)
            vertices.append(made)
            triangles.append(corners + count)
            count += len(points)
    return geom_node("die", np.concatenate(vertices), np.concatenate(triangles).astype(np.uint32))


def _axes(axis: tuple[int, int, int]) -> NDArray[np.float64]:
    """Return three unit vectors (3, 3): two along a side, and the way it looks, right-handed."""
    out = np.array(axis, float)
    along = np.roll(out, 1)
    return np.stack([along, np.cross(out, along), out])


Piece = tuple[NDArray[Any], NDArray[Any], tuple[int, int, int], NDArray[Any]]


def _side(axis: tuple[int, int, int]) -> list[Piece]:
    """Return one side: a square grid pulled onto the rounded cube."""
    steps = np.linspace(-0.5, 0.5, CUTS + 1)
    u, v = (grid.ravel() for grid in np.meshgrid(steps, steps, indexing="ij"))
    cube = np.stack([u, v, np.full_like(u, 0.5)], axis=1) @ _axes(axis)
    inner = np.clip(cube, -0.5 + ROUND, 0.5 - ROUND)
    normals = cube - inner
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    a = np.arange(CUTS)
    first = (a[:, None] * (CUTS + 1) + a).ravel()
    right, above, across = first + CUTS + 1, first + 1, first + CUTS + 2
    corners = np.concatenate([np.stack([first, right, across], 1), np.stack([first, across, above], 1)])
    return [(inner + ROUND * normals, normals, _IVORY, corners)]


def _pips(face: int, axis: tuple[int, int, int]) -> list[Piece]:
    """Return the pips of a face: discs just above it; the single one is larger and red."""
    along, over, out = _axes(axis)
    radius = PIP * (1.5 if face == 1 else 1.0)
    turns = np.linspace(0, math.tau, 17)[:-1]
    ring = np.outer(np.cos(turns), along) + np.outer(np.sin(turns), over)
    pips = list[Piece]()
    for p, q in _PLACES[face]:
        centre = 0.24 * (p * along + q * over) + 0.502 * out
        points = np.concatenate([centre[None], centre + radius * ring])
        corners = np.array([[0, 1 + k, 1 + (k + 1) % 16] for k in range(16)])
        pips.append((points, np.tile(out, (17, 1)), _FIRST if face == 1 else _PIP, corners))
    return pips


@cache
def _shadow() -> GeomNode:
    """Return a soft dark disc on the tray; it has no normals, and so no light."""
    turns = np.linspace(0, math.tau, 25)[:-1]
    ring = np.stack([np.cos(turns), np.sin(turns), np.zeros(24)], axis=1)
    vertices = np.zeros(49, _VERTEX)
    vertices["position"][1:25], vertices["position"][25:] = 0.5 * ring, 0.95 * ring
    vertices["colour"][:25, 3] = 120
    k = np.arange(24)
    n = (k + 1) % 24
    corners = np.concatenate(
        [
            np.stack([np.zeros(24, int), 1 + k, 1 + n], 1),
            np.stack([1 + k, 25 + k, 25 + n], 1),
            np.stack([1 + k, 25 + n, 1 + n], 1),
        ]
    )
    return geom_node("shadow", vertices, corners.astype(np.uint32))
