"""Ways around what is in the way, through what is passed: what a model "can" do, and units dragged as one."""

import math

import pytest

from tests.rules.warhammer40k.battle.field import RULES, TROOPS, at_step, battle, row, rules_of
from warcry3d.game.group_moves import GroupOrder, UnitGroup
from warcry3d.game.prompts import Go, ModelPath
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.judgement import playable_table
from warcry3d.rules.units.group_formations import FORMATIONS
from warcry3d.rules.units.unit_actions import MoveUnit, UnitWay
from warcry3d.rules.warhammer40k.battle.movement.move_proposals import as_ways, proposed_ways
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import PILE_IN, MoveKind40k
from warcry3d.rules.warhammer40k.battle.plugin import OFFER
from warcry3d.rules.warhammer40k.battle.state import Phase40k
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Table

STONE = {"id": "stone", "piece": "stone", "at": [10.5, 8.5]}
LOW = {"id": "low", "piece": "low-wall", "at": [11.2, 4]}


def around(*corners: tuple[float, float]) -> MoveUnit:
    """Return the walk of the first model of the unit to corners, the last its end."""
    return MoveUnit((UnitWay("u-1", Path((Leg(LegKind.WALK, tuple((*one, 0.0) for one in corners)),))),))


@pytest.mark.parametrize(("inches", "rules"), [(12.0, ["40K-CHARGE-10"]), (8.2, [])])
def test_a_charging_model_that_can_get_base_to_base_around_a_stone_must(inches: float, rules: list[str]) -> None:
    """rule: 40K-CHARGE-10. The walk takes 8.0 in; to touch, 8.37 in are needed."""
    step = MovesUnit40k("u", MoveKind40k.CHARGE, inches, ("foe",))
    state = battle(
        {"u": (TROOPS, [(8, 10)])}, {"foe": (TROOPS, [(16, 10)])}, step, features=[STONE], phase=Phase40k.CHARGE
    )
    assert rules_of(at_step(state), around((10.0, 12.15), (13.6, 12.15), (14.9, 11.6))) == rules


@pytest.mark.parametrize(("end", "rules"), [(9.6, ["40K-PILEIN-3"]), (8.0, ["40K-PILEIN-4"])])
def test_a_model_that_can_pile_in_around_the_end_of_a_wall_must(end: float, rules: list[str]) -> None:
    """rule: 40K-PILEIN-3. The wall begins at this height of the table; from 8 in on, it is too far around its end."""
    step = MovesUnit40k("u", MoveKind40k.PILE_IN, PILE_IN)
    wall = {"id": "wall", "piece": "high-wall", "at": [9.05, end]}
    state = battle(
        {"u": (TROOPS, [(8, 10)])}, {"foe": (TROOPS, [(10.6, 10)])}, step, features=[wall], phase=Phase40k.FIGHT
    )
    assert rules_of(at_step(state), around((8.2, 9.9))) == rules


def dragged(*foes: tuple[float, float], features: tuple[dict[str, object], ...] = (LOW,)) -> UnitGroup[ModelPath]:
    """Return how a unit of three is moved as one, a wall of two inches in its way unless said otherwise."""
    spots = [(8.0, 8.5), (8.0, 10.0), (8.0, 11.5)]
    state = battle(
        {"u": (TROOPS, spots)},
        {"foe": (TROOPS, foes or [(40, 10)])},
        MovesUnit40k("u", MoveKind40k.NORMAL),
        features=features,
        phase=Phase40k.MOVEMENT,
    )
    go = RULES.prompts(at_step(state).state)[0]
    assert isinstance(go, Go) and go.group is not None
    return go.group


def test_a_unit_that_is_dragged_goes_straight_over_a_low_wall() -> None:
    """rule: 40K-HEIGHT-1, 40K-MOVE-6."""
    group = dragged()
    ways = group.follow(GroupOrder("u-2", (13.5, 10.0, 0.0)))
    judged = group.judge(ways)
    assert judged.is_allowed
    assert [one.cost for one in judged.members] == [pytest.approx(5.5)] * 3


def test_a_unit_that_is_dragged_beside_an_enemy_stays_out_of_engagement_range() -> None:
    """rule: 40K-MOVE-5."""
    group = dragged((15.2, 10.0))
    judged = group.judge(group.follow(GroupOrder("u-2", (13.5, 10.0, 0.0))))
    assert judged.is_allowed
    assert min(math.dist(one.end[:2], (15.2, 10.0)) for one in judged.members) > 1.2598 + 1.0


def test_models_that_are_dragged_onto_a_high_stone_stand_beside_it() -> None:
    """rule: 40K-HEIGHT-2. Their places are on top of it; nobody climbs there in formation."""
    group = dragged(features=({"id": "stone", "piece": "stone", "at": [11.5, 9.3]},))
    judged = group.judge(group.follow(GroupOrder("u-2", (12.0, 10.5, 0.0))))
    assert judged.is_allowed
    assert all(one.end[2] == 0.0 for one in judged.members)


@pytest.fixture(scope="module")
def field_2() -> Table:
    """Return the battlefield that ships: a wreck with low boards and a high mast at (24, 32)."""
    return playable_table(shipped_root() / OFFER.table)


@pytest.mark.parametrize("formation", [one.id for one in FORMATIONS])
@pytest.mark.parametrize("to", [(24.0, 31.0), (24.0, 34.0)], ids=["onto it", "past it"])
def test_all_of_eleven_models_that_are_dragged_past_a_wreck_find_places(
    field_2: Table, to: tuple[float, float], formation: str
) -> None:
    """rule: 40K-MOVE-6, 40K-DEBRIS-1, 40K-COHERENCY-2. Nobody ends on its boards; each has two others near."""
    spots = [*row(20, 26.5, 6), *row(20, 25, 5)]
    step = MovesUnit40k("u", MoveKind40k.NORMAL)
    state = battle({"u": (TROOPS, spots)}, {"foe": (TROOPS, [(50, 5)])}, step, on=field_2, phase=Phase40k.MOVEMENT)
    go = RULES.prompts(at_step(state).state)[0]
    assert isinstance(go, Go) and go.group is not None
    judged = go.group.judge(go.group.follow(GroupOrder("u-3", (*to, 0.0), formation)))
    assert [(one.model, one.faults) for one in judged.members if one.faults] == []
    assert judged.is_allowed
    assert len(judged.members) == 11 and all(one.end[2] == 0.0 for one in judged.members)


@pytest.mark.parametrize("kind", [MoveKind40k.CHARGE, MoveKind40k.PILE_IN])
@pytest.mark.parametrize("to", [(16.0, 10.0), (15.0, 10.3), (14.2, 9.0)], ids=["onto the enemy", "beside", "askew"])
def test_a_model_that_is_held_over_an_enemy_it_moves_to_stands_base_to_base(
    kind: MoveKind40k, to: tuple[float, float]
) -> None:
    """rule: 40K-CHARGE-10, 40K-PILEIN-3. Nobody points within 0.06 in; one model goes by the rules of its move too."""
    start = 9.0 if kind is MoveKind40k.CHARGE else 12.5
    step = MovesUnit40k("u", kind, 8.0 if kind is MoveKind40k.CHARGE else PILE_IN, ("foe",))
    state = battle({"u": (TROOPS, [(start, 10)])}, {"foe": (TROOPS, [(16, 10)])}, step, phase=Phase40k.CHARGE)
    go = RULES.prompts(at_step(state).state)[0]
    assert isinstance(go, Go) and go.as_group and go.group is not None
    judged = go.group.judge(go.group.follow(GroupOrder("u-1", (*to, 0.0))))
    assert judged.is_allowed, judged
    assert math.dist(judged.members[0].end[:2], (16, 10)) < 1.2598 + 0.06


def test_a_model_that_cannot_touch_the_nearest_enemy_touches_another_if_it_can() -> None:
    """rule: 40K-PILEIN-3, 40K-CONSOL-2. The nearest stands behind a wall, beside another one that can be reached."""
    wall = {"id": "wall", "piece": "high-wall", "at": [9.05, 10.1]}
    foes = {"foe": (TROOPS, [(10.2, 10.6), (9.04, 8.49)])}
    for kind, rule in ((MoveKind40k.PILE_IN, "40K-PILEIN-3"), (MoveKind40k.CONSOLIDATE, "40K-CONSOL-2")):
        step = MovesUnit40k("u", kind, 1.5)
        state = battle({"u": (TROOPS, [(8, 10.6)])}, foes, step, features=[wall], phase=Phase40k.FIGHT)
        game = at_step(state)
        assert rules_of(game, around((8.2, 10.4))) == [rule]
        ways = proposed_ways(state, "u", step.terms)
        assert ways and not rules_of(game, MoveUnit(as_ways(ways)))
