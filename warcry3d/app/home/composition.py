"""The model of a warband that is composed of fighters from a file. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self, TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.rules.armies import Army, ArmyFighter, ArmyPick

__all__ = [
    "AddFighter",
    "BeginComposing",
    "ComposeIntent",
    "Composition",
    "LeaveOut",
    "NameBand",
    "RefusePick",
    "ShowGroup",
    "SizeFighter",
    "TakePicked",
    "TellArmy",
]

LONGEST = 80
"""Characters of a name that are kept."""


@dataclass(frozen=True, slots=True)
class BeginComposing:
    """Compose a warband for a side of a file's fighters; one of the same file that was begun is continued."""

    side: str
    file: str
    pool: tuple[ArmyFighter, ...]


@dataclass(frozen=True, slots=True)
class ShowGroup:
    """List the fighters of a group, such as a faction."""

    group: str


@dataclass(frozen=True, slots=True)
class AddFighter:
    """Pick a fighter, or one more of a kind."""

    id: str


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Leave out the fighter that was picked at a place, from 0."""

    place: int


@dataclass(frozen=True, slots=True)
class SizeFighter:
    """Give a fighter a base size, such as 32 or 60x35."""

    id: str
    size: str


@dataclass(frozen=True, slots=True)
class NameBand:
    """Call the warband so."""

    name: str


@dataclass(frozen=True, slots=True)
class TakePicked:
    """Take the fighters that were suggested."""

    fighters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TellArmy:
    """Say what the fighters that are picked come to."""

    pick: ArmyPick
    army: Army


@dataclass(frozen=True, slots=True)
class RefusePick:
    """Say why there is no such warband."""

    error: WarcryError


ComposeIntent: TypeAlias = (
    BeginComposing | ShowGroup | AddFighter | LeaveOut | SizeFighter | NameBand | TakePicked | TellArmy | RefusePick
)


@dataclass(frozen=True, slots=True)
class Composition:
    """A warband while it is composed for ``side``. ``group``: whose fighters are listed of the ``pool``.

    ``picked``: ids in the order of picking; ``sizes``: base sizes that were given; ``army``: what they come to, None
    until that is known; ``error``: why they come to nothing.
    """

    side: str = ""
    file: str = ""
    pool: tuple[ArmyFighter, ...] = ()
    group: str = ""
    picked: tuple[str, ...] = ()
    sizes: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    name: str = ""
    army: Army | None = None
    error: WarcryError | None = None

    @property
    def groups(self) -> tuple[str, ...]:
        """Return the groups of the pool, as the file has them."""
        return tuple(dict.fromkeys(fighter.group for fighter in self.pool))

    @property
    def listed(self) -> tuple[ArmyFighter, ...]:
        """Return the fighters of the group that is listed."""
        return tuple(fighter for fighter in self.pool if fighter.group == self.group)

    @property
    def pick(self) -> ArmyPick:
        """Return what is picked, as a rule system takes it."""
        return ArmyPick(self.file, self.name.strip() or self.group, self.picked, self.sizes)

    @property
    def can_be_saved(self) -> bool:
        """Whether it is a warband: legal or not, it can be played where the players agreed on that."""
        return self.army is not None and self.error is None

    def can_join(self, fighter: ArmyFighter) -> bool:
        """Return whether a fighter can be picked: its base size is known."""
        return fighter.has_base or fighter.id in self.sizes

    def after(self, intent: ComposeIntent) -> Self:
        """Return it after an intent."""
        match intent:
            case BeginComposing(side=side, file=file, pool=pool):
                if file == self.file and pool == self.pool:
                    return replace(self, side=side)
                return type(self)(side, file, pool, pool[0].group if pool else "")
            case ShowGroup(group=group):
                return replace(self, group=group, error=None)
            case AddFighter(id=id):
                return self._picking((*self.picked, id))
            case LeaveOut(place=place):
                return self._picking((*self.picked[:place], *self.picked[place + 1 :]))
            case SizeFighter(id=id, size=size):
                sizes = {**self.sizes, id: size}
                return replace(self, sizes=MappingProxyType(sizes), army=None, error=None)
            case NameBand(name=name):
                return replace(self, name=name[:LONGEST])
            case TakePicked(fighters=fighters):
                return self._picking(fighters)
            case TellArmy(pick=pick, army=army):
                is_of_these = (pick.fighters, pick.sizes) == (self.picked, self.sizes)
                return replace(self, army=army, error=None) if is_of_these else self
            case RefusePick(error=error):
                return replace(self, error=error)

    def _picking(self, picked: tuple[str, ...]) -> Self:
        return replace(self, picked=picked, army=None, error=None)
