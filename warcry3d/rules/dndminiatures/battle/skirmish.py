"""D&D Miniatures as a rule system to play by: the contract of `warcry3d.game.ruleset` over the steps of a skirmish."""

from types import GenericAlias, MappingProxyType
from typing import Any, Final, get_type_hints

import msgspec

from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Transition, advance, asked, run, step_union
from warcry3d.game.due import due_faults
from warcry3d.game.preview import Preview
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Event, Outcome, Pending
from warcry3d.game.setup import Setup
from warcry3d.message import message
from warcry3d.rules.dndminiatures.battle.actions import ACTIONS
from warcry3d.rules.dndminiatures.battle.context import SkirmishContext, skirmish_context
from warcry3d.rules.dndminiatures.battle.previews import skirmish_preview
from warcry3d.rules.dndminiatures.battle.setting_up import begun
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.table.table import Table

__all__ = ["Skirmish"]


class Skirmish:
    """The rules of a skirmish from warband to winner."""

    name: Final = "dndminiatures"
    actions: Final[tuple[type[Action], ...]] = ACTIONS

    def start(self, setup: Setup) -> SkirmishState:
        """Return a skirmish before anything was decided; raise a `WarcryError` that names what is wrong with it."""
        do = Transition(begun(skirmish_context(setup)))
        run(do)
        return do.state

    def table(self, state: SkirmishState) -> Table:
        """Return the table as it stands: the creatures on the map."""
        return state.table

    def pending(self, state: SkirmishState) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left."""
        if "pending" not in state.known:
            state.known["pending"] = asked(state) or outcome(state)
        return state.known["pending"]  # type: ignore[return-value]

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered."""
        if not isinstance(self.pending(state), Choice):
            return ()
        step = state.agenda[-1]
        assert isinstance(step, Asking), "only a step that asks gives a choice"
        return step.prompts(state)

    def preview(self, state: SkirmishState, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return skirmish_preview(state, action)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        due = self.pending(state)
        found = due_faults(due, action)
        if found or not isinstance(due, Choice):
            return found
        step = state.agenda[-1]
        assert isinstance(step, Asking), "only a step that asks gives a choice"
        return step.faults(state, action)

    def apply(self, state: SkirmishState, action: Action) -> tuple[SkirmishState, tuple[Event, ...]]:
        """Return the skirmish after an action without faults and all that follows by itself, and what happened."""
        do = Transition(state)
        advance(do, action)
        return do.state, tuple(do.events)

    def plain(self, state: SkirmishState) -> object:
        """Return all of a skirmish that actions can change."""
        fields = {name: getattr(state, name) for name in state.__struct_fields__ if name != "context"}
        return msgspec.to_builtins(fields, str_keys=True)

    def deserialize(self, setup: Setup, plain: object) -> SkirmishState:
        """Return the skirmish of which ``plain`` was read back."""
        values = msgspec.convert(plain, dict[str, Any])
        known = {"SkirmishContext": SkirmishContext, "Table": Table}
        steps = step_union("warcry3d.rules.dndminiatures")
        types = {**get_type_hints(SkirmishState, localns=known), "agenda": GenericAlias(tuple, (steps, ...))}
        fields = {name: msgspec.convert(value, types[name]) for name, value in values.items()}
        return SkirmishState(context=skirmish_context(setup), **fields)


def outcome(state: SkirmishState) -> Outcome:
    """Return who won a skirmish that is over: whose creatures are left on the map (DDM-WIN-1)."""
    left = tuple(dict.fromkeys(creature.player for creature in state.on_map()))
    scores = MappingProxyType({player: sum(1 for _ in state.on_map(player)) for player in state.players})
    if not left:
        return Outcome((), (RuleReason("DDM-WIN-1", message("no creature is left on the map")),), scores)
    why = RuleReason("DDM-WIN-1", message("all enemies of {player} are eliminated", player=left[0]))
    return Outcome(left, (why,), scores)
