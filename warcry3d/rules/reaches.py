"""Where models can get to, by the table's rule system; and moves that find their own way."""

from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import Path, Point
from warcry3d.rules.move_result import MoveAction
from warcry3d.rules.reach_result import Charge, ReachResult
from warcry3d.rules.systems import system
from warcry3d.table.table import Table

__all__ = ["nearest_to", "reach_of", "surfaces_at", "way_to"]


def reach_of(
    table: Table,
    model: str,
    *,
    inches: float | None = None,
    action: MoveAction = MoveAction.MOVE,
    is_careful: bool = False,
    is_carrying: bool = False,
    keeps_facing: bool = False,
) -> ReachResult:
    """Return everywhere a model can end an action, by the table's rule system.

    ``inches``: what it has; None: as its profile says. ``is_careful``: it does nothing that hurts. ``is_carrying``: it
    begins with a treasure (inches, where they are given, hold as they are). ``keeps_facing``: a base that is not round
    never turns; quicker, and it may reach less. Raises
    `UnknownNameError` for a model or rule system that is not there, `QuestionError` where its inches are not known.
    """
    rules = system(table.ruleset).reach()
    return rules.reach(
        table,
        model,
        inches=inches,
        action=action,
        is_careful=is_careful,
        is_carrying=is_carrying,
        keeps_facing=keeps_facing,
    )


def nearest_to(table: Table, reached: ReachResult, marker: Point) -> Charge | None:
    """Return the cheapest place from which a model reaches a marker; None where there is none."""
    return system(table.ruleset).reach().nearest(table, reached, marker)


def surfaces_at(table: Table, x: float, y: float, z: float | None) -> tuple[Level, ...]:
    """Return the levels under a place, the highest first; with a height the one that a base there stands on."""
    levels = levels_of(table)
    if z is not None:
        level = levels.under((x, y, z))
        return () if level is None else (level,)
    return tuple(level for level in reversed(levels.levels) if level.holds(x, y))


def way_to(table: Table, reached: ReachResult, x: float, y: float, z: float | None) -> Path | None:
    """Return the cheapest way to a place, on the highest surface that is reached there unless ``z`` says which."""
    for level in surfaces_at(table, x, y, z):
        route = reached.reach.route(level, (x, y))
        if route is not None:
            return route.path
    return None
