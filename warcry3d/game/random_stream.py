"""Random numbers by position (SplitMix64), the same on every machine and in every version.

The n-th number of a seed is a function of seed and n alone (Steele, Lea, Flood: Fast splittable pseudorandom number
generators, 2014): a 64-bit counter in steps of an odd constant, mixed by two rounds of shift and multiply. No state
has to be kept, and nothing that happens in between moves what comes later.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["MAX_SEED", "Stream", "below", "draw"]

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15
MAX_SEED = 2**63 - 1
"""Seeds are 0 to this: what every reader of JSON takes for a whole number."""

T = TypeVar("T")


def draw(seed: int, position: int) -> int:
    """Return number ``position`` (from 0) of SplitMix64 begun with ``seed``: 0 to 2**64 - 1, all equally likely.

    >>> [draw(1234567, n) for n in range(3)]
    [6457827717110365317, 3203168211198807973, 9817491932198370423]
    """
    return _mixed(seed + (position + 1) * _STEP)


def below(number: int, limit: int) -> int:
    """Return one of 0 to ``limit`` - 1, all equally likely, out of a number of `draw`.

    The few highest numbers would make low answers likelier; such a number is mixed on until it is none of them.
    """
    fair = 2**64 - 2**64 % limit
    while number >= fair:
        number = _mixed(number + _STEP)
    return number % limit


def _mixed(value: int) -> int:
    value &= _MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
    return value ^ (value >> 31)


class Stream:
    """A row of numbers by chance, for players that choose by it; each question takes the next.

    ``names`` tell streams of one seed apart: ``Stream(7, "red", 12)``.
    """

    def __init__(self, seed: int, *names: str | int) -> None:
        said = repr((int(seed), *names)).encode()
        self._seed = int.from_bytes(hashlib.sha256(said).digest()[:8], "big")
        self._position = 0

    def below(self, limit: int) -> int:
        """Return one of 0 to ``limit`` - 1 (``limit`` at least 1)."""
        self._position += 1
        return below(draw(self._seed, self._position), limit)

    def unit(self) -> float:
        """Return a number from 0 (may be) to 1 (never), a multiple of 2**-53."""
        return self.below(2**53) / 2**53

    def between(self, low: float, high: float) -> float:
        """Return a number from ``low`` to ``high``."""
        return low + (high - low) * self.unit()

    def pick(self, among: Sequence[T]) -> T:
        """Return one of a row that is not empty."""
        return among[self.below(len(among))]

    def shuffled(self, among: Sequence[T]) -> list[T]:
        """Return all of a row, in any order."""
        rest = list(among)
        for last in range(len(rest) - 1, 0, -1):
            other = self.below(last + 1)
            rest[last], rest[other] = rest[other], rest[last]
        return rest
