"""Ways that are proposed for units: in formation behind one of them, into a charge, closer in a fight."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from warcry3d.game.group_moves import GroupOrder
from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.rules.units.formations import Spot, follow
from warcry3d.rules.units.unit_actions import UnitWay
from warcry3d.rules.warhammer40k.battle.movement.contact import contact_spots
from warcry3d.rules.warhammer40k.battle.movement.unit_groups import moving_group
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import (
    MoveKind40k,
    MoveTerms40k,
    engaged_with_others,
    flies_in,
    inches_of,
    judge_model,
    move_faults,
    nearest_for,
    walking_ground,
)
from warcry3d.rules.warhammer40k.battle.movement.way_judge import straight_way
from warcry3d.rules.warhammer40k.battle.sensing import COHERENCY, is_in_contact, least_links, model_gap, once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["as_ways", "followed", "proposed_ways"]

STEPS = 5
LEADERS = 3
"""So many of the nearest models are tried as those that lead a formation into a charge."""
BESIDE = 4
"""So many places beside targets are tried for each of them."""
LEAST = 0.05
"""A way shorter than this (in) is not worth going."""


def as_ways(ways: Sequence[ModelPath]) -> tuple[UnitWay, ...]:
    """Return ways as actions have them."""
    return tuple(UnitWay(one.model, one.path) for one in ways)


def followed(state: State40k, unit: str, leader: str, to: Point, terms: MoveTerms40k) -> tuple[ModelPath, ...]:
    """Return ways for all models of a unit that keep their formation while one of them goes to a place."""

    def ask() -> tuple[ModelPath, ...]:
        places = {model.id: model.at for model in state.troops(unit)}
        width = min(figure.base.width for figure in state.figures(unit))
        return follow(
            places,
            leader,
            (to[0], to[1]),
            _way_for(state, terms),
            lambda one, other: math.dist(one, other) <= COHERENCY + width - 0.05,
            leads=terms.kind is MoveKind40k.CHARGE,
        )

    return once_in(state, ("followed", unit, leader, to, terms), ask)


def _way_for(state: State40k, terms: MoveTerms40k) -> Callable[[str, Spot, Sequence[ModelPath]], Path | None]:
    """Return what finds ways of single models, after others have moved; tables are made once for each model moved."""
    tables: list[Table] = [state.table]
    ends: dict[str, Placement] = {}

    def way(model: str, spot: Spot, before: Sequence[ModelPath]) -> Path | None:
        while len(tables) <= len(before):
            last = before[len(tables) - 1]
            tables.append(tables[-1].placing(last.model, ends[last.model]))
        table = tables[len(before)]
        if math.dist(spot, table.model(model).placement.at[:2]) > inches_of(state, model, terms) + LEAST:
            return None
        path = straight_way(table, model, spot, flies=flies_in(state, model, terms.kind))
        if path is None:
            return None
        move, faults = judge_model(state, table, model, path, terms)
        if faults:
            return None
        ends[model] = move.end
        return path

    return way


def proposed_ways(state: State40k, unit: str, terms: MoveTerms40k) -> tuple[ModelPath, ...]:
    """Return ways that are allowed, if some are found at once: of charges, pile-ins and consolidations."""

    def ask() -> tuple[ModelPath, ...]:
        match terms.kind:
            case MoveKind40k.CHARGE:
                return _charging(state, unit, terms)
            case MoveKind40k.PILE_IN | MoveKind40k.CONSOLIDATE:
                return _closing_in(state, unit, terms)
        return ()

    return once_in(state, ("proposed", unit, terms), ask)


def _charging(state: State40k, unit: str, terms: MoveTerms40k) -> tuple[ModelPath, ...]:
    """Return ways of a charge: each model gets as near to the targets as it can, the nearest first; where that splits
    the unit or ends near others, each model stays near those that moved before it and away from enemies that are no
    targets; where that leaves some behind, all keep formation with one of the nearest, which goes beside a target.
    """
    targets = [figure for target in terms.targets for figure in state.figures(target)]

    def nearest(figure: Model) -> list[Model]:
        return sorted(targets, key=lambda one: (model_gap(figure, one), one.id))

    def suits(there: Model, moved: Sequence[Model]) -> bool:
        links = sum(model_gap(there, one) <= COHERENCY for one in moved)
        needed = min(least_links(len(state.troops(unit))), len(moved))
        return links >= needed and not engaged_with_others(state, there, terms)

    for wanted in (None, suits):
        ways = _nearer(state, unit, terms, nearest, wanted)
        if ways and not move_faults(state, unit, as_ways(ways), terms):
            return ways
    return _charging_together(state, unit, terms, nearest)


def _charging_together(
    state: State40k, unit: str, terms: MoveTerms40k, nearest: Callable[[Model], list[Model]]
) -> tuple[ModelPath, ...]:
    """Return ways of a charge in formation behind one of the nearest models, which goes beside a target."""
    group = moving_group(state, unit, terms)
    for leader in sorted(state.figures(unit), key=lambda one: (model_gap(one, nearest(one)[0]), one.id))[:LEADERS]:
        flies = flies_in(state, leader.id, terms.kind)
        beside = contact_spots(state.table, leader, nearest(leader), inches_of(state, leader.id, terms), flies=flies)
        for path in islice(beside, BESIDE):
            ways = group.follow(GroupOrder(leader.id, path.legs[-1].to[-1]))
            if ways and not move_faults(state, unit, as_ways(ways), terms):
                return tuple(ways)
    return ()


def _closing_in(state: State40k, unit: str, terms: MoveTerms40k) -> tuple[ModelPath, ...]:
    """Return ways toward the nearest enemies, or beside others that can be reached (40K-PILEIN-3); where they split the
    unit or lead nowhere, fewer go.
    """
    enemies = [one for enemy in state.enemies(unit) for one in state.figures(enemy.id)]

    def nearest(figure: Model) -> list[Model]:
        found = nearest_for(state, figure, unit)
        if found is None:
            return []
        near = sorted((gap, one.id, one) for one in enemies if (gap := model_gap(figure, one)) <= terms.inches)
        return [found, *(one for _, id, one in near if id != found.id)]

    ways = _nearer(state, unit, terms, nearest)
    while ways and move_faults(state, unit, as_ways(ways), terms):
        ways = ways[:-1]
    return ways


def _nearer(
    state: State40k,
    unit: str,
    terms: MoveTerms40k,
    aims: Callable[[Model], list[Model]],
    suits: Callable[[Model, Sequence[Model]], bool] | None = None,
) -> tuple[ModelPath, ...]:
    """Return ways that bring each model nearer to what it aims at: beside it, else on the way there. ``suits``: whether
    a model may stand so beside those that moved before it; None: anyhow.
    """
    table, ways, moved = state.table, list[ModelPath](), list[Model]()
    distances = sorted(
        (model_gap(figure, aim[0]), figure.id) for figure in state.figures(unit) if (aim := aims(figure))
    )
    for _, id in distances:
        figure = table.model(id)
        targets = aims(figure)
        if any(is_in_contact(figure, one) for one in targets):
            continue
        for path in _paths(state, table, figure, targets, terms):
            move, faults = judge_model(state, table, id, path, terms)
            there = figure.moved(move.end)
            if not faults and move.cost > LEAST and (suits is None or suits(there, moved)):
                ways.append(ModelPath(id, path))
                moved.append(there)
                table = table.placing(id, move.end)
                break
    return tuple(ways)


def _paths(
    state: State40k,
    table: Table,
    figure: Model,
    targets: Sequence[Model],
    terms: MoveTerms40k,
) -> Iterator[Path]:
    """Yield ways beside an enemy, around obstacles after the straight ones; then shorter ones toward the nearest."""
    inches, flies = inches_of(state, figure.id, terms), flies_in(state, figure.id, terms.kind)
    yield from contact_spots(table, figure, targets, inches, flies=flies)
    if not flies:
        yield from walking_ground(state, table, figure.id, terms).ways_beside(targets)
    (x, y, _), (u, v, _) = figure.placement.at, targets[0].placement.at
    far = math.dist((x, y), (u, v))
    gap = model_gap(figure, targets[0])
    for n in range(STEPS, 0, -1):
        for turn in (0.0, 0.5, -0.5):
            step = min(inches, gap) * n / STEPS
            c, s = math.cos(turn), math.sin(turn)
            dx, dy = (u - x) / far, (v - y) / far
            spot = (x + step * (c * dx - s * dy), y + step * (s * dx + c * dy))
            path = straight_way(table, figure.id, spot, flies=flies)
            if path is not None:
                yield path
