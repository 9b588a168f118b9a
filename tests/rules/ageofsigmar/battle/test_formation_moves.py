"""Ways of whole units around what is in their way, and how they keep together on them."""

import math
from itertools import product

import pytest

from tests.rules.ageofsigmar.battle.field import battle, row
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.rules.ageofsigmar.battle.movement.formation_moves import as_ways, followed
from warcry3d.rules.ageofsigmar.battle.movement.move_proposals import spots_beside, ways_charging, ways_piling_in
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind, MoveTerms, judged_moves, move_faults
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.warscrolls.files import shipped_army
from warcry3d.rules.ageofsigmar.warscrolls.table_models import unit_model
from warcry3d.rules.units.unit_ways import turned_at_end
from warcry3d.sight.body_distance import are_bodies_within

STONE = {"id": "stone", "piece": "stone", "at": [18.5, 14.5]}
"""3 in wide and deep, 2 in high: over it costs 4 in more."""

RUN = MoveTerms(MoveKind.RUN, 4.0)


def behind_a_stone(count: int) -> SigmarState:
    return battle({"swords": ("blades", row(20, 13, count))}, {"spears": ("blades", [(20, 44)])}, features=[STONE])


def test_a_model_goes_around_what_is_in_its_way() -> None:
    """rule: AOS-TERRAIN-3, AOS-MOVE-1."""
    state = behind_a_stone(1)
    (way,) = followed(state, "swords", "swords", (20.0, 18.8, 0.0), RUN)
    assert way.path.legs[-1].to[-1][:2] == (20.0, 18.8)
    assert sum(len(leg.to) for leg in way.path.legs) > 1, "it is no straight way"
    moved = judged_moves(state, "swords", as_ways((way,)), RUN)
    assert not moved.faults and 5.8 < moved.moves[0].cost <= 9.0


def test_a_whole_unit_follows_its_leader_around_a_stone() -> None:
    """rule: AOS-UNIT-4."""
    state = behind_a_stone(4)
    to: Point = (20.0, 18.6, 0.0)
    ways = as_ways(followed(state, "swords", "swords-1", to, RUN))
    assert len(ways) == 4 and not move_faults(state, "swords", ways, RUN)


def test_a_charge_leads_around_a_stone() -> None:
    """rule: AOS-CHARGE-7, AOS-OPEN-26."""
    state = battle({"swords": ("blades", row(20, 13, 3))}, {"spears": ("blades", [(20, 19)])}, features=[STONE])
    terms = MoveTerms(MoveKind.CHARGE, 9.0)
    ways = as_ways(ways_charging(state, "swords", terms))
    assert len(ways) == 3 and not move_faults(state, "swords", ways, terms)


def test_who_is_as_near_to_two_enemies_piles_in_toward_either() -> None:
    """rule: AOS-COMBAT-9, AOS-OPEN-28."""
    state = battle({"swords": ("blades", [(20, 20)])}, {"spears": ("blades", [(17.5, 20), (22.5, 20)])})
    terms = MoveTerms(MoveKind.PILE_IN, 3.0)
    for x in (19.0, 21.0):
        (way,) = ways_piling_in(state, "swords", terms)
        turned = way.path.legs[-1].to[-1]
        assert math.isclose(turned[1], 20.0, abs_tol=0.1)
        there = as_ways(followed(state, "swords", "swords", (x, 20.0, 0.0), terms))
        assert there and not move_faults(state, "swords", there, terms)


def test_models_of_the_shipped_armies_can_charge_each_other() -> None:
    """rule: AOS-CHARGE-7, AOS-DIST-2. Bodies are measured and bases are solid: large bases would keep all apart."""
    armies = [
        [unit_model(unit, 0, name, Placement((0.0, 0.0, 0.0), 0.0)) for unit in shipped_army(name).units]
        for name in ("kilnward", "hollow-orchard")
    ]
    largest = [max(army, key=lambda one: one.base.length) for army in armies]
    for mover, enemy in [*product(armies[0], largest[1:]), *product(armies[1], largest[:1])]:
        foe = enemy.moved(Placement((10.0, 0.0, 0.0), math.pi))
        there = (
            mover.moved(Placement(spot, math.atan2(-spot[1], 10.0 - spot[0]))) for spot in spots_beside(mover, foe)
        )
        assert any(are_bodies_within(one, foe, 0.5) for one in there), (mover.id, enemy.id)


def test_who_charges_turns_to_the_enemy() -> None:
    """rule: AOS-MOVE-2. The turn counts as its parts travel."""
    state = battle({"swords": ("blades", [(20, 13)])}, {"spears": ("blades", [(20, 18)])})
    terms = MoveTerms(MoveKind.CHARGE, 8.0)
    ways = ways_charging(state, "swords", terms)
    assert [leg.facing for leg in ways[0].path.legs] == [None, pytest.approx(math.pi / 2)]
    assert not move_faults(state, "swords", as_ways(ways), terms)


def test_a_way_turns_on_its_last_half_inch() -> None:
    path = Path((Leg(LegKind.WALK, ((4.0, 0.0, 0.0),)),))
    assert turned_at_end(path, (0.0, 0.0, 0.0), 1.0) == Path(
        (Leg(LegKind.WALK, ((3.5, 0.0, 0.0),)), Leg(LegKind.WALK, ((4.0, 0.0, 0.0),), facing=1.0))
    )
