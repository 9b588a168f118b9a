"""Ways for all models of a unit when one of them goes somewhere: they keep their formation where there is room."""

import math
from collections.abc import Callable, Iterable

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.motion.reach import Reach
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.unit_moves import (
    KEEPS_AWAY,
    MoveKind,
    MoveTerms,
    flies,
    inches_of,
    judge_model,
)
from warcry3d.rules.ageofsigmar.reach import way_reach
from warcry3d.rules.formations import Spot, follow
from warcry3d.rules.unit_ways import Moved, UnitWays, UnitWayTerms
from warcry3d.table.table import Table

__all__ = ["followed", "model_reach", "near_spots", "unit_ways"]


def followed(
    state: SigmarState, unit: str, leader: str, to: Point, terms: MoveTerms, *, others: Iterable[str] | None = None
) -> tuple[ModelPath, ...]:
    """Return ways for all models of a unit that keep their formation while one of them goes to a place.

    Who cannot go straight goes around what is in the way, or beside its place. Empty: the leader cannot get there.
    """
    places = {model.id: model.at for model in state.troops(unit) if others is None or model.id in (leader, *others)}
    key = ("followed", unit, leader, to, terms, tuple(places))

    def ask() -> tuple[ModelPath, ...]:
        found = unit_ways(state, unit, terms, height=to[2])
        leads = terms.kind is MoveKind.CHARGE
        is_near = near_spots(state, unit)
        return follow(places, leader, (to[0], to[1]), found.way, is_near, leads=leads, spots=found.spots)

    return once_in(state, key, ask)


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
        ),
        height,
    )


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


def near_spots(state: SigmarState, unit: str) -> Callable[[Spot, Spot], bool]:
    """Return what says roughly whether two places keep models of a unit coherent: their bodies reach so far."""
    reach = 1.0 + judging.body_width(state.figures(unit)[0]) - 0.1
    return lambda one, other: math.dist(one, other) <= reach
