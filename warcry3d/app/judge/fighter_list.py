"""All models by name in the panel: who stands behind a wall is picked there, without a turn of the camera."""

from imgui_bundle import imgui

from warcry3d.app.judge.intents import ClickFighter, HoverFighter
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.scene.colours import side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.short_text import shortened
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.messages.names import fighter_name

__all__ = ["draw_fighters"]

BAR = 4.0
"""Width of the bar in the side's colour before a name (points)."""


def draw_fighters(frame: Frame, model: JudgeModel) -> list[Wanted]:
    """Draw a row for each model, side by side of the table; pointing shows it there, a click picks it."""
    wanted: list[Wanted] = []
    space(0.3)
    sides = list(dict.fromkeys(one.side for one in model.table.models))
    for one in sorted(model.table.models, key=lambda one: sides.index(one.side)):
        at = imgui.get_cursor_screen_pos()
        is_pressed = imgui.selectable(f"##fighter-{one.id}", one.id in (model.viewer, model.hovered))[0]
        if imgui.is_item_hovered() and one.id != model.hovered:
            wanted.append(HoverFighter(one.id))
        high = imgui.get_item_rect_max()
        bar = packed(readable(side_colour(one.side)), 1.0)
        imgui.get_window_draw_list().add_rect_filled(at, (at.x + BAR * frame.scale, high.y), bar)
        imgui.same_line(0, 0)
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + 3 * BAR * frame.scale)
        imgui.text_unformatted(shortened(fighter_name(one.id, frame.words), imgui.get_content_region_avail().x))
        if is_pressed:
            wanted.append(ClickFighter(one.id))
    return wanted
