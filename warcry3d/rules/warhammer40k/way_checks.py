"""Ways of single models in Warhammer 40,000: what they cost, what is wrong with them, where they lead (40K-MOVE).

docs/warhammer40k.md says how the rules are read.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.path import LegKind, Path, Point, along
from warcry3d.motion.record import Fault, FaultKind, MeasuredLeg, Mode, Trace
from warcry3d.motion.trace import Terms, trace
from warcry3d.motion.trace_state import TraceState
from warcry3d.rules.move_result import PricedLeg, RuleFault
from warcry3d.rules.reports.trace_messages import trace_message
from warcry3d.rules.warhammer40k.bases import ENGAGEMENT, ENGAGEMENT_HEIGHT, footprint_points, is_engaged
from warcry3d.rules.warhammer40k.passable_terrain import borne_way, ground_under, passable_table, passes_ruins
from warcry3d.rules.warhammer40k.terrain_categories import OBSTACLES, category_of
from warcry3d.rules.warhammer40k.units_on_table import enemies_of, has_keyword, model_traits
from warcry3d.sight.distance import measure
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, TerrainCategory
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["ModelWay", "WayTerms", "end_faults", "floor_faults", "judge_way"]

NEAR_TOLERANCE = 0.01
"""How far (in) a way may reach into engagement range without being found to."""
RULES = {FaultKind.FIGHTER: "40K-MOVE-7", FaultKind.EDGE: "40K-MOVE-8"}
"""The rule behind each kind of fault; of all others it is the one on heights, `HEIGHTS`."""
HEIGHTS = "40K-HEIGHT-2"
NOT_ON_TOP = {TerrainCategory.BARRICADE: "40K-BARRICADE-1", TerrainCategory.DEBRIS: "40K-DEBRIS-1"}
OVERHANG = {TerrainCategory.RUINS: "40K-RUIN-7", TerrainCategory.HILL: "40K-HILL-2"}


@dataclass(frozen=True, slots=True)
class WayTerms:
    """How a model may go: so many ``inches``, which it has by ``rule``; ``away_rule`` keeps it out of engagement range.

    ``flies``: over models and terrain (40K-FLY). ``keeps_away``: never into engagement range on its way;
    ``ends_away``: nor at its end. ``crosses``: through enemy models (a fall back; 40K-ESCAPE-1).
    ``passes_aircraft``: through enemy aircraft and their engagement range (40K-AIRCRAFT-10).
    """

    inches: float
    rule: str = "40K-MOVE-1"
    away_rule: str = "40K-MOVE-5"
    flies: bool = False
    keeps_away: bool = True
    ends_away: bool = True
    crosses: bool = False
    passes_aircraft: bool = False


@dataclass(frozen=True, slots=True)
class ModelWay:
    """What comes of a model's way: its ``legs`` with what they cost, their sum ``cost`` (in), every fault, the
    placement it ends at. ``crossed``: the enemies whose bases it passes over.
    """

    legs: tuple[PricedLeg, ...]
    cost: float
    faults: tuple[RuleFault, ...]
    end: Placement
    trace: Trace
    crossed: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Return whether nothing is wrong with it."""
        return not self.faults


def judge_way(table: Table, model: str, path: Path, terms: WayTerms) -> ModelWay:
    """Return what comes of a model's way; raise `UnknownNameError` for an unknown model."""
    mover = table.model(model)
    is_flown = any(leg.kind is LegKind.FLY for leg in path.legs)
    passable = passable_table(
        table, mover, crosses=terms.crosses or (terms.flies and is_flown), passes_aircraft=terms.passes_aircraft
    )
    if is_flown:
        passable = Table(table.ruleset, table.board, table.terrain, passable.models)
    way, heights = borne_way(table, passable, path, mover.placement.at)
    start, _ = ground_under(levels_of(table), levels_of(passable), mover.placement.at)
    traced = trace(passable.placing(model, Placement(start, mover.placement.turn)), model, way)
    legs = tuple(PricedLeg(leg, _length(leg) + more) for leg, more in zip(traced.legs, heights, strict=True))
    cost = math.fsum(leg.cost for leg in legs)
    end = _end(table, path, traced)
    faults = [
        *_kind_faults(traced.legs, terms),
        *(_as_fault(fault, traced, table, mover) for fault in traced.faults),
        *_cost_faults(legs, cost, terms),
    ]
    if path.legs:
        faults += end_faults(table, mover.moved(end), len(path.legs) - 1, hangs=_hangs(traced))
    faults += _engagement_faults(table, mover, path, end, terms)
    ordered = tuple(sorted(faults, key=lambda fault: fault.leg))
    return ModelWay(legs, cost, ordered, end, traced, _crossed(table, mover, traced))


def _length(leg: MeasuredLeg) -> float:
    """Return how far the middle of the base goes: turning is free (40K-MOVE-6); a flight is straight (40K-FLY-3)."""
    if leg.kind is LegKind.PLACE:
        return 0.0
    if leg.kind is LegKind.FLY:
        return math.dist(leg.points[0], leg.points[-1])
    return math.fsum(stride.straight + stride.drop for stride in leg.strides)


def _end(table: Table, path: Path, traced: Trace) -> Placement:
    """Return where a way ends on the whole table: where its last point is borne, as that says."""
    at = traced.end.at
    if path.legs and path.legs[-1].kind in (LegKind.WALK, LegKind.CLIMB):
        last = path.legs[-1].to[-1]
        if math.dist(last[:2], at[:2]) <= LENGTH_EPSILON and last[2] > at[2]:
            at = last
    level = levels_of(table).under(at)
    if level is not None:
        at = (at[0], at[1], levels_of(table).resting_height(level, at[0], at[1]))
    return Placement(at, traced.end.turn)


def _hangs(traced: Trace) -> bool:
    return traced.end.mode in (Mode.CLIMBING, Mode.AIR)


def _kind_faults(legs: Sequence[MeasuredLeg], terms: WayTerms) -> Iterator[RuleFault]:
    for leg in legs:
        start = leg.points[0]
        match leg.kind:
            case LegKind.FLY if not terms.flies:
                yield RuleFault("40K-FLY-1", leg.number, start, Message("it cannot fly", {}))
            case LegKind.JUMP | LegKind.DROP:
                said = Message("it cannot jump or drop: it climbs down, and the height counts", {})
                yield RuleFault(HEIGHTS, leg.number, start, said)
            case LegKind.DOOR:
                said = Message("it cannot pass through what is solid, and has to fit through what is open", {})
                yield RuleFault("40K-TERRAIN-1", leg.number, start, said)
            case LegKind.PLACE:
                said = Message("a move cannot contain a 'place' leg", {})
                yield RuleFault(terms.rule, leg.number, start, said)


def _as_fault(fault: Fault, traced: Trace, table: Table, mover: Model) -> RuleFault:
    rule = RULES.get(fault.kind, HEIGHTS)
    if fault.kind is FaultKind.FIGHTER and table.model(fault.subject).side == mover.side:
        rule = "40K-MOVE-9"
    if fault.kind is FaultKind.TURN:
        rule = "40K-MOVE-8" if not fault.subject else HEIGHTS if "/" in fault.subject else "40K-MOVE-7"
    return RuleFault(rule, fault.leg, fault.at, trace_message(fault, traced.legs[fault.leg].kind))


def _cost_faults(legs: Sequence[PricedLeg], cost: float, terms: WayTerms) -> Iterator[RuleFault]:
    if cost <= terms.inches + LENGTH_EPSILON:
        return
    left = terms.inches
    leg = legs[-1]
    for leg in legs:
        if leg.cost > left:
            break
        left -= leg.cost
    points = leg.measured.points
    at = along(points[0], points[-1], min(1.0, left / leg.cost if leg.cost else 1.0))
    values = {"over": cost - terms.inches, "cost": cost, "allowed": terms.inches}
    said = Message("{over:.2f} in too far: needs {cost:.2f} in, has {allowed:g} in", values)
    yield RuleFault(terms.rule, leg.measured.number, at, said)


def end_faults(table: Table, there: Model, leg: int, *, hangs: bool = False) -> Iterator[RuleFault]:
    """Yield what is wrong with the place of a model that ends a move, or is set up there: on nothing, in a wall, on top
    of a model or of what nobody ends on, on a floor that is not for it, over the edge of one.
    """
    at = there.placement.at
    level = levels_of(table).under(at)
    if hangs or level is None:
        yield RuleFault("40K-HEIGHT-3", leg, at, Message("it ends where it cannot stand", {}))
        return
    standing = table.placing(there.id, there.placement)
    state = TraceState(standing, there.id, Terms())
    state.check_room(level, at)
    for fault in state.faults:
        if fault.kind is FaultKind.BLOCKED:
            yield RuleFault(_in_wall(table, fault.subject, there), leg, at, trace_message(fault, LegKind.WALK))
        elif fault.kind is FaultKind.FIGHTER:
            yield RuleFault("40K-MOVE-2", leg, at, trace_message(fault, LegKind.WALK))
    yield from floor_faults(table, there, leg)


def _feature(table: Table, part: str) -> Feature | None:
    return next((one for one in table.terrain.features if one.id == part.partition("/")[0]), None)


def _in_wall(table: Table, part: str, there: Model) -> str:
    feature = _feature(table, part)
    category = None if feature is None else category_of(feature)
    if category is TerrainCategory.RUINS and passes_ruins(there):
        return "40K-RUIN-5"
    return NOT_ON_TOP.get(category, HEIGHTS) if category is not None else HEIGHTS


def floor_faults(table: Table, there: Model, leg: int = 0) -> Iterator[RuleFault]:
    """Yield what forbids a model to stand on what it stands on, where that is not the table."""
    x, y, z = at = there.placement.at
    level = levels_of(table).under(at)
    if level is None or level.is_floor:
        return
    feature = _feature(table, level.name_at(x, y))
    if feature is None:
        return
    category, values = category_of(feature), {"feature": feature.id}
    foot = min(float(solid.bounds[0][2]) for solid in feature.solids.values())
    if category in OBSTACLES:
        said = Message("no model ends a move on top of {feature}", values)
        yield RuleFault(NOT_ON_TOP[category], leg, at, said)
    is_light = passes_ruins(there) or has_keyword(there, "fly")
    if category is TerrainCategory.RUINS and not is_light and z > foot + 1.0:
        said = Message("only infantry, beasts and models that fly end a move on the upper floors of {feature}", values)
        yield RuleFault("40K-RUIN-6", leg, at, said)
    if category in OVERHANG and not model_traits(there).is_hull and _overhangs(there, level):
        said = Message("its base overhangs the edge of {feature}", values)
        yield RuleFault(OVERHANG[category], leg, at, said)


def _overhangs(there: Model, level: Level) -> bool:
    import shapely

    points = footprint_points(there)
    return bool((shapely.distance(level.area, shapely.points(points)) > RESTING_GAP).any())


def _engagement_faults(table: Table, mover: Model, path: Path, end: Placement, terms: WayTerms) -> Iterator[RuleFault]:
    """Yield the first place at which a way comes within engagement range of each enemy (40K-MOVE-5, 40K-FLY-2)."""
    there, last = mover.moved(end), max(len(path.legs) - 1, 0)
    for enemy in enemies_of(table, mover):
        if terms.ends_away and is_engaged(there, enemy):
            rule = "40K-FALLBACK-2" if terms.crosses else terms.away_rule
            said = Message("it ends within engagement range of the enemy {enemy}", {"enemy": enemy.id})
            yield RuleFault(rule, last, end.at, said)
        elif terms.keeps_away and not terms.flies and not _is_passed_over(terms, enemy):
            found = _first_engaged(mover, path, enemy)
            if found is not None:
                said = Message("it passes within engagement range of the enemy {enemy}", {"enemy": enemy.id})
                yield RuleFault(terms.away_rule, found[0], found[1], said)


def _is_passed_over(terms: WayTerms, enemy: Model) -> bool:
    """Return whether a move may pass near an enemy as if it were not there: aircraft (40K-AIRCRAFT-10)."""
    return terms.passes_aircraft and has_keyword(enemy, "aircraft")


def _first_engaged(mover: Model, path: Path, enemy: Model) -> tuple[int, Point] | None:
    """Return the leg and the place at which a walking model first comes within engagement range; None: nowhere.

    A model that is so far away stays away for as many inches as are left over.
    """
    before = mover.placement.at
    for number, leg in enumerate(path.legs):
        for a, b in pairwise((before, *leg.to)):
            length, gone = math.dist(a, b), 0.0
            while gone <= length:
                at = along(a, b, gone / length if length else 0.0)
                here = mover.moved(Placement(at, mover.placement.turn))
                apart = measure(here, enemy)
                if is_engaged(here, enemy):
                    return number, at
                room = max(apart.horizontal - ENGAGEMENT, apart.vertical - ENGAGEMENT_HEIGHT)
                gone += max(room, NEAR_TOLERANCE)
        before = leg.to[-1] if leg.to else before
    return None


def _crossed(table: Table, mover: Model, traced: Trace) -> tuple[str, ...]:
    """Return the enemies over whose bases a model walks (40K-ESCAPE-1)."""
    import shapely

    reach = max(mover.base.length, mover.base.width) / 2
    found = []
    for enemy in enemies_of(table, mover):
        base = shapely.Polygon(shapely.MultiPoint(footprint_points(enemy)).convex_hull)
        ways = (
            shapely.LineString([a[:2], b[:2]])
            for leg in traced.legs
            if leg.kind is not LegKind.FLY
            for a, b in pairwise(leg.points)
            if a[:2] != b[:2]
        )
        if any(way.distance(base) < reach - RESTING_GAP for way in ways):
            found.append(enemy.id)
    return tuple(found)
