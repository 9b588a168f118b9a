"""Shooting: who may, at whom; the dice of attacks; weapon abilities; wounds and destroyed models."""

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    aims,
    at_step,
    battle,
    blade,
    gun,
    inside,
    order,
    play,
    row,
    rules_of,
    said,
    sheet,
)
from warcry3d.game.prompts import Divide
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons, all_at
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import count_of
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k
from warcry3d.rules.warhammer40k.battle.attacks.weapons import shots_of
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds, MortalWounds40k
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import ShootingPhase40k
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k, State40k, UnitEffect40k

LONER = sheet("loner", core=["lone operative"])
MILITIA = sheet("militia", numbers={"wounds": 1, "save": 6})


def duel(weapon: dict[str, object], target: dict[str, object] = TROOPS, count: int = 1, gap: float = 10.0) -> State40k:
    """Return one model with a weapon, ``gap`` from a unit's first model, about to aim."""
    shooter = sheet("shooter", weapon, blade())
    return battle(
        {"shooter": (shooter, [(10, 10)])}, {"foe": (target, row(10 + gap, 10, count))}, AimsWeapons("shooter")
    )


def deck(**values: object) -> dict[str, object]:
    """Return a transport with a turret and a firing deck of 2."""
    given = {"core": ["firing deck 2"], "transport": {"capacity": 6, "keywords": ["infantry"]}}
    return sheet("carrier", gun("Turret"), keywords=("vehicle", "transport"), **given, **values)


def line_of(state: State40k) -> AttackLine40k:
    (line,) = attack_lines(state, "shooter", all_at(state, "shooter", "foe", is_melee=False).aims)
    return line


def test_an_attack_is_hit_wound_save_and_damage() -> None:
    """rule: 40K-ATTACK-1, 40K-WOUND-1, 40K-DAMAGE-1, 40K-WEAPON-2."""
    state = duel(gun(attacks=3))
    game = play(at_step(state), aims("shooter", "foe", "rifle"))
    assert game.pending.count == 3
    game = play(game, (2, 3, 6))
    assert game.pending.count == 2
    game = play(game, (3, 4))
    assert game.pending.count == 1
    game = play(game, (2,))
    assert game.state.wounds_left("foe-1") == 1


@pytest.mark.parametrize(("own", "attacks"), [(2, 10), (3, 15)])
def test_attacks_are_those_of_all_models_with_a_weapon(own: int, attacks: int) -> None:
    """rule: 40K-WEAPON-2. Examples 10 and 11: 5 models with A 2 make 10 attacks, with A 3 they make 15."""
    shooters = sheet("shooters", gun(attacks=own))
    state = battle({"u": (shooters, row(10, 10, 5))}, {"foe": (TROOPS, row(10, 20, 5))}, AimsWeapons("u"))
    game = play(at_step(state), all_at(state, "u", "foe", is_melee=False))
    assert game.pending.count == attacks


def test_a_target_is_seen_and_in_range_of_the_same_model() -> None:
    """rule: 40K-SHOOT-7. At 24 in from base to base the rifle still reaches."""
    near, far = duel(gun(), gap=24 + 1.2), duel(gun(), gap=24 + 1.3)
    assert all_at(near, "shooter", "foe", is_melee=False).aims
    assert at_step(far).is_over or not AimsWeapons("shooter").choice(far)


def test_a_target_behind_a_wall_cannot_be_shot_at() -> None:
    """rule: 40K-SHOOT-7."""
    wall = {"id": "wall", "piece": "stone", "at": [14, 8.5]}
    shooter = sheet("shooter", gun())
    state = battle({"shooter": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, features=[wall])
    assert AimsWeapons("shooter").choice(state) is None


def test_weapons_may_have_different_targets_each_one() -> None:
    """rule: 40K-SHOOT-3, 40K-SHOOT-4, 40K-SHOOT-5, 40K-ATTACK-2, 40K-ATTACK-3."""
    shooter = sheet("shooter", gun(), gun("Pistol", 12))
    foes = {"foe": (TROOPS, [(18, 10)]), "other": (TROOPS, [(10, 18)])}
    state = battle({"shooter": (shooter, [(10, 10)])}, foes, AimsWeapons("shooter"))
    game = at_step(state)
    both = aims("shooter", "foe", "rifle").aims + aims("shooter", "other", "pistol").aims
    twice = aims("shooter", "foe", "rifle").aims + aims("shooter", "other", "rifle").aims
    assert rules_of(game, type(aims("shooter", "foe"))(twice)) == ["40K-SHOOT-5"]
    game = play(game, type(aims("shooter", "foe"))(both))
    assert isinstance(game.pending, Choice) and game.pending.kind == "order"
    game = play(game, "other", (1,), (1,))
    assert "shooter at foe: 1 attack with Rifle" in said(game)


@pytest.mark.parametrize("is_big", [False, True])
def test_a_model_shoots_with_its_pistols_or_with_its_other_weapons(is_big: bool) -> None:
    """rule: 40K-SHOOT-3. Monsters and vehicles may use both; what is proposed is what deals more."""
    words = ["vehicle"] if is_big else ["infantry"]
    shooter = sheet("shooter", gun(), gun("Pistol", 12, attacks=3, abilities=["pistol"]), keywords=words)
    state = battle({"shooter": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(18, 10)])}, AimsWeapons("shooter"))
    game = at_step(state)
    both = aims("shooter", "foe", "rifle").aims + aims("shooter", "foe", "pistol").aims
    assert rules_of(game, type(aims("shooter", "foe"))(both)) == ([] if is_big else ["40K-SHOOT-3"])
    proposed = all_at(state, "shooter", "foe", is_melee=False)
    assert [one.slot for one in proposed.aims] == (["rifle", "pistol"] if is_big else ["pistol"])
    assert rules_of(game, proposed) == []


@pytest.mark.parametrize("improves", [False, True])
def test_cover_counts_where_the_ap_that_a_rule_gives_lets_it(improves: bool) -> None:
    """rule: 40K-COVER-2, 40K-MOD-11. SV 3+ in a crater: nothing against AP 0, a point against AP 0 improved by 1."""
    change = {"rule": "characteristic", "name": "Keen", "what": "ap", "how": "improve", "value": 1}
    shooter = sheet("shooter", gun(), rules=[change] if improves else [])
    crater = {"id": "pit", "piece": "flat", "at": [18.5, 8.5], "category": "crater"}
    state = battle(
        {"shooter": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("shooter"), features=[crater]
    )
    assert line_of(state).covered == (("foe-1",) if improves else ())


def test_all_weapons_of_a_kind_get_their_target_at_once() -> None:
    """rule: 40K-SHOOT-3, 40K-SHOOT-5, 40K-SHOOT-7. Rifles at one unit, pistols at another that the third model is too
    far from; of weapons that all have one name, or each another one, no such prompt is made.
    """
    shooter = sheet("shooter", gun(), gun("Pistol", 12))
    foes = {"foe": (TROOPS, [(33, 10)]), "other": (TROOPS, [(6, 20)])}
    state = battle({"shooter": (shooter, row(10, 10, 3, gap=2.5))}, foes, AimsWeapons("shooter"))
    game = at_step(state)
    by_id = {one.id: one for one in game.ruleset.prompts(game.state)}
    kinds = by_id["kinds"]
    assert isinstance(kinds, Divide)
    assert [str(one.label) for one in kinds.items] == ["Rifle × 3", "Pistol × 2"]
    action = kinds.action((("Rifle", "foe|0"), ("Pistol", "other|0")))
    assert not game.faults(action)
    assert [(one.model, one.slot, one.target) for one in action.aims] == [
        *((f"shooter-{n}", "rifle", "foe") for n in (1, 2, 3)),
        *((f"shooter-{n}", "pistol", "other") for n in (1, 2)),
    ]
    alike = battle({"u": (TROOPS, row(10, 10, 3))}, foes, AimsWeapons("u"))
    alone = battle({"shooter": (shooter, [(10, 10)])}, foes, AimsWeapons("shooter"))
    for other in (alike, alone):
        assert "kinds" not in [one.id for one in RULES.prompts(other)]


def test_odds_name_who_carries_a_weapon_how_often_it_attacks_and_what_it_needs() -> None:
    """rule: 40K-HIT-1, 40K-ATTACK-1. A leader and those that it leads: each line has a bearer of its weapon."""
    boss = sheet("boss", gun("Pistol", 12, skill=2), keywords=("infantry", "character"), leads=["u"])
    reds = {"u": (TROOPS, row(10, 10, 2)), "boss": (boss, [(10, 12)])}
    state = battle(reds, {"foe": (TROOPS, [(18, 10)])}, AimsWeapons("u"), extra={"boss": {"joins": "u"}})
    odds = RULES.preview(state, all_at(state, "u", "foe", is_melee=False)).odds
    assert {(one.attacker, str(one.weapon), *map(str, one.terms[:2])) for one in odds} == {
        ("boss-1", "Pistol", "1 attack", "hits on 2+"),
        ("u-1", "Rifle", "2 attacks", "hits on 3+"),
        ("u-1", "all together"),
    }


def test_odds_are_about_the_whole_unit_that_is_attacked() -> None:
    """rule: 40K-ATTACK-1, 40K-ALLOC-1. Named by one that is led, not by its leader; 2 x 2 W and the leader's 2 W."""
    boss = sheet("boss", keywords=("infantry", "character"), leads=["foe"])
    blues = {"foe": (TROOPS, [(18, 10), (19.5, 10)]), "boss": (boss, [(18, 11.5)])}
    state = battle({"u": (TROOPS, [(10, 10)])}, blues, AimsWeapons("u"), extra={"boss": {"joins": "foe"}})
    (odds,) = RULES.preview(state, all_at(state, "u", "foe", is_melee=False)).odds
    assert (odds.target, odds.left, odds.down) == ("foe-1", 6, 0.0)


def test_units_shoot_once_a_phase_and_none_has_to() -> None:
    """rule: 40K-SHOOT-2."""
    state = battle({"u": (TROOPS, row(10, 10, 5))}, {"foe": (TROOPS, row(10, 20, 5))}, ShootingPhase40k("red"))
    game = play(at_step(state), order("shoot", "u"), "done")
    assert game.is_over, "no other unit can shoot"
    assert Deed40k.SHOT in game.state.unit("u").did


@pytest.mark.parametrize(("deed", "rule"), [(Deed40k.ADVANCED, "40K-ADVANCE-3"), (Deed40k.FELL_BACK, "40K-FALLBACK-3")])
def test_who_advanced_or_fell_back_does_not_shoot(deed: Deed40k, rule: str) -> None:
    """rule: 40K-SHOOT-1, 40K-ADVANCE-3, 40K-FALLBACK-3."""
    reds = {"u": (TROOPS, row(10, 10, 5)), "v": (TROOPS, row(30, 10, 5))}
    state = battle(reds, {"foe": (TROOPS, row(10, 20, 5))}, ShootingPhase40k("red"))
    units = tuple(one.changed(did=(deed,)) if one.id == "u" else one for one in state.units)
    assert rules_of(at_step(state.changed(units=units)), order("shoot", "u")) == [rule]


@pytest.mark.parametrize("deed", [Deed40k.ADVANCED, Deed40k.FELL_BACK])
@pytest.mark.parametrize("to", ["shoot", "charge"])
def test_rules_let_units_shoot_after_other_moves(deed: Deed40k, to: str) -> None:
    """rule: 40K-SHOOT-1, 40K-ADVANCE-3, 40K-FALLBACK-3."""
    rule = {"rule": "eligible", "name": "Reckless", "to": [to], "after": ["advancing", "falling-back"]}
    reds = {"u": (sheet("u", gun(), rules=[rule]), row(10, 10, 5)), "v": (TROOPS, row(30, 10, 5))}
    state = battle(reds, {"foe": (TROOPS, row(10, 20, 5))}, ShootingPhase40k("red"))
    units = tuple(one.changed(did=(deed,)) if one.id == "u" else one for one in state.units)
    game = at_step(state.changed(units=units))
    assert (rules_of(game, order("shoot", "u")) == []) is (to == "shoot")
    if to == "shoot":
        assert all_at(game.state, "u", "foe", is_melee=False).aims


def test_in_engagement_range_monsters_and_vehicles_alone_shoot_at_a_penalty() -> None:
    """rule: 40K-SHOOT-1, 40K-SHOOT-8, 40K-BIGGUNS-1, 40K-BIGGUNS-3, 40K-BIGGUNS-4, 40K-ENGAGE-1, 40K-ENGAGE-2."""
    reds = {"u": (TROOPS, [(10, 10)]), "tank": (TANK, [(14, 10)]), "far": (TROOPS, [(30, 10)])}
    state = battle(reds, {"foe": (TROOPS, [(12, 10)])}, ShootingPhase40k("red"))
    game = at_step(state)
    assert rules_of(game, order("shoot", "u")) == ["40K-SHOOT-1"]
    assert rules_of(game, order("shoot", "far")) == ["40K-SHOOT-7"]
    (line,) = attack_lines(state, "tank", all_at(state, "tank", "foe", is_melee=False).aims)
    assert line.hit_bonus == -1


def test_big_targets_in_a_fight_are_shot_at_with_a_penalty_but_for_pistols() -> None:
    """rule: 40K-BIGGUNS-2, 40K-BIGGUNS-3."""
    shooter = sheet("shooter", gun(), gun("Pistol", 24, abilities=["pistol"]))
    reds = {"shooter": (shooter, [(10, 20)]), "u": (TROOPS, [(10, 10)])}
    state = battle(reds, {"foe": (TANK, [(12, 10)])})
    both = aims("shooter", "foe", "rifle").aims + aims("shooter", "foe", "pistol").aims
    lines = attack_lines(state, "shooter", both)
    assert {line.weapon: line.hit_bonus for line in lines} == {"Rifle": -1, "Pistol": 0}


def test_a_pistol_shoots_at_enemies_in_engagement_range() -> None:
    """rule: 40K-SHOOT-8."""
    state = duel(gun("Pistol", 12, abilities=["pistol"]), gap=2.0)
    assert all_at(state, "shooter", "foe", is_melee=False).aims


def test_torrents_hit_without_a_roll() -> None:
    """rule: 40K-AUTO-1, 40K-AUTO-2."""
    game = play(
        at_step(duel(gun("Torch", 12, skill=None, attacks=2, abilities=["torrent"]))), aims("shooter", "foe", "torch")
    )
    assert isinstance(game.pending, Roll) and "wound" in str(game.pending.why)
    assert game.pending.count == 2


@pytest.mark.parametrize(("gap", "attacks"), [(12.0, 3), (15.0, 1)])
def test_rapid_fire_counts_within_half_the_range(gap: float, attacks: int) -> None:
    """rule: 40K-TRIGGER-1, 40K-TRIGGER-2."""
    assert line_of(duel(gun(abilities=["rapid fire 2"]), gap=gap)).attacks == attacks


@pytest.mark.parametrize(
    ("attacks", "rapid", "faces", "expected", "mean"),
    [
        ("D6", "D3", (4, 5), 7, 5.5),
        ("D3", "D6", (5, 4), 7, 5.5),
        ("2D3+1", "D6+2", (6, 1, 6), 13, 10.5),
        ("D6", "D6", (4, 5), 9, 7.0),
        ("2", "D3", (5,), 5, 4.0),
        ("D3", "2", (5,), 5, 4.0),
    ],
)
def test_dice_of_rapid_fire_are_of_their_own_kind(
    attacks: str, rapid: str, faces: tuple[int, ...], expected: int, mean: float
) -> None:
    """rule: 40K-DICE-5, 40K-TRIGGER-2. A D6 with rapid fire D3: D6 + D3, not 2D6."""
    number = int(attacks) if attacks.isdecimal() else attacks
    state = duel(gun(attacks=number, abilities=[f"rapid fire {rapid}"]))
    assert count_of(line_of(state)).mean == pytest.approx(mean)
    game = play(at_step(state), aims("shooter", "foe", "rifle"))
    assert game.pending.count == len(faces)
    game = play(game, faces)
    assert "hit" in str(game.pending.why) and game.pending.count == expected


def test_each_weapon_rolls_all_its_kinds_of_dice_in_turn() -> None:
    """rule: 40K-DICE-5. Two weapons of A D6 with rapid fire D3: 2 + 3 and 6 + 1."""
    shooter = sheet("u", gun(attacks="D6", abilities=["rapid fire D3"]))
    state = battle({"u": (shooter, row(10, 10, 2))}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle", models=(1, 2)), (2, 5, 6, 1))
    assert game.pending.count == 12


@pytest.mark.parametrize(("gap", "plus"), [(6.0, 2), (9.0, 0)])
def test_melta_adds_damage_within_half_the_range(gap: float, plus: int) -> None:
    """rule: 40K-TRIGGER-1, 40K-TRIGGER-2."""
    assert line_of(duel(gun("Melta", 12, abilities=["melta 2"]), gap=gap)).plus == plus


def test_blast_adds_attacks_by_the_size_of_the_target_as_it_is_picked() -> None:
    """rule: 40K-TRIGGER-1. Ten models: two attacks more."""
    assert line_of(duel(gun(abilities=["blast"]), count=10)).attacks == 3


def test_heavy_weapons_hit_better_where_the_unit_stayed() -> None:
    """rule: 40K-MOVE-10. What staying gives."""
    state = duel(gun(abilities=["heavy"]))
    moved = state.changed(units=tuple(one.changed(did=(Deed40k.MOVED,)) for one in state.units))
    assert (line_of(state).hit_bonus, line_of(moved).hit_bonus) == (1, 0)


def test_critical_hits_of_lethal_weapons_wound_at_once() -> None:
    """rule: 40K-HIT-2, 40K-AUTO-1."""
    game = play(at_step(duel(gun(attacks=2, abilities=["lethal hits"]))), aims("shooter", "foe", "rifle"), (6, 3))
    assert game.pending.count == 1  # the other hit alone is rolled for
    game = play(game, (1,))
    assert "saving" in str(game.pending.why) and game.pending.count == 1


def test_extra_hits_are_not_critical() -> None:
    """rule: 40K-HIT-5, 40K-AUTO-2. Example 16: sustained and lethal hits on one weapon."""
    weapon = gun(attacks=1, abilities=["sustained hits 2", "lethal hits"])
    game = play(at_step(duel(weapon)), aims("shooter", "foe", "rifle"), (6,))
    assert game.pending.count == 2 and "wound" in str(game.pending.why)


def test_devastating_critical_wounds_are_mortal_wounds_after_the_others() -> None:
    """rule: 40K-MORTAL-1, 40K-MORTAL-3, 40K-MORTAL-4."""
    weapon = gun(attacks=2, damage=3, abilities=["devastating wounds"])
    game = play(at_step(duel(weapon, count=5)), aims("shooter", "foe", "rifle"), (3, 3), (6, 5))
    game = play(game, "foe-1", (6,))  # the normal one is saved
    assert game.state.troop("foe-1").place == "destroyed"
    assert game.state.wounds_left("foe-2") + game.state.wounds_left("foe-3") == 4 or game.pending.kind == "allocate"


def test_anti_makes_wound_rolls_critical_against_a_keyword() -> None:
    """rule: 40K-WOUND-3, 40K-KEY-1."""
    weapon = gun(strength=1, abilities=["anti-infantry 4+"])
    assert line_of(duel(weapon)).critical_wound == 4
    assert line_of(duel(weapon, TANK)).critical_wound == 6


def test_twin_linked_weapons_may_roll_failed_wounds_again_once() -> None:
    """rule: 40K-REROLL-1, 40K-REROLL-4."""
    weapon = gun(attacks=2, abilities=["twin-linked"])
    game = play(at_step(duel(weapon)), aims("shooter", "foe", "rifle"), (3, 3), (2, 5))
    assert game.pending.kind == "re-roll" and game.pending.about == ("0",)
    game = play(game, "0", (1,))
    assert game.pending.count == 1 and "saving" in str(game.pending.why)


def test_hazardous_weapons_cost_their_bearer_on_a_one() -> None:
    """rule: 40K-STRAT-REROLL-1."""
    game = play(at_step(duel(gun(abilities=["hazardous"]))), aims("shooter", "foe", "rifle"), (1,), (1,))
    assert game.state.troop("shooter-1").place == "destroyed"


def test_one_shot_weapons_are_used_once_a_battle() -> None:
    """rule: 40K-SHOOT-3."""
    game = play(at_step(duel(gun(abilities=["one shot"]))), aims("shooter", "foe", "rifle"), (1,))
    assert AimsWeapons("shooter").choice(game.state) is None


def test_stealth_and_smoke_make_hits_harder_never_twice() -> None:
    """rule: 40K-STRAT-SMOKE-2, 40K-MOD-14."""
    stealthy = sheet("ghosts", core=["stealth"])
    state = duel(gun(), stealthy)
    smoke = state.changed(units=tuple(one.changed(effects=(UnitEffect40k.SMOKE,)) for one in state.units))
    assert (line_of(state).hit_bonus, line_of(smoke).hit_bonus) == (-1, -1)
    assert line_of(smoke).covered == ("foe-1",) and line_of(duel(gun())).hit_bonus == 0


def test_a_lone_operative_is_shot_at_from_near_only() -> None:
    """rule: 40K-SHOOT-7."""
    assert AimsWeapons("shooter").choice(duel(gun(), LONER, gap=14.0)) is None
    assert AimsWeapons("shooter").choice(duel(gun(), LONER, gap=13.0)) is not None


def test_indirect_fire_needs_no_sight_and_is_worse() -> None:
    """rule: 40K-COVER-1."""
    wall = {"id": "wall", "piece": "stone", "at": [14, 8.5]}
    shooter = sheet("shooter", gun(abilities=["indirect fire"]))
    target = sheet("foe", numbers={"save": 5})
    state = battle({"shooter": (shooter, [(10, 10)])}, {"foe": (target, [(20, 10)])}, features=[wall])
    line = line_of(state)
    assert (line.hit_bonus, line.covered) == (-1, ("foe-1",))


def test_the_model_that_lost_wounds_takes_the_next_attack() -> None:
    """rule: 40K-ALLOC-1, 40K-ALLOC-2, 40K-ALLOC-3, 40K-UNIT-9."""
    state = duel(gun(attacks=3), count=3)
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3, 3, 3), (4, 4, 4))
    assert game.pending.kind == "allocate" and game.pending.about == ("foe-1", "foe-2", "foe-3")
    game = play(game, "foe-3", (1, 1, 1))
    assert game.state.troop("foe-3").place == "destroyed"
    assert game.pending.kind == "allocate" and game.pending.about == ("foe-1", "foe-2")
    game = play(game, "foe-2")
    assert game.state.wounds_left("foe-2") == 1


def test_damage_beyond_a_models_wounds_is_lost() -> None:
    """rule: 40K-DAMAGE-2. Example 18: W 1, D 12: one model is lost."""
    state = duel(gun(damage=12), MILITIA, count=3)
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3,), (5,), "foe-1", (2,))
    assert len(game.state.troops("foe")) == 2


def test_random_damage_is_rolled_for_each_failed_save() -> None:
    """rule: 40K-DAMAGE-3, 40K-FAST-2. Example 21: first damage 1, the next failed save kills whatever it shows."""
    state = duel(gun(attacks=2, damage="D3"), count=2)
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3, 3), (4, 4), "foe-1", (1, 1))
    assert "damage" in str(game.pending.why) and game.pending.count == 1
    game = play(game, (1,))
    assert game.state.wounds_left("foe-1") == 1
    game = play(game, (1,))
    assert game.state.troop("foe-1").place == "destroyed" and game.state.wounds_left("foe-2") == 2


def test_damage_of_a_d6_is_rolled_three_times_for_three_failed_saves() -> None:
    """rule: 40K-DAMAGE-3. Example 19: 1, 2 and 5 of three rolls: 8 of 20 W."""
    state = duel(gun(attacks=3, damage="D6"), sheet("hulk", numbers={"wounds": 20}))
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3, 3, 3), (4, 4, 4), (1, 1, 1))
    left = []
    for face in (1, 2, 5):
        assert game.pending.count == 1
        game = play(game, (face,))
        left.append(game.state.wounds_left("foe-1"))
    assert left == [19, 17, 12]


def test_random_damage_against_models_of_one_wound_kills_one_for_each_failed_save() -> None:
    """rule: 40K-FAST-1, 40K-FAST-3. Example 20: saves for D D3 against W 1 are rolled all together; each fails one."""
    game = play(at_step(duel(gun(attacks=3, damage="D3"), MILITIA, count=4)), aims("shooter", "foe", "rifle"))
    game = play(game, (3, 3, 3), (5, 5, 5), "foe-1")
    assert game.pending.count == 3, "three saves at once"
    game = play(game, (1, 1, 6))
    while not game.is_over:
        game = play(game, "foe-2" if isinstance(game.pending, Choice) else (2,))
    assert len(game.state.troops("foe")) == 2


@pytest.mark.parametrize("face", [4, 6])
def test_damage_that_kills_leaves_the_next_failed_save_to_a_fresh_model(face: int) -> None:
    """rule: 40K-FAST-2, 40K-DAMAGE-2. Example 22: D3 of 2 or 3 against W 2: dead, what is over is lost."""
    state = duel(gun(attacks=2, damage="D3"), count=2)
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3, 3), (4, 4), "foe-1", (1, 1), (face,))
    assert not game.state.troop("foe-1").is_here and game.state.wounds_left("foe-2") == 2
    game = play(game, (1,))
    assert game.state.wounds_left("foe-2") == 1


def test_dice_of_one_kind_are_rolled_together_where_all_is_the_same() -> None:
    """rule: 40K-FAST-1, 40K-FAST-3. Example 12: 30 hit dice, then wound dice, then saves."""
    shooters = sheet("shooters", gun(attacks=3))
    militia = sheet("militia", numbers={"wounds": 1})
    reds, blues = {"u": (shooters, row(10, 10, 10))}, {"foe": (militia, [*row(10, 20, 10), *row(10, 21.5, 10)])}
    state = battle(reds, blues, AimsWeapons("u"))
    game = play(at_step(state), all_at(state, "u", "foe", is_melee=False))
    assert game.pending.count == 30
    game = play(game, (3,) * 12 + (1,) * 18)
    assert game.pending.count == 12
    game = play(game, (4,) * 12, "foe-1")
    assert game.pending.count == 12


def test_an_invulnerable_save_ignores_ap_and_the_better_one_counts() -> None:
    """rule: 40K-SAVE-2, 40K-SAVE-3."""
    tough = sheet("tough", numbers={"invulnerable": 5})
    game = play(at_step(duel(gun(ap=-4), tough)), aims("shooter", "foe", "rifle"), (3,), (4,), (5,))
    assert game.state.wounds_left("foe-1") == 2


def test_where_no_die_can_save_none_is_rolled() -> None:
    """rule: 40K-SAVE-1."""
    game = play(at_step(duel(gun(ap=-4))), aims("shooter", "foe", "rifle"), (3,), (4,))
    assert game.state.wounds_left("foe-1") == 1


def test_mortal_wounds_go_on_to_other_models() -> None:
    """rule: 40K-MORTAL-1, 40K-MORTAL-2."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, row(20, 10, 3))}, MortalWounds40k("foe", 3))
    game = play(at_step(state), "foe-2")
    assert game.state.troop("foe-2").place == "destroyed"
    game = play(game, "foe-1")
    assert game.state.wounds_left("foe-1") == 1


def test_who_allocates_is_told_how_many_there_are() -> None:
    """rule: 40K-ALLOC-2, 40K-MORTAL-1."""
    game = play(at_step(duel(gun(attacks=3), count=4)), aims("shooter", "foe", "rifle"), (3, 3, 3), (5, 5, 5))
    (asked,) = game.ruleset.prompts(game.state)
    assert str(asked.heading) == "Allocate 3 attacks"
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, row(20, 10, 3))}, MortalWounds40k("foe", 3))
    (asked,) = RULES.prompts(at_step(state).state)
    assert str(asked.heading) == "Allocate 3 mortal wounds" and asked.hint is not None


def test_feel_no_pain_ignores_wounds_one_by_one() -> None:
    """rule: 40K-SHEET-1."""
    hardy = sheet("hardy", core=["feel no pain 5+"], numbers={"wounds": 6})
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, LosesWounds("foe-1", 3, "40K-DAMAGE-1"))
    game = play(at_step(state), (4, 5, 6))
    assert game.state.wounds_left("foe-1") == 5 and "foe-1 ignores 2 wounds (needed: 5+)" in said(game)


def test_each_mortal_wound_is_said_before_its_die_of_feel_no_pain() -> None:
    """rule: 40K-MORTAL-1, 40K-SHEET-1."""
    hardy = sheet("hardy", core=["feel no pain 5+"], numbers={"wounds": 6})
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (hardy, [(20, 10)])}, MortalWounds40k("foe", 3))
    twice = play(at_step(state), (4,), (5,))
    assert said(twice).count("foe-1 takes 1 mortal wound") == 2, "the second and the third"
    assert play(twice, (1,)).state.wounds_left("foe-1") == 4


def test_deadly_demise_hurts_all_units_near() -> None:
    """rule: 40K-WRECK-1."""
    bomb = sheet("bomb", core=["deadly demise 2"], numbers={"wounds": 1})
    reds = {"u": (TROOPS, [(23, 10)]), "far": (TROOPS, [(40, 10)])}
    state = battle(reds, {"bomb": (bomb, [(20, 10)])}, LosesWounds("bomb-1", 1, "40K-DAMAGE-1"))
    game = play(at_step(state), (6,))
    assert game.state.troop("u-1").place == "destroyed" and game.state.wounds_left("far-1") == 2
    assert "bomb-1 takes nobody with it (needed: 6)" in said(play(at_step(state), (5,)))


def test_leaders_take_attacks_after_those_they_lead() -> None:
    """rule: 40K-ALLOC-1, 40K-UNIT-1. One unit until only one part is left."""
    boss = sheet("boss", keywords=("infantry", "character"), numbers={"wounds": 4})
    shooter = sheet("shooter", gun(attacks=1), blade())
    state = battle(
        {"shooter": (shooter, [(10, 10)])},
        {"foe": (TROOPS, row(20, 10, 2)), "boss": (boss, [(21.5, 11.5)])},
        AimsWeapons("shooter"),
        extra={"boss": {"joins": "foe"}},
    )
    assert [model.id for model in state.troops("foe")] == ["foe-1", "foe-2", "boss-1"]
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3,), (4,))
    assert game.pending.about == ("foe-1", "foe-2")


def test_precision_lets_the_attacker_pick_a_visible_character() -> None:
    """rule: 40K-STRAT-EPIC-2."""
    boss = sheet("boss", keywords=("infantry", "character"), numbers={"wounds": 4})
    shooter = sheet("shooter", gun(abilities=["precision"]), blade())
    state = battle(
        {"shooter": (shooter, [(10, 10)])},
        {"foe": (TROOPS, row(20, 10, 2)), "boss": (boss, [(20, 12)])},
        AimsWeapons("shooter"),
        extra={"boss": {"joins": "foe"}},
    )
    game = play(at_step(state), aims("shooter", "foe", "rifle"), (3,), (4,), "boss-1", (1,))
    assert game.state.wounds_left("boss-1") == 3


def test_models_inside_shoot_from_a_firing_deck_one_weapon_each() -> None:
    """rule: 40K-FIRINGDECK-1, 40K-FIRINGDECK-2. Examples 31 and 32."""
    reds = {"carrier": (deck(), [(10, 10)]), "u": (TROOPS, [])}
    state = inside(battle(reds, {"foe": (TROOPS, [(12, 10)])}, AimsWeapons("carrier")), "u", "carrier")
    lines = attack_lines(state, "carrier", all_at(state, "carrier", "foe", is_melee=False).aims)
    assert {line.weapon: line.hit_bonus for line in lines} == {"Turret": -1, "Rifle": -1}


def test_a_firing_deck_of_two_is_for_two_passengers_weapons() -> None:
    """rule: 40K-FIRINGDECK-1. Example 31: of three passengers with two guns each, two shoot with one of them."""
    crew = sheet("u", gun("Rifle"), gun("Bow"))
    reds = {"carrier": (deck(), [(10, 10)]), "u": (crew, row(40, 40, 3))}
    state = inside(battle(reds, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("carrier")), "u", "carrier")
    own = [aim.model for aim in all_at(state, "carrier", "foe", is_melee=False).aims if aim.model != "carrier-1"]
    assert len(own) == len(set(own)) == 2
    game = at_step(state)
    assert rules_of(game, aims("u", "foe", "rifle", models=(1, 2))) == []
    assert rules_of(game, aims("u", "foe", "rifle", models=(1, 2, 3))) == ["40K-FIRINGDECK-1"]
    assert rules_of(game, aims("u", "foe", "rifle", "bow")) == ["40K-FIRINGDECK-1"]


def test_passengers_that_get_out_of_a_wreck_may_shoot_after_their_transport_did() -> None:
    """rule: 40K-FIRINGDECK-2, 40K-SHOOT-2. The transport shot with their weapon: its hazard destroys it."""
    plasma = gun("Plasma", abilities=["hazardous"])
    given = {"core": ["firing deck 1"], "numbers": {"wounds": 3}}
    carrier = sheet("deck", gun("Bolter"), keywords=("vehicle", "transport"), **given)
    reds = {"deck": (carrier, [(10, 10)]), "u": (sheet("u", plasma), [(10, 11)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, ShootingPhase40k("red"), phase=Phase40k.SHOOTING)
    game = play(at_step(inside(state, "u", "deck")), order("shoot", "deck"), aims("u", "foe", "plasma"), (1,), (1,))
    game = play(game, SetUpUnitAt((SetUpModel("u-1", (10.0, 12.0, 0.0)),)), (5,))
    assert game.pending.about == ("u",) and not rules_of(game, order("shoot", "u"))


def test_shots_from_a_firing_deck_are_those_of_a_damaged_transport() -> None:
    """rule: 40K-FIRINGDECK-2, 40K-MOD-14. A transport with few W left hits worse with its passengers' weapons too."""
    carrier = deck(model={"damaged": {"wounds": 1}})
    state = battle({"carrier": (carrier, [(10, 10)]), "u": (TROOPS, [])}, {"foe": (TROOPS, [(20, 10)])})
    state = inside(state, "u", "carrier")
    state = state.changed(models=tuple(one.changed(lost=int(one.unit == "carrier")) for one in state.models))
    lines = attack_lines(state, "carrier", all_at(state, "carrier", "foe", is_melee=False).aims)
    assert {line.weapon: line.hit_bonus for line in lines} == {"Turret": -1, "Rifle": -1}


def test_wound_rolls_that_are_critical_by_anti_are_not_rolled_again() -> None:
    """rule: 40K-WOUND-3, 40K-REROLL-1. S 1 against T 4 needs a 6, anti a 4; of devastating ones the others may be."""
    for more, need, offered in (([], 1, ("0",)), (["devastating wounds"], 4, ("0", "1"))):
        weapon = gun(attacks=3, strength=need, abilities=["twin-linked", "anti-infantry 5+", *more])
        game = play(at_step(duel(weapon)), aims("shooter", "foe", "rifle"), (3, 3, 3), (3, 4 if more else 5, 5))
        assert game.pending.kind == "re-roll" and game.pending.about == offered


def test_a_plus_that_counts_for_one_offers_no_sure_wound_again() -> None:
    """rule: 40K-MOD-14, 40K-REROLL-1. S 4 against T 4 needs 4, 2 taken off count for 1: a 5 wounds, a 4 does not."""
    tough = {"rule": "roll", "name": "Tough", "roll": "wound", "value": -2, "against": True}
    weapon = gun(attacks=2, abilities=["twin-linked"])
    game = play(at_step(duel(weapon, sheet("foe", rules=[tough]))), aims("shooter", "foe", "rifle"), (3, 3), (4, 5))
    assert game.pending.kind == "re-roll" and game.pending.about == ("0",)


def test_devastating_wounds_do_the_damage_that_rules_leave_of_it() -> None:
    """rule: 40K-MORTAL-3, 40K-WEAPON-5. D 4, halved by a rule of the target: 2 mortal wounds."""
    hard = {"rule": "characteristic", "name": "Hard", "what": "damage", "how": "divide", "value": 2, "against": True}
    target = sheet("foe", numbers={"wounds": 6}, rules=[hard])
    weapon = gun(damage=4, abilities=["devastating wounds"])
    game = play(at_step(duel(weapon, target)), aims("shooter", "foe", "rifle"), (3,), (6,))
    assert game.state.wounds_left("foe-1") == 4


def test_each_model_must_be_near_a_lone_operative_itself() -> None:
    """rule: 40K-SHOOT-7."""
    shooters = sheet("shooters", gun())
    state = battle({"u": (shooters, [(10, 10), (6.5, 10)])}, {"foe": (LONER, [(22, 10)])}, AimsWeapons("u"))
    assert [shot.model for shot in shots_of(state, "u")] == ["u-1"]


def test_indirect_fire_is_no_worse_where_one_of_the_unit_sees_from_out_of_range() -> None:
    """rule: 40K-COVER-1, 40K-SIGHT-3. The first is behind a stone, the second beside it, too far to shoot."""
    wall = {"id": "wall", "piece": "stone", "at": [14, 8.5]}
    shooters = sheet("shooters", gun(reach=12, abilities=["indirect fire"]))
    foes = {"foe": (sheet("foe", numbers={"save": 5}), [(20, 10)])}
    for places, bonus in (([(10, 10)], -1), ([(10, 10), (4, 22)], 0)):
        state = battle({"u": (shooters, places)}, foes, AimsWeapons("u"), features=[wall])
        (line,) = attack_lines(state, "u", all_at(state, "u", "foe", is_melee=False).aims)
        assert (line.attacks, line.hit_bonus) == (1, bonus)


def test_core_abilities_of_some_models_only_are_for_the_players_to_keep() -> None:
    """rule: 40K-SHEET-1."""
    assert line_of(duel(gun(), sheet("ghosts", core=["stealth (sergeant only)"]))).hit_bonus == 0
    assert AimsWeapons("shooter").choice(duel(gun(), sheet("x", core=["lone operative (boss)"]), gap=14.0))
    state = duel(gun(), sheet("foe", core=["deadly demise 1 (boss only)"]))
    game = at_step(state.changed(agenda=(LosesWounds("foe-1", 2, "40K-DAMAGE-1"),)))
    assert game.state.troop("foe-1").place == "destroyed"
    assert not any("takes" in one for one in said(game)) and not isinstance(game.pending, Roll)
