"""Giants among walls that they cannot climb over: where they are set up, and how they get out again."""

import math
from typing import Any

import numpy as np

from tests.rules.warcry.battle.field import Playing, box, fighting, profile
from tests.rules.warcry.players.asking import LEY_LINES, answer
from warcry3d.game.agenda import run
from warcry3d.motion.path import LegKind
from warcry3d.rules.warcry.battle.actions import Activate, Deploy, Move
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.setup.deployment import BeginGroup
from warcry3d.rules.warcry.battle.state import FighterStatus, InitiativeDice, Objective, Side
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.players.afar import afar_of

GIANT = profile("a", "gargantuan", base={"round": 100}, move=6, wounds=40)


def pen(west: float, south: float, east: float, north: float, high: float, *traits: str) -> list[Any]:
    """Return four walls around a rectangle."""
    return [
        box("north", (west, north, 0), (east, north + 0.3, high), *traits),
        box("south", (west, south - 0.3, 0), (east, south, high), *traits),
        box("west", (west - 0.3, south - 0.3, 0), (west, north + 0.3, high), *traits),
        box("east", (east, south - 0.3, 0), (east + 0.3, north + 0.3, high), *traits),
    ]


def test_a_giant_is_not_set_up_in_a_wide_court_without_a_gate() -> None:
    """It could walk 5 in about in there, but never out."""
    goal = Objective(id="objective-1", at=(9.0, 16.0, 0.0))
    playing = fighting(
        {"red-a": (5, 5), "blue-b": (28, 20)},
        profiles={"red-a": GIANT},
        parts=pen(6, 4.2, 15.2, 9.5, 12, "unclimbable"),
        sides=(
            Side(id="red", colour="red", hand=InitiativeDice()),
            Side(id="blue", colour="blue", hand=InitiativeDice()),
        ),
        details=LEY_LINES,
        objectives=(goal,),
    )
    aside = tuple(f.changed(place=FighterStatus.ASIDE) if f.id == "red-a" else f for f in playing.state.fighters)
    do = Transition(playing.state.changed(fighters=aside, agenda=(BeginGroup("red", "dagger", FighterStatus.ASIDE),)))
    run(do)
    for seed in range(3):
        action = answer(Playing(do.state), seed=seed)
        assert isinstance(action, Deploy)
        assert action.at[0] > 15.2, "in there it stays for the whole battle"


def test_a_giant_in_a_pen_climbs_where_it_may_fall_out_of_it() -> None:
    """3 in up and 4.2 in across are more than one action; who hangs there falls, to this side or to the other."""
    goal = Objective(id="objective-1", at=(20.0, 11.0, 0.0))
    playing = fighting(
        {"red-a": (10, 11), "blue-b": (25, 18)},
        profiles={"red-a": GIANT},
        parts=pen(7.9, 8.9, 12.1, 13.1, 3),
        details=LEY_LINES,
        objectives=(goal,),
    ).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    assert LegKind.CLIMB in {leg.kind for leg in action.path.legs}
    playing.do(action)
    assert playing.choice.kind == "fall"
    assert isinstance(playing.choice.about, PlacesOffered)
    ends = [place.nearest for place in playing.choice.about.places]
    assert any(not (7.9 < x < 12.1 and 8.9 < y < 13.1) for x, y, _ in ends)


def test_a_giant_that_walks_out_does_not_climb_to_fall() -> None:
    """Without one wall of the pen it walks out."""
    goal = Objective(id="objective-1", at=(20.0, 11.0, 0.0))
    playing = fighting(
        {"red-a": (10, 11), "blue-b": (25, 18)},
        profiles={"red-a": GIANT},
        parts=pen(7.9, 8.9, 12.1, 13.1, 3)[:3],
        details=LEY_LINES,
        objectives=(goal,),
    ).do(Activate("red-a"))
    action = answer(playing)
    assert isinstance(action, Move)
    assert [leg.kind for leg in action.path.legs] == [LegKind.WALK]


def test_ways_of_a_giant_lead_through_a_narrow_aisle_but_not_up_a_deck_that_it_would_hang_over() -> None:
    aisle = [box("left", (10, 0, 0), (14, 8.93, 9)), box("right", (10, 12.93, 0), (14, 22, 9))]
    deck = box("deck", (20, 9, 0), (23, 13, 3), "platform")
    playing = fighting({"red-a": (5, 11), "blue-b": (27, 3)}, profiles={"red-a": GIANT}, parts=[*aisle, deck])
    giant, man = (afar_of(playing.state, id) for id in ("red-a", "blue-b"))
    here = np.array([playing.fighter("red-a").at])
    through, up = (17.0, 11.0, 0.0), (21.5, 11.0, 3.0)
    assert 10 < giant.inches(here, through, 1.0)[0] < 14
    assert math.isinf(giant.inches(here, up, 0.5)[0])
    assert math.isfinite(man.inches(here, up, 0.5)[0])
