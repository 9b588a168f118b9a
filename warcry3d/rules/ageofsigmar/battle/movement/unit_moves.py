"""Moves of whole units: what speaks against one, and where it leads (AOS-MOVE, AOS-UNIT-4).

Every kind of move is judged here: moves, runs, retreats, charges, pile-ins, moves that abilities allow. Models move one
after the other, each past where the others stand by then.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.modifiers import granted, move_of
from warcry3d.rules.ageofsigmar.battle.sensing import (
    COHERENCY,
    COMBAT_REACH,
    coherent,
    hangs_together,
    once_in,
    unit_gap,
)
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.way_checks import judge_way
from warcry3d.rules.move_result import PricedLeg
from warcry3d.rules.units.unit_actions import UnitWay
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.rules.units.unit_ways import Moved, straight_way
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = [
    "CHARGE_REACH",
    "KEEPS_AWAY",
    "PILE_IN",
    "JudgedModel",
    "ModelMove",
    "MoveKind",
    "MoveTerms",
    "MovedUnit",
    "charge_needs",
    "end_faults",
    "flies",
    "inches_of",
    "judge_model",
    "judged_moves",
    "move_faults",
    "nearest_enemy",
    "split_faults",
]

CHARGE_REACH = 0.5
"""The first model of a charge ends within this of an enemy (in; AOS-CHARGE-7)."""

PILE_IN = 3.0
"""Models pile in up to this far (in; AOS-COMBAT-8)."""


JOIN_SLACK = 0.1
"""Who comes back to its unit comes so much nearer than it must (in): bodies do not stand along the line of centres."""


class MoveKind(StrEnum):
    """What a unit moves for."""

    MOVE = "move"
    RUN = "run"
    RETREAT = "retreat"
    CHARGE = "charge"
    PILE_IN = "pile-in"
    ABILITY = "ability"


RULES = {
    MoveKind.MOVE: "AOS-MOVE-1",
    MoveKind.RUN: "AOS-RUN-2",
    MoveKind.RETREAT: "AOS-RETREAT-2",
    MoveKind.CHARGE: "AOS-CHARGE-5",
    MoveKind.PILE_IN: "AOS-COMBAT-8",
    MoveKind.ABILITY: "AOS-SCROLL-2",
}
KEEPS_AWAY = (MoveKind.MOVE, MoveKind.RUN, MoveKind.RETREAT)
"""Moves of the movement phase, which keep more than 3 in from enemies (AOS-MOVE-8, AOS-MOVE-9)."""


@dataclass(frozen=True, slots=True)
class ModelMove:
    """How one model moves: where it ends, what that costs (in), and the legs of its way."""

    model: str
    end: Placement
    cost: float
    legs: tuple[PricedLeg, ...]


@dataclass(frozen=True, slots=True)
class JudgedModel:
    """What is wrong with one model's way, where it ends, what it costs (in), and its legs."""

    faults: tuple[ActionFault, ...]
    end: Placement
    cost: float
    legs: tuple[PricedLeg, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedUnit:
    """What comes of a unit's move: what speaks against it, each model's move in order, how the unit hangs together."""

    faults: tuple[ActionFault, ...]
    moves: tuple[ModelMove, ...]
    coherency: Coherency | None = None


@dataclass(frozen=True, slots=True)
class MoveTerms:
    """The terms of a move: its kind, inches beside or in the place of Move, how far from enemies it must end."""

    kind: MoveKind
    inches: float = 0.0
    ends_away: float = 0.0


def flies(state: SigmarState, unit: str) -> bool:
    """Return whether a unit flies, by its warscroll or for a while (AOS-FLY-1)."""
    return state.scroll(unit).flies or granted(state, unit, "fly") is not None


def inches_of(state: SigmarState, model: str, terms: MoveTerms) -> float:
    """Return how far a model may move: its Move and what a run adds, or what the roll or the rule says."""
    if terms.kind in KEEPS_AWAY:
        return move_of(state, model) + terms.inches
    return terms.inches


def move_faults(state: SigmarState, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms) -> tuple[ActionFault, ...]:
    """Return why a unit cannot move so."""
    return judged_moves(state, unit, ways, terms).faults


def judged_moves(state: SigmarState, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms) -> MovedUnit:
    """Return what comes of a unit's move; each question is worked out once."""
    return once_in(state, ("moves", unit, ways, terms), lambda: _judged(state, unit, ways, terms))


def _judged(state: SigmarState, unit: str, ways: tuple[UnitWay, ...], terms: MoveTerms) -> MovedUnit:
    own = [model.id for model in state.troops(unit)]
    named = [way.model for way in ways]
    if not ways or len(set(named)) < len(named) or not set(named) <= set(own):
        return MovedUnit(fault("AOS-MOVE-7", "move models of {unit}, each once", unit=unit, place="ways"), ())
    before: Moved = ()
    table, moves = state.table, list[ModelMove]()
    for n, way in enumerate(ways):
        judged = judge_model(state, table, way.model, way.path, terms, before)
        if judged.faults:
            moved = tuple(replace(one, place=f"ways[{n}].{one.place}".rstrip(".")) for one in judged.faults)
            return MovedUnit(moved, tuple(moves))
        moves.append(ModelMove(way.model, judged.end, judged.cost, judged.legs))
        table, before = table.placing(way.model, judged.end), (*before, (way.model, judged.end))
    figures = tuple(table.model(id) for id in own)
    hanging = coherent(figures)
    return MovedUnit(end_faults(state, unit, figures, hanging, terms), tuple(moves), hanging)


def end_faults(
    state: SigmarState, unit: str, figures: tuple[Model, ...], hanging: Coherency, terms: MoveTerms
) -> tuple[ActionFault, ...]:
    """Return what is wrong with where a unit's ``figures`` would end: split, or too near to an enemy."""
    return (*split_faults(state, unit, hanging, figures, terms), *_near_faults(state, unit, figures, terms))


def judge_model(
    state: SigmarState, table: Table, model: str, path: Path, terms: MoveTerms, before: Moved
) -> JudgedModel:
    """Return what is wrong with one model's way on a table where others of its unit have moved ``before``, and where it
    leads. Answers are kept with the state: a way that is proposed is judged again as a part of the whole move.
    """
    key = ("model-way", model, path, terms, before)
    return once_in(state, key, lambda: _judged_model(state, table, model, path, terms, is_first=not before))


def _judged_model(
    state: SigmarState, table: Table, model: str, path: Path, terms: MoveTerms, *, is_first: bool
) -> JudgedModel:
    inches = inches_of(state, model, terms)
    unit = state.troop(model).unit
    judged = judge_way(
        table,
        model,
        path,
        inches,
        rule=RULES[terms.kind],
        flies=flies(state, unit),
        keeps_away=terms.kind in KEEPS_AWAY,
        may_pass_near=terms.kind is MoveKind.RETREAT,
    )
    if judged.faults:
        return JudgedModel(judging.way_faults(judged.faults), judged.end, judged.cost, judged.legs)
    here = table.model(model)
    there = here.moved(judged.end)
    match terms.kind:
        case MoveKind.CHARGE if is_first:
            found = _charge_faults(state, unit, there)
        case MoveKind.PILE_IN:
            found = _pile_in_faults(state, unit, here, there)
        case _:
            found = ()
    return JudgedModel(found, judged.end, judged.cost, judged.legs)


def _enemy_figures(state: SigmarState, unit: str) -> tuple[Model, ...]:
    return once_in(
        state,
        ("enemy-figures", state.unit(unit).player),
        lambda: tuple(figure for enemy in state.enemies(unit) for figure in state.figures(enemy.id)),
    )


def nearest_enemy(state: SigmarState, unit: str, figure: Model) -> tuple[Model, float] | None:
    """Return the enemy model nearest to a model, and how far it is; None: there is none."""
    return judging.nearest(figure, _enemy_figures(state, unit))


def charge_needs(state: SigmarState, unit: str) -> float:
    """Return how far (in) a unit must be able to charge at least: the way to the nearest enemy, were it straight."""
    gaps = (unit_gap(state, unit, enemy.id) for enemy in state.enemies(unit))
    return min(gaps, default=math.inf) - CHARGE_REACH


def _charge_faults(state: SigmarState, unit: str, there: Model) -> tuple[ActionFault, ...]:
    """Return the fault of a first model that ends more than half an inch from every enemy (AOS-CHARGE-7)."""
    if judging.any_near((there,), _enemy_figures(state, unit), CHARGE_REACH):
        return ()
    values: dict[str, Any] = {"fighter": there.id, "limit": CHARGE_REACH}
    sentence = "{fighter} charges first: it must end within {limit:g} in of an enemy"
    return fault("AOS-CHARGE-7", sentence, at=there.placement.at, **values)


def _pile_in_faults(state: SigmarState, unit: str, here: Model, there: Model) -> tuple[ActionFault, ...]:
    """Return the fault of a model that ends further from the enemy that was nearest (AOS-COMBAT-9, AOS-OPEN-28)."""
    found = nearest_enemy(state, unit, here)
    if found is None:
        return ()
    enemy, before = found
    if any(judging.gap(there, one) <= before + LENGTH_EPSILON for one in _as_near(state, unit, here, before)):
        return ()
    values: dict[str, Any] = {"fighter": here.id, "enemy": enemy.id}
    return fault("AOS-COMBAT-9", "{fighter} must not end further from {enemy}", at=there.placement.at, **values)


def _as_near(state: SigmarState, unit: str, here: Model, inches: float) -> tuple[Model, ...]:
    """Return the enemies that are so near to a model: where several are the nearest, it goes toward any of them."""
    return tuple(one for one in _enemy_figures(state, unit) if judging.are_near(here, one, inches))


def split_faults(
    state: SigmarState, unit: str, hanging: Coherency, figures: Sequence[Model], terms: MoveTerms
) -> tuple[ActionFault, ...]:
    """Return the fault of a unit that ends split. One that began split must come together (AOS-UNIT-5), where it is
    known to be able to; else it must come nearer to that (AOS-OPEN-2).
    """
    if hanging.is_coherent:
        return ()
    before, fighter = hangs_together(state, state.unit(unit)), hanging.outside[0]
    values: dict[str, Any] = {"unit": unit, "fighter": fighter}
    at = next(one.placement.at for one in figures if one.id == fighter)
    if not before.is_coherent and _is_nearer(state, unit, before, hanging, figures):
        if not _comes_together(state, unit, terms):
            return ()
        return fault("AOS-UNIT-5", "{unit} can come together: {fighter} is still too far off", at=at, **values)
    return fault("AOS-UNIT-4", "{unit} ends split: {fighter} is too far from the others", at=at, **values)


def _comes_together(state: SigmarState, unit: str, terms: MoveTerms) -> bool:
    """Return whether a split unit comes together where those apart go straight to the largest group, as they stand to
    each other; False: not so. A charge, which has to lead to an enemy, is not asked about.
    """
    if terms.kind is MoveKind.CHARGE:
        return False
    return once_in(state, ("comes-together", unit, terms), lambda: _joins_straight(state, unit, terms))


def _joins_straight(state: SigmarState, unit: str, terms: MoveTerms) -> bool:
    table = state.table
    before: Moved = ()
    main, *apart = hangs_together(state, state.unit(unit)).groups
    for group in apart:
        found = judging.nearest_pair([table.model(id) for id in group], [table.model(id) for id in main])
        assert found is not None, "both have models"
        (x, y, _), (u, v, _) = found[0].placement.at, found[1].placement.at
        share = (found[2] - COHERENCY + JOIN_SLACK) / max(math.hypot(u - x, v - y), LENGTH_EPSILON)
        by = (u - x) * share, (v - y) * share
        places = {id: table.model(id).placement.at for id in group}
        for id in sorted(group, key=lambda id: math.dist(places[id][:2], (u, v))):
            spot = places[id][0] + by[0], places[id][1] + by[1]
            path = straight_way(table, id, spot, flies=flies(state, unit))
            judged = None if path is None else judge_model(state, table, id, path, terms, before)
            if judged is None or judged.faults:
                return False
            table, before = table.placing(id, judged.end), (*before, (id, judged.end))
        main = (*main, *group)
    figures = tuple(table.model(model.id) for model in state.troops(unit))
    return coherent(figures).is_coherent and not _near_faults(state, unit, figures, terms)


def _is_nearer(state: SigmarState, unit: str, before: Coherency, after: Coherency, figures: Sequence[Model]) -> bool:
    """Return whether a unit that began split ends in fewer groups, or in as many that are nearer to each other."""
    if len(after.groups) != len(before.groups):
        return len(after.groups) < len(before.groups)
    return _apart(after, figures) < _apart(before, state.figures(unit)) - LENGTH_EPSILON


def _apart(hanging: Coherency, figures: Sequence[Model]) -> float:
    """Return how far the groups of a unit are from the largest one, in all."""
    by_id = {one.id: one for one in figures}
    main = [by_id[id] for id in hanging.groups[0]]
    return math.fsum(judging.least_gap(main, [by_id[id] for id in group]) for group in hanging.groups[1:])


def _near_faults(
    state: SigmarState, unit: str, figures: tuple[Model, ...], terms: MoveTerms
) -> tuple[ActionFault, ...]:
    """Return the fault of a unit that ends too near to an enemy, those that stayed too (AOS-RETREAT-2)."""
    limit = COMBAT_REACH if terms.kind is MoveKind.RETREAT else terms.ends_away
    if not limit:
        return ()
    for figure in figures:
        if judging.any_near((figure,), _enemy_figures(state, unit), limit):
            values: dict[str, Any] = {"fighter": figure.id, "limit": limit}
            sentence = "{fighter} ends within {limit:g} in of an enemy"
            return fault(RULES[terms.kind], sentence, at=figure.placement.at, **values)
    return ()
