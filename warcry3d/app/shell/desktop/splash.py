"""The first picture, up before anything else is imported or read: the program's name and what it is doing."""

from typing import Any

from panda3d.core import Camera, FontPool, LVector4, NodePath, OrthographicLens, TextNode

from warcry3d.table.shipped import shipped_root

__all__ = ["Splash"]

PAPER, GOLD, INK = LVector4(0.95, 0.93, 0.88, 1), LVector4(1.0, 0.80, 0.34, 1), LVector4(0.055, 0.060, 0.075, 1)
FONT = "assets/fonts/NotoSansCJK-Bold-SC-GB2312.otf"


class Splash:
    """A dark picture with a title and a line below it, on a window of ``graphics``. ``close()`` it when done."""

    def __init__(self, graphics: Any, line: str) -> None:
        self._graphics = graphics
        self._root = NodePath("splash")
        self._root.setDepthTest(False)
        self._region = graphics.host.makeDisplayRegion()
        lens = OrthographicLens()
        lens.setFilmSize(2 * graphics.host.getXSize() / max(1, graphics.host.getYSize()), 2)
        lens.setNearFar(-10, 10)
        self._region.setCamera(self._root.attachNewNode(Camera("splash", lens)))
        graphics.host.setClearColor(INK)
        font = FontPool.loadFont(str(shipped_root() / FONT))
        font.setPixelsPerUnit(64)
        self._write(font, "warcry3d", 0.06, 0.16, PAPER)
        self._write(font, line, -0.09, 0.052, GOLD)

    def _write(self, font: Any, text: str, height: float, size: float, colour: LVector4) -> None:
        node = TextNode("line")
        node.setFont(font)
        node.setText(text)
        node.setAlign(TextNode.ACenter)
        node.setTextColor(colour)
        path = self._root.attachNewNode(node)
        path.setScale(size)
        path.setPos(0, 0, height)

    def draw(self) -> None:
        """Draw it."""
        self._graphics.engine.renderFrame()

    def close(self) -> None:
        """Take it away."""
        self._graphics.host.removeDisplayRegion(self._region)
        self._root.removeNode()
