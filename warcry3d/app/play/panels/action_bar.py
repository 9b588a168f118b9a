"""The action bar: a button for each prompt that is open, undo and redo."""

from itertools import pairwise

from imgui_bundle import imgui

from warcry3d.app.play.draft import options_of
from warcry3d.app.play.history import can_redo, can_undo
from warcry3d.app.play.intents import ChoosePrompt, PlayCommand, PointOption, StepBy, StepToMark
from warcry3d.app.play.keys import (
    AGAIN,
    BACK,
    DROP,
    EARLIER,
    GO_ON,
    LATER,
    MARK_AFTER,
    MARK_BEFORE,
    NEXT,
    TAKE_OVER,
    THROW,
    WHY,
)
from warcry3d.app.play.panels.button import (
    HEIGHT,
    SLIM_ROWS,
    WIDTH,
    ActionButton,
    draw_button,
    draw_slim_column,
    separator,
    stable_widths,
    widths_in,
)
from warcry3d.app.play.panels.frame import NORMAL, PlayFrame
from warcry3d.app.play.panels.lens_caption import draw_lens_buttons
from warcry3d.app.play.panels.options import draw_options_in_bar, is_in_bar
from warcry3d.app.play.panels.prompt_line import reaction_frame
from warcry3d.app.play.panels.unit import draw_unit_in_bar
from warcry3d.app.play.prompt_keys import key_of_prompt, takes_number
from warcry3d.app.play.state import Due
from warcry3d.app.play.units.unit_mover import UnitMover
from warcry3d.game.prompts import Confirm, Go, Prompt, is_offered
from warcry3d.game.reasons import ActionFault
from warcry3d.messages import template

__all__ = ["draw_action_bar"]

LOW = 640.0
"""In windows lower than this (points) the bar leaves out its lines about keys, for it would hide the table."""


def draw_action_bar(panel: PlayFrame, unit: UnitMover | None = None) -> float:
    """Draw it, with a unit in hand in it where there is one; return where its top is (pixels)."""
    left, top, width, height = panel.layout.bar
    with reaction_frame(panel), panel.window("play-bar", (left, top + height), (width, 0), (0.0, 1.0)):
        start, spacing = imgui.get_cursor_pos_y(), imgui.get_style().item_spacing.y
        _actions(panel, is_stable=unit is None)
        if unit is not None:
            draw_unit_in_bar(panel, unit.held, unit.failure)
        if imgui.get_cursor_pos_x() > 12 * panel.scale:  # buttons leave the cursor beside them
            imgui.new_line()
        below = start + HEIGHT * panel.scale + spacing
        if imgui.get_cursor_pos_y() < below + 2:  # the foot stays where it is, whatever can be done
            imgui.set_cursor_pos_y(below)
        is_low = imgui.get_io().display_size.y < LOW * panel.scale  # the keys go on doing what the lines say
        _foot(panel, has_help=not is_low)
        if not is_low:
            draw_lens_buttons(panel)
        return float(imgui.get_window_pos().y)


def _actions(panel: PlayFrame, *, is_stable: bool) -> None:
    """Draw what can be done now; ``is_stable``: each prompt in a place of its own, where there is room."""
    model = panel.model
    if model.is_looking_back:
        _looking_back(panel)
    elif model.due is Due.OVER:
        _command(panel, "play", panel.key(THROW), panel.say("Replay"), PlayCommand.PLAY)
        home = panel.keys.shell_label("shell.room.home")
        _command(panel, "home", home, panel.say("Home"), PlayCommand.HOME, detail=panel.say("another battle"))
    elif model.can_branch:
        _go_on(panel)
    elif model.due is Due.THROW:
        _to_the_right(WIDTH * panel.scale)
        _command(panel, "throw", panel.key(THROW), panel.say("Throw"), PlayCommand.THROW, detail=panel.say("the dice"))
    elif model.due is Due.THINK and model.error is not None:
        _command(panel, "again", panel.key(AGAIN), panel.say("Ask again"), PlayCommand.ASK_AGAIN)
        title, detail = panel.say("Take over"), panel.say("play it by hand")
        _command(panel, "over", panel.key(TAKE_OVER), title, PlayCommand.TAKE_OVER, detail=detail)
    elif model.due is Due.ANSWER and is_in_bar(panel):
        _options(panel)
    elif model.due is Due.ANSWER and model.prompts is not None and not model.has_only_prompt:
        _all_prompts(panel, model.prompts, is_stable=is_stable)


def _to_the_right(width: float) -> None:
    """Let the next button, so wide (pixels), stand at the right end, where nothing that matters comes after it: a
    second click there does nothing else.
    """
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - width)


def _options(panel: PlayFrame) -> None:
    """Draw the options of the only prompt, and what is open beside it: first, what leaves a reaction out."""
    model = panel.model
    beside = tuple(one for one in model.prompts or () if isinstance(one, Confirm) or one.is_aside)
    if model.is_reacting and beside:
        _prompts(panel, beside)
        separator(panel)
        imgui.begin_group()
        draw_options_in_bar(panel)
        imgui.end_group()
        return
    draw_options_in_bar(panel)
    if beside:
        imgui.spacing()
        _prompts(panel, beside)


def _foot(panel: PlayFrame, *, has_help: bool) -> None:
    """Draw the foot: undo and redo, why the program's player did what it did, what the keys do."""
    model = panel.model
    can_change = model.can_go_on and model.due is not Due.WORK
    commands = [
        ("undo", panel.keys.shell_label("shell.undo"), panel.say("Undo"), PlayCommand.UNDO, can_undo(model.game)),
        ("redo", panel.keys.shell_label("shell.redo"), panel.say("Redo"), PlayCommand.REDO, can_redo(model.game)),
    ]
    with panel.text(NORMAL):
        for id, key, title, command, is_on in commands:
            imgui.begin_disabled(not (can_change and is_on))
            if imgui.button(f"{panel.say('{key} {what}', key=key, what=title)}##{id}"):
                panel.wanted.append(command)
            imgui.end_disabled()
            imgui.same_line()
        if model.decision is not None:
            text = panel.say("{key} {what}", key=panel.key(WHY), what=panel.say("Why?"))
            if imgui.button(f"{text}##why"):
                panel.wanted.append(PlayCommand.WHY)
            imgui.same_line()
    if has_help:
        panel.small(_help(panel))
    else:
        imgui.new_line()


def _looking_back(panel: PlayFrame) -> None:
    """Draw what can be done while the battle is looked at as it was."""
    model = panel.model
    _command(panel, "now", panel.key(BACK), panel.say("Back to it"), PlayCommand.NOW, detail=panel.say("as it stands"))
    title = panel.say("Stop") if model.is_playing else panel.say("Replay")
    _command(panel, "play", panel.key(THROW), title, PlayCommand.PLAY, is_chosen=model.is_playing)
    steps = ((EARLIER, "<", StepBy(-1)), (LATER, ">", StepBy(1)))
    marks = ((MARK_BEFORE, "<<", StepToMark(-1)), (MARK_AFTER, ">>", StepToMark(1)))
    for binding, sign, intent in (*marks, *steps):
        if draw_button(panel, ActionButton(binding.name, panel.key(binding), sign, panel.say(_STEPS[binding.name]))):
            panel.wanted.append(intent)
    _go_on(panel)


def _go_on(panel: PlayFrame) -> None:
    detail = panel.say("taking the rest back") if panel.model.can_go_on else panel.say("in a record of its own")
    _command(panel, "go-on", panel.key(GO_ON), panel.say("Go on here"), PlayCommand.GO_ON, detail=detail)


_STEPS = {
    EARLIER.name: template("one step"),
    LATER.name: template("one step"),
    MARK_BEFORE.name: template("activation"),
    MARK_AFTER.name: template("activation"),
}


def _help(panel: PlayFrame) -> str:
    """Return the foot line: what the keys do that work at any time."""
    return panel.say(
        "{next}: next · {do}: do it · {back}: back · drag: orbit · {keys}: all keys",
        next=panel.key(NEXT),
        do=panel.key(DROP),
        back=panel.key(BACK),
        keys=panel.keys.shell_label("shell.keys"),
    )


def _command(
    panel: PlayFrame,
    id: str,
    key: str,
    title: str,
    command: PlayCommand,
    *,
    detail: str = "",
    is_on: bool = True,
    is_chosen: bool = False,
) -> None:
    if draw_button(panel, ActionButton(id, key, title, detail, is_on=is_on, is_chosen=is_chosen)):
        panel.wanted.append(command)


def _all_prompts(panel: PlayFrame, prompts: tuple[Prompt, ...], *, is_stable: bool) -> None:
    """Draw a button for each prompt, in a place that it keeps where that is wanted and there is room."""
    if panel.model.is_reacting:  # what leaves it stands first, as beside the reactions
        prompts = tuple(sorted(prompts, key=lambda one: not isinstance(one, Confirm)))
    if not (is_stable and _stable_prompts(panel, prompts)):
        _prompts(panel, prompts)


def _stable_prompts(panel: PlayFrame, prompts: tuple[Prompt, ...]) -> bool:
    """Draw a button for each prompt at a place that it keeps while others open and close: those of a kind
    (``kind:name``) slim, behind a line; return whether there is room, and anything is closed.
    """
    own, of_kinds = ([one for one in prompts if (":" in one.id) is has_kind] for has_kind in (False, True))
    room = imgui.get_content_region_avail().x / panel.scale
    found = stable_widths(room, len(own), len(of_kinds))
    if found is None or not own or all(is_offered(one) for one in prompts):
        return False
    widths, rows = found
    for prompt in own:
        if draw_button(panel, _button(panel, prompt), widths.button):
            panel.wanted.append(ChoosePrompt(prompt.id))
        _point_away(panel)
    if of_kinds:
        separator(panel)
    for place in range(0, len(of_kinds), rows):
        column = of_kinds[place : place + rows]
        pressed = draw_slim_column(panel, [_button(panel, one) for one in column], widths.slim, rows)
        panel.wanted.extend(ChoosePrompt(one.id) for one in column if one.id == pressed)
    return True


def _prompts(panel: PlayFrame, prompts: tuple[Prompt, ...]) -> None:
    """Draw a button for each prompt; those of a kind (``kind:name``) stand together, those that cannot be answered
    now are small and last.
    """
    there = [prompt for prompt in prompts if is_offered(prompt)]
    closed = [prompt for prompt in prompts if not is_offered(prompt)]
    kinds = [one.id.partition(":")[0] if ":" in one.id else "" for one in there]
    groups = sum(one != before for before, one in pairwise(kinds))
    room = imgui.get_content_region_avail().x / panel.scale
    widths = widths_in(room, len(there), -(-len(closed) // SLIM_ROWS), groups)
    for number, (kind, prompt) in enumerate(zip(kinds, there, strict=True)):
        if number and kind != kinds[number - 1]:
            separator(panel)
        if draw_button(panel, _button(panel, prompt), widths.button):
            panel.wanted.append(ChoosePrompt(prompt.id))
        _point_away(panel)
    for place in range(0, len(closed), SLIM_ROWS):
        column = closed[place : place + SLIM_ROWS]
        pressed = draw_slim_column(panel, [_button(panel, one) for one in column], widths.slim)
        panel.wanted.extend(ChoosePrompt(one.id) for one in column if one.id == pressed)


def _point_away(panel: PlayFrame) -> None:
    """Point at nothing of another prompt once the pointer comes to the button drawn last: its card would be taken for
    what the button does.
    """
    model, moved = panel.model, imgui.get_io().mouse_delta
    if (moved.x or moved.y) and imgui.is_item_hovered() and model.pointed[0] not in ("", model.chosen):
        panel.wanted.append(PointOption("", ""))


def _button(panel: PlayFrame, prompt: Prompt) -> ActionButton:
    model = panel.model
    is_on = is_offered(prompt)
    key = key_of_prompt(prompt, model.prompts or (), panel.keys.letters)
    return ActionButton(
        prompt.id,
        "" if takes_number(model, key) else key.upper(),
        panel.said(prompt.heading),
        _detail(panel, prompt),
        lambda: _why(panel, prompt),
        is_on=is_on,
        dice=_dice(prompt) if is_on else (),
        is_chosen=model.chosen == prompt.id,
    )


def _why(panel: PlayFrame, prompt: Prompt) -> tuple[str, ...]:
    """Return what a prompt leads to, then why it cannot be answered; where it says neither, by which rule it asks."""
    hint = (panel.said(prompt.hint),) if prompt.hint is not None else ()
    said = (*hint, *(panel.reason(fault) for fault in _faults(prompt)))
    return said or ((panel.reason(prompt.why),) if prompt.why is not None else ())


def _detail(panel: PlayFrame, prompt: Prompt) -> str:
    """Return the line under a prompt's heading: why it is closed, else its own, else what is known of its kind."""
    if is_offered(prompt) and _dice(prompt):
        return ""
    faults = _faults(prompt)
    if faults and not is_offered(prompt):
        return panel.said(faults[0].message)
    if prompt.detail is not None:
        return panel.said(prompt.detail)
    if faults:
        return ""
    match prompt:
        case Go(budget=budget):
            return panel.say("{inches:g} in", inches=budget)
        case Confirm():
            return ""
    return ""


def _dice(prompt: Prompt) -> tuple[int, ...]:
    """Return the dice of the first option that is allowed, where each option costs some."""
    options = [one for one in options_of(prompt) if not one.faults]
    return options[0].dice if options and all(one.dice for one in options) else ()


def _faults(prompt: Prompt) -> tuple[ActionFault, ...]:
    if prompt.faults or prompt.idle:
        return prompt.faults or prompt.idle
    return next((one.faults for one in options_of(prompt) if one.faults), ()) if not is_offered(prompt) else ()
