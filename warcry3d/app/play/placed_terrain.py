"""Terrain that is set up by pointing: the pieces that were put down, and the outline of the one in hand."""

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np

from warcry3d.app.play.draft import Draft
from warcry3d.app.scene.colours import Colour
from warcry3d.app.scene.overlays import FlatLine, lifted
from warcry3d.geom.solid import Placement
from warcry3d.table.table import Table, Terrain
from warcry3d.table.terrain import Feature

__all__ = ["outline_of", "outline_of_squares", "with_features"]


def with_features(table: Table, features: tuple[Feature, ...], draft: Draft) -> Table:
    """Return a table with those features on it that were put down; as it is where none was."""
    known, there = {one.id: one for one in features}, {one.id for one in table.terrain.features}
    laid = tuple(
        replace(known[one.item], placement=Placement(one.at, one.turn))
        for one in draft.placed
        if one.item in known and one.item not in there
    )
    return replace(table, terrain=Terrain((*table.terrain.features, *laid))) if laid else table


def outline_of(feature: Feature, draft: Draft, colour: Colour) -> Iterator[FlatLine]:
    """Yield the outline of a feature's ground plan where it is held, turned as it is."""
    import shapely

    if draft.at is None:
        return
    points = np.concatenate([part.solid.vertices for part in feature.piece.parts])
    placed = Placement(draft.at, draft.turn).apply(points)[:, :2]
    ring = shapely.get_coordinates(shapely.convex_hull(shapely.multipoints(placed))).tolist()
    for (x1, y1), (x2, y2) in pairwise(ring):
        yield FlatLine(lifted((x1, y1, draft.at[2])), lifted((x2, y2, draft.at[2])), colour)


def outline_of_squares(squares: tuple[tuple[float, float], ...], draft: Draft, colour: Colour) -> Iterator[FlatLine]:
    """Yield the outline of squares about middles (as seen from what is held) where it is held, turned as it is."""
    import shapely

    if draft.at is None:
        return
    c, s = math.cos(draft.turn), math.sin(draft.turn)
    x0, y0, z = draft.at
    middles = [(x0 + c * u - s * v, y0 + s * u + c * v) for u, v in squares]
    area = shapely.union_all([shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5) for x, y in middles])
    for part in shapely.get_parts(area).tolist():
        for (x1, y1), (x2, y2) in pairwise(shapely.get_coordinates(part.exterior).tolist()):
            yield FlatLine(lifted((x1, y1, z)), lifted((x2, y2, z)), colour)
