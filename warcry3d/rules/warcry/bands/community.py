"""The JSON of community tools: fighters read into profiles and written back without loss.

What such a file says and a profile has no place for is kept in ``extra``; so is what a profile says in other words
(runemarks are words with hyphens here, and "monster" is "gargantuan"), as it was written. Written back, it stands as it
stood for as long as it still says the same as the profile.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from warcry3d.errors import FileError
from warcry3d.rules.warcry.bands.base_sizes import base_of_texts
from warcry3d.rules.warcry.bands.format import MAX_PROFILES, Number, Points
from warcry3d.rules.warcry.bands.profile import Profile, Weapon
from warcry3d.rules.warcry.bands.runemarks import GARGANTUAN, runemark
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, valid_json
from warcry3d.table.models import Base
from warcry3d.table.wire_types import Id, Text
from warcry3d.units import to_mm

__all__ = ["community_json", "load_community", "profiles_from_community"]

MONSTER = "monster"
"""What the shared files call the gargantuan runemark."""


class _Weapon(msgspec.Struct, kw_only=True):
    runemark: Text
    min_range: Number
    max_range: Number
    attacks: Number
    strength: Number
    dmg_hit: Number
    dmg_crit: Number


class _Fighter(msgspec.Struct, kw_only=True):
    id: Id = msgspec.field(name="_id")
    name: Text
    warband: Text
    grand_alliance: Text
    subfaction: Annotated[str, Meta(max_length=500)] = ""
    movement: Number
    toughness: Number
    wounds: Annotated[int, Meta(ge=1, le=1000)]
    points: Points
    runemarks: Annotated[list[Text], Meta(max_length=20)] = []
    weapons: Annotated[list[_Weapon], Meta(max_length=20)]
    base_size_x: str | float | None = None
    base_size_y: str | float | None = None


def load_community(path: Path | str) -> tuple[Profile, ...]:
    """Return the profiles of a shared file of fighters; raise `FileError` naming file, place and what was expected."""
    spot = JsonPath(str(path))
    return profiles_from_community(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot.file)


def profiles_from_community(value: object, name: str = "fighters") -> tuple[Profile, ...]:
    """Return the profiles of a parsed shared file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    if not isinstance(value, list):
        raise spot.error("expected a list of fighters, each with an _id")
    if len(value) > MAX_PROFILES:
        raise spot.error("at most {most} fighters are read, got {count}", most=MAX_PROFILES, count=len(value))
    profiles = tuple(_kept(entry, spot.at(i)) for i, entry in enumerate(valid_json(value, spot)))
    first: dict[str, int] = {}
    for i, profile in enumerate(profiles):
        if profile.id in first:
            raise spot.at(i, "_id").error(
                "the id '{id}' is already used by {other}", id=profile.id, other=spot.at(first[profile.id]).place
            )
        first[profile.id] = i
    return profiles


def community_json(profiles: Iterable[Profile], *, bases: bool = False) -> list[dict[str, Any]]:
    """Return profiles as shared files have them, with ``bases`` their sizes too.

    A file that was read comes back as it was (its fields in the order of the alphabet). Damage tables and figures have
    no place there.
    """
    return [_written(profile, bases=bases) for profile in profiles]


def _kept(entry: Any, spot: JsonPath) -> Profile:
    """Return an entry's profile with all in ``extra`` that it would not give back by itself."""
    profile = _profile(entry, spot)
    plain = _plain(profile)
    weapons = tuple(
        replace(weapon, extra=_beside(original, again))
        for weapon, original, again in zip(profile.weapons, entry["weapons"], plain["weapons"], strict=True)
    )
    given = {name: value for name, value in entry.items() if name != "weapons"}
    return replace(profile, weapons=weapons, extra=_beside(given, plain))


def _beside(original: Mapping[str, Any], again: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in original.items() if name not in again or not _same(value, again[name])}


def _same(one: Any, other: Any) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true are three."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _profile(entry: Any, spot: JsonPath) -> Profile:
    wire = checked(entry, _Fighter, spot)
    return Profile(
        id=wire.id,
        name=wire.name,
        faction=_word(wire.warband, spot.at("warband")),
        alliance=_word(wire.grand_alliance, spot.at("grand_alliance")),
        company=runemark(wire.subfaction),
        move=wire.movement,
        toughness=wire.toughness,
        wounds=wire.wounds,
        points=wire.points,
        runemarks=tuple(dict.fromkeys(_ours(mark, spot.at("runemarks", i)) for i, mark in enumerate(wire.runemarks))),
        weapons=tuple(_weapon(weapon, spot.at("weapons", i)) for i, weapon in enumerate(wire.weapons)),
        base=base_of_texts(wire.base_size_x, wire.base_size_y, spot),
    )


def _word(text: str, spot: JsonPath) -> str:
    mark = runemark(text)
    if not mark:
        raise spot.error("expected words, got '{text}'", text=text)
    return mark


def _ours(text: str, spot: JsonPath) -> str:
    mark = _word(text, spot)
    return GARGANTUAN if mark == MONSTER else mark


def _weapon(wire: _Weapon, spot: JsonPath) -> Weapon:
    if wire.min_range >= wire.max_range:
        raise spot.at("max_range").error(
            "expected more than min_range, {low}, got {high}", low=wire.min_range, high=wire.max_range
        )
    mark = _word(wire.runemark, spot.at("runemark"))
    return Weapon(mark, wire.min_range, wire.max_range, wire.attacks, wire.strength, wire.dmg_hit, wire.dmg_crit)


def _plain(profile: Profile) -> dict[str, Any]:
    """Return what a profile says by itself, ``extra`` aside."""
    sizes = {} if profile.base is None else dict(zip(("base_size_x", "base_size_y"), _sizes(profile.base), strict=True))
    return {
        "_id": profile.id,
        **sizes,
        "grand_alliance": profile.alliance,
        "movement": profile.move,
        "name": profile.name,
        "points": profile.points,
        "runemarks": [MONSTER if mark == GARGANTUAN else mark for mark in profile.runemarks],
        "subfaction": profile.company,
        "toughness": profile.toughness,
        "warband": profile.faction,
        "weapons": [_plain_weapon(weapon) for weapon in profile.weapons],
        "wounds": profile.wounds,
    }


def _sizes(base: Base) -> tuple[str, str]:
    """Return width and length (mm) as shared files write them."""
    return f"{round(to_mm(base.width), 6):g}", f"{round(to_mm(base.length), 6):g}"


def _plain_weapon(weapon: Weapon) -> dict[str, Any]:
    return {
        "attacks": weapon.attacks,
        "dmg_crit": weapon.crit,
        "dmg_hit": weapon.hit,
        "max_range": weapon.max_range,
        "min_range": weapon.min_range,
        "runemark": weapon.runemark,
        "strength": weapon.strength,
    }


def _written(profile: Profile, *, bases: bool) -> dict[str, Any]:
    sized = profile if bases else replace(profile, base=None)
    plain = _plain(sized)
    written = _still_said(plain, sized.extra, lambda entry: _core(_profile(entry, JsonPath(profile.id))))
    written["weapons"] = [
        _still_said(
            _plain_weapon(weapon),
            weapon.extra,
            lambda entry: _weapon(checked(entry, _Weapon, JsonPath("")), JsonPath("")),
        )
        for weapon in profile.weapons
    ]
    return dict(sorted(written.items()))


def _core(profile: Profile) -> Profile:
    return replace(profile, extra={}, weapons=())


def _still_said(
    plain: dict[str, Any], extra: Mapping[str, Any], read: Callable[[dict[str, Any]], object]
) -> dict[str, Any]:
    """Return ``plain`` with ``extra`` beside it and, where that reads the same, in place of its own words."""
    written, means = dict(plain), read(plain)
    for name, value in extra.items():
        if name not in plain or _reads(read, {**plain, name: value}) == means:
            written[name] = value
    return written


def _reads(read: Callable[[dict[str, Any]], object], entry: dict[str, Any]) -> object:
    try:
        return read(entry)
    except FileError:
        return None
