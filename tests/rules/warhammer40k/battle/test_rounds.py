"""Rounds: command points, battle-shock, objectives, points, the end."""

import shapely

from tests.rules.warhammer40k.battle.field import TANK, TROOPS, at_step, battle, play, row, said, sheet
from warcry3d.game.agenda import Transition
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd, outcome
from warcry3d.rules.warhammer40k.battle.objectives import (
    control_of,
    in_range,
    objective_area,
    objective_faults,
    sums_at,
)
from warcry3d.rules.warhammer40k.battle.phases.command_phase import BattleShockStep, CommandPhase
from warcry3d.rules.warhammer40k.battle.phases.rounds import BeginsTurn, EndsPhase, EndsRound, SettlesObjectives
from warcry3d.rules.warhammer40k.battle.shock import ShockTest40k
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, Objective40k, Phase40k, State40k
from warcry3d.rules.warhammer40k.battle.strength import is_below_half, leadership_of, starting_strength, toughness_of

MARK = Objective40k(at=(20.0, 20.0, 0.0))


def fallen(state: State40k, *models: str) -> State40k:
    """Return the state with some models destroyed."""
    lost = ModelPlace40k.DESTROYED
    return state.changed(models=tuple(one.changed(place=lost) if one.id in models else one for one in state.models))


def test_both_players_gain_a_command_point_in_every_command_phase() -> None:
    """rule: 40K-CMD-1, 40K-CMD-3."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, CommandPhase("red"))
    assert [side.command for side in at_step(state).state.sides] == [1, 1]


def test_below_half_is_less_than_half_of_the_models_or_of_the_wounds() -> None:
    """rule: 40K-UNIT-5, 40K-UNIT-6, 40K-UNIT-7. Example 36: of 10 models 4 are below half, 5 are not."""
    state = battle({"u": (TROOPS, row(10, 10, 10)), "tank": (TANK, [(10, 20)])}, {"foe": (TROOPS, [(30, 10)])})
    five = fallen(state, *(f"u-{n}" for n in range(1, 6)))
    assert [is_below_half(one, "u") for one in (five, fallen(five, "u-6"))] == [False, True]
    hurt = [
        state.changed(models=tuple(one.changed(lost=n if one.unit == "tank" else 0) for one in state.models))
        for n in (5, 6)
    ]
    assert [is_below_half(one, "tank") for one in hurt] == [False, True]


def test_units_below_half_are_tested_against_their_best_leadership() -> None:
    """rule: 40K-SHOCK-1, 40K-SHOCK-2, 40K-LEAD-1."""
    state = fallen(battle({"u": (TROOPS, row(10, 10, 3))}, {"foe": (TROOPS, [(30, 10)])}), "u-1", "u-2")
    game = at_step(state.changed(agenda=(BattleShockStep("red"),), phase=Phase40k.COMMAND))
    assert game.pending.count == 2 and leadership_of(state, "u") == 6
    assert play(game, (3, 2)).state.unit("u").is_shocked
    assert not play(game, (3, 3)).state.unit("u").is_shocked


def test_the_player_orders_the_battle_shock_tests() -> None:
    """rule: 40K-ORDER-1, 40K-SHOCK-1. Of three units two are below half strength."""
    reds = {name: (TROOPS, row(10, y, 3)) for name, y in (("u", 5), ("v", 15), ("w", 25))}
    state = fallen(battle(reds, {"foe": (TROOPS, [(40, 30)])}), "u-1", "u-2", "v-1", "v-2")
    game = at_step(state.changed(agenda=(BattleShockStep("red"),), phase=Phase40k.COMMAND))
    assert (game.pending.player, game.pending.kind, game.pending.about) == ("red", "order", ("u", "v"))
    game = play(game, "v", (1, 1), (6, 6))
    assert [game.state.unit(name).is_shocked for name in ("u", "v", "w")] == [False, True, False]


def test_shocked_units_have_no_oc_until_their_next_command_phase() -> None:
    """rule: 40K-SHOCK-3, 40K-SHOCK-4, 40K-SHOCK-7, 40K-SHOCK-8."""
    state = battle({"u": (TROOPS, [(20, 22)])}, {"foe": (TROOPS, [(30, 10)])}, ShockTest40k("u"))
    shocked = play(at_step(state), (1, 1)).state
    assert (control_of(state, "u-1"), control_of(shocked, "u-1")) == (2, 0)
    again = play(at_step(shocked.changed(agenda=(ShockTest40k("u"),))), (6, 6)).state
    assert again.unit("u").is_shocked
    for player, stays in (("blue", True), ("red", False)):
        assert at_step(shocked.changed(agenda=(CommandPhase(player),))).state.unit("u").is_shocked == stays


def test_a_unit_that_is_destroyed_is_not_said_to_recover() -> None:
    """rule: 40K-SHOCK-3. Only units that are left are no longer battle-shocked."""
    state = battle({"u": (TROOPS, [(20, 22)]), "v": (TROOPS, [(24, 22)])}, {"foe": (TROOPS, [(30, 10)])})
    gone = ModelPlace40k.DESTROYED
    state = state.changed(
        units=tuple(one.changed(is_shocked=one.id in "uv") for one in state.units),
        models=tuple(one.changed(place=gone) if one.id == "v-1" else one for one in state.models),
        agenda=(CommandPhase("red"), ShockTest40k("u")),
    )
    game = play(at_step(state), (6, 6))
    assert [line for line in said(game) if "no longer" in line] == ["u is no longer battle-shocked"]


def test_damaged_models_control_less() -> None:
    """rule: 40K-OBJ-1, 40K-MOD-6."""
    hulk = sheet("hulk", model={"damaged": {"wounds": 1, "control": -3}})
    state = battle({"u": (hulk, [(20, 22)])}, {"foe": (TROOPS, [(30, 10)])})
    hurt = state.changed(models=tuple(one.changed(lost=1) for one in state.models))
    assert (control_of(state, "u-1"), control_of(hurt, "u-1")) == (2, 0)


def test_models_within_three_inches_of_the_markers_edge_are_in_range() -> None:
    """rule: 40K-OBJ-3, 40K-OBJ-5."""
    reach = 3 + 20 / 25.4 + 16 / 25.4
    state = battle({"u": (TROOPS, [(20, 20 + reach - 0.01)])}, {"foe": (TROOPS, [(20, 20 - reach - 0.01)])})
    table = state.table
    assert in_range(table.model("u-1"), MARK) and not in_range(table.model("foe-1"), MARK)


def test_the_higher_sum_of_oc_controls_at_the_end_of_a_phase_and_is_kept() -> None:
    """rule: 40K-OBJ-1, 40K-OBJ-2, 40K-OBJ-4."""
    state = battle({"u": (TROOPS, row(19, 22, 2))}, {"foe": (TROOPS, [(20, 18)])}, EndsPhase("red"), objectives=(MARK,))
    assert sums_at(state, MARK) == {"red": 4, "blue": 2} and not state.objectives[0].holder
    held = at_step(state).state
    assert held.objectives[0].holder == "red"
    even = at_step(fallen(held, "u-1").changed(agenda=(EndsPhase("red"),))).state
    assert not even.objectives[0].holder


def test_objectives_score_from_round_two_at_the_end_of_the_own_command_phase() -> None:
    """rule: 40K-MISSION-1, 40K-MISSION-2."""
    marks = tuple(Objective40k(at=(x, 20.0, 0.0), holder="") for x in (14.0, 23.0, 32.0, 41.0))
    spots = [(x, 22.0) for x in (14, 23, 32, 41)]
    state = battle(
        {"u": (TROOPS, spots)},
        {"foe": (TROOPS, [(30, 40)])},
        EndsPhase("red"),
        objectives=marks,
        phase=Phase40k.COMMAND,
    )
    assert at_step(state).state.side("red").victory == 0
    assert at_step(state.changed(round=2)).state.side("red").victory == 3
    for few, points in ((1, "1 victory point"), (4, "3 victory points")):
        do = Transition(state.changed(round=2, objectives=marks[:few]))
        SettlesObjectives("red").resolve(do)
        assert str(do.events[-1]) == f"red gains {points}"
    assert at_step(state.changed(round=2, phase=Phase40k.FIGHT)).state.side("red").victory == 0


def test_a_battle_ends_after_round_five_or_with_an_army() -> None:
    """rule: 40K-MISSION-8, 40K-MISSION-9, 40K-MISSION-10, 40K-SEQ-5."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, EndsRound(), round=5)
    draw = at_step(state).state
    assert draw.is_over and outcome(draw).winners == ()
    ahead = state.changed(sides=tuple(side.changed(victory=2 if side.id == "blue" else 1) for side in state.sides))
    assert outcome(at_step(ahead).state).winners == ("blue",)
    gone = fallen(ahead, "foe-1").changed(agenda=(ChecksEnd(),))
    assert outcome(at_step(gone).state).winners == ("red",)


def test_who_is_in_reserve_at_the_end_is_destroyed() -> None:
    """rule: 40K-RESERVE-6."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [])}, EndsRound(), round=5)
    models = tuple(one.changed(place=ModelPlace40k.RESERVE) if one.unit == "foe" else one for one in state.models)
    game = at_step(state.changed(models=models))
    assert outcome(game.state).winners == ("red",)


def test_who_is_inside_a_transport_that_did_not_arrive_is_destroyed_too() -> None:
    """rule: 40K-RESERVE-6, 40K-MISSION-9."""
    blues = {"foe": (TROOPS, []), "carrier": (TROOPS, [])}
    state = battle({"u": (TROOPS, [(10, 10)])}, blues, EndsRound(), round=5)
    at = {"foe": ModelPlace40k.INSIDE, "carrier": ModelPlace40k.RESERVE}
    models = tuple(one.changed(place=at.get(one.unit, one.place)) for one in state.models)
    units = tuple(one.changed(inside="carrier") if one.id == "foe" else one for one in state.units)
    assert outcome(at_step(state.changed(models=models, units=units)).state).winners == ("red",)


def test_a_turn_is_five_phases_and_forgets_what_was_done_before() -> None:
    """rule: 40K-ROUND-1, 40K-ROUND-2, 40K-STATE-1, 40K-STATE-3."""
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, BeginsTurn("red"))
    state = state.changed(units=tuple(one.changed(did=(Deed40k.ADVANCED,)) for one in state.units))
    game = at_step(state)
    assert not game.state.unit("u").did and game.state.phase is Phase40k.MOVEMENT
    phases = []
    while not game.is_over:
        phases.append(game.state.phase.value)
        game = play(game, "done")
    assert phases[0] == "movement" and "shooting" in phases
    assert said(game) == [] or game.is_over


def test_joined_units_count_all_models_until_one_part_is_left() -> None:
    """rule: 40K-UNIT-5, 40K-KEY-3. Toughness is that of those who were joined."""
    boss = sheet("boss", keywords=("infantry", "character"), numbers={"toughness": 6})
    reds = {"u": (TROOPS, row(10, 10, 4)), "boss": (boss, [(10, 12)])}
    state = battle(reds, {"foe": (TROOPS, [(30, 10)])}, extra={"boss": {"joins": "u"}})
    assert (starting_strength(state, "u"), toughness_of(state, "u")) == (5, 4)
    alone = fallen(state, "u-1", "u-2", "u-3", "u-4")
    assert (starting_strength(alone, "u"), toughness_of(alone, "u")) == (1, 6)


def test_objectives_lie_away_from_edges_each_other_and_terrain() -> None:
    """rule: 40K-MISSION-4, 40K-MISSION-5, 40K-OBJ-7."""
    stone = {"id": "stone", "piece": "stone", "at": [40, 20]}
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, features=[stone], objectives=(MARK,))
    places = [(6.0, 20.0), (29.0, 20.0), (38.5, 21.0), (29.1, 20.0)]  # at the limit it is within it (40K-DIST-5)
    found = [[fault.rule for fault in objective_faults(state, (x, y, 0.0))] for x, y in places]
    assert found == [["40K-MISSION-5"], ["40K-MISSION-5"], ["40K-OBJ-7"], []]


def test_area_shown_for_an_objective_is_where_it_may_lie() -> None:
    """rule: 40K-MISSION-5, 40K-OBJ-7. Off its rim there are faults outside of it, and none inside."""
    stone = {"id": "stone", "piece": "stone", "at": [40, 20]}
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, features=[stone], objectives=(MARK,))
    area, rim = objective_area(state), shapely.boundary(objective_area(state))
    board = state.context.ground.board
    spots = [(x, y) for x in range(0, int(board.width), 2) for y in range(0, int(board.depth), 2)]
    clear = [spot for spot in spots if shapely.distance(rim, shapely.Point(spot)) > 0.02]
    inside = {spot for spot in clear if shapely.contains(area, shapely.Point(spot))}
    assert inside == {(x, y) for x, y in clear if not objective_faults(state, (float(x), float(y), 0.0))}
    assert {(24, 20), (40, 20), (4, 20)}.isdisjoint(inside) and (30, 20) in inside
