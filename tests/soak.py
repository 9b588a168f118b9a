"""Cases and examples of long laws: a few in every ``make test``, all in ``make soak``."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest
from hypothesis import settings

__all__ = ["examples", "is_soak", "mostly_soak"]

SOAKED = 100
"""Examples of a property without settings of its own in the profile ``soak``."""
FEWEST = 3


def mostly_soak(values: Iterable[Any], *, quick: int) -> list[Any]:
    """Return values to parametrize a test with: the first ``quick`` always run, the others are marked ``soak``."""
    rest = iter(values)
    return [*islice(rest, quick), *(pytest.param(value, marks=pytest.mark.soak) for value in rest)]


def is_soak() -> bool:
    """Return whether this run draws all examples."""
    return settings.default is None or settings.default.max_examples >= SOAKED


def examples(count: int, **others: Any) -> settings:
    """Return settings of a property: ``count`` examples in ``make soak``, its share of them in ``make test``."""
    share = count * settings.default.max_examples // SOAKED if settings.default else count
    return settings(max_examples=max(FEWEST, share), **others)
