"""The terrain that stops movers: its parts, their triangles in one array, and projections by height."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.slab import body_of
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.geom.vertical_cast import vertical_cast
from warcry3d.motion.path import Point, along
from warcry3d.motion.projection import flat_projection, projection
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume
from warcry3d.once import once
from warcry3d.table.derive import describe
from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Ground", "Stopper", "ground_of"]

FIRST_TOLERANCE = 1e-5
"""How exactly (in) the place is found where a body first meets something."""


@dataclass(frozen=True, eq=False)
class Stopper:
    """A part that stops movement: closed doors, masonry, stairs; everything but scenery and air.

    ``kinds``: as used in play, including those derived from its shape; ``solid`` in the table's frame.
    """

    name: str
    feature: Feature
    part: Part
    kinds: frozenset[PartKind]
    solid: Solid

    @property
    def low(self) -> float:
        """Return its lowest height."""
        return float(self.solid.bounds[0, 2])

    @property
    def high(self) -> float:
        """Return its greatest height."""
        return float(self.solid.bounds[1, 2])

    @once
    def body(self) -> Any:
        """Return it as a manifold3d body, to cut and project."""
        return body_of(self.solid)

    def projection(self, low: float, high: float) -> Any:
        """Return the part between two heights as seen from above; see `warcry3d.motion.projection`."""
        key = max(low, self.low), min(high, self.high)
        if key not in self._projections:
            self._projections[key] = projection(self.part, low, high, self.feature.placement)
        return self._projections[key]

    @once
    def _projections(self) -> dict[tuple[float, float], Any]:
        """Return the projections derived so far, by the heights between which they lie."""
        return {}


@dataclass(frozen=True, eq=False)
class Ground:
    """All stopping parts of a table's terrain.

    ``triangles`` (n, 3, 3) of all of them, ``boxes`` (n, 6) the corners around each, ``whose`` (n,) the stopper's
    number.
    """

    stoppers: tuple[Stopper, ...]
    triangles: FloatArray
    boxes: FloatArray
    whose: NDArray[np.int32]

    def span(self, number: int) -> tuple[int, int]:
        """Return the numbers of a stopper's first triangle and of the one after its last."""
        return int(self.starts[number]), int(self.starts[number + 1])

    def flat(self, number: int, some: bytes) -> Any:
        """Return some triangles of a stopper as seen from above, whole; ``some`` is a bit mask of them."""
        if (number, some) not in self._flats:
            first, last = self.span(number)
            bits = np.unpackbits(np.frombuffer(some, dtype=np.uint8), count=last - first)
            self._flats[number, some] = flat_projection(self.triangles[first:last][bits > 0])
        return self._flats[number, some]

    @once
    def _flats(self) -> dict[tuple[int, bytes], Any]:
        return {}

    @once
    def starts(self) -> NDArray[np.int64]:
        """Return the number of each stopper's first triangle, and how many there are in all, (k + 1,)."""
        return np.searchsorted(self.whose, np.arange(len(self.stoppers) + 1))

    @once
    def bounds(self) -> FloatArray:
        """Return lowest and highest corner of each stopper, (k, 2, 3)."""
        return np.array([stopper.solid.bounds for stopper in self.stoppers]).reshape(-1, 2, 3)

    def meets(
        self,
        volume: Volume,
        start: Point,
        end: Point,
        *,
        low: float = RESTING_GAP,
        high: float | None = None,
        skip: NDArray[np.bool_] | None = None,
        play: float = TOUCH_TOLERANCE,
    ) -> NDArray[np.int64]:
        """Return the numbers of the triangles that a body meets on the straight way between two points of its centre.

        The body is the volume between the heights ``low`` and ``high`` above its centre (all of it unless given), its
        rim drawn in by ``play``: touching is not meeting. ``skip`` (n,): triangles that do not count.
        """
        near = self._near(volume, start, end, low, volume.height if high is None else high)
        if skip is not None and len(near):
            near = near[~skip[near]]
        return near[self._met(near, volume, start, end, low, high, play)]

    def _met(
        self,
        these: NDArray[np.int64],
        volume: Volume,
        start: Point,
        end: Point,
        low: float,
        high: float | None,
        play: float,
    ) -> NDArray[np.bool_]:
        """Return which of ``these`` triangles are met."""
        from warcry3d.motion.swept.collisions import MAX_POINTS, colliding_triangles

        high = volume.height - TOUCH_TOLERANCE if high is None else high
        found = np.zeros(len(these), dtype=np.bool_)
        if not len(these) or high <= low:
            return found
        half = (max(volume.half[0] - play, 1e-6), max(volume.half[1] - play, 1e-6))
        frame = np.array([math.cos(volume.turn), math.sin(volume.turn), *half])
        origin = np.array(start, dtype=np.float64)
        step, room = np.array(end) - origin, np.empty((MAX_POINTS, 2))
        colliding_triangles(
            self.triangles[these], self.boxes[these], origin, step, frame, volume.is_square, low, high, room, found
        )
        return found

    def _near(self, volume: Volume, start: Point, end: Point, low: float, high: float) -> NDArray[np.int64]:
        """Return the triangles of stoppers whose boxes the body's way comes near."""
        if not len(self.stoppers):
            return np.empty(0, dtype=np.int64)
        first, last = np.minimum(start, end), np.maximum(start, end)
        reach = volume.reach
        least = first + np.array([-reach, -reach, low])
        most = last + np.array([reach, reach, high])
        bounds = self.bounds
        close = ((bounds[:, 0] < most) & (bounds[:, 1] > least)).all(axis=1)
        if not close.any():
            return np.empty(0, dtype=np.int64)
        near = np.flatnonzero(close[self.whose])
        boxes = self.boxes[near]
        return np.asarray(near[((boxes[:, :3] < most) & (boxes[:, 3:] > least)).all(axis=1)], dtype=np.int64)

    def first_met(
        self,
        volume: Volume,
        start: Point,
        end: Point,
        met: NDArray[np.int64],
        *,
        low: float = RESTING_GAP,
        high: float | None = None,
        play: float = TOUCH_TOLERANCE,
    ) -> tuple[Point, str]:
        """Return the centre's place where a body on its way first meets these triangles, and the part's name.

        Found by bisection: a body that meets nothing up to a place met nothing before it. low, high, play: as in
        `meets`.
        """
        a, b, left = 0.0, 1.0, met
        length = math.dist(start, end)
        while (b - a) * length > FIRST_TOLERANCE:
            middle = (a + b) / 2
            hit = self._met(left, volume, start, along(start, end, middle), low, high, play)
            if hit.any():
                b, left = middle, left[hit]
            else:
                a = middle
        return along(start, end, b), self.stoppers[int(self.whose[left[0]])].name

    def belonging(self, wanted: Iterable[str]) -> NDArray[np.bool_]:
        """Return for each triangle whether it belongs to one of the stoppers with the ``wanted`` names."""
        names = set(wanted)
        numbers = np.array([stopper.name in names for stopper in self.stoppers], dtype=np.bool_)
        return np.asarray(numbers[self.whose], dtype=np.bool_)

    def projection(self, low: float, high: float, only: Iterable[Stopper] | None = None) -> Any:
        """Return the stoppers between two heights as seen from above."""
        import shapely

        projections = [s.projection(low, high) for s in (self.stoppers if only is None else only)]
        return shapely.union_all([projection for projection in projections if not projection.is_empty])

    def top_under(self, at: Point, ceiling: float) -> tuple[float, str]:
        """Return the height and name of the highest upward face straight under or at ``at``, at most ``ceiling`` high.

        Minus infinity where there is none.
        """
        best, name = -math.inf, ""
        x, y = at[:2]
        for number in np.flatnonzero(_around(self.bounds.reshape(-1, 6), x, y, ceiling)).tolist():
            first, last = self.span(number)
            faces = _around(self.boxes[first:last], x, y, ceiling)
            if not faces.any():
                continue
            met = vertical_cast(self.stoppers[number].solid, np.array([at[:2]]), faces=faces)
            tops = met.z[met.up & (met.z <= ceiling)]
            if len(tops) and float(tops.max()) > best:
                best, name = float(tops.max()), self.stoppers[number].name
        return best, name

    def rest_under(self, volume: Volume, at: Point) -> tuple[float, str]:
        """Return the height at which a body that sinks straight down from ``at`` comes to rest, and the part it rests
        on.

        0 and "" for the floor.
        """
        floor = (at[0], at[1], 0.0)
        if at[2] <= LENGTH_EPSILON:
            return 0.0, ""
        how: dict[str, Any] = {"low": 0.0, "high": min(volume.height, RESTING_GAP)}
        met = self.meets(volume, (at[0], at[1], at[2] + LENGTH_EPSILON), floor, **how)
        if not len(met):
            return 0.0, ""
        place, name = self.first_met(volume, (at[0], at[1], at[2] + LENGTH_EPSILON), floor, met, **how)
        return place[2], name


def _around(boxes: FloatArray, x: float, y: float, ceiling: float) -> NDArray[np.bool_]:
    """Return which boxes (n, 6) a vertical line at (x, y) passes through, or nearly, that begin below a ceiling (n)."""
    found: NDArray[np.bool_] = boxes[:, 0] <= x + LENGTH_EPSILON
    found &= boxes[:, 1] <= y + LENGTH_EPSILON
    found &= boxes[:, 2] <= ceiling
    found &= boxes[:, 3] >= x - LENGTH_EPSILON
    found &= boxes[:, 4] >= y - LENGTH_EPSILON
    return found


def ground_of(table: Table) -> Ground:
    """Return the ground of a table, made once for all tables that share its terrain."""
    derived = table.terrain.derived
    if not isinstance(derived.get("motion.ground"), Ground):
        derived["motion.ground"] = _ground(table)
    return cast(Ground, derived["motion.ground"])


def _ground(table: Table) -> Ground:
    kinds = {part.name: part.kinds for part in describe(table)}
    stoppers = tuple(
        Stopper(name, feature, part, kinds[name], feature.solids[part.id])
        for feature in table.terrain.features
        for part in feature.piece.parts
        for name in (f"{feature.id}/{part.id}",)
        if feature.blocks_sight(part)
    )
    triangles = [np.asarray(stopper.solid.triangles) for stopper in stoppers]
    heap = np.concatenate(triangles) if triangles else np.empty((0, 3, 3))
    boxes = np.concatenate([heap.min(axis=1), heap.max(axis=1)], axis=1)
    whose = np.repeat(np.arange(len(stoppers), dtype=np.int32), [len(t) for t in triangles])
    return Ground(stoppers, heap, boxes, whose)
