"""The model of moving a fighter: who is in hand, where the pointer is, what is due. Pure: no graphics, no background.

Every `MoveIntent` gives a new model. The judge's answers come in as intents too; while there is none the model shows
what was said last. Once a fighter is dropped, `MoveModel.landing` holds the table after it.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache
from typing import Self, TypeAlias

from warcry3d.app.moves.held_fighter import HeldFighter, dropped
from warcry3d.app.moves.held_place import place_under, square_under
from warcry3d.app.moves.likely_legs import HeldPlace
from warcry3d.app.moves.move_judge import MoveAnswer, MoveQuestion, turned_volume
from warcry3d.app.moves.reach_field import AnyField, FieldQuestion
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray
from warcry3d.motion.free_space import room_of
from warcry3d.motion.path import Path
from warcry3d.motion.standing_models import Others, others_of
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.table.table import Table

__all__ = [
    "AllowInches",
    "AnswerField",
    "AnswerMove",
    "AvoidDamage",
    "ChooseAction",
    "DroppedFighter",
    "HoldAt",
    "LayAt",
    "MoveCommand",
    "MoveIntent",
    "MoveModel",
    "Ray",
    "ReleaseAt",
    "TakeInHand",
    "TurnFighter",
]

Ray: TypeAlias = tuple[FloatArray, FloatArray]
"""Start (3,) and unit direction (3,) of a line of sight."""


class MoveCommand(Enum):
    """Intents without values. ``LAY``: what is due after `LayAt`; ``DROP``: put the fighter where its way leads."""

    CARRY = auto()
    LAY = auto()
    DROP = auto()
    LET_GO = auto()
    CORNER_BACK = auto()


@dataclass(frozen=True, slots=True)
class TakeInHand:
    """Take a fighter of a table in hand; ``allowed``: its inches, None: those of its profile; ``action``: for what."""

    table: Table
    id: str
    allowed: float | None = None
    action: MoveAction = MoveAction.MOVE


@dataclass(frozen=True, slots=True, eq=False)
class HoldAt:
    """Hold the base where a ray from the eye meets the table; None: the pointer is elsewhere."""

    ray: Ray | None


@dataclass(frozen=True, slots=True, eq=False)
class LayAt:
    """Lay a corner where a ray from the eye meets the table, in the place of one that the judge has not answered for
    yet.
    """

    ray: Ray


@dataclass(frozen=True, slots=True, eq=False)
class ReleaseAt:
    """Let go of the button at the end of a drag: what is allowed is dropped, else the way is laid as it is; None: it is
    held nowhere, as by `HoldAt`.
    """

    ray: Ray | None


@dataclass(frozen=True, slots=True)
class TurnFighter:
    """Turn it to the left by so many steps."""

    steps: int


@dataclass(frozen=True, slots=True)
class AllowInches:
    """Give it so many inches."""

    inches: float


@dataclass(frozen=True, slots=True)
class ChooseAction:
    """Move it for another action."""

    action: MoveAction


@dataclass(frozen=True, slots=True)
class AvoidDamage:
    """Prefer ways that do not hurt it, or not."""

    avoids: bool


@dataclass(frozen=True, slots=True, eq=False)
class AnswerMove:
    """The judge's answer: the legs it offers, or why there is none."""

    question: MoveQuestion
    answer: MoveAnswer | None = None
    failure: WarcryError | None = None


@dataclass(frozen=True, slots=True, eq=False)
class AnswerField:
    """Where the fighter can get to."""

    found: AnyField


MoveIntent: TypeAlias = (
    MoveCommand
    | TakeInHand
    | HoldAt
    | LayAt
    | ReleaseAt
    | TurnFighter
    | AllowInches
    | ChooseAction
    | AvoidDamage
    | AnswerMove
    | AnswerField
)


@dataclass(frozen=True, slots=True, eq=False)
class DroppedFighter:
    """The table after a fighter was dropped, and the move that brought it there, along ``path``."""

    table: Table
    model: str
    moved: MoveResult
    path: Path


@dataclass(frozen=True, slots=True, eq=False)
class MoveModel:
    """Who is in hand and how. ``due``: what is done once the judge answers, `LAY` or `DROP`; None: nothing.

    ``is_carried``: it is being dragged. ``prepared``: the outlines whose answers rest on work that is done.
    ``has_moved_on``: the pointer moved while something was due. ``is_refused``: the judge refused what was laid last,
    which the next place then replaces if it ``takes_back``; else it stays until it is taken back by hand.
    """

    held: HeldFighter | None = None
    ray: Ray | None = None
    is_carried: bool = False
    due: MoveCommand | None = None
    prepared: frozenset[object] = frozenset()
    landing: DroppedFighter | None = None
    has_moved_on: bool = False
    is_refused: bool = False
    takes_back: bool = False

    @property
    def question(self) -> MoveQuestion | None:
        """Return what the judge is asked; None: nothing."""
        return self.held.question if self.held is not None else None

    @property
    def is_preparing(self) -> bool:
        """Whether what all answers about this base rest on is being derived: nothing can be held until then. On squares
        there is nothing to derive.
        """
        return (
            self.held is not None
            and self.held.table.grid is None
            and _key(turned_volume(self.held.table, self.held.question)) not in self.prepared
        )

    @property
    def field_question(self) -> FieldQuestion | None:
        """Return which field is wanted next: as the base faces first, then turning; None: none, or the one there is."""
        if self.held is None or self.is_preparing:
            return None
        asked, known = self.held.field_question, self.held.reachable if self.held.has_field else None
        if known is not None and known.question == asked:
            return None
        if known is not None or volume_of(self.held.table.model(self.held.model)).is_round:
            return asked
        return replace(asked, keeps_facing=True)

    def after(self, intent: MoveIntent) -> Self:
        """Return the model after an intent; without a fighter in hand only `TakeInHand` means anything."""
        match intent:
            case TakeInHand(table=table, id=id, allowed=allowed, action=action):
                held = HeldFighter.taking(table, id, allowed=allowed, action=action)
                return type(self)(held, takes_back=self.takes_back)
            case MoveCommand.LET_GO:
                return type(self)(takes_back=self.takes_back)
        if self.held is None:
            return self
        match intent:
            case MoveCommand():
                return self._after_command(intent, self.held)
            case HoldAt(ray=ray):
                return self._pointed(ray, self.held)
            case LayAt(ray=ray):
                return replace(self._holding(ray, self.held), due=MoveCommand.LAY)._fulfilled()
            case ReleaseAt(ray=ray):
                released = replace(self._holding(ray, self.held), is_carried=False)
                return released if ray is None else replace(released, due=MoveCommand.DROP)._fulfilled()
            case AnswerMove():
                return self._answered(intent, self.held)
            case AnswerField(found=found):
                return self._found(found, self.held)
            case _:
                return replace(self, held=_changed(self.held, intent))

    def _after_command(self, command: MoveCommand, held: HeldFighter) -> Self:
        match command:
            case MoveCommand.CARRY:
                return replace(self, is_carried=True)
            case MoveCommand.CORNER_BACK:
                return replace(self, held=held.back(), is_refused=False)
            case MoveCommand.DROP if held.is_moved:
                if held.spot is None and held.is_current:
                    return self._landed(held)  # by the button, which says that it is not allowed
                return replace(self, due=MoveCommand.DROP)._fulfilled()
        return self

    def _pointed(self, ray: Ray | None, held: HeldFighter) -> Self:
        """Return the model where the pointer is; what is due was asked for where it was held, and stays there."""
        if self.due is not None:
            return self if self.is_preparing else replace(self, ray=ray, has_moved_on=True)
        return self._holding(ray, held)

    def _holding(self, ray: Ray | None, held: HeldFighter) -> Self:
        now = replace(self, ray=ray, due=None, has_moved_on=False)
        if self.is_preparing:
            return now  # held as soon as all is prepared
        if self.takes_back and self.is_refused and ray is not None:
            now, held = replace(now, is_refused=False), held.back()
        return replace(now, held=replace(held, spot=_place(held, ray) if ray is not None else None))

    def _held_again(self, held: HeldFighter) -> Self:
        """Return the model with the base held where it was, by what is known now."""
        return replace(self._holding(self.ray, held), due=self.due)

    def _answered(self, intent: AnswerMove, held: HeldFighter) -> Self:
        failure = intent.failure if intent.question == held.question else None
        prepared = self.prepared
        if intent.answer is not None:
            held = replace(held, answer=intent.answer)
            prepared |= {_key(turned_volume(held.table, intent.question))}
        held = replace(held, failure=failure)
        updated = replace(self, held=held, prepared=prepared)
        if updated.ray is not None and held.spot is None and not held.laid:
            updated = updated._held_again(held)  # it was being prepared when the pointer came or was released
        return updated._fulfilled()

    def _found(self, found: AnyField, held: HeldFighter) -> Self:
        if replace(found.question, keeps_facing=False) != held.field_question:
            return self
        known = replace(self, held=replace(held, reachable=found))
        if known.held is not None and known.ray is not None and known.held.spot is not None and not known.has_moved_on:
            return known._held_again(known.held)  # it may fit there turned
        return known

    def _fulfilled(self) -> Self:
        """Return the model after what is due, if the judge has answered."""
        held = self.held
        if held is None or self.due is None or not (held.is_current or held.failure is not None):
            return self
        done = replace(self, due=None)
        is_final = held.spot is None and held.is_current  # asked for again: what is not allowed is said
        if self.due is MoveCommand.DROP and held.moved is not None and (held.moved.is_legal or is_final):
            return done._landed(held)
        laid = held.laying()
        if laid is held:
            return done
        done = replace(done, held=laid, is_refused=held.moved is not None and not held.moved.is_legal)
        return done._holding(done.ray, laid) if done.has_moved_on else done

    def _landed(self, held: HeldFighter) -> Self:
        table, moved = dropped(held), held.moved
        if table is None or moved is None or held.answer is None:
            return self
        return type(self)(ray=self.ray, landing=DroppedFighter(table, held.model, moved, held.answer.path))


def _changed(held: HeldFighter, intent: MoveIntent) -> HeldFighter:
    """Return a fighter in hand after a change of what is asked of it."""
    match intent:
        case TurnFighter(steps=steps):
            return held.turned(steps)
        case AllowInches(inches=inches):
            return replace(held, allowed=inches)
        case ChooseAction(action=action):
            return held.for_action(action)
        case AvoidDamage(avoids=avoids):
            return replace(held, avoids_damage=avoids)
    return held


def _key(volume: Volume) -> object:
    return volume.key, volume.height


def _place(held: HeldFighter, ray: Ray) -> HeldPlace | None:
    """Return where a ray holds the fighter; None where it meets no table."""
    if held.table.grid is not None:
        return square_under(held.table, held.table.model(held.model), *ray)
    volume = turned_volume(held.table, held.question)
    known = held.reachable if held.facing is None and held.has_field else None
    fits = None if known is None or volume.is_round else known.fits
    return place_under(room_of(held.table, volume), _others(held.table, held.model, volume), *ray, fits)


@lru_cache(maxsize=2)
def _others(table: Table, model: str, volume: Volume) -> Others:
    """Return whom a fighter in hand may meet: they know where they keep it out, once it was held beside them."""
    return others_of(table, model, volume)
