"""The registry of rule systems: one record each, whose parts are loaded on demand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NoReturn

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.table.default_ruleset import DEFAULT_RULESET

if TYPE_CHECKING:
    from warcry3d.rules.armies import Armies
    from warcry3d.rules.battle_api import BattleOffer
    from warcry3d.rules.move_result import MovingRules
    from warcry3d.rules.reach_result import ReachingRules
    from warcry3d.rules.results import SightRules
    from warcry3d.rules.rule_passages import RulePassage
    from warcry3d.rules.square_kinds import SquareKind
    from warcry3d.table.table import Table
    from warcry3d.terrain.findings import Finding

__all__ = [
    "ARMIES_ONLY",
    "DEFAULT",
    "SYSTEMS",
    "BoardRules",
    "System",
    "Vocabulary",
    "army_systems",
    "system",
    "systems",
]

Vocabulary = Mapping[str, Mapping[str, str]]
"""A system's own words: by the field of a message that they stand in, the template that each is said with."""


@dataclass(frozen=True, slots=True)
class BoardRules:
    """What a rule system asks of a battlefield, beyond what every layout is asked.

    ``size``: width and depth of a usual board (in). ``in_quarter``: the least features with their middle in each
    quarter. ``groups``: the names of the groups that are deployed, in their order. ``findings``: what is wrong with a
    table's size, quarters and deployment points. ``is_of_pieces``: battlefields are laid out of pieces of terrain, so
    that a random one can be made of those. ``squares``: what is drawn on the squares of one that is played on squares.
    """

    size: tuple[float, float]
    in_quarter: int
    groups: tuple[str, ...]
    findings: "Callable[[Table], Sequence[Finding]]"
    is_of_pieces: bool = True
    squares: "tuple[SquareKind, ...]" = ()


def _absent(template: str) -> Callable[[], Any]:
    """Return the loader of a part that a system does not have: it raises `QuestionError`."""

    def load() -> NoReturn:
        raise QuestionError(template)

    return load


def _no_words() -> Vocabulary:
    return MappingProxyType({})


def _no_texts() -> Mapping[str, str]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class System:
    """A rule system.

    ``name``: as tables and records write it; ``title``: as people call it. All other fields load a part when called:
    ``sight`` decides sight and cover, ``movement`` judges and prices moves, ``reach`` finds where models can get to,
    ``battle`` plays (its rules, players, settings, default table and armies), ``armies`` reads and checks armies,
    ``board`` checks battlefields, ``vocabulary`` has the words of its messages, ``schemas`` registers those of its
    files, ``rule_texts`` says by id what each rule is about, ``rule_passages`` what the docs say of one,
    ``spoken_passages`` the texts of those that the catalogues have. A part that a system does not have raises
    `QuestionError`.
    """

    name: str
    title: str
    sight: "Callable[[], SightRules]" = field(
        default_factory=lambda: _absent("this rule system has no rules of sight and cover")
    )
    movement: "Callable[[], MovingRules]" = field(
        default_factory=lambda: _absent("this rule system has no rules of movement")
    )
    reach: "Callable[[], ReachingRules]" = field(
        default_factory=lambda: _absent("this rule system has no search of where models can move")
    )
    battle: "Callable[[], BattleOffer]" = field(default_factory=lambda: _absent("this rule system has no battles"))
    armies: "Callable[[], Armies]" = field(default_factory=lambda: _absent("this rule system has no armies"))
    board: "Callable[[], BoardRules]" = field(
        default_factory=lambda: _absent("this rule system has no rules of battlefields")
    )
    vocabulary: Callable[[], Vocabulary] = _no_words
    schemas: Callable[[], object] = lambda: None
    rule_texts: Callable[[], Mapping[str, str]] = _no_texts
    rule_passages: "Callable[[str], tuple[RulePassage, ...]]" = lambda rule: ()
    spoken_passages: Callable[[], tuple[str, ...]] = tuple


def _of(package: str) -> Callable[[], System]:
    """Return what loads the record of a package of `warcry3d.rules`: ``SYSTEM`` in its module ``system``."""

    def load() -> System:
        record: System = import_module(f"warcry3d.rules.{package}.system").SYSTEM
        return record

    return load


SYSTEMS: Final[dict[str, Callable[[], System]]] = {
    name: _of(name) for name in ("warcry", "dndminiatures", "ageofsigmar", "warhammer40k")
}
"""What loads each system, by the name that tables and records write."""

ARMIES_ONLY: Final[dict[str, Callable[[], System]]] = {}
"""What loads each system that has no battles yet: it has armies and judges tables that name it; none at present."""

DEFAULT: Final = DEFAULT_RULESET
"""The system where none is named: that of tables which name none."""


def system(name: str) -> System:
    """Return a rule system, also one of `ARMIES_ONLY`; raise `UnknownNameError` naming those of `SYSTEMS`."""
    load = SYSTEMS.get(name, ARMIES_ONLY.get(name))
    if load is None:
        raise UnknownNameError("no rule system '{name}'; there are: {known}", name=name, known=", ".join(SYSTEMS))
    return load()


def systems() -> tuple[System, ...]:
    """Return all rule systems that can be played, in the order of `SYSTEMS`."""
    return tuple(load() for load in SYSTEMS.values())


def army_systems() -> tuple[System, ...]:
    """Return all rule systems: those that can be played, then those of `ARMIES_ONLY`."""
    return (*systems(), *(load() for load in ARMIES_ONLY.values()))
