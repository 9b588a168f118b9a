"""Shares found by trying, and their intervals."""

import pytest

from warcry3d.sight.confident_share import ConfidentShare


@pytest.mark.parametrize(("count", "of"), [(0, 400), (400, 400), (7, 400), (200, 400)])
def test_interval_is_the_exact_one(count: int, of: int) -> None:
    """Clopper and Pearson, as scipy has it."""
    from scipy.stats import binomtest  # takes half a second to load

    interval = binomtest(count, of).proportion_ci(0.95, method="exact")
    share = ConfidentShare(count, of)
    assert (share.low, share.high) == pytest.approx((interval.low, interval.high))
