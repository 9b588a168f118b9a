"""What activations of a skirmish were of use for, read off its states step by step.

An activation is of use if its creature attacked, charged or used a power; if it ended nearer to where it can attack an
enemy, counted around walls; or under command, which it was not before. Who routs or can do nothing is not counted.
"""

from collections import Counter
from typing import Any

from warcry3d.rules.dndminiatures.battle.actions import ActivateCreature, ChargeAt, Strike, UsePower
from warcry3d.rules.dndminiatures.battle.sensing import can_act, is_under_command
from warcry3d.rules.dndminiatures.battle.state import SkirmishState
from warcry3d.rules.dndminiatures.players.approach import approach_of

__all__ = ["SkirmishUses"]


class SkirmishUses:
    """Follows a skirmish: `after` each step; ``counts``: activations by their first use, empty: without."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.idle: list[tuple[int, str]] = []
        self._now: tuple[SkirmishState, str, set[str]] | None = None

    def after(self, before: SkirmishState, action: Any, state: SkirmishState) -> None:
        """Take one more action."""
        if isinstance(action, ActivateCreature) and can_act(before, action.creature):
            self._now = (before, action.creature, set())
        if self._now is None:
            return
        began, id, uses = self._now
        is_own = before.turn is not None and before.turn.creature == id
        if is_own and (isinstance(action, ChargeAt | UsePower) or _is_attack(action, id)):
            uses.add("attack")
        if state.turn is None or state.turn.creature != id:
            self._end(began, id, uses, state)
            self._now = None

    def _end(self, began: SkirmishState, id: str, uses: set[str], state: SkirmishState) -> None:
        if state.creature(id).is_on_map and not uses:
            approach = approach_of(began, id)
            was, now = (approach.squares(one.creature(id).cell) for one in (began, state))
            if now is not None and (was is None or now < was):
                uses.add("nearer")
            if not is_under_command(began, id) and is_under_command(state, id):
                uses.add("command")
        self.counts[min(uses, default="")] += 1
        if not uses:
            self.idle.append((began.round, id))


def _is_attack(action: Any, id: str) -> bool:
    return isinstance(action, Strike) and action.attacker in ("", id)
