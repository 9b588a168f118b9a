"""Ways that are proposed for units: in formation behind one of them, into a charge, closer in a fight."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from warcry3d.game.prompts import ModelPath
from warcry3d.geom.solid import Placement
from warcry3d.motion.path import Path, Point
from warcry3d.rules.formations import Spot, follow
from warcry3d.rules.group_ground import GroupTerrain
from warcry3d.rules.unit_actions import UnitWay
from warcry3d.rules.warhammer40k.battle.contact import contact_spots, spots_beside
from warcry3d.rules.warhammer40k.battle.sensing import COHERENCY, is_in_contact, model_gap, once_in
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.unit_moves import (
    MoveKind40k,
    MoveTerms40k,
    flies_in,
    inches_of,
    judge_model,
    move_faults,
    nearest_for,
)
from warcry3d.rules.warhammer40k.battle.way_judge import straight_way
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["as_ways", "followed", "proposed_ways"]

STEPS = 5
AROUND = 2
"""Ways around obstacles are looked for to so many targets of a charge."""

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
    """Return ways of a charge: each model gets as near to the targets as it can, the nearest first."""
    targets = [figure for target in terms.targets for figure in state.figures(target)]
    ways = _nearer(state, unit, terms, lambda figure: _first_of_each(figure, targets, state, terms))
    return ways if ways and not move_faults(state, unit, as_ways(ways), terms) else ()


def _first_of_each(figure: Model, targets: Sequence[Model], state: State40k, terms: MoveTerms40k) -> list[Model]:
    """Return the targets of a charge, the nearest first."""
    return sorted(targets, key=lambda one: (model_gap(figure, one), one.id))


def _closing_in(state: State40k, unit: str, terms: MoveTerms40k) -> tuple[ModelPath, ...]:
    """Return ways toward the nearest enemies; where they split the unit or lead nowhere, fewer go."""

    def nearest(figure: Model) -> list[Model]:
        found = nearest_for(state, figure, unit)
        return [] if found is None else [found]

    ways = _nearer(state, unit, terms, nearest)
    while ways and move_faults(state, unit, as_ways(ways), terms):
        ways = ways[:-1]
    return ways


def _nearer(
    state: State40k, unit: str, terms: MoveTerms40k, aims: Callable[[Model], list[Model]]
) -> tuple[ModelPath, ...]:
    """Return ways that bring each model nearer to what it aims at: beside it, else on the way there."""
    table, ways = state.table, list[ModelPath]()
    distances = sorted(
        (model_gap(figure, aim[0]), figure.id) for figure in state.figures(unit) if (aim := aims(figure))
    )
    terrain = _terrain(state, unit, terms) if terms.kind is MoveKind40k.CHARGE else None
    for _, id in distances:
        figure = table.model(id)
        targets = aims(figure)
        if any(is_in_contact(figure, one) for one in targets):
            continue
        taken = {one.model: table.model(one.model).placement.at[:2] for one in ways}
        for path in _paths(state, table, figure, targets, terms, terrain, taken):
            move, faults = judge_model(state, table, id, path, terms)
            if not faults and move.cost > LEAST:
                ways.append(ModelPath(id, path))
                table = table.placing(id, move.end)
                break
    return tuple(ways)


def _terrain(state: State40k, unit: str, terms: MoveTerms40k) -> GroupTerrain:
    figures = {one.id: one for one in state.figures(unit)}
    flies = all(flies_in(state, id, terms.kind) for id in figures)
    return GroupTerrain(state.table, figures, flies, lambda id: inches_of(state, id, terms))


def _around(
    terrain: GroupTerrain, figure: Model, targets: Sequence[Model], inches: float, taken: Mapping[str, Spot]
) -> Iterator[Path]:
    """Yield ways around what is in the way to places beside the nearest targets."""
    for target in targets[:AROUND]:
        for spot in spots_beside(figure, target):
            if math.dist(spot, figure.placement.at[:2]) > inches or not terrain.can_stand(figure.id, spot, taken):
                continue
            path = terrain.way(figure.id, spot, taken)
            if path is not None and len(path.legs[0].to) > 1:
                yield path


def _paths(
    state: State40k,
    table: Table,
    figure: Model,
    targets: Sequence[Model],
    terms: MoveTerms40k,
    terrain: GroupTerrain | None,
    taken: Mapping[str, Spot],
) -> Iterator[Path]:
    """Yield ways beside an enemy, those around obstacles after the straight ones; then shorter ones toward the nearest.

    ``terrain``: for ways around; None: only straight ones. ``taken``: where models of the unit stand that have gone.
    """
    inches, flies = inches_of(state, figure.id, terms), flies_in(state, figure.id, terms.kind)
    yield from contact_spots(table, figure, targets, inches, flies=flies)
    if terrain is not None and not flies:
        yield from _around(terrain, figure, targets, inches, taken)
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
