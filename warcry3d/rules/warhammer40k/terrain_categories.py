"""What terrain features are in Warhammer 40,000 (40K-TERRAIN-3): as a table says, else by their piece and shape."""

from pathlib import PurePath
from types import MappingProxyType
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.rules.feature_outlines import feature_outline, holds_points
from warcry3d.rules.warhammer40k.bases import footprint_points
from warcry3d.rules.warhammer40k.units_on_table import model_traits
from warcry3d.sight.body_distance import body_vertices
from warcry3d.table.models import Model
from warcry3d.table.terrain import Feature, PartKind, TerrainCategory

__all__ = ["AREAS", "OBSTACLES", "category_of", "covers_part_of", "is_wholly_within", "plan_points", "top_of"]

_C = TerrainCategory
AREAS: Final = frozenset({_C.CRATER, _C.WOODS, _C.RUINS})
"""Area terrain: models are within it or not."""
OBSTACLES: Final = frozenset({_C.BARRICADE, _C.DEBRIS})
"""What no model is set up or ends a move on top of (40K-BARRICADE-1, 40K-DEBRIS-1)."""

SHIPPED: Final = MappingProxyType(
    {
        **dict.fromkeys(("ruin", "watchtower", "lookout", "stilt-hut", "gate", "palisade-gate"), _C.RUINS),
        **dict.fromkeys(("house", "barrels", "cargo", "stone-bridge", "rope-bridge"), _C.HILL),
        **dict.fromkeys(
            ("walkway", "walkway-corner", "walkway-crossing", "walkway-ramp", "walkway-stairs", "walkway-straight"),
            _C.HILL,
        ),
        **dict.fromkeys(("low-wall", "low-wall-corner", "palisade", "spiked-fence"), _C.BARRICADE),
        **dict.fromkeys(("statue", "totem", "shrine", "well", "wreck", "fallen-log", "high-wall"), _C.DEBRIS),
        "dead-tree": _C.WOODS,
        "reed-pool": _C.CRATER,
        "loophole-wall": _C.DEBRIS,
    }
)
"""Pieces that ship, by the name of their file."""

LOW = 2.0
"""Inches up to which a line of terrain is a barricade: what is moved over as if it were not there (40K-HEIGHT-1)."""
SHALLOW = 0.5
"""Inches up to which wide terrain is a crater."""
STORIES = 2.0
"""Inches above its foot from which a floor of a piece is an upper floor: then the piece is a ruin."""
_KNOWN: WeakKeyDictionary[Feature, TerrainCategory] = WeakKeyDictionary()


def category_of(feature: Feature) -> TerrainCategory:
    """Return a feature's category: as its table says, else that of a piece that ships, else by its shape."""
    if feature.category is not None:
        return feature.category
    if feature not in _KNOWN:
        stem = PurePath(feature.piece.name).stem
        _KNOWN[feature] = SHIPPED.get(stem) or _category_of_shape(feature)
    return _KNOWN[feature]


def _category_of_shape(feature: Feature) -> TerrainCategory:
    """Return what a feature looks like: woods are scenery, ruins have an upper floor, barricades are low and narrow,
    craters wide and shallow, hills can be stood on; the rest is debris.
    """
    kinds = [part.kinds for part in feature.piece.parts]
    if all(PartKind.SCENERY in own for own in kinds):
        return _C.WOODS
    bounds = np.array([solid.bounds for solid in feature.solids.values()])
    low, high = bounds[:, 0].min(axis=0), bounds[:, 1].max(axis=0)
    tall = float(high[2] - low[2])
    floors = [box for own, box in zip(kinds, bounds, strict=True) if PartKind.PLATFORM in own]
    if any(float(box[1, 2] - low[2]) >= STORIES for box in floors) and len(kinds) > 1:
        return _C.RUINS
    narrow, wide = sorted((high - low)[:2].tolist())
    if tall <= SHALLOW and narrow >= 2.0:
        return _C.CRATER
    if tall <= LOW and narrow <= 1.0 and wide >= 2.0 * narrow:
        return _C.BARRICADE
    return _C.HILL if floors or (narrow >= 2.0 and len(kinds) == 1) else _C.DEBRIS


def top_of(feature: Feature) -> float:
    """Return the height of a feature's highest part (in)."""
    return max(float(solid.bounds[1][2]) for solid in feature.solids.values())


def is_wholly_within(model: Model, feature: Feature) -> bool:
    """Return whether no part of a model's base or hull is outside an area feature's outline (40K-DIST-7)."""
    return holds_points(feature_outline(feature), footprint_points(model))


def covers_part_of(model: Model, feature: Feature) -> bool:
    """Return whether some part of a model's base or hull is within an area feature's outline."""
    import shapely

    own = shapely.MultiPoint(footprint_points(model)).convex_hull
    return bool(shapely.Polygon(feature_outline(feature)).intersects(own))


def plan_points(model: Model) -> FloatArray:
    """Return points (n, 2) whose hull is a model from above: base and figure."""
    if model_traits(model).is_hull:
        return body_vertices(model)[:, :2]
    return np.concatenate([footprint_points(model), body_vertices(model)[:, :2]])
