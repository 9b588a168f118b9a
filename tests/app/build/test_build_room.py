"""The Build room in a window nobody sees: by injected input, with real files."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.app.build.pieces import WALL_AND_STEP, build_room, mesh_in, open_in, piece_in, plain_table, window_with
from tests.app.windows import Made, arrived, click, pixel_of, press, said, steps, until, window_on
from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.importer import ImportAnswer, ImportRequest
from warcry3d.app.build.intents import STARTING, BuildAction, ChoosePart, ReadMesh, SetKind, TakeTool
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.inputs import Pressed, Released
from warcry3d.app.shell.model import OpenFile, ShellAction
from warcry3d.errors import FileError
from warcry3d.geom.shapes import box
from warcry3d.table.pieces import load_piece
from warcry3d.table.terrain import PartKind, Piece
from warcry3d.terrain.export import stl_of


def pixel_on(made: Made, room: BuildRoom, point: tuple[float, float, float]) -> tuple[float, float]:
    """Return the pixel of a point of the piece (in, in its own frame)."""
    assert room.model.piece is not None
    at = origin_of(room.model.piece, room.model.table)
    return pixel_of(made[0], (point[0] + at[0], point[1] + at[1], point[2]))


def test_a_part_is_clicked_and_a_key_says_what_it_is_until_it_is_undone(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        arrived(made[0])
        click(made, pixel_on(made, room, (0.0, 0.0, 2.4)))
        assert room.model.chosen == ("wall",)
        click(made, pixel_on(made, room, (0.5, -1.0, 0.5)), "mouse3")
        assert room.model.chosen == ("wall", "step")
        press(made, "escape")
        assert room.model.chosen == ()
        press(made, "tab")
        press(made, "8")
        assert room.model.part("wall").kinds == {PartKind.DEADLY}  # type: ignore[union-attr]
        assert made[1].title.endswith("* - warcry3d")
        made[1].inputs += [Pressed("control"), Pressed("z"), Released("z"), Released("control")]
        steps(made[0], 2)
        assert room.model.part("wall").kinds == {PartKind.OBSTACLE}  # type: ignore[union-attr]
        assert not made[0].document.is_changed


def test_a_mesh_is_imported_beside_the_frames_and_saved_as_a_piece(graphics: Graphics, tmp_path: Path) -> None:
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window = made[0]
        window.do(OpenFile(mesh_in(tmp_path)))
        until(window, lambda: window.room_name == "build")
        room = build_room(window)
        assert room.model.raw is not None or room.model.piece is not None
        until(window, lambda: room.model.piece is not None)
        piece = room.model.piece
        assert piece is not None and piece.source is not None and piece.source.unit == "mm"
        assert room.model.guesses.unit is not None
        press(made, "s")
        assert window.model.naming == "corner"
        window.open_table.save("corner")
        window.model = window.model.saved()
        steps(window, 1)
        saved = load_piece(tmp_path / "corner.glb")
        assert {part.id for part in saved.parts} == {part.id for part in piece.parts}
        assert any((tmp_path / "originals").iterdir())
        assert room.files.own == tmp_path / "corner.glb"
        room.do(ReadMesh(unit="cm"))
        until(window, lambda: not room.importing.is_working)
        assert room.model.piece is not None and room.model.piece.source is not None
        assert room.model.piece.source.unit == "cm"
        window.undo()
        assert room.model.piece is piece


def test_a_changed_mesh_finds_the_piece_beside_it_and_what_was_done_to_it(graphics: Graphics, tmp_path: Path) -> None:
    own = tmp_path / "corner.glb"
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window, mesh = made[0], mesh_in(tmp_path)
        room = open_in(made, mesh)
        assert room.model.piece is not None
        room.do(ChoosePart(room.model.piece.parts[0].id))
        room.do(SetKind(PartKind.DEADLY))
        assert window.keep_document(own)
        step = WALL_AND_STEP.parts[1]
        longer = box((3, 0, 0), (8, 0.4, 3)), replace(step, solid=box((3, -1.5, 0), (8, -0.1, 0.5))).solid
        parts = [replace(part, solid=solid) for part, solid in zip(WALL_AND_STEP.parts, longer, strict=True)]
        mesh.write_bytes(stl_of(Piece("corner", tuple(parts))).data)
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window = made[0]
        room = open_in(made, mesh)
        piece = room.model.piece
        assert piece is not None and [part for part in piece.parts if PartKind.DEADLY in part.kinds]
        assert "done again on this mesh" in said(window) and room.files.own == own
        room.do(BuildAction.SAVE)
        assert window.model.naming is None, "it goes over the piece that it was"
        assert np.ptp([part.solid.bounds for part in load_piece(own).parts], axis=(0, 1))[0] == pytest.approx(
            5, abs=0.1
        )


def test_a_piece_of_another_mesh_is_left_alone(graphics: Graphics, tmp_path: Path) -> None:
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        piece_in(tmp_path)
        room = open_in(made, mesh_in(tmp_path))
        assert room.files.own is None and "done again" not in said(made[0])
        room.do(BuildAction.SAVE)
        assert made[0].model.naming == "corner-2"


def test_saving_asks_where_another_program_has_changed_the_file(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "tab")
        press(made, "8")
        path = tmp_path / "corner.glb"
        os.utime(path, ns=(1, 1))
        room.do(BuildAction.SAVE)
        assert room.model.overwrites == path
        assert load_piece(path).parts[0].kinds == {PartKind.OBSTACLE}
        room.do(BuildAction.OVERWRITE)
        assert room.model.overwrites is None and not made[0].document.is_changed
        assert load_piece(path).parts[0].kinds == {PartKind.DEADLY}
        press(made, "4")
        room.do(BuildAction.SAVE)
        assert load_piece(path).parts[0].kinds == {PartKind.LADDER}


def test_a_folder_that_cannot_be_written_is_said_and_nothing_lost(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "tab")
        press(made, "8")

        def full(*args: object) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(Path, "open", full)
        monkeypatch.setattr("warcry3d.file_writes._replace", full)
        room.do(BuildAction.SAVE)
        assert "cannot be written" in said(made[0])
        assert made[0].document.is_changed
        assert room.model.part("wall").kinds == {PartKind.DEADLY}  # type: ignore[union-attr]


def test_unsaved_changes_are_asked_about_before_another_file_is_opened(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        press(made, "tab")
        press(made, "8")
        made[0].do(OpenFile(tmp_path / "corner.glb"))
        assert made[0].model.is_asking
        assert "piece" in made[0].shown.unsaved
        made[0].do(ShellAction.STEP_BACK)
        assert room.model.part("wall").kinds == {PartKind.DEADLY}  # type: ignore[union-attr]


@pytest.mark.parametrize("content", [b"", b"solid nothing\nendsolid nothing\n", b"\0" * 84, b"hello"])
def test_an_odd_file_gives_one_notice_and_leaves_the_room(graphics: Graphics, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "odd.stl"
    path.write_bytes(content)
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        window = made[0]
        before = window.document
        window.do(OpenFile(path))
        until(window, lambda: bool(said(window)) and not window.open_table.is_loading)
        assert window.room_name == "judge" and window.document is before
        assert "odd.stl" in said(window)


def test_a_mesh_that_cannot_become_a_piece_leads_back_to_what_was_open(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.app.build.meshes import flat_sheet

    def refused(asked: ImportRequest, _: JobProgress) -> ImportAnswer:
        raise FileError(asked.mesh, "", "importing it takes more memory than there is")

    monkeypatch.setattr("warcry3d.app.build.import_work.run_import", refused)

    path = tmp_path / "sheet.stl"
    path.write_bytes(flat_sheet())
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        press(made, "tab")
        before = window.document.table
        window.do(OpenFile(path))
        until(window, lambda: "sheet.stl" in said(window) and not room.importing.is_working)
        assert window.document.table is before
        assert room.model.piece is not None and [part.id for part in room.model.piece.parts] == ["wall", "step"]


def test_an_import_is_cancelled(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        window = made[0]
        window.do(OpenFile(mesh_in(tmp_path)))
        until(window, lambda: room.importing.is_working)
        room.do(BuildAction.CANCEL_IMPORT)
        assert not room.importing.is_working
        assert window.document.path == tmp_path / "corner.glb" and room.model.piece is not None


def test_an_stl_is_written_for_the_printer_over_nothing(graphics: Graphics, tmp_path: Path) -> None:
    with window_with(graphics, tmp_path) as (made, room):
        for name in ("corner-print.stl", "corner-print-2.stl"):
            room.do(BuildAction.EXPORT)
            until(made[0], lambda name=name: name in said(made[0]))  # type: ignore[misc]
            assert (tmp_path / name).stat().st_size > 84


def test_the_room_offers_files_where_no_piece_is_open(graphics: Graphics, tmp_path: Path) -> None:
    with window_on(graphics, plain_table(), tmp_path / "other.table.json") as made:
        press(made, "b")
        steps(made[0], 3)
        assert build_room(made[0]).model.piece is None
        room = open_in(made, piece_in(tmp_path))
        assert [part.id for part in room.model.piece.parts] == ["wall", "step"]  # type: ignore[union-attr]
        assert room.model.piece is not WALL_AND_STEP


def test_pieces_of_ones_own_are_offered_beside_those_that_ship(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    with window_with(graphics, tmp_path) as (made, room):
        piece = room.files.own
        room.do(TakeTool(STARTING))
        room.enter()
        steps(made[0], 2)
        assert room._own == (piece,)
