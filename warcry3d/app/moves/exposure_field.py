"""How exposed every place is: from how much of the board a model of a size would be seen there. An estimate."""

from dataclasses import dataclass

import numpy as np

from warcry3d.app.moves.reach_field import flat_triangles
from warcry3d.app.scene.overlays import ColourField
from warcry3d.game.reasons import Point
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.exposure import StandInBody
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.ground import StandingGround, StandingLevel
from warcry3d.terrain.layouts.views import ExposureMap, exposure_map

__all__ = ["BODY", "ExposureField", "exposure_field"]

BODY = StandInBody(0.63, 1.3)
"""A figure 1.3 in tall on a base of 32 mm, the usual one of this estimate (docs/layouts.md)."""
STEP, LINES = 1.0, 8
LIFT, OPACITY = 0.04, 0.62


@dataclass(frozen=True, eq=False)
class ExposureField:
    """What is laid over the table, and the shares (n,) of the spots ``at`` (n, 3); ``low`` and ``high``: the shares at
    the ends of the ramp of colours. ``storeys``: lowest and highest height of each (in), the floor first;
    ``storey_of_fields``: the number of each field's.
    """

    fields: tuple[ColourField, ...]
    at: FloatArray
    shares: FloatArray
    low: float
    high: float
    storeys: tuple[tuple[float, float], ...] = ()
    storey_of_fields: tuple[int, ...] = ()

    def share_at(self, place: Point) -> float | None:
        """Return the share of the spot nearest to a place; None: no spot is within two inches of it."""
        off = np.linalg.norm(self.at - np.asarray(place), axis=1)
        nearest = int(off.argmin())
        return float(self.shares[nearest]) if off[nearest] <= 2 * STEP else None


def exposure_field(table: Table, *, step: float = STEP, lines: int = LINES) -> ExposureField:
    """Return the exposure of a table's places, its models left aside; raise `QuestionError` where it has no room.

    ``step``: from spot to spot (in); ``lines``: so many from each spot to each other.
    """
    ground = StandingGround(table)
    mapped = exposure_map(table, ground, BODY, step=step, lines=lines)
    shares = mapped.exposure.overall
    low, high = float(np.floor(shares.min() * 10) / 10), float(np.ceil(shares.max() * 10) / 10)
    high = max(high, low + 0.1)
    found = tuple(
        (field, int(ground.storeys[0][number]))
        for number, level in enumerate(mapped.levels)
        if (mapped.spots.level == number).any()
        for field in (_field(ground, level, mapped, number, (low, high)),)
        if len(field.triangles)
    )
    fields, storeys = tuple(field for field, _ in found), tuple(storey for _, storey in found)
    return ExposureField(fields, mapped.spots.at, shares, low, high, mapped.storeys, storeys)


def _field(
    ground: StandingGround, level: StandingLevel, mapped: ExposureMap, number: int, ends: tuple[float, float]
) -> ColourField:
    """Return the field of a level: a pixel for each spot, those between filled from the nearest."""
    from scipy.ndimage import distance_transform_edt

    from warcry3d.app.pictures.exposure import ramp

    chosen = mapped.spots.level == number
    cells = np.floor(mapped.spots.at[chosen, :2] / mapped.step + 1e-9).astype(np.int64)
    low, high = cells.min(axis=0) - 1, cells.max(axis=0) + 1
    grid = np.full((high - low + 1)[::-1], np.nan)
    grid[cells[:, 1] - low[1], cells[:, 0] - low[0]] = mapped.exposure.overall[chosen]
    rows, columns = distance_transform_edt(np.isnan(grid), return_distances=False, return_indices=True)
    filled = grid[rows, columns]
    colours = ramp(((filled - ends[0]) / (ends[1] - ends[0])).ravel()).reshape(*filled.shape, 3)
    image = np.concatenate([colours, np.full((*filled.shape, 1), OPACITY)], axis=2)
    area = ground.free(level, radius=mapped.body.radius, height=mapped.body.height)
    first = (low + 0.5) * mapped.step
    size = (high - low) * mapped.step
    return ColourField(
        flat_triangles(area, level.height + LIFT),
        np.rint(image * 255).astype(np.uint8),
        (float(first[0]), float(first[1])),
        (float(size[0]), float(size[1])),
    )
