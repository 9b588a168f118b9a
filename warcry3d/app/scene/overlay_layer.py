"""Draws overlays over a world: `OverlayLayer` shows a list of them."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    BitMask32,
    ColorBlendAttrib,
    ColorWriteAttrib,
    CullFaceAttrib,
    DepthTestAttrib,
    LVector3,
    LVector4,
    NodePath,
    OmniBoundingVolume,
    RenderState,
    StencilAttrib,
)

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.colours import Colour, drawn
from warcry3d.app.scene.dice import dice_node, hang_tray
from warcry3d.app.scene.geom import geom_node
from warcry3d.app.scene.ghost import field_nodes, ghost_node
from warcry3d.app.scene.light import SUN_BIT
from warcry3d.app.scene.overlays import (
    Arrow,
    Beam,
    ColourField,
    FallingDice,
    FlatLine,
    Ghost,
    Overlay,
    Sign,
    Silhouette,
    Tape,
    Tint,
)
from warcry3d.app.scene.shade import shader
from warcry3d.app.scene.world import THINGS_BIT, World
from warcry3d.sight.verdict import Point

__all__ = ["OverlayLayer"]


_LINE = np.dtype([("position", "<f4", (3,)), ("colour", "u1", (4,)), ("other", "<f4", (3,)), ("run", "<f4", (3,))])
_MARK = np.dtype([("position", "<f4", (3,)), ("colour", "u1", (4,)), ("corner", "<f4", (2,))])
_SQUARE = np.array([[0, 1, 2], [0, 2, 3]], np.uint32)
_TAPE_COLOUR: Colour = (0.98, 0.83, 0.25)
_BEHIND = {"beam": 0.30, "ribbon": 0.32, "tape": 0.45, "sign": 0.55, "arrow": 1.0}
_KEPT = (Arrow, Beam, FlatLine, Tape, Sign, ColourField)
"""The kinds of overlays whose nodes are kept while they are shown: they depend on nothing else."""
_ORDER = {"tape": 30, "ribbon": 31, "beam": 32, "sign": 33, "arrow": 34}


class OverlayLayer:
    """Draws overlays over a world; each call replaces what was shown before.

    Silhouettes need a framebuffer with stencil bits; without them they also cover the visible parts of the model.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._node = world.root.attach_new_node("overlays")
        self._node.hide(BitMask32.bit(SUN_BIT) | BitMask32.bit(THINGS_BIT))
        self._front = world.root.attach_new_node("front")
        self._front.hide(BitMask32.bit(SUN_BIT) | BitMask32.bit(THINGS_BIT))
        self._tray = self._front.attach_new_node("tray")
        self._silhouettes: list[NodePath] = []
        self._kept: dict[tuple[Overlay, int], tuple[NodePath, ...]] = {}
        self.screen(1280, 800)

    def screen(self, width: int, height: int, *, scale: float = 1.0) -> None:
        """Set how many pixels the picture has, and how many of them a point is."""
        self._node.set_shader_input("screen", LVector3(width, height, scale))

    def aim(self, camera: NodePath, shot: Shot) -> None:
        """Hang what lies before the camera there."""
        self._front.set_transform(camera.get_transform())
        hang_tray(self._tray, shot)

    def show(self, overlays: Sequence[Overlay], *, is_anew: bool = False) -> None:
        """Draw these overlays and no others; ``is_anew``: those that were drawn before are made again too."""
        self._node.get_children().detach()
        self._tray.get_children().detach()
        for node in self._silhouettes:
            node.remove_node()
        self._silhouettes = []
        self._world.mark({o.name: drawn(o.colour) for o in overlays if isinstance(o, Tint)})
        before, self._kept = {} if is_anew else self._kept, {}
        count = Counter[Overlay]()
        for overlay in overlays:
            if not isinstance(overlay, _KEPT):
                self._draw(overlay)
                continue
            key = overlay, count[overlay]
            count[overlay] += 1
            self._kept[key] = before.get(key) or self._nodes(overlay)
            for node in self._kept[key]:
                node.reparent_to(self._node)

    def _draw(self, overlay: Overlay) -> None:
        """Draw what stands or falls with the figures and the camera: it is made anew each time."""
        match overlay:
            case Silhouette(model, colour):
                self._silhouette(model, colour)
            case Ghost():
                if (ghost := ghost_node(self._world, overlay)) is not None:
                    self._silhouettes.append(ghost)
            case FallingDice(poses):
                dice_node(self._tray, poses)
            case _:
                pass

    def _nodes(self, overlay: Overlay) -> tuple[NodePath, ...]:
        """Return the nodes of a shape."""
        match overlay:
            case Beam(start, end, colour, end_colour, dash, width):
                return self._line("beam", start, end, colour, end_colour or colour, LVector4(width, 0, dash, 0))
            case FlatLine(start, end, colour, dash, width):
                return self._line("ribbon", start, end, colour, colour, LVector4(width, 0, dash, 1))
            case Arrow(start, end, colour, least, width):
                return self._line("arrow", start, end, colour, colour, LVector4(width / 2, least, 0, 0))
            case Tape(start, end, shift, width):
                return self._line("tape", start, end, _TAPE_COLOUR, _TAPE_COLOUR, LVector4(width, shift, 0, 2))
            case Sign():
                return self._sign(overlay)
            case ColourField():
                return field_nodes(self._node, overlay)
        return ()

    def _line(
        self, kind: str, start: Point, end: Point, colour: Colour, end_colour: Colour, stroke: LVector4
    ) -> tuple[NodePath, ...]:
        length = float(np.linalg.norm(np.subtract(end, start)))
        if length < 1e-6:
            return ()
        vertices = np.zeros(4, _LINE)
        vertices["position"] = [start, start, end, end]
        vertices["other"] = [end, end, start, start]
        vertices["run"] = [(-1, 0, length), (1, 0, length), (1, length, length), (-1, length, length)]
        vertices["colour"][:2], vertices["colour"][2:] = _bytes(colour), _bytes(end_colour)
        return self._hung(kind, "arrow" if kind == "arrow" else "line", vertices, stroke)

    def _sign(self, sign: Sign) -> tuple[NodePath, ...]:
        vertices = np.zeros(4, _MARK)
        vertices["position"] = sign.at
        vertices["colour"] = _bytes(sign.colour)
        vertices["corner"] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        return self._hung("sign", "marker", vertices, LVector4(sign.size / 2, 0, 0, int(sign.kind)))

    def _hung(self, kind: str, program: str, vertices: NDArray[Any], stroke: LVector4) -> tuple[NodePath, ...]:
        """Return a shape drawn twice: as it is, and fainter where it is behind something."""
        node = geom_node(kind, vertices, _SQUARE)
        node.set_bounds(OmniBoundingVolume())
        node.set_final(True)
        made = list[NodePath]()
        for test, strength in ((DepthTestAttrib.M_greater, _BEHIND[kind]), (DepthTestAttrib.M_less_equal, 1.0)):
            path = self._node.attach_new_node(node.make_copy())
            path.set_state(_laid_state(kind, program, stroke, test, strength))
            made.append(path)
        return tuple(made)

    def _silhouette(self, model: str, colour: Colour) -> None:
        """Mark in the stencil where the model is visible, then draw it wherever it is hidden and not marked."""
        node = self._world.node(model)
        if node is None:
            return
        holder = self._node.attach_new_node("silhouette")
        holder.set_transform(node.get_transform(self._world.root))
        holder.set_shader(shader("ghost", "ghost"))
        holder.set_shader_input("glow", LVector4(*drawn(colour), 1))
        holder.set_depth_write(False)
        seen, hidden = holder.attach_new_node("seen"), holder.attach_new_node("hidden")
        for part in node.get_children():
            if part.get_name() not in self._world.left_out:
                part.copy_to(seen)
                part.copy_to(hidden)
        seen.set_attrib(ColorWriteAttrib.make(ColorWriteAttrib.C_off))
        seen.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_less_equal))
        seen.set_attrib(_stencil(StencilAttrib.SCF_always, StencilAttrib.SO_replace))
        seen.set_depth_offset(1)
        seen.set_bin("fixed", 20)
        hidden.set_attrib(DepthTestAttrib.make(DepthTestAttrib.M_greater))
        hidden.set_attrib(CullFaceAttrib.make(CullFaceAttrib.M_cull_clockwise))
        hidden.set_attrib(_stencil(StencilAttrib.SCF_not_equal, StencilAttrib.SO_keep))
        hidden.set_bin("fixed", 21)
        self._silhouettes.append(holder)


@lru_cache(maxsize=64)
def _laid_state(kind: str, program: str, stroke: LVector4, test: int, strength: float) -> RenderState:
    """Return the state in which a shape is drawn; kept, for while something is dragged each frame makes ten anew."""
    path = NodePath(kind)
    path.set_shader(shader(program, program))
    path.set_shader_inputs(stroke=stroke, behind=strength)
    path.set_attrib(DepthTestAttrib.make(test))
    path.set_depth_write(False)
    path.set_two_sided(True)
    blend = ColorBlendAttrib
    path.set_attrib(blend.make(blend.M_add, blend.O_one, blend.O_one_minus_incoming_alpha))
    path.set_bin("fixed", _ORDER[kind])
    return path.get_state()


def _stencil(compare: int, then: int) -> StencilAttrib:
    keep = StencilAttrib.SO_keep
    return StencilAttrib.make(True, compare, keep, keep, then, 1, 0xFF, 0xFF)


def _bytes(colour: Colour) -> tuple[int, int, int, int]:
    r, g, b = (round(255 * c) for c in drawn(colour))
    return (r, g, b, 255)
