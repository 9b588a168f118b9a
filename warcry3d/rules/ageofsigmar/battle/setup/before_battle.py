"""After set-up: generals, sudden death, triumphs, abilities before the battle, the first turn (AOS-DEPLOY-12)."""

from collections.abc import Iterator
from fractions import Fraction

from warcry3d.game.action_faults import fault, picked_faults
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.ability_use import UsesAbilities, has_abilities
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut, model_options
from warcry3d.rules.ageofsigmar.battle.blessed_roll_offs import roll_off
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side
from warcry3d.rules.ageofsigmar.battle.phases.rounds import ENDURE_ROUND, NamesFirstTurn, NextBattleRound
from warcry3d.rules.ageofsigmar.battle.picking import unit_option
from warcry3d.rules.ageofsigmar.battle.state import EMPOWERED, SigmarState, SuddenDeath, SuddenObjective
from warcry3d.rules.ageofsigmar.battle.throws import BLESSED, throw
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import SUDDEN_DEATH_KEYWORDS

__all__ = ["AfterSetUp", "NamesGeneral", "Triumphs", "outnumbered"]

BLUNT_SIZE = 5
"""Models of a unit that can be named for Blunt, at least (AOS-SUDDEN-5)."""

OBJECTIVE_LABELS = {
    SuddenDeath.ASSASSINATE: message("Assassinate: destroy a hero, wizard, priest or monster"),
    SuddenDeath.BLUNT: message("Blunt: destroy a unit of five models or more"),
    SuddenDeath.ENDURE: message("Endure: have a model left at the end of round 6"),
    SuddenDeath.SEIZE: message("Seize Ground: be near a feature at the end of round 4"),
}
OBJECTIVE_RULES = {
    SuddenDeath.ASSASSINATE: "AOS-SUDDEN-4",
    SuddenDeath.BLUNT: "AOS-SUDDEN-5",
    SuddenDeath.ENDURE: "AOS-SUDDEN-6",
    SuddenDeath.SEIZE: "AOS-SUDDEN-7",
}


class NamesGeneral(Asking[SigmarState], frozen=True, tag="names-general", tag_field="step"):
    """A player names one of its models on the battlefield as general (AOS-GENERAL-1, AOS-OPEN-14)."""

    player: str

    def _models(self, state: SigmarState) -> tuple[str, ...]:
        return tuple(model.id for unit in state.here(self.player) for model in state.troops(unit.id))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-GENERAL-1", Message("{player} names its general", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the choice; None where nothing was set up."""
        models = self._models(state)
        return Choice(self.player, "general", self._why, models) if models else None

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the models."""
        options = [one for unit in state.here(self.player) for one in model_options(state, unit.id)]
        return (pick_one("general", message("General"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of its models."""
        return picked_faults(action, self._models(state), "AOS-GENERAL-1")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it."""
        general = picked_of(action)
        change_side(do, self.player, general=general)
        do.emit("general", "{fighter} is the general of {player}", "AOS-GENERAL-1", fighter=general, player=self.player)


def outnumbered(state: SigmarState) -> str:
    """Return the player whose enemy has at least a third more models (AOS-SUDDEN-1); empty: none has."""
    fewer, more = sorted(state.sides, key=lambda side: side.set_up)
    is_such = fewer.set_up > 0 and Fraction(more.set_up, fewer.set_up) >= Fraction(4, 3)
    return fewer.id if is_such else ""


class AfterSetUp(Automatic[SigmarState], frozen=True, tag="after-set-up", tag_field="step"):
    """What follows the naming of generals, in its order (AOS-DEPLOY-12, AOS-OPEN-13)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let it come."""
        state = do.state
        do.change(is_fighting=True)
        player = outnumbered(state)
        sudden = (ChoosesObjective(player),) if player else ()
        first = min(state.sides, key=lambda side: side.finished).id
        do.push(
            ChecksWipeOut(), *sudden, Triumphs(), PreBattle(), NamesFirstTurn(first, "AOS-DEPLOY-10"), NextBattleRound()
        )


def targets(state: SigmarState, player: str, kind: SuddenDeath) -> tuple[str, ...]:
    """Return what an objective may be about: enemy units, features; empty: it cannot be chosen (AOS-OPEN-16)."""
    enemy = state.other(player)
    match kind:
        case SuddenDeath.ASSASSINATE:
            words = SUDDEN_DEATH_KEYWORDS
            return tuple(u.id for u in state.here(enemy) if any(state.scroll(u.id).has(word) for word in words))
        case SuddenDeath.BLUNT:
            return tuple(u.id for u in state.here(enemy) if len(state.troops(u.id)) >= BLUNT_SIZE)
        case SuddenDeath.SEIZE:
            return tuple(_features_of(state, enemy))
    return ()


def _features_of(state: SigmarState, player: str) -> Iterator[str]:
    """Yield the features with any part in a player's territory (AOS-OPEN-16)."""
    halves, territory = state.context.halves(state.cut), state.side(player).territory
    for feature in state.context.ground.terrain.features:
        if any(halves.depths(solid.vertices, territory).max() > 0 for solid in feature.solids.values()):
            yield feature.id


class ChoosesObjective(Asking[SigmarState], frozen=True, tag="chooses-objective", tag_field="step"):
    """The player with fewer models may choose one objective (AOS-SUDDEN-2)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player}
        return RuleReason("AOS-SUDDEN-2", Message("{player} may choose an objective of sudden death", values))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(self.player, "objective", self._why, tuple(SuddenDeath))

    def _faults(self, state: SigmarState, kind: SuddenDeath) -> tuple[ActionFault, ...]:
        last = state.context.agreed.rounds
        if kind is SuddenDeath.ENDURE and 0 < last < ENDURE_ROUND:
            return fault(OBJECTIVE_RULES[kind], "the battle stops after round {last}", place="picked", last=last)
        if kind is SuddenDeath.ENDURE or targets(state, self.player, kind):
            return ()
        return fault(OBJECTIVE_RULES[kind], "nothing on the table fits this objective", place="picked")

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the objectives; and none."""
        options = (Option(kind.value, OBJECTIVE_LABELS[kind], faults=self._faults(state, kind)) for kind in SuddenDeath)
        none = Confirm(
            id="decline", heading=message("No objective"), action=lambda _: Decline(), why=self._why, key="n"
        )
        return (pick_one("objective", message("Sudden death"), self._why, options), none)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one that is open, or none."""
        if isinstance(action, Decline):
            return ()
        found = picked_faults(action, tuple(SuddenDeath), "AOS-SUDDEN-2")
        return found or self._faults(state, SuddenDeath(picked_of(action)))

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it; let its target be picked."""
        if not isinstance(action, Pick):
            return
        kind = SuddenDeath(picked_of(action))
        change_side(do, self.player, objective=SuddenObjective(kind=kind))
        values = {"player": self.player, "what": OBJECTIVE_LABELS[kind]}
        do.emit("objective", "{player} chooses {what}", OBJECTIVE_RULES[kind], **values)
        if kind is not SuddenDeath.ENDURE:
            do.push(PicksTarget(self.player, kind))


class PicksTarget(Asking[SigmarState], frozen=True, tag="picks-target", tag_field="step"):
    """The target of an objective: a unit that the enemy picks of its own, a feature that the player picks itself."""

    player: str
    kind: SuddenDeath

    @property
    def _why(self) -> RuleReason:
        return RuleReason(OBJECTIVE_RULES[self.kind], OBJECTIVE_LABELS[self.kind])

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        asked = self.player if self.kind is SuddenDeath.SEIZE else state.other(self.player)
        return Choice(asked, "objective-target", self._why, targets(state, self.player, self.kind))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return what may be picked."""
        found = targets(state, self.player, self.kind)
        if self.kind is SuddenDeath.SEIZE:
            options = [Option(one, Message("{feature}", {"feature": one}), piece=one) for one in found]
        else:
            options = [unit_option(state, one) for one in found]
        return (pick_one("objective-target", message("Target of the objective"), self._why, options),)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them."""
        return picked_faults(action, targets(state, self.player, self.kind), OBJECTIVE_RULES[self.kind])

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Note it."""
        target = picked_of(action)
        change_side(do, self.player, objective=SuddenObjective(kind=self.kind, target=target))
        rule = OBJECTIVE_RULES[self.kind]
        if self.kind is SuddenDeath.SEIZE:
            do.emit("objective", "the objective is {feature}", rule, feature=target)
        else:
            do.emit("objective", "the objective is {unit}", rule, unit=target)


class Triumphs(Automatic[SigmarState], frozen=True, tag="triumphs", tag_field="step"):
    """Who won a major victory in its last battle rolls on the triumph table (AOS-TRIUMPH-1)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let them roll."""
        before = do.state.context.agreed.won_before
        do.push(*(RollsTriumph(player) for player in do.state.players if player in before))


class RollsTriumph(Automatic[SigmarState], frozen=True, tag="rolls-triumph", tag_field="step"):
    """A player's triumph."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for it."""
        throw(do, self.player, 1, "triumph", "AOS-TRIUMPH-1", NotesTriumph(self.player))


class NotesTriumph(Automatic[SigmarState], frozen=True, tag="notes-triumph", tag_field="step"):
    """What the die gives (AOS-TRIUMPH-2 to 4)."""

    player: str

    def resolve(self, do: SigmarTransition) -> None:
        """Note it."""
        face = do.state.thrown.faces[0]
        change_side(do, self.player, triumph=face)
        if face <= BLESSED:
            do.emit("triumph", "{player} is blessed", "AOS-TRIUMPH-2", player=self.player)
        elif face < EMPOWERED:
            do.emit("triumph", "{player} is inspired", "AOS-TRIUMPH-3", player=self.player)
        else:
            do.emit("triumph", "the general of {player} is empowered", "AOS-TRIUMPH-4", player=self.player)


class PreBattle(Automatic[SigmarState], frozen=True, tag="pre-battle", tag_field="step"):
    """Abilities before round 1: of both players, the winner of a roll-off first (AOS-PRE-1, AOS-PRE-2)."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let the player use them that has any, or both in turn."""
        able = [player for player in do.state.players if has_abilities(do.state, player, "set-up")]
        if len(able) == 2:
            do.push(PreBattleOrder())
            roll_off(do, able, "abilities before the battle", "AOS-PRE-2")
        else:
            do.push(*(UsesAbilities(player, "set-up") for player in able))


class PreBattleOrder(Automatic[SigmarState], frozen=True, tag="pre-battle-order", tag_field="step"):
    """The winner uses all of its abilities first."""

    def resolve(self, do: SigmarTransition) -> None:
        """Let both use theirs."""
        winner = do.state.roll_off.winner
        do.push(UsesAbilities(winner, "set-up"), UsesAbilities(do.state.other(winner), "set-up"))
