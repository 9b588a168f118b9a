"""Coherency at the end of a turn: units that are split lose models until they are not (40K-COHERENCY-6)."""

from collections import Counter
from collections.abc import Collection, Sequence

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_coherency import Coherency
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model
from warcry3d.rules.warhammer40k.battle.sensing import MANY, coherent, least_links, once_in
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, State40k

__all__ = ["KeepsCoherency", "LeavesUnit", "coherency_of"]


def coherency_of(state: State40k, unit: str) -> Coherency:
    """Return how a unit on the table hangs together."""
    return once_in(state, ("coherency", unit), lambda: coherent(state.figures(unit)))


def most_kept(models: Collection[str], links: Sequence[tuple[str, str]]) -> int:
    """Return how many of some models can stay at most so that they hang together (40K-COHERENCY-1, 40K-COHERENCY-2).

    >>> most_kept("abcd", [("a", "b")]), most_kept("ab", [])
    (2, 1)
    """
    kept = {least: len(_linked(models, links, least)) for least in (1, 2)}
    if least_links(kept[2]) == 2:
        return kept[2]
    return min(kept[1], MANY - 1) or min(len(models), 1)


def _linked(models: Collection[str], links: Sequence[tuple[str, str]], least: int) -> set[str]:
    """Return the models that are left where those with fewer links to others that are left go, again and again."""
    left = set(models)
    while True:
        counts = Counter(id for link in links if left.issuperset(link) for id in link)
        weak = {id for id in left if counts[id] < least}
        if not weak:
            return left
        left -= weak


def losable(models: Sequence[str], links: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return the models of a split unit of which one may go next, so that as few as will do go in all (40K-OPEN-4)."""
    most = most_kept(models, links)
    return tuple(id for id in models if most_kept([one for one in models if one != id], links) == most)


class KeepsCoherency(Automatic[State40k], frozen=True, tag="keeps-coherency", tag_field="step"):
    """All units of a player are looked at."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Ask about those that are split."""
        do.push(*(LeavesUnit(unit.id) for unit in do.state.here(self.player)))


class LeavesUnit(Asking[State40k], frozen=True, tag="leaves-unit", tag_field="step"):
    """The owner picks a model that is removed, until the unit hangs together (40K-OPEN-4)."""

    unit: str

    def _able(self, state: State40k) -> tuple[str, ...]:
        if not state.is_here(self.unit) or coherency_of(state, self.unit).is_coherent:
            return ()
        models = tuple(model.id for model in state.troops(self.unit))
        return once_in(state, ("leaves", self.unit), lambda: losable(models, coherency_of(state, self.unit).links))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-COHERENCY-6", Message("{unit} is split: which model is removed?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where the unit hangs together."""
        able = self._able(state)
        return Choice(state.unit(self.unit).player, "lose", self._why, able) if able else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return its models."""
        return (pick_one("lose", message("Who is lost"), self._why, model_options(state, self._able(state))),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), "40K-COHERENCY-6")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Remove it: it is destroyed, but sets off nothing; then look again."""
        model = picked_of(action)
        change_model(do, model, place=ModelPlace40k.DESTROYED)
        do.emit("destroyed", "{fighter} is destroyed", "40K-COHERENCY-6", fighter=model)
        do.blame("")
        do.push(LeavesUnit(self.unit))
