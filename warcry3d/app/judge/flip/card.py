"""The card of the smallest moves that flip a verdict."""

from imgui_bundle import imgui

from warcry3d.app.judge.flip.model import AskFlips, FlipState, ShowFlip, StopFlips
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.origin_names import side_name
from warcry3d.app.judge.part import Wanted
from warcry3d.app.scene.colours import BLUE, PAPER
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import card_title, panel_card
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import beside, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.table.tape_measures import BoardEdge, FromCorner, FromEdge

__all__ = ["board_side", "draw_flip_card"]


def draw_flip_card(frame: Frame, model: JudgeModel, state: FlipState) -> list[Wanted]:
    """Draw it below a verdict; return what is asked for."""
    wanted: list[Wanted] = []
    if model.judgement is None or not model.is_certified:
        return wanted
    words = frame.words
    with panel_card(BLUE, frame.scale):
        imgui.align_text_to_frame_padding()
        card_title(words.say("Smallest move that flips it"), PAPER, frame.bold, 1.0)
        _search(words, state, wanted)
        if state.failure is not None:
            paragraph(words.error(state.failure))
        for id in state.movers:
            _mover(frame, state, id, wanted)
        if state.is_running:
            space(len(state.movers))  # what is found takes a line more
            imgui.set_scroll_here_y(1.0)
    return wanted


def board_side(direction: float) -> FromEdge | FromCorner:
    """Return the edge or the corner of the board towards which a direction points (degrees from the x axis), of the
    eight the nearest.
    """
    east, north = BoardEdge.RIGHT, BoardEdge.FAR
    west, south = BoardEdge.LEFT, BoardEdge.NEAR
    eight = (
        FromEdge(east),
        FromCorner(east, north),
        FromEdge(north),
        FromCorner(west, north),
        FromEdge(west),
        FromCorner(west, south),
        FromEdge(south),
        FromCorner(east, south),
    )
    return eight[round(direction / 45.0) % 8]


def _search(words: Words, state: FlipState, wanted: list[Wanted]) -> None:
    """Draw the button that begins the search, or stops it, beside the title if there is room."""
    label, intent = (words.say("Stop"), StopFlips()) if state.is_running else (words.say("Find it"), AskFlips())
    if state.is_running or state.asked is None or state.is_stopped:
        beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
        if imgui.button(f"{label}##flip"):
            wanted.append(intent)


def _mover(frame: Frame, state: FlipState, id: str, wanted: list[Wanted]) -> None:
    """Draw the line of one of the two."""
    words, name = frame.words, fighter_name(id, frame.words)
    flip = state.found.get(id)
    if flip is None:
        if state.is_running:
            imgui.text_disabled(words.say("{mover}: searching...", mover=name))
        return
    if flip.move is None:
        paragraph(words.say("{mover}: no move up to {inches:g} in does", mover=name, inches=flip.searched))
        return
    imgui.align_text_to_frame_padding()
    where = side_name(board_side(flip.direction), words)
    paragraph(words.say("{mover}: {length:.2f} in towards the {where}", mover=name, length=flip.length, where=where))
    tool_tip(words.say("no shorter move than {least:.2f} in does", least=flip.at_least))
    is_shown = state.shown == id
    label = words.say("hide") if is_shown else words.say("show")
    beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)
    if imgui.button(f"{label}##flip-{id}"):
        wanted.append(ShowFlip(None if is_shown else id))
