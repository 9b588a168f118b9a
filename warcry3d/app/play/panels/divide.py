"""Divides items among bins: cards that are dragged, or taken by Tab and sent by the bin's number."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import HoldItem, MoveItem
from warcry3d.app.play.intents import PlayCommand
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.frame import NORMAL, PlayFrame, icon_of
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.game.prompts import Bin, Divide, Option, domain_faults

__all__ = ["draw_divide"]

PAYLOAD = "item"
WIDTH, HEIGHT = 190.0, 250.0
"""Size of a bin (points)."""


def draw_divide(panel: PlayFrame, bottom: float) -> None:
    """Draw the bins over the action bar, their lower edge at a pixel."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Divide):
        return
    left = panel.layout.strip[0]
    with panel.window("play-divide", (left, bottom - 0.7 * panel.layout.margin), (0, 0), (0.0, 1.0)):
        rest = tuple(item for item in prompt.items if not panel.model.draft.bin_of(item.id))
        if rest:
            _bin(panel, None, rest, 0)
        for number, bin in enumerate(prompt.bins, 1):
            if number > 1 or rest:
                imgui.same_line()
            _bin(panel, bin, tuple(one for one in prompt.items if panel.model.draft.bin_of(one.id) == bin.id), number)
        faults = domain_faults(prompt, panel.model.draft.divided)
        imgui.begin_disabled(bool(faults))
        if imgui.button(panel.say("Done ({key})", key=panel.key(DROP))):
            panel.wanted.append(PlayCommand.SUBMIT)
        imgui.end_disabled()
        if faults:
            imgui.same_line()
            panel.small(panel.reason(faults[0]), AMBER)


def _bin(panel: PlayFrame, bin: Bin | None, items: tuple[Option, ...], number: int) -> None:
    """Draw a bin with its items; None: those that are in none yet."""
    scale = panel.scale
    size = (WIDTH * scale, HEIGHT * scale)
    with imgui_ctx.begin_child(f"bin-{bin.id if bin else ''}", size, imgui.ChildFlags_.borders.value):
        title = panel.say("to be divided") if bin is None else panel.said(bin.label)
        panel.bold(f"{number}  {title}" if number else title, GOLD)
        if bin is not None:
            panel.small(" ".join((icon_of(bin.dice), _limits(panel, bin, len(items)))))
        for item in items:
            _card(panel, item)
        room = imgui.get_content_region_avail()
        imgui.dummy((max(room.x, 1), max(room.y, 1)))
    _accept(panel, "" if bin is None else bin.id)


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
    return panel.say("{n}, from {least} to {most}", n=count, least=bin.least, most=bin.most)
