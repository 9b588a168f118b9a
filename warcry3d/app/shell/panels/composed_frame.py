"""The table's picture with the panels over it, as the screen shows it: of it only the part that changed is drawn.

Without a graphics card the panels cost most of a frame, though in most frames hardly any of them changes. The whole
is kept in a picture of its own, for what the back buffer of a screen holds is not defined.
"""

import math
from itertools import zip_longest
from typing import Any

from imgui_bundle import imgui
from panda3d.core import (
    Camera,
    Geom,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    GeomVertexWriter,
    GraphicsOutput,
    NodePath,
    OmniBoundingVolume,
    SamplerState,
    Shader,
    Texture,
)

from warcry3d.app.scene.overlay_boxes import EMPTY, WHOLE, Box, apart
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.scissor import within
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda

__all__ = ["ComposedFrame"]

VERTEX = """#version 150
in vec4 p3d_Vertex; out vec2 uv;
void main() { uv = p3d_Vertex.xy * 0.5 + 0.5; gl_Position = vec4(p3d_Vertex.xy, 0.0, 1.0); }"""
FRAGMENT = """#version 150
in vec2 uv; out vec4 result; uniform sampler2D whole;
void main() { result = vec4(texture(whole, uv).rgb, 1.0); }"""

EDGE = 8.0
"""So many pixels around a part of the table's picture may change with it: it may be drawn coarsely and smoothed."""
MOST_PARTS = 3
"""So many parts are drawn by themselves; each takes a look at all panels, a millisecond."""
SPARE = 0.04
"""Parts are drawn as one where that draws so little of the window besides (a share)."""
_GROUND = 0xFF696969
"""What shines through panels that lie beside the table's picture: grey."""
_SORT = -5
"""After the table's picture, before the screen."""


class ComposedFrame:
    """The picture that the screen shows. ``close()`` it when done."""

    def __init__(self, graphics: Graphics, panels: ImGuiPanda, table: Texture) -> None:
        """Make it, with the picture of a table under the panels."""
        self._graphics = graphics
        self._panels = panels
        self._table = panels.picture(table)
        self._card = _card()
        self._output: GraphicsOutput | None = None
        self._regions: list[Any] = []
        graphics.host.disableClears()
        camera = Camera("screen")
        camera.setCullBounds(OmniBoundingVolume())
        graphics.host.makeDisplayRegion().setCamera(self._card.attachNewNode(camera))
        self.parts: tuple[Box, ...] = (WHOLE,)
        """What the last frame drew: parts that do not touch, for what shines through would be drawn twice there."""

    def lay(self, table: Texture, size: tuple[int, int]) -> None:
        """Lay the table's picture, ``size`` pixels of the window, under the panels of the frame that is open."""
        self._panels.replace_picture(self._table, table)
        paper = imgui.get_background_draw_list()
        if size != self._panels.size:
            paper.add_rect_filled((0, 0), self._panels.size, _GROUND)
        paper.add_image(imgui.ImTextureRef(self._table), (0, 0), size, (0, 1), (1, 0))
        self._laid = size

    def bring(self, part: Box) -> None:
        """Have the next frame draw what changed: a part of the table's picture, and of the panels what differs."""
        size = self._panels.size
        is_new = self._output is None or (self._output.getXSize(), self._output.getYSize()) != size
        if is_new:
            self._make(size)
        changed = (*self._panels.take_changes(), self._in_window(part, size))
        pixels = (_on_pixels(one, size) for one in changed)
        self.parts = (WHOLE,) if is_new else apart(pixels, most=MOST_PARTS, spare=SPARE)
        assert self._output is not None, "it was made"
        self._output.setActive(bool(self.parts))
        for region, box in zip_longest(self._regions, self.parts):
            region.setActive(box is not None)
            if box is not None:
                region.getCamera().node().setInitialState(within(box))

    def rest(self) -> None:
        """Leave the picture as it is in the next frame, which draws something else."""
        if self._output is not None:
            self._output.setActive(False)

    def close(self) -> None:
        """Give it back."""
        self._drop()
        self._card.removeNode()

    def _in_window(self, part: Box, size: tuple[int, int]) -> Box:
        """Return where a part of the table's picture is in the window."""
        if part == EMPTY:
            return EMPTY
        across, down = self._laid[0] / size[0], self._laid[1] / size[1]
        left, top, right, bottom = part
        x, y = EDGE / size[0], EDGE / size[1]
        return (
            max(left * across - x, 0.0),
            max(top * down - y, 0.0),
            min(right * across + x, 1.0),
            min(bottom * down + y, 1.0),
        )

    def _make(self, size: tuple[int, int]) -> None:
        """Make the picture anew, as large as the window."""
        self._drop()
        whole = Texture("frame")
        whole.setMinfilter(SamplerState.FTNearest)
        whole.setMagfilter(SamplerState.FTNearest)
        self._output = self._graphics.buffer("frame", size, sort=_SORT, stencil=False)
        self._output.addRenderTexture(whole, GraphicsOutput.RTMBindOrCopy)
        self._output.disableClears()  # the table's picture and the ground cover what was there
        self._regions = [self._panels.draw_on(self._output) for _ in range(MOST_PARTS)]
        self._card.setShaderInput("whole", whole)

    def _drop(self) -> None:
        if self._output is not None:
            cameras = [region.getCamera() for region in self._regions]
            self._graphics.remove(self._output)
            for camera in cameras:
                camera.removeNode()
            self._output = None

    _laid = (1, 1)


def _on_pixels(part: Box, size: tuple[int, int]) -> Box:
    """Return a part with its edges on whole pixels: panels with a clip of their own end in the same row as others."""
    if part == EMPTY:
        return EMPTY
    (width, height), (left, top, right, bottom) = size, part
    return (
        math.floor(left * width) / width,
        math.floor(top * height) / height,
        math.ceil(right * width) / width,
        math.ceil(bottom * height) / height,
    )


def _card() -> NodePath:
    """Return a triangle that covers a whole display region."""
    vertices = GeomVertexData("card", GeomVertexFormat.getV3(), Geom.UHStatic)
    writer = GeomVertexWriter(vertices, "vertex")
    for corner in ((-1, -1), (3, -1), (-1, 3)):
        writer.addData3(*corner, 0)
    triangle = GeomTriangles(Geom.UHStatic)
    triangle.addVertices(0, 1, 2)
    shape = Geom(vertices)
    shape.addPrimitive(triangle)
    node = GeomNode("card")
    node.addGeom(shape)
    node.setBounds(OmniBoundingVolume())
    node.setFinal(True)
    root = NodePath("screen")
    root.setDepthTest(False)
    root.setDepthWrite(False)
    root.setTwoSided(True)
    root.setShader(Shader.make(Shader.SL_GLSL, VERTEX, FRAGMENT))
    root.attachNewNode(node)
    return root
