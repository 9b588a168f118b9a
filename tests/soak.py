"""Cases of long laws: a few run in every ``make test``, the others in ``make soak``."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

import pytest

__all__ = ["mostly_soak"]


def mostly_soak(values: Iterable[Any], *, quick: int) -> list[Any]:
    """Return values to parametrize a test with: the first ``quick`` always run, the others are marked ``soak``."""
    rest = iter(values)
    return [*islice(rest, quick), *(pytest.param(value, marks=pytest.mark.soak) for value in rest)]
