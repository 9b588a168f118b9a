"""Where a model stands, as two tapes measure it: lines beside the tool bar, to set it up again on a real table."""

from imgui_bundle import imgui

from warcry3d.app.judge.origin_names import EDGES
from warcry3d.app.measures.labels import open_picture
from warcry3d.app.scene.colours import INK, PAPER, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.name_labels import Box
from warcry3d.app.widgets.theme import packed, readable
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.table.table import Table
from warcry3d.table.tape_measures import FromEdge, nearest_edges

__all__ = ["draw_position", "position_lines"]

TEXT = 0.8
"""Size of the text against the panels'."""


def position_lines(table: Table, id: str, words: Words) -> tuple[str, ...]:
    """Return a model's name and its distances from two edges of the board; how high it stands if not on the floor."""
    model = table.model(id)
    lines = [fighter_name(id, words)]
    for one in nearest_edges(table, model):
        assert isinstance(one.origin, FromEdge)
        lines.append(
            words.say("{inches:.2f} in from the {edge}", inches=one.inches, edge=words.say(EDGES[one.origin.edge]))
        )
    if model.placement.at[2] > 0:
        lines.append(words.say("{inches:.2f} in above the floor", inches=model.placement.at[2]))
    return tuple(lines)


def draw_position(frame: Frame, table: Table, id: str | None, bar: Box) -> None:
    """Draw them behind all panels, at the right of ``bar``, or above it where there is no room; nothing for nobody."""
    if id is None or table.grid is not None:
        return
    lines = position_lines(table, id, frame.words)
    size, pad = imgui.get_style().font_size_base * TEXT, 6 * frame.scale
    extents = [imgui.calc_text_size(line) for line in lines]
    wide, step = max(one.x for one in extents) * TEXT + 2.8 * pad, 1.1 * size
    high = step * len(lines) + 1.2 * pad
    left, _, width, _ = open_picture(frame)
    right, bottom = left + width - pad, bar[1] + bar[3]
    if right - wide < bar[0] + bar[2] + pad:
        bottom = bar[1] - pad
    paper, corner = imgui.get_background_draw_list(), (right - wide, bottom - high)
    paper.add_rect_filled(corner, (right, bottom), packed(INK, 0.82), 5 * frame.scale)
    colour = packed(readable(side_colour(table.model(id).side)), 1.0)
    paper.add_rect_filled(corner, (corner[0] + 3 * frame.scale, bottom), colour, 2 * frame.scale)
    for number, line in enumerate(lines):
        at = (corner[0] + 1.4 * pad, corner[1] + 0.6 * pad + number * step)
        paper.add_text(imgui.get_font(), size, at, packed(PAPER, 1.0 if number == 0 else 0.85), line)
