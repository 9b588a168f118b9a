"""Attacks: what hits, what it costs, what changes the sum (DDM-ATTACK, DDM-MOD, DDM-MULTI)."""

import pytest

from tests.rules.dndminiatures.battle.field import Played, attack, creature, skirmish
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.dndminiatures.battle.actions import MoveBySquares, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.attack_odds import damage_distribution, hit_chances
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation, attack_sum
from warcry3d.rules.dndminiatures.battle.state import RunningEffect, SkirmishState
from warcry3d.rules.dndminiatures.creatures.card import Creature
from warcry3d.rules.dndminiatures.creatures.traits import (
    BonusCase,
    CardScore,
    Condition,
    HitDamage,
    Lasting,
    Power,
    Resistance,
    ScoreBonus,
    Traits,
)
from warcry3d.rules.dndminiatures.grid.cells import Cell

OPEN: tuple[str, ...] = ("..........",) * 6 + ("1111..2222",) + ("aaaaabbbbb",)


def duel(
    hero: Creature | None = None,
    foe: Creature | None = None,
    *,
    at: Cell = (2, 2),
    foe_at: Cell = (3, 2),
    rows: tuple[str, ...] = OPEN,
) -> Played:
    """Return a turn of a hero (red) beside or away from a foe (blue)."""
    state = skirmish({hero or creature("hero"): at}, {foe or creature("foe"): foe_at}, rows)
    return Played(state, "red-hero")


def suffering(state: SkirmishState, id: str, condition: Condition) -> SkirmishState:
    lasting = Lasting(conditions=(condition,))
    return state.changed(effects=(RunningEffect(creature=id, name="x", by=id, lasting=lasting),))


def test_total_equal_to_the_armour_class_hits() -> None:
    """rule: DDM-ATTACK-1, DDM-CARD-7: +5 reaches AC 15 with a 10, not with a 9."""
    assert duel().do(Strike("blue-foe")).roll(10).hp("blue-foe") == 15
    assert duel().do(Strike("blue-foe")).roll(9).hp("blue-foe") == 20


def test_natural_twenty_hits_and_doubles_natural_one_misses() -> None:
    """rule: DDM-ATTACK-2, DDM-ATTACK-5."""
    armoured = creature("foe", ac=60)
    assert duel(foe=armoured).do(Strike("blue-foe")).roll(20).hp("blue-foe") == 10
    bare = creature("foe", ac=1)
    assert duel(foe=bare).do(Strike("blue-foe")).roll(1).hp("blue-foe") == 20


def test_immune_to_criticals_is_hit_without_doubling() -> None:
    """rule: DDM-ATTACK-3, and the text's example: 10 magic + 5 fire, not doubled."""
    samurai = creature("hero", melee=(attack(5, 10, kind="magic", fire=5),))
    golem = creature("foe", hp=60, traits=Traits(immune=("critical",)))
    game = duel(samurai, golem).do(Strike("blue-foe")).roll(20)
    assert game.hp("blue-foe") == 45 and any("immune to critical hits" in event for event in game.events)
    assert duel(samurai, creature("foe", hp=60)).do(Strike("blue-foe")).roll(20).hp("blue-foe") == 35


def test_bonus_damage_is_not_doubled_against_the_helpless() -> None:
    """rule: DDM-ATTACK-6, DDM-MOD-5: no roll, 20 magic and 5 fire."""
    samurai = creature("hero", melee=(attack(5, 10, kind="magic", fire=5),))
    state = suffering(
        skirmish({samurai: (2, 2)}, {creature("foe", hp=60): (3, 2)}, OPEN), "blue-foe", Condition.PARALYSED
    )
    assert Played(state, "red-hero").do(Strike("blue-foe")).hp("blue-foe") == 35


def test_wider_criticals_hit_by_themselves() -> None:
    """rule: DDM-ATTACK-4: critical from 19 on hits AC 60."""
    keen = creature("hero", traits=Traits(critical=19))
    assert duel(keen, creature("foe", ac=60)).do(Strike("blue-foe")).roll(19).hp("blue-foe") == 10


def test_friends_are_no_targets() -> None:
    """rule: DDM-ATTACK-7."""
    state = skirmish({creature("hero"): (2, 2), creature("pal"): (3, 2)}, {creature("foe"): (8, 2)}, OPEN)
    assert Played(state, "red-hero").faults(Strike("red-pal")) == ["DDM-ATTACK-7"]


def test_creature_without_hp_is_removed_and_the_last_one_wins() -> None:
    """rule: DDM-ATTACK-8, DDM-ATTACK-9, DDM-WIN-1."""
    game = duel(foe=creature("foe", hp=5)).do(Strike("blue-foe")).roll(15)
    assert game.state.creature("blue-foe").status == "destroyed"
    assert (game.due.winners, game.due.scores) == (("red",), {})  # type: ignore[union-attr]
    assert "blue-foe is destroyed" in game.events


@pytest.mark.parametrize(("hp", "damage", "saves"), [(25, 12, False), (25, 13, True), (24, 12, True)])
def test_half_of_the_hp_asks_for_a_morale_save(hp: int, damage: int, saves: bool) -> None:
    """rule: DDM-ATTACK-10, DDM-MORALE-1: of 25, 13 left is more than half and 12 is not."""
    hero = creature("hero", melee=(attack(5, damage),))
    game = duel(hero, creature("foe", hp=hp)).do(Strike("blue-foe")).roll(15)
    assert isinstance(game.due, Roll) and game.due.why.rule == "DDM-MORALE-2" if saves else isinstance(game.due, Choice)


def test_multi_attacker_stands_still_and_may_change_targets() -> None:
    """rule: DDM-MULTI-1, DDM-MULTI-2, and the text's +12/+12 that destroys its first target."""
    hero = creature("hero", melee=(attack(12), attack(12)))
    state = skirmish({hero: (2, 2)}, {creature("foe", hp=5): (3, 2), creature("next"): (2, 3)}, OPEN)
    game = Played(state, "red-hero").do(Strike("blue-foe")).roll(10)
    assert game.faults(MoveBySquares(((1, 2),))) == []
    game.do(Strike("blue-next", value=1)).roll(10)
    assert game.hp("blue-next") == 15


def test_creature_that_moved_attacks_once_with_one_value() -> None:
    """rule: DDM-TURN-5, DDM-TURN-7, DDM-MULTI-1."""
    hero = creature("hero", melee=(attack(12, 5), attack(2, 15)))
    game = duel(hero, at=(1, 2)).do(MoveBySquares(((2, 2),)), Strike("blue-foe", value=1)).roll(13)
    assert game.hp("blue-foe") == 5
    assert not isinstance(game.due, Choice) or game.due.kind != "act"


def test_damage_reduction_stops_weapons_not_magic() -> None:
    """rule: DDM-CARD-14, and the usual meaning of DR: 5 less of each hit without magic."""
    stony = creature("foe", traits=Traits(resistances=(Resistance(amount=5),)))
    assert duel(creature("hero", melee=(attack(5, 10),)), stony).do(Strike("blue-foe")).roll(15).hp("blue-foe") == 15
    magic = creature("hero", melee=(attack(5, 10, kind="magic"),))
    assert duel(magic, stony).do(Strike("blue-foe")).roll(15).hp("blue-foe") == 10


def test_terms_of_a_flanked_stunned_target_add_up() -> None:
    """rule: DDM-MOD-2, DDM-MOD-4, DDM-MOD-14, DDM-FLANK-1."""
    state = skirmish({creature("hero"): (2, 2), creature("pal"): (4, 2)}, {creature("foe"): (3, 2)}, OPEN)
    state = suffering(state, "blue-foe", Condition.STUNNED)
    sum = attack_sum(state, AttackSituation("red-hero", "blue-foe", "melee", 0))
    assert (sum.bonus, sum.armour) == (7, 13)
    assert {"DDM-MOD-2", "DDM-MOD-4"} <= {term.rule for term in sum.terms}


def test_routing_partner_does_not_flank() -> None:
    """rule: DDM-FLANK-4."""
    state = skirmish({creature("hero"): (2, 2), creature("pal"): (4, 2)}, {creature("foe"): (3, 2)}, OPEN)
    pal = state.creature("red-pal").changed(is_routing=True)
    state = state.changed(creatures=tuple(pal if c.id == pal.id else c for c in state.creatures))
    assert attack_sum(state, AttackSituation("red-hero", "blue-foe", "melee", 0)).bonus == 5


def test_unseen_attacker_gets_two_and_unseen_target_is_concealed() -> None:
    """rule: DDM-MOD-3, DDM-MOD-7: the second die of 11 or more."""
    state = skirmish({creature("hero"): (2, 2)}, {creature("foe"): (3, 2)}, OPEN)
    hidden = suffering(state, "red-hero", Condition.INVISIBLE)
    assert attack_sum(hidden, AttackSituation("red-hero", "blue-foe", "melee", 0)).bonus == 7
    ghost = suffering(state, "blue-foe", Condition.INVISIBLE)
    assert attack_sum(ghost, AttackSituation("red-hero", "blue-foe", "melee", 0)).conceal == 11
    assert Played(ghost, "red-hero").do(Strike("blue-foe")).roll(15, 10).hp("blue-foe") == 20
    assert Played(ghost, "red-hero").do(Strike("blue-foe")).roll(15, 11).hp("blue-foe") == 15


def test_shot_at_a_target_in_melee_behind_cover_adds_up() -> None:
    """rule: DDM-MOD-8, DDM-MOD-9, and the text's wall corner with a creature in the line: cover counts once."""
    archer = creature("hero", ranged=(attack(6),))
    state = skirmish(
        {archer: (0, 2), creature("pal"): (5, 2)}, {creature("foe"): (4, 2)}, ("..........",) * 4 + OPEN[-2:]
    )
    sum = attack_sum(state, AttackSituation("red-hero", "blue-foe", "ranged", 0))
    assert sum.armour == 19
    state = skirmish(
        {archer: (0, 2), creature("pal"): (5, 2), creature("other"): (2, 2)}, {creature("foe"): (4, 2)}, OPEN
    )
    assert attack_sum(state, AttackSituation("red-hero", "blue-foe", "ranged", 0)).armour == 23


def test_nobody_shoots_at_the_unseen() -> None:
    """rule: DDM-MOD-13, DDM-RANGED-1."""
    state = skirmish({creature("hero", ranged=(attack(6),)): (0, 2)}, {creature("foe"): (4, 2)}, OPEN)
    ghost = suffering(state, "blue-foe", Condition.INVISIBLE)
    assert Played(ghost, "red-hero").faults(Strike("blue-foe", "ranged")) == ["DDM-RANGED-1"]


def test_only_the_nearest_enemy_in_sight_is_shot_at_and_moving_changes_it() -> None:
    """rule: DDM-RANGED-2, and the text's example of a nearer one in cover."""
    archer = creature("hero", ranged=(attack(6),))
    state = skirmish(
        {archer: (0, 3)}, {creature("near"): (3, 3), creature("far"): (0, 7)}, ("..........",) * 8 + OPEN[-2:]
    )
    game = Played(state, "red-hero")
    assert game.faults(Strike("blue-far", "ranged")) == ["DDM-RANGED-2"]
    game.do(MoveBySquares(((0, 4), (0, 5))))
    assert game.faults(Strike("blue-far", "ranged")) == []


def test_threatened_creature_does_not_shoot() -> None:
    """rule: DDM-RANGED-4, DDM-THREAT-2."""
    archer = creature("hero", ranged=(attack(6),))
    assert duel(archer).faults(Strike("blue-foe", "ranged")) == ["DDM-RANGED-4"]


def test_enemy_round_a_corner_does_not_keep_from_shooting() -> None:
    """rule: DDM-THREAT-5, DDM-MCOVER-4, and the text's shooter round a wall's corner."""
    rows = ("..........", "..........", "..........", "...#......", "..........", "..........", *OPEN[-2:])
    bolt = Power(id="bolt", name="Bolt", level=1, damage=HitDamage(amount=5))
    archer = creature("hero", ranged=(attack(6),), powers=(bolt,))
    game = duel(archer, rows=rows, at=(2, 4), foe_at=(3, 5))
    assert game.faults(Strike("blue-foe", "ranged")) == game.faults(UsePower("bolt", "blue-foe")) == []


def test_short_range_reaches_six_squares() -> None:
    """rule: DDM-RANGED-5."""
    thrower = creature("hero", ranged=(attack(6),), traits=Traits(range=6))
    assert duel(thrower, at=(0, 2), foe_at=(6, 2)).faults(Strike("blue-foe", "ranged")) == []
    assert duel(thrower, at=(0, 2), foe_at=(7, 2)).faults(Strike("blue-foe", "ranged")) == ["DDM-RANGED-5"]


def test_all_attacks_of_a_turn_are_of_one_kind() -> None:
    """rule: DDM-TURN-4."""
    hero = creature("hero", melee=(attack(), attack()), ranged=(attack(), attack()))
    rows = ("..........", "..........", "..........", "...#......", "..........", "..........", *OPEN[-2:])
    game = duel(hero, rows=rows, at=(2, 4), foe_at=(3, 5)).do(Strike("blue-foe", "ranged")).roll(2)
    assert game.faults(Strike("blue-foe", value=1)) == ["DDM-TURN-4"]


def test_bonuses_of_a_card_hold_in_their_cases() -> None:
    """rule: DDM-CARD-14, DDM-WORD-4: +4 AC against attacks of opportunity only."""
    nimble = Traits(bonuses=(ScoreBonus(score=CardScore.AC, amount=4, when=(BonusCase.OPPORTUNITY,)),))
    state = skirmish({creature("hero"): (2, 2)}, {creature("foe", traits=nimble): (3, 2)}, OPEN)
    plain = AttackSituation("red-hero", "blue-foe", "melee", 0)
    assert attack_sum(state, plain).armour == 15
    assert attack_sum(state, AttackSituation("red-hero", "blue-foe", "melee", 0, is_opportunity=True)).armour == 19


def test_odds_are_those_of_the_die() -> None:
    """rule: DDM-ATTACK-1, DDM-ATTACK-2: +5 against AC 15 hits with 10 to 20, critically with 20."""
    state = skirmish({creature("hero"): (2, 2)}, {creature("foe"): (3, 2)}, OPEN)
    situation = AttackSituation("red-hero", "blue-foe", "melee", 0)
    chances = hit_chances(state, situation)
    assert (round(chances.plain, 9), round(chances.double, 9)) == (0.5, 0.05)
    assert damage_distribution(state, situation).mean == pytest.approx(0.5 * 5 + 0.05 * 10)
