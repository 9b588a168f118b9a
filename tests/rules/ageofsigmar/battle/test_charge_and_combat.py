"""Charging, piling in, fighting in turn, battleshock."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import BLADES, SWORD, at_step, battle, fight, row, rules_of, said, walks
from warcry3d.game.actions import Decline, Done, Pick
from warcry3d.game.prompts import Go
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import all_at
from warcry3d.rules.ageofsigmar.battle.attacks.battleshock import fleeing
from warcry3d.rules.ageofsigmar.battle.effects import INSPIRING_PRESENCE, EffectKind, UnitEffect
from warcry3d.rules.ageofsigmar.battle.modifiers import bravery_of
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import PILE_IN, MoveKind
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import charge_faults
from warcry3d.rules.ageofsigmar.battle.phases.combat_phase import eligible
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.sensing import are_near, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarPhase, SigmarState, TroopStatus
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.units.unit_actions import UnitOrder


def charging(y: float, count: int = 1, enemy: int = 1) -> Game[Any, Any]:
    """Return red's charge phase with an enemy at (20, y + 20), ``y - 1`` in away from the first model."""
    state = battle(
        {"swords": ("blades", row(20, 20, count))},
        {"spears": ("blades", row(20, 20 + y, enemy))},
        BeginPhase(SigmarPhase.CHARGE, "red"),
    )
    return at_step(state)


CHARGE = UnitOrder("charge", "swords")


def test_only_a_unit_within_12_of_an_enemy_charges_and_need_not() -> None:
    """rule: AOS-CHARGE-1, AOS-ROUND-5."""
    assert rules_of(charging(13.0), CHARGE) == []
    assert rules_of(charging(13.0), Done()) == []
    assert charging(13.1).is_over, "nobody can charge"


@pytest.mark.parametrize(("deed", "rule"), [(Deed.RAN, "AOS-RUN-4"), (Deed.RETREATED, "AOS-RETREAT-4")])
def test_who_ran_or_retreated_does_not_charge(deed: Deed, rule: str) -> None:
    """rule: AOS-CHARGE-2, AOS-CHARGE-3, AOS-RUN-4, AOS-RETREAT-4."""
    state = charging(8.0).state
    units = tuple(one.changed(did=(deed,)) for one in state.units)
    assert [fault.rule for fault in charge_faults(state.changed(units=units), "swords")] == [rule]


def test_who_is_within_3_already_does_not_charge() -> None:
    """rule: AOS-CHARGE-4."""
    assert [fault.rule for fault in charge_faults(charging(4.0).state, "swords")] == ["AOS-CHARGE-4"]
    assert charge_faults(charging(4.1).state, "swords") == ()


def test_the_roll_is_how_far_models_may_move_and_no_target_is_named() -> None:
    """rule: AOS-CHARGE-5, AOS-CHARGE-6, AOS-DICE-1."""
    game = charging(8.0).play(CHARGE)
    assert isinstance(game.pending, Roll) and game.pending.count == 2
    game = fight(game, (3, 4))
    assert rules_of(game, walks(("swords", 20, 12.5))) == ["AOS-CHARGE-5"]
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    assert prompt.budget == 7.0


def test_a_roll_that_is_just_enough_ends_half_an_inch_away_one_less_fails() -> None:
    """rule: AOS-CHARGE-7, AOS-CHARGE-8, AOS-CASE-7."""
    made = fight(charging(5.5).play(CHARGE), (2, 2))
    assert rules_of(made, walks(("swords", 20, 23.9))) == ["AOS-CHARGE-7"]
    assert rules_of(made, walks(("swords", 20, 24))) == []
    assert any(one.startswith("the charge of swords fails: 4 in rolled") for one in said(made.play(Decline())))


@pytest.mark.parametrize("gap", [0.05, 0.2, 0.4])
def test_a_charge_is_proposed_that_gets_to_half_an_inch_and_no_farther(gap: float) -> None:
    """rule: AOS-CHARGE-7. The roll is too short by the rest of that half inch to get beside the enemy."""
    game = fight(charging(5.5 - gap).play(CHARGE), (2, 2))
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    assert prompt.suggested and rules_of(game, prompt.action(prompt.suggested)) == []


def test_a_charge_that_could_be_made_and_is_not_says_so() -> None:
    """rule: AOS-OPEN-26."""
    failed = fight(charging(5.5).play(CHARGE), (2, 3)).play(Decline())
    assert "the charge of swords fails: 5 in rolled, but it is not made" in said(failed)


def test_a_charge_that_is_stopped_by_a_wall_says_that_no_way_was_found() -> None:
    """rule: AOS-CHARGE-8. The stones between them are 2 in high and as wide as the battlefield."""
    walls = [{"id": f"wall-{n}", "piece": "stone", "at": [3 * n, 22]} for n in range(16)]
    sides: Any = {"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 27)])}
    game = at_step(battle(*sides, MovesUnit("swords", MoveKind.CHARGE, 7.0), features=walls)).play(Decline())
    sentence = "the charge of swords fails: 7 in rolled, no way found to 0.5 in of an enemy"
    (event,) = [event for step in game.done for event in step.events if str(event) == sentence]
    assert event.rules == ("AOS-CHARGE-8",)


def test_a_roll_that_cannot_reach_fails_at_once_and_asks_for_no_move() -> None:
    """rule: AOS-CHARGE-8, AOS-CASE-7."""
    failed = fight(charging(6.0).play(CHARGE), (2, 2))
    assert not (isinstance(failed.pending, Choice) and failed.pending.kind == "move-unit")
    assert "the charge of swords fails: 4 in rolled, 4.50 in needed" in said(failed)
    assert failed.state.troop("swords").at == (20.0, 20.0, 0.0)
    assert Deed.CHARGED not in failed.state.unit("swords").did


def test_the_other_models_stay_within_the_roll_and_coherent() -> None:
    """rule: AOS-CHARGE-9, AOS-MOVE-9."""
    game = fight(charging(8.0, count=3).play(CHARGE), (3, 4))
    assert rules_of(game, walks(("swords-1", 20, 26.5))) == ["AOS-UNIT-4"]
    ways = walks(("swords-1", 20, 26.5), ("swords-2", 21.4, 25.5), ("swords-3", 22.8, 24.5))
    assert rules_of(game, ways) == [], "they need not reach an enemy"


def test_a_unit_rolls_once_a_phase_and_may_decline_to_charge() -> None:
    """rule: AOS-CHARGE-10, AOS-OPEN-26."""
    game = fight(charging(8.0).play(CHARGE), (6, 6)).play(Decline())
    assert [fault.rule for fault in charge_faults(game.state, "swords")] == ["AOS-CHARGE-10"]
    assert "the charge of swords fails: 12 in rolled, but it is not made" in said(game)


def test_a_charge_of_a_whole_unit_is_proposed() -> None:
    """rule: AOS-CHARGE-7, AOS-CHARGE-9."""
    game = fight(charging(8.0, count=5, enemy=3).play(CHARGE), (5, 4))
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    game = game.play(prompt.action(prompt.suggested))
    assert Deed.CHARGED in game.state.unit("swords").did


def fighting(red: Any, blue: Any, **deeds: tuple[Deed, ...]) -> Game[Any, Any]:
    state = battle(red, blue, BeginPhase(SigmarPhase.COMBAT, "red"))
    units = tuple(one.changed(did=deeds.get(one.id, ())) for one in state.units)
    return at_step(state.changed(units=units))


TWO: Any = {"a1": ("blades", [(20, 20)]), "a2": ("blades", [(30, 20)])}
THREE: Any = {"b1": ("blades", [(20, 21.5)]), "b2": ("blades", [(30, 21.5)]), "b3": ("blades", [(31.5, 21.5)])}


def test_players_pick_in_turn_until_all_eligible_units_have_fought() -> None:
    """rule: AOS-COMBAT-1, AOS-COMBAT-4, AOS-COMBAT-5, AOS-COMBAT-6."""
    game = fighting(TWO, THREE)
    assert rules_of(game, Done()) == [""], "no passing"
    players = []
    while not game.is_over:
        match game.pending:
            case Choice(kind="fight", player=player, about=units):
                players.append(player)
                game = game.play(UnitOrder("fight", units[0]))  # type: ignore[index]
            case Choice(kind="aim", about=about):
                unit, kind, targets = about  # type: ignore[misc]
                game = game.play(all_at(game.state, unit, WeaponKind(kind), targets[0]))
            case Choice():
                game = game.play(Decline())
            case Roll(count=count):
                game = fight(game, (1,) * count)
    assert players == ["red", "blue", "red", "blue", "blue"]


def test_units_that_charged_or_are_near_an_enemy_are_eligible() -> None:
    """rule: AOS-COMBAT-2, AOS-COMBAT-3."""
    red = {"far": ("blades", [(5, 5)]), "near": ("blades", [(20, 20)]), "off": ("blades", [(30, 20)])}
    blue = {"spears": ("blades", [(20, 24)]), "alone": ("blades", [(40, 40)])}
    state = fighting(red, blue, far=(Deed.CHARGED,)).state
    assert eligible(state, "red") == ("far", "near"), "one charged, one is at exactly 3"
    assert eligible(state, "blue") == ("spears",)


def test_eligibility_is_looked_at_anew_each_time() -> None:
    """rule: AOS-OPEN-27."""
    state = fighting({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 25)])}).state
    assert eligible(state, "blue") == ()
    nearer = tuple(one.changed(at=(20.0, 21.5, 0.0)) if one.id == "swords" else one for one in state.models)
    assert eligible(state.changed(models=nearer), "blue") == ("spears",)


def test_a_unit_piles_in_first_and_then_attacks() -> None:
    """rule: AOS-COMBAT-7, AOS-COMBAT-8."""
    game = fighting(TWO, THREE).play(UnitOrder("fight", "a1"))
    assert isinstance(game.pending, Choice) and game.pending.kind == "move-unit"
    game = game.play(Decline())
    assert isinstance(game.pending, Choice) and game.pending.kind == "aim"


def piling(spots: list[tuple[float, float]], enemy: tuple[float, float] = (20, 24)) -> Game[Any, Any]:
    step = MovesUnit("swords", MoveKind.PILE_IN, PILE_IN)
    return at_step(battle({"swords": ("blades", spots)}, {"spears": ("blades", [enemy])}, step))


def test_models_pile_in_up_to_3_toward_the_nearest_enemy() -> None:
    """rule: AOS-COMBAT-8, AOS-COMBAT-9, AOS-OPEN-28."""
    game = piling([(20, 20)])
    assert rules_of(game, walks(("swords", 20, 22.5))) == []
    assert rules_of(game, walks(("swords", 20, 19.5))) == ["AOS-COMBAT-9"]
    far = piling([(20, 20)], (20, 30))
    assert rules_of(far, walks(("swords", 20, 23.1))) == ["AOS-COMBAT-8"]
    assert rules_of(far, walks(("swords", 21, 20.1))) == [], "sideways, and no further"


def test_a_pile_in_ends_coherent_and_passes_through_nobody() -> None:
    """rule: AOS-COMBAT-10, AOS-UNIT-4."""
    game = piling(row(20, 20, 2))
    assert rules_of(game, walks(("swords-1", 20, 22.6))) == ["AOS-UNIT-4"]
    behind = piling([(20, 20), (20, 18.6)])
    assert rules_of(behind, walks(("swords-2", 20, 21.4))) == ["AOS-MOVE-4"]


def test_losses_are_taken_off_before_the_next_unit_is_picked() -> None:
    """rule: AOS-COMBAT-12."""
    game = fighting({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 21.5)])})
    game = game.play(UnitOrder("fight", "swords")).play(Decline())
    game = game.play(all_at(game.state, "swords", WeaponKind.MELEE, "spears"))
    game = fight(game, (6, 6), (6, 6), (1, 1))
    assert game.state.winner == "red", "slain models do not fight back"


def test_the_inspired_roll_all_failed_hits_of_one_unit_again_once() -> None:
    """rule: AOS-TRIUMPH-3."""
    game = fighting({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 21.5)])})
    red = game.state.side("red").changed(triumph=3)
    game = at_step(game.state.changed(sides=(red, game.state.side("blue"))))
    game = game.play(UnitOrder("fight", "swords")).play(Decline())
    assert isinstance(game.pending, Choice) and game.pending.kind == "inspire"
    game = game.play(Done())
    game = fight(game.play(all_at(game.state, "swords", WeaponKind.MELEE, "spears")), (1, 5))
    assert isinstance(game.pending, Choice) and game.pending.about == ("0",)
    assert game.state.side("red").is_spent


def shocked(count: int, slain: int, **values: Any) -> Game[Any, Any]:
    """Return the battleshock phase of a unit of Bravery 5 with ``count`` models left, ``slain`` in this turn."""
    spots = [*row(10, 20, min(count, 10)), *row(10, 21.4, max(count - 10, 0))]
    state = battle(
        {"swords": ("blades", spots)},
        {"spears": ("blades", row(10, 40, 2))},
        BeginPhase(SigmarPhase.BATTLESHOCK, "red"),
        **values,
    )
    units = tuple(one.changed(slain=slain) if one.id == "swords" else one for one in state.units)
    return at_step(state.changed(units=units))


@pytest.mark.parametrize(("count", "face", "flees"), [(12, 6, 4), (9, 6, 5), (9, 1, 0)])
def test_a_model_flees_for_each_point_above_bravery(count: int, face: int, flees: int) -> None:
    """rule: AOS-SHOCK-1, AOS-SHOCK-2, AOS-SHOCK-3, AOS-CASE-4, AOS-OPEN-36."""
    game = fight(shocked(count, 4), (face,))
    assert fleeing(face, 4, bravery_of(shocked(count, 4).state, "swords").total) == flees
    if not flees:
        assert len(game.state.troops("swords")) == count
        return
    assert isinstance(game.pending, Choice) and game.pending.kind == "flee"
    game = game.play(Pick(tuple(f"swords-{n}" for n in range(1, flees + 1))))
    assert len(game.state.troops("swords")) == count - flees


def test_both_players_test_the_one_whose_turn_it_is_first() -> None:
    """rule: AOS-SHOCK-4, AOS-OPEN-29, AOS-ROUND-5."""
    state = shocked(3, 1).state
    units = tuple(one.changed(slain=1) for one in state.units)
    game = at_step(state.changed(units=units, agenda=(BeginPhase(SigmarPhase.BATTLESHOCK, "blue"),)))
    assert isinstance(game.pending, Roll) and game.pending.player == "blue"
    assert isinstance(fight(game, (1,)).pending, Roll)
    none = tuple(one.changed(slain=0) for one in state.units)
    assert at_step(state.changed(units=none, agenda=(BeginPhase(SigmarPhase.BATTLESHOCK, "red"),))).is_over


def test_the_owner_chooses_who_flees_and_those_leave_the_game() -> None:
    """rule: AOS-SHOCK-5, AOS-SHOCK-6, AOS-SHOCK-8."""
    game = fight(shocked(3, 1), (6,))
    assert isinstance(game.pending, Choice) and game.pending.player == "red"
    assert rules_of(game, Pick(("swords-1", "swords-3"))) == []
    assert rules_of(game, Pick(("swords-1",))) == ["AOS-SHOCK-5"]
    game = game.play(Pick(("swords-1", "swords-3")))
    assert game.state.troop("swords-1").status is TroopStatus.FLED
    assert game.state.unit("swords").slain == 1, "who fled was not slain"
    assert game.state.lost("red") == 2
    assert not fight(shocked(2, 6), (6,)).state.is_here("swords"), "never more than the unit has"


def test_slain_of_all_phases_count() -> None:
    """rule: AOS-SHOCK-7, AOS-STATE-1."""
    state: SigmarState = fighting({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", row(20, 21.5, 3))}).state
    game = at_step(state).play(UnitOrder("fight", "swords")).play(Decline())
    game = fight(game.play(all_at(state, "swords", WeaponKind.MELEE, "spears")), (6, 6), (6, 6), (1, 1))
    game = game.play(Pick(("spears-1", "spears-2")))
    assert game.state.unit("spears").slain == 2
    assert Deed.SLEW in game.state.unit("swords").did


def test_an_inspired_unit_takes_no_test() -> None:
    """rule: AOS-COMMAND-4."""
    effect = UnitEffect(unit="swords", kind=EffectKind.INSPIRING_PRESENCE, by="red", word=INSPIRING_PRESENCE)
    assert shocked(3, 2, effects=(effect,)).is_over


def test_a_champion_makes_more_attacks() -> None:
    """rule: AOS-SCROLL-3, AOS-ATTACK-3."""
    scroll = {
        **BLADES,
        "id": "led",
        "loadouts": [
            {"id": "plain", "name": "Plain", "weapons": ["sword"]},
            {"id": "leader", "name": "Leader", "weapons": ["sword"], "attacks": 1},
        ],
    }
    state = battle({"led": (scroll, row(20, 20, 2))}, {"spears": ("blades", row(20, 21.5, 2))})
    assert SWORD["attacks"] == 2
    assert sum(aim.attacks for aim in all_at(state, "led", WeaponKind.MELEE, "spears").aims) == 4


@pytest.mark.parametrize("limit", [3.0, 12.0])
def test_a_distance_that_is_the_limit_is_within_it_whoever_measured_before(limit: float) -> None:
    """rule: AOS-COMBAT-3, AOS-CHARGE-1. Rounding makes no difference between asking for it and knowing it."""

    def apart(inches: float) -> SigmarState:
        return fighting({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, inches)])}).state

    more = limit - unit_gap(apart(30), "swords", "spears")
    asked, known = apart(30 + more + 4e-7), apart(30 + more + 4e-7)
    assert unit_gap(known, "swords", "spears") > limit
    assert are_near(asked, "swords", "spears", limit) is are_near(known, "swords", "spears", limit) is True


def test_a_charge_up_stairs_is_asked_about_where_only_their_height_is_beyond_the_roll() -> None:
    """rule: AOS-CHARGE-8. Low steps are free, so a charge of 3 in may climb four of them."""
    step = MovesUnit("swords", MoveKind.CHARGE, 3.0)
    state = battle({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 24.2)])}, step)

    def up(y: float) -> SigmarState:
        at = (20.0, y, 3.6)
        return state.changed(models=tuple(m.changed(at=at) if m.unit == "spears" else m for m in state.models))

    assert step.choice(up(24.2)) is not None
    assert step.choice(up(28.0)) is None
