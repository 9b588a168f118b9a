"""The format of files of warscrolls and of armies, as the reader checks them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.game.dice_sum import DiceSumText
from warcry3d.rules.ability_words import Inches, Marks, Whole
from warcry3d.rules.ageofsigmar.warscrolls.ability import ScrollAbility, Spell
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import WeaponKind
from warcry3d.table.format import BaseWire, register_schema
from warcry3d.table.wire_types import Id, Text, Wire

__all__ = [
    "MAX_UNITS",
    "MAX_WARSCROLLS",
    "WARSCROLLS_FORMAT",
    "WARSCROLL_ARMY_FORMAT",
    "ArmyUnitWire",
    "LoadoutWire",
    "ScrollWeaponWire",
    "WarscrollArmyWire",
    "WarscrollWire",
    "WarscrollsWire",
    "WeaponChangeWire",
    "WoundRowWire",
]

WARSCROLLS_FORMAT: Literal["warcry3d.warscrolls/1"] = "warcry3d.warscrolls/1"
WARSCROLL_ARMY_FORMAT: Literal["warcry3d.warscroll-army/1"] = "warcry3d.warscroll-army/1"

MAX_WARSCROLLS = 5_000
MAX_UNITS = 100
MAX_IN_UNIT = 100

Needed: TypeAlias = Annotated[int, Meta(ge=2, le=7, description="what a D6 must reach; 7: no bare die does")]
Rend: TypeAlias = Annotated[int, Meta(ge=-6, le=0, description="added to save rolls, such as -1")]
Note: TypeAlias = Annotated[str, Meta(min_length=1, max_length=4000)]


class ScrollWeaponWire(Wire, kw_only=True):
    """A weapon. ``id``: unless given, made of its name."""

    name: Text
    id: Id | None = None
    kind: WeaponKind
    range: Inches
    attacks: DiceSumText
    to_hit: Needed
    to_wound: Needed
    rend: Rend = 0
    damage: DiceSumText = 1


class LoadoutWire(Wire, kw_only=True):
    """What a model carries: ids of weapons. ``once``: one model of a unit may; ``every``: one for so many models."""

    name: Text
    id: Id | None = None
    weapons: Annotated[list[Id], Meta(max_length=20)]
    attacks: Annotated[int, Meta(ge=0, le=20)] = 0
    wounds: Annotated[int, Meta(ge=0, le=20)] = 0
    once: bool = False
    every: Whole = 0


class WeaponChangeWire(Wire, kw_only=True):
    """What of a weapon a row of a damage table changes."""

    range: Inches | None = None
    attacks: DiceSumText | None = None
    to_hit: Needed | None = None
    to_wound: Needed | None = None
    rend: Rend | None = None
    damage: DiceSumText | None = None


class WoundRowWire(Wire, kw_only=True):
    """What holds from so many wounds suffered on; what is left out is as in the warscroll. ``weapons``: by id."""

    start: Annotated[int, Meta(ge=1, le=200, description="wounds suffered")]
    move: Inches | None = None
    weapons: dict[str, WeaponChangeWire] = field(default_factory=dict)


class WarscrollWire(Wire, kw_only=True):
    """A warscroll. ``loadouts``: unless given, one with all weapons. ``size``: models of a usual unit, from and to."""

    id: Id
    name: Text
    move: Inches
    wounds: Annotated[int, Meta(ge=1, le=200)]
    bravery: Annotated[int, Meta(ge=0, le=100)]
    save: Needed
    base: BaseWire | None = None
    keywords: Marks = ()
    flies: bool = False
    casts: Annotated[int, Meta(ge=0, le=20)] = 0
    unbinds: Annotated[int, Meta(ge=0, le=20)] = 0
    weapons: Annotated[list[ScrollWeaponWire], Meta(max_length=20)] = field(default_factory=list)
    loadouts: Annotated[list[LoadoutWire], Meta(max_length=20)] = field(default_factory=list)
    spells: Annotated[tuple[Spell, ...], Meta(max_length=30)] = ()
    abilities: Annotated[tuple[ScrollAbility, ...], Meta(max_length=30)] = ()
    size: tuple[Annotated[int, Meta(ge=1, le=MAX_IN_UNIT)], Annotated[int, Meta(ge=1, le=MAX_IN_UNIT)]] = (1, 1)
    figure: Id | None = None
    damage_table: Annotated[list[WoundRowWire], Meta(max_length=20)] = field(default_factory=list)
    notes: Annotated[tuple[Note, ...], Meta(max_length=100)] = ()


class WarscrollsWire(Wire, kw_only=True):
    """A list of warscrolls: ``*.warscrolls.json``."""

    format: Literal["warcry3d.warscrolls/1"]
    warscrolls: Annotated[list[WarscrollWire], Meta(max_length=MAX_WARSCROLLS)]


class ArmyUnitWire(Wire, kw_only=True):
    """A unit. ``warscroll``: one written out, or the id (or the name) of one in the files under ``from``.

    ``models``: how many; ``loadouts``: how many of them have a loadout, by id; the rest have the first.
    """

    warscroll: Text | WarscrollWire
    id: Id | None = None
    name: Text | None = None
    models: Annotated[int, Meta(ge=1, le=MAX_IN_UNIT)] = 1
    loadouts: dict[str, Annotated[int, Meta(ge=0, le=MAX_IN_UNIT)]] = field(default_factory=dict)


class WarscrollArmyWire(Wire, kw_only=True, rename={"sources": "from"}):
    """An army: ``*.band.json``. ``from``: files of warscrolls, beside this one or among those that ship.

    ``summons``: warscrolls of units that abilities may bring in during the battle. Those in the files under ``from``
    that an ability names by id need not be listed.
    """

    format: Literal["warcry3d.warscroll-army/1"]
    name: Text
    sources: Annotated[list[Text], Meta(max_length=50)] = field(default_factory=list)
    units: Annotated[list[ArmyUnitWire], Meta(max_length=MAX_UNITS)]
    summons: Annotated[list[Text | WarscrollWire], Meta(max_length=MAX_WARSCROLLS)] = field(default_factory=list)


register_schema(
    "warscrolls",
    WarscrollsWire,
    title="warcry3d warscrolls",
    description="Warscrolls for Age of Sigmar: *.warscrolls.json.",
)
register_schema(
    "warscroll-army",
    WarscrollArmyWire,
    title="warcry3d warscroll army",
    description="An army for Age of Sigmar: *.band.json.",
)
