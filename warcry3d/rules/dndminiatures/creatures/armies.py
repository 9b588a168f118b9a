"""Warbands as the armies of D&D Miniatures: read, checked, listed, shown, composed, imported."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.message import Message, counted, message, template
from warcry3d.rules.armies import Army, ArmyAnswer, ArmyFighter, ArmyFilter, ArmyPick, SharedFile
from warcry3d.rules.dndminiatures.creatures.band import CreatureBand
from warcry3d.rules.dndminiatures.creatures.card import ALIGNMENTS, FACTIONS, Creature
from warcry3d.rules.dndminiatures.creatures.card_import import imported_cards
from warcry3d.rules.dndminiatures.creatures.card_lines import (
    band_creature_card,
    creature_band_head,
    creature_card,
    creature_line,
)
from warcry3d.rules.dndminiatures.creatures.composition import card_pool, composed_band, suggested_band
from warcry3d.rules.dndminiatures.creatures.faults import creature_band_faults
from warcry3d.rules.dndminiatures.creatures.files import (
    creature_band_to_wire,
    is_creature_band,
    load_cards,
    load_creature_band,
    named_creature_file,
    save_creature_band,
    save_creatures,
    shipped_creature_band,
    shipped_creature_bands,
    shipped_creature_files,
)
from warcry3d.rules.dndminiatures.creatures.format import CREATURES_FORMAT
from warcry3d.rules.dndminiatures.creatures.import_lines import import_json, import_lines
from warcry3d.rules.dndminiatures.creatures.shared_tables import load_shared_creatures
from warcry3d.rules.dndminiatures.creatures.wires import creature_to_wire

__all__ = ["CreatureArmies"]

FACTION_NAMES = {
    "LG": template("Lawful Good"),
    "CG": template("Chaotic Good"),
    "LE": template("Lawful Evil"),
    "CE": template("Chaotic Evil"),
}

MOST_NAMES = 8
"""Names of creatures that an error lists where one is not found."""

_EMPTY = Message("")


class CreatureArmies:
    """The warbands of D&D Miniatures, as `warcry3d.rules.armies.Armies` asks for them."""

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the warbands that ship."""
        return shipped_creature_bands()

    def read(self, name: str) -> Army:
        """Return a warband with its breaches of the rules."""
        return _army(load_creature_band(named_creature_file(name)))

    def check(self, name: str) -> ArmyAnswer:
        """Return whether a warband is legal, its tiles too."""
        band = load_creature_band(named_creature_file(name))
        found = creature_band_faults(band)
        lines = [creature_band_head(band)]
        if band.tiles:
            lines.append(message("  tiles: {names}", names=tuple(tile.name for tile in band.tiles)))
        for fault in found:
            lines.append(
                message("  {place}: {fault} ({rule})", place=fault.place, fault=fault.message, rule=fault.rule)
            )
        if not found:
            lines.append(message("  the warband is legal"))
        json = {
            "format": "warcry3d.band-check/1",
            "name": band.name,
            "faction": band.faction,
            "points": band.points,
            "legal": not found,
            "faults": [{"rule": fault.rule, "place": fault.place, "text": str(fault)} for fault in found],
            "creatures": [{"id": one.id, "name": one.name} for one in band.creatures],
        }
        return ArmyAnswer(tuple(lines), json, not found)

    def list(self, name: str | None, only: ArmyFilter) -> ArmyAnswer:
        """Return the creatures of a file that fit; without a name, what ships.

        Keywords are types (``Undead``, ``Evil``); an alliance is one of the words ``Good``, ``Evil``, ``Lawful``,
        ``Chaotic``.
        """
        if name is None:
            return _shipped()
        cards = [card for card in load_cards(named_creature_file(name)) if _fits(card, only)]
        return ArmyAnswer(tuple(_listed(cards)), _cards_json(cards))

    def show(self, name: str, fighter: str | None) -> ArmyAnswer:
        """Return the cards of a warband, of all creatures of a file, or of one of them."""
        path = named_creature_file(name)
        if fighter is None and is_creature_band(path):
            band = load_creature_band(path)
            lines = [creature_band_head(band)]
            for one in band.creatures:
                lines += [_EMPTY, *band_creature_card(one)]
            return ArmyAnswer(tuple(lines), msgspec.to_builtins(creature_band_to_wire(band)))
        cards = _asked(path, load_cards(path), fighter)
        lines = []
        for card in cards:
            lines += [_EMPTY] if lines else []
            lines += [message("{name} [{id}]", name=card.name, id=card.id), *creature_card(card)]
        return ArmyAnswer(tuple(lines), _cards_json(cards))

    def factions(self) -> ArmyAnswer:
        """Return the four factions (DDM-CARD-3)."""
        lines = [message("{name} [{id}]", name=Message(FACTION_NAMES[one]), id=one) for one in FACTIONS]
        found = [{"id": one, "name": FACTION_NAMES[one]} for one in FACTIONS]
        return ArmyAnswer(tuple(lines), {"format": "warcry3d.factions/1", "factions": found})

    def import_shared(self, shared: SharedFile) -> ArmyAnswer:
        """Write the creatures of a table, JSON or CSV, as a file of ours; return what is missing or was not understood.

        Base sizes follow from the creatures' sizes, so none may be given.
        """
        if shared.bases or shared.sizes:
            raise QuestionError("creatures of this rule system have the bases of their size: give no base sizes")
        found = imported_cards(load_shared_creatures(shared.file))
        save_creatures([one.creature for one in found if one.creature is not None], shared.out)
        return ArmyAnswer(tuple(import_lines(shared.out, found)), import_json(shared.out, found))

    def export_shared(self, name: str, out: Path, *, bases: bool) -> ArmyAnswer:
        """Raise `QuestionError`: what others share holds texts of cards, which data cannot be turned back into."""
        raise QuestionError("creatures cannot be exported: share the file of creatures itself, {file}", file=name)

    def pools(self) -> tuple[str, ...]:
        """Return the names of the files of creatures that ship."""
        return shipped_creature_files()

    def pool(self, pick: ArmyPick) -> tuple[ArmyFighter, ...]:
        """Return all creatures of a file under each faction that they may be of."""
        cards = card_pool(pick)
        return tuple(
            ArmyFighter(card.id, card.name, card.cost, (*creature_card(card),), faction)
            for faction in FACTIONS
            for card in cards
            if faction in card.factions
        )

    def compose(self, pick: ArmyPick) -> Army:
        """Return the warband of the creatures that were picked."""
        return _army(composed_band(pick))

    def suggest(self, pick: ArmyPick, group: str) -> tuple[str, ...]:
        """Return the ids of a legal warband of a faction."""
        return suggested_band(pick, group)

    def save(self, pick: ArmyPick, out: Path) -> None:
        """Write the warband of the creatures that were picked, with all their cards in it."""
        save_creature_band(composed_band(pick), out)


def _army(band: CreatureBand) -> Army:
    fighters = tuple(
        ArmyFighter(one.id, one.name, one.creature.cost, band_creature_card(one), band.faction)
        for one in band.creatures
    )
    return Army(band.name, band.points, fighters, creature_band_faults(band))


def _shipped() -> ArmyAnswer:
    bands = {name: shipped_creature_band(name) for name in shipped_creature_bands()}
    lines = [message("{name}: {band}", name=name, band=creature_band_head(band)) for name, band in bands.items()]
    lines += [message("{name}: creatures to pick from", name=name) for name in shipped_creature_files()]
    found = [
        {"name": name, "title": band.name, "faction": band.faction, "points": band.points}
        for name, band in bands.items()
    ]
    return ArmyAnswer(
        tuple(lines), {"format": "warcry3d.bands/1", "bands": found, "creatures": [*shipped_creature_files()]}
    )


def _fits(card: Creature, only: ArmyFilter) -> bool:
    if only.faction is not None and only.faction.upper() not in FACTIONS:
        raise UnknownNameError("no faction '{name}'; there are: {known}", name=only.faction, known=", ".join(FACTIONS))
    if only.alliance is not None and only.alliance.title() not in ALIGNMENTS:
        known = ", ".join(ALIGNMENTS)
        raise UnknownNameError("no alliance '{name}'; there are: {known}", name=only.alliance, known=known)
    return (
        (only.faction is None or only.faction.upper() in card.factions)
        and (only.alliance is None or card.is_of((only.alliance.title(),)))
        and all(_has(card, word) for word in only.keywords)
        and (only.points is None or card.cost <= only.points)
    )


def _has(card: Creature, word: str) -> bool:
    """Return whether a creature is of a type, or of a size, whatever the case of its letters."""
    words = {*card.types, *(name for name in ALIGNMENTS if card.is_of((name,))), card.size.value}
    return word.casefold() in {one.casefold() for one in words}


def _listed(cards: Sequence[Creature]) -> Iterator[Message]:
    for factions in dict.fromkeys(card.factions for card in cards):
        yield message("{factions}:", factions="/".join(factions))
        for card in cards:
            if card.factions == factions:
                yield message("  {creature}", creature=creature_line(card))
    yield counted("{n} creature", "{n} creatures", len(cards))


def _cards_json(cards: Sequence[Creature]) -> dict[str, Any]:
    found = [msgspec.to_builtins(creature_to_wire(card)) for card in cards]
    return {"format": CREATURES_FORMAT, "creatures": found}


def _asked(path: Path, cards: Sequence[Creature], name: str | None) -> Sequence[Creature]:
    """Return the creatures with an id or a name, all of them without one; raise `UnknownNameError`."""
    found = [card for card in cards if name is None or name in (card.id, card.name)]
    if not found:
        known = get_close_matches(name or "", [card.name for card in cards], n=MOST_NAMES, cutoff=0.4)
        raise UnknownNameError(
            "no creature '{name}' in {file}; similar: {known}",
            name=name,
            file=str(path),
            known=", ".join(known) or "-",
        )
    return found
