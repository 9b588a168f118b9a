"""Datasheets put together from the units of a roster: units of one name share one, unless they differ."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field, replace

from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText, CoreAbility
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile, Transport
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import SheetRule
from warcry3d.rules.warhammer40k.datasheets.weapon import SheetWeapon

__all__ = ["SheetBuilder", "SheetBuilders"]


@dataclass
class SheetBuilder:
    """A datasheet in the making: what each unit of its name adds."""

    id: str
    name: str
    models: list[ModelProfile] = field(default_factory=list)
    weapons: list[SheetWeapon] = field(default_factory=list)
    faction_keywords: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    core: list[CoreAbility] = field(default_factory=list)
    leads: list[str] = field(default_factory=list)
    texts: list[AbilityText] = field(default_factory=list)
    transport: Transport | None = None
    rules: tuple[SheetRule, ...] = ()
    said: Hashable = None

    def takes(self, models: Iterable[ModelProfile], said: Hashable = None) -> bool:
        """Return whether none of the profiles differs from one of its own of the same name, and its rules are these."""
        own = {one.name: one for one in self.models}
        return self.said == said and all(own.get(one.name, one) == one for one in models)

    def add_models(self, models: Iterable[ModelProfile]) -> None:
        """Add profiles that it does not have yet."""
        self.models += [one for one in models if one not in self.models]

    def weapon_id(self, weapon: SheetWeapon) -> str:
        """Return the id of a weapon, adding it where it is new; another of the same name gets a number."""
        if weapon.id and weapon in self.weapons:
            return weapon.id
        plain = hyphenated(weapon.name) or "weapon"
        id, number = plain, 1
        known = {one.id: one for one in self.weapons}
        while id in known and known[id] != replace(weapon, id=id):
            number += 1
            id = f"{plain}-{number}"
        if id not in known:
            self.weapons.append(replace(weapon, id=id))
        return id

    def add_words(
        self, factions: Iterable[str], keywords: Iterable[str], core: Iterable[CoreAbility], leads: Iterable[str]
    ) -> None:
        """Add keywords, core abilities and names of units it can join that are new."""
        self.faction_keywords += [one for one in factions if one not in self.faction_keywords]
        self.keywords += [one for one in keywords if one not in self.keywords]
        self.core += [one for one in core if one not in self.core]
        self.leads += [one for one in leads if one not in self.leads]

    def add_texts(self, texts: Iterable[AbilityText]) -> None:
        """Add texts that are new."""
        self.texts += [one for one in texts if one not in self.texts]

    def sheet(self) -> Datasheet:
        """Return the datasheet."""
        return Datasheet(
            id=self.id,
            name=self.name,
            models=tuple(self.models),
            weapons=tuple(self.weapons),
            faction_keywords=tuple(self.faction_keywords),
            keywords=tuple(self.keywords),
            core=tuple(self.core),
            leads=tuple(self.leads),
            transport=self.transport,
            texts=tuple(self.texts),
            rules=self.rules,
        )


class SheetBuilders:
    """The datasheets of a roster in the making."""

    def __init__(self) -> None:
        self.found: list[SheetBuilder] = []

    def of(self, name: str, models: Iterable[ModelProfile], said: Hashable = None) -> SheetBuilder:
        """Return the datasheet of a name that takes the profiles, a new one where there is none.

        ``said``: what rules units of it have; those of which other rules are said have another datasheet.
        """
        models = tuple(models)
        named = [one for one in self.found if one.name == name]
        own = next((one for one in named if one.takes(models, said)), None)
        if own is None:
            plain = hyphenated(name) or "unit"
            taken = {one.id for one in self.found}
            id = next(
                id for number in range(1, 10_000) if (id := plain if number == 1 else f"{plain}-{number}") not in taken
            )
            own = SheetBuilder(id, name, said=said)
            self.found.append(own)
        own.add_models(models)
        return own
