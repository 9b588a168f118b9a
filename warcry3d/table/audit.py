"""Warnings on a table: overlapping fighters, fighters in walls or off the board, odd sizes."""

import math
from collections.abc import Iterator

import numpy as np

from warcry3d.geom.planar import ConvexShape2D, Ellipse, Rectangle, span_between
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.geom.vertical_cast import inside
from warcry3d.message import Message
from warcry3d.table.derive import SurfaceKind, standing_on
from warcry3d.table.models import BaseShape, Figure, Model, Tag
from warcry3d.table.table import Table, TableWarning
from warcry3d.table.terrain import Feature
from warcry3d.units import RESTING_GAP

__all__ = ["warnings"]

FIGURE_SIZES = (0.2, 12.0)
"""Plausible heights (in) of figures: from a familiar to a gargantuan on its rock."""

PIECE_SIZES = (0.1, 48.0)
"""Plausible longest extents (in) of terrain: from a puddle to a wall across a table."""

LOW = 1.0
"""Models step over what rises less than this above their feet (in; `warcry3d.motion.levels.STEP`): who stands partly on
it stands in nothing.
"""

BODY_SAMPLES = 60
INSIDE_SHARE = 0.1
"""The share of the points tested on a body that may be in terrain: an elbow in a wall is no mistake of the table."""


def warnings(table: Table) -> tuple[TableWarning, ...]:
    """Return warnings about a table, in the order of its features and models."""
    return (
        *_feature_sizes(table),
        *_figure_sizes(table),
        *_off_board(table),
        *_overlaps(table),
        *_in_terrain(table),
        *_in_the_air(table),
    )


def _feature_sizes(table: Table) -> Iterator[TableWarning]:
    for feature in table.terrain.features:
        corners = np.concatenate([part.solid.bounds for part in feature.piece.parts])
        size = float(np.ptp(corners, axis=0).max())
        if not PIECE_SIZES[0] <= size <= PIECE_SIZES[1]:
            yield TableWarning(
                Message(
                    "'{feature}' is {size:.3g} in at its longest; is its unit right?",
                    {"feature": feature.id, "size": size},
                ),
            )


def _figure_sizes(table: Table) -> Iterator[TableWarning]:
    for model in table.models:
        tall = _height(model.figure)
        if not FIGURE_SIZES[0] <= tall <= FIGURE_SIZES[1]:
            yield TableWarning(
                Message(
                    "'{model}' is {tall:.3g} in tall; is its figure's unit right?", {"model": model.id, "tall": tall}
                )
            )


def _height(figure: Figure) -> float:
    return float(np.ptp(np.concatenate([part.solid.bounds[:, 2] for part in figure.parts])))


def _off_board(table: Table) -> Iterator[TableWarning]:
    board = (table.board.width, table.board.depth)
    for feature in table.terrain.features:
        out = max(_beyond(_carried(part.solid, feature.placement), board) for part in feature.piece.parts)
        if out > RESTING_GAP:
            yield TableWarning(
                Message("'{feature}' reaches {out:.2f} in beyond the board's edge", {"feature": feature.id, "out": out})
            )
    for model in table.models:
        low, high = _reach(base_outline(model))
        out = _beyond(np.stack([low, high]), board)
        if out > RESTING_GAP:
            yield TableWarning(
                Message(
                    "the base of '{model}' is {out:.2f} in beyond the board's edge", {"model": model.id, "out": out}
                )
            )


def _beyond(points: FloatArray, board: tuple[float, float]) -> float:
    return float(max(-points.min(), (points - board).max()))


def _carried(solid: Solid, placement: Placement) -> FloatArray:
    """Return corners (k, 2) that bound the placed solid: exactly where it is small, else those of its box."""
    if len(solid.vertices) <= 5000:
        return placement.apply(solid.vertices)[:, :2]
    (x0, y0, z), (x1, y1, _) = solid.bounds
    return placement.apply(np.array([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)]))[:, :2]


def base_outline(model: Model, *, inset: float = 0.0) -> ConvexShape2D:
    """Return the outline of the model's base where it stands, its rim drawn in by ``inset`` (in)."""
    base, (x, y, _) = model.base, model.placement.at
    half = (max(base.length / 2 - inset, 1e-6), max(base.width / 2 - inset, 1e-6))
    shape = Rectangle if base.shape is BaseShape.SQUARE else Ellipse
    return shape((x, y), half, model.placement.turn)


def _reach(outline: ConvexShape2D) -> tuple[FloatArray, FloatArray]:
    far = outline.farthest(np.array([(-1.0, 1e-9), (1e-9, -1.0), (1.0, 1e-9), (1e-9, 1.0)]))
    return far.min(axis=0), far.max(axis=0)


def _overlaps(table: Table) -> Iterator[TableWarning]:
    """Bases may touch: only if the rims, each drawn in by half the tolerance of real pieces, still meet do they
    overlap.
    """
    models = table.models
    at = np.array([model.placement.at for model in models]).reshape(-1, 3)
    radius = np.array([math.hypot(model.base.length, model.base.width) / 2 for model in models])
    top = at[:, 2] + [model.base.height for model in models]
    for i, model in enumerate(models):
        apart = np.hypot(*(at[i + 1 :, :2] - at[i, :2]).T)
        level = (at[i + 1 :, 2] < top[i] - RESTING_GAP) & (top[i + 1 :] > at[i, 2] + RESTING_GAP)
        for j in (np.flatnonzero(level & (apart < radius[i] + radius[i + 1 :])) + i + 1).tolist():
            inner = [base_outline(m, inset=RESTING_GAP / 2) for m in (model, models[j])]
            if span_between(inner[0], inner[1]).gap <= 0:
                yield TableWarning(Message("the bases of '{a}' and '{b}' overlap", {"a": model.id, "b": models[j].id}))


def _in_terrain(table: Table) -> Iterator[TableWarning]:
    for model in table.models:
        rim, body = _rim_points(model), _body_points(model)
        feet = model.placement.at[2]
        heights = np.linspace(LOW, max(_height(model.figure), LOW), 3) + feet - rim[0, 2]
        raised = [rim + np.array([0.0, 0.0, up]) for up in heights.tolist()]
        upper = body[body[:, 2] >= feet + LOW]
        for feature in table.terrain.features:
            name = next((part for part in _parts_around(feature, [rim, *raised], upper, len(body))), None)
            if name is not None:
                yield TableWarning(
                    Message("'{model}' stands inside '{part}'", {"model": model.id, "part": f"{feature.id}/{name}"})
                )


def _rim_points(model: Model) -> FloatArray:
    """Return the centre and points of the rim at the top of the base, drawn in by the tolerance of real pieces."""
    outline = base_outline(model, inset=RESTING_GAP)
    turns: FloatArray = np.arange(16, dtype=np.float64) * (math.pi / 8)
    rim = outline.corners() if isinstance(outline, Rectangle) else outline.rim(turns)
    flat = np.concatenate([[outline.centre], rim, (rim + np.roll(rim, 1, axis=0)) / 2])
    return np.column_stack([flat, np.full(len(flat), model.placement.at[2] + model.base.height)])


def _body_points(model: Model) -> FloatArray:
    bodies = [part.solid for part in model.figure.parts if part.tag is Tag.BODY]
    if not bodies:
        return np.empty((0, 3))
    points = np.concatenate([body.vertices for body in bodies])
    return model.placement.apply(points[:: max(1, len(points) // BODY_SAMPLES)])


def _parts_around(feature: Feature, rims: list[FloatArray], upper: FloatArray, count: int) -> Iterator[str]:
    """Yield the parts that a model stands inside, but for what is low; ``rims``: points of its base, and the same
    raised; ``upper``: those of the ``count`` points of its body that are over what is low.
    """
    back, at = Placement(turn=-feature.placement.turn), np.array(feature.placement.at)
    rim, *raised = (back.apply(points - at) for points in rims)
    upper = back.apply(upper - at)
    for part in feature.piece.parts:
        if not feature.blocks_sight(part):
            continue
        within = inside(part.solid, rim)
        is_tall = within.any() and any((within & inside(part.solid, higher)).any() for higher in raised)
        if is_tall or (len(upper) and inside(part.solid, upper).sum() > INSIDE_SHARE * count):
            yield part.id


def _in_the_air(table: Table) -> Iterator[TableWarning]:
    for model in table.models:
        height = model.placement.at[2]
        if height < -RESTING_GAP:
            yield TableWarning(
                Message("'{model}' stands {depth:.2f} in below the floor", {"model": model.id, "depth": -height})
            )
        elif standing_on(table, model).kind is SurfaceKind.AIR:
            yield TableWarning(
                Message(
                    "nothing is under the centre of '{model}', {height:.2f} in up",
                    {"model": model.id, "height": height},
                )
            )
