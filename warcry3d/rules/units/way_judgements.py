"""Judgements of ways of a unit's models, kept for as long as nothing near a way changes.

While a unit is followed its ways are judged again and again, each time after others have moved; what moved elsewhere
changes nothing about a way.
"""

from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.corner_kernels import distances_to_way
from warcry3d.motion.path import Path
from warcry3d.motion.volume import volume_of
from warcry3d.rules.units.unit_ways import Moved
from warcry3d.table.models import Model

__all__ = ["WayJudgements"]

Judged = TypeVar("Judged")

BESIDE = 0.01
"""Models count as near a way up to so far (in) beyond what the circles around both bases reach."""

MOST_KEPT = 10_000

_Near: TypeAlias = tuple[tuple[str, Placement], ...]


class WayJudgements(Generic[Judged]):
    """What was judged of ways of the models of one unit, by their ids; all else stands where it is."""

    def __init__(self, figures: Mapping[str, Model]) -> None:
        self._figures = figures
        self._reaches = {id: volume_of(one).reach for id, one in figures.items()}
        self._known: dict[Hashable, Judged] = {}

    def of(self, model: str, path: Path, before: Moved, judge: Callable[[], Judged]) -> Judged:
        """Return what is judged of a model's way after others have moved ``before``, asked for only where it is new."""
        key = model, path, not before, self._near(model, path, before)
        found = self._known.get(key)
        if found is None:
            found = judge()
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = found
        return found

    def _near(self, model: str, path: Path, before: Moved) -> _Near:
        """Return the others of the unit that stand near a way, and how."""
        there = self._there(model, before)
        near = self._distances(model, path, there) <= self._reaches[model] + BESIDE
        return tuple(one for one, is_near in zip(there, near.tolist(), strict=True) if is_near)

    def _there(self, model: str, before: Moved) -> _Near:
        """Return the others of the unit, and where they stand."""
        gone = dict(before)
        return tuple((id, gone.get(id, one.placement)) for id, one in self._figures.items() if id != model)

    def _distances(self, model: str, path: Path, there: _Near) -> FloatArray:
        """Return how far the circles around the bases of others are from the centre's way (n,)."""
        way = [self._figures[model].placement.at[:2], *(point[:2] for leg in path.legs for point in leg.to)]
        places = np.array([at.at[:2] for _, at in there], np.float64).reshape(-1, 2)
        far: FloatArray = distances_to_way(places, np.array(way, np.float64))
        return far - [self._reaches[id] for id, _ in there]
