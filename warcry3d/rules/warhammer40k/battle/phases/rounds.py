"""Battle rounds and turns: the phases, what ends with each, victory points, coherency (40K-ROUND, 40K-MISSION-1)."""

from collections.abc import Callable

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.message import counted
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_side
from warcry3d.rules.warhammer40k.battle.ending import ChecksEnd, end_battle
from warcry3d.rules.warhammer40k.battle.objectives import keep_control, release_control, renew_control
from warcry3d.rules.warhammer40k.battle.phases.charge_phase import ChargePhase40k
from warcry3d.rules.warhammer40k.battle.phases.coherency import KeepsCoherency
from warcry3d.rules.warhammer40k.battle.phases.command_phase import CommandPhase
from warcry3d.rules.warhammer40k.battle.phases.fight_phase import FightPhase
from warcry3d.rules.warhammer40k.battle.phases.movement_phase import MovementPhase40k
from warcry3d.rules.warhammer40k.battle.phases.shooting_phase import ShootingPhase40k
from warcry3d.rules.warhammer40k.battle.phases.timed_rules import WorksNow
from warcry3d.rules.warhammer40k.battle.state import Phase40k, State40k
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import RuleMoment

__all__ = ["NextRound40k"]

PHASES: dict[Phase40k, Callable[[str], AgendaStep]] = {
    Phase40k.COMMAND: CommandPhase,
    Phase40k.MOVEMENT: MovementPhase40k,
    Phase40k.SHOOTING: ShootingPhase40k,
    Phase40k.CHARGE: ChargePhase40k,
    Phase40k.FIGHT: FightPhase,
}

PHASE_ENDS = {
    Phase40k.MOVEMENT: RuleMoment.MOVEMENT_END,
    Phase40k.SHOOTING: RuleMoment.SHOOTING_END,
    Phase40k.FIGHT: RuleMoment.FIGHT_END,
}

SCORES_FROM = 2
"""Objectives score from this round on (40K-MISSION-1)."""

MOST_POINTS = 3
"""Victory points that a player gains in a turn at most (40K-MISSION-2)."""


class NextRound40k(Automatic[State40k], frozen=True, tag="next-round", tag_field="step"):
    """A round begins: the first player's turn, then the other's (40K-ROUND-1)."""

    def resolve(self, do: Transition40k) -> None:
        """Begin it."""
        state = do.state
        number = state.round + 1
        do.change(round=number, phase=None, is_ending=False)
        do.emit("round", "round {round}", "40K-ROUND-1", round=number)
        turns = BeginsTurn(state.first), BeginsTurn(state.other(state.first))
        do.push(WorksNow(RuleMoment.ROUND_START), *turns, EndsRound())


class BeginsTurn(Automatic[State40k], frozen=True, tag="begins-turn", tag_field="step"):
    """A player's turn: five phases, then coherency (40K-ROUND-1, 40K-ROUND-2)."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Forget what was done in the turn before; let the phases come."""
        state = do.state
        do.change(active=self.player, units=tuple(unit.changed(did=(), across=()) for unit in state.units))
        do.emit("turn", "turn of {player}", "40K-ROUND-1", player=self.player)
        release_control(do)
        phases: list[AgendaStep] = []
        for phase in Phase40k:
            phases += [BeginsPhase(self.player, phase), EndsPhase(self.player)]
        other = state.other(self.player)
        do.push(*phases, KeepsCoherency(self.player), KeepsCoherency(other), ChecksEnd())


class BeginsPhase(Automatic[State40k], frozen=True, tag="begins-phase", tag_field="step"):
    """A phase begins."""

    player: str
    phase: Phase40k

    def resolve(self, do: Transition40k) -> None:
        """Forget what was said of the phase before; let it come."""
        state = do.state
        do.change(
            phase=self.phase,
            is_ending=False,
            sides=tuple(side.changed(used=()) for side in state.sides),
            units=tuple(unit.changed(effects=(), challenger="") for unit in state.units),
            models=tuple(model.changed(is_allocated=False) if model.is_allocated else model for model in state.models),
        )
        do.push(PHASES[self.phase](self.player))


class EndsPhase(Automatic[State40k], frozen=True, tag="ends-phase", tag_field="step"):
    """All else of the phase is resolved: rules of its end work, and nothing of the phase is used any more; then its
    objectives are settled (40K-ORDER-4 to 6).
    """

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Let them work."""
        do.change(is_ending=True)
        when = PHASE_ENDS.get(do.state.phase) if do.state.phase else None
        steps: list[AgendaStep] = [WorksNow(when)] if when else []
        do.push(*steps, SettlesObjectives(self.player))


class SettlesObjectives(Automatic[State40k], frozen=True, tag="settles-objectives", tag_field="step"):
    """Who controls which objective is found out, then points are scored (40K-OBJ-1, 40K-OPEN-11)."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Find it out; at the end of the command phase score."""
        if do.state.phase is Phase40k.FIGHT:
            release_control(do)
        renew_control(do)
        if do.state.phase is Phase40k.COMMAND:
            keep_control(do, self.player)
            if do.state.round >= SCORES_FROM:
                self._score(do)

    def _score(self, do: Transition40k) -> None:
        held = sum(one.holder == self.player for one in do.state.objectives)
        points = min(held, MOST_POINTS)
        if points:
            side = do.state.side(self.player)
            change_side(do, self.player, victory=side.victory + points)
            gained = counted("{n} victory point", "{n} victory points", points)
            do.emit("score", "{player} gains {points}", "40K-MISSION-1", player=self.player, points=gained)


class EndsRound(Automatic[State40k], frozen=True, tag="ends-round", tag_field="step"):
    """The battle ends after the last round (40K-MISSION-8)."""

    def resolve(self, do: Transition40k) -> None:
        """End it, or begin the next round: in nobody's turn (40K-ORDER-2), though nothing of phases is used now."""
        do.change(phase=None)
        is_last = do.state.round >= do.state.context.agreed.rounds
        do.push(WorksNow(RuleMoment.ROUND_END), EndsBattle() if is_last else NextRound40k())


class EndsBattle(Automatic[State40k], frozen=True, tag="ends-battle", tag_field="step"):
    """The last round is over."""

    def resolve(self, do: Transition40k) -> None:
        """Find the victor."""
        end_battle(do)
