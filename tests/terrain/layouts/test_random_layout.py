"""Boards made at random pass their own check, on every seed, and are fair."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests import zoo
from tests.soak import mostly_soak
from warcry3d.errors import QuestionError
from warcry3d.geom import shapes
from warcry3d.rules.warcry.plan import plan_findings
from warcry3d.table.files import load_table, save_table
from warcry3d.table.table import Board
from warcry3d.table.terrain import Piece
from warcry3d.terrain.layouts.check import check_layout
from warcry3d.terrain.layouts.ground import footprint
from warcry3d.terrain.layouts.random_layout import PASSAGE, Made, random_layout

BOARD = Board(30, 22)
PIECES = (
    zoo.piece(
        "hall",
        zoo.box_part("floor", (0, 0, 2.9), (5, 4, 3)),
        zoo.box_part("wall", (0, 0, 0), (5, 0.4, 3)),
        zoo.box_part("back", (0, 3.6, 0), (5, 4, 3)),
    ),
    zoo.piece("wall", zoo.box_part("p", (-3, -0.25, 0), (3, 0.25, 2.5))),
    zoo.piece("low", zoo.box_part("p", (-2.5, 0, 0), (2.5, 0.4, 0.9), "low")),
    zoo.piece("corner", zoo.part("p", shapes.prism([(0, 0), (4, 0), (4, 0.5), (0.5, 0.5), (0.5, 4), (0, 4)], (0, 2)))),
    zoo.piece("tower", zoo.part("p", shapes.cylinder((1, 1), 1.6, (0, 4.5)))),
    zoo.piece("idol", zoo.box_part("p", (0, 0, -0.5), (1.5, 1.5, 2), "unclimbable")),
)


@cache
def made(
    seed: int, *, count: int = 12, pieces: tuple[Piece, ...] = PIECES, in_quarter: int = 2, best_of: int = 1
) -> Made:
    return random_layout(
        pieces,
        np.random.default_rng(seed),
        ruleset="warcry",
        board=BOARD,
        count=count,
        in_quarter=in_quarter,
        rules=plan_findings,
        best_of=best_of,
    )


FIRST = range(4)
"""Seeds of the boards that most tests here share."""


@pytest.mark.parametrize("first", mostly_soak(range(0, 100, 4), quick=1))
def test_every_board_passes_its_own_check(first: int) -> None:
    for seed in range(first, first + 4):
        layout = made(seed)
        report = check_layout(layout.table, with_views=False)
        assert (*report.findings, *plan_findings(layout.table)) == (), f"seed {seed}"
        assert len(layout.table.terrain.features) == 12


@pytest.mark.parametrize("count", mostly_soak((2, 6), quick=1))
def test_neither_half_is_much_more_exposed_over_many_seeds(count: int) -> None:
    layouts = [made(seed, best_of=3) for seed in range(count)]
    differences = [layout.west - layout.east for layout in layouts]
    assert abs(float(np.mean(differences))) < 0.03
    assert max(abs(d) for d in differences) < 0.1


def test_the_fairest_of_more_boards_is_at_least_as_fair() -> None:
    for seed in (0, 1):
        one, three = (made(seed, best_of=number) for number in (1, 3))
        assert abs(three.west - three.east) <= abs(one.west - one.east)


def test_the_same_seed_makes_the_same_board_and_another_one_another() -> None:
    def placed(layout: Made) -> list[tuple[str, object]]:
        return [(feature.id, feature.placement) for feature in layout.table.terrain.features]

    assert placed(made(3)) == placed(made.__wrapped__(3))
    assert placed(made(3)) != placed(made(2))


@pytest.mark.parametrize("seed", FIRST)
def test_pieces_keep_room_for_a_base_between_them(seed: int) -> None:
    plans = [footprint(feature) for feature in made(seed).table.terrain.features]
    gaps = [a.distance(b) for i, a in enumerate(plans) for b in plans[i + 1 :]]
    assert min(gaps) >= PASSAGE


@pytest.mark.parametrize("seed", FIRST)
def test_pieces_stand_on_a_grid_that_a_ruler_sets_turned_by_fifteen_degrees(seed: int) -> None:
    for feature in made(seed).table.terrain.features:
        x, y, _ = feature.placement.at
        assert (x * 10, y * 10) == pytest.approx((round(x * 10), round(y * 10)))
        turns = np.degrees(feature.placement.turn) / 15
        assert turns == pytest.approx(round(turns))


def test_a_piece_whose_origin_is_not_at_its_foot_stands_on_the_floor() -> None:
    layout = made(2)
    idols = [feature for feature in layout.table.terrain.features if feature.piece.name == "idol"]
    assert idols
    assert all(feature.placement.at[2] == 0.5 for feature in idols)


def test_pieces_come_as_often_as_each_other_and_ids_differ() -> None:
    features = made(0).table.terrain.features
    names = [feature.piece.name for feature in features]
    assert {names.count(piece.name) for piece in PIECES} == {2}
    assert len({feature.id for feature in features}) == 12


def test_an_odd_number_has_one_piece_around_the_middle() -> None:
    features = made(1, count=9).table.terrain.features
    assert len(features) == 9
    middle = footprint(features[0]).centroid
    assert abs(middle.x - 15) < 4 and abs(middle.y - 11) < 3


def test_a_board_survives_its_file(tmp_path: Path) -> None:
    layout = made(1)
    save_table(layout.table, tmp_path / "a.table.json")
    again = load_table(tmp_path / "a.table.json")
    assert json.loads((tmp_path / "a.table.json").read_text(encoding="utf-8"))["format"] == "warcry3d.table/1"
    assert check_layout(again, with_views=False).findings == ()
    assert [f.placement.at for f in again.terrain.features] == [f.placement.at for f in layout.table.terrain.features]


def test_too_few_features_for_the_quarters_are_refused() -> None:
    with pytest.raises(QuestionError, match="too few"):
        made(1, count=7)
    free = random_layout(PIECES, np.random.default_rng(1), ruleset="warcry", board=BOARD, count=3)
    assert len(free.table.terrain.features) == 3
    assert free.findings == ()


def test_pieces_that_find_no_room_are_an_error_and_no_hang() -> None:
    huge = (zoo.piece("huge", zoo.box_part("p", (0, 0, 0), (20, 15, 3))),)
    with pytest.raises(QuestionError, match="no room was found for 8 of these pieces"):
        made(1, count=8, pieces=huge)


def test_no_pieces_or_only_such_as_do_not_stand_are_refused() -> None:
    with pytest.raises(QuestionError, match="no pieces"):
        made(1, pieces=())
    crane = zoo.piece("crane", zoo.box_part("mast", (0, 0, 0), (1, 1, 4)), zoo.box_part("arm", (0, 0, 4), (9, 1, 5)))
    with pytest.raises(QuestionError, match="can stand on its own"):
        made(1, pieces=(crane,))


def test_a_board_too_small_for_anything_is_refused() -> None:
    with pytest.raises(QuestionError, match="too small"):
        random_layout(PIECES, np.random.default_rng(1), ruleset="warcry", board=Board(6, 6), count=8)
