"""A stratagem is used on an enemy unit: its player picks which (40K-STRAT-GRENADE-2, 40K-STRAT-TANK-2)."""

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.asking import unit_option
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import known_stratagem

__all__ = ["PicksTarget40k"]

RULES = {"grenade": "40K-STRAT-GRENADE-2", "tank-shock": "40K-STRAT-TANK-2"}


class PicksTarget40k(Asking[State40k], frozen=True, tag="picks-target", tag_field="step"):
    """A player picks the enemy unit on which a stratagem works."""

    unit: str
    what: str
    targets: tuple[str, ...]

    @property
    def _why(self) -> RuleReason:
        return RuleReason(RULES[self.what], Message("{unit}: at whom?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where there is one target."""
        if len(self.targets) < 2:
            return None
        return Choice(state.unit(self.unit).player, "stratagem-target", self._why, self.targets)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units."""
        options = tuple(unit_option(state, target) for target in self.targets)
        return (pick_one("stratagem-target", message("Target"), self._why, options),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self.targets, RULES[self.what])

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it work."""
        self._on(do, picked_of(action))

    def skip(self, do: Transition40k) -> None:
        """Let it work on the only one."""
        for target in self.targets[:1]:
            self._on(do, target)

    def _on(self, do: Transition40k, target: str) -> None:
        works = known_stratagem(self.what).on_target
        assert works is not None, "only such stratagems ask for a target"
        works(do, self.unit, target)
