"""Edits of chosen parts and pieces from parameters, as the Build room does them."""

from pathlib import Path
from unittest.mock import patch

import pytest

from tests.app.build.pieces import window_with
from tests.app.windows import said, steps, until
from warcry3d.app.build.edit_station import EditState, EditStation, TypeCut, TypePartName
from warcry3d.app.build.intents import STARTING, ChoosePart, NewPiece, TakeTool
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.build.shape_station import new_piece_file, remade
from warcry3d.app.scene.overlays import FlatLine
from warcry3d.app.scene.pipe import Graphics
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import PartKind
from warcry3d.terrain.editing.edits import CutPart, MergeParts, RenamePart, SetKinds, SplitPart, edited
from warcry3d.terrain.making.simple_pieces import made_from, simple_kind


def ids(room: BuildRoom) -> list[str]:
    assert room.model.piece is not None
    return [part.id for part in room.model.piece.parts]


def test_parts_are_cut_renamed_and_merged_and_all_of_it_undone(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        station = EditStation(room)
        room.do(ChoosePart("wall"))
        room.do(TypeCut(1.0))
        assert len([one for one in room.view.overlays if isinstance(one, FlatLine)]) == 4 + 8
        station.do_edit(CutPart("wall", 1.0))
        assert ids(room) == ["wall", "wall-1", "step"]
        assert room.model.chosen == ("wall-1",), "what the upper part is can be said at once"
        assert room.model.state(EditState) == EditState()
        station.do_edit(RenamePart("wall-1", "top"))
        assert room.model.chosen == ("top",)
        station.do_edit(MergeParts(("wall", "step")))
        assert ids(room) == ["wall", "top"]
        assert room.model.chosen == ("wall",)
        station.do_edit(SplitPart("wall"))
        assert len(ids(room)) == 3 and room.model.chosen == tuple(id for id in ids(room) if id != "top")
        made[0].undo()
        station.do_edit(SplitPart("nothing"))
        assert "there is no part 'nothing'" in said(made[0])
        for _ in range(3):
            made[0].undo()
        assert ids(room) == ["wall", "step"] and not made[0].document.is_changed
        steps(made[0], 2)


def test_a_name_is_typed_for_the_chosen_part_alone(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (_, room):
        room.do(ChoosePart("wall"))
        room.do(TypePartName("n" * 100))
        assert len(room.model.state(EditState).name or "") == 60
        room.do(ChoosePart("step"))
        assert room.model.state(EditState).name is None


def test_a_simple_piece_begins_in_a_file_of_its_own_and_keeps_what_is_said(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    with window_with(graphics, tmp_path) as (made, room):
        room.do(TakeTool(STARTING))
        steps(made[0], 3)
        room.do(NewPiece("box"))
        until(made[0], lambda: room.model.piece is not None and room.model.piece.made is not None)
        assert room.files.own == tmp_path / "data" / "pieces" / "box.glb"
        steps(made[0], 3)
    assert new_piece_file("box").name == "box-2.glb"


def test_other_parameters_keep_what_was_said_of_the_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path))
    piece = load_piece(new_piece_file("box"))
    known = made_from(piece)
    assert known is not None
    kind, values = known
    said_so = edited(piece, SetKinds(frozenset({PartKind.DEADLY}), piece.parts[0].id))
    longer = remade(said_so, kind, {**values, "length": 5.0})
    assert longer.parts[0].kinds == {PartKind.DEADLY}
    assert float(longer.parts[0].solid.bounds[1, 0] - longer.parts[0].solid.bounds[0, 0]) == pytest.approx(5.0)
    assert longer.name == piece.name


def test_what_has_no_place_on_another_shape_is_said_and_kept(graphics: Graphics, tmp_path: Path) -> None:
    wall = simple_kind("wall")
    with window_with(graphics, tmp_path) as (made, room):
        room.take_piece(edited(wall.piece({"windows": 0}), CutPart("wall", 2.5, "top")))
        assert ids(room) == ["wall", "top"] and not said(made[0])
        room.change(lambda piece: remade(piece, wall, {"windows": 0, "height": 2.0}))
        assert ids(room) == ["wall"] and "1 thing that you did has no place" in said(made[0])
        room.change(lambda piece: remade(piece, wall, {"windows": 0}))
        assert ids(room) == ["wall", "top"] and not said(made[0])


def test_a_large_piece_is_cut_in_the_background(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room), patch("warcry3d.app.build.room.AT_ONCE", 10):
        EditStation(room).do_edit(CutPart("wall", 1.0))
        assert ids(room) == ["wall", "step"]
        until(made[0], lambda: ids(room) == ["wall", "wall-1", "step"])
        assert room.model.chosen == ("wall-1",)


def test_the_plane_of_a_cut_is_drawn_while_the_pointer_is_where_it_is_chosen(
    graphics: Graphics, tmp_path: Path
) -> None:
    with window_with(graphics, tmp_path) as (_, room):
        room.do(ChoosePart("wall"))
        before = len(room.view.overlays)
        room.do(TypeCut(1.0))
        assert len(room.view.overlays) > before
        room.do(TypeCut(1.0, is_shown=False))
        assert len(room.view.overlays) == before and room.model.state(EditState).height == 1.0
