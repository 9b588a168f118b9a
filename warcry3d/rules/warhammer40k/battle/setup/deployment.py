"""Deployment: units are set up in turn; then who goes first, and scouts (40K-DEPLOY, 40K-MISSION-7, 40K-SEQ-4)."""

from collections.abc import Iterator
from dataclasses import replace

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.ordering import in_order
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.roll_offs import roll_off
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.units.unit_actions import SetUpUnitAt
from warcry3d.rules.units.unit_places import areas_of
from warcry3d.rules.warhammer40k.battle.asking import unit_option
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model, lose_inside, move_unit_to, put_down
from warcry3d.rules.warhammer40k.battle.formations import has_ability, own_units, with_leader
from warcry3d.rules.warhammer40k.battle.movement.moving import MovesUnit40k
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import (
    SetUpKind,
    SetUpTerms,
    proposal,
    set_up_faults,
    set_up_prompt,
    zone_number,
)
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import MoveKind40k
from warcry3d.rules.warhammer40k.battle.phases.rounds import NextRound40k
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, State40k, Unit40k
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["BeginsDeployment"]


def waiting(state: State40k, player: str, *, later: bool) -> Iterator[Unit40k]:
    """Yield the units of a player that wait to be set up; ``later``: those that come after all others."""
    for unit in own_units(state, player):
        is_aside = any(model.place is ModelPlace40k.ASIDE for model in state.all_troops(unit.id))
        if is_aside and has_ability(state, unit.id, CoreWord.INFILTRATORS) == later:
            yield unit


class BeginsDeployment(Automatic[State40k], frozen=True, tag="begins-deployment", tag_field="step"):
    """The attacker starts (40K-DEPLOY-1); dedicated transports that are empty are not set up (40K-OPEN-8)."""

    def resolve(self, do: Transition40k) -> None:
        """Let them set up in turn; infiltrators come last (40K-DEPLOY-4, -5)."""
        for unit in do.state.units:
            is_carrier = "dedicated transport" in do.state.context.sheet(unit.id).keywords
            if is_carrier and not do.state.passengers(unit.id):
                move_unit_to(do, unit.id, ModelPlace40k.DESTROYED)
                do.emit("destroyed", "{unit} has nobody inside: it is not set up", "40K-ARMY-11", unit=unit.id)
        do.push(SetsUp40k(do.state.attacker, later=False), BeginsInfiltration(), FirstTurn())


class BeginsInfiltration(Automatic[State40k], frozen=True, tag="begins-infiltration", tag_field="step"):
    """Units that are set up after all others: with some on both sides a roll-off says who begins (40K-DEPLOY-5)."""

    def resolve(self, do: Transition40k) -> None:
        """Let them."""
        some = [player for player in do.state.players if any(waiting(do.state, player, later=True))]
        if len(some) == 1:
            do.push(SetsUp40k(some[0], later=True))
        elif some:
            do.push(InfiltratesFirst())
            roll_off(do, do.state.players, "who sets up first", "40K-DEPLOY-5")


class InfiltratesFirst(Automatic[State40k], frozen=True, tag="infiltrates-first", tag_field="step"):
    """The winner begins."""

    def resolve(self, do: Transition40k) -> None:
        """Ask it."""
        do.push(SetsUp40k(do.state.roll_off.winner, later=True))


class SetsUp40k(Asking[State40k], frozen=True, tag="sets-up", tag_field="step"):
    """A player picks the next unit to set up; then the other, while both have some (40K-DEPLOY-1, 40K-DEPLOY-3)."""

    player: str
    later: bool

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-DEPLOY-1", Message("{player} sets up a unit", {"player": self.player}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the choice; None where nothing is left to set up."""
        units = tuple(unit.id for unit in waiting(state, self.player, later=self.later))
        return Choice(self.player, "set-up", self._why, units) if units else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the units; the zone is that of all of them, those that come last may stand elsewhere."""
        zone = state.context.strips.zones[zone_number(state, self.player)]
        areas = () if self.later else areas_of(zone)
        options = tuple(
            replace(
                unit_option(state, unit.id, label=with_leader(state, unit.id), facts=tuple(_facts(state, unit.id))),
                areas=areas,
            )
            for unit in waiting(state, self.player, later=self.later)
        )
        return (pick_one("set-up", message("Set up"), self._why, options),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that waits is picked."""
        if not isinstance(action, Pick):
            return NOT_DUE
        units = [unit.id for unit in waiting(state, self.player, later=self.later)]
        if len(action.picked) != 1 or action.picked[0] not in units:
            return fault("40K-DEPLOY-1", "pick one of: {offered}", offered=", ".join(units), place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Place it."""
        do.push(PlacesUnit40k(picked_of(action), later=self.later))

    def skip(self, do: Transition40k) -> None:
        """Let the other player set up the rest (40K-DEPLOY-3)."""
        other = do.state.other(self.player)
        if any(waiting(do.state, other, later=self.later)):
            do.push(SetsUp40k(other, later=self.later))


def _facts(state: State40k, unit: str) -> Iterator[RuleReason]:
    """Yield how many models a unit has, and who is inside of it."""
    yield RuleReason("40K-UNIT-5", counted("{n} model", "{n} models", len(state.all_troops(unit))))
    for one in state.passengers(unit):
        yield RuleReason("40K-TRANSPORT-1", message("carries {unit}", unit=one.id))


class PlacesUnit40k(Asking[State40k], frozen=True, tag="places-unit", tag_field="step"):
    """A player sets up the unit that it picked; or picks again."""

    unit: str
    later: bool

    @property
    def _terms(self) -> SetUpTerms:
        return SetUpTerms(SetUpKind.INFILTRATE if self.later else SetUpKind.DEPLOY)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-DEPLOY-2", Message("where does {unit} stand?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice:
        """Return the choice."""
        return Choice(state.unit(self.unit).player, "place-unit", self._why, self.unit)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return where its models may stand; to pick another unit; to give up a unit that has no room."""
        place = set_up_prompt(state, self.unit, self._why, self._terms)
        back = Confirm(id="back", heading=message("Another unit"), action=lambda _: Decline(), why=self._why, key="n")
        give_up = Confirm(
            id="no-room",
            heading=message("No room: it counts as destroyed"),
            action=lambda _: Done(),
            why=RuleReason("40K-COHERENCY-4", message("models that cannot be set up count as destroyed")),
            faults=self._room_faults(state),
        )
        return (place, back, give_up)

    def _room_faults(self, state: State40k) -> tuple[ActionFault, ...]:
        if proposal(state, self.unit, self._terms):
            return fault("40K-COHERENCY-4", "there is room for {unit}", unit=self.unit)
        return ()

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        match action:
            case Decline():
                return ()
            case Done():
                return self._room_faults(state)
            case SetUpUnitAt() if action.models:
                is_part = not proposal(state, self.unit, self._terms)
                return set_up_faults(state, self.unit, action.models, self._terms, is_part=is_part)
        return NOT_DUE

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Put it there; then the other player sets up."""
        player = do.state.unit(self.unit).player
        if isinstance(action, Decline):
            do.push(SetsUp40k(player, later=self.later))
            return
        if isinstance(action, SetUpUnitAt):
            self._give_up(do, {one.model for one in action.models})
            put_down(do, action.models)
            do.emit("set-up", "{player} sets up {unit}", "40K-DEPLOY-1", player=player, unit=self.unit)
        else:
            move_unit_to(do, self.unit, ModelPlace40k.DESTROYED)
            do.emit("destroyed", "{unit} has no room: it counts as destroyed", "40K-COHERENCY-4", unit=self.unit)
            lose_inside(do, self.unit)
        do.push(SetsUp40k(do.state.other(player), later=self.later))

    def _give_up(self, do: Transition40k, placed: set[str]) -> None:
        """Destroy the models that had no room in coherency: they alone (40K-OPEN-42)."""
        for model in do.state.living(self.unit):
            if model.id not in placed:
                change_model(do, model.id, place=ModelPlace40k.DESTROYED)
                do.emit("destroyed", "{fighter} does not fit: it is destroyed", "40K-COHERENCY-4", fighter=model.id)


class FirstTurn(Automatic[State40k], frozen=True, tag="first-turn", tag_field="step"):
    """A roll-off: the winner goes first (40K-MISSION-7)."""

    def resolve(self, do: Transition40k) -> None:
        """Let them roll."""
        do.push(BeginsBattle())
        roll_off(do, do.state.players, "the first turn", "40K-MISSION-7")


class BeginsBattle(Automatic[State40k], frozen=True, tag="begins-battle", tag_field="step"):
    """Rules before the battle, the first player's first (40K-SEQ-4): scouts move, each player's in the order that it
    chooses; then the first round begins.
    """

    def resolve(self, do: Transition40k) -> None:
        """Note who goes first, and let them."""
        state, first = do.state, do.state.roll_off.winner
        do.change(first=first, is_fighting=True)
        do.emit("first-turn", "{player} goes first", "40K-MISSION-7", player=first)
        do.push(NextRound40k())
        for player in (state.other(first), first):
            scouts = [
                (unit.id, MovesUnit40k(unit.id, MoveKind40k.SCOUT, inches))
                for unit in state.here(player)
                if (inches := scout_inches(state, unit.id))
            ]
            in_order(do, player, scouts, "40K-SEQ-4")


def scout_inches(state: State40k, unit: str) -> float:
    """Return how far a unit scouts; 0 where not all of its models do."""
    if not has_ability(state, unit, CoreWord.SCOUTS):
        return 0.0
    parts = {model.part for model in state.troops(unit)}
    found = [state.context.sheet(part).ability(CoreWord.SCOUTS) for part in parts]
    return float(min(one.value.plus for one in found if one is not None and one.value is not None))
