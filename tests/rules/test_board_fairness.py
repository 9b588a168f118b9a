"""Fairness of boards: hand-made boards whose figures are known, and one random board computed again."""

import json
import math
from dataclasses import replace

import pytest

from assets.source.random_boards import board_of, entry_of
from warcry3d.errors import QuestionError
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.messages import Words
from warcry3d.messages.fairness import fairness_lines, fairness_page
from warcry3d.messages.sheets.page import PageText
from warcry3d.rules.board_fairness import BoardFairness, ObjectiveWay, SideFairness, board_fairness, fairness_figures
from warcry3d.rules.random_boards import FILE, random_boards
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Board, DeploymentPoint, Table, Terrain
from warcry3d.table.terrain import Feature, Part, Piece

POINTS = (DeploymentPoint("red", "dagger", (4.0, 6.0)), DeploymentPoint("blue", "dagger", (20.0, 6.0)))


def board(
    *boxes: tuple[tuple[float, float, float], tuple[float, float, float]], kind: PartKind = PartKind.OBSTACLE
) -> Table:
    parts = (Part("wall", frozenset({kind}), box(low, high)) for low, high in boxes)
    features = tuple(Feature(f"f{k}", Piece(f"p{k}", (part,)), Placement()) for k, part in enumerate(parts))
    return Table("warcry", Board(24, 12), Terrain(features), (), (), POINTS)


@pytest.fixture(scope="module")
def open_board() -> BoardFairness:
    return board_fairness(board(), [(12.0, 6.0)])


@pytest.fixture(scope="module")
def walled() -> BoardFairness:
    """Return the figures of a board with a wall from edge to edge, but for a gap of 2 in at the north."""
    return board_fairness(board(((11.8, 0.0, 0.0), (12.2, 10.0, 4.0))), [(14.0, 6.0)])


def test_on_an_open_board_all_is_seen_and_the_way_is_straight(open_board: BoardFairness) -> None:
    for side in open_board.sides:
        assert (side.seen, side.pairs, side.exposed) == (1.0, 1.0, 1.0)
        (way,) = side.ways
        assert way.inches == pytest.approx(8.0, abs=0.05)
        assert (way.actions, way.hidden, way.hidden_ends) == ((2, 2), 0.0, (0.0, 0.0))
        assert way.watched == 1.0
    assert open_board.cover == (0.0, 0.0, 0.0, 0.0)


def test_wall_hides_zones_and_lengthens_the_way_of_one_side(walled: BoardFairness) -> None:
    red, blue = walled.sides
    assert max(red.pairs, blue.pairs) < 0.1
    assert red.pairs == pytest.approx(blue.pairs)
    (far,), (near,) = red.ways, blue.ways
    assert near.inches == pytest.approx(6.0, abs=0.05)
    assert far.inches is not None
    assert far.inches > 12.0
    assert far.actions[0] > far.actions[1] > near.actions[1]
    assert (near.hidden, near.hidden_ends, near.watched) == (1.0, (1.0, 1.0), 0.0)
    assert 0.0 < far.watched < 1.0 - far.hidden
    assert 0.4 < red.exposed < 0.6
    assert 0.0 < far.hidden < 1.0
    assert max(walled.cover) > 0.0


def test_objective_without_a_way_is_said_so() -> None:
    shut = board(((11.8, 0.0, 0.0), (12.2, 12.0, 4.0)))
    made = board_fairness(shut, [(20.0, 6.0)])
    assert made.sides[0].ways[0].inches is None
    assert made.sides[1].ways[0].inches == pytest.approx(0.0, abs=1e-6)
    assert "red to (20, 6): no way on foot" in fairness_lines(made, Words("en"))


def test_progress_runs_from_the_first_tenth_to_the_end_and_may_stop_the_work() -> None:
    told: list[float] = []
    board_fairness(board(), [(12.0, 6.0)], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        board_fairness(board(), progress=stop)


def test_board_needs_two_sides_with_room() -> None:
    with pytest.raises(QuestionError, match="name 1"):
        board_fairness(replace(board(), deployment=POINTS[:1]))
    with pytest.raises(QuestionError, match="no fighter of red has room"):
        board_fairness(board(((0.0, 0.0, 0.0), (8.0, 12.0, 4.0)), kind=PartKind.UNCLIMBABLE))


def test_lines_and_page_show_both_sides_beside_random_boards(open_board: BoardFairness) -> None:
    lines = fairness_lines(open_board, Words("en"))
    assert lines[0].startswith(f"red / blue (mean and spread of {random_boards().count} random boards")
    assert lines[1].startswith("  zone seen from the other zone: 100% / 100% (")
    said = [item.text for item in fairness_page(open_board, Words("en"), title="x").items if isinstance(item, PageText)]
    assert {"x", "red", "blue", "100% / 100%", "8.0 / 8.0"} <= set(said)


def test_figures_of_a_side_without_any_way_are_no_numbers() -> None:
    none = ObjectiveWay((1.0, 1.0), None, 0.0, math.nan, (0, 0), (0.0, 0.0))
    figures = fairness_figures(SideFairness("red", 1, 0.5, 0.5, 0.5, (none,)))
    assert math.isnan(figures["inches"]) and math.isnan(figures["way_watched"])


def test_shipped_figures_are_shares_of_many_boards() -> None:
    usual = random_boards()
    assert usual.count >= 20
    assert all(0 < one.mean < 1 for name, one in usual.figures.items() if name != "inches")
    assert 4 < usual.figures["inches"].mean < 30


@pytest.mark.soak
def test_random_board_has_the_figures_that_ship() -> None:
    shipped = json.loads(FILE.read_text())["boards"][0]
    again = entry_of(shipped["seed"], board_of(shipped["seed"]))
    assert again["map"] == shipped["map"]
    assert again["cover"] == pytest.approx(shipped["cover"], abs=0.01)
    for one, other in zip(again["sides"], shipped["sides"], strict=True):
        assert one == pytest.approx(other, abs=0.01)
