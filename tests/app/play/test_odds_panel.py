"""The card of odds: its chart keeps clear of the text over it."""

from warcry3d.app.play.panels.odds import bar_heights


def test_highest_bar_of_a_chart_keeps_clear_of_the_line_above_and_the_lowest_is_seen() -> None:
    highest, half, least = bar_heights((0.5, 0.25, 0.0), 46.0)
    assert 35.0 < highest < 42.0 and half == highest / 2 and least == 1.0
    assert bar_heights((), 46.0) == ()
