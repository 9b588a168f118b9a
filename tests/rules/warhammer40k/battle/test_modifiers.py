"""Modifiers of characteristics and rolls, auras, and attacks that rules change."""

from typing import Any

import pytest

from tests.rules.warhammer40k.battle.field import (
    TROOPS,
    aims,
    at_step,
    battle,
    blade,
    gun,
    order,
    play,
    row,
    sheet,
)
from warcry3d.game.actions import Pick
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Game
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.attack_odds import count_of, lines_odds
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k
from warcry3d.rules.warhammer40k.battle.attacks.saves import save_of, save_value
from warcry3d.rules.warhammer40k.battle.data_rules import characteristic
from warcry3d.rules.warhammer40k.battle.formations import unit_has
from warcry3d.rules.warhammer40k.battle.modifiers import ValueChange, modified, modified_roll
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import move_of
from warcry3d.rules.warhammer40k.battle.objectives import control_of
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import Charges
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, Phase40k, State40k
from warcry3d.rules.warhammer40k.battle.strength import leadership_of, toughness_of
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic, How

C = Characteristic


def change(what: Characteristic, how: str, value: int, least: int | None = None) -> ValueChange:
    """Return one modifier."""
    return ValueChange(what=what, how=How(how), value=value, least=least)


def rule(what: str, how: str, value: int, **more: object) -> dict[str, object]:
    """Return a rule of a datasheet that changes a characteristic."""
    return {"rule": "characteristic", "name": "Change", "what": what, "how": how, "value": value, **more}


def shots(state: State40k, weapon: str = "rifle", target: str = "foe") -> AttackLine40k:
    """Return the attacks of the first model of u at a target."""
    (line,) = attack_lines(state, "u", (Aim40k("u-1", weapon, target),))
    return line


def test_modifiers_work_in_their_order_whatever_order_they_come_in() -> None:
    """rule: 40K-MOD-1. Example 4: S set to 5, halved, times 3, plus 2, minus 1: 2.5, 7.5, 9.5, 8.5, so 9."""
    changes = [("subtract", 1), ("add", 2), ("multiply", 3), ("divide", 2), ("set", 5)]
    own = [change(C.STRENGTH, how, value) for how, value in changes]
    assert modified(C.STRENGTH, 4, own) == modified(C.STRENGTH, 4, own[::-1]) == 9
    assert modified(C.STRENGTH, 4, [change(C.STRENGTH, "add", 1), change(C.STRENGTH, "add", 2)]) == 7


def test_fractions_that_are_left_round_up() -> None:
    """rule: 40K-MOD-2. Example 3: 1.5 is 2; and only at the end: 3 halved, times 2 is 3."""
    half = change(C.DAMAGE, "divide", 2)
    assert modified(C.DAMAGE, 3, [half]) == 2
    assert modified(C.DAMAGE, 3, [half, change(C.DAMAGE, "multiply", 2)]) == 3


@pytest.mark.parametrize(
    ("what", "base", "how", "value", "result"),
    [
        (C.STRENGTH, 2, "subtract", 3, 1),
        (C.TOUGHNESS, 2, "subtract", 3, 1),
        (C.ATTACKS, 1, "subtract", 1, 1),
        (C.DAMAGE, 1, "subtract", 1, 1),
        (C.MOVE, 4, "subtract", 6, 1),
        (C.CONTROL, 1, "subtract", 2, 0),
        (C.AP, -1, "worsen", 3, 0),
        (C.LEADERSHIP, 5, "improve", 3, 4),
        (C.LEADERSHIP, 8, "worsen", 3, 9),
        (C.BALLISTIC_SKILL, 2, "improve", 3, 1),
        (C.WEAPON_SKILL, 2, "improve", 3, 1),
        (C.SAVE, 2, "improve", 3, 1),
    ],
)
def test_characteristics_have_limits(what: Characteristic, base: int, how: str, value: int, result: int) -> None:
    """rule: 40K-MOD-4, 40K-MOD-5, 40K-MOD-6, 40K-MOD-7, 40K-MOD-8."""
    assert modified(what, base, [change(what, how, value)]) == result


def test_a_rule_that_says_so_outright_goes_below_one() -> None:
    """rule: 40K-MOD-4. Attacks set to 0 by a rule that says so; M and OC have limits that no rule lifts."""
    assert modified(C.ATTACKS, 2, [change(C.ATTACKS, "set", 0)]) == 1
    assert modified(C.ATTACKS, 2, [change(C.ATTACKS, "set", 0, least=0)]) == 0
    assert modified(C.MOVE, 2, [change(C.MOVE, "set", 0, least=0)]) == 1


def test_improving_lowers_the_numbers_that_are_better_low() -> None:
    """rule: 40K-MOD-10, 40K-MOD-11. Example 5: AP 0 improved by 1 is -1, -1 is -2; WS 4+ is 3+, worsened 5+."""
    assert [modified(C.AP, base, [change(C.AP, "improve", 1)]) for base in (0, -1)] == [-1, -2]
    for what in (C.WEAPON_SKILL, C.BALLISTIC_SKILL, C.SAVE, C.LEADERSHIP):
        assert [modified(what, 5, [change(what, how, 1)]) for how in ("improve", "worsen")] == [4, 6]
    assert modified(C.TOUGHNESS, 4, [change(C.TOUGHNESS, "improve", 1)]) == 5


def test_values_that_are_no_plain_number_are_never_modified() -> None:
    """rule: 40K-MOD-9. An M of 20+ stays, so does a "-"."""
    faster = rule("move", "add", 3)
    kinds = {
        name: sheet(name, numbers={"move": move}, rules=[faster]) for name, move in (("a", "20+"), ("b", 6), ("c", "-"))
    }
    state = battle(
        {name: (one, [(10 + 5 * n, 10)]) for n, (name, one) in enumerate(kinds.items())}, {"foe": (TROOPS, [(40, 10)])}
    )
    assert [move_of(state, f"{name}-1") for name in "abc"] == [20.0, 9.0, 0.0]
    assert characteristic(state, "b", C.SAVE, None) is None


def test_a_changed_skill_is_that_of_every_weapon() -> None:
    """rule: 40K-MOD-3. BS 3+ and 4+ improved by 1: 2+ and 3+; the blade's WS stays."""
    own = sheet("u", gun(), gun("Cannon", skill=4), blade(), rules=[rule("ballistic-skill", "improve", 1)])
    state = battle({"u": (own, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])})
    assert [shots(state, weapon).skill for weapon in ("rifle", "cannon", "blade")] == [2, 3, 3]


def test_rolls_may_go_above_the_die_and_never_below_one() -> None:
    """rule: 40K-MOD-12, 40K-MOD-13. Example 6: a 6 with +1 is a 7; an advance of 1 with -2 is 1."""
    assert [modified_roll(6, 1), modified_roll(1, -2), modified_roll(2, -1)] == [7, 1, 1]
    for bonus, face, inches in ((1, 6, 7.0), (-2, 1, 1.0)):
        runner = sheet("runner", rules=[{"rule": "roll", "name": "Run", "roll": "advance", "value": bonus}])
        state = battle({"u": (runner, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, OrdersMoves40k("red"))
        game = play(at_step(state.changed(phase=Phase40k.MOVEMENT)), order("advance", "u"), (face,))
        assert game.pending.about == ("u", "advance", inches)


def test_modifiers_come_after_a_re_roll() -> None:
    """rule: 40K-REROLL-2. A charge of 1 and 1 rolled again, 4 and 5, with +2: 11 in; the hit die 1 again, 5 at -1."""
    rusher = sheet("rusher", rules=[{"rule": "roll", "name": "Rush", "roll": "charge", "value": 2}])
    state = battle({"u": (rusher, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, Charges("u"), phase=Phase40k.CHARGE)
    rich = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
    game = play(at_step(rich), Pick(("foe",)), (1, 1), "all", (4, 5))
    assert game.pending.about == ("u", "charge", 11.0)
    shooter = sheet("shooter", gun(skill=5), rules=[{"rule": "roll", "name": "Haze", "roll": "hit", "value": -1}])
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("u"))
    rich = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
    assert play(at_step(rich), aims("u", "foe", "rifle"), (1,), "0", (5,)).is_over, "5 - 1 is no 5"


def test_the_attackers_rule_wins_over_the_targets() -> None:
    """rule: 40K-ORDER-3. Example 9: wounds always on 2+ against "only on 4+": 2+ holds; each alone holds too."""
    always = {"rule": "wound-limit", "name": "Sure", "needed": 2}
    only = {"rule": "wound-limit", "name": "Tough", "needed": 4, "against": True}
    found = []
    for mine, theirs in (([always], [only]), ([], [only]), ([always], [])):
        reds = {"u": (sheet("u", gun(strength=8), rules=mine), [(10, 10)])}
        state = battle(reds, {"foe": (sheet("foe", rules=theirs), [(20, 10)])})
        found.append(shots(state).wound)
    assert found == [2, 4, 2]


def test_attacks_may_ignore_what_makes_them_worse_and_keep_what_makes_them_better() -> None:
    """rule: 40K-MOD-15. Stealth and AP worsened are ignored; +1 to hit and a better S are kept."""
    own = [{"rule": "roll", "name": "Aim", "roll": "hit", "value": 1}, rule("strength", "add", 1)]
    shield = [rule("ap", "worsen", 1, against=True)]
    blues = {"foe": (sheet("foe", core=["stealth"], rules=shield), [(20, 10)])}
    for more, expected in (([], (0, 0, "5")), ([{"rule": "ignores-modifiers", "name": "Eye"}], (1, -1, "5"))):
        state = battle({"u": (sheet("u", gun(ap=-1), rules=[*own, *more]), [(10, 10)])}, blues)
        line = shots(state)
        assert (line.hit_bonus, line.ap, line.strength) == expected


def test_a_rule_that_changes_attacks_at_a_unit_leaves_the_weapon_as_it_is() -> None:
    """rule: 40K-WEAPON-5. Example 14: S-1 at the one unit, full S at the other, with the same weapon."""
    blues = {
        "foe": (sheet("foe", rules=[rule("strength", "subtract", 1, against=True)]), [(20, 10)]),
        "other": (TROOPS, [(20, 14)]),
    }
    state = battle({"u": (TROOPS, row(10, 10, 2))}, blues)
    lines = attack_lines(state, "u", (Aim40k("u-1", "rifle", "foe"), Aim40k("u-2", "rifle", "other")))
    assert {line.target: line.strength for line in lines} == {"foe": "3", "other": "4"}
    assert state.context.weapons("u-1", is_melee=False)[0].weapon.modes[0].strength.plus == 4


def test_rolled_attacks_strength_and_damage_are_changed_after_the_roll() -> None:
    """rule: 40K-MOD-1, 40K-DICE-5. A D3 + 1 of a roll of 5: 4 attacks; D D6 halved of a 5: 3 W."""
    rules_ = [rule("attacks", "add", 1), rule("damage", "divide", 2)]
    shooter = sheet("shooter", gun(attacks="D3", damage="D6", strength=8), rules=rules_)
    hulk = sheet("hulk", numbers={"wounds": 10})
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (hulk, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle"), (5,))
    assert game.pending.count == 4
    game = play(game, (5, 1, 1, 1), (5,), (1,), (5,))
    assert game.state.wounds_left("foe-1") == 7


def test_auras_work_on_what_is_in_range_of_their_bearer_and_do_not_add_up() -> None:
    """rule: 40K-AURA-1, 40K-AURA-2. Two bearers of one aura of 6 in, +1 OC: once; out of range not at all."""
    aura = rule("control", "add", 1, of="friends", within=6)
    herald = sheet("herald", rules=[aura])
    reds = {
        "a": (herald, [(10, 10)]),
        "b": (herald, [(12, 10)]),
        "near": (TROOPS, [(11, 14)]),
        "far": (TROOPS, [(30, 14)]),
    }
    state = battle(reds, {"foe": (TROOPS, [(11, 8)])})
    assert [control_of(state, f"{unit}-1") for unit in ("near", "far", "a", "foe")] == [3, 2, 3, 2]
    edge = 6 + 32 / 25.4
    for more, oc in ((0.0, 3), (0.01, 2)):
        state = battle(
            {"a": (herald, [(10, 10)]), "near": (TROOPS, [(10, 10 + edge + more)])}, {"foe": (TROOPS, [(30, 8)])}
        )
        assert control_of(state, "near-1") == oc


@pytest.mark.parametrize(("whom", "touched"), [("friends", "uv"), ("enemies", "f"), ("all", "uvf"), ("own", "u")])
def test_a_rule_touches_the_side_that_it_names_or_both(whom: str, touched: str) -> None:
    """rule: 40K-UNIT-4. Leadership, toughness and save of friends, enemies, or just "units" within 12 in."""
    found = [rule(what, "worsen", 1, of=whom, within=12) for what in ("leadership", "toughness", "save")]
    reds = {"u": (sheet("u", rules=found), [(10, 10)]), "v": (TROOPS, [(14, 10)])}
    state = battle(reds, {"f": (TROOPS, [(18, 10)])})
    for unit in "uvf":
        values = (leadership_of(state, unit), toughness_of(state, unit), save_value(state, f"{unit}-1"))
        assert values == ((7, 3, 4) if unit in touched else (6, 4, 3))


def test_a_rule_with_keywords_touches_units_that_have_them_all() -> None:
    """rule: 40K-KEY-2. Example 13: a faction keyword and "infantry", one from each list."""
    aura = rule("control", "add", 1, of="friends", within=12, keywords=["test", "infantry"])
    reds = {
        "a": (sheet("a", rules=[aura], keywords=("vehicle",)), [(10, 10)]),
        "u": (TROOPS, [(14, 10)]),
        "rider": (sheet("rider", keywords=("mounted",)), [(14, 14)]),
    }
    state = battle(reds, {"foe": (TROOPS, [(30, 8)])})
    assert [control_of(state, f"{unit}-1") for unit in ("a", "u", "rider")] == [2, 3, 2]


def test_melee_attacks_use_changed_weapon_skill_and_attacks() -> None:
    """rule: 40K-MOD-3. WS 3+ worsened: 4+; A 2 doubled: 4."""
    own = sheet("u", rules=[rule("weapon-skill", "worsen", 1), rule("attacks", "multiply", 2)])
    state = battle({"u": (own, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])}, AimsWeapons("u", is_melee=True))
    line = shots(state, "blade")
    assert (line.skill, line.attacks) == (4, 4)
    game = play(at_step(state.changed(phase=Phase40k.FIGHT)), AimWeapons((Aim40k("u-1", "blade", "foe"),)))
    assert game.pending.count == 4


def test_of_two_values_that_are_set_the_attackers_counts() -> None:
    """rule: 40K-ORDER-3. S set to 8 by the attacker and to 3 by the target: 8; each alone holds."""
    own, theirs = rule("strength", "set", 8), rule("strength", "set", 3, against=True)
    found = []
    for mine, others in (([own], [theirs]), ([], [theirs]), ([own], [])):
        reds = {"u": (sheet("u", gun(), rules=mine), [(10, 10)])}
        found.append(shots(battle(reds, {"foe": (sheet("foe", rules=others), [(20, 10)])})).strength)
    assert found == ["8", "3", "8"]


def test_modifiers_are_ignored_of_rolled_values_and_at_the_limits_too() -> None:
    """rule: 40K-MOD-15. D D6 halved stays a D6; AP 0 worsened and improved is -1; S 1 - 1 + 1 is 2; A D3 - 1 a D3."""
    eye = {"rule": "ignores-modifiers", "name": "Eye"}
    own = [eye, rule("ap", "improve", 1), rule("strength", "add", 1)]
    shield = [
        rule("damage", "divide", 2, against=True),
        rule("ap", "worsen", 1, against=True),
        rule("strength", "subtract", 1, against=True),
        rule("attacks", "subtract", 1, against=True),
    ]
    shooter = sheet("u", gun(attacks="D3", strength=1, damage="D6"), rules=own)
    line = shots(battle({"u": (shooter, [(10, 10)])}, {"foe": (sheet("foe", rules=shield), [(20, 10)])}))
    assert (line.damage_of(5), line.ap, line.strength) == (5, -1, "2")
    assert [one.how for one in line.changes] == [How.ADD]


def test_what_weapons_add_within_half_their_range_comes_after_what_divides() -> None:
    """rule: 40K-MOD-1. D 3 halved, then melta 2: 4; A 3 halved, then rapid fire 1: 3; D set to 1, then melta: 3."""
    for abilities, what, how, value, expected in (
        ("melta 2", "damage", "divide", 2, 4),
        ("melta 2", "damage", "set", 1, 3),
        ("rapid fire 1", "attacks", "divide", 2, 3),
    ):
        weapon = gun(attacks=3, damage=3, abilities=[abilities])
        foe = sheet("foe", rules=[rule(what, how, value, against=True)])
        line = shots(battle({"u": (sheet("u", weapon), [(10, 10)])}, {"foe": (foe, [(18, 10)])}))
        assert (line.damage_of(3) if what == "damage" else line.attacks) == expected


@pytest.mark.parametrize(
    ("attacks", "abilities", "foes", "faces", "expected", "mean"),
    [
        ("D6", ["blast"], 10, (5,), 5, 4.0),
        ("D6+1", [], 1, (6,), 4, 2.5),
        ("D6", ["rapid fire 3"], 1, (3,), 5, 5.0),
        ("D6", ["rapid fire D3"], 1, (5, 6), 6, 4.0),
        (3, ["rapid fire D3"], 1, (4,), 4, 4.0),
    ],
)
def test_what_is_added_to_rolled_attacks_comes_after_what_divides_them(
    attacks: object, abilities: list[str], foes: int, faces: tuple[int, ...], expected: int, mean: float
) -> None:
    """rule: 40K-MOD-1, 40K-MOD-2, 40K-DICE-5. A D6 halved at 10 models: a 5 is 3, and blast adds 2. So do the odds."""
    shooter = sheet("u", gun(attacks=attacks, abilities=abilities), rules=[rule("attacks", "divide", 2)])
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (TROOPS, row(20, 10, foes))}, AimsWeapons("u"))
    assert count_of(shots(state)).mean == pytest.approx(mean)
    game = play(at_step(state), aims("u", "foe", "rifle"), faces)
    assert game.pending.count == expected


def test_odds_of_rolled_attacks_know_what_changes_them() -> None:
    """rule: 40K-MOD-1, 40K-MOD-5. A D3 with 1 less: 1, 1 or 2; of two weapons of A D3 with 1 more 4 to 8."""
    for how, models, chances in (("subtract", 1, (0, 2 / 3, 1 / 3)), ("add", 2, (0, 0, 0, 0, 1, 2, 3, 2, 1))):
        shooter = sheet("u", gun(attacks="D3"), rules=[rule("attacks", how, 1)])
        state = battle({"u": (shooter, row(10, 10, models))}, {"foe": (TROOPS, [(20, 10)])})
        aimed = aims("u", "foe", "rifle", models=range(1, models + 1))
        (line,) = attack_lines(state, "u", aimed.aims)
        assert count_of(line).chances == pytest.approx([one / sum(chances) for one in chances])


def test_odds_of_a_random_s_and_of_random_extra_hits_are_exact() -> None:
    """rule: 40K-DICE-5, 40K-WOUND-2, 40K-HIT-5. S D6 with 1 more at T 4: 3+ on 2 of 6, 4+ on one, 5+ on one, 6+ on
    one, as S is 2 to 7. A critical hit scores up to 3 more.
    """
    foe = sheet("foe", numbers={"save": 7, "wounds": 1, "toughness": 4})
    shooter = sheet("u", gun(strength="D6", skill=None), rules=[rule("strength", "add", 1)])
    state = battle({"u": (shooter, [(10, 10)])}, {"foe": (foe, [(20, 10)])})
    needed = {2: 6, 3: 5, 4: 4, 5: 3, 6: 3, 7: 3}
    mean = sum((7 - need) / 6 for need in needed.values()) / 6
    assert lines_odds(state, [shots(state)])["foe"].mean == pytest.approx(mean)
    crowd = battle(
        {"u": (sheet("u", gun(abilities=["sustained hits D3"])), [(10, 10)])}, {"foe": (foe, row(20, 10, 6))}
    )
    chances = lines_odds(crowd, [shots(crowd)])["foe"].chances
    assert len([one for one in chances if one > 0]) == 5 and chances[4] == pytest.approx(1 / 6 / 3 / 2**4)


@pytest.mark.parametrize(("value", "ap", "needs"), [(1, -4, 4), (-1, -4, 6), (-3, -4, 7), (1, 0, 2), (1, -1, 3)])
def test_a_rule_on_saves_is_on_every_save(value: int, ap: int, needs: int) -> None:
    """rule: 40K-SAVE-2, 40K-SAVE-3. SV 3+ and 5+ invulnerable, which AP does not touch; whichever is better then."""
    blessed = sheet("foe", rules=[{"rule": "roll", "name": "Ward", "roll": "save", "value": value}],
                    numbers={"save": 3, "invulnerable": 5})  # fmt: skip
    state = battle({"u": (sheet("u", gun(ap=ap)), [(10, 10)])}, {"foe": (blessed, [(20, 10)])})
    assert save_of(state, shots(state), "foe-1").need == needs


def test_cover_is_looked_for_where_a_rule_on_saves_lets_it_count() -> None:
    """rule: 40K-COVER-1, 40K-SAVE-1. SV 6+ against AP -2: an 8, 7 in cover; with 1 more a 6."""
    ward = {"rule": "roll", "name": "Ward", "roll": "save", "value": 1}
    crater = {"id": "c", "piece": "flat", "at": [18.5, 8.5], "category": "crater"}
    for rules_, needs in ((), 7), ((ward,), 6):
        foe = sheet("foe", numbers={"save": 6}, rules=list(rules_))
        blues = {"foe": (foe, [(20, 10)])}
        state = battle({"u": (sheet("u", gun(ap=-2)), [(10, 10)])}, blues, features=[crater])
        assert save_of(state, shots(state), "foe-1").need == needs


def test_an_oc_that_is_no_number_stays_so_and_damage_is_a_modifier_like_others() -> None:
    """rule: 40K-MOD-9, 40K-MOD-1. "-" with +1 counts for nothing; OC 5 doubled with 3 less for damage is 7."""
    banner = rule("control", "add", 1)
    none = sheet("u", rules=[banner])
    del none["models"][0]["numbers"]["control"]
    assert control_of(battle({"u": (none, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}), "u-1") == 0
    hulk = sheet(
        "u",
        rules=[rule("control", "multiply", 2)],
        numbers={"control": 5},
        model={"damaged": {"wounds": 2, "control": -3}},
    )
    assert control_of(battle({"u": (hulk, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}), "u-1") == 7


def test_an_m_that_is_rolled_for_is_changed_after_the_roll() -> None:
    """rule: 40K-MOD-1, 40K-MOD-5. M 2D6 of 3 and 4: 9 in with +2, 4 in where it is halved, 1 in with -12."""
    for how, value, inches in (("add", 2, 9.0), ("divide", 2, 4.0), ("subtract", 12, 1.0)):
        runner = sheet("u", numbers={"move": "2D6"}, rules=[rule("move", how, value)])
        state = battle({"u": (runner, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, OrdersMoves40k("red"))
        game = play(at_step(state.changed(phase=Phase40k.MOVEMENT)), order("move", "u"), (3, 4))
        assert game.pending.about == ("u", "normal", inches)


def test_attacks_that_are_divided_are_as_many_as_rules_make_them() -> None:
    """rule: 40K-MELEE-5, 40K-MOD-1. A 2 and 1 more: three attacks on two units, not four."""
    own = sheet("u", rules=[rule("attacks", "add", 1)])
    blues = {"foe": (TROOPS, [(11.7, 10)]), "other": (TROOPS, [(10, 11.7)])}
    state = battle({"u": (own, [(10, 10)])}, blues, AimsWeapons("u", is_melee=True), phase=Phase40k.FIGHT)
    game = at_step(state)
    for first, faults in ((2, []), (3, ["40K-MELEE-5"])):
        split = AimWeapons((Aim40k("u-1", "blade", "foe", 0, first), Aim40k("u-1", "blade", "other", 0, 1)))
        assert [fault.rule for fault in game.faults(split)] == faults


def test_a_rule_for_friends_without_a_range_touches_its_own_unit_only() -> None:
    """rule: 40K-AURA-1. A friend that touches the bearer is in no aura of 0 in."""
    herald = sheet("herald", rules=[rule("control", "add", 1, of="friends")])
    edge = 32 / 25.4
    state = battle({"a": (herald, [(10, 10)]), "near": (TROOPS, [(10, 10 + edge)])}, {"foe": (TROOPS, [(30, 8)])})
    assert [control_of(state, one) for one in ("a-1", "near-1")] == [3, 2]


def test_keywords_of_a_destroyed_leader_are_not_those_of_the_unit() -> None:
    """rule: 40K-KEY-3. With its leader a unit is a character, without it no more; one that is gone keeps its own."""
    leader = sheet("leader", keywords=("infantry", "character"), leads=["troops"])
    reds = {"u": (TROOPS, row(10, 10, 2)), "boss": (leader, [(10, 12)])}
    state = battle(reds, {"foe": (TROOPS, [(40, 10)])}, extra={"boss": {"joins": "u"}})
    assert unit_has(state, "u", "character", "infantry")

    def without(*gone: str) -> State40k:
        lost = ModelPlace40k.DESTROYED
        return state.changed(models=tuple(one.changed(place=lost) if one.id in gone else one for one in state.models))

    assert not unit_has(without("boss-1"), "u", "character") and unit_has(without("boss-1"), "u", "infantry")
    assert unit_has(without("boss-1", "u-1", "u-2"), "u", "infantry")


def test_several_dice_of_one_roll_are_rolled_again_together() -> None:
    """rule: 40K-REROLL-3, 40K-STRAT-REROLL-3. A damage of 2D6; two weapons of A 2D6: both dice of the one picked.

    Dice for S are on no list of Command Re-roll.
    """
    hulk = sheet("hulk", numbers={"wounds": 20})

    def game_of(weapon: dict[str, object]) -> Game[Any, Any]:
        state = battle({"u": (sheet("u", weapon), row(10, 10, 2))}, {"foe": (hulk, [(20, 10)])}, AimsWeapons("u"))
        rich = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
        return at_step(rich)

    game = play(game_of(gun(strength=8, damage="2D6")), aims("u", "foe", "rifle"), (5,), "no", (5,), "no", (1,), (1, 2))
    assert (game.pending.kind, game.pending.about) == ("command-re-roll", ("all",))
    assert play(game, "all", (5, 6)).state.wounds_left("foe-1") == 9

    game = play(game_of(gun(attacks="2D6")), aims("u", "foe", "rifle", models=(1, 2)), (1, 2, 3, 4))
    assert game.pending.about == ("0", "2")
    assert play(game, "2", (5, 6)).pending.count == 14

    game = play(game_of(gun(strength="D6")), aims("u", "foe", "rifle"), (5,), "no", (4,))
    assert isinstance(game.pending, Roll), "no question: the wound roll is due"
