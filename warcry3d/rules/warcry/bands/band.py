"""Warbands: fighters in the order they were picked, their roles, and battle groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from warcry3d.errors import UnknownNameError
from warcry3d.rules.warcry.bands.profile import Profile

__all__ = ["Fighter", "Groups", "Role", "Warband", "role_of"]


class Role(StrEnum):
    """The role of a fighter in its warband."""

    LEADER = "leader"
    OWN = "own"
    ALLY = "ally"
    THRALL = "thrall"
    MONSTER = "monster"


@dataclass(frozen=True, slots=True)
class Fighter:
    """One fighter of a warband; ``id`` is unique in the warband, ``name`` is what players call it."""

    id: str
    name: str
    profile: Profile
    role: Role


@dataclass(frozen=True, slots=True)
class Groups:
    """The battle groups of a warband: the ids of the fighters of each (WC-GROUP-1)."""

    dagger: tuple[str, ...] = ()
    shield: tuple[str, ...] = ()
    hammer: tuple[str, ...] = ()

    def each(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield name and fighters of each group, in the order in which they are set up (WC-DEPLOY-6)."""
        yield "dagger", self.dagger
        yield "shield", self.shield
        yield "hammer", self.hammer

    def group_of(self, fighter: str) -> str | None:
        """Return the name of the group a fighter is in; None: in none."""
        return next((name for name, members in self.each() if fighter in members), None)


@dataclass(frozen=True, slots=True)
class Warband:
    """A warband: its faction's runemark, the grand alliance of that faction, and its fighters in the order of picking.

    ``groups`` is None until the warband is split. ``city``: the city that a warband of Cities of Sigmar comes from,
    else empty. `faults` checks whether the warband is legal.
    """

    name: str
    faction: str
    alliance: str
    fighters: tuple[Fighter, ...]
    groups: Groups | None = None
    city: str = ""

    @property
    def points(self) -> int:
        """Return the total points of its fighters."""
        return sum(fighter.profile.points for fighter in self.fighters)

    @property
    def leader(self) -> Fighter | None:
        """Return its leader; None where there is none."""
        return next((fighter for fighter in self.fighters if fighter.role is Role.LEADER), None)

    @property
    def monster(self) -> Fighter | None:
        """Return its monster; None where there is none."""
        return next((fighter for fighter in self.fighters if fighter.role is Role.MONSTER), None)

    def fighter(self, id: str) -> Fighter:
        """Return the fighter called ``id``; raise `UnknownNameError` naming all."""
        for fighter in self.fighters:
            if fighter.id == id:
                return fighter
        known = ", ".join(fighter.id for fighter in self.fighters)
        raise UnknownNameError("no fighter '{name}' in the warband; there are: {known}", name=id, known=known)


def role_of(profile: Profile, faction: str, *, is_first: bool) -> Role:
    """Return the default role of a fighter in a warband of ``faction``.

    A fighter with the runemark gargantuan is the monster. A fighter of the faction is the leader if it is picked first,
    else one of its own. A fighter of another faction is a thrall if it has that runemark, else an ally.
    """
    if profile.is_monster:
        return Role.MONSTER
    if profile.faction == faction:
        return Role.LEADER if is_first else Role.OWN
    return Role.THRALL if profile.is_thrall else Role.ALLY
