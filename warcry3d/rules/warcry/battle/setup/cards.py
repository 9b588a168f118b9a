"""Battleplan cards: terrain, deployment, victory, twist (WC-PLAN-1), as data that users add to."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.rules.warcry.abilities.vocabulary import Granted
from warcry3d.table.format import register_schema
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes
from warcry3d.table.wire_types import Id, Point2, Text, Wire
from warcry3d.terrain.layouts.maps import MapWire, load_map, map_files, shipped_maps_folder, wire_of

__all__ = [
    "DECKS_FORMAT",
    "Deck",
    "DecksWire",
    "PlaceMarkers",
    "Score",
    "TerrainWire",
    "TwistChange",
    "TwistGrant",
    "TwistWire",
    "VictoryWire",
    "decks_from_json",
    "load_decks",
    "shipped_decks",
]

DECKS_FORMAT: Literal["warcry3d.decks/1"] = "warcry3d.decks/1"

DATA = Path(__file__).resolve().parents[2] / "data"

MAX_CARDS = 200


class Deck(StrEnum):
    """The four decks (WC-PLAN-1)."""

    TERRAIN = "terrain"
    DEPLOYMENT = "deployment"
    VICTORY = "victory"
    TWIST = "twist"


class TerrainWire(Wire, kw_only=True):
    """A terrain card: a battlefield. ``table``: a table file that ships, or a table written out; ``arrow``: where its
    orientation arrow points.
    """

    name: Text
    table: str | dict[str, Any]
    files: dict[str, str] = msgspec.field(default_factory=dict)
    arrow: Literal["north", "east", "south", "west"] | None = None


class Score(Wire, kw_only=True):
    """How points are won. ``when``: at the end of each round, or of the battle; ``per``: what counts.

    ``controlled-objective``: for each awake objective that the player controls; ``more-objectives``: for controlling
    more of them; ``more-blood``: for taking down fighters of more points in that round; ``carried-treasure``: for each
    treasure that its fighters carry; ``enemy-leader``: for the enemy's leader, once it is down.
    """

    per: Literal["controlled-objective", "more-objectives", "more-blood", "carried-treasure", "enemy-leader"]
    points: Annotated[int, Meta(ge=1, le=100)] = 1
    when: Literal["round", "battle"] = "round"


TreasureKind: TypeAlias = Literal["creature", "orrery", "waystone", "potion", "skull", "supplies", "totem", "weapon"]
TwistKind: TypeAlias = Literal["weather", "environment", "fate", "magic", "state-of-mind"]


class PlaceMarkers(Wire, kw_only=True):
    """Markers that players place before the battle (WC-PLAN-4).

    ``by``: who places them; in turn, the winner of a roll-off begins. ``on``: anywhere on the battlefield, or on its
    floor only. ``apart``: how far from every other marker at least, ``edge``: from the battlefield's edges (in).
    """

    marker: Literal["objective", "treasure"]
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    by: Literal["attacker", "defender", "in-turn"] = "in-turn"
    on: Literal["battlefield", "floor"] = "battlefield"
    apart: Annotated[float, Meta(ge=0, le=60)] = 0.0
    edge: Annotated[float, Meta(ge=0, le=30)] = 0.0


class VictoryWire(Wire, kw_only=True):
    """A victory card: how many ``rounds``, what lies on the battlefield, and how points are won; the most points win.

    ``objectives``, ``treasures``: their places on a board of 30 x 22 in; ``from_map``: the deployment map's own places
    for objectives are taken where it has as many. ``awake``: which objectives are at the beginning; ``wakes``: who may
    wake one at the start of each combat phase. ``place``: markers that players place before the battle, after all
    others of this card were laid down. ``treasure_kind``: what the treasure is; no rule depends on it (WC-RUNE-5).
    """

    name: Text
    rounds: Annotated[int, Meta(ge=1, le=20)] = 4
    objectives: Annotated[list[Point2], Meta(max_length=20)] = msgspec.field(default_factory=list)
    from_map: bool = True
    awake: Literal["all", "centre", "none"] = "all"
    wakes: Literal["without-initiative"] | None = None
    treasures: Annotated[list[Point2], Meta(max_length=20)] = msgspec.field(default_factory=list)
    place: Annotated[list[PlaceMarkers], Meta(max_length=20)] = msgspec.field(default_factory=list)
    treasure_kind: TreasureKind | None = None
    scores: Annotated[list[Score], Meta(min_length=1, max_length=20)]


class TwistChange(Wire, kw_only=True):
    """A change of a characteristic for the whole battle, for all fighters or those with, or without, a runemark."""

    what: Literal["move", "toughness", "attacks", "strength", "hit", "crit", "range"]
    amount: Annotated[int, Meta(ge=-30, le=30)]
    least: Annotated[int, Meta(ge=0, le=30)] = 0
    attacks: Literal["melee", "missile"] | None = None
    having: str = ""
    lacking: str = ""


class TwistGrant(Wire, kw_only=True):
    """A word of the vocabulary of abilities that holds for the whole battle, for all fighters or those with, or
    without, a runemark; ``amount``: the number that it needs, if any.
    """

    word: Granted
    amount: Annotated[int, Meta(ge=0, le=30)] = 0
    attacks: Literal["melee", "missile"] | None = None
    having: str = ""
    lacking: str = ""


class TwistWire(Wire, kw_only=True):
    """A twist card: what is special about the place or the hour. ``kind``: no rule depends on it (WC-RUNE-5).

    ``changes`` of characteristics and ``grants`` hold for the whole battle. ``objectives``, ``treasures``, ``place``:
    as on victory cards, laid down after theirs.
    """

    name: Text
    kind: TwistKind | None = None
    changes: Annotated[list[TwistChange], Meta(max_length=20)] = msgspec.field(default_factory=list)
    grants: Annotated[list[TwistGrant], Meta(max_length=20)] = msgspec.field(default_factory=list)
    objectives: Annotated[list[Point2], Meta(max_length=20)] = msgspec.field(default_factory=list)
    treasures: Annotated[list[Point2], Meta(max_length=20)] = msgspec.field(default_factory=list)
    place: Annotated[list[PlaceMarkers], Meta(max_length=20)] = msgspec.field(default_factory=list)


class DecksWire(Wire, kw_only=True):
    """Decks of battleplan cards: ``*.decks.json``. A deck that is left out is the one that ships."""

    format: Literal["warcry3d.decks/1"]
    name: Id = "decks"
    terrain: Annotated[list[TerrainWire], Meta(max_length=MAX_CARDS)] = msgspec.field(default_factory=list)
    deployment: Annotated[list[MapWire], Meta(max_length=MAX_CARDS)] = msgspec.field(default_factory=list)
    victory: Annotated[list[VictoryWire], Meta(max_length=MAX_CARDS)] = msgspec.field(default_factory=list)
    twist: Annotated[list[TwistWire], Meta(max_length=MAX_CARDS)] = msgspec.field(default_factory=list)

    def cards(self, deck: Deck) -> Mapping[str, Any]:
        """Return the cards of a deck by name, in the deck's order."""
        return {card.name: card for card in getattr(self, deck.value)}


register_schema("decks", DecksWire, title="warcry3d decks", description="Decks of battleplan cards: *.decks.json.")


def load_decks(path: Path | str) -> DecksWire:
    """Return the decks of a ``*.decks.json`` file; raise `FileError` naming file, place and what was expected there."""
    spot = JsonPath(str(path))
    return _checked(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot)


def decks_from_json(value: object, name: str) -> DecksWire:
    """Return decks from parsed JSON; ``name`` stands for the file in errors."""
    return _checked(value, JsonPath(name))


def shipped_decks() -> DecksWire:
    """Return the decks that ship; the deployment cards are the maps that ship."""
    decks = load_decks(DATA / "warcry3d.decks.json")
    maps = [wire_of(load_map(path)) for path in map_files((shipped_maps_folder(),))]
    return msgspec.structs.replace(decks, deployment=[*decks.deployment, *maps])


def _checked(value: object, spot: JsonPath) -> DecksWire:
    wire = checked(value, DecksWire, spot)
    for deck in Deck:
        names = [card.name for card in getattr(wire, deck.value)]
        twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
        if twice is not None:
            raise spot.at(deck.value).error("two cards are called '{name}'", name=twice)
    return wire
