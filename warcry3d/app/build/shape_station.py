"""Simple pieces from parameters: the card of the piece that was made from some, and a new one as a file of its own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from imgui_bundle import imgui

from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import headline, segments
from warcry3d.app.widgets.theme import paragraph
from warcry3d.file_writes import write_error
from warcry3d.folders import data_folder
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import replayed
from warcry3d.terrain.making.fields import FieldValue, PieceField
from warcry3d.terrain.making.simple_pieces import SimpleKind, made_from, simple_kind

__all__ = ["ShapeStation", "new_piece_file", "remade"]


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
    """Draws the parameters of a piece that was made from some."""

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._typed: dict[str, float] = {}

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw them; a change makes the piece anew."""
        piece = self.bench.model.piece
        known = made_from(piece) if piece is not None else None
        if piece is None or known is None:
            return ()
        kind, values = known
        words = frame.words
        headline(words.text(kind.label), frame.bold)
        changed = {}
        for field in kind.fields:
            value = self._field(field, values[field.name], frame)
            if value is not None and value != values[field.name]:
                changed[field.name] = value
        if changed:
            self.bench.change(lambda piece: remade(piece, kind, {**values, **changed}))
        return ()

    def _field(self, field: PieceField, value: FieldValue, frame: Frame) -> FieldValue | None:
        """Draw a parameter; return its new value once the person lets it go."""
        words = frame.words
        paragraph(words.text(field.label))
        imgui.set_item_tooltip(words.text(field.help))
        if field.unit == "choice":
            names = [words.text(one.label) for one in field.choices]
            current = next((k for k, one in enumerate(field.choices) if one.value == value), 0)
            picked = segments(f"field-{field.name}", names, current)
            return None if picked is None else field.choices[picked].value
        imgui.set_next_item_width(-1)
        shown = self._typed.get(field.name, float(value))
        form = "%.0f" if field.is_whole else words.say("%.2f in") if field.unit == "in" else "%.2f"
        most = min(field.most, 999.0) if field.unit == "seed" else field.most
        is_moved, moved = imgui.slider_float(f"##field-{field.name}", shown, field.least, most, form)
        if is_moved:
            steps = round((moved - field.least) / field.step)
            self._typed[field.name] = round(min(max(field.least + steps * field.step, field.least), field.most), 6)
        if imgui.is_item_deactivated_after_edit() and field.name in self._typed:
            made = self._typed.pop(field.name)
            return int(made) if field.is_whole else made
        return None
