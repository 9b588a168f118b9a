"""Runemarks: lower-case words with hyphens. Factions and grand alliances are written the same way."""

from functools import cache
from pathlib import Path

import msgspec

from warcry3d.rules.army_files import hyphenated
from warcry3d.rules.warcry.bands.named import Named
from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, MOUNT

__all__ = ["ALLY", "BEAST", "FLY", "GARGANTUAN", "HERO", "MOUNT", "THRALL", "Runemarks", "known_runemarks", "runemark"]

DATA = Path(__file__).resolve().parent.parent / "data" / "warcry.runemarks.json"

HERO = "hero"
ALLY = "ally"
THRALL = "thrall"


class Runemarks(msgspec.Struct, frozen=True, kw_only=True):
    """The runemarks of Warcry by where they stand: on fighters, weapons and cards (WC-RUNE-2 to 5).

    ``fighter``: those that rules of the core text read. ``deployment``, ``treasure``, ``twist``: the kinds of
    deployment points, treasure and twists that cards show. No rule depends on the runemark of a weapon, or on the kind
    of a treasure or a twist.
    """

    format: str
    fighter: tuple[Named, ...]
    weapon: tuple[Named, ...]
    card: tuple[Named, ...]
    deployment: tuple[Named, ...]
    treasure: tuple[Named, ...]
    twist: tuple[Named, ...]


@cache
def known_runemarks() -> Runemarks:
    """Return the runemarks of Warcry. Files may use others: players add fighters and weapons of their own.

    >>> [mark.id for mark in known_runemarks().deployment]
    ['dagger', 'shield', 'hammer']
    """
    return msgspec.json.decode(DATA.read_bytes(), type=Runemarks)


def runemark(words: str) -> str:
    """Return words as a runemark is written; empty where nothing is left of them.

    >>> runemark("Icon Bearer")
    'icon-bearer'
    """
    return hyphenated(words)
