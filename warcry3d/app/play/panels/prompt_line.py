"""The prompt: one sentence that says whose turn it is, what is due, and what the keys do; why an answer was refused."""

from imgui_bundle import imgui

from warcry3d.app.play.keys import BACK, DROP, EARLIER, LATER, NEXT, PLACE_LEFT, PLACE_RIGHT, THROW
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.play.state import Due
from warcry3d.app.scene.colours import AMBER, GOLD, RED
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.game.prompts import Confirm, Divide, Go, Number, PickOne, PickSome, Place, Prompt
from warcry3d.game.ruleset import Choice, Roll

__all__ = ["draw_prompt_line"]

MOST_FAULTS = 3


def draw_prompt_line(panel: PlayFrame, bottom: float) -> float:
    """Draw it with its lower edge at a pixel; return where its top is."""
    left = panel.layout.strip[0]
    with panel.window("play-prompt", (left, bottom), (0, 0), (0.0, 1.0)):
        imgui.push_text_wrap_pos(panel.layout.strip[1] - 30 * panel.scale)
        model = panel.model
        if model.is_looking_back:
            coloured(panel.say("After step {step} of {steps}.", step=model.moment.step, steps=model.shown), GOLD)
            imgui.same_line()
            imgui.text_unformatted(
                panel.say(
                    "{earlier} {later} step, {back} goes back to the battle.",
                    earlier=panel.key(EARLIER),
                    later=panel.key(LATER),
                    back=panel.key(BACK),
                )
            )
        else:
            _due(panel)
        for fault in model.faults[:MOST_FAULTS]:
            panel.because(fault, AMBER)
        if model.error is not None:
            paragraph(panel.frame.words.error(model.error), RED)
        imgui.pop_text_wrap_pos()
        return float(imgui.get_window_pos().y)


def _due(panel: PlayFrame) -> None:
    model = panel.model
    player = panel.teller.player(model.player) if model.player else ""
    if player:
        panel.bold(player, panel.colour(model.player))
        imgui.same_line()
    imgui.text_unformatted(_sentence(panel))
    prompt = model.prompt
    if prompt is not None and prompt.why is not None and prompt.why.rule:
        imgui.same_line()
        panel.small(prompt.why.rule, DIM)
        panel.opens(prompt.why.rule)


def _sentence(panel: PlayFrame) -> str:
    model = panel.model
    match model.due:
        case Due.OVER:
            return panel.say("The battle is over.")
        case Due.WATCH:
            return panel.say("This record can be viewed, but not continued.")
        case Due.THINK:
            return panel.say("is thinking...")
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
    pending = model.game.pending
    why = panel.said(pending.why.message) if isinstance(pending, Choice) else ""
    return panel.say("{why}: press a key, or click on the table or below.", why=why)


def _shown(panel: PlayFrame) -> str:
    """Return what the program's player is doing, and why."""
    decision = panel.model.decision
    if decision is None or decision.reason is None:
        return panel.say("acts. {key} shows the next at once.", key=panel.key(THROW))
    return panel.say("{reason} {key} shows the next at once.", reason=panel.said(decision.reason), key=panel.key(THROW))


def _roll(panel: PlayFrame) -> str:
    roll = panel.model.game.pending
    if not isinstance(roll, Roll):
        return ""
    why = panel.said(roll.why.message)
    count = roll.count - len(panel.model.faces)
    if panel.model.due is Due.FACES:
        return panel.frame.words.count(
            "throws {n} die and says what it shows: {why}",
            "throws {n} dice and says what they show: {why}",
            count,
            why=why,
        )
    return panel.frame.words.count(
        "throws {n} die: {why}. {key} throws.",
        "throws {n} dice: {why}. {key} throws.",
        count,
        why=why,
        key=panel.key(THROW),
    )


def _answering(panel: PlayFrame, prompt: Prompt) -> str:
    """Return what is asked, and how to answer it."""
    heading = panel.said(prompt.heading)
    if prompt.hint is not None:
        return panel.say("{heading}: {how}", heading=heading, how=panel.said(prompt.hint))
    return panel.say("{heading}: {how}", heading=heading, how=_how(panel, prompt))


def _how(panel: PlayFrame, prompt: Prompt) -> str:
    """Return how a kind of prompt is answered."""
    do = panel.key(DROP)
    match prompt:
        case PickOne():
            return panel.say("click one, or press {next} and {do}.", next=panel.key(NEXT), do=do)
        case PickSome(least=least, most=most):
            if least == most:
                return panel.say("pick {most}, then {do}.", most=most, do=do)
            return panel.say("pick {least} to {most}, then {do}.", least=least, most=most, do=do)
        case Divide():
            return panel.say("drag each to where it belongs, or press its number; then {do}.", do=do)
        case Place():
            return panel.say(
                "click to place it; {left} and {right} or the wheel turn it.",
                left=panel.key(PLACE_LEFT),
                right=panel.key(PLACE_RIGHT),
            )
        case Go():
            return panel.say("point where it moves; a click adds a corner, {do} moves it.", do=do)
        case Number(least=least, most=most):
            return panel.say("a number from {least} to {most}, then {do}.", least=least, most=most, do=do)
        case Confirm():
            return panel.say("{do}.", do=do)
