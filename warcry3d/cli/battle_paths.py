"""Paths and places as a person types them: ``14,3 16,5``, ``c 16,5,3``, ``f 10,10 @90``, ``+treasure-1``."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from warcry3d.app.moves.likely_legs import HeldPlace, Legs, Stance, likely_legs
from warcry3d.errors import WarcryError
from warcry3d.game.prompts import GoEnds, best_ends
from warcry3d.motion.free_space import room_of
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.volume import volume_of
from warcry3d.table.table import Table
from warcry3d.units import from_degrees

__all__ = [
    "KIND_LETTERS",
    "TypedAnswerError",
    "TypedPath",
    "TypedPoint",
    "numbers_of",
    "read_facing",
    "read_path",
    "read_point",
]

KIND_LETTERS: dict[str, LegKind] = {
    "w": LegKind.WALK,
    "c": LegKind.CLIMB,
    "j": LegKind.JUMP,
    "d": LegKind.DROP,
    "f": LegKind.FLY,
    "o": LegKind.DOOR,
}
"""The letter that a person types before a place, and the kind of leg it stands for."""

_POINT = re.compile(r"([wcjfo]?)(-?[0-9]*\.?[0-9]+),(-?[0-9]*\.?[0-9]+)(?:,(-?[0-9]*\.?[0-9]+))?")
_MOST_DIGITS = 40


class TypedAnswerError(WarcryError, ValueError):
    """What a person typed does not answer the question."""


@dataclass(frozen=True, slots=True)
class TypedPoint:
    """A place as it was typed (in); ``z`` None: to be found. ``kind``: of the leg that leads there; None: any."""

    x: float
    y: float
    z: float | None = None
    kind: LegKind | None = None


@dataclass(frozen=True, slots=True)
class TypedPath:
    """A path as it was typed: the legs, and what is taken along."""

    path: Path
    extras: tuple[str, ...]


def read_point(word: str) -> TypedPoint | None:
    """Return the place that a word says; None where it says none.

    >>> read_point("c16,5.5,3")
    TypedPoint(x=16.0, y=5.5, z=3.0, kind=<LegKind.CLIMB: 'climb'>)
    """
    found = _POINT.fullmatch(word[:_MOST_DIGITS])
    if found is None or len(word) > _MOST_DIGITS:
        return None
    letter, x, y, z = found.groups()
    return TypedPoint(float(x), float(y), None if z is None else float(z), KIND_LETTERS.get(letter))


def numbers_of(point: TypedPoint, table: Table, near: float | None = None) -> Point:
    """Return a place with its height: as typed, else of the surface there that is nearest to the height ``near``, the
    highest where None; the floor where there is no surface.
    """
    if point.z is not None:
        return (point.x, point.y, point.z)
    levels = levels_of(table)
    here = [level for level in levels.levels if level.holds(point.x, point.y)]
    if not here:
        return (point.x, point.y, 0.0 if near is None else near)
    level = here[-1] if near is None else min(here, key=lambda level: abs(level.height - near))
    return (point.x, point.y, levels.resting_height(level, point.x, point.y))


@dataclass
class _Laying:
    """A path while its words are read. ``is_allowed``: asked of every way that a place may be reached by."""

    table: Table
    model: str
    is_allowed: Callable[[Path], bool]
    ends: GoEnds | None = None
    legs: list[Leg] = field(default_factory=list)
    extras: list[str] = field(default_factory=list)
    facing: float | None = None

    @property
    def at(self) -> Point:
        return self.legs[-1].to[-1] if self.legs else self.table.model(self.model).placement.at

    @property
    def _stance(self) -> Stance:
        return Stance(self.at, levels_of(self.table).under(self.at))

    def add(self, point: TypedPoint) -> None:
        """Lay the legs that lead to a place: the first likely ones that are allowed so far, else the likeliest."""
        ways = [(*self.legs, *_turned(legs, self.facing)) for legs in self._ways(point)]
        if not ways:
            raise TypedAnswerError("no {kind} leads to {place}", kind=str(point.kind), place=f"{point.x:g},{point.y:g}")
        self.legs = list(next((way for way in ways if len(ways) > 1 and self.is_allowed(Path(way))), ways[0]))
        self.facing = None

    def _ways(self, point: TypedPoint) -> Iterator[Legs]:
        x, y, z = self.at
        if self.ends is not None and point.kind in (None, LegKind.WALK):
            yield from self._proposed(point)
            return
        match point.kind:
            case LegKind.FLY:
                yield (Leg(LegKind.FLY, (numbers_of(point, self.table),)),)
            case LegKind.JUMP:
                yield (Leg(LegKind.JUMP, (self._below(point),)),)
            case LegKind.WALK:
                yield (Leg(LegKind.WALK, (numbers_of(point, self.table, z),)),)
            case LegKind.CLIMB if point.z is not None:
                yield (Leg(LegKind.CLIMB, ((x, y, point.z), (point.x, point.y, point.z))),)
                yield (Leg(LegKind.CLIMB, ((point.x, point.y, point.z),)),)
            case kind:
                for legs in self._likely(point):
                    if kind is None or kind in {leg.kind for leg in legs}:
                        yield legs

    def _proposed(self, point: TypedPoint) -> Iterator[Legs]:
        """Yield the best way that the rule system proposes to the square around a place, then straight on."""
        assert self.ends is not None, "asked of systems that propose ways"
        for one in best_ends(self.ends(self.model, Path(tuple(self.legs)))):
            if max(abs(one.at[0] - point.x), abs(one.at[1] - point.y)) <= 0.5:
                yield one.path.legs
        yield (Leg(LegKind.WALK, ((point.x, point.y, 0.0),)),)

    def _below(self, point: TypedPoint) -> Point:
        """Return where a jump to a place lands."""
        if point.z is not None:
            return (point.x, point.y, point.z)
        level = levels_of(self.table).nearest_below((point.x, point.y, self.at[2]))
        return numbers_of(point, self.table, self.at[2] if level is None else level.height)

    def _likely(self, point: TypedPoint) -> Iterator[Legs]:
        """Yield what may be meant: to the surface nearest in height first, then to those above and below."""
        room = room_of(self.table, volume_of(self.table.model(self.model)))
        goals = [numbers_of(point, self.table, self.at[2])]
        if point.kind is LegKind.CLIMB:
            goals = [goal for goal in _heights(point, self.table) if abs(goal[2] - self.at[2]) > 0.5] or goals
        for goal in goals:
            yield from likely_legs(room, passages_of(self.table.terrain), self._stance, HeldPlace(goal))

    def drop(self) -> None:
        """Let go, and drop onto what is below."""
        x, y, z = self.at
        level = levels_of(self.table).nearest_below(self.at)
        self.legs.append(Leg(LegKind.DROP, ((x, y, z if level is None else level.height),), facing=self.facing))
        self.facing = None


def read_path(
    words: Iterable[str],
    table: Table,
    model: str,
    extras: Callable[[str], str],
    is_allowed: Callable[[Path], bool],
    ends: GoEnds | None = None,
) -> TypedPath:
    """Return the path that words say, from where a model stands; raise `TypedAnswerError` for what says nothing.

    ``extras``: the id of what a word after ``+`` names. ``is_allowed``: asked where a place can be reached in several
    ways. ``ends``: proposes ways, where the rule system does.
    """
    laying, kind = _Laying(table, model, is_allowed, ends), None
    for word in words:
        point = read_point(word)
        if point is not None:
            laying.add(TypedPoint(point.x, point.y, point.z, point.kind or kind))
            kind = None
        elif word == "d":
            laying.drop()
        elif word in KIND_LETTERS:
            kind = KIND_LETTERS[word]
        elif word.startswith("@"):
            laying.facing = read_facing(word)
        elif word.startswith("+"):
            laying.extras.append(extras(word[1:]))
        else:
            raise TypedAnswerError("expected a place such as 14,3, got '{word}'", word=word[:_MOST_DIGITS])
    if laying.facing is not None:
        laying.legs.append(Leg(LegKind.WALK, (laying.at,), facing=laying.facing))
    if not laying.legs:
        raise TypedAnswerError("a way needs at least one place, such as 14,3")
    return TypedPath(Path(tuple(laying.legs)), tuple(laying.extras))


def read_facing(word: str) -> float:
    """Return the facing (radians) of a word such as ``@90``."""
    if not re.fullmatch(r"@-?[0-9]{1,6}(\.[0-9]{1,6})?", word):
        raise TypedAnswerError("expected a facing in degrees such as @90, got '{word}'", word=word[:_MOST_DIGITS])
    return math.remainder(from_degrees(float(word[1:])), math.tau)


def _turned(legs: Legs, facing: float | None) -> Legs:
    """Return legs of which the first begins with a turn."""
    first = legs[0]
    return legs if facing is None else (Leg(first.kind, first.to, first.through, facing), *legs[1:])


def _heights(point: TypedPoint, table: Table) -> list[Point]:
    """Return a place on each surface that it is over, the highest first."""
    levels = levels_of(table)
    here: list[Level] = [level for level in levels.levels if level.holds(point.x, point.y)]
    return [(point.x, point.y, levels.resting_height(level, point.x, point.y)) for level in reversed(here)]
