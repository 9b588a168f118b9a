"""Units dragged as one: where each model stands, ways for all, links to be drawn."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from warcry3d.game.group_moves import GroupOrder
from warcry3d.game.prompts import ModelPath
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.rules.units.formations import Spot
from warcry3d.rules.units.group_formations import FORMATIONS, GroupGround, follow_order, formation_spots, group_links
from warcry3d.rules.units.unit_coherency import Coherency

PLACES: dict[str, Point] = {"a": (0.0, 0.0, 0.0), "b": (1.0, 0.0, 0.0), "c": (2.0, 0.0, 0.0), "d": (3.0, 0.0, 0.0)}
NORTH = math.pi / 2


def spots(formation: str = "", turn: float = 0.0, to: Point = (10.0, 10.0, 0.0)) -> dict[str, Spot]:
    return formation_spots(PLACES, GroupOrder("a", to, formation, turn), (1.0, 1.5), NORTH)


def near(one: Spot, other: Spot) -> bool:
    return math.isclose(one[0], other[0], abs_tol=1e-9) and math.isclose(one[1], other[1], abs_tol=1e-9)


def go(spot: Spot) -> Path:
    return Path((Leg(LegKind.WALK, ((spot[0], spot[1], 0.0),)),))


def ground(
    closed: Sequence[Spot] = (),
    *,
    inches: float = 20.0,
    allows: bool = True,
    links: frozenset[tuple[str, str]] = frozenset(),
    least: int = 1,
    bar: float = math.inf,
) -> GroupGround:
    """Return ground on which nobody stands within 0.4 in of a closed spot, nor 0.9 in of another model. No way leads
    past y = ``bar``.
    """

    def can_stand(model: str, spot: Spot, taken: Mapping[str, Spot]) -> bool:
        is_free = all(math.dist(spot, one) > 0.4 for one in closed)
        is_near = math.dist(PLACES[model][:2], spot) <= inches + 1e-9
        return is_free and is_near and all(math.dist(spot, one) > 0.9 for id, one in taken.items() if id != model)

    return GroupGround(
        lambda model, spot, taken: go(spot) if spot[1] < bar else None,
        lambda model, path, before: allows,
        lambda model, spot: go(spot),
        can_stand,
        lambda model: inches,
        lambda one, other: math.dist(one, other) < 1.6,
        links,
        least,
    )


def ends(ways: tuple[ModelPath, ...]) -> dict[str, Spot]:
    return {one.model: one.path.legs[-1].to[-1][:2] for one in ways}


def test_as_it_stands_all_keep_their_places_about_the_one_that_leads() -> None:
    assert spots() == {"a": (10, 10), "b": (11, 10), "c": (12, 10), "d": (13, 10)}


def test_a_formation_is_turned_about_the_one_that_leads() -> None:
    turned = spots(turn=NORTH)
    assert all(near(turned[id], (10, 10 + n)) for n, id in enumerate("abcd"))


def test_a_line_is_one_rank_across_the_facing() -> None:
    assert sorted(spots("line").values()) == [(9, 10), (10, 10), (11, 10), (12, 10)]


def test_two_ranks_stand_behind_each_other_and_the_leader_in_front() -> None:
    found = spots("ranks")
    assert near(found["a"], (10, 10))
    assert {y for _, y in found.values()} == {10.0, 8.5}


@pytest.mark.parametrize("formation", [one.id for one in FORMATIONS])
@pytest.mark.parametrize("turn", [0.0, 0.7])
def test_every_formation_has_a_place_of_its_own_for_each(formation: str, turn: float) -> None:
    found = spots(formation, turn)
    assert set(found) == set(PLACES)
    assert near(found["a"], (10, 10)), "the one that leads stands where it is held"
    places = list(found.values())
    assert all(math.dist(a, b) > 0.9 for n, a in enumerate(places) for b in places[:n])


def test_others_take_the_slots_they_are_nearest_to() -> None:
    back = formation_spots(PLACES, GroupOrder("b", (1.0, 0.0, 0.0), "line"), (1.0, 1.0), NORTH)
    assert all(near(back[id], PLACES[id][:2]) for id in PLACES), "who stands in a line already stays"


def test_all_go_home_where_everything_is_free_those_in_front_first() -> None:
    ways = follow_order(PLACES, spots(), "a", ground())
    assert ends(ways) == spots()
    assert [one.model for one in ways] == ["d", "c", "b", "a"]
    assert follow_order(PLACES, spots(), "a", ground(), leads=True)[0].model == "a"


def test_who_finds_its_place_closed_takes_one_beside_it_near_the_others() -> None:
    found = ends(follow_order(PLACES, spots(), "a", ground([(12.0, 10.0)])))
    assert 0.4 < math.dist(found["c"], (12, 10)) <= 1.8
    assert math.dist(found["c"], found["b"]) < 1.6


def test_who_has_too_few_inches_goes_as_far_as_it_can() -> None:
    homes = {**{id: (x, y + 2.0) for id, (x, y, _) in PLACES.items()}, "d": (-1.0, 2.0)}
    ways = ends(follow_order(PLACES, homes, "a", ground(inches=3.0)))
    assert all(math.dist(ways[id], PLACES[id][:2]) <= 3.0 + 1e-9 for id in PLACES)
    assert math.dist(ways["d"], homes["d"]) < math.dist(PLACES["d"][:2], homes["d"])


def test_who_is_cut_off_from_the_leader_comes_back_to_it() -> None:
    homes = {"a": (0.0, 5.0), "b": (1.0, 5.0), "c": (2.0, 5.0), "d": (4.5, 5.0)}
    found = ends(follow_order(PLACES, homes, "a", ground()))
    assert min(math.dist(found["d"], found[id]) for id in "abc") < 1.6


def test_models_whose_places_are_out_of_reach_go_as_near_as_ways_lead() -> None:
    found = ends(follow_order(PLACES, spots(to=(0.0, 10.0, 0.0)), "a", ground(inches=12.0, bar=4.0)))
    assert set(found) == set(PLACES)
    assert all(2.0 < y < 4.0 for _, y in found.values())


def test_models_that_need_two_others_near_end_so() -> None:
    homes = {"a": (0.0, 5.0), "b": (1.0, 5.0), "c": (2.0, 5.0), "d": (3.0, 5.0)}
    found = ends(follow_order(PLACES, homes, "a", ground(least=2)))
    assert all(sum(near_enough(found, id, one) for one in found if one != id) >= 2 for id in found)
    assert ends(follow_order(PLACES, homes, "a", ground())) == homes, "in a line the last ones have one"


def near_enough(found: Mapping[str, Spot], one: str, other: str) -> bool:
    return math.dist(found[one], found[other]) < 1.6


def test_links_that_hold_at_the_start_hold_for_those_who_keep_their_places() -> None:
    far = {"a": (0.0, 0.0, 0.0), "b": (3.0, 0.0, 0.0)}
    homes = {"a": (0.0, 5.0), "b": (3.0, 5.0)}
    kept = follow_order(far, homes, "a", ground(links=frozenset({("a", "b")})))
    assert ends(kept) == homes
    assert ends(follow_order(far, homes, "a", ground())) != homes, "else one is brought back"


def test_who_may_not_go_anywhere_has_a_way_that_is_shown_behind_all_others() -> None:
    ways = follow_order(PLACES, spots(), "a", ground(allows=False))
    assert ends(ways) == spots()


def test_links_are_drawn_and_so_is_the_smallest_gap_of_each_group_apart() -> None:
    class Figure:
        def __init__(self, id: str, x: float) -> None:
            self.id, self.x = id, x

    figures = [Figure("a", 0), Figure("b", 1), Figure("c", 4), Figure("d", 9)]
    hanging = Coherency((("a", "b"),), (("a", "b"), ("c",), ("d",)))
    links = group_links(hanging, figures, lambda one, other: abs(one.x - other.x))
    assert [(one.one, one.other, one.is_held, one.gap) for one in links] == [
        ("a", "b", True, 0.0),
        ("c", "b", False, 3),
        ("d", "b", False, 8),
    ]
    lone = Coherency((("a", "b"), ("c", "d")), (("a", "b"), ("c", "d")), apart=("c",), is_one_group=False)
    assert group_links(lone, figures, lambda one, other: abs(one.x - other.x))[-1].other == "b", (
        "the next it is not linked to"
    )


def test_ways_that_nobody_wants_any_more_are_looked_for_no_longer() -> None:
    asked: list[str] = []

    def check() -> None:
        asked.append("is it wanted?")
        if len(asked) == 2:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        follow_order(PLACES, spots(), "a", replace(ground(), check=check))
    assert len(asked) == 2
