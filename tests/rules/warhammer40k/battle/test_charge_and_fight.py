"""Charges, and fights: who fights when, whom, piling in and consolidating."""

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TROOPS,
    aims,
    at_step,
    battle,
    blade,
    order,
    play,
    row,
    rules_of,
    said,
    sheet,
    walks,
)
from warcry3d.game.actions import Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.prompts import Divide
from warcry3d.game.ruleset import Choice
from warcry3d.rules.units.unit_actions import MoveUnit
from warcry3d.rules.units.unit_throws import charge_chance
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.weapons import strikes_of
from warcry3d.rules.warhammer40k.battle.movement.move_proposals import as_ways, proposed_ways
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import PILE_IN, MoveKind40k
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import ChargePhase40k
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import FightPhase, Fights, is_eligible
from warcry3d.rules.warhammer40k.battle.plugin import OFFER
from warcry3d.rules.warhammer40k.battle.state import Deed40k, Phase40k, State40k

CHARGING = {"phase": Phase40k.CHARGE}
FIGHTING = {"phase": Phase40k.FIGHT}
WIDE = 1.2598
"""The width of a base of 32 mm (in)."""


def charge(inches: float, blues: dict, *targets: str) -> State40k:  # type: ignore[type-arg]
    """Return a model at 10, 10 about to make a charge move."""
    return battle(
        {"u": (TROOPS, [(10, 10)])}, blues, MovesUnit40k("u", MoveKind40k.CHARGE, inches, targets), **CHARGING
    )


def doing(state: State40k, unit: str, *deeds: Deed40k) -> State40k:
    """Return the state with what a unit did in this turn."""
    return state.changed(units=tuple(one.changed(did=deeds) if one.id == unit else one for one in state.units))


def test_units_charge_enemies_within_twelve_inches_seen_or_not() -> None:
    """rule: 40K-CHARGE-1, 40K-CHARGE-2, 40K-CHARGE-3, 40K-CHARGE-4."""
    reds = {"u": (TROOPS, [(10, 10)]), "far": (TROOPS, [(10, 30)])}
    wall = {"id": "wall", "piece": "stone", "at": [14, 8.5]}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, ChargePhase40k("red"), features=[wall], **CHARGING)
    game = at_step(state)
    assert rules_of(game, order("charge", "far")) == ["40K-CHARGE-1"]
    game = play(game, order("charge", "u"), Pick(("foe",)))
    assert game.pending.count == 2
    game = play(game, (4, 5))
    assert game.pending.about == ("u", "charge", 9.0)


def test_who_charges_is_told_what_the_roll_needs_and_where_no_way_was_found() -> None:
    """rule: 40K-CHARGE-4, 40K-CHARGE-5, 40K-STRAT-REROLL-3. Bases 8.74 in apart: a roll of 8 gets within an inch."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(20, 10)])}, ChargePhase40k("red"), **CHARGING)
    rich = state.changed(sides=tuple(side.changed(command=int(side.id == "red")) for side in state.sides))
    for faces, hint in (((1, 2), "No way was found to end beside all targets"), ((4, 5), "Each model ends closer")):
        game = play(at_step(rich), order("charge", "u"), Pick(("foe",)), faces)
        assert str(game.ruleset.prompts(game.state)[0].hint) == "Rolled for u: charge roll; needed: 8+."
        game = play(game, "no")
        assert str(game.ruleset.prompts(game.state)[0].hint).startswith(hint)


@pytest.mark.parametrize(
    ("deed", "rule"),
    [
        (Deed40k.ADVANCED, "40K-ADVANCE-3"),
        (Deed40k.FELL_BACK, "40K-FALLBACK-3"),
        (Deed40k.WRECKED, "40K-WRECK-5"),
        (Deed40k.TRIED_CHARGE, "40K-CHARGE-2"),
    ],
)
def test_what_bars_a_charge(deed: Deed40k, rule: str) -> None:
    """rule: 40K-CHARGE-1, 40K-CHARGE-2, 40K-FALLBACK-3, 40K-WRECK-5."""
    reds = {"u": (TROOPS, [(10, 10)]), "v": (TROOPS, [(10, 14)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, ChargePhase40k("red"), **CHARGING)
    assert rules_of(at_step(doing(state, "u", deed)), order("charge", "u")) == [rule]


@pytest.mark.parametrize("after", ["advancing", "falling-back"])
def test_rules_let_units_charge_after_other_moves(after: str) -> None:
    """rule: 40K-FALLBACK-3."""
    rule = {"rule": "eligible", "name": "Reckless", "to": ["charge"], "after": [after]}
    reds = {"u": (sheet("u", rules=[rule]), [(10, 10)]), "v": (TROOPS, [(10, 14)])}
    state = battle(reds, {"foe": (TROOPS, [(20, 10)])}, ChargePhase40k("red"), **CHARGING)
    barred = {
        deed: rules_of(at_step(doing(state, "u", deed)), order("charge", "u"))
        for deed in (Deed40k.ADVANCED, Deed40k.FELL_BACK)
    }
    is_free = after == "advancing"
    assert barred == {
        Deed40k.ADVANCED: [] if is_free else ["40K-ADVANCE-3"],
        Deed40k.FELL_BACK: ["40K-FALLBACK-3"] if is_free else [],
    }


def test_an_enemy_that_comes_near_during_the_phase_makes_nobody_eligible_to_charge() -> None:
    """rule: 40K-CHARGE-1. One that intervened is 4 in away now; as the phase began nobody was within 12 in of v. The
    plain player, who likes to charge, knows it.
    """
    fighters = sheet("fighters", blade(attacks=5))
    reds = {"u": (fighters, [(10, 10)]), "v": (fighters, [(10, 25)]), "w": (TROOPS, [(4, 10)])}
    blues = {"foe": (TROOPS, [(16, 10)]), "other": (TROOPS, [(30, 25)])}
    game = play(at_step(battle(reds, blues, ChargePhase40k("red"), **CHARGING)), order("charge", "u"), Pick(("foe",)))
    game = play(game, (1, 1), "no")
    models = tuple(one.changed(at=(15.0, 25.0, 0.0)) if one.id == "other-1" else one for one in game.state.models)
    later = at_step(game.state.changed(models=models))
    assert rules_of(later, order("charge", "v")) == ["40K-CHARGE-1"]
    assert rules_of(later, order("charge", "w")) == []
    plain = OFFER.player("plain")
    assert play_on(later, {"red": plain, "blue": plain}, SeededDice(1), seed=1).state.phase is not None
    early = at_step(later.state.changed(agenda=(ChargePhase40k("red"),)))
    assert rules_of(early, order("charge", "v")) == []


def test_a_charge_ends_in_engagement_range_of_all_targets_and_no_other() -> None:
    """rule: 40K-CHARGE-5, 40K-CHARGE-6, 40K-CHARGE-8."""
    blues = {"foe": (TROOPS, [(16, 10)]), "other": (TROOPS, [(16, 13.2)])}
    game = at_step(charge(8.0, blues, "foe"))
    assert "40K-CHARGE-5" in rules_of(at_step(charge(3.3, blues, "foe")), walks(("u-1", 12.5, 8)))
    assert rules_of(game, walks(("u-1", 15.5, 11.2))) == ["40K-CHARGE-6"]
    assert rules_of(game, walks(("u-1", 16 - WIDE - 0.02, 9.9))) == []
    failed = play(game, "no")
    assert Deed40k.CHARGED not in failed.state.unit("u").did


def test_a_charging_model_ends_closer_and_base_to_base_if_it_can() -> None:
    """rule: 40K-CHARGE-9, 40K-CHARGE-10, 40K-BASE-2."""
    game = at_step(charge(8.0, {"foe": (TROOPS, [(16, 10)])}, "foe"))
    assert rules_of(game, walks(("u-1", 8, 10))) == ["40K-CHARGE-9"]
    assert rules_of(game, walks(("u-1", 16 - WIDE - 0.5, 10))) == ["40K-CHARGE-10"]
    short = at_step(charge(4.5, {"foe": (TROOPS, [(16, 10)])}, "foe"))
    assert rules_of(short, walks(("u-1", 16 - WIDE - 0.5, 10))) == []


def test_a_charge_must_end_in_coherency() -> None:
    """rule: 40K-CHARGE-7."""
    step = MovesUnit40k("u", MoveKind40k.CHARGE, 8.0, ("foe",))
    state = battle({"u": (TROOPS, row(8, 10, 2))}, {"foe": (TROOPS, [(16, 10)])}, step, **CHARGING)
    assert "40K-COHERENCY-5" in rules_of(at_step(state), walks(("u-2", 16 - WIDE - 0.02, 10)))


def test_odds_of_a_charge_are_those_of_two_dice() -> None:
    """rule: 40K-CHARGE-4, 40K-DICE-1."""
    assert charge_chance(7.0) == 21 / 36


def test_units_that_charged_fight_first_then_players_take_turns_from_the_opponent_on() -> None:
    """rule: 40K-CHARGE-11, 40K-FIGHT-2, 40K-FIGHT-3, 40K-FIGHT-5, 40K-FIGHT-7, 40K-FIGHT-9."""
    reds = {"u": (TROOPS, [(10, 10)]), "v": (TROOPS, [(20, 10)])}
    blues = {"a": (TROOPS, [(12, 10)]), "b": (TROOPS, [(22, 10)])}
    state = battle(reds, blues, FightPhase("red"), **FIGHTING)
    game = at_step(doing(state, "u", Deed40k.CHARGED))
    assert (game.pending.player, game.pending.about) == ("red", ("u",))
    assert rules_of(game, order("fight", "v")) == ["40K-FIGHT-5"]
    other = at_step(state)
    assert (other.pending.player, other.pending.about) == ("blue", ("a", "b"))


def test_a_unit_fights_by_piling_in_attacking_and_consolidating() -> None:
    """rule: 40K-FIGHT-1, 40K-FIGHT-11, 40K-PILEIN-5."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(12, 10)])}, Fights("u"), **FIGHTING)
    game = at_step(state)
    kinds = []
    while isinstance(game.pending, Choice):
        kinds.append(game.pending.kind)
        aims = AimWeapons((Aim40k("u-1", "blade", "foe"),))
        game = play(game, aims if game.pending.kind == "aim" else "no")
        if not isinstance(game.pending, Choice) and not game.is_over:
            game = play(game, (1, 1))
    assert kinds == ["move-unit", "aim", "move-unit"]


def test_piling_in_goes_nearer_to_the_nearest_enemy_up_to_three_inches() -> None:
    """rule: 40K-PILEIN-1, 40K-PILEIN-2, 40K-PILEIN-3."""
    step = MovesUnit40k("u", MoveKind40k.PILE_IN, PILE_IN)
    spots = [(10, 10), (10, 11.4), (7, 10)]
    state = battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(10 + WIDE + 0.03, 10)])}, step, **FIGHTING)
    game = at_step(state)
    assert rules_of(game, walks(("u-1", 10, 10.1))) == ["40K-PILEIN-1"]
    assert rules_of(game, walks(("u-3", 6, 10))) == ["40K-PILEIN-2"]
    assert rules_of(game, walks(("u-2", 10.2, 11.35))) == ["40K-PILEIN-3"]
    assert rules_of(game, walks(("u-3", 7.3, 11))) == []


def test_a_unit_piles_in_into_engagement_range_or_not_at_all() -> None:
    """rule: 40K-PILEIN-4, 40K-CONSOL-3."""
    for kind, rule in ((MoveKind40k.PILE_IN, "40K-PILEIN-4"), (MoveKind40k.CONSOLIDATE, "40K-CONSOL-3")):
        state = battle(
            {"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(17, 10)])}, MovesUnit40k("u", kind, PILE_IN), **FIGHTING
        )
        game = at_step(state)
        assert rules_of(game, walks(("u-1", 12, 10))) == [rule]
        what = "pile in" if kind is MoveKind40k.PILE_IN else "consolidate"
        assert f"u does not {what}" in said(play(game, "no")), "not only that it stays: it is said twice in a fight"


def test_consolidating_is_for_models_that_are_not_base_to_base() -> None:
    """rule: 40K-CONSOL-1, 40K-CONSOL-2."""
    step = MovesUnit40k("u", MoveKind40k.CONSOLIDATE, PILE_IN)
    spots = [(10, 10), (8.5, 10)]
    state = battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(10 + WIDE + 0.03, 10)])}, step, **FIGHTING)
    game = at_step(state)
    assert rules_of(game, walks(("u-1", 10, 10.1))) == ["40K-CONSOL-1"]
    assert rules_of(game, walks(("u-2", 8, 10))) == ["40K-CONSOL-2"]


def test_models_in_reach_and_those_behind_them_attack() -> None:
    """rule: 40K-MELEE-1, 40K-MELEE-2, 40K-MELEE-4."""
    gap = WIDE + 0.02
    spots = [(10, 10), (10 - gap, 10), (10 - 2 * gap, 10)]
    state = battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(10 + gap, 10)])}, **FIGHTING)
    assert [shot.model for shot in strikes_of(state, "u")] == ["u-1", "u-2"]


def test_each_model_picks_one_melee_weapon_and_splits_its_attacks() -> None:
    """rule: 40K-MELEE-3, 40K-MELEE-5, 40K-MELEE-6."""
    duellist = sheet("duellist", blade("Sword", attacks=3), blade("Axe"), blade("Tail", abilities=["extra attacks"]))
    blues = {"a": (TROOPS, [(12, 10)]), "b": (TROOPS, [(8, 10)])}
    state = battle({"u": (duellist, [(10, 10)])}, blues, AimsWeapons("u", is_melee=True), **FIGHTING)
    game = at_step(state)

    def aimed(*aims: tuple[str, str, int]) -> AimWeapons:
        return AimWeapons(tuple(Aim40k("u-1", slot, target, 0, n) for slot, target, n in aims))

    assert rules_of(game, aimed(("sword", "a", 0), ("axe", "b", 0))) == ["40K-MELEE-3"]
    assert rules_of(game, aimed(("sword", "a", 3), ("sword", "b", 1))) == ["40K-MELEE-5"]
    assert rules_of(game, aimed(("sword", "a", 1), ("sword", "b", 2), ("tail", "b", 0))) == []


def test_each_model_that_fights_has_to_pick_a_melee_weapon() -> None:
    """rule: 40K-MELEE-3. One that has two uses either; extra attacks are no such weapon, and may be left."""
    duellist = sheet("duellist", blade("Sword", attacks=3), blade("Axe"), blade("Tail", abilities=["extra attacks"]))
    reds = {"u": (TROOPS, row(10, 10, 2)), "v": (duellist, [(13.5, 10)])}
    blues = {"foe": (TROOPS, row(10, 12, 3, gap=1.7))}
    game = at_step(battle(reds, blues, AimsWeapons("u", is_melee=True), **FIGHTING))
    assert [rules_of(game, aims("u", "foe", "blade", models=models)) for models in ((), (1,), (2, 1))] == [
        ["40K-MELEE-3"],
        ["40K-MELEE-3"],
        [],
    ]
    assert [one.id for one in RULES.prompts(game.state)] == ["target"], "there is nothing to divide"
    game = at_step(battle(reds, blues, AimsWeapons("v", is_melee=True), **FIGHTING))
    assert rules_of(game, aims("v", "foe", "tail")) == ["40K-MELEE-3"]
    assert rules_of(game, aims("v", "foe", "axe")) == [], "without its extra attacks"
    divided = next(one for one in RULES.prompts(game.state) if isinstance(one, Divide))
    assert dict(divided.start) == {"v-1|sword": "foe|0", "v-1|axe": "-", "v-1|tail": "foe|0"}
    assert rules_of(game, divided.action(divided.start)) == []


def test_a_model_in_reach_of_one_unit_also_attacks_what_the_friend_it_touches_touches() -> None:
    """rule: 40K-MELEE-4. In engagement range of a, base to base with a friend that touches b."""
    gap = WIDE + 0.02
    spots = [(10, 10), (10, 10 + gap)]
    blues = {"a": (TROOPS, [(10 + WIDE + 0.8, 10)]), "b": (TROOPS, [(10, 10 + 2 * gap)])}
    state = battle({"u": (TROOPS, spots)}, blues, **FIGHTING)
    assert [(shot.model, shot.targets) for shot in strikes_of(state, "u")] == [("u-1", ("a", "b")), ("u-2", ("b",))]


def test_attacks_that_are_rolled_for_are_not_made_twice() -> None:
    """rule: 40K-MELEE-5. A D6 with one weapon: all at one unit, not as many again at the other or at the same."""
    wild = sheet("wild", blade("Claw", attacks="D6"), blade("Tail", attacks="D3", abilities=["extra attacks"]))
    blues = {"a": (TROOPS, [(12, 10)]), "b": (TROOPS, [(8, 10)])}
    game = at_step(battle({"u": (wild, [(10, 10)])}, blues, AimsWeapons("u", is_melee=True), **FIGHTING))

    def aimed(*aims: tuple[str, str]) -> AimWeapons:
        return AimWeapons(tuple(Aim40k("u-1", slot, target) for slot, target in aims))

    assert rules_of(game, aimed(("claw", "a"), ("tail", "b"))) == []
    assert rules_of(game, aimed(("claw", "a"), ("claw", "b"))) == ["40K-MELEE-5"]
    assert rules_of(game, aimed(("tail", "a"), ("tail", "a"))) == ["40K-MELEE-5"]


def test_who_cannot_move_stays_as_others_of_its_unit_pile_in() -> None:
    """rule: 40K-SHEET-2, 40K-PILEIN-1. A leader that walks joins those that have no M."""
    fixed = sheet("fixed", numbers={"move": 0})
    boss = sheet("boss", keywords=("infantry", "character"), leads=["fixed"])
    step = MovesUnit40k("u", MoveKind40k.PILE_IN, PILE_IN)
    reds = {"u": (fixed, [(10, 10)]), "boss": (boss, [(10, 12)])}
    state = battle(reds, {"foe": (TROOPS, [(12, 11)])}, step, extra={"boss": {"joins": "u"}}, **FIGHTING)
    assert rules_of(at_step(state), walks(("u-1", 10.3, 10.1))) == ["40K-PILEIN-1"]


def test_who_charged_is_eligible_though_nobody_is_near() -> None:
    """rule: 40K-FIGHT-3, 40K-FIGHT-4."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, **FIGHTING)
    assert not is_eligible(state, "u")
    assert is_eligible(doing(state, "u", Deed40k.CHARGED), "u")


def test_only_those_that_fly_fight_aircraft() -> None:
    """rule: 40K-AIRCRAFT-12, 40K-AIRCRAFT-13, 40K-AIRCRAFT-14, 40K-AIRCRAFT-15."""
    plane = sheet("plane", blade("Ram"), keywords=("vehicle", "aircraft", "fly"))
    flyer = sheet("flyer", keywords=("infantry", "fly"))
    blues = {"plane": (plane, [(12, 10)])}
    walkers = battle({"u": (TROOPS, [(10, 10)])}, blues, **FIGHTING)
    flyers = battle({"u": (flyer, [(10, 10)])}, blues, **FIGHTING)
    assert [is_eligible(state, "u") for state in (walkers, flyers)] == [False, True]
    assert [is_eligible(state, "plane") for state in (walkers, flyers)] == [False, True]
    near = battle(
        {"plane": (plane, [(10, 10)]), "v": (TROOPS, [(10, 14)])},
        {"foe": (TROOPS, [(20, 10)])},
        ChargePhase40k("red"),
        **CHARGING,
    )
    assert rules_of(at_step(near), order("charge", "plane")) == ["40K-AIRCRAFT-12"]


@pytest.mark.parametrize("kind", [MoveKind40k.PILE_IN, MoveKind40k.CONSOLIDATE])
def test_who_is_base_to_base_is_not_asked_where_it_piles_in(kind: MoveKind40k) -> None:
    """rule: 40K-PILEIN-1, 40K-CONSOL-1. Each model stays; one that touches nobody is asked about."""
    step, foe = MovesUnit40k("u", kind, PILE_IN), {"foe": (TROOPS, [(10 + WIDE + 0.03, 10)])}
    assert step.choice(battle({"u": (TROOPS, [(10, 10)])}, foe, **FIGHTING)) is None
    assert step.choice(battle({"u": (TROOPS, [(10, 10), (8.5, 10)])}, foe, **FIGHTING)) is not None


def test_a_charge_that_would_split_the_unit_is_proposed_all_at_one_enemy() -> None:
    """rule: 40K-CHARGE-5, 40K-CHARGE-7. Each model beside the enemy nearest to it would end 4 in apart."""
    step = MovesUnit40k("u", MoveKind40k.CHARGE, 8.0, ("foe",))
    state = battle({"u": (TROOPS, [(14, 9), (14, 12)])}, {"foe": (TROOPS, [(20, 8), (20, 14.5)])}, step, **CHARGING)
    ways = proposed_ways(state, "u", step.terms)
    assert len(ways) == 2 and not rules_of(at_step(state), MoveUnit(as_ways(ways)))


def test_a_charge_is_proposed_out_of_engagement_range_of_who_is_no_target() -> None:
    """rule: 40K-CHARGE-6. Straight on, the second model would end beside the other unit."""
    step = MovesUnit40k("u", MoveKind40k.CHARGE, 8.0, ("foe",))
    blues = {"foe": (TROOPS, [(16, 10)]), "other": (TROOPS, [(16, 13)])}
    state = battle({"u": (TROOPS, [(11, 10), (11, 12.5)])}, blues, step, **CHARGING)
    ways = proposed_ways(state, "u", step.terms)
    assert ways and not rules_of(at_step(state), MoveUnit(as_ways(ways)))


def test_a_charge_of_a_large_unit_is_proposed_in_formation() -> None:
    """rule: 40K-CHARGE-5, 40K-CHARGE-7. Eleven models, as they stood after getting out; 8 in are needed, 9 were rolled.

    One by one beside the nearest enemies they split: no way was proposed, though all may go straight on.
    """
    small = sheet("small", model={"base": {"round": 28.5}})
    stood = [(21.03, 15.64), (22.53, 16.14), (22.78, 14.89), (24.03, 15.14), (23.78, 16.39), (25.03, 15.89)]
    stood += [(21.26, 17.41), (24.39, 17.78), (20.78, 18.64), (25.53, 18.39), (20.76, 19.91)]
    foes = [(22.34, 3.79), (22.75, 5.27), (24.06, 3.96), (24.06, 5.27), (25.37, 3.96), (25.37, 5.27)]
    step = MovesUnit40k("u", MoveKind40k.CHARGE, 9.0, ("foe",))
    state = battle({"u": (small, stood)}, {"foe": (TROOPS, foes)}, step, **CHARGING)
    ways = proposed_ways(state, "u", step.terms)
    assert len(ways) == 11 and not rules_of(at_step(state), MoveUnit(as_ways(ways)))
