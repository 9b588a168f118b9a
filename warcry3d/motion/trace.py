"""The judge of moves: a path measured leg by leg, everything that is wrong with it, and where it leaves the model."""

from warcry3d.motion.airborne import alight, climb, fly, jump, place
from warcry3d.motion.levels import FLOOR
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.record import End, Mode, Trace
from warcry3d.motion.trace_state import Terms, TraceState
from warcry3d.motion.turning import check_turn
from warcry3d.motion.walking import go_through, walk
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Terms", "prepare", "trace"]

_PLAIN = Terms()


def trace(table: Table, model: str, path: Path, terms: Terms = _PLAIN) -> Trace:
    """Judge a path of ``model`` on ``table``: return its measured legs, all faults, and its end.

    Nothing is added up or priced: rule systems do that. A leg with faults is measured all the same, and the path
    continues from the leg's end, so that every fault is found. Raises `UnknownNameError` for an unknown model. Laws: a
    rigid motion of everything changes nothing; a path of walks costs the same backwards.
    """
    going = TraceState(table, model, terms)
    for number, leg in enumerate(path.legs):
        if going.mode is Mode.FLYING and leg.kind not in (LegKind.FLY, LegKind.PLACE):
            _land_between(going)
        before = going.volume
        going.begin(number, leg)
        check_turn(going, leg, before)
        _go(going, leg)
        going.finish(leg)
    end = _end(going)  # may still find faults
    return Trace(tuple(going.legs), tuple(going.faults), end)


def prepare(table: Table, model: str) -> None:
    """Derive at once what all traces of ``model`` (and of models with an equal volume) on this terrain share."""
    going = TraceState(table, model, _PLAIN)
    for level in going.room.levels.levels:
        going.room.closed(level), going.room.air(level), going.room.low_terrain(level)
    for obstacle in going.obstacles:
        obstacle.distance(going.volume, going.at)
    going.room.ground.meets(going.volume, going.at, going.at)


def _go(going: TraceState, leg: Leg) -> None:
    match leg.kind:
        case LegKind.WALK:
            walk(going, leg)
        case LegKind.CLIMB:
            climb(going, leg)
        case LegKind.JUMP | LegKind.DROP:
            jump(going, leg)
        case LegKind.FLY:
            fly(going, leg)
        case LegKind.DOOR:
            go_through(going, leg)
        case LegKind.PLACE:
            place(going, leg)


def _land_between(going: TraceState) -> None:
    """End a flight where another leg begins, if its centre is over a surface there."""
    if going.room.levels.under(going.at) is not None:
        alight(going)


def _end(going: TraceState) -> End:
    """Return where the path leaves the model; out of the air it sinks straight down first."""
    if going.mode is Mode.FLYING:
        alight(going)
    turn = going.turn
    climbed = going.obstacle.names if going.obstacle is not None and going.mode is Mode.CLIMBING else ()
    if going.mode is Mode.STANDING and going.level is not None:
        level, (x, y, _) = going.level, going.at
        rest = going.room.levels.resting_height(level, x, y)
        return End((x, y, rest), going.mode, level.name_at(x, y), level, turn, jumps=tuple(going.jumps))
    if going.mode is not Mode.AIR:
        on = climbed[0] if climbed else ""
        return End(going.at, going.mode, on, None, turn, jumps=tuple(going.jumps), climbed=climbed)
    return _sunk(going, turn)


def _sunk(going: TraceState, turn: float) -> End:
    """Return the end of a path that leaves the model in the air: it sinks until its base touches something."""
    ground = going.room.ground
    start = going.at
    rest, part = ground.rest_under(going.volume, start)
    x, y, z = start
    landed = (x, y, min(rest, z))
    level = going.room.levels.under(landed)
    going.check_others(start, landed)
    going.land()
    on = level.name_at(x, y) if level is not None else part or FLOOR
    fell = max(z - rest, 0.0)
    fell = 0.0 if fell <= LENGTH_EPSILON else fell
    return End(landed, Mode.AIR, on, level, turn, fell, tuple(going.jumps))
