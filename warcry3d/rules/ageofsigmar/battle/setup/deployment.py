"""Setting units up, in turn, one at a time (AOS-DEPLOY-3 to 9)."""

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import numpy as np

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.group_moves import UnitGroup
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Option, Place, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_side
from warcry3d.rules.ageofsigmar.battle.movement.body_links import near_spots
from warcry3d.rules.ageofsigmar.battle.movement.placing import placed_models, unit_faults, unit_places
from warcry3d.rules.ageofsigmar.battle.sensing import coherent, once_in
from warcry3d.rules.ageofsigmar.battle.setup.field_halves import APART
from warcry3d.rules.ageofsigmar.battle.state import SigmarState, SigmarUnit, TroopStatus
from warcry3d.rules.units.group_places import PlacedGroup, placing_group
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.rules.units.unit_places import areas_of
from warcry3d.sight.distance import is_within

__all__ = ["SetsUpUnits", "place_prompt", "put_down"]


PlaceFaults: TypeAlias = Callable[[SigmarState, str, tuple[SetUpModel, ...]], tuple[ActionFault, ...]]
"""What is wrong with places of a unit's models."""


INSIDE = 0.01
"""Places that are offered keep so far (in) inside of what the rules allow."""


def waiting(state: SigmarState, player: str) -> Iterator[SigmarUnit]:
    """Yield the units of a player that were not set up."""
    return (
        unit
        for unit in state.units
        if unit.player == player and all(one.status is TroopStatus.ASIDE for one in state.all_troops(unit.id))
    )


def _zone(state: SigmarState, player: str) -> Any:
    """Return where a player sets its units up (shapely)."""
    return state.context.halves(state.cut).zones[state.side(player).territory]


def _room(state: SigmarState, unit: str, suggested: tuple[Placing, ...]) -> Any:
    """Return where the middles of a unit's models may be, turned as suggested: whole bodies stay 12 in away."""
    halves, territory = state.context.halves(state.cut), state.side(state.unit(unit).player).territory
    models = placed_models(state, (SetUpModel(one.item, one.at, one.turn) for one in suggested))
    middles = (float(halves.depths(np.array([one.placement.at]), territory)[0]) for one in models)
    out = (middle - halves.body_depth(one, territory) for one, middle in zip(models, middles, strict=True))
    return halves.part(territory, APART + max(out, default=0.0) + INSIDE)


def deploy_faults(state: SigmarState, unit: str, places: tuple[SetUpModel, ...]) -> tuple[ActionFault, ...]:
    """Return why a unit cannot be set up there: in its territory, more than 12 in from the other (AOS-DEPLOY-4, -5)."""
    found = unit_faults(state, unit, places, "AOS-DEPLOY-4")
    if found:
        return found
    halves, territory = state.context.halves(state.cut), state.side(state.unit(unit).player).territory
    for n, model in enumerate(placed_models(state, places)):
        depth = halves.body_depth(model, territory)
        place, at = f"models[{n}]", model.placement.at
        if depth <= 0:
            return fault("AOS-DEPLOY-4", "{fighter} is not in its own territory", fighter=model.id, at=at, place=place)
        if is_within(depth, APART):
            values: dict[str, Any] = {"fighter": model.id, "inches": depth}
            sentence = "{fighter} is {inches:.2f} in from the enemy's territory; it must be more than 12 in"
            return fault("AOS-DEPLOY-5", sentence, at=at, place=place, **values)
    return ()


def proposal(state: SigmarState, unit: str) -> tuple[Placing, ...]:
    """Return places for a unit that are allowed, near the line; empty: none was found."""

    def ask() -> tuple[Placing, ...]:
        halves, territory = state.context.halves(state.cut), state.side(state.unit(unit).player).territory
        p, q = halves.inward(territory)
        facing = math.atan2(-q, -p)
        board = state.context.ground.board
        mine = sum(1 for one in state.here(state.unit(unit).player))
        aside = ((mine + 1) // 2) * (5.0 if mine % 2 else -5.0)
        u, v = halves.direction
        towards = (board.width / 2 + APART * p + aside * u, board.depth / 2 + APART * q + aside * v)
        return unit_places(
            state,
            unit,
            halves.zones[territory],
            facing,
            towards,
            lambda places: not deploy_faults(state, unit, places),
        )

    return once_in(state, ("proposal", unit), ask)


class SetsUpUnits(Asking[SigmarState], frozen=True, tag="sets-up-units", tag_field="step"):
    """A player picks the next unit to set up, or stops; then the other, while both go on (AOS-DEPLOY-6, -7)."""

    player: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-DEPLOY-3", Message("{player} sets up a unit", {"player": self.player}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the choice; None where nothing is left to set up."""
        units = tuple(unit.id for unit in waiting(state, self.player))
        if not units or state.side(self.player).finished:
            return None
        return Choice(self.player, "set-up", self._why, units)

    def _no_room(self, state: SigmarState, unit: str) -> tuple[ActionFault, ...]:
        if proposal(state, unit):
            return ()
        return fault("AOS-DEPLOY-6", "no room was found for {unit}", unit=unit, place="picked")

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the units; and to stop."""
        areas = areas_of(_zone(state, self.player))
        options = (
            Option(
                unit.id,
                Message("{unit}", {"unit": unit.id}),
                model=state.all_troops(unit.id)[0].id,
                areas=areas,
                facts=(RuleReason("AOS-UNIT-1", counted("{n} model", "{n} models", len(state.all_troops(unit.id)))),),
                faults=self._no_room(state, unit.id),
            )
            for unit in waiting(state, self.player)
        )
        stop = Confirm(
            id="done",
            heading=message("Set up nothing more"),
            hint=message("Units not set up stay out of the battle."),
            action=lambda _: Done(),
            why=RuleReason("AOS-DEPLOY-9", message("units not set up are reserves")),
            faults=self._done_faults(state),
        )
        return (pick_one("set-up", message("Set up"), self._why, options), stop)

    def _done_faults(self, state: SigmarState) -> tuple[ActionFault, ...]:
        has_room = any(proposal(state, unit.id) for unit in waiting(state, self.player))
        if any(state.here(self.player)) or not has_room:
            return ()
        return fault("AOS-DEPLOY-6", "set up one unit at least")

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a unit that is left and has room is picked, or none."""
        if isinstance(action, Done):
            return self._done_faults(state)
        if not isinstance(action, Pick):
            return NOT_DUE
        units = [unit.id for unit in waiting(state, self.player)]
        if len(action.picked) != 1 or action.picked[0] not in units:
            return fault("AOS-DEPLOY-3", "pick one of: {offered}", offered=", ".join(units), place="picked")
        return self._no_room(state, action.picked[0])

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Place it; or note that the player has finished."""
        if isinstance(action, Pick):
            do.push(PlacesUnit(picked_of(action)))
            return
        self._finish(do)

    def skip(self, do: SigmarTransition) -> None:
        """Let the other player go on, where it has units left."""
        if not do.state.side(self.player).finished:
            self._finish(do)
        else:
            next_to_set_up(do, self.player)

    def _finish(self, do: SigmarTransition) -> None:
        state = do.state
        finished = 1 + max(side.finished for side in state.sides)
        count = sum(len(state.troops(unit.id)) for unit in state.here(self.player))
        change_side(do, self.player, finished=finished, set_up=count)
        models = counted("{n} model", "{n} models", count)
        do.emit("set-up", "{player} has set up {models}", "AOS-DEPLOY-8", player=self.player, models=models)
        next_to_set_up(do, self.player)


def next_to_set_up(do: SigmarTransition, player: str) -> None:
    """Ask the next player to set up: in turn, as long as both have not finished (AOS-DEPLOY-3, AOS-DEPLOY-7)."""
    other = do.state.other(player)
    if not do.state.side(other).finished:
        do.push(SetsUpUnits(other))
    elif not do.state.side(player).finished:
        do.push(SetsUpUnits(player))


def place_prompt(
    state: SigmarState,
    unit: str,
    why: RuleReason,
    zone: object,
    suggested: tuple[Placing, ...],
    place_faults: PlaceFaults = deploy_faults,
) -> Place:
    """Return the prompt that asks where all models of a unit stand; ``place_faults``: what is wrong with places."""
    items = tuple(
        Option(model.id, Message("{fighter}", {"fighter": model.id}), model=model.id)
        for model in state.all_troops(unit)
    )
    return Place(
        id="place-unit",
        heading=message("Where {unit} stands", unit=unit),
        hint=message("All models stand within 1 in of each other, in one group."),
        action=lambda placings: SetUpUnitAt(tuple(SetUpModel(one.item, one.at, one.turn) for one in placings)),
        why=why,
        items=items,
        areas=areas_of(zone),
        suggested=suggested,
        group=_group(state, unit, zone, suggested, place_faults),
    )


def _group(
    state: SigmarState, unit: str, zone: object, suggested: tuple[Placing, ...], place_faults: PlaceFaults
) -> UnitGroup[Placing] | None:
    """Return how a unit is set up as one; None where no place for it is known."""
    if not suggested:
        return None

    def faults(places: tuple[Placing, ...]) -> tuple[ActionFault, ...]:
        return place_faults(state, unit, tuple(SetUpModel(one.item, one.at, one.turn) for one in places))

    models = placed_models(state, (SetUpModel(one.item, one.at, one.turn) for one in suggested))
    return placing_group(PlacedGroup(state.table, models, zone, faults, coherent, judging.gap, near_spots))


def put_down(do: SigmarTransition, places: tuple[SetUpModel, ...], **values: object) -> None:
    """Put models on the battlefield."""
    by_id = {one.model: one for one in places}
    do.change(
        models=tuple(
            one.changed(at=by_id[one.id].at, turn=by_id[one.id].turn, status=TroopStatus.FIELD, **values)
            if one.id in by_id
            else one
            for one in do.state.models
        )
    )


class PlacesUnit(Asking[SigmarState], frozen=True, tag="places-unit", tag_field="step"):
    """A player sets up the unit that it picked; or picks again."""

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("AOS-DEPLOY-5", Message("where does {unit} stand?", {"unit": self.unit}))

    def choice(self, state: SigmarState) -> Choice:
        """Return the choice."""
        return Choice(state.unit(self.unit).player, "place-unit", self._why, self.unit)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return where its models may stand; and to pick another unit."""
        suggested = proposal(state, self.unit)
        place = place_prompt(state, self.unit, self._why, _room(state, self.unit, suggested), suggested)
        back = Confirm(id="back", heading=message("Another unit"), action=lambda _: Decline(), why=self._why, key="n")
        return (place, back)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        if isinstance(action, Decline):
            return ()
        return deploy_faults(state, self.unit, action.models) if isinstance(action, SetUpUnitAt) else NOT_DUE

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Put it there; then the other player sets up."""
        player = do.state.unit(self.unit).player
        if not isinstance(action, SetUpUnitAt):
            do.push(SetsUpUnits(player))
            return
        put_down(do, action.models)
        do.emit("set-up", "{player} sets up {unit}", "AOS-DEPLOY-3", player=player, unit=self.unit)
        next_to_set_up(do, player)
