"""Objectives, victory cards, twists, treasure, and the end."""

import math
from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.warcry.battle.field import Playing, R, fighting, leg, profile, set_up, walk
from warcry3d.game.actions import Decline, Pick, PlaceAt
from warcry3d.game.agenda import run
from warcry3d.game.ruleset import Outcome
from warcry3d.messages.battles import Teller
from warcry3d.messages.speak import Words
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Attack, DropTreasure, Move, Wait
from warcry3d.rules.warcry.battle.fighters import move_of, weapon_of
from warcry3d.rules.warcry.battle.movement.move_actions import judged_way
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase, EndOfRound, NextRound
from warcry3d.rules.warcry.battle.rounds.treasures import picked_up_at
from warcry3d.rules.warcry.battle.rounds.victory import SetUpTwist, SetUpVictory
from warcry3d.rules.warcry.battle.state import Objective, Treasure
from warcry3d.rules.warcry.battle.transition import Transition

LEY_LINES = {
    "name": "Ley Lines",
    "objectives": [[15, 11], [7.5, 5.5], [22.5, 5.5], [7.5, 16.5], [22.5, 16.5]],
    "awake": "centre",
    "wakes": "without-initiative",
    "scores": [{"per": "controlled-objective"}],
}


def by(card: dict[str, Any], places: Mapping[str, tuple[float, ...]], **more: Any) -> Playing:
    """Return a battle by a victory card."""
    plain = set_up([profile("a")], [profile("b")]).details
    decks = {**plain["decks"], "victory": [card], **more.pop("decks", {})}
    cards = (("victory", card["name"]), ("deployment", "Lines"), *more.pop("cards", ()))
    return fighting(places, details={"decks": decks}, cards=cards, **more)


FAR = {"red-a": (2.0, 2.0), "blue-b": (28.0, 20.0)}


def test_ley_lines_lie_five_with_only_the_centre_awake() -> None:
    """rule: WC-VICT-1, WC-LEY-1, WC-LEY-2, WC-LEY-6, WC-WIN-1.  Four rounds."""
    playing = by(LEY_LINES, FAR, agenda=(SetUpVictory(),))
    assert [(o.at, o.is_awake) for o in playing.state.objectives] == [
        ((15, 11, 0), True),
        ((7.5, 5.5, 0), False),
        ((22.5, 5.5, 0), False),
        ((7.5, 16.5, 0), False),
        ((22.5, 16.5, 0), False),
    ]
    assert playing.state.rounds == 4


def test_who_lacks_the_initiative_may_wake_one_each_combat_phase() -> None:
    """rule: WC-VICT-1, WC-LEY-3."""
    playing = by(LEY_LINES, FAR, agenda=(SetUpVictory(), CombatPhase()))
    assert (playing.choice.kind, playing.choice.player) == ("wake", "blue")
    assert not playing.faults(Decline())
    assert playing.faults(Pick(("objective-1",))) == ["WC-LEY-3"]
    playing.do(Pick(("objective-4",)))
    assert [o.is_awake for o in playing.state.objectives] == [True, False, False, True, False]


def objective_at(*at: float, controller: str = "") -> tuple[Objective, ...]:
    return (Objective(id="objective-1", at=(at[0], at[1], at[2] if len(at) > 2 else 0.0), controller=controller),)


def test_more_fighters_within_three_inches_control_an_objective() -> None:
    """rule: WC-OBJ-1, WC-DIST-3, WC-CONTROL-1, WC-LEY-5.

    To the centre: a base at 3 in + R from it counts, at 3.01 in + R it does not.
    """
    places = {"red-a": (15 + 3 + R, 11), "red-c": (15 - 3.01 - R, 11), "blue-b": (15, 8)}
    playing = by(LEY_LINES, places, agenda=(EndOfRound(),), objectives=objective_at(15, 11))
    assert playing.state.objectives[0].controller == ""
    without = by(LEY_LINES, {**places, "blue-b": (28, 20)}, agenda=(EndOfRound(),), objectives=objective_at(15, 11))
    assert without.state.objectives[0].controller == "red"
    assert [side.points for side in without.state.sides] == [1, 0]


def test_control_stays_until_it_is_taken() -> None:
    """rule: WC-OBJ-1, WC-CONTROL-3."""
    playing = by(LEY_LINES, FAR, agenda=(EndOfRound(),), objectives=objective_at(15, 11, controller="blue"))
    assert playing.state.side("blue").points == 1


def test_height_counts_in_the_distance_to_an_objective() -> None:
    """rule: WC-OBJ-1, WC-DIST-1, WC-CONTROL-1.  On a tower 3.01 in above it: too far."""
    tower = {"id": "tower", "kind": "platform", "box": {"min": [14, 10, 0], "max": [16, 12, 3.01]}}
    places = {"red-a": (15.0, 11.0, 3.01), "blue-b": (28.0, 20.0)}
    playing = by(LEY_LINES, places, agenda=(EndOfRound(),), objectives=objective_at(15, 11), parts=[tower])
    assert playing.state.objectives[0].controller == ""


def test_reaper_gives_the_point_to_who_took_down_more_points() -> None:
    """rule: WC-VICT-1, WC-REAPER-1, WC-REAPER-2."""
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + 2 * R + 0.5, 5.0)}
    frail = {"blue-b": profile("b", wounds=1, points=70)}
    playing = fighting(places, profiles=frail, agenda=(CombatPhase(), EndOfRound()))
    playing.do(Activate("red-a"), Attack(0, "blue-b"), Decline()).dice(6, 6, 6)
    assert playing.state.side("red").blood == 70
    playing.do(Wait())
    assert [side.points for side in playing.state.sides] == [1, 0]


def test_blood_is_counted_anew_each_round() -> None:
    """rule: WC-VICT-1, WC-REAPER-1."""
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, agenda=(NextRound(),))
    sides = tuple(side.changed(blood=50) for side in playing.state.sides)
    playing.state = playing.state.changed(sides=sides, agenda=(NextRound(),), round=1)
    do = Transition(playing.state)
    run(do)
    assert [side.blood for side in do.state.sides] == [0, 0]


@pytest.mark.parametrize(("points", "winner"), [((2, 1), "red"), ((0, 3), "blue"), ((2, 2), None)])
def test_most_points_win_after_the_last_round_and_alike_is_a_draw(points: tuple[int, int], winner: str | None) -> None:
    """rule: WC-VICT-1, WC-WIN-1, WC-WIN-2, WC-REAPER-3, WC-LEY-6."""
    plain = fighting({"red-a": (5, 5), "blue-b": (25, 15)}).state.sides
    sides = tuple(side.changed(points=won) for side, won in zip(plain, points, strict=True))
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, round=4, sides=sides, agenda=(NextRound(),))
    assert isinstance(playing.due, Outcome)
    assert playing.due.winners == (() if winner is None else (winner,))
    assert dict(playing.due.scores) == {"red": points[0], "blue": points[1]}


def test_a_twist_changes_characteristics_for_the_battle() -> None:
    """rule: WC-PLAN-1, WC-PLAN-8.  Move -2, but no less than 3, not for flyers; missiles reach 6 in less."""
    twist = {
        "name": "Mire",
        "changes": [
            {"what": "move", "amount": -2, "least": 3, "lacking": "fly"},
            {"what": "range", "amount": -6, "attacks": "missile"},
        ],
    }
    bow = {"runemark": "ranged", "range": [3, 15], "attacks": 2, "strength": 3, "damage": [1, 3]}
    profiles = {"red-a": profile("a", weapons=[bow]), "blue-b": profile("b", "fly")}
    playing = by(
        LEY_LINES,
        FAR,
        profiles=profiles,
        decks={"twist": [twist]},
        cards=(("twist", "Mire"),),
        agenda=(SetUpTwist(),),
    )
    state = playing.state
    assert (move_of(state, "red-a"), move_of(state, "blue-b")) == (3, 4)
    assert (weapon_of(state, "red-a", 0).max_range, weapon_of(state, "blue-b", 0).max_range) == (9, 1)


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        ({}, ["Mire changes nothing"]),
        ({"changes": [{"what": "move", "amount": 1}]}, ["Mire, for the whole battle: all fighters: +1 Move"]),
        (
            {"changes": [{"what": "range", "amount": -6, "least": 6, "attacks": "missile", "having": "beast"}]},
            ["Mire, for the whole battle: fighters with beast: -6 Range, at least 6, missile attacks only"],
        ),
        (
            {"grants": [{"word": "cannot-disengage", "having": "hero", "lacking": "fly"}]},
            ["Mire, for the whole battle: fighters with hero and without fly: cannot disengage"],
        ),
        (
            {"grants": [{"word": "crit-on", "amount": 5, "attacks": "melee"}]},
            ["Mire, for the whole battle: all fighters: more critical hits (5), melee attacks only"],
        ),
    ],
)
def test_the_report_says_what_a_twist_changes_and_for_whom(card: dict[str, Any], lines: list[str]) -> None:
    """rule: WC-PLAN-8."""
    decks = {"twist": [{"name": "Mire", **card}]}
    do = Transition(by(LEY_LINES, FAR, decks=decks, cards=(("twist", "Mire"),)).state)
    SetUpTwist().resolve(do)
    english = Teller(Words("en"))
    assert [english.said(event.message) for event in do.events if event.kind == "twist-card"] == lines


def test_the_report_says_where_a_twist_puts_objectives_and_treasure() -> None:
    """rule: WC-PLAN-4."""
    decks = {"twist": [{"name": "Mire", "objectives": [[15, 11]], "treasures": [[7.5, 5.5]]}]}
    do = Transition(by(LEY_LINES, FAR, decks=decks, cards=(("twist", "Mire"),)).state)
    SetUpTwist().resolve(do)
    assert [str(event) for event in do.events] == ["objective 1 is at (15.0, 11.0)", "treasure 1 is at (7.5, 5.5)"]


def treasure_at(*at: float) -> tuple[Treasure, ...]:
    return (Treasure(id="treasure-1", at=(at[0], at[1], 0.0)),)


def test_a_treasure_is_picked_up_on_the_way() -> None:
    """rule: WC-OBJ-2, WC-TREASURE-1.  The way passes it by exactly 1 in beside the base; 1.01 in is too far."""
    way = Move(walk((9, 5)), treasure="treasure-1")
    near = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasure_at(7, 5 + R + 1)).do(Activate("red-a"))
    assert near.do(way).fighter("red-a").treasure == "treasure-1"
    far = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasure_at(7, 5 + R + 1.01)).do(Activate("red-a"))
    assert far.faults(way) == ["WC-OBJ-2"]


def spiked_run(x: float, y: float, *, up: float = 0.0) -> Playing:
    """Return a fighter with 3 wounds that runs along y = 5 to a spiked fence at x = 8 and climbs it."""
    fence = {"id": "fence", "kind": "deadly", "box": {"min": [8, 3, 0], "max": [8.1, 7, 2]}}
    weak = profile("a", move=6, wounds=3)
    playing = fighting(
        {"red-a": (5, 5), "blue-b": (25, 15)},
        profiles={"red-a": weak},
        treasures=(Treasure(id="treasure-1", at=(x, y, up)),),
        parts=[fence],
    ).do(Activate("red-a"))
    way = Path((Leg(LegKind.WALK, ((8 - R, 5, 0),)), Leg(LegKind.CLIMB, ((8 - R, 5, 1),))))
    return playing.do(Move(way, treasure="treasure-1"))


def test_a_treasure_passed_before_deadly_terrain_is_dropped_there() -> None:
    """rule: WC-TREASURE-1, WC-CARRY-3, WC-DROP-2.  It lies 1 in beside the start; the fence takes the fighter down."""
    playing = spiked_run(5.5, 4.5 - R)
    assert playing.told("pick-up") == ["red-a picks up treasure 1"]
    assert playing.fighter("red-a").treasure == "treasure-1"
    playing.dice(6)
    assert (playing.choice.kind, playing.choice.player) == ("drop", "red")
    playing.do(PlaceAt((8 - R, 5, 0)))
    assert playing.state.treasures[0].at == (8 - R, 5, 0)
    assert playing.fighter("red-a").place == "down"


def test_a_treasure_beyond_deadly_terrain_is_not_picked_up_by_one_taken_down_there() -> None:
    """rule: WC-OBJ-2.  On the fence's top edge, 2 in up: it comes within reach only as it climbs."""
    assert spiked_run(8.05, 5, up=2.0).dice(2).fighter("red-a").treasure == "treasure-1"
    playing = spiked_run(8.05, 5, up=2.0).dice(6)
    assert (playing.fighter("red-a").place, playing.told("pick-up")) == ("down", [])
    assert playing.state.treasures[0].at == (8.05, 5.0, 2.0)


def test_a_treasure_is_picked_up_at_the_first_place_within_reach() -> None:
    """rule: WC-OBJ-2.  On the way from x = 5 to 9 past a treasure at (8, 5 + R): first where the gap is 1 in."""
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasure_at(8, 5 + R)).do(Activate("red-a"))
    action = Move(walk((9, 5)), treasure="treasure-1")
    found = picked_up_at(playing.state, "red-a", action, judged_way(playing.state, "red-a", action.path))
    assert found is not None
    assert math.dist(found.end[:2], (8, 5 + R)) == pytest.approx(1 + R, abs=1e-6)
    assert found.end[0] < 8


@pytest.mark.parametrize("mark", ["gargantuan", "beast"])
def test_monsters_and_beasts_carry_nothing(mark: str) -> None:
    """rule: WC-OBJ-2, WC-TREASURE-3."""
    playing = fighting(
        {"red-a": (5, 5), "blue-b": (25, 15)}, profiles={"red-a": profile("a", mark)}, treasures=treasure_at(7, 5)
    ).do(Activate("red-a"))
    assert playing.faults(Move(walk((9, 5)), treasure="treasure-1")) == ["WC-TREASURE-3"]


def test_one_carries_one_and_moves_less() -> None:
    """rule: WC-OBJ-2, WC-TREASURE-2, WC-CARRY-1.  Move 4 less 2 is 3 at least; a second one is not picked up."""
    treasures = (*treasure_at(6, 5), Treasure(id="treasure-2", at=(10.0, 5.0, 0.0)))
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasures).do(Activate("red-a"))
    playing.do(Move(walk((9, 5)), treasure="treasure-1"))
    assert playing.faults(Move(walk((12.1, 5)))) == ["WC-MOVE-1"]
    assert playing.faults(Move(walk((12, 5)), treasure="treasure-2")) == ["WC-TREASURE-2"]
    playing.do(Move(walk((12, 5))))


def test_dropping_costs_an_action_and_its_player_picks_the_place() -> None:
    """rule: WC-OBJ-2, WC-DROP-1, WC-DROP-3, WC-ACT-2.  Within 1 in of the base, level; not higher; on a surface."""
    step = {"id": "step", "kind": "platform", "box": {"min": [5.7, 3, 0], "max": [8, 7, 1]}}
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, treasures=treasure_at(3.5, 5), parts=[step])
    playing.do(Activate("red-a"), Move(walk((4.9, 5)), treasure="treasure-1"), DropTreasure())
    assert (playing.choice.kind, playing.choice.player) == ("drop", "red")
    assert playing.faults(PlaceAt((4.9 - R - 1.01, 5, 0))) == ["WC-DROP-3"]
    assert playing.faults(PlaceAt((6, 5, 1))) == ["WC-DROP-3"]
    assert playing.faults(PlaceAt((4.9 - R - 0.5, 5, 0.5))) == ["WC-DROP-3"]
    playing.do(PlaceAt((4.9 - R - 1, 5, 0)))
    assert playing.state.treasures[0].carrier == ""
    assert playing.fighter("red-a").treasure == ""
    assert playing.choice.player == "blue"


def test_a_place_that_the_fighter_does_not_see_is_none_for_its_treasure() -> None:
    """rule: WC-OBJ-2, WC-DROP-3.  Behind a wall 4 in high, half an inch from the base."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [6, 0, 0], "max": [6.1, 12, 4]}}
    playing = fighting({"red-a": (5.3, 5), "blue-b": (25, 15)}, treasures=treasure_at(4, 5), parts=[wall])
    playing.do(Activate("red-a"), Move(walk((5.2, 5)), treasure="treasure-1"), DropTreasure())
    assert playing.faults(PlaceAt((6.4, 5, 0))) == ["WC-DROP-3"]
    playing.do(PlaceAt((4.4, 5, 0)))


def test_who_is_taken_down_drops_its_treasure_first() -> None:
    """rule: WC-OBJ-2, WC-ATT-4, WC-DROP-2, WC-DROP-3.

    Blue picks the place while the fighter still stands; then it is removed.
    """
    places = {"red-a": (5.0, 5.0), "blue-b": (5 + 2 * R + 0.5, 5.0)}
    treasure = (Treasure(id="treasure-1", at=(5.0, 5.0, 0.0), carrier="blue-b"),)
    playing = fighting(places, profiles={"blue-b": profile("b", wounds=1)}, treasures=treasure)
    playing.state = playing.state.changed(
        fighters=tuple(f.changed(treasure="treasure-1") if f.id == "blue-b" else f for f in playing.state.fighters)
    )
    playing.do(Activate("red-a"), Attack(0, "blue-b"), Decline()).dice(6, 6, 6)
    assert (playing.choice.kind, playing.choice.player) == ("drop", "blue")
    playing.do(PlaceAt((places["blue-b"][0], 5 + R + 0.9, 0)))
    assert playing.fighter("blue-b").place == "down"
    assert playing.state.treasures[0].carrier == ""


def test_jumping_with_a_treasure_is_fine_and_flying_is_not() -> None:
    """rule: WC-OBJ-2, WC-CARRY-2."""
    treasure = (Treasure(id="treasure-1", at=(5.0, 5.0, 0.0), carrier="red-a"),)
    flyer = {"red-a": profile("a", "fly", move=8)}
    playing = fighting({"red-a": (5, 5), "blue-b": (25, 15)}, profiles=flyer, treasures=treasure)
    playing.state = playing.state.changed(
        fighters=tuple(f.changed(treasure="treasure-1") if f.id == "red-a" else f for f in playing.state.fighters)
    )
    playing.do(Activate("red-a"))
    assert playing.faults(Move(leg("fly", (8, 5)))) == ["WC-CARRY-2"]
    assert not playing.faults(Move(leg("jump", (8, 5))))
