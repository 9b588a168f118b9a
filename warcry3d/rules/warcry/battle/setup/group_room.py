"""Whether a whole battle group finds room where it is set up, and places for its fighters (WC-RESERVE-5).

The search is a heuristic: bases are placed one by one, the largest first, each as far to one side as there is room,
from several sides. An arrangement that it finds proves that the group fits; a group for which it finds none counts as
one that does not fit.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.setup.deployment_places import DeploymentGround, places_for
from warcry3d.rules.warcry.battle.state import FighterState, State

__all__ = ["way_for"]

SIDES = 12
"""From how many sides of the area the search starts, one after another."""

INSIDE = 0.004
"""Places are taken this far (in) inside the areas if that leaves any: polygons approximate curves there."""

ARC = 32
"""Segments of a quarter of the circles that keep bases apart."""


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A fighter to set up: its volume and where it may stand while nobody else of its group is there."""

    fighter: FighterState
    volume: Volume
    grounds: tuple[DeploymentGround, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Placed:
    """A fighter that was placed: where, at what height."""

    candidate: _Candidate
    x: float
    y: float
    height: float


def way_for(state: State, fighters: Sequence[FighterState], hint: Sequence[Deploy] = ()) -> tuple[Deploy, ...]:
    """Return places for all fighters of a group wholly within reach of their point; empty if none were found.

    ``hint``: places found before; they are returned if they still hold.
    """
    candidates = [_candidate(state, fighter) for fighter in fighters]
    if not all(candidate.grounds for candidate in candidates):
        return ()
    if hint and _still_holds(candidates, hint):
        return tuple(hint)
    candidates.sort(key=lambda candidate: -candidate.volume.reach)
    for side in range(SIDES):
        placed = _set_down(candidates, side * math.tau / SIDES)
        if placed is not None:
            return tuple(Deploy(one.candidate.fighter.id, (one.x, one.y, one.height)) for one in placed)
    return ()


def _candidate(state: State, fighter: FighterState) -> _Candidate:
    volume = volume_of(state.context.model(fighter.changed(at=(0.0, 0.0, 0.0), turn=0.0)))
    return _Candidate(fighter, volume, places_for(state, fighter))


def _still_holds(candidates: Sequence[_Candidate], hint: Sequence[Deploy]) -> bool:
    import shapely

    spots = {one.fighter: one.at for one in hint}
    return all(
        candidate.fighter.id in spots
        and any(
            ground.level.height == spots[candidate.fighter.id][2]
            and shapely.covers(ground.area, shapely.Point(spots[candidate.fighter.id][:2]))
            for ground in candidate.grounds
        )
        for candidate in candidates
    )


def _set_down(candidates: Sequence[_Candidate], turn: float) -> list[_Placed] | None:
    """Return places for all, each the farthest free one towards one side; None if a fighter finds none."""
    placed: list[_Placed] = []
    for candidate in candidates:
        spots = [spot for ground in candidate.grounds for spot in _spots(candidate, ground, placed)]
        if not spots:
            return None
        placed.append(max(spots, key=lambda one: one.x * math.cos(turn) + one.y * math.sin(turn)))
    return placed


def _spots(candidate: _Candidate, ground: DeploymentGround, placed: Sequence[_Placed]) -> Iterator[_Placed]:
    """Yield the corners of what is left of a level for a fighter among those placed."""
    import shapely

    left = _inner(ground.area)
    for other in placed:
        if _shares_height(candidate, ground.level.height, other):
            apart = (candidate.volume.reach + other.candidate.volume.reach + INSIDE) / math.cos(math.pi / (4 * ARC))
            left = shapely.difference(left, shapely.Point(other.x, other.y).buffer(apart, quad_segs=ARC))
    for x, y in shapely.get_coordinates(left).tolist():
        yield _Placed(candidate, x, y, ground.level.height)


def _inner(area: Any) -> Any:
    inner = area.buffer(-INSIDE)
    return area if inner.is_empty else inner


def _shares_height(candidate: _Candidate, height: float, other: _Placed) -> bool:
    """Return whether two fighters at these heights must not overlap in plan."""
    top, other_top = height + candidate.volume.height, other.height + other.candidate.volume.height
    return height < other_top and other.height < top
