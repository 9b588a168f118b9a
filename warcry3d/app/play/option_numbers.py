"""The numbers that pick options: where each stands for a fighter, its place in its roster, all battle long. Pure."""

from collections.abc import Mapping, Sequence

from warcry3d.app.play.moment import Moment
from warcry3d.game.prompts import Option

__all__ = ["MOST", "numbers_of"]

MOST = 9
"""The keys of numbers go from 1 to this."""


def numbers_of(options: Sequence[Option], moment: Moment) -> Mapping[str, int]:
    """Return the number of each option that has one, by its id: of those that can be picked, if any can.

    Options that stand for one fighter or unit each, all of one side, have the numbers of their rows in the roster, so
    that a fighter keeps its number while others act and fall; what stands further down there has a number that is free
    now. All others are counted as they stand.
    """
    options = [one for one in options if not one.faults] or options
    places = [moment.place_of(one.model) for one in options]
    if len(set(places)) < len(places) or len({side for side, _ in places}) != 1 or not all(row for _, row in places):
        return {one.id: number for number, one in enumerate(options[:MOST], 1)}
    rows = {one.id: row for one, (_, row) in zip(options, places, strict=True)}
    free = [number for number in range(1, MOST + 1) if number not in rows.values()]
    return {id: row if row <= MOST else free.pop() for id, row in rows.items() if row <= MOST or free}
