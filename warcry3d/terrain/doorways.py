"""The unit of a mesh from its doorways, where its length leaves a doubt."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from warcry3d.geom.solid import Solid
from warcry3d.message import Message
from warcry3d.table.bodies import INCHES
from warcry3d.table.wire_types import LengthUnit
from warcry3d.terrain.guess import Guess
from warcry3d.units import MM

__all__ = ["SURE", "by_doorways"]

SURE = 0.85
"""Guesses surer than this need no doors."""

_POSSIBLE = 0.15
"""Units less likely than this, by length alone, than the likeliest are not looked at."""

_WIDE, _HIGH = (0.9, 2.4), (1.4, 3.6)
"""Doors on the tabletop (in): 23 to 61 mm wide, 36 to 91 mm high."""

_WORTH = 6.0
"""So much likelier a unit becomes by a door."""


def by_doorways(
    solids: Sequence[Solid], guess: Guess[LengthUnit], likely: Mapping[LengthUnit, float]
) -> Guess[LengthUnit]:
    """Return the unit again, after a look at the ways through ``solids``, which are in inches as ``guess`` has them.

    ``likely``: how likely each unit is by the mesh's length.
    """
    least = _POSSIBLE * max(likely.values())
    scores = {unit: score for unit, score in likely.items() if score >= least}
    doors = {unit: _door(solids, INCHES[unit] / INCHES[guess.value]) for unit in scores}
    scores = {unit: score * (_WORTH if doors[unit] else 1.0) for unit, score in scores.items()}
    best = max(scores, key=lambda unit: scores[unit])
    door = doors[best]
    if door is None:
        return guess
    width, height = door
    reason = Message(
        "a way through {width:.0f} mm wide and {height:.0f} mm high is a door",
        MappingProxyType({"width": width / MM, "height": height / MM}),
    )
    return Guess(best, round(scores[best] / sum(scores.values()), 2), reason)


def _door(solids: Sequence[Solid], factor: float) -> tuple[float, float] | None:
    """Return width and height (in) of a way through as large as a door in solids made larger by a factor."""
    from warcry3d.terrain.classify.columns import columns_of, main_turn
    from warcry3d.terrain.classify.openings import openings

    larger = [Solid(solid.vertices * factor, solid.faces, _checked=True) for solid in solids]
    for way in openings(columns_of(larger, main_turn(larger)), larger):
        if _WIDE[0] <= way.width <= _WIDE[1] and _HIGH[0] <= way.height <= _HIGH[1]:
            return way.width, way.height
    return None
