"""A paragraph whose parts have colours of their own: broken into lines as one text, keys standing out in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from imgui_bundle import imgui

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.scene.colours import GREEN, PAPER, Colour
from warcry3d.app.scene.label import CLOSING, pieces_of
from warcry3d.app.widgets.theme import packed

__all__ = ["StyledText", "TextFlow", "as_key", "draw_flow", "flow_of", "parts_of", "width_of_text"]

_KEY_BEGINS, _KEY_ENDS = "⟦", "⟧"
"""What stands around the name of a key inside of a sentence."""


@dataclass(frozen=True, slots=True)
class StyledText:
    """A stretch of text in one style. ``size``: against the text around it; ``rule``: a click opens what it says."""

    text: str
    colour: Colour = PAPER
    is_bold: bool = False
    size: float = 1.0
    rule: str = ""


Measure: TypeAlias = Callable[[StyledText], float]
"""Returns how wide a part is (pixels)."""


@dataclass(frozen=True, slots=True)
class TextFlow:
    """Parts in lines, each with the pixel at which it begins in its line, and how wide the widest line is."""

    lines: tuple[tuple[tuple[float, StyledText], ...], ...]
    width: float


def as_key(name: str) -> str:
    """Return the name of a key, to stand out in a sentence."""
    return f"{_KEY_BEGINS}{name}{_KEY_ENDS}"


def parts_of(sentence: str, colour: Colour = PAPER) -> Iterator[StyledText]:
    """Yield the parts of a sentence: its keys in green.

    >>> [part.text for part in parts_of(f"press {as_key('M')} to move")]
    ['press ', 'M', ' to move']
    """
    for number, text in enumerate(sentence.replace(_KEY_ENDS, _KEY_BEGINS).split(_KEY_BEGINS)):
        if text:
            yield StyledText(text, GREEN, is_bold=True) if number % 2 else StyledText(text, colour)


def flow_of(parts: Sequence[StyledText], room: float, measure: Measure) -> TextFlow:
    """Return parts broken into lines of ``room`` pixels at most; a piece that is wider has a line of its own."""
    lines: list[list[tuple[float, StyledText]]] = [[]]
    x = widest = 0.0
    for part in parts:
        for text in pieces_of(part.text):
            piece, visible = replace(part, text=text), replace(part, text=text.rstrip())
            if lines[-1] and text[0] not in CLOSING and x + measure(visible) > room:
                lines.append([])
                x = 0.0
            lines[-1].append((x, piece))
            widest = max(widest, x + measure(visible))
            x += measure(piece)
    return TextFlow(tuple(tuple(line) for line in lines), widest)


def width_of_text(panel: PlayFrame, part: StyledText) -> float:
    """Return how wide a part is on the screen (pixels)."""
    with panel.text(part.size, is_bold=part.is_bold):
        return float(imgui.calc_text_size(part.text).x)


def draw_flow(panel: PlayFrame, flow: TextFlow) -> None:
    """Draw it at the cursor."""
    paper, at = imgui.get_window_draw_list(), imgui.get_cursor_screen_pos()
    line, base = imgui.get_text_line_height_with_spacing(), imgui.get_text_line_height()
    for number, parts in enumerate(flow.lines):
        for x, part in parts:
            with panel.text(part.size, is_bold=part.is_bold):
                extent = imgui.calc_text_size(part.text)
                place = (at.x + x, at.y + number * line + 0.75 * (base - extent.y))
                paper.add_text(place, packed(part.colour, 1.0), part.text)
                if part.rule:
                    imgui.set_cursor_screen_pos(place)
                    imgui.dummy(extent)
                    panel.opens(part.rule)
    imgui.set_cursor_screen_pos(at)
    imgui.dummy((flow.width, (len(flow.lines) - 1) * line + base))
