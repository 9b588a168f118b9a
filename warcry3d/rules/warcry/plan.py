"""What Warcry asks of a battlefield: its size, two features in each quarter, the deployment map (WC-PLAN-2 and 3,
WC-DEPLOY-1 and 2).
"""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from warcry3d.message import Message
from warcry3d.table.table import DeploymentPoint, Table
from warcry3d.terrain.findings import Finding, Severity
from warcry3d.terrain.layouts.ground import footprint
from warcry3d.units import LENGTH_EPSILON

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["BOARD", "GROUPS", "QUARTERS", "QUARTER_FEATURES", "REACH", "plan_findings", "quarters"]

BOARD = (30.0, 22.0)
"""The battlefield's width and depth (in) (WC-PLAN-2); others of about that size are allowed."""

BOARD_TOLERANCE = 0.1
"""By so much of its length a side may differ and still be about that size."""

QUARTERS = ("south-west", "south-east", "north-west", "north-east")
"""The quarters of a board seen from above, its depth upwards."""

QUARTER_FEATURES = 2
"""Each quarter has at least so many features (WC-PLAN-3)."""

GROUPS = ("dagger", "shield", "hammer")
"""The groups of a warband (WC-BAND-6), in the order in which they are set up (WC-DEPLOY-1)."""

EDGE_TOLERANCE = 0.05
"""A deployment line may end so far (in) from where it should: maps are drawn by hand."""

REACH = 3.0
"""Fighters are set up wholly within this (in) of their point, horizontally (WC-DEPLOY-2)."""


def plan_findings(table: Table) -> tuple[Finding, ...]:
    """Return where a table is not what Warcry asks of a battlefield."""
    return (*_size(table), *_quarters(table), *_deployment(table))


def quarters(table: Table) -> "tuple[BaseGeometry, ...]":
    """Return the quarters of the board, cut by the lines through the middles of its edges, as in `QUARTERS`."""
    import shapely

    w, d = table.board.width, table.board.depth
    return tuple(shapely.box(x, y, x + w / 2, y + d / 2) for y in (0, d / 2) for x in (0, w / 2))


def _size(table: Table) -> Iterator[Finding]:
    width, depth = table.board.width, table.board.depth
    asked = min(max(abs(width - w) / w, abs(depth - d) / d) for w, d in (BOARD, BOARD[::-1]))
    if asked > BOARD_TOLERANCE:
        yield Finding(
            "board-size",
            Severity.WARNING,
            Message(
                "the board is {width:g} x {depth:g} in; a battlefield is about {asked_x:g} x {asked_y:g} (WC-PLAN-2)",
                {"width": width, "depth": depth, "asked_x": BOARD[0], "asked_y": BOARD[1]},
            ),
        )


def _quarters(table: Table) -> Iterator[Finding]:
    """Yield the quarters with too few features.

    The rule asks that features be in each quarter, not that they be wholly in it: one that lies across counts for every
    quarter it stands in. Where two are there only so, counted once each by the middle of their plan there would be
    fewer: a note, since players may read it the other way.
    """
    plans = [footprint(feature) for feature in table.terrain.features]
    for name, quarter in zip(QUARTERS, quarters(table), strict=True):
        inside = sum(plan.intersection(quarter).area > LENGTH_EPSILON for plan in plans)
        by_middle = sum(quarter.contains(plan.centroid) for plan in plans)
        x, y = quarter.centroid.x, quarter.centroid.y
        middle = ((x, y, 0.0),)
        values = {"quarter": name, "x": x, "y": y, "count": inside, "asked": QUARTER_FEATURES, "whole": by_middle}
        if inside < QUARTER_FEATURES:
            yield Finding(
                "quarter-empty",
                Severity.ERROR,
                Message(
                    "the quarter around ({x:.1f}, {y:.1f}) has {count} terrain features; it needs {asked} (WC-PLAN-3)",
                    values,
                ),
                middle,
            )
        elif by_middle < QUARTER_FEATURES:
            yield Finding(
                "quarter-shared",
                Severity.NOTE,
                Message(
                    "the quarter around ({x:.1f}, {y:.1f}) has {count} terrain features only if those count that lie "
                    "mostly in another one (WC-PLAN-3)",
                    values,
                ),
                middle,
            )


def _deployment(table: Table) -> Iterator[Finding]:
    """Yield what a deployment map lacks: two colours or more, each with one point for each group, on the battlefield or
    with a line (WC-DEPLOY-1, 3).
    """
    if not table.deployment:
        return
    counts = Counter((point.side, point.group) for point in table.deployment)
    sides = sorted({point.side for point in table.deployment})
    if len(sides) < 2:
        yield Finding(
            "deployment-sides",
            Severity.ERROR,
            Message(
                "the deployment points have {count} colour; a battle has two players or more (WC-DEPLOY-1)",
                {"count": len(sides)},
            ),
        )
    for side in sides:
        for group in GROUPS:
            if counts[side, group] != 1:
                yield Finding(
                    "deployment-groups",
                    Severity.ERROR,
                    Message(
                        "{side} has {count} deployment points for its {group}; expected one (WC-DEPLOY-1)",
                        {"side": side, "group": group, "count": counts[side, group]},
                    ),
                )
    for point in table.deployment:
        yield from _point(point, table)


def _point(point: DeploymentPoint, table: Table) -> Iterator[Finding]:
    values = {"side": point.side, "group": point.group}
    place = ((*point.at, 0.0),)
    if point.group not in GROUPS:
        yield Finding(
            "deployment-groups",
            Severity.ERROR,
            Message(
                "{side} {group}: no such group; there are {known} (WC-DEPLOY-1)", {**values, "known": ", ".join(GROUPS)}
            ),
            place,
        )
    x, y = point.at
    is_on = (
        -LENGTH_EPSILON <= x <= table.board.width + LENGTH_EPSILON
        and -LENGTH_EPSILON <= y <= table.board.depth + LENGTH_EPSILON
    )
    if not is_on and point.line is None:
        yield Finding(
            "deployment-off",
            Severity.ERROR,
            Message(
                "{side} {group}: the deployment point is off the battlefield and has no deployment line (WC-DEPLOY-3)",
                values,
            ),
            place,
        )
    if point.line is not None and not _is_edge(point.line, table):
        yield Finding(
            "deployment-line",
            Severity.WARNING,
            Message(
                "{side} {group}: the deployment line is neither half nor all of a battlefield edge (WC-DEPLOY-3)",
                values,
            ),
            place,
        )
    if abs(point.radius - REACH) > LENGTH_EPSILON:
        yield Finding(
            "deployment-reach",
            Severity.WARNING,
            Message(
                "{side} {group}: set up within {radius:g} in; the rules say {asked:g} (WC-DEPLOY-2)",
                {**values, "radius": point.radius, "asked": REACH},
            ),
            place,
        )


def _is_edge(line: tuple[tuple[float, float], tuple[float, float]], table: Table) -> bool:
    """Return whether a line is an edge of the board, or a half of one."""
    sides = (table.board.width, table.board.depth)
    for along in (0, 1):
        low, high = sorted(end[along] for end in line)
        aside = [end[1 - along] for end in line]
        on_edge = any(all(abs(value - edge) <= EDGE_TOLERANCE for value in aside) for edge in (0.0, sides[1 - along]))
        size = sides[along]
        halves = ((0.0, size), (0.0, size / 2), (size / 2, size))
        if on_edge and any(abs(low - a) <= EDGE_TOLERANCE and abs(high - b) <= EDGE_TOLERANCE for a, b in halves):
            return True
    return False
