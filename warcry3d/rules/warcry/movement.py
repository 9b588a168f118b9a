"""Moving in Warcry: WC-MOVE, WC-WALK, WC-JUMP, WC-CLIMB, WC-FLY, WC-DISENGAGE, WC-TERR. Readings: docs/motion.md."""

import math

from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.climbing import LADDERS
from warcry3d.motion.edges import Edge, edges_near
from warcry3d.motion.ground import ground_of
from warcry3d.motion.passages import Passage
from warcry3d.motion.path import LegKind, Path, Point
from warcry3d.motion.record import MeasuredLeg, Mode, Trace
from warcry3d.motion.trace import trace
from warcry3d.motion.volume import volume_of
from warcry3d.rules.move_result import MoveAction, MoveEnd, MoveResult, PricedLeg, RuleFault
from warcry3d.rules.warcry.carried_treasure import carrying_faults
from warcry3d.rules.warcry.falls import fall_from, outcome_of, overhangs
from warcry3d.rules.warcry.fighter import MOUNT, FighterTraits, fighter_of
from warcry3d.rules.warcry.move_faults import as_rule_fault
from warcry3d.rules.warcry.move_limits import (
    EDGE_REACH,
    ENGAGED,
    JUMP_HURTS,
    barring_runemark,
    can_fly,
    engaged_with,
    falls_when_overhanging,
    inches_for,
    terms_for,
)
from warcry3d.rules.warcry.pricing import price, stride_price
from warcry3d.sight.distance import measure
from warcry3d.table.kinds import PartKind
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["WarcryMoving", "begin_faults"]

WALKING = (LegKind.WALK, LegKind.DOOR)
"""Legs that walk. A disengage that uses a door or an arch breaks a rule of its own (WC-DOOR-1)."""


class WarcryMoving:
    """Warcry's rules on moving."""

    def move(
        self,
        table: Table,
        model: str,
        path: Path,
        *,
        allowed: float | None,
        action: MoveAction,
        ends_activation: bool,
        is_carrying: bool = False,
    ) -> MoveResult:
        """Return what the rules say of a path: see `warcry3d.rules.moves.judge_move`."""
        mover = table.model(model)
        fighter = fighter_of(mover)
        inches = inches_for(mover, action, given=allowed, is_carrying=is_carrying, option="--allow")
        terms = terms_for(fighter)
        traced = trace(table, model, path, terms)
        legs = tuple(PricedLeg(leg, price(leg)) for leg in traced.legs)
        cost = math.fsum(leg.cost for leg in legs)
        ends = _ends(table, mover, fighter, traced, action, ends_activation)
        faults = (
            *_start_faults(table, mover, path, action),
            *(carrying_faults(traced, fighter, action) if is_carrying else ()),
            *(fault for leg in traced.legs for fault in _kind_faults(leg, fighter, action)),
            *(as_rule_fault(fault, traced, is_mount=MOUNT in fighter.runemarks) for fault in traced.faults),
            *_cost_faults(legs, cost, inches, action),
            *_end_faults(traced, ends, action),
        )
        ordered = tuple(sorted(faults, key=lambda fault: fault.leg))
        return MoveResult("warcry", model, action, legs, cost, inches, ordered, ends, traced)


def _start_faults(table: Table, model: Model, path: Path, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what forbids the action before it starts (WC-MOVE-5, WC-DISENGAGE-6)."""
    return () if all(leg.kind is LegKind.PLACE for leg in path.legs) else begin_faults(table, model, action)


def begin_faults(table: Table, model: Model, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what forbids a move or a disengage action where a model stands, whatever its path."""
    near = engaged_with(table, model)
    if action is MoveAction.MOVE and near:
        apart = measure(model, table.model(near[0])).direct
        values = {"enemy": near[0], "apart": apart, "limit": ENGAGED}
        sentence = RuleFault(
            "WC-MOVE-5",
            0,
            model.placement.at,
            Message(
                "it begins {apart:.2f} in from its enemy {enemy}; within {limit:g} in it can only disengage", values
            ),
        )
        return (sentence,)
    if action is MoveAction.DISENGAGE and not near:
        return (
            RuleFault(
                "WC-DISENGAGE-6",
                0,
                model.placement.at,
                Message("no enemy is within {limit:g} in: there is nobody to disengage from", {"limit": ENGAGED}),
            ),
        )
    return ()


def _kind_faults(leg: MeasuredLeg, fighter: FighterTraits, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what the fighter's runemarks and the action forbid in a leg."""
    found: list[RuleFault] = []
    start = leg.points[0]
    if action is MoveAction.DISENGAGE and leg.kind not in WALKING:
        values = {"manner": leg.kind.value}
        found.append(
            RuleFault("WC-DISENGAGE-5", leg.number, start, Message("a disengage may only walk, not {manner}", values))
        )
    if action is MoveAction.DISENGAGE and leg.kind is LegKind.DOOR:
        found.append(
            RuleFault("WC-DOOR-1", leg.number, start, Message("only a move action leads through a door or an arch", {}))
        )
    if leg.kind is LegKind.FLY and not can_fly(fighter):
        found.append(RuleFault("WC-FLY-1", leg.number, start, Message("it lacks the runemark to fly", {})))
    barred = ((passage, barring_runemark(fighter, passage)) for passage in leg.passages)
    found += [_barred_fault(leg, passage, mark) for passage, mark in barred if mark is not None]
    return tuple(found)


def _barred_fault(leg: MeasuredLeg, passage: Passage, mark: str) -> RuleFault:
    """Return the fault of a fighter whose runemark forbids a door or an arch."""
    values = {"mark": mark, "part": passage.name}
    start = leg.points[0]
    if passage.is_door:
        return RuleFault(
            "WC-DOOR-6",
            leg.number,
            start,
            Message("a fighter with the runemark {mark} cannot go through the closed door {part}", values),
        )
    return RuleFault(
        "WC-DOOR-5",
        leg.number,
        start,
        Message("a fighter with the runemark {mark} cannot go through the arch {part}", values),
    )


def _cost_faults(legs: tuple[PricedLeg, ...], cost: float, allowed: float, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return the fault of a path that is too long, at the point where the inches run out (WC-MOVE-1)."""
    if cost <= allowed + LENGTH_EPSILON:
        return ()
    number, at = _where_spent(legs, allowed)
    rule = "WC-DISENGAGE-1" if action is MoveAction.DISENGAGE else "WC-MOVE-1"
    values = {"over": cost - allowed, "cost": cost, "allowed": allowed}
    sentence = RuleFault(
        rule, number, at, Message("{over:.2f} in too far: needs {cost:.2f} in, has {allowed:g} in", values)
    )
    return (sentence,)


def _where_spent(legs: tuple[PricedLeg, ...], allowed: float) -> tuple[int, Point]:
    """Return the leg and the point on it where ``allowed`` inches are used up."""
    left = allowed
    for leg in legs:
        points = leg.measured.points
        for stride, start, end in zip(leg.measured.strides, points, points[1:], strict=False):
            inches = stride_price(leg.measured.kind, stride)
            if inches > left:
                share = left / inches
                (ax, ay, az), (bx, by, bz) = start, end
                return leg.measured.number, (ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az))
            left -= inches
    last = legs[-1].measured
    return last.number, last.points[-1]


def _ends(
    table: Table, model: Model, fighter: FighterTraits, traced: Trace, action: MoveAction, ends_activation: bool
) -> MoveEnd:
    """Return how the move ends: falls, damage, enemies within 1 in, open edges."""
    end = traced.end
    there = table.placing(model.id, Placement(end.at, end.turn))
    kinds = {s.name: s.kinds for s in ground_of(table).stoppers}
    climbing = end.mode is Mode.CLIMBING
    on_unclimbable = PartKind.UNCLIMBABLE in kinds.get(end.on, frozenset()) and not climbing
    on_steps = climbing and any(kinds[part] & LADDERS for part in end.climbed)
    falls_later = climbing and not on_steps
    falls = (not climbing and end.level is None) or (falls_later and ends_activation)
    moved = any(leg.kind is not LegKind.PLACE for leg in traced.legs)
    if moved and falls_when_overhanging(fighter, action):
        falls = end.level is None or overhangs(there, model.id, end.level)
    hurts = sum(drop > JUMP_HURTS + LENGTH_EPSILON for drop in end.jumps)
    hurts += int(end.fell >= JUMP_HURTS - LENGTH_EPSILON) + int(on_unclimbable)
    landings = fall_from(there, model.id) if falls else None
    edges: tuple[Edge, ...] = ()
    if end.level is not None and not can_fly(fighter):
        volume = volume_of(there.model(model.id))
        edges = edges_near(table, end.level, volume, end.at, EDGE_REACH)
    return MoveEnd(
        at=end.at,
        on=end.on or (end.climbed[0] if climbing and end.climbed else ""),
        climbing=climbing and not falls,
        falls=falls,
        falls_later=falls_later,
        impact_rolls=hurts,
        deadly_rolls=sum(leg.is_deadly for leg in traced.legs),
        engaged=engaged_with(there, there.model(model.id)),
        edges=edges,
        landings=landings,
        outcome=None if landings is None else outcome_of(landings),
    )


def _end_faults(traced: Trace, ends: MoveEnd, action: MoveAction) -> tuple[RuleFault, ...]:
    """Return what forbids this end (WC-DISENGAGE-2)."""
    if action is not MoveAction.DISENGAGE or not ends.engaged:
        return ()
    values = {"enemy": ends.engaged[0], "limit": ENGAGED}
    sentence = RuleFault(
        "WC-DISENGAGE-2",
        len(traced.legs) - 1,
        ends.at,
        Message(
            "it ends within {limit:g} in of its enemy {enemy}; a disengage must end farther from all enemies", values
        ),
    )
    return (sentence,)
