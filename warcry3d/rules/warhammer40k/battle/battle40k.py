"""The rules of a battle, as `warcry3d.game.ruleset` asks for them."""

from typing import Final

import warcry3d.rules.warhammer40k.battle.stratagems.stratagem_effects  # noqa: F401  (agendas are read back with its steps)
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
from warcry3d.rules.warhammer40k.battle.actions import ACTIONS
from warcry3d.rules.warhammer40k.battle.context import Context40k, context_40k
from warcry3d.rules.warhammer40k.battle.ending import outcome
from warcry3d.rules.warhammer40k.battle.previews import preview_40k
from warcry3d.rules.warhammer40k.battle.sensing import once_in
from warcry3d.rules.warhammer40k.battle.setup.opening import begun
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.who_lives import (
    due_by_who_lives,
    events_by_who_lives,
    prompts_by_who_lives,
)
from warcry3d.table.table import Table

__all__ = ["Battle40k"]


class Battle40k:
    """The rules of a battle from the first objective to the victor."""

    name: Final = "warhammer40k"
    actions: Final[tuple[type[Action], ...]] = ACTIONS

    def start(self, setup: Setup) -> State40k:
        """Return a battle before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        return started(begun(context_40k(setup)))

    def table(self, state: State40k) -> Table:
        """Return the table as it stands: the models on it."""
        return state.table

    def pending(self, state: State40k) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left."""
        return once_in(state, "due", lambda: due_by_who_lives(state, due_in(state, outcome)))

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered; worked out once for a state."""
        return once_in(state, "prompts", lambda: prompts_by_who_lives(state, open_prompts(state, self.pending(state))))

    def preview(self, state: State40k, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return preview_40k(state, action)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        return step_faults(state, self.pending(state), action)

    def apply(self, state: State40k, action: Action) -> tuple[State40k, tuple[Event, ...]]:
        """Return the battle after an action without faults and all that follows by itself, and what happened."""
        after, events = carried_out(state, action)
        return after, events_by_who_lives(state, events)

    def plain(self, state: State40k) -> object:
        """Return all of a battle that actions can change."""
        return plain_fields(state)

    def deserialize(self, setup: Setup, plain: object) -> State40k:
        """Return the battle of which ``plain`` was read back."""
        known = {"Context40k": Context40k, "Table": Table}
        fields = fields_from_plain(State40k, plain, "warcry3d.rules.warhammer40k", known)
        return State40k(context=context_40k(setup), **fields)
