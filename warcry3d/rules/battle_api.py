"""What a rule system provides for a battle: rules, players, and reading a set-up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.game.players import Player
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Ruleset
from warcry3d.game.setup import Setup
from warcry3d.motion.path import Point
from warcry3d.table.table import Table

__all__ = ["BattleOffer", "BattleRequest", "Marker", "MarkerKind", "Setting", "Standings"]


class MarkerKind(StrEnum):
    """What a marker on the table stands for: a place to hold, a thing to take away."""

    OBJECTIVE = "objective"
    TREASURE = "treasure"


@dataclass(frozen=True, slots=True)
class Marker:
    """What lies on the table of a battle and is no part of it: ``at`` its centre (in), ``label`` short, such as a
    number; ``side``: the player whose it is by now (empty: nobody's); ``is_asleep``: it counts for nothing yet.
    """

    kind: MarkerKind
    label: str
    at: Point
    side: str = ""
    is_asleep: bool = False


@dataclass(frozen=True, slots=True)
class Standings:
    """How a battle stands, as a picture of it tells: ``wounds`` left and in all of each model on the table by its id,
    ``markers``, and ``lines`` as templates with values, such as round and points.
    """

    wounds: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    markers: tuple[Marker, ...] = ()
    lines: tuple[RuleReason, ...] = ()


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


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that can be chosen for a battle.

    ``name``: as `BattleRequest.options` has it; ``title``: what it decides, a template. ``choices``: its values, of
    which the first holds unless another is chosen; without any it takes every text, such as the name of a card, and
    nothing holds unless it is given. ``is_file``: the text names a file.
    """

    name: str
    title: str
    choices: tuple[str, ...] = ()
    is_file: bool = False


@dataclass(frozen=True)
class BattleOffer:
    """A rule system to play by.

    ``setup`` makes a set-up of a request and raises a `WarcryError` where it cannot; ``settings``: what can be chosen
    for a battle. ``players``: those that play by themselves, by name. ``table`` and ``bands``: what a
    battle has if none are asked for. ``headings``: the kinds of events that begin something in a report, 1 for the
    largest. ``rosters``: for a state, each side's fighters: what the battle calls them, and their names for people;
    ``standings``: how it stands.
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
