"""What a rule system provides for a battle: rules, players, and reading a set-up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.game.players import Player
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Ruleset
from warcry3d.game.setup import Setup
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import Point
from warcry3d.rules.move_result import MoveAction
from warcry3d.table.table import Table

__all__ = [
    "WOUNDS",
    "BattleCard",
    "BattleOffer",
    "BattleRequest",
    "HealthWords",
    "Marker",
    "MarkerKind",
    "ModelStanding",
    "ModelThreat",
    "Setting",
    "SideStanding",
    "Standings",
    "UnitStanding",
]


class MarkerKind(StrEnum):
    """What a marker on the table stands for: a place to hold, a thing to take away, a place near which models are set
    up.
    """

    OBJECTIVE = "objective"
    TREASURE = "treasure"
    DEPLOYMENT = "deployment"


@dataclass(frozen=True, slots=True)
class Marker:
    """What lies on the table of a battle and is no part of it: ``at`` its centre (in), ``label`` short, such as a
    number or a word; ``side``: the player whose it is by now, or the colour of a deployment map (empty: nobody's);
    ``is_asleep``: it counts for nothing yet.
    """

    kind: MarkerKind
    label: str | Message
    at: Point
    side: str = ""
    is_asleep: bool = False


@dataclass(frozen=True, slots=True)
class SideStanding:
    """How a player stands. ``points``: None where none are counted; ``dice``: its dice by groups that belong together,
    ``wild``: those that may be any number. ``is_first``: whether it has the first turn. ``army``: what its models are
    called together (None: nothing). ``means``: what else it can spend, such as command points.
    """

    points: int | None = None
    dice: tuple[tuple[int, ...], ...] = ()
    wild: int = 0
    is_first: bool = False
    army: Message | None = None
    means: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleCard:
    """A card, or whatever else holds for a whole battle: of what ``kind`` it is, what it is called, what it does."""

    kind: Message
    title: Message
    lines: tuple[RuleReason, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelStanding:
    """How a model stands. ``wounds``: left and in all; ``is_aside``: not on the table, ``is_down``: never again.

    ``is_acting``: it is its turn to act, with ``actions`` left; ``can_act``: its turn may come yet this round.
    ``marks``: what holds of it for a while, as sentences of a word or two; ``is_leader``. ``facts``: what it can do, as
    its card says and with all that changes it now. ``fate``: how one that is down left, if it was not taken down.
    """

    wounds: tuple[int, int]
    is_aside: bool = False
    is_down: bool = False
    is_acting: bool = False
    actions: int = 0
    can_act: bool = False
    is_leader: bool = False
    marks: tuple[RuleReason, ...] = ()
    facts: tuple[RuleReason, ...] = ()
    fate: RuleReason | None = None


@dataclass(frozen=True, slots=True)
class UnitStanding:
    """A unit of several models: its id and name, whose it is, and all of its models, those that are gone too.

    ``joins``: the unit with which it acts as one, as a leader does with the unit that it has joined; "": none.
    """

    id: str
    name: str
    side: str
    models: tuple[str, ...]
    joins: str = ""


@dataclass(frozen=True, slots=True)
class ModelThreat:
    """What a model can do in its next activation, as far as its own inches go: it moves by ``inches`` with ``action``,
    then strikes what is within ``melee`` of its base or shoots as far as ``missile`` (in; 0: not at all).
    """

    inches: float
    action: MoveAction
    melee: float
    missile: float = 0.0


@dataclass(frozen=True, slots=True)
class HealthWords:
    """How a system says what damage leaves of a model: ``of``: so much of all; ``left``: so much."""

    of: Callable[[int, int], Message]
    left: Callable[[int], Message]


WOUNDS = HealthWords(
    lambda left, all: message("{left} of {all} wounds left", left=left, all=all),
    lambda n: counted("it has {n} wound left", "it has {n} wounds left", n),
)


@dataclass(frozen=True, slots=True)
class Standings:
    """How a battle stands, as a picture of it tells: ``wounds`` left and in all of each model on the table by its id,
    ``markers``, and ``lines`` as templates with values, such as round and points.

    ``title``: where in the battle it is, in a few words, ``detail``: what it is about. ``sides`` and ``models``: how
    each player and each model stands, those that are not on the table too, as far as the system says so. ``cards``:
    what holds for the whole battle. ``units``: the units that models belong to, where there are any; a window tells of
    units then, and of models only where one is pointed at. ``health``: what ``wounds`` are called.
    ``goal``: what wins the battle, in short sentences for somebody who does not know the rules.
    """

    wounds: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    markers: tuple[Marker, ...] = ()
    lines: tuple[RuleReason, ...] = ()
    title: Message | None = None
    detail: Message | None = None
    sides: Mapping[str, SideStanding] = field(default_factory=lambda: MappingProxyType({}))
    models: Mapping[str, ModelStanding] = field(default_factory=lambda: MappingProxyType({}))
    cards: tuple[BattleCard, ...] = ()
    units: tuple[UnitStanding, ...] = ()
    health: HealthWords = WOUNDS
    goal: tuple[RuleReason, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleRequest:
    """What somebody asks a battle for by. ``players``: what they are called, as sides of the battle.

    ``bands``: a name or file for each player, as the system takes them; ``options``: whatever else, by the system's own
    words, such as ``{"victory": "Blood and Bronze"}``.
    """

    table: Table
    players: tuple[str, ...]
    bands: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


DRAWN = message("drawn by chance")


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be chosen for a battle.

    ``name``: as `BattleRequest.options` has it; ``template``: what it decides. ``choices``: its values, of
    which the first holds unless another is chosen; without any it takes every text, such as the name of a card, and
    nothing holds unless it is given. ``is_file``: the text names a file. ``known``: gives texts to choose from, such as
    the names of the cards that ship. ``labels``: what people read for each of ``choices``, else of those ``known``, in
    the same order; empty: the choice itself. ``own_board``: the choices with which the battle brings a board of its
    own. ``unset``: what people read where none of those ``known`` is chosen.
    """

    name: str
    template: str
    choices: tuple[str, ...] = ()
    is_file: bool = False
    known: Callable[[], tuple[str, ...]] = tuple
    labels: tuple[Message, ...] = ()
    own_board: frozenset[str] = frozenset()
    unset: Message = DRAWN


@dataclass(frozen=True)
class BattleOffer:
    """A rule system to play by.

    ``setup`` makes a set-up of a request and raises a `WarcryError` where it cannot; ``settings``: what can be chosen
    for a battle. ``players``: those that play by themselves, by name. ``table`` and ``bands``: what a
    battle has if none are asked for. ``most_players``: so many sides a battle has at most, two at least.
    ``player_labels``: what people read for a player, by its name; without one: the name itself.
    ``headings``: the kinds of events that begin something in a report, 1 for the largest. ``rosters``: for a state,
    each side's fighters: what the battle calls them, and their names for people; ``standings``: how it stands;
    ``threat``: what a model can do in its next activation, None where the system does not say.
    ``unit_names``: names for people of units, by what the battle calls them, where units are ordered, not models.
    ``prepared``: does what the next answers in a state rest on, for a side's fighters first, and yields after each
    piece of work.
    """

    ruleset: Ruleset[Any, Any]
    setup: Callable[[BattleRequest], Setup]
    players: Mapping[str, Callable[[], Player[Any, Any]]]
    table: str
    bands: tuple[str, ...]
    settings: tuple[Setting, ...] = ()
    headings: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    rosters: Callable[[Any], Mapping[str, Mapping[str, str]]] = lambda state: MappingProxyType({})
    standings: Callable[[Any], Standings] = lambda state: Standings()
    most_players: int = 2
    player_labels: Mapping[str, Message] = field(default_factory=lambda: MappingProxyType({}))
    threat: Callable[[Any, str], ModelThreat | None] = lambda state, model: None
    prepared: Callable[[Any, str], Iterator[None]] = lambda state, side: iter(())
    unit_names: Callable[[Any], Mapping[str, str]] = lambda state: MappingProxyType({})

    def names(self, state: Any) -> dict[str, str]:
        """Return the names for people of all that a battle calls by an id: fighters, and units of them."""
        fighters = {id: name for members in self.rosters(state).values() for id, name in members.items()}
        return {**self.unit_names(state), **fighters}

    def chosen(self, options: Mapping[str, str]) -> Mapping[str, str]:
        """Return the value of each setting that has one; raise `QuestionError` for an unknown setting or value."""
        known = {setting.name: setting for setting in self.settings}
        for name, value in options.items():
            if name not in known:
                raise QuestionError(
                    "no setting '{name}'; there are: {known}", name=name, known=", ".join(known) or "none"
                )
            if known[name].choices and value not in known[name].choices:
                raise QuestionError(
                    "{name}: expected one of {known}, got '{value}'",
                    name=name,
                    known=", ".join(known[name].choices),
                    value=value,
                )
        return {**{name: one.choices[0] for name, one in known.items() if one.choices}, **options}

    def player(self, name: str) -> Player[Any, Any]:
        """Return a player that plays by itself; raise `UnknownNameError` naming those there are."""
        if name not in self.players:
            known = ", ".join(self.players) or "none"
            raise UnknownNameError("no player '{name}'; there are: {known}", name=name, known=known)
        return self.players[name]()
