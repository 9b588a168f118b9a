"""Shooting, targets, the attack sequence, wounds, cover."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import (
    BLADES,
    SWORD,
    army,
    at_step,
    battle,
    fight,
    placed,
    row,
    rules_of,
    said,
    setup,
    unit,
)
from warcry3d.game.actions import Done, Pick
from warcry3d.game.prompts import Divide, PickSome
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.actions import AimAttacks, AimedAttacks
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import AimsAttacks, all_at, shots_of
from warcry3d.rules.ageofsigmar.battle.attacks.attack_lines import attack_lines, attack_odds
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import Allocates, model_options
from warcry3d.rules.ageofsigmar.battle.modifiers import AttackScene, save_bonus
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.sensing import is_covered
from warcry3d.rules.ageofsigmar.battle.standings import standings
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarPhase, SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.attack_sequence import DieTest, spilled
from warcry3d.rules.units.unit_actions import UnitOrder

MISSILE, MELEE = WeaponKind.MISSILE, WeaponKind.MELEE
WALL = ({"id": "wall", "piece": "stone", "at": [18.5, 15]},)


def shooting(red: Any, blue: Any, **values: Any) -> Game[Any, Any]:
    return at_step(battle(red, blue, BeginPhase(SigmarPhase.SHOOTING, "red"), **values))


def aiming(red: Any, blue: Any, kind: WeaponKind = MISSILE, **values: Any) -> Game[Any, Any]:
    return at_step(battle(red, blue, AimsAttacks(next(iter(red)), kind), **values))


def at(game: Game[Any, Any], target: str) -> Game[Any, Any]:
    step: Any = game.state.agenda[-1]
    return game.play(all_at(game.state, step.unit, step.kind, target))


def pikes(attacks: int | str = 1, damage: int | str = 1, rend: int = 0, **more: Any) -> dict[str, Any]:
    weapon = {**SWORD, "name": "Pike", "attacks": attacks, "damage": damage, "rend": rend, "to_hit": 2, "to_wound": 2}
    return {**BLADES, "id": "pikes", "weapons": [weapon], **more}


@pytest.mark.parametrize(("attacks", "said"), [(1, "1 attack"), (2, "2 attacks"), ("D6", "D6 attacks")])
def test_a_warscroll_counts_attacks(attacks: int | str, said: str) -> None:
    """rule: AOS-SCROLL-3."""
    red = {"pikes": (pikes(attacks), [(20, 20)])}
    game = shooting(red, {"spears": ("blades", row(20, 30, 2))})
    pike = game.state.troops("pikes")[0].id
    facts = [str(fact.message) for fact in standings(game.state).models[pike].facts]
    assert f"Pike: 1 in, {said}, 2+, 2+, Rend 0, damage 1" in facts


def test_units_with_missile_weapons_shoot_once_each_in_their_own_phase() -> None:
    """rule: AOS-SHOOT-1, AOS-SHOOT-4, AOS-ATTACK-2, AOS-ROUND-5."""
    red = {"bows": ("archers", row(20, 20, 2)), "more": ("archers", row(30, 20, 2)), "swords": ("blades", [(10, 20)])}
    game = shooting(red, {"spears": ("blades", row(20, 30, 2))})
    assert rules_of(game, UnitOrder("shoot", "swords")) == ["AOS-SHOOT-1"]
    assert rules_of(game, UnitOrder("shoot", "spears")) == ["AOS-SHOOT-1"]
    game = at(game.play(UnitOrder("shoot", "bows")), "spears")
    game = fight(game, (1, 1))
    assert rules_of(game, UnitOrder("shoot", "bows")) == ["AOS-SHOOT-4"]
    assert rules_of(game, UnitOrder("shoot", "more")) == []
    assert rules_of(game, Done()) == [], "optional"


def test_who_ran_or_retreated_does_not_shoot() -> None:
    """rule: AOS-SHOOT-2, AOS-RUN-3, AOS-RETREAT-3."""
    for deed, rule in ((Deed.RAN, "AOS-RUN-3"), (Deed.RETREATED, "AOS-RETREAT-3")):
        red = {"bows": ("archers", row(20, 20, 2)), "more": ("archers", row(30, 20, 2))}
        state = battle(red, {"spears": ("blades", row(20, 30, 2))}, BeginPhase(SigmarPhase.SHOOTING, "red"))
        units = tuple(one.changed(did=(deed,)) if one.id == "bows" else one for one in state.units)
        assert rules_of(at_step(state.changed(units=units)), UnitOrder("shoot", "bows")) == [rule]


def test_units_near_enemies_may_shoot_at_them() -> None:
    """rule: AOS-SHOOT-5."""
    game = shooting({"bows": ("archers", [(20, 20)])}, {"spears": ("blades", [(20, 21.5)])})
    assert rules_of(game, UnitOrder("shoot", "bows")) == []


def test_each_model_attacks_with_all_its_weapons_and_attacks() -> None:
    """rule: AOS-SHOOT-3, AOS-ATTACK-3, AOS-SCROLL-3, AOS-OPEN-40, AOS-COMBAT-11."""
    red = {"swords": ("blades", row(20, 20, 2))}
    game = aiming(red, {"spears": ("blades", row(20, 21.5, 2))}, MELEE)
    less = AimAttacks((AimedAttacks("swords-1", "sword", "spears", 2), AimedAttacks("swords-2", "sword", "spears", 1)))
    assert rules_of(game, less) == ["AOS-OPEN-40"]
    game = at(game, "spears")
    assert isinstance(game.pending, Roll) and game.pending.count == 4


def test_the_same_target_model_must_be_in_range_and_visible() -> None:
    """rule: AOS-TARGET-2, AOS-TARGET-3, AOS-SIGHT-1, AOS-SIGHT-3."""
    bows = {"bows": ("archers", [(20, 10)])}
    assert shots_of(aiming(bows, {"spears": ("blades", [(20, 29)])}).state, "bows", MISSILE), "exactly 18 in"
    assert not shots_of(battle(bows, {"spears": ("blades", [(20, 29.1)])}), "bows", MISSILE)
    hidden = battle(bows, {"spears": ("blades", [(20, 22)])}, features=WALL)
    assert not shots_of(hidden, "bows", MISSILE)
    split = battle(bows, {"spears": ("blades", [(20, 22), (36, 24)])}, features=WALL)
    assert not shots_of(split, "bows", MISSILE), "one is near and hidden, the other visible and too far"


def test_a_unit_does_not_block_the_sight_of_its_own_models_others_do() -> None:
    """rule: AOS-SIGHT-2, AOS-SIGHT-3, AOS-SIGHT-4, AOS-OPEN-30, AOS-OPEN-31."""
    own = {"bows": ("archers", [(20.0, 10.0), (20.0, 11.4)])}
    state = battle(own, {"spears": ("blades", [(20, 20)])})
    assert [one.model for one in shots_of(state, "bows", MISSILE)] == ["bows-1", "bows-2"]
    friends = [(19.0 + 0.99 * n, 11.4) for n in range(3)]
    other = battle({"bows": ("archers", [(20, 10)]), "wall": ("blades", friends)}, {"spears": ("blades", [(20, 20)])})
    assert not shots_of(other, "bows", MISSILE), "a friendly unit is in the way"


def test_all_targets_are_chosen_before_any_die_and_attacks_may_be_split() -> None:
    """rule: AOS-TARGET-1, AOS-TARGET-4, AOS-TARGET-5."""
    red = {"swords": ("blades", [(20, 20)])}
    blue = {"left": ("blades", [(19, 21.5)]), "right": ("blades", [(21, 21.5)])}
    game = aiming(red, blue, MELEE)
    divide = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Divide))
    action = divide.action((("swords|sword|0", "left"), ("swords|sword|1", "right")))
    game = game.play(action)
    assert isinstance(game.pending, Choice) and game.pending.kind == "order", "which unit first is chosen"
    game = fight(game, "right")
    assert isinstance(game.pending, Roll) and game.pending.count == 1


def test_a_weapon_without_a_target_does_not_stop_the_others() -> None:
    """rule: AOS-TARGET-6."""
    red = {"swords": ("blades", [(20.0, 20.0), (20.0, 18.6), (20.0, 17.2)])}
    game = aiming(red, {"spears": ("blades", [(20, 21.5)])}, MELEE)
    assert [one.model for one in shots_of(game.state, "swords", MELEE)] == ["swords-1"]
    assert rules_of(game, AimAttacks((AimedAttacks("swords-3", "sword", "spears", 2),))) == ["AOS-TARGET-6"]


def test_hit_wound_save_and_damage_follow_each_other() -> None:
    """rule: AOS-ATTACK-1, AOS-ATTACK-4, AOS-ATTACK-5, AOS-ATTACK-6, AOS-ATTACK-7, AOS-ATTACK-8, AOS-ATTACK-11."""
    red = {"swords": ("blades", row(20, 20, 2))}
    game = at(aiming(red, {"spears": ("blades", row(20, 21.5, 4))}, MELEE), "spears")
    game = fight(game, (4, 3, 4, 6))
    assert isinstance(game.pending, Roll) and (game.pending.player, game.pending.count) == ("red", 3)
    game = fight(game, (4, 3, 5))
    assert isinstance(game.pending, Roll) and (game.pending.player, game.pending.count) == ("blue", 2)
    game = fight(game, (4, 3))
    assert isinstance(game.pending, Choice) and game.pending.kind == "allocate"
    assert "spears suffers 1 wound" in said(game)


def test_rend_lowers_the_save_roll() -> None:
    """rule: AOS-ATTACK-6, AOS-EX-2, AOS-CASE-1."""
    red = {"pikes": (pikes(rend=-1), [(20, 20)])}
    blue = {"spears": ("blades", [(20, 21.5)])}
    game = fight(at(aiming(red, blue, MELEE), "spears"), (6,), (6,), (4,))
    assert not game.state.is_here("spears"), "a 4 becomes a 3"
    sure = fight(at(aiming({"pikes": (pikes(rend=-3), [(20, 20)])}, blue, MELEE), "spears"), (6,), (6,))
    assert "spears: no die can save" in said(sure) and not sure.state.is_here("spears")
    covered = battle({"pikes": (pikes(rend=-1), [(20, 10)])}, {"spears": ("blades", [(19.2, 15.7)])}, features=WALL)
    bonus = save_bonus(covered, AttackScene("spears", "pikes", MELEE), -1, in_combat=True)
    assert DieTest(4, bonus.total).passes(4), "in cover it stays a 4"


@pytest.mark.parametrize(
    ("ignored", "rend", "better", "slain"), [(1, 0, -1, False), (1, 0, -2, True), (0, -1, -3, False)]
)
def test_rend_that_the_target_ignores_is_ignored_of_special_rolls_too(
    ignored: int, rend: int, better: int, slain: bool
) -> None:
    """rule: AOS-SCROLL-2, AOS-ATTACK-6."""
    keen = {"id": "keen", "name": "Keen", "do": [{"do": "on-attack", "roll": "wound-roll", "rend": better}]}
    ward = {"id": "ward", "name": "Ward", "do": [{"do": "grant", "word": "ignore-rend", "amount": ignored}]}
    red = {"pikes": (pikes(rend=rend, abilities=[keen]), [(20, 20)])}
    blue = {"spears": ({**BLADES, "abilities": [ward]}, [(20, 21.5)])}
    game = fight(at(aiming(red, blue, MELEE), "spears"), (6,), (6,), (4,))
    assert game.state.is_here("spears") is not slain, "saves on 4+"
    state = aiming(red, blue, MELEE).state
    odds = attack_odds(state, "pikes", MELEE, all_at(state, "pikes", MELEE, "spears").aims)[0]
    plain, special = (5 / 6 * n / 6 * (1 - DieTest(4, better if slain and n == 1 else 0).chance) for n in (4, 1))
    assert odds.chances[1] == pytest.approx(plain + special)


def test_attacks_are_rolled_together_only_if_all_their_values_are_the_same() -> None:
    """rule: AOS-ATTACK-10."""
    two = {**BLADES, "id": "two", "weapons": [SWORD, {**SWORD, "name": "Axe", "rend": -1}]}
    state = battle({"two": (two, row(20, 20, 2))}, {"spears": ("blades", row(20, 21.5, 2))})
    lines = attack_lines(state, "two", MELEE, all_at(state, "two", MELEE, "spears").aims)
    assert sorted((line.weapon, line.attacks) for line in lines) == [("axe", 4), ("sword", 4)]


def test_random_attacks_and_damage_are_rolled_for() -> None:
    """rule: AOS-ATTACK-3, AOS-ATTACK-8, AOS-UNDEF-10."""
    red = {"pikes": (pikes("D3", "D6"), [(20, 20)])}
    game = at(aiming(red, {"spears": ("blades", row(20, 21.5, 4))}, MELEE), "spears")
    game = fight(game, (3,), (6, 6), (6, 6), (1, 1), (1, 2))
    assert "spears suffers 3 wounds" in said(game)


def test_modifiers_named_in_the_text_add_up() -> None:
    """rule: AOS-ATTACK-12."""
    state = battle({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 21.5)])})
    scene = AttackScene("spears", "swords", MELEE)
    assert save_bonus(state, scene, -3, in_combat=True).total == -3, "no cap"


def test_damage_goes_on_from_model_to_model() -> None:
    """rule: AOS-ATTACK-9, AOS-EX-7, AOS-CASE-5, AOS-DAMAGE-5, AOS-DAMAGE-6."""
    big = {**BLADES, "id": "big", "wounds": 2}
    state = battle({"swords": ("blades", [(10, 10)])}, {"big": (big, row(10, 30, 5))}, Allocates("big", 6))
    game = at_step(state).play(Pick(("big-1", "big-2", "big-3")))
    assert [model.id for model in game.state.troops("big")] == ["big-4", "big-5"]
    assert spilled(6, (2, 2, 2, 2, 2)) == (0, 0, 0, 2, 2)
    axes = {"pikes": (pikes(attacks=2, damage=3), [(20, 20)])}
    game = fight(at(aiming(axes, {"big": (big, row(20, 21.5, 5))}, MELEE), "big"), (6, 6), (6, 6), (1, 1))
    assert "big suffers 6 wounds" in said(game)
    assert len(game.play(Pick(("big-1", "big-3", "big-5"))).state.troops("big")) == 2, "exactly three are slain"


def allocating(wounds: int, **hurt: int) -> Game[Any, Any]:
    big = {**BLADES, "id": "big", "wounds": 3}
    state = battle({"swords": ("blades", [(10, 10)])}, {"big": (big, row(10, 30, 3))}, Allocates("big", wounds))
    models = tuple(one.changed(wounds=hurt.get(one.id.replace("-", "_"), 0)) for one in state.models)
    return at_step(state.changed(models=models))


def test_the_targets_player_allocates_to_any_models_of_the_unit() -> None:
    """rule: AOS-DAMAGE-2, AOS-DAMAGE-3, AOS-OPEN-32."""
    game = allocating(2, big_1=1)
    assert isinstance(game.pending, Choice) and game.pending.player == "blue"
    assert rules_of(game, Pick(("big-3",))) == [], "not the one that was wounded before"
    assert rules_of(game, Pick(("swords",))) == ["AOS-DAMAGE-2"]
    (asked,) = game.ruleset.prompts(game.state)
    assert str(asked.heading) == "Casualties of 2 wounds"


def test_who_picks_casualties_reads_who_carries_what_the_others_do_not() -> None:
    """rule: AOS-DAMAGE-2."""
    carried = [
        {"id": "blade", "name": "Blade", "weapons": ["sword"]},
        {"id": "horn", "name": "Horn", "weapons": ["sword"], "once": True},
    ]
    swords = {**unit({**BLADES, "loadouts": carried}, 3, "swords"), "loadouts": {"horn": 1}}
    begun = setup(army(swords), army(unit("archers", 1)), terrain="none", realm="fire")
    state = placed(begun, {"swords": row(20, 20, 3), "archers": [(20, 30)]})
    assert sorted(str(one.label) for one in model_options(state, "swords")) == [
        "swords-1",
        "swords-2",
        "swords-3 (Horn)",
    ]


def test_a_model_takes_all_wounds_until_it_is_slain() -> None:
    """rule: AOS-DAMAGE-4, AOS-STATE-4."""
    game = allocating(4)
    assert rules_of(allocating(3), Pick(("big-1", "big-2"))) == ["AOS-DAMAGE-4"]
    game = game.play(Pick(("big-2",)))
    assert isinstance(game.pending, Choice) and game.pending.kind == "allocate", "one is left"
    game = game.play(Pick(("big-3",)))
    assert game.state.troop("big-3").wounds == 1


def test_wounds_after_the_last_model_are_lost() -> None:
    """rule: AOS-DAMAGE-7."""
    game = allocating(20)
    assert not game.state.is_here("big")


def test_damage_is_dealt_when_all_attacks_are_made() -> None:
    """rule: AOS-DAMAGE-1."""
    two = {**BLADES, "id": "two", "weapons": [SWORD, {**SWORD, "name": "Axe", "rend": -1}]}
    game = at(aiming({"two": (two, [(20, 20)])}, {"spears": ("blades", [(20, 21.5)])}, MELEE), "spears")
    game = fight(game, (6, 6), (6, 6), (1, 1))
    assert game.state.is_here("spears"), "it counts until the other weapon has attacked"
    assert isinstance(game.pending, Roll) and game.pending.count == 2


def test_mortal_wounds_of_attacks_take_no_save() -> None:
    """rule: AOS-MORTAL-1, AOS-MORTAL-2, AOS-UNDEF-8."""
    word = {"do": "on-attack", "roll": "hit-roll", "least": 6, "mortal": 1, "instead": True}
    sharp = {**BLADES, "id": "sharp", "abilities": [{"id": "sharp", "name": "Sharp", "do": [word]}]}
    game = at(aiming({"sharp": (sharp, [(20, 20)])}, {"spears": ("blades", row(20, 21.5, 3))}, MELEE), "spears")
    game = fight(game, (6, 1))
    assert isinstance(game.pending, Choice) and game.pending.kind == "allocate"


def wood(spots: list[tuple[float, float]], **deeds: Any) -> SigmarState:
    """Return a battle with blue models about a stone of 3 x 3 in at (18.5, 15), which counts as a wood from above."""
    return battle({"bows": ("archers", [(20, 28)])}, {"spears": ("blades", spots)}, features=WALL, **deeds)


def test_a_unit_is_in_cover_if_all_its_models_are_in_or_on_one_feature() -> None:
    """rule: AOS-COVER-1, AOS-COVER-2, AOS-OPEN-33, AOS-CASE-11."""
    inside = [(19.2, 15.7), (20.6, 15.7), (20.0, 17.2)]
    assert is_covered(wood(inside), "spears")
    assert not is_covered(wood([*inside[:2], (22.0, 15.7)]), "spears")
    scene = AttackScene("spears", "bows", MISSILE)
    assert save_bonus(wood(inside), scene, 0, in_combat=False).total == 1


def test_a_charge_costs_cover_in_combat_only_a_failed_one_does_not() -> None:
    """rule: AOS-COVER-3, AOS-COVER-4, AOS-CASE-11, AOS-OPEN-39."""
    state = wood([(19.2, 15.7)])
    charged = state.changed(units=tuple(one.changed(did=(Deed.CHARGED,)) for one in state.units))
    failed = state.changed(units=tuple(one.changed(did=(Deed.TRIED_CHARGE,)) for one in state.units))
    scene = AttackScene("spears", "bows", MELEE)
    assert save_bonus(charged, scene, 0, in_combat=True).total == 0
    assert save_bonus(charged, scene, 0, in_combat=False).total == 1
    assert save_bonus(failed, scene, 0, in_combat=True).total == 1


def test_distances_are_measured_in_space() -> None:
    """rule: AOS-DIST-3, AOS-DIST-4, AOS-OPEN-3."""
    state = battle({"bows": ("archers", [(20, 20)])}, {"spears": ("blades", [(20, 22)])})
    from warcry3d.rules.ageofsigmar.battle import judging

    low = state.figures("bows")[0]
    high = state.context.model_at("spears", (20.0, 24.0, 5.5), 0.0)
    assert judging.gap(low, high) == pytest.approx((3.0**2 + 4.14**2) ** 0.5)


def test_the_preview_of_an_attack_has_its_exact_odds() -> None:
    """rule: AOS-ATTACK-1."""
    game = aiming({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", row(20, 21.5, 3))}, MELEE)
    action = all_at(game.state, "swords", MELEE, "spears")
    odds = game.ruleset.preview(game.state, action).odds
    one = 0.5 * 0.5 * 0.5
    assert odds[0].chances[:3] == pytest.approx(((1 - one) ** 2, 2 * one * (1 - one), one * one))
    assert attack_odds(game.state, "swords", MELEE, action.aims) == odds
    assert str(odds[0].weapon) == "Sword", "its name, not its id"


def test_casualties_are_picked_from_all_models_in_order() -> None:
    """rule: AOS-DAMAGE-2."""
    game = allocating(4)
    (prompt,) = game.ruleset.prompts(game.state)
    assert isinstance(prompt, PickSome) and prompt.is_ordered and (prompt.least, prompt.most) == (1, 2)
    assert [option.model for option in prompt.options] == ["big-1", "big-2", "big-3"]


def test_the_report_calls_weapons_by_their_names() -> None:
    """rule: AOS-ATTACK-1."""
    game = at(aiming({"pikes": (pikes(), [(10, 10)])}, {"spears": ("blades", [(10, 11.5)])}, MELEE), "spears")
    assert any(line.endswith("1 attack with Pike") for line in said(game)), said(game)
