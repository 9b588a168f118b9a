"""What counts as a unit's strength, distances of units, set-up without room, what a mission may ask."""

import math

import pytest

from tests.rules.warhammer40k.battle.field import (
    RULES,
    TANK,
    TROOPS,
    aims,
    army,
    at_step,
    battle,
    field,
    inside,
    order,
    play,
    row,
    rules_of,
    said,
    setup,
    sheet,
    unit,
    walks,
)
from tests.rules.warhammer40k.boards import board, model
from warcry3d.errors import QuestionError
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.asking import unit_option
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.wounds import GetsOut, LosesWounds
from warcry3d.rules.warhammer40k.battle.context import Context40k
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.reinforcements import arrival_faults
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import SetUpKind
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.objectives import objective_faults
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import OrdersMoves40k
from warcry3d.rules.warhammer40k.battle.sensing import is_in_contact, unit_gap, units_within
from warcry3d.rules.warhammer40k.battle.setup.deployment import PlacesUnit40k
from warcry3d.rules.warhammer40k.battle.setup.marker_agreement import least_shift
from warcry3d.rules.warhammer40k.battle.setup.opening import PlacesObjective
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, Phase40k, ReserveKind, State40k
from warcry3d.rules.warhammer40k.battle.strength import is_below_half, is_below_start
from warcry3d.rules.warhammer40k.field_rules import quarters_of

WIDE = 32 / 25.4
"""The width of a base of 32 mm (in)."""

MOVING = {"phase": Phase40k.MOVEMENT}


def fallen(state: State40k, *models: str) -> State40k:
    """Return the state with some models destroyed."""
    lost = ModelPlace40k.DESTROYED
    return state.changed(models=tuple(one.changed(place=lost) if one.id in models else one for one in state.models))


def test_a_single_model_that_lost_a_wound_is_below_its_starting_strength() -> None:
    """rule: 40K-UNIT-8. Of ten wounds nine left: below starting strength, not below half; of three models one lost."""
    state = battle({"u": (TROOPS, row(10, 10, 3)), "tank": (TANK, [(10, 20)])}, {"foe": (TROOPS, [(30, 10)])})
    hurt = state.changed(models=tuple(one.changed(lost=int(one.unit == "tank")) for one in state.models))
    assert [is_below_start(one, "tank") for one in (state, hurt)] == [False, True]
    assert not is_below_half(hurt, "tank")
    assert [is_below_start(one, "u") for one in (state, fallen(state, "u-1"))] == [False, True]


def test_a_unit_is_destroyed_with_its_last_model() -> None:
    """rule: 40K-UNIT-10, 40K-UNIT-9. Two models of W 2: after the first the unit is there, after the second gone."""
    reds = {"u": (TROOPS, row(10, 10, 2)), "v": (TROOPS, [(40, 30)])}
    hits = [LosesWounds(f"u-{n}", 2, "40K-DAMAGE-1") for n in (1, 2)]
    state = battle(reds, {"foe": (TROOPS, [(30, 10)])}, hits[0])
    first = at_step(state).state
    assert first.is_here("u") and [one.id for one in first.living("u")] == ["u-2"]
    second = at_step(first.changed(agenda=(ChecksEnd(), hits[1]))).state
    assert not second.is_here("u") and not second.living("u") and not second.is_over
    assert [one.id for one in second.here("red")] == ["v"]


def test_quarters_are_four_equal_parts_through_the_centre() -> None:
    """rule: 40K-FIELD-2. A board of 44 x 30 in: the centre is at 22, 15; a base over a line is within two quarters."""
    spots = [(10, 10), (30, 10), (10, 20), (30, 20), (22, 5), (10, 15), (22, 15)]
    found = [quarters_of(board(), model("m", spot)) for spot in spots]
    assert found == [(1,), (2,), (3,), (4,), (1, 2), (1, 3), (1, 2, 3, 4)]
    edge = 22 - WIDE / 2
    assert [quarters_of(board(), model("m", (x, 5))) for x in (edge - 0.01, edge + 0.01)] == [(1,), (1, 2)]


@pytest.mark.parametrize(("gap", "touches"), [(0.0, True), (0.05, True), (0.07, False)])
def test_bases_as_close_as_figures_allow_are_base_to_base(gap: float, touches: bool) -> None:
    """rule: 40K-BASE-3, 40K-BASE-2. Bulky models, whose bodies keep bases a hair apart, are base to base up to 0.06."""
    one, other = model("a", (10, 10)), model("b", (10 + WIDE + gap, 10))
    assert is_in_contact(one, other) is touches


def test_distances_of_units_are_those_of_their_nearest_models() -> None:
    """rule: 40K-DIST-3, 40K-DIST-6. From (14.5, 10) to (20, 10) between bases of 32 mm: 5.5 - 1.26."""
    state = battle({"u": (TROOPS, row(10, 10, 4))}, {"foe": (TROOPS, row(20, 10, 3))})
    assert unit_gap(state, "u", "foe") == pytest.approx(5.5 - WIDE)
    assert units_within(state, "u", 5.5 - WIDE + 0.01) == ("foe",)


def test_within_an_inch_is_that_inch_and_less_for_any_part_of_a_base() -> None:
    """rule: 40K-DIST-5. At 8 in to the edge exactly: within 8 in; a hundredth more: not."""
    for more, near in ((0.0, ("foe",)), (0.01, ())):
        state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(18 + WIDE + more, 10)])})
        assert units_within(state, "u", 8.0) == near


def test_models_that_cannot_be_set_up_in_coherency_are_destroyed() -> None:
    """rule: 40K-COHERENCY-4. Open 42: they alone. The zone is full but for a corner with room for two of three."""
    blocks = [
        {"id": f"b{n}", "piece": "stone", "at": [3.0 * (n % 20), 3.0 * (n // 20)]} for n in range(100) if n not in (0,)
    ]
    big = army(unit(TROOPS, 7, "u"))
    full = RULES.start(setup(big, army(unit(TROOPS, 1, "foe")), table=field(features=blocks)))
    game = at_step(full.changed(attacker="red", agenda=(PlacesUnit40k("u", later=False),)))
    spots = [(0.7, 0.7), (2.0, 0.7), (0.7, 2.0), (2.0, 2.0)]
    some = SetUpUnitAt(tuple(SetUpModel(f"u-{n}", (x, y, 0.0)) for n, (x, y) in enumerate(spots, 1)))
    apart = SetUpUnitAt((SetUpModel("u-1", (0.7, 0.7, 0.0)), SetUpModel("u-2", (50.0, 40.0, 0.0))))
    assert rules_of(game, apart) == ["40K-DEPLOY-2"]
    assert rules_of(game, some) == []
    after = play(game, some).state
    assert [one.place.value for one in after.all_troops("u")] == ["field"] * 4 + ["destroyed"] * 3
    roomy = RULES.start(setup(big, army(unit(TROOPS, 1, "foe"))))
    game = at_step(roomy.changed(attacker="red", agenda=(PlacesUnit40k("u", later=False),)))
    assert rules_of(game, some) == ["40K-DEPLOY-2"], "where there is room, all are set up"


ARK = sheet("ark", keywords=("vehicle", "transport"), transport={"capacity": 30})


def test_who_is_inside_a_transport_that_finds_no_room_is_lost_with_it() -> None:
    """rule: 40K-COHERENCY-4, 40K-MISSION-8. At set-up, and out of a wreck: the last of their army."""
    blocks = [{"id": f"b{n}", "piece": "stone", "at": [3.0 * (n % 20), 3.0 * (n // 20)]} for n in range(300)]
    full = RULES.start(setup(army(unit(ARK), unit(TROOPS, 2, "u")), army(unit(TROOPS, 1, "foe")),
                             table=field(features=blocks)))  # fmt: skip
    game = at_step(inside(full, "u", "ark").changed(attacker="red", agenda=(PlacesUnit40k("ark", later=False),)))
    after = play(game, "done").state
    assert {one.place for one in (*after.all_troops("ark"), *after.all_troops("u"))} == {ModelPlace40k.DESTROYED}
    reds = {"hull": (ARK, [(2, 2)]), "ark": (ARK, []), "u": (TROOPS, [])}
    made = battle(reds, {"foe": (TROOPS, [(50, 40)])}, GetsOut("ark", "hull-1"), ChecksEnd(), features=blocks)
    game = play(at_step(inside(inside(made, "ark", "hull"), "u", "ark")), "done")
    assert {one.place for one in game.state.all_troops("u")} == {ModelPlace40k.DESTROYED}


def test_a_random_m_is_rolled_for_each_move() -> None:
    """rule: 40K-DICE-5, 40K-SHEET-2. M 2D6: 3 and 4 are 7 in for this move; an advance rolls for both."""
    spawn = sheet("spawn", numbers={"move": "2D6"})
    state = battle({"u": (spawn, [(10, 10)])}, {"foe": (TROOPS, [(40, 10)])}, OrdersMoves40k("red"), **MOVING)
    game = play(at_step(state), order("move", "u"))
    assert game.pending.count == 2
    game = play(game, (3, 4))
    assert game.pending.about == ("u", "normal", 7.0)
    assert rules_of(game, walks(("u-1", 17, 10))) == []
    assert rules_of(game, walks(("u-1", 17.1, 10))) == ["40K-MOVE-1"]
    advance = play(at_step(state), order("advance", "u"), (5,), (1, 1))
    assert advance.pending.about == ("u", "advance", 7.0)


def test_a_mission_may_set_the_points_and_forbid_units() -> None:
    """rule: 40K-ARMY-13, 40K-MISSION-3. The size sets the battlefield: 60 x 44 in for 1000 and 2000 points."""
    tanks = army(*(unit(TANK, 1, f"t{n}") for n in range(11)), limit=2000)
    with pytest.raises(QuestionError, match="the mission is for 1000 points: the army of red has 1100"):
        Context40k(setup(tanks, points=1000))
    with pytest.raises(QuestionError, match="1000 points is played on 60 x 44 in, not 48 x 30 in"):
        Context40k(setup(table=field(width=48, depth=30), points=1000))
    Context40k(setup(points=2000))
    Context40k(setup(table=field(width=44, depth=60), points=1000))
    Context40k(setup(table=field(width=90, depth=44), points=3000))
    plane = army(unit(sheet("plane", keywords=("vehicle", "aircraft", "fly"))))
    with pytest.raises(QuestionError, match="allows no aircraft: plane of red"):
        Context40k(setup(plane, barred=("aircraft",)))


def test_a_mission_may_say_when_reserves_come() -> None:
    """rule: 40K-RESERVE-8, 40K-STRATRES-3. From round 3 on instead of round 2."""
    for first, rounds in ((2, (False, True, True)), (3, (False, False, True))):
        state = battle(
            {"u": (TROOPS, []), "v": (TROOPS, [(30, 20)])},
            {"foe": (TROOPS, [(50, 40)])},
            agreed={"reserves_from": first},
        )
        kept = ModelPlace40k.RESERVE
        state = state.changed(
            models=tuple(one.changed(place=kept) if one.unit == "u" else one for one in state.models),
            units=tuple(one.changed(reserve=ReserveKind.STRATEGIC if one.id == "u" else None) for one in state.units),
        )
        found = [not arrival_faults(state.changed(round=n), "u", SetUpKind.STRATEGIC) for n in (1, 2, 3)]
        assert tuple(found) == rounds


def test_deep_strike_does_not_wait_for_the_round_of_strategic_reserves() -> None:
    """rule: 40K-RESERVE-2. Rules of strategic reserves touch those alone."""
    diver = sheet("diver", core=["deep strike"])
    state = battle({"u": (diver, []), "v": (TROOPS, [(30, 20)])}, {"foe": (TROOPS, [(50, 40)])})
    kept = ModelPlace40k.RESERVE
    state = state.changed(models=tuple(one.changed(place=kept) if one.unit == "u" else one for one in state.models))
    assert arrival_faults(state, "u", SetUpKind.STRATEGIC)[0].rule == "40K-STRATRES-3"
    assert arrival_faults(state, "u", SetUpKind.DEEP_STRIKE) == ()


def test_units_held_by_aircraft_only_cross_them_and_do_not_end_near_them() -> None:
    """rule: 40K-AIRCRAFT-9, 40K-AIRCRAFT-10, 40K-AIRCRAFT-11. Over the aircraft's base and out of its range."""
    plane = sheet("plane", keywords=("vehicle", "aircraft", "fly"), numbers={"move": "20+"})
    blues = {"plane": (plane, [(12, 10)])}
    held = battle({"u": (TROOPS, [(10, 10)])}, blues, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING)
    game = at_step(held)
    assert rules_of(game, walks(("u-1", 15.5, 10))) == []
    assert "40K-MOVE-5" in rules_of(game, walks(("u-1", 14.0, 10)))
    assert "40K-MOVE-2" in rules_of(game, walks(("u-1", 12.4, 10)))
    two = battle({"u": (TROOPS, [(10, 10), (9.5, 11.5)])}, blues, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING)
    assert rules_of(at_step(two), walks(("u-2", 8.5, 10))) == ["40K-AIRCRAFT-11"], "one stays beside it"
    free = battle({"u": (TROOPS, [(9.5, 10)])}, blues, MovesUnit40k("u", MoveKind40k.NORMAL), **MOVING)
    assert "40K-MOVE-5" in rules_of(at_step(free), walks(("u-1", 15.4, 10)))
    both = battle(
        {"u": (TROOPS, [(10, 10)])},
        {**blues, "foe": (TROOPS, [(10, 12)])},
        MovesUnit40k("u", MoveKind40k.NORMAL),
        **MOVING,
    )
    assert rules_of(at_step(both), walks(("u-1", 15.5, 10)))


def test_both_players_may_agree_that_terrain_gives_way_to_an_objective() -> None:
    """rule: 40K-OBJ-8. Stones of 3 in everywhere, 3 in apart: an inch off the corner of one the least must give way."""
    stones = [{"id": f"s{x}-{y}", "piece": "stone", "at": [6 * x, 6 * y]} for x in range(10) for y in range(7)]
    full = RULES.start(setup(table=field(features=stones), objectives=2))
    full = full.changed(agenda=(PlacesObjective("red"),), objectives=())
    game = at_step(full)
    assert (game.pending.kind, game.pending.player) == ("marker-agreement", "red")
    at, inches = least_shift(full)  # type: ignore[misc]
    assert inches == pytest.approx(20 / 25.4 + 1 - math.sqrt(2))
    assert objective_faults(full, at)[0].rule == "40K-OBJ-7"
    refused = play(game, "done", "no")
    assert refused.is_over and not refused.state.objectives
    agreed = play(game, "done")
    assert agreed.pending.player == "blue" and not agreed.state.objectives
    placed = play(agreed, "done")
    assert [one.at for one in placed.state.objectives] == [at]
    assert placed.pending.player == "red", "the second one"


def test_a_unit_as_an_option_stands_for_the_models_that_bear_its_name() -> None:
    """rule: 40K-UNIT-1. Its leader, who stands first in the army's list, had its number."""
    boss = sheet("boss", keywords=("infantry", "character"))
    reds = {"boss": (boss, [(10, 10)]), "u": (TROOPS, [(12, 10)])}
    state = battle(reds, {"foe": (TROOPS, [(50, 40)])}, extra={"boss": {"joins": "u"}})
    assert unit_option(state, "u").model == "u-1"
    lost = tuple(one.changed(place=ModelPlace40k.DESTROYED) if one.id == "u-1" else one for one in state.models)
    assert unit_option(state.changed(models=lost), "u").model == "boss-1"


def test_a_unit_of_which_only_the_leader_lives_is_called_by_its_leader() -> None:
    """rule: 40K-UNIT-1. Open 1: one unit until only one part is left. What was reported before stays as it was."""
    boss = sheet("boss", keywords=("infantry", "character"))
    reds = {"boss": (boss, [(10, 10)]), "u": (TROOPS, [(12, 10)])}
    blues = {"foe": (TROOPS, [(20, 10)])}
    steps = AimsWeapons("foe"), AimsWeapons("u")
    game = at_step(battle(reds, blues, *steps, extra={"boss": {"joins": "u"}}))
    strong = game.state.changed(models=tuple(one.changed(lost=int(one.id == "u-1")) for one in game.state.models))
    game = play(at_step(strong), aims("foe", "u", "rifle"), (6,), (6,), (1,))
    assert "foe attacks u" in said(game) and not game.state.troop("u-1").is_here
    assert str(game.pending.why) == "boss: at whom?" and game.pending.about[0] == "u", "the unit is still u"
    assert [str(one.label) for one in RULES.prompts(game.state)[0].options] == ["foe"]  # type: ignore[union-attr]
    assert str(unit_option(game.state, "u").label) == "boss"
    game = play(game, aims("boss", "foe", "rifle"))
    assert "boss attacks foe" in said(game) and "boss" in str(game.pending.why)
