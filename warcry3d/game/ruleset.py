"""The contract between a rule system and its users: sessions, records, players, commands and the window.

A battle is a state that nobody changes, and a log of actions that lead from one state to the next. Whoever plays asks
`Ruleset.pending` what is due: a player's choice, dice, or nothing more because it is over. `Ruleset.prompts` says how
a choice can be answered, `Ruleset.preview` what would come of an answer. Actions are proposed, not enumerated:
`Ruleset.faults` says why one is not allowed, `Ruleset.apply` carries it out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, TypeAlias, TypeVar

from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, Point, RuleReason
from warcry3d.game.setup import Setup
from warcry3d.message import Message
from warcry3d.table.table import Table

__all__ = ["Choice", "Event", "Outcome", "Pending", "Roll", "Ruleset"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A player has to decide.

    ``kind``: a tag that the rule system documents, by which players and windows know what may be answered. ``about``: a
    frozen value with what is needed to decide (ids, numbers); its type belongs to the kind. ``why``: the rule that
    asks, and the question as a sentence. ``is_private``: other players must not look on while it is decided.
    """

    player: str
    kind: str
    why: RuleReason
    about: object = None
    is_private: bool = False


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice are due: ``count`` (at least 1) with ``sides`` each, thrown by ``player``; the answer is `Rolled`.

    What is rolled twice as high as needed is rolled as dice: a D3 is half a D6 (`warcry3d.game.dice.d3`). ``needs``:
    what they must show, where the rules know it and ``why`` does not say so.
    """

    player: str
    count: int
    why: RuleReason
    sides: int = 6
    needs: Message | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The battle is over. ``winners``: none for a draw; several where players win together. ``scores``: points by
    player, where the system counts any.
    """

    winners: tuple[str, ...]
    reasons: tuple[RuleReason, ...] = ()
    scores: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))


Pending: TypeAlias = Choice | Roll | Outcome
"""What is due next."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for the log and for the eye.

    ``kind``: a tag that the rule system documents. ``message`` is a line of a battle report; ``rules``: the ids of the
    rules at work. ``models``: the models concerned, the one that acts first. ``way``: the points that the first of them
    passes, from where it stood (in); ``faces``: dice as they fell. ``depth``: 0 for what a player did, 1 for what came
    of it, and so on: the report indents by it. ``cause``: by whose doing the first of ``models`` is hurt, a unit or a
    model, where it is not the one that acted last; "" for nobody's.
    """

    kind: str
    message: Message
    rules: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    way: tuple[Point, ...] = ()
    faces: tuple[int, ...] = ()
    depth: int = 0
    cause: str | None = None

    def __str__(self) -> str:
        return str(self.message)


S = TypeVar("S")
A = TypeVar("A")


class Ruleset(Protocol[S, A]):
    """A rule system. ``S`` is its state, ``A`` the union of its actions, `Rolled` among them.

    All methods are pure: the same arguments give the same answer, and no argument is changed. States are frozen all
    the way down. A state may hold on to what the set-up made once and no action changes (terrain, profiles); all else
    is in `plain`.
    """

    @property
    def name(self) -> str:
        """Return the system's name, as tables and records write it."""
        ...

    @property
    def actions(self) -> tuple[type[A], ...]:
        """Return the classes of its actions, each derived from `Action`, `Rolled` among them."""
        ...

    def start(self, setup: Setup) -> S:
        """Return the state before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        ...

    def table(self, state: S) -> Table:
        """Return the table as it stands now: models that are out of the battle or not yet in it are not on it."""
        ...

    def pending(self, state: S) -> Pending:
        """Return what is due: one player's choice, dice, or the outcome."""
        ...

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Return how the choice that is due can be answered, each prompt open at the same time; none are due: empty.

        Some prompt has an answer that is allowed. What is refused is among them, with the fault that says why.
        """
        ...

    def preview(self, state: S, action: A, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action; of one with faults, as much as can be said.

        ``is_quick``: what can be said at once, marked as such, for a window whose pointer moves.
        """
        ...

    def faults(self, state: S, action: A) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now; none: it is allowed.

        Any action of the system may be asked about, at any time, with any values: what is not due is a fault.
        """
        ...

    def apply(self, state: S, action: A) -> tuple[S, tuple[Event, ...]]:
        """Return the state after an action without faults, and what happened, in order.

        With an action that has faults the answer is not defined: `warcry3d.game.session.Game` asks first.
        """
        ...

    def plain(self, state: S) -> object:
        """Return all of a state that actions can change, as msgspec writes it (structs, dataclasses, tuples, texts,
        numbers; mappings with texts as keys; sets of texts or numbers only).

        Equal states give equal values, different ones different values: hashes and records are made of it.
        """
        ...

    def deserialize(self, setup: Setup, plain: object) -> S:
        """Return the state of which ``plain`` was read back from JSON, in a battle begun with ``setup``."""
        ...
