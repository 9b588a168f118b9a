"""How fair a board is, in lines and as a page with bars."""

import math
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.message import template
from warcry3d.messages.sheets.page import PageArea, PageItem, PageLine, PageText, SheetPage, box_of, cut_to, writable
from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.rules.board_fairness import BoardFairness, ObjectiveWay, SideFairness

__all__ = ["fairness_lines", "fairness_page"]

_FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "zone_seen": template("zone seen from the other zone"),
        "inches": template("way to an objective, in inches"),
        "way_hidden": template("share of that way hidden from the other zone"),
        "ends_hidden_4": template("hidden ends of moves of 4 in"),
        "ends_hidden_6": template("hidden ends of moves of 6 in"),
    }
)
_QUARTERS: tuple[str, ...] = (
    template("south-west: shots that meet cover"),
    template("south-east: shots that meet cover"),
    template("north-west: shots that meet cover"),
    template("north-east: shots that meet cover"),
)
_COLOURS = ((196, 78, 60), (58, 110, 180))
_USUAL, _GREY, _DARK = (205, 203, 196), (110, 110, 110), (30, 30, 30)


def fairness_lines(made: "BoardFairness", words: Words) -> list[str]:
    """Return the figures of a board, those of random boards beside them, and the ways to each objective."""
    from warcry3d.rules.random_boards import random_boards, with_usual

    usual = random_boards()
    first, second = (side.side for side in made.sides)
    lines = [
        words.count(
            "{first} / {second} (mean and spread of {n} random board)",
            "{first} / {second} (mean and spread of {n} random boards)",
            usual.count,
            first=first,
            second=second,
        )
    ]
    for name, (one, other), mean in with_usual(made):
        lines.append(
            words.say(
                "  {what}: {one} / {other} ({mean} ± {spread})",
                what=words.say(_FIGURES[name]),
                one=_shown(name, one),
                other=_shown(name, other),
                mean=_shown(name, mean.mean),
                spread=_shown(name, mean.spread),
            )
        )
    for quarter, share in zip(_QUARTERS, made.cover, strict=True):
        lines.append(
            words.say(
                "  {what}: {share} ({mean} ± {spread})",
                what=words.say(quarter),
                share=_shown("", share),
                mean=_shown("", usual.cover.mean),
                spread=_shown("", usual.cover.spread),
            )
        )
    return [*lines, *(_way_line(side, way, words) for side in made.sides for way in side.ways)]


def _shown(name: str, value: float) -> str:
    if math.isnan(value):
        return "-"
    return f"{value:.1f}" if name == "inches" else f"{value:.0%}"


def _way_line(side: "SideFairness", way: "ObjectiveWay", words: Words) -> str:
    x, y = way.objective
    if way.inches is None:
        return words.say("{side} to ({x:g}, {y:g}): no way on foot", side=side.side, x=x, y=y)
    return words.say(
        "{side} to ({x:g}, {y:g}): {inches:.1f} in, {hidden:.0%} hidden; {four} moves of 4 in, {four_hidden:.0%} of "
        "their ends hidden; {six} moves of 6 in, {six_hidden:.0%}",
        side=side.side,
        x=x,
        y=y,
        inches=way.inches,
        hidden=way.hidden,
        four=way.actions[0],
        four_hidden=way.hidden_ends[0],
        six=way.actions[1],
        six_hidden=way.hidden_ends[1],
    )


def fairness_page(made: "BoardFairness", words: Words, *, title: str) -> SheetPage:
    """Return a page of bars: both sides, over a band of what random boards have (mean and spread)."""
    from warcry3d.rules.random_boards import random_boards, with_usual

    usual = random_boards()
    width, height = 10.0, 6.6
    items: list[PageItem] = [PageText(cut_to(writable(title), 6.0, 15, True), (0.5, 0.6), 15, True)]
    for k, side in enumerate(made.sides):
        x = 6.9 + 1.3 * k
        items.append(PageArea(box_of((x, 0.48), (x + 0.14, 0.62)), _COLOURS[k], None))
        items.append(PageText(cut_to(writable(side.side), 1.0, 9), (x + 0.2, 0.6), 9))
    band = words.count("band: {n} random board", "band: {n} random boards", usual.count)
    items.append(PageText(band, (9.5, 0.85), 8, align=1.0, colour=_GREY))
    rows: list[tuple[str, tuple[float, ...], float, float, str]] = [
        (words.say(_FIGURES[name]), values, mean.mean, mean.spread, name) for name, values, mean in with_usual(made)
    ]
    rows += [
        (words.say(quarter), (share,), usual.cover.mean, usual.cover.spread, "")
        for quarter, share in zip(_QUARTERS, made.cover, strict=True)
    ]
    for k, row in enumerate(rows):
        items += _row(*row, 1.25 + k * 0.56)
    return SheetPage(width, height, tuple(items))


def _row(what: str, values: tuple[float, ...], mean: float, spread: float, name: str, y: float) -> Iterator[PageItem]:
    left, right = 4.1, 8.4
    most = max(1.0, *(value for value in (*values, mean + spread) if not math.isnan(value)))
    most = most * 1.05 if name == "inches" else 1.0
    scale = (right - left) / most
    yield PageText(cut_to(what, left - 0.7, 9.5), (0.5, y + 0.03), 9.5)
    low, high = max(0.0, mean - spread), min(most, mean + spread)
    yield PageArea(box_of((left + low * scale, y - 0.2), (left + high * scale, y + 0.2)), _USUAL, None)
    half = 0.13 / len(values)
    for k, value in enumerate(values):
        if math.isnan(value):
            continue
        middle = y + (k - (len(values) - 1) / 2) * 0.16
        colour = _COLOURS[k] if len(values) > 1 else (120, 120, 90)
        end = left + max(value * scale, 0.015)
        yield PageArea(box_of((left, middle - half), (end, middle + half)), colour, None)
    shown = " / ".join(_shown(name, value) for value in values)
    yield PageLine(((left + mean * scale, y - 0.2), (left + mean * scale, y + 0.2)), _DARK, 1.2)
    yield PageLine(((left, y - 0.22), (left, y + 0.22)), _GREY, 0.6)
    yield PageText(shown, (9.5, y + 0.03), 9.5, True, 1.0)
