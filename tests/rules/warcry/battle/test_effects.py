"""The words that abilities are written in, each by hand: what it does, to whom, for how long, and who is asked."""

import json
import math
from typing import Any

import pytest

from tests.rules.warcry.battle.field import BOW, RULES, Playing, R, leg, profile, walk, weapon
from tests.rules.warcry.battle.powers import ability, let_wait, play_to_round, powered, use
from warcry3d.game.actions import Decline, Pick, PlaceAt, React
from warcry3d.game.plain import plain
from warcry3d.game.ruleset import Choice, Outcome
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Disengage, Move, Wait
from warcry3d.rules.warcry.battle.fighters import move_of, toughness_of, weapon_of

TOUCH = 2 * R
ENEMIES = {"side": "enemy", "within": 6}
CLOSE = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (25, 18)}
FAR = {"red-a": (5, 5), "blue-b": (20, 15)}
WALL = {"id": "wall", "kind": "obstacle", "box": {"min": [8, 2, 0], "max": [8.3, 8, 5]}}


def trick(places: dict[str, tuple[float, ...]], *words: dict[str, Any], value: int = 3, **more: Any) -> Playing:
    """Return a battle in which red-a has used an ability of these words, at a cost of two dice with that value."""
    own = more.pop("own", {})
    return powered(places, (value, 2), own=[ability(*words, **own)], **more).do(use("trick", value, 2))


def faults(places: dict[str, tuple[float, ...]], *words: dict[str, Any], **more: Any) -> list[str]:
    """Return what speaks against using an ability of these words, of the rule HOUSE-1."""
    own = {"rule": "HOUSE-1", **more.pop("own", {})}
    return powered(places, (3, 2), own=[ability(*words, **own)], **more).faults(use("trick", 3, 2))


def hurt(damage: int, *ids: str) -> dict[str, Any]:
    return dict.fromkeys(ids, damage)


def with_damage(playing: Playing, **damage: int) -> Playing:
    """Return the battle with damage on some fighters: ``red_a=3``."""
    by_id = {name.replace("_", "-"): points for name, points in damage.items()}
    fighters = tuple(f.changed(damage=by_id.get(f.id, f.damage)) for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=fighters)
    return playing


HEAL = {"do": "heal", "amount": 1}
HIT = {"do": "damage", "who": "picked", "amount": 1}

# Damage and healing


@pytest.mark.parametrize(
    ("amount", "value", "faces", "points"),
    [(2, 5, (), 2), ("value", 5, (), 5), ("half-value", 5, (), 3), ("double-value", 3, (), 6), ("D6", 1, (4,), 4)]
    + [("D3", 1, (face,), points) for face, points in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3))],
)
def test_damage_is_a_number_the_value_or_dice(amount: Any, value: int, faces: tuple[int, ...], points: int) -> None:
    """rule: WC-DICE-1, WC-DICE-3.  A D3 is half a D6, rounded up."""
    words = ({"do": "pick", "whom": ENEMIES}, {"do": "damage", "who": "picked", "amount": amount})
    playing = trick(CLOSE, *words, value=value)
    if faces:
        assert (playing.roll.player, playing.roll.count, playing.roll.sides) == ("red", 1, 6)
        playing.dice(*faces)
    assert playing.fighter("blue-b").damage == points
    assert playing.choice.kind == "act"


def test_damage_to_all_who_are_meant_spares_the_others() -> None:
    places = {"red-a": (5, 5), "red-d": (5, 8), "blue-b": (8, 5), "blue-c": (10, 5 + R), "blue-e": (25, 18)}
    playing = trick(places, {"do": "damage", "who": {"side": "enemy", "within": 4}, "amount": "value"})
    assert [(f.id, f.damage) for f in playing.state.fighters] == [
        ("red-a", 0),
        ("red-d", 0),
        ("blue-b", 3),
        ("blue-c", 3),
        ("blue-e", 0),
    ]


def test_dice_of_damage_are_rolled_for_each_fighter_in_the_order_the_player_chooses() -> None:
    """rule: WC-ORDER-1, WC-ORDER-4."""
    places = {"red-a": (5, 5), "blue-b": (8, 5), "blue-c": (5, 8), "blue-e": (5, 2)}
    playing = trick(places, {"do": "damage", "who": ENEMIES, "amount": "D6"})
    assert (playing.choice.kind, playing.choice.player, playing.choice.about) == (
        "order",
        "red",
        ("blue-b", "blue-c", "blue-e"),
    )
    assert playing.faults(Pick(("red-a",))) == ["WC-ORDER-1"]
    assert playing.faults(Pick(("blue-b", "blue-c"))) == ["WC-ORDER-1"]
    playing.do(Pick(("blue-c",))).dice(5)
    assert playing.choice.about == ("blue-b", "blue-e")
    playing.do(Pick(("blue-e",))).dice(2).dice(3)
    assert [playing.fighter(f"blue-{name}").damage for name in "bce"] == [3, 5, 2]


def test_who_an_ability_takes_down_was_not_taken_down_by_an_attack() -> None:
    """rule: WC-VICT-1.  The blood counts; "took an enemy down with an attack action" does not hold."""
    words = ({"do": "pick", "whom": ENEMIES}, {"do": "damage", "who": "picked", "amount": 20})
    playing = trick(CLOSE, *words)
    assert playing.fighter("blue-b").place == "down"
    assert playing.state.side("red").blood == 100
    assert playing.choice.about.took_down == ()  # type: ignore[attr-defined]


def test_healing_takes_points_off_friends_too() -> None:
    places = {**FAR, "red-d": (8, 5)}
    own = [ability({"do": "heal", "who": {"side": "friend", "within": 6, "wounded": True}, "amount": 2})]
    playing = with_damage(powered(places, (3, 2), own=own), red_d=5)
    assert playing.do(use("trick", 3, 2)).fighter("red-d").damage == 3


# Changes and how long they last


def test_changes_add_to_what_an_attack_has() -> None:
    words = {"do": "change", "what": ["attacks", "strength", "hit", "crit", "range"], "add": 2, "until": "activation"}
    playing = trick(CLOSE, words)
    now = weapon_of(playing.state, "red-a", 0)
    assert (now.attacks, now.strength, now.hit, now.crit, now.max_range) == (5, 6, 3, 6, 3)


def test_a_change_of_melee_attacks_leaves_missiles_alone() -> None:
    archer = {"red-a": profile("a", weapons=[weapon(), BOW])}
    words = {"do": "change", "what": ["strength"], "add": 1, "attacks": "missile", "until": "round"}
    playing = trick(FAR, words, profiles=archer)
    assert [weapon_of(playing.state, "red-a", n).strength for n in (0, 1)] == [4, 4]


@pytest.mark.parametrize(("least", "left"), [(0, 0), (1, 1), (3, 3)])
def test_what_is_taken_away_leaves_the_least(least: int, left: int) -> None:
    words = {"do": "change", "who": ENEMIES, "what": ["toughness"], "subtract": 6, "least": least, "until": "round"}
    assert toughness_of(trick(CLOSE, words).state, "blue-b") == left


def test_what_is_added_stops_at_the_most() -> None:
    words = {"do": "change", "what": ["move"], "add": "value", "most": 6, "until": "round"}
    assert move_of(trick(FAR, words, value=5).state, "red-a") == 6


def test_a_rolled_change_is_rolled_once() -> None:
    """rule: WC-DICE-1."""
    words = {"do": "change", "who": {"side": "friend", "within": 6}, "what": ["move"], "add": "D3", "until": "round"}
    playing = trick({**FAR, "red-d": (8, 5)}, words).dice(5)
    assert [move_of(playing.state, id) for id in ("red-a", "red-d")] == [7, 7]


@pytest.mark.parametrize(("until", "now", "next_round"), [("activation", 4, 4), ("round", 5, 4), ("battle", 5, 5)])
def test_changes_last_as_long_as_they_say(until: str, now: int, next_round: int) -> None:
    """rule: WC-ROUND-1.  On somebody else, too: with the activation of the one who used it."""
    words = {"do": "change", "who": {"side": "friend"}, "what": ["move"], "add": 1, "until": until}
    playing = trick({**FAR, "red-d": (8, 5)}, words).do(Wait())
    assert move_of(playing.state, "red-d") == now
    assert move_of(play_to_round(playing, 2).state, "red-d") == next_round


def test_until_the_next_attack_is_one_attack_of_the_kind_that_is_meant() -> None:
    archer = {"red-a": profile("a", weapons=[weapon(), BOW])}
    words = {"do": "change", "what": ["attacks"], "add": 2, "attacks": "melee", "until": "next-attack"}
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 1.5, 5)}
    playing = trick(places, words, profiles=archer)
    playing.do(Attack(1, "blue-b")).dice(1, 1)
    assert weapon_of(playing.state, "red-a", 0).attacks == 5
    playing.do(Move(walk((5.8, 5))))
    assert playing.state.effects == ()


def test_the_next_attack_uses_a_change_up() -> None:
    words = {"do": "change", "what": ["crit"], "add": 2, "until": "next-attack"}
    playing = trick(CLOSE, words, profiles={"blue-b": profile("b", wounds=30)})
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 1, 1)
    assert playing.fighter("blue-b").damage == 6
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 1, 1)
    assert playing.fighter("blue-b").damage == 6 + 4


def test_a_striker_taken_down_by_the_counter_has_struck_with_what_it_had() -> None:
    """rule: WC-REACT-2, WC-COUNTER-1."""
    words = {"do": "change", "what": ["crit"], "add": 2, "until": "next-attack"}
    weak = {"red-a": profile("a", wounds=2), "blue-b": profile("b", wounds=30)}
    playing = trick({**CLOSE, "red-d": (20, 5)}, words, profiles=weak)
    playing.do(Attack(0, "blue-b"), React("blue-b", "counter")).dice(6, 1, 2)
    assert playing.fighter("red-a").place == "down"
    assert playing.fighter("blue-b").damage == 6


def test_until_the_next_move_is_one_move() -> None:
    words = {"do": "change", "what": ["move"], "add": "half-value", "until": "next-move"}
    playing = trick(FAR, words).do(Move(walk((11, 5))))
    assert playing.faults(Move(walk((15.01, 5)))) == ["WC-MOVE-1"]


def test_what_waits_for_a_next_attack_ends_with_the_activation() -> None:
    words = {"do": "change", "what": ["crit"], "add": 2, "until": "next-attack"}
    assert trick(FAR, words).do(Wait()).state.effects == ()


# Auras


AURA = {"do": "aura", "whom": {"side": "friend", "within": 3}, "what": ["toughness"], "add": 2, "until": "round"}


def test_an_aura_holds_while_fighters_are_where_it_says() -> None:
    """rule: WC-DIST-2, WC-PLAYERS-3.

    It goes with its bearer, who is a friend of itself; enemies have nothing of it.
    """
    places = {"red-a": (5, 5), "red-d": (5 + TOUCH + 3, 5), "red-e": (5, 5 + TOUCH + 3.1), "blue-b": (3, 3)}
    playing = trick(places, AURA)
    ids = ("red-a", "red-d", "red-e", "blue-b")
    assert [toughness_of(playing.state, id) for id in ids] == [6, 6, 4, 4]
    away = powered({**places, "blue-b": (20, 15)}, (3, 2), own=[ability(AURA)])
    away.do(use("trick", 3, 2), Move(walk((5, 4.5))))
    assert [toughness_of(away.state, id) for id in ids] == [6, 4, 4, 4]


def test_an_aura_ends_with_its_bearer() -> None:
    near = {"red-a": (5, 5), "red-d": (7, 5), "blue-b": (5, 5 + TOUCH + 0.5)}
    killed = trick(near, AURA, profiles={"red-a": profile("a", wounds=1)}).do(Wait())
    assert toughness_of(killed.state, "red-d") == 6
    killed.do(Activate("blue-b"), Attack(0, "red-a"), Decline()).dice(6, 6, 6)
    assert killed.fighter("red-a").place == "down"
    assert toughness_of(killed.state, "red-d") == 4


def test_an_aura_weakens_enemies_within_it() -> None:
    words = {**AURA, "whom": ENEMIES, "what": ["attacks"], "least": 1, "attacks": "melee"}
    words = {key: value for key, value in words.items() if key != "add"} | {"subtract": 2}
    playing = trick(CLOSE, words)
    assert [weapon_of(playing.state, id, 0).attacks for id in ("blue-b", "blue-c", "red-a")] == [1, 3, 3]


def test_an_aura_may_want_to_be_seen() -> None:
    """rule: WC-SIGHT-1."""
    words = {**AURA, "whom": {"side": "friend", "within": 6, "visible": True}}
    places = {"red-a": (6, 5), "red-d": (10, 5), "red-e": (6, 8), "blue-b": (25, 18)}
    playing = trick(places, words, parts=[WALL])
    assert [toughness_of(playing.state, f"red-{name}") for name in "ade"] == [4, 4, 6]


# Attacks on some fighters only


def test_a_change_of_attacks_on_some_fighters_only() -> None:
    """rule: WC-ATT-5.  On wounded enemies; the one who is whole is attacked as ever."""
    two = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 0.5, 5), "blue-c": (5, 5 + TOUCH + 0.5)}
    words = {"do": "change", "what": ["attacks", "hit"], "add": 2, "until": "activation"}
    own = [ability({**words, "against": {"side": "enemy", "wounded": True}})]
    playing = with_damage(powered(two, (3, 2), own=own), blue_b=1).do(use("trick", 3, 2))
    playing.do(Attack(0, "blue-c"), Decline())
    assert playing.roll.count == 3
    playing.dice(1, 1, 4).do(Attack(0, "blue-b"), Decline())
    assert playing.roll.count == 5
    playing.dice(1, 1, 1, 4, 4)
    assert [playing.fighter(id).damage for id in ("blue-b", "blue-c")] == [1 + 2 * 3, 1]


def test_the_next_attack_on_some_fighters_waits_for_one_on_them() -> None:
    far = {"red-a": (5, 5), "blue-b": (8, 5), "blue-c": (11, 8)}
    words = {"do": "change", "what": ["attacks"], "add": 3, "until": "next-attack"}
    words["against"] = {"side": "enemy", "beyond": 3}
    playing = trick(far, words, profiles={"red-a": profile("a", weapons=[BOW])})
    playing.do(Attack(0, "blue-b"))
    assert playing.roll.count == 2
    playing.dice(1, 1).do(Attack(0, "blue-c"))
    assert playing.roll.count == 5
    playing.dice(1, 1, 1, 1, 1)
    assert playing.state.effects == ()


def test_fighters_around_one_are_hit_less_hard() -> None:
    """rule: WC-ATT-4.  Over enemies, about attacks on friends near the bearer: 4 for a critical hit is 2."""
    guard = {"side": "friend", "within": 3}
    words = {"do": "aura", "whom": {"side": "enemy"}, "against": guard, "what": ["hit", "crit"], "subtract": 2}
    words |= {"least": 1, "until": "round"}
    places = {"red-a": (5, 5), "red-d": (7, 5), "red-e": (15, 5), "blue-b": (7, 5 + TOUCH + 0.5), "blue-c": (15, 7)}
    playing = trick(places, words).do(Wait(), Activate("blue-b"), Attack(0, "red-d"), Decline()).dice(6, 4, 1)
    assert playing.fighter("red-d").damage == 2 + 1
    let_wait(playing, "blue")
    let_wait(playing, "red")
    playing.do(Activate("blue-c"), Attack(0, "red-e"), Decline()).dice(6, 4, 1)
    assert playing.fighter("red-e").damage == 4 + 1


def test_words_hold_around_a_fighter_and_only_there() -> None:
    """rule: WC-REACT-12.  Enemies within 3 in do not react; those farther off do."""
    words = {"do": "grant", "word": "cannot-react", "whom": {"side": "enemy", "within": 3}, "until": "round"}
    near = trick(CLOSE, words).do(Attack(0, "blue-b"))
    assert near.roll.count == 3
    archer = {"red-a": profile("a", weapons=[weapon(3)])}
    words = {**words, "whom": {"side": "enemy", "within": 1}}
    far = trick({"red-a": (5, 5), "blue-b": (5 + TOUCH + 2, 5)}, words, profiles=archer).do(Attack(0, "blue-b"))
    assert far.choice.kind == "react"


def test_who_is_kept_from_abilities_uses_none() -> None:
    """rule: WC-ABIL-1."""
    own = [ability({"do": "grant", "word": "cannot-use-abilities", "who": {"side": "any"}, "until": "round"})]
    playing = powered({**FAR, "red-d": (8, 8)}, (3, 2), (4, 2), own=own).do(use("trick", 3, 2), Wait())
    let_wait(playing, "blue")
    playing.do(Activate("red-d"))
    assert playing.faults(use("rush", 4, 2)) == ["WC-ABIL-1"]


def test_what_begins_with_a_bonus_action_is_lost_with_it() -> None:
    """rule: WC-RAMPAGE-1.  Two more attacks and an inch more reach, for that attack and no other."""
    change = {"do": "change", "what": ["attacks", "range"], "add": 1, "until": "next-attack"}
    words = {"do": "bonus", "actions": ["attack"], "changes": [change]}
    places = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 1.8, 5)}
    playing = trick(places, words)
    assert playing.do(Attack(0, "blue-b"), Decline()).roll.count == 4
    playing.dice(1, 1, 1, 1)
    assert playing.state.effects == ()
    declined = trick(places, words).do(Decline())
    assert declined.state.effects == ()
    assert declined.faults(Attack(0, "blue-b")) == ["WC-RANGE-1"]
    farther = {"do": "change", "what": ["move"], "add": 2, "until": "next-move"}
    move = trick(FAR, {"do": "bonus", "actions": ["move"], "changes": [farther]})
    assert move.choice.about.inches == 6  # type: ignore[attr-defined]
    assert move.faults(Move(walk((11.01, 5)))) == ["WC-MOVE-1"]
    move.do(Move(walk((11, 5))))
    assert move.faults(Move(walk((15.1, 5)))) == ["WC-MOVE-1"]


# Picking, conditions, branching


@pytest.mark.parametrize(
    ("whom", "offered"),
    [
        ({"side": "any", "within": 3, "other": True}, ("red-d", "blue-b")),
        ({"side": "friend"}, ("red-a", "red-d", "red-e")),
        ({"side": "friend", "runemarks": ["hero"]}, ("red-d",)),
        ({"side": "friend", "without": ["hero"]}, ("red-a", "red-e")),
        ({"side": "any", "faction": "bank"}, ("blue-b",)),
        ({"side": "any", "wounded": True}, ("red-e", "blue-b")),
        ({"side": "friend", "activated": True}, ("red-a",)),
        ({"side": "friend", "activated": False}, ("red-d", "red-e")),
        ({"side": "friend", "beside": {"side": "enemy", "within": 2}}, ("red-a", "red-d")),
        ({"side": "any", "beyond": 2, "within": 9}, ("red-e",)),
        ({"side": "friend", "within": 5, "wholly": True}, ("red-a", "red-d")),
    ],
)
def test_who_may_be_picked(whom: dict[str, Any], offered: tuple[str, ...]) -> None:
    """rule: WC-DIST-2, WC-ABIL-1.  Seen from red-a at (5, 5); within is measured base to base."""
    places = {"red-a": (5, 5), "red-d": (7, 5), "red-e": (5, 11.5), "blue-b": (6, 7)}
    profiles = {"red-d": profile("d", "hero"), "blue-b": profile("b", faction="bank")}
    own = [ability({"do": "pick", "whom": whom, "count": "any"}, HEAL)]
    playing = with_damage(powered(places, (3, 2), own=own, profiles=profiles), red_e=1, blue_b=2)
    playing.do(use("trick", 3, 2))
    assert playing.choice.about.offered == offered  # type: ignore[attr-defined]


def test_so_many_as_one_likes() -> None:
    places = {"red-a": (5, 5), "blue-b": (7, 5), "blue-c": (5, 7), "blue-e": (5, 3)}
    words = ({"do": "pick", "whom": ENEMIES, "count": "any"}, HIT)
    playing = trick(places, *words).do(Pick(("blue-b", "blue-e")))
    assert [playing.fighter(f"blue-{name}").damage for name in "bce"] == [1, 0, 1]
    assert trick(places, *words).do(Decline()).fighter("blue-b").damage == 0


def test_up_to_two() -> None:
    places = {"red-a": (5, 5), "blue-b": (7, 5), "blue-c": (5, 7), "blue-e": (5, 3)}
    words = ({"do": "pick", "whom": ENEMIES, "count": 2, "up_to": True}, HIT)
    playing = trick(places, *words)
    assert playing.faults(Pick(("blue-b", "blue-c", "blue-e"))) == ["WC-ABIL-1"]
    assert playing.do(Pick(("blue-c",))).fighter("blue-c").damage == 1
    exactly = trick(places, {"do": "pick", "whom": ENEMIES, "count": 2}, HIT)
    assert exactly.faults(Pick(("blue-c",))) == ["WC-ABIL-1"]


def test_with_nobody_to_pick_an_ability_cannot_be_used() -> None:
    assert faults(FAR, {"do": "pick", "whom": ENEMIES}, HIT) == ["HOUSE-1"]
    assert faults(FAR, {"do": "pick", "whom": {"side": "enemy", "within": 30}}, HIT) == []


def test_within_the_value_means_the_value_of_the_dice() -> None:
    """rule: WC-ABIL-1."""
    own = [ability({"do": "pick", "whom": {"side": "enemy", "within": "value"}}, HIT, rule="HOUSE-1")]
    playing = powered({"red-a": (5, 5), "blue-b": (5 + TOUCH + 4, 5)}, (3, 2), (4, 2), own=own)
    assert playing.faults(use("trick", 3, 2)) == ["HOUSE-1"]
    assert playing.faults(use("trick", 4, 2)) == []


def only(places: dict[str, tuple[float, ...]], condition: dict[str, Any], **more: Any) -> bool:
    """Return whether an ability with this condition may be used."""
    return not faults(places, HEAL, own={"only": [condition]}, **more)


def test_conditions_on_who_is_near() -> None:
    for least, most, holds in ((1, None, True), (2, None, False), (0, 0, False), (0, 1, True)):
        near = {"is": "near", "whom": ENEMIES, "least": least, **({} if most is None else {"most": most})}
        assert only(CLOSE, near) == holds
        assert only(CLOSE, {**near, "not": True}) != holds


def test_conditions_on_rounds_value_wounds_and_who_takes_part() -> None:
    assert only(FAR, {"is": "round", "to": 1})
    assert not only(FAR, {"is": "round", "from": 2})
    assert only(FAR, {"is": "round", "from": 2, "to": 3}, round=3)
    assert only(FAR, {"is": "value", "from": 3})
    assert not only(FAR, {"is": "value", "to": 2})
    assert not only(FAR, {"is": "wounded"})
    assert only(FAR, {"is": "wounded", "not": True})
    assert not only(FAR, {"is": "in-battle", "runemark": "hero"})
    assert only(FAR, {"is": "in-battle", "runemark": "hero"}, profiles={"blue-b": profile("b", "hero")})


def test_conditions_on_where_it_stands() -> None:
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [3, 3, 0], "max": [8, 8, 3]}}
    on_floor, on_platform = {"is": "standing", "on": "floor"}, {"is": "standing", "on": "platform"}
    assert only(FAR, on_floor)
    assert not only(FAR, on_platform)
    up = {**FAR, "red-a": (5, 5, 3)}
    assert only(up, on_platform, parts=[shelf])
    assert not only(up, on_floor, parts=[shelf])


def test_conditions_on_what_was_done_this_activation() -> None:
    """rule: WC-WAIT-1.  Moved; waited; took an enemy down with an attack."""
    own = [
        ability(HEAL, id="moved", only=[{"is": "did", "action": "move"}]),
        ability(HEAL, id="waited", only=[{"is": "waited"}]),
        ability(HEAL, id="killed", only=[{"is": "took-down"}]),
    ]
    playing = powered({**CLOSE, "red-d": (20, 3)}, (3, 2), own=own, profiles={"blue-b": profile("b", wounds=1)})

    def usable() -> list[str]:
        return [name for name in ("moved", "waited", "killed") if not playing.faults(use(name, 3, 2))]

    assert usable() == []
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 6, 6)
    assert usable() == ["killed"]
    playing.do(Move(walk((6, 5))))
    assert usable() == ["moved", "killed"]
    waiting = powered({**FAR, "red-d": (20, 3)}, (3, 2), own=own).do(Wait())
    playing = let_wait(waiting, "blue").do(Activate("red-a"))
    assert usable() == ["waited"]


def test_a_bonus_move_counts_as_having_moved() -> None:
    moved = {"do": "if", "that": [{"is": "did", "action": "move"}], "then": [{**HEAL, "amount": 2}]}
    own = [ability({"do": "bonus", "actions": ["move"]}, moved)]
    for answer, damage in ((Move(walk((6, 5))), 3), (Decline(), 5)):
        playing = with_damage(powered(FAR, (3, 2), own=own), red_a=5).do(use("trick", 3, 2), answer)
        assert playing.fighter("red-a").damage == damage


def test_if_and_otherwise() -> None:
    branch = {
        "do": "if",
        "that": [{"is": "near", "whom": ENEMIES}],
        "then": [HEAL],
        "otherwise": [{**HEAL, "amount": 3}],
    }
    for places, damage in ((CLOSE, 4), (FAR, 2)):
        playing = with_damage(powered(places, (3, 2), own=[ability(branch)]), red_a=5)
        assert playing.do(use("trick", 3, 2)).fighter("red-a").damage == damage


def test_one_of_several_things_is_chosen() -> None:
    options = {
        "do": "either",
        "of": [{"name": "mend", "then": [HEAL]}, {"name": "run", "then": [RUN]}, {"name": "rest"}],
    }
    own = [ability(options)]
    playing = with_damage(powered(FAR, (3, 2), own=own), red_a=5).do(use("trick", 3, 2))
    assert (playing.choice.kind, playing.about.names) == ("either", ("mend", "run", "rest"))
    assert playing.faults(Pick(("sleep",))) == ["WC-ABIL-1"]
    assert playing.do(Pick(("mend",))).fighter("red-a").damage == 4


RUN = {"do": "change", "what": ["move"], "add": 2, "until": "activation"}

# Dice


def test_what_every_die_does_and_what_any_die_does_once() -> None:
    pick = {"do": "pick", "whom": ENEMIES}
    faces = [{"on": 4, "to": 5, "then": [HIT]}, {"on": 6, "then": [{**HIT, "amount": 3}]}]
    playing = trick(CLOSE, pick, {"do": "roll", "dice": "value", "each": faces}, value=5)
    assert (playing.roll.player, playing.roll.count) == ("red", 5)
    assert playing.dice(1, 3, 4, 5, 6).fighter("blue-b").damage == 1 + 1 + 3
    once = trick(CLOSE, pick, {"do": "roll", "dice": 3, "any": faces})
    assert once.dice(6, 6, 4).fighter("blue-b").damage == 1 + 3


def test_a_die_for_each_of_some_fighters_is_about_that_one() -> None:
    """rule: WC-ORDER-1."""
    places = {"red-a": (5, 5), "blue-b": (7, 5), "blue-c": (5, 7), "blue-e": (5, 3), "blue-f": (25, 18)}
    roll = {"do": "roll", "dice": ENEMIES, "each": [{"on": 4, "then": [{**HIT, "amount": "D3"}]}]}
    playing = trick(places, roll)
    assert playing.roll.count == 3
    playing.dice(4, 3, 6)
    assert playing.choice.about == ("blue-b", "blue-e")
    playing.do(Pick(("blue-e",))).dice(6).dice(1)
    assert [playing.fighter(f"blue-{name}").damage for name in "bcef"] == [1, 0, 3, 0]


def test_no_dice_where_there_is_nobody_to_roll_for() -> None:
    roll = {"do": "roll", "dice": ENEMIES, "each": [{"on": 4, "then": [HIT]}]}
    assert trick(FAR, roll).choice.kind == "act"


def test_for_each_of_them_in_the_order_the_player_chooses() -> None:
    """rule: WC-ORDER-1, WC-ORDER-4."""
    places = {**FAR, "red-d": (8, 5), "red-e": (5, 8)}
    words = {"do": "each", "who": {"side": "friend", "within": 6, "other": True}, "then": [BONUS_MOVE]}
    playing = trick(places, words)
    playing.do(Pick(("red-e",)))
    assert playing.choice.about.fighter == "red-e"  # type: ignore[attr-defined]
    playing.do(Move(walk((5, 9))))
    assert playing.choice.about.fighter == "red-d"  # type: ignore[attr-defined]
    assert playing.do(Decline()).choice.kind == "act"


BONUS_MOVE = {"do": "bonus", "who": "picked", "actions": ["move"]}

# Words about attacks and moves


def test_a_critical_hit_from_five_on() -> None:
    """rule: WC-ATT-3."""
    playing = trick(CLOSE, {"do": "grant", "word": "crit-on", "amount": 5, "until": "next-attack"})
    playing.do(Attack(0, "blue-b"), Decline()).dice(5, 4, 1)
    assert playing.fighter("blue-b").damage == 4 + 1


def test_hit_dice_are_rolled_again_once_each_as_many_as_allowed() -> None:
    """rule: WC-DICE-2, WC-DICE-8, WC-DICE-9."""
    words = {"do": "grant", "word": "re-roll-hits", "amount": 2, "until": "activation", "attacks": "melee"}
    playing = trick(CLOSE, words).do(Attack(0, "blue-b"), Decline()).dice(1, 2, 4)
    assert (playing.choice.kind, playing.about.most, playing.about.faces) == ("re-roll", 2, (1, 2, 4))
    for wrong in (Pick(("0", "1", "2")), Pick(("3",)), Pick(("0", "0")), Pick(())):
        assert playing.faults(wrong) == ["WC-DICE-2"]
    playing.do(Pick(("1", "0"))).dice(6, 4)
    assert playing.fighter("blue-b").damage == 4 + 1 + 1
    assert playing.choice.kind == "act"


def test_who_flies_for_a_while_flies() -> None:
    """rule: WC-FLY-1."""
    over = {"red-a": (6, 5), "blue-b": (25, 18)}
    playing = powered(over, (3, 2), own=[ability({"do": "grant", "word": "fly", "until": "next-move"})], parts=[WALL])
    way = Move(leg("fly", (9.5, 5)))
    assert "WC-FLY-1" in playing.faults(way)
    playing.do(use("trick", 3, 2), way)
    assert playing.fighter("red-a").at == (9.5, 5, 0)
    assert "WC-FLY-1" in playing.faults(Move(leg("fly", (6, 5))))


def test_who_is_kept_from_moving_disengaging_or_reacting() -> None:
    """rule: WC-MOVE-1, WC-DISENGAGE-1, WC-REACT-1."""
    words = [{"do": "grant", "who": "picked", "word": word, "until": "round"} for word in KEPT]
    playing = trick(CLOSE, {"do": "pick", "whom": ENEMIES}, *words)
    playing.do(Attack(0, "blue-b")).dice(1, 1, 1)
    playing.do(Wait(), Activate("blue-b"))
    assert playing.faults(Disengage(walk((9, 5)))) == ["WC-ABIL-1"]
    assert "WC-ABIL-1" in playing.faults(Move(walk((9, 5))))
    assert not playing.faults(Attack(0, "red-a"))


KEPT = ("cannot-move", "cannot-disengage", "cannot-react")

# Bonus actions


def test_a_bonus_move_of_so_many_inches_or_so_many_more() -> None:
    for words, inches in (({"inches": "value"}, 3), ({"add": "value"}, 7), ({"inches": "double-value"}, 6)):
        playing = trick(FAR, {"do": "bonus", "actions": ["move"], **words})
        assert playing.faults(Move(walk((5 + inches + 0.01, 5)))) == ["WC-MOVE-1"]
        assert not playing.faults(Move(walk((5 + inches, 5))))


def test_inches_may_be_rolled() -> None:
    """rule: WC-DICE-1."""
    playing = trick(FAR, {"do": "bonus", "actions": ["move"], "inches": "D6"}).dice(2)
    assert playing.choice.about.inches == 2  # type: ignore[attr-defined]


def test_a_bonus_move_that_only_jumps() -> None:
    playing = trick(FAR, {"do": "bonus", "actions": ["move"], "ways": ["jump"]})
    assert playing.faults(Move(walk((6, 5)))) == ["WC-ABIL-1"]
    assert not playing.faults(Move(leg("jump", (6, 5))))


def test_where_a_bonus_move_must_end() -> None:
    near = {"red-a": (5, 5), "red-d": (5, 9), "blue-b": (5 + TOUCH + 3, 5)}
    charge = trick(near, {"do": "bonus", "actions": ["move"], "ends_near": {"side": "enemy", "within": 1}})
    assert charge.faults(Move(walk((5 + 1.99, 5)))) == ["WC-ABIL-1"]
    assert not charge.faults(Move(walk((5 + 2.01, 5))))
    flee = trick(near, {"do": "bonus", "actions": ["move"], "ends_away": {"side": "enemy", "within": 3}})
    assert flee.faults(Move(walk((5.5, 5)))) == ["WC-ABIL-1"]
    assert not flee.faults(Move(walk((4.5, 5))))
    other = {"side": "friend", "other": True}
    rally = trick(near, {"do": "pick", "whom": other}, {**BONUS_MOVE, "ends_closer": True})
    assert rally.faults(Move(walk((5, 10)))) == ["WC-ABIL-1"]
    assert not rally.faults(Move(walk((5, 8))))


def test_a_bonus_attack_of_one_kind() -> None:
    words = {"do": "bonus", "actions": ["attack"], "attacks": "missile"}
    playing = trick({"red-a": (5, 5), "blue-b": (8, 5)}, words, profiles={"red-a": profile("a", weapons=[SWORD3, BOW])})
    assert playing.faults(Attack(0, "blue-b")) == ["WC-ABIL-1"]
    assert not playing.faults(Attack(1, "blue-b"))
    alone = trick({"red-a": (5, 5), "blue-b": (8, 5)}, words)
    assert alone.choice.kind == "act"


SWORD3 = weapon(3)


def test_either_a_move_or_an_attack() -> None:
    words = {"do": "bonus", "actions": ["move", "attack"]}
    near = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 1, 5)}
    assert trick(near, words).choice.about.actions == ("attack",)  # type: ignore[attr-defined]
    reach = {"red-a": profile("a", weapons=[SWORD3])}
    apart = {"red-a": (5, 5), "blue-b": (5 + TOUCH + 2, 5)}
    playing = trick(apart, words, profiles=reach)
    assert playing.choice.about.actions == ("move", "attack")  # type: ignore[attr-defined]
    playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert playing.choice.kind == "act"


# Later events


def test_after_an_attack_that_took_somebody_down() -> None:
    words = {"do": "when", "event": "attack", "until": "activation", "scored": "down", "then": [{**HEAL, "amount": 3}]}
    profiles = {"blue-b": profile("b", wounds=2)}
    playing = with_damage(powered(CLOSE, (3, 2), own=[ability(words)], profiles=profiles), red_a=5)
    playing.do(use("trick", 3, 2), Attack(0, "blue-b"), Decline()).dice(4, 1, 1)
    assert playing.fighter("red-a").damage == 5
    playing.do(Attack(0, "blue-b"), Decline()).dice(4, 1, 1)
    assert playing.fighter("red-a").damage == 2


def test_after_every_hit_or_the_first_one_only() -> None:
    for once, damage in ((False, 2), (True, 1)):
        words = {"do": "when", "event": "attack", "until": "activation", "scored": "hit", "once": once, "then": [HIT]}
        playing = trick(CLOSE, words, profiles={"blue-b": profile("b", wounds=30)})
        playing.do(Attack(0, "blue-b"), Decline()).dice(4, 1, 1)
        playing.do(Attack(0, "blue-b"), Decline()).dice(4, 1, 1)
        assert playing.fighter("blue-b").damage == 2 + damage


def test_a_charge_that_hurts_whom_it_ends_near() -> None:
    near = {"side": "enemy", "within": 1}
    then = [{"do": "pick", "whom": {**near, "visible": True}}, {**HIT, "amount": "value"}]
    words = {"do": "when", "event": "move", "until": "activation", "once": True, "near": near, "then": then}
    playing = trick({"red-a": (5, 5), "blue-b": (5 + TOUCH + 3, 5)}, words)
    playing.do(Move(walk((6, 5))))
    assert playing.fighter("blue-b").damage == 0
    playing.do(Move(walk((7.5, 5))))
    assert playing.fighter("blue-b").damage == 3
    assert playing.state.effects == ()


def test_what_comes_after_an_attack_and_a_falling_test_are_ordered_by_the_attacker() -> None:
    """rule: WC-ORDER-1, WC-EDGE-1."""
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [3, 3, 0], "max": [8, 8, 3]}}
    places = {"red-a": (5, 5, 3), "blue-b": (7.4, 5, 3), "blue-c": (25, 18)}
    words = {"do": "when", "event": "attack", "until": "activation", "then": [HIT]}
    playing = trick(places, words, parts=[shelf], profiles={"red-a": profile("a", weapons=[weapon(2)])})
    playing.do(Attack(0, "blue-b"), Decline()).dice(1, 1, 1)
    assert (playing.choice.kind, playing.choice.player, playing.choice.about) == ("order", "red", ("Trick", "blue-b"))
    playing.do(Pick(("blue-b",))).dice(5)
    assert playing.fighter("blue-b").damage == 1


# Elsewhere: placing and pushing


def test_a_fighter_vanishes_and_is_set_up_elsewhere() -> None:
    """rule: WC-DIST-2.  Wholly within 5 in of where it stood, more than 3 in from enemies."""
    words = {"do": "place", "who": "self", "within": 5, "wholly": True, "away": 3}
    playing = trick({"red-a": (10, 10), "blue-b": (16, 10)}, words)
    reach = R + 5 - R
    assert not playing.faults(PlaceAt((10, 10 + reach, 0)))
    assert playing.faults(PlaceAt((10, 10 + reach + 0.01, 0))) == ["WC-ABIL-1"]
    assert playing.faults(PlaceAt((13 - TOUCH + 0.01, 10, 0))) == ["WC-ABIL-1"]
    assert not playing.faults(PlaceAt((13 - TOUCH - 0.01, 10, 0)))
    (landing,) = playing.choice.about.places  # type: ignore[attr-defined]
    assert landing.nearest == (10, 10, 0)


def test_a_friend_is_set_up_beside_the_picked_one() -> None:
    pick = {"do": "pick", "whom": ENEMIES}
    playing = trick(CLOSE, pick, {"do": "place", "who": "self", "of": "picked", "within": 1})
    assert not playing.faults(PlaceAt((5 + TOUCH + 0.5 + TOUCH + 1, 5, 0)))
    assert playing.faults(PlaceAt((5 + TOUCH + 0.5 + TOUCH + 1.01, 5, 0))) == ["WC-ABIL-1"]


def test_where_there_is_no_room_a_fighter_stays() -> None:
    words = {"do": "place", "who": "self", "within": 30, "away": 40}
    playing = trick(FAR, words)
    assert playing.choice.kind == "act"
    assert playing.told("set-up") == ["there is no room for red-a"]


def test_places_on_platforms_are_offered_as_well() -> None:
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [8, 3, 0], "max": [12, 7, 3]}}
    playing = trick(FAR, {"do": "place", "who": "self", "within": 6}, parts=[shelf])
    heights = {landing.height for landing in playing.choice.about.places}  # type: ignore[attr-defined]
    assert heights == {0, 3}
    for landing in playing.choice.about.places:  # type: ignore[attr-defined]
        assert not playing.faults(PlaceAt(landing.nearest))


@pytest.mark.parametrize(("way", "inches", "x"), [("away", 3, 9 + 3), ("toward", 2, 9 - 2), ("toward", 6, 5 + TOUCH)])
def test_a_push_goes_straight_and_stops_at_what_is_in_the_way(way: str, inches: int, x: float) -> None:
    """rule: WC-JUMP-1, WC-MOVE-2."""
    pick = {"do": "pick", "whom": ENEMIES}
    playing = trick(
        {"red-a": (5, 5), "blue-b": (9, 5)}, pick, {"do": "push", "who": "picked", "way": way, "inches": inches}
    )
    assert playing.fighter("blue-b").at == pytest.approx((x, 5, 0), abs=0.003)


def test_a_push_stops_at_walls_and_at_the_board_s_edge() -> None:
    """rule: WC-MOVE-3, WC-MOVE-4."""
    pick, push = {"do": "pick", "whom": ENEMIES}, {"do": "push", "who": "picked", "way": "away", "inches": 6}
    wall = trick({"red-a": (3, 5), "blue-b": (5, 5)}, pick, push, parts=[WALL])
    assert wall.fighter("blue-b").at == pytest.approx((8 - R, 5, 0), abs=0.003)
    edge = trick({"red-a": (5, 5), "blue-b": (3, 5)}, pick, push)
    assert edge.fighter("blue-b").at == pytest.approx((R, 5, 0), abs=0.003)
    stuck = trick({"red-a": (5, 5), "blue-b": (R, 5)}, pick, push)
    assert stuck.fighter("blue-b").at == pytest.approx((R, 5, 0), abs=0.003)


def test_who_is_pushed_off_a_platform_drops_and_is_hurt() -> None:
    """rule: WC-JUMP-4, WC-IMPACT-1."""
    shelf = {"id": "shelf", "kind": "platform", "box": {"min": [3, 3, 0], "max": [8, 8, 3]}}
    pick, push = {"do": "pick", "whom": ENEMIES}, {"do": "push", "who": "picked", "way": "away", "inches": 3}
    playing = trick({"red-a": (5, 5, 3), "blue-b": (7, 5, 3), "blue-c": (25, 18)}, pick, push, parts=[shelf])
    playing.dice(1)
    assert playing.fighter("blue-b").at == pytest.approx((10, 5, 0))
    assert playing.fighter("blue-b").damage == 3


# The battle as plain data


def test_a_battle_can_be_written_down_and_read_back_at_every_question_an_ability_asks() -> None:
    """rule: WC-ABIL-1.  Whatever waits on the agenda or holds for a while comes back as it was."""
    words = (
        AURA,
        {"do": "when", "event": "attack", "until": "battle", "target": ENEMIES, "scored": "crit", "then": [HIT]},
        {"do": "grant", "word": "flat-range", "until": "round"},
        {"do": "each", "who": ENEMIES, "then": [{**HIT, "amount": "D3"}]},
        {"do": "pick", "whom": ENEMIES, "count": "any"},
        {
            "do": "either",
            "of": [
                {"name": "a", "then": [{"do": "push", "who": "picked", "way": "away", "inches": "D3"}]},
                {"name": "b"},
            ],
        },
        {
            "do": "bonus",
            "who": {"side": "friend"},
            "actions": ["move", "attack"],
            "ends_away": {"side": "enemy", "within": 1},
        },
        {"do": "place", "who": "self", "within": 6},
    )
    playing = trick({"red-a": (5, 5), "red-d": (5, 9), "blue-b": (8, 5), "blue-c": (5, 2)}, *words)
    kinds = []
    for _ in range(40):
        text = json.dumps(plain(RULES.plain(playing.state)))
        back = RULES.deserialize(playing.state.context.setup, json.loads(text))
        assert json.dumps(plain(RULES.plain(back))) == text
        assert type(RULES.pending(back)) is type(playing.due)
        assert getattr(RULES.pending(back), "why", None) == getattr(playing.due, "why", None)
        if isinstance(playing.due, Outcome) or playing.state.activation is None:
            break
        if not isinstance(playing.due, Choice):
            playing.dice(*[4] * playing.roll.count)
            continue
        kinds.append(playing.choice.kind)
        about: Any = playing.choice.about
        match playing.choice.kind:
            case "order":
                playing.do(Pick((about[0],)))
            case "either":
                playing.do(Pick(about.names[:1]))
            case "pick":
                playing.do(Pick(about.offered))
            case "place":
                playing.do(PlaceAt(about.places[0].nearest, math.tau / 4))
            case "act":
                playing.do(Wait())
            case _:
                playing.do(Decline())
    assert {"order", "either", "pick", "place", "bonus", "act"} <= set(kinds)
