"""The list of what stands on the board, in place of the palette: a row is clicked to pick the piece."""

from dataclasses import dataclass

from imgui_bundle import imgui

from warcry3d.app.boards.finding_labels import finding_text, findings_by_piece
from warcry3d.app.boards.intents import HoverPiece, PickPieces
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tools import SEVERITY_COLOURS
from warcry3d.app.boards.wishes import BoardsWanted, FlyTo
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import cut
from warcry3d.app.widgets.theme import packed, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import template
from warcry3d.messages.names import piece_title
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import middle_of
from warcry3d.terrain.layouts.stacking import height_of

__all__ = ["draw_piece_list"]

HIGH = 32.0
"""Height of a row (points)."""
FACE, HOVERED, CHOSEN = (0.135, 0.135, 0.145), (0.20, 0.20, 0.21), (0.24, 0.20, 0.10)
QUIET = (0.66, 0.65, 0.62)
HELP = template("Click a piece to pick it, shift-click for more; a second click goes there.")


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece: its name, the inches that it stands up, and the numbers of the findings about it."""

    feature: Feature
    title: str
    height: float
    numbers: tuple[int, ...]


def draw_piece_list(frame: Frame, model: BoardsModel, wanted: list[BoardsWanted]) -> None:
    """Draw the pieces on the board in the order of their names into the open window."""
    words, findings = frame.words, findings_by_piece(model.tools.findings)
    rows = [
        _Row(one, piece_title(one.id, words), height_of(one), findings.get(one.id, ()))
        for one in model.opened.terrain.features
    ]
    is_over = False
    for row in sorted(rows, key=lambda row: (row.title, row.feature.id)):
        is_over |= _row(frame, model, row, wanted)
    if not is_over and imgui.is_window_hovered() and model.hovered is not None:
        wanted.append(HoverPiece(None))
    if not rows:
        paragraph(words.say("Nothing stands on this board yet."), PAPER)
    else:
        paragraph(words.say(HELP), QUIET)


def _row(frame: Frame, model: BoardsModel, row: _Row, wanted: list[BoardsWanted]) -> bool:
    """Draw a row and take what was done to it; return whether the pointer is over it."""
    scale, at = frame.scale, imgui.get_cursor_screen_pos()
    wide, tall, id = imgui.get_content_region_avail().x, HIGH * scale, row.feature.id
    is_clicked = bool(imgui.invisible_button(f"on-board-{id}", (wide, tall)))
    is_hovered, is_chosen = bool(imgui.is_item_hovered()), id in model.picked
    if is_clicked:
        imgui.set_window_focus(None)  # keys are for the piece that is picked now, and scroll no list
    paper, end = imgui.get_window_draw_list(), (at.x + wide, at.y + tall)
    face = CHOSEN if is_chosen else HOVERED if is_hovered or id == model.hovered else FACE
    paper.add_rect_filled((at.x, at.y), end, packed(face, 0.97), 6 * scale)
    if is_chosen:
        paper.add_rect((at.x, at.y), end, packed(GOLD, 0.9), 6 * scale, 1.5 * scale)
    size, right = imgui.get_style().font_size_base, end[0] - 9 * scale
    for text, colour in _marks(frame, model, row):
        right -= imgui.calc_text_size(text).x * 0.84
        paper.add_text(imgui.get_font(), size * 0.84, (right, at.y + (tall - 0.84 * size) / 2), colour, text)
        right -= 9 * scale
    left = at.x + 10 * scale
    name = cut(row.title, (right - left) / 0.92)
    tool_tip("\n".join([*([row.title] if name != row.title else []), *_said(frame, model, row)]))
    paper.add_text(imgui.get_font(), size * 0.92, (left, at.y + (tall - size) / 2), packed(PAPER, 1.0), name)
    if is_clicked and is_chosen and not imgui.get_io().key_shift:
        x, y = middle_of(row.feature)
        wanted.append(FlyTo(((x, y, row.height),), id))
    elif is_clicked:
        wanted.append(PickPieces((id,), bool(imgui.get_io().key_shift)))
    if is_hovered and model.hovered != id:
        wanted.append(HoverPiece(id))
    return is_hovered


def _marks(frame: Frame, model: BoardsModel, row: _Row) -> list[tuple[str, int]]:
    """Return what stands at a row's right end, from there on: numbers of findings, how high it stands."""
    shown = []
    if row.numbers:
        severity = model.tools.findings[row.numbers[0] - 1].severity
        shown.append((", ".join(map(str, row.numbers)), packed(SEVERITY_COLOURS[severity], 1.0)))
    if row.height >= 0.05:
        shown.append((frame.words.say("{low:.1f} in up", low=row.height), packed(QUIET, 1.0)))
    return shown


def _said(frame: Frame, model: BoardsModel, row: _Row) -> list[str]:
    return [f"{n}  {finding_text(model.tools.findings[n - 1], model.opened, frame.words)}" for n in row.numbers]
