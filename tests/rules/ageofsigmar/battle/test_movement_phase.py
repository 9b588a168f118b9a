"""Moving, retreating, running, flying; deadly terrain; coherency of moves."""

from typing import Any

import pytest

from tests.rules.ageofsigmar.battle.field import at_step, battle, fight, row, rules_of, said, walks
from warcry3d.game.actions import Decline, Done
from warcry3d.game.group_moves import GroupOrder
from warcry3d.game.prompts import Go
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Game
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.ageofsigmar.battle.movement.moving import deadly_steps
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind, MoveTerms, judged_moves
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import charge_faults
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import MovementPhase
from warcry3d.rules.ageofsigmar.battle.phases.rounds import BeginPhase
from warcry3d.rules.ageofsigmar.battle.phases.shooting_phase import shoot_faults
from warcry3d.rules.ageofsigmar.battle.sensing import hangs_together
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarPhase, TroopStatus
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.units.unit_actions import MoveUnit, UnitOrder, UnitWay

BLUE: Any = {"spears": ("blades", row(10, 30, 3))}
STONE = ({"id": "stone-1", "piece": "stone", "at": [10, 12]},)


def moving(red: Any, blue: Any = BLUE, order: str = "move", unit: str = "swords", **values: Any) -> Game[Any, Any]:
    """Return a battle in red's movement phase, a unit picked to move."""
    state = battle(red, blue, BeginPhase(SigmarPhase.MOVEMENT, "red"), **values)
    game = at_step(state)
    return game.play(UnitOrder(order, unit)) if order else game


def fly(model: str, x: float, y: float) -> MoveUnit:
    return MoveUnit((UnitWay(model, Path((Leg(LegKind.FLY, ((x, y, 0.0),)),))),))


def test_a_model_moves_its_move_in_any_direction_and_no_more() -> None:
    """rule: AOS-MOVE-1, AOS-MOVE-2, AOS-SCROLL-2."""
    game = moving({"swords": ("blades", [(20, 20)])})
    for x, y in ((25, 20), (15, 20), (20, 15), (16, 23)):
        assert rules_of(game, walks(("swords", x, y))) == []
    assert rules_of(game, walks(("swords", 25.1, 20))) == ["AOS-MOVE-1"]


def test_climbing_counts_up_and_down_and_walls_are_not_walked_through() -> None:
    """rule: AOS-MOVE-3, AOS-TERRAIN-2, AOS-TERRAIN-3, AOS-EX-3, AOS-OPEN-3, AOS-UNDEF-9."""
    game = moving({"swords": ("blades", [(11.5, 11.37)])}, features=STONE)
    through = walks(("swords", 11.5, 15.8))
    assert "AOS-TERRAIN-2" in rules_of(game, through)
    up = Path((Leg(LegKind.CLIMB, ((11.5, 11.37, 2.0), (11.5, 12.4, 2.0))),))
    game = game.play(MoveUnit((UnitWay("swords", up),)))
    assert game.state.troop("swords").at[2] == pytest.approx(2.0)
    assert "up to 3.03 in" in said(game)[-1], "2 up and 1.03 over the rim"


def test_models_do_not_pass_over_other_models() -> None:
    """rule: AOS-MOVE-4, AOS-UNDEF-11."""
    red = {"swords": ("blades", [(20, 20)]), "knives": ("blades", [(20, 22)])}
    assert rules_of(moving(red), walks(("swords", 20, 24))) == ["AOS-MOVE-4"]


def test_units_move_one_after_the_other_each_once_and_only_if_they_like() -> None:
    """rule: AOS-MOVE-5, AOS-MOVE-6, AOS-MOVE-7, AOS-UNIT-4."""
    red = {"swords": ("blades", row(20, 20, 2)), "knives": ("blades", row(30, 20, 2))}
    game = moving(red)
    assert rules_of(game, walks(("knives-1", 30, 21))) == ["AOS-MOVE-7"], "one unit at a time"
    assert rules_of(game, walks(("swords-1", 20, 21), ("swords-1", 20, 22))) == ["AOS-MOVE-7"]
    game = game.play(walks(("swords-1", 20, 20.5)))
    assert rules_of(game, UnitOrder("move", "swords")) == ["AOS-MOVE-7"]
    assert rules_of(game, UnitOrder("move", "knives")) == []
    assert rules_of(game, Done()) == []


def test_models_keep_more_than_3_from_enemies_on_the_way_and_at_the_end() -> None:
    """rule: AOS-MOVE-8, AOS-OPEN-24, AOS-DIST-1, AOS-DIST-2."""
    game = moving({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 26)])})
    assert rules_of(game, walks(("swords", 20, 21.9))) == [], "3.1 in are left between the bodies"
    assert rules_of(game, walks(("swords", 20, 22))) == ["AOS-MOVE-8"], "exactly 3 is within 3"
    past = moving({"swords": ("blades", [(18.2, 22.1)])}, {"spears": ("blades", [(20, 26)])})
    assert rules_of(past, walks(("swords", 22.5, 22.1))) == ["AOS-MOVE-8"], "2.9 in half way"


def test_a_unit_near_an_enemy_at_the_start_stays_or_retreats() -> None:
    """rule: AOS-RETREAT-1, AOS-CASE-8, AOS-STATE-1."""
    game = moving({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(20, 24)])}, order="")
    assert rules_of(game, UnitOrder("move", "swords")) == ["AOS-RETREAT-1"]
    assert rules_of(game, UnitOrder("run", "swords")) == ["AOS-RETREAT-1"]
    assert rules_of(game, UnitOrder("retreat", "swords")) == []
    assert [fault.rule for fault in charge_faults(game.state, "swords")] == ["AOS-CHARGE-4"], "if it stays at 3"
    free = moving({"swords": ("blades", [(20, 19.9)])}, {"spears": ("blades", [(20, 24)])}, order="")
    assert rules_of(free, UnitOrder("retreat", "swords")) == ["AOS-RETREAT-1"]


def test_a_retreat_ends_more_than_3_from_every_enemy() -> None:
    """rule: AOS-RETREAT-2, AOS-RETREAT-3, AOS-RETREAT-4, AOS-OPEN-24."""
    red = {"swords": ("archers", row(20, 20, 2))}
    game = moving(red, {"spears": ("blades", [(20, 22)])}, order="retreat")
    one = walks(("swords-1", 18, 16.5))
    assert rules_of(game, one) == ["AOS-UNIT-4", "AOS-RETREAT-2"], "who stays is too near"
    game = game.play(walks(("swords-1", 20, 15.5), ("swords-2", 21.4, 15.5)))
    assert [fault.rule for fault in shoot_faults(game.state, "swords")] == ["AOS-RETREAT-3"]
    assert [fault.rule for fault in charge_faults(game.state, "swords")] == ["AOS-RETREAT-4"]


def test_a_run_adds_one_roll_to_the_move_of_all_models() -> None:
    """rule: AOS-RUN-1, AOS-RUN-2, AOS-RUN-3, AOS-RUN-4, AOS-OPEN-25."""
    game = moving({"swords": ("archers", row(20, 10, 2))}, order="run")
    assert isinstance(game.pending, Roll) and game.pending.count == 1
    game = fight(game, (4,))
    assert rules_of(game, walks(("swords-1", 20, 19.1), ("swords-2", 21.4, 19))) == ["AOS-RUN-2"]
    game = game.play(walks(("swords-1", 20, 19), ("swords-2", 21.4, 19)))
    assert [fault.rule for fault in shoot_faults(game.state, "swords")] == ["AOS-RUN-3"]
    assert [fault.rule for fault in charge_faults(game.state, "swords")] == ["AOS-RUN-4"]


def test_a_unit_near_an_enemy_may_run_as_it_retreats() -> None:
    """rule: AOS-OPEN-25, AOS-RETREAT-1, AOS-RUN-2, AOS-RUN-3, AOS-RETREAT-4."""
    red = {"swords": ("archers", row(20, 20, 2)), "far": ("blades", [(40, 5)])}
    game = moving(red, {"spears": ("blades", [(20, 22)])}, order="")
    assert rules_of(game, UnitOrder("run-away", "far")) == ["AOS-RETREAT-1"], "no enemy is near"
    keys = [one.key for one in game.ruleset.prompts(game.state)]
    assert keys == ["m", "u", "e", "w", "n"], "all differ: n ends the phase here as elsewhere"
    game = fight(game.play(UnitOrder("run-away", "swords")), (3,))
    assert rules_of(game, walks(("swords-1", 20, 11.9), ("swords-2", 21.4, 12))) == ["AOS-RETREAT-2"], "8.1 in of 8"
    assert rules_of(game, walks(("swords-1", 20, 18.1), ("swords-2", 21.4, 18.1))) == ["AOS-MOVE-8"], "within 3 in"
    game = game.play(walks(("swords-1", 20, 12), ("swords-2", 21.4, 12)))
    assert {Deed.RAN, Deed.RETREATED} <= set(game.state.unit("swords").did)
    free = moving({"swords": ("blades", [(20, 10)])}, order="")
    assert "run-away" not in [one.id for one in free.ruleset.prompts(free.state)], "nobody can"


def test_a_unit_that_runs_and_stays_has_run_all_the_same() -> None:
    """rule: AOS-RUN-1."""
    game = fight(moving({"swords": ("archers", row(20, 10, 2))}, order="run"), (4,)).play(Decline())
    assert Deed.RAN in game.state.unit("swords").did


def test_flyers_pass_over_models_and_terrain_but_do_not_end_near_enemies() -> None:
    """rule: AOS-FLY-1, AOS-FLY-2, AOS-OPEN-8."""
    red = {"hawk": ("hawk", [(11.5, 9)]), "swords": ("blades", [(11.5, 11)])}
    game = moving(red, {"spears": ("blades", [(11.5, 24)])}, unit="hawk", features=STONE)
    assert rules_of(game, fly("hawk", 11.5, 17)) == []
    assert rules_of(game, fly("hawk", 11.5, 20)) == ["AOS-FLY-2"] or rules_of(game, fly("hawk", 11.5, 20)) == [
        "AOS-MOVE-8"
    ]
    assert rules_of(game, fly("hawk", 11.5, 11)) != [], "not on top of another model"
    walker = moving(red, {"spears": ("blades", [(11.5, 24)])}, features=STONE)
    assert "AOS-FLY-1" in rules_of(walker, fly("swords", 11.5, 16))


def test_a_flyer_near_an_enemy_stays_or_retreats() -> None:
    """rule: AOS-FLY-3."""
    game = moving({"hawk": ("hawk", [(20, 20)])}, {"spears": ("blades", [(20, 23)])}, order="")
    assert rules_of(game, UnitOrder("move", "hawk")) == ["AOS-FLY-3"]


def test_a_move_ends_coherent_in_one_group() -> None:
    """rule: AOS-UNIT-2, AOS-UNIT-4, AOS-OPEN-1, AOS-OPEN-2."""
    game = moving({"swords": ("blades", row(20, 20, 4))})
    assert rules_of(game, walks(("swords-1", 20, 17))) == ["AOS-UNIT-4"]
    pairs = walks(("swords-1", 17, 20), ("swords-2", 18.4, 20))
    assert rules_of(game, pairs) == ["AOS-UNIT-4"], "two pairs are near each other, but not one group"
    assert rules_of(game, walks(("swords-1", 20, 20.5))) == []


def test_a_unit_split_by_losses_comes_together_when_it_moves() -> None:
    """rule: AOS-UNIT-5, AOS-OPEN-2."""
    spots = [(20.0, 20.0), (21.4, 20.0), (26.0, 20.0)]
    game = moving({"swords": ("blades", spots)})
    assert not hangs_together(game.state, game.state.unit("swords")).is_coherent
    assert rules_of(game, walks(("swords-3", 22.8, 20))) == []
    assert rules_of(game, walks(("swords-3", 24, 20))) == ["AOS-UNIT-5"], "it can come together, so it must"
    assert rules_of(game, walks(("swords-3", 27, 20))) == ["AOS-UNIT-4"]
    assert rules_of(game, Decline()) == []


def test_a_split_unit_that_cannot_come_together_comes_nearer_to_that() -> None:
    """rule: AOS-UNIT-5, AOS-OPEN-2."""
    far = moving({"swords": ("blades", [(20.0, 20.0), (21.4, 20.0), (29.0, 20.0)])})
    assert rules_of(far, walks(("swords-3", 25, 20))) == [], "it is 5.6 in too far, and has 5"
    assert rules_of(far, walks(("swords-3", 30, 20))) == ["AOS-UNIT-4"]
    stone = ({"id": "stone-1", "piece": "stone", "at": [22.3, 18.5]},)
    behind = moving({"swords": ("blades", [(20.0, 20.0), (21.4, 20.0), (27.0, 20.0)])}, features=stone)
    assert rules_of(behind, walks(("swords-3", 26.1, 20))) == [], "a stone is in the way"


def test_the_drag_of_a_split_unit_brings_it_together() -> None:
    """rule: AOS-UNIT-5."""
    spots = [*row(20, 20, 4), (28.5, 20.0), (28.5, 18.6)]
    game = moving({"swords": ("blades", spots)})
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    assert prompt.group is not None
    ways = prompt.group.follow(GroupOrder("swords-2", (22.4, 20.0, 0.0)))
    assert prompt.group.judge(ways).is_allowed
    after = game.play(prompt.action(ways)).state
    assert hangs_together(after, after.unit("swords")).is_coherent


def test_a_unit_of_one_model_is_always_coherent() -> None:
    """rule: AOS-UNIT-2."""
    state = battle({"swords": ("blades", [(20, 20)])}, BLUE)
    assert hangs_together(state, state.unit("swords")).is_coherent


@pytest.mark.parametrize(("face", "is_slain"), [(1, True), (2, False)])
def test_deadly_terrain_slays_who_moves_onto_or_past_it_on_a_one(face: int, is_slain: bool) -> None:
    """rule: AOS-TERRAIN-10, AOS-TERRAIN-11, AOS-OPEN-7."""
    game = moving(
        {"swords": ("hawk", [(11.5, 11.37)]), "mage": ("mage", [(30, 10)])},
        features=STONE,
        terrain=(TerrainRule.DEADLY,),
    )
    up = Path((Leg(LegKind.CLIMB, ((11.5, 11.37, 2.0), (11.5, 12.4, 2.0))),))
    game = game.play(MoveUnit((UnitWay("swords", up),)))
    assert isinstance(game.pending, Roll) and game.pending.count == 1
    game = fight(game, (face,))
    assert (game.state.troop("swords").status is TroopStatus.SLAIN) is is_slain, "whatever its Wounds"
    assert game.state.unit("swords").slain == int(is_slain)


def test_who_stands_still_or_moves_elsewhere_does_not_roll_for_deadly_terrain() -> None:
    """rule: AOS-TERRAIN-10, AOS-OPEN-7."""
    game = moving({"swords": ("blades", row(20, 11, 2))}, features=STONE, terrain=(TerrainRule.DEADLY,))
    game = game.play(walks(("swords-1", 20, 11.5)))
    assert not isinstance(game.pending, Roll)
    state = moving({"swords": ("hawk", [(11.5, 11.37)])}, features=STONE, terrain=(TerrainRule.DEADLY,)).state
    on_it = state.changed(
        models=tuple(m.changed(at=(11.5, 13.0, 2.0)) if m.unit == "swords" else m for m in state.models)
    )
    stays = UnitWay("swords", Path((Leg(LegKind.WALK, ((11.5, 13.0, 2.0),)),)))
    judged = judged_moves(on_it, "swords", (stays,), MoveTerms(MoveKind.MOVE))
    assert (judged.faults, len(judged.moves)) == ((), 1)
    assert deadly_steps(on_it, "swords", judged.moves) == ()


def test_the_formation_follows_a_model_and_the_ways_are_allowed() -> None:
    """rule: AOS-MOVE-5, AOS-UNIT-4."""
    game = moving({"swords": ("blades", [*row(20, 20, 5), *row(20, 18.6, 5)])})
    prompt = next(one for one in game.ruleset.prompts(game.state) if isinstance(one, Go))
    assert prompt.group is not None
    ways = prompt.group.follow(GroupOrder("swords-3", (24.8, 23.0, 0.0)))
    assert {one.model for one in ways} == {f"swords-{n}" for n in range(1, 11)}
    game = game.play(prompt.action(ways))
    assert game.state.troop("swords-10").at == pytest.approx((27.6, 21.6, 0.0))


def test_phases_of_movement_end_when_nobody_can_move() -> None:
    """rule: AOS-MOVE-6."""
    state = battle({"swords": ("blades", [(20, 20)])}, BLUE, MovementPhase("red"))
    assert at_step(state).play(Done()).is_over
