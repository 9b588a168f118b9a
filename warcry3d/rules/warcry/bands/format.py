"""The format of fighter and warband files, as the reader checks them."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.table.format import BaseWire, register_schema
from warcry3d.table.wire_types import Id, Text, Wire

__all__ = [
    "FIGHTERS_FORMAT",
    "WARBAND_FORMAT",
    "DamageRowWire",
    "FighterWire",
    "FightersWire",
    "GroupsWire",
    "ProfileWire",
    "WarbandWire",
    "WeaponWire",
]

FIGHTERS_FORMAT: Literal["warcry3d.fighters/1"] = "warcry3d.fighters/1"
WARBAND_FORMAT: Literal["warcry3d.warband/1"] = "warcry3d.warband/1"

MAX_PROFILES = 20_000
MAX_FIGHTERS = 200

Inches: TypeAlias = (
    Annotated[int, Meta(ge=0, le=1000, description="inches")]
    | Annotated[float, Meta(ge=0, le=1000, description="inches")]
)
Points: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
Runemark: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=80, description="lower-case words with hyphens, such as icon-bearer")
]
Damage: TypeAlias = Annotated[tuple[Number, Number], Meta(description="damage points of a hit and of a critical hit")]
Range: TypeAlias = Annotated[
    tuple[Inches, Inches],
    Meta(description="the least and the most it reaches (in); it does not reach within the least"),
]


class WeaponWire(Wire, kw_only=True):
    """A weapon."""

    runemark: Runemark
    range: Range
    attacks: Number
    strength: Number
    damage: Damage
    extra: dict[str, Any] = field(default_factory=dict)


class WeaponRowWire(Wire, kw_only=True):
    """What of a weapon a row of a damage table changes."""

    range: Range | None = None
    attacks: Number | None = None
    strength: Number | None = None
    damage: Damage | None = None


class DamageRowWire(Wire, kw_only=True):
    """What holds from so many damage points on, until the next row's; what is left out is as in the profile.

    ``weapons``: in the order of the profile's, an empty object for one that stays as it is.
    """

    start: Annotated[int, Meta(ge=1, le=1000, description="damage points")]
    move: Inches | None = None
    toughness: Number | None = None
    weapons: Annotated[list[WeaponRowWire], Meta(max_length=20)] = field(default_factory=list)


class ProfileWire(Wire, kw_only=True):
    """A fighter's profile. ``extra``: what an imported file said beside, kept for writing it back."""

    id: Id
    name: Text
    faction: Runemark
    alliance: Runemark
    company: Runemark | None = None
    move: Inches
    toughness: Number
    wounds: Annotated[int, Meta(ge=1, le=1000)]
    points: Points
    runemarks: Annotated[list[Runemark], Meta(max_length=20)] = field(default_factory=list)
    weapons: Annotated[list[WeaponWire], Meta(max_length=20)] = field(default_factory=list)
    base: BaseWire | None = None
    figure: Id | None = None
    damage_table: Annotated[list[DamageRowWire], Meta(max_length=20)] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)


class FightersWire(Wire, kw_only=True):
    """A list of fighters: ``*.fighters.json``."""

    format: Literal["warcry3d.fighters/1"]
    fighters: Annotated[list[ProfileWire], Meta(max_length=MAX_PROFILES)]


class FighterWire(Wire, kw_only=True):
    """A fighter of a warband. ``profile``: written out, or the id (or the name) of one in the files under ``from``."""

    profile: Text | ProfileWire
    id: Id | None = None
    name: Text | None = None
    role: Literal["leader", "own", "ally", "thrall", "monster"] | None = None


class GroupsWire(Wire, kw_only=True):
    """The battle groups: ids of fighters."""

    dagger: Annotated[list[Id], Meta(max_length=MAX_FIGHTERS)] = field(default_factory=list)
    shield: Annotated[list[Id], Meta(max_length=MAX_FIGHTERS)] = field(default_factory=list)
    hammer: Annotated[list[Id], Meta(max_length=MAX_FIGHTERS)] = field(default_factory=list)


class WarbandWire(Wire, kw_only=True, rename={"sources": "from"}):
    """A warband: ``*.band.json``. ``from``: files of fighters, beside this one or among those that ship.

    ``alliance`` may be left out if a fighter of the faction names it. ``city``: the city that a warband of a faction
    with cities comes from.
    """

    format: Literal["warcry3d.warband/1"]
    name: Text
    faction: Runemark
    alliance: Runemark | None = None
    city: Runemark | None = None
    sources: Annotated[list[Text], Meta(max_length=50)] = field(default_factory=list)
    fighters: Annotated[list[FighterWire], Meta(max_length=MAX_FIGHTERS)]
    groups: GroupsWire | None = None


register_schema(
    "fighters", FightersWire, title="warcry3d fighters", description="Profiles of fighters for Warcry: *.fighters.json."
)
register_schema("warband", WarbandWire, title="warcry3d warband", description="A warband for Warcry: *.band.json.")
