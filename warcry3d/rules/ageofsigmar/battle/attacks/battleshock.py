"""The battleshock phase (AOS-SHOCK)."""

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.game.ordering import in_order
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, RemovesModels
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition
from warcry3d.rules.ageofsigmar.battle.modifiers import bravery_of, granted, reroll_of, roll_bonus
from warcry3d.rules.ageofsigmar.battle.state import SigmarState
from warcry3d.rules.ageofsigmar.battle.throws import throw

__all__ = ["BattleshockPhase", "fleeing"]


def fleeing(face: int, slain: int, bravery: int) -> int:
    """Return how many models flee (AOS-SHOCK-1, AOS-SHOCK-2).

    >>> fleeing(6, 4, 6), fleeing(6, 4, 5), fleeing(1, 4, 5)
    (4, 5, 0)
    """
    return max(face + slain - bravery, 0)


class BattleshockPhase(Automatic[SigmarState], frozen=True, tag="battleshock-phase", tag_field="step"):
    """Both players test, the one whose turn it is first (AOS-SHOCK-4)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let them."""
        other = do.state.other(self.player)
        abilities = (UsesAbilities(self.player, "battleshock"), UsesAbilities(other, "battleshock"))
        do.push(*abilities, ShockTests(self.player), ShockTests(other))


class ShockTests(Automatic[SigmarState], frozen=True, tag="shock-tests", tag_field="step"):
    """A player's units that had models slain this turn test, in its own order (AOS-OPEN-29, AOS-OPEN-38)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Let them."""
        units = [unit.id for unit in do.state.here(self.player) if unit.slain]
        tests: list[tuple[str, AgendaStep]] = []
        for unit in units:
            if granted(do.state, unit, "no-battleshock") is None:
                tests.append((unit, ShockTest(unit)))
            else:
                do.emit("shock", "{unit} takes no battleshock test", "AOS-COMMAND-4", unit=unit)
        in_order(do, self.player, tests, "AOS-OPEN-38")


class ShockTest(Automatic[SigmarState], frozen=True, tag="shock-test", tag_field="step"):
    """A unit's test."""

    unit: str

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for it."""
        if not do.state.is_here(self.unit):
            return
        player = do.state.unit(self.unit).player
        again = reroll_of(do.state, "battleshock-roll", self.unit)
        rule, then = "AOS-SHOCK-1", ShockRolled(self.unit)
        throw(do, player, 1, "battleshock", rule, then, unit=self.unit, again="any" if again != "none" else "none")


class ShockRolled(Automatic[SigmarState], frozen=True, tag="shock-rolled", tag_field="step"):
    """For each point above the Bravery a model flees (AOS-SHOCK-2)."""

    unit: str

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return up to what die nobody flees."""
        bonus = roll_bonus(state, "battleshock-roll", self.unit).total
        most = bravery_of(state, self.unit).total - state.unit(self.unit).slain - bonus
        if most < 1:
            return message("{n} or more flee", n=1 - most)
        return message("nobody flees at {face} or less", face=min(most, 6))

    def resolve(self, do: SigmarTransition) -> None:
        """Let them flee."""
        state = do.state
        face = state.thrown.faces[0] + roll_bonus(state, "battleshock-roll", self.unit).total
        slain, bravery = state.unit(self.unit).slain, bravery_of(state, self.unit).total
        count = min(fleeing(face, slain, bravery), len(state.troops(self.unit)))
        models = counted("{n} model flees", "{n} models flee", count)
        values = {"unit": self.unit, "total": face + slain, "bravery": bravery, "models": models}
        do.emit("shock", "{unit}: {total} against Bravery {bravery}: {models}", "AOS-SHOCK-2", **values)
        if count:
            do.push(RemovesModels(self.unit, count), ChecksWipeOut())
