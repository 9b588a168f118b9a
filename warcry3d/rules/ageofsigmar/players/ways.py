"""Ways that a plain player lets units go: toward an enemy, as near as they should get."""

import math
from collections.abc import Iterator

from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.move_proposals import as_ways, proposed_ways
from warcry3d.rules.ageofsigmar.battle.moving import MovesUnit
from warcry3d.rules.ageofsigmar.battle.sensing import unit_gap
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.unit_moves import MoveKind, MoveTerms, followed, inches_of, move_faults
from warcry3d.rules.ageofsigmar.players.worth import reach_of, unit_worth
from warcry3d.rules.unit_actions import MoveUnit
from warcry3d.table.models import Model

__all__ = ["target_of", "way_of"]

STAND_OFF = 3.3
"""Who wants to charge later stops so far (in) from the enemy, about."""

ANGLES = (0.0, 0.45, -0.45, 0.9, -0.9)
SHARES = (1.0, 0.7, 0.4)
"""Directions beside the straight one (radians), and shares of the inches, that are tried."""

WIZARD_REACH = 15.0


def target_of(state: SigmarState, unit: str) -> str:
    """Return the enemy unit that a unit goes for: near and worth much."""
    enemies = [enemy.id for enemy in state.enemies(unit)]
    if not enemies:
        return ""
    return max(enemies, key=lambda one: unit_worth(state, one) / (6.0 + unit_gap(state, unit, one)))


def wanted_gap(state: SigmarState, unit: str) -> float:
    """Return how near to its target a unit should get before it shoots, casts or charges (in)."""
    reach = reach_of(state, unit)
    if state.scroll(unit).casts:
        return WIZARD_REACH
    return max(reach - 1.0, STAND_OFF)


def way_of(state: SigmarState, step: MovesUnit) -> MoveUnit | None:
    """Return how a unit moves; None: it stays."""
    terms = MoveTerms(step.kind, step.inches, step.ends_away)
    if step.kind in (MoveKind.CHARGE, MoveKind.PILE_IN):
        ways = proposed_ways(state, step.unit, terms)
        return MoveUnit(as_ways(ways)) if ways else None
    target = target_of(state, step.unit)
    if not target:
        return None
    return _toward(state, step.unit, terms, target)


def _toward(state: SigmarState, unit: str, terms: MoveTerms, target: str) -> MoveUnit | None:
    """Return a move of a unit in formation toward a target, in the first direction that is free."""
    found = judging.nearest_pair(state.figures(unit), state.figures(target))
    assert found is not None, "both are on the battlefield"
    leader, enemy, gap = found
    more = gap - wanted_gap(state, unit)
    inches = min(inches_of(state, leader.id, terms), more)
    if inches < 0.5:
        return None
    for x, y in _spots(leader, enemy, inches):
        ways = followed(state, unit, leader.id, (x, y, leader.placement.at[2]), terms)
        if ways:
            action = MoveUnit(as_ways(ways))
            if not move_faults(state, unit, action.ways, terms):
                return action
    return None


def _spots(leader: Model, enemy: Model, inches: float) -> Iterator[tuple[float, float]]:
    (x, y, _), (u, v, _) = leader.placement.at, enemy.placement.at
    straight = math.atan2(v - y, u - x)
    for share in SHARES:
        for turn in ANGLES:
            far = share * inches * 0.98
            yield x + far * math.cos(straight + turn), y + far * math.sin(straight + turn)
