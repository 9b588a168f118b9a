"""The cards of findings: what is wrong or odd, the worst first; a click shows it, a reason accepts it."""

from collections.abc import Collection, Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.findings_state import ChooseFinding, FindingsState, LookAgain, StopLooking, TypeReason
from warcry3d.app.build.part_names import with_part_names
from warcry3d.app.build.station import Wanted
from warcry3d.app.scene.colours import AMBER, BLUE, RED, Colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.finding_counts import counted_findings
from warcry3d.app.widgets.panel_card import panel_card
from warcry3d.app.widgets.progress import ProgressLine, draw_progress
from warcry3d.app.widgets.theme import beside, coloured, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import template
from warcry3d.terrain.editing.edits import AcceptFinding
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["SEVERITIES", "draw_findings", "order_of"]

SEVERITIES = {
    Severity.ERROR: (template("error"), RED),
    Severity.WARNING: (template("warning"), AMBER),
    Severity.NOTE: (template("note"), BLUE),
}
QUIET: Colour = (0.66, 0.65, 0.62)
GREEN: Colour = (0.45, 0.80, 0.50)


def draw_findings(
    frame: Frame, state: FindingsState, share: float | None, wanted: list[Wanted], chosen: Collection[str] = ()
) -> AcceptFinding | None:
    """Draw them; return the finding that was accepted, or is no longer.

    ``share``: how far the search for them is. Those about the parts that are ``chosen`` come first.
    """
    words, accepted = frame.words, None
    headline(words.say("Findings"), frame.bold)
    if state.found is None:
        _search(frame, state, share, wanted)
        return None
    coloured(counted_findings([one.severity for one in state.found if not one.accepted], words), QUIET)
    if not state.found:
        coloured(words.say("nothing is wrong with this piece"), GREEN)
    order, about = order_of(state.found, chosen)
    if chosen and state.found:
        coloured(words.say("about what is chosen: {n}", n=about), QUIET)
    for place, number in enumerate(order):
        if 0 < about == place:
            coloured(words.say("about other parts: {n}", n=len(order) - about), QUIET)
        accepted = _card(number, order, frame, state, wanted) or accepted
    return accepted


def order_of(found: Sequence[Finding], chosen: Collection[str]) -> tuple[tuple[int, ...], int]:
    """Return the places of findings in the order in which they are shown, and how many are about ``chosen`` parts: they
    come first, also what is between one of those and another part.
    """
    about = [k for k, one in enumerate(found) if _parts_of(one) & set(chosen)]
    return (*about, *(k for k in range(len(found)) if k not in about)), len(about)


def _parts_of(finding: Finding) -> set[str]:
    """Return what a finding names: parts, and other words that are no part's id."""
    return {finding.part, *(value for value in finding.message.values.values() if isinstance(value, str))}


def _search(frame: Frame, state: FindingsState, share: float | None, wanted: list[Wanted]) -> None:
    words = frame.words
    if state.is_stopped:
        paragraph(words.say("This piece has not been checked."), QUIET)
        if imgui.small_button(words.say("Check it")):
            wanted.append(LookAgain())
        return
    draw_progress(ProgressLine(words.say("looking for problems..."), share or 0.0), frame.scale * 0.85)
    if imgui.small_button(f"{words.say('Cancel')}##lint"):
        wanted.append(StopLooking())


def _card(
    number: int, order: Sequence[int], frame: Frame, state: FindingsState, wanted: list[Wanted]
) -> AcceptFinding | None:
    assert state.found is not None, "there is none to draw"
    words, scale, finding = frame.words, frame.scale, state.found[number]
    title, colour = SEVERITIES[finding.severity]
    size = imgui.get_style().font_size_base * 0.84
    with panel_card(colour, scale), imgui_ctx.push_font(imgui.get_font(), size):
        coloured(words.say(title), QUIET if finding.accepted else colour)
        imgui.same_line()
        imgui.text_disabled(finding.code)
        if state.chosen == number:
            imgui.same_line()
            coloured(words.say("shown"), GREEN)
        said = finding.message if state.of is None else with_part_names(finding.message, words, state.of)
        paragraph(words.text(said), QUIET if finding.accepted else None)
        return _buttons(number, order, frame, state, wanted)


def _buttons(
    number: int, order: Sequence[int], frame: Frame, state: FindingsState, wanted: list[Wanted]
) -> AcceptFinding | None:
    """Draw what can be done about a finding; return it where it was accepted, or no longer."""
    assert state.found is not None, "there is none to draw"
    words, finding = frame.words, state.found[number]
    if finding.places and imgui.small_button(f"{words.say('Show')}##show-{number}"):
        wanted.append(ChooseFinding(number))
    label = words.say("Accept no longer") if finding.accepted else words.say("Accept...")
    if finding.places:
        beside(imgui.calc_text_size(label).x + 12 * frame.scale)
    is_pressed = imgui.small_button(f"{label}##accept-{number}")
    tool_tip(words.say("all findings of this kind, with the reason kept in the piece"))
    if is_pressed and finding.accepted:
        return AcceptFinding(finding.code, is_accepted=False)
    if is_pressed:
        wanted.append(TypeReason(None if state.typed.code == finding.code else finding.code))
    if state.typed.code != finding.code or finding.accepted or not _is_first(state.found, order, number):
        return None
    imgui.set_next_item_width(-1)
    flags = imgui.InputTextFlags_.enter_returns_true.value
    hint = words.say("why is that as it should be?")
    entered, typed = imgui.input_text_with_hint(f"##reason-{number}", hint, state.typed.reason, flags)
    if typed != state.typed.reason:
        wanted.append(TypeReason(finding.code, typed))
    if entered or imgui.small_button(f"{words.say('Accept')}##do-{number}"):
        return AcceptFinding(finding.code, typed)
    return None


def _is_first(found: Sequence[Finding], order: Sequence[int], number: int) -> bool:
    """Return whether a finding is the first of its code that is shown: the reason is typed there."""
    return next(k for k in order if found[k].code == found[number].code) == number
