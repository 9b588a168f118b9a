"""Moves of several models together: formations, ways that follow one model, what comes of each, how the group holds.

A prompt that moves or places a unit has a `UnitGroup`, by which a window lets a person drag all of its models at once.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from warcry3d.game.prompt_values import Option, Placing
from warcry3d.game.reasons import ActionFault, Point

__all__ = ["GroupLink", "GroupOrder", "JudgedGroup", "JudgedMember", "UnitGroup"]

T = TypeVar("T")


def _go_on() -> None:
    """Let the work go on."""


@dataclass(frozen=True, slots=True)
class GroupOrder:
    """Where a group is wanted: ``leader`` stands at ``to`` (in), the others about it.

    ``formation``: the id of one of the group's; empty: the first one. ``turn``: by so much the formation is turned to
    the left (radians). ``check``: is called between models while ways are looked for; it raises where nobody wants
    them any more.
    """

    leader: str
    to: Point
    formation: str = ""
    turn: float = 0.0
    check: Callable[[], None] = field(default=_go_on, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class JudgedMember:
    """What comes of one model's part: it goes along ``route`` (in; one point where it is placed) to ``end``.

    ``cost`` and ``allowed``: inches that it needs and has (0: nothing is counted). ``faults``: why it cannot.
    """

    model: str
    route: tuple[Point, ...]
    end: Point
    turn: float
    cost: float = 0.0
    allowed: float = 0.0
    faults: tuple[ActionFault, ...] = ()


@dataclass(frozen=True, slots=True)
class GroupLink:
    """Two models of a group that are near enough to each other, or, where ``is_held`` is False, should be and are not:
    the gap that breaks the group. ``gap``: how far they are apart (in).
    """

    one: str
    other: str
    is_held: bool
    gap: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgedGroup:
    """What comes of an answer for a group.

    ``members``: of each model of the group, those that stay too; ``links``: how it hangs together at the end;
    ``outside``: the models that break that; ``faults``: what is wrong with the group as a whole.
    """

    members: tuple[JudgedMember, ...]
    links: tuple[GroupLink, ...] = ()
    outside: tuple[str, ...] = ()
    faults: tuple[ActionFault, ...] = ()

    @property
    def is_allowed(self) -> bool:
        """Return whether nothing is wrong."""
        return not self.faults and not any(one.faults for one in self.members)

    def member(self, model: str) -> JudgedMember | None:
        """Return what comes of one model; None for one that is not in the group."""
        return next((one for one in self.members if one.model == model), None)


@dataclass(frozen=True, slots=True, eq=False)
class UnitGroup(Generic[T]):
    """How the models of a prompt are moved or placed together; ``T``: what its answer has for each.

    ``formations``: what can be chosen, the first one unless another is. ``homes``: where each model would stand, at
    once and unjudged. ``follow``: an answer in which each model stands where it should, or as near to that as it can;
    one that cannot stand anywhere near has a part that `judge` refuses. ``adjusted``: an answer with one model brought
    elsewhere. ``judge``: what comes of an answer, allowed or not.
    """

    formations: tuple[Option, ...]
    homes: Callable[[GroupOrder], tuple[Placing, ...]] = field(repr=False)
    follow: Callable[[GroupOrder], tuple[T, ...]] = field(repr=False)
    adjusted: Callable[[tuple[T, ...], str, Point], tuple[T, ...]] = field(repr=False)
    judge: Callable[[tuple[T, ...]], JudgedGroup] = field(repr=False)
