"""The format of files of datasheets and of armies of them, as the reader checks them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.game.dice_sum import DiceSumText
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import SheetRule
from warcry3d.table.format import BaseWire, register_schema
from warcry3d.table.wire_types import Id, Text, Wire

__all__ = [
    "ARMY_FORMAT",
    "DATASHEETS_FORMAT",
    "MAX_DATASHEETS",
    "MAX_IN_UNIT",
    "MAX_UNITS",
    "AbilityTextWire",
    "Army40kWire",
    "ArmyUnit40kWire",
    "DamagedWire",
    "DatasheetWire",
    "DatasheetsWire",
    "EnhancementWire",
    "Loadout40kWire",
    "NumbersWire",
    "OptionWire",
    "SheetModelWire",
    "TransportWire",
    "WargearWire",
    "Weapon40kWire",
    "WeaponModeWire",
]

DATASHEETS_FORMAT: Literal["warcry3d.datasheets/1"] = "warcry3d.datasheets/1"
ARMY_FORMAT: Literal["warcry3d.datasheet-army/1"] = "warcry3d.datasheet-army/1"

MAX_DATASHEETS = 5_000
MAX_UNITS = 200
MAX_IN_UNIT = 200

Inches: TypeAlias = Annotated[float, Meta(ge=0, le=1000, description="inches")]
Needed: TypeAlias = Annotated[int, Meta(ge=2, le=9, description="what a roll must reach, such as 3 for 3+")]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=200)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=10_000)]
Keyword: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80, description="in lower case")]
Keywords: TypeAlias = Annotated[tuple[Keyword, ...], Meta(max_length=60)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=120, description="an ability, such as 'rapid fire 2'")]
Long: TypeAlias = Annotated[str, Meta(max_length=20_000)]
WeaponIds: TypeAlias = Annotated[tuple[Id, ...], Meta(max_length=40)]
Move: TypeAlias = (
    Annotated[int, Meta(ge=0, le=200, description="inches")]
    | Annotated[
        str, Meta(max_length=8, pattern=r"^(-|\d{1,3}\+|\d?D[36](\+\d{1,2})?)(?!\n)$", description="-, 20+ or dice")
    ]
)


class WeaponModeWire(Wire, kw_only=True):
    """A way to use a weapon. ``range``: left out: melee. ``skill``: left out: it hits without a roll."""

    name: Annotated[str, Meta(max_length=200)] = ""
    range: Inches | None = None
    attacks: DiceSumText
    skill: Needed | None = None
    strength: DiceSumText
    ap: Annotated[int, Meta(ge=-12, le=0, description="such as -1")] = 0
    damage: DiceSumText
    abilities: Annotated[tuple[Word, ...], Meta(max_length=30)] = ()
    other: Annotated[tuple[Text, ...], Meta(max_length=30, description="abilities the program does not know")] = ()


class Weapon40kWire(Wire, kw_only=True):
    """A weapon. ``id``: unless given, made of its name. Without ``modes``, only its name is known."""

    name: Text
    id: Id | None = None
    modes: Annotated[list[WeaponModeWire], Meta(max_length=10)] = field(default_factory=list)


class NumbersWire(Wire, kw_only=True):
    """The characteristics of a model; one that is left out is written "-" on the datasheet."""

    move: Move
    toughness: Annotated[int, Meta(ge=1, le=100)] | None = None
    save: Needed | None = None
    wounds: Annotated[int, Meta(ge=1, le=1000)]
    leadership: Annotated[int, Meta(ge=2, le=12)] | None = None
    control: Annotated[int, Meta(ge=0, le=100)] | None = None
    invulnerable: Needed | None = None


class DamagedWire(Wire, kw_only=True):
    """What holds from so many wounds left down: -1 to hit, and ``control`` added to its objective control."""

    wounds: Annotated[int, Meta(ge=1, le=1000)]
    control: Annotated[int, Meta(ge=-100, le=0)] = 0


class SheetModelWire(Wire, kw_only=True):
    """A kind of model. ``numbers``: left out where they are not known. ``count``: fewest and most in a unit.

    ``carries``: ids of weapons. ``hull``: length and width (in) of a model without a base.
    """

    name: Text
    numbers: NumbersWire | None = None
    count: tuple[Small, Small] | None = None
    carries: WeaponIds = ()
    base: BaseWire | None = None
    hull: tuple[Inches, Inches] | None = None
    damaged: DamagedWire | None = None
    keywords: Keywords = ()
    figure: Id | None = None


class OptionWire(Wire, kw_only=True):
    """A change of what models carry. ``every``: one model for each so many in the unit; ``most``: so many in the unit.

    ``model``: the kind of model that may; left out: any.
    """

    choices: Annotated[tuple[WeaponIds, ...], Meta(min_length=1, max_length=30)]
    instead_of: WeaponIds = ()
    model: Annotated[str, Meta(max_length=500)] = ""
    every: Small = 0
    most: Small = 0


class TransportWire(Wire, kw_only=True):
    """How many models it carries: those with all of ``keywords`` and none of ``without``."""

    capacity: Annotated[int, Meta(ge=0, le=200)]
    keywords: Keywords = ()
    without: Keywords = ()
    text: Long = ""


class AbilityTextWire(Wire, kw_only=True):
    """An ability as text: shown, and for the players to keep."""

    name: Text
    text: Long = ""


class DatasheetWire(Wire, kw_only=True):
    """A datasheet. ``points``: models at most and points, in rising order. ``leads``: names of those it can join."""

    id: Id
    name: Text
    models: Annotated[list[SheetModelWire], Meta(min_length=1, max_length=40)]
    weapons: Annotated[list[Weapon40kWire], Meta(max_length=100)] = field(default_factory=list)
    faction_keywords: Keywords = ()
    keywords: Keywords = ()
    points: Annotated[tuple[tuple[Small, Points], ...], Meta(max_length=20)] = ()
    options: Annotated[list[OptionWire], Meta(max_length=60)] = field(default_factory=list)
    core: Annotated[tuple[Word, ...], Meta(max_length=30)] = ()
    leads: Annotated[tuple[Text, ...], Meta(max_length=60)] = ()
    transport: TransportWire | None = None
    texts: Annotated[list[AbilityTextWire], Meta(max_length=100)] = field(default_factory=list)
    rules: Annotated[tuple[SheetRule, ...], Meta(max_length=30)] = ()


class DatasheetsWire(Wire, kw_only=True):
    """A list of datasheets: ``*.datasheets.json``."""

    format: Literal["warcry3d.datasheets/1"]
    datasheets: Annotated[list[DatasheetWire], Meta(max_length=MAX_DATASHEETS)]


class Loadout40kWire(Wire, kw_only=True):
    """So many models of a kind that carry the same. ``weapons``: ids; left out: what that kind carries."""

    model: Text
    count: Annotated[int, Meta(ge=1, le=MAX_IN_UNIT)] = 1
    weapons: WeaponIds | None = None


class EnhancementWire(Wire, kw_only=True):
    """An enhancement and the points that it adds."""

    name: Text
    points: Points = 0
    text: Long = ""


class WargearWire(Wire, kw_only=True):
    """Something carried that is no weapon. ``counted``: the numbers of its bearer have what its text says."""

    name: Text
    count: Annotated[int, Meta(ge=1, le=MAX_IN_UNIT)] = 1
    text: Long = ""
    counted: bool = False


class ArmyUnit40kWire(Wire, kw_only=True):
    """A unit. ``datasheet``: one written out, or the id (or the name) of one in the files under ``from``.

    ``loadouts``: left out: the fewest models, with what they carry. ``points``: where the datasheet has none.
    ``joins``: the id of the unit that it leads; ``inside``: of the transport that it starts in.
    """

    datasheet: Text | DatasheetWire
    id: Id | None = None
    name: Text | None = None
    loadouts: Annotated[list[Loadout40kWire], Meta(max_length=100)] = field(default_factory=list)
    points: Points = 0
    enhancements: Annotated[list[EnhancementWire], Meta(max_length=10)] = field(default_factory=list)
    wargear: Annotated[list[WargearWire], Meta(max_length=100)] = field(default_factory=list)
    warlord: bool = False
    joins: Id | None = None
    inside: Id | None = None


class Army40kWire(Wire, kw_only=True, rename={"sources": "from"}):
    """An army: ``*.band.json``. ``from``: files of datasheets, beside this one or among those that ship.

    ``limit``: points at most.
    """

    format: Literal["warcry3d.datasheet-army/1"]
    name: Text
    faction: Keyword
    detachment: Annotated[str, Meta(max_length=200)] = ""
    limit: Points = 2000
    sources: Annotated[list[Text], Meta(max_length=50)] = field(default_factory=list)
    units: Annotated[list[ArmyUnit40kWire], Meta(max_length=MAX_UNITS)]
    texts: Annotated[list[AbilityTextWire], Meta(max_length=200)] = field(default_factory=list)
    notes: Annotated[tuple[Long, ...], Meta(max_length=200)] = ()


register_schema(
    "datasheets",
    DatasheetsWire,
    title="warcry3d datasheets",
    description="Datasheets for Warhammer 40,000, 10th edition: *.datasheets.json.",
)
register_schema(
    "datasheet-army",
    Army40kWire,
    title="warcry3d datasheet army",
    description="An army for Warhammer 40,000, 10th edition: *.band.json.",
)
