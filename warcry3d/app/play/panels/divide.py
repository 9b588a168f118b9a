"""Divides items among bins: cards that are dragged, or taken by Tab and sent by the bin's number."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import HoldItem, MoveItem
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import NORMAL, PlayFrame, icon_of
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.app.scene.label import wrapped
from warcry3d.game.prompts import Bin, Divide, Option, domain_faults

__all__ = ["draw_divide"]

PAYLOAD = "item"
WIDTH, NARROW = 190.0, 128.0
"""Width of a bin: for cards with a name, and at least (points)."""
CARD, MOST_CARDS = 27.0, 7
"""Height of a card (points), and for how many a bin is high at most: beyond it scrolls."""
DIE = 17.0
INSIDE = 7.0
"""Between the edge of a bin and what is in it (points)."""


def draw_divide(panel: PlayFrame, bottom: float) -> None:
    """Draw the bins over the action bar, their lower edge at a pixel."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Divide):
        return
    _, room = panel.layout.strip
    padding = 2 * 10 * panel.scale
    with panel.strip("play-divide", bottom):
        _bins(panel, prompt, room - padding)
        faults = domain_faults(prompt, panel.model.draft.divided)
        imgui.begin_disabled(bool(faults))
        if imgui.button(panel.say("Done ({key})", key=panel.key(DROP))):
            panel.wanted.append(PlayCommand.SUBMIT)
        imgui.end_disabled()
        if faults:
            imgui.same_line()
            panel.small(panel.reason(faults[0]), AMBER)


def _bins(panel: PlayFrame, prompt: Divide, room: float) -> None:
    """Draw all bins, in rows where one is too short."""
    draft = panel.model.draft
    rest = tuple(item for item in prompt.items if not draft.bin_of(item.id))
    shown: list[tuple[Bin | None, tuple[Option, ...], int]] = [(None, rest, 0)] if rest else []
    for number, bin in enumerate(prompt.bins, 1):
        shown.append((bin, tuple(one for one in prompt.items if draft.bin_of(one.id) == bin.id), number))
    gap = imgui.get_style().item_spacing.x
    in_row = max(1, min(len(shown), int((room + gap) / (NARROW * panel.scale + gap))))
    width = min(WIDTH * panel.scale, (room - (in_row - 1) * gap) / in_row)
    most = max(len(items) for _, items, _ in shown)
    titles = [_title(panel, bin, number, width) for bin, _, number in shown]
    height = _height(panel, min(most + 1, len(prompt.items)), max(len(lines) for lines in titles))
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


def _height(panel: PlayFrame, cards: int, lines: int) -> float:
    """Return how high a bin is: its heading, its limits, and room for one card more than the fullest has, but no more
    than there are.
    """
    with panel.text(NORMAL, is_bold=True):
        more = (lines - 1) * imgui.get_text_line_height()
    return (52.0 + CARD * min(cards, MOST_CARDS)) * panel.scale + more


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
                panel.bold(line, GOLD)
        if bin is not None:
            _dice(panel, bin.dice)
            panel.small(_limits(panel, bin, len(items)))
        for item in items:
            _card(panel, item)
        room = imgui.get_content_region_avail()
        imgui.dummy((max(room.x, 1), max(room.y, 1)))
    _accept(panel, "" if bin is None else bin.id)


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
    name = " ".join(part for part in (icon_of(item.dice), panel.said(item.label)) if part)
    with imgui_ctx.push_style_color(
        imgui.Col_.button.value, (0.44, 0.36, 0.20, 1.0) if is_held else (0.2, 0.2, 0.21, 1)
    ):
        if imgui.button(f"{name}##{item.id}", (-1, 0)):
            panel.wanted.append(HoldItem(item.id))
    panel.tooltip(*(panel.reason(fact) for fact in item.facts))
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
