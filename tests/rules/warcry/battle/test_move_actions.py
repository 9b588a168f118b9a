"""Moves in a battle: what hurts on the way and at its end."""

from tests.rules.warcry.battle.field import R, fighting, leg, profile, walk
from warcry3d.game.actions import PlaceAt
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warcry.battle.actions import Activate, Move, Wait
from warcry3d.rules.warcry.battle.descriptions import place_name

SPIKES = {"id": "spikes", "kind": "deadly", "box": {"min": [10, 0, 0], "max": [10.4, 10, 2]}}
OVER = Path(
    (
        Leg(LegKind.WALK, ((10 - R, 5.0, 0.0),)),
        Leg(LegKind.CLIMB, ((10 - R, 5.0, 1.0),)),
    )
)


def test_climbing_what_is_deadly_hurts_before_the_climb() -> None:
    """rule: WC-DEADLY-1, WC-TERR-2.  D6 = 5: five points; then the climb goes on."""
    playing = fighting({"red-a": (9 - R, 5), "blue-b": (25, 15)}, parts=[SPIKES])
    playing.do(Activate("red-a"), Move(OVER))
    assert playing.fighter("red-a").at == (10 - R, 5, 0)
    playing.dice(5)
    assert playing.fighter("red-a").damage == 5
    assert playing.fighter("red-a").at == (10 - R, 5, 1)


def test_who_dies_on_the_spikes_does_not_get_on() -> None:
    """rule: WC-DEADLY-1, WC-DAMAGE-3."""
    frail = {"red-a": profile("a", wounds=5)}
    playing = fighting({"red-a": (9 - R, 5), "blue-b": (25, 15)}, profiles=frail, parts=[SPIKES])
    playing.do(Activate("red-a"), Move(OVER)).dice(5)
    assert playing.fighter("red-a").place == "down"
    assert playing.choice.player == "blue"


def test_who_falls_beside_what_is_deadly_is_hurt_by_it() -> None:
    """rule: WC-DEADLY-2, WC-FALL-2.  Climbing 1 in up at the activation's end; blue puts it 0.9 in from the spikes."""
    playing = fighting({"red-a": (9 - R, 5), "blue-b": (25, 15)}, parts=[SPIKES])
    playing.do(Activate("red-a"), Move(OVER)).dice(1).do(Wait())
    playing.do(PlaceAt((10 - R - 0.9, 5, 0)))
    playing.dice(6)
    assert playing.fighter("red-a").damage == 7


def test_farther_than_an_inch_from_the_spikes_nothing_happens() -> None:
    """rule: WC-DEADLY-2."""
    playing = fighting({"red-a": (9 - R, 5), "blue-b": (25, 15)}, parts=[SPIKES])
    playing.do(Activate("red-a"), Move(OVER)).dice(1).do(Wait())
    playing.do(PlaceAt((10 - R - 1.01, 5, 0)))
    assert playing.choice.player == "blue"
    assert playing.choice.kind == "activate"


TOWER = {"id": "tower", "kind": "platform", "box": {"min": [0, 0, 0], "max": [6, 10, 3]}}


def test_a_jump_down_by_more_than_two_inches_hurts_at_its_end() -> None:
    """rule: WC-JUMP-3, WC-IMPACT-1.  3 in down; a 2 costs one point, and the fighter goes on."""
    playing = fighting({"red-a": (5.5, 5, 3), "blue-b": (25, 15)}, parts=[TOWER])
    playing.do(Activate("red-a"), Move(leg("jump", (7, 5, 0)))).dice(2)
    assert playing.told("impact") == ["red-a takes impact damage: 2 on the die, 1 point of damage"]
    assert playing.fighter("red-a").damage == 1
    assert playing.choice.kind == "act"


def test_a_four_on_the_die_is_no_impact_damage_and_the_report_says_so() -> None:
    """rule: WC-IMPACT-1."""
    playing = fighting({"red-a": (5.5, 5, 3), "blue-b": (25, 15)}, parts=[TOWER])
    playing.do(Activate("red-a"), Move(leg("jump", (7, 5, 0)))).dice(4)
    assert playing.told("impact") == ["red-a takes no impact damage: 4 on the die"]
    assert playing.fighter("red-a").damage == 0


def test_a_jump_down_by_two_inches_is_free() -> None:
    """rule: WC-JUMP-3."""
    low = {"id": "tower", "kind": "platform", "box": {"min": [0, 0, 0], "max": [6, 10, 2]}}
    playing = fighting({"red-a": (5.5, 5, 2), "blue-b": (25, 15)}, parts=[low])
    playing.do(Activate("red-a"), Move(leg("jump", (7, 5, 0))))
    assert playing.choice.kind == "act"


def test_a_fighter_that_has_nowhere_to_fall_to_is_taken_down() -> None:
    """rule: WC-FALL-9.  In a shaft 1.6 in wide with a spike of stone on its floor, climbing: nowhere below is free."""
    shaft = [
        {"id": "west", "kind": "obstacle", "box": {"min": [4, 0, 0], "max": [9, 22, 8]}},
        {"id": "east", "kind": "obstacle", "box": {"min": [10.6, 0, 0], "max": [16, 22, 8]}},
        {"id": "south", "kind": "obstacle", "box": {"min": [9, 0, 0], "max": [10.6, 4.2, 8]}},
        {"id": "north", "kind": "obstacle", "box": {"min": [9, 5.8, 0], "max": [10.6, 22, 8]}},
        {"id": "spike", "kind": "unclimbable", "box": {"min": [9.6, 4.8, 0], "max": [10, 5.2, 1.5]}},
    ]
    playing = fighting({"red-a": (9 + R, 5, 3), "blue-b": (25, 15)}, parts=shaft)
    playing.do(Activate("red-a"), Move(leg("climb", (9 + R, 5, 3.5))), Wait())
    assert playing.fighter("red-a").place == "down"
    assert playing.told("taken-down") == ["red-a is taken down"]


def test_the_report_leaves_out_legs_and_heights_that_round_to_nothing() -> None:
    """rule: WC-MOVE-1."""
    playing = fighting({"red-a": (5.97, 5, 3), "blue-b": (25, 15)}, parts=[TOWER])
    down = Path((Leg(LegKind.WALK, ((6, 5, 3),)), Leg(LegKind.JUMP, ((7, 5, 0),))))
    playing.do(Activate("red-a"), Move(down)).dice(6)
    assert playing.told("move") == ["red-a moves to (7.0, 5.0): jumps 1.00 in and drops 3.00 in"]
    playing.do(Move(walk((7.01, 5))))
    assert playing.told("move")[-1] == "red-a moves to (7.0, 5.0): stays where it is"
    assert str(place_name((8.4, 10.6, 0.04))) == "(8.4, 10.6)"
