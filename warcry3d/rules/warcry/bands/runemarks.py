"""Runemarks: lower-case words with hyphens. Factions and grand alliances are written the same way."""

import re

from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, MOUNT

__all__ = ["ALLY", "BEAST", "FLY", "GARGANTUAN", "HERO", "MOUNT", "THRALL", "runemark"]

HERO = "hero"
ALLY = "ally"
THRALL = "thrall"


def runemark(words: str) -> str:
    """Return words as a runemark is written; empty where nothing is left of them.

    >>> runemark("Icon Bearer")
    'icon-bearer'
    >>> runemark("The Reeve's Men: Bows")
    'the-reeves-men-bows'
    """
    plain = re.sub(r"['’]", "", words.lower())
    return re.sub(r"[\W_]+", "-", plain).strip("-")
