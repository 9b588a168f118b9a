"""How strong units are: starting strength, below half strength, toughness, leadership (40K-UNIT-5 to 8, 40K-LEAD-1)."""

from collections import Counter

from warcry3d.rules.warhammer40k.battle.data_rules import characteristic
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic

__all__ = ["is_below_half", "is_below_start", "leadership_of", "starting_strength", "toughness_of"]

UNKNOWN_LEADERSHIP = 7
"""What 2D6 must reach where no LD is printed."""


def starting_strength(state: State40k, unit: str) -> int:
    """Return how many models a unit had: while leader and led are both left, all; else those of the part that is left
    (40K-UNIT-5, 40K-OPEN-1).
    """
    parts = {model.part for model in state.living(unit)} or {unit}
    return sum(len(state.context.parts[part].models) for part in parts)


def is_below_half(state: State40k, unit: str) -> bool:
    """Return whether a unit is below half strength (40K-UNIT-6, 40K-UNIT-7)."""
    living, strength = state.living(unit), starting_strength(state, unit)
    if strength > 1:
        return 2 * len(living) < strength
    return any(2 * state.wounds_left(model.id) < state.context.profile(model.id).wounds for model in living)


def is_below_start(state: State40k, unit: str) -> bool:
    """Return whether a unit is below its starting strength: models lost, or W of the only one (40K-UNIT-8)."""
    living, strength = state.living(unit), starting_strength(state, unit)
    return len(living) < strength if strength > 1 else any(model.lost for model in living)


def leadership_of(state: State40k, unit: str) -> int:
    """Return the best LD in a unit: what 2D6 must reach (40K-LEAD-1)."""
    known = [state.context.profile(model.id).leadership for model in state.living(unit)]
    best = min((one for one in known if one is not None), default=None)
    return characteristic(state, unit, Characteristic.LEADERSHIP, best) or UNKNOWN_LEADERSHIP


def toughness_of(state: State40k, unit: str) -> int:
    """Return the T against which attacks on a unit wound: of those that were joined, the most common; of equally
    common ones the higher (40K-OPEN-19).
    """
    living = state.living(unit)
    own = [model for model in living if model.part == unit] or list(living)
    counts = Counter(state.context.profile(model.id).toughness or 0 for model in own)
    own_value = max(counts, key=lambda value: (counts[value], value))
    return characteristic(state, unit, Characteristic.TOUGHNESS, own_value) or own_value
