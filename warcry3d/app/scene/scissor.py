"""The state in which only a part of a picture is drawn."""

from panda3d.core import RenderState, ScissorAttrib

from warcry3d.app.scene.overlay_boxes import WHOLE, Box

__all__ = ["within"]


def within(box: Box) -> RenderState:
    """Return the state in which only a part of the picture is drawn; what has a scissor of its own keeps to both."""
    if box == WHOLE:
        return RenderState.makeEmpty()
    left, top, right, bottom = box
    return RenderState.make(ScissorAttrib.make(left, max(left, right), 1 - max(top, bottom), 1 - top))
