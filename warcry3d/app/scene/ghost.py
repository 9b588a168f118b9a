"""The ghost of a fighter that is being moved, and the field that it can reach."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import ColorBlendAttrib, DepthOffsetAttrib, DepthTestAttrib, LVector2, LVector4, NodePath

from warcry3d.app.scene.colours import drawn
from warcry3d.app.scene.geom import geom_node
from warcry3d.app.scene.overlays import ColourField, Ghost
from warcry3d.app.scene.shade import shader, texture_2d
from warcry3d.app.scene.world import World
from warcry3d.units import to_degrees

__all__ = ["field_nodes", "ghost_node"]

PRESENCE = 0.86
"""What share of a ghost's pixels is drawn."""
TINT = 0.42
_FLAT = np.dtype([("position", "<f4", (3,))])


def ghost_node(world: World, ghost: Ghost) -> NodePath | None:
    """Return the node of a ghost beside the models; None where the model is not on the table."""
    node = world.node(ghost.model)
    if node is None:
        return None
    made: NodePath = node.copy_to(world.ghosts)
    made.set_name("ghost")
    made.show()
    made.set_pos(*ghost.at)
    made.set_h(to_degrees(ghost.turn))
    mark = LVector4(*drawn(ghost.colour), TINT)
    lot = LVector4(0.37, 0.11, 0.73, PRESENCE)
    made.set_shader_inputs(mark=mark, lot=lot)
    for part in made.get_children():
        part.set_shader_inputs(mark=mark, lot=lot)
    return made


def field_nodes(parent: NodePath, field: ColourField) -> tuple[NodePath, ...]:
    """Return the nodes of a field under ``parent``: as it is, and fainter where it is behind something."""
    made = (_field_node(parent, field),)
    if not field.behind:
        return made
    through = made[0].copy_to(parent)
    through.set_shader_input("strength", field.behind)
    through.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_greater))
    return (*made, through)


def _field_node(parent: NodePath, field: ColourField) -> NodePath:
    vertices: NDArray[Any] = np.zeros(3 * len(field.triangles), _FLAT)
    vertices["position"] = field.triangles.reshape(-1, 3)
    corners = np.arange(len(vertices), dtype=np.uint32).reshape(-1, 3)
    made: NodePath = parent.attach_new_node(geom_node("field", vertices, corners))
    made.set_shader(shader("field", "field"))
    height, width = field.image.shape[:2]
    made.set_shader_inputs(
        colours=texture_2d("field", field.image),
        patch=LVector4(*field.corner, max(field.size[0], 1e-6), max(field.size[1], 1e-6)),
        cells=LVector2(width, height),
        strength=1.0,
    )
    made.set_depth_write(False)
    made.set_two_sided(True)
    made.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_less_equal))
    made.set_attrib(DepthOffsetAttrib.make(1))
    made.set_attrib(
        ColorBlendAttrib.make(
            ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha
        )
    )
    made.set_bin("fixed", 10)
    return made
