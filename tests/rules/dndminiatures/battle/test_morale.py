"""Morale, routing, rallying, rounds and powers (DDM-MORALE, DDM-ROUT, DDM-RALLY, DDM-ROUND, DDM-TURN-8)."""

import pytest

from tests.rules.dndminiatures.battle.field import RULES, Played, attack, creature, evening, skirmish
from warcry3d.game.actions import Pick
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.dndminiatures.battle.actions import ActivateCreature, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.harm import morale_bonus
from warcry3d.rules.dndminiatures.battle.rounds import NextSkirmishRound, rating_of
from warcry3d.rules.dndminiatures.battle.routing import flights
from warcry3d.rules.dndminiatures.battle.state import RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.traits import (
    CommanderEffect,
    Condition,
    EffectEnd,
    HitDamage,
    Lasting,
    OnHit,
    Power,
    Resistance,
    Traits,
)

OPEN: tuple[str, ...] = ("aaaaa....bbbbb", "1111......2222", *("..............",) * 8)


def routing(state: SkirmishState, *ids: str) -> SkirmishState:
    return state.changed(creatures=tuple(c.changed(is_routing=True) if c.id in ids else c for c in state.creatures))


@pytest.mark.parametrize(("face", "routs"), [(11, False), (10, True), (20, False), (1, True)])
def test_highest_rating_in_command_counts_once(face: int, routs: bool) -> None:
    """rule: DDM-MORALE-2, DDM-MORALE-3, and the text's level 4 under ratings 3 and 5: 11 holds, 10 routs."""
    pal = creature("pal", level=4, hp=20)
    red = {pal: (5, 5), creature("one", rating=3): (4, 5), creature("two", rating=5): (5, 4)}
    hero = creature("hero", rating=2, melee=(attack(9, 12),))
    state = skirmish({hero: (6, 5)}, red, OPEN)
    assert morale_bonus(state, "blue-pal") == 9
    game = Played(state, "red-hero").do(Strike("blue-pal")).roll(15, face)
    assert (game.state.creature("blue-pal").status == "fled") is routs


def test_second_half_asks_for_no_second_save() -> None:
    """rule: DDM-MORALE-6."""
    hero = creature("hero", rating=2, melee=(attack(9, 6), attack(9, 6)))
    state = skirmish({hero: (6, 5)}, {creature("foe", hp=12): (5, 5)}, OPEN)
    game = Played(state, "red-hero").do(Strike("blue-foe")).roll(15, 20).do(Strike("blue-foe", value=1))
    game.roll(15)
    assert game.state.creature("blue-foe").status == "destroyed"


@pytest.mark.parametrize("dc", [None, 30])
def test_hit_and_its_venom_ask_for_one_save_together(dc: int | None) -> None:
    """rule: DDM-MORALE-6: 6 of 12 by the hit, 2 more by what comes with it, after a failed save or without one."""
    venom = OnHit(id="venom", name="Venom", dc=dc, damage=HitDamage(amount=2))
    hero = creature("hero", rating=2, melee=(attack(9, 6),), on_hit=(venom,))
    game = Played(skirmish({hero: (6, 5)}, {creature("foe", hp=12): (5, 5)}, OPEN), "red-hero")
    game.do(Strike("blue-foe")).roll(15)
    if dc is not None:
        assert isinstance(game.due, Roll) and game.due.why.rule == "DDM-SAVE-1"
        game.roll(2)
    assert isinstance(game.due, Roll) and game.due.why.rule == "DDM-MORALE-2"
    game.roll(20)
    assert game.hp("blue-foe") == 4
    assert not isinstance(game.due, Roll) or game.due.why.rule != "DDM-MORALE-2"


def test_routing_creature_flees_at_double_speed_and_leaves_with_a_square_left() -> None:
    """rule: DDM-ROUT-1, DDM-ROUT-2, DDM-ROUT-5: 12 squares, of which leaving takes one."""
    hero = creature("hero", rating=2, melee=(attack(9, 12),))
    near = skirmish({hero: (10, 8)}, {creature("foe"): (10, 7), creature("pal"): (0, 9)}, OPEN)
    game = Played(near, "red-hero").do(Strike("blue-foe")).roll(15, 2)
    assert game.state.creature("blue-foe").status == "fled"
    slow = skirmish({hero: (10, 3)}, {creature("foe", speed=2): (10, 4), creature("pal"): (0, 9)}, OPEN)
    game = Played(slow, "red-hero").do(Strike("blue-foe")).roll(15, 2)
    assert {way.steps[-1] for way, _ in flights(game.state, "blue-foe")} == {(9, 8), (10, 8), (11, 8)}
    game.do(Pick(("0",)))
    assert game.state.creature("blue-foe").is_routing and game.state.creature("blue-foe").cell[1] == 8


def test_enemy_that_made_it_rout_does_not_strike_and_others_do() -> None:
    """rule: DDM-AOO-8, DDM-ROUT-3."""
    hero = creature("hero", rating=2, melee=(attack(9, 12),))
    red = {hero: (10, 8), creature("pal"): (10, 6)}
    game = Played(skirmish(red, {creature("foe", hp=24): (9, 7)}, OPEN), "red-hero").do(Strike("blue-foe")).roll(15, 2)
    assert isinstance(game.due, Choice) and game.due.about == ("red-pal",)


def test_big_creature_is_off_with_one_cell() -> None:
    """rule: DDM-ROUT-5, and the text's big creature over the exit."""
    hero = creature("hero", rating=2, melee=(attack(9, 12),))
    ogre = creature("foe", size=Size.LARGE)
    game = Played(skirmish({hero: (10, 8)}, {ogre: (9, 6), creature("pal"): (0, 9)}, OPEN), "red-hero")
    game.do(Strike("blue-foe")).roll(15, 2)
    assert game.state.creature("blue-foe").status == "fled"


def test_rallied_creature_does_nothing_else() -> None:
    """rule: DDM-RALLY-1, DDM-RALLY-2."""
    state = routing(skirmish({creature("hero", rating=4): (2, 5)}, {creature("foe"): (9, 5)}, OPEN), "red-hero")
    game = Played(state, "red-hero")
    assert isinstance(game.due, Roll)
    game.roll(13)
    assert not game.state.creature("red-hero").is_routing
    assert not (isinstance(game.due, Choice) and game.due.kind == "act")
    fled = Played(state, "red-hero").roll(12)
    assert fled.state.creature("red-hero").status == "fled"


def test_follower_out_of_command_does_not_rally() -> None:
    """rule: DDM-RALLY-1, DDM-COMMAND-5: a routing commander commands nobody."""
    red = {creature("hero", rating=4): (2, 5), creature("pal"): (3, 6)}
    state = routing(skirmish(red, {creature("foe"): (9, 5)}, OPEN), "red-hero", "red-pal")
    game = Played(state, "red-pal")
    assert not isinstance(game.due, Roll)
    assert game.state.creature("red-pal").status == "fled"


def test_effect_lets_the_rallied_act() -> None:
    """rule: DDM-EFFECT-1, DDM-WORD-4: a commander effect that contradicts the general rule wins."""
    captain = creature("hero", rating=4, commander=CommanderEffect(rallied_act=True))
    state = routing(skirmish({captain: (2, 5), creature("pal"): (3, 6)}, {creature("foe"): (9, 5)}, OPEN), "red-pal")
    game = Played(state, "red-pal").roll(13)
    assert isinstance(game.due, Choice) and game.due.kind == "act"


def test_rating_of_the_fleeing_does_not_count_for_initiative() -> None:
    """rule: DDM-INIT-1 and its open place."""
    state = skirmish({creature("hero", rating=4): (2, 5), creature("aide", rating=2): (3, 6)}, {}, OPEN)
    assert rating_of(state, "red") == 4
    assert rating_of(routing(state, "red-hero"), "red") == 2


def test_round_goes_by_phases_of_two_and_the_larger_warband_ends_it() -> None:
    """rule: DDM-INIT-2, DDM-PHASE-1, DDM-PHASE-2, DDM-ROUND-2, DDM-ROUND-3."""
    idle = Lasting(conditions=(Condition.HELPLESS,))
    red = {creature(f"r{n}"): (n, 0) for n in range(5)}
    blue = {creature("b0"): (9, 9)}
    state = skirmish(red, blue, OPEN)
    effects = tuple(RunningEffect(creature=id, name="idle", by=id, lasting=idle) for id in state.model_ids)
    game = Played(state.changed(agenda=(NextSkirmishRound(),), effects=effects)).roll(3, 17).do(Pick(("red",)))
    asked = []
    while isinstance(game.due, Choice):
        asked.append(game.due.player)
        game.do(ActivateCreature(game.due.about[0]))  # type: ignore[index]
    assert asked == ["red", "red", "blue", "red", "red", "red"]
    assert "round 3" in game.events


def test_tied_initiative_goes_to_the_higher_rating_else_is_rolled_again() -> None:
    """rule: DDM-INIT-3."""
    state = skirmish({creature("hero", rating=4): (0, 0)}, {creature("foe"): (9, 9)}, OPEN)
    game = Played(state.changed(agenda=(NextSkirmishRound(),))).roll(6, 10)
    assert isinstance(game.due, Choice) and game.due.player == "red"
    assert game.events[-1] == "red wins the initiative by its higher rating: red 6 +4, blue 10 +0"
    state = skirmish({creature("hero"): (0, 0)}, {creature("foe"): (9, 9)}, OPEN)
    game = Played(state.changed(agenda=(NextSkirmishRound(),))).roll(6, 6)
    assert isinstance(game.due, Roll)


def test_warbands_are_set_up_in_turn_from_who_is_named() -> None:
    """rule: DDM-TILE-1, DDM-SETUP-1."""
    game = Played(RULES.start(evening())).roll(3, 15)
    assert isinstance(game.due, Choice) and (game.due.kind, game.due.player) == ("sets-up-first", "blue")
    game.do(Pick(("red",)), Pick(("0",)))
    assert isinstance(game.due, Choice) and (game.due.kind, game.due.player) == ("set-up", "red")


def test_spell_takes_the_place_of_all_attacks_and_marks_a_box() -> None:
    """rule: DDM-TURN-8, DDM-CARD-15, DDM-SAVE-1: half after a save."""
    bolt = Power(id="bolt", name="Bolt", level=1, uses=1, damage=HitDamage(amount=10), dc=13, save="half")
    mage = creature("hero", rating=1, powers=(bolt,), ranged=(attack(),))
    game = Played(skirmish({mage: (2, 5)}, {creature("foe"): (9, 5)}, OPEN), "red-hero")
    game.do(UsePower("bolt", "blue-foe")).roll(10)
    assert game.hp("blue-foe") == 15
    assert game.faults(Strike("blue-foe", "ranged")) == ["DDM-TURN-8"]
    assert game.state.creature("red-hero").used("bolt") == 1


def test_threatened_caster_casts_by_touch_only() -> None:
    """rule: DDM-THREAT-3, DDM-THREAT-4."""
    bolt = Power(id="bolt", name="Bolt", level=1, damage=HitDamage(amount=5))
    jolt = Power(id="jolt", name="Jolt", level=1, range="touch", damage=HitDamage(amount=5))
    roar = Power(id="roar", name="Roar", damage=HitDamage(amount=5))
    mage = creature("hero", rating=1, powers=(bolt, jolt, roar))
    game = Played(skirmish({mage: (2, 5)}, {creature("foe"): (3, 5)}, OPEN), "red-hero")
    assert game.faults(UsePower("bolt", "blue-foe")) == ["DDM-THREAT-3"]
    assert game.faults(UsePower("jolt", "blue-foe")) == game.faults(UsePower("roar", "blue-foe")) == []


def test_stunned_creature_loses_a_turn_and_sleep_ends_with_damage() -> None:
    """rule: DDM-MOD-4 and the usual meanings of stunned and asleep."""
    stun = Power(id="stun", name="Stun", lasting=Lasting(conditions=(Condition.STUNNED,)))
    sleep = Power(id="sleep", name="Sleep", lasting=Lasting(until=EffectEnd.DAMAGE, conditions=(Condition.ASLEEP,)))
    hero = creature("hero", rating=1, powers=(stun, sleep), traits=Traits())
    state = skirmish({hero: (2, 5), creature("pal"): (8, 5)}, {creature("foe"): (9, 5)}, OPEN)
    game = Played(state, "red-hero").do(UsePower("stun", "blue-foe"))
    stunned = Played(game.state, "blue-foe")
    assert "blue-foe can do nothing" in stunned.events
    assert not stunned.state.has("blue-foe", Condition.STUNNED)
    game = Played(state, "red-hero").do(UsePower("sleep", "blue-foe"))
    hit = Played(game.state, "red-pal").do(Strike("blue-foe"))
    assert hit.hp("blue-foe") == 10 and not hit.state.is_helpless("blue-foe")


def test_spell_must_get_past_spell_resistance() -> None:
    """rule: DDM-WORD-4 and the usual meaning: a D20 must reach it; what is no spell is not resisted."""
    bolt = Power(id="bolt", name="Bolt", level=1, damage=HitDamage(amount=5))
    roar = Power(id="roar", name="Roar", damage=HitDamage(amount=5))
    hero = creature("hero", rating=1, powers=(bolt, roar))
    state = skirmish({hero: (2, 5)}, {creature("foe", traits=Traits(spell_resistance=11)): (9, 5)}, OPEN)
    assert Played(state, "red-hero").do(UsePower("bolt", "blue-foe")).roll(10).hp("blue-foe") == 20
    assert Played(state, "red-hero").do(UsePower("bolt", "blue-foe")).roll(11).hp("blue-foe") == 15
    assert Played(state, "red-hero").do(UsePower("roar", "blue-foe")).hp("blue-foe") == 15


def test_spell_on_a_warband_reaches_all_of_it_and_makes_weapons_magic() -> None:
    """rule: DDM-ATTACK-7, DDM-WORD-4: damage reduction does nothing against magic."""
    lasting = Lasting(magic_weapon=True)
    bless = Power(id="bless", name="Bless", level=1, range="warband", target="friend", picks="all", lasting=lasting)
    red = {creature("hero", rating=1, powers=(bless,)): (2, 5), creature("pal"): (8, 5)}
    stony = creature("foe", traits=Traits(resistances=(Resistance(amount=5),)))
    state = skirmish(red, {stony: (9, 5)}, OPEN)
    assert Played(state, "red-pal").do(Strike("blue-foe")).roll(15).hp("blue-foe") == 20
    blessed = Played(state, "red-hero").do(UsePower("bless")).state
    assert Played(blessed, "red-pal").do(Strike("blue-foe")).roll(15).hp("blue-foe") == 15
