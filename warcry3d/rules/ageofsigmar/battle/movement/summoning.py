"""Abilities set up new units during the battle (AOS-WIN-5, AOS-UNDEF-3).

A new unit is brought in by a unit or a model of it: within some inches of that one, more than some inches from all
enemies, coherent. Its id says who brought it in, its warscroll and its number; its models do not count as set up.
"""

import math
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import picked_of
from warcry3d.game.prompts import Confirm, Number, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.game.state_data import StateData
from warcry3d.message import Message, counted, message
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, did
from warcry3d.rules.ageofsigmar.battle.context import ADDED
from warcry3d.rules.ageofsigmar.battle.movement.placing import placed_models, unit_faults, unit_places
from warcry3d.rules.ageofsigmar.battle.sensing import once_in
from warcry3d.rules.ageofsigmar.battle.setup.deployment import place_prompt, put_down
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarModel, SigmarState, SigmarUnit
from warcry3d.rules.units.unit_actions import SetUpModel, SetUpUnitAt
from warcry3d.table.models import Model

__all__ = ["Summons", "summon"]


class Summons(StateData, frozen=True, kw_only=True):
    """A unit that may come in: by whom (``model`` empty: the unit as a whole), of which warscroll, ``most`` models,
    ``within`` inches of who brings it in and more than ``away`` from all enemies.
    """

    player: str
    unit: str
    model: str
    name: str
    rule: str
    warscroll: str
    most: int
    within: float
    away: float

    def bearers(self, state: SigmarState) -> tuple[Model, ...]:
        """Return the models from which it is measured, as they stand."""
        return tuple(one for one in state.figures(self.unit) if self.model in ("", one.id))

    def enemies(self, state: SigmarState) -> tuple[Model, ...]:
        """Return the enemy models, as they stand."""
        return tuple(one for enemy in state.enemies(self.unit) for one in state.figures(enemy.id))


def summon(do: SigmarTransition, summons: Summons) -> None:
    """Let a player bring a unit in, where the army has its warscroll."""
    if do.state.context.armies[summons.player].summoned(summons.warscroll) is None:
        values = {"ability": summons.name, "warscroll": summons.warscroll}
        do.emit("ability", "{ability}: the army has no warscroll '{warscroll}' to set up", summons.rule, **values)
        return
    do.push(PicksSize(summons))


class PicksSize(Asking[SigmarState], frozen=True, tag="picks-size", tag_field="step"):
    """The player says how many models come in; of one alone nobody is asked."""

    summons: Summons

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.summons.rule, Message("{ability}: how many models?", {"ability": self.summons.name}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where there is one model at most, or nobody left who brings it in."""
        if self.summons.most == 1 or not self.summons.bearers(state):
            return None
        return Choice(self.summons.player, "summon-size", self._why, self.summons.most)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return the number; and to bring nobody in."""
        number = Number(
            id="size",
            heading=message("How many models"),
            action=lambda n: Pick((str(n),)),
            why=self._why,
            least=1,
            most=self.summons.most,
            start=self.summons.most,
        )
        return (number, _nobody(self._why))

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: a number of models, or none."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        if len(action.picked) == 1 and action.picked[0] in map(str, range(1, self.summons.most + 1)):
            return ()
        return fault(self.summons.rule, "pick a number from 1 to {most}", most=self.summons.most, place="picked")

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Ask where they stand."""
        if isinstance(action, Pick):
            _add(do, self.summons, int(picked_of(action)))

    def skip(self, do: SigmarTransition) -> None:
        """Ask where the one model stands."""
        if self.summons.bearers(do.state):
            _add(do, self.summons, 1)


def _nobody(why: RuleReason) -> Confirm:
    return Confirm(id="decline", heading=message("Set up nobody"), why=why, key="n", action=lambda _: Decline())


def _add(do: SigmarTransition, summons: Summons, count: int) -> None:
    """Add a unit to the army, not yet on the battlefield, and ask where it stands."""
    state = do.state
    alike = sum(one.player == summons.player and state.scroll(one.id).id == summons.warscroll for one in state.units)
    id = ADDED.join((summons.unit, summons.warscroll, str(alike + 1)))
    models = tuple(SigmarModel(id=f"{id}-{n + 1}", unit=id, is_added=True) for n in range(count))
    do.change(
        units=(*state.units, SigmarUnit(id=id, player=summons.player)),
        models=(*state.models, *models),
    )
    do.push(PlacesSummoned(summons, id))


def _take_back(do: SigmarTransition, id: str) -> None:
    """Take a unit that did not come in out of the army."""
    do.change(
        units=tuple(one for one in do.state.units if one.id != id),
        models=tuple(one for one in do.state.models if one.unit != id),
    )


class PlacesSummoned(Asking[SigmarState], frozen=True, tag="places-summoned", tag_field="step"):
    """The player sets the new unit up; where no place is found for all of it, fewer models may come in."""

    summons: Summons
    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason(self.summons.rule, Message("where does {unit} stand?", {"unit": self.unit}))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where no place is found."""
        if not self._proposal(state):
            return None
        return Choice(self.summons.player, "summon", self._why, self.unit)

    def _faults(self, state: SigmarState, unit: str, places: tuple[SetUpModel, ...]) -> tuple[ActionFault, ...]:
        """Return what is wrong with places: near enough to who brings the unit in, away from enemies."""
        summons = self.summons
        found = unit_faults(state, unit, places, summons.rule)
        if found:
            return found
        bearers, enemies = summons.bearers(state), summons.enemies(state)
        for n, model in enumerate(placed_models(state, places)):
            values: dict[str, Any] = {"fighter": model.id, "place": f"models[{n}]", "at": model.placement.at}
            if not judging.any_near((model,), bearers, summons.within):
                values["inches"] = summons.within
                return fault(summons.rule, "{fighter} must be within {inches:g} in of who sets it up", **values)
            if judging.any_near((model,), enemies, summons.away):
                values["inches"] = summons.away
                return fault(summons.rule, "{fighter} must be more than {inches:g} in from all enemies", **values)
        return ()

    def _zone(self, state: SigmarState, more: float, less: float) -> Any:
        """Return where centres may be (shapely): within so many inches ``more`` and away so many ``less``."""
        import shapely

        def around(models: tuple[Model, ...], inches: float) -> Any:
            discs = [shapely.Point(one.placement.at[:2]).buffer(inches, quad_segs=24) for one in models]
            return shapely.union_all(discs)

        board = state.context.ground.board
        near = around(self.summons.bearers(state), max(self.summons.within + more, 0.1))
        far = around(self.summons.enemies(state), max(self.summons.away - less, 0.1))
        return near.intersection(shapely.box(0, 0, board.width, board.depth)).difference(far)

    def _proposal(self, state: SigmarState) -> tuple[Placing, ...]:
        """Return places that are allowed, near who sets the unit up; empty: none was found."""

        def ask() -> tuple[Placing, ...]:
            bearers = self.summons.bearers(state)
            if not bearers:
                return ()
            x, y, _ = bearers[0].placement.at
            board = state.context.ground.board
            goal = judging.nearest(bearers[0], self.summons.enemies(state))
            to = goal[0].placement.at if goal else (board.width / 2, board.depth / 2, 0.0)
            return unit_places(
                state,
                self.unit,
                self._zone(state, 0.0, -AROUND),
                math.atan2(to[1] - y, to[0] - x),
                (x, y),
                lambda places: not self._faults(state, self.unit, places),
            )

        return once_in(state, ("summons", self.unit), ask)

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return where its models may stand; and to set up nobody."""
        place = place_prompt(
            state, self.unit, self._why, self._zone(state, WIDEST, WIDEST), self._proposal(state), self._faults
        )
        return (place, _nobody(self._why))

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        if isinstance(action, Decline):
            return ()
        return self._faults(state, self.unit, action.models) if isinstance(action, SetUpUnitAt) else NOT_DUE

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Put it there: it does not move in the movement phase of this turn; the next one clears what it did."""
        if not isinstance(action, SetUpUnitAt):
            _take_back(do, self.unit)
            return
        put_down(do, action.models)
        did(do, self.unit, Deed.ARRIVED)
        models = counted("{n} model", "{n} models", len(action.models))
        values = {"ability": self.summons.name, "unit": self.unit, "models": models}
        do.emit("set-up", "{ability} sets up {unit}: {models}", self.summons.rule, **values)

    def skip(self, do: SigmarTransition) -> None:
        """Take it back; ask for fewer models, where there may be."""
        count = len(do.state.all_troops(self.unit))
        _take_back(do, self.unit)
        values = {"ability": self.summons.name, "models": counted("{n} model", "{n} models", count)}
        do.emit("ability", "{ability}: no room was found for {models}", self.summons.rule, **values)
        if count > 1:
            do.push(PicksSize(self.summons.changed(most=count - 1)))


AROUND = 1.5
"""Places are proposed with so much more room (in) to enemies, from centre to centre; then the bodies are measured."""

WIDEST = 4.0
"""No body reaches farther from its centre (in): outside of this nothing is allowed."""
