"""The card that says how sure the verdict is: shares with their intervals, what is proved, what may be asked."""

import math

from imgui_bundle import imgui

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.sure.map import MARKS
from warcry3d.app.judge.sure.model import SHIFTS, TURNS, AskSure, ChooseShift, ChooseTurn, StopSure, SureState
from warcry3d.app.scene.colours import AMBER, GREEN, PAPER, RED, Colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import card_title, chip, panel_card
from warcry3d.app.widgets.theme import beside, packed, paragraph
from warcry3d.messages import Words, template
from warcry3d.rules.placement_doubt import PLACES, VerdictDoubt
from warcry3d.sight.verdict import VerdictWord

__all__ = ["draw_sure_card"]

NAMES: dict[VerdictWord, str] = {
    "hidden": template("hidden"),
    "seen": template("seen"),
    "too-close": template("too close"),
}
PROVED: dict[VerdictWord, str] = {
    "hidden": template("Hidden, whatever {inches} in of doubt says"),
    "seen": template("Seen, whatever {inches} in of doubt says"),
}
MARK, BAR = 5.0, 8.0
"""Half the side of a mark and the height of the bar (points)."""


def draw_sure_card(frame: Frame, model: JudgeModel, state: SureState) -> list[Wanted]:
    """Draw it below a verdict; return what is asked for."""
    wanted: list[Wanted] = []
    if model.judgement is None or not model.is_certified:
        return wanted
    words = frame.words
    with panel_card(_colour(state), frame.scale):
        _settings(frame, state, wanted)
        if state.failure is not None:
            paragraph(words.error(state.failure))
        elif state.found is not None and state.places:
            _found(frame, state, state.found)
        if state.is_running:
            _running(frame, state, wanted)
        elif not state.is_whole and imgui.button(f"{words.say('Try {count} placements', count=PLACES)}##sure"):
            wanted.append(AskSure())
    return wanted


def _colour(state: SureState) -> Colour:
    """Return the bar's colour: that of what is proved, else that it is open."""
    if state.found is None or state.found.proved is None:
        return PAPER if state.found is None else AMBER
    return GREEN if state.found.proved == "seen" else RED


def _settings(frame: Frame, state: SureState, wanted: list[Wanted]) -> None:
    words, scale = frame.words, frame.scale
    imgui.align_text_to_frame_padding()
    card_title(words.say("How sure?"), PAPER, frame.bold, 1.0)
    for name, inches in SHIFTS.items():
        label = f"{name}\N{DOUBLE PRIME}"
        _beside(label)
        tip = words.say("both stand anywhere up to {inches} in from where they are", inches=name)
        if chip(f"{label}##shift", tip, scale, is_on=inches == state.doubt.shift):
            wanted.append(ChooseShift(inches))
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words.say("turned"))
    for degrees in TURNS:
        label = f"{degrees:g}°"
        _beside(label)
        tip = words.say("both are turned by up to {degrees:g} degrees either way", degrees=degrees)
        if chip(f"{label}##turn", tip, scale, is_on=math.isclose(math.radians(degrees), state.doubt.turn)):
            wanted.append(ChooseTurn(degrees))


def _beside(label: str) -> None:
    beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)


def _found(frame: Frame, state: SureState, found: VerdictDoubt) -> None:
    """Draw what is proved, else the share of each verdict."""
    words = frame.words
    if found.proved in PROVED:
        inches = next((name for name, one in SHIFTS.items() if one == found.doubt.shift), f"{found.doubt.shift:g}")
        title = words.say(PROVED[found.proved], inches=inches)
        card_title(title, _colour(state), frame.bold, 1.0, words.say("proved"))
    for answer in sorted(NAMES, key=lambda one: -found.share(one).count):
        _share(frame, answer, found)
    cover = found.covered
    imgui.text_disabled(
        words.say("in cover: {share:.0f} % ({low:.0f} to {high:.0f})", **_percents(cover.share, cover.low, cover.high))
    )
    _bar(frame, found)


def _percents(share: float, low: float, high: float) -> dict[str, float]:
    return {"share": 100 * share, "low": math.floor(100 * low), "high": math.ceil(100 * high)}


def _share(frame: Frame, answer: VerdictWord, found: VerdictDoubt) -> None:
    share, scale = found.share(answer), frame.scale
    at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    _mark(answer, (at.x + MARK * scale, at.y + 0.55 * line), MARK * scale)
    imgui.dummy((3 * MARK * scale, line))
    imgui.same_line(0, 0)
    imgui.text_unformatted(
        frame.words.say(
            "{what}: {share:.1f} % ({low:.0f} to {high:.0f})",
            what=frame.words.say(NAMES[answer]),
            **_percents(share.share, share.low, share.high),
        )
    )


def _mark(answer: VerdictWord, middle: tuple[float, float], half: float) -> None:
    """Draw the mark of a verdict, as on the maps."""
    shape, colour = MARKS[answer]
    paper, ink, (x, y) = imgui.get_window_draw_list(), packed(colour, 1.0), middle
    match shape:
        case "disc":
            paper.add_circle_filled(middle, 0.9 * half, ink)
        case "cross":
            for side in (-1, 1):
                paper.add_line((x - half, y - side * half), (x + half, y + side * half), ink, 0.5 * half)
        case _:
            paper.add_triangle_filled((x - half, y + half), (x + half, y + half), (x, y - half), ink)


def _bar(frame: Frame, found: VerdictDoubt) -> None:
    """Draw the shares as one bar."""
    at, height = imgui.get_cursor_screen_pos(), BAR * frame.scale
    width, left = imgui.get_content_region_avail().x - 10 * frame.scale, at.x
    paper = imgui.get_window_draw_list()
    for answer in NAMES:
        part = width * found.share(answer).share
        if part > 0:
            paper.add_rect_filled((left, at.y), (left + part, at.y + height), packed(MARKS[answer][1], 0.95), 2.0)
        left += part
    imgui.dummy((width, height))


def _running(frame: Frame, state: SureState, wanted: list[Wanted]) -> None:
    words: Words = frame.words
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words.say("{count} of {all} placements", count=len(state.places), all=PLACES))
    label = words.say("Stop")
    _beside(label)
    if imgui.button(f"{label}##sure"):
        wanted.append(StopSure())
