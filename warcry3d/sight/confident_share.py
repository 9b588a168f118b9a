"""A share that was found by trying, with its exact confidence interval."""

import math
from dataclasses import dataclass

__all__ = ["CONFIDENCE", "ConfidentShare"]

CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class ConfidentShare:
    """A share of random tries, ``count`` of ``of``, with its exact 95 % interval (Clopper and Pearson 1934)."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """Return the share from 0 to 1."""
        return self.count / self.of if self.of else math.nan

    @property
    def low(self) -> float:
        """Return the interval's lower end."""
        from scipy.special import betaincinv  # a tenth of the time that scipy.stats takes to load

        return float(betaincinv(self.count, self.of - self.count + 1, (1 - CONFIDENCE) / 2)) if self.count else 0.0

    @property
    def high(self) -> float:
        """Return the interval's upper end."""
        from scipy.special import betaincinv

        rest = self.of - self.count
        return float(betaincinv(self.count + 1, rest, (1 + CONFIDENCE) / 2)) if rest else 1.0
