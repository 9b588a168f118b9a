"""How fair a board is, in lines and as a page with bars."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from warcry3d.message import template
from warcry3d.messages.sheets.page import PageArea, PageItem, PageLine, PageText, SheetPage, box_of, cut_to, writable
from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.rules.board_fairness import BoardFairness, ObjectiveWay, SideFairness

__all__ = ["FairnessRow", "fairness_lines", "fairness_page", "fairness_rows"]

_FIGURES: Mapping[str, str] = MappingProxyType(
    {
        "zone_seen": template("zone seen from the other zone"),
        "zone_pairs": template("pairs of places of both zones that see each other"),
        "zone_exposed": template("share of the board that sees a place of the zone"),
        "inches": template("way to an objective, in inches"),
        "way_hidden": template("share of that way hidden from the other zone"),
        "way_watched": template("share of the other zone that sees a place on that way"),
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


@dataclass(frozen=True, slots=True)
class FairnessRow:
    """A figure of a board: ``what`` it is, its values (of both sides, or of the board alone; nan: none), and the
    ``mean`` and ``spread`` of random boards. ``most``: where a bar of it ends.
    """

    what: str
    values: tuple[float, ...]
    mean: float
    spread: float
    most: float = 1.0
    is_share: bool = True

    def shown(self, value: float) -> str:
        """Return a value as people read it."""
        if math.isnan(value):
            return "-"
        return f"{value:.0%}" if self.is_share else f"{value:.1f}"


def fairness_rows(made: "BoardFairness", words: Words) -> tuple[FairnessRow, ...]:
    """Return the figures of a board with those of random boards, those of both sides first, then cover by quarter."""
    from warcry3d.rules.random_boards import random_boards, with_usual

    rows = []
    for name, values, usual in with_usual(made):
        is_share = name != "inches"
        known = [one for one in (*values, usual.mean + usual.spread) if not math.isnan(one)]
        most = 1.0 if is_share else 1.05 * max(known)
        rows.append(FairnessRow(words.say(_FIGURES[name]), values, usual.mean, usual.spread, most, is_share))
    cover = random_boards().cover
    quarters = zip(_QUARTERS, made.cover, strict=True)
    rows += [FairnessRow(words.say(quarter), (share,), cover.mean, cover.spread) for quarter, share in quarters]
    return tuple(rows)


def fairness_lines(made: "BoardFairness", words: Words) -> list[str]:
    """Return the figures of a board, those of random boards beside them, and the ways to each objective."""
    from warcry3d.rules.random_boards import random_boards

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
    for row in fairness_rows(made, words):
        mean, spread = row.shown(row.mean), row.shown(row.spread)
        if len(row.values) == 1:
            share = row.shown(row.values[0])
            said = words.say(
                "  {what}: {share} ({mean} ± {spread})", what=row.what, share=share, mean=mean, spread=spread
            )
        else:
            one, other = map(row.shown, row.values)
            said = words.say(
                "  {what}: {one} / {other} ({mean} ± {spread})",
                what=row.what,
                one=one,
                other=other,
                mean=mean,
                spread=spread,
            )
        lines.append(said)
    return [*lines, *(_way_line(side, way, words) for side in made.sides for way in side.ways)]


def _way_line(side: "SideFairness", way: "ObjectiveWay", words: Words) -> str:
    x, y = way.objective
    if way.inches is None:
        return words.say("{side} to ({x:g}, {y:g}): no way on foot", side=side.side, x=x, y=y)
    return words.say(
        "{side} to ({x:g}, {y:g}): {inches:.1f} in, {hidden:.0%} hidden; moves of 4 in: {four}, {four_hidden:.0%} "
        "of their ends hidden; moves of 6 in: {six}, {six_hidden:.0%}",
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
    from warcry3d.rules.random_boards import random_boards

    usual = random_boards()
    rows = fairness_rows(made, words)
    width, height = 10.0, 1.25 + 0.5 * len(rows)
    items: list[PageItem] = [PageText(cut_to(writable(title), 6.0, 15, True), (0.5, 0.6), 15, True)]
    for k, side in enumerate(made.sides):
        x = 6.9 + 1.3 * k
        items.append(PageArea(box_of((x, 0.48), (x + 0.14, 0.62)), _COLOURS[k], None))
        items.append(PageText(cut_to(writable(side.side), 1.0, 9), (x + 0.2, 0.6), 9))
    band = words.count("band: {n} random board", "band: {n} random boards", usual.count)
    items.append(PageText(band, (9.5, 0.85), 8, align=1.0, colour=_GREY))
    for k, row in enumerate(rows):
        items += _bars(row, 1.25 + k * 0.5)
    return SheetPage(width, height, tuple(items))


def _bars(row: FairnessRow, y: float) -> Iterator[PageItem]:
    left, right = 4.5, 8.4
    scale = (right - left) / row.most
    yield PageText(cut_to(row.what, left - 0.7, 9.5), (0.5, y + 0.03), 9.5)
    low, high = max(0.0, row.mean - row.spread), min(row.most, row.mean + row.spread)
    yield PageArea(box_of((left + low * scale, y - 0.2), (left + high * scale, y + 0.2)), _USUAL, None)
    half = 0.13 / len(row.values)
    for k, value in enumerate(row.values):
        if math.isnan(value):
            continue
        middle = y + (k - (len(row.values) - 1) / 2) * 0.16
        colour = _COLOURS[k] if len(row.values) > 1 else (120, 120, 90)
        end = left + max(value * scale, 0.015)
        yield PageArea(box_of((left, middle - half), (end, middle + half)), colour, None)
    shown = " / ".join(row.shown(value) for value in row.values)
    yield PageLine(((left + row.mean * scale, y - 0.2), (left + row.mean * scale, y + 0.2)), _DARK, 1.2)
    yield PageLine(((left, y - 0.22), (left, y + 0.22)), _GREY, 0.6)
    yield PageText(shown, (9.5, y + 0.03), 9.5, True, 1.0)
