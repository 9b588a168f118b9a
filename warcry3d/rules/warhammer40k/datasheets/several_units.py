"""Units that a roster has in one entry, by a number or one inside of another: each is taken by itself."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.rules.shared_rosters import Roster, RosterSelection

__all__ = ["are_totals", "inner_units", "single_units"]

MOST_COPIES = 50


def are_totals(roster: Roster) -> bool:
    """Return whether the points of entries for several units are those of all of them, by the roster's own sum."""
    tops = [one for force in roster.forces for one in force.selections]
    total = sum(one.all_points for one in tops)
    each = sum(one.all_points * (copies_of(one) or 1) for one in tops)
    return roster.points is None or roster.points == total or roster.points != each


def copies_of(one: RosterSelection) -> int:
    """Return how many units an entry stands for; 0: one, as its models say how many they are."""
    has_models = any(other.kind == "model" for other in one.all() if other is not one)
    return min(one.number, MOST_COPIES) if one.kind == "unit" and has_models and one.number > 1 else 0


def single_units(one: RosterSelection, *, is_total: bool) -> Iterator[RosterSelection]:
    """Yield the units of an entry, each with its share of the models and of what they carry.

    Rosters count what is under an entry for all of it; where the models cannot be shared out so, each unit has all of
    them. ``is_total``: the points are those of all units.
    """
    count = copies_of(one)
    if not count:
        yield one
        return
    models = [other.number for other in one.all() if other.kind == "model"]
    is_shared = all(number % count == 0 for number in models)
    for i in range(count):
        yield replace(_share(one, count, i, is_shared=is_shared, is_total=is_total), number=1)


def _share(one: RosterSelection, count: int, i: int, *, is_shared: bool, is_total: bool) -> RosterSelection:
    inside = (_share(other, count, i, is_shared=is_shared, is_total=is_total) for other in one.selections)
    return replace(
        one,
        number=_part(one.number, count, i) if is_shared else one.number,
        points=_part(one.points, count, i) if is_total else one.points,
        selections=tuple(other for other in inside if other.number or not is_shared),
    )


def _part(number: int, count: int, i: int) -> int:
    """Return the share of the i-th of so many; the first ones have one more where it does not divide."""
    return number // count + (i < number % count)


def inner_units(one: RosterSelection) -> tuple[RosterSelection, tuple[RosterSelection, ...]]:
    """Return a unit without the units inside of it, such as a leader who joined it, and these.

    What stands under a unit is one of its own where it has the keyword of a faction: models of a unit have none.
    """
    inside = tuple(other for other in one.selections if _is_unit_of_its_own(other))
    if not inside or len(inside) == len(one.selections):
        return one, ()
    return replace(one, selections=tuple(other for other in one.selections if other not in inside)), inside


def _is_unit_of_its_own(one: RosterSelection) -> bool:
    has_faction = any(word.casefold().startswith("faction:") for word in one.categories)
    return one.kind in ("unit", "model") and has_faction
