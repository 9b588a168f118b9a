"""The Build room's model, by intents alone."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.app.build.pieces import WALL_AND_STEP
from warcry3d.app.build.bench_table import bench_table, empty_bench, origin_of, piece_on, shown_piece
from warcry3d.app.build.content import PieceContent
from warcry3d.app.build.intents import (
    PICK,
    AskOverwrite,
    BuildAction,
    ChoosePart,
    HoverPart,
    SetKind,
    ShowBench,
    TakeTool,
)
from warcry3d.app.build.kind_changes import said_kind
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.scene import BenchScene, rulers
from warcry3d.app.scene.made_looks import look_of
from warcry3d.app.scene.overlays import Tint
from warcry3d.app.scene.surface import Finish
from warcry3d.app.shell.files.own_files import FileStamp
from warcry3d.errors import FileError
from warcry3d.table.terrain import Part, PartKind, Piece
from warcry3d.terrain.editing.edits import SetKinds
from warcry3d.terrain.making.simple_pieces import simple_piece
from warcry3d.terrain.raw_reading import MeshGlance

CONTENT = PieceContent(None, MeshGlance(WALL_AND_STEP, is_ours=True), shown_piece(WALL_AND_STEP), FileStamp())


def opened(piece: Piece = WALL_AND_STEP) -> BuildModel:
    table = bench_table(piece)
    return BuildModel(table).after(ShowBench(table, CONTENT, is_new=True))


def test_a_table_that_is_no_piece_has_no_parts() -> None:
    model = BuildModel(bench_table(WALL_AND_STEP))
    assert model.piece is None and model.raw is None
    assert model.after(ChoosePart("wall")).chosen == ()


def test_a_mesh_is_shown_before_its_parts_are_known() -> None:
    content = replace(CONTENT, glance=MeshGlance(WALL_AND_STEP))
    model = BuildModel(empty_bench(WALL_AND_STEP)).after(ShowBench(empty_bench(WALL_AND_STEP), content, is_new=True))
    assert model.piece is None and model.raw is WALL_AND_STEP
    view = BenchScene().view(model)
    assert view.table.terrain.features[0].piece is content.shown


def test_clicks_choose_one_part_and_added_clicks_more() -> None:
    model = opened().after(ChoosePart("wall"))
    assert model.chosen == ("wall",)
    model = model.after(ChoosePart("step", is_added=True))
    assert model.chosen == ("wall", "step")
    assert model.after(ChoosePart("wall", is_added=True)).chosen == ("step",)
    assert model.after(ChoosePart("step")).chosen == ("step",)
    assert model.after(ChoosePart(None)).chosen == ()
    assert model.after(ChoosePart(None, is_added=True)).chosen == ("wall", "step")


def test_tab_goes_round_the_parts() -> None:
    model = opened()
    seen = []
    for _ in range(3):
        model = model.after(BuildAction.NEXT_PART)
        seen.append(model.chosen)
    assert seen == [("wall",), ("step",), ("wall",)]
    assert opened().after(BuildAction.PREVIOUS_PART).chosen == ("step",)


def test_parts_that_are_gone_are_no_longer_chosen() -> None:
    model = opened().after(ChoosePart("wall")).after(HoverPart("wall"))
    without = Piece("step alone", WALL_AND_STEP.parts[1:])
    after = model.after(ShowBench(bench_table(without), CONTENT))
    assert after.chosen == () and after.hovered is None


def test_stepping_back_leaves_the_question_then_the_tool_then_what_is_chosen() -> None:
    model = opened().after(ChoosePart("wall")).after(TakeTool("walk")).after(AskOverwrite(Path("a.glb")))
    model = model.after(BuildAction.STEP_BACK)
    assert (model.overwrites, model.tool) == (None, "walk")
    model = model.after(BuildAction.STEP_BACK)
    assert (model.tool, model.chosen) == (PICK, ("wall",))
    assert model.after(BuildAction.STEP_BACK).chosen == ()


def test_a_kind_that_is_said_is_the_only_one_or_one_more() -> None:
    made = said_kind(WALL_AND_STEP, ("wall",), SetKind(PartKind.DEADLY))
    wall = made.parts[0]
    assert wall.kinds == {PartKind.DEADLY}
    assert wall.judged is not None and wall.judged.confidence == 1.0
    assert [one.part for one in made.edits if isinstance(one, SetKinds)] == ["wall"]
    more = said_kind(made, ("wall",), SetKind(PartKind.OBSTACLE, is_added=True))
    assert more.parts[0].kinds == {PartKind.DEADLY, PartKind.OBSTACLE}
    less = said_kind(more, ("wall",), SetKind(PartKind.DEADLY, is_added=True))
    assert less.parts[0].kinds == {PartKind.OBSTACLE}


def test_the_last_kind_of_a_part_stays_and_what_is_said_already_changes_nothing() -> None:
    assert said_kind(WALL_AND_STEP, ("wall",), SetKind(PartKind.OBSTACLE, is_added=True)) is WALL_AND_STEP
    assert said_kind(WALL_AND_STEP, ("wall",), SetKind(PartKind.OBSTACLE)) is WALL_AND_STEP


def test_kinds_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(FileError, match="cannot be both"):
        said_kind(WALL_AND_STEP, ("wall",), SetKind(PartKind.LOW, is_added=True))


def test_saying_what_a_part_is_leaves_its_shape_as_it_was_drawn() -> None:
    scene, model = BenchScene(), opened(replace(WALL_AND_STEP))
    before = scene.view(model)
    changed = said_kind(model.piece or WALL_AND_STEP, ("wall",), SetKind(PartKind.DEADLY))
    after = scene.view(model.after(ShowBench(bench_table(changed), CONTENT)))
    assert after.table.terrain is before.table.terrain
    assert {one.name for one in after.overlays if isinstance(one, Tint)} == {"piece/wall", "piece/step"}


def test_a_piece_from_parameters_looks_here_as_on_any_table() -> None:
    deck = simple_piece("platform")
    scene, model = BenchScene(), opened(deck)
    shown = scene.view(model).table.terrain.features[0].piece
    assert all(np.array_equal(one.skin.materials, look_of(deck, part).materials) for one, part in pairs(shown, deck))
    changed = said_kind(deck, ("posts",), SetKind(PartKind.DEADLY))
    after = scene.view(model.after(ShowBench(bench_table(changed), CONTENT))).table.terrain.features[0].piece
    posts = {part.id: Finish(part.skin.materials[0]) for part in after.parts if part.skin is not None}
    assert posts == {"deck": Finish.PLANKS, "posts": Finish.METAL, "railing": Finish.WOOD, "ladder": Finish.WOOD}


def pairs(shown: Piece, piece: Piece) -> list[tuple[Any, Part]]:
    return list(zip(shown.parts, piece.parts, strict=True))


def test_tapes_are_as_long_as_the_piece() -> None:
    table = bench_table(WALL_AND_STEP)
    assert piece_on(table) is WALL_AND_STEP
    assert origin_of(WALL_AND_STEP, table)[2] == 0.0
    from warcry3d.app.build.bench_table import bounds_of

    assert [round(one.length, 6) for one in rulers(bounds_of(WALL_AND_STEP))] == [4.0, 1.9, 3.0]
