"""The reserve phase: groups whose round has come (WC-DEPLOY-3)."""

from warcry3d.game.agenda import Automatic
from warcry3d.rules.warcry.battle.setup.deployment import BeginGroup
from warcry3d.rules.warcry.battle.setup.deployment_places import point_of
from warcry3d.rules.warcry.battle.state import FighterStatus, Phase, State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.plan import GROUPS

__all__ = ["ReservePhase"]


class ReservePhase(Automatic[State], frozen=True, tag="reserve-phase", tag_field="step"):
    """Reserve groups of this round arrive, those of the player with the initiative first."""

    def resolve(self, do: Transition) -> None:
        """Let them arrive."""
        do.change(phase=Phase.RESERVE)
        state = do.state
        due = {
            (f.player, f.group)
            for f in state.fighters
            if f.place is FighterStatus.RESERVE and point_of(state, f).round <= state.round
        }
        players = state.in_turn(state.initiative)
        arriving = [(player, group) for player in players for group in GROUPS if (player, group) in due]
        do.push(*(BeginGroup(player, group, FighterStatus.RESERVE) for player, group in arriving))
