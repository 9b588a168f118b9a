"""Which of several things that happen at once comes first (WC-ORDER-1)."""

from collections import Counter
from collections.abc import Sequence

from warcry3d.game.ruleset import Action, ActionFault, Choice, RuleReason
from warcry3d.rules.warcry.battle.actions import Pick
from warcry3d.rules.warcry.battle.faults import NOT_DUE, fault
from warcry3d.rules.warcry.battle.state import AgendaStep, Phase, State
from warcry3d.rules.warcry.battle.steps import Asking
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["InOrder", "in_order", "orderer"]


def orderer(state: State) -> str:
    """Return who orders what happens at once: in the combat phase the player whose fighter is activated, else the one
    with the initiative; the attacker before anybody has it.
    """
    if state.phase is Phase.COMBAT and state.activation is not None:
        return state.fighter(state.activation.fighter).player
    return state.initiative or state.attacker or state.sides[0].id


def in_order(do: Transition, things: Sequence[tuple[str, AgendaStep]]) -> None:
    """Let these steps come next, each called something, in the order that the player chooses whose right it is."""
    do.push(*(step for _, step in things))
    if len(things) > 1:
        do.push(InOrder(orderer(do.state), _told_apart([name for name, _ in things])))


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, numbered where they are alike."""
    all_of, so_far, apart = Counter(names), Counter[str](), []
    for name in names:
        so_far[name] += 1
        apart.append(f"{name} ({so_far[name]})" if all_of[name] > 1 else name)
    return tuple(apart)


class InOrder(Asking, frozen=True, tag="in-order", tag_field="step"):
    """A player says which of the next steps of the agenda, as many as there are names, comes first; then which of the
    others, and so on.
    """

    player: str
    names: tuple[str, ...]

    def choice(self, state: State) -> Choice | None:
        """Return the question; None where there is but one."""
        if len(self.names) < 2:
            return None
        why = RuleReason("WC-ORDER-1", "{player} says which comes first", {"player": self.player})
        return Choice(self.player, "order", why, self.names)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        if not isinstance(action, Pick):
            return NOT_DUE
        if len(action.picked) != 1 or action.picked[0] not in self.names:
            return fault("WC-ORDER-1", "pick one of: {offered}", place="picked", offered=", ".join(self.names))
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Let it come first, then ask about the others."""
        assert isinstance(action, Pick), "its faults said so"
        n = self.names.index(action.picked[0])
        agenda = list(do.state.agenda)
        first = agenda.pop(-1 - n)
        do.change(agenda=tuple(agenda))
        names = (*self.names[:n], *self.names[n + 1 :])
        do.push(first, *((InOrder(self.player, names),) if len(names) > 1 else ()))
