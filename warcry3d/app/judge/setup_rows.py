"""Rows of the form that sets a quarrel up: a title, then a field."""

from collections.abc import Iterator
from contextlib import contextmanager

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.setup_intents import Act, AddAction, TypeField
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.theme import greyed

__all__ = ["form_field", "form_row", "tab_stops", "took"]

TITLE = 112.0
"""Width of a row's title (points)."""


def form_row(frame: Frame, title: str) -> "imgui_ctx.begin_group":
    """Write the title of a row; draw its field within."""
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(title)
    imgui.same_line(TITLE * frame.scale)
    return imgui_ctx.begin_group()


def form_field(
    frame: Frame, title: str, name: str, text: str, hint: str, wanted: list[Wanted], *, is_off: bool = False
) -> None:
    """Draw a row with a field to type into, by the name that it has in the state."""
    with form_row(frame, title), greyed(is_off):
        imgui.set_next_item_width(-1)
        with tab_stops(True):
            is_changed, typed = imgui.input_text_with_hint(f"##{name}", hint, text)
        took(is_changed, TypeField(name, typed), wanted)


def took(is_changed: bool, typed: Wanted, wanted: list[Wanted]) -> None:
    """Ask for what was typed into the field that was drawn last; once it is left, it is meant as it stands."""
    if is_changed:
        wanted.append(typed)
    if imgui.is_item_deactivated_after_edit():
        wanted.append(Act(AddAction.DONE))


@contextmanager
def tab_stops(does: bool) -> Iterator[None]:
    """Let Tab go to what is drawn within, or past it."""
    imgui.push_item_flag(imgui.ItemFlags_.no_tab_stop.value, not does)
    try:
        yield
    finally:
        imgui.pop_item_flag()
