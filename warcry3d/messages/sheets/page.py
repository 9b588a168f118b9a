"""Pages as data: lines, areas and texts in inches from the upper left corner, in the font that ships."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from warcry3d.message import visible
from warcry3d.table.shipped import shipped_root

__all__ = ["PageArea", "PageItem", "PageLine", "PageText", "SheetPage", "cut_to", "font_file", "text_width", "writable"]

Place: TypeAlias = tuple[float, float]
Rgb: TypeAlias = tuple[int, int, int]

POINT = 1 / 72
"""A printer's point in inches."""

_MEASURED_AT = 100


@dataclass(frozen=True, slots=True)
class PageLine:
    """A line through some places; ``width`` in points, ``dash`` in inches (0: solid)."""

    places: tuple[Place, ...]
    colour: Rgb = (0, 0, 0)
    width: float = 0.6
    dash: float = 0.0


@dataclass(frozen=True, slots=True)
class PageArea:
    """A filled polygon with an edge; ``fill`` None: only the edge, ``edge`` None: only the fill."""

    places: tuple[Place, ...]
    fill: Rgb | None
    edge: Rgb | None = (0, 0, 0)
    width: float = 0.8


@dataclass(frozen=True, slots=True)
class PageText:
    """A text of ``size`` points whose baseline begins (``align`` 0), has its middle (0.5) or ends (1) at a place."""

    text: str
    at: Place
    size: float = 9.0
    is_bold: bool = False
    align: float = 0.0
    colour: Rgb = (20, 20, 20)

    @property
    def start(self) -> Place:
        """Return where its baseline begins."""
        return self.at[0] - self.align * text_width(self.text, self.size, self.is_bold), self.at[1]


PageItem: TypeAlias = PageLine | PageArea | PageText


@dataclass(frozen=True, slots=True)
class SheetPage:
    """A page of ``width`` x ``height`` (in) and what is drawn on it, in this order."""

    width: float
    height: float
    items: tuple[PageItem, ...]


def font_file(is_bold: bool) -> Path:
    """Return the font that ships."""
    weight = "Bold" if is_bold else "Regular"
    return shipped_root() / "assets" / "fonts" / f"NotoSansCJK-{weight}-SC-GB2312.otf"


@cache
def _measure(is_bold: bool) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(font_file(is_bold)), _MEASURED_AT)


@cache
def _letters() -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(font_file(False), lazy=True) as font:
        return frozenset(font.getBestCmap())


def writable(text: str) -> str:
    r"""Return a text as it can be written: one line, controls and letters that the font does not have as escapes.

    >>> writable("a\n\u202eb 战 \U0001f980")
    'a\\n\\u202eb 战 \\U0001f980'
    """
    known = _letters()
    return "".join(
        letter if ord(letter) in known else letter.encode("unicode_escape").decode("ascii") for letter in visible(text)
    )


def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """Return how wide (in) a text of ``size`` points is."""
    return float(_measure(is_bold).getlength(text)) / _MEASURED_AT * size * POINT


def cut_to(text: str, width: float, size: float, is_bold: bool = False) -> str:
    """Return a text, cut with an ellipsis where it is wider than ``width`` (in)."""
    if len(text) <= 400 and text_width(text, size, is_bold) <= width:
        return text
    low, high = 0, min(len(text), 400)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle] + "…", size, is_bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low] + "…"


def box_of(low: Place, high: Place) -> tuple[Place, ...]:
    """Return the corners of a rectangle."""
    return (low, (high[0], low[1]), high, (low[0], high[1]))


def placed(places: Sequence[Place], origin: Place, scale: float) -> tuple[Place, ...]:
    """Return places of a board, y upwards, on a page: ``origin`` is where the board's origin lies."""
    return tuple((origin[0] + x * scale, origin[1] - y * scale) for x, y in places)
