"""Ways for all models of a unit when one of them goes somewhere: they keep their formation where there is room."""

import math
from collections.abc import Callable, Iterable

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import Reach
from warcry3d.rules.ageofsigmar.battle.movement.body_links import near_spots
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import (
    KEEPS_AWAY,
    MoveKind,
    MoveTerms,
    flies,
    inches_of,
    judge_model,
    move_faults,
)
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.reach import way_reach
from warcry3d.rules.units.formations import Spot, follow
from warcry3d.rules.units.unit_actions import UnitWay
from warcry3d.rules.units.unit_ways import Moved, UnitWays, UnitWayTerms
from warcry3d.table.table import Table

__all__ = ["as_ways", "followed", "model_reach", "unit_ways"]

LEAST_SPLIT = 3
"""Two models that keep their formation stay as near to each other as they were."""


def followed(
    state: SigmarState, unit: str, leader: str, to: Point, terms: MoveTerms, *, others: Iterable[str] | None = None
) -> tuple[ModelPath, ...]:
    """Return ways for all models of a unit that keep their formation while one of them goes to a place.

    Who cannot go straight goes around what is in the way, or beside its place. Empty: the leader cannot get there.
    """
    places = {model.id: model.at for model in state.troops(unit) if others is None or model.id in (leader, *others)}
    key = ("followed", unit, leader, to, terms, tuple(places))

    def ask() -> tuple[ModelPath, ...]:
        leads, spot = terms.kind is MoveKind.CHARGE, (to[0], to[1])
        is_near = near_spots(state.figures(unit)[0])
        ways: tuple[ModelPath, ...] = ()
        for gathers in (False, True):
            found = unit_ways(state, unit, terms, height=to[2])
            ways = follow(places, leader, spot, found.way, is_near, leads=leads, gathers=gathers, spots=found.spots)
            if not ways or len(places) < LEAST_SPLIT or not move_faults(state, unit, as_ways(ways), terms):
                break
        return ways

    return once_in(state, key, ask)


def as_ways(ways: Iterable[ModelPath]) -> tuple[UnitWay, ...]:
    """Return ways as actions have them."""
    return tuple(UnitWay(one.model, one.path) for one in ways)


def unit_ways(
    state: SigmarState, unit: str, terms: MoveTerms, *, height: float | None = None, is_straight: bool = False
) -> UnitWays:
    """Return what finds ways of single models of a unit, one after the other; ``is_straight``: straight ones alone."""

    def judge(table: Table, model: str, path: Path, before: Moved) -> Placement | None:
        judged = judge_model(state, table, model, path, terms, before)
        return None if judged.faults else judged.end

    return UnitWays(
        state.table,
        UnitWayTerms(
            judge=judge,
            reach=lambda table, model: model_reach(state, table, model, terms),
            inches=lambda model: inches_of(state, model, terms),
            flies=flies(state, unit),
            is_straight=is_straight,
            facing=_facing_for(state, unit, terms),
        ),
        height,
    )


def _facing_for(state: SigmarState, unit: str, terms: MoveTerms) -> Callable[[str, Spot], float | None]:
    """Return what turns models to the enemy nearest to where they get: who attacks puts its weapons forward."""
    if terms.kind not in (MoveKind.CHARGE, MoveKind.PILE_IN):
        return lambda model, spot: None
    enemies = [one.at for enemy in state.enemies(unit) for one in state.troops(enemy.id)]

    def facing(model: str, spot: Spot) -> float | None:
        near = min(enemies, key=lambda at: math.dist(at[:2], spot), default=None)
        return None if near is None else math.atan2(near[1] - spot[1], near[0] - spot[0])

    return facing


def model_reach(state: SigmarState, table: Table, model: str, terms: MoveTerms) -> Reach:
    """Return everywhere a model gets to in a move, on a table where others may have moved."""
    return way_reach(
        table,
        model,
        inches_of(state, model, terms),
        flies=flies(state, state.troop(model).unit),
        keeps_away=terms.kind in KEEPS_AWAY,
        may_pass_near=terms.kind is MoveKind.RETREAT,
    )
