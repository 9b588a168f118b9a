"""Bases count (40K-BASE-1, 40K-SIGHT-1): figures with their bases as parts, and distances between bases or hulls."""

import math
from dataclasses import replace
from typing import TypeAlias
from weakref import WeakKeyDictionary, WeakSet

import numpy as np

from warcry3d.geom import shapes
from warcry3d.geom.solid import FloatArray, Placement, Solid
from warcry3d.rules.warhammer40k.units_on_table import model_traits
from warcry3d.sight.body_distance import body_vertices, measure_bodies
from warcry3d.sight.distance import Measure, base_outline, is_within, measure
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Table

__all__ = [
    "ENGAGEMENT",
    "ENGAGEMENT_HEIGHT",
    "engaged_with",
    "footprint_points",
    "is_engaged",
    "measure_models",
    "with_base",
    "with_bases",
]

ENGAGEMENT, ENGAGEMENT_HEIGHT = 1.0, 5.0
"""Engagement range, horizontally and vertically (in; 40K-ENGAGE-1)."""

SAGITTA = 0.002
"""How far (in) the sides of a base's solid may lie within its curved outline: a fifth of the sight tolerance."""

BASE_PART = "the base itself"
"""The id of the part that stands for a base: a figure that has it is left as it is."""

_Known: TypeAlias = WeakKeyDictionary[Figure, dict[Base, Figure]]
_WHOLE: _Known = WeakKeyDictionary()
_BASES: dict[Base, Figure] = {}
_TABLES: WeakKeyDictionary[Table, Table] = WeakKeyDictionary()
_WITH_BASES: WeakSet[Table] = WeakSet()
"""Tables that are such already. They are no keys of `_TABLES`: one that is its own value would be kept for ever."""


def with_bases(table: Table) -> Table:
    """Return the table with each model's base as a part of its figure; hulls have none. The same for the same table."""
    if table in _WITH_BASES:
        return table
    known = _TABLES.get(table)
    if known is None:
        known = replace(table, models=tuple(map(with_base, table.models)))
        _TABLES[table] = known
        _WITH_BASES.add(known)
    return known


def with_base(model: Model) -> Model:
    """Return a model whose base is a part of its figure; a hull as it is."""
    if model_traits(model).is_hull or any(part.id == BASE_PART for part in model.figure.parts):
        return model
    known = _WHOLE.setdefault(model.figure, {})
    if model.base not in known:
        parts = (*model.figure.parts, _base_part(model.base))
        known[model.base] = Figure(model.figure.name, parts)
    return replace(model, figure=known[model.base])


def _base_part(base: Base) -> FigurePart:
    return FigurePart(BASE_PART, Tag.BODY, base_solid(base))


def base_solid(base: Base) -> Solid:
    """Return a base as a solid about the origin: curved outlines with as many sides as `SAGITTA` asks for."""
    half_length, half_width = base.length / 2, base.width / 2
    if base.shape is BaseShape.SQUARE:
        return shapes.box((-half_length, -half_width, 0.0), (half_length, half_width, base.height))
    reach = max(half_length, half_width)
    sides = 4 * math.ceil(math.pi / math.acos(max(1 - SAGITTA / reach, 0.5)) / 4)
    turns = np.arange(sides) * (2 * math.pi / sides)
    outline = np.column_stack([half_length * np.cos(turns), half_width * np.sin(turns)])
    return shapes.prism(outline.tolist(), (0.0, base.height))


def measure_models(one: Model, other: Model) -> Measure:
    """Return how far two models are apart: between the edges of their bases, or from a hull (40K-DIST-1, -2)."""
    if not (model_traits(one).is_hull or model_traits(other).is_hull):
        return measure(one, other)
    return measure_bodies(_measured(one), _measured(other))


def _measured(model: Model) -> Model:
    """Return a model whose figure is what distances are measured from."""
    if model_traits(model).is_hull:
        return model
    if model.base not in _BASES:
        _BASES[model.base] = Figure("base", (_base_part(model.base),))
    return replace(model, figure=_BASES[model.base])


def is_engaged(one: Model, other: Model) -> bool:
    """Return whether two models are within engagement range of each other (40K-ENGAGE-1)."""
    (ax, ay, az), (bx, by, bz) = one.placement.at, other.placement.at
    reaches = sum(math.hypot(model.base.length, model.base.width) / 2 for model in (one, other))
    hulls = model_traits(one).is_hull or model_traits(other).is_hull
    if not hulls and (math.hypot(bx - ax, by - ay) > reaches + 2 * ENGAGEMENT or abs(bz - az) > 2 * ENGAGEMENT_HEIGHT):
        return False
    apart = measure_models(one, other)
    return is_within(apart.horizontal, ENGAGEMENT) and is_within(apart.vertical, ENGAGEMENT_HEIGHT)


def engaged_with(model: Model, others: tuple[Model, ...]) -> tuple[Model, ...]:
    """Return those of some models that are within engagement range of a model (40K-ENGAGE-1, -2)."""
    return tuple(other for other in others if is_engaged(model, other))


def footprint_points(model: Model) -> FloatArray:
    """Return points (n, 2) around the ground that a model covers: the rim of its base, or its hull from above."""
    if model_traits(model).is_hull:
        return body_vertices(model)[:, :2]
    if model.base.shape is BaseShape.SQUARE:
        return np.asarray(Placement(model.placement.at, model.placement.turn).apply(_corners(model.base))[:, :2])
    turns: FloatArray = np.arange(72, dtype=np.float64) * (math.pi / 36)
    return np.asarray(base_outline(model).rim(turns))  # type: ignore[union-attr]


def _corners(base: Base) -> FloatArray:
    length, width = base.length / 2, base.width / 2
    return np.array([(x, y, 0.0) for x in (-length, length) for y in (-width, width)])
