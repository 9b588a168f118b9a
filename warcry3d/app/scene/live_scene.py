"""The live picture of a table, drawn into a texture only when something changed or the camera moved.

Overlays (ways, fields, ghosts, beams) are drawn over that texture, hidden by what is in front of them, and of them only
the part of the picture in which some changed; where fighters moved, the things too. So a drag redraws almost nothing.
A slow machine draws the things coarsely while the camera moves and finely when it rests.
"""

import time
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from panda3d.core import (
    AntialiasAttrib,
    BitMask32,
    Camera,
    DepthTestAttrib,
    GraphicsOutput,
    NodePath,
    PerspectiveLens,
    SamplerState,
    Texture,
)

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.differences import box_of_moves
from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.overlay_boxes import EMPTY, WHOLE, Box, View, box_of, changed, cube, joined, size_of
from warcry3d.app.scene.overlay_layer import OverlayLayer
from warcry3d.app.scene.overlays import Overlay, Tint
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.scissor import draw_within
from warcry3d.app.scene.shoot import aim, shoot_texture
from warcry3d.app.scene.world import LAID_BIT, THINGS_BIT, WINDOW, Quality, World, attach_backdrop, attach_picture
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["LiveScene"]

SLOW = 0.045
"""A frame that takes longer than this (s) is drawn coarsely while the camera moves."""
FINE, COARSE = 1, 3
"""How many times shorter the sides of the pictures are."""
REST = 0.3
"""The scene is drawn finely again when nothing has moved for this long (s)."""
SAMPLES = 4
"""For smooth edges; without a graphics card they would cost three times all else."""
STILL_SHARPNESS = 2
"""Stills have so many pixels a side for each one that is shown, which smooths their edges."""
WARMING = 2
MOST_TINTED = 0.3
"""Of what takes another tint only its part of the picture is drawn anew, finely, up to this share of the whole."""
VERY_SLOW = 0.3
"""A fine frame that takes longer than this (s) is drawn without antialiasing from then on."""


@dataclass(frozen=True, eq=False)
class Canvas:
    """The buffers of one size: the things of the table, and over their picture the overlays."""

    things: Any
    laid: Any
    camera: NodePath
    picture: NodePath
    """The picture of the things, in front of the overlays' camera; shown on the canvas that is drawn."""
    texture: Texture
    """The whole picture."""


class LiveScene:
    """A table's scene under one camera, drawn into `texture`. Call ``close()`` when done."""

    def __init__(
        self,
        graphics: Graphics,
        size: tuple[int, int],
        *,
        quality: Quality = WINDOW,
        scale: float = 1.0,
        samples: int | None = None,
    ) -> None:
        """Create it, ``size`` pixels; ``scale``: pixels in a point (the unit of lines and signs).

        ``samples``: for smooth edges; None: as many as the driver takes easily.
        """
        self.graphics = graphics
        self.world = World(graphics, quality=quality, lit_later=True)
        self._layer = OverlayLayer(self.world)
        self._camera = self._new_camera("things", THINGS_BIT)
        self._backdrop = attach_backdrop(self._camera)
        self._backdrop.hide(BitMask32.bit(LAID_BIT))
        self._backdrop.setDepthWrite(True)
        self._backdrop.setAttrib(DepthTestAttrib.make(DepthTestAttrib.MAlways))
        self._shot: Shot | None = None
        self._overlays: tuple[Overlay, ...] = ()
        self._without: tuple[str, ...] = ()
        self._canvases: dict[int, Canvas] = {}
        self._scale = scale
        self.world.root.setAntialias(AntialiasAttrib.MMultisample)  # else any picture without samples turns it off
        self._samples = samples if samples is not None else 0 if graphics.is_software else SAMPLES
        self._seconds = 0.0
        self._drawn = 0
        self._has_begun = False
        self._is_fine = False
        self._is_dirty = True
        self._is_laid = False
        self._damage = WHOLE
        self._part = EMPTY
        self._moved = 0.0
        self._shown = 1
        self.resized(size)

    @property
    def texture(self) -> Any:
        """Return the texture that holds the picture drawn last."""
        return self._canvases[self._shown].texture

    @property
    def is_changing(self) -> bool:
        """Whether the picture is not yet drawn finely as things stand."""
        return not (self._is_fine and self._is_laid)

    def show(self, table: Table, *, is_passing: bool = False) -> None:
        """Show a table; costs nothing if it looks as the one before, and little where only fighters stand elsewhere.

        ``is_passing``: it is shown while terrain moves, which then costs as little; see `World.show`.
        """
        before = self.world.table
        if not self.world.show(table, is_passing=is_passing):
            return
        if before is None or self._shot is None or not (self._is_fine or self._is_coarse):
            self._touch()
            return
        if before.terrain is not table.terrain and not is_passing:  # the light on the board may be another
            self._touch()
            return
        box = WHOLE if self.world.has_new_shadows else box_of_moves(before, self._view(table, self._shot))
        self._part = joined(self._part, box)
        if self._part != EMPTY:
            self._lay(self._part)
            self._moved = time.perf_counter()

    @property
    def _is_coarse(self) -> bool:
        """Whether the picture shows things coarsely as they stand."""
        return self._shown == COARSE and not self._is_dirty

    def relight(self) -> None:
        """Draw the things again with the next frame because some of them got their light; nothing else changes."""
        self._part = EMPTY
        self._is_fine = False
        self._is_dirty = True

    def explain(self, overlays: Sequence[Overlay]) -> None:
        """Draw these overlays and no others."""
        if tuple(overlays) != self._overlays:
            before, self._overlays = self._overlays, tuple(overlays)
            self._layer.show(self._overlays)
            self._lay(self._box_of_changes(before))
            if differing := _tints(before) ^ _tints(self._overlays):
                self._tint(differing)

    def _tint(self, differing: Set[Tint]) -> None:
        """Draw the things anew whose tints differ: where those are a small part of the picture, that part alone."""
        box = self._box_of_things({tint.name for tint in differing})
        if (self._is_fine or self._is_coarse) and size_of(box) <= MOST_TINTED:
            self._part = joined(self._part, box)
            self._lay(box)
        else:
            self._touch()

    def recolour(self) -> None:
        """Draw the overlays anew, after another choice of colours."""
        self._layer.show(self._overlays, is_anew=True)
        self._lay(WHOLE)
        self._touch()

    def leave_out(self, ids: Sequence[str]) -> None:
        """Hide these models and show all others."""
        if tuple(ids) == self._without:
            return
        self._hide(ids, self._without)
        self._without = tuple(ids)
        self._touch()

    def count(self, tags: frozenset[Tag]) -> None:
        """Draw the parts of figures faintly that carry none of ``tags``."""
        if self.world.left_out != frozenset(Tag) - tags:
            self.world.count(tags)
            self._layer.show(self._overlays)
            self._touch()

    def look(self, shot: Shot) -> None:
        """Take the picture from here."""
        if shot != self._shot:
            self._shot = shot
            self._aim()
            self._touch()

    def resized(self, size: tuple[int, int]) -> None:
        """Set the size of the picture in pixels."""
        self._size = (max(1, size[0]), max(1, size[1]))
        self._drop_canvases()
        for coarse, samples in ((1, self._samples), (COARSE, 0)):
            self._canvases[coarse] = self._canvas(coarse, samples)
        self._shown = 1
        self._aim()
        self._touch()

    def rescaled(self, scale: float) -> None:
        """Set how many pixels a point is, the unit of lines and signs."""
        if scale != self._scale:
            self._scale = scale
            self._touch()

    @property
    def damage(self) -> Box:
        """Return the part of the picture that the next frame draws the overlays of, unless the things are drawn too."""
        return self._damage

    def render(self, *, is_framed: bool = True, finish: Callable[[Box], None] = lambda part: None) -> bool:
        """Draw a frame, of the scene only what changed; return whether anything did.

        ``is_framed``: the host is drawn though the picture is as it was, for what lies over it. ``finish`` is told
        before which part of the picture will be drawn.
        """
        wanted = self._wanted()
        is_anew = bool(wanted) or not self._is_laid
        part = WHOLE if wanted else self._part
        self._shown = wanted or self._shown
        for coarse, canvas in self._canvases.items():
            canvas.things.setActive(part != EMPTY and coarse == self._shown)
            canvas.laid.setActive(is_anew and coarse == self._shown)
            canvas.picture.show() if coarse == self._shown else canvas.picture.hide()
        draw_within(self._camera, part)
        draw_within(self._canvases[self._shown].camera, WHOLE if wanted else self._damage)
        self.graphics.host.setActive(is_framed or is_anew)
        self._layer.screen(*self._shown_size, scale=self._scale / self._shown)
        finish(WHOLE if wanted else self._damage if is_anew else EMPTY)
        started = time.perf_counter()
        self.graphics.engine.renderFrame()
        self._is_laid, self._damage, self._part = True, EMPTY, EMPTY
        if wanted == FINE:
            self._is_fine = True
            self._took(time.perf_counter() - started)  # may ask for the picture to be drawn anew
        return is_anew

    def still(self, inset: Inset) -> Texture:
        """Return a still picture of the same table from elsewhere; the picture of the scene stays as it is.

        It has `STILL_SHARPNESS` times as many pixels a side as the inset.
        """
        width, height = (max(1, side * STILL_SHARPNESS) for side in inset.size)
        self._rest()
        others = [id for id in self._without if id not in inset.hidden]
        own = [id for id in inset.hidden if id not in self._without]
        self._layer.show(inset.overlays)
        self._layer.screen(width, height, scale=inset.scale * STILL_SHARPNESS)
        self._hide(own, others)
        try:
            return shoot_texture(self.graphics, self.world.root, inset.shot, (width, height))
        finally:
            self._hide(others, own)
            self._layer.show(self._overlays)
            self._backdrop.show()

    def _rest(self) -> None:
        """Draw nothing of the scene's own picture with the next frame."""
        for canvas in self._canvases.values():
            canvas.things.setActive(False)
            canvas.laid.setActive(False)
            canvas.picture.hide()
        self._backdrop.hide()
        self.graphics.host.setActive(False)

    def _hide(self, ids: Sequence[str], others: Sequence[str]) -> None:
        """Hide some models and show others."""
        for id in others:
            if node := self.world.node(id):
                node.show()
        for id in ids:
            if node := self.world.node(id):
                node.hide()

    def _took(self, seconds: float) -> None:
        """Measure how fast this machine is; the first frames also compile shaders and do not count."""
        self._drawn += 1
        if self._drawn <= WARMING:
            return
        self._seconds = seconds
        if seconds > VERY_SLOW and self._samples:
            self._samples = 0
            self.resized(self._size)

    def _wanted(self) -> int:
        """Return how coarsely to draw now: 0 is fine. The first picture is coarse, to appear soon everywhere."""
        if self._is_fine:
            return 0
        if not self._has_begun:
            self._has_begun = True
            return COARSE
        is_moving = time.perf_counter() - self._moved < REST
        if self._seconds > SLOW and is_moving:
            is_dirty, self._is_dirty = self._is_dirty, False
            return COARSE if is_dirty else 0
        return 1

    def _box_of_changes(self, before: Sequence[Overlay]) -> Box:
        """Return the part of the picture in which overlays differ from those before."""
        differing = changed(before, self._overlays)
        table = self.world.table
        if differing is None or self._shot is None or table is None:
            return WHOLE
        view = self._view(table, self._shot)
        return reduce(joined, (box_of(overlay, view) for overlay in differing), EMPTY)

    def _box_of_things(self, names: Iterable[str]) -> Box:
        """Return the part of the picture outside which parts, features and models are not seen."""
        table, nodes = self.world.table, (self.world.node(name) for name in names)
        ends = [node.getTightBounds(self.world.root) for node in nodes if node is not None]
        if table is None or self._shot is None:
            return EMPTY
        view = self._view(table, self._shot)
        return reduce(joined, (view.around(cube(np.array(each))) for each in ends if each), EMPTY)

    def _view(self, table: Table, shot: Shot) -> View:
        """Return from where the picture is taken that is shown now."""
        return View(table, shot, self._shown_size, self._scale / self._shown)

    @property
    def _shown_size(self) -> tuple[int, int]:
        width, height = self._size
        return max(1, width // self._shown), max(1, height // self._shown)

    def _lay(self, box: Box) -> None:
        """Draw the overlays of a part of the picture again with the next frame."""
        self._is_laid, self._damage = False, joined(self._damage, box)

    def _touch(self) -> None:
        self._damage, self._part = WHOLE, EMPTY
        self._is_fine = False
        self._is_dirty = True
        self._moved = time.perf_counter()

    def _aim(self) -> None:
        """Place all cameras where the picture is taken from."""
        if self._shot is not None:
            for camera in (self._camera, *(canvas.camera for canvas in self._canvases.values())):
                aim(camera, self._shot, self._size[0] / self._size[1])
            self._layer.aim(self._camera, self._shot)

    def _new_camera(self, name: str, bit: int) -> NodePath:
        camera = Camera(name, PerspectiveLens())
        camera.setCameraMask(BitMask32.bit(bit))
        return self.world.root.attachNewNode(camera)

    def _canvas(self, coarse: int, samples: int) -> Canvas:
        size = (max(1, self._size[0] // coarse), max(1, self._size[1] // coarse))
        things = self.graphics.buffer(f"things-{coarse}", size, sort=-20, samples=samples, stencil=False)
        picture, depths, whole = (Texture(f"{name}-{coarse}") for name in ("things", "depths", "stage"))
        depths.setFormat(Texture.FDepthComponent24)
        for texture in (picture, depths):
            texture.setMinfilter(SamplerState.FTNearest)
            texture.setMagfilter(SamplerState.FTNearest)
        things.addRenderTexture(picture, GraphicsOutput.RTMBindOrCopy)
        things.addRenderTexture(depths, GraphicsOutput.RTMBindOrCopy, GraphicsOutput.RTPDepth)
        things.disableClears()  # the backdrop covers what was there, as far as it is drawn
        things.makeDisplayRegion().setCamera(self._camera)
        laid = self.graphics.buffer(f"laid-{coarse}", size, sort=-10, samples=samples)
        whole.setMinfilter(SamplerState.FTLinear)
        whole.setMagfilter(SamplerState.FTLinear)
        whole.setWrapU(SamplerState.WMClamp)
        whole.setWrapV(SamplerState.WMClamp)
        laid.addRenderTexture(whole, GraphicsOutput.RTMBindOrCopy)
        laid.disableClears()  # the picture of the things covers what was there, as far as it is drawn
        camera = self._new_camera(f"laid-{coarse}", LAID_BIT)
        card = attach_picture(camera, picture, depths)
        laid.makeDisplayRegion().setCamera(camera)
        return Canvas(things, laid, camera, card, whole)

    def _drop_canvases(self) -> None:
        for canvas in self._canvases.values():
            self.graphics.remove(canvas.laid)
            self.graphics.remove(canvas.things)
            canvas.camera.removeNode()
        self._canvases = {}

    def close(self) -> None:
        """Release everything."""
        self._drop_canvases()
        self._backdrop.removeNode()
        self._camera.removeNode()
        self.world.close()


def _tints(overlays: Sequence[Overlay]) -> frozenset[Tint]:
    """Return the overlays that colour things themselves."""
    return frozenset(overlay for overlay in overlays if isinstance(overlay, Tint))
