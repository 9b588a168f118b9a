"""Warcry as a rule system to play by: the contract of `warcry3d.game.ruleset` over the steps of a battle."""

from types import GenericAlias
from typing import Any, Final, get_type_hints

import msgspec

from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, advance, asked, run, step_union
from warcry3d.game.due import due_faults
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Event, Pending
from warcry3d.game.setup import Setup
from warcry3d.rules.warcry.battle.action_checks import malformed
from warcry3d.rules.warcry.battle.actions import ACTIONS
from warcry3d.rules.warcry.battle.context import context_of
from warcry3d.rules.warcry.battle.previews.previews import preview
from warcry3d.rules.warcry.battle.rounds.outcome import outcome
from warcry3d.rules.warcry.battle.setup.opening import begun
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.table.table import Table

__all__ = ["WarcryBattle"]

_DUE = "_due"
"""What a state keeps of what is due in it, beside its fields."""


class WarcryBattle:
    """Warcry's rules of a battle from warband to winner (docs/battle.md)."""

    name: Final = "warcry"
    actions: Final[tuple[type[Action], ...]] = ACTIONS

    def start(self, setup: Setup) -> State:
        """Return a battle before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        do = Transition(begun(context_of(setup)))
        run(do)
        return do.state

    def table(self, state: State) -> Table:
        """Return the table as it stands: who is on the battlefield, and the terrain that is left."""
        return state.table

    def pending(self, state: State) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left.

        It is worked out once for a state: where a fighter may fall to is much work, and asked for with each proposal.
        """
        kept: dict[str, Pending] = state.__dict__
        if _DUE not in kept:
            kept[_DUE] = asked(state) or outcome(state)
        return kept[_DUE]

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered."""
        if not isinstance(self.pending(state), Choice):
            return ()
        step = state.agenda[-1]
        assert isinstance(step, Asking), "only a step that asks gives a choice"
        return step.prompts(state)

    def preview(self, state: State, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return preview(state, action, is_quick=is_quick)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        due = self.pending(state)
        found = due_faults(due, action)
        if found or not isinstance(due, Choice):
            return found
        step = state.agenda[-1]
        assert isinstance(step, Asking), "only a step that asks gives a choice"
        return malformed(action) or step.faults(state, action)

    def apply(self, state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Return the battle after an action without faults and all that follows by itself, and what happened."""
        do = Transition(state)
        advance(do, action)
        return do.state, tuple(do.events)

    def plain(self, state: State) -> object:
        """Return all of a battle that actions can change."""
        fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "context"}
        return msgspec.to_builtins(fields, str_keys=True)

    def deserialize(self, setup: Setup, plain: object) -> State:
        """Return the battle of which ``plain`` was read back."""
        values = msgspec.convert(plain, dict[str, Any])
        types = {**get_type_hints(State), "agenda": GenericAlias(tuple, (step_union("warcry3d.rules.warcry"), ...))}
        fields = {name: msgspec.convert(value, types[name]) for name, value in values.items()}
        return State(context=context_of(setup), **fields)
