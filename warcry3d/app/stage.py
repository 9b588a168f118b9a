"""The live picture of a table: the scene drawn into a texture, again only when something changed.

A slow machine draws it coarsely while it moves and finely when it rests.
"""

import time
from collections.abc import Sequence
from typing import Any

from panda3d.core import Camera, GraphicsOutput, LVector4, PerspectiveLens, SamplerState, Texture

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.overlay import Overlay, OverlayLayer
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import aim
from warcry3d.app.scene.world import WINDOW, Quality, World, attach_backdrop
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["Stage"]

SLOW = 0.045
"""A frame that takes longer than this (s) is drawn coarsely while the camera moves."""
COARSE = 3
"""Sides of the coarse picture are this many times shorter."""
REST = 0.3
"""The scene is drawn finely again when nothing has moved for this long (s)."""
SAMPLES = 4
WARMING = 2
VERY_SLOW = 0.3
"""A fine frame that takes longer than this (s) is drawn without antialiasing from then on."""


class Stage:
    """A table's scene under one camera, drawn into `texture`. ``close()`` it when done."""

    def __init__(
        self, graphics: Graphics, size: tuple[int, int], *, quality: Quality = WINDOW, scale: float = 1.0
    ) -> None:
        """Make it, ``size`` pixels, of which a point (of lines and signs) is ``scale``."""
        self.graphics = graphics
        self.world = World(graphics, quality=quality)
        self._layer = OverlayLayer(self.world)
        self._camera = self.world.root.attachNewNode(Camera("stage", PerspectiveLens()))
        self._backdrop = attach_backdrop(self._camera)
        self._shot: Shot | None = None
        self._overlays: tuple[Overlay, ...] = ()
        self._without: tuple[str, ...] = ()
        self._buffers: dict[int, tuple[Any, Any]] = {}
        self._scale = scale
        self._samples = SAMPLES
        self._seconds = 0.0
        self._drawn = 0
        self._is_fine = False
        self._is_dirty = True
        self._moved = 0.0
        self._shown = 1
        self.resized(size)

    @property
    def texture(self) -> Any:
        """Return the texture that holds the picture drawn last."""
        return self._buffers[self._shown][1]

    @property
    def is_changing(self) -> bool:
        """Whether the picture is not yet drawn finely as things stand."""
        return not self._is_fine

    def show(self, table: Table) -> None:
        """Show a table."""
        self.world.show(table)
        self._touch()

    def explain(self, overlays: Sequence[Overlay]) -> None:
        """Draw these overlays and no others."""
        if tuple(overlays) != self._overlays:
            self._overlays = tuple(overlays)
            self._layer.show(self._overlays)
            self._touch()

    def leave_out(self, ids: Sequence[str]) -> None:
        """Hide these models and show all others."""
        if tuple(ids) == self._without:
            return
        for id in self._without:
            if node := self.world.node(id):
                node.show()
        self._without = tuple(ids)
        for id in self._without:
            if node := self.world.node(id):
                node.hide()
        self._touch()

    def count(self, tags: frozenset[Tag]) -> None:
        """Draw only faintly the parts of figures that carry none of ``tags``."""
        if self.world.left_out != frozenset(Tag) - tags:
            self.world.count(tags)
            self._layer.show(self._overlays)
            self._touch()

    def look(self, shot: Shot) -> None:
        """Take the picture from here."""
        if shot != self._shot:
            self._shot = shot
            aim(self._camera, shot, self._size[0] / self._size[1])
            self._touch()

    def resized(self, size: tuple[int, int]) -> None:
        """Take the size of the picture in pixels."""
        self._size = (max(1, size[0]), max(1, size[1]))
        self._drop_buffers()
        for coarse, samples in ((1, self._samples), (COARSE, 0)):
            self._buffers[coarse] = self._buffer(coarse, samples)
        self._shown = 1
        if self._shot is not None:
            aim(self._camera, self._shot, self._size[0] / self._size[1])
        self._touch()

    def render(self) -> bool:
        """Draw a frame of everything, the scene only if it changed; return whether it did."""
        wanted = self._wanted()
        for coarse, (buffer, _) in self._buffers.items():
            buffer.setActive(coarse == wanted)
        if wanted:
            width, height = self._size[0] // wanted, self._size[1] // wanted
            self._layer.screen(max(1, width), max(1, height), scale=self._scale / wanted)
            self._shown = wanted
        started = time.perf_counter()
        self.graphics.engine.renderFrame()
        if wanted == 1:
            self._is_fine = True
            self._took(time.perf_counter() - started)  # may ask for the picture to be drawn anew
        return bool(wanted)

    def _took(self, seconds: float) -> None:
        """Learn how fast this machine is; the first frames also compile shaders and do not count."""
        self._drawn += 1
        if self._drawn <= WARMING:
            return
        self._seconds = seconds
        if seconds > VERY_SLOW and self._samples:
            self._samples = 0
            self.resized(self._size)

    def _wanted(self) -> int:
        """Return how coarsely to draw now: 0 not at all."""
        if self._is_fine:
            return 0
        is_moving = time.perf_counter() - self._moved < REST
        if self._seconds > SLOW and is_moving:
            is_dirty, self._is_dirty = self._is_dirty, False
            return COARSE if is_dirty else 0
        return 1

    def _touch(self) -> None:
        self._is_fine = False
        self._is_dirty = True
        self._moved = time.perf_counter()

    def _buffer(self, coarse: int, samples: int) -> tuple[Any, Any]:
        size = (max(1, self._size[0] // coarse), max(1, self._size[1] // coarse))
        buffer = self.graphics.buffer(f"stage-{coarse}", size, sort=-10, samples=samples)
        texture = Texture(f"stage-{coarse}")
        texture.setMinfilter(SamplerState.FTLinear)
        texture.setMagfilter(SamplerState.FTLinear)
        texture.setWrapU(SamplerState.WMClamp)
        texture.setWrapV(SamplerState.WMClamp)
        buffer.addRenderTexture(texture, GraphicsOutput.RTMBindOrCopy)
        buffer.setClearColor(LVector4(0, 0, 0, 1))
        buffer.makeDisplayRegion().setCamera(self._camera)
        return buffer, texture

    def _drop_buffers(self) -> None:
        for buffer, _ in self._buffers.values():
            self.graphics.remove(buffer)
        self._buffers = {}

    def close(self) -> None:
        """Give everything back to the driver."""
        self._drop_buffers()
        self._backdrop.removeNode()
        self._camera.removeNode()
        self.world.close()
