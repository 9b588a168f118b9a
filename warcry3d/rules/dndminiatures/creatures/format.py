"""The format of files of creatures and their warbands, as the reader checks them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, field

from warcry3d.rules.dndminiatures.creatures.card import Size
from warcry3d.rules.dndminiatures.creatures.traits import CommanderEffect, OnHit, Points, Power, Traits, Words
from warcry3d.rules.dndminiatures.tiles.tile_files import MapTileWire
from warcry3d.table.format import register_schema
from warcry3d.table.wire_types import Id, Text, Wire

__all__ = [
    "CREATURES_FORMAT",
    "CREATURE_BAND_FORMAT",
    "MAX_CREATURES",
    "BandCreatureWire",
    "CreatureBandWire",
    "CreatureWire",
    "CreaturesWire",
    "FactionSymbol",
]

CREATURES_FORMAT: Literal["warcry3d.creatures/1"] = "warcry3d.creatures/1"
CREATURE_BAND_FORMAT: Literal["warcry3d.creature-warband/1"] = "warcry3d.creature-warband/1"

MAX_CREATURES = 20_000
MAX_IN_BAND = 200

FactionSymbol: TypeAlias = Literal["LG", "CG", "LE", "CE"]
CardNumber: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Attacks: TypeAlias = Annotated[
    str, Meta(min_length=1, max_length=500, description="attack values and damage as cards print them: +12/+12 (10)")
]


class CreatureWire(Wire, kw_only=True):
    """A creature's card. ``rating``: of a commander. ``notes``: what else an imported card says, without effect."""

    id: Id
    name: Text
    factions: Annotated[list[FactionSymbol], Meta(min_length=1, max_length=4)]
    cost: Points
    level: CardNumber
    speed: CardNumber
    ac: CardNumber
    hp: Annotated[int, Meta(ge=1, le=1000)]
    melee: Attacks
    ranged: Attacks | None = None
    rating: CardNumber = 0
    types: Words = ()
    size: Size = Size.MEDIUM
    commander: CommanderEffect | None = None
    traits: Traits | None = None
    powers: Annotated[tuple[Power, ...], Meta(max_length=20)] = ()
    on_hit: Annotated[tuple[OnHit, ...], Meta(max_length=20)] = ()
    figure: Id | None = None
    set: Annotated[str, Meta(max_length=80)] = ""
    number: Annotated[int, Meta(ge=0, le=10_000)] = 0
    rarity: Annotated[str, Meta(max_length=80)] = ""
    notes: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=2000)], ...], Meta(max_length=50)] = ()


class CreaturesWire(Wire, kw_only=True):
    """A list of creatures: ``*.creatures.json``."""

    format: Literal["warcry3d.creatures/1"]
    creatures: Annotated[list[CreatureWire], Meta(max_length=MAX_CREATURES)]


class BandCreatureWire(Wire, kw_only=True):
    """A creature of a warband. ``creature``: a card, or the id (or the name) of one in the files under ``from``."""

    creature: Text | CreatureWire
    id: Id | None = None
    name: Text | None = None


class CreatureBandWire(Wire, kw_only=True, rename={"sources": "from"}):
    """A warband: ``*.band.json``. ``from``: files of creatures and of tiles, beside this one or among those that ship.

    ``tiles``: the map tiles that its player brings, an assembly tile and three feature tiles: each as a tile, or the id
    (or the name) of one in the files under ``from`` or among those that ship.
    """

    format: Literal["warcry3d.creature-warband/1"]
    name: Text
    faction: FactionSymbol
    sources: Annotated[list[Text], Meta(max_length=50)] = field(default_factory=list)
    creatures: Annotated[list[BandCreatureWire], Meta(max_length=MAX_IN_BAND)]
    tiles: Annotated[tuple[Text | MapTileWire, ...], Meta(max_length=20)] = ()


register_schema(
    "creatures",
    CreaturesWire,
    title="warcry3d creatures",
    description="Cards of creatures for D&D Miniatures: *.creatures.json.",
)
register_schema(
    "creature-warband",
    CreatureBandWire,
    title="warcry3d creature warband",
    description="A warband for D&D Miniatures: *.band.json.",
)
