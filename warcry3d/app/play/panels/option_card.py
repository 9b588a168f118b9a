"""An option as a card: what it is called, and under it what it leads to."""

from collections.abc import Sequence

from imgui_bundle import imgui

from warcry3d.app.play.intents import PickOption, PointOption
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.scene.label import wrapped
from warcry3d.app.widgets.theme import packed
from warcry3d.game.prompts import Option, PickOne

__all__ = ["are_explained", "draw_option_card"]

MOST_CARDS = 4
WIDTH = 280.0
"""Of a card, at most (points)."""


def are_explained(options: Sequence[Option]) -> bool:
    """Return whether options are few, stand for nothing on the table, and say what they lead to."""
    is_few = 1 < len(options) <= MOST_CARDS
    return is_few and all(one.facts and not (one.model or one.piece or one.at or one.dice) for one in options)


def draw_option_card(panel: PlayFrame, prompt: PickOne, option: Option, number: int, count: int) -> None:
    """Draw the card of the option that a number picks, one of ``count`` in a row."""
    scale, gap = panel.scale, 8 * panel.scale
    if number > 1:
        imgui.same_line(0, gap)
        room = imgui.get_content_region_avail().x / (count - number + 1)
    else:
        room = (imgui.get_content_region_avail().x - (count - 1) * gap) / count
    width, pad = min(room, WIDTH * scale), 9 * scale
    with panel.text(SMALL):
        facts = [panel.said(fact.message) for fact in option.facts]
        lines = [part for fact in facts for part in wrapped(fact[:1].upper() + fact[1:], width - 2 * pad, _extent)]
        line = imgui.get_text_line_height()
    with panel.text(NORMAL, is_bold=True):
        title = imgui.get_text_line_height()
    at = imgui.get_cursor_screen_pos()
    height = title + max(len(lines), 2) * line + 1.6 * pad
    if imgui.invisible_button(f"##{option.id}", (width, height)):
        panel.wanted.append(PickOption(prompt.id, option.id))
    is_hovered = imgui.is_item_hovered()
    if is_hovered:
        panel.wanted.append(PointOption(prompt.id, option.id))
    is_lit = is_hovered or panel.model.pointed == (prompt.id, option.id)
    paper = imgui.get_window_draw_list()
    paper.add_rect_filled((at.x, at.y), (at.x + width, at.y + height), packed((0.20, 0.20, 0.21), 0.9), 7 * scale)
    if is_lit:
        panel.framed((at.x, at.y, width, height), GOLD)
    name = panel.said(option.label)
    with panel.text(NORMAL, is_bold=True):
        left = imgui.calc_text_size(f"{number}   ").x
        paper.add_text((at.x + pad, at.y + 0.7 * pad), packed(DIM, 1.0), f"{number}")
        paper.add_text((at.x + pad + left, at.y + 0.7 * pad), packed(PAPER, 1.0), f"{name[:1].upper()}{name[1:]}")
    with panel.text(SMALL):
        for row, said in enumerate(lines):
            paper.add_text((at.x + pad, at.y + 0.9 * pad + title + row * line), packed(DIM, 1.0), said)


def _extent(text: str) -> float:
    return float(imgui.calc_text_size(text).x)
