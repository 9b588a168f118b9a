"""Chances as they fall against chances as they are worked out: the battle's own dice through the battle's own rules.

``python -m benchmarks chances [N]``: N throws each (100,000 unless said). Chi-square against the exact distribution; a
value whose like has a chance below 1 in 1,000 is marked.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import TypeVar

from scipy.stats import chi2

from warcry3d.game.dice import SeededDice
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.combat.hit_table import CRIT, hits_on
from warcry3d.rules.warcry.battle.rounds.initiative import DICE, hand_of
from warcry3d.rules.warcry.falls import impact_damage

__all__ = ["run"]

T = TypeVar("T")

THROWS = 100_000
LEAST_EXPECTED = 5
"""Outcomes expected less often than this are counted together: the rule of thumb for chi-square."""

FAR = 0.001
"""Below this chance a value is marked."""

ATTACKS, HIT, CRITICAL = 3, 1, 4


def thrown(count: int, throws: int, seed: int) -> Iterable[tuple[int, ...]]:
    """Yield so many throws of dice, one after the other, as a battle of this seed throws them."""
    dice, roll = SeededDice(seed), Roll("", count, RuleReason("", Message("")))
    for n in range(throws):
        yield dice.faces(roll, n * count)


def all_throws(count: int) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """Yield all throws of dice, sorted, each with its chance."""
    for faces in combinations_with_replacement(range(1, 7), count):
        ways = factorial(count) // prod(factorial(n) for n in Counter(faces).values())
        yield faces, Fraction(ways, 6**count)


def damage(faces: Iterable[int], least: int) -> int:
    """Return the damage of hit dice (WC-ATT-3 and 4)."""
    return sum(CRITICAL if face >= CRIT else HIT if face >= least else 0 for face in faces)


def reported(what: str, seen: Mapping[T, int], chances: Mapping[T, Fraction]) -> str:
    """Return a line: chi-square, degrees of freedom, the chance of a value as high."""
    throws = sum(seen.values())
    assert set(seen) <= set(chances), f"{what}: impossible outcomes {set(seen) - set(chances)}"
    rare = {key for key, chance in chances.items() if chance * throws < LEAST_EXPECTED}
    pairs = [(seen.get(key, 0), float(chances[key]) * throws) for key in chances if key not in rare]
    together = (sum(seen.get(key, 0) for key in rare), float(sum(chances[key] for key in rare)) * throws)
    pairs += [together] if together[1] > 0 else []
    value = sum((found - expected) ** 2 / expected for found, expected in pairs)
    free = len(pairs) - 1
    chance = float(chi2.sf(value, free))
    mark = "  FAR OFF" if chance < FAR else ""
    return f"{what:44} chi-square {value:7.2f}  free {free:3d}  chance {chance:.3f}{mark}"


def _spread(count: int, of: Callable[[tuple[int, ...]], T]) -> Mapping[T, Fraction]:
    """Return the exact chances of what a function makes of throws."""
    chances: dict[T, Fraction] = {}
    for faces, chance in all_throws(count):
        chances[of(faces)] = chances.get(of(faces), Fraction()) + chance
    return chances


def _leads(chances: Mapping[int, Fraction]) -> Mapping[int, Fraction]:
    """Return the chances of more singles, fewer, or as many, for two players with these chances of singles."""
    found: dict[int, Fraction] = {}
    for (one, p), (two, q) in product(chances.items(), repeat=2):
        key = (one > two) - (one < two)
        found[key] = found.get(key, Fraction()) + p * q
    return found


def run(throws: int = THROWS) -> Iterator[str]:
    """Yield a line for each distribution."""
    yield f"{throws} throws each"
    for strength, toughness in ((5, 4), (4, 4), (3, 4)):
        hurt = partial(damage, least=hits_on(strength, toughness))
        what = f"damage, 3 dice 1/4, strength {strength} against {toughness}"
        yield reported(what, Counter(map(hurt, thrown(ATTACKS, throws, seed=strength))), _spread(ATTACKS, hurt))
    chances = _spread(DICE, _singles)
    yield reported("singles of six dice", Counter(map(_singles, thrown(DICE, throws, seed=11))), chances)
    yield reported("sets of six dice", Counter(map(_sets, thrown(DICE, throws, seed=12))), _spread(DICE, _sets))
    pairs = zip(thrown(DICE, throws, seed=13), thrown(DICE, throws, seed=14), strict=True)
    leads = Counter((_singles(a) > _singles(b)) - (_singles(a) < _singles(b)) for a, b in pairs)
    exact = _leads(chances)
    yield reported("who has more singles", leads, exact)
    yield f"{'':44} a tie has a chance of {float(exact[0]):.4f}; seen {leads[0] / throws:.4f}"
    yield reported("impact damage", Counter(map(_impact, thrown(1, throws, seed=15))), _spread(1, _impact))


def _singles(faces: tuple[int, ...]) -> int:
    return len(hand_of(faces).singles)


def _sets(faces: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(one.count for one in hand_of(faces).sets))


def _impact(faces: tuple[int, ...]) -> int:
    return impact_damage(faces[0])
