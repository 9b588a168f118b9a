"""What the judge says of the fighter in hand: the legs that reach the pointer best, judged in the background."""

import math
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from typing import TypeAlias

from warcry3d.app.moves.likely_legs import HeldPlace, Legs, Stance, likely_legs, stance_of
from warcry3d.app.moves.reach_field import AnyField, ReachField
from warcry3d.app.moves.way_judgement import has_movement, judged_way, refused, shortened
from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.game.reasons import ActionFault
from warcry3d.motion.free_space import Room, room_of
from warcry3d.motion.levels import STEP
from warcry3d.motion.passages import passages_of
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.trace import prepare
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.motion.way_around import way_around
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.rules.moves import judge_move
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["USUAL", "Check", "MoveAnswer", "MoveJudge", "MoveQuestion", "own_inches", "turned_volume"]

USUAL = 6.0
"""The inches a fighter is given whose profile does not say."""
BESIDE = 0.75
"""Held where it does not get to, a fighter is put where it does, if that is so near (in)."""

Check: TypeAlias = Callable[[Path], tuple[ActionFault, ...]]
"""What a battle's rules say against a path; none: it is allowed, whatever the judge of moves says."""


@dataclass(frozen=True, slots=True)
class MoveQuestion:
    """What is asked of the judge: a fighter, the legs laid so far, where the pointer holds it (None: nowhere).

    ``allowed``: its inches. ``facing``: what it turns to before it goes on (radians); None: it keeps its facing.
    ``reachable``: where it can get to from there, once known: it knows ways that the pointer alone does not say.
    """

    model: str
    laid: Legs
    spot: HeldPlace | None
    allowed: float
    action: MoveAction = MoveAction.MOVE
    avoids_damage: bool = False
    facing: float | None = None
    reachable: AnyField | None = None


@dataclass(frozen=True, slots=True, eq=False)
class MoveAnswer:
    """The judge's answer: the whole path, its judgement, the legs of it that lead from what was laid to the pointer.

    ``is_shortened``: it ends before the pointer, with its last inch, or beside it, where the fighter gets to.
    """

    question: MoveQuestion
    path: Path
    moved: MoveResult
    added: Legs
    is_shortened: bool = False


def own_inches(table: Table, model: str) -> float | None:
    """Return the inches that a fighter's profile gives it; None where it does not say."""
    try:
        return judge_move(table, model, Path(())).allowed
    except (QuestionError, UnknownNameError):
        return None


class MoveJudge:
    """Answers questions about fighters of one table; called in one background thread.

    ``check``: what a battle's rules say, where one is going on: then they decide, and a way that is a little too long
    is shortened. ``kinds``: the kinds of legs that its ways may have, beside what the fighter's profile says.
    """

    def __init__(self, table: Table, check: Check | None = None, kinds: Set[LegKind] = frozenset(LegKind)) -> None:
        self._table = table
        self._check = check
        self._kinds = kinds
        self._prepared: set[object] = set()
        self._flyers: dict[str, bool] = {}

    def __call__(self, question: MoveQuestion) -> MoveAnswer:
        """Return the first likely way that the rules allow, the best of them all where they allow none.

        The first question about a base's outline derives what all others on this terrain rest on: up to a second.
        """
        self._prepare(question)
        tried = None
        for added in self._ways(question):
            one = self._judged(question, Path((*question.laid, *added)))
            if _is_fine(one):
                return one
            tried = one if tried is None or _badness(one) < _badness(tried) else tried
        assert tried is not None, "there is always a likely way"
        return tried if self._check is None else self._mended(tried, self._check)

    def _judged(self, question: MoveQuestion, path: Path) -> MoveAnswer:
        """Return what is said of a path; what the judge of moves allows, a battle's rules may still refuse."""
        moved = judged_way(self._table, question.model, path, allowed=question.allowed, action=question.action)
        if self._check is not None and path.legs and moved.is_legal:
            moved = refused(moved, self._check(path))
        return MoveAnswer(question, path, moved, path.legs[len(question.laid) :])

    def _mended(self, tried: MoveAnswer, check: Check) -> MoveAnswer:
        """Return an answer that is not allowed, shortened to its last inch, beside it within `BESIDE`, or allowed where
        a battle's rules do so.
        """
        for near in (self._short, self._beside):
            way = near(tried)
            if way is not None and len(way.legs) > len(tried.question.laid):
                one = self._judged(tried.question, way)
                if one.moved.is_legal:
                    return replace(one, is_shortened=True)
        if tried.path.legs and tried.moved.faults and not check(tried.path):
            return replace(tried, moved=replace(tried.moved, faults=()))
        return tried

    def _short(self, tried: MoveAnswer) -> Path | None:
        return shortened(tried.path, tried.moved)

    def _beside(self, tried: MoveAnswer) -> Path | None:
        """Return the way to the nearest place that the field knows: a field of a square inch is hard to point at."""
        question = tried.question
        if question.spot is None or question.spot.is_wall or not isinstance(question.reachable, ReachField):
            return None
        way = question.reachable.way_near(question.spot.at, BESIDE)
        return Path((*question.laid, *way)) if way is not None else None

    def _prepare(self, question: MoveQuestion) -> None:
        if self._table.grid is not None:
            return
        room = room_of(self._table, turned_volume(self._table, question))
        if (room.volume.key, room.volume.height) in self._prepared:
            return
        prepare(self._table, question.model)
        for level in room.levels.levels:
            room.free(level)
        self._prepared.add((room.volume.key, room.volume.height))

    def _ways(self, question: MoveQuestion) -> Iterator[Legs]:
        """Yield the ways that are tried; a fighter that is turned turns first, else when it is there."""
        if self._table.grid is not None:
            yield from _over_squares(question)
            return
        for added in self._likely(question):
            yield _turned(added, question.facing)
        volume = volume_of(self._table.model(question.model))
        if question.facing is None or question.spot is None or volume.is_round:
            return
        for added in self._likely(replace(question, facing=None)):
            last = LegKind.CLIMB if question.spot.is_wall else LegKind.WALK
            yield (*added, Leg(last, (added[-1].to[-1],), facing=question.facing))

    def _likely(self, question: MoveQuestion) -> Iterator[Legs]:
        """Yield the ways that are tried: straight through the air for who may fly, then by the surfaces between."""
        if question.spot is None:
            yield ()
            return
        if question.action is MoveAction.MOVE and self._may_fly(question.model):
            yield (Leg(LegKind.FLY, (question.spot.at,)),)
        room = room_of(self._table, turned_volume(self._table, question))
        laid = judged_way(self._table, question.model, Path(question.laid), allowed=math.inf, action=MoveAction.MOVE)
        likely = likely_legs(room, passages_of(self._table.terrain), stance_of(laid.trace.end), question.spot)
        yield next(likely)
        found = (
            question.reachable.way_to(question.spot.at) if question.reachable and not question.spot.is_wall else None
        )
        if found is not None:
            yield found
        elif question.reachable is None and not question.spot.is_wall:
            yield from self._around(question, room, stance_of(laid.trace.end), question.spot.at)
        yield from likely

    def _around(self, question: MoveQuestion, room: Room, stance: Stance, to: Point) -> Iterator[Legs]:
        """Yield a walk around terrain and models on the surface that a fighter stands on, if there is one."""
        level, goal = stance.level, room.levels.under(to)
        if level is None or goal is None or goal.number != level.number:
            return
        import shapely

        others = others_of(self._table, question.model, room.volume).standing
        standing = [one.closed for one in others if abs(one.low - level.height) < STEP]
        free = shapely.difference(room.free(level), shapely.union_all(standing))
        way = way_around(free, stance.at, to, question.allowed)
        if way is not None and len(way) > 1:
            yield (Leg(LegKind.WALK, way),)

    def _may_fly(self, model: str) -> bool:
        """Return whether the rules find no more fault with flying on the spot than with walking there."""
        if not has_movement(self._table) or LegKind.FLY not in self._kinds:
            return False
        if model not in self._flyers:
            at = self._table.model(model).placement.at
            flown, walked = (
                judge_move(self._table, model, Path((Leg(kind, (at,)),)), allowed=math.inf)
                for kind in (LegKind.FLY, LegKind.WALK)
            )
            self._flyers[model] = len(flown.faults) <= len(walked.faults)
        return self._flyers[model]


def _over_squares(question: MoveQuestion) -> Iterator[Legs]:
    """Yield the ways over squares that are tried: the one that is known, then straight on."""
    if question.spot is None:
        yield ()
        return
    found = question.reachable.way_to(question.spot.at) if question.reachable is not None else None
    if found is not None:
        yield found
    yield (Leg(LegKind.WALK, (question.spot.at,)),)


def turned_volume(table: Table, question: MoveQuestion) -> Volume:
    """Return the volume of a question's fighter as it is turned when it goes on."""
    turns = [leg.facing for leg in question.laid if leg.facing is not None]
    turns += [question.facing] if question.facing is not None else []
    volume = volume_of(table.model(question.model))
    return volume.facing(turns[-1]) if turns else volume


def _is_fine(one: MoveAnswer) -> bool:
    return one.moved.is_legal and not (one.question.avoids_damage and _hurts(one))


def _hurts(one: MoveAnswer) -> bool:
    ends = one.moved.ends
    return ends.falls or ends.impact_rolls > 0 or ends.deadly_rolls > 0


def _badness(one: MoveAnswer) -> tuple[bool, int, bool, float]:
    """Return how bad an answer is: those that only cost too much are the least bad of the forbidden ones."""
    moved = one.moved
    kinds = len(moved.faults) - (moved.cost > moved.allowed + LENGTH_EPSILON)
    return not moved.is_legal, kinds, one.question.avoids_damage and _hurts(one), moved.cost


def _turned(legs: Legs, facing: float | None) -> Legs:
    return (replace(legs[0], facing=facing), *legs[1:]) if legs and facing is not None else legs
