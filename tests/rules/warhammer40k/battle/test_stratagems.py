"""Stratagems: what they cost, when they may be used, what they do."""

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    Units,
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
    sheet,
    walks,
)
from warcry3d.game.actions import Decline, Pick
from warcry3d.game.agenda import AgendaStep
from warcry3d.game.prompts import PickOne
from warcry3d.game.session import Game
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.attack_lines import attack_lines
from warcry3d.rules.warhammer40k.battle.attacks.weapons import shots_of
from warcry3d.rules.warhammer40k.battle.command_points import can_pay
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import Charges
from warcry3d.rules.warhammer40k.battle.phases.command_phase import BattleShockStep
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import FightPhase, Fights, fights_first
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import ShootingPhase40k
from warcry3d.rules.warhammer40k.battle.sensing import unit_gap
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    ModelPlace40k,
    Phase40k,
    ReserveKind,
    State40k,
    UnitEffect40k,
)
from warcry3d.rules.warhammer40k.battle.stratagems.stratagem_effects import STRATAGEMS, grenade_targets
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import (
    MayUse,
    StratagemKind,
    StratagemMoment,
    known_stratagem,
)

GRENADIERS = sheet("grenadiers", keywords=("infantry", "grenades"))
SMOKERS = sheet("smokers", keywords=("vehicle", "smoke"))


def rich(red: Units, blue: Units, *steps: AgendaStep, points: int = 3, **values: object) -> State40k:
    """Return a battle in which both players have command points."""
    state = battle(red, blue, *steps, **values)  # type: ignore[arg-type]
    return state.changed(sides=tuple(side.changed(command=points) for side in state.sides))


def doing(state: State40k, unit: str, *deeds: Deed40k) -> State40k:
    """Return the state with what a unit did in this turn."""
    return state.changed(units=tuple(one.changed(did=deeds) if one.id == unit else one for one in state.units))


def points(game: Game, player: str) -> int:
    """Return the command points of a player."""
    found: int = game.state.side(player).command
    return found


def test_a_stratagem_costs_its_points_and_comes_once_a_phase() -> None:
    """rule: 40K-STRAT-1, 40K-STRAT-2, 40K-STRAT-3, 40K-STATE-6. Example 29."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle"), "no", (1,))
    assert game.pending.kind == "command-re-roll"
    pick = game.ruleset.prompts(game.state)[0]
    assert isinstance(pick, PickOne), "one die, picked at once"
    assert (str(pick.heading), str(pick.hint)) == ("Command Re-roll (1 CP)", "Rolled for u: hit roll; needed: 3+.")
    game = play(game, "0", (3,))
    assert points(game, "red") == 2
    game = play(game, (1,))
    assert game.is_over, "no second re-roll in this phase"


def test_what_was_used_in_a_phase_is_not_used_at_its_end() -> None:
    """rule: 40K-STRAT-3. Example 29: Rapid Ingress, of the end of the phase, was used in it."""
    use = MayUse("blue", StratagemMoment.MOVEMENT_ENDS)
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [])}, use, phase=Phase40k.MOVEMENT, round=2)
    state = state.changed(
        units=tuple(one.changed(reserve=ReserveKind.STRATEGIC) if one.id == "foe" else one for one in state.units),
        models=tuple(one.changed(place=ModelPlace40k.RESERVE) if one.unit == "foe" else one for one in state.models),
    )
    used = state.changed(sides=tuple(side.changed(used=("rapid-ingress",)) for side in state.sides))
    assert (use.choice(state) is None, use.choice(used) is None) == (False, True)


def test_who_does_without_a_re_roll_for_a_phase_is_not_asked_again_in_it() -> None:
    """rule: 40K-STRAT-1, 40K-STRAT-REROLL-1. No point is spent; in the next phase it is offered again."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle"), "no", (3,))
    assert [one.id for one in game.ruleset.prompts(game.state)] == ["re-roll", "keep", "spare"]
    assert play(game, "no", (5,)).pending.kind == "command-re-roll", "kept once, it is offered for the next roll"
    game = play(game, "done")
    assert points(game, "red") == 3
    game = play(game, (5,))
    assert game.pending.player == "blue", "red is not asked about its roll to wound"
    assert can_pay(game.state.changed(sides=tuple(one.changed(used=()) for one in game.state.sides)), "red",
                   "command-re-roll", 1, "u")  # fmt: skip


def test_outside_of_phases_there_is_no_limit() -> None:
    """rule: 40K-STRAT-4. Example 28."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, phase=None)
    used = state.changed(sides=tuple(side.changed(used=("x",)) for side in state.sides))
    assert can_pay(used, "red", "x", 1, "u")
    assert not can_pay(used.changed(phase=Phase40k.COMMAND), "red", "x", 1, "u")


def test_shocked_units_and_those_inside_get_no_stratagems() -> None:
    """rule: 40K-STRAT-11, 40K-SHOCK-6, 40K-EMBARK-3, 40K-STRAT-REROLL-2. Example 30."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])})
    assert can_pay(state, "red", "command-re-roll", 1, "u")
    shocked = state.changed(units=tuple(one.changed(is_shocked=True) for one in state.units))
    inside = state.changed(units=tuple(one.changed(inside="foe") for one in state.units))
    assert not can_pay(shocked, "red", "command-re-roll", 1, "u")
    for is_shocked in (False, True):
        state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("foe"))
        units = tuple(one.changed(is_shocked=is_shocked and one.id == "u") for one in state.units)
        game = play(at_step(state.changed(units=units)), aims("foe", "u", "rifle"))
        game = play(game, *(() if is_shocked else ("no",)), (5,), "no", (5,), "no", (2,))
        assert game.is_over if is_shocked else game.pending.kind == "command-re-roll", "its save is not rolled again"
    assert not can_pay(inside, "red", "command-re-roll", 1, "u")


def test_a_charge_is_rolled_again_with_both_dice() -> None:
    """rule: 40K-REROLL-3, 40K-STRAT-REROLL-1, 40K-STRAT-REROLL-3. Example 8."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(18, 10)])}, Charges("u"), phase=Phase40k.CHARGE)
    game = play(at_step(state), Pick(("foe",)), (1, 1), "all")
    assert game.pending.count == 2


def test_kinds_of_the_core_stratagems_are_data() -> None:
    """rule: 40K-STRAT-5, 40K-STRAT-9."""
    kinds = {one.id: one.kind for one in STRATAGEMS}
    assert kinds["go-to-ground"] is StratagemKind.BATTLE_TACTIC and kinds["smokescreen"] is StratagemKind.WARGEAR
    assert all(one.cost > 0 for one in STRATAGEMS)


def test_insane_bravery_passes_a_test_once_a_battle() -> None:
    """rule: 40K-STRAT-BRAVE-1, 40K-STRAT-BRAVE-2, 40K-STRAT-BRAVE-3."""
    state = rich(
        {"u": (TROOPS, row(10, 10, 3))}, {"foe": (TROOPS, [(30, 10)])}, BattleShockStep("red"), phase=Phase40k.COMMAND
    )
    lost = ModelPlace40k.DESTROYED
    state = state.changed(
        models=tuple(one.changed(place=lost) if one.id in ("u-1", "u-2") else one for one in state.models)
    )
    game = play(at_step(state), "insane-bravery|u")
    assert game.is_over and not game.state.unit("u").is_shocked
    later = game.state.changed(agenda=(BattleShockStep("red"),))
    assert at_step(later).pending.count == 2


def test_a_grenade_is_six_dice_at_an_enemy_near() -> None:
    """rule: 40K-STRAT-GRENADE-1, 40K-STRAT-GRENADE-2, 40K-STRAT-GRENADE-3."""
    blues = {"foe": (TROOPS, [(17, 10)]), "far": (TROOPS, [(30, 10)])}
    game = at_step(rich({"u": (GRENADIERS, [(10, 10)])}, blues, ShootingPhase40k("red")))
    game = play(game, order("shoot", "u"), "grenade|u")
    assert game.pending.count == 6
    game = play(game, (3, 4, 1, 1, 1, 1))
    assert game.state.wounds_left("foe-1") == 1


@pytest.mark.parametrize(("strength", "dice"), [(6, 6), (10, 12)])
def test_tank_shock_rolls_as_many_dice_as_the_strength(strength: int, dice: int) -> None:
    """rule: 40K-STRAT-TANK-1, 40K-STRAT-TANK-2, 40K-STRAT-TANK-3, 40K-STRAT-TANK-4."""
    ram = sheet("ram", blade("Ram", strength=strength), keywords=("vehicle",))
    foe = sheet("foe", numbers={"toughness": 6, "wounds": 20})
    use = MayUse("red", StratagemMoment.CHARGE_ENDED, ("ram",))
    state = rich({"ram": (ram, [(10, 10)])}, {"foe": (foe, [(12, 10)])}, use, phase=Phase40k.CHARGE)
    assert use.choice(state) is None
    game = play(at_step(doing(state, "ram", Deed40k.CHARGED)), "tank-shock|ram")
    assert game.pending.count == dice
    game = play(game, (5,) * dice)
    assert game.state.wounds_left("foe-1") == 20 - min(dice, 6)


def test_rapid_ingress_brings_reserves_under_their_usual_limits() -> None:
    """rule: 40K-STRAT-INGRESS-1, 40K-STRAT-INGRESS-2. Example 38: not in round 1."""
    use = MayUse("blue", StratagemMoment.MOVEMENT_ENDS)
    reds, blues = {"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [])}
    state = rich(reds, blues, use, phase=Phase40k.MOVEMENT)
    units = tuple(one.changed(reserve=ReserveKind.STRATEGIC) if one.id == "foe" else one for one in state.units)
    models = tuple(one.changed(place=ModelPlace40k.RESERVE) if one.unit == "foe" else one for one in state.models)
    state = state.changed(units=units, models=models)
    assert use.choice(state) is None
    asked = at_step(state.changed(round=2))
    assert str(RULES.prompts(asked.state)[0].hint) == "The movement phase of red ends."
    game = play(asked, "rapid-ingress|foe", SetUpUnitAt((SetUpModel("foe-1", (30.0, 40.0, 0.0)),)))
    assert game.state.is_here("foe") and points(game, "blue") == 2


def test_rapid_ingress_asks_how_a_unit_arrives_that_can_in_two_ways() -> None:
    """rule: 40K-STRAT-INGRESS-2, 40K-STRATRES-7. It came from an edge."""
    use = MayUse("blue", StratagemMoment.MOVEMENT_ENDS)
    diver = sheet("diver", core=["deep strike"])
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (diver, [])}, use, phase=Phase40k.MOVEMENT, round=2)
    units = tuple(one.changed(reserve=ReserveKind.STRATEGIC) if one.id == "foe" else one for one in state.units)
    models = tuple(one.changed(place=ModelPlace40k.RESERVE) if one.unit == "foe" else one for one in state.models)
    game = play(at_step(state.changed(units=units, models=models)), "rapid-ingress|foe")
    assert game.pending.about == ("strategic", "deep-strike")
    (prompt,) = RULES.prompts(game.state)
    assert isinstance(prompt, PickOne)
    assert [str(one.label) for one in prompt.options] == ["from an edge", "by deep strike"]
    assert rules_of(game, Pick(("neither",))) == ["40K-STRATRES-7"]
    game = play(game, "deep-strike", SetUpUnitAt((SetUpModel("foe-1", (30.0, 25.0, 0.0)),)))
    assert game.state.is_here("foe")


def test_overwatch_shoots_at_a_moving_enemy_and_hits_on_sixes_only() -> None:
    """rule: 40K-STRAT-OVERWATCH-1, 40K-STRAT-OVERWATCH-2, 40K-STRAT-OVERWATCH-3, 40K-STRAT-OVERWATCH-4, 40K-OUTPHASE-1,
    40K-OUTPHASE-2. Example 25.
    """
    step = MovesUnit40k("u", MoveKind40k.NORMAL)
    blues = {"foe": (TROOPS, [(20, 10)]), "far": (TROOPS, [(45, 10)])}
    state = rich({"u": (TROOPS, [(10, 10)])}, blues, step, phase=Phase40k.MOVEMENT)
    game = play(at_step(state), walks(("u-1", 10, 12)))
    assert game.pending.about == ("fire-overwatch|foe",)
    hint = RULES.prompts(game.state)[0].hint
    assert str(hint) == "u is about to move, has moved or was set up."
    assert str(game.pending.why.message) == "blue: may use a stratagem", "the window says: Blue may use a stratagem"
    game = play(game, "fire-overwatch|foe", aims("foe", "u", "rifle"), (5,), Decline())
    assert game.is_over and game.state.wounds_left("u-1") == 2
    assert Deed40k.SHOT not in game.state.unit("foe").did


def test_what_shots_of_the_shooting_phase_set_off_overwatch_does_not() -> None:
    """rule: 40K-OUTPHASE-2. Example 25: a unit that evades the shots of a shooting phase stays under overwatch."""
    quick = sheet("u", rules=[{"rule": "evade", "name": "Slip Away", "inches": 6}])
    blues = {"foe": (TROOPS, [(20, 10)])}
    kinds = []
    for only in ("", "u"):
        state = battle({"u": (quick, [(10, 10)])}, blues, AimsWeapons("foe", only=only), phase=Phase40k.MOVEMENT)
        kinds.append(getattr(play(at_step(state), aims("foe", "u", "rifle")).pending, "kind", "dice"))
    assert kinds == ["move-unit", "dice"]


def test_who_does_without_a_stratagem_for_a_phase_is_not_asked_again_in_it() -> None:
    """rule: 40K-STRAT-1, 40K-STRAT-2. No point is spent."""
    step, about = StratagemMoment.ENEMY_MOVES, ("u",)
    blues = {"foe": (TROOPS, [(20, 10)])}
    asks = (MayUse("blue", step, about), MayUse("blue", step, about))
    state = rich({"u": (TROOPS, [(10, 10)])}, blues, *asks, phase=Phase40k.MOVEMENT)
    game = at_step(state)
    assert [one.id for one in RULES.prompts(game.state)] == ["stratagem", "no", "spare"]
    assert not play(game, "no").is_over, "it is asked again"
    spared = play(game, "done")
    assert spared.is_over and points(spared, "blue") == points(game, "blue")


def test_going_to_ground_gives_cover_and_a_save() -> None:
    """rule: 40K-STRAT-GROUND-1, 40K-STRAT-GROUND-2."""
    shooter, foe = sheet("shooter", gun(ap=-4)), sheet("foe", numbers={"save": 5})
    state = rich({"u": (shooter, [(10, 10)])}, {"foe": (foe, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle"), "go-to-ground|foe")
    assert UnitEffect40k.GONE_TO_GROUND in game.state.unit("foe").effects
    game = play(game, (3,), "no", (4,), "no", (6,), "no")
    assert game.state.wounds_left("foe-1") == 2


def test_smoke_gives_cover_and_stealth() -> None:
    """rule: 40K-STRAT-SMOKE-1, 40K-STRAT-SMOKE-2."""
    state = rich({"u": (TROOPS, [(10, 10)])}, {"foe": (SMOKERS, [(20, 10)])}, AimsWeapons("u"))
    game = play(at_step(state), aims("u", "foe", "rifle"), "smokescreen|foe", (3,), "no")
    assert game.is_over and game.state.wounds_left("foe-1") == 2


def test_heroic_intervention_charges_the_charger_without_fighting_first() -> None:
    """rule: 40K-STRAT-HEROIC-1, 40K-STRAT-HEROIC-2, 40K-STRAT-HEROIC-3, 40K-STRAT-HEROIC-4, 40K-STRAT-HEROIC-5.

    Example 39.
    """
    use = MayUse("blue", StratagemMoment.ENEMY_CHARGED, ("u",))
    blues = {"foe": (TROOPS, [(14, 10)]), "tank": (TANK, [(10, 14)])}
    game = at_step(rich({"u": (TROOPS, [(10, 10)])}, blues, use, phase=Phase40k.CHARGE))
    assert "heroic-intervention|tank" not in game.pending.about
    game = play(game, "heroic-intervention|foe", (3, 3), "no", walks(("foe-1", 11.28, 10)))
    own = game.state.unit("foe")
    assert Deed40k.CHARGED in own.did and not fights_first(game.state, "foe")


def test_epic_challenge_gives_a_characters_attacks_precision() -> None:
    """rule: 40K-STRAT-EPIC-1, 40K-STRAT-EPIC-2."""
    boss = sheet("boss", keywords=("infantry", "character"), numbers={"wounds": 4})
    champion = sheet("champion", keywords=("infantry", "character"))
    state = battle(
        {"u": (champion, [(10, 10)])},
        {"foe": (TROOPS, [(12, 10)]), "boss": (boss, [(12, 11.5)])},
        Fights("u"),
        extra={"boss": {"joins": "foe"}},
        phase=Phase40k.FIGHT,
    )
    state = state.changed(sides=tuple(side.changed(command=1) for side in state.sides))
    game = play(at_step(state), "epic-challenge|u", "no", aims("u", "foe", "blade"), (3, 1), (4,))
    assert game.pending.kind == "precision" and game.pending.about == ("boss-1", "none")


@pytest.mark.parametrize("picked", ["u-1", "hero-1"])
def test_epic_challenge_is_for_one_character_of_several(picked: str) -> None:
    """rule: 40K-STRAT-EPIC-2. Its player picks which; the other one's attacks have no precision."""
    hero = sheet("hero", keywords=("infantry", "character"))
    state = battle(
        {"u": (hero, [(10, 10)]), "hero": (hero, [(10, 11.5)])},
        {"foe": (TROOPS, [(12, 10)]), "boss": (hero, [(12, 11.5)])},
        Fights("u"),
        extra={"boss": {"joins": "foe"}, "hero": {"joins": "u"}},
        phase=Phase40k.FIGHT,
    )
    state = state.changed(sides=tuple(side.changed(command=1) for side in state.sides))
    game = play(at_step(state), "epic-challenge|u")
    assert game.pending.kind == "challenger" and set(game.pending.about) == {"u-1", "hero-1"}
    state = play(game, picked).state
    for model in ("u-1", "hero-1"):
        (line,) = attack_lines(state, "u", [Aim40k(model, "blade", "foe")])
        assert line.characters == (("boss-1",) if model == picked else ())


def test_a_hazardous_weapon_of_a_firing_deck_hurts_the_transport() -> None:
    """Its weapons are shot as the transport's, which is a vehicle (3 mortal wounds)."""
    plasma = gun("Plasma", abilities=["hazardous"])
    given = {"core": ["firing deck 1"], "numbers": {"wounds": 10}}
    deck = sheet("deck", gun("Bolter"), keywords=("vehicle", "transport"), **given)
    reds = {"deck": (deck, [(10, 10)]), "u": (sheet("u", plasma), [(10, 11)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, AimsWeapons("deck"), phase=Phase40k.SHOOTING)
    game = play(at_step(inside(state, "u", "deck")), AimWeapons((Aim40k("u-1", "plasma", "foe"),)), (1,), (1,))
    assert game.state.wounds_left("deck-1") == 7


def test_who_has_no_shot_may_be_picked_to_shoot_for_its_grenades() -> None:
    """rule: 40K-STRAT-GRENADE-1, 40K-SHOOT-1. Without ranged weapons; not once it is used, nor after an advance."""
    brave = sheet("u", blade(), keywords=("infantry", "grenades"))
    state = rich({"u": (brave, [(10, 10)])}, {"foe": (TROOPS, [(16, 10)])}, ShootingPhase40k("red"))
    game = play(at_step(state), order("shoot", "u"), "grenade|u")
    assert game.pending.count == 6
    assert play(game, (1,) * 6).is_over, "it cannot be picked again"
    units = tuple(one.changed(did=(Deed40k.ADVANCED,)) if one.id == "u" else one for one in state.units)
    assert at_step(state.changed(units=units)).is_over
    far = rich({"u": (brave, [(10, 10)])}, {"foe": (TROOPS, [(22, 10)])}, ShootingPhase40k("red"))
    assert at_step(far).is_over


def test_counter_offensive_lets_a_unit_fight_next() -> None:
    """rule: 40K-STRAT-COUNTER-1, 40K-STRAT-COUNTER-2, 40K-STRAT-COUNTER-3."""
    reds = {"u": (TROOPS, [(10, 10)]), "v": (TROOPS, [(20, 10)])}
    blues = {"a": (TROOPS, [(12, 10)]), "b": (TROOPS, [(22, 10)])}
    use = MayUse("blue", StratagemMoment.ENEMY_FOUGHT, ("u",))
    state = rich(reds, blues, use, FightPhase("red"), phase=Phase40k.FIGHT)
    game = play(at_step(state), "counter-offensive|b")
    assert points(game, "blue") == 1 and Deed40k.FOUGHT in game.state.unit("b").did
    assert game.pending.about[0] == "b"


def test_what_a_stratagem_brings_is_said_where_it_is_offered() -> None:
    """rule: 40K-STRAT-1."""
    step = MayUse("blue", StratagemMoment.TARGETS_PICKED, ("foe",))
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, step)
    state = state.changed(sides=tuple(one.changed(command=2) for one in state.sides))
    offered = step.prompts(state)[0]
    assert isinstance(offered, PickOne)
    (fact,) = offered.options[0].facts
    assert (fact.rule, str(fact.message)) == (
        "40K-STRAT-GROUND-2",
        "cover and an invulnerable save of 6+ until the phase ends",
    )


@pytest.mark.parametrize(
    ("limit", "step"),
    [(8.0, "grenade"), (24.0, "overwatch"), (6.0, "heroic"), (24.0, "shot")],
)
def test_a_distance_equal_up_to_rounding_is_within_a_limit(limit: float, step: str) -> None:
    """rule: 40K-STRAT-GRENADE-2, 40K-STRAT-OVERWATCH-2, 40K-STRAT-HEROIC-2; shots too."""
    troops = sheet("troops", gun(reach=24), keywords=("infantry", "grenades"))

    def apart(x: float) -> State40k:
        phase = Phase40k.SHOOTING if step in ("grenade", "shot") else Phase40k.CHARGE
        return rich({"u": (troops, [(10, 10)])}, {"foe": (troops, [(x, 10)])}, round=2, phase=phase)

    x = 10 + limit + (20 - 10 - unit_gap(apart(20), "u", "foe"))
    for more, is_in in ((4e-7, True), (1e-4, False)):
        state = apart(x + more)
        assert unit_gap(state, "u", "foe") > limit
        found = {
            "grenade": lambda one: grenade_targets(one, "u"),
            "overwatch": lambda one: tuple(known_stratagem("fire-overwatch").units(one, "red", ("foe",))),
            "heroic": lambda one: tuple(known_stratagem("heroic-intervention").units(one, "red", ("foe",))),
            "shot": lambda one: shots_of(one, "u"),
        }[step](state)
        assert bool(found) is is_in
