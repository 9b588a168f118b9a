"""Simple pieces from parameters: numbers in a card, handles on the piece, and a new piece as a file of its own.

While a number or a handle moves, the piece is shown as it would be (`TryPiece`); let go, it is that, as one change that
can be undone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from imgui_bundle import imgui

from warcry3d.app.build.handles import HandleLabel, Pull, draw_handles, nearest_handle, value_in_words
from warcry3d.app.build.intents import SHAPING, TryPiece
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, Pointed
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import headline, segments
from warcry3d.app.widgets.theme import paragraph
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.errors import WarcryError
from warcry3d.file_writes import write_error
from warcry3d.folders import data_folder
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import replayed
from warcry3d.terrain.making.fields import FieldHandle, FieldValue, PieceField, snapped
from warcry3d.terrain.making.simple_pieces import SimpleKind, made_from, simple_kind

__all__ = ["ShapeStation", "new_piece_file", "remade"]

Known = tuple[SimpleKind, dict[str, FieldValue]]


def new_piece_file(kind: str) -> Path:
    """Write a new simple piece of a kind into the user's folder of pieces and return its file; raise `FileError`."""
    folder, number = (data_folder() or Path.cwd()) / "pieces", 2
    path = folder / f"{kind}.glb"
    while path.exists():
        path = folder / f"{kind}-{number}.glb"
        number += 1
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise write_error(folder, error) from None
    save_piece(simple_kind(kind).piece(name=path.stem), path)
    return path


def remade(piece: Piece, kind: SimpleKind, values: Mapping[str, FieldValue]) -> Piece:
    """Return a simple piece with other parameters, and all that was done to it done again."""
    made = kind.piece(values, piece.name)
    return replayed(replace(made, written=piece.written, accept=piece.accept), piece.edits)


class ShapeStation(Station):
    """Shows the handles and the numbers of a piece that was made from parameters, while its tool is in hand."""

    tool = SHAPING

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._frame: Frame | None = None
        self._pull: Pull | None = None
        self._lit: str | None = None
        self._chosen: str | None = None
        self._is_turning = False

    def _known(self, piece: Piece | None) -> Known | None:
        return made_from(piece) if piece is not None else None

    def _handles(self) -> tuple[FieldHandle, ...]:
        """Return the handles of what is seen."""
        known = self._known(self.bench.model.trial or self.bench.model.piece)
        return known[0].handles(known[1]) if known is not None else ()

    # Gestures

    def take(self, gesture: Gesture) -> bool:
        """Pull handles; drags that begin beside them are left to the camera."""
        match gesture:
            case Pointed(at=at):
                self._lit = self._field_under(at)
                return True
            case Clicked(button=button, at=at) if button == LEFT:
                self._chosen = self._field_under(at)
                return True
            case Dragged(button=button, start=start, at=at) if button == LEFT:
                return self._drag(start, at)
            case Dropped(button=button) if button == LEFT:
                return self._drop()
            case Key(name=name):
                return self._press(name)
            case _:
                return False

    def _field_under(self, at: tuple[float, float] | None) -> str | None:
        if self._frame is None:
            return None
        found = nearest_handle(self._handles(), self.bench.model.origin, self._frame, at)
        return found.field if found is not None else None

    def _drag(self, start: tuple[float, float], at: tuple[float, float]) -> bool:
        if self._is_turning:
            return False
        if self._pull is None:
            self._pull = self._taken(start)
            self._is_turning = self._pull is None
        if self._pull is None:
            return False
        self._lit = self._chosen = self._pull.field.name
        value = self._pull.value_at(self.bench.host.ray(at))
        if value is not None:
            self._try({self._pull.field.name: value})
        return True

    def _taken(self, at: tuple[float, float]) -> Pull | None:
        name, known = self._field_under(at), self._known(self.bench.model.piece)
        if name is None or known is None:
            return None
        kind, values = known
        handle = next(one for one in kind.handles(values) if one.field == name)
        field = next(one for one in kind.fields if one.name == name)
        return Pull.taken(handle, field, values[name], self.bench.model.origin, self.bench.host.ray(at))

    def _drop(self) -> bool:
        was_pulled, self._pull, self._is_turning = self._pull is not None, None, False
        if was_pulled:
            self._keep()
        return was_pulled

    def _press(self, name: str) -> bool:
        match name:
            case "escape" if self._pull is not None or self.bench.model.trial is not None:
                self._pull, self._is_turning = None, True
                self.bench.do(TryPiece(None))
            case "tab" | "shift-tab":
                self._step_field(1 if name == "tab" else -1)
            case "[" | "]" if self._chosen is not None:
                self._step_value(1 if name == "]" else -1)
            case _:
                return False
        return True

    def _step_field(self, by: int) -> None:
        known = self._known(self.bench.model.piece)
        if known is None:
            return
        names = [field.name for field in known[0].fields]
        at = (names.index(self._chosen) + by) % len(names) if self._chosen in names else (0 if by > 0 else -1)
        self._chosen = names[at]

    def _step_value(self, by: int) -> None:
        """Change the chosen number by a step, or take the next of a list."""
        known = self._known(self.bench.model.piece)
        field = next((one for one in known[0].fields if one.name == self._chosen), None) if known is not None else None
        if known is None or field is None:
            return
        value: FieldValue = known[1][field.name]
        if field.unit == "choice":
            names = [one.value for one in field.choices]
            value = names[(names.index(str(value)) + by) % len(names)]
        else:
            made = snapped(field, float(value) + by * field.step)
            value = int(made) if field.is_whole else made
        self._try({field.name: value})
        self._keep()

    # The piece

    def _try(self, changed: Mapping[str, FieldValue]) -> None:
        """Show the piece with other values; values that cannot be are not shown."""
        model = self.bench.model
        piece, known = model.piece, self._known(model.piece)
        if piece is None or known is None:
            return
        kind, values = known
        wanted = kind.fitted({**values, **changed})
        shown = self._known(model.trial or piece)
        if shown is not None and shown[1] == wanted:
            return
        try:
            made = remade(piece, kind, wanted) if wanted != values else None
        except WarcryError:
            return
        self.bench.do(TryPiece(made))

    def _keep(self) -> None:
        """Let the piece be as it is shown."""
        made = self.bench.model.trial
        self.bench.do(TryPiece(None))
        if made is not None:
            self.bench.change(lambda piece: made)

    def follow(self, before: BuildModel) -> None:
        """Let the handle in hand go where the piece is another, or the tool is put down."""
        model = self.bench.model
        if model.piece is not before.piece or model.tool != before.tool:
            self._pull = None

    # What is drawn

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw the handles."""
        self._frame = frame
        model = self.bench.model
        known = self._known(model.trial or model.piece) if model.tool == SHAPING else None
        if known is None:
            return ()
        kind, values = known
        fields = {field.name: field for field in kind.fields}
        held = self._pull.field.name if self._pull is not None else None
        draw_handles(
            [
                HandleLabel(
                    handle,
                    value_in_words(fields[handle.field], values[handle.field], frame.words),
                    is_lit=handle.field in (self._lit, self._chosen),
                    is_held=handle.field == held,
                )
                for handle in kind.handles(values)
            ],
            model.origin,
            frame,
        )
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the numbers; while one moves, the piece is shown as it would be."""
        model = self.bench.model
        known = self._known(model.trial or model.piece) if model.tool == SHAPING else None
        if known is None:
            return ()
        kind, values = known
        words = frame.words
        headline(words.text(kind.label), frame.bold)
        paragraph(words.say("Pull a handle, or move a number; Ctrl and a click let you type it."))
        for field in kind.fields:
            self._draw_field(field, values[field.name], frame)
        return ()

    def _draw_field(self, field: PieceField, value: FieldValue, frame: Frame) -> None:
        """Draw a parameter: its new value is tried while it moves, and kept once the person lets it go."""
        words = frame.words
        paragraph(words.text(field.label))
        tool_tip(words.text(field.help))
        if field.unit == "choice":
            names = [words.text(one.label) for one in field.choices]
            current = next((k for k, one in enumerate(field.choices) if one.value == value), 0)
            picked = segments(f"field-{field.name}", names, current)
            if picked is not None:
                self._try({field.name: field.choices[picked].value})
                self._keep()
            return
        imgui.set_next_item_width(-1)
        form = "%.0f" if field.is_whole else words.say("%.2f in") if field.unit == "in" else "%.2f"
        most = min(field.most, 999.0) if field.unit == "seed" else field.most
        is_moved, moved = imgui.slider_float(f"##field-{field.name}", float(value), field.least, most, form)
        if is_moved:
            made = snapped(field, moved)
            self._try({field.name: int(made) if field.is_whole else made})
        if imgui.is_item_deactivated_after_edit():
            self._keep()
