"""Battle rounds and their phases (WC-ROUND-1), and alternating activations (WC-COMBAT-1)."""

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.rounds.act_prompts import activate_prompt
from warcry3d.rules.warcry.battle.rounds.activation import BeginActivation
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate, why_not_activated
from warcry3d.rules.warcry.battle.rounds.initiative import InitiativePhase
from warcry3d.rules.warcry.battle.rounds.victory import EndOfBattle, RoundSummary, StartOfCombat, scoring
from warcry3d.rules.warcry.battle.setup.reserves import ReservePhase
from warcry3d.rules.warcry.battle.state import InitiativeDice, Phase, State, Until
from warcry3d.rules.warcry.battle.transition import Transition, change_side, end_effects

__all__ = ["NextRound"]


class NextRound(Automatic[State], frozen=True, tag="next-round", tag_field="step"):
    """A round begins, unless the last one was the battle's last."""

    def resolve(self, do: Transition) -> None:
        """Run all phases of the round, then the next round."""
        state = do.state
        if state.round >= state.rounds:
            do.push(EndOfBattle())
            return
        do.change(
            round=state.round + 1,
            fighters=tuple(f.changed(activations=0, reactions=0, is_waiting=False) for f in state.fighters),
            sides=tuple(side.changed(blood=0) for side in state.sides),
        )
        do.emit("round", "round {round} of {rounds}", "WC-ROUND-1", round=do.state.round, rounds=do.state.rounds)
        reserve = (ReservePhase(),) if do.state.round > 1 else ()
        do.push(InitiativePhase(), *reserve, CombatPhase(), EndOfRound(), NextRound())


class CombatPhase(Automatic[State], frozen=True, tag="combat-phase", tag_field="step"):
    """The combat phase: the players activate fighters in turn, the one with the initiative first."""

    def resolve(self, do: Transition) -> None:
        """Run what happens at its start, then the turns."""
        do.change(phase=Phase.COMBAT)
        do.push(StartOfCombat(), Turn(do.state.initiative, passes=0))


class Turn(Asking[State], frozen=True, tag="turn", tag_field="step"):
    """A player activates a fighter if one can be activated; else it passes.

    When all have passed in a row, the phase ends (WC-COMBAT-7); ``passes``: how many have passed in a row so far.
    """

    player: str
    passes: int

    def choice(self, state: State) -> Choice | None:
        """Return the fighters that can be activated; None if there is none."""
        able = tuple(f.id for f in state.on_board(self.player) if can_activate(state, f))
        if not able:
            return None
        return Choice(self.player, "activate", self._why, able)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-COMBAT-1", Message("{player} activates a fighter", {"player": self.player}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all fighters of the player; those that cannot be activated, with the reason."""
        own = [fighter for fighter in state.fighters if fighter.player == self.player]
        return (activate_prompt(state, self.player, own, self._why),)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why a fighter cannot be activated."""
        if not isinstance(action, Activate):
            return NOT_DUE
        return why_not_activated(state, self.player, action.fighter)

    def resolve(self, do: Transition, action: Action) -> None:
        """Activate it; then it is the next player's turn."""
        assert isinstance(action, Activate), "its faults said so"
        do.push(BeginActivation(action.fighter), Turn(do.state.others(self.player)[0], passes=0))

    def skip(self, do: Transition) -> None:
        """Pass: no fighter can be activated."""
        do.emit("pass", "{player} passes: no fighter can be activated", "WC-COMBAT-6", player=self.player)
        if self.passes + 1 < len(do.state.sides):
            do.push(Turn(do.state.others(self.player)[0], passes=self.passes + 1))


class EndOfRound(Automatic[State], frozen=True, tag="end-of-round", tag_field="step"):
    """What happens at the end of a round: effects end, dice are lost, objectives and points are counted."""

    def resolve(self, do: Transition) -> None:
        """Do it, in this order; counting points may ask a player."""
        end_effects(do, Until.ROUND)
        for side in do.state.sides:
            change_side(do, side.id, hand=InitiativeDice(wild=side.hand.wild))
        do.push(*scoring(do.state), RoundSummary())
