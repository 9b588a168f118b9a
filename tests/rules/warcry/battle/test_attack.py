"""Attacks: who may be attacked, hit rolls, damage, reactions, falling tests after."""

from fractions import Fraction
from itertools import product

import pytest

from tests.rules.warcry.battle.field import BOW, Playing, R, box, fighting, profile, weapon
from warcry3d.game.actions import Decline, PlaceAt, React
from warcry3d.rules.warcry.battle.actions import Activate, Attack
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on

TOUCH = 2 * R


def duel(apart: float = 0.5, **more: object) -> Playing:
    """Return red-a, activated, with blue-b some inches away from it, base to base."""
    return fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + apart, 5)}, **more).do(Activate("red-a"))  # type: ignore[arg-type]


@pytest.mark.parametrize(("strength", "toughness", "least"), [(5, 4, 3), (10, 1, 3), (4, 4, 4), (3, 4, 5), (1, 9, 5)])
def test_what_hits(strength: int, toughness: int, least: int) -> None:
    """rule: WC-HIT-1, WC-ATT-3."""
    assert hits_on(strength, toughness) == least


@pytest.mark.parametrize(
    ("strength", "faces", "damage"),
    [
        (5, (2, 3, 6), 1 + 4),
        (4, (3, 4, 6), 1 + 4),
        (3, (4, 5, 6), 1 + 4),
        (4, (1, 2, 3), 0),
        (3, (6, 6, 6), 10),
    ],
)
def test_hits_and_critical_hits_do_their_damage(strength: int, faces: tuple[int, ...], damage: int) -> None:
    """rule: WC-HIT-1, WC-ATT-3, WC-ATT-4.  Toughness 4; 1 for a hit, 4 for a critical one; 12 points of damage take 10
    Wounds.
    """
    striker = profile("a", weapons=[weapon(strength=strength)])
    playing = duel(profiles={"red-a": striker}).do(Attack(0, "blue-b"), Decline()).dice(*faces)
    assert playing.fighter("blue-b").damage == damage


def test_at_its_wounds_a_fighter_is_taken_down_and_the_rest_is_lost() -> None:
    """rule: WC-DAMAGE-2, WC-DAMAGE-4."""
    playing = duel(profiles={"blue-b": profile("b", wounds=5)}).do(Attack(0, "blue-b"), Decline()).dice(6, 6, 6)
    assert playing.fighter("blue-b").damage == 5
    assert playing.fighter("blue-b").place == "down"
    assert [model.id for model in playing.state.table.models] == ["red-a"]


def test_range_is_measured_from_base_to_base_and_its_border_counts() -> None:
    """rule: WC-RANGE-1, WC-DIST-2.  Exactly 1 in is in reach of a sword, 1.01 is not."""
    assert not duel(1.0).faults(Attack(0, "blue-b"))
    assert duel(1.01).faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]


def test_within_the_least_range_there_is_no_attack() -> None:
    """rule: WC-RANGE-2.  6-20: not at 6 in, but at 6.01."""
    long = profile("a", weapons=[weapon(20, least=6)])
    assert duel(6.0, profiles={"red-a": long}).faults(Attack(0, "blue-b")) == ["WC-RANGE-2"]
    assert not duel(6.01, profiles={"red-a": long}).faults(Attack(0, "blue-b"))


def test_an_enemy_within_an_inch_must_be_attacked() -> None:
    """rule: WC-TARGET-1."""
    spear = profile("a", weapons=[weapon(3)])
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.9, 5), "blue-c": (5, 5 + TOUCH + 2)}
    playing = fighting(places, profiles={"red-a": spear}).do(Activate("red-a"))
    assert playing.faults(Attack(0, "blue-c")) == ["WC-TARGET-1"]
    assert not playing.faults(Attack(0, "blue-b"))


def test_a_missile_may_not_endanger_the_own_warband() -> None:
    """rule: WC-TARGET-3, WC-ATT-2.  An enemy within 1 in of a friend, or of the shooter, is no target; 3 in of range is
    melee.
    """
    archer = profile("a", weapons=[BOW, weapon(3)])
    places = {"red-a": (5, 5), "red-d": (12, 5), "blue-b": (12 + TOUCH + 1.0, 5), "blue-c": (5, 5 + TOUCH + 2.5)}
    playing = fighting(places, profiles={"red-a": archer}).do(Activate("red-a"))
    assert playing.faults(Attack(0, "blue-b")) == ["WC-TARGET-3"]
    assert not playing.faults(Attack(0, "blue-c"))
    assert not playing.faults(Attack(1, "blue-c"))
    near = fighting({"red-a": (5, 5), "blue-b": (5 + TOUCH + 1, 5)}, profiles={"red-a": archer}).do(Activate("red-a"))
    assert near.faults(Attack(0, "blue-b")) == ["WC-TARGET-3"]


def test_who_is_not_seen_is_no_target() -> None:
    """rule: WC-ATT-1, WC-SIGHT-1."""
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [9, 0, 0], "max": [9.5, 10, 6]}}
    archer = profile("a", weapons=[BOW])
    playing = duel(8, profiles={"red-a": archer}, parts=[wall])
    assert playing.faults(Attack(0, "blue-b")) == ["WC-SIGHT-1"]


def test_friends_and_the_fallen_are_no_targets() -> None:
    """rule: WC-TARGET-4."""
    playing = fighting({"red-a": (5, 5), "red-b": (7, 5), "blue-c": (20, 5)}).do(Activate("red-a"))
    assert playing.faults(Attack(0, "red-b")) == ["WC-TARGET-4"]
    assert playing.faults(Attack(0, "nobody")) == ["WC-TARGET-4"]


def test_cover_adds_one_to_toughness() -> None:
    """rule: WC-COVER-1, WC-HIT-2.  Strength 4 against 4, in cover 5: a 4 misses, a 5 hits."""
    low_wall = {"id": "wall", "kind": "obstacle", "box": {"min": [11, 0, 0], "max": [11.3, 10, 1.1]}}
    archer = profile("a", weapons=[weapon(15, attacks=2, strength=4, hit=2)])
    playing = duel(7, profiles={"red-a": archer}, parts=[low_wall]).do(Attack(0, "blue-b"), Decline()).dice(4, 5)
    assert playing.fighter("blue-b").damage == 2


def test_the_report_names_every_obstacle_that_gives_cover() -> None:
    """rule: WC-COVER-3.  Two walls stand on the line between the bases; a third one stands beside it."""
    walls = [
        box("near", [9, 4, 0], [9.3, 6, 2]),
        box("far", [11, 4, 0], [11.3, 6, 2]),
        box("aside", [10, 8, 0], [11, 9, 2]),
    ]
    archer = profile("a", weapons=[weapon(15, attacks=2, strength=4, hit=2)])
    playing = duel(7, profiles={"red-a": archer}, parts=walls).do(Attack(0, "blue-b"))
    (line,) = playing.told("cover")
    assert line.startswith("blue-b is in cover, so its toughness counts 1 more: behind ")
    assert "/near, " in line
    assert line.endswith("/far")


def test_the_report_names_the_platform_and_the_obstacle_that_give_cover() -> None:
    """rule: WC-COVER-2, WC-COVER-3.  A post stands before the deck, 3 in up, of the target."""
    parts = [box("deck", [10, 2, 0], [16, 8, 3], "platform"), box("post", [8, 4.95, 0], [8.1, 5.05, 5])]
    archer = profile("a", weapons=[weapon(15, attacks=2, strength=4, hit=2)])
    places = {"red-a": (5, 5), "blue-b": (11, 5, 3)}
    playing = fighting(places, profiles={"red-a": archer}, parts=parts)
    (line,) = playing.do(Activate("red-a"), Attack(0, "blue-b")).told("cover")
    assert "/post, 2 in or more higher, on " in line


def test_counter_hurts_the_attacker_for_each_miss_and_more_for_each_one() -> None:
    """rule: WC-REACT-2, WC-COUNTER-1.  2 misses (1 and 3) and a hit: 2 + 1 points."""
    playing = duel().do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(1, 3, 4)
    assert playing.told("counter") == ["the counter costs red-a 3 points of damage"]
    assert playing.fighter("red-a").damage == 3
    assert playing.fighter("blue-b").damage == 1


def test_a_counter_that_takes_the_attacker_down_does_not_undo_the_attack() -> None:
    """rule: WC-REACT-2, WC-COUNTER-1.  Our reading: the hit dice lie on the table."""
    frail = profile("a", wounds=2)
    playing = duel(profiles={"red-a": frail}).do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(1, 1, 6)
    assert playing.fighter("red-a").place == "down"
    assert playing.fighter("blue-b").damage == 4


def test_take_cover_is_for_missiles_on_those_in_cover_and_turns_criticals() -> None:
    """rule: WC-REACT-3, WC-HIDE-1, WC-HIDE-2.  Two criticals, 4 and 3: one is a hit (2), one stays (4)."""
    low_wall = {"id": "wall", "kind": "obstacle", "box": {"min": [11, 0, 0], "max": [11.3, 10, 1.1]}}
    archer = profile("a", weapons=[BOW])
    playing = duel(7, profiles={"red-a": archer}, parts=[low_wall]).do(Attack(0, "blue-b"))
    playing.do(React("blue-b", "take-cover")).dice(6, 6).dice(4, 3)
    assert playing.fighter("blue-b").damage == 2 + 4


def test_mounts_and_those_in_the_open_do_not_take_cover() -> None:
    """rule: WC-HIDE-3, WC-HIDE-2.  No reaction is asked for."""
    archer = profile("a", weapons=[BOW])
    low_wall = {"id": "wall", "kind": "obstacle", "box": {"min": [11, 0, 0], "max": [11.3, 10, 1.1]}}
    rider = profile("b", "mount")
    mounted = duel(7, profiles={"red-a": archer, "blue-b": rider}, parts=[low_wall]).do(Attack(0, "blue-b"))
    open_ = duel(7, profiles={"red-a": archer}).do(Attack(0, "blue-b"))
    assert mounted.roll.count == open_.roll.count == 2


def test_monsters_do_not_react() -> None:
    """rule: WC-MON-10."""
    playing = duel(profiles={"blue-b": profile("b", "gargantuan")}).do(Attack(0, "blue-b"))
    assert playing.roll.count == 3


DECK = {"id": "deck", "kind": "platform", "box": {"min": [5.9, 0, 0], "max": [12, 10, 3]}}
BLOCK = {"id": "block", "kind": "platform", "box": {"min": [0, 0, 0], "max": [5.9, 10, 3]}}


def on_the_deck(x: float) -> Playing:
    """Return red-a on the deck's west half, blue-b on it near its east edge, which is at x = 12."""
    return fighting({"red-a": (x - TOUCH - 0.5, 5, 3), "blue-b": (x, 5, 3)}, parts=[BLOCK, DECK]).do(Activate("red-a"))


def test_who_is_attacked_near_an_open_edge_takes_a_falling_test() -> None:
    """rule: WC-EDGE-1, WC-EDGE-3, WC-FALL-5, WC-FALL-3.  0.4 in from the edge; a 1: it falls 3 in and is hurt."""
    playing = on_the_deck(12 - R - 0.4).do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert playing.roll.player == "blue"
    playing.dice(1)
    assert (playing.choice.kind, playing.choice.player) == ("fall", "red")
    assert playing.faults(PlaceAt((8, 5, 3))) == ["WC-FALL-2"]
    playing.do(PlaceAt((12 + R + 0.1, 5, 0))).dice(1)
    assert playing.fighter("blue-b").at == (12 + R + 0.1, 5, 0)
    assert playing.fighter("blue-b").damage == 3


def test_a_two_keeps_its_footing_and_farther_off_there_is_no_test() -> None:
    """rule: WC-EDGE-1."""
    near = on_the_deck(12 - R - 0.5).do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1).dice(2)
    assert near.fighter("blue-b").at[2] == 3
    far = on_the_deck(12 - R - 0.51).do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert far.choice.kind == "act"


def test_flyers_do_not_fall_off_edges() -> None:
    """rule: WC-EDGE-4."""
    x = 12 - R - 0.2
    places = {"red-a": (x - TOUCH - 0.5, 5, 3), "blue-b": (x, 5, 3)}
    playing = fighting(places, profiles={"blue-b": profile("b", "fly")}, parts=[BLOCK, DECK]).do(Activate("red-a"))
    assert playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1).choice.kind == "act"


@pytest.mark.parametrize(("strength", "toughness"), [(5, 4), (4, 4), (3, 4)])
def test_damage_of_all_throws_is_what_the_chances_say(strength: int, toughness: int) -> None:
    """rule: WC-ATT-3, WC-ATT-4.  Over all 216 throws of three dice, against the chance of one die worked by hand."""
    striker = profile("a", weapons=[weapon(strength=strength)])
    stone = profile("b", wounds=100, toughness=toughness)
    rolled = duel(profiles={"red-a": striker, "blue-b": stone}).do(Attack(0, "blue-b"), Decline())
    total = 0
    for faces in product(range(1, 7), repeat=3):
        total += Playing(rolled.state).dice(*faces).fighter("blue-b").damage
    one = Fraction({5: 3, 4: 2, 3: 1}[strength] * 1 + 4, 6)
    assert Fraction(total, 6**3) == 3 * one
