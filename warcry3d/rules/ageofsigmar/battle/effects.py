"""Effects on units that last for a while (AOS-STATE-2)."""

from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import ChangeScore, GrantWord, LetReroll, OnAttack

__all__ = [
    "DAMNED_BONUS",
    "INSPIRING_PRESENCE",
    "MYSTICAL_GAIN",
    "EffectKind",
    "HeldWord",
    "UnitEffect",
]

HeldWord: TypeAlias = ChangeScore | LetReroll | GrantWord | OnAttack
"""The words of abilities that hold for a while."""


class EffectKind(StrEnum):
    """Where an effect comes from; those of terrain that no ability has are what they are called."""

    ABILITY = "ability"
    INSPIRING_PRESENCE = "inspiring-presence"
    DAMNED = "damned"
    BEFUDDLED = "befuddled"
    MYSTICAL = "mystical"
    FEAR = "fear"


class UnitEffect(msgspec.Struct, frozen=True, kw_only=True):
    """An effect on a unit: its ``name`` for people, whose (``by``, a player), what it does.

    It ends as its ``word`` says; without one at the start of the next hero phase of ``by`` (AOS-OPEN-37).
    ``bearer``: the unit whose ability it is; ``models``: those that it is on alone (empty: all).
    """

    unit: str
    kind: EffectKind
    by: str
    name: str = ""
    word: HeldWord | None = None
    bearer: str = ""
    models: tuple[str, ...] = ()

    @property
    def until(self) -> str:
        """Return when it ends."""
        return "hero-phase" if self.word is None else self.word.until


INSPIRING_PRESENCE: Final = GrantWord(word="no-battleshock", until="hero-phase")
"""AOS-COMMAND-4."""

DAMNED_BONUS: Final = ChangeScore(what=("hit-roll",), add=1, until="hero-phase")
"""AOS-TERRAIN-6."""

MYSTICAL_GAIN: Final = LetReroll(what=("wound-roll",), which="failed", until="hero-phase")
"""AOS-TERRAIN-16."""
