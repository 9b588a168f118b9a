"""Straight ways through doors and arches at many slants, each checked by the judge."""

import math
from dataclasses import dataclass

import numpy as np

from warcry3d.motion.free_space import Room
from warcry3d.motion.passages import Passage
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.trace import trace
from warcry3d.table.table import Table

__all__ = ["PassageLink", "passage_links_of"]

SLANTS = tuple(math.radians(degrees) for degrees in (0, -10, 10, -20, 20, -30, 30, -40, 40, -50, 50, -60, 60))
"""The angles to the passage's middle line at which a way through is tried."""

CLEARANCE = 0.004
"""How far (in) from the passage a base stands before and after it."""


@dataclass(frozen=True, slots=True)
class PassageLink:
    """A straight way through a door or arch: from (x, y) on one level's layer to another, and its length."""

    passage: Passage
    low: int
    start: tuple[float, float]
    high: int
    end: tuple[float, float]

    @property
    def length(self) -> float:
        """Return how long it is (in)."""
        return math.dist(self.start, self.end)


def passage_links_of(table: Table, model: str, room: Room, passage: Passage) -> list[PassageLink]:
    """Return the straight ways through a passage that the judge allows, in both directions.

    ``table`` must hold no other model.
    """
    volume = room.volume
    found = []
    u, v = passage.along
    for slant in SLANTS:
        c, s = math.cos(slant), math.sin(slant)
        way = (c * u - s * v, s * u + c * v)
        outline = volume.outline((0.0, 0.0))
        ahead = float(outline.farthest(np.array([(u, v)]))[0] @ np.array([u, v]))
        far = (passage.depth / 2 + ahead + CLEARANCE) / c
        x, y = passage.middle
        ends = [(x - far * way[0], y - far * way[1]), (x + far * way[0], y + far * way[1])]
        for start, end in (ends, ends[::-1]):
            low = room.levels.under((*start, passage.low))
            high = room.levels.under((*end, passage.low))
            if low is None or high is None:
                continue
            legs = (
                Leg(LegKind.PLACE, ((*start, low.height),)),
                Leg(LegKind.DOOR, ((*end, high.height),), passage.name),
            )
            if not trace(table, model, Path(legs)).faults:
                found.append(PassageLink(passage, low.number, start, high.number, end))
    return found
