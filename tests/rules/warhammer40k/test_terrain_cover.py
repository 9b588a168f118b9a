"""The benefit of cover by kinds of terrain, kinds by shape, and plunging fire."""

from dataclasses import replace

import pytest

from tests import zoo
from tests.rules.warhammer40k.boards import block, board, model, ruin
from warcry3d.geom.solid import Placement
from warcry3d.rules.warhammer40k import pair_lines
from warcry3d.rules.warhammer40k.area_terrain import never_fully_by
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.rules.warhammer40k.pair_lines import PairLines
from warcry3d.rules.warhammer40k.terrain_categories import category_of, plan_points
from warcry3d.rules.warhammer40k.terrain_cover import benefit_of_cover, cover_sources, plunges
from warcry3d.table.files import load_table
from warcry3d.table.models import Model
from warcry3d.table.pieces import load_piece
from warcry3d.table.saving import save_table
from warcry3d.table.shipped import shipped_root
from warcry3d.table.terrain import Feature, TerrainCategory

A, B = model("a", (5, 10)), model("b", (13, 10), side="blue")
SOLDIER = model("b", (13, 10), "infantry", side="blue")


def rules(*things: Feature | Model) -> list[str]:
    return [source.rule for source in cover_sources(board(*things), "b", "a")]


def test_a_model_wholly_within_a_crater_has_cover() -> None:
    """rule: 40K-CRATER-1, 40K-COVER-1."""
    assert rules(block("w", (12, 9, -0.1), (14, 11, 0), "crater"), A, B) == ["40K-CRATER-1"]
    assert rules(block("w", (13, 9, -0.1), (14, 11, 0), "crater"), A, B) == []


@pytest.mark.parametrize(
    ("x", "tall", "target", "expected"),
    [
        pytest.param(11.5, 1.0, SOLDIER, ["40K-BARRICADE-2"], id="close behind it"),
        pytest.param(11.5, 1.0, B, [], id="no infantry"),
        pytest.param(9.0, 1.0, SOLDIER, [], id="not wholly within 3 in"),
        pytest.param(11.5, 0.1, SOLDIER, [], id="fully visible over it"),
    ],
)
def test_barricades_cover_infantry_near_them(x: float, tall: float, target: Model, expected: list[str]) -> None:
    """rule: 40K-BARRICADE-2. The base's far edge is at 13.63 in."""
    assert rules(block("w", (x, 0, 0), (x + 0.2, 20, tall), "barricade"), A, target) == expected


@pytest.mark.parametrize(("category", "rule"), [("debris", "40K-DEBRIS-2"), ("hill", "40K-HILL-3")])
def test_debris_and_hills_cover_what_one_of_the_unit_does_not_see_whole(category: str, rule: str) -> None:
    """rule: 40K-DEBRIS-2, 40K-HILL-3, 40K-OPEN-25. The other model of the unit looks past the block's end."""
    aside = block("w", (9, 10.3, 0), (9.2, 20, 3), category)
    assert rules(aside, A, B) == []
    mate = model("c", (5, 13), unit="a")
    assert rules(aside, A, mate, B) == [rule]
    (source,) = cover_sources(board(aside, A, mate, B), "b", "a")
    assert (source.feature, source.shooter) == ("w", "c")
    assert cover_sources(board(aside, A, mate, B), "b", "a", unit=("a",)) == ()


def test_what_hides_it_is_the_feature_itself() -> None:
    """rule: 40K-DEBRIS-2. A model in the way gives no cover, and terrain behind the target neither."""
    assert rules(block("w", (14, 0, 0), (15, 20, 3), "debris"), A, model("c", (9, 10)), B) == []


@pytest.mark.parametrize(("category", "rule"), [("woods", "40K-WOODS-1"), ("ruins", "40K-RUIN-1")])
def test_woods_and_ruins_give_cover_by_keeping_full_views_off(category: str, rule: str) -> None:
    """rule: 40K-WOODS-1, 40K-RUIN-1. Also to one that they hide altogether."""
    assert rules(block("w", (9, 5, 0), (10, 15, 0.1), category), A, B) == [rule]
    assert rules(block("w", (9, 5, 0), (10, 15, 6), category), A, B) == [rule]
    assert rules(block("w", (9, 12, 0), (10, 15, 6), category), A, B) == []
    assert rules(block("w", (9, 10, 0), (10, 15, 6), category), A, B) == [rule]


def test_cover_is_told_with_every_reason_and_counts_once() -> None:
    """rule: 40K-COVER-1, 40K-COVER-3."""
    crater = block("c", (12, 9, -0.1), (14, 11, 0), "crater")
    table = board(crater, block("w", (9, 0, 0), (9.2, 20, 1), "debris"), A, B)
    told = benefit_of_cover(table, "b", "a")
    assert told.verdict and [one.rule for one in told.said] == ["40K-CRATER-1", "40K-DEBRIS-2"]
    none = benefit_of_cover(board(A, B), "b", "a")
    assert not none.verdict and [one.rule for one in none.said] == ["40K-COVER-1"]


def test_fire_plunges_from_six_inches_up_in_a_ruin() -> None:
    """rule: 40K-RUIN-8, 40K-OPEN-27. On models that stand on the table."""
    tower = zoo.feature("t", zoo.box_part("floor", (10, 10, 5.8), (16, 16, 6), "platform"))
    ruins = Feature("t", tower.piece, tower.placement, category=TerrainCategory.RUINS)
    target, high = model("b", (30, 13), side="blue"), model("b", (30, 13, 1), side="blue")
    up = model("a", (13, 13, 6))
    assert plunges(board(ruins, up, target), "a", "b") == "t"
    assert plunges(board(ruins, up, high), "a", "b") == ""
    assert plunges(board(ruins, model("a", (10.2, 13, 6)), target), "a", "b") == ""
    assert plunges(board(ruin(), model("a", (14.5, 13, 3)), target), "a", "b") == ""


@pytest.mark.parametrize(
    ("piece", "category"),
    [
        ("ruin", "ruins"),
        ("house", "hill"),
        ("low-wall", "barricade"),
        ("statue", "debris"),
        ("dead-tree", "woods"),
        ("reed-pool", "crater"),
    ],
)
def test_pieces_that_ship_have_categories(piece: str, category: str) -> None:
    """rule: 40K-TERRAIN-3."""
    one = load_piece(shipped_root() / "terrain" / f"{piece}.glb")
    assert category_of(Feature("f", one, Placement())) == category


@pytest.mark.parametrize(
    ("feature", "category"),
    [
        pytest.param(block("w", (0, 0, 0), (6, 0.4, 1.5)), "barricade", id="low and narrow"),
        pytest.param(block("w", (0, 0, 0), (6, 0.4, 3)), "debris", id="high and narrow"),
        pytest.param(block("w", (0, 0, 0), (6, 4, 3)), "hill", id="a block"),
        pytest.param(block("w", (0, 0, 0), (6, 4, 0.3)), "crater", id="flat"),
        pytest.param(block("w", (0, 0, 0), (6, 4, 3), None, "scenery"), "woods", id="seen through"),
        pytest.param(Feature("r", ruin().piece, Placement()), "ruins", id="with a floor up in it"),
    ],
)
def test_other_pieces_have_the_category_of_their_shape(feature: Feature, category: str) -> None:
    """rule: 40K-TERRAIN-3."""
    assert category_of(feature) == category


def test_a_table_says_the_category_of_a_feature_and_keeps_it(tmp_path: object) -> None:
    """rule: 40K-TERRAIN-3, 40K-WOODS-4, 40K-RUIN-9. The players agree on what a feature is; its outline is its hull."""
    path = tmp_path / "t.table.json"  # type: ignore[operator]
    save_table(board(block("w", (0, 0, 0), (6, 0.4, 1.5), "ruins"), A), path)
    (feature,) = load_table(path).terrain.features
    assert category_of(feature) is TerrainCategory.RUINS


def test_lines_past_all_areas_of_a_table_are_one_mesh_and_each_area_is_asked_about_alone() -> None:
    """rule: 40K-WOODS-1, 40K-RUIN-1. Low woods hide nothing themselves; the ruins beside the line are not in it."""
    woods, ruins = block("w", (9, 5, 0), (10, 15, 0.1), "woods"), block("r", (11, 10.2, 0), (12, 15, 0.1), "ruins")
    pairs = PairLines(board(woods, ruins, A, B))
    assert [never_fully_by(pairs, one, "a", "b") is not None for one in (woods, ruins)] == [True, False]
    lines = pairs.past_outlines
    assert lines is not None
    assert lines.blockers.names[-2:] == ("area: w", "area: r")
    never_fully_by(pairs, ruins, "b", "a")
    assert pairs.past_outlines is lines


def test_what_lies_between_two_models_is_made_once_for_all_features(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was the hull of all points of both figures for each feature: most of the time that a replay took."""
    asked: list[str] = []

    def points(one: Model) -> object:
        asked.append(one.id)
        return plan_points(one)

    monkeypatch.setattr(pair_lines, "plan_points", points)
    between, beside = block("w", (9, 9, 0), (9.2, 11, 3), "debris"), block("v", (9, 30, 0), (9.2, 32, 3), "debris")
    table = board(between, beside, A, B, model("c", (5, 13), unit="a"))
    assert [one.feature for one in cover_sources(table, "b", "a")] == ["w"]
    assert sorted(asked) == ["a", "b", "c"]
    assert PairLines(table).may_pass("a", "b", between) and not PairLines(table).may_pass("a", "b", beside)


def test_the_mesh_of_a_feature_alone_is_made_once_for_a_terrain() -> None:
    """rule: 40K-DEBRIS-2. Also where models have moved since."""
    wall = block("w", (9, 9, 0), (9.2, 11, 3), "debris")
    table = board(wall, A, B)
    moved = replace(table, models=(A, replace(B, placement=Placement((13, 10.5, 0)))))
    assert moved.terrain is table.terrain
    for one in (table, moved):
        ModelSights(one).past_feature("a", "b", "w")
    (alone,) = (one for key, one in table.terrain.derived.items() if key == "40k terrain of one feature")
    assert list(alone) == ["w"]  # type: ignore[call-overload]
