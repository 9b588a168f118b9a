"""Platforms: who reaches them, who finds room, where their edges lie open."""

import pytest

from tests import zoo
from tests.terrain.lint.pieces import found, levels
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.table.derive import level_tops
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.classify import classify
from warcry3d.terrain.parts import ImportedBody
from warcry3d.units import BASE_HEIGHT, MM

P = zoo.box_part


def deck(height: float = 3.0, *, side: float = 4.0, id: str = "deck") -> zoo.Part:
    """Return a platform, its top at ``height``."""
    return P(id, (0, 0, height - 0.2), (side, side, height), "platform")


def pillar(*, top: float = 2.8) -> zoo.Part:
    """Return what carries the deck, and nobody can climb."""
    return P("pillar", (1.5, 1.5, 0), (2.5, 2.5, top), "unclimbable")


def ladder(high: float = 3.0, low: float = 0.0) -> zoo.Part:
    """Return a ladder that leans on the deck's left side."""
    return P("ladder", (-0.2, 1.5, low), (0, 2.5, high), "ladder")


def test_platform_on_a_statue_is_reached_by_nobody() -> None:
    (finding,) = found("T-REACH", deck(), pillar())
    assert finding.part == "deck"
    assert finding.message.values["height"] == pytest.approx(3)
    assert finding.places[0][2] == pytest.approx(3)


def test_platform_is_reached_by_a_ladder() -> None:
    assert found("T-REACH", deck(), pillar(), ladder()) == []


def test_platform_is_reached_by_climbing_what_can_be_climbed() -> None:
    wall = P("wall", (0, 0, 0), (4, 0.4, 2.8))
    assert found("T-REACH", deck(), wall) == []


def test_post_too_far_under_the_deck_is_no_way_up() -> None:
    """A climber on the smallest base keeps its rim within 0.5 in of the post, and clear of the deck above: by hand, a
    deck that goes out 0.45 in around the post is climbed past, one of 0.55 in is not.
    """
    post = P("post", (1.5, 1.5, 0), (2.5, 2.5, 2.8))
    assert found("T-REACH", deck(), post)
    assert found("T-REACH", deck(), P("post", (0.55, 0.55, 0), (3.45, 3.45, 2.8)))
    assert found("T-REACH", deck(), P("post", (0.45, 0.45, 0), (3.55, 3.55, 2.8))) == []


def test_platform_is_reached_by_a_jump_from_one_as_high() -> None:
    tower = P("tower", (6, 0, 0), (9, 4, 3), "obstacle")
    assert found("T-REACH", deck(), pillar(), tower) == []


def test_platform_is_not_reached_by_a_jump_upward_nor_over_more_than_a_move() -> None:
    low = P("tower", (6, 0, 0), (9, 4, 1.2), "obstacle")  # from higher up one jumps at the deck's rim, and climbs it
    assert [finding.part for finding in found("T-REACH", deck(), pillar(), low)] == ["deck"]
    far = P("tower", (8.5, 0, 0), (11, 4, 3), "obstacle")
    assert [finding.part for finding in found("T-REACH", deck(), pillar(), far)] == ["deck"]


def test_wall_between_stops_the_jump() -> None:
    tower = P("tower", (6, 0, 0), (9, 4, 3), "obstacle")
    screen = P("screen", (5, -4, 0), (5.2, 8, 5), "unclimbable")
    assert [finding.part for finding in found("T-REACH", deck(), pillar(), tower, screen)] == ["deck"]
    narrow = P("screen", (5, 1, 0), (5.2, 3, 5), "unclimbable")  # jumped around
    assert found("T-REACH", deck(), pillar(), tower, narrow) == []


def test_platform_behind_a_door_is_reached() -> None:
    """Doors count as open: the tower can be climbed from its inside alone."""
    walls = [P(f"wall-{k}", low, high, "unclimbable") for k, (low, high) in enumerate((
        ((-3, -3, 0), (7, -2.8, 6)), ((-3, 6.8, 0), (7, 7, 6)), ((6.8, -2.8, 0), (7, 6.8, 6)),
        ((-3, -2.8, 0), (-2.8, 1.2, 6)), ((-3, 2.8, 0), (-2.8, 6.8, 6)), ((-3, 1.2, 2.2), (-2.8, 2.8, 6)),
    ))]  # fmt: skip
    door = P("leaf", (-3, 1.2, 0), (-2.8, 2.8, 2.2), "door")
    shut = P("leaf", (-3, 1.2, 0), (-2.8, 2.8, 2.2), "unclimbable")
    tower = P("tower", (0, 0, 0), (4, 4, 3))
    assert found("T-REACH", tower, *walls, door) == []
    assert [finding.part for finding in found("T-REACH", tower, *walls, shut)] == ["tower"]


def test_platform_without_room_to_stand_is_told_as_that_alone() -> None:
    roof = P("roof", (0, 0, 3.5), (4, 4, 4), "unclimbable")
    posts = P("posts", (4.2, 0, 0), (4.4, 4, 4), "unclimbable")
    assert found("T-REACH", deck(), pillar(), roof, posts) == []
    assert found("T-STAND", deck(), pillar(), roof, posts)


def test_low_platform_is_walked_onto() -> None:
    assert found("T-REACH", P("dais", (0, 0, 0), (3, 3, 0.6), "platform")) == []


def test_level_that_another_part_covers_is_no_platform() -> None:
    crate = P("crate", (0, 0, 0), (2, 2, 1.2))
    upper = P("upper", (0, 0, 1.2), (2, 2, 2.4))
    assert [(level.part, level.height) for level in levels(crate, upper).all] == [("upper", 2.4)]


def test_platform_without_a_level_square_inch_is_told() -> None:
    (finding,) = found("T-LEVEL", P("beam", (0, 0, 0), (4, 0.8, 2), "platform"))
    assert finding.part == "beam"


@pytest.mark.parametrize("turn", [0.0, 0.3])
@pytest.mark.parametrize("length", [1.0, 3.0])
@pytest.mark.parametrize(
    ("short_mm", "is_platform"), [(-0.5, True), (0.0, True), (0.09, True), (0.11, False), (0.5, False)]
)
def test_play_classification_and_lint_agree_on_what_holds_the_square(
    short_mm: float, is_platform: bool, length: float, turn: float
) -> None:
    """rule: WC-PLATFORM-1.  A tenth of a millimetre less will do for a plank; a top of an inch square is none."""
    side = 1.0 - short_mm * MM
    is_platform = is_platform and (length > 1.0 or side > 1.0)
    solid = box((0.01, 0.02, 0), (0.01 + side, 0.02 + max(length, side), 1.5)).placed(Placement(turn=turn))
    assert bool(level_tops(Part("block", frozenset({PartKind.OBSTACLE}), solid))) == is_platform
    told = {kind for one in classify((ImportedBody("", solid),)) for kind in one.part.kinds}
    assert (PartKind.PLATFORM in told) == is_platform
    assert (found("T-LEVEL", Part("block", frozenset({PartKind.PLATFORM}), solid)) == []) == is_platform


def test_slip_between_what_stands_on_a_platform_is_no_place_on_it() -> None:
    """Two crates leave a square of 0.9 in and strips of 0.05 in beside them."""
    top = P("deck", (0, 0, 1), (1.9, 1.0, 1.5), "platform")
    crates = [P("left", (0.05, 0, 1.5), (0.5, 1.0, 2.2)), P("right", (1.4, 0, 1.5), (1.85, 1.0, 2.2))]
    assert len(found("T-LEVEL", top, *crates)) == 1
    assert found("T-LEVEL", top, crates[0]) == []


def test_headroom_too_low_for_a_figure_is_told_with_both_heights() -> None:
    """A figure of 32 mm on a base of 3.5 mm needs 35.5 mm = 1.40 in; here is 1 in."""
    ceiling = P("ceiling", (0, 0, 4), (4, 4, 4.2), "unclimbable")
    pier = P("pier", (1.8, 1.8, 0), (2.2, 2.2, 4.1), "unclimbable")
    (finding,) = found("T-STAND", deck(), pier, ceiling, ladder())
    assert finding.message.values["needed"] == pytest.approx(35.5 * MM)
    assert finding.message.values["needed"] == pytest.approx(32 * MM + BASE_HEIGHT)
    assert finding.message.values["found"] == pytest.approx(1, abs=0.02)


def test_headroom_for_a_figure_is_enough() -> None:
    ceiling = P("ceiling", (0, 0, 4.5), (4, 4, 4.7), "unclimbable")
    pier = P("pier", (1.8, 1.8, 0), (2.2, 2.2, 4.6), "unclimbable")
    assert found("T-STAND", deck(), pier, ceiling, ladder()) == []


def gallery(clear_mm: float) -> list[zoo.Part]:
    """Return a walk between two high walls, so wide."""
    clear = clear_mm * MM
    return [
        P("walk", (0, 0, 0), (5, clear, 1.5), "platform"),
        P("wall", (0, -1, 0), (5, 0, 4)),
        P("wall-2", (0, clear, 0), (5, clear + 1, 4)),
        P("end", (-1, -1, 0), (0, clear + 1, 4)),
        P("end-2", (5, -1, 0), (6, clear + 1, 4)),
    ]


def test_walk_between_walls_has_room_for_the_bases_that_are_narrower() -> None:
    (finding,) = found("T-TIGHT", *gallery(33))
    assert finding.message.values["fitting_mm"] == "25, 28.5, 32"
    assert finding.message.values["others_mm"] == "40, 50"
    (finding,) = found("T-TIGHT", *gallery(28))
    assert finding.message.values["fitting_mm"] == "25"


def test_open_deck_has_room_for_all_bases() -> None:
    assert found("T-TIGHT", deck(), pillar(), ladder()) == []


def test_deck_without_parapet_is_open_all_round() -> None:
    (finding,) = found("T-EDGE", deck(), pillar())
    assert finding.severity == "note"
    assert finding.message.values["open"] == pytest.approx(16)
    assert finding.message.values["rim"] == pytest.approx(16)


def test_parapet_an_inch_high_closes_its_side() -> None:
    parapet = P("parapet", (0, 0, 2.8), (4, 0.2, 4.0))
    (finding,) = found("T-EDGE", deck(), pillar(), parapet)
    # The side of 4 in, and of both neighbours the 0.2 in under the parapet and 0.3 in beside it.
    assert finding.message.values["open"] == pytest.approx(16 - 4 - 2 * 0.5, abs=0.05)


def test_rail_lower_than_an_inch_is_no_parapet() -> None:
    rail = P("rail", (0, 0, 2.8), (4, 0.2, 3.8))
    (finding,) = found("T-EDGE", deck(), pillar(), rail)
    assert finding.message.values["open"] == pytest.approx(16)


def test_gap_in_a_parapet_narrower_than_a_base_is_closed() -> None:
    walls = [P(f"wall-{i}", low, high) for i, (low, high) in enumerate(((((0, 0, 2.8)), (4, 0.2, 4.1)),))]
    split = [P("left", (0, 0, 2.8), (1.6, 0.2, 4.1)), P("right", (2.4, 0, 2.8), (4, 0.2, 4.1))]
    whole = found("T-EDGE", deck(), pillar(), *walls)[0].message.values["open"]
    assert found("T-EDGE", deck(), pillar(), *split)[0].message.values["open"] == pytest.approx(whole, abs=0.05)


def test_edge_beside_a_platform_as_high_is_no_open_edge() -> None:
    beside = P("beside", (4, 0, 0), (8, 4, 3))
    parts = found("T-EDGE", deck(), pillar(), beside)
    assert {finding.part: round(finding.message.values["open"]) for finding in parts} == {"deck": 12, "beside": 12}


def test_low_platform_has_no_edges_to_fall_from() -> None:
    assert found("T-EDGE", P("dais", (0, 0, 0), (3, 3, 0.9), "platform")) == []
