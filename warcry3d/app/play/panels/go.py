"""The way of a fighter in hand: its inches, what is wrong with it, what can be taken along."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.scene import colour_of_move
from warcry3d.app.play.draft import ToggleExtra
from warcry3d.app.play.panels.frame import DIM, SMALL, PlayFrame
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.app.widgets.theme import beside, coloured, paragraph
from warcry3d.game.prompts import Go
from warcry3d.messages.moves import end_sentences, leg_sum

__all__ = ["draw_go"]

MOST_FAULTS = 2
HEIGHT = 78.0
"""Of the panel, at least (points): it stays as high whether or not anything is wrong."""


def draw_go(panel: PlayFrame, held: HeldFighter | None, bottom: float, *, is_preparing: bool, is_looking: bool) -> None:
    """Draw it over the action bar, its lower edge at a pixel. ``is_looking``: what may happen there is not known."""
    prompt = panel.model.prompt
    if not isinstance(prompt, Go):
        return
    width = 0.75 * panel.layout.strip[1]
    imgui.set_next_window_size_constraints((width, HEIGHT * panel.scale), (width, imgui.get_io().display_size.y))
    with panel.strip("play-go", bottom, width):
        if is_preparing:
            paragraph(panel.say("preparing the table for this base..."), AMBER)
        elif held is not None and held.failure is not None:
            paragraph(panel.frame.words.error(held.failure), AMBER)
        elif held is not None and held.moved is not None and held.is_moved:
            _way(panel, held, is_looking=is_looking)
        else:
            panel.small(panel.say("{inches:g} in to go.", inches=prompt.budget))
        _extras(panel, prompt)


def _way(panel: PlayFrame, held: HeldFighter, *, is_looking: bool) -> None:
    moved = held.moved
    assert moved is not None
    words = panel.frame.words
    coloured(panel.say("{cost:.2f} of {allowed:g} in", cost=moved.cost, allowed=moved.allowed), colour_of_move(held))
    if moved.legs:
        imgui.same_line()
        panel.small(leg_sum(moved, words))
    if is_looking:
        imgui.same_line()
        panel.small(panel.say("looking around from there..."), GOLD)
    faults = list(dict.fromkeys((panel.said(one.message), one.rule) for one in moved.faults))
    for text, rule in faults[:MOST_FAULTS]:
        with panel.text(0.88):
            paragraph(panel.say("{text} ({rule})", text=text[:1].upper() + text[1:], rule=rule), AMBER)
    if len(faults) > MOST_FAULTS:
        panel.small(panel.frame.words.count("and {n} more", "and {n} more", len(faults) - MOST_FAULTS))
    if not moved.faults:
        where, *more = end_sentences(moved.ends, words, called=panel.name)
        for sentence in ([where, *more] if moved.ends.climbing else more)[:2]:
            panel.small(sentence)


def _extras(panel: PlayFrame, prompt: Go) -> None:
    """Draw what can be taken along, to be switched on and off."""
    if not prompt.extras:
        return
    with panel.text(SMALL), imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding.value, (2, 2)):
        imgui.align_text_to_frame_padding()
        coloured(panel.say("Take along on the way:"), DIM)
        for number, extra in enumerate(prompt.extras, 1):
            text = f"{number}  {panel.said(extra.label)}"
            beside(imgui.calc_text_size(text).x + 2 * imgui.get_frame_height())
            imgui.begin_disabled(bool(extra.faults))
            changed, _ = imgui.checkbox(text, extra.id in panel.model.draft.extras)
            imgui.end_disabled()
            panel.tooltip(*panel.reasons(extra))
            if changed:
                panel.wanted.append(ToggleExtra(extra.id))
