"""The order of things that happen at the same time, chosen by a player."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import AgendaStep, Asking, S, Transition
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message

__all__ = ["InOrder", "in_order", "numbered"]


def in_order(do: Transition[S], player: str, things: Sequence[tuple[str, AgendaStep]], rule: str) -> None:
    """Let these steps come next, each called something, in the order that a player chooses by a rule."""
    do.push(*(step for _, step in things))
    if len(things) > 1:
        do.push(InOrder(player, numbered([name for name, _ in things]), rule))


def numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, numbered where they are alike."""
    all_of, so_far, apart = Counter(names), Counter[str](), []
    for name in names:
        so_far[name] += 1
        apart.append(f"{name} ({so_far[name]})" if all_of[name] > 1 else name)
    return tuple(apart)


class InOrder(Asking[Any], frozen=True, tag="in-order", tag_field="step"):
    """A player says which of the next steps of the agenda, as many as there are names, comes first; then which of the
    others, and so on.
    """

    player: str
    names: tuple[str, ...]
    rule: str

    def choice(self, state: Any) -> Choice | None:
        """Return the question; None where there is but one."""
        if len(self.names) < 2:
            return None
        return Choice(self.player, "order", self._why, self.names)

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.rule, Message("{player} decides which comes first", {"player": self.player}))

    def prompts(self, state: Any) -> tuple[Prompt, ...]:
        """Return what happens at once, by name; where that is a model's, it stands for the model."""
        first = PickOne(
            id="order",
            heading=message("Which comes first"),
            detail=message("{n} things at once", n=len(self.names)),
            why=self._why,
            hint=message("Pick what is resolved next; then choose among the rest."),
            action=lambda name: Pick((name,)),
            options=tuple(_option(name, state.model_ids) for name in self.names),
        )
        return (first,)

    def faults(self, state: Any, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self.names, self.rule)

    def resolve(self, do: Transition[Any], action: Action) -> None:
        """Let it come first, then ask about the others."""
        assert isinstance(action, Pick), "its faults said so"
        n = self.names.index(action.picked[0])
        agenda = list(do.state.agenda)
        first = agenda.pop(-1 - n)
        do.change(agenda=tuple(agenda))
        names = (*self.names[:n], *self.names[n + 1 :])
        do.push(first, *((InOrder(self.player, names, self.rule),) if len(names) > 1 else ()))


def _option(name: str, models: Collection[str]) -> Option:
    """Return one of the things that happen at once; those of one model are numbered."""
    model = next((id for id in (name, name.rpartition(" (")[0]) if id in models), "")
    if not model or model == name:
        return Option(name, Message("{name}", {"name": name}), model=model)
    number = name.rpartition(" (")[2].rstrip(")")
    return Option(name, Message("{name} ({number})", {"name": model, "number": number}), model=model)
