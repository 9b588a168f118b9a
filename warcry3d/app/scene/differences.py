"""What of a table's picture differs once fighters stand elsewhere. Pure."""

from functools import reduce

import numpy as np

from warcry3d.app.scene.camera import model_points
from warcry3d.app.scene.light import SUN_DIRECTION
from warcry3d.app.scene.overlay_boxes import EMPTY, WHOLE, Box, View, joined
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["box_of_moves", "highest", "moved_models"]

LOWEST = -1.0
"""A height (in) below all that shadows fall on."""
SOFT = 0.5
"""How far around a base and its shadow their soft edges reach (in)."""


def highest(table: Table) -> float:
    """Return the height (in) of the highest thing on the table."""
    solids = [s for feature in table.terrain.features for s in feature.solids.values()]
    solids += [s for model in table.models for s in model.solids]
    return max((float(s.bounds[1, 2]) for s in solids), default=2.0)


def moved_models(before: Table, after: Table) -> tuple[Model, ...] | None:
    """Return the models that do not look the same on both tables, as they were and as they are; None where the board or
    terrain differs.
    """
    if before.board != after.board or before.terrain is not after.terrain:
        return None
    looks = [{_look(model): model for model in table.models} for table in (before, after)]
    differing = looks[0].keys() ^ looks[1].keys()
    return tuple(model for look in looks for key, model in look.items() if key in differing)


def _look(model: Model) -> tuple[object, ...]:
    return model.id, model.side, model.base, model.figure, model.placement


def box_of_moves(before: Table, view: View) -> Box:
    """Return the part of a picture that differs from that of the table before: models that moved, and their shadows."""
    moved = moved_models(before, view.table)
    if moved is None or (moved and highest(before) != highest(view.table)):  # the sun is fitted to the highest thing
        return WHOLE
    return reduce(joined, (_box_with_shadow(model, view) for model in moved), EMPTY)


def _box_with_shadow(model: Model, view: View) -> Box:
    """Return the box around a model and the way its shadow falls: straight from each corner to the lowest ground."""
    around = SOFT * np.array([(x, y, 0.0) for x in (-1, 1) for y in (-1, 1)])
    points = (model_points(model)[:, None] + around).reshape(-1, 3)
    fallen = points - (points[:, 2:] - LOWEST) / SUN_DIRECTION[2] * SUN_DIRECTION
    return view.around(np.concatenate([points, fallen]))
