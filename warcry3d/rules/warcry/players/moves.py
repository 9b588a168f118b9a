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
from warcry3d.rules.warcry.battle.fighters import toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.cover import cover as cover_of
from warcry3d.rules.warcry.move_limits import DISENGAGING
from warcry3d.rules.warcry.players.attacks import enemies_of, strike_from
from warcry3d.rules.warcry.players.odds import odds_of
from warcry3d.rules.warcry.players.worth import VICTORY_POINT, may_carry, place_worth, strike_worth, wants_treasure
from warcry3d.table.table import Table

__all__ = ["PlannedMove", "best_disengage", "best_move"]

LOOKED_AT = 5
"""So many places are looked at closely: sight and cover take their time."""

SPREAD = 1.2
"""Places that are looked at are so far (in) from each other."""

IMPACT = 2.0
DEADLY = 3.5
"""Points of damage on average of an impact roll, and of climbing what is deadly."""

EDGE_COSTS = 4.0
FALL_COSTS = 40.0

SHOOTERS = 2
"""Cover is looked for from so many enemies that shoot, the likeliest to hurt."""

COVER_SAVES = 0.3
"""Cover takes about so much off the damage."""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A way, where it ends, and what it is worth beside staying; ``treasure``: one picked up on it."""

    path: Path
    at: Point
    worth: float
    treasure: str = ""
    strikes: float = 0.0


def best_move(
    ruleset: Ruleset[State, Action], state: State, id: str, *, inches: float | None = None, then_strikes: bool
) -> PlannedMove | None:
    """Return the move that is worth most beside staying; None where there is none.

    ``then_strikes``: an attack may follow, so places from which there is one are worth it.
    """
    has = allowed(state, id) if inches is None else inches
    is_carrying = bool(state.fighter(id).treasure)
    reached = reach_of(state.table, id, inches=has, is_carrying=is_carrying, keeps_facing=True)
    if reached.bars or reached.engaged:
        return None
    here = float(place_worth(state, id, np.array([state.fighter(id).at]))[0]) + _cover_saves(state, state.table, id)
    found: list[PlannedMove] = []
    for place in _places(state, id, reached):
        going = _looked_at(state, id, place, here, then_strikes=then_strikes)
        if going is not None:
            found.append(going)
    for going in sorted(found, key=lambda going: -going.worth):
        if not ruleset.faults(state, Move(going.path, going.treasure)):
            return going
    return None


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    at: Point
    hurts: float
    marks: frozenset[str]
    treasure: str = ""


def _places(state: State, id: str, reached: ReachResult) -> Iterator[_Place]:
    """Yield places worth a close look: charges, treasures within reach, and the best of the field."""
    for charge in reached.charges[:4]:
        yield _Place(charge.path, charge.at, IMPACT * charge.rolls + DEADLY * charge.deadly, charge.risks)
    if wants_treasure(state) and may_carry(state, id):
        for treasure in state.treasures:
            near = None if treasure.carrier else nearest_to(state.table, reached, treasure.at)
            if near is not None:
                hurts = IMPACT * near.rolls + DEADLY * near.deadly
                yield _Place(near.path, near.at, hurts, near.risks, treasure.id)
    for level, at in _best_of_field(state, id, reached):
        route = reached.reach.route(level, at[:2])
        if route is not None and route.path.legs:
            yield _Place(route.path, at, IMPACT * route.rolls + DEADLY * route.deadly, route.marks)


def _best_of_field(state: State, id: str, reached: ReachResult) -> Iterator[tuple[Any, Point]]:
    """Yield the best places of all that is reached, apart from each other, by a quick look at all of them."""
    levels = reached.reach.levels
    parts: list[FloatArray] = []
    hurts: list[FloatArray] = []
    whose: list[FloatArray] = []
    for number, level in enumerate(levels):
        rows, columns = np.nonzero(np.isfinite(level.cost))
        keep = slice(None, None, 1 + len(rows) // 1500)
        rows, columns = rows[keep], columns[keep]
        places = np.column_stack([level.x[columns], level.y[rows], np.full(len(rows), level.level.height)])
        cost = IMPACT * level.rolls[rows, columns] + DEADLY * level.deadly[rows, columns]
        extra = np.zeros(len(rows))
        for mark, price in ((EDGE, EDGE_COSTS), (FALLS, FALL_COSTS)):
            if mark in level.marks:
                extra = extra + price * level.marks[mark][rows, columns]
        parts.append(places)
        hurts.append(cost * _wound(state, id) + extra)
        whose.append(np.full(len(rows), float(number)))
    if not parts:
        return
    places = np.concatenate(parts)
    numbers = np.concatenate(whose)
    worth = place_worth(state, id, places) - np.concatenate(hurts)
    chosen: list[FloatArray] = []
    for index in np.argsort(-worth, kind="stable").tolist():
        if all(np.linalg.norm(places[index] - other) >= SPREAD for other in chosen):
            chosen.append(places[index])
            x, y, z = places[index].tolist()
            yield levels[int(numbers[index])].level, (x, y, z)
        if len(chosen) == LOOKED_AT:
            return


def _wound(state: State, id: str) -> float:
    """Return what a wound of a fighter is worth; its last ones are worth all of it."""
    left = max(wounds_left(state, id), 1)
    return strike_worth(state, id, 1.0, 0.6 / left)


def _looked_at(state: State, id: str, place: _Place, here: float, *, then_strikes: bool) -> PlannedMove | None:
    """Return what going to a place is worth: all that was seen from afar, and cover, attacks, treasure."""
    fighter = state.fighter(id)
    turns = [leg.facing for leg in place.path.legs if leg.facing is not None]
    table = state.table.placing(id, Placement(place.at, turns[-1] if turns else fighter.turn))
    worth = float(place_worth(state, id, np.array([place.at]))[0]) - here - place.hurts * _wound(state, id)
    worth -= EDGE_COSTS * (EDGE in place.marks) + FALL_COSTS * (FALLS in place.marks)
    worth += _cover_saves(state, table, id)
    if place.treasure:
        worth += 0.8 * VICTORY_POINT
    struck = strike_from(state, table, id) if then_strikes else 0.0
    return PlannedMove(place.path, place.at, worth + struck, place.treasure, struck)


def _cover_saves(state: State, table: Table, id: str) -> float:
    """Return what cover from the enemies that shoot saves a fighter that stands on another table."""
    threats = []
    for enemy in enemies_of(state, id):
        for n in range(len(state.profile(enemy).weapons)):
            weapon = weapon_of(state, enemy, n)
            apart = math.dist(table.model(id).placement.at, table.model(enemy).placement.at)
            if not weapon.is_melee and apart <= weapon.max_range + 4.0:
                likely = odds_of(weapon, toughness_of(state, id), max(wounds_left(state, id), 1))
                threats.append((strike_worth(state, id, likely.damage, likely.kill), enemy))
    saved = 0.0
    for cost, enemy in sorted(threats, reverse=True)[:SHOOTERS]:
        if cover_of(table, enemy, id).verdict:
            saved += COVER_SAVES * cost
    return saved


def best_disengage(ruleset: Ruleset[State, Action], state: State, id: str) -> PlannedMove | None:
    """Return the best way out of an engagement, and what it is worth beside staying; None where there is none."""
    reached = reach_of(state.table, id, inches=DISENGAGING, action=MoveAction.DISENGAGE, keeps_facing=True)
    here = float(place_worth(state, id, np.array([state.fighter(id).at]))[0])
    for level, at in _best_of_field(state, id, reached):
        route = reached.reach.route(level, at[:2])
        if route is None or not route.path.legs or ruleset.faults(state, Disengage(route.path)):
            continue
        worth = float(place_worth(state, id, np.array([at]))[0]) - here
        return PlannedMove(
            route.path, at, worth - FALL_COSTS * (FALLS in route.marks) - EDGE_COSTS * (EDGE in route.marks)
        )
    return None
