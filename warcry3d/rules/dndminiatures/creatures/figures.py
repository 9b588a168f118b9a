"""How a creature stands on the table: the figure that shows it, and a base that fills its squares."""

from warcry3d.rules.dndminiatures.creatures.card import Creature, Size
from warcry3d.table.models import Base, BaseShape

__all__ = ["creature_base", "creature_figure"]

BY_SIZE = {Size.TINY: "flyer", Size.LARGE: "brute", Size.HUGE: "gargantuan"}
BY_TYPE = {
    "Animal": "beast",
    "Magical Beast": "beast",
    "Vermin": "beast",
    "Dragon": "gargantuan",
    "Giant": "gargantuan",
}


def creature_figure(creature: Creature) -> str:
    """Return the shipped figure that shows a creature: its own, else the one most like it.

    A flyer, then by its type, by its size; a commander is a hero, a caster a shaman, a shooter a bowman.
    """
    if creature.figure:
        return creature.figure
    if creature.traits.flies:
        return "flyer"
    if found := next((BY_TYPE[word] for word in creature.types if word in BY_TYPE), None):
        return found
    if creature.size in BY_SIZE:
        return BY_SIZE[creature.size]
    if any(power.is_spell for power in creature.powers):
        return "shaman"
    if creature.is_commander:
        return "hero"
    if creature.ranged:
        return "bowman"
    return "spearman" if creature.traits.reach > 1 else "swordsman"


def creature_base(size: Size) -> Base:
    """Return a square base as wide as the creature's space: 1, 2 or 3 inches (DDM-CELL-1)."""
    return Base(BaseShape.SQUARE, float(size.cells), float(size.cells))
