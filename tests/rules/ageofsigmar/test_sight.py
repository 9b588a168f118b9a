"""Sight, distance and cover in Age of Sigmar."""

import pytest

from tests import zoo
from tests.rules.ageofsigmar.boards import board, model, wall
from warcry3d.errors import QuestionError
from warcry3d.geom import shapes
from warcry3d.rules.ageofsigmar.sight import UnitSight
from warcry3d.rules.ageofsigmar.terrain_cover import is_in_feature
from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.results import SightTerms
from warcry3d.sight.distance import Between
from warcry3d.sight.proof import Verified, proof_of, verify
from warcry3d.sight.verdict import verdict_word
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

RULES = UnitSight()
WIDE = zoo.figure(shapes.box((-0.3, -3, 0.1), (0.3, 3, 6)))
"""A body that hides others behind it: 6 in wide and high."""


def sees(table: Table, viewer: str, target: str) -> str:
    return verdict_word(RULES.sight(table, viewer, target, SightTerms()))


def test_any_part_of_the_body_that_is_seen_is_enough() -> None:
    """rule: AOS-SIGHT-1, AOS-SIGHT-4, AOS-OPEN-31. The wall of 1.3 in leaves a tenth of an inch of both bodies."""
    low, high = (wall("w", (9, 0, 0), (9.2, 20, tall)) for tall in (1.3, 1.5))
    pair = model("a", (5, 10)), model("b", (13, 10), side="blue")
    assert sees(board(low, *pair), "a", "b") == "seen"
    assert sees(board(high, *pair), "a", "b") == "hidden"


def test_a_base_alone_is_not_seen() -> None:
    """rule: AOS-SIGHT-4. Under the wall both bases are in the open, and no body."""
    floating = wall("w", (9, 0, 0.12), (9.2, 20, 5))
    assert sees(board(floating, model("a", (5, 10)), model("b", (13, 10), side="blue")), "a", "b") == "hidden"


@pytest.mark.parametrize(
    ("between", "answer"),
    [
        pytest.param(model("c", (8, 10), unit="guard", shape=WIDE), "seen", id="its own unit"),
        pytest.param(model("c", (8, 10), unit="others", shape=WIDE), "hidden", id="another friendly unit"),
        pytest.param(model("c", (8, 10), unit="guard", side="blue", shape=WIDE), "hidden", id="enemies"),
    ],
)
def test_own_unit_alone_is_seen_through(between: Model, answer: str) -> None:
    """rule: AOS-SIGHT-2, AOS-SIGHT-3, AOS-OPEN-30. A unit is one of its side: an enemy unit may have the same name."""
    table = board(model("a", (5, 10), unit="guard"), between, model("b", (13, 10), side="blue", unit="foes"))
    assert sees(table, "a", "b") == answer


def test_sight_goes_one_way_where_a_unit_sees_through_itself() -> None:
    """rule: AOS-SIGHT-2."""
    table = board(
        model("a", (5, 10), unit="guard"),
        model("c", (8, 10), unit="guard", shape=WIDE),
        model("b", (13, 10), side="blue"),
    )
    assert (sees(table, "a", "b"), sees(table, "b", "a")) == ("seen", "hidden")
    assert RULES.transparent(table, "a") == ("c",)
    assert not RULES.is_sight_mutual


def test_a_hidden_verdict_is_proved_with_the_models_that_were_seen_through() -> None:
    """rule: AOS-SIGHT-3. The proof holds for a checker of its own."""
    table = board(
        wall("w", (9, 0, 0), (9.2, 36, 8)),
        model("a", (5, 10), unit="guard"),
        model("c", (8, 10), unit="guard", shape=WIDE),
        model("b", (13, 10), side="blue"),
    )
    verdict = RULES.sight(table, "a", "b", SightTerms())
    proof = proof_of(table, "a", "b", verdict, frozenset(Tag), RULES.transparent(table, "a"), 0.25)
    assert isinstance(verify(proof, table), Verified)


def test_answers_about_many_pairs_are_those_about_each() -> None:
    table = board(
        wall("w", (9, 8, 0), (9.2, 12, 8)),
        *(model(f"a{i}", (5, 8 + 2 * i), unit="guard") for i in range(3)),
        *(model(f"b{i}", (13, 8 + 2 * i), unit="foes", side="blue") for i in range(3)),
    )
    sights = RULES.sights(table, SightTerms())
    pairs = [(f"a{i}", f"b{j}") for i in range(3) for j in range(3)]
    for viewer, target in [*pairs, *((b, a) for a, b in pairs)]:
        assert verdict_word(sights.between(viewer, target)) == sees(table, viewer, target)
        glimpse = sights.glimpse(viewer, target)
        assert glimpse is None or sees(table, viewer, target) == "seen"
    assert sights.glimpses_any("a0", ["b2", "b0"]) and not sights.glimpses_any("a1", ["b1"])
    assert sights.share("a0", "b0", sights.between("a0", "b0")).share > 0


def test_model_and_itself_is_no_question() -> None:
    with pytest.raises(QuestionError, match="'a' cannot see itself"):
        RULES.sight(board(model("a", (5, 5))), "a", "a", SightTerms())


def test_distance_is_between_bodies_in_space() -> None:
    """rule: AOS-DIST-1, AOS-DIST-2, AOS-DIST-4, AOS-OPEN-3. Bodies 0.3 in deep, 4 in apart: 3.7."""
    apart = RULES.measure(model("a", (5, 5)), model("b", (9, 5)))
    assert (apart.direct, apart.between) == (pytest.approx(3.7), Between.BODIES)
    assert RULES.squares(board(), "a", "b") is None


WOOD = zoo.feature(
    "wood",
    *(
        zoo.box_part(f"tree-{i}", (x, y, 0), (x + 0.5, y + 0.5, 4))
        for i, (x, y) in enumerate([(10, 10), (14, 10), (12, 14)])
    ),
)
HILL = wall("hill", (20, 10, 0), (24, 14, 2), "platform")


def cover_of(*spots: tuple[float, float, float], features: tuple[Feature, ...] = (WOOD, HILL)) -> tuple[str, ...]:
    """Return the features that give cover to a unit of models at these spots, and the rules that say so."""
    unit = [model(f"m{i}", at, unit="guard") for i, at in enumerate(spots)]
    found = RULES.cover(board(*features, *unit, model("foe", (40, 5), side="blue")), "foe", "m0")
    return (*(reason.part.split("/")[0] for reason in found.reasons), *(one.rule for one in found.said))


def test_unit_wholly_in_one_feature_is_in_cover() -> None:
    """rule: AOS-COVER-1, AOS-CASE-11, AOS-OPEN-33. In a wood: within its outline, though on bare ground."""
    assert cover_of((12, 11, 0), (13, 11, 0), (12.3, 12.3, 0)) == ("wood", "AOS-COVER-1")


def test_unit_on_a_feature_is_in_cover() -> None:
    """rule: AOS-COVER-1, AOS-OPEN-33."""
    assert cover_of((21, 11, 2), (22, 12, 2)) == ("hill", "AOS-COVER-1")


def test_one_model_outside_leaves_the_unit_without_cover() -> None:
    """rule: AOS-COVER-2, AOS-CASE-11."""
    assert cover_of((12, 11, 0), (13, 11, 0), (8, 11, 0)) == ("AOS-COVER-2",)


def test_models_in_two_features_have_no_cover() -> None:
    """rule: AOS-COVER-2."""
    assert cover_of((12, 11, 0), (21, 11, 2)) == ("AOS-COVER-2",)


@pytest.mark.parametrize(("x", "inside"), [(20.15, True), (20.16, True), (20.1, False)])
def test_body_is_in_a_feature_wholly_or_not_at_all(x: float, inside: bool) -> None:
    """rule: AOS-OPEN-33. Bodies are 0.3 in deep; bases do not count."""
    assert is_in_feature(model("m", (x, 12, 2)), HILL) is inside


def test_outline_of_a_feature_holds_what_is_between_its_parts() -> None:
    """rule: AOS-OPEN-33. A feature is one piece as placed."""
    assert sorted(feature_outline(WOOD).tolist())[:2] == [[10.0, 10.0], [10.0, 10.5]]
    assert is_in_feature(model("m", (12, 12, 0)), WOOD)
    assert not is_in_feature(model("m", (12, 12, 5)), WOOD)
