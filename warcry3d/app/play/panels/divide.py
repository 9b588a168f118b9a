"""Divides items among bins: cards that are dragged, or taken by Tab and sent by the bin's number."""

import math
from collections import Counter
from collections.abc import Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import HoldItem, MoveItem
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import DIM, NORMAL, PlayFrame, icon_of
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.app.scene.label import wrapped
from warcry3d.game.prompts import Bin, Divide, Option, domain_faults

__all__ = ["bin_sizes", "cards_high", "draw_divide"]

PAYLOAD = "item"
WIDTH, NARROW = 190.0, 128.0
"""Width of a bin: for cards with a name, and at least (points)."""
CARD, MOST_CARDS, FEW_CARDS = 27.0, 7, 2
"""Height of a card (points); for how many a bin is high at most, beyond it scrolls; for how many at least, if that can
be.
"""
HEADING = 52.0
"""Height of a bin's title in one line, its limits and edges (points)."""
BELOW = 62.0
"""Height of what is not bins: the button and the panel's edges (points)."""
DIE = 17.0
GAP = 9.0
"""Between two bins (points)."""
INSIDE = 7.0
"""Between the edge of a bin and what is in it (points)."""


def draw_divide(panel: PlayFrame, bottom: float) -> None:
    """Draw the bins over the action bar, their lower edge at a pixel."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Divide):
        return
    _, room = panel.layout.strip
    padding = 2 * 10 * panel.scale
    _, top, _, header = panel.layout.header
    high = bottom - 0.7 * panel.layout.margin - (top + header + panel.layout.margin) - BELOW * panel.scale
    with panel.strip("play-divide", bottom):
        _bins(panel, prompt, (room - padding, high))
        faults = domain_faults(prompt, panel.model.draft.divided)
        imgui.begin_disabled(bool(faults))
        if imgui.button(panel.say("Done ({key})", key=panel.key(DROP))):
            panel.wanted.append(PlayCommand.SUBMIT)
        imgui.end_disabled()
        if faults:
            imgui.same_line()
            panel.small(panel.reason(faults[0]), AMBER)


def _bins(panel: PlayFrame, prompt: Divide, room: tuple[float, float]) -> None:
    """Draw all bins, in rows where one is too short, within a room of a width and a height."""
    draft = panel.model.draft
    rest = tuple(item for item in prompt.items if not draft.bin_of(item.id))
    shown: list[tuple[Bin | None, tuple[Option, ...], int]] = [(None, rest, 0)] if rest else []
    for number, bin in enumerate(prompt.bins, 1):
        shown.append((bin, tuple(one for one in prompt.items if draft.bin_of(one.id) == bin.id), number))
    most = cards_high(prompt, draft.divided)
    in_row, width, height = bin_sizes(len(shown), most, room, _longest(panel, prompt), panel.scale)
    titles = [_title(panel, bin, number, width) for bin, _, number in shown]
    with panel.text(NORMAL, is_bold=True):
        more = (max(len(lines) for lines in titles) - 1) * imgui.get_text_line_height()
    height = min(height + more, room[1] / math.ceil(len(shown) / in_row))
    for place, ((one, items, _), lines) in enumerate(zip(shown, titles, strict=True)):
        if place % in_row:
            imgui.same_line()
        _bin(panel, one, items, lines, (width, height))


def _title(panel: PlayFrame, bin: Bin | None, number: int, width: float) -> list[str]:
    """Return what a bin of a width is called, in lines."""
    title = panel.say("to be divided") if bin is None else panel.said(bin.label)
    with panel.text(NORMAL, is_bold=True):
        room = width - 2 * INSIDE * panel.scale
        return wrapped(
            f"[{number}]  {title}" if number else title, room, lambda part: float(imgui.calc_text_size(part).x)
        )


def cards_high(prompt: Divide, divided: Sequence[tuple[str, str]]) -> int:
    """Return for how many cards bins are high: one more than the fullest holds, or held at the start: those that follow
    are under the pointer where the last one was.
    """
    fullest = 0
    for placed in (prompt.start, divided):
        counts = Counter(bin for _, bin in placed)
        fullest = max(fullest, len(prompt.items) - counts.total(), *counts.values())
    return min(fullest + 1, len(prompt.items))


def bin_sizes(
    count: int, cards: int, room: tuple[float, float], longest: float, scale: float
) -> tuple[int, float, float]:
    """Return how many of ``count`` bins stand in a row, how wide and how high each is (pixels).

    ``cards``: for so many each should be high; ``room``: the width and height that all have together; ``longest``: a
    card's width that shows its name. Where the rows of wide bins would show too few cards, they are narrow.
    """
    wide, high = room
    gap = GAP * scale
    found = (1, wide, high)
    for wanted in (min(max(NARROW * scale, longest), WIDTH * scale), NARROW * scale):
        in_row = max(1, min(count, int((wide + gap) / (wanted + gap))))
        width = min(WIDTH * scale, (wide - (in_row - 1) * gap) / in_row)
        rows = math.ceil(count / in_row)
        most = (high - (rows - 1) * gap) / rows
        found = in_row, width, min((HEADING + CARD * min(cards, MOST_CARDS)) * scale, most)
        if found[2] >= (HEADING + CARD * min(cards, FEW_CARDS)) * scale:
            break
    return found


def _longest(panel: PlayFrame, prompt: Divide) -> float:
    """Return how wide a bin is that shows the longest name whole (pixels)."""
    with panel.text(NORMAL):
        longest = max((imgui.calc_text_size(_name(panel, item)).x for item in prompt.items), default=0.0)
    style = imgui.get_style()
    return float(longest + 2 * style.frame_padding.x + style.scrollbar_size + 2 * (INSIDE + 1) * panel.scale)


def _name(panel: PlayFrame, item: Option) -> str:
    return " ".join(part for part in (icon_of(item.dice), panel.said(item.label)) if part)


def _bin(
    panel: PlayFrame, bin: Bin | None, items: tuple[Option, ...], title: list[str], size: tuple[float, float]
) -> None:
    """Draw a bin with its items; None: those that are in none yet."""
    with (
        imgui_ctx.push_style_var(imgui.StyleVar_.window_padding.value, (INSIDE * panel.scale, 5 * panel.scale)),
        imgui_ctx.begin_child(f"bin-{bin.id if bin else ''}", size, imgui.ChildFlags_.borders.value),
        panel.text(NORMAL),
    ):
        with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0, 1)):
            for line in title:
                panel.bold(line, DIM if _is_closed(bin, panel.model.draft.held) else GOLD)
        if bin is not None:
            _dice(panel, bin.dice)
            panel.small(_limits(panel, bin, len(items)))
        for item in items:
            _card(panel, item)
        room = imgui.get_content_region_avail()
        imgui.dummy((max(room.x, 1), max(room.y, 1)))
    _accept(panel, "" if bin is None else bin.id)


def _is_closed(bin: Bin | None, held: str) -> bool:
    """Return whether a bin does not take the card that is held."""
    return bin is not None and bool(held) and bin.items is not None and held not in bin.items


def _dice(panel: PlayFrame, faces: tuple[int, ...]) -> None:
    """Draw dice at the cursor; what follows stands beside them."""
    side = DIE * panel.scale
    for face in faces:
        at = imgui.get_cursor_screen_pos()
        draw_die(panel, face, (at.x, at.y), side)
        imgui.dummy((side, side))
        imgui.same_line(0, 2 * panel.scale)
    if faces:
        imgui.dummy((2 * panel.scale, side))
        imgui.same_line()


def _accept(panel: PlayFrame, bin: str) -> None:
    """Take a card that is dropped on what was drawn last."""
    if imgui.begin_drag_drop_target():
        if imgui.accept_drag_drop_payload_py_id(PAYLOAD) is not None:
            panel.wanted.append(MoveItem(panel.model.draft.held, bin))
        imgui.end_drag_drop_target()


def _card(panel: PlayFrame, item: Option) -> None:
    """Draw a card that can be dragged."""
    is_held = panel.model.draft.held == item.id
    name = _name(panel, item)
    with imgui_ctx.push_style_color(
        imgui.Col_.button.value, (0.44, 0.36, 0.20, 1.0) if is_held else (0.2, 0.2, 0.21, 1)
    ):
        if imgui.button(f"{name}##{item.id}", (-1, 0)):
            panel.wanted.append(HoldItem(item.id))
    is_cut = imgui.calc_text_size(name).x > imgui.get_item_rect_size().x
    panel.tooltip(name if is_cut else "", *(panel.reason(fact) for fact in item.facts))
    if imgui.begin_drag_drop_source():
        imgui.set_drag_drop_payload_py_id(PAYLOAD, 0)
        if not is_held:
            panel.wanted.append(HoldItem(item.id))
        with panel.text(NORMAL):
            imgui.text_unformatted(name)
        imgui.end_drag_drop_source()


def _limits(panel: PlayFrame, bin: Bin, count: int) -> str:
    """Return how many are in a bin, and how many it takes."""
    if bin.most is None:
        return panel.say("{n}, at least {least}", n=count, least=bin.least) if bin.least else str(count)
    if bin.least == bin.most:
        return panel.say("{n} of {most}", n=count, most=bin.most)
    if not bin.least:
        return panel.say("{n} of {most} at most", n=count, most=bin.most)
    return panel.say("{n}, from {least} to {most}", n=count, least=bin.least, most=bin.most)
