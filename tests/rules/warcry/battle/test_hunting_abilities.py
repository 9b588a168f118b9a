"""Hunting abilities: against monsters, for all but monsters and beasts."""

import pytest

from tests.rules.warcry.battle.field import Playing, R, profile, weapon
from tests.rules.warcry.battle.powers import play_to_round, powered, use
from warcry3d.game.actions import Decline
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Wait
from warcry3d.rules.warcry.battle.fighters import move_of, weapon_of

TOUCH = 2 * R
MONSTER = profile("m", "gargantuan", move=5, wounds=40, weapons=[weapon(3, attacks=3, strength=5, hit=3, crit=6)])
HUNTERS = ("tether", "hit-the-weak-spot", "taunt")


def hunt(*sets: tuple[int, int], apart: float = 0.9, **more: object) -> Playing:
    """Return red-a, activated, with a monster some inches away."""
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + apart, 5)}
    return powered(places, *sets, profiles={"blue-m": MONSTER}, **more)  # type: ignore[arg-type]


def end(playing: Playing) -> Playing:
    """Let red-a's activation end, whatever it could still do."""
    return playing.do(Wait())


# Who


def test_without_a_monster_in_the_battle_nobody_hunts() -> None:
    """rule: WC-HUNT-1."""
    playing = powered({"red-a": (5, 5), "blue-b": (8, 5)}, (5, 4))
    assert [playing.faults(use(name, 5, 4)) for name in HUNTERS] == [["WC-TETHER-1"], ["WC-WEAK-1"], ["WC-TAUNT-1"]]


def test_monsters_and_beasts_do_not_hunt_nor_do_monsters_use_universal_abilities() -> None:
    """rule: WC-HUNT-3, WC-MON-13."""
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.9, 5)}
    for mark, barred in (("beast", HUNTERS), ("gargantuan", (*HUNTERS, "rush", "onslaught", "respite", "rampage"))):
        profiles = {"red-a": profile("a", mark), "blue-m": MONSTER}
        playing = powered(places, (5, 4), profiles=profiles)
        assert [playing.faults(use(name, 5, 4)) for name in barred] == [["WC-ABIL-4"]] * len(barred)
    beast = powered(places, (5, 4), profiles={"red-a": profile("a", "beast"), "blue-m": MONSTER})
    assert not beast.faults(use("rush", 5, 4))


def test_monsters_abilities_are_for_monsters() -> None:
    """rule: WC-MON-14."""
    playing = hunt((5, 4))
    assert playing.faults(use("vast-reach", 5, 4)) == ["WC-ABIL-4"]
    assert playing.faults(use("drag", 5, 4)) == ["WC-ABIL-4"]
    assert playing.faults(use("devastating-rampage", 5, 4)) == ["WC-ABIL-4"]


def test_hunters_may_hunt_where_the_monster_is_their_own_but_find_nobody() -> None:
    """rule: WC-HUNT-1, WC-MON-3.  A monster takes part, so the abilities are there; but they are about enemies."""
    places = {"red-a": (5, 5), "red-m": (8, 5), "blue-b": (20, 15)}
    playing = powered(places, (5, 4), profiles={"red-m": MONSTER})
    assert playing.faults(use("tether", 5, 4)) == ["WC-TETHER-1"]
    assert not playing.faults(use("hit-the-weak-spot", 5, 4))


# Tether


@pytest.mark.parametrize(("faces", "move"), [((4, 3, 1), 4), ((1, 2, 3), 5), ((4, 5, 6), 3), ((6, 6), 3)])
def test_tether_takes_an_inch_off_the_monster_s_move_for_each_four(faces: tuple[int, ...], move: int) -> None:
    """rule: WC-TETHER-2, WC-MON-3.  Move 5; three at most come off here, since 3 stays at least."""
    playing = hunt((len(faces), 2)).do(use("tether", len(faces), 2)).dice(*faces)
    assert move_of(playing.state, "blue-m") == move


def test_tether_leaves_three_inches_at_least_and_lasts_the_battle() -> None:
    """rule: WC-TETHER-2."""
    playing = end(hunt((6, 2)).do(use("tether", 6, 2)).dice(4, 4, 4, 4, 4, 4))
    assert move_of(playing.state, "blue-m") == 3
    assert play_to_round(playing, 2).state.round == 2
    assert move_of(playing.state, "blue-m") == 3


def test_a_monster_that_is_slow_already_is_not_made_faster() -> None:
    """rule: WC-TETHER-2."""
    slow = {**MONSTER, "move": 2}
    playing = powered({"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.9, 5)}, (3, 2), profiles={"blue-m": slow})
    assert move_of(playing.do(use("tether", 3, 2)).dice(4, 4, 4).state, "blue-m") == 2


def test_tether_wants_an_enemy_monster_within_an_inch() -> None:
    """rule: WC-TETHER-1, WC-DIST-2."""
    assert not hunt((3, 2), apart=1.0).faults(use("tether", 3, 2))
    assert hunt((3, 2), apart=1.01).faults(use("tether", 3, 2)) == ["WC-TETHER-1"]


# Hit the Weak Spot


def weak(*faces: int, **more: object) -> Playing:
    playing = hunt((4, 3), **more).do(use("hit-the-weak-spot", 4, 3))
    return playing.do(Attack(0, "blue-m")).dice(*faces)


def test_a_critical_hit_on_the_weak_spot_costs_the_monster_an_attack_for_the_battle() -> None:
    """rule: WC-WEAK-1, WC-WEAK-2, WC-MON-3."""
    playing = end(weak(6, 1, 1))
    assert weapon_of(playing.state, "blue-m", 0).attacks == 2
    play_to_round(playing, 2)
    assert weapon_of(playing.state, "blue-m", 0).attacks == 2


def test_without_a_critical_hit_nothing_comes_of_it_and_a_second_attack_is_too_late() -> None:
    """rule: WC-WEAK-1.  It is about the next attack action alone."""
    playing = weak(5, 5, 5)
    assert playing.state.effects == ()
    playing.do(Attack(0, "blue-m")).dice(6, 6, 6)
    assert weapon_of(playing.state, "blue-m", 0).attacks == 3


def test_the_next_attack_on_somebody_else_uses_it_up() -> None:
    """rule: WC-WEAK-1."""
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.9, 5), "blue-b": (5, 5 + TOUCH + 0.9)}
    playing = powered(places, (4, 3), profiles={"blue-m": MONSTER}).do(use("hit-the-weak-spot", 4, 3))
    playing.do(Attack(0, "blue-b"), Decline()).dice(6, 1, 1)
    assert playing.state.effects == ()
    assert weapon_of(playing.state, "blue-m", 0).attacks == 3


def test_the_weak_spot_is_forgotten_when_the_activation_ends() -> None:
    """rule: WC-WEAK-1."""
    assert end(hunt((4, 3)).do(use("hit-the-weak-spot", 4, 3))).state.effects == ()


def test_one_attack_is_left_to_the_monster_at_least() -> None:
    """rule: WC-WEAK-2."""
    one = {**MONSTER, "weapons": [weapon(3, attacks=1)]}
    places = {"red-a": (5, 5), "blue-m": (5 + TOUCH + 0.9, 5)}
    playing = powered(places, (4, 3), profiles={"blue-m": one}).do(use("hit-the-weak-spot", 4, 3))
    playing.do(Attack(0, "blue-m")).dice(6, 1, 1)
    assert weapon_of(playing.state, "blue-m", 0).attacks == 1


# Taunt


def taunted(*faces: int) -> Playing:
    """Return the monster activated, with red-a 3 in and red-c 2 in away from it."""
    places = {"red-a": (5, 5), "red-c": (5 + TOUCH + 5 + TOUCH, 5), "blue-m": (5 + TOUCH + 3, 5)}
    playing = powered(places, (len(faces), 4), profiles={"blue-m": MONSTER})
    playing.do(use("taunt", len(faces), 4)).dice(*faces)
    return playing


def test_a_taunted_monster_attacks_the_one_who_taunts() -> None:
    """rule: WC-TAUNT-2, WC-MON-3."""
    playing = end(taunted(1, 4, 1)).do(Activate("blue-m"))
    assert playing.faults(Attack(0, "red-c")) == ["WC-TAUNT-2"]
    assert playing.faults(Attack(0, "red-a")) == []


def test_a_taunt_below_four_is_not_heard() -> None:
    """rule: WC-TAUNT-1."""
    playing = end(taunted(1, 3, 3)).do(Activate("blue-m"))
    assert playing.faults(Attack(0, "red-c")) == []


def test_two_fours_taunt_once() -> None:
    """rule: WC-TAUNT-1."""
    assert len(taunted(4, 6).state.effects) == 1


def test_a_taunt_ends_with_the_round_or_with_the_one_who_taunts() -> None:
    """rule: WC-TAUNT-2."""
    playing = end(taunted(4, 4)).do(Activate("blue-m"))
    playing.do(Attack(0, "red-a"), Decline()).dice(6, 6, 6)
    assert playing.fighter("red-a").place == "down"
    assert playing.state.effects == ()
    assert play_to_round(end(taunted(4, 4)), 2).state.effects == ()


def test_taunt_wants_a_visible_enemy_monster_within_six_inches() -> None:
    """rule: WC-TAUNT-1."""
    assert not hunt((3, 4), apart=6.0).faults(use("taunt", 3, 4))
    assert hunt((3, 4), apart=6.01).faults(use("taunt", 3, 4)) == ["WC-TAUNT-1"]
    wall = {"id": "wall", "kind": "obstacle", "box": {"min": [7, 2, 0], "max": [7.2, 8, 9]}}
    assert hunt((3, 4), apart=4.0, parts=[wall]).faults(use("taunt", 3, 4)) == ["WC-TAUNT-1"]
