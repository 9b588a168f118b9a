"""What modifiers make of a characteristic: their order, rounding, limits (40K-MOD-1 to 11)."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import Final

from warcry3d.game.state_data import StateData
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic, How

__all__ = ["ValueChange", "for_the_better", "modified", "modified_roll"]

_C = Characteristic

LOWER_IS_BETTER: Final = frozenset({_C.SAVE, _C.LEADERSHIP, _C.WEAPON_SKILL, _C.BALLISTIC_SKILL, _C.AP})
"""Improving these takes 1 off the number (40K-MOD-10, 40K-MOD-11)."""

LIMITS: Final[dict[Characteristic, tuple[int, int]]] = {
    **dict.fromkeys((_C.MOVE, _C.TOUGHNESS, _C.STRENGTH, _C.ATTACKS, _C.DAMAGE), (1, 1000)),
    **dict.fromkeys((_C.SAVE, _C.WEAPON_SKILL, _C.BALLISTIC_SKILL), (1, 1000)),
    _C.LEADERSHIP: (4, 9),
    _C.CONTROL: (0, 1000),
    _C.AP: (-1000, 0),
}
"""The least and the most that modifiers can make of a characteristic (40K-MOD-4 to 8)."""

BELOW_ONE: Final = frozenset({_C.TOUGHNESS, _C.STRENGTH, _C.ATTACKS, _C.DAMAGE})
"""Those that a rule may take below 1 where it says so outright (40K-MOD-4)."""


class ValueChange(StateData, frozen=True, kw_only=True):
    """One modifier. ``least``: the rule says outright how low the value may go (40K-MOD-4); None: it does not."""

    what: Characteristic
    how: How
    value: int
    least: int | None = None


def direction(change: ValueChange) -> How:
    """Return how a change works on the number: improving and worsening become adding or subtracting (40K-MOD-10)."""
    if change.how not in (How.IMPROVE, How.WORSEN):
        return change.how
    goes_down = (change.how is How.IMPROVE) is (change.what in LOWER_IS_BETTER)
    return How.SUBTRACT if goes_down else How.ADD


def modified(what: Characteristic, base: int, changes: Sequence[ValueChange]) -> int:
    """Return a characteristic with its modifiers: set, divide, multiply, add, subtract; rounded up (40K-MOD-1, -2).

    Of several values that are set the last one counts.

    >>> half = ValueChange(what=Characteristic.DAMAGE, how=How.DIVIDE, value=2)
    >>> modified(Characteristic.DAMAGE, 3, [half])
    2
    """
    own = [one for one in changes if one.what is what]
    if not own:
        return base
    least, most = LIMITS[what]
    outright = [one.least for one in own if one.least is not None and what in BELOW_ONE]
    return min(max(ceil(_worked_out(Fraction(base), own)), min([least, *outright])), most)


def _worked_out(value: Fraction, own: Sequence[ValueChange]) -> Fraction:
    """Return a value with all of its modifiers in their order (40K-MOD-1), neither rounded nor limited."""
    for step in (How.SET, How.DIVIDE, How.MULTIPLY, How.ADD, How.SUBTRACT):
        for one in own:
            if direction(one) is not step:
                continue
            match step:
                case How.SET:
                    value = Fraction(one.value)
                case How.DIVIDE:
                    value /= max(one.value, 1)
                case How.MULTIPLY:
                    value *= one.value
                case How.ADD:
                    value += one.value
                case _:
                    value -= one.value
    return value


def for_the_better(changes: Sequence[ValueChange], base: float) -> tuple[ValueChange, ...]:
    """Return the modifiers that do not make a value worse, each looked at alone, limits left out (40K-MOD-15).

    ``base``: the value as printed; of one that is rolled for its mean.
    """

    def is_good(one: ValueChange) -> bool:
        after = _worked_out(Fraction(base), [one])
        return after <= base if one.what in LOWER_IS_BETTER else after >= base

    return tuple(one for one in changes if is_good(one))


def modified_roll(face: int, bonus: int) -> int:
    """Return a roll with modifiers that have no limit: it may be more than the die shows, never less than 1.

    rules: 40K-MOD-12, 40K-MOD-13.

    >>> modified_roll(6, 1), modified_roll(1, -2)
    (7, 1)
    """
    return max(face + bonus, 1)
