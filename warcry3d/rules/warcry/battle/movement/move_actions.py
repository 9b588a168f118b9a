"""Move, disengage and bonus move actions: judged, then made (WC-MOVE, WC-DISENGAGE)."""

import math
import operator

from warcry3d.game.action_faults import fault
from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Event
from warcry3d.message import Message
from warcry3d.motion.path import Path, Point
from warcry3d.motion.record import Mode
from warcry3d.rules.move_result import MoveAction, MoveResult, RuleFault
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.battle.abilities.triggers import AfterMove
from warcry3d.rules.warcry.battle.actions import Disengage, Move
from warcry3d.rules.warcry.battle.combat.damage import DamageRoll, Impact
from warcry3d.rules.warcry.battle.combat.disengage_reactions import MayStrike
from warcry3d.rules.warcry.battle.context import JudgedMove
from warcry3d.rules.warcry.battle.descriptions import leg_names, place_name
from warcry3d.rules.warcry.battle.fighters import effects_on, move_of
from warcry3d.rules.warcry.battle.movement.falls import Fall
from warcry3d.rules.warcry.battle.rounds.treasures import PickUp, WayPiece, pick_up_faults, picked_up_at
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.carried_treasure import carrying_bars, move_of_carrier
from warcry3d.rules.warcry.fighter import fighter_of
from warcry3d.rules.warcry.movement import begin_faults
from warcry3d.table.table import Table

__all__ = [
    "MoveAlong",
    "allowed",
    "barred_from",
    "disengage",
    "disengage_faults",
    "go",
    "judged_way",
    "move",
    "move_faults",
]


def allowed(state: State, fighter: str) -> float:
    """Return the inches that a fighter has for a move action now (WC-MOVE-1, WC-OBJ-2)."""
    inches = move_of(state, fighter)
    return move_of_carrier(inches) if state.fighter(fighter).treasure else inches


def move_faults(state: State, fighter: str, action: Move, *, inches: float | None = None) -> tuple[ActionFault, ...]:
    """Return everything that forbids a move action; ``inches``: what it has instead of its Move."""
    judged = judged_way(state, fighter, action.path, inches=inches)
    return (
        *_barred(state, fighter, "cannot-move"),
        *map(_told, judged.faults),
        *pick_up_faults(state, fighter, action, judged),
    )


def disengage_faults(state: State, fighter: str, action: Disengage) -> tuple[ActionFault, ...]:
    """Return everything that forbids a disengage action."""
    judged = judged_way(state, fighter, action.path, MoveAction.DISENGAGE)
    return (*_barred(state, fighter, "cannot-disengage"), *map(_told, judged.faults))


def _barred(state: State, fighter: str, word: str) -> tuple[ActionFault, ...]:
    """Return a fault if an ability forbids the action."""
    found = effects_on(state, fighter, word)
    if not found:
        return ()
    return fault("WC-ABIL-1", "{ability} forbids this action to {fighter}", ability=found[0].source, fighter=fighter)


def barred_from(state: State, fighter: str, action: MoveAction) -> tuple[ActionFault, ...]:
    """Return what forbids a move or a disengage action to a fighter where it stands, whatever its path."""
    model = state.table.model(fighter)
    found = begin_faults(state.table, model, action)
    if state.fighter(fighter).treasure:
        found += carrying_bars(fighter_of(model), action, 0, model.placement.at)
    word = "cannot-move" if action is MoveAction.MOVE else "cannot-disengage"
    return (*_barred(state, fighter, word), *(ActionFault(one.rule, one.message, one.at) for one in found))


def move(do: Transition, fighter: str, action: Move) -> None:
    """Make a move action."""
    judged = judged_way(do.state, fighter, action.path)
    _emit_move(do, "move", "{fighter} moves to {place}: {legs}", "WC-MOVE-1", fighter, judged)
    do.push(AfterMove(fighter))
    go(do, fighter, action.path, judged, action.treasure, picked_up_at(do.state, fighter, action, judged))


def disengage(do: Transition, fighter: str, action: Disengage) -> None:
    """Make a disengage action: an enemy that is left behind may strike first (WC-REACT-4)."""
    do.push(MayStrike(fighter), DisengageMove(fighter, action.path))


class DisengageMove(Automatic[State], frozen=True, tag="leaves-enemy", tag_field="step"):
    """Moves a fighter that disengages along its path, unless it was struck down."""

    fighter: str
    path: Path

    def resolve(self, do: Transition) -> None:
        """Move it."""
        if do.state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return
        judged = judged_way(do.state, self.fighter, self.path, MoveAction.DISENGAGE)
        _emit_move(do, "disengage", "{fighter} disengages to {place}: {legs}", "WC-DISENGAGE-1", self.fighter, judged)
        go(do, self.fighter, self.path, judged)


def judged_way(
    state: State, fighter: str, path: Path, action: MoveAction = MoveAction.MOVE, *, inches: float | None = None
) -> MoveResult:
    """Return the result of judging a path; ``inches``: what the fighter has for a move, instead of its Move.

    It is kept for a while: an action is judged when it is checked, and again when it is made; players judge a way for
    more than one reason.
    """
    if action is MoveAction.MOVE and inches is None:
        inches = allowed(state, fighter)
    is_carrying = bool(state.fighter(fighter).treasure)
    table, asked = state.table, (fighter, action, inches, is_carrying, path)
    kept = state.context.judged_moves.get(asked)
    if kept is not None and _is_same_table(kept.table, table):
        return kept.result
    result = judge_move(table, fighter, path, allowed=inches, action=action, is_carrying=is_carrying)
    state.context.keep_judged_move(asked, JudgedMove(table, result))
    return result


def _is_same_table(one: Table, other: Table) -> bool:
    return (
        one.terrain is other.terrain
        and len(one.models) == len(other.models)
        and all(map(operator.is_, one.models, other.models))
    )


def _told(fault: RuleFault) -> ActionFault:
    return ActionFault(fault.rule, fault.message, fault.at, f"path.legs[{fault.leg}]")


def _emit_move(do: Transition, kind: str, template: str, rule: str, fighter: str, judged: MoveResult) -> None:
    way = tuple(point for leg in judged.trace.legs for point in leg.points)
    values = {"fighter": fighter, "place": place_name(judged.ends.at), "legs": leg_names(judged)}
    do.events.append(Event(kind, Message(template, values), rules=(rule,), models=(fighter,), way=way))


def go(
    do: Transition,
    fighter: str,
    path: Path,
    judged: MoveResult,
    treasure: str = "",
    picked_up: WayPiece | None = None,
) -> None:
    """Move a fighter along a path without faults: deadly climbs hurt where they begin, everything else at the end.

    ``treasure`` is picked up where the piece ``picked_up`` ends: a fighter taken down later on the way drops it there.
    """
    steps: list[AgendaStep] = []
    for leg in judged.trace.legs:
        start = leg.points[0]
        hurts: list[AgendaStep] = []
        takes: list[AgendaStep] = []
        if leg.is_deadly:
            turn = _turn_before(do, fighter, path, leg.number)
            hurts = [MoveAlong(fighter, start, turn), DamageRoll(fighter, "WC-DEADLY-1")]
        if picked_up is not None and picked_up.leg == leg.number:
            takes = [MoveAlong(fighter, picked_up.end, picked_up.turn), PickUp(fighter, treasure)]
        is_at_start = picked_up is not None and picked_up.end == start
        steps += [*takes, *hurts] if is_at_start else [*hurts, *takes]
    end = judged.trace.end
    holds = end.climbed if end.mode is Mode.CLIMBING else ()
    ends = judged.ends
    do.push(*steps, MoveAlong(fighter, end.at, end.turn, holds=holds, impacts=ends.impact_rolls, falls=ends.falls))


def _turn_before(do: Transition, fighter: str, path: Path, number: int) -> float:
    """Return the facing a fighter has when a leg of its path begins."""
    turns = [leg.facing for leg in path.legs[: number + 1] if leg.facing is not None]
    return math.remainder(turns[-1], math.tau) if turns else do.state.fighter(fighter).turn


class MoveAlong(Automatic[State], frozen=True, tag="goes", tag_field="step"):
    """Brings a fighter to a place; at the end of its path it takes impact damage, then falls if it must.

    A fighter that is taken down on the way stops there.
    """

    fighter: str
    at: Point
    turn: float
    holds: tuple[str, ...] = ()
    impacts: int = 0
    falls: bool = False

    def resolve(self, do: Transition) -> None:
        """Place it there."""
        if do.state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return
        change_fighter(do, self.fighter, at=self.at, turn=self.turn, holds=self.holds)
        hurt = (Impact(self.fighter, self.impacts),) if self.impacts else ()
        do.push(*hurt, *((Fall(self.fighter),) if self.falls else ()))
