"""Fighters and markers that are set down on the battlefield floor, off terrain that is torn down (WC-MON-3)."""

import math
from functools import partial
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.falls import Landing, Landings
from warcry3d.motion.free_space import room_of
from warcry3d.motion.ground import ground_of
from warcry3d.motion.levels import STANDING_TOLERANCE, STEP, Level, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.volume import Volume, volume_of
from warcry3d.rules.warcry.battle.abilities.effect_runner import rule_of
from warcry3d.rules.warcry.battle.combat.damage import TakenDown
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.movement.place_choices import offered
from warcry3d.rules.warcry.battle.movement.place_prompts import PutAt, put_prompt
from warcry3d.rules.warcry.battle.movement.placement import PLAY, landing_on, set_up_prompt, standing_faults
from warcry3d.rules.warcry.battle.setup.deployment_places import free_ground
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.table.table import Table
from warcry3d.units import RESTING_GAP

__all__ = ["SetDown", "SetMarkerDown"]

NEAREST_TOLERANCE = 0.05
"""A place "as near as possible" may be this much farther than the nearest (in): a millimetre, for placing by hand."""

PLAY_ASIDE = 0.02
"""A place may be this far (in) beside those offered, which are drawn slightly inside of what is allowed."""

TINY = 0.01
"""Half the width (in) of the body that stands for a marker's centre."""

MARKER = Volume(False, (TINY, TINY), 0.0, TINY, TINY)


def _low_terrain(table: Table) -> Any:
    """Return where low terrain covers the floor: that is terrain, not battlefield floor."""
    return ground_of(table).projection(RESTING_GAP, STEP)


def _is_bare_floor(table: Table, at: Point) -> bool:
    """Return whether a place is on the battlefield floor, not on terrain."""
    import shapely

    level = levels_of(table).under(at)
    is_floor = level is not None and level.is_floor and at[2] <= STANDING_TOLERANCE
    return is_floor and not shapely.intersects_xy(_low_terrain(table).buffer(-TINY), at[0], at[1])


def _nearest(level: Level, area: Any, at: Point) -> Landings:
    """Return the places of the floor that are, level, as near to a place as possible."""
    import shapely

    area = area.buffer(-PLAY)
    if area.is_empty:
        return Landings((), False)
    nearest = landing_on(level, area, at)
    reach = shapely.Point(at[:2]).buffer(nearest.distance + NEAREST_TOLERANCE)
    where = area.intersection(reach)
    return Landings((Landing(level, where, nearest.nearest, nearest.distance, nearest.down),), False)


def _plan_of(table: Table, features: tuple[str, ...]) -> Any:
    """Return the plan of features as a shapely geometry."""
    import shapely

    own = [s for s in ground_of(table).stoppers if s.feature.id in features]
    return shapely.union_all([s.projection(s.low, s.high) for s in own])


def _nearest_faults(
    places: Landings, at: Point, from_: Point, rule: str, below: tuple[str, ...] = ()
) -> tuple[ActionFault, ...]:
    """Return a fault if a place is farther than necessary, or is not offered: terrain comes down there."""
    import shapely

    if below and not any(shapely.dwithin(place.area, shapely.Point(at[:2]), PLAY_ASIDE) for place in places.places):
        return fault(rule, "{features} comes down there", at=at, place="at", features=tuple(below))
    inches, nearest = math.dist(at[:2], from_[:2]), places.places[0].distance
    if inches <= nearest + NEAREST_TOLERANCE:
        return ()
    values = {"inches": inches, "nearest": nearest}
    template = "{inches:.2f} in away; it must be as near as possible ({nearest:.2f} in)"
    return fault(rule, template, at=at, place="at", **values)


class SetDown(Asking[State], frozen=True, tag="set-down", tag_field="step"):
    """The player places a fighter on the battlefield floor, as near as possible; if there is no room, it is taken down.

    ``stacked``: the features that come down after; nobody is placed below them.
    """

    use: Use
    fighter: str
    stacked: tuple[str, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice with the nearest places."""
        places = self._places(state)
        if state.fighter(self.fighter).place is not FighterStatus.BOARD or not places.places:
            return None
        return Choice(state.fighter(self.use.fighter).player, "place", self._why(state), offered(self.fighter, places))

    def _why(self, state: State) -> RuleReason:
        return RuleReason(rule_of(state, self.use), Message("where {fighter} is set down", {"fighter": self.fighter}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the nearest places, as far as it faces as it does."""
        return (set_up_prompt(state, self.fighter, self._why(state), self._places(state), self.faults),)

    def _places(self, state: State) -> Landings:
        fighter = state.fighter(self.fighter)
        floor = free_ground(state, fighter, fighter.turn)[0]
        volume = volume_of(state.table.model(fighter.id))
        shut = minkowski_sum(_plan_of(state.table, self.stacked), volume)
        return _nearest(floor.level, floor.area.difference(_low_terrain(state.table)).difference(shut), fighter.at)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot be put there."""
        if not isinstance(action, PlaceAt):
            return NOT_DUE
        rule = rule_of(state, self.use)
        found = standing_faults(state, self.fighter, action.at, action.turn, rule)
        if found:
            return found
        if not _is_bare_floor(state.table, action.at):
            return fault(rule, "this is not the battlefield floor", at=action.at, place="at")
        return _nearest_faults(self._places(state), action.at, state.fighter(self.fighter).at, rule, self.stacked)

    def resolve(self, do: Transition, action: Action) -> None:
        """Place it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        change_fighter(do, self.fighter, at=action.at, turn=action.turn, holds=())
        values = {"fighter": self.fighter, "place": place_name(action.at)}
        do.emit("set-down", "{fighter} is set down at {place}", rule_of(do.state, self.use), **values)

    def skip(self, do: Transition) -> None:
        """Take it down if there is no room."""
        if do.state.fighter(self.fighter).place is FighterStatus.BOARD:
            do.emit("set-down", "there is no room for {fighter}", rule_of(do.state, self.use), fighter=self.fighter)
            do.push(TakenDown(self.fighter))


class SetMarkerDown(Asking[State], frozen=True, tag="set-marker-down", tag_field="step"):
    """The player places an objective or a treasure on the battlefield floor, as near as possible."""

    use: Use
    marker: str
    stacked: tuple[str, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice with the nearest places; None if the floor has none."""
        places = self._places(state)
        if not places.places:
            return None
        return Choice(state.fighter(self.use.fighter).player, "place", self._why(state), offered(self.marker, places))

    def _why(self, state: State) -> RuleReason:
        return RuleReason(rule_of(state, self.use), Message("where {marker} is put down", {"marker": self.marker}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the nearest places."""
        what = PutAt(Option(self.marker, marker_name(self.marker), at=self._at(state)), partial(self.faults, state))
        heading = message("Where to put {marker}", marker=marker_name(self.marker))
        hint = message("Pick a place in one of the areas.")
        places = offered(self.marker, self._places(state))
        return (put_prompt(state, "place", heading, self._why(state), what, places, hint),)

    def _places(self, state: State) -> Landings:
        import shapely

        room = room_of(state.table, MARKER)
        floor = room.levels.levels[0]
        shut = shapely.union(_low_terrain(state.table), _plan_of(state.table, self.stacked))
        return _nearest(floor, room.free(floor).difference(shut), self._at(state))

    def _at(self, state: State) -> Point:
        places = {marker.id: marker.at for marker in state.objectives}
        return {**places, **{marker.id: marker.at for marker in state.treasures}}[self.marker]

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot lie there."""
        import shapely

        if not isinstance(action, PlaceAt):
            return NOT_DUE
        rule = rule_of(state, self.use)
        room = room_of(state.table, MARKER)
        free = room.free(room.levels.levels[0])
        is_free = shapely.dwithin(free, shapely.Point(action.at[:2]), TINY)
        if not is_free or not _is_bare_floor(state.table, action.at):
            return fault(rule, "this is not the battlefield floor", at=action.at, place="at")
        return _nearest_faults(self._places(state), action.at, self._at(state), rule, self.stacked)

    def resolve(self, do: Transition, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        at = (action.at[0], action.at[1], 0.0)
        state = do.state
        do.change(
            objectives=tuple(o.changed(at=at) if o.id == self.marker else o for o in state.objectives),
            treasures=tuple(t.changed(at=at) if t.id == self.marker else t for t in state.treasures),
        )
        values = {"marker": marker_name(self.marker), "place": place_name(at)}
        do.emit("set-down", "{marker} is put down at {place}", rule_of(do.state, self.use), **values)
