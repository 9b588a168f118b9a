"""Ways that a plain player lets units go: toward an enemy, as near as they should get."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.motion.reach import Reach
from warcry3d.motion.way_lattice import WayLattice, way_lattice
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.attacks.aiming import can_attack
from warcry3d.rules.ageofsigmar.battle.movement.formation_moves import as_ways, followed, model_reach
from warcry3d.rules.ageofsigmar.battle.movement.move_proposals import proposed_ways, ways_charging
from warcry3d.rules.ageofsigmar.battle.movement.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import MoveKind, MoveTerms, flies, inches_of, move_faults
from warcry3d.rules.ageofsigmar.battle.sensing import deadly_features, unit_gap
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.players.charges import charge_targets
from warcry3d.rules.ageofsigmar.players.worth import is_hopeless, nearest_gap, prefers_shooting, prize_of, reach_of
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.rules.feature_outlines import feature_outline
from warcry3d.rules.units.unit_actions import MoveUnit
from warcry3d.table.models import Model

__all__ = ["target_of", "way_of"]

STAND_OFF = 3.3
"""Who wants to charge later stops so far (in) from the enemy, about."""

SHARES = (1.0, 0.7, 0.4)
"""Shares of the inches within which ends are looked for, where the unit cannot follow its first model farther."""

EVERY = 5
"""Of the lattice points that a model reaches, one in so many each way is looked at: half an inch."""

PLACES = 2
"""So many ends are tried within each share."""

GAIN = 0.5
"""A move that brings a unit nearer by less than this (in) is not made."""

WIZARD_REACH = 15.0

LOOKED_AT = 60
"""Of the ends within a share, so many are looked at for deadly terrain on the way there."""

SHUNS = 0.5
SHUNS_WITH_ALL = 2.0
"""A way over deadly terrain counts as so many inches more, and as so many besides where all models go over it."""


def target_of(state: SigmarState, unit: str) -> str:
    """Return the enemy unit that a unit goes for: near and worth much."""
    enemies = [enemy.id for enemy in state.enemies(unit)]
    if not enemies:
        return ""
    fair = [one for one in enemies if not is_hopeless(state, unit, one)] or enemies
    return max(fair, key=lambda one: prize_of(state, one) / (6.0 + unit_gap(state, unit, one)))


def wanted_gap(state: SigmarState, unit: str) -> float:
    """Return how near to its target a unit should get before it shoots, casts or charges (in).

    Who has a target in range already but sees nobody of it goes nearer, and so does who fights better than it shoots.
    """
    reach = reach_of(state, unit)
    if state.scroll(unit).casts:
        return WIZARD_REACH
    if not prefers_shooting(state, unit):
        return STAND_OFF
    if reach and nearest_gap(state, unit)[0] <= reach and not can_attack(state, unit, WeaponKind.MISSILE):
        return STAND_OFF
    return max(reach - 1.0, STAND_OFF)


def way_of(state: SigmarState, step: MovesUnit) -> MoveUnit | None:
    """Return how a unit moves; None: it stays."""
    terms = MoveTerms(step.kind, step.inches, step.ends_away)
    if step.kind in (MoveKind.CHARGE, MoveKind.PILE_IN):
        ways = _charge(state, step.unit, terms) if step.kind is MoveKind.CHARGE else ()
        ways = ways or proposed_ways(state, step.unit, terms)
        return MoveUnit(as_ways(ways)) if ways else None
    target = target_of(state, step.unit)
    if not target:
        return None
    return _toward(state, step.unit, terms, target)


def _charge(state: SigmarState, unit: str, terms: MoveTerms) -> tuple[ModelPath, ...]:
    """Return ways of a charge to the best target that is found within reach; empty: to none."""
    for target in charge_targets(state, unit, terms.inches)[:PLACES]:
        ways = ways_charging(state, unit, terms, target)
        if ways:
            return ways
    return ()


def _toward(state: SigmarState, unit: str, terms: MoveTerms, target: str) -> MoveUnit | None:
    """Return a move of a unit in formation toward a target, around what is in the way; None: it comes no nearer."""
    found = judging.nearest_pair(state.figures(unit), state.figures(target))
    assert found is not None, "both are on the battlefield"
    leader, enemy, _ = found
    for spot in _ends(state, unit, terms, leader, enemy):
        ways = followed(state, unit, leader.id, spot, terms)
        if ways:
            action = MoveUnit(as_ways(ways))
            if not move_faults(state, unit, action.ways, terms):
                return action
    return None


def _ends(state: SigmarState, unit: str, terms: MoveTerms, leader: Model, enemy: Model) -> Iterator[Point]:
    """Yield where a unit's first model should get to: the least way left to its target first, then shorter moves."""
    others = {model.id for model in state.troops(unit)} - {leader.id}
    alone = replace(state.table, models=tuple(one for one in state.table.models if one.id not in others))
    reach = model_reach(state, alone, leader.id, terms)
    places, costs = _lattice_points(reach)
    if not len(places):
        return
    goes = afar_of(state, leader)
    wide = (leader.base.length + enemy.base.length) / 4
    wanted = wanted_gap(state, unit)
    here = np.array([leader.placement.at])
    left = goes.inches(np.concatenate([here, places]), enemy.placement.at, wanted, wide)
    if not np.isfinite(left).any():  # no way is known: by the straight line
        left = np.hypot(*(np.concatenate([here, places]) - np.array(enemy.placement.at))[:, :2].T) - wanted - wide
    inches = inches_of(state, leader.id, terms)
    shuns = _shuns(state, unit, leader)
    for share in SHARES:
        fits = np.flatnonzero((costs <= share * inches) & (left[1:] < left[0] - GAIN))
        fits = fits[np.lexsort((costs[fits], np.round(left[1:][fits], 1)))][:LOOKED_AT]
        shunned = left[1:][fits] + shuns(places[fits])
        for n in fits[np.argsort(np.round(shunned, 1), kind="stable")][:PLACES].tolist():
            x, y, z = places[n].tolist()
            yield x, y, z


def _shuns(state: SigmarState, unit: str, leader: Model) -> Callable[[FloatArray], FloatArray]:
    """Return what says how many inches a unit would rather go than pass over deadly terrain to places (n, 3) of its
    first model: of the straight way there and the same of all others; of a flight the end alone (AOS-TERRAIN-10,
    AOS-OPEN-8).
    """
    import shapely

    area = shapely.union_all([shapely.Polygon(feature_outline(one)) for one in deadly_features(state)])
    starts = np.array([model.at[:2] for model in state.troops(unit)])
    half, is_flying = min(leader.base.length, leader.base.width) / 2, flies(state, unit)

    def shunned(places: FloatArray) -> FloatArray:
        if area.is_empty or not len(places):
            return np.zeros(len(places))
        ends = places[:, None, :2] + starts - np.array(leader.placement.at[:2])
        crosses = shapely.dwithin(shapely.points(ends), area, half)
        if not is_flying:
            ways = np.stack([np.broadcast_to(starts, ends.shape), ends], axis=2)
            crosses |= shapely.intersects(shapely.linestrings(ways), area)
        inches: FloatArray = crosses.any(axis=1) * SHUNS + crosses.mean(axis=1) * SHUNS_WITH_ALL
        return inches

    return shunned


def _lattice_points(reach: Reach) -> tuple[FloatArray, FloatArray]:
    """Return places that a model reaches (n, 3), half an inch apart, and what it costs to get there (n,)."""
    places, costs = [np.empty((0, 3))], [np.empty(0)]
    for level in reach.levels:
        x, y = np.meshgrid(level.x[::EVERY], level.y[::EVERY])
        cost = level.cost[::EVERY, ::EVERY]
        here = np.isfinite(cost)
        places.append(np.column_stack([x[here], y[here], np.full(int(here.sum()), level.level.height)]))
        costs.append(cost[here])
    return np.concatenate(places), np.concatenate(costs)


def afar_of(state: SigmarState, model: Model) -> WayLattice:
    """Return how far it is from anywhere to anywhere for a model: the way down counts as the way up (AOS-MOVE-3)."""
    return way_lattice(state.context.ground, model, pays_down=True)
