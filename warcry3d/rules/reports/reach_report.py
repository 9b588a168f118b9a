"""Reach as the JSON that commands print: ``warcry3d.reach/1``."""

import math
from typing import Literal

import numpy as np

from warcry3d.motion.reach import LevelReach
from warcry3d.rules.reach_result import EDGE, FALLS, PROVOKES, Charge, ReachResult
from warcry3d.rules.reports.move_report import FaultWire, PathLegWire, fault_wire, path_wire
from warcry3d.table.format import register_schema
from warcry3d.table.wire_types import Point3, Wire
from warcry3d.units import LengthUnit

__all__ = ["ReachWire", "reach_wire"]

DIGITS = 4
PLACE_DIGITS = 6


class ReachedLevelWire(Wire, kw_only=True):
    """What of a level is reached. The lattice's first point lies at ``first``; ``costs`` are rows of it, from
    south to north, null where it is not reached; ``rolls`` alike, the impact damage rolls due on the cheapest way,
    ``deadly`` the climbs of deadly things on it. ``falls`` and ``edges``: 1 where who ends there falls, and where an
    open edge is near enough to fall over when attacked. ``facings``: what a base that turned on its way faces there
    (degrees), null where it does not end; missing where no base turns. ``provokes``: 1 where it gets only past enemies
    that may strike at it; missing where there is no such place.
    """

    name: str
    height: float
    points: int
    first: tuple[float, float]
    costs: list[list[float | None]]
    rolls: list[list[int]]
    deadly: list[list[int]]
    falls: list[list[int]]
    edges: list[list[int]]
    facings: list[list[float | None]] | None = None
    provokes: list[list[int]] | None = None


class WayWire(Wire, kw_only=True):
    """The cheapest place near something, what it costs (in), the damage rolls on the way, and the way there; how far
    each drop on it goes (in), whether who ends there falls, and whether an open edge is near. ``provokes``: enemies
    that may strike at it on the way, if any may.
    """

    at: Point3
    cost: float
    impact_damage_rolls: int
    deadly_damage_rolls: int
    legs: list[PathLegWire]
    drops: list[float]
    falls: bool
    edge: bool
    enemy: str | None = None
    provokes: list[str] | None = None


class ReachWire(Wire, kw_only=True):
    """Where a model can get to (``warcry3d reach --json``); lengths in inches, or in ``unit`` where it is given."""

    format: Literal["warcry3d.reach/1"]
    ruleset: str
    model: str
    action: str
    inches: float
    avoids_damage: bool
    carries: bool
    faults: list[FaultWire]
    engaged: list[str]
    spacing: float
    levels: list[ReachedLevelWire]
    charges: list[WayWire]
    marker: WayWire | None = None
    unit: str | None = None


def reach_wire(reached: ReachResult, marker: Charge | None = None) -> ReachWire:
    """Return where a model can get to as its JSON has it; ``marker``: the way to one that was asked for."""
    return ReachWire(
        format="warcry3d.reach/1",
        ruleset=reached.ruleset,
        model=reached.model,
        action=reached.action.value,
        inches=reached.inches,
        avoids_damage=reached.is_careful,
        carries=reached.is_carrying,
        faults=[fault_wire(fault) for fault in reached.bars],
        engaged=list(reached.engaged),
        spacing=reached.reach.spacing,
        levels=[_level(level, turns=reached.reach.turns) for level in reached.reach.levels],
        charges=[_way(charge) for charge in reached.charges],
        marker=None if marker is None else _way(marker),
        unit=None if reached.unit is LengthUnit.INCHES else reached.unit.value,
    )


def _level(level: LevelReach, *, turns: bool) -> ReachedLevelWire:
    costs = [[None if math.isnan(c) else round(c, DIGITS) + 0.0 for c in row] for row in level.cost.tolist()]
    return ReachedLevelWire(
        name=level.name,
        height=round(level.level.height, DIGITS),
        points=level.count,
        first=(round(float(level.x[0]), PLACE_DIGITS), round(float(level.y[0]), PLACE_DIGITS)),
        costs=costs,
        rolls=level.rolls.tolist(),
        deadly=level.deadly.tolist(),
        falls=_marked(level, FALLS),
        edges=_marked(level, EDGE),
        facings=_facings(level) if turns else None,
        provokes=_marked(level, PROVOKES) if _is_marked(level, PROVOKES) else None,
    )


def _facings(level: LevelReach) -> list[list[float | None]]:
    rows = np.degrees(level.turn).tolist()
    return [[None if math.isnan(turn) else round(turn, PLACE_DIGITS) + 0.0 for turn in row] for row in rows]


def _marked(level: LevelReach, mark: str) -> list[list[int]]:
    """Return the places that are reached and marked, as rows of 0 and 1."""
    there = level.marks.get(mark)
    if there is None:
        return [[0] * len(level.x) for _ in level.y]
    rows: list[list[int]] = (there & ~np.isnan(level.cost)).astype(int).tolist()
    return rows


def _is_marked(level: LevelReach, mark: str) -> bool:
    return mark in level.marks and bool(level.marks[mark].any())


def _way(charge: Charge) -> WayWire:
    x, y, z = charge.at
    return WayWire(
        at=(_place(x), _place(y), _place(z)),
        cost=round(charge.cost, DIGITS),
        impact_damage_rolls=charge.rolls,
        deadly_damage_rolls=charge.deadly,
        legs=path_wire(charge.path),
        drops=[round(drop, DIGITS) for drop in charge.drops],
        falls=FALLS in charge.risks,
        edge=EDGE in charge.risks,
        enemy=charge.subject or None,
        provokes=list(charge.provokes) or None,
    )


def _place(value: float) -> float:
    return round(float(value), PLACE_DIGITS) + 0.0


register_schema("reach", ReachWire, title="warcry3d reach", description="What `warcry3d reach --json` prints.")
