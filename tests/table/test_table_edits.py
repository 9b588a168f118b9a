"""Tables set up by hand: every one of them is saved, read again, and is the same to the judge."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests import zoo
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.rules.judgement import judge
from warcry3d.table.bases import base_message
from warcry3d.table.files import load_table
from warcry3d.table.models import BaseShape, Model
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import figure_names
from warcry3d.table.table import Table
from warcry3d.table.table_edits import (
    BASES_SOLD,
    StandIn,
    base_sold,
    empty_table,
    exact_placement,
    figure_named,
    free_id,
    shipped_piece_named,
    shipped_pieces,
    stand_in,
    with_feature,
    with_model,
    without,
)
from warcry3d.table.terrain import Feature


def stands(id: str, at: tuple[float, float], size: tuple[float, float], height: float, *, side: str = "red") -> Model:
    base = base_sold(*size)
    return Model(id, side, base, stand_in(StandIn(height), base), exact_placement(*at, degrees=17))


def saved_and_read(table: Table, folder: Path) -> Table:
    save_table(table, folder / "made.table.json")
    return load_table(folder / "made.table.json")


@pytest.mark.parametrize("size", BASES_SOLD)
def test_every_base_sold_is_saved_and_read_with_its_stand_in(size: tuple[float, float], tmp_path: Path) -> None:
    table = with_model(empty_table(30, 22), stands("a", (10, 10), size, 2.5))
    again = saved_and_read(table, tmp_path)
    assert base_message(again.model("a").base) == base_message(table.model("a").base)
    assert again.model("a").base.shape is (BaseShape.ROUND if size[0] == size[1] else BaseShape.OVAL)
    np.testing.assert_allclose(again.model("a").solids[0].vertices, table.model("a").solids[0].vertices, atol=1e-9)
    assert again.warnings == table.warnings == ()


@pytest.mark.parametrize("piece", ["terrain/low-wall.glb", "terrain/high-wall.glb"])
def test_a_table_set_up_by_hand_has_the_same_verdict_once_it_is_read_again(piece: str, tmp_path: Path) -> None:
    wall = Feature("wall", shipped_piece_named(piece), exact_placement(12, 11, degrees=40.3))
    table = with_feature(empty_table(24, 22), wall)
    spearman = Model(
        "lancer", "blue", base_sold(32, 32), figure_named("spearman"), exact_placement(16.25, 11.5, degrees=172)
    )
    table = with_model(with_model(table, stands("a", (7.3, 10.1), (60, 35), 1.9)), spearman)
    again = saved_and_read(table, tmp_path)
    for pair in (("a", "lancer"), ("lancer", "a")):
        before, after = judge(table, *pair), judge(again, *pair)
        assert type(before.sight) is type(after.sight)
        assert (before.cover, before.distance) == (after.cover, after.distance)


def test_shipped_pieces_and_figures_are_named_as_tables_write_them() -> None:
    assert "terrain/watchtower.glb" in shipped_pieces()
    assert shipped_piece_named("terrain/watchtower.glb").written is not None
    with pytest.raises(UnknownNameError, match=r"no piece 'terrain/castle\.glb'"):
        shipped_piece_named("terrain/castle.glb")
    assert {figure_named(name).name for name in figure_names()} == set(figure_names())


def test_what_is_added_again_replaces_what_had_its_id() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 5)), zoo.fighter("bob", (9, 9)))
    moved = replace(table.model("ann"), placement=Placement((6.0, 5.0, 0.0)))
    assert [(one.id, one.placement.at[0]) for one in with_model(table, moved).models] == [("ann", 6.0), ("bob", 9.0)]
    assert [one.id for one in without(table, "ann").models] == ["bob"]
    with pytest.raises(UnknownNameError, match="nothing called 'zoe'"):
        without(table, "zoe")


def test_warnings_are_found_anew_after_a_change() -> None:
    table = zoo.table(zoo.fighter("ann", (5, 5)))
    crowded = with_model(table, zoo.fighter("bob", (5.2, 5)))
    assert [str(one) for one in crowded.warnings] == ["the bases of 'ann' and 'bob' overlap"]
    assert without(crowded, "bob").warnings == ()


@pytest.mark.parametrize("height", [0.1, 12.5])
def test_a_body_that_cannot_be_is_refused(height: float) -> None:
    with pytest.raises(QuestionError, match=r"from 0\.19 to 12 in high"):
        stand_in(StandIn(height), base_sold(32, 32))


def test_a_board_that_cannot_be_is_refused() -> None:
    with pytest.raises(QuestionError, match="not 0 in"):
        empty_table(0, 22)


def test_an_id_is_made_free_and_fit_for_a_file() -> None:
    assert free_id(" a/b\n", ["x"]) == "ab"
    assert free_id("/", []) == "model"
    assert free_id("a", ["a", "a-2"]) == "a-3"
