"""Moving, falling and disengaging in a battle, the finer clauses of the rules, each worked out by hand."""

from typing import Any

import pytest

from tests.rules.warcry.battle.field import Playing, R, box, fighting, leg, profile, walk
from tests.rules.warcry.battle.powers import powered, use
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Decline, Disengage, Move, PlaceAt, Wait
from warcry3d.rules.warcry.battle.movement.falls import Fall
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase
from warcry3d.rules.warcry.battle.state import Treasure

TOUCH = 2 * R
WALL = box("wall", (10, 0, 0), (10.5, 10, 6))
TOWER = box("tower", (0, 0, 0), (6, 10, 3), "platform")
ENGAGED = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5)}


def acting(places: Any, **more: Any) -> Playing:
    """Return a battle in which red-a is activated."""
    return fighting(places, **more).do(Activate("red-a"))


# Moving


def test_a_move_may_pass_an_enemy_and_end_beside_one_and_nobody_may_hinder_it() -> None:
    """rule: WC-MOVE-6, WC-MOVE-7.  Past blue-c within 0.2 in, 3.8 of 4 in, to 0.3 in from blue-b; nobody is asked."""
    places = {"red-a": (5, 5), "blue-b": (8.8 + TOUCH + 0.3, 5), "blue-c": (7, 5 + TOUCH + 0.2)}
    playing = acting(places).do(Move(walk((8.8, 5))))
    assert playing.fighter("red-a").at == (8.8, 5, 0)
    assert (playing.choice.kind, playing.choice.player) == ("act", "red")


def test_it_may_attack_between_two_moves_of_a_climb() -> None:
    """rule: WC-CLIMB-2.  Up, an attack on the one on the deck, and the activation's end is what it falls by."""
    deck = box("deck", (10.5, 0, 2.8), (14, 10, 3), "platform")
    low = box("wall", (10, 0, 0), (10.5, 10, 3))
    places = {"red-a": (10 - R, 5), "blue-b": (10.5 + R, 5, 3)}
    playing = acting(places, parts=[low, deck]).do(Move(leg("climb", (10 - R, 5, 3))))
    assert not playing.faults(Attack(0, "blue-b"))
    assert playing.do(Wait()).choice.kind == "fall"


def test_a_treasure_on_the_way_is_picked_up_and_it_flies_on() -> None:
    """rule: WC-CARRY-3, WC-TREASURE-1.  It flies over the treasure and 3 in further on: all of its 6 in."""
    flyer = {"red-a": profile("a", "fly", move=6)}
    treasure = (Treasure(id="treasure-1", at=(8.0, 5.0, 0.0)),)
    playing = acting({"red-a": (5, 5), "blue-b": (25, 15)}, profiles=flyer, treasures=treasure)
    over = Path((Leg(LegKind.FLY, ((8.0, 5.0, 0.0),)), Leg(LegKind.FLY, ((11.0, 5.0, 0.0),))))
    playing.do(Move(over, treasure="treasure-1"))
    assert (playing.fighter("red-a").treasure, playing.fighter("red-a").at) == ("treasure-1", (11, 5, 0))
    assert len(playing.faults(Move(leg("fly", (12, 5))))) == 1
    assert not playing.faults(Move(walk((15, 5))))


# Disengaging


@pytest.mark.parametrize("move", [2, 6])
def test_disengaging_is_three_inches_whatever_the_move_and_what_was_added_to_it(move: float) -> None:
    """rule: WC-DISENGAGE-7, WC-DISENGAGE-4, WC-DISENGAGE-1.  Rush, which is about move actions, adds nothing."""
    playing = powered(ENGAGED, (3, 2), profiles={"red-a": profile("a", move=move)}).do(use("rush", 3, 2))
    assert playing.faults(Disengage(walk((1.9, 5)))) == ["WC-DISENGAGE-1"]
    assert playing.do(Disengage(walk((2, 5))), Decline()).fighter("red-a").at == (2, 5, 0)


def test_a_disengage_that_cannot_end_away_is_not_made_and_another_action_is() -> None:
    """rule: WC-DISENGAGE-2, WC-DISENGAGE-3.  In the corner of two walls it finds no place more than 1 in away."""
    parts = [box("west", (3.9, 0, 0), (4.3, 10, 6)), box("north", (4.3, 5.7, 0), (9, 6, 6))]
    parts.append(box("south", (4.3, 4, 0), (9, 4.3, 6)))
    playing = acting({"red-a": (4.3 + R, 5), "blue-b": (4.3 + R + TOUCH + 0.2, 5)}, parts=parts)
    assert playing.faults(Disengage(walk((4.3 + R + 0.1, 5)))) == ["WC-DISENGAGE-2"]
    assert not playing.faults(Attack(0, "blue-b"))


def test_no_jump_no_climb_no_flight_and_no_door_when_disengaging() -> None:
    """rule: WC-DISENGAGE-5, WC-DOOR-1."""
    wings = {"red-a": profile("a", "fly")}
    playing = acting(ENGAGED, profiles=wings)
    for kind in ("jump", "fly"):
        assert "WC-DISENGAGE-5" in playing.faults(Disengage(leg(kind, (2.5, 5))))


def test_only_one_with_an_enemy_within_an_inch_disengages() -> None:
    """rule: WC-DISENGAGE-6."""
    playing = acting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 1.01, 5)})
    assert playing.faults(Disengage(walk((4, 5)))) == ["WC-DISENGAGE-6"]


def test_a_treasure_beside_the_way_of_a_disengage_stays_where_it_is() -> None:
    """rule: WC-DISENGAGE-4, WC-TREASURE-4."""
    treasure = (Treasure(id="treasure-1", at=(3.0, 5.0, 0.0)),)
    playing = acting(ENGAGED, treasures=treasure).do(Disengage(walk((3, 5))), Decline())
    assert (playing.fighter("red-a").treasure, playing.state.treasures[0].carrier) == ("", "")


# Falling


def test_flyers_fall_off_what_they_climb_like_anybody() -> None:
    """rule: WC-FALL-10, WC-FALL-4.  1.5 in up a wall when its activation ends."""
    wings = {"red-a": profile("a", "fly")}
    playing = acting({"red-a": (10 - R, 5), "blue-b": (25, 15)}, parts=[WALL], profiles=wings)
    playing.do(Move(leg("climb", (10 - R, 5, 1.5))), Wait())
    assert (playing.choice.kind, playing.choice.player) == ("fall", "blue")


def test_who_ends_on_what_cannot_be_climbed_is_hurt_first_and_falls_then() -> None:
    """rule: WC-NOCLIMB-2, WC-FALL-1.  From the tower to a plinth beside it as high; the roll comes before the fall."""
    plinth = box("saint", (6.5, 4, 0), (8.5, 6, 3), "unclimbable")
    playing = acting({"red-a": (5, 5, 3), "blue-b": (25, 15)}, parts=[TOWER, plinth])
    playing.do(Move(leg("jump", (7.5, 5, 3))))
    assert playing.roll.why.rule == "WC-IMPACT-1"
    assert playing.dice(6).choice.kind == "fall"


def test_who_falls_and_keeps_its_place_is_not_hurt_by_what_is_deadly_beside_it() -> None:
    """rule: WC-FALL-8, WC-DEADLY-2.  In the middle of a deck there is nowhere to fall to: it stays, unhurt."""
    yard = [
        box("deck", (4, 0, 0), (12, 12, 3), "platform"),
        box("spikes", (8 + R + 0.1, 0, 3), (8 + R + 0.4, 12, 6), "deadly"),
    ]
    falling = (Fall("red-a"), CombatPhase())
    playing = fighting({"red-a": (8, 6, 3), "blue-b": (25, 15)}, parts=yard, agenda=falling)
    assert playing.choice.kind == "activate"
    assert (playing.fighter("red-a").at, playing.fighter("red-a").damage) == ((8, 6, 3), 0)


def test_after_a_jump_and_a_drop_in_one_action_each_is_rolled_at_its_end() -> None:
    """rule: WC-JUMP-3, WC-JUMP-4, WC-IMPACT-1.  2.5 in down in the jump, 2.5 more from where it ends in the air."""
    high = box("tower", (0, 0, 0), (6, 10, 5), "platform")
    playing = acting({"red-a": (5.5, 5, 5), "blue-b": (25, 15)}, parts=[high])
    playing.do(Move(leg("jump", (7, 5, 2.5))))
    assert (playing.roll.count, playing.roll.why.rule) == (2, "WC-IMPACT-1")
    assert playing.dice(1, 3).fighter("red-a").damage == 3 + 1


def test_the_place_of_a_fall_is_the_place_of_its_centre() -> None:
    """rule: WC-FALL-6, WC-FALL-7.  Not on blue-b, who stands below: base to base beside it is near enough."""
    below = 10 - R - 2.4
    places = {"red-a": (10 - R, 5), "blue-b": (below, 5)}
    playing = acting(places, parts=[WALL]).do(Move(leg("climb", (10 - R, 5, 1.5))), Wait())
    assert playing.faults(PlaceAt((below + TOUCH - 0.05, 5, 0))) == ["WC-FALL-2"]
    playing.do(PlaceAt((below + TOUCH + 0.001, 5, 0)))
    assert playing.fighter("red-a").at == (below + TOUCH + 0.001, 5, 0)
