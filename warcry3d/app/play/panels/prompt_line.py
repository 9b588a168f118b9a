"""The prompt: one sentence that says whose turn it is, what is due, and what the keys do; why an answer was refused,
or would be.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.draft import is_on_table, only_option, options_of
from warcry3d.app.play.keys import (
    AGAIN,
    BACK,
    DROP,
    EARLIER,
    LATER,
    NEXT,
    PLACE_LEFT,
    PLACE_RIGHT,
    SUGGESTED,
    TAKE_OVER,
    THROW,
)
from warcry3d.app.play.panels.flow import StyledText, as_key, draw_flow, flow_of, parts_of, width_of_text
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.play.panels.go import cost_of_way
from warcry3d.app.play.prompt_keys import key_of_prompt
from warcry3d.app.play.state import Due
from warcry3d.app.play.units.unit_in_hand import group_of
from warcry3d.app.scene.colours import AMBER, GOLD, RED, Colour
from warcry3d.app.shell.bindings import Binding
from warcry3d.errors import WarcryError
from warcry3d.game.prompts import (
    Confirm,
    Divide,
    Go,
    Number,
    PickOne,
    PickSome,
    Place,
    Prompt,
    domain_faults,
    is_offered,
    is_open,
)
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.units import LengthUnit

__all__ = ["draw_prompt_line", "reaction_frame"]

MOST_FAULTS = 3
REACTING: Colour = (0.20, 0.13, 0.04)
"""Of panels while a person is asked out of turn."""
HEIGHT = 60.0
"""Of the panel, at least (points): a sentence and how to answer, so that what stands over it stays where it is."""
PADDING = 10.0
"""Between the panel's edge and its text (points)."""


def draw_prompt_line(panel: PlayFrame, bottom: float) -> float:
    """Draw it with its lower edge at a pixel; return where its top is."""
    left, room = panel.layout.strip
    room -= 2 * PADDING * panel.scale
    measure = partial(width_of_text, panel)
    with panel.text(NORMAL):
        flows = [flow_of(parts, room, measure) for parts in _paragraphs(panel)]
    width = max(flow.width for flow in flows) + 2 * PADDING * panel.scale + 1
    imgui.set_next_window_size_constraints((width, HEIGHT * panel.scale), (width, imgui.get_io().display_size.y))
    with reaction_frame(panel), panel.window("play-prompt", (left, bottom), (width, 0), (0.0, 1.0)):
        if len(flows) == 1 and len(flows[0].lines) == 1:
            imgui.set_cursor_pos_y((HEIGHT * panel.scale - imgui.get_text_line_height()) / 2)
        for flow in flows:
            draw_flow(panel, flow)
        return float(imgui.get_window_pos().y)


@contextmanager
def reaction_frame(panel: PlayFrame) -> Iterator[None]:
    """Draw panels in a frame and a colour of their own while a person is asked out of turn."""
    if not panel.model.is_reacting or panel.model.is_looking_back:
        yield
        return
    with (
        imgui_ctx.push_style_color(imgui.Col_.border.value, imgui.ImVec4(*AMBER, 1.0)),
        imgui_ctx.push_style_color(imgui.Col_.window_bg.value, imgui.ImVec4(*REACTING, 0.97)),
        imgui_ctx.push_style_var(imgui.StyleVar_.window_border_size.value, 2.5 * panel.scale),
    ):
        yield


def _paragraphs(panel: PlayFrame) -> Iterator[Sequence[StyledText]]:
    """Yield what it says: whose turn it is and what is due, why an answer was or would be refused, what went wrong."""
    model = panel.model
    if model.is_looking_back:
        yield _looking_back(panel)
    else:
        due, asked_by, said = _due(panel), _rule(panel), _hint(panel)
        if not said:
            yield [*due, *asked_by]
        else:
            yield due
            yield [StyledText(said, DIM, size=SMALL), *asked_by]
    yield from dict.fromkeys(_told(panel, fault) for fault in model.told_faults[:MOST_FAULTS])
    if model.divergence is not None:
        yield from (
            [StyledText(line.strip(), AMBER, size=SMALL)] for line in panel.teller.divergence_lines(model.divergence)
        )
    if model.error is not None:
        yield [StyledText(panel.frame.words.error(model.error), RED)]
    if model.damage is not None:
        yield [StyledText(_damage(panel, model.damage), RED)]


def _told(panel: PlayFrame, fault: ActionFault) -> tuple[StyledText, ...]:
    """Return why an answer was refused; that things are still to be put down is a count, and no refusal."""
    prompt, draft = panel.model.prompt, panel.model.draft
    if isinstance(prompt, Place) and fault in domain_faults(prompt, draft.placed):
        said = panel.said(fault.message)
        return (StyledText(said[:1].upper() + said[1:], DIM, size=SMALL),)
    return (StyledText(panel.reason(fault), AMBER, rule=fault.rule),)


def _damage(panel: PlayFrame, error: WarcryError) -> str:
    """Return what is wrong with the record, and what is there of its battle."""
    return panel.say(
        "{error}. The battle is shown as it stood before; it can go on in a record of its own.",
        error=panel.frame.words.error(error),
    )


def _hint(panel: PlayFrame) -> str:
    """Return how the prompt is answered; its detail too where no button says it."""
    model, prompt = panel.model, panel.model.prompt
    if prompt is None or model.due is not Due.ANSWER:
        return ""
    detail = prompt.detail if model.has_only_prompt and not isinstance(prompt, PickOne | PickSome) else None
    parts = [panel.said(one) for one in (prompt.hint, detail) if one is not None]
    if isinstance(prompt, Go) and prompt.unit is LengthUnit.INCHES and group_of(prompt) is None:
        parts.append(panel.say("arrow keys point too, by half an inch"))
    return panel.say(" · ").join(parts)


def _looking_back(panel: PlayFrame) -> list[StyledText]:
    step = panel.say("After step {step} of {steps}.", step=panel.model.moment.step, steps=panel.model.shown)
    keys = panel.say(
        "{earlier} {later} step, {back} goes back to the battle.",
        earlier=_key(panel, EARLIER),
        later=_key(panel, LATER),
        back=_key(panel, BACK),
    )
    return [StyledText(f"{step} ", GOLD), *parts_of(keys)]


def _due(panel: PlayFrame) -> list[StyledText]:
    model = panel.model
    parts: list[StyledText] = []
    said = _sentence(panel)
    if model.is_reacting:
        parts.append(StyledText(f"{panel.say('Reaction')}  ", AMBER, is_bold=True))
    if side := model.told_player:
        name = panel.teller.player(side)
        parts.append(StyledText(f"{name}  ", panel.colour(side), is_bold=True))
        said = said.removeprefix(name).lstrip(" :\uff1a")
    return [*parts, *parts_of(said)]


def _rule(panel: PlayFrame) -> list[StyledText]:
    """Return the rule by which it is asked, where one is named."""
    prompt = panel.model.prompt
    if prompt is None or prompt.why is None or not prompt.why.rule:
        return []
    return [StyledText(f"  {prompt.why.rule}", DIM, size=SMALL, rule=prompt.why.rule)]


def _key(panel: PlayFrame, binding: Binding) -> str:
    return as_key(panel.key(binding))


def _sentence(panel: PlayFrame) -> str:
    model = panel.model
    match model.due:
        case Due.OVER:
            key = as_key(panel.keys.shell_label("shell.room.home"))
            return panel.say(
                "The battle is over. {play} replays it, {home} leads Home.", play=_key(panel, THROW), home=key
            )
        case Due.WATCH:
            return panel.say("This record can be viewed, but not continued.")
        case Due.THINK:
            return _thinking(panel)
        case Due.SHOW:
            return _shown(panel)
        case Due.WORK:
            return panel.say("one moment...")
        case Due.THROW | Due.FACES:
            return _roll(panel)
    if model.prompts is None:
        return panel.say("one moment...")
    if model.prompt is not None:
        return _answering(panel, model.prompt)
    if (last := _last_way_on(model.prompts)) is not None:
        key = as_key(key_of_prompt(last, model.prompts, panel.keys.letters).upper())
        return panel.say(
            "All that is left is {what}: press {key}, or click below.", what=panel.said(last.heading), key=key
        )
    pending = model.game.pending
    why = panel.said(pending.why.message) if isinstance(pending, Choice) else ""
    why = why[:1].upper() + why[1:]
    if _is_on_table(panel):
        if _is_question(why):
            return panel.say("{why} Press a key, or click on the table or below.", why=why)
        if _has_colon(why):
            return panel.say("{why}. Press a key, or click on the table or below.", why=why)
        return panel.say("{why}: press a key, or click on the table or below.", why=why)
    if _is_question(why):
        return panel.say("{why} Press a key, or click below.", why=why)
    if _has_colon(why):
        return panel.say("{why}. Press a key, or click below.", why=why)
    return panel.say("{why}: press a key, or click below.", why=why)


def _last_way_on(prompts: Sequence[Prompt]) -> Confirm | None:
    """Return the one prompt that leads on where all others that are allowed would change nothing."""
    offered = [one for one in prompts if is_offered(one)]
    if len(offered) != 1 or not any(is_open(one) and one.idle for one in prompts):
        return None
    return offered[0] if isinstance(offered[0], Confirm) else None


def _is_question(why: str) -> bool:
    """Return whether a sentence asks, after which no colon stands."""
    return why.endswith(("?", "\uff1f"))


def _has_colon(why: str) -> bool:
    """Return whether a sentence has a colon, after which another would be one too many."""
    return ": " in why or "\uff1a" in why


def _is_on_table(panel: PlayFrame) -> bool:
    """Return whether a click on the table answers a prompt, or begins a move."""
    model = panel.model
    asked = [one for one in model.prompts or () if is_open(one)]
    has_areas = any(option.areas for one in asked for option in options_of(one))
    return has_areas or any(isinstance(one, Go) or is_on_table(one) for one in asked)


def _thinking(panel: PlayFrame) -> str:
    """Return that the program's player thinks, or what can be done where it no longer does."""
    if panel.model.error is None:
        return panel.say("is thinking...")
    again, over = _key(panel, AGAIN), _key(panel, TAKE_OVER)
    return panel.say("cannot go on: {again} asks it again, {over} lets you play it by hand.", again=again, over=over)


def _shown(panel: PlayFrame) -> str:
    """Return what is being shown, and why the program's player does it."""
    decision = panel.model.decisions.get(panel.model.moment.step + 1)
    if decision is None or decision.reason is None:
        return panel.say("acts. {key} shows the next at once.", key=_key(panel, THROW))
    return panel.say(
        "{reason} · {key} shows the next at once.", reason=panel.said(decision.reason), key=_key(panel, THROW)
    )


def _roll(panel: PlayFrame) -> str:
    roll = panel.model.game.pending
    if not isinstance(roll, Roll):
        return ""
    why = panel.said(roll.why.message)
    why = why[:1].upper() + why[1:]
    if roll.needs is not None:
        why = f"{why} · {panel.said(roll.needs)}"
    count = roll.count - len(panel.model.faces)
    if panel.model.due is Due.FACES:
        return panel.frame.words.count(
            "{why} · throw {n} die and say what it shows.",
            "{why} · throw {n} dice and say what they show.",
            count,
            why=why,
        )
    return panel.frame.words.count(
        "{why} · {n} die. {key} throws.",
        "{why} · {n} dice. {key} throws.",
        count,
        why=why,
        key=_key(panel, THROW),
    )


def _answering(panel: PlayFrame, prompt: Prompt) -> str:
    """Return what is asked, and how to answer it."""
    pending = panel.model.game.pending
    if prompt.is_reaction and isinstance(pending, Choice):
        why = panel.said(pending.why.message)
        how = _how(panel, prompt)
        if _is_question(why):
            return panel.say("{why} {how}", why=why, how=how[:1].upper() + how[1:])
        return panel.say("{why}: {how}", why=why, how=how)
    heading = panel.said(prompt.heading)
    return panel.say("{heading}: {how}", heading=heading, how=_how(panel, prompt))


def _is_armed(panel: PlayFrame, prompt: PickOne) -> bool:
    """Return whether nothing is left to pick: the only option is pointed to, and shows what comes of it."""
    only = None if panel.model.has_one_pick else only_option(prompt)
    return only is not None and panel.model.pointed == (prompt.id, only.id)


def _what_to_click(panel: PlayFrame, prompt: PickOne) -> str:
    """Return what can be clicked: figures, where all options stand for some and any is on the table, else buttons."""
    meant = [one.model for one in prompt.options if not one.faults]
    if not all(meant) or {model.id for model in panel.model.moment.table.models}.isdisjoint(meant):
        return panel.say("click a button")
    sides = {panel.model.moment.side_of(id) for id in meant}
    return panel.say("click a figure with a ring") if panel.model.player in sides else panel.say("click a ringed enemy")


def _how(panel: PlayFrame, prompt: Prompt) -> str:
    """Return how a kind of prompt is answered."""
    do = _key(panel, DROP)
    match prompt:
        case PickOne() if panel.model.is_aimed:
            return panel.say("click again or {do} to do it, {back} to think again.", do=do, back=_key(panel, BACK))
        case PickOne() if _is_armed(panel, prompt):
            return panel.say("{do} does it, {back} goes back.", do=do, back=_key(panel, BACK))
        case PickOne():
            click, key = _what_to_click(panel, prompt), _key(panel, NEXT)
            return panel.say("{click}, press its number, or {next} and {do}.", click=click, next=key, do=do)
        case PickSome(least=least, most=most):
            if least == most:
                return panel.say("pick {most}, then {do}.", most=most, do=do)
            if least <= 1:
                return panel.say("pick up to {most}, then {do}.", most=most, do=do)
            return panel.say("pick {least} to {most}, then {do}.", least=least, most=most, do=do)
        case Divide():
            return panel.say("drag each to where it belongs, or press its number; then {do}.", do=do)
        case Go() | Place() if group_of(prompt) is not None:
            return panel.say("drag the unit or click where it stands, adjust single models, then {do}.", do=do)
        case Place(turns=False, suggested=()):
            return panel.say("click to place it.")
        case Place(turns=False):
            return panel.say("click to place it, or {suggested} as suggested.", suggested=_key(panel, SUGGESTED))
        case Place():
            return panel.say(
                "click to place it; {left} and {right} or the wheel turn it.",
                left=_key(panel, PLACE_LEFT),
                right=_key(panel, PLACE_RIGHT),
            )
        case Go():
            return _how_to_go(panel)
        case Number(least=least, most=most):
            return panel.say("a number from {least} to {most}, then {do}.", least=least, most=most, do=do)
        case Confirm():
            return panel.say("{do}.", do=do)


def _how_to_go(panel: PlayFrame) -> str:
    """Return how a fighter in hand is moved on: until a click, after one where the pointer still is, and farther on."""
    held, do, back = panel.held, _key(panel, DROP), _key(panel, BACK)
    if held is None or not (held.laid or panel.is_marked):
        return panel.say("point where it moves, and click there.")
    if held.failure is not None or (held.moved is not None and held.moved.faults):
        return panel.say("it cannot go there. Click elsewhere, or {back} to think again.", back=back)
    if held.moved is None or not held.is_current:
        return panel.say("one moment...")
    cost = cost_of_way(panel, held.moved)
    if panel.is_marked:
        return panel.say(
            "{cost} to there. Click again or {do} to go, {back} to think again.", cost=cost, do=do, back=back
        )
    return panel.say(
        "{cost} by the corner. {do} goes, {back} begins anew.",
        cost=cost,
        do=do,
        back=back,
    )
