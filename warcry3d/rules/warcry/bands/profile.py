"""Profiles: what a fighter's card says of it (WC-BAND-3), and a monster's damage table (WC-MON-1)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from warcry3d.rules.warcry.bands.runemarks import ALLY, GARGANTUAN, HERO, THRALL
from warcry3d.table.models import Base

__all__ = ["MELEE_RANGE", "DamageRow", "Profile", "Weapon"]

MELEE_RANGE = 3
"""Weapons that reach at most so far (in) make melee attacks, others missile attacks (WC-ATT-2)."""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. Ranges in inches; ``hit`` and ``crit``: damage points of each.

    ``extra``: what an imported file said beside.
    """

    runemark: str
    min_range: float
    max_range: float
    attacks: int
    strength: int
    hit: int
    crit: int
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)

    @property
    def is_melee(self) -> bool:
        """Return whether attacks with it are melee attacks (WC-ATT-2)."""
        return self.max_range <= MELEE_RANGE


@dataclass(frozen=True, slots=True)
class DamageRow:
    """A row of a damage table: what holds from ``start`` damage points on, until the next row's.

    All of what may be starred is written out: ``weapons`` are those of the profile, in its order.
    """

    start: int
    move: float
    toughness: int
    weapons: tuple[Weapon, ...]


@dataclass(frozen=True, slots=True)
class Profile:
    """A fighter's profile.

    ``faction`` is its faction runemark, ``alliance`` the grand alliance the faction is of, ``company`` a smaller band
    within the faction that it belongs to ("": none). ``move`` in inches. ``base`` is None where an imported file does
    not say it; ``figure`` names a figure that ships (None: none was chosen). ``damage_table``: rows with rising
    ``start`` above 0; below the first the profile holds as it is. ``extra``: what an imported file said beside.
    """

    id: str
    name: str
    faction: str
    alliance: str
    move: float
    toughness: int
    wounds: int
    points: int
    runemarks: tuple[str, ...]
    weapons: tuple[Weapon, ...]
    base: Base | None = None
    figure: str | None = None
    company: str = ""
    damage_table: tuple[DamageRow, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict, hash=False)

    def has(self, runemark: str) -> bool:
        """Return whether the fighter has a runemark (its faction's is not meant)."""
        return runemark in self.runemarks

    @property
    def is_hero(self) -> bool:
        """Return whether it has the hero runemark."""
        return HERO in self.runemarks

    @property
    def is_monster(self) -> bool:
        """Return whether it has the gargantuan runemark."""
        return GARGANTUAN in self.runemarks

    @property
    def is_thrall(self) -> bool:
        """Return whether it has the thrall runemark."""
        return THRALL in self.runemarks

    @property
    def is_ally(self) -> bool:
        """Return whether it has the ally runemark."""
        return ALLY in self.runemarks

    def at_damage(self, damage: int) -> "Profile":
        """Return the profile as it is with ``damage`` points allocated (WC-MON-1); its damage table stays."""
        row = next((row for row in reversed(self.damage_table) if row.start <= damage), None)
        if row is None:
            return self
        return replace(self, move=row.move, toughness=row.toughness, weapons=row.weapons)

    @property
    def starred(self) -> frozenset[str]:
        """Return which characteristics depend on damage: ``move``, ``toughness``, ``weapons[0].attacks`` and so on."""
        found: set[str] = set()
        for row in self.damage_table:
            found |= {name for name in ("move", "toughness") if getattr(row, name) != getattr(self, name)}
            for i, (now, whole) in enumerate(zip(row.weapons, self.weapons, strict=True)):
                names = ("min_range", "max_range", "attacks", "strength", "hit", "crit")
                found |= {f"weapons[{i}].{name}" for name in names if getattr(now, name) != getattr(whole, name)}
        return frozenset(found)
