"""Removal of terrain with everything that is on it (WC-MON-3)."""

from warcry3d.game.action_faults import fault, picked_faults
from warcry3d.game.actions import Action, Pick
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.prompts import Option, PickOne, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.motion.ground import Ground, ground_of
from warcry3d.motion.levels import STANDING_TOLERANCE
from warcry3d.motion.path import Point
from warcry3d.motion.volume import TOUCH_TOLERANCE, volume_of
from warcry3d.rules.warcry.abilities.vocabulary import RemoveTerrain
from warcry3d.rules.warcry.battle.abilities.effect_runner import perform, rule_of
from warcry3d.rules.warcry.battle.abilities.set_down import SetDown, SetMarkerDown
from warcry3d.rules.warcry.battle.combat.damage import Impact
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.setup.deployment_places import SMALLEST
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.sight.distance import base_to_solid, is_within
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.placement_checks import overlaps, settled
from warcry3d.units import RESTING_GAP

__all__ = ["features_within", "is_on", "lowered_by", "stacked_on"]

TOUCHING = 0.05
"""What stands on something is at most this far above it (in)."""


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
        print_of_foot = part.projection(foot, foot + TOUCHING)
        for carrier in below:
            top = carrier.projection(foot - TOUCHING, foot + TOUCHING)
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
        return Choice(state.fighter(self.use.fighter).player, "feature", self._why(state), offered)

    def _why(self, state: State) -> RuleReason:
        return RuleReason(rule_of(state, self.use), Message("which terrain feature is torn down"))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all terrain features; those that are too far away, with the reason."""
        near, why = self._offered(state), self._why(state)
        far = fault(why.rule, "it is more than {inches:g} in away", inches=self.word.within)
        pick = PickOne(
            id="feature",
            heading=message("Tear down"),
            why=why,
            hint=message("Pick a terrain feature; all on it is set down, and hurt."),
            action=lambda id: Pick((id,)),
            options=tuple(
                Option(
                    one.id,
                    Message("{feature}", {"feature": one.id}),
                    piece=one.id,
                    faults=() if one.id in near else far,
                )
                for one in state.table.terrain.features
            ),
        )
        return (pick,)

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
                do.emit("lowered", "{feature} comes down {inches:.2f} in", rule, feature=feature, inches=inches)


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
        if any(stopper.projection(low, high).intersection(body).area > SMALLEST for stopper in own):
            return True
    return False
