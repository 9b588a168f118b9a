"""A model's Move and runemarks, from its profile."""

from dataclasses import dataclass, replace
from types import MappingProxyType

from warcry3d.table.models import Model

__all__ = ["BEAST", "FLY", "GARGANTUAN", "MOUNT", "FighterTraits", "fighter_of", "flying"]

FLY = "fly"
MOUNT = "mount"
BEAST = "beast"
GARGANTUAN = "gargantuan"


@dataclass(frozen=True, slots=True)
class FighterTraits:
    """``move`` in inches (None: not known) and the runemarks, in small letters."""

    move: float | None
    runemarks: frozenset[str]


def fighter_of(model: Model) -> FighterTraits:
    """Return what the model's profile says."""
    move, runemarks = model.profile.get("move"), model.profile.get("runemarks", ())
    known = float(move) if isinstance(move, int | float) and not isinstance(move, bool) else None
    marks = runemarks if isinstance(runemarks, list | tuple) else ()
    return FighterTraits(known, frozenset(str(mark).lower() for mark in marks))


def flying(model: Model) -> Model:
    """Return the model with the runemark of those that fly."""
    marks = sorted({*fighter_of(model).runemarks, FLY})
    return replace(model, profile=MappingProxyType({**model.profile, "runemarks": marks}))
