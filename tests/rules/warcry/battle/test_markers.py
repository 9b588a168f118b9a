"""Objectives, treasure and victory cards, clause by clause."""

import math

import pytest

from tests.rules.warcry.battle.field import RULES, Playing, R, fighting, leg, profile, walk
from tests.rules.warcry.battle.test_victory import FAR, LEY_LINES, by, objective_at, treasure_at
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Decline, Disengage, DropTreasure, Move, Pick, PlaceAt
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase, EndOfRound
from warcry3d.rules.warcry.battle.rounds.victory import SetUpVictory
from warcry3d.rules.warcry.battle.state import Objective, Treasure
from warcry3d.rules.warcry.players.fallback import sure


def test_markers_are_a_part_of_the_ground() -> None:
    """rule: WC-OBJ-1.  A fighter walks across an objective and a treasure, stops on each, pays inches for the way."""
    markers = {"objectives": objective_at(7, 5), "treasures": treasure_at(9, 5)}
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, **markers).do(Activate("red-a"))
    assert playing.faults(Move(walk((9.01, 5)))) == ["WC-MOVE-1"]
    playing.do(Move(walk((7, 5))), Move(walk((9, 5))))
    assert playing.fighter("red-a").at == (9, 5, 0)


def test_fighters_are_counted_by_head_seen_or_not() -> None:
    """rule: WC-CONTROL-2.  A monster against two: it is one; a wall between objective and fighters changes nothing."""
    giant = profile("b", "gargantuan", base={"round": 90}, figure="gargantuan")
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [13.5, 5, 0], "max": [13.7, 17, 5]}}
    places = {"red-a": (12.5, 10), "red-c": (12.5, 12.5), "blue-b": (17, 11)}
    playing = by(
        LEY_LINES,
        places,
        profiles={"blue-b": giant},
        parts=[wall],
        agenda=(EndOfRound(),),
        objectives=objective_at(15, 11),
    )
    assert playing.state.objectives[0].controller == "red"


def test_control_is_gained_with_more_and_kept_with_as_many() -> None:
    """rule: WC-CONTROL-1, WC-CONTROL-3.  One against one: it stays whose it was; two against one: it is taken."""
    one = {"red-a": (14, 11), "blue-b": (16, 11), "red-c": (2, 2)}
    kept = by(LEY_LINES, one, agenda=(EndOfRound(),), objectives=objective_at(15, 11, controller="blue"))
    assert kept.state.objectives[0].controller == "blue"
    two = by(
        LEY_LINES,
        {**one, "red-c": (15, 13)},
        agenda=(EndOfRound(),),
        objectives=objective_at(15, 11, controller="blue"),
    )
    assert two.state.objectives[0].controller == "red"


def test_awake_objectives_stay_awake() -> None:
    """rule: WC-LEY-4.  Only those that sleep may be picked, and what was woken is awake two rounds later."""
    playing = by(LEY_LINES, FAR, agenda=(SetUpVictory(), CombatPhase(), EndOfRound(), CombatPhase(), EndOfRound()))
    playing.do(Pick(("objective-2",)))
    while playing.choice.kind != "wake":
        playing.do(sure(RULES, playing.state, playing.choice))
    assert playing.choice.about == ("objective-3", "objective-4", "objective-5")
    assert playing.faults(Pick(("objective-2",))) == ["WC-LEY-3"]
    playing.do(Decline())
    assert [o.is_awake for o in playing.state.objectives] == [True, True, False, False, False]


@pytest.mark.parametrize(("is_awake", "points"), [(True, 1), (False, 0)])
def test_a_sleeping_objective_is_controlled_but_wins_nothing(is_awake: bool, points: int) -> None:
    """rule: WC-LEY-5."""
    objectives = (Objective(id="objective-1", at=(15.0, 11.0, 0.0), is_awake=is_awake),)
    playing = by(LEY_LINES, {"red-a": (15, 11), "blue-b": (28, 20)}, agenda=(EndOfRound(),), objectives=objectives)
    assert playing.state.objectives[0].controller == "red"
    assert playing.state.side("red").points == points


@pytest.mark.parametrize(
    ("red", "blue", "points"), [(100, 60, [1, 0]), (60, 60, [0, 0]), (0, 0, [0, 0]), (10, 20, [0, 1])]
)
def test_reaper_gives_one_point_to_the_higher_sum_and_none_to_equals(red: int, blue: int, points: list[int]) -> None:
    """rule: WC-REAPER-1, WC-REAPER-2."""
    plain = fighting({"red-a": (5, 5), "blue-b": (25, 15)}).state.sides
    sides = tuple(s.changed(blood=red if s.id == "red" else blue) for s in plain)
    ended = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, agenda=(EndOfRound(),), sides=sides)
    assert [side.points for side in ended.state.sides] == points


def carrying(treasure: Treasure, **more: object) -> Playing:
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=(treasure,), **more)  # type: ignore[arg-type]
    own = playing.fighter("red-a").changed(treasure=treasure.id)
    playing.state = playing.state.changed(fighters=(own, *playing.state.fighters[1:]))
    return playing


def test_who_picks_up_on_the_way_is_not_slowed_and_flies_on() -> None:
    """rule: WC-CARRY-3.  Move 8: 2 in of walking to the treasure, then 6 in of flight.

    The next action has 6 in and no flight.
    """
    flyer = {"red-a": profile("a", "fly", move=8)}
    way = Path((Leg(LegKind.WALK, ((7.0, 5.0, 0.0),)), Leg(LegKind.FLY, ((13.0, 5.0, 0.0),))))
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, profiles=flyer, treasures=treasure_at(7, 5.5))
    playing.do(Activate("red-a"), Move(way, treasure="treasure-1"))
    assert (playing.fighter("red-a").treasure, playing.fighter("red-a").at[0]) == ("treasure-1", 13)
    assert playing.faults(Move(leg("fly", (15, 5)))) == ["WC-CARRY-2"]
    assert playing.faults(Move(walk((19.01, 5)))) == ["WC-MOVE-1"]
    playing.do(Move(walk((19, 5))))


def test_a_carrier_stays_engaged() -> None:
    """rule: WC-CARRY-4."""
    treasure = Treasure(id="treasure-1", at=(5.0, 5.0, 0.0), carrier="red-a")
    playing = fighting({"red-a": (5, 5), "blue-b": (5 + 2 * R + 0.5, 5)}, treasures=(treasure,))
    own = playing.fighter("red-a").changed(treasure="treasure-1")
    playing.state = playing.state.changed(fighters=(own, *playing.state.fighters[1:]))
    playing.do(Activate("red-a"))
    assert "WC-CARRY-4" in playing.faults(Disengage(walk((3, 5))))


def test_a_burden_raises_no_move_that_is_below_three() -> None:
    """rule: WC-CARRY-1.  Move 2: two inches, with the treasure as without."""
    playing = carrying(
        Treasure(id="treasure-1", at=(5.0, 5.0, 0.0), carrier="red-a"), profiles={"red-a": profile("a", move=2)}
    )
    playing.do(Activate("red-a"))
    assert playing.faults(Move(walk((7.01, 5)))) == ["WC-MOVE-1"]
    playing.do(Move(walk((7, 5))))


def test_a_treasure_can_be_put_down_under_its_carrier_in_any_case() -> None:
    """rule: WC-DROP-3.  Hemmed in by walls, with no place that it sees: right below its centre."""
    sides = [
        {"id": f"w{n}", "kind": "obstacle", "box": {"min": low, "max": high}}
        for n, (low, high) in enumerate(
            [
                ([4, 4, 0], [4.3, 6, 4]),
                ([5.7, 4, 0], [6, 6, 4]),
                ([4, 4, 0], [6, 4.3, 4]),
                ([4, 5.7, 0], [6, 6, 4]),
            ]
        )
    ]
    playing = carrying(Treasure(id="treasure-1", at=(5.0, 5.0, 0.0), carrier="red-a"), parts=sides)
    playing.do(Activate("red-a"), DropTreasure())
    assert playing.faults(PlaceAt((5, 6.2, 0))) == ["WC-DROP-3"]
    playing.do(PlaceAt((5, 5, 0)))
    assert playing.state.treasures[0].at == (5, 5, 0)
    assert math.dist(playing.state.treasures[0].at, playing.fighter("red-a").at) == 0
