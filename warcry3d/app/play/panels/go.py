"""The way of a fighter in hand: its inches, what is wrong with it, what can be taken along."""

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.moves.held_fighter import HeldFighter
from warcry3d.app.moves.reach_field import ReachField
from warcry3d.app.moves.scene import colour_of_move, is_beyond
from warcry3d.app.play.draft import ToggleExtra, extra_numbers
from warcry3d.app.play.panels.fault_card import draw_fault_card
from warcry3d.app.play.panels.frame import DIM, SMALL, PlayFrame
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.app.widgets.theme import beside, coloured, paragraph
from warcry3d.game.prompts import Go
from warcry3d.messages.moves import leg_sum
from warcry3d.rules.move_result import MoveResult, RuleFault
from warcry3d.units import LengthUnit

__all__ = ["cost_of_way", "draw_go", "draw_way_faults", "has_faults"]

SHUT_IN = 4.0
"""With less room to get to (square inches) it is said that there is hardly any: in the open a move has fifty."""
RAISED = 1.0
"""Standing so much higher than the table (in) may be the cause."""


def draw_go(panel: PlayFrame, held: HeldFighter | None, bottom: float, *, is_preparing: bool, is_looking: bool) -> None:
    """Draw it over the action bar, its lower edge at a pixel: in a line, for it hides the table. ``is_looking``: what
    may happen there is not known.
    """
    prompt = panel.model.prompt
    if not isinstance(prompt, Go):
        return
    with panel.strip("play-go", bottom, panel.layout.strip[1]):
        if is_preparing:
            paragraph(panel.say("searching where it can get to..."), AMBER)
        elif held is not None and held.failure is not None:
            paragraph(panel.frame.words.error(held.failure), AMBER)
        elif held is not None and held.moved is not None and held.is_moved:
            _way(panel, held, is_looking=is_looking)
        elif prompt.unit is LengthUnit.SQUARES:
            coloured(panel.frame.words.count("{n} square to go.", "{n} squares to go.", round(prompt.budget)), DIM)
        else:
            coloured(panel.say("{inches:g} in to go.", inches=prompt.budget), DIM)
            _shut_in(panel, held)
        _extras(panel, prompt)


def _shut_in(panel: PlayFrame, held: HeldFighter | None) -> None:
    """Say that there is hardly any place to get to, and what may be the cause: the field alone is easily overlooked."""
    field = held.reachable if held is not None and held.has_field else None
    if not isinstance(field, ReachField) or field.room > SHUT_IN:
        return
    height = next((one.placement.at[2] for one in field.table.models if one.id == field.question.model), 0.0)
    if height > RAISED:
        said = panel.say("It stands {height:.2f} in up: hardly any way down.", height=height)
    else:
        said = panel.say("It hardly gets away from where it stands.")
    with panel.text(SMALL):
        beside(imgui.calc_text_size(said).x)
        coloured(said, AMBER)


def cost_of_way(panel: PlayFrame, moved: MoveResult) -> str:
    """Return what a way costs of what there is for it."""
    if moved.unit is LengthUnit.SQUARES:
        return panel.say("{cost} of {allowed} squares", cost=round(moved.cost), allowed=round(moved.allowed))
    return panel.say("{cost:.2f} of {allowed:g} in", cost=moved.cost, allowed=moved.allowed)


def _way(panel: PlayFrame, held: HeldFighter, *, is_looking: bool) -> None:
    moved = held.moved
    assert moved is not None
    coloured(cost_of_way(panel, moved), AMBER if is_beyond(held) else colour_of_move(held))
    with panel.text(SMALL):
        if moved.legs and not is_beyond(held) and moved.unit is LengthUnit.INCHES:
            said = leg_sum(moved, panel.frame.words)
            beside(imgui.calc_text_size(said).x)
            coloured(said, DIM)
        if is_looking:
            said = panel.say("looking around...")
            beside(imgui.calc_text_size(said).x)
            coloured(said, GOLD)


def has_faults(panel: PlayFrame, held: HeldFighter | None) -> bool:
    """Return whether anything is wrong with the way of a fighter in hand, so that nothing else is known of it."""
    if held is None or held.failure is not None or not held.is_moved or held.moved is None:
        return False
    return isinstance(panel.model.prompt, Go) and bool(held.moved.faults)


def draw_way_faults(panel: PlayFrame, held: HeldFighter) -> None:
    """Draw what is wrong with the way of a fighter in hand, in the place of the card."""
    if held.moved is None:
        return
    if is_beyond(held):
        _draw_beyond(panel, held.moved)
        return
    draw_fault_card(panel, "play-faults", (_fault(panel, one) for one in held.moved.faults))


def _fault(panel: PlayFrame, fault: RuleFault) -> tuple[str, str]:
    text = panel.said(fault.message)
    return panel.say("{text} ({rule})", text=text[:1].upper() + text[1:], rule=fault.rule), fault.rule


def _draw_beyond(panel: PlayFrame, moved: MoveResult) -> None:
    """Draw in a line that a place is out of reach; a click there tells why, reason by reason."""
    if moved.cost <= moved.allowed:
        said = panel.say("Out of reach: there is no way there.")
    elif moved.unit is LengthUnit.SQUARES:
        said = panel.say(
            "Out of reach: {cost} squares, it has {allowed}.", cost=round(moved.cost), allowed=round(moved.allowed)
        )
    else:
        said = panel.say("Out of reach: {cost:.2f} in, it has {allowed:g} in.", cost=moved.cost, allowed=moved.allowed)
    with panel.card("play-faults"):
        with panel.text(0.88):
            paragraph(said, AMBER)
        panel.small(panel.say("A click there shows what is in the way."))


def _to_the_right(width: float, gap: float) -> None:
    """Let what comes next, so wide (pixels), end at the right edge: what stands before it changes while one points."""
    edge = imgui.get_window_width() - imgui.get_style().window_padding.x
    before = imgui.get_item_rect_max().x - imgui.get_window_pos().x
    if before + gap + width <= edge:
        imgui.same_line(edge - width)


def _extras(panel: PlayFrame, prompt: Go) -> None:
    """Draw what can be taken along, to be switched on and off."""
    if not prompt.extras:
        return
    model = panel.model
    with panel.text(SMALL), imgui_ctx.push_style_var(imgui.StyleVar_.frame_padding.value, (2, 2)):
        said = panel.say("Take along:")
        numbers = zip(extra_numbers(prompt.extras), prompt.extras, strict=True)
        texts = [f"[{number}] {panel.said(extra.label)}" for number, extra in numbers]
        boxes = [imgui.calc_text_size(text).x + 2 * imgui.get_frame_height() for text in texts]
        gaps = len(boxes) * imgui.get_style().item_spacing.x
        _to_the_right(imgui.calc_text_size(said).x + sum(boxes) + gaps, 24 * panel.scale)
        coloured(said, DIM)
        for text, width, extra in zip(texts, boxes, prompt.extras, strict=True):
            beside(width)
            bar, is_open = model.barred.get(extra.id), model.can_tick(extra.id)
            imgui.begin_disabled(bool(extra.faults) or not is_open)
            colour = imgui.get_style_color_vec4(imgui.Col_.text.value)
            if bar is not None and extra.id in model.draft.extras:  # it was ticked for a way that passes it
                colour = imgui.ImVec4(*AMBER, 1.0)
            with imgui_ctx.push_style_color(imgui.Col_.text.value, colour):
                is_taken = is_open and extra.id in model.taken_along  # until the way is known, nothing is
                changed, _ = imgui.checkbox(text, is_taken)
            imgui.end_disabled()
            is_hovered = imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled.value)
            is_asked = is_hovered and not (is_open or extra.faults) and imgui.is_mouse_clicked(imgui.MouseButton_.left)
            if bar is not None:
                panel.tooltip(panel.reason(bar), panel.say("A click leads there."))
            elif is_open or extra.faults:
                panel.tooltip(*panel.reasons(extra))
            else:
                panel.tooltip(panel.say("A click leads there, and takes it along."))
            if changed or is_asked:  # what the way does not pass is led to, and is not ticked until it does
                panel.wanted.append(ToggleExtra(extra.id))
