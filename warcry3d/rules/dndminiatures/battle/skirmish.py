"""D&D Miniatures as a rule system to play by: the contract of `warcry3d.game.ruleset` over the steps of a skirmish."""

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
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Event, Outcome, Pending
from warcry3d.game.setup import Setup
from warcry3d.message import message
from warcry3d.rules.dndminiatures.battle.actions import ACTIONS
from warcry3d.rules.dndminiatures.battle.context import GroundTile, SkirmishContext, skirmish_context
from warcry3d.rules.dndminiatures.battle.ground import SkirmishGround
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
        return started(begun(skirmish_context(setup)))

    def table(self, state: SkirmishState) -> Table:
        """Return the table as it stands: the creatures on the map."""
        return state.table

    def pending(self, state: SkirmishState) -> Pending:
        """Return the choice or the dice that the next step asks for; the outcome where no step is left."""
        return due_in(state, outcome)

    def prompts(self, state: SkirmishState) -> tuple[Prompt, ...]:
        """Return how the next step's choice can be answered."""
        return open_prompts(state, self.pending(state))

    def preview(self, state: SkirmishState, action: Action, *, is_quick: bool = False) -> Preview:
        """Return what would come of an action."""
        return skirmish_preview(state, action)

    def faults(self, state: SkirmishState, action: Action) -> tuple[ActionFault, ...]:
        """Return all that speaks against an action now."""
        return step_faults(state, self.pending(state), action)

    def apply(self, state: SkirmishState, action: Action) -> tuple[SkirmishState, tuple[Event, ...]]:
        """Return the skirmish after an action without faults and all that follows by itself, and what happened."""
        return carried_out(state, action)

    def plain(self, state: SkirmishState) -> object:
        """Return all of a skirmish that actions can change."""
        return plain_fields(state)

    def deserialize(self, setup: Setup, plain: object) -> SkirmishState:
        """Return the skirmish of which ``plain`` was read back."""
        known = {
            "SkirmishContext": SkirmishContext,
            "SkirmishGround": SkirmishGround,
            "GroundTile": GroundTile,
            "Table": Table,
        }
        fields = fields_from_plain(SkirmishState, plain, "warcry3d.rules.dndminiatures", known)
        return SkirmishState(context=skirmish_context(setup), **fields)


def outcome(state: SkirmishState) -> Outcome:
    """Return who won a skirmish that is over: whose creatures are left (DDM-WIN-1); no points are counted."""
    left = tuple(dict.fromkeys(creature.player for creature in state.on_map()))
    if not left:
        return Outcome((), (RuleReason("DDM-WIN-1", message("no creature is left on the map")),))
    why = RuleReason("DDM-WIN-1", message("all enemies of {player} are eliminated", player=left[0]))
    return Outcome(left, (why,))
