"""The Build room's panels: at the left what was guessed and the parts, at the right what was found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.bench_table import bounds_of
from warcry3d.app.build.guess_chips import draw_guesses
from warcry3d.app.build.intents import STARTING, AskOverwrite, BuildAction, ChoosePart, HoverPart, TakeTool
from warcry3d.app.build.labels import draw_part_names, draw_ruler_lengths
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.part_names import with_part_names
from warcry3d.app.build.part_rows import KIND_ORDER, draw_kind_chips, draw_part_row
from warcry3d.app.build.start_panel import draw_start
from warcry3d.app.build.station import Station, Wanted
from warcry3d.app.scene.colours import GOLD
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.name_labels import Box
from warcry3d.app.widgets.progress import ProgressLine, draw_progress
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import bar, greyed, paragraph
from warcry3d.app.widgets.tool_bar import draw_tools
from warcry3d.app.widgets.tool_button import ToolButton
from warcry3d.app.widgets.tool_entry import ToolEntry
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import Words, template
from warcry3d.messages.names import part_title, piece_title
from warcry3d.messages.piece import kinds_in_words
from warcry3d.table.terrain import Part, PartKind, Piece
from warcry3d.units import MM

__all__ = ["KIND_ORDER", "BuildView"]

HELP = (
    template("click: choose a part; right click: one more"),
    template("drag: orbit; right drag: pan; wheel: zoom"),
    template("Tab: the next part; 1 to 0: what it is"),
    template("F: look from near; Esc: one step back"),
)
FOOT = 38.0
"""Height of the buttons at the panel's foot (points)."""
SAVE = (0.16, 0.36, 0.20, 1.0)
DETAILS = 0.36
"""Share of the left panel's height that what is said of the chosen part takes at most."""


@dataclass(frozen=True)
class BuildView:
    """Draws the panels into a frame. ``key_label``: the key of an action as people know it, by its binding's name;
    ``own_pieces``: files that it offers to open.
    """

    frame: Frame
    key_label: Callable[[str], str] = str
    own_pieces: Sequence[Path] = ()

    @staticmethod
    def caption(model: BuildModel, words: Words) -> tuple[str, ...]:
        """Return the piece's name and size."""
        piece = model.on_show
        return () if piece is None else (piece_title(piece.name, words), _size(piece, words))

    # Over the table

    def names(self, model: BuildModel) -> None:
        """Write the names of the parts over them, and the lengths at the tapes."""
        piece = model.piece or model.raw
        if piece is None:
            return
        at, taken = model.origin, list[Box]()
        if model.has_rulers:
            draw_ruler_lengths(piece, at, self.frame, taken)
        if model.piece is not None and model.has_names:
            draw_part_names(model.piece, at, self.frame, taken, chosen=model.chosen, hovered=model.hovered)

    def tools(
        self,
        tools: Sequence[ToolEntry[BuildAction]],
        model: BuildModel,
        own: tuple[bool, bool],
        wanted: list[Wanted],
    ) -> tuple[float, float]:
        """Draw the tool bar; return its upper left corner (pixels).

        ``own``: whether the tool in hand has something to take back, and to make again.
        """
        frame, words = self.frame, self.frame.words
        off = {
            BuildAction.UNDO: not (frame.can_undo or own[0]),
            BuildAction.REDO: not (frame.can_redo or own[1]),
        }
        buttons = [
            (
                ToolButton(
                    tool.name,
                    tool.icon,
                    words.say(tool.title),
                    words.say(tool.tip),
                    self.key_label(tool.binding),
                    is_chosen=tool.name == model.tool or (tool.name == "colours" and model.has_colours),
                ),
                off.get(tool.command, False) if tool.command is not None else not model.can_take(tool.name),
            )
            for tool in tools
        ]
        span = (frame.rail + frame.left_panel[2], frame.picture[0])
        pressed, box = draw_tools("build-tools", buttons, span, frame.picture[1], frame.bold, frame.scale)
        wanted += [tool.command or TakeTool(tool.name) for tool in tools if tool.name in pressed]
        return box[:2]

    # At the left

    def left(self, model: BuildModel, progress: float | None, wanted: list[Wanted]) -> Path | None:
        """Draw the panel at the left; return a file that was asked for."""
        with side_panel("build-left", self.frame.left_panel):
            piece = model.piece or model.raw
            if piece is None or model.tool == STARTING:
                return draw_start(self.frame, self.own_pieces, wanted)
            self._title(model.trial or piece)
            draw_guesses(self.frame, model, wanted)
            if progress is not None:
                self._working(progress, model, wanted)
            if model.piece is not None:
                self._parts(model, model.piece, wanted)
        return None

    def _title(self, piece: Piece) -> None:
        with imgui_ctx.push_font(self.frame.bold, imgui.get_style().font_size_base * 1.25):
            imgui.text_unformatted(piece_title(piece.name, self.frame.words))
        with imgui_ctx.push_style_color(
            imgui.Col_.text.value, imgui.get_style_color_vec4(imgui.Col_.text_disabled.value)
        ):
            paragraph(_size(piece, self.frame.words))

    def _working(self, progress: float, model: BuildModel, wanted: list[Wanted]) -> None:
        words = self.frame.words
        text = words.say("finding the parts...") if model.piece is None else words.say("reading the mesh anew...")
        space(0.2)
        draw_progress(ProgressLine(text, progress), self.frame.scale * 0.85)
        if imgui.button(words.say("Cancel")):
            wanted.append(BuildAction.CANCEL_IMPORT)

    def _parts(self, model: BuildModel, piece: Piece, wanted: list[Wanted]) -> None:
        words, frame = self.frame.words, self.frame
        headline(words.count("{n} part", "{n} parts", len(piece.parts)), frame.bold)
        details = self._details_height(model) if model.chosen else 0.0
        with imgui_ctx.begin_child("parts", (0, -details if details else 0)):
            hovered = None
            for part in piece.parts:
                row = draw_part_row(part, words, frame.bold, frame.scale, is_chosen=part.id in model.chosen)
                if row.is_clicked:
                    is_added = row.is_added or imgui.get_io().key_ctrl or imgui.get_io().key_shift
                    wanted.append(ChoosePart(part.id, is_added=is_added))
                if row.is_hovered:
                    hovered = part.id
                if model.chosen[-1:] == (part.id,) and row.is_hidden and not imgui.is_any_item_active():
                    imgui.set_scroll_here_y(0.5)
            if imgui.is_window_hovered() and hovered != model.hovered:
                wanted.append(HoverPart(hovered))
            if not model.chosen:
                space(0.3)
                with imgui_ctx.push_style_color(imgui.Col_.text.value, (0.64, 0.63, 0.60, 1.0)):
                    paragraph(words.say("Click a part here or on the table, then what it is."))
        if details:
            with imgui_ctx.begin_child("details", (0, 0)):
                self._details(model, wanted)

    def _details_height(self, model: BuildModel) -> float:
        return float(DETAILS * self.frame.left_panel[3])

    def _details(self, model: BuildModel, wanted: list[Wanted]) -> None:
        """Say what the chosen part is and why, and offer what else it may be."""
        words, parts = self.frame.words, model.chosen_parts
        imgui.separator()
        if len(parts) == 1:
            _say_part(parts[0], words, self.frame)
        else:
            imgui.text_unformatted(words.count("{n} part is chosen", "{n} parts are chosen", len(parts)))
        picked = draw_kind_chips(model.chosen_kinds, words, self.frame.scale)
        if picked is not None:
            wanted.append(picked)

    # At the right

    def right(self, model: BuildModel, stations: Sequence[Station], wanted: list[Wanted]) -> None:
        """Draw the panel at the right: the cards of the room's stations, and how the piece is kept."""
        words, scale = self.frame.words, self.frame.scale
        with side_panel("build", self.frame.panel):
            if model.overwrites is not None:
                self._overwrite(model.overwrites, wanted)
            foot = FOOT * scale + imgui.get_style().item_spacing.y
            with imgui_ctx.begin_child("cards", (0, -foot)):
                if model.content is not None:
                    for station in stations:
                        wanted += station.draw_cards(self.frame)
                help_at_foot([words.say(line) for line in HELP], scale)
            self._foot(model, wanted)

    def _overwrite(self, path: Path, wanted: list[Wanted]) -> None:
        words = self.frame.words
        with bar(GOLD, self.frame.scale):
            paragraph(words.say("{name} has changed since you opened it. Overwrite it?", name=path.name))
            choices: tuple[tuple[str, tuple[Wanted, ...]], ...] = (
                (words.say("Overwrite"), (BuildAction.OVERWRITE,)),
                (words.say("Save as..."), (AskOverwrite(None), BuildAction.SAVE_AS)),
                (words.say("Cancel"), (AskOverwrite(None),)),
            )
            for label, intents in choices:
                if imgui.button(f"{label}##overwrite"):
                    wanted += intents
        space(0.3)

    def _foot(self, model: BuildModel, wanted: list[Wanted]) -> None:
        """Draw the buttons that save and export."""
        words, scale = self.frame.words, self.frame.scale
        size = ((imgui.get_content_region_avail().x - imgui.get_style().item_spacing.x) / 2, FOOT * scale)
        with greyed(model.piece is None):
            with imgui_ctx.push_style_color(imgui.Col_.button.value, SAVE):
                if imgui.button(words.say("Save piece"), size):
                    wanted.append(BuildAction.SAVE)
            tool_tip(words.say("save the piece as GLB: it can be put on a table and played"))
            imgui.same_line()
            if imgui.button(words.say("Print STL"), size):
                wanted.append(BuildAction.EXPORT)
            tool_tip(words.say("write an STL in millimetres for the printer: one closed surface"))


def _size(piece: Piece, words: Words) -> str:
    width, depth, height = (bounds_of(piece)[1] - bounds_of(piece)[0]).tolist()
    triangles = sum(len(part.solid.faces) for part in piece.parts)
    return words.say(
        "{width:.1f} x {depth:.1f} x {height:.1f} mm, {triangles} triangles",
        width=width / MM,
        depth=depth / MM,
        height=height / MM,
        triangles=triangles,
    )


def _say_part(part: Part, words: Words, frame: Frame) -> None:
    """Write what a part is and why."""
    with imgui_ctx.push_font(frame.bold, imgui.get_style().font_size_base):
        paragraph(words.say("{part} is: {kinds}", part=part_title(part.id, words), kinds=kinds_in_words(part, words)))
    with imgui_ctx.push_style_color(imgui.Col_.text.value, (0.72, 0.71, 0.68, 1.0)):
        for reason in part.judged.reasons[:3] if part.judged is not None else ():
            paragraph(words.text(with_part_names(reason, words)))
        if part.passage is not None and part.kinds & {PartKind.DOOR, PartKind.ARCH}:
            paragraph(
                words.say(
                    "a way through, {width:.2f} in wide and {height:.2f} in high",
                    width=part.passage.width,
                    height=part.passage.height,
                )
            )
