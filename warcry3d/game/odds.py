"""Exact odds of dice: distributions of whole numbers, by convolution (docs/odds.md).

A `Distribution` has the chance of every number from 0 on. A `DicePool` is a number of dice thrown at once, each with
the same possible results, some of which may be rolled again; `pool_odds` returns the distributions of what they gain
and cost.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

import numpy as np

from warcry3d.geom.solid import FloatArray

__all__ = [
    "NOTHING",
    "DicePool",
    "DieResult",
    "Distribution",
    "PoolOdds",
    "best_reroll",
    "certain",
    "die",
    "mixture",
    "pool_odds",
]

CHANCE_EPSILON = 1e-12
"""Chances that differ by less are equal: rounding of sums of up to 6^20 cases stays far below it."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The chances of 0, 1, 2 and so on; they add up to 1.

    >>> two = die(range(1, 7)).times(2)
    >>> round(two.chances[7] * 36), round(two.mean, 3), two.quantile(0.5)
    (6, 7.0, 7)
    """

    chances: tuple[float, ...]

    @property
    def most(self) -> int:
        """Return the highest number that has a chance."""
        return max((n for n, chance in enumerate(self.chances) if chance > 0), default=0)

    @property
    def mean(self) -> float:
        """Return the average."""
        return sum(n * chance for n, chance in enumerate(self.chances))

    def at_least(self, least: int) -> float:
        """Return the chance of ``least`` or more."""
        return 1.0 if least <= 0 else sum(self.chances[least:])

    def quantile(self, share: float) -> int:
        """Return the lowest number such that the chance of it or less is ``share`` (0 to 1) or more."""
        total = 0.0
        for n, chance in enumerate(self.chances):
            total += chance
            if total >= share - CHANCE_EPSILON:
                return n
        return self.most

    def capped(self, most: int) -> "Distribution":
        """Return the distribution in which all above ``most`` counts as ``most``."""
        if len(self.chances) <= most + 1:
            return self
        return Distribution((*self.chances[:most], sum(self.chances[most:])))

    def plus(self, other: "Distribution") -> "Distribution":
        """Return the distribution of the sum of two independent numbers."""
        return _distribution(np.convolve(self.chances, other.chances))

    def times(self, count: int) -> "Distribution":
        """Return the distribution of the sum of ``count`` such numbers, each by itself."""
        return _distribution(_powers(self, count)[count])


def _distribution(chances: FloatArray) -> Distribution:
    return Distribution(tuple(map(float, chances)))


def certain(number: int) -> Distribution:
    """Return the distribution of a number that is certain (0 or more)."""
    return Distribution((*[0.0] * number, 1.0))


NOTHING = certain(0)
"""0 for certain."""


def die(points: Iterable[int]) -> Distribution:
    """Return the distribution of one die, with the points (0 or more) that each of its faces counts for.

    >>> die([0, 0, 0, 1, 1, 4]).mean
    1.0
    """
    faces = tuple(points)
    return mixture((1 / len(faces), certain(face)) for face in faces)


def mixture(parts: Iterable[tuple[float, Distribution]]) -> Distribution:
    """Return the distribution of a number that is of one of several distributions, each with its chance."""
    parts = tuple(parts)
    chances = np.zeros(max(len(part.chances) for _, part in parts))
    for share, part in parts:
        chances[: len(part.chances)] += share * np.array(part.chances)
    return _distribution(chances)


@dataclass(frozen=True, slots=True)
class DieResult:
    """A result of one die: its ``chance``, what it adds to the ``gain`` of who throws it, and to the ``cost``."""

    chance: float
    gain: Distribution
    cost: Distribution = NOTHING


@dataclass(frozen=True, slots=True)
class DicePool:
    """``dice`` dice thrown at once. ``results``: all that a die may come to; their chances add up to 1.

    ``rerolls``: so many dice may be thrown again, each once, after all were seen. ``enough``: a gain above it is worth
    no more (None: all is).
    """

    results: tuple[DieResult, ...]
    dice: int
    rerolls: int = 0
    enough: int | None = None


@dataclass(frozen=True, slots=True)
class PoolOdds:
    """The distributions of all that a pool gains and costs. What is above ``enough`` is in ``gain``, too."""

    gain: Distribution
    cost: Distribution


@lru_cache(maxsize=20_000)
def pool_odds(pool: DicePool) -> PoolOdds:
    """Return the odds of a pool whose dice are thrown again as `best_reroll` says."""
    gain = mixture((result.chance, result.gain) for result in pool.results)
    cost = mixture((result.chance, result.cost) for result in pool.results)
    if not pool.rerolls:
        return PoolOdds(gain.times(pool.dice), cost.times(pool.dice))
    gains: list[tuple[float, Distribution]] = []
    costs: list[tuple[float, Distribution]] = []
    for counts, chance in _counts(tuple(result.chance for result in pool.results), pool.dice):
        again = best_reroll(pool, counts)
        kept = tuple(n - m for n, m in zip(counts, again, strict=True))
        gains.append((chance, _kept(pool, kept, "gain").plus(gain.times(sum(again)))))
        costs.append((chance, _kept(pool, kept, "cost").plus(cost.times(sum(again)))))
    return PoolOdds(mixture(gains), mixture(costs))


@lru_cache(maxsize=20_000)
def best_reroll(pool: DicePool, counts: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many dice of each result to throw again, so that the average gain is highest, ``enough`` heeded.

    ``counts``: how many dice came to each of the pool's results. Of all ways that gain as much, the one with the fewest
    dice. The lowest gain goes first: throwing a higher one again leaves less on the table and promises no more. Of
    equal gains the costlier one goes first.

    >>> pool = DicePool((DieResult(0.5, certain(0)), DieResult(0.5, certain(1))), dice=3, rerolls=1)
    >>> best_reroll(pool, (2, 1)), best_reroll(pool, (0, 3))
    ((1, 0), (0, 0))
    """
    new = mixture((result.chance, result.gain) for result in pool.results)
    best, best_mean = (0,) * len(counts), _mean_to(pool, _kept(pool, counts, "gain"))
    for again in _in_order(pool, counts):
        kept = tuple(n - m for n, m in zip(counts, again, strict=True))
        mean = _mean_to(pool, _kept(pool, kept, "gain").plus(new.times(sum(again))))
        if mean > best_mean + CHANCE_EPSILON:
            best, best_mean = again, mean
    return best


def _mean_to(pool: DicePool, gain: Distribution) -> float:
    return (gain if pool.enough is None else gain.capped(pool.enough)).mean


def _in_order(pool: DicePool, counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield what may be thrown again: one die, two and so on, the worst first."""
    rank = sorted(range(len(counts)), key=lambda i: (pool.results[i].gain.mean, -pool.results[i].cost.mean))
    worst = [i for i in rank for _ in range(counts[i])]
    again = [0] * len(counts)
    for i in worst[: pool.rerolls]:
        again[i] += 1
        yield tuple(again)


def _kept(pool: DicePool, counts: Sequence[int], field: str) -> Distribution:
    """Return the distribution of what so many dice of each result gain or cost."""
    total = np.ones(1)
    for result, count in zip(pool.results, counts, strict=True):
        if count:
            total = np.convolve(total, _powers(getattr(result, field), count)[count])
    return _distribution(total)


@lru_cache(maxsize=2_000)
def _powers(one: Distribution, count: int) -> tuple[FloatArray, ...]:
    """Return the chances of the sum of 0, 1, ... ``count`` numbers of a distribution."""
    found = [np.ones(1)]
    for _ in range(count):
        found.append(np.convolve(found[-1], one.chances))
    return tuple(found)


def _counts(chances: Sequence[float], dice: int) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield in how many ways dice may be shared out over results with these chances, each with its chance."""
    first, *rest = chances
    if not rest:
        yield (dice,), first**dice
        return
    for n in range(dice + 1):
        here = comb(dice, n) * first**n
        for others, chance in _counts(rest, dice - n):
            yield (n, *others), here * chance
