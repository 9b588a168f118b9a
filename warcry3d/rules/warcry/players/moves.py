"""The worth of moves: toward objectives, treasures and enemies, into cover, away from edges; charges; escapes."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.game.actions import Action
from warcry3d.game.ruleset import Ruleset
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.path import Path, Point
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import EDGE, FALLS, ReachResult
from warcry3d.rules.reaches import nearest_to, reach_of
from warcry3d.rules.warcry.battle.actions import Disengage, Move
from warcry3d.rules.warcry.battle.fighters import is_on_steps, toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.movement.reached import reached_by
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of
from warcry3d.rules.warcry.falls import impact_damage
from warcry3d.rules.warcry.move_limits import DISENGAGING
from warcry3d.rules.warcry.players.attacks import PlannedAttack, enemies_of, might_strike, strike_from
from warcry3d.rules.warcry.players.finishing import likely_odds
from warcry3d.rules.warcry.players.worth import (
    FEAR,
    VICTORY_POINT,
    may_carry,
    place_worth,
    strike_worth,
    wants_treasure,
)
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "DEADLY",
    "EDGE_COSTS",
    "FALL_COSTS",
    "IMPACT",
    "LEVELS_LOOKED_AT",
    "PlannedMove",
    "best_disengage",
    "best_move",
    "best_moves",
    "best_of_field",
    "worth_here",
    "wound_worth",
]

LOOKED_AT = 5
"""So many places are looked at closely: sight and cover take their time."""

LEVELS_LOOKED_AT = 2
"""Of so many further levels the best place is looked at."""

CHARGES = 4
"""So many charges are looked at closely, the cheapest."""

SPREAD = 1.2
"""Places that are looked at are so far (in) from each other."""

IMPACT = sum(impact_damage(face) for face in range(1, 7)) / 6
DEADLY = 3.5
"""Points of damage on average of an impact roll, and of climbing what is deadly."""

EDGE_COSTS = 4.0
FALL_COSTS = 40.0

SHOOTERS = 2
"""Cover is looked for from so many enemies that shoot, the likeliest to hurt."""

FEW_WOUNDS = 3
"""Who has no more left may be taken down by an impact."""

COVER_SAVES = 0.3
"""Cover takes about so much off the damage."""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A way, where it ends, and what it is worth beside staying, the attack after it counted.

    ``treasure``: one picked up on it; ``strike``: the attack that follows; ``goal``: where the next move is to end.
    """

    path: Path
    at: Point
    worth: float
    treasure: str = ""
    strike: PlannedAttack | None = None
    goal: Point | None = None


def best_move(
    ruleset: Ruleset[State, Action], state: State, id: str, *, inches: float | None = None, then_strikes: bool
) -> PlannedMove | None:
    """Return the move that is worth most beside staying; None where there is none: see `best_moves`."""
    return next(best_moves(ruleset, state, id, inches=inches, then_strikes=then_strikes), None)


def best_moves(
    ruleset: Ruleset[State, Action],
    state: State,
    id: str,
    *,
    inches: float | None = None,
    then_strikes: bool,
    fear: float = FEAR,
) -> Iterator[PlannedMove]:
    """Yield moves that are allowed, from the one that is worth most beside staying.

    ``then_strikes``: an attack may follow, so places from which there is one are worth it. ``fear``: how much counts
    what enemies could do.
    """
    has = allowed(state, id) if inches is None else inches
    reached = reached_by(state, id, has)
    if reached.bars or reached.engaged:
        return
    here = worth_here(state, id, fear) + _cover_saves(state, state.table, id, fear)
    found = [
        _looked_at(state, id, place, here, then_strikes=then_strikes, fear=fear)
        for place in _places(state, id, reached, has + LENGTH_EPSILON, fear)
    ]
    for option in sorted(found, key=lambda option: -option.worth):
        if not ruleset.faults(state, Move(option.path, option.treasure)):
            yield option


def worth_here(state: State, id: str, fear: float) -> float:
    """Return what staying is worth: who hangs on a wall falls when its activation ends."""
    fighter = state.fighter(id)
    falls = bool(fighter.holds) and not is_on_steps(state, fighter)
    return float(place_worth(state, id, np.array([fighter.at]), fear=fear)[0]) - FALL_COSTS * falls


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    at: Point
    hurts: float
    marks: frozenset[str]
    treasure: str = ""


def _places(state: State, id: str, reached: ReachResult, within: float, fear: float) -> Iterator[_Place]:
    """Yield places worth a close look that cost no more than so many inches: charges, treasures within reach, and the
    best of the field.
    """
    charges = reached.charges if might_strike(state, id, within) else ()
    for charge in [charge for charge in charges if charge.cost <= within][:CHARGES]:
        yield _Place(charge.path, charge.at, IMPACT * charge.rolls + DEADLY * charge.deadly, charge.risks)
    if wants_treasure(state) and may_carry(state, id):
        for treasure in state.treasures:
            near = None if treasure.carrier else nearest_to(state.table, reached, treasure.at)
            if near is not None and near.cost <= within:
                hurts = IMPACT * near.rolls + DEADLY * near.deadly
                yield _Place(near.path, near.at, hurts, near.risks, treasure.id)
    for level, at in best_of_field(state, id, reached, fear, within=within):
        route = reached.reach.route(level, at[:2])
        if route is not None and route.path.legs:
            yield _Place(route.path, at, IMPACT * route.rolls + DEADLY * route.deadly, route.marks)


def best_of_field(
    state: State,
    id: str,
    reached: ReachResult,
    fear: float,
    *,
    beyond: float = -math.inf,
    within: float = math.inf,
) -> Iterator[tuple[Any, Point]]:
    """Yield the best places of all that is reached, apart from each other, by a quick look at all of them; then the
    best one of levels that have none of these. Only those count that cost more inches than ``beyond``, and no more than
    ``within``.
    """
    levels = reached.reach.levels
    if not levels:
        return
    wounded = wound_worth(state, id, fear)
    parts = [_quickly(level, number, wounded, beyond, within) for number, level in enumerate(levels)]
    rows = np.concatenate([part for part, _ in parts])
    worth = place_worth(state, id, rows[:, :3], fear=fear) - np.concatenate([hurts for _, hurts in parts])
    chosen: list[int] = []
    order = np.argsort(-worth, kind="stable").tolist()
    for index in order:
        if len(chosen) == LOOKED_AT:
            break
        if all(np.linalg.norm(rows[index, :3] - rows[other, :3]) >= SPREAD for other in chosen):
            chosen.append(index)
    had = {int(rows[index, 3]) for index in chosen}
    for index in order:
        if len(chosen) == LOOKED_AT + LEVELS_LOOKED_AT:
            break
        if int(rows[index, 3]) not in had:
            had.add(int(rows[index, 3]))
            chosen.append(index)
    for index in chosen:
        x, y, z = rows[index, :3].tolist()
        yield levels[int(rows[index, 3])].level, (x, y, z)


def _quickly(level: Any, number: int, wounded: float, beyond: float, within: float) -> tuple[FloatArray, FloatArray]:
    """Return some places of a level that is reached, with its number (n, 4), and what going there costs, (n,), where a
    wound costs ``wounded``.
    """
    rows, columns = np.nonzero((level.cost > beyond) & (level.cost <= within))
    keep = slice(None, None, 1 + len(rows) // 1500)
    rows, columns = rows[keep], columns[keep]
    count = len(rows)
    height = np.full(count, level.level.height)
    places = np.column_stack([level.x[columns], level.y[rows], height, np.full(count, float(number))])
    hurts = (IMPACT * level.rolls[rows, columns] + DEADLY * level.deadly[rows, columns]) * wounded
    for mark, price in ((EDGE, EDGE_COSTS), (FALLS, FALL_COSTS)):
        if mark in level.marks:
            hurts = hurts + price * level.marks[mark][rows, columns]
    return places, hurts


def wound_worth(state: State, id: str, fear: float) -> float:
    """Return what a wound of a fighter is worth; its last ones are worth all of it. One that gets on minds wounds as
    much less as what enemies could do, while it has more than a few.
    """
    left = max(wounds_left(state, id), 1)
    return strike_worth(state, id, 1.0, 0.6 / left) * (fear / FEAR if left > FEW_WOUNDS else 1.0)


def _looked_at(state: State, id: str, place: _Place, here: float, *, then_strikes: bool, fear: float) -> PlannedMove:
    """Return what going to a place is worth: all that was seen from afar, and cover, attacks, treasure."""
    fighter = state.fighter(id)
    turns = [leg.facing for leg in place.path.legs if leg.facing is not None]
    table = state.table.placing(id, Placement(place.at, turns[-1] if turns else fighter.turn))
    worth = float(place_worth(state, id, np.array([place.at]), fear=fear)[0]) - here
    worth -= place.hurts * wound_worth(state, id, fear)
    worth -= EDGE_COSTS * (EDGE in place.marks) + FALL_COSTS * (FALLS in place.marks)
    worth += _cover_saves(state, table, id, fear)
    if place.treasure:
        worth += 0.8 * VICTORY_POINT
    strike = strike_from(state, table, id) if then_strikes else None
    struck = 0.0 if strike is None else strike.worth
    return PlannedMove(place.path, place.at, worth + struck, place.treasure, strike)


def _cover_saves(state: State, table: Table, id: str, fear: float) -> float:
    """Return what cover from the enemies that shoot saves a fighter that stands on another table; ``fear``: how much
    counts what they could do.
    """
    threats = []
    for enemy in enemies_of(state, id):
        for n in range(len(state.profile(enemy).weapons)):
            weapon = weapon_of(state, enemy, n)
            apart = math.dist(table.model(id).placement.at, table.model(enemy).placement.at)
            if not weapon.is_melee and apart <= weapon.max_range + 4.0:
                odds = likely_odds(weapon, toughness_of(state, id), wounds_left(state, id))
                threats.append((strike_worth(state, id, odds.lost.mean, odds.down), enemy))
    saved = 0.0
    for cost, enemy in sorted(threats, reverse=True)[:SHOOTERS]:
        if cover_of(table, enemy, id).verdict:
            saved += COVER_SAVES * cost
    return saved * fear / FEAR


def best_disengage(ruleset: Ruleset[State, Action], state: State, id: str) -> PlannedMove | None:
    """Return the best way out of an engagement, and what it is worth beside staying; None where there is none."""
    reached = reach_of(state.table, id, inches=DISENGAGING, action=MoveAction.DISENGAGE, keeps_facing=True)
    here = float(place_worth(state, id, np.array([state.fighter(id).at]))[0])
    for level, at in best_of_field(state, id, reached, FEAR):
        route = reached.reach.route(level, at[:2])
        if route is None or not route.path.legs or ruleset.faults(state, Disengage(route.path)):
            continue
        worth = float(place_worth(state, id, np.array([at]))[0]) - here
        risks = FALL_COSTS * (FALLS in route.marks) + EDGE_COSTS * (EDGE in route.marks)
        return PlannedMove(route.path, at, worth - risks)
    return None
