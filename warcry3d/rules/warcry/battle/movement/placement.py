"""Setting a fighter up again elsewhere: dragged along, or removed and back (WC-MON-3, docs/abilities.md)."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import Asking
from warcry3d.game.prompts import Option, Place, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.geom.solid import Placement
from warcry3d.message import Message, message
from warcry3d.motion.falls import Landing, Landings
from warcry3d.motion.levels import Level, levels_of
from warcry3d.motion.minkowski import minkowski_sum
from warcry3d.motion.path import Leg, LegKind, Path, Point
from warcry3d.motion.volume import CURVE_TOLERANCE, Volume, volume_of
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.abilities.vocabulary import PlaceFighter
from warcry3d.rules.warcry.battle.abilities.effect_runner import ability_of, meant, perform, rule_of
from warcry3d.rules.warcry.battle.descriptions import place_name
from warcry3d.rules.warcry.battle.movement.place_choices import offered
from warcry3d.rules.warcry.battle.movement.place_prompts import PutAt, put_prompt
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.prompt_parts import fighter_label
from warcry3d.rules.warcry.battle.setup.deployment_places import SMALLEST, free_ground
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.falls import overhangs
from warcry3d.sight.distance import farthest_part, is_within, measure
from warcry3d.table.models import Model

__all__ = ["PLAY", "SetUpAgain", "landing_on", "set_up_prompt", "standing_faults"]

PLAY = 3 * CURVE_TOLERANCE
"""Places that are offered keep this far (in) inside of what the rules allow: areas are drawn with polygons."""


def standing_faults(state: State, fighter: str, at: Point, turn: float, rule: str) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot stand at a place: no surface, something in the way, a monster not wholly on it."""
    levels = levels_of(state.table)
    level = levels.under(at)
    if level is None or abs(levels.resting_height(level, at[0], at[1]) - at[2]) > PLAY:
        return fault(rule, "there is no floor or platform there", at=at, place="at")
    judged = judge_move(
        state.table, fighter, Path((Leg(LegKind.PLACE, (at,), facing=turn),)), allowed=0.0, is_carrying=False
    )
    if judged.faults:
        return tuple(ActionFault(rule, found.message, at, "at") for found in judged.faults)
    there = state.table.placing(fighter, Placement(at, turn))
    if state.profile(fighter).is_monster and overhangs(there, fighter, level):
        return fault(rule, "{fighter} is not wholly on the surface there", at=at, place="at", fighter=fighter)
    return ()


def set_up_prompt(
    state: State,
    fighter: str,
    why: RuleReason,
    places: Landings,
    forbids: Callable[[State, Action], tuple[ActionFault, ...]],
) -> Place:
    """Return how it can be answered where a fighter on the battlefield is set up, facing how; ``forbids``: what speaks
    against a place.
    """
    item = Option(fighter, fighter_label(fighter), model=fighter)
    what = PutAt(item, partial(forbids, state), state.fighter(fighter).turn, turns=True)
    heading = message("Where {fighter} stands", fighter=fighter)
    hint = message("Pick a place in one of the areas, and how it faces.")
    return put_prompt(state, "place", heading, why, what, offered(fighter, places), hint)


def landing_on(level: Level, area: Any, at: Point, rest: float | None = None) -> Landing:
    """Return the places of one level, with the nearest to where the fighter is."""
    import shapely

    spot = shapely.Point(at[:2])
    x, y = at[:2] if area.covers(spot) else shapely.get_coordinates(shapely.shortest_line(area, spot))[0].tolist()
    z = level.height if rest is None else rest
    return Landing(level, area, (x, y, z), math.dist((x, y), at[:2]), at[2] - z)


@perform.register
def _(word: PlaceFighter, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    whose = meant(do.state, use, word.who, picked)
    anchor = use.fighter if word.of == "self" else (picked or (use.fighter,))[0]
    in_order(do, [(id, SetUpAgain(use, id, anchor, word)) for id in whose])


class SetUpAgain(Asking[State], frozen=True, tag="set-up-again", tag_field="step"):
    """A fighter is removed from the battlefield and set up again near the fighter ``anchor``.

    If there is no room it stays.
    """

    use: Use
    fighter: str
    anchor: str
    word: PlaceFighter

    def choice(self, state: State) -> Choice | None:
        """Return the choice with the places offered; None if there is none, or nobody to be set up."""
        if state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return None
        places = self._places(state)
        if not places.places:
            return None
        return Choice(state.fighter(self.use.fighter).player, "place", self._why(state), offered(self.fighter, places))

    def _why(self, state: State) -> RuleReason:
        values = {"ability": ability_of(state, self.use).name, "fighter": self.fighter}
        return RuleReason(rule_of(state, self.use), Message("{ability}: where {fighter} is set up", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return where it may be set up, as far as it faces as it does."""
        return (set_up_prompt(state, self.fighter, self._why(state), self._places(state), self.faults),)

    def _places(self, state: State) -> Landings:
        """Return where it may be set up in its present facing, level by level, the one with the nearest place first."""
        here = state.fighter(self.fighter)
        volume = volume_of(state.table.model(self.fighter))
        found = []
        is_monster = state.profile(self.fighter).is_monster
        for ground in free_ground(state, here, here.turn):
            free = _wholly_on(ground.level, ground.area, volume) if is_monster else ground.area
            area = self._around(state, free.buffer(-PLAY), ground.level, volume)
            if area.area > SMALLEST:
                landing = landing_on(ground.level, area, here.at)
                rest = levels_of(state.table).resting_height(ground.level, *landing.nearest[:2])
                found.append(landing_on(ground.level, area, here.at, rest))
        fine = [one for one in found if not self._faults_at(state, one.nearest, here.turn)]
        return Landings(tuple(sorted(fine, key=lambda landing: landing.distance)), False)

    def _around(self, state: State, area: Any, level: Level, volume: Volume) -> Any:
        """Return the part of an area near enough to the anchor and far enough from enemies, within tolerance."""
        import shapely

        if self.word.within is not None:
            reach = _level_reach(state.table.model(self.anchor), level, volume, float(self.word.within))
            if reach is None:
                return shapely.Polygon()
            outline = volume_of(state.table.model(self.anchor)).polygon(state.fighter(self.anchor).at)
            if self.word.wholly:
                area = area.intersection(outline.buffer(reach - volume.reach - PLAY))
            else:
                area = area.intersection(minkowski_sum(outline, volume, inset=0.0).buffer(reach - PLAY))
        for enemy in self._enemies(state):
            reach = _level_reach(enemy, level, volume, float(self.word.away or 0.0))
            if reach is not None:
                body = volume_of(enemy).polygon(enemy.placement.at)
                area = area.difference(minkowski_sum(body, volume, inset=0.0).buffer(reach + PLAY))
        return area

    def _enemies(self, state: State) -> Iterator[Model]:
        """Yield the enemies of the user that it must keep away from."""
        if self.word.away is not None:
            player = state.opponent_of(self.use.fighter)
            yield from (state.table.model(f.id) for f in state.on_board(player) if f.id != self.fighter)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot be set up there."""
        if not isinstance(action, PlaceAt):
            return NOT_DUE
        return self._faults_at(state, action.at, action.turn)

    def _faults_at(self, state: State, at: Point, turn: float) -> tuple[ActionFault, ...]:
        rule = rule_of(state, self.use)
        found = standing_faults(state, self.fighter, at, turn, rule)
        if found:
            return found
        there = state.table.model(self.fighter).moved(Placement(at, turn))
        anchor, within = state.table.model(self.anchor), self.word.within
        if within is not None:
            inches = farthest_part(there, anchor).direct if self.word.wholly else measure(there, anchor).direct
            if not is_within(inches, float(within)):
                values = {"apart": inches, "within": float(within)}
                return fault(rule, "{apart:.2f} in away; within {within:g} in is allowed", at=at, place="at", **values)
        for enemy in self._enemies(state):
            if is_within(measure(there, enemy).direct, float(self.word.away or 0.0)):
                return fault(rule, "too near to its enemy {enemy}", at=at, place="at", enemy=enemy.id)
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Place it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        change_fighter(do, self.fighter, at=action.at, turn=action.turn, holds=())
        values = {"fighter": self.fighter, "place": place_name(action.at)}
        do.emit("set-up", "{fighter} is set up at {place}", rule_of(do.state, self.use), **values)

    def skip(self, do: Transition) -> None:
        """Let it stay."""
        if do.state.fighter(self.fighter).place is FighterStatus.BOARD:
            do.emit("set-up", "there is no room for {fighter}", rule_of(do.state, self.use), fighter=self.fighter)


def _wholly_on(level: Level, area: Any, volume: Volume) -> Any:
    """Return where on its level a base is entirely over it, as a monster's must be (WC-MON-2)."""
    if level.is_floor:
        return area
    beyond = level.area.envelope.buffer(2 * volume.reach).difference(level.area)
    return area.difference(minkowski_sum(beyond, volume))


def _level_reach(anchor: Model, level: Level, volume: Volume, within: float) -> float | None:
    """Return how far away, level, a base on a level may be to be within this many inches of another in all.

    None where the heights are too far apart.
    """
    low = anchor.placement.at[2]
    gap = max(level.height - (low + anchor.base.height), low - (level.height + volume.base), 0.0)
    return math.sqrt(within**2 - gap**2) if gap <= within else None
