"""Where units of several models can be set up: what speaks against a place of a model, and places that are proposed."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from warcry3d.game.action_faults import fault
from warcry3d.game.prompts import PlaceArea
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.standing_models import StandingModel
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.units.formations import Spot, form_up
from warcry3d.rules.units.unit_actions import SetUpModel
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["areas_of", "proposed_places", "standing_faults"]

INSIDE = 0.003
"""Places that are offered keep this far (in) inside of what the rules allow: areas are drawn with polygons."""

SLACK = 0.03
"""Bases that are proposed keep this far (in) apart."""

ANCHOR_STEP = 2.0
MOST_ANCHORS = 60

PACK_STEP, MOST_ACROSS = 0.25, 80
"""Models are packed on a lattice of this step (in), wider where an area is more than so many steps across."""

STARTS = 8
"""From so many places on models are packed."""

TOLERANCE = 0.02


def standing_faults(table: Table, model: str, rule: str, place: str) -> tuple[ActionFault, ...]:
    """Return why a model cannot stand where it is on a table: no surface, something in the way."""
    placement = table.model(model).placement
    at = placement.at
    levels = levels_of(table)
    level = levels.under(at)
    if level is None or abs(levels.resting_height(level, at[0], at[1]) - at[2]) > TOLERANCE:
        return fault(rule, "there is no floor or platform there", at=at, place=place)
    traced = trace(table, model, Path((Leg(LegKind.PLACE, (at,), facing=placement.turn),)))
    return tuple(
        ActionFault(rule, Message("{fighter} has no room there", {"fighter": model}), at, place)
        for _ in traced.faults[:1]
    )


def areas_of(zone: Any, height: float = 0.0) -> tuple[PlaceArea, ...]:
    """Return an area (shapely) as prompts have it."""
    parts = getattr(zone, "geoms", (zone,))
    return tuple(
        PlaceArea(height, tuple(tuple((x, y) for x, y in ring.coords) for ring in (part.exterior, *part.interiors)))
        for part in parts
        if not part.is_empty and part.geom_type == "Polygon"
    )


def proposed_places(
    table: Table,
    models: Sequence[Model],
    zone: Any,
    facing: float,
    towards: Spot,
    is_allowed: Callable[[tuple[SetUpModel, ...]], bool],
) -> tuple[SetUpModel, ...]:
    """Return places for a unit's models on the floor of a table, in ranks that face a direction, else close together
    where there is room; empty: none found.

    ``models``: at any place, those with the largest bases decide how far apart the ranks are. ``zone``: where their
    centres may be (shapely). The nearest anchor to ``towards`` comes first; ``is_allowed`` is asked for each proposal.
    """
    import shapely

    largest = max(models, key=lambda one: one.base.length)
    volume = volume_of(largest.moved(Placement((0.0, 0.0, 0.0), facing)))
    levels = levels_of(table)
    floor = levels.levels[0]
    free = shapely.intersection(room_of(table, volume).free(floor), zone.buffer(-INSIDE))
    if free.is_empty:
        return ()
    free = shapely.difference(free, _closed(table, volume, free))
    shapely.prepare(free)

    def is_free(spot: Spot) -> bool:
        return bool(shapely.intersects_xy(free, *spot))

    def placed(spots: Sequence[Spot]) -> tuple[SetUpModel, ...]:
        return tuple(
            SetUpModel(model.id, (x, y, levels.resting_height(floor, x, y)), facing)
            for model, (x, y) in zip(models, spots, strict=True)
        )

    gaps = (largest.base.width + SLACK, largest.base.length + SLACK)
    for anchors in _batches(_anchors(free, towards)):
        spots = form_up(len(models), gaps, facing, anchors, is_free)
        if spots and is_allowed(places := placed(spots)):
            return places
    reaches = [volume_of(one).reach for one in models]
    packed = map(placed, _packed(reaches, free, towards))
    return next((places for places in packed if is_allowed(places)), ())


def _closed(table: Table, volume: Volume, area: Any) -> Any:
    """Return where models near an area keep the centre of another out, with some slack (shapely)."""
    import shapely

    west, south, east, north = area.bounds
    found = []
    for one in table.models:
        body = StandingModel(one, volume_of(one), volume).closed
        x0, y0, x1, y1 = body.bounds
        if x0 <= east and x1 >= west and y0 <= north and y1 >= south:
            found.append(shapely.buffer(body, SLACK))
    return shapely.union_all(found)


def _packed(reaches: Sequence[float], area: Any, towards: Spot) -> Iterator[tuple[Spot, ...]]:
    """Yield places for models that reach so far (in), each as near to two before it as it can be, from several starts.

    ``area``: where centres may be (shapely).
    """
    import shapely

    if area.is_empty:
        return
    west, south, east, north = area.bounds
    step = max(PACK_STEP, max(east - west, north - south) / MOST_ACROSS)
    lattice = np.meshgrid(np.arange(west, east, step), np.arange(south, north, step))
    spots = np.stack(lattice, axis=-1).reshape(-1, 2)
    spots = spots[shapely.intersects_xy(area, spots[:, 0], spots[:, 1])]
    spots = spots[np.argsort(np.hypot(*(spots - towards).T), kind="stable")]
    order = sorted(range(len(reaches)), key=lambda n: -reaches[n])
    for start in spots[:: max(1, len(spots) // STARTS)][:STARTS]:
        taken = {order[0]: start}
        left = np.ones(len(spots), np.bool_)
        away = np.full((len(spots), 2), np.inf)
        for last, number in pairwise(order):
            far = np.hypot(*(spots - taken[last]).T)
            away = np.sort(np.column_stack([away, far]), axis=1)[:, :2]
            left &= far > reaches[last] + reaches[number] + SLACK
            if not left.any():
                break
            cost = np.where(left, np.where(np.isfinite(away), away, 0.0).sum(axis=1), np.inf)
            taken[number] = spots[int(np.argmin(cost))]
        if len(taken) == len(reaches):
            yield tuple((float(taken[n][0]), float(taken[n][1])) for n in range(len(reaches)))


def _batches(anchors: list[Spot]) -> Iterator[list[Spot]]:
    return (anchors[n : n + 12] for n in range(0, len(anchors), 12))


def _anchors(area: Any, towards: Spot) -> list[Spot]:
    """Return places on a lattice in an area, the nearest to a spot first."""
    import shapely

    west, south, east, north = area.bounds
    found: list[Spot] = []
    y = south + ANCHOR_STEP / 4
    while y < north:
        x = west + ANCHOR_STEP / 4
        while x < east:
            if shapely.intersects_xy(area, x, y):
                found.append((x, y))
            x += ANCHOR_STEP
        y += ANCHOR_STEP
    return sorted(found, key=lambda spot: math.dist(spot, towards))[:MOST_ANCHORS]
