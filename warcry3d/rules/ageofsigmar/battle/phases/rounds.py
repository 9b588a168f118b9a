"""Battle rounds and turns: who goes first, the phases, what ends (AOS-ROUND)."""

from collections.abc import Callable

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.picks import named_options, pick_one, picked_of
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.attacks.battleshock import BattleshockPhase
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, end_battle
from warcry3d.rules.ageofsigmar.battle.blessed_roll_offs import roll_off
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition
from warcry3d.rules.ageofsigmar.battle.phases.charge_phase import ChargePhase
from warcry3d.rules.ageofsigmar.battle.phases.combat_phase import UnitCombatPhase
from warcry3d.rules.ageofsigmar.battle.phases.hero_phase import HeroPhase
from warcry3d.rules.ageofsigmar.battle.phases.movement_phase import MovementPhase
from warcry3d.rules.ageofsigmar.battle.phases.shooting_phase import ShootingPhase
from warcry3d.rules.ageofsigmar.battle.state import SigmarPhase, SigmarState, SuddenDeath
from warcry3d.rules.ageofsigmar.battle.terrain_rules import NEAR_TERRAIN

__all__ = ["ENDURE_ROUND", "NamesFirstTurn", "NextBattleRound"]

ENDURE_ROUND, SEIZE_ROUND = 6, 4
"""The rounds at whose end these objectives are looked at (AOS-SUDDEN-6, AOS-SUDDEN-7)."""

PHASE_STEPS: dict[SigmarPhase, Callable[[str], AgendaStep]] = {
    SigmarPhase.HERO: HeroPhase,
    SigmarPhase.MOVEMENT: MovementPhase,
    SigmarPhase.SHOOTING: ShootingPhase,
    SigmarPhase.CHARGE: ChargePhase,
    SigmarPhase.COMBAT: UnitCombatPhase,
    SigmarPhase.BATTLESHOCK: BattleshockPhase,
}


class NextBattleRound(Automatic[SigmarState], frozen=True, tag="next-round", tag_field="step"):
    """A round begins: from the second on both roll for who goes first (AOS-ROUND-2, AOS-OPEN-12)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Begin it."""
        number = do.state.round + 1
        do.change(round=number)
        do.emit("round", "round {round}", "AOS-ROUND-1", round=number)
        do.push(BothTurns(), EndRound())
        if number > 1:
            do.push(WhoGoesFirst())
            roll_off(do, do.state.players, "the first turn", "AOS-ROUND-2")


class WhoGoesFirst(Automatic[SigmarState], frozen=True, tag="who-goes-first", tag_field="step"):
    """The winner of the roll-off chooses."""

    def resolve(self, do: SigmarTransition) -> None:
        """Ask it."""
        do.push(NamesFirstTurn(do.state.roll_off.winner, "AOS-ROUND-3"))


class NamesFirstTurn(Asking[SigmarState], frozen=True, tag="names-first-turn", tag_field="step"):
    """A player says who takes the first turn of the round (AOS-DEPLOY-10, AOS-ROUND-3)."""

    player: str
    rule: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.rule, Message("{player} says who takes the first turn", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "first-turn", self._why, state.players)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return both players."""
        return (pick_one("first-turn", message("First turn"), self._why, named_options(state.players)),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a player is picked."""
        return picked_faults(action, state.players, self.rule)

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it."""
        do.change(first=picked_of(action))


class BothTurns(Automatic[SigmarState], frozen=True, tag="both-turns", tag_field="step"):
    """A turn for each player (AOS-ROUND-1, AOS-ROUND-6)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let them come."""
        first = do.state.first
        do.push(OpensTurn(first), OpensTurn(do.state.other(first)))


class OpensTurn(Automatic[SigmarState], frozen=True, tag="begin-turn", tag_field="step"):
    """A player's turn: six phases (AOS-ROUND-4)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Forget what units did before, and let the phases come."""
        units = tuple(
            unit.changed(did=(), slain=0, used=tuple(one for one in unit.used if one.startswith("battle:")))
            for unit in do.state.units
        )
        do.change(active=self.player, units=units, wizards=())
        do.emit("turn", "{player} begins its turn", "AOS-ROUND-4", player=self.player)
        do.push(*(BeginPhase(phase, self.player) for phase in SigmarPhase), ClosesTurn())


class BeginPhase(Automatic[SigmarState], frozen=True, tag="begin-phase", tag_field="step"):
    """A phase begins."""

    phase: SigmarPhase
    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Note it; what lasted for a phase ends."""
        effects = tuple(one for one in do.state.effects if one.until != "phase")
        units = tuple(
            unit.changed(used=tuple(one for one in unit.used if not one.startswith("phase:")))
            for unit in do.state.units
        )
        do.change(phase=self.phase, effects=effects, units=units, rulings=())
        step: AgendaStep = PHASE_STEPS[self.phase](self.player)
        do.push(step)


class ClosesTurn(Automatic[SigmarState], frozen=True, tag="end-turn", tag_field="step"):
    """What lasted for a turn ends."""

    def resolve(self, do: SigmarTransition) -> None:
        """End it."""
        kept = tuple(one for one in do.state.effects if one.until not in ("phase", "turn"))
        do.change(effects=kept, phase=None, rulings=())


class EndRound(Automatic[SigmarState], frozen=True, tag="end-round", tag_field="step"):
    """Objectives of this round are looked at; an agreed last round ends the battle (AOS-ROUND-8, AOS-OPEN-19)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Look at them, and go on."""
        state = do.state
        for side in state.sides:
            if side.objective is not None and _is_reached(state, side.id):
                rule = "AOS-SUDDEN-6" if side.objective.kind is SuddenDeath.ENDURE else "AOS-SUDDEN-7"
                end_battle(do, side.id, rule)
                return
        agreed = state.context.agreed.rounds
        if agreed and state.round >= agreed:
            end_battle(do, "", "AOS-WIN-2")
        elif agreed:
            do.push(NextBattleRound())
        else:
            do.push(*(WantsToStop(player) for player in state.players), StopsOrGoesOn())


def _is_reached(state: SigmarState, player: str) -> bool:
    """Return whether a player reaches its objective at the end of this round."""
    wanted = state.side(player).objective
    assert wanted is not None, "asked for players with an objective"
    if wanted.kind is SuddenDeath.ENDURE and state.round == ENDURE_ROUND:
        return any(not one.is_added for unit in state.here(player) for one in state.troops(unit.id))
    if wanted.kind is SuddenDeath.SEIZE and state.round == SEIZE_ROUND:
        return any(
            judging.is_near_feature(state.table, wanted.target, figure, NEAR_TERRAIN)
            for unit in state.here(player)
            for figure in state.figures(unit.id)
        )
    return False


class WantsToStop(Asking[SigmarState], frozen=True, tag="wants-to-stop", tag_field="step"):
    """A player says whether it would stop after this round."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-WIN-8", Message("{player}: go on with another round?", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "stop", self._why, ("go-on", "stop"))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return both."""
        options = (Option("go-on", message("go on")), Option("stop", message("stop, if both want to")))
        return (pick_one("stop", message("Another round"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of both."""
        return picked_faults(action, ("go-on", "stop"), "AOS-WIN-8")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it."""
        do.change(picked=(*do.state.picked, picked_of(action)))


class StopsOrGoesOn(Automatic[SigmarState], frozen=True, tag="stops-or-goes-on", tag_field="step"):
    """The battle stops where both want it (AOS-OPEN-19)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Stop, or begin the next round."""
        wanted = do.state.picked
        do.change(picked=())
        if all(one == "stop" for one in wanted):
            end_battle(do, "", "AOS-WIN-2")
        else:
            do.push(ChecksWipeOut(), NextBattleRound())
