"""Monsters: activations, waiting, damage tables, falls; and their own abilities."""

import math
from typing import Any

import pytest
import shapely

from tests.rules.warcry.battle.field import RULES, Playing, R, fighting, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import let_wait, play_to_round, powered, use
from warcry3d.game.actions import Pick, PlaceAt
from warcry3d.motion.ground import ground_of
from warcry3d.rules.warcry.battle.abilities.terrain_removal import features_within, stacked_on
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Move, Wait
from warcry3d.rules.warcry.battle.fighters import move_of, toughness_of, weapon_of
from warcry3d.rules.warcry.battle.state import Objective, Treasure
from warcry3d.units import MM

TOUCH = 2 * R
WIDE = 50 * MM
"""The radius of a monster's base of 100 mm (in)."""

CLUB = weapon(3, attacks=4, strength=6, hit=4, crit=8)
TABLE = [
    {"start": 11, "move": 4, "weapons": [{"attacks": 3, "damage": [3, 6]}]},
    {"start": 21, "move": 3, "toughness": 4, "weapons": [{"attacks": 2}]},
]
MONSTER = profile(
    "m", "gargantuan", move=6, toughness=5, wounds=30, weapons=[CLUB], base={"round": 100}, damage_table=TABLE
)
OWN = {"red-m": MONSTER}


def damaged(playing: Playing, id: str, damage: int) -> Playing:
    fighters = tuple(f.changed(damage=damage) if f.id == id else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    return playing


# Activations


def test_a_monster_is_activated_three_times_with_an_action_and_an_ability_each() -> None:
    """rule: WC-MON-6, WC-MON-7, WC-MON-8."""
    playing = powered({"red-m": (8, 8), "blue-b": (25, 18)}, (2, 2), (3, 2), (4, 2), activated="", profiles=OWN)
    for value, x in ((2, 9), (3, 10), (4, 11)):
        playing.do(Activate("red-m"), use("vast-reach", value, 2), Move(walk((x, 8))))
        let_wait(playing, "blue")
    assert playing.fighter("red-m").at[0] == 11
    assert playing.state.round == 2


def test_the_ability_may_come_after_the_action_and_there_is_one_only() -> None:
    """rule: WC-MON-8, WC-COMBAT-3."""
    playing = powered({"red-m": (8, 8), "blue-b": (25, 18)}, (2, 2), (3, 2), activated="red-m", profiles=OWN)
    playing.do(Move(walk((9, 8))))
    assert playing.faults(Move(walk((10, 8)))) == ["WC-COMBAT-2"]
    playing.do(use("vast-reach", 2, 2))
    assert playing.choice.player == "blue"


def test_wait_just_ends_a_monster_s_activation() -> None:
    """rule: WC-MON-9.  It is not waiting, and two activations are left."""
    playing = fighting({"red-m": (8, 8), "blue-b": (25, 18)}, profiles=OWN).do(Activate("red-m"), Wait())
    assert not playing.fighter("red-m").is_waiting
    assert playing.choice.player == "blue"
    playing.do(Activate("blue-b"), Wait(), Activate("red-m"), Wait(), Activate("blue-b"), Wait())
    assert playing.choice.about == ("red-m",)


def test_monsters_do_not_react() -> None:
    """rule: WC-MON-10."""
    places = {"red-a": (5, 5), "blue-m": (5 + R + WIDE + 0.5, 5)}
    playing = fighting(places, profiles={"blue-m": MONSTER}).do(Activate("red-a"), Attack(0, "blue-m"))
    assert playing.roll.why.rule == "WC-ATT-3"


# Damage tables


@pytest.mark.parametrize(
    ("damage", "move", "toughness", "attacks", "hit"),
    [(0, 6, 5, 4, 4), (10, 6, 5, 4, 4), (11, 4, 5, 3, 3), (20, 4, 5, 3, 3), (21, 3, 4, 2, 4), (29, 3, 4, 2, 4)],
)
def test_starred_characteristics_follow_the_damage_taken(
    damage: int, move: int, toughness: int, attacks: int, hit: int
) -> None:
    """rule: WC-MON-1."""
    playing = damaged(fighting({"red-m": (8, 8), "blue-b": (25, 18)}, profiles=OWN), "red-m", damage)
    state = playing.state
    now = weapon_of(state, "red-m", 0)
    assert (move_of(state, "red-m"), toughness_of(state, "red-m"), now.attacks, now.hit) == (
        move,
        toughness,
        attacks,
        hit,
    )
    playing.do(Activate("red-m"))
    assert playing.faults(Move(walk((8 + move + 0.01, 8)))) == ["WC-MOVE-1"]
    assert not playing.faults(Move(walk((8 + move, 8))))


# Falls

SHELF = {"id": "shelf", "kind": "platform", "box": {"min": [10, 4, 0], "max": [16, 12, 3]}}


def test_a_monster_that_ends_a_move_hanging_over_an_edge_falls() -> None:
    """rule: WC-MON-2, WC-FALL-2.  Its centre is on the shelf, 1 in from the edge; its base reaches 1.97 in."""
    playing = fighting({"red-m": (14, 8, 3), "blue-b": (25, 18)}, profiles=OWN, parts=[SHELF])
    playing.do(Activate("red-m"), Move(walk((11, 8, 3))))
    assert (playing.choice.kind, playing.choice.player) == ("fall", "blue")
    at = playing.choice.about.places[0].nearest  # type: ignore[attr-defined]
    playing.do(PlaceAt(at)).dice(2)
    assert playing.fighter("red-m").at[2] == 0
    assert playing.fighter("red-m").damage == 1


def test_a_monster_wholly_on_its_platform_stays() -> None:
    """rule: WC-MON-2."""
    playing = fighting({"red-m": (13, 6.5, 3), "blue-b": (25, 18)}, profiles=OWN, parts=[SHELF])
    playing.do(Activate("red-m"), Move(walk((13, 9, 3))))
    assert playing.fighter("red-m").at == (13, 9, 3)
    assert playing.choice.kind == "activate"


def test_any_part_of_the_base_goes_to_the_place_that_the_opponent_picks() -> None:
    """rule: WC-MON-12.  Its centre may lie farther off than 2 in from its base: by as much as the base reaches."""
    playing = fighting({"red-m": (14, 8, 3), "blue-b": (25, 18)}, profiles=OWN, parts=[SHELF])
    playing.do(Activate("red-m"), Move(walk((11, 8, 3))))
    far = 11 - WIDE - 2 - WIDE
    assert playing.faults(PlaceAt((far - 0.02, 8, 0))) == ["WC-FALL-2"]
    assert not playing.faults(PlaceAt((far + 0.01, 8, 0)))


def test_a_monster_does_not_stay_on_a_platform_smaller_than_its_base() -> None:
    """rule: WC-MON-2.  It jumps from the shelf to a tower of 3 x 3, as high: its base reaches beyond it all round."""
    tower = {"id": "tower", "kind": "platform", "box": {"min": [17.5, 6.5, 0], "max": [20.5, 9.5, 3]}}
    playing = fighting({"red-m": (14, 8, 3), "blue-b": (25, 18)}, profiles=OWN, parts=[SHELF, tower])
    playing.do(Activate("red-m"), Move(leg("jump", (19, 8, 3))))
    assert playing.choice.kind == "fall"
    landings = playing.choice.about.places  # type: ignore[attr-defined]
    assert {landing.height for landing in landings} == {0}
    playing.do(PlaceAt(landings[0].nearest)).dice(1)
    assert (playing.fighter("red-m").at[2], playing.fighter("red-m").damage) == (0, 3)


def test_a_monster_with_nowhere_to_fall_to_stays_on_its_platform() -> None:
    """rule: WC-FALL-8, WC-MON-2.  All the floor around is under what nobody stands on."""
    tower = {"id": "tower", "kind": "platform", "box": {"min": [18, 6.5, 0], "max": [21, 9.5, 3]}}
    blocks = [
        {"id": f"block-{n}", "kind": "unclimbable", "box": {"min": [*low, 0], "max": [*high, 1.5]}}
        for n, (low, high) in enumerate(
            [((16.01, 0), (18, 22)), ((21, 0), (29, 22)), ((18, 0), (21, 6.5)), ((18, 9.5), (21, 22))]
        )
    ]
    places = {"red-m": (13, 8, 3), "blue-b": (2, 2)}
    playing = fighting(
        places, profiles=OWN, parts=[{**SHELF, "box": {"min": [6, 0, 0], "max": [16, 22, 3]}}, tower, *blocks]
    )
    playing.do(Activate("red-m"), Move(leg("jump", (19, 8, 3))))
    assert playing.told("fall") == ["red-m has nowhere to fall to and stays"]
    assert playing.fighter("red-m").at == pytest.approx((19, 8, 3))


# Vast Reach


def test_vast_reach_leaves_heights_out_of_the_range_until_the_activation_ends() -> None:
    """rule: WC-REACH-1.  The enemy stands 5 in up and 3 in off: in range only if heights do not count."""
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [12, 4, 4.9], "max": [20, 12, 5]}}
    places = {"red-m": (8, 8), "blue-b": (8 + WIDE + 3 + R, 8, 5)}
    playing = powered(places, (2, 2), activated="red-m", profiles=OWN, parts=[shelf])
    assert playing.faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]
    playing.do(use("vast-reach", 2, 2))
    assert not playing.faults(Attack(0, "blue-b"))
    assert playing.do(Wait()).state.effects == ()
    far = powered(
        {**places, "blue-b": (8 + WIDE + 3.01 + R, 8, 5)}, (2, 2), activated="red-m", profiles=OWN, parts=[shelf]
    )
    assert far.do(use("vast-reach", 2, 2)).faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]


# Drag


def dragging(apart: float, value: int = 3, **more: object) -> Playing:
    places = {"red-m": (8, 8), "blue-b": (8 + WIDE + apart + R, 8)}
    return powered(places, (value, 3), activated="red-m", profiles=OWN, **more)  # type: ignore[arg-type]


def test_drag_sets_an_enemy_up_within_an_inch_then_rolls_its_value() -> None:
    """rule: WC-DRAG-1, WC-DRAG-2.  4 and 6 are 3 damage each."""
    playing = dragging(5).do(use("drag", 3, 3))
    assert (playing.choice.kind, playing.choice.player) == ("place", "red")
    assert playing.faults(PlaceAt((8 + WIDE + 1.01 + R, 8, 0), math.pi)) == ["WC-DRAG-1"]
    assert not playing.faults(PlaceAt((8 - WIDE - 1 - R, 8, 0), math.pi))
    playing.do(PlaceAt((8, 8 + WIDE + 0.5 + R, 0), 0.5)).dice(4, 3, 6)
    dragged = playing.fighter("blue-b")
    assert (dragged.at, dragged.turn, dragged.damage) == ((8, 8 + WIDE + 0.5 + R, 0), 0.5, 6)


def test_the_place_that_is_offered_is_the_nearest_and_will_do() -> None:
    """rule: WC-DRAG-1."""
    playing = dragging(5).do(use("drag", 3, 3))
    (landing,) = playing.choice.about.places  # type: ignore[attr-defined]
    assert landing.nearest == pytest.approx((8 + WIDE + 1 + R, 8, 0), abs=0.01)
    assert not playing.faults(PlaceAt(landing.nearest, math.pi))


def test_a_dragged_fighter_needs_room() -> None:
    """rule: WC-DRAG-1, WC-MOVE-3.  Not in a wall, not on somebody else, not off the board, not in the air."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [7, 10.2, 0], "max": [9, 11, 4]}}
    playing = dragging(5, parts=[wall]).do(use("drag", 3, 3))
    for x, y, z in ((8, 8 + WIDE + 0.5 + R, 0), (8, 8, 0), (8 - WIDE - 1 - R, 8, 1), (8, 8 - WIDE - 0.4 - R, -1)):
        assert set(playing.faults(PlaceAt((x, y, z)))) == {"WC-DRAG-1"}
    assert playing.faults(PlaceAt((math.nan, 8, 0)))
    edge = powered({"red-m": (WIDE, 8), "blue-b": (8, 8)}, (3, 3), activated="red-m", profiles=OWN)
    assert edge.do(use("drag", 3, 3)).faults(PlaceAt((0.2, 8 + WIDE + 0.5 + R, 0))) == ["WC-DRAG-1"]


def test_a_dragged_monster_is_set_up_wholly_on_floor_or_platform() -> None:
    """rule: WC-DRAG-1, WC-MON-2."""
    places = {"red-m": (8, 8), "blue-n": (8 + WIDE + 5 + WIDE, 8)}
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [5, 10.2, 0], "max": [11, 16, 1]}}
    playing = powered(
        places, (3, 3), activated="red-m", profiles={**OWN, "blue-n": {**MONSTER, "id": "n"}}, parts=[shelf]
    )
    playing.do(use("drag", 3, 3))
    assert playing.faults(PlaceAt((8, 10.2 + WIDE - 0.1, 1))) == ["WC-DRAG-1"]
    assert not playing.faults(PlaceAt((8, 10.2 + WIDE + 0.01, 1)))
    assert {landing.height for landing in playing.choice.about.places} == {0, 1}  # type: ignore[attr-defined]
    for landing in playing.choice.about.places:  # type: ignore[attr-defined]
        assert not playing.faults(PlaceAt(landing.nearest, math.pi))


def test_drag_is_about_a_visible_enemy_within_six_inches() -> None:
    """rule: WC-DRAG-1."""
    assert not dragging(6).faults(use("drag", 3, 3))
    assert dragging(6.01).faults(use("drag", 3, 3)) == ["WC-DRAG-1"]
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [11, 1, 0], "max": [11.5, 15, 12]}}
    assert dragging(5, parts=[wall]).faults(use("drag", 3, 3)) == ["WC-DRAG-1"]


# Devastating Rampage

TOWER = {"id": "tower", "kind": "platform", "box": {"min": [12, 6, 0], "max": [16, 10, 3]}}


def rampaging(places: dict[str, tuple[float, ...]], **more: object) -> Playing:
    """Return the monster beside a tower of 4 x 4 x 3 in whose west face is 0.5 in from its base."""
    there = {"red-m": (12 - 0.5 - WIDE, 8), **places}
    return powered(there, (6, 4), activated="red-m", profiles=OWN, **{"parts": [TOWER], **more})  # type: ignore[arg-type]


def test_what_stands_on_the_feature_is_set_down_hurt_and_the_feature_is_gone() -> None:
    """rule: WC-WRECK-2, WC-WRECK-3, WC-WRECK-4.  The fighter is 1 in from the tower's south edge: its base goes right
    before it.
    """
    playing = rampaging({"blue-b": (14, 7, 3), "blue-c": (25, 18)}).do(use("devastating-rampage", 6, 4))
    assert (playing.choice.kind, playing.choice.player) == ("place", "red")
    assert playing.faults(PlaceAt((14, 6 - R - 0.2, 0))) == ["WC-WRECK-1"]
    assert playing.faults(PlaceAt((14, 7, 3))) == ["WC-WRECK-1"]
    playing.do(PlaceAt((14, 6 - R, 0), 1.0)).dice(1)
    fallen = playing.fighter("blue-b")
    assert (fallen.at, fallen.damage) == ((14, 6 - R, 0), 3)
    assert playing.state.gone == ("stones",)
    assert playing.state.table.terrain.features == ()
    assert not playing.faults(Move(walk((11, 8))))


def test_the_player_orders_who_is_set_down_and_who_is_hurt_first() -> None:
    """rule: WC-WRECK-2, WC-WRECK-3, WC-ORDER-1."""
    playing = rampaging({"blue-b": (14, 7, 3), "red-c": (14, 9, 3)}).do(use("devastating-rampage", 6, 4))
    assert (playing.choice.kind, playing.choice.about) == ("order", ("red-c", "blue-b"))
    playing.do(Pick(("blue-b",)), PlaceAt((14, 6 - R, 0)))
    playing.do(PlaceAt((14, 10 + R, 0)))
    assert playing.choice.kind == "order"
    playing.do(Pick(("blue-b",)))
    assert playing.roll.why.message.values["fighter"] == "blue-b"
    playing.dice(1).dice(2)
    assert (playing.fighter("blue-b").damage, playing.fighter("red-c").damage) == (3, 1)


def test_who_is_beside_the_feature_or_only_leans_over_it_stays() -> None:
    """rule: WC-WRECK-2, WC-WRECK-4.  Nobody is on it: it is gone at once."""
    playing = rampaging({"blue-b": (14, 10 + R + 0.1), "blue-c": (25, 18)}).do(use("devastating-rampage", 6, 4))
    assert playing.state.gone == ("stones",)
    assert playing.fighter("blue-b").damage == 0


def test_markers_on_it_are_put_on_the_floor_as_near_as_can_be() -> None:
    """rule: WC-WRECK-2.  A treasure that somebody carries goes with its carrier."""
    treasures = (Treasure(id="gold", at=(15, 8, 3)), Treasure(id="idol", at=(14, 7, 3), carrier="blue-b"))
    objectives = (Objective(id="stone", at=(14, 9.5, 3)), Objective(id="well", at=(20, 5, 0)))
    playing = rampaging({"blue-b": (25, 18)}, treasures=treasures, objectives=objectives)
    playing.do(use("devastating-rampage", 6, 4))
    assert playing.choice.about == ("stone", "gold")
    playing.do(Pick(("gold",)))
    assert playing.faults(PlaceAt((16.5, 8, 0))) == ["WC-WRECK-1"]
    playing.do(PlaceAt((16.02, 8, 0)), PlaceAt((14, 10.02, 0)))
    assert [treasure.at for treasure in playing.state.treasures] == [(16.02, 8, 0), (14, 7, 3)]
    assert [objective.at for objective in playing.state.objectives] == [(14, 10.02, 0), (20, 5, 0)]


def test_the_monster_itself_is_set_down_from_what_it_stood_on() -> None:
    """rule: WC-WRECK-2."""
    there = {"red-m": (14, 8, 3), "blue-b": (25, 18)}
    playing = rampaging(there).do(use("devastating-rampage", 6, 4))
    playing.do(PlaceAt((14, 6 - WIDE, 0))).dice(2)
    assert (playing.fighter("red-m").at, playing.fighter("red-m").damage) == ((14, 6 - WIDE, 0), 1)


def several(parts: list[dict[str, Any]], places: dict[str, tuple[float, ...]]) -> Playing:
    """Return the monster beside parts that are features of their own."""
    there = {"red-m": (12 - 0.5 - WIDE, 8), **places}
    return powered(there, (6, 4), activated="red-m", profiles=OWN, features=parts)


CRATE = {"id": "crate", "kind": "platform", "box": {"min": [13, 7, 3], "max": [15, 9, 5]}}
HUT = {"id": "hut", "kind": "platform", "box": {"min": [9, 11, 0], "max": [13, 14, 2]}}


def test_only_the_picked_feature_is_removed_and_what_is_stacked_on_it_comes_down() -> None:
    """rule: WC-WRECK-2, WC-WRECK-4.  A crate 2 in high on the tower, 3 in up, and a fighter on the crate, who is
    set down on the floor, clear of where the crate comes to stand.
    """
    playing = several([TOWER, CRATE, HUT], {"blue-b": (14, 8, 5), "blue-c": (25, 18)})
    assert stacked_on(playing.state.table, "tower") == ("crate",)
    assert stacked_on(playing.state.table, "crate") == ()
    playing.do(use("devastating-rampage", 6, 4))
    assert playing.choice.kind == "place"
    playing.do(PlaceAt(playing.about.places[0].nearest)).dice(6)
    assert playing.state.gone == ("tower",)
    assert playing.state.lowered == (("crate", pytest.approx(3.0)),)
    assert [feature.id for feature in playing.state.table.terrain.features] == ["crate", "hut"]
    (crate,) = [s for s in ground_of(playing.state.table).stoppers if s.feature.id == "crate"]
    assert (crate.low, crate.high) == (pytest.approx(0.0), pytest.approx(2.0))


def test_nobody_is_set_down_where_a_stacked_feature_comes_down() -> None:
    """rule: WC-WRECK-2.  The crate reaches 1 in beyond the tower's side: right beside the tower is below it."""
    wide = {**CRATE, "box": {"min": [13, 7, 3], "max": [17, 9, 5]}}
    playing = several([TOWER, wide], {"blue-b": (15, 8, 5), "blue-c": (25, 18)})
    playing.do(use("devastating-rampage", 6, 4))
    (places,) = playing.about.places
    assert places.area.distance(shapely.box(13, 7, 17, 9)) >= R - 0.01
    found = RULES.faults(playing.state, PlaceAt((16 + R + 0.01, 8.0, 0)))
    assert "comes down" in str(found[0])


def test_a_stacked_feature_with_a_fighter_below_it_is_removed() -> None:
    """rule: WC-WRECK-4.  It reaches 3 in beyond the tower, 3 in up; a fighter stands on the floor below that."""
    wide = {**CRATE, "box": {"min": [13, 7, 3], "max": [19, 9, 5]}}
    playing = several([TOWER, wide], {"blue-b": (17.5, 8), "blue-c": (25, 18)})
    playing.do(use("devastating-rampage", 6, 4))
    assert (playing.state.gone, playing.state.lowered) == (("tower", "crate"), ())
    assert playing.fighter("blue-b").damage == 0


def test_a_stacked_feature_that_still_stands_on_another_stays() -> None:
    """rule: WC-WRECK-4.  A deck from the tower to a post: the post still carries it."""
    post = {"id": "post", "kind": "obstacle", "box": {"min": [18, 7, 0], "max": [19, 9, 3]}}
    deck = {"id": "deck", "kind": "platform", "box": {"min": [13, 7, 3], "max": [19, 9, 3.3]}}
    playing = several([TOWER, post, deck], {"blue-c": (25, 18)})
    playing.do(use("devastating-rampage", 6, 4))
    assert (playing.state.gone, playing.state.lowered) == (("tower",), ())


def test_one_of_several_features_within_an_inch_is_picked() -> None:
    """rule: WC-WRECK-1."""
    near = {**HUT, "box": {"min": [8, 8 + WIDE + 0.9, 0], "max": [11, 13, 2]}}
    playing = several([TOWER, near], {"blue-b": (25, 18)})
    assert features_within(playing.state, "red-m", 1) == ("tower", "hut")
    playing.do(use("devastating-rampage", 6, 4))
    assert (playing.choice.kind, playing.choice.about) == ("feature", ("tower", "hut"))
    assert playing.faults(Pick(("keep",))) == ["WC-WRECK-1"]
    assert playing.do(Pick(("hut",))).state.gone == ("hut",)


def test_with_no_feature_within_an_inch_there_is_nothing_to_tear_down() -> None:
    """rule: WC-WRECK-1."""
    playing = several([HUT], {"red-m": (5, 5), "blue-b": (25, 18)})
    assert playing.faults(use("devastating-rampage", 6, 4)) == ["WC-WRECK-1"]


def test_a_climber_that_holds_on_to_the_feature_is_on_it() -> None:
    """rule: WC-WRECK-2."""
    playing = rampaging({"blue-b": (14, 10 + R, 1.5), "blue-c": (25, 18)})
    fighters = tuple(f.changed(holds=("stones/tower",)) if f.id == "blue-b" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    playing.do(use("devastating-rampage", 6, 4), PlaceAt((14, 10 + R, 0))).dice(5)
    assert (playing.fighter("blue-b").at, playing.fighter("blue-b").holds) == ((14, 10 + R, 0), ())


def test_a_round_goes_on_after_a_feature_is_gone_and_its_state_is_plain() -> None:
    """rule: WC-WRECK-4."""
    playing = rampaging({"blue-b": (25, 18)}).do(use("devastating-rampage", 6, 4))
    assert play_to_round(playing, 2).state.gone == ("stones",)


def test_a_monster_climbs_and_jumps_like_others() -> None:
    """rule: WC-MON-11."""
    playing = fighting({"red-m": (8, 8), "blue-b": (25, 18)}, profiles=OWN).do(Activate("red-m"))
    assert not playing.faults(Move(leg("jump", (12, 8))))
