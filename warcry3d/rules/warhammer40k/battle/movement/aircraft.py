"""Moves of aircraft: straight ahead, 20 in at least, then a turn; off the table into reserves (40K-AIRCRAFT-5 to 8)."""

import math
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Confirm, Go, ModelPath, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.units.unit_actions import MoveUnit, UnitWay
from warcry3d.rules.warhammer40k.battle.changing import (
    Transition40k,
    change_model,
    change_unit,
    did,
    move_unit_to,
)
from warcry3d.rules.warhammer40k.battle.movement.way_judge import WayTerms40k, judge_way
from warcry3d.rules.warhammer40k.battle.objectives import marker_faults
from warcry3d.rules.warhammer40k.battle.sensing import are_engaged, model_gap, once_in
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, ReserveKind, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.units import LENGTH_EPSILON

__all__ = ["AircraftMoves"]

LEAST = 20.0
"""Aircraft move at least so far (in; 40K-AIRCRAFT-5)."""

MOST = 200.0
TURN = math.pi / 2
STRAIGHT = 0.02
"""How far (in) beside straight ahead counts as straight."""


class AircraftMoves(Asking[State40k], frozen=True, tag="aircraft-moves", tag_field="step"):
    """A player moves an aircraft, or flies it over the edge, off the table; where it cannot move 20 in on the table it
    leaves it (40K-AIRCRAFT-7).
    """

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-AIRCRAFT-5", Message("{unit}: {what}", {"unit": self.unit, "what": message("Move")}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where it is gone."""
        if not state.is_here(self.unit):
            return None
        return Choice(state.unit(self.unit).player, "aircraft", self._why, self.unit)

    def _suggested(self, state: State40k) -> tuple[ModelPath, ...]:
        """Return a way straight ahead that is allowed, the shortest; empty: there is none."""

        def ask() -> tuple[ModelPath, ...]:
            model = state.troops(self.unit)[0]
            for more in range(0, 24, 3):
                path = straight_ahead(state, model.id, LEAST + more + 0.01)
                if path is not None and not aircraft_faults(state, self.unit, (UnitWay(model.id, path),)):
                    return (ModelPath(model.id, path),)
            return ()

        return once_in(state, ("aircraft", self.unit), ask)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the way straight ahead; and to leave the table."""
        go = Go(
            id="aircraft",
            heading=message("Move"),
            hint=message("Straight ahead, 20 in at least; a second leg to the same place turns it."),
            why=self._why,
            key="m",
            action=lambda answer: MoveUnit(tuple(UnitWay(one.model, one.path) for one in answer)),
            models=(state.troops(self.unit)[0].id,),
            budget=MOST,
            ways=frozenset({LegKind.FLY}),
            suggested=self._suggested(state),
        )
        leave = Confirm(
            id="leave",
            heading=message("Leave the table, into reserves"),
            why=RuleReason("40K-AIRCRAFT-7", message("it leaves the table")),
            action=lambda _: Done(),
        )
        return (go, leave)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with its way; it may fly as far as it likes, so over the edge, too."""
        if isinstance(action, Done):
            return ()
        return aircraft_faults(state, self.unit, action.ways) if isinstance(action, MoveUnit) else NOT_DUE

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Move it, or let it leave: then it must arrive in its owner's next turn (40K-AIRCRAFT-8)."""
        player = do.state.unit(self.unit).player
        if not isinstance(action, MoveUnit):
            move_unit_to(do, self.unit, ModelPlace40k.RESERVE)
            change_unit(do, self.unit, reserve=ReserveKind.STRATEGIC, must_arrive=True)
            did(do, self.unit, Deed40k.MOVED)
            do.emit("leaves", "{unit} leaves the table", "40K-AIRCRAFT-7", unit=self.unit)
            return
        (way,) = action.ways
        judged = judge_way(do.state.table, way.model, way.path, WAY)
        change_model(do, way.model, at=judged.end.at, turn=judged.end.turn)
        did(do, self.unit, Deed40k.MOVED)
        values = {"unit": self.unit, "inches": judged.cost}
        do.emit("move", "{unit} flies {inches:.2f} in", "40K-AIRCRAFT-5", **values)
        do.push(MayUse(do.state.other(player), StratagemMoment.ENEMY_MOVES, (self.unit,)))


WAY = WayTerms40k(MOST, "40K-AIRCRAFT-5", flies=True)


def straight_ahead(state: State40k, model: str, inches: float) -> Path | None:
    """Return the way of an aircraft straight ahead; None: it leads off the table."""
    troop = state.troop(model)
    x, y = troop.at[0] + inches * math.cos(troop.turn), troop.at[1] + inches * math.sin(troop.turn)
    board = state.context.ground.board
    if not (0 <= x <= board.width and 0 <= y <= board.depth):
        return None
    levels = levels_of(state.context.ground)
    floor = levels.levels[0]
    return Path((Leg(LegKind.FLY, ((x, y, levels.resting_height(floor, x, y)),)),))


def aircraft_faults(state: State40k, unit: str, ways: tuple[UnitWay, ...]) -> tuple[ActionFault, ...]:
    """Return what is wrong with the move of an aircraft (40K-AIRCRAFT-5, 40K-AIRCRAFT-6, 40K-MOVE-5)."""
    model = state.troops(unit)[0]
    if len(ways) != 1 or ways[0].model != model.id:
        return fault("40K-AIRCRAFT-5", "move models of {unit}, each once", unit=unit, place="ways")
    legs = ways[0].path.legs
    points = [point for leg in legs for point in leg.to]
    if not legs or not points or len(legs) > 2 or any(leg.kind is not LegKind.FLY for leg in legs):
        return fault("40K-AIRCRAFT-5", "it flies straight ahead, then it may turn", place="ways[0].path")
    c, s = math.cos(model.turn), math.sin(model.turn)
    dx, dy = points[0][0] - model.at[0], points[0][1] - model.at[1]
    ahead, aside = dx * c + dy * s, abs(dy * c - dx * s)
    stays = all(math.dist(point, points[0]) < STRAIGHT for point in points)
    if aside > STRAIGHT or ahead < LEAST - LENGTH_EPSILON or not stays or legs[0].facing is not None:
        return fault("40K-AIRCRAFT-5", "it flies straight ahead, 20 in at least", at=points[0], place="ways[0].path")
    turned = legs[-1].facing if len(legs) > 1 else None
    if turned is not None and abs(math.remainder(turned - model.turn, math.tau)) > TURN + LENGTH_EPSILON:
        return fault("40K-AIRCRAFT-6", "it turns by 90 degrees at most", place="ways[0].path")
    judged = judge_way(state.table, model.id, ways[0].path, WAY)
    if judged.faults:
        return judged.faults
    here = state.table.model(model.id)
    there = here.moved(judged.end)
    if turned not in (None, model.turn) and model_gap(here, there) < LEAST - LENGTH_EPSILON:
        sentence = "turned, it would be less than 20 in from where it began"
        return fault("40K-AIRCRAFT-6", sentence, at=points[0], place="ways[0].path")
    for enemy in state.enemies(unit):
        for figure in state.figures(enemy.id):
            if are_engaged(there, figure):
                values: dict[str, Any] = {"fighter": model.id, "enemy": figure.id}
                return fault("40K-MOVE-5", "{fighter} is in engagement range of {enemy}", at=points[0], **values)
    return marker_faults(state, there, "ways[0].path")
