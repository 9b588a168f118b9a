"""What of a table's picture differs once fighters stand elsewhere. Pure."""

import math
from dataclasses import replace
from functools import reduce

import numpy as np

from warcry3d.app.scene.camera import model_points
from warcry3d.app.scene.grid_scenery import WALL_HEIGHT
from warcry3d.app.scene.light import SUN_DIRECTION
from warcry3d.app.scene.overlay_boxes import EMPTY, WHOLE, Box, View, cube, joined
from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["box_of_moves", "ceiling", "highest", "moved_corners", "moved_features", "moved_models"]

LOWEST = -1.0
"""A height (in) below all that shadows fall on."""
STOREY = 3.0
"""The sun is fitted to as many storeys of this height (in) as there are."""
SOFT = 0.5
"""How far around a base and its shadow their soft edges reach (in)."""


def highest(table: Table) -> float:
    """Return the height (in) of the highest thing on the table."""
    boxes = [feature.bounds for feature in table.terrain.features]
    boxes += [solid.bounds for model in table.models for solid in model.solids]
    return max((float(box[1, 2]) for box in boxes), default=WALL_HEIGHT if table.grid else 2.0)


def ceiling(table: Table) -> float:
    """Return a height (in) above the highest thing that seldom changes: with each change all shadows are drawn anew."""
    return STOREY * math.ceil(highest(table) / STOREY)


def moved_models(before: Table, after: Table) -> tuple[Model, ...] | None:
    """Return the models that do not look the same on both tables, as they were and as they are; None where the board,
    its squares or terrain differ.
    """
    if before.board != after.board or before.terrain is not after.terrain or before.grid != after.grid:
        return None
    if before.models is after.models:
        return ()
    looks = [{_look(model): model for model in table.models} for table in (before, after)]
    differing = looks[0].keys() ^ looks[1].keys()
    return tuple(model for look in looks for key, model in look.items() if key in differing)


def _look(model: Model) -> tuple[object, ...]:
    return model.id, model.side, model.base, model.figure, model.placement


def moved_features(before: Table, after: Table) -> tuple[Feature, ...]:
    """Return the features that do not look the same on both tables, as they were and as they are."""
    kept = set(before.terrain.features) & set(after.terrain.features)
    looks = [
        {
            (one.id, id(one.piece), tuple(sorted(one.state.items())), one.placement): one
            for one in table.terrain.features
            if one not in kept
        }
        for table in (before, after)
    ]
    differing = looks[0].keys() ^ looks[1].keys()
    return tuple(one for look in looks for key, one in look.items() if key in differing)


def moved_corners(before: Table, after: Table) -> tuple[FloatArray, ...]:
    """Return the corners (n, 3) of boxes around each thing that does not look the same on two tables with one board, as
    it was and as it is.
    """
    features = () if before.terrain is after.terrain else moved_features(before, after)
    models = moved_models(replace(before, terrain=after.terrain), after) or ()
    return (*(model_points(model) for model in models), *(cube(feature.bounds) for feature in features))


def box_of_moves(before: Table, view: View) -> Box:
    """Return the part of a picture that differs from that of the table before: what moved, and its shadows, unless all
    shadows are drawn again (`World.has_new_shadows`).
    """
    if before.board != view.table.board or before.grid != view.table.grid:
        return WHOLE
    things = moved_corners(before, view.table)
    return reduce(joined, (_box_with_shadow(points, view) for points in things), EMPTY)


def _box_with_shadow(points: FloatArray, view: View) -> Box:
    """Return the box around points (n, 3) and the way their shadow falls: from each straight to the floor of the board,
    and to the lowest ground where it falls beside it.
    """
    around = SOFT * np.array([(x, y, 0.0) for x in (-1, 1) for y in (-1, 1)])
    points = (points[:, None] + around).reshape(-1, 3)
    fallen = _fallen(points, 0.0)
    board = view.table.board
    if fallen[:, :2].min() < 0.0 or (fallen[:, :2].max(axis=0) > (board.width, board.depth)).any():
        fallen = _fallen(points, LOWEST)
    return view.around(np.concatenate([points, fallen]))


def _fallen(points: FloatArray, to: float) -> FloatArray:
    """Return where shadows of points (n, 3) are at a height."""
    return np.asarray(points - (points[:, 2:] - to) / SUN_DIRECTION[2] * SUN_DIRECTION)
