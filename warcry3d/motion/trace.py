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
    state = TraceState(table, model, terms)
    for number, leg in enumerate(path.legs):
        if state.mode is Mode.FLYING and leg.kind not in (LegKind.FLY, LegKind.PLACE):
            _land_between(state)
        before = state.volume
        state.begin(number, leg)
        check_turn(state, leg, before)
        _go(state, leg)
        state.finish(leg)
    end = _end(state)  # may still find faults
    return Trace(tuple(state.legs), tuple(state.faults), end)


def prepare(table: Table, model: str) -> None:
    """Derive at once what all traces of ``model`` (and of models with an equal volume) on this terrain share."""
    state = TraceState(table, model, _PLAIN)
    for level in state.room.levels.levels:
        state.room.closed(level), state.room.air(level), state.room.low_terrain(level)
    for obstacle in state.obstacles:
        obstacle.distance(state.volume, state.at)
    state.room.ground.meets(state.volume, state.at, state.at)


def _go(state: TraceState, leg: Leg) -> None:
    match leg.kind:
        case LegKind.WALK:
            walk(state, leg)
        case LegKind.CLIMB:
            climb(state, leg)
        case LegKind.JUMP | LegKind.DROP:
            jump(state, leg)
        case LegKind.FLY:
            fly(state, leg)
        case LegKind.DOOR:
            go_through(state, leg)
        case LegKind.PLACE:
            place(state, leg)


def _land_between(state: TraceState) -> None:
    """End a flight where another leg begins, if its centre is over a surface there."""
    if state.room.levels.under(state.at) is not None:
        alight(state)


def _end(state: TraceState) -> End:
    """Return where the path leaves the model; out of the air it sinks straight down first."""
    if state.mode is Mode.FLYING:
        alight(state)
    turn = state.turn
    climbed = state.obstacle.names if state.obstacle is not None and state.mode is Mode.CLIMBING else ()
    if state.mode is Mode.STANDING and state.level is not None:
        level, (x, y, _) = state.level, state.at
        rest = state.room.levels.resting_height(level, x, y)
        return End((x, y, rest), state.mode, level.name_at(x, y), level, turn, jumps=tuple(state.jumps))
    if state.mode is not Mode.AIR:
        on = climbed[0] if climbed else ""
        return End(state.at, state.mode, on, None, turn, jumps=tuple(state.jumps), climbed=climbed)
    return _sunk(state, turn)


def _sunk(state: TraceState, turn: float) -> End:
    """Return the end of a path that leaves the model in the air: it sinks until its base touches something."""
    ground = state.room.ground
    start = state.at
    rest, part = ground.rest_under(state.volume, start)
    x, y, z = start
    landed = (x, y, min(rest, z))
    level = state.room.levels.under(landed)
    state.check_others(start, landed)
    state.land()
    on = level.name_at(x, y) if level is not None else part or FLOOR
    fell = max(z - rest, 0.0)
    fell = 0.0 if fell <= LENGTH_EPSILON else fell
    return End(landed, Mode.AIR, on, level, turn, fell, tuple(state.jumps))
