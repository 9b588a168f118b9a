"""Epic Challenge: which character of a unit gets precision (40K-STRAT-EPIC-2)."""

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_unit
from warcry3d.rules.warhammer40k.battle.state import State40k, UnitEffect40k

__all__ = ["PicksChallenger"]


class PicksChallenger(Asking[State40k], frozen=True, tag="picks-challenger", tag_field="step"):
    """A player picks the one character whose melee attacks have precision until the phase ends."""

    unit: str
    models: tuple[str, ...]

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-STRAT-EPIC-2", Message("{unit}: whose attacks have precision?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where there is one character."""
        if len(self.models) < 2:
            return None
        return Choice(state.unit(self.unit).player, "challenger", self._why, self.models)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the characters."""
        return (pick_one("challenger", message("Precision"), self._why, model_options(state, self.models)),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self.models, "40K-STRAT-EPIC-2")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it have it."""
        self._gives(do, picked_of(action))

    def skip(self, do: Transition40k) -> None:
        """Let the only one have it."""
        for model in self.models[:1]:
            self._gives(do, model)

    def _gives(self, do: Transition40k, model: str) -> None:
        effects = (*do.state.unit(self.unit).effects, UnitEffect40k.EPIC_CHALLENGE)
        change_unit(do, self.unit, effects=effects, challenger=model)
