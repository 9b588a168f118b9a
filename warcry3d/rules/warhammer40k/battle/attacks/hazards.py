"""Hazardous weapons: a die for each that was used; a 1 costs its bearer."""

from warcry3d.game.agenda import Automatic
from warcry3d.message import Message
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import needs_words
from warcry3d.rules.warhammer40k.battle.attacks.wounds import MortalWounds40k, destroy
from warcry3d.rules.warhammer40k.battle.changing import Transition40k
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["TestsHazards"]

HURTS = 3
"""Mortal wounds that a character, a monster or a vehicle takes instead of being destroyed."""

TOUGH = ("character", "monster", "vehicle")


class TestsHazards(Automatic[State40k], frozen=True, tag="tests-hazards", tag_field="step"):
    """A die for each hazardous weapon that a unit used, after its attacks."""

    unit: str
    models: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Roll them."""
        models = tuple(one for one in self.models if do.state.troop(one).is_alive)
        if models:
            player = do.state.unit(self.unit).player
            then = HazardsRolled(models)
            throw(do, player, len(models), "hazardous", "40K-STRAT-REROLL-1", then, unit=self.unit)


class HazardsRolled(Automatic[State40k], frozen=True, tag="hazards-rolled", tag_field="step"):
    """Each 1 costs the bearer: it is destroyed, or takes mortal wounds if it is a character, a monster, a vehicle."""

    models: tuple[str, ...]

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(2)

    def resolve(self, do: Transition40k) -> None:
        """Let them."""
        for model, face in zip(self.models, do.state.thrown.faces, strict=True):
            troop = do.state.troop(model)
            if face > 1 or not troop.is_here:
                continue
            if any(do.state.context.has(model, word) for word in TOUGH):
                do.push(MortalWounds40k(troop.unit, HURTS, model, troop.unit))
            else:
                destroy(do, model, "40K-STRAT-REROLL-1", cause="")
