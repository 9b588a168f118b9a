"""Set-ups of battles: warbands, a table or decks, cards, agreements."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec

from warcry3d.errors import QuestionError
from warcry3d.game.setup import Setup, setup_of
from warcry3d.rules.warcry.bands.band import Warband
from warcry3d.rules.warcry.bands.files import band_to_wire
from warcry3d.rules.warcry.bands.table_models import figure_name
from warcry3d.rules.warcry.battle.context import AgreedWire, DetailsWire
from warcry3d.rules.warcry.battle.setup.cards import DECKS_FORMAT, Deck, DecksWire, TerrainWire, shipped_decks
from warcry3d.table.embedding import embedded, embedded_table
from warcry3d.table.files import load_table
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.shipped import shipped_piece
from warcry3d.table.table import Table

__all__ = ["battle_setup"]


def battle_setup(
    warbands: Mapping[str, Warband],
    *,
    table: Table | None = None,
    terrain: Literal["fixed", "free"] = "fixed",
    decks: DecksWire | None = None,
    cards: Mapping[Deck, str] | None = None,
    agreed: AgreedWire | None = None,
    abilities: Sequence[Mapping[str, Any]] = (),
) -> Setup:
    """Return the set-up of a battle between players, each by name with its warband, in the order of turns.

    ``table``: the battlefield, as it is or for a player to set up with its features; None: drawn from the terrain deck.
    ``decks``: the decks to draw from; an empty one means the shipped one. ``cards``: cards that are chosen, not drawn.
    ``abilities``: parsed files of them, in addition to the shipped ones. Raises `QuestionError` without any
    battlefield, `FileError` for an unusable table of a terrain card.
    """
    all_decks = _filled(decks)
    if table is None:
        terrain_cards = [_written(card, f"terrain card '{card.name}'") for card in all_decks.terrain]
        if not terrain_cards:
            raise QuestionError("there is neither a table nor a terrain card")
        all_decks = msgspec.structs.replace(all_decks, terrain=terrain_cards)
        bare = _table_of_card(terrain_cards[0])
        details = _details(warbands, "deck", all_decks, cards, agreed, abilities)
        return _setup(warbands, bare, details)
    colours = {point.side for point in table.deployment}
    has_own_points = terrain == "fixed" and len(colours) == len(warbands) and not (decks and decks.deployment)
    kept = msgspec.structs.replace(all_decks, terrain=[], deployment=[] if has_own_points else all_decks.deployment)
    return _setup(warbands, table, _details(warbands, terrain, kept, cards, agreed, abilities))


def _details(
    warbands: Mapping[str, Warband],
    terrain: Literal["fixed", "free", "deck"],
    decks: DecksWire,
    cards: Mapping[Deck, str] | None,
    agreed: AgreedWire | None,
    abilities: Sequence[Mapping[str, Any]],
) -> DetailsWire:
    return DetailsWire(
        warbands={player: msgspec.to_builtins(band_to_wire(band)) for player, band in warbands.items()},
        terrain=terrain,
        decks=msgspec.to_builtins(decks),
        cards=dict(cards or {}),
        abilities=[dict(file) for file in abilities],
        agreed=agreed or AgreedWire(),
    )


def _setup(warbands: Mapping[str, Warband], table: Table, details: DetailsWire) -> Setup:
    """Return the set-up; the figures of the fighters are named in it with their hashes."""
    figures = sorted({figure_name(fighter.profile) for band in warbands.values() for fighter in band.fighters})
    plain = msgspec.to_builtins(details, str_keys=True)
    return setup_of(table, tuple(warbands), plain, shipped=[f"assets/figures/{name}.glb" for name in figures])


def _filled(decks: DecksWire | None) -> DecksWire:
    """Return the decks with each empty one replaced by the shipped one."""
    shipped = shipped_decks()
    if decks is None:
        return shipped
    own: dict[str, Any] = {deck.value: getattr(decks, deck.value) or getattr(shipped, deck.value) for deck in Deck}
    return DecksWire(format=DECKS_FORMAT, name=decks.name, **own)


def _written(card: TerrainWire, name: str) -> TerrainWire:
    """Return a terrain card with its table written out, and the shipped files that it needs."""
    if not isinstance(card.table, str):
        return card
    path = shipped_piece(card.table)
    if not path.is_file():
        raise JsonPath(name).at("table").error("no table '{table}' ships with the program", table=card.table)
    wire, files = embedded(load_table(path))
    bare = msgspec.structs.replace(wire, models=[])
    return msgspec.structs.replace(card, table=msgspec.to_builtins(bare), files=dict(files))


def _table_of_card(card: TerrainWire) -> Table:
    assert isinstance(card.table, dict), "it was written out"
    return embedded_table(card.table, card.files, JsonPath(f"terrain card '{card.name}'"))
