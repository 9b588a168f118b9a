"""What an action does to a battle, while it is being done: a state that changes, and the events told of it."""

from warcry3d.game.ruleset import Event
from warcry3d.rules.warcry.battle.state import Activation, AgendaStep, Effect, FighterState, Side, State, Until

__all__ = ["Transition"]


class Transition:
    """The state so far, and the events. Steps get one to work on; outside of `apply` there is none.

    ``state``: the battle as it is now; ``events``: what happened, in order.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def pop(self) -> AgendaStep:
        """Take the next step off the agenda and return it."""
        *rest, step = self.state.agenda
        self.state = self.state.changed(agenda=tuple(rest))
        return step

    def push(self, *steps: AgendaStep) -> None:
        """Let these steps come next, in this order, before all that is on the agenda."""
        self.state = self.state.changed(agenda=(*self.state.agenda, *reversed(steps)))

    def change(self, **values: object) -> None:
        """Change fields of the state."""
        self.state = self.state.changed(**values)

    def change_fighter(self, id: str, **values: object) -> FighterState:
        """Change fields of a fighter; return it as it is now."""
        changed = self.state.fighter(id).changed(**values)
        self.change(fighters=tuple(changed if f.id == id else f for f in self.state.fighters))
        return changed

    def change_side(self, id: str, **values: object) -> Side:
        """Change fields of a player's side; return it as it is now."""
        changed = self.state.side(id).changed(**values)
        self.change(sides=tuple(changed if s.id == id else s for s in self.state.sides))
        return changed

    def change_activation(self, **values: object) -> Activation:
        """Change fields of the activation under way; return it as it is now."""
        assert self.state.activation is not None, "a fighter is activated"
        changed = self.state.activation.changed(**values)
        self.change(activation=changed)
        return changed

    def add_effect(self, effect: Effect) -> None:
        """Let an effect begin."""
        self.change(effects=(*self.state.effects, effect))

    def end_effects(self, until: Until, fighter: str = "") -> None:
        """End the effects that last until then, of one fighter or of all."""
        kept = tuple(e for e in self.state.effects if e.until is not until or (fighter and e.fighter != fighter))
        if kept != self.state.effects:
            self.change(effects=kept)

    def emit(self, kind: str, template: str, *rules: str, **values: object) -> None:
        """Tell an event: an English ``template`` with its ``values``, by which rules; who is named is concerned."""
        known = {fighter.id for fighter in self.state.fighters}
        concerned = tuple(dict.fromkeys(v for v in values.values() if isinstance(v, str) and v in known))
        self.events.append(Event(kind, template, values, rules=rules, models=concerned))
