"""What the models of a catalogue's units may carry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any, Final

from warcry3d.rules.ageofsigmar.warscrolls.catalogue_profiles import is_weapon_profile, weapon_of
from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.shared_catalogues import CatalogueEntry

__all__ = ["LoadoutTerms", "loadouts_of"]

MOST_LOADOUTS: Final = 20


@dataclass(frozen=True, slots=True)
class LoadoutTerms:
    """What rules of a unit say of its loadouts: ids of its weapons, of how many models one may have an item
    (``every``), what its leader is called and how many more attacks it makes.
    """

    weapons: Sequence[str]
    every: Mapping[str, int]
    leader: tuple[str, int] | None


def loadouts_of(entry: CatalogueEntry, terms: LoadoutTerms) -> list[dict[str, Any]]:
    """Return what models may carry: the fixed weapons, with each choice of a group; and a leader, if there is one."""
    known = list(terms.weapons)
    options = {
        one.name: [w for w in _weapon_ids(one) if w in known] for group in _groups(entry) for one in group.entries
    }
    fixed = [w for w in _fixed_ids(entry) if w in known]
    choices = list(_distinct_groups([[one.name for one in group.entries] for group in _groups(entry)]))
    combos = list(islice(product(*choices), MOST_LOADOUTS + 1))
    if len(combos) > MOST_LOADOUTS // 2:
        combos, fixed = [()], known
    found = [
        _loadout(combo or (entry.name,), [*fixed, *(w for name in combo for w in options[name])], terms)
        for combo in combos
    ]
    found.sort(key=lambda one: one["every"] > 0)
    first = found[0]["name"]
    for item in entry.walk():
        is_item = item.kind == "upgrade" and item.rules and item.name not in options and not list(_weapon_ids(item))
        if is_item and item.least == 0 and len(found) < MOST_LOADOUTS:
            found.append(_loadout((first, item.name), found[0]["weapons"], terms))
    if terms.leader is not None and len(found) < MOST_LOADOUTS:
        name, more = terms.leader
        found.append({**_loadout((name,), found[0]["weapons"], terms), "attacks": more, "once": True})
    return list({one["id"]: one for one in found}.values())


def _groups(entry: CatalogueEntry) -> list[CatalogueEntry]:
    """Return the choices of weapons under an entry: groups any entry of which is a weapon."""
    groups = [one for one in entry.walk() if one.kind == "group"]
    return [
        one for one in groups if any(is_weapon_profile(profile) for inner in one.walk() for profile in inner.profiles)
    ]


def _distinct_groups(groups: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Yield each set of choices once, in whatever order the entries of several models have them."""
    seen = set()
    for names in groups:
        if frozenset(names) not in seen:
            seen.add(frozenset(names))
            yield names


def _fixed_ids(entry: CatalogueEntry) -> Iterator[str]:
    """Yield the ids of the weapons of an entry that are not a choice."""
    for profile in entry.profiles:
        if is_weapon_profile(profile) and (weapon := weapon_of(profile)) is not None:
            yield weapon["id"]
    for inner in entry.entries:
        if inner.kind != "group":
            yield from _fixed_ids(inner)


def _weapon_ids(entry: CatalogueEntry) -> Iterator[str]:
    """Yield the ids of an entry's own weapons and of what is under it."""
    for profile in entry.profiles:
        if is_weapon_profile(profile) and (weapon := weapon_of(profile)) is not None:
            yield weapon["id"]
    for inner in entry.entries:
        if inner.kind == "upgrade":
            yield from _weapon_ids(inner)


def _loadout(names: Sequence[str], weapons: Sequence[str], terms: LoadoutTerms) -> dict[str, Any]:
    name = ", ".join(names)
    every = max((terms.every.get(hyphenated(one), 0) for one in names), default=0)
    return {"name": name, "id": hyphenated(name)[:80], "weapons": list(dict.fromkeys(weapons)), "every": every}
