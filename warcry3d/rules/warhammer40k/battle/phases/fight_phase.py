"""The fight phase: units that fight first, then all others, players in turn (40K-FIGHT, 40K-PILEIN, 40K-CONSOL)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import UnitOrder
from warcry3d.rules.warhammer40k.battle.asking import order_prompt, unit_option
from warcry3d.rules.warhammer40k.battle.attacks.aiming import AimsWeapons
from warcry3d.rules.warhammer40k.battle.attacks.last_fight import register_last_fight
from warcry3d.rules.warhammer40k.battle.attacks.weapons import is_aircraft, strikes_of
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, did
from warcry3d.rules.warhammer40k.battle.formations import has_ability, unit_has
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import PILE_IN, MoveKind40k, can_move
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units, once_in
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["FightPhase", "Fights", "eligible", "fights_first"]


def is_eligible(state: State40k, unit: str) -> bool:
    """Return whether a unit is eligible to fight: in engagement range of an enemy, or it charged (40K-FIGHT-3).

    Aircraft need an enemy that flies (40K-AIRCRAFT-14); enemy aircraft near a unit that does not fly do not count
    (40K-AIRCRAFT-13).
    """
    own = state.unit(unit)
    if Deed40k.FOUGHT in own.did:
        return False
    engaged = engaged_units(state, unit)
    if is_aircraft(state, unit):
        return any(unit_has(state, enemy, "fly") for enemy in engaged)
    open_ = [enemy for enemy in engaged if not is_aircraft(state, enemy) or unit_has(state, unit, "fly")]
    return bool(open_) or Deed40k.CHARGED in own.did


def fights_first(state: State40k, unit: str) -> bool:
    """Return whether a unit fights first: it charged, or all its models can (40K-CHARGE-11, 40K-FIGHT-6)."""
    deeds = state.unit(unit).did
    charged = Deed40k.CHARGED in deeds and Deed40k.INTERVENED not in deeds
    return charged or has_ability(state, unit, CoreWord.FIGHTS_FIRST)


def eligible(state: State40k, player: str, *, is_first: bool) -> tuple[str, ...]:
    """Return the units of a player that must still fight, looked at anew each time (40K-FIGHT-4, 40K-FIGHT-5).

    ``is_first``: those that fight first; in the second part all that are left (40K-OPEN-28).
    """
    return once_in(
        state,
        ("eligible", player, is_first),
        lambda: tuple(
            unit.id
            for unit in state.here(player)
            if is_eligible(state, unit.id) and (not is_first or fights_first(state, unit.id))
        ),
    )


class FightPhase(Automatic[State40k], frozen=True, tag="fight-phase", tag_field="step"):
    """Both parts begin with the opponent of the player whose turn it is (40K-FIGHT-7, 40K-FIGHT-9)."""

    player: str

    def resolve(self, do: Transition40k) -> None:
        """Let them."""
        other = do.state.other(self.player)
        do.push(PicksFighter40k(other, is_first=True), PicksFighter40k(other, is_first=False))


class PicksFighter40k(Asking[State40k], frozen=True, tag="picks-fighter", tag_field="step"):
    """A player picks a unit to fight with: there is no passing (40K-FIGHT-5)."""

    player: str
    is_first: bool

    @property
    def _why(self) -> RuleReason:
        rule = "40K-FIGHT-7" if self.is_first else "40K-FIGHT-9"
        return RuleReason(rule, Message("{player} picks a unit to fight", {"player": self.player}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where the player has none left."""
        units = eligible(state, self.player, is_first=self.is_first)
        return Choice(self.player, "fight", self._why, units) if units else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units."""
        units = eligible(state, self.player, is_first=self.is_first)
        options = tuple(unit_option(state, unit) for unit in units)
        return (order_prompt("fight", message("Fight"), self._why, options, key="f"),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        if not isinstance(action, UnitOrder) or action.order != "fight":
            return NOT_DUE
        units = eligible(state, self.player, is_first=self.is_first)
        if action.unit not in units:
            return fault("40K-FIGHT-5", "pick one of: {offered}", offered=", ".join(units), place="unit")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it fight; then the other player picks."""
        assert isinstance(action, UnitOrder), "its faults said so"
        do.push(Fights(action.unit), PicksFighter40k(do.state.other(self.player), is_first=self.is_first))

    def skip(self, do: Transition40k) -> None:
        """Let the other go on, as long as it has units left (40K-FIGHT-8)."""
        other = do.state.other(self.player)
        if eligible(do.state, other, is_first=self.is_first):
            do.push(PicksFighter40k(other, is_first=self.is_first))


class Fights(Automatic[State40k], frozen=True, tag="fights", tag_field="step"):
    """A unit fights: it piles in, attacks, consolidates (40K-FIGHT-1); then Counter-offensive may come."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Let it; each unit once a phase (40K-FIGHT-2)."""
        state, unit = do.state, self.unit
        player = state.unit(unit).player
        did(do, unit, Deed40k.FOUGHT)
        do.emit("fight", "{unit} fights", "40K-FIGHT-1", unit=unit)
        moves = can_shift(state, unit)
        steps: list[AgendaStep] = [MayUse(player, StratagemMoment.FIGHTS, (unit,))]
        if moves:
            steps.append(MovesUnit40k(unit, MoveKind40k.PILE_IN, PILE_IN))
        steps.append(AimsWeapons(unit, is_melee=True))
        if moves:
            steps.append(Consolidates(unit))
        do.push(*steps, MayUse(state.other(player), StratagemMoment.ENEMY_FOUGHT, (unit,)))


def fight_last(do: Transition40k, model: str) -> None:
    """Let a model that was destroyed attack before it is removed (40K-LASTFIGHT-1, 40K-LASTFIGHT-2)."""
    unit = do.state.troop(model).unit
    weapons = tuple(shot.id for shot in strikes_of(do.state, unit) if shot.model == model)
    if weapons:
        do.push(AimsWeapons(unit, is_melee=True, weapons=weapons))


register_last_fight(fight_last)


def can_shift(state: State40k, unit: str) -> bool:
    """Return whether a unit may pile in and consolidate: not aircraft (40K-AIRCRAFT-15), nor what cannot move."""
    return not is_aircraft(state, unit) and any(can_move(state, model.id) for model in state.troops(unit))


class Consolidates(Automatic[State40k], frozen=True, tag="consolidates", tag_field="step"):
    """Up to 3 in toward the nearest enemy, where one is left (40K-CONSOL-1)."""

    unit: str

    def resolve(self, do: Transition40k) -> None:
        """Ask for it."""
        if do.state.is_here(self.unit) and any(do.state.enemies(self.unit)):
            do.push(MovesUnit40k(self.unit, MoveKind40k.CONSOLIDATE, PILE_IN))
