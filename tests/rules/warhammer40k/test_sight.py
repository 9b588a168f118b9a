"""Who is visible and fully visible in Warhammer 40,000, by models and units."""

import gc
from weakref import ref

import pytest

from tests import zoo
from tests.rules.warhammer40k.boards import block, board, model, ruin
from warcry3d.errors import QuestionError
from warcry3d.geom import shapes
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import SightTerms
from warcry3d.rules.warhammer40k.bases import with_bases
from warcry3d.rules.warhammer40k.model_sights import ModelSights
from warcry3d.rules.warhammer40k.sight import ModelSight
from warcry3d.sight.proof import Verified, proof_of, verify
from warcry3d.sight.verdict import verdict_word
from warcry3d.table.models import Model, Tag
from warcry3d.table.terrain import Feature

RULES = ModelSight()
A, B = model("a", (5, 10)), model("b", (13, 10), side="blue")
WIDE = zoo.figure(shapes.box((-0.3, -3, 0.1), (0.3, 3, 6)))
"""A body that hides others behind it: 6 in wide and high."""


def sees(*things: Feature | Model) -> str:
    return verdict_word(RULES.sight(board(*things), "a", "b", SightTerms()))


def fully(*things: Feature | Model, viewer: str = "a", target: str = "b") -> str:
    return ModelSights(board(*things)).fully(viewer, target).answer.value


def test_bases_are_seen_and_block() -> None:
    """rule: 40K-SIGHT-1, 40K-BASE-1. Under a wall that hangs 0.1 in over the table nothing but bases is in sight."""
    floating = block("w", (9, 0, 0.1), (9.2, 20, 5), "debris")
    assert sees(floating, A, B) == "seen"
    low = block("w", (9, 0, 0), (9.2, 20, 5), "debris")
    assert sees(low, A, B) == "hidden"


def test_sight_is_mutual_and_the_own_unit_blocks_it() -> None:
    """rule: 40K-SIGHT-1. The own unit is looked through only for the full view of a unit."""
    between = model("c", (9, 10), unit="a", shape=WIDE)
    table = board(A, between, B)
    words = [verdict_word(RULES.sight(table, *pair, SightTerms())) for pair in (("a", "b"), ("b", "a"))]
    assert words == ["hidden", "hidden"]
    assert RULES.is_sight_mutual and RULES.transparent(table, "a") == ()
    with pytest.raises(QuestionError, match="cannot see itself"):
        RULES.sight(table, "a", "a", SightTerms())


def test_a_hidden_verdict_is_proved_on_the_table_with_bases() -> None:
    """rule: 40K-SIGHT-1, 40K-BASE-1."""
    table = board(block("w", (9, 0, 0), (9.2, 30, 8), "debris"), A, B)
    verdict = RULES.sight(table, "a", "b", SightTerms())
    counted = RULES.counted(table)
    proof = proof_of(counted, "a", "b", verdict, frozenset(Tag), (), 0.25)
    assert isinstance(verify(proof, counted), Verified)
    assert with_bases(table) is counted and with_bases(counted) is counted


def test_tables_that_nobody_asks_about_any_more_are_forgotten() -> None:
    """A battle makes a table with each action; with bases they are derived, and must go with it."""
    table = board(A, B)
    derived = ref(with_bases(table))
    assert derived() is with_bases(table)
    del table
    gc.collect()
    assert derived() is None


def test_a_model_is_fully_visible_where_all_that_faces_a_point_is_seen() -> None:
    """rule: 40K-SIGHT-2, 40K-OPEN-5. From the head, 1.4 in up, a wall of 0.6 in half-way leaves the base in sight."""
    assert fully(A, B) == "yes"
    assert fully(block("w", (9, 0, 0), (9.2, 20, 0.6), "hill"), A, B) == "yes"
    assert fully(block("w", (9, 0, 0), (9.2, 20, 0.8), "hill"), A, B) == "no"


def test_a_unit_is_visible_by_one_model_and_fully_by_all() -> None:
    """rule: 40K-SIGHT-3, 40K-SIGHT-4, 40K-OPEN-6."""
    other = model("c", (13, 4), side="blue", unit="b")
    table = board(block("w", (9, 8, 0), (9.2, 20, 5), "debris"), A, B, other)
    sights = ModelSights(table)
    assert verdict_word(sights.sees_unit("a", ("b", "c"))) == "seen"
    assert verdict_word(sights.sees_unit("a", ("b",))) == "hidden"
    assert sights.sees_unit("a", ()) is None
    assert sights.fully_unit("a", ("b", "c")).answer == "no"
    assert sights.fully_unit("a", ("c",)).answer == "yes"


@pytest.mark.parametrize(("unit", "answer"), [("a", "yes"), ("", "no")])
def test_full_views_of_units_go_through_the_viewers_own_unit(unit: str, answer: str) -> None:
    """rule: 40K-SIGHT-2, 40K-SIGHT-4, 40K-SIGHT-5, 40K-OPEN-6. A friend of another unit stands in the way, and of a
    full view of a single model any friend does; it hides a part of the target, or all of it.
    """
    for figure in (None, WIDE):
        between = model("c", (9, 10), unit=unit) if figure is None else model("c", (9, 10), unit=unit, shape=figure)
        sights = ModelSights(board(A, between, B))
        assert sights.fully_unit("a", ("b",)).answer == answer
        assert sights.fully("a", "b").answer == "no"


@pytest.mark.parametrize(("category", "answer"), [("woods", "no"), ("ruins", "no"), ("crater", "yes")])
def test_woods_and_ruins_forbid_full_views(category: str, answer: str) -> None:
    """rule: 40K-SIGHT-6, 40K-WOODS-1, 40K-RUIN-1, 40K-OPEN-41. Lines pass over the outline of an inch-high stump."""
    stump = block("w", (9, 5, 0), (10, 15, 0.1), category)
    assert fully(stump, A, B) == answer
    beside = block("w", (9, 10.1, 0), (10, 15, 0.1), category)
    assert fully(beside, A, B) == "yes"


def test_models_wholly_within_woods_and_ruins_are_never_fully_visible() -> None:
    """rule: 40K-WOODS-1, 40K-RUIN-1. Wholly: with all of the base."""
    for category in ("woods", "ruins"):
        assert (
            fully(block("w", (12, 9, 0), (14, 11, 0.05), category), A, model("b", (13, 10, 0.05), side="blue")) == "no"
        )
    assert fully(block("w", (13, 9, 0), (15, 11, 0.01), "woods"), A, B) == "yes"


def test_models_wholly_within_see_out() -> None:
    """rule: 40K-WOODS-3, 40K-RUIN-3. One that is partly within does not, unless it towers in a ruin."""
    for category in ("woods", "ruins"):
        around = block("w", (4, 9, -0.1), (6, 11, 0), category)
        assert fully(around, A, B) == "yes"
        assert fully(around, model("a", (4, 10)), B) == "no"


def test_towering_models_see_out_of_ruins_that_they_are_partly_in() -> None:
    """rule: 40K-RUIN-4."""
    around = block("w", (4, 9, -0.1), (6, 11, 0), "ruins")
    assert fully(around, model("a", (4, 10), "towering"), B) == "yes"


@pytest.mark.parametrize(
    ("word", "category", "answer"),
    [
        ("aircraft", "woods", "yes"),
        ("towering", "woods", "yes"),
        ("aircraft", "ruins", "yes"),
        ("towering", "ruins", "no"),
    ],
)
def test_aircraft_and_towering_models_are_checked_as_usual(word: str, category: str, answer: str) -> None:
    """rule: 40K-WOODS-2, 40K-RUIN-2. In both directions."""
    stump = block("w", (9, 5, 0), (10, 15, 0.1), category)
    assert fully(stump, model("a", (5, 10), word), B) == answer
    assert fully(stump, A, model("b", (13, 10), word, side="blue")) == answer


def test_ruins_do_not_hide_what_is_truly_seen() -> None:
    """rule: 40K-RUIN-1, 40K-OPEN-26. Through the open side of a ruin."""
    table = board(ruin(), model("a", (13, 5)), model("b", (13, 20), side="blue"))
    assert verdict_word(RULES.sight(table, "a", "b", SightTerms())) == "seen"
    assert ModelSights(table).fully("a", "b").feature == "ruin"


def test_the_judge_says_both_and_why() -> None:
    """rule: 40K-SIGHT-1, 40K-SIGHT-2."""
    told = judge(board(block("w", (9, 0, 0), (9.2, 20, 0.8), "hill"), A, B), "a", "b")
    assert told.sight_rule == "40K-SIGHT-1" and told.cover is not None
    assert [one.rule for one in told.cover.said] == ["40K-SIGHT-2", "40K-HILL-3"]
    assert told.cover.verdict and told.cover.reasons[0].part == "w/stones"
