"""A creature's card: the skirmish side (DDM-CARD)."""

from enum import StrEnum
from types import MappingProxyType

from warcry3d.rules.dndminiatures.creatures.traits import CardData, CommanderEffect, HitDamage, OnHit, Power, Traits

__all__ = ["ALIGNMENTS", "FACTIONS", "AttackValue", "Creature", "Size"]

FACTIONS = ("LG", "CG", "LE", "CE")
"""The faction symbols (DDM-CARD-3): lawful good, chaotic good, lawful evil, chaotic evil."""

ALIGNMENTS = MappingProxyType({"Lawful": "L", "Chaotic": "C", "Good": "G", "Evil": "E"})
"""Words that stand among the types, by the letter that all of a creature's faction symbols have then."""


class Size(StrEnum):
    """The size words, in order; one that prints none is medium (DDM-CARD-13)."""

    TINY = "tiny"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"

    @property
    def cells(self) -> int:
        """Return the cells along a side of its space: 1, large 2, huge 3 (the usual meaning)."""
        return {Size.LARGE: 2, Size.HUGE: 3}.get(self, 1)

    def is_larger_than(self, other: "Size") -> bool:
        """Return whether it is larger than another size."""
        order = tuple(Size)
        return order.index(self) > order.index(other)


class AttackValue(CardData, frozen=True):
    """One of the attack values of a card: what is added to the D20, and the damage of a hit (DDM-CARD-9)."""

    bonus: int
    damage: HitDamage


class Creature(CardData, frozen=True):
    """A creature as its card has it.

    ``factions``: of `FACTIONS`. ``rating``: the commander rating, 0: no commander (DDM-CARD-2). ``melee``, ``ranged``:
    attack values in order; no ranged value: it cannot shoot (DDM-CARD-11). ``types``: such as ``Humanoid``.
    ``figure``: a figure that ships, by which it is shown. ``set``, ``number``, ``rarity``: for show (DDM-CARD-16).
    ``notes``: what else an imported card says, for people to read; it has no effect in play.
    """

    id: str
    name: str
    factions: tuple[str, ...]
    cost: int
    level: int
    speed: int
    ac: int
    hp: int
    melee: tuple[AttackValue, ...]
    ranged: tuple[AttackValue, ...] = ()
    rating: int = 0
    types: tuple[str, ...] = ()
    size: Size = Size.MEDIUM
    commander: CommanderEffect | None = None
    traits: Traits = Traits()
    powers: tuple[Power, ...] = ()
    on_hit: tuple[OnHit, ...] = ()
    figure: str = ""
    set: str = ""
    number: int = 0
    rarity: str = ""
    notes: tuple[str, ...] = ()

    @property
    def is_commander(self) -> bool:
        """Return whether it is a commander (DDM-CARD-2)."""
        return self.rating > 0

    def is_of(self, types: tuple[str, ...]) -> bool:
        """Return whether it is of one of these types; of none given: it is.

        ``Good``, ``Evil``, ``Lawful``, ``Chaotic`` go by the faction symbols: all of them must be so.
        """
        return not types or any(word in self.types or self._is_aligned(word) for word in types)

    def _is_aligned(self, word: str) -> bool:
        letter = ALIGNMENTS.get(word)
        return letter is not None and bool(self.factions) and all(letter in symbol for symbol in self.factions)
