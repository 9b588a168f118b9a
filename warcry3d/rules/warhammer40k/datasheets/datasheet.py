"""Datasheets: the models of a unit with their numbers, what they carry, keywords, abilities, points (40K-SHEET)."""

from collections.abc import Iterator
from dataclasses import dataclass

from warcry3d.errors import UnknownNameError
from warcry3d.game.dice_sum import DiceSum
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText, CoreAbility, CoreWord
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import SheetRule
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon
from warcry3d.table.models import Base

__all__ = ["Damaged", "Datasheet", "ModelProfile", "Movement", "Numbers", "Transport", "WargearOption"]

BATTLELINE, CHARACTER, EPIC_HERO, TRANSPORT = "battleline", "character", "epic hero", "dedicated transport"


@dataclass(frozen=True, slots=True)
class Movement:
    """An M characteristic. ``inches``: rolled or not; None: "-", it cannot move. ``at_least``: written ``20+``.

    >>> str(Movement(DiceSum(plus=20), at_least=True))
    '20+'
    """

    inches: DiceSum | None
    at_least: bool = False

    def __str__(self) -> str:
        return "-" if self.inches is None else f"{self.inches}{'+' if self.at_least else ''}"


@dataclass(frozen=True, slots=True)
class Numbers:
    """The characteristics of a model (40K-SHEET-2, -3); None: written "-" (40K-MOD-9). ``invulnerable``: None: none."""

    move: Movement
    toughness: int | None
    save: int | None
    wounds: int
    leadership: int | None
    control: int | None
    invulnerable: int | None = None


@dataclass(frozen=True, slots=True)
class Damaged:
    """What holds from ``wounds`` left down: -1 to hit rolls, and ``control`` (0 or less) added to OC."""

    wounds: int
    control: int = 0


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """One kind of model of a unit.

    ``numbers``: None where a file does not give them. ``count``: fewest and most in a unit; None: not known.
    ``carries``: ids of weapons that each has unless changed (40K-SHEET-5). ``hull``: length and width (in) of a model
    without a base. ``keywords``: those that the unit's others do not have.
    """

    name: str
    numbers: Numbers | None = None
    count: tuple[int, int] | None = None
    carries: tuple[str, ...] = ()
    base: Base | None = None
    hull: tuple[float, float] | None = None
    damaged: Damaged | None = None
    keywords: tuple[str, ...] = ()
    figure: str = ""

    @property
    def has_size(self) -> bool:
        """Return whether it can stand on a table: its base or its hull is known."""
        return self.base is not None or self.hull is not None


@dataclass(frozen=True, slots=True)
class WargearOption:
    """A change of what models carry (40K-SHEET-6): the weapons ``instead_of`` give way to those of one of ``choices``.

    ``model``: the profile that may; "": any. ``every``: one model for each so many in the unit; ``most``: so many in
    the unit; 0: no such limit.
    """

    choices: tuple[tuple[str, ...], ...]
    instead_of: tuple[str, ...] = ()
    model: str = ""
    every: int = 0
    most: int = 0

    def limit(self, models: int) -> int:
        """Return how many models of a unit of so many may take it.

        >>> WargearOption((("launcher",),), every=5).limit(10)
        2
        """
        limits = [models // self.every] if self.every else []
        limits += [self.most] if self.most else []
        return min(limits, default=models)


@dataclass(frozen=True, slots=True)
class Transport:
    """How many models it can carry (40K-TRANSPORT-2), those with all of ``keywords`` and none of ``without``.

    ``text``: its rule as it came with a file, which may say more.
    """

    capacity: int
    keywords: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """A datasheet.

    Keywords are in lower case. ``points``: for units of up to so many models, so many points, in rising order; empty:
    not known. ``leads``: names of datasheets that it can join. ``texts``: all abilities that are not core ones.
    ``rules``: abilities as data.
    """

    id: str
    name: str
    models: tuple[ModelProfile, ...]
    weapons: tuple[SheetWeapon, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    options: tuple[WargearOption, ...] = ()
    core: tuple[CoreAbility, ...] = ()
    leads: tuple[str, ...] = ()
    transport: Transport | None = None
    texts: tuple[AbilityText, ...] = ()
    rules: tuple[SheetRule, ...] = ()

    def has(self, *keywords: str) -> bool:
        """Return whether it has all of the keywords, from either list, in any order (40K-KEY-1 to -3)."""
        own = {*self.keywords, *self.faction_keywords, *(word for one in self.models for word in one.keywords)}
        return own.issuperset(keywords)

    def ability(self, word: CoreWord, model: str = "") -> CoreAbility | None:
        """Return its core ability of a name, or that of a ``model``; None where it has none, or only others have it."""
        return next((one for one in self.core if one.word is word and one.is_for(model)), None)

    def model(self, name: str) -> ModelProfile:
        """Return the profile of a name; raise `UnknownNameError` that lists all."""
        for one in self.models:
            if one.name == name:
                return one
        known = ", ".join(one.name for one in self.models)
        raise UnknownNameError(
            "{sheet} has no model '{name}'; there are: {known}", sheet=self.name, name=name, known=known
        )

    def weapon(self, id: str) -> SheetWeapon:
        """Return the weapon of an id; raise `UnknownNameError` that lists all."""
        for one in self.weapons:
            if one.id == id:
                return one
        known = ", ".join(one.id for one in self.weapons)
        raise UnknownNameError(
            "{sheet} has no weapon '{name}'; there are: {known}", sheet=self.name, name=id, known=known
        )

    def cost(self, models: int) -> int | None:
        """Return what a unit of so many models costs; None where the datasheet does not say (40K-SHEET-4)."""
        return next((points for most, points in self.points if models <= most), None)

    @property
    def unknown(self) -> Iterator[str]:
        """Yield the names of models and weapons whose numbers are not known."""
        yield from (one.name for one in self.models if one.numbers is None)
        yield from (one.name for one in self.weapons if not one.modes)
