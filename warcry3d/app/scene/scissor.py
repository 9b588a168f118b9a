"""Drawing only a part of a picture: what lies outside of it is neither drawn nor prepared to be."""

from typing import Any

from panda3d.core import BoundingHexahedron, LPoint2, LPoint3, NodePath, RenderState, ScissorAttrib

from warcry3d.app.scene.overlay_boxes import WHOLE, Box

__all__ = ["draw_within", "within"]


def within(box: Box) -> RenderState:
    """Return the state in which only a part of the picture is drawn; what has a scissor of its own keeps to both."""
    if box == WHOLE:
        return RenderState.makeEmpty()
    left, top, right, bottom = box
    return RenderState.make(ScissorAttrib.make(left, max(left, right), 1 - max(top, bottom), 1 - top))


def draw_within(camera: NodePath, box: Box, state: RenderState | None = None) -> None:
    """Have a camera draw only a part of its picture, as the whole would be; ``state``: what it draws with else.

    Things that do not come into that part are left out, for their corners would cost as much as those of the others.
    """
    node = camera.node()
    part = within(box)
    node.setInitialState(part if state is None else state.compose(part))
    left, top, right, bottom = box
    if left < right and top < bottom:
        node.setCullBounds(_ray_bundle(node.getLens(), box))


def _ray_bundle(lens: Any, box: Box) -> BoundingHexahedron:
    """Return all that a lens sees in a part of its picture, in the frame of its camera."""
    left, top, right, bottom = box
    corners = ((left, bottom), (right, bottom), (right, top), (left, top))
    near, far = list[LPoint3](), list[LPoint3]()
    for across, down in corners:
        ends = LPoint3(), LPoint3()
        lens.extrude(LPoint2(2 * across - 1, 1 - 2 * down), *ends)
        near.append(ends[0])
        far.append(ends[1])
    return BoundingHexahedron(*far, *near)
