"""Warcry as a rule system to play by: the contract of `warcry3d.game.ruleset` over the steps of a battle."""

from typing import Final

from warcry3d.game.actions import Action
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
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Event, Pending
from warcry3d.game.setup import Setup
from warcry3d.rules.warcry.battle.action_checks import malformed
from warcry3d.rules.warcry.battle.actions import ACTIONS
from warcry3d.rules.warcry.battle.context import context_of
from warcry3d.rules.warcry.battle.previews.previews import preview
from warcry3d.rules.warcry.battle.rounds.outcome import outcome
from warcry3d.rules.warcry.battle.setup.opening import begun
from warcry3d.rules.warcry.battle.state import State
from warcry3d.table.table import Table

__all__ = ["WarcryBattle"]


class WarcryBattle:
    """Warcry's rules of a battle from warband to winner (docs/battle.md)."""

    name: Final = "warcry"
    actions: Final[tuple[type[Action], ...]] = ACTIONS

    def start(self, setup: Setup) -> State:
        """Return a battle before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        return started(begun(context_of(setup)))

    def table(self, state: State) -> Table:
        """Return the table as it stands: who is on the battlefield, and the terrain that is left."""
        return state.table

    def pending(self, state: State) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left."""
        return due_in(state, outcome)

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered."""
        return open_prompts(state, self.pending(state))

    def preview(self, state: State, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return preview(state, action, is_quick=is_quick)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        return step_faults(state, self.pending(state), action, malformed)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Return the battle after an action without faults and all that follows by itself, and what happened."""
        return carried_out(state, action)

    def plain(self, state: State) -> object:
        """Return all of a battle that actions can change."""
        return plain_fields(state)

    def deserialize(self, setup: Setup, plain: object) -> State:
        """Return the battle of which ``plain`` was read back."""
        return State(context=context_of(setup), **fields_from_plain(State, plain, "warcry3d.rules.warcry"))
