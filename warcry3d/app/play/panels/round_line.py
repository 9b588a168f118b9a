"""Which round has begun, and how many points each side has: a line under the header that nothing is clicked on."""

from collections.abc import Iterator

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.panels.frame import NORMAL, PlayFrame
from warcry3d.app.scene.colours import GOLD, INK, PAPER, Colour
from warcry3d.app.widgets.side_panel import FIXED
from warcry3d.app.widgets.theme import packed
from warcry3d.message import Message

__all__ = ["draw_round_line", "parts_of_round"]

SIZE = 1.15 * NORMAL
PAD = 9.0
"""Around the text (points)."""
FLAGS = FIXED | imgui.WindowFlags_.no_inputs.value | imgui.WindowFlags_.no_focus_on_appearing.value


def draw_round_line(panel: PlayFrame, title: Message, clearness: float, top: float) -> None:
    """Draw it, as clearly as it stands (0 to 1), below what ends at ``top`` (pixels)."""
    pad, (left, _, wide, _) = PAD * panel.scale, panel.layout.header
    with panel.text(SIZE, is_bold=True):
        parts = [(text, colour, imgui.calc_text_size(text).x) for text, colour in parts_of_round(panel, title)]
        height, width = imgui.get_text_line_height() + 2 * pad, sum(one[2] for one in parts) + 4 * pad
        x, y = left + (wide - width) / 2, top + panel.layout.margin
        imgui.set_next_window_pos((x, y))
        imgui.set_next_window_size((width, height))
        imgui.set_next_window_bg_alpha(0.0)
        with imgui_ctx.begin("play-round", None, FLAGS):
            paper, box = imgui.get_window_draw_list(), ((x, y), (x + width, y + height))
            paper.push_clip_rect_full_screen()
            paper.add_rect_filled(*box, packed(INK, 0.92 * clearness), 8 * panel.scale)
            paper.add_rect(*box, packed(GOLD, clearness), 8 * panel.scale, 1.6 * panel.scale)
            x += 2 * pad
            for text, colour, extent in parts:
                paper.add_text((x, y + pad), packed(colour, clearness), text)
                x += extent
            paper.pop_clip_rect()


def parts_of_round(panel: PlayFrame, title: Message) -> Iterator[tuple[str, Colour]]:
    """Yield what it says, part by part, with its colour: two sides' points as a score, else each one's."""
    yield panel.say("{title} begins", title=panel.said(title)), PAPER
    standings = panel.model.moment.standings.sides
    points = {side: standings[side].points for side in panel.model.moment.sides if side in standings}
    if not points or None in points.values():
        return
    for number, (side, n) in enumerate(points.items()):
        name = panel.teller.player(side)
        if len(points) == 2 and number:
            yield " : ", PAPER
            yield f"{n} {name}", panel.colour(side)
        else:
            yield "  ·  ", PAPER
            yield f"{name} {n}", panel.colour(side)
