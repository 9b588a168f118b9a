"""Abilities of datasheets: timed ones, kept objectives, redeployed units, last fights, costs of stratagems."""

from typing import Any

from tests.rules.warhammer40k.battle.field import (
    TANK,
    TROOPS,
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
from warcry3d.game.actions import Done
from warcry3d.game.ruleset import Choice
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds
from warcry3d.rules.warhammer40k.battle.command_points import can_pay, cost_of
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import Reinforcements
from warcry3d.rules.warhammer40k.battle.objectives import control_of
from warcry3d.rules.warhammer40k.battle.phases.command_phase import BattleShockStep, CommandPhase
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import Fights
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.phases.rounds import BeginsPhase, BeginsTurn, EndsPhase, NextRound40k
from warcry3d.rules.warhammer40k.battle.phases.timed_rules import WorksNow
from warcry3d.rules.warhammer40k.battle.state import (
    Deed40k,
    ModelPlace40k,
    Objective40k,
    Phase40k,
    ReserveKind,
    State40k,
)
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RuleMoment

MARK = Objective40k(at=(20.0, 20.0, 0.0))
MOVING, FIGHTING = {"phase": Phase40k.MOVEMENT}, {"phase": Phase40k.FIGHT}


def timed(when: str, effect: str, name: str = "Storm", **more: Any) -> dict[str, Any]:
    """Return a rule that works at a moment."""
    return {"rule": "timed", "name": name, "when": when, "effect": effect, **more}


def storm(when: str, name: str = "Storm") -> dict[str, Any]:
    """Return a rule that deals a mortal wound to each enemy unit within 12 in."""
    return timed(when, "mortal-wounds", name, of="enemies", within=12)


def changed(state: State40k, unit: str, **values: Any) -> State40k:
    """Return the state with fields of a unit changed."""
    return state.changed(units=tuple(one.changed(**values) if one.id == unit else one for one in state.units))


def model(state: State40k, id: str, **values: Any) -> State40k:
    """Return the state with fields of a model changed."""
    return state.changed(models=tuple(one.changed(**values) if one.id == id else one for one in state.models))


def rich(state: State40k, points: int = 3, *players: str) -> State40k:
    """Return the state in which players have command points."""
    return state.changed(
        sides=tuple(one.changed(command=points) if one.id in (players or ("red",)) else one for one in state.sides)
    )


def test_an_objective_held_by_a_unit_with_the_rule_stays_held_until_the_enemy_controls_it() -> None:
    """rule: 40K-STICKY-1. Example 35: the squad leaves; the enemy takes it at the end of a turn, not before."""
    keeper = sheet("keeper", rules=[{"rule": "holds-objectives", "name": "Banner"}])
    reds = {"u": (keeper, [(20, 22)])}
    state = battle(reds, {"foe": (TROOPS, [(40, 40)])}, EndsPhase("red"), objectives=(MARK,), phase=Phase40k.COMMAND)
    held = at_step(state).state
    assert (held.objectives[0].holder, held.objectives[0].kept) == ("red", "red")
    left = model(held, "u-1", at=(40.0, 10.0, 0.0))
    ends = EndsPhase("red")
    assert at_step(left.changed(agenda=(ends,), phase=Phase40k.MOVEMENT)).state.objectives[0].holder == "red"
    taken = model(left, "foe-1", at=(20.0, 22.0, 0.0))
    for phase, holder in ((Phase40k.MOVEMENT, "red"), (Phase40k.SHOOTING, "red"), (Phase40k.FIGHT, "blue")):
        assert at_step(taken.changed(agenda=(ends,), phase=phase)).state.objectives[0].holder == holder
    start = at_step(taken.changed(agenda=(BeginsTurn("blue"),))).state
    assert not start.objectives[0].kept
    plain = battle(
        {"u": (TROOPS, [(20, 22)])}, {"foe": (TROOPS, [(40, 40)])}, ends, objectives=(MARK,), phase=Phase40k.COMMAND
    )
    gone = model(at_step(plain).state, "u-1", at=(40.0, 10.0, 0.0)).changed(agenda=(ends,), phase=Phase40k.MOVEMENT)
    assert not at_step(gone).state.objectives[0].holder


def test_rules_of_the_command_phase_come_after_the_points_and_before_the_tests() -> None:
    """rule: 40K-CMD-2. A model that heals, then battle-shock tests: of two models one is left, below half of 3."""
    medic = sheet("medic", numbers={"wounds": 3}, rules=[timed("command", "heal", "Mend", value="D3")])
    state = battle(
        {"u": (medic, row(10, 10, 3))}, {"foe": (TROOPS, [(40, 40)])}, CommandPhase("red"), phase=Phase40k.COMMAND
    )
    lost = ModelPlace40k.DESTROYED
    state = model(model(model(state, "u-1", place=lost), "u-2", place=lost), "u-3", lost=2)
    game = play(at_step(state), (3,))
    assert game.state.wounds_left("u-3") == 3 and game.pending.about == ("insane-bravery|u",)
    game = play(game, "no")
    assert game.pending.count == 2
    sentences = [line for line in said(game) if "CP" in line or "regains" in line or "battle-shock" in line]
    assert "regains 2 wounds" in " ".join(sentences)
    other = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (medic, [(40, 40)])}, CommandPhase("red"))
    assert at_step(model(other, "foe-1", lost=2)).state.wounds_left("foe-1") == 1, "its own command phase only"


def test_the_player_whose_turn_it_is_orders_rules_of_one_moment() -> None:
    """rule: 40K-ORDER-1. Rules of both sides at the end of red's movement phase: red says which comes first."""
    one, other = sheet("one", rules=[storm("movement-end")]), sheet("other", rules=[storm("movement-end", "Fire")])
    state = battle({"u": (one, [(10, 10)])}, {"foe": (other, [(20, 10)])}, EndsPhase("red"), **MOVING)
    game = at_step(state)
    assert (game.pending.kind, game.pending.player) == ("order", "red")
    game = play(game, "foe, Fire")
    assert [game.state.wounds_left(id) for id in ("u-1", "foe-1")] == [1, 1]
    told = [sentence for sentence in said(game) if "takes" in sentence]
    assert told == ["u-1 takes 1 mortal wound", "foe-1 takes 1 mortal wound"]


def test_in_nobodys_turn_the_winner_of_a_roll_off_orders_them() -> None:
    """rule: 40K-ORDER-2. At the start of a battle round; blue wins 5 to 2."""
    one, other = sheet("one", rules=[storm("round-start")]), sheet("other", rules=[storm("round-start", "Fire")])
    state = battle({"u": (one, [(10, 10)])}, {"foe": (other, [(20, 10)])}, NextRound40k())
    game = play(at_step(state), (2,), (5,))
    assert (game.pending.kind, game.pending.player) == ("order", "blue")


def test_rules_of_the_end_of_a_phase_come_last_and_nothing_of_the_phase_is_used_then() -> None:
    """rule: 40K-ORDER-4, 40K-ORDER-5, 40K-ORDER-6. Shots first; then the storm, no stratagem; then the next phase."""
    seer = sheet("seer", rules=[storm("shooting-end")])
    blues = {"foe": (sheet("foe", core=["feel no pain 5+"]), [(20, 10)])}
    ends = (AimsWeapons("u"), EndsPhase("red"), BeginsPhase("red", Phase40k.CHARGE))
    state = rich(battle({"u": (seer, [(10, 10)])}, blues, *ends), 3, "red", "blue")
    game = at_step(state)
    assert game.pending.kind == "aim" and not game.state.is_ending
    assert can_pay(game.state, "red", "x", 1, "u")
    game = play(game, "done")
    assert game.state.is_ending and game.state.phase is Phase40k.SHOOTING, "the die of feel no pain is due"
    assert not can_pay(game.state, "red", "x", 1, "u") and not can_pay(game.state, "blue", "x", 1, "foe")
    assert MayUse("blue", StratagemMoment.TARGETS_PICKED, ("foe",)).choice(game.state) is None
    game = play(game, (1,))
    assert game.state.wounds_left("foe-1") == 1
    assert game.state.phase is Phase40k.CHARGE and not game.state.is_ending


def test_units_in_reserve_use_their_rules() -> None:
    """rule: 40K-RESERVE-7. One command point more in its player's command phase, off the table; not from inside."""
    planner = sheet("planner", rules=[timed("command", "command-points", "Plan")])
    state = battle({"u": (planner, []), "v": (TROOPS, [(30, 20)])}, {"foe": (TROOPS, [(50, 40)])}, CommandPhase("red"))
    away = model(changed(state, "u", reserve=ReserveKind.STRATEGIC), "u-1", place=ModelPlace40k.RESERVE)
    assert [side.command for side in at_step(away).state.sides] == [2, 1]
    riding = model(changed(state, "u", inside="v"), "u-1", place=ModelPlace40k.INSIDE)
    assert [side.command for side in at_step(riding).state.sides] == [1, 1]


def test_a_timed_rule_may_need_a_roll_and_force_a_test() -> None:
    """rule: 40K-SHOCK-7. On 4+ each enemy unit within 12 in is tested, whatever its strength."""
    terror = timed("command", "shock-test", "Terror", of="enemies", within=12, needed=4)
    state = battle(
        {"u": (sheet("u", rules=[terror]), [(10, 10)])},
        {"foe": (TROOPS, [(20, 10)])},
        WorksNow(RuleMoment.COMMAND, "red"),
    )
    assert str(at_step(state).pending.needs) == "Terror on foe: needs 4+", "it said: ability, needs 4+"
    assert play(at_step(state), (3,)).is_over
    game = play(at_step(state), (4,), (1, 2))
    assert game.state.unit("foe").is_shocked


def fought(needed: int = 0, **more: Any) -> State40k:
    """Return a fight in which the first of two models with a last fight is about to be destroyed."""
    rule = {"rule": "last-fight", "name": "Spite", **({"needed": needed} if needed else {})}
    berserk = sheet("berserk", blade(attacks=1), rules=[rule], **more)
    reds = {"u": (TROOPS, [(10, 10)])}
    steps = (Fights("u"), Fights("foe"))
    return battle(reds, {"foe": (berserk, [(12, 10), (12, 12)])}, *steps, **FIGHTING)


def test_a_model_that_may_fights_before_it_is_removed() -> None:
    """rule: 40K-LASTFIGHT-1, 40K-LASTFIGHT-2, 40K-LASTFIGHT-3. With 1 W, before its unit consolidates; then it goes."""
    state = fought().changed(agenda=(LosesWounds("foe-1", 2, "40K-DAMAGE-1"),))
    game = at_step(state)
    assert game.pending.kind == "aim" and game.pending.player == "blue"
    assert game.state.troop("foe-1").is_here and game.state.wounds_left("foe-1") == 1
    assert rules_of(game, AimWeapons((Aim40k("foe-2", "blade", "u"),))) == ["40K-SHOOT-3"], "that model alone"
    game = play(game, AimWeapons((Aim40k("foe-1", "blade", "u"),)), (6,), (6,), (1,))
    assert game.state.wounds_left("u-1") == 1 and not game.state.troop("foe-1").is_here
    assert game.state.troop("foe-1").has_fought_last


def test_no_model_fights_last_twice_nor_outside_of_fights() -> None:
    """rule: 40K-LASTFIGHT-1. Destroyed again meanwhile, it is removed; nor does one fight that has fought already."""
    hit = LosesWounds("foe-1", 2, "40K-DAMAGE-1")
    again = at_step(model(fought(), "foe-1", has_fought_last=True).changed(agenda=(hit,)))
    assert again.is_over and not again.state.troop("foe-1").is_here
    for state in (fought().changed(phase=Phase40k.SHOOTING), changed(fought(), "foe", did=(Deed40k.FOUGHT,))):
        assert not at_step(state.changed(agenda=(hit,))).state.troop("foe-1").is_here


def test_what_its_end_sets_off_comes_after_the_last_fight() -> None:
    """rule: 40K-LASTFIGHT-4, 40K-LASTFIGHT-2. The last fight, then deadly demise, then it is gone."""
    state = fought(core=["deadly demise 1"]).changed(agenda=(LosesWounds("foe-1", 2, "40K-DAMAGE-1"),))
    game = at_step(state)
    assert game.pending.kind == "aim"
    game = play(game, AimWeapons((Aim40k("foe-1", "blade", "u"),)), (1,))
    assert game.pending.count == 1 and "deadly demise" in str(game.pending.why.message)
    game = play(game, (1,))
    assert game.is_over and not game.state.troop("foe-1").is_here


def test_a_last_fight_may_need_a_roll() -> None:
    """rule: 40K-LASTFIGHT-1."""
    hit = fought(needed=4).changed(agenda=(LosesWounds("foe-1", 2, "40K-DAMAGE-1"),))
    assert not play(at_step(hit), (3,)).state.troop("foe-1").is_here
    assert play(at_step(hit), (4,)).pending.kind == "aim"


def jumper(**more: Any) -> dict[str, Any]:
    """Return a datasheet whose units are taken off the table and set up again."""
    return sheet("jumper", rules=[{"rule": "redeploy", "name": "Leap", **more}])


def jumping(returns: str = "now", *, is_new: bool = False, models: int = 1) -> State40k:
    """Return a battle in which a unit at 10, 10 may be taken off the table; an enemy stands at 50, 40."""
    one = jumper(returns=returns, **({"is_new": True} if is_new else {}))
    return battle({"u": (one, row(10, 10, models))}, {"foe": (TROOPS, [(50, 40)])}, OrdersMoves40k("red"), **MOVING)


def there(x: float, y: float, unit: str = "u", *numbers: int) -> SetUpUnitAt:
    """Return where models of a unit are set up, in a row."""
    return SetUpUnitAt(tuple(SetUpModel(f"{unit}-{n}", (x + 1.5 * n, y, 0.0)) for n in numbers or (1,)))


def test_a_unit_that_moved_or_arrived_in_the_phase_may_still_be_redeployed() -> None:
    """rule: 40K-REDEPLOY-1, 40K-REDEPLOY-3. It is set up more than 9 in from enemies and has then made a move."""
    state = changed(jumping(), "u", did=(Deed40k.PICKED, Deed40k.MOVED, Deed40k.ARRIVED))
    game = play(at_step(state), order("redeploy", "u"))
    assert (game.pending.kind, game.state.is_here("u")) == ("arrive", False)
    assert rules_of(game, there(41, 40)) == ["40K-STRATRES-5"]
    game = play(game, there(30, 20))
    assert game.state.is_here("u") and {Deed40k.PICKED, Deed40k.MOVED} <= set(game.state.unit("u").did)
    assert rules_of(game, order("move", "u")) == ["40K-MOVE-3"] or game.is_over
    fresh = play(at_step(jumping()), order("redeploy", "u"), there(30, 20))
    assert {Deed40k.PICKED, Deed40k.MOVED} <= set(fresh.state.unit("u").did)
    once = at_step(changed(jumping(), "u", has_redeployed=True))
    assert rules_of(once, order("redeploy", "u")) == ["40K-REDEPLOY-1"]
    plain = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(50, 40)])}, OrdersMoves40k("red"), **MOVING)
    assert rules_of(at_step(plain), order("redeploy", "u"))


def test_being_set_up_again_sets_off_what_arriving_does() -> None:
    """rule: 40K-REDEPLOY-2. Fire Overwatch is for units that are set up, within 24 in."""
    game = play(at_step(rich(jumping(), 1, "blue")), order("redeploy", "u"), there(38, 40))
    assert (game.pending.kind, game.pending.about) == ("stratagem", ("fire-overwatch|foe",))


def test_a_unit_that_was_away_in_its_command_phase_is_tested_when_it_is_set_up_again() -> None:
    """rule: 40K-REDEPLOY-4. Below half strength: one of three models; with half of them it is not."""
    gone = play(at_step(jumping("later", models=3)), order("redeploy", "u")).state
    assert not gone.is_here("u") and Deed40k.MOVED in gone.unit("u").did, "it comes back in a later turn"
    lost = ModelPlace40k.DESTROYED
    for fallen, tested in ((2, True), (1, False)):
        state = gone
        for n in range(fallen):
            state = model(state, f"u-{n + 1}", place=lost)
        state = changed(state, "u", did=()).changed(agenda=(Reinforcements("red"), BattleShockStep("red")), round=2)
        game = play(at_step(state), "u|deep-strike", there(30, 20, "u", *range(fallen + 1, 4)))
        is_tested = not isinstance(game.pending, Choice) and getattr(game.pending, "count", 0) == 2
        assert is_tested is tested
        if tested:
            assert play(game, (1, 1)).state.unit("u").is_shocked


def test_redeployed_units_get_nothing_back() -> None:
    """rule: 40K-REDEPLOY-5. Destroyed models stay so, lost wounds too."""
    state = model(model(jumping(models=2), "u-2", place=ModelPlace40k.DESTROYED), "u-1", lost=1)
    game = play(at_step(state), order("redeploy", "u"), there(30, 20))
    assert [one.is_alive for one in game.state.all_troops("u")] == [True, False]
    assert game.state.wounds_left("u-1") == 1


def test_what_lasts_goes_on_while_a_unit_is_off_the_table() -> None:
    """rule: 40K-REDEPLOY-6. Examples 23 and 24: an aura ends out of its range; battle-shock stays until its player's
    next command phase.
    """
    aura = {
        "rule": "characteristic",
        "name": "Call",
        "what": "control",
        "how": "add",
        "value": 1,
        "of": "friends",
        "within": 6,
    }
    reds = {"u": (jumper(), [(10, 10)]), "v": (sheet("v", rules=[aura]), [(14, 10)])}
    state = battle(reds, {"foe": (TROOPS, [(50, 40)])}, OrdersMoves40k("red"), **MOVING)
    assert control_of(state, "u-1") == 3
    game = play(at_step(state), order("redeploy", "u"), there(30, 20))
    assert control_of(game.state, "u-1") == 2
    shocked = play(at_step(changed(state, "u", is_shocked=True)), order("redeploy", "u"), there(30, 20)).state
    assert shocked.unit("u").is_shocked
    later = [at_step(shocked.changed(agenda=(CommandPhase(player),))).state for player in ("blue", "red")]
    assert [one.unit("u").is_shocked for one in later] == [True, False]


def test_a_new_unit_in_the_place_of_another_is_full_and_has_not_moved() -> None:
    """rule: 40K-REDEPLOY-7. It arrives as others do, even after a move; nothing else of redeployment holds."""
    state = model(model(jumping(is_new=True, models=2), "u-2", place=ModelPlace40k.DESTROYED), "u-1", lost=1)
    state = changed(rich(state, 1, "blue"), "u", did=(Deed40k.PICKED, Deed40k.MOVED), is_shocked=True)
    game = play(at_step(state), order("redeploy", "u"), there(35, 40, "u", 1, 2))
    assert game.pending.about == ("fire-overwatch|foe",)
    game = play(game, "no")
    assert [game.state.wounds_left(one.id) for one in game.state.troops("u")] == [2, 2]
    assert not game.state.unit("u").is_shocked and Deed40k.MOVED not in game.state.unit("u").did
    assert rules_of(game, order("move", "u")) == []


def cost(change: int, name: str = "Genius", stratagem: str = "") -> dict[str, Any]:
    """Return a rule that changes what stratagems cost on its unit."""
    named = {"stratagem": stratagem} if stratagem else {}
    return {"rule": "stratagem-cost", "name": name, "change": change, **named}


def priced(*rules: dict[str, Any], other: tuple[dict[str, Any], ...] = ()) -> State40k:
    """Return a battle with a unit that has rules on costs, one that has others, and a plain one."""
    reds = {
        "u": (sheet("u", rules=list(rules)), [(10, 10)]),
        "v": (sheet("v", rules=list(other)), [(10, 14)]),
        "w": (TROOPS, [(10, 18)]),
    }
    return battle(reds, {"foe": (TANK, [(40, 10)])})


def test_costs_are_never_below_nothing_and_change_for_one_use() -> None:
    """rule: 40K-STRAT-6, 40K-STRAT-7. 1 CP less 3 is 0; the next use on another unit costs all of it."""
    state = rich(priced(cost(-3), cost(-1)), 1)
    assert cost_of(state, "x", 1, ("u",), is_tactic=True) == 0
    assert cost_of(state, "x", 1, ("w",), is_tactic=True) == 1
    dearer = priced(cost(1))
    assert cost_of(dearer, "x", 1, ("u",), is_tactic=True) == 2
    shoot = AimsWeapons("u")
    game = play(
        at_step(model(rich(priced(cost(-1)), 0), "foe-1", at=(20.0, 10.0, 0.0)).changed(agenda=(shoot,))),
        AimWeapons((Aim40k("u-1", "rifle", "foe"),)),
        (1,),
    )
    assert game.pending.kind == "command-re-roll", "Command Re-roll for nothing"
    assert play(game, "0", (1,)).state.side("red").command == 0


def test_with_several_targets_all_need_the_rule() -> None:
    """rule: 40K-STRAT-8. Example 27: of three targets one makes it cost 0: full cost; with the rule on all: 0."""
    state = priced(cost(-1))
    assert cost_of(state, "x", 1, ("u", "v", "w"), is_tactic=True) == 1
    assert cost_of(priced(cost(-1), other=(cost(-1),)), "x", 1, ("u", "v"), is_tactic=True) == 0


def test_a_rule_without_a_name_of_a_stratagem_is_for_battle_tactics_but_for_three_abilities() -> None:
    """rule: 40K-STRAT-9, 40K-STRAT-10."""
    for rules, plain, tactic in (
        ([cost(-1)], 1, 0),
        ([cost(-1, stratagem="x")], 0, 0),
        ([cost(-1, stratagem="y")], 1, 1),
        ([cost(-1, "Striding Colossus")], 0, 0),
        ([cost(-1, "Air Caste Colossus")], 0, 0),
        ([cost(-1, "Towering Wraith Construct")], 0, 0),
    ):
        found = [cost_of(priced(*rules), "x", 1, ("u",), is_tactic=is_tactic) for is_tactic in (False, True)]
        assert found == [plain, tactic]


def test_who_has_no_such_rule_is_offered_no_redeployment() -> None:
    """rule: 40K-REDEPLOY-1."""
    plain = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(50, 40)])}, OrdersMoves40k("red"), **MOVING)
    assert rules_of(play(at_step(plain), order("move", "u")), walks(("u-1", 12, 10))) == []
    assert rules_of(at_step(jumping()), Done()) == []
