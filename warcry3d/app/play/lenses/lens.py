"""The lenses there are, each with its title and what its colours mean. A lens shows something of the whole table while
its key is held (docs/window.md).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from warcry3d.app.scene.colours import AMBER, BLUE, GREEN, RED, Colour
from warcry3d.app.scene.pair_line import UNSEEN
from warcry3d.message import template

__all__ = ["HIGH", "LEGENDS", "LOW", "TITLES", "Lens", "LensEntry"]

LOW: Colour = (0.283, 0.141, 0.458)
HIGH: Colour = (0.993, 0.906, 0.144)
"""Near the ends of the ramp of `warcry3d.app.pictures.exposure`."""


class Lens(StrEnum):
    """What is shown: who sees whom; where enemies can get to and strike; how exposed each place is; how high each
    surface is; names and bases without figures.
    """

    SIGHT = "sight"
    THREAT = "threat"
    EXPOSURE = "exposure"
    HEIGHTS = "heights"
    BASES = "bases"


@dataclass(frozen=True, slots=True)
class LensEntry:
    """A line of a legend: a colour, and what it means."""

    colour: Colour
    template: str


TITLES: Mapping[Lens, str] = MappingProxyType(
    {
        Lens.SIGHT: template("lines of sight"),
        Lens.THREAT: template("where enemies can get to"),
        Lens.EXPOSURE: template("exposure"),
        Lens.HEIGHTS: template("heights"),
        Lens.BASES: template("names and bases"),
    }
)
LEGENDS: Mapping[Lens, tuple[LensEntry, ...]] = MappingProxyType(
    {
        Lens.SIGHT: (
            LensEntry(GREEN, "seen, and not in cover"),
            LensEntry(BLUE, "seen, in cover"),
            LensEntry(AMBER, "too close to call, dashed"),
            LensEntry(UNSEEN, "hidden, dashed"),
        ),
        Lens.THREAT: (
            LensEntry(AMBER, "where it can move to"),
            LensEntry(RED, "as far as its hand-to-hand weapons reach beyond that; no walls, heights or shots"),
        ),
        Lens.EXPOSURE: (
            LensEntry(HIGH, "exposed: seen from much of the board"),
            LensEntry(LOW, "sheltered: seen from little of it"),
        ),
        Lens.HEIGHTS: (
            LensEntry(HIGH, "the highest surfaces"),
            LensEntry(LOW, "the lowest surfaces above the floor"),
        ),
        Lens.BASES: (),
    }
)
