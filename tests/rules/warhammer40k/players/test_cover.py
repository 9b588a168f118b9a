"""The plain player looks at cover: whom it shoots at, where its units stand."""

from tests.rules.warhammer40k.battle.field import TROOPS, battle, gun, row, sheet
from warcry3d.rules.warhammer40k.battle.attacks.aiming import all_at
from warcry3d.rules.warhammer40k.battle.movement.move_proposals import as_ways, proposed_ways
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k, MoveTerms40k, move_faults
from warcry3d.rules.warhammer40k.battle.state import Objective40k, Phase40k
from warcry3d.rules.warhammer40k.players.shelter import shelter_of
from warcry3d.rules.warhammer40k.players.ways import way_of
from warcry3d.rules.warhammer40k.players.worth import aim_worth, best_target

SOFT = sheet("soft", numbers={"save": 5})


def crater(x: float, y: float) -> dict[str, object]:
    """Return ground of 3 x 3 in that covers who stands within."""
    return {"id": "crater", "piece": "flat", "at": [x, y], "category": "crater"}


def test_of_two_equal_targets_the_one_without_cover_is_shot_at() -> None:
    """Both have SV 5+; cover makes it 4+ for one. Without a look at cover the later name would be taken."""
    blues = {"a": (SOFT, [(20, 10)]), "b": (SOFT, [(20, 16)])}
    state = battle({"u": (TROOPS, [(10, 13)])}, blues, features=[crater(18.5, 14.5)])
    assert best_target(state, "u", ("a", "b"), is_melee=False)[1] == "a"
    open_ = battle({"u": (TROOPS, [(10, 13)])}, blues)
    assert best_target(open_, "u", ("a", "b"), is_melee=False)[1] == "b"


def test_terrain_on_the_line_and_areas_around_shelter_places() -> None:
    stone = {"id": "stone", "piece": "stone", "at": [18, 8]}
    state = battle({"u": (TROOPS, [(10, 10)])}, {"foe": (TROOPS, [(30, 10)])}, features=[stone, crater(10, 20)])
    assert shelter_of(state, [(12, 9.5), (12, 30), (11.5, 21.5)], (30, 10)) == 2 / 3


def test_a_unit_that_can_get_as_far_stands_where_terrain_shelters_it() -> None:
    """The straight way ends in the open; half a radian beside it a stone stands between the unit and the enemy."""
    stone = {"id": "stone", "piece": "stone", "at": [19, 12]}
    shooter = sheet("shooter", gun())
    goal = Objective40k(at=(40.0, 10.0, 0.0))
    reds, blues = {"u": (shooter, row(8, 10, 1))}, {"foe": (TROOPS, [(50, 14)])}
    step = MovesUnit40k("u", MoveKind40k.NORMAL)
    state = battle(reds, blues, step, features=[stone], objectives=(goal,), phase=Phase40k.MOVEMENT)
    move = way_of(state, step)
    assert move is not None
    end = move.ways[0].path.legs[-1].to[-1]
    assert end[1] > 11 and shelter_of(state, [end[:2]], (50, 14)) == 1.0
    open_ = battle(reds, blues, step, objectives=(goal,), phase=Phase40k.MOVEMENT)
    plain = way_of(open_, step)
    assert plain is not None and abs(plain.ways[0].path.legs[-1].to[-1][1] - 10) < 0.5


def test_cover_counts_in_what_an_attack_is_worth() -> None:
    state = battle({"u": (TROOPS, [(10, 13)])}, {"b": (SOFT, [(20, 16)])}, features=[crater(18.5, 14.5)])
    aims = all_at(state, "u", "b", is_melee=False)
    assert aim_worth(state, "u", aims, is_rough=False) < aim_worth(state, "u", aims)


def test_a_charge_goes_around_what_stands_in_the_straight_way() -> None:
    """A stone of 3 in stands between; the straight ways cost the climb, 10 in get around it base to base."""
    stone = {"id": "stone", "piece": "stone", "at": [13, 8.5]}
    terms = MoveTerms40k(MoveKind40k.CHARGE, 10.0, ("foe",))
    state = battle({"u": (TROOPS, [(11, 10)])}, {"foe": (TROOPS, [(18, 10)])}, features=[stone], phase=Phase40k.CHARGE)
    ways = proposed_ways(state, "u", terms)
    assert ways and len(ways[0].path.legs[0].to) > 1
    assert not move_faults(state, "u", as_ways(ways), terms)
    short = MoveTerms40k(MoveKind40k.CHARGE, 5.0, ("foe",))
    assert proposed_ways(state, "u", short) == ()
