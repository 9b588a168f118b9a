"""Removal of terrain with everything that is on it (WC-MON-3)."""

import math
from functools import partial
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Pick, PlaceAt
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.falls import Landing, Landings
from warcry3d.motion.free_space import room_of
from warcry3d.motion.ground import Ground, ground_of
from warcry3d.motion.levels import STANDING_TOLERANCE, STEP, Level, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, Volume, volume_of
from warcry3d.rules.warcry.abilities.vocabulary import RemoveTerrain
from warcry3d.rules.warcry.battle.abilities.effect_runner import perform, rule_of
from warcry3d.rules.warcry.battle.combat.damage import Impact, TakenDown
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.movement.place_choices import offered
from warcry3d.rules.warcry.battle.movement.place_prompts import PutAt, put_prompt
from warcry3d.rules.warcry.battle.movement.placement import PLAY, landing_on, set_up_prompt, standing_faults
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.setup.deployment_places import SMALLEST, free_ground
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.sight.distance import base_to_solid, is_within
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.placement_checks import overlaps, settled
from warcry3d.units import RESTING_GAP

__all__ = ["features_within", "is_on", "lowered_by", "stacked_on"]

NEAREST_TOLERANCE = 0.05
"""A place "as near as possible" may be this much farther than the nearest (in): a millimetre, for placing by hand."""

TOUCHING = 0.05
"""What stands on something is at most this far above it (in)."""

PLAY_ASIDE = 0.02
"""A place may be this far (in) beside those offered, which are drawn slightly inside of what is allowed."""

TINY = 0.01
"""Half the width (in) of the body that stands for a marker's centre."""

MARKER = Volume(False, (TINY, TINY), 0.0, TINY, TINY)


def features_within(state: State, fighter: str, inches: float) -> tuple[str, ...]:
    """Return the terrain features within some inches of a fighter's base, in the table's order."""
    model = state.table.model(fighter)
    near = {
        stopper.feature.id
        for stopper in ground_of(state.table).stoppers
        if is_within(base_to_solid(model, stopper.solid, inches + TOUCHING), inches)
    }
    return tuple(feature.id for feature in state.table.terrain.features if feature.id in near)


def stacked_on(table: Table, feature: str) -> tuple[str, ...]:
    """Return the features that stand on a feature, directly or on each other, in the table's order, without itself."""
    ground = ground_of(table)
    found = {feature}
    while True:
        more = {f.id for f in table.terrain.features if f.id not in found and _stands_on(ground, f.id, found)}
        if not more:
            return tuple(f.id for f in table.terrain.features if f.id in found and f.id != feature)
        found |= more


def _stands_on(ground: Ground, feature: str, carriers: set[str]) -> bool:
    """Return whether the foot of a feature is directly above part of the carriers."""
    own = [stopper for stopper in ground.stoppers if stopper.feature.id == feature]
    foot = min((stopper.low for stopper in own), default=0.0)
    if foot <= TOUCHING:
        return False
    below = [s for s in ground.stoppers if s.feature.id in carriers]
    for part in (s for s in own if s.low <= foot + TOUCHING):
        print_of_foot = part.shadow(foot, foot + TOUCHING)
        for carrier in below:
            top = carrier.shadow(foot - TOUCHING, foot + TOUCHING)
            if print_of_foot.intersection(top).area > SMALLEST:
                return True
    return False


def is_on(table: Table, at: Point, features: set[str]) -> bool:
    """Return whether something at a place is on one of these features: directly on top of it."""
    top, name = ground_of(table).top_under(at, at[2] + TOUCHING)
    whose = {stopper.name: stopper.feature.id for stopper in ground_of(table).stoppers}
    return at[2] - top <= STANDING_TOLERANCE and whose.get(name) in features


@perform.register
def _(word: RemoveTerrain, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    do.push(PickFeature(use, word))


class PickFeature(Asking[State], frozen=True, tag="pick-feature", tag_field="step"):
    """The player picks the terrain feature; if there is only one, nobody is asked."""

    use: Use
    word: RemoveTerrain

    def choice(self, state: State) -> Choice | None:
        """Return the choice with the features near enough."""
        offered = self._offered(state)
        if len(offered) < 2:
            return None
        why = RuleReason(rule_of(state, self.use), Message("which terrain feature is torn down"))
        return Choice(state.fighter(self.use.fighter).player, "feature", why, offered)

    def _offered(self, state: State) -> tuple[str, ...]:
        return features_within(state, self.use.fighter, self.word.within)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: exactly one of them must be picked."""
        return picked_faults(action, self._offered(state), rule_of(state, self.use))

    def resolve(self, do: Transition, action: Action) -> None:
        """Remove the picked feature."""
        assert isinstance(action, Pick), "its faults said so"
        self._wreck(do, action.picked[0])

    def skip(self, do: Transition) -> None:
        """Remove the only one."""
        for feature in self._offered(do.state):
            self._wreck(do, feature)

    def _wreck(self, do: Transition, feature: str) -> None:
        """Place everything that stood on it, roll impact damage, then remove it."""
        state, rule = do.state, rule_of(do.state, self.use)
        stacked = stacked_on(state.table, feature)
        do.emit("wreck", "{fighter} destroys {feature}", rule, fighter=self.use.fighter, feature=feature)
        fighters, markers = _all_on(state, {feature, *stacked})
        things: list[tuple[str, AgendaStep]] = [(id, SetDown(self.use, id, stacked)) for id in fighters]
        things += [(id, SetMarkerDown(self.use, id, stacked)) for id in markers]
        do.push(ImpactAll(fighters), Gone(self.use, feature, stacked))
        in_order(do, things)


def _all_on(state: State, features: set[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fighters on these features, including those that climb on them; and the markers."""
    table = state.table
    parts = {s.name for s in ground_of(table).stoppers if s.feature.id in features}
    fighters = [f.id for f in state.on_board() if set(f.holds) & parts or is_on(table, f.at, features)]
    lying = [(o.id, o.at) for o in state.objectives]
    lying += [(t.id, t.at) for t in state.treasures if not t.carrier]
    return tuple(fighters), tuple(id for id, at in lying if is_on(table, at, features))


def _low_terrain(table: Table) -> Any:
    """Return where low terrain covers the floor: that is terrain, not battlefield floor."""
    return ground_of(table).shadow(RESTING_GAP, STEP)


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
    return shapely.union_all([s.shadow(s.low, s.high) for s in own])


def _nearest_faults(
    places: Landings, at: Point, from_: Point, rule: str, below: tuple[str, ...] = ()
) -> tuple[ActionFault, ...]:
    """Return a fault if a place is farther than necessary, or is not offered: terrain comes down there."""
    import shapely

    if below and not any(shapely.dwithin(place.area, shapely.Point(at[:2]), PLAY_ASIDE) for place in places.places):
        return fault(rule, "{features} comes down there", at=at, place="at", features=", ".join(below))
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
        heading = message("Where {marker} lies", marker=marker_name(self.marker))
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


class ImpactAll(Automatic[State], frozen=True, tag="impact-all", tag_field="step"):
    """All fighters that were placed take impact damage, in the order that the player chooses."""

    fighters: tuple[str, ...]

    def resolve(self, do: Transition) -> None:
        """Roll it."""
        left = [id for id in self.fighters if do.state.fighter(id).place is FighterStatus.BOARD]
        in_order(do, [(id, Impact(id)) for id in left])


class Gone(Automatic[State], frozen=True, tag="terrain-gone", tag_field="step"):
    """A terrain feature is removed for the rest of the battle; what was stacked on it comes straight down (WC-WRECK-4).

    A stacked feature that has no room below, for a fighter or other terrain, is removed as well.
    """

    use: Use
    feature: str
    stacked: tuple[str, ...] = ()

    def resolve(self, do: Transition) -> None:
        """Remove it, then lower what stood on it, the lowest first."""
        rule = rule_of(do.state, self.use)
        do.change(gone=(*do.state.gone, self.feature))
        do.emit("gone", "{feature} is removed", rule, feature=self.feature)
        stoppers = ground_of(do.state.table).stoppers
        feet = {id: min((s.low for s in stoppers if s.feature.id == id), default=0.0) for id in self.stacked}
        for feature in sorted(self.stacked, key=lambda id: feet[id]):
            inches = lowered_by(do.state, feature)
            if inches is None:
                do.change(gone=(*do.state.gone, feature))
                do.emit("gone", "{feature} has no room below and is removed", rule, feature=feature)
            elif inches > RESTING_GAP:
                do.change(lowered=(*do.state.lowered, (feature, inches)))
                do.emit("lowered", "{feature} comes down {inches:.1f} in", rule, feature=feature, inches=inches)


def lowered_by(state: State, feature: str) -> float | None:
    """Return how far a feature comes down until its foot stands on something; None if it has no room there."""
    table = state.context.bare(state)
    before = next(one for one in table.terrain.features if one.id == feature)
    inches = before.placement.at[2] - settled(table, before).placement.at[2]
    if inches <= RESTING_GAP:
        return 0.0
    after = state.changed(lowered=(*state.lowered, (feature, inches))).table
    if any(feature in (found.message.values["a"], found.message.values["b"]) for found in overlaps(after)):
        return None
    return None if _stands_in(after, feature) else inches


def _stands_in(table: Table, feature: str) -> bool:
    """Return whether a fighter would stand in a feature."""
    own = [stopper for stopper in ground_of(table).stoppers if stopper.feature.id == feature]
    for model in table.models:
        volume, at = volume_of(model), model.placement.at
        body = volume.polygon(at, inset=TOUCH_TOLERANCE)
        low, high = at[2] + RESTING_GAP, at[2] + volume.height
        if any(stopper.shadow(low, high).intersection(body).area > SMALLEST for stopper in own):
            return True
    return False
