"""The level places of a piece that fighters stand on, what stands in their way there, and how they get there."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from warcry3d.motion.levels import STEP
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.volume import Volume
from warcry3d.table.derive import holds_square, level_tops
from warcry3d.table.kinds import PartKind
from warcry3d.terrain.findings import Place
from warcry3d.terrain.lint.reaching import reached
from warcry3d.terrain.lint.subject import BASES_MM, PieceLevel, Subject
from warcry3d.units import BASE_HEIGHT, LEVEL_TOLERANCE, MM, PLATFORM_SIDE

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["PieceLevels", "middle_of"]

_PEBBLE = 0.12
"""Things lower than this (in, 3 mm) count as part of the level that they lie on."""
_COARSE = 0.02
_SLIP = 0.1
"""Strips of a level narrower than this (in) beside what stands on it cannot be stood on."""

_NOBODY = frozenset({PartKind.LADDER, PartKind.STAIRS, PartKind.UNCLIMBABLE, PartKind.SCENERY, PartKind.DOOR})


@dataclass(frozen=True, eq=False)
class PieceLevels:
    """The levels of a piece."""

    subject: Subject

    @cached_property
    def all(self) -> tuple[PieceLevel, ...]:
        """Return the level tops that fighters may stand on, in the order of parts.

        Tops covered by another part are left out, and so is what a part covers of them.
        """
        whole = self.subject.standing
        if whole is None:
            return ()
        found = []
        for part in whole.parts:
            if part.kinds & _NOBODY:
                continue
            for top in level_tops(part):
                cover = whole.projection(top.height + LEVEL_TOLERANCE, top.height + 2 * _PEBBLE)
                open_ = top.outline.difference(cover.buffer(LEVEL_TOLERANCE / 2))
                if any(holds_square(area, PLATFORM_SIDE) for area in _areas(_without_slips(open_))):
                    found.append(PieceLevel(part.id, top.height, top.outline))
        return tuple(found)

    def room(self, level: PieceLevel, base_mm: float, *, height: float | None = None) -> "BaseGeometry":
        """Return where the centre of a round base may stand.

        Over the platform, clear of everything that rises beside it up to ``height`` (in; that of a figure on its base
        unless given).
        """
        whole = self.subject.standing
        assert whole is not None
        tall = self.subject.limits.figure + BASE_HEIGHT if height is None else height
        in_way = whole.projection(level.height + _PEBBLE, level.height + tall).simplify(_COARSE / 4)
        radius = base_mm * MM / 2
        base = Volume(False, (radius, radius), 0.0, tall, BASE_HEIGHT)
        return level.outline.difference(minkowski_sum(in_way, base, inset=0.0))

    def fitting(self, level: PieceLevel) -> tuple[float, ...]:
        """Return the common bases (mm) that find room on a level."""
        return tuple(base for base in BASES_MM if self.room(level, base).area > 1e-4)

    def headroom(self, level: PieceLevel) -> float:
        """Return the tallest figure with its base (in) that finds room for the smallest base, 0 if none does."""
        low, high = 0.0, self.subject.limits.figure + BASE_HEIGHT
        for _ in range(8):
            middle = (low + high) / 2
            is_room = middle <= _PEBBLE or self.room(level, BASES_MM[0], height=middle).area > 1e-4
            low, high = (middle, high) if is_room else (low, middle)
        return low if low > _PEBBLE else 0.0

    @cached_property
    def reached(self) -> frozenset[int]:
        """Return the numbers of the levels that a model on the smallest base gets to from the floor.

        What is lower than an inch is part of the floor.
        """
        low = frozenset(i for i, level in enumerate(self.all) if level.height < STEP)
        if len(low) == len(self.all):
            return low
        return low | reached(self.subject, self.all, BASES_MM[0])


def _without_slips(area: "BaseGeometry") -> "BaseGeometry":
    """Return an area without what of it is narrower than `_SLIP`; its corners stay sharp, so that a square inch stays
    one.
    """
    half = _SLIP / 2
    return area.buffer(-half, join_style="mitre").buffer(half, join_style="mitre").intersection(area)


def _areas(shape: "BaseGeometry") -> list["BaseGeometry"]:
    import shapely

    parts: list[BaseGeometry] = shapely.get_parts(shape).tolist()
    return [part for part in parts if part.area > 0]


def middle_of(outline: "BaseGeometry", height: float) -> Place:
    """Return a place inside an outline at a height."""
    point = outline.representative_point()
    return (round(float(point.x), 4), round(float(point.y), 4), round(height, 4))
