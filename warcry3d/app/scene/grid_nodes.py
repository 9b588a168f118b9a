"""The squares of a table as scene nodes: the floor, and a node of its own for each thing that stands on it."""

from collections.abc import Callable

from panda3d.core import GeomNode, LVector4, NodePath

from warcry3d.app.scene.geom import mesh_node
from warcry3d.app.scene.grid_scenery import floor_surface, grid_things, thing_surface
from warcry3d.table.grid import SquareGrid

__all__ = ["attach_grid"]

FIRST_SEED = 2000
"""Where in the noise things on squares are cut from: after terrain and models."""


def attach_grid(root: NodePath, grid: SquareGrid, seed: Callable[[int], LVector4]) -> dict[str, NodePath]:
    """Hang the floor and all things on it under ``root``; return the nodes of things by their names.

    ``seed``: where in the noise the thing with a number is cut from. Things of one shape share their vertices.
    """
    root.attach_new_node(mesh_node("floor", floor_surface(grid)))
    shapes: dict[str, GeomNode] = {}
    nodes: dict[str, NodePath] = {}
    for index, thing in enumerate(grid_things(grid)):
        if thing.shape not in shapes:
            shapes[thing.shape] = mesh_node(thing.shape, thing_surface(thing.shape))
        node = nodes[thing.name] = root.attach_new_node(thing.name)
        node.attach_new_node(shapes[thing.shape])
        node.set_pos(thing.at[0], thing.at[1], 0.0)
        node.set_h(thing.turn)
        node.set_shader_input("lot", seed(FIRST_SEED + index))
    return nodes
