"""Abilities from files: ``*.abilities.json``."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import msgspec
from msgspec import Meta

from warcry3d.rules.warcry.abilities.ability import Ability
from warcry3d.rules.warcry.abilities.check import check
from warcry3d.table.format import register_schema
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, valid_json
from warcry3d.table.pieces import unique_ids
from warcry3d.table.wire_types import Wire

__all__ = [
    "ABILITIES_FORMAT",
    "AbilitiesWire",
    "abilities_file",
    "abilities_from_json",
    "all_abilities",
    "load_abilities",
    "shipped_abilities",
]

ABILITIES_FORMAT: Literal["warcry3d.abilities/1"] = "warcry3d.abilities/1"

MAX_ABILITIES = 5000

DATA = Path(__file__).resolve().parent.parent / "data"


class AbilitiesWire(Wire, kw_only=True):
    """A file of abilities: ``*.abilities.json``."""

    format: Literal["warcry3d.abilities/1"]
    abilities: Annotated[list[Ability], Meta(max_length=MAX_ABILITIES)]


def load_abilities(path: Path | str) -> tuple[Ability, ...]:
    """Return the abilities of a file; raise `FileError` naming file, place and what was expected."""
    spot = JsonPath(str(path))
    return abilities_from_json(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot)


def abilities_file(path: Path | str) -> dict[str, Any]:
    """Return a file of abilities as parsed, for the set-up of a battle; raise `FileError` as `load_abilities` does."""
    return cast(
        dict[str, Any],
        msgspec.to_builtins(AbilitiesWire(format=ABILITIES_FORMAT, abilities=list(load_abilities(path)))),
    )


def abilities_from_json(value: object, spot: JsonPath | str = "abilities") -> tuple[Ability, ...]:
    """Return the abilities of a parsed file; ``spot`` stands for the file in errors, or the place in it."""
    spot = JsonPath(spot) if isinstance(spot, str) else spot
    wire = checked(valid_json(value, spot), AbilitiesWire, spot)
    unique_ids((ability.id for ability in wire.abilities), spot.at("abilities"))
    for i, ability in enumerate(wire.abilities):
        check(ability, spot.at("abilities", i))
    return tuple(wire.abilities)


@cache
def shipped_abilities() -> tuple[Ability, ...]:
    """Return the abilities that ship: universal, hunting and monsters' ones, and those of the shipped factions."""
    files: Iterable[Path] = sorted(DATA.glob("*.abilities.json"))
    return tuple(chain.from_iterable(load_abilities(path) for path in files))


COMMON_REACTIONS = ("counter", "take-cover", "strike-them-down")
"""What the reactions are called that all fighters have (WC-REACT-2 to 4): nobody else's."""


def all_abilities(files: Sequence[object], spot: JsonPath | str = "abilities") -> Mapping[str, Ability]:
    """Return by id the abilities that ship and those of further parsed ``files``; an id is given once."""
    spot = JsonPath(spot) if isinstance(spot, str) else spot
    known = {ability.id: ability for ability in shipped_abilities()}
    for i, file in enumerate(files):
        for j, ability in enumerate(abilities_from_json(file, spot.at(i))):
            if ability.id in known or ability.id in COMMON_REACTIONS:
                raise spot.at(i, "abilities", j, "id").error("there is an ability '{id}' already", id=ability.id)
            known[ability.id] = ability
    return known


register_schema(
    "abilities", AbilitiesWire, title="warcry3d abilities", description="Abilities for Warcry: *.abilities.json."
)
