"""The odds of attacks that are rolled in a sequence (to hit, to wound, to save, damage) against units of models.

Exact: sums of independent dice by convolution. Rule systems say what each roll needs; nothing here is a rule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from warcry3d.game.odds import Distribution, certain, mixture

__all__ = ["AttackRolls", "DieTest", "RerollWhich", "damage_of_attacks", "fewest_slain", "slain_odds", "spilled"]

RerollWhich: TypeAlias = Literal["none", "ones", "failed"]
"""Which dice of a test are rolled again: none, those that show a 1, those that fail before modifiers."""

FACES = range(1, 7)


@dataclass(frozen=True, slots=True)
class DieTest:
    """A D6 that must reach ``need`` with ``bonus`` added; ``reroll``: which dice are rolled again, once each.

    ``lowest`` and ``highest``: bare faces up to and from which it fails or passes whatever the bonus (0 and 7: none).
    """

    need: int
    bonus: int = 0
    reroll: RerollWhich = "none"
    lowest: int = 0
    highest: int = 7

    def passes(self, face: int) -> bool:
        """Return whether a face passes, with the bonus.

        >>> DieTest(4, 1).passes(3), DieTest(2, 3, lowest=1).passes(1)
        (True, False)
        """
        if face <= self.lowest:
            return False
        return face >= self.highest or face + self.bonus >= self.need

    def is_rerolled(self, face: int) -> bool:
        """Return whether a face may be rolled again: those that fail are judged before modifiers.

        >>> DieTest(4, 1, "failed").is_rerolled(3), DieTest(4, 1, "ones").is_rerolled(3)
        (True, False)
        """
        return (self.reroll == "ones" and face == 1) or (self.reroll == "failed" and face < self.need)

    @property
    def chance(self) -> float:
        """Return the chance to pass, where a die is rolled again if it may and would fail otherwise.

        >>> DieTest(4).chance, round(DieTest(4, reroll="failed").chance, 4)
        (0.5, 0.75)
        """
        plain = sum(self.passes(face) for face in FACES) / 6
        again = sum(self.is_rerolled(face) and not self.passes(face) for face in FACES) / 6
        return plain + again * plain


@dataclass(frozen=True, slots=True)
class AttackRolls:
    """One attack: what the attacker's hit and wound rolls need, what the other side's save needs, and its damage."""

    hit: DieTest
    wound: DieTest
    save: DieTest
    damage: Distribution

    @property
    def success(self) -> float:
        """Return the chance that the attack does damage: it hits, wounds and is not saved."""
        return self.hit.chance * self.wound.chance * (1 - self.save.chance)

    @property
    def inflicted(self) -> Distribution:
        """Return the damage of the attack, whether it succeeds or not."""
        success = self.success
        return mixture(((1 - success, certain(0)), (success, self.damage)))


def damage_of_attacks(attacks: Iterable[tuple[Distribution, Distribution]], most: int) -> Distribution:
    """Return the damage of several groups of attacks together: each is how many attacks there are, and what each of
    them inflicts. More than ``most`` counts as ``most``.

    >>> coin = mixture([(0.5, certain(0)), (0.5, certain(1))])
    >>> damage_of_attacks([(certain(2), coin)], 10).chances
    (0.25, 0.5, 0.25)
    """
    total = certain(0)
    for count, one in attacks:
        total = total.plus(_repeated(count, one, most)).capped(most)
    return total


@lru_cache(maxsize=4096)
def _repeated(count: Distribution, one: Distribution, most: int) -> Distribution:
    """Return the sum of a random number of equal, independent numbers."""
    parts, so_far = [], certain(0)
    for n, chance in enumerate(count.chances):
        if n:
            so_far = so_far.plus(one).capped(most)
        if chance > 0:
            parts.append((chance, so_far))
    return mixture(parts)


def spilled(wounds: int, left: Sequence[int]) -> tuple[int, ...]:
    """Return the wounds left of models, in their order, after wounds that go on from each slain model to the next.

    >>> spilled(6, (2, 2, 2, 2, 2))
    (0, 0, 0, 2, 2)
    """
    after = []
    for one in left:
        taken = min(one, wounds)
        wounds -= taken
        after.append(one - taken)
    return tuple(after)


def fewest_slain(wounds: int, left: Sequence[int]) -> int:
    """Return the fewest models that so many wounds slay, where their owner says who takes them first.

    >>> fewest_slain(5, (2, 2, 2)), fewest_slain(3, (1, 3))
    (2, 1)
    """
    return sum(one == 0 for one in spilled(wounds, sorted(left, reverse=True)))


def slain_odds(damage: Distribution, left: Sequence[int]) -> Distribution:
    """Return how many models fall to damage that goes on from each slain model to the next: the fewest possible.

    >>> slain_odds(certain(6), (2, 2, 2, 2, 2)).most
    3
    """
    return mixture((chance, certain(fewest_slain(n, left))) for n, chance in enumerate(damage.chances))
