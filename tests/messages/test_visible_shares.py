"""How much is visible, as text: never against the verdict."""

import pytest

from warcry3d.messages import Words
from warcry3d.messages.visible_shares import share_figure, share_range
from warcry3d.sight.confident_share import ConfidentShare
from warcry3d.sight.visible_share import VisibleShare

ENGLISH = Words("en")


def share(count: int, of: int) -> VisibleShare:
    return VisibleShare((0.0, 0.0, 0.0), ConfidentShare(count, of))


@pytest.mark.parametrize(
    ("count", "of", "figure"),
    [
        (0, 0, "0 %"),
        (0, 700, "under 1 %"),
        (6, 700, "under 1 %"),
        (7, 700, "1 %"),
        (350, 700, "50 %"),
        (693, 700, "99 %"),
        (700, 700, "over 99 %"),
    ],
)
def test_only_nothing_is_0_and_nothing_is_100_per_cent(count: int, of: int, figure: str) -> None:
    assert share_figure(share(count, of), ENGLISH) == figure


def test_the_interval_is_in_whole_per_cent_and_says_nothing_of_zero() -> None:
    assert share_range(share(350, 700), ENGLISH) == "46 to 54 %"
    assert share_range(share(7, 700), ENGLISH) == "at most 2 %"
    assert share_range(share(0, 0), ENGLISH) == "0 %"
