"""When a tool tip is due: where the pointer came to rest by its own motion, not where something moved beneath it."""

from dataclasses import dataclass

from imgui_bundle import imgui

__all__ = ["follow_pointer", "is_tip_due", "tool_tip", "tool_tip_below"]


APART = 4.0
"""Between an item and a tip that stands below or over it (pixels)."""


@dataclass(slots=True)
class _Pointer:
    """The pointer of the open window: where it was last (pixels), whether it moves, what it moved over last, and what
    a tool tip was shown of, in this frame and in the last one.
    """

    at: tuple[float, float] | None = None
    is_moving: bool = False
    over: int = 0
    shown: int = 0
    was_shown: int = 0


_POINTER = _Pointer()
"""One window is open at a time."""


def follow_pointer() -> None:
    """Take in where the pointer is; called as each frame of panels begins."""
    at = imgui.get_mouse_pos()
    _POINTER.is_moving = _POINTER.at != (at.x, at.y)
    _POINTER.at = at.x, at.y
    if _POINTER.is_moving:
        _POINTER.over = 0
    _POINTER.was_shown, _POINTER.shown = _POINTER.shown, 0


def is_tip_due() -> bool:
    """Return whether a tool tip of the item that was drawn last is to be shown: the pointer moved onto it and rests
    there, or moves on over it since. An item that came under a pointer at rest has none until the pointer moves.
    """
    if not imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled.value):
        return False
    item = _item()
    if _POINTER.is_moving:
        _POINTER.over = item
    if _POINTER.over != item or (_POINTER.is_moving and _POINTER.was_shown != item):
        return False
    _POINTER.shown = item
    return True


def tool_tip(text: str) -> None:
    """Show a text about the item that was drawn last, where a tool tip of it is due."""
    if text and is_tip_due():
        imgui.set_tooltip(text)


def tool_tip_below(text: str) -> None:
    """Show a text about the item that was drawn last as `tool_tip` does, below it, where it hides no name beside it:
    over it where there is no room below.
    """
    if not text or not is_tip_due():
        return
    low, high, screen = imgui.get_item_rect_min(), imgui.get_item_rect_max(), imgui.get_io().display_size
    pad, size = imgui.get_style().window_padding, imgui.calc_text_size(text)
    left = max(0.0, min(low.x, screen.x - size.x - 2 * pad.x))
    is_below = high.y + APART + size.y + 2 * pad.y <= screen.y
    at, pivot = ((left, high.y + APART), (0.0, 0.0)) if is_below else ((left, low.y - APART), (0.0, 1.0))
    imgui.set_next_window_pos(at, imgui.Cond_.always.value, pivot)
    imgui.set_tooltip(text)


def _item() -> int:
    """Return what tells the item that was drawn last from others: its id; of a text, which has none, its place."""
    if (id := imgui.get_item_id()) != 0:
        return int(id)
    low = imgui.get_item_rect_min()
    return hash((int(imgui.internal.get_current_window().id_), low.x, low.y))
