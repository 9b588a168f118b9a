"""Where things happen on a table, in words: on which terrain, how far from whom. Reports of a battle say it so to
people; files and the terminal name places by their coordinates.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from warcry3d.game.places import PlaceName
from warcry3d.message import Message, message
from warcry3d.motion.path import Point
from warcry3d.rules.battle_api import Marker, MarkerKind
from warcry3d.rules.feature_outlines import feature_outline, holds_points
from warcry3d.sight.distance import base_outline, measure, measure_to_point
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature

__all__ = ["PlaceWords"]

NEAR = 6.0
"""Enemies and markers are named up to so far off (in): what is farther says little of a place."""
LEAST = 0.05
"""What is nearer than this (in) touches: shorter lengths round to nothing."""
RISE = 0.5
"""What lies lower (in) is a part of the floor to whoever reads a report."""


@dataclass(frozen=True, eq=False)
class PlaceWords:
    """Words for places on a table as it stands. ``markers``: what lies on it; ``acting``: the model that acts, to whom
    a place belongs where nobody else is named.
    """

    table: Table = field(repr=False)
    markers: Sequence[Marker] = ()
    acting: str = ""
    _known: dict[tuple[Point, str], Message] = field(default_factory=dict, init=False, repr=False)

    def said(self, place: PlaceName, members: Collection[str] = ()) -> Message:
        """Return a place in words, which the coordinates are where nothing is near.

        ``members``: the ids that the sentence names; the first model among them is the one that is there.
        """
        there = {model.id for model in self.table.models}
        key = place.at, next((id for id in members if id in there), self.acting)
        if key not in self._known:
            self._known[key] = self._words(place, key[1])
        return self._known[key]

    def _words(self, place: PlaceName, id: str) -> Message:
        mover = next((model for model in self.table.models if model.id == id), None)
        if mover is not None:
            mover = mover.moved(replace(mover.placement, at=place.at))
        below = self._below(place.at, mover)
        near = self._nearest(place.at, mover)
        if below is None:
            return near or self._beside(place.at, mover) or place
        on = message("{feature}, {up:.2f} in up", feature=below.id, up=place.at[2])
        return on if near is None else message("{place}, {near}", place=on, near=near)

    def _below(self, at: Point, mover: Model | None) -> Feature | None:
        """Return the terrain that a place above the floor is on, or hangs at: of several the smallest as seen from
        above.
        """
        if at[2] < RISE:
            return None
        features = [one for one in self.table.terrain.features if at[2] <= float(one.bounds[1][2]) + LEAST]
        over = [one for one in features if _is_over(one, at)]
        return min(over or [one for one in features if self._gap(one, at, mover) < LEAST], key=_size, default=None)

    def _nearest(self, at: Point, mover: Model | None) -> Message | None:
        """Return how far the nearest enemy or marker is, the marker of two as near."""
        near = sorted(self._landmarks(at, mover), key=lambda one: one[0])
        if not near or near[0][0] > NEAR:
            return None
        inches, what = near[0]
        if inches >= LEAST:
            return message("{inches:.2f} in from {other}", inches=inches, other=what)
        return what if isinstance(what, Message) else message("base contact with {other}", other=what)

    def _landmarks(self, at: Point, mover: Model | None) -> Iterator[tuple[float, Message | str]]:
        """Yield the distance (in) of each marker that lies on the table, with its name, then of enemies with their
        ids.
        """
        for marker in self.markers:
            is_carried = marker.kind is MarkerKind.TREASURE and bool(marker.side)
            if marker.kind is MarkerKind.DEPLOYMENT or is_carried or (mover is None and marker.at == at):
                continue
            inches = float(np.linalg.norm(np.subtract(marker.at, at)))
            yield (inches if mover is None else measure_to_point(mover, marker.at).direct), _called(marker)
        for other in self.table.models:
            if mover is not None and other.side != mover.side:
                yield measure(mover, other).direct, other.id

    def _beside(self, at: Point, mover: Model | None) -> Message | None:
        """Return which terrain is nearest to a place on the floor, and how far off it is."""
        found = [(self._gap(one, at, mover), one.id) for one in self.table.terrain.features]
        inches, name = min(found, default=(NEAR + 1, ""))
        if inches > NEAR:
            return None
        if inches < LEAST:
            return message("the foot of {feature}", feature=name)
        return message("{inches:.2f} in from {feature}", inches=inches, feature=name)

    def _gap(self, feature: Feature, at: Point, mover: Model | None) -> float:
        """Return how far a place, or the base of who is there, is from a feature's outline (in)."""
        if mover is not None:
            spot = base_outline(mover).nearest(_nearest_on(feature, at)[None, :])[0]
        else:
            spot = np.array(at[:2])
        corners = feature_outline(feature)
        if holds_points(corners, spot[None, :]):
            return 0.0
        return float(np.hypot(*(_nearest_on(feature, (float(spot[0]), float(spot[1]), 0.0)) - spot)))


def _nearest_on(feature: Feature, at: Point) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the point (2,) of a feature's outline that is nearest to a place."""
    corners, spot = feature_outline(feature), np.array(at[:2])
    ways = np.roll(corners, -1, axis=0) - corners
    along = ((spot - corners) * ways).sum(axis=1) / np.maximum((ways**2).sum(axis=1), 1e-12)
    points = corners + np.clip(along, 0.0, 1.0)[:, None] * ways
    return np.asarray(points[((points - spot) ** 2).sum(axis=1).argmin()])


def _is_over(feature: Feature, at: Point) -> bool:
    """Return whether a place is within the outline of a feature, as seen from above."""
    (x0, y0, _), (x1, y1, _) = feature.bounds
    return bool(x0 <= at[0] <= x1 and y0 <= at[1] <= y1) and holds_points(feature_outline(feature), np.array([at[:2]]))


def _size(feature: Feature) -> float:
    (x0, y0, _), (x1, y1, _) = feature.bounds
    return float((x1 - x0) * (y1 - y0))


def _called(marker: Marker) -> Message:
    """Return what an objective or a treasure is called."""
    if marker.kind is MarkerKind.OBJECTIVE:
        return message("objective {number}", number=marker.label)
    return message("treasure {number}", number=marker.label)
