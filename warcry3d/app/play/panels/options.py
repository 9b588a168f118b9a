"""The options of the prompt that is being answered, in a strip over the action bar: to click, with what is known."""

import math

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import ToggleOption, only_option
from warcry3d.app.play.intents import HoverModel, PickOption, PlayCommand, PointOption
from warcry3d.app.play.keys import DROP
from warcry3d.app.play.panels.die import draw_die
from warcry3d.app.play.panels.frame import DIM, NORMAL, PlayFrame
from warcry3d.app.play.panels.option_card import are_explained, draw_option_card
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import beside, coloured, packed
from warcry3d.game.prompts import Option, PickOne, PickSome

__all__ = ["draw_options", "draw_options_in_bar", "is_in_bar"]

REFUSED = 0.78
"""Size of the text of what cannot be picked, against that of what can."""
MOST_REFUSED, MOST_TOLD = 4, 16
"""So many refused options are shown, and so many of the others are explained in a tooltip."""
GAP = 0.35
"""Beside a die, in widths of it."""
MOST_HEIGHT = 150.0
"""The strip scrolls beyond this height (points)."""


def is_in_bar(panel: PlayFrame) -> bool:
    """Return whether the options stand in the action bar itself: there is no other prompt, but for a plain yes and what
    is open beside every question.
    """
    prompt = panel.model.prompt
    return panel.model.has_one_pick and isinstance(prompt, PickOne | PickSome) and not prompt.is_aside


def draw_options_in_bar(panel: PlayFrame) -> None:
    """Draw the options into the action bar."""
    prompt = panel.model.prompt
    if isinstance(prompt, PickOne | PickSome):
        _draw_all(panel, prompt)


def draw_options(panel: PlayFrame, bottom: float) -> None:
    """Draw the strip with its lower edge at a pixel."""
    model, prompt = panel.model, panel.model.prompt
    if not isinstance(prompt, PickOne | PickSome) or not model.options or is_in_bar(panel):
        return
    _, width = panel.layout.strip
    imgui.set_next_window_size_constraints((width, 0), (width, MOST_HEIGHT * panel.scale))
    with panel.strip("play-options", bottom, width):
        _draw_all(panel, prompt)


def _draw_all(panel: PlayFrame, prompt: PickOne | PickSome) -> None:
    allowed = [one for one in panel.model.options if not one.faults]
    refused = [one for one in panel.model.options if one.faults]
    are_cards = not refused and are_explained(allowed)
    numbers = panel.model.numbers
    for place, option in enumerate(allowed, 1):
        if are_cards and isinstance(prompt, PickOne):
            draw_option_card(panel, prompt, option, place, len(allowed))
        else:
            _draw(panel, prompt, option, numbers.get(option.id, 0), is_first=place == 1)
    shown = 0
    while shown < min(MOST_REFUSED, len(refused)) and (not allowed or _has_room(panel, refused[shown])):
        _draw(panel, prompt, refused[shown], 0, is_first=not allowed and not shown)
        shown += 1
    _more(panel, refused[shown:])
    if isinstance(prompt, PickSome):
        _enter(panel, prompt)


def _has_room(panel: PlayFrame, option: Option) -> bool:
    """Return whether a refused option has room beside what came last, with how many more there are: none of them takes
    a line from the table.
    """
    style = imgui.get_style()
    with panel.text(REFUSED):
        width = imgui.calc_text_size(panel.said(option.label)).x + imgui.calc_text_size("+99").x
    edge = imgui.get_window_pos().x + imgui.get_window_width() - style.window_padding.x
    return bool(imgui.get_item_rect_max().x + width + 2 * style.item_spacing.x + 1.2 * style.frame_padding.x <= edge)


def _more(panel: PlayFrame, refused: list[Option]) -> None:
    """Write how many more options are refused; the pointer over it says why each is."""
    if not refused:
        return
    text = panel.say("+{n}", n=len(refused))
    with panel.text(REFUSED):
        beside(imgui.calc_text_size(text).x)
        coloured(text, DIM)
    panel.tooltip(
        *(
            panel.say("{name}: {sentence}", name=panel.said(one.label), sentence=panel.reason(one.faults[0]))
            for one in refused[:MOST_TOLD]
        )
    )


def _draw(panel: PlayFrame, prompt: PickOne | PickSome, option: Option, number: int, *, is_first: bool) -> None:
    is_picked = option.id in panel.model.draft.picked
    is_pointed = panel.model.pointed == (prompt.id, option.id)
    name = panel.said(option.label)
    key = "" if option.faults else _key_of(panel, prompt, number)
    text = f"{key}{_room_for(option.dice)}{name}{_mark(panel, prompt, option)}"
    padding = imgui.get_style().frame_padding
    if option.faults:
        padding = imgui.ImVec2(0.6 * padding.x, 0.4 * padding.y)
    lit = (0.44, 0.36, 0.20, 1.0) if is_picked or is_pointed else (0.20, 0.20, 0.21, 0.9)
    ink = (*(DIM if option.faults else PAPER), 0.6 if option.faults else 1.0)
    with (
        imgui_ctx.push_style_color(imgui.Col_.button.value, lit),
        imgui_ctx.push_style_color(imgui.Col_.text.value, ink),
        imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding.value, padding),
        panel.text(REFUSED if option.faults else 1.0),
    ):
        if not is_first:
            beside(imgui.calc_text_size(text).x + 2 * padding.x)
        is_pressed = imgui.button(f"{text}##{option.id}")
        _dice(panel, option.dice, padding.x + imgui.calc_text_size(key).x)
    if is_pointed:
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        imgui.get_window_draw_list().add_rect((low.x, low.y), (high.x, high.y), packed(GOLD, 1.0), 5.0)
    if imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled.value):
        panel.tooltip(*panel.reasons(option))
        panel.wanted.append(PointOption(prompt.id, option.id))
        if option.model:
            panel.wanted.append(HoverModel(option.model))
    if is_pressed:
        panel.wanted.append(
            PickOption(prompt.id, option.id)
            if isinstance(prompt, PickOne) or option.faults
            else ToggleOption(option.id)
        )


def _key_of(panel: PlayFrame, prompt: PickOne | PickSome, number: int) -> str:
    """Return what stands before an option that can be picked: its number, or what does the only one."""
    if only_option(prompt) is not None and not is_in_bar(panel):
        return f"{panel.key(DROP)}  "
    return f"{number}  " if number else ""


def _mark(panel: PlayFrame, prompt: PickOne | PickSome, option: Option) -> str:
    """Return what stands after one that is picked of several: as the how many-th, where that counts."""
    picked = panel.model.draft.picked
    if not isinstance(prompt, PickSome) or option.id not in picked:
        return ""
    return f" ({picked.index(option.id) + 1})" if prompt.is_ordered else " ✓"


def _room_for(dice: tuple[int, ...]) -> str:
    """Return spaces over which dice are drawn, with a gap after them."""
    if not dice:
        return ""
    space, die = imgui.calc_text_size(" ").x, imgui.get_text_line_height()
    return " " * (math.ceil(len(dice) * (die + GAP * die) / space) + 1)


def _dice(panel: PlayFrame, dice: tuple[int, ...], left: float) -> None:
    """Draw the dice that an option is about on the button drawn last."""
    die, low, high = imgui.get_text_line_height(), imgui.get_item_rect_min(), imgui.get_item_rect_max()
    for n, face in enumerate(dice):
        draw_die(panel, face, (low.x + left + n * (1 + GAP) * die, (low.y + high.y - die) / 2), die)


def _enter(panel: PlayFrame, prompt: PickSome) -> None:
    """Draw the button that answers with what was picked."""
    imgui.spacing()
    count = len(panel.model.draft.picked)
    imgui.begin_disabled(not prompt.least <= count <= prompt.most)
    with panel.text(NORMAL):
        if imgui.button(panel.say("Done: {n} picked ({key})", n=count, key=panel.key(DROP))):
            panel.wanted.append(PlayCommand.SUBMIT)
    imgui.end_disabled()
