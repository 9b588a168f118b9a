"""What can be done to the chosen parts: rename, cut at a height, split into shells, merge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from imgui_bundle import imgui

from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.cut_plane import cut_overlays
from warcry3d.app.build.edited_parts import made_of
from warcry3d.app.build.intents import PICK, ChoosePart, StationIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import Station, Wanted
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.theme import greyed
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.table.terrain import Part, Piece
from warcry3d.terrain.editing.edits import CutPart, Edit, MergeParts, RenamePart, SplitPart, edited

__all__ = ["EditState", "EditStation", "TypeCut", "TypePartName"]

EDITS = "edits"
MOST_NAME = 60


@dataclass(frozen=True, slots=True)
class TypePartName(StationIntent):
    """Change the name that the chosen part is to get."""

    station: ClassVar[str] = EDITS
    name: str


@dataclass(frozen=True, slots=True)
class TypeCut(StationIntent):
    """Change the height (in) at which the chosen part is to be cut, None: it is not; ``is_shown``: whether its plane is
    drawn.
    """

    station: ClassVar[str] = EDITS
    height: float | None
    is_shown: bool = True


@dataclass(frozen=True, slots=True)
class EditState:
    """The name that is typed, and the height of the cut (in); None: as the part has it, and none chosen yet.

    ``shows_cut``: the pointer is where the height is chosen.
    """

    station: ClassVar[str] = EDITS
    name: str | None = None
    height: float | None = None
    shows_cut: bool = False

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        match intent:
            case TypePartName(name=name):
                return replace(self, name=name[:MOST_NAME])
            case TypeCut(height=height, is_shown=is_shown):
                return replace(self, height=height, shows_cut=is_shown)
            case _:
                return self

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it empty where other parts are chosen, or the piece is another."""
        if before.chosen == build.chosen and before.piece is build.piece:
            return self
        return type(self)()


class EditStation(Station):
    """Draws a card for the chosen parts, and the plane of the cut around them."""

    first_state = EditState()

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Draw where the chosen part would be cut."""
        state, parts = model.state(EditState), model.chosen_parts
        height = state.height
        if height is None or not state.shows_cut or len(parts) != 1 or model.piece is None:
            return view
        at = origin_of(model.piece, model.table)
        return replace(view, overlays=(*view.overlays, *cut_overlays(parts[0], height, at)))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the card, if a part is chosen."""
        wanted: list[Wanted] = []
        parts = self.bench.model.chosen_parts
        if not parts or self.bench.model.tool != PICK:
            return wanted
        edit = _Card(frame, self.bench.model.state(EditState), wanted).draw(parts)
        if edit is not None:
            self.do_edit(edit)
        return wanted

    def do_edit(self, edit: Edit) -> None:
        """Do an edit to the piece, and choose the parts that come of it: what they are is said next."""
        before = self.bench.model.piece

        def then(after: Piece) -> None:
            for number, id in enumerate(made_of(edit, before, after)):
                self.bench.do(ChoosePart(id, is_added=number > 0))

        self.bench.edit(_editing(edit), then)


def _editing(edit: Edit) -> Callable[[Piece], Piece]:
    return lambda piece: edited(piece, edit)


@dataclass(frozen=True)
class _Card:
    frame: Frame
    state: EditState
    wanted: list[Wanted]

    def draw(self, parts: Sequence[Part]) -> Edit | None:
        words = self.frame.words
        headline(words.count("Chosen part", "Chosen parts", len(parts)), self.frame.bold)
        if len(parts) > 1:
            is_merged = imgui.button(words.say("Merge into one part"))
            tool_tip(words.say("the parts become one, with the kind and the name of the first"))
            return MergeParts(tuple(part.id for part in parts)) if is_merged else None
        part = parts[0]
        done = self._rename(part)
        with greyed(part.is_opening):
            if imgui.button(words.say("Split into shells")):
                done = SplitPart(part.id)
            tool_tip(words.say("what is not connected becomes a part of its own"))
            return self._cut(part) or done

    def _rename(self, part: Part) -> Edit | None:
        words = self.frame.words
        typed = self.state.name if self.state.name is not None else part.id
        imgui.set_next_item_width(0.62 * imgui.get_content_region_avail().x)
        flags = imgui.InputTextFlags_.enter_returns_true.value
        entered, name = imgui.input_text("##rename", typed, flags)
        if name != typed:
            self.wanted.append(TypePartName(name))
        imgui.same_line()
        is_off = not name.strip() or name == part.id
        with greyed(is_off):
            entered = imgui.button(words.say("Rename")) or entered
        return RenamePart(part.id, name.strip()) if entered and not is_off else None

    def _cut(self, part: Part) -> Edit | None:
        words = self.frame.words
        low, high = (float(value) for value in part.solid.bounds[:, 2])
        height = self.state.height if self.state.height is not None else (low + high) / 2
        imgui.set_next_item_width(0.62 * imgui.get_content_region_avail().x)
        is_moved, height = imgui.slider_float("##cut", height, low, high, words.say("%.2f in"))
        is_near = imgui.is_item_hovered() or imgui.is_item_active()
        imgui.same_line()
        is_cut = imgui.button(words.say("Cut here"))
        is_near = is_near or imgui.is_item_hovered()
        if is_moved or is_near != self.state.shows_cut:
            self.wanted.append(TypeCut(height, is_near))
        tool_tip(words.say("cut the part in two at this height; the upper one gets a name of its own"))
        return CutPart(part.id, round(height, 4)) if is_cut else None
