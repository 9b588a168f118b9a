"""Formations: ranks, places for units, models that follow one of them."""

import math

import pytest

from warcry3d.game.prompts import ModelPath
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.units.formations import follow, form_up, ranks, rings


def go(spot: tuple[float, float]) -> Path:
    return Path((Leg(LegKind.WALK, ((spot[0], spot[1], 0.0),)),))


def ends(ways: tuple[ModelPath, ...]) -> dict[str, tuple[float, float]]:
    return {one.model: one.path.legs[-1].to[-1][:2] for one in ways}


PLACES = {"a": (0.0, 0.0, 0.0), "b": (1.0, 0.0, 0.0), "c": (0.0, -1.0, 0.0)}


def test_ranks_fill_from_the_front() -> None:
    assert ranks(5, 1.0, 3) == ((-1, 0.5), (0, 0.5), (1, 0.5), (-0.5, -0.5), (0.5, -0.5))


def test_all_keep_their_places_where_everything_is_free() -> None:
    ways = follow(PLACES, "a", (3.0, 4.0), lambda id, spot, before: go(spot), lambda a, b: math.dist(a, b) < 2)
    assert ends(ways) == {"a": (3, 4), "b": (4, 4), "c": (3, 3)}
    assert [one.model for one in ways] == ["b", "a", "c"], "those in front first"


def test_the_leader_goes_first_where_it_must() -> None:
    ways = follow(
        PLACES, "a", (3.0, 4.0), lambda id, spot, before: go(spot), lambda a, b: math.dist(a, b) < 2, leads=True
    )
    assert next(iter(ways)).model == "a"


def test_who_has_no_place_takes_one_beside_it_near_the_others() -> None:
    def way(id: str, spot: tuple[float, float], before: object) -> Path | None:
        return None if math.dist(spot, (4.0, 4.0)) < 0.3 else go(spot)

    found = ends(follow(PLACES, "a", (3.0, 4.0), way, lambda a, b: math.dist(a, b) < 2))
    assert 0.3 <= math.dist(found["b"], (4.0, 4.0)) < 1.0
    assert math.dist(found["b"], found["a"]) < 2


def test_who_finds_no_place_near_its_own_gathers_beside_one_that_has_moved() -> None:
    def way(id: str, spot: tuple[float, float], before: object) -> Path | None:
        return None if id == "b" and spot[0] > 2.5 else go(spot)

    found = ends(follow(PLACES, "a", (3.0, 4.0), way, lambda a, b: math.dist(a, b) < 2.5, most=0.5))
    assert found["b"][0] <= 2.5 and min(math.dist(found["b"], found[one]) for one in "ac") < 2.5


def test_nobody_goes_where_the_leader_cannot() -> None:
    assert follow(PLACES, "a", (3.0, 4.0), lambda id, spot, before: None, lambda a, b: True) == ()


def test_rings_begin_with_the_spot_itself() -> None:
    spots = list(rings((1.0, 1.0), 1.0))
    assert spots[0] == (1.0, 1.0)
    assert all(math.dist(one, (1.0, 1.0)) == pytest.approx(0.45) for one in spots[1:9])


def test_units_form_up_in_ranks_or_gather_where_there_is_less_room() -> None:
    wide = form_up(6, (1.0, 1.0), math.pi / 2, [(5.0, 5.0)], lambda spot: True)
    assert {y for _, y in wide} == {5.0}
    narrow = form_up(6, (1.0, 1.0), math.pi / 2, [(5.0, 5.0)], lambda spot: 4.4 < spot[0] < 6.6)
    assert len(set(narrow)) == 6
    assert form_up(6, (1.0, 1.0), 0.0, [(5.0, 5.0)], lambda spot: False) == ()
