"""Vertices and triangles handed to Panda3D by memoryview: no Python loop, 0.04 s for half a million triangles."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayData,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
)

from warcry3d.app.scene.surface import PaintedSurface
from warcry3d.geom.solid import Solid

__all__ = ["clusters", "column_format", "geom_node", "mesh_node", "repaint", "shade_node"]

CLUSTER = 1500
"""So many triangles are drawn or left out together; each cluster costs a call of the driver, 0.03 ms."""
_SHAPE = np.dtype([("position", "<f4", (3,))])
_KINDS = {"<f4": Geom.NT_float32, "|u1": Geom.NT_uint8}
_CONTENTS = {"position": Geom.C_point, "normal": Geom.C_normal, "colour": Geom.C_color}
_NAMES = {"position": "vertex", "colour": "color"}
_formats: dict[str, GeomVertexFormat] = {}


def column_format(dtype: np.dtype[Any]) -> GeomVertexFormat:
    """Return the vertex format for a structured dtype: each field one column of the same name in the shader.

    ``position``, ``normal`` and ``colour`` become p3d_Vertex, p3d_Normal, p3d_Color.
    """
    key = str(dtype)
    if key not in _formats:
        array = GeomVertexArrayFormat()
        for name in dtype.names or ():
            field = dtype[name]
            base, shape = field.subdtype or (field, (1,))
            array.add_column(_NAMES.get(name, name), shape[0], _KINDS[base.str], _CONTENTS.get(name, Geom.C_other))
        assert array.get_stride() == dtype.itemsize, "Panda3D pads the columns otherwise"
        made = GeomVertexFormat()
        made.add_array(array)
        _formats[key] = GeomVertexFormat.register_format(made)
    return _formats[key]


def _fill(array: GeomVertexArrayData, values: NDArray[Any]) -> None:
    np.frombuffer(memoryview(array), np.uint8)[:] = np.ascontiguousarray(values).view(np.uint8).ravel()


def geom_node(name: str, vertices: NDArray[Any], triangles: NDArray[np.uint32]) -> GeomNode:
    """Return a node that draws ``triangles`` (m, 3) over ``vertices``, a structured array (n,)."""
    data = GeomVertexData(name, column_format(vertices.dtype), GeomEnums.UH_static)
    data.unclean_set_num_rows(len(vertices))
    if len(vertices):
        _fill(data.modify_array(0), vertices)
    node = GeomNode(name)
    node.add_geom(_geom(data, triangles))
    return node


def _geom(data: GeomVertexData, triangles: NDArray[np.uint32]) -> Geom:
    primitive = GeomTriangles(GeomEnums.UH_static)
    primitive.set_index_type(GeomEnums.NT_uint32)
    index = primitive.modify_vertices()
    index.unclean_set_num_rows(triangles.size)
    if triangles.size:
        _fill(index, triangles.astype("<u4", copy=False))
    geom = Geom(data)
    geom.add_primitive(primitive)
    return geom


def mesh_node(name: str, surface: PaintedSurface) -> GeomNode:
    """Return a node that draws a `PaintedSurface`.

    A large one is made of several geoms with the same vertices: Panda3D leaves those out that do not come into the part
    of the picture that is drawn. Without a graphics card their corners cost more than the part's pixels.
    """
    first, *others = clusters(surface)
    node = geom_node(name, surface.vertices, first)
    data = node.get_geom(0).get_vertex_data()
    for some in others:
        node.add_geom(_geom(data, some))
    return node


def shade_node(name: str, solid: Solid) -> GeomNode:
    """Return a node that draws the bare shape of a solid, for its shadow: its surface has two or three times as many
    triangles.
    """
    vertices = np.zeros(len(solid.vertices), _SHAPE)
    vertices["position"] = solid.vertices
    return geom_node(name, vertices, solid.faces.astype(np.uint32))


def clusters(surface: PaintedSurface) -> list[NDArray[np.uint32]]:
    """Return the triangles (m, 3) of a surface in clusters of at most `CLUSTER` that lie close together."""
    waiting, found = [surface.triangles], list[NDArray[np.uint32]]()
    position = surface.vertices["position"]
    while waiting:
        some = waiting.pop()
        if len(some) <= CLUSTER:
            found.append(some)
            continue
        centres = position[some].mean(axis=1)
        order = np.argsort(centres[:, int(np.ptp(centres, axis=0).argmax())], kind="stable")
        middle = len(some) // 2
        waiting += [some[order[middle:]], some[order[:middle]]]
    return found


def repaint(node: GeomNode, surface: PaintedSurface) -> None:
    """Give the node of a `PaintedSurface` the vertices of another with the same triangles."""
    data = node.modify_geom(0).modify_vertex_data()
    assert data.get_num_rows() == len(surface.vertices), "another surface"
    if len(surface.vertices):
        _fill(data.modify_array(0), surface.vertices)
    for number in range(1, node.get_num_geoms()):
        node.modify_geom(number).set_vertex_data(data)
