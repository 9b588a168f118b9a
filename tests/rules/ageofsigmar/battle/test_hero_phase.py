"""The hero phase: terrain, spells, command abilities, abilities of warscrolls."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import ARCHERS, BLADES, MAGE, at_step, battle, fight, row, rules_of, said
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities, ability_option, usable
from warcry3d.rules.ageofsigmar.battle.effects import DAMNED_BONUS, EffectKind, UnitEffect
from warcry3d.rules.ageofsigmar.battle.modifiers import (
    AttackScene,
    bravery_of,
    is_befuddled,
    reroll_of,
    roll_bonus,
    save_bonus,
)
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import charge_faults
from warcry3d.rules.ageofsigmar.battle.phases.combat_phase import eligible
from warcry3d.rules.ageofsigmar.battle.phases.hero_phase import HeroPhase
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import faults_of
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.phases.shooting_phase import shoot_faults
from warcry3d.rules.ageofsigmar.battle.setup.before_battle import PreBattle
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase, SigmarState
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_actions import UnitOrder

STONE = ({"id": "stone-1", "piece": "stone", "at": [10, 12]},)
"""A stone of 3 x 3 in with its corner at (10, 12)."""


def hero(
    red: Any | None = None,
    blue: Any | None = None,
    rule: TerrainRule | None = None,
    generals: tuple[str, str] = ("mage", "witch"),
    **values: object,
) -> Game[Any, Any]:
    """Return a battle in red's hero phase; ``rule``: that of the stone at (10, 12)."""
    state = battle(
        red or {"swords": ("blades", row(10, 10, 3)), "mage": ("mage", [(20, 10)])},
        blue or {"spears": ("blades", row(10, 24, 3)), "witch": ("mage", [(20, 24)])},
        BeginPhase(SigmarPhase.HERO, "red"),
        features=STONE if rule else (),
        terrain=(rule,) if rule else (),
        **values,
    )
    named = dict(zip(("red", "blue"), generals, strict=True))
    return at_step(state.changed(sides=tuple(side.changed(general=named[side.id]) for side in state.sides)))


def cast(game: Game[Any, Any], spell: str) -> Game[Any, Any]:
    return game.play(UnitOrder("cast", f"mage|{spell}"))


def test_wizards_cast_spells_in_their_own_hero_phase() -> None:
    """rule: AOS-HERO-1, AOS-MAGIC-1, AOS-MAGIC-3."""
    game = hero()
    prompt = next(one for one in game.ruleset.prompts(game.state) if one.id == "cast")
    assert [option.id for option in prompt.options] == ["mage|arcane-bolt", "mage|mystic-shield"]
    assert rules_of(game, UnitOrder("cast", "witch|arcane-bolt")) == ["AOS-MAGIC-1"]


def test_a_spell_says_that_nobody_is_there() -> None:
    """rule: AOS-MAGIC-3, AOS-OPEN-22: it was tried, and had no target once it was cast."""

    def facts(y: float) -> list[str]:
        game = hero(blue={"witch": ("mage", [(20, y)])})
        prompt = next(one for one in game.ruleset.prompts(game.state) if one.id == "cast")
        return [str(fact.message) for fact in prompt.options[0].facts]

    there, away = facts(24.0), facts(44.0)
    assert there[0] == "casting value 5: 83 %" and there[1].endswith("it suffers D3 mortal wounds.")
    assert away == [*there, "nobody stands where it could work now"]


def test_a_wizard_tries_each_spell_once_and_as_many_as_its_warscroll_says() -> None:
    """rule: AOS-MAGIC-2, AOS-MAGIC-4, AOS-OPEN-20, AOS-UNDEF-6, AOS-STATE-3."""
    game = fight(cast(hero(), "arcane-bolt"), (1, 1))
    assert rules_of(game, UnitOrder("cast", "mage|arcane-bolt")) == ["AOS-MAGIC-4"], "a failed try uses it up"
    assert rules_of(game, UnitOrder("cast", "mage|mystic-shield")) == ["AOS-MAGIC-2"]


def test_a_spell_is_cast_on_its_value_and_fails_below() -> None:
    """rule: AOS-MAGIC-5, AOS-MAGIC-11, AOS-MAGIC-14."""
    assert "Arcane Bolt fails: 4, 5 needed" in said(fight(cast(hero(), "arcane-bolt"), (2, 2)))
    assert "Arcane Bolt is cast: 5, 5 needed" in said(fight(cast(hero(), "arcane-bolt"), (2, 3)))
    assert "Mystic Shield fails: 5, 6 needed" in said(fight(cast(hero(), "mystic-shield"), (2, 3)))


def test_the_opponent_may_unbind_with_a_wizard_near_enough_that_sees_the_caster() -> None:
    """rule: AOS-MAGIC-6, AOS-MAGIC-7, AOS-SIGHT-5."""
    game = fight(cast(hero(), "arcane-bolt"), (3, 3))
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.kind) == ("blue", "unbind")
    assert rules_of(game, Decline()) == []
    assert str(game.ruleset.prompts(game.state)[0].heading) == "Unbind Arcane Bolt, cast with 6"
    far = fight(cast(hero(blue={"witch": ("mage", [(20, 29.1)])}), "arcane-bolt"), (3, 3))
    assert not isinstance(far.pending, Choice) or far.pending.kind != "unbind", "18.1 in are too far"
    near = fight(cast(hero(blue={"witch": ("mage", [(20, 28.9)])}), "arcane-bolt"), (3, 3))
    assert isinstance(near.pending, Choice) and near.pending.kind == "unbind"
    wall = ({"id": "wall", "piece": "stone", "at": [18.5, 15]},)
    hidden = battle({"mage": ("mage", [(20, 10)])}, {"witch": ("mage", [(20, 24)])}, HeroPhase("red"), features=wall)
    blind = fight(cast(at_step(hidden), "arcane-bolt"), (3, 3))
    assert not isinstance(blind.pending, Choice) or blind.pending.kind != "unbind"


@pytest.mark.parametrize(
    ("faces", "dice", "is_unbound"),
    [((2, 3), (1, 4), True), ((2, 3), (1, 3), False), ((4, 5), (4, 4), False), ((4, 5), (3, 6), True)],
)
def test_unbinding_must_reach_the_casting_roll(faces: tuple[int, int], dice: tuple[int, int], is_unbound: bool) -> None:
    """rule: AOS-MAGIC-8, AOS-MAGIC-9, AOS-MAGIC-10, AOS-CASE-6."""
    game = fight(cast(hero(), "arcane-bolt"), faces, "witch", dice)
    told = f"witch does not unbind Arcane Bolt: {sum(dice)}, {sum(faces)} needed"
    assert (told in said(game)) is not is_unbound
    is_picking = isinstance(game.pending, Choice) and game.pending.kind == "pick-units"
    assert is_picking is not is_unbound


def test_arcane_bolt_deals_d3_mortal_wounds_to_a_visible_enemy_within_18() -> None:
    """rule: AOS-MAGIC-12, AOS-MAGIC-13, AOS-OPEN-22, AOS-MORTAL-1."""
    blue = {"spears": ("blades", row(20, 28, 3)), "far": ("blades", row(20, 30, 1))}
    game = fight(cast(hero(blue=blue), "arcane-bolt"), (3, 3))
    assert isinstance(game.pending, Choice) and game.pending.about == ("spears",)
    game = fight(game, "spears", (4,))
    assert isinstance(game.pending, Choice) and game.pending.player == "blue", "2 wounds, and 3 models"
    game = game.play(Pick(("spears-1", "spears-3")))
    assert [model.id for model in game.state.troops("spears")] == ["spears-2"]


def test_a_spell_without_a_target_does_nothing() -> None:
    """rule: AOS-OPEN-22."""
    game = fight(cast(hero(blue={"far": ("blades", row(20, 40, 1))}), "arcane-bolt"), (3, 3))
    assert said(game)[-1] == "Arcane Bolt has no target"


def test_mystic_shield_adds_one_to_saves_until_the_next_hero_phase_and_adds_up() -> None:
    """rule: AOS-MAGIC-15, AOS-MAGIC-16, AOS-OPEN-23, AOS-OPEN-37."""
    game = fight(cast(hero(), "mystic-shield"), (3, 3), "decline")
    assert isinstance(game.pending, Choice) and set(game.pending.about) == {"swords", "mage"}  # type: ignore[call-overload]
    game = fight(game, "swords")
    scene = AttackScene("swords", "spears", WeaponKind.MELEE)
    assert save_bonus(game.state, scene, 0, in_combat=True).total == 1
    twice = game.state.changed(effects=game.state.effects * 2)
    assert save_bonus(twice, scene, 0, in_combat=True).total == 2
    theirs = at_step(game.state.changed(agenda=(HeroPhase("blue"),))).state
    assert save_bonus(theirs, scene, 0, in_combat=True).total == 1
    ours = at_step(game.state.changed(agenda=(HeroPhase("red"),))).state
    assert save_bonus(ours, scene, 0, in_combat=True).total == 0


def test_arcane_terrain_adds_one_to_casting_and_unbinding_for_both_players() -> None:
    """rule: AOS-TERRAIN-7, AOS-TERRAIN-8, AOS-OPEN-21, AOS-TERRAIN-20."""
    game = hero({"mage": ("mage", [(11, 8.6)])}, {"witch": ("mage", [(11, 18.4)])}, TerrainRule.ARCANE)
    assert roll_bonus(game.state, "casting-roll", "mage").total == 1
    assert roll_bonus(game.state, "unbinding-roll", "witch").total == 1
    game = fight(cast(game, "arcane-bolt"), (2, 2))
    assert "Arcane Bolt is cast: 5, 5 needed" in said(game), "a roll of 4, and 1"
    away = hero({"mage": ("mage", [(11, 8.4)])}, {"witch": ("mage", [(11, 20)])}, TerrainRule.ARCANE)
    assert roll_bonus(away.state, "casting-roll", "mage").total == 0, "3.1 in away"


def test_arcane_terrain_helps_the_wizards_of_a_unit_that_are_near_alone() -> None:
    """rule: AOS-TERRAIN-7, AOS-TERRAIN-8, AOS-OPEN-20. Each model of a unit of wizards is a wizard."""
    coven = {**MAGE, "id": "coven"}
    red = {"mage": (coven, [(11, 8.6), (11, 7.2)])}
    game = hero(red, {"spears": ("blades", [(40, 40)])}, TerrainRule.ARCANE, generals=("mage-1", "spears"))
    near = fight(game.play(UnitOrder("cast", "mage-1|arcane-bolt")), (2, 2))
    assert "Arcane Bolt is cast: 5, 5 needed" in said(near)
    away = fight(game.play(UnitOrder("cast", "mage-2|arcane-bolt")), (2, 2))
    assert "Arcane Bolt fails: 4, 5 needed" in said(away), "it stands 4.3 in away"


def test_failed_casting_rolls_may_be_rolled_again_where_an_ability_says_so() -> None:
    """rule: AOS-DICE-3, AOS-DICE-5, AOS-OPEN-35. The bare sum decides, and some or all of its dice may be taken."""
    words = [{"do": "re-roll", "what": ["casting-roll", "unbinding-roll"], "which": "failed"}]
    learned = {**MAGE, "abilities": [{"id": "learned", "name": "Learned", "do": words}]}
    game = hero({"mage": (learned, [(20, 10)])}, {"witch": (learned, [(20, 24)])})
    failed = fight(cast(game, "arcane-bolt"), (1, 3))
    assert isinstance(failed.pending, Choice) and failed.pending.kind == "re-roll"
    assert "Arcane Bolt is cast: 6, 5 needed" in said(fight(failed, Pick(("1",)), (5,)))
    made = fight(cast(game, "arcane-bolt"), (2, 3))
    assert isinstance(made.pending, Choice) and made.pending.kind == "unbind", "nothing failed"
    again = fight(made, "witch", (1, 3))
    assert isinstance(again.pending, Choice) and (again.pending.player, again.pending.kind) == ("blue", "re-roll")


def test_the_general_uses_one_command_ability_in_its_own_hero_phase() -> None:
    """rule: AOS-COMMAND-1, AOS-GENERAL-2."""
    game = hero().play(UnitOrder("presence", "swords"))
    assert rules_of(game, UnitOrder("presence", "mage")) == ["AOS-COMMAND-1"]
    state = game.state
    none = at_step(state.changed(sides=tuple(s.changed(general="", has_commanded=False) for s in state.sides)))
    assert rules_of(none, UnitOrder("presence", "swords")) == ["AOS-COMMAND-3"]


def test_inspiring_presence_is_for_units_within_12_of_the_general_its_own_too() -> None:
    """rule: AOS-COMMAND-2, AOS-COMMAND-3, AOS-COMMAND-4."""
    red = {
        "mage": ("mage", [(20, 10)]),
        "near": ("blades", row(20, 22.9, 1)),
        "far": ("blades", row(20, 23.1, 1)),
    }
    game = hero(red, {"spears": ("blades", row(40, 40, 1))})
    assert rules_of(game, UnitOrder("presence", "mage")) == []
    assert rules_of(game, UnitOrder("presence", "near")) == []
    assert rules_of(game, UnitOrder("presence", "far")) == ["AOS-COMMAND-3"]


def near_stone(rule: TerrainRule, y: float = 9.6) -> SigmarState:
    """Return red's hero phase with a unit ``12 - y - 0.5`` in from the stone."""
    return hero({"swords": ("blades", row(10, y, 3))}, {"spears": ("blades", row(10, 30, 3))}, rule).state


def test_damned_terrain_gives_hits_for_mortal_wounds() -> None:
    """rule: AOS-TERRAIN-4, AOS-TERRAIN-5, AOS-TERRAIN-6, AOS-OPEN-6."""
    game = at_step(near_stone(TerrainRule.DAMNED))
    offer = UnitOrder("sacrifice", "swords|stone-1")
    game = fight(game.play(offer), (1,))
    assert isinstance(game.pending, Choice) and game.pending.player == "red", "its own player allocates"
    game = game.play(Pick(("swords-2",)))
    assert roll_bonus(game.state, "hit-roll", "swords").total == 1
    assert rules_of(game, offer) == ["AOS-TERRAIN-4"], "once a phase for each feature"
    assert rules_of(at_step(near_stone(TerrainRule.DAMNED, 8.4)), offer) == ["AOS-TERRAIN-4"], "3.1 in away"


def test_the_damned_bonus_lasts_until_the_next_hero_phase_wherever_the_unit_goes() -> None:
    """rule: AOS-TERRAIN-6, AOS-TERRAIN-20, AOS-STATE-2."""
    effect = UnitEffect(unit="swords", kind=EffectKind.DAMNED, by="red", word=DAMNED_BONUS)
    state = battle({"swords": ("blades", row(30, 30, 3))}, {"spears": ("blades", row(10, 10, 3))}, effects=(effect,))
    assert roll_bonus(state, "hit-roll", "swords").total == 1
    after = at_step(state.changed(agenda=(HeroPhase("red"),))).state
    assert roll_bonus(after, "hit-roll", "swords").total == 0


def test_inspiring_terrain_adds_one_to_bravery_while_units_are_near() -> None:
    """rule: AOS-TERRAIN-9, AOS-TERRAIN-20."""
    assert bravery_of(near_stone(TerrainRule.INSPIRING), "swords").total == 6
    assert bravery_of(near_stone(TerrainRule.INSPIRING, 8.4), "swords").total == 5


def test_mystical_terrain_befuddles_on_a_one() -> None:
    """rule: AOS-TERRAIN-12, AOS-TERRAIN-13, AOS-TERRAIN-14, AOS-TERRAIN-15, AOS-COMBAT-13, AOS-OPEN-9."""
    red = {"mage": ("mage", [(11, 9.6)])}
    game = hero(red, None, TerrainRule.MYSTICAL)
    assert isinstance(game.pending, Roll), "not optional, and before any casting"
    game = fight(game, (1,))
    assert is_befuddled(game.state, "mage")
    assert rules_of(game, UnitOrder("cast", "mage|arcane-bolt")) == ["AOS-TERRAIN-13"]
    ended = at_step(game.state.changed(agenda=(HeroPhase("blue"),))).state
    assert is_befuddled(ended, "mage"), "until its own player's next hero phase"


def test_the_befuddled_neither_move_nor_attack_nor_are_moved_by_abilities() -> None:
    """rule: AOS-TERRAIN-14, AOS-TERRAIN-15, AOS-COMBAT-13, AOS-OPEN-9."""
    effect = UnitEffect(unit="swords", kind=EffectKind.BEFUDDLED, by="red")
    march = {"id": "march", "name": "March", "when": "hero", "do": [{"do": "go", "inches": 4}]}
    scroll = {**ARCHERS, "abilities": [march]}
    red, blue = {"swords": (scroll, [(20, 20)])}, {"spears": ("blades", [(20, 24)])}

    def begun(phase: SigmarPhase) -> Game[Any, Any]:
        state = at_step(battle(red, blue, BeginPhase(phase, "red"))).state
        return at_step(state.changed(effects=(effect,)))

    game = begun(SigmarPhase.HERO).play(UnitOrder("ability", "swords|march"))
    assert isinstance(game.pending, Choice) and game.pending.kind == "hero", "it is not asked where it goes"
    assert "swords cannot move" in said(game)
    state = begun(SigmarPhase.COMBAT).state
    assert (eligible(state, "red"), eligible(state, "blue")) == ((), ("spears",))
    barred = [*faults_of(state, "swords", "retreat"), *shoot_faults(state, "swords"), *charge_faults(state, "swords")]
    assert [one.rule for one in barred] == ["AOS-TERRAIN-14", "AOS-TERRAIN-15", "AOS-TERRAIN-14"]


def test_mystical_terrain_lets_failed_wounds_be_rolled_again_otherwise() -> None:
    """rule: AOS-TERRAIN-16."""
    game = fight(at_step(near_stone(TerrainRule.MYSTICAL)), (2,))
    assert reroll_of(game.state, "wound-roll", "swords") == "failed"


def test_sinister_terrain_causes_fear_that_goes_with_the_unit_and_does_not_add_up() -> None:
    """rule: AOS-TERRAIN-17, AOS-TERRAIN-18, AOS-TERRAIN-19, AOS-TERRAIN-20."""
    red = {"swords": ("blades", row(10, 9.6, 1)), "knives": ("blades", row(12, 9.6, 1))}
    blue = {"spears": ("blades", row(11, 6.6, 1)), "away": ("blades", row(11, 3.0, 1))}
    state = hero(red, blue, TerrainRule.SINISTER).state
    assert bravery_of(state, "spears").total == 4
    assert bravery_of(state, "away").total == 5
    assert bravery_of(state, "swords").total == 5


def healer(when: str, **more: object) -> dict[str, Any]:
    """Return a warscroll whose ability heals its unit at some time."""
    ability = {"id": "heal", "name": "Heal", "when": when, "do": [{"do": "heal", "amount": 1}], **more}
    return {**BLADES, "id": "healer", "wounds": 3, "abilities": [ability]}


def test_abilities_are_used_in_the_own_hero_phase_unless_they_say_every() -> None:
    """rule: AOS-HERO-2, AOS-HERO-3, AOS-HERO-4, AOS-UNDEF-5, AOS-ROUND-5."""
    red = {"healer": (healer("every-hero"), [(10, 10)])}
    blue = {"other": (healer("every-hero"), [(10, 30)]), "own": (healer("hero"), [(20, 30)])}
    state = battle(red, blue, BeginPhase(SigmarPhase.HERO, "red"))
    game = at_step(state).play(UnitOrder("ability", "healer|heal")).play(Done())
    assert isinstance(game.pending, Choice) and (game.pending.player, game.pending.about) == ("blue", ("other|heal",))


def test_an_ability_of_a_unit_stands_for_it_and_says_where_it_would_heal_nobody() -> None:
    """rule: AOS-DAMAGE-8. Without a model it was used at the first press of its card, once in the battle."""
    state = battle({"healer": (healer("hero"), [(10, 10)])}, {"spears": ("blades", row(10, 30, 1))})
    (use,) = usable(state, "red", "hero")
    option = ability_option(state, use)
    assert option.model == "healer"
    assert "nobody whom it heals has lost wounds" in [str(one.message) for one in option.facts]
    hurt = state.changed(models=tuple(one.changed(wounds=1) for one in state.models))
    assert ability_option(hurt, use).facts == ()


@pytest.mark.parametrize("dice", [1, {"side": "enemy"}])
def test_a_roll_of_an_ability_names_the_unit_that_uses_it(dice: object) -> None:
    """rule: AOS-HERO-2, AOS-UNDEF-8."""
    roll = {"do": "roll", "dice": dice, "each": [{"on": 6, "then": [{"do": "heal", "amount": 1}]}]}
    red = {"healer": (healer("hero", do=[roll]), [(10, 10)])}
    state = battle(red, {"spears": ("blades", row(10, 30, 1))}, BeginPhase(SigmarPhase.HERO, "red"))
    assert "red rolls 3 (healer: ability)" in said(fight(at_step(state), UnitOrder("ability", "healer|heal"), (3,)))


def test_abilities_before_the_battle_are_used_by_both_after_a_roll() -> None:
    """rule: AOS-PRE-1, AOS-PRE-2."""
    one = battle({"healer": (healer("set-up"), [(10, 10)])}, {"spears": ("blades", row(10, 30, 1))}, PreBattle())
    game = at_step(one)
    assert isinstance(game.pending, Choice) and game.pending.player == "red", "only one has any: no roll"
    both = battle({"healer": (healer("set-up"), [(10, 10)])}, {"other": (healer("set-up"), [(10, 30)])}, PreBattle())
    game = fight(at_step(both), (2,), (2,), (1,), (4,))
    assert isinstance(game.pending, Choice) and game.pending.player == "blue", "ties roll again; the higher begins"


def test_healing_takes_wounds_off_but_not_of_the_slain() -> None:
    """rule: AOS-DAMAGE-8, AOS-DAMAGE-9, AOS-UNDEF-7."""
    state = battle(
        {"healer": (healer("hero"), row(10, 10, 2))},
        {"spears": ("blades", row(10, 30, 1))},
        UsesAbilities("red", "hero"),
    )
    hurt = tuple(one.changed(wounds=2) if one.id == "healer-1" else one for one in state.models)
    game = fight(at_step(state.changed(models=hurt)), "healer|heal")
    assert game.state.troop("healer-1").wounds == 1


def test_an_ability_once_in_the_battle_is_not_used_again() -> None:
    """rule: AOS-HERO-2, AOS-OPEN-38."""
    state = battle(
        {"healer": (healer("hero", once="battle"), [(10, 10)])},
        {"spears": ("blades", row(10, 30, 1))},
        BeginPhase(SigmarPhase.HERO, "red"),
    )
    use = UnitOrder("ability", "healer|heal")
    game = at_step(state).play(use)
    assert rules_of(game, use) == ["AOS-HERO-2"]
    later = at_step(game.state.changed(agenda=(BeginPhase(SigmarPhase.HERO, "red"),)))
    assert rules_of(later, use) == ["AOS-HERO-2"]
