"""The palette at the left of the Boards room: a search, and the pieces as pictures to drag out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.boards.intents import ListBoard, TypeSearch
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.palette import PaletteEntry, matching
from warcry3d.app.boards.piece_list import draw_piece_list
from warcry3d.app.boards.wishes import AddPieceFile, BoardsWanted, TakePiece
from warcry3d.app.scene.colours import GOLD, PAPER, Colour
from warcry3d.app.scene.label import wrapped
from warcry3d.app.shell.files.thumbnails import Thumbnail
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import cut
from warcry3d.app.widgets.choices import headline, segments
from warcry3d.app.widgets.icons import draw_icon
from warcry3d.app.widgets.side_panel import side_panel
from warcry3d.app.widgets.theme import packed, paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import template

__all__ = ["PaletteView"]

GAP, PAD = 8.0, 5.0
ASPECT = 240 / 384
"""Height of a picture against its width."""
GROUND, HOVERED = (0.115, 0.115, 0.125), (0.20, 0.18, 0.14)
QUIET: Colour = (0.66, 0.65, 0.62)
LINES, SMALL = 2, 0.84
"""So many lines has a name, and so large is it against the text of panels."""
HELP = template("Drag a piece onto the board, or click it and click where it goes. The wheel turns what is in hand.")


def two_lines(title: str, room: float) -> list[str]:
    """Return a name in two lines at most; what is left over is cut with dots (pixels)."""
    lines = wrapped(title, room, lambda part: float(imgui.calc_text_size(part).x))
    kept = [*lines[: LINES - 1], "".join(lines[LINES - 1 :]) if len(lines) <= LINES else " ".join(lines[LINES - 1 :])]
    return [cut(line, room) for line in kept if line]


@dataclass(frozen=True)
class PaletteView:
    """Draws the palette into a frame. ``thumbnails``: those there are; ``picture_of``: a picture's number."""

    frame: Frame
    thumbnails: Mapping[Path, Thumbnail]
    picture_of: Callable[[Path], int | None]
    wants_search: bool = False

    def draw(
        self, entries: Sequence[PaletteEntry], model: BoardsModel, taken: str, wanted: list[BoardsWanted]
    ) -> tuple[PaletteEntry, ...]:
        """Draw it; return the pieces that were to be seen. ``taken``: the name of the one in hand."""
        words, seen, search = self.frame.words, list[PaletteEntry](), model.search
        with side_panel("boards-palette", self.frame.left_panel, has_fields=True):
            headline(words.say("Pieces"), self.frame.bold)
            count = len(model.opened.terrain.features)
            names = [words.say("to put down"), words.say("on board: {n}", n=count)]
            clicked = segments("palette-list", names, int(model.lists_board))
            if clicked is not None:
                wanted.append(ListBoard(clicked == 1))
            if model.lists_board:
                with imgui_ctx.begin_child("on-board", (0, 0)):
                    draw_piece_list(self.frame, model, wanted)
                return ()
            self._search(entries, search, wanted)
            found = matching(entries, search, words)
            with imgui_ctx.begin_child("pieces", (0, 0)):
                for title, is_own in ((words.say("Your own"), True), (words.say("Shipped"), False)):
                    some = [one for one in found if one.is_own is is_own]
                    if some:
                        imgui.text_disabled(title)
                        seen += self._pieces(some, taken, wanted)
                if not found:
                    paragraph(words.say("No piece is called so."), PAPER)
                if imgui.button(words.say("Add a piece's file..."), (-1, 0)):
                    wanted.append(AddPieceFile())
                tool_tip(words.say("a GLB file, as Build and the terrain commands write it"))
                with imgui_ctx.push_style_color(imgui.Col_.text.value, (*QUIET, 1.0)):
                    paragraph(words.say(HELP))
        return tuple(seen)

    def _search(self, entries: Sequence[PaletteEntry], search: str, wanted: list[BoardsWanted]) -> None:
        words = self.frame.words
        imgui.set_next_item_width(-1)
        if self.wants_search:
            imgui.set_keyboard_focus_here()
        kinds = imgui.InputTextFlags_
        flags = kinds.enter_returns_true | kinds.auto_select_all | kinds.escape_clears_all
        entered, typed = imgui.input_text_with_hint("##search", words.say("search"), search, flags)
        if typed != search:
            wanted.append(TypeSearch(typed))
        found = matching(entries, typed, words)
        if entered and found:
            wanted.append(TakePiece(found[0], at_middle=True))

    def _pieces(self, some: Sequence[PaletteEntry], taken: str, wanted: list[BoardsWanted]) -> list[PaletteEntry]:
        """Draw pieces in two columns; return those that can be seen."""
        scale, seen = self.frame.scale, []
        room = imgui.get_content_region_avail().x
        gap = GAP * scale
        wide = (room - gap) / 2
        left, top = imgui.get_cursor_pos()
        step = imgui.get_text_line_height()
        tall = wide * ASPECT + LINES * SMALL * step + 2 * PAD * scale
        for number, entry in enumerate(some):
            row, column = divmod(number, 2)
            imgui.set_cursor_pos((left + column * (wide + gap), top + row * (tall + gap)))
            if self._piece(entry, (wide, tall), is_on=entry.name == taken, wanted=wanted):
                seen.append(entry)
        imgui.set_cursor_pos((left, top + (len(some) + 1) // 2 * (tall + gap)))
        imgui.dummy((0, 0))
        return seen

    def _piece(
        self, entry: PaletteEntry, size: tuple[float, float], *, is_on: bool, wanted: list[BoardsWanted]
    ) -> bool:
        """Draw one; return whether it can be seen. It is taken when it is pressed, so that it can be dragged out."""
        scale, at = self.frame.scale, imgui.get_cursor_screen_pos()
        imgui.invisible_button(f"piece-{entry.name}", size)
        if not imgui.is_item_visible():
            return False
        if imgui.is_item_activated():
            wanted.append(TakePiece(entry))
            if imgui.is_mouse_down(imgui.MouseButton_.left.value):
                imgui.set_window_focus(None)  # keys are for the piece in hand now, and scroll no list
        is_hovered = imgui.is_item_hovered() or imgui.is_item_focused()
        title = entry.title(self.frame.words)
        tool_tip(f"{title}\n{entry.file}" if entry.is_own else title)
        paper, (wide, tall) = imgui.get_window_draw_list(), size
        end, high = (at.x + wide, at.y + tall), wide * ASPECT
        rounding = 6 * scale
        paper.add_rect_filled((at.x, at.y), end, packed(HOVERED if is_hovered else GROUND, 0.96), rounding)
        thumbnail = self.thumbnails.get(entry.file)
        picture = self.picture_of(thumbnail.picture) if thumbnail is not None and thumbnail.picture else None
        if picture is not None:
            paper.add_image_rounded(
                imgui.ImTextureRef(picture), (at.x, at.y), (end[0], at.y + high), (0, 1), (1, 0), 0xFFFFFFFF, rounding
            )
        else:
            draw_icon("build", (at.x + wide / 2, at.y + high / 2), 26 * scale, packed(QUIET, 0.35))
        if is_on or is_hovered:
            paper.add_rect((at.x, at.y), end, packed(GOLD, 1.0 if is_on else 0.5), rounding, 2.0 * scale)
        pad, text = PAD * scale, imgui.get_style().font_size_base * SMALL
        for number, line in enumerate(two_lines(title, (wide - 2 * pad) / SMALL)):
            place = (at.x + pad, at.y + high + pad + number * SMALL * imgui.get_text_line_height())
            paper.add_text(imgui.get_font(), text, place, packed(PAPER, 1.0), line)
        return True
