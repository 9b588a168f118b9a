"""A unit in hand: what is wrong with it in words, its formations, turning, taking back; inches beside its ghosts."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.moves.view import draw_inches
from warcry3d.app.play.intents import PlayCommand, PlayIntent
from warcry3d.app.play.keys import CORNER, DROP, FORMATION, PLACE_LEFT, PLACE_RIGHT, SUGGESTED
from warcry3d.app.play.panels.button import GAP, SLIM_ROWS, SLIM_WIDTH, WIDTH, ActionButton, draw_button
from warcry3d.app.play.panels.fault_card import draw_fault_card
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.play.units.unit_in_hand import (
    BackOne,
    ChooseFormation,
    TakeSuggested,
    TurnUnit,
    UnitInHand,
    group,
    models_of,
)
from warcry3d.app.play.units.unit_scene import inches_of_unit, is_too_far
from warcry3d.app.scene.colours import AMBER, GREEN, PAPER, RED, Colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.theme import beside, coloured, greyed, paragraph
from warcry3d.errors import WarcryError
from warcry3d.game.group_moves import JudgedGroup
from warcry3d.game.prompts import Go, is_open
from warcry3d.game.reasons import ActionFault

__all__ = [
    "draw_unit",
    "draw_unit_faults",
    "draw_unit_in_bar",
    "draw_unit_inches",
    "fits_in_bar",
    "has_unit_faults",
    "room_beside",
]

LEAST_IN_BAR = 400.0
"""What a unit in hand needs of the action bar beside the buttons there (points)."""
TINY = 0.62
"""Size of the inches beside ghosts, of which there are many, against that of the text around."""
MANY = 3
"""What is wrong alike with so many models is said once."""

_Button: TypeAlias = tuple[str, PlayIntent, bool]
"""What a button says and asks for, and whether it can be pressed."""


def fits_in_bar(panel: PlayFrame) -> bool:
    """Return whether the action bar has room for a unit in hand beside the buttons of its prompts, so that nothing
    hides the near side of the table.
    """
    model = panel.model
    prompts = () if model.has_only_prompt else model.prompts or ()
    return room_beside(panel.layout.bar[2] / panel.scale, [is_open(one) for one in prompts]) >= LEAST_IN_BAR


def room_beside(bar: float, are_open: Sequence[bool]) -> float:
    """Return what a bar so wide has left beside the buttons of prompts and one that is done with (points)."""
    columns = -(-are_open.count(False) // SLIM_ROWS)
    return bar - (are_open.count(True) + 1) * (WIDTH + GAP) - columns * (SLIM_WIDTH + GAP)


def draw_unit_in_bar(panel: PlayFrame, held: UnitInHand, failure: WarcryError | None) -> None:
    """Draw it beside the buttons drawn last."""
    button = ActionButton("unit-done", panel.key(DROP), panel.say("Done"), is_on=bool(held.ready))
    if draw_button(panel, button):
        panel.wanted.append(PlayCommand.CONFIRM_UNIT)
    with imgui_ctx.begin_group():
        _state(panel, held, failure)
        _formations(panel, held)
        _buttons(panel, _ways(panel, held))


def draw_unit(panel: PlayFrame, held: UnitInHand, failure: WarcryError | None, bottom: float) -> None:
    """Draw it over the action bar, its lower edge at a pixel."""
    with panel.strip("play-unit", bottom, panel.layout.strip[1]):
        _state(panel, held, failure)
        _formations(panel, held)
        done = panel.say("Done ({key})", key=panel.key(DROP)), PlayCommand.CONFIRM_UNIT, bool(held.ready)
        _buttons(panel, [*_ways(panel, held), done])


def _state(panel: PlayFrame, held: UnitInHand, failure: WarcryError | None) -> None:
    """Say how the unit stands, or what went wrong."""
    if failure is not None:
        paragraph(panel.frame.words.error(failure), AMBER)
        return
    text, colour = _said(panel, held)
    with panel.text(NORMAL):
        coloured(text, colour)
    _broken(panel, held)


def _said(panel: PlayFrame, held: UnitInHand) -> tuple[str, Colour]:
    """Return how the unit stands, in a sentence."""
    leader = panel.name(held.single or held.leader)
    if held.question is None:
        if len(models_of(held.prompt)) == 1:
            return panel.say("Point to where {name} goes.", name=leader), PAPER
        return panel.say("Point to where {name} goes; the others keep formation with it.", name=leader), PAPER
    judged = held.judged
    if judged is None or not held.is_current:
        return panel.say("judging each model's way..."), DIM
    wrong = sum(bool(one.faults) for one in judged.members)
    if wrong:
        text = panel.frame.words.count(
            "{n} model of {all} cannot", "{n} models of {all} cannot", wrong, all=len(judged.members)
        )
        return text, RED
    if judged.faults:
        return panel.reason(judged.faults[0]), RED
    return _allowed(panel, held, judged), GREEN


def _allowed(panel: PlayFrame, held: UnitInHand, judged: JudgedGroup) -> str:
    models = panel.frame.words.count("{n} model", "{n} models", len(judged.members))
    if not isinstance(held.prompt, Go):
        return panel.say("{models}, all allowed", models=models)
    farthest = max(judged.members, key=lambda one: one.cost)
    if len(judged.members) == 1:
        return panel.say("allowed: {cost:.2f} of {allowed:g} in", cost=farthest.cost, allowed=farthest.allowed)
    return panel.say(
        "{models}, all allowed; the farthest goes {cost:.2f} of {allowed:g} in",
        models=models,
        cost=farthest.cost,
        allowed=farthest.allowed,
    )


def _broken(panel: PlayFrame, held: UnitInHand) -> None:
    """Say beside it how the unit hangs together."""
    judged = held.judged
    if judged is None or not held.is_current or not judged.links:
        return
    gaps = [one for one in judged.links if not one.is_held]
    if gaps:
        widest = max(gaps, key=lambda one: one.gap)
        names = (panel.name(id) for id in (widest.one, widest.other))
        text = panel.say(
            "split: {one} and {other} are {gap:.2f} in apart", one=next(names), other=next(names), gap=widest.gap
        )
    else:
        text = panel.say("in one group")
    with panel.text(SMALL):
        beside(imgui.calc_text_size(text).x)
        coloured(text, AMBER if gaps else DIM)


def _formations(panel: PlayFrame, held: UnitInHand) -> None:
    """Draw the formations, the one that holds lit; one model has none."""
    if len(models_of(held.prompt)) == 1:
        return
    with panel.text(SMALL):
        coloured(panel.say("Formation ({key}):", key=panel.key(FORMATION)), DIM)
        for one in group(held.prompt).formations:
            text = panel.said(one.label)
            beside(imgui.calc_text_size(text).x + 2 * imgui.get_style().frame_padding.x)
            lit = (0.44, 0.36, 0.20, 1.0) if one.id == held.formation else (0.20, 0.20, 0.21, 0.9)
            with imgui_ctx.push_style_color(imgui.Col_.button.value, lit):
                if imgui.button(f"{text}##formation-{one.id}"):
                    panel.wanted.append(ChooseFormation(one.id))


def _ways(panel: PlayFrame, held: UnitInHand) -> list[_Button]:
    """Return the buttons that turn it, and that take the suggestion or a step back where there is any."""
    buttons: list[_Button] = [
        (panel.say("Turn left ({key})", key=panel.key(PLACE_LEFT)), TurnUnit(1), True),
        (panel.say("Turn right ({key})", key=panel.key(PLACE_RIGHT)), TurnUnit(-1), True),
    ]
    if held.prompt.suggested:
        buttons.append((panel.say("As suggested ({key})", key=panel.key(SUGGESTED)), TakeSuggested(), True))
    if held.laid or held.before:
        buttons.append((panel.say("Take back ({key})", key=panel.key(CORNER)), BackOne(), True))
    return buttons


def _buttons(panel: PlayFrame, buttons: Sequence[_Button]) -> None:
    """Draw buttons beside what was drawn last, as far as there is room."""
    with panel.text(SMALL):
        for text, intent, is_on in buttons:
            beside(imgui.calc_text_size(text).x + 2 * imgui.get_style().frame_padding.x)
            with greyed(not is_on):
                if imgui.button(text):
                    panel.wanted.append(intent)


def has_unit_faults(held: UnitInHand) -> bool:
    """Return whether anything is wrong with a unit in hand."""
    return held.judged is not None and held.is_current and not held.judged.is_allowed


def draw_unit_faults(panel: PlayFrame, held: UnitInHand) -> None:
    """Draw what is wrong with a unit in hand model by model, in the place of the card."""
    if held.judged is None:
        return
    draw_fault_card(panel, "play-unit-faults", _faults(panel, held.judged))


def _faults(panel: PlayFrame, judged: JudgedGroup) -> Iterator[tuple[str, str]]:
    """Yield what is wrong in sentences with their rules: of the unit, then of those that are too far away in one, then
    of each other model its first fault; where that is the same of `MANY` models or more, of one of them for all.
    """
    for fault in judged.faults:
        yield panel.reason(fault), fault.rule
    far = max(filter(is_too_far, judged.members), key=lambda one: one.cost - one.allowed, default=None)
    if far is not None:
        said = panel.say("Out of reach: {cost:.2f} in, it has {allowed:g} in.", cost=far.cost, allowed=far.allowed)
        yield said, far.faults[0].rule
    alike: dict[tuple[str, str, str], list[tuple[str, ActionFault]]] = {}
    for member in judged.members:
        if member.faults and not is_too_far(member):
            fault = member.faults[0]
            rest = str([value for value in fault.message.values.values() if value != member.model])
            alike.setdefault((fault.rule, fault.message.template, rest), []).append((member.model, fault))
    for same in alike.values():
        for model, fault in same if len(same) < MANY else same[:1]:
            said = _of_member(panel, model, fault)
            if len(same) >= MANY:
                said = panel.say("{sentence} Likewise {n} others.", sentence=said, n=len(same) - 1)
            yield said, fault.rule


def _of_member(panel: PlayFrame, model: str, fault: ActionFault) -> str:
    if model in fault.message.values.values():  # the sentence names it
        return panel.reason(fault)
    return panel.say(
        "{name}: {sentence}",
        name=panel.name(model),
        sentence=panel.say("{sentence} ({rules})", sentence=panel.said(fault.message), rules=fault.rule),
    )


def draw_unit_inches(held: UnitInHand, frame: Frame) -> tuple[Rectangle, ...]:
    """Write the inches of each model's way beside its ghost; return where nothing else may be written."""
    labels = inches_of_unit(held, frame.words, frame.shot, frame.picture)
    return tuple(draw_inches(labels, (), frame.bold, frame.scale, size=TINY))
