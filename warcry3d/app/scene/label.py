"""Text on a picture: panels blended in by numpy, text drawn by Panda3D with the shipped font (Chinese too)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial

import numpy as np
from numpy.typing import NDArray
from panda3d.core import (
    Camera,
    CardMaker,
    ColorBlendAttrib,
    DynamicTextFont,
    Filename,
    GraphicsOutput,
    LVector4,
    NodePath,
    OrthographicLens,
    SamplerState,
    TextNode,
    Texture,
)

from warcry3d.app.scene.colours import INK, PAPER, Colour
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shade import shader, texture_2d
from warcry3d.app.scene.shoot import Image, pixels
from warcry3d.errors import FileError
from warcry3d.table.shipped import shipped_root

__all__ = [
    "CLOSING",
    "TextLine",
    "TextPanel",
    "draw_panels",
    "draw_texts",
    "line_height",
    "pieces_of",
    "text_column",
    "text_width",
    "wrapped",
]

_FONTS = {False: "NotoSansCJK-Regular-SC-GB2312.otf", True: "NotoSansCJK-Bold-SC-GB2312.otf"}
CLOSING = set("，。、；：？！）》」』】”’…,.;:?!)]}%″")
"""Marks that may not begin a line."""
_OPENING = set("（《「『【“‘([{")
"""Marks that may not end one."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text; ``at`` (pixels from the top left corner) is its baseline's left, middle or right end.

    ``align``: -1, 0 or 1.
    """

    words: str
    at: tuple[float, float]
    size: int
    colour: Colour = PAPER
    bold: bool = False
    align: int = -1


@dataclass(frozen=True, slots=True)
class TextPanel:
    """A rectangle with round corners: left, top, width, height (pixels), colour, opacity, a border if any."""

    box: tuple[float, float, float, float]
    colour: Colour = INK
    opacity: float = 0.8
    radius: float = 6.0
    border: Colour | None = None


def _inside(panel: TextPanel, height: int, width: int, grow: float = 0.0) -> tuple[slice, slice, NDArray[np.float64]]:
    """Return rows, columns and how much of each of their pixels lies in the panel (grown by ``grow``)."""
    left, top, w, h = panel.box
    rows = slice(max(int(top) - 2, 0), min(int(np.ceil(top + h)) + 2, height))
    columns = slice(max(int(left) - 2, 0), min(int(np.ceil(left + w)) + 2, width))
    y = np.arange(rows.start, max(rows.stop, rows.start)) + 0.5 - (top + h / 2)
    x = np.arange(columns.start, max(columns.stop, columns.start)) + 0.5 - (left + w / 2)
    radius = min(panel.radius, w / 2, h / 2)
    dx = np.abs(x)[None, :] - (w / 2 - radius)
    dy = np.abs(y)[:, None] - (h / 2 - radius)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0) - radius
    return rows, columns, np.clip(0.5 - outside + grow, 0, 1)


def draw_panels(image: Image, panels: Iterable[TextPanel]) -> Image:
    """Return a copy of the picture with panels blended over it, in order."""
    made = image.copy()
    height, width = image.shape[:2]
    for panel in panels:
        rows, columns, cover = _inside(panel, height, width)
        if not cover.size:
            continue
        window = made[rows, columns].astype(np.float64)
        if panel.border is not None:
            inner = _inside(panel, height, width, grow=-1.5)[2]
            rim = (cover - inner)[..., None]
            window += (np.array(panel.border) * 255 - window) * rim
            cover = inner
        window += (np.array(panel.colour) * 255 - window) * (cover * panel.opacity)[..., None]
        made[rows, columns] = np.clip(np.rint(window), 0, 255).astype(np.uint8)
    return made


@cache
def _font(bold: bool, size: int) -> DynamicTextFont:
    path = shipped_root() / "assets" / "fonts" / _FONTS[bold]
    if not path.is_file():
        raise FileError(path, "", "the font is missing")
    font = DynamicTextFont(Filename.from_os_specific(str(path)))
    font.set_pixels_per_unit(size)
    font.set_point_size(10)
    font.set_scale_factor(1)
    font.set_texture_margin(2)
    font.set_page_size(512, 512)
    font.set_minfilter(Texture.FT_linear)
    font.set_magfilter(Texture.FT_linear)
    return font


def text_width(words: str, size: int, *, bold: bool = False) -> float:
    """Return how wide a line of text is (pixels)."""
    node = TextNode("measure")
    node.set_font(_font(bold, size))
    return float(node.calc_width(words)) * size


def line_height(size: int) -> int:
    """Return the distance of two baselines (pixels)."""
    return round(size * 1.45)


def _is_wide(letter: str) -> bool:
    return ord(letter) >= 0x2E80


@lru_cache(maxsize=1024)
def pieces_of(words: str) -> tuple[str, ...]:
    """Return the units that may not be split: words with the blanks after them, single Chinese characters with closing
    marks.
    """
    pieces: list[str] = []
    for letter in words:
        last = pieces[-1] if pieces else ""
        starts = not last or last[-1] == " " or _is_wide(letter) or _is_wide(last[-1])
        if letter == " " or letter in CLOSING or (last and last[-1] in _OPENING):
            starts = not last
        if starts:
            pieces.append(letter)
        else:
            pieces[-1] += letter
    return tuple(pieces)


def wrapped(words: str, width: float, measure: Callable[[str], float]) -> list[str]:
    """Return ``words`` in lines no wider than ``width`` as ``measure`` says; a unit that is too wide has a line of its
    own.
    """
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for piece in pieces_of(paragraph):
            if line and measure((line + piece).rstrip()) > width:
                lines.append(line.rstrip())
                line = piece
            else:
                line += piece
        lines.append(line.rstrip())
    return lines


def text_column(
    paragraphs: Iterable[tuple[str, int, Colour, bool]], at: tuple[int, int], width: float, gap: int
) -> tuple[list[TextLine], int]:
    """Return paragraphs (words, size, colour, whether bold) one below another from ``at``, and the y below the last.

    Each is wrapped to ``width``, with ``gap`` pixels below it.
    """
    x, y = at
    texts: list[TextLine] = []
    for words, size, colour, bold in paragraphs:
        for line in wrapped(words, width, partial(text_width, size=size, bold=bold)):
            y += line_height(size)
            texts.append(TextLine(line, (x, y), size, colour, bold))
        y += gap
    return texts, y


def _page(root: NodePath, image: Image) -> None:
    height, width = image.shape[:2]
    maker = CardMaker("page")
    maker.set_frame(0, width, -height, 0)
    card = root.attach_new_node(maker.generate())
    card.set_texture(texture_2d("page", image[::-1]))
    card.set_shader(shader("text", "page"))
    card.set_bin("fixed", 0)


def _clamp(font: DynamicTextFont) -> None:
    """Keep glyphs at a page's edge from bleeding into those at the other."""
    for number in range(font.get_num_pages()):
        page = font.get_page(number)
        page.set_wrap_u(SamplerState.WM_clamp)
        page.set_wrap_v(SamplerState.WM_clamp)


def _write(root: NodePath, text: TextLine) -> None:
    font = _font(text.bold, text.size)
    node = TextNode("text")
    node.set_font(font)
    node.set_text(text.words)
    node.set_text_color(LVector4(*text.colour, 1))
    line = root.attach_new_node(node.generate())
    _clamp(font)
    left = text.at[0] - text_width(text.words, text.size, bold=text.bold) * (text.align + 1) / 2
    line.set_pos(round(left), 0, -round(text.at[1]))
    line.set_scale(text.size)
    line.set_shader(shader("text", "text"))
    blend = (ColorBlendAttrib.M_add, ColorBlendAttrib.O_one, ColorBlendAttrib.O_one_minus_incoming_alpha)
    line.set_attrib(ColorBlendAttrib.make(*blend))
    line.set_bin("fixed", 1)


def draw_texts(graphics: Graphics, image: Image, texts: Sequence[TextLine]) -> Image:
    """Return the picture with texts written on it."""
    height, width = image.shape[:2]
    root = NodePath("words")
    root.set_depth_test(False)
    root.set_depth_write(False)
    root.set_two_sided(True)
    _page(root, image)
    for text in texts:
        _write(root, text)
    lens = OrthographicLens()
    lens.set_film_size(width, height)
    lens.set_film_offset(width / 2, -height / 2)
    lens.set_near_far(-10, 10)
    camera = root.attach_new_node(Camera("page", lens))
    buffer = graphics.buffer("page", (width, height), sort=20)
    texture = Texture("page")
    buffer.add_render_texture(texture, GraphicsOutput.RTM_copy_ram)
    try:
        buffer.make_display_region().set_camera(camera)
        graphics.engine.render_frame()
        return pixels(texture)
    finally:
        graphics.remove(buffer)
        root.remove_node()
