"""Where a model looks from, and its middle (in, in the table's frame)."""

import numpy as np

from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.models import Model, Tag

__all__ = ["bodies", "eye_point", "middle_of"]


def eye_point(model: Model) -> FloatArray:
    """Return a model's eye: over the middle of its base, at nine tenths of its figure's height above the base."""
    x, y, z = model.placement.at
    base = model.base.height
    top = max((float(s.bounds[1, 2]) for s in bodies(model)), default=z + base + 1.0)
    return np.array([x, y, z + base + 0.9 * max(top - z - base, 0.2)])


def middle_of(model: Model) -> FloatArray:
    """Return the middle of a model's figure, or of the air over its base if it has none."""
    solids = model.solids
    if not solids:
        x, y, z = model.placement.at
        return np.array([x, y, z + model.base.height + 0.6])
    low = np.min([s.bounds[0] for s in solids], axis=0)
    high = np.max([s.bounds[1] for s in solids], axis=0)
    return np.asarray((low + high) / 2)


def bodies(model: Model) -> list[Solid]:
    """Return the solids of a model's body in the table's frame, or all of its figure if none is tagged so."""
    tagged = [s for s, part in zip(model.solids, model.figure.parts, strict=True) if part.tag is Tag.BODY]
    return list(tagged or model.solids)
