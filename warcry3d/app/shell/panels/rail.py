"""The slim rail at the left that switches rooms; settings and help stand at its foot."""

from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.shell.model import GoToRoom, Panel, ShellIntent, ShowPanel
from warcry3d.app.shell.rooms import ROOMS, RoomEntry
from warcry3d.app.widgets.icons import draw_icon
from warcry3d.app.widgets.side_panel import FIXED, panel_width
from warcry3d.app.widgets.theme import packed
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import Words

__all__ = ["covered_left", "draw_rail", "is_near_rail", "rail_room", "rail_width"]

WIDTH, CELL = 74.0, 70.0
"""Width of the rail, height of one of its places (points)."""
ICON = 26.0
QUIET: Colour = (0.64, 0.63, 0.60)
NEAR = 14.0
"""A hidden rail comes when the pointer is so near to the window's left edge (points)."""


def rail_width(scale: float) -> float:
    """Return the width of the rail (pixels)."""
    return WIDTH * scale


def rail_room(entry: RoomEntry, scale: float) -> float:
    """Return how much of the window's left the rail takes in a room (pixels): nothing where it hides."""
    return 0.0 if entry.hides_rail else rail_width(scale)


def covered_left(entry: RoomEntry, scale: float, window: int) -> tuple[float, float]:
    """Return how much of the left of a window so wide the rail takes in a room, and its panel beside it (pixels)."""
    return rail_room(entry, scale), panel_width(window, scale, entry.left_panel) if entry.left_panel else 0.0


def is_near_rail(pointer: tuple[float, float] | None, scale: float, *, is_shown: bool = False) -> bool:
    """Return whether a rail that hides is to be seen: the pointer is at the edge, or over a rail that ``is_shown``."""
    return pointer is not None and pointer[0] <= (WIDTH if is_shown else NEAR) * scale


def draw_rail(
    front: str, panel: Panel | None, words: Words, area: tuple[float, float], scale: float, wanted: list[ShellIntent]
) -> None:
    """Draw the rail from the pixel row ``area[0]`` to ``area[1]``; ``front``: the room in front."""
    top, bottom = area
    imgui.set_next_window_pos((0, top))
    imgui.set_next_window_size((rail_width(scale), bottom - top))
    imgui.set_next_window_bg_alpha(0.96)
    rooms = [(name, words.say(entry.template), GoToRoom(name), name == front) for name, entry in ROOMS.items()]
    panels = [
        ("settings", words.say("Settings"), ShowPanel(Panel.SETTINGS), panel is Panel.SETTINGS),
        ("help", words.say("Keys"), ShowPanel(Panel.KEYS), panel is Panel.KEYS),
    ]
    cell = min(CELL * scale, (bottom - top) / (len(rooms) + len(panels)))
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_rounding.value, 0.0),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (0.0, 0.0)),
        imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0.0, 0.0)),
        imgui_ctx.begin("rail", None, FIXED),
    ):
        _places(rooms, cell, scale, wanted)
        imgui.set_cursor_pos_y(max(imgui.get_cursor_pos_y(), bottom - top - len(panels) * cell))
        _places(panels, cell, scale, wanted)


RailPlace = tuple[str, str, ShellIntent, bool]


def _places(places: Sequence[RailPlace], cell: float, scale: float, wanted: list[ShellIntent]) -> None:
    """Draw places of ``cell`` pixels in height: less than usual where the window is too low for all."""
    for icon, title, intent, is_on in places:
        at = imgui.get_cursor_screen_pos()
        size = (rail_width(scale), cell)
        if imgui.invisible_button(f"rail-{icon}", size) and not (isinstance(intent, GoToRoom) and is_on):
            wanted.append(intent)
        is_hovered = imgui.is_item_hovered()
        paper = imgui.get_window_draw_list()
        if is_on:
            paper.add_rect_filled((at.x, at.y), (at.x + size[0], at.y + size[1]), packed((0.17, 0.14, 0.08), 1.0))
            paper.add_rect_filled((at.x, at.y), (at.x + 4 * scale, at.y + size[1]), packed(GOLD, 1.0))
        colour = GOLD if is_on else PAPER if is_hovered else QUIET
        middle = (at.x + size[0] / 2, at.y + 0.38 * size[1])
        draw_icon(icon, middle, ICON * scale, packed(colour, 1.0), packed(INK, 1.0))
        _title(title, (middle[0], at.y + 0.66 * size[1], at.y + size[1]), size[0] - 4 * scale, packed(colour, 1.0))
        tool_tip(title)


def _title(title: str, at: tuple[float, float, float], room: float, colour: int) -> None:
    """Write a title under its icon, as small as it must be to fit; ``at``: its middle, its top, and where it must end,
    which raises large text.
    """
    size = imgui.get_style().font_size_base * 0.72
    extent = imgui.calc_text_size(title)
    width, height = 0.72 * extent.x, 0.72 * extent.y
    if width > room:
        size, width, height = size * room / width, room, height * room / width
    place = at[0] - width / 2, min(at[1], at[2] - height)
    imgui.get_window_draw_list().add_text(imgui.get_font(), size, place, colour, title)
