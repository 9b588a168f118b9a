"""The rules of a battle, as `warcry3d.game.ruleset` asks for them."""

from fractions import Fraction
from typing import Final

from warcry3d.game.actions import Action
from warcry3d.game.agenda import Transition, run
from warcry3d.game.agenda_rules import (
    carried_out,
    due_in,
    fields_from_plain,
    open_prompts,
    plain_fields,
    started,
    step_faults,
)
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Event, Outcome, Pending
from warcry3d.game.setup import Setup
from warcry3d.message import message
from warcry3d.rules.ageofsigmar.battle.actions import ACTIONS, Dispute
from warcry3d.rules.ageofsigmar.battle.context import SigmarContext, sigmar_context
from warcry3d.rules.ageofsigmar.battle.player_rulings import can_dispute, dispute_prompt, open_dispute
from warcry3d.rules.ageofsigmar.battle.previews import sigmar_preview
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.setup.opening import begun
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.table.table import Table

__all__ = ["SigmarBattle", "outcome"]


class SigmarBattle:
    """The rules of a battle from the choice of a realm to the winner."""

    name: Final = "ageofsigmar"
    actions: Final[tuple[type[Action], ...]] = ACTIONS

    def start(self, setup: Setup) -> SigmarState:
        """Return a battle before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        return started(begun(sigmar_context(setup)))

    def table(self, state: SigmarState) -> Table:
        """Return the table as it stands: the models on the battlefield."""
        return state.table

    def pending(self, state: SigmarState) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left."""
        return due_in(state, outcome)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered; worked out once for a state."""
        return once_in(state, "prompts", lambda: self._prompts(state))

    def _prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        found = open_prompts(state, self.pending(state))
        return (*found, dispute_prompt()) if can_dispute(state) else found

    def preview(self, state: SigmarState, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return sigmar_preview(state, action)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        if isinstance(action, Dispute) and can_dispute(state):
            return ()
        return step_faults(state, self.pending(state), action)

    def apply(self, state: SigmarState, action: Action) -> tuple[SigmarState, tuple[Event, ...]]:
        """Return the battle after an action without faults and all that follows by itself, and what happened."""
        if not isinstance(action, Dispute):
            return carried_out(state, action)
        do = Transition(state)
        open_dispute(do, action)
        run(do)
        return do.state, tuple(do.events)

    def plain(self, state: SigmarState) -> object:
        """Return all of a battle that actions can change."""
        return plain_fields(state)

    def deserialize(self, setup: Setup, plain: object) -> SigmarState:
        """Return the battle of which ``plain`` was read back."""
        known = {"SigmarContext": SigmarContext, "Table": Table}
        fields = fields_from_plain(SigmarState, plain, "warcry3d.rules.ageofsigmar", known)
        return SigmarState(context=sigmar_context(setup), **fields)


def outcome(state: SigmarState) -> Outcome:
    """Return who won a battle that is over: by a major victory, or by the smaller share of losses (AOS-WIN-2)."""
    if state.winner:
        sentence = message("{player} has a major victory", player=state.winner)
        return Outcome((state.winner,), (RuleReason(state.won_by, sentence),))
    shares = {side.id: Fraction(state.lost(side.id), max(side.set_up, 1)) for side in state.sides}
    reasons = tuple(
        RuleReason(
            "AOS-WIN-2",
            message("{player} has lost {share:.0f} % of its models", player=player, share=100 * float(share)),
        )
        for player, share in shares.items()
    )
    least = min(shares.values())
    best = tuple(player for player, share in shares.items() if share == least)
    if len(best) > 1:
        return Outcome((), (*reasons, RuleReason("AOS-OPEN-19", message("equal shares are a draw"))))
    won = RuleReason("AOS-WIN-3", message("{player} has a minor victory", player=best[0]))
    return Outcome(best, (won, *reasons))
