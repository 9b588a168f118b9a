"""How far it is to walk: around walls and over them, up to decks; and what fighters make of it."""

import math

import numpy as np
import pytest

from tests.rules.warcry.battle.field import Playing, R, box, fighting, profile
from tests.rules.warcry.players.asking import answer
from warcry3d.rules.warcry.battle.actions import Activate, Move
from warcry3d.rules.warcry.players.afar import afar_of

WALL = box("wall", (14.5, 0, 0), (15.5, 19, 3))
"""A wall across the board, but for a gap at its north."""


def inches(playing: Playing, start: tuple[float, float, float], to: tuple[float, float, float]) -> float:
    """Return how far it is for red-a to within an inch of a place."""
    return float(afar_of(playing.state, "red-a").inches(np.array([start]), to, 1.0)[0])


def test_in_the_open_the_way_is_about_the_straight_one() -> None:
    playing = fighting({"red-a": (5.0, 5.0), "blue-b": (20.0, 11.0)})
    straight = math.dist((5, 5), (20, 11)) - 1.0
    assert straight - 0.5 <= inches(playing, (5.0, 5.0, 0.0), (20.0, 11.0, 0.0)) <= 1.1 * straight + 0.5


def test_who_climbs_goes_over_a_wall_who_does_not_goes_around_it() -> None:
    places = {"red-a": (10.0, 5.0), "blue-b": (20.0, 5.0)}
    climber = fighting(places, parts=[WALL])
    rider = fighting(places, profiles={"red-a": profile("a", "mount")}, parts=[WALL])
    ends = (10.0, 5.0, 0.0), (20.0, 5.0, 0.0)
    assert 9.0 + 3.0 - 0.5 <= inches(climber, *ends) <= 9.0 + 3.0 + 0.5
    assert inches(rider, *ends) > math.dist((10, 5), (14.5, 19 + R)) + math.dist((15.5, 19 + R), (20, 5)) - 2.0


def test_up_to_a_deck_and_down_again() -> None:
    """Up costs the climb, down nothing, but what a drop that hurts is avoided for."""
    deck = box("deck", (8, 8, 0), (14, 14, 3), "platform")
    playing = fighting({"red-a": (4.0, 11.0), "blue-b": (11.0, 11.0, 3.0)}, parts=[deck])
    below, above = (4.0, 11.0, 0.0), (11.0, 11.0, 3.0)
    assert 9.0 - 0.5 <= inches(playing, below, above) <= 9.0 + 1.5
    assert 9.0 - 0.5 <= inches(playing, above, below) <= 9.0 + 1.5


def test_no_way_leads_out_of_where_a_base_is_walled_in() -> None:
    """A giant between walls that leave it nothing: no way is known to it, but one for a small base through the gap."""
    walls = [box("north", (6, 8, 0), (12, 8.3, 12)), box("south", (6, 3.7, 0), (12, 4, 12))]
    ends = [box("west", (5.7, 3.7, 0), (6, 8.3, 12)), box("east", (12, 3.7, 0), (12.3, 5.2, 12))]
    gap = [box("rest", (12, 6.8, 0), (12.3, 8.3, 12))]
    giant = profile("a", "gargantuan", base={"round": 100})
    places = {"red-a": (9.0, 6.0), "blue-b": (20.0, 6.0)}
    small = fighting(places, parts=[*walls, *ends, *gap])
    large = fighting(places, profiles={"red-a": giant}, parts=[*walls, *ends, *gap])
    assert inches(small, (9.0, 6.0, 0.0), (20.0, 6.0, 0.0)) < 12.0
    assert inches(large, (9.0, 6.0, 0.0), (20.0, 6.0, 0.0)) == math.inf


def test_a_long_base_gets_lengthwise_through_what_is_narrow() -> None:
    sides = [box("low", (14.5, 0, 0), (15.5, 10, 12)), box("high", (14.5, 11.8, 0), (15.5, 22, 12))]
    rider = profile("a", "mount", base={"oval": [90, 40]})
    playing = fighting({"red-a": (8.0, 11.0), "blue-b": (22.0, 11.0)}, profiles={"red-a": rider}, parts=sides)
    assert inches(playing, (8.0, 11.0, 0.0), (22.0, 11.0, 0.0)) < 14.5


def test_where_no_way_is_known_it_goes_by_the_straight_line() -> None:
    """A rider in a yard with no way out still comes nearer to an enemy that shoots into it."""
    walls = [
        box("north", (4, 15, 0), (16, 15.3, 12)),
        box("south", (4, 6.7, 0), (16, 7, 12)),
        box("west", (3.7, 6.7, 0), (4, 15.3, 12)),
        box("east", (16, 6.7, 0), (16.3, 15.3, 12)),
    ]
    rider = {"red-a": profile("a", "mount")}
    playing = fighting({"red-a": (6.0, 11.0), "blue-b": (22.0, 11.0)}, profiles=rider, parts=walls)
    action = answer(playing.do(Activate("red-a")))
    assert isinstance(action, Move)
    assert action.path.legs[-1].to[-1][0] > 8.0


@pytest.mark.parametrize("mark", ["mount", ""])
def test_a_rider_goes_around_what_a_climber_climbs(mark: str) -> None:
    """The enemy is behind the wall; nearer by the straight line is nothing, if the wall stays between them."""
    marks = [mark] if mark else []
    places = {"red-a": (13.0, 11.0), "blue-b": (24.0, 11.0)}
    playing = fighting(places, profiles={"red-a": profile("a", *marks)}, parts=[WALL]).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    x, y, _ = action.path.legs[-1].to[-1]
    if mark:
        assert y > 13.5
    else:
        assert x > 13.5
        assert y < 12.5
