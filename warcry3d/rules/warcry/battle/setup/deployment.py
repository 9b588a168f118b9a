"""Deployment of groups before the battle and from reserve (WC-DEPLOY-1 to 3)."""

from dataclasses import dataclass
from functools import partial

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.descriptions import place_name
from warcry3d.rules.warcry.battle.setup.deployment_places import inches_off, nearest_off, point_of, set_up, table_with
from warcry3d.rules.warcry.battle.setup.deployment_prompts import NEAREST_TOLERANCE, deploy_prompts
from warcry3d.rules.warcry.battle.setup.group_room import way_for
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.plan import GROUPS
from warcry3d.sight.distance import is_within
from warcry3d.table.models import Model
from warcry3d.table.table import DeploymentPoint

__all__ = ["BeginGroup", "DeployAll", "Deploying"]


@dataclass(frozen=True, slots=True)
class Deploying:
    """The choice of a player who sets up a group: where, and which of its fighters are left.

    ``way``: places at which all of these fighters fit; empty: not all of the group fit, so each of its fighters stands
    as near as possible to the point or line (WC-RESERVE-5).
    """

    point: DeploymentPoint
    fighters: tuple[str, ...]
    way: tuple[Deploy, ...] = ()


class DeployAll(Automatic[State], frozen=True, tag="deploy-all", tag_field="step"):
    """Both warbands are deployed: daggers, shields, hammers, the attacker first each time (WC-DEPLOY-1)."""

    def resolve(self, do: Transition) -> None:
        """Deploy the groups in order; those of later rounds wait in reserve."""
        state = do.state
        points = state.context.map(state)
        for fighter in state.fighters:
            point = points.point(state.side(fighter.player).colour, fighter.group)
            if point.round > 1:
                change_fighter(do, fighter.id, place=FighterStatus.RESERVE)
        players = state.in_turn(state.attacker)
        do.push(*(BeginGroup(player, group, FighterStatus.ASIDE) for group in GROUPS for player in players))


class BeginGroup(Automatic[State], frozen=True, tag="begin-group", tag_field="step"):
    """Finds out whether all fighters of a group have room (WC-RESERVE-5)."""

    player: str
    group: str
    waits: FighterStatus

    def resolve(self, do: Transition) -> None:
        """Ask for its fighters one by one."""
        left = _waiting(do.state, self.player, self.group, self.waits)
        if left:
            do.push(Arrive(self.player, self.group, self.waits, way_for(do.state, left)))


class Arrive(Asking[State], frozen=True, tag="arrive", tag_field="step"):
    """A player sets up a group, one fighter after the other. ``way``: see `Deploying`."""

    player: str
    group: str
    waits: FighterStatus
    way: tuple[Deploy, ...] = ()

    def choice(self, state: State) -> Choice | None:
        """Return the choice; None if the group is complete."""
        left = self._left(state)
        if not left:
            return None
        about = Deploying(point_of(state, left[0]), tuple(f.id for f in left), self.way)
        return Choice(self.player, "deploy", self._why, about)

    @property
    def _why(self) -> RuleReason:
        values = {"player": self.player, "group": self.group}
        return RuleReason("WC-DEPLOY-2", Message("{player} sets up its {group}", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return where each fighter of the group that is left may be set up."""
        return deploy_prompts(state, self._left(state), self.way, self._why, partial(self.faults, state))

    def _left(self, state: State) -> tuple[FighterState, ...]:
        return _waiting(state, self.player, self.group, self.waits)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why a fighter cannot be set up there."""
        if not isinstance(action, Deploy):
            return NOT_DUE
        fighter = next((f for f in self._left(state) if f.id == action.fighter), None)
        if fighter is None:
            return fault("WC-DEPLOY-2", "'{fighter}' is not due now", place="fighter", fighter=action.fighter)
        found = _place_faults(state, fighter, action, is_tight=not self.way)
        if found or not self.way:
            return found
        others = [other for other in self._left(state) if other.id != fighter.id]
        if others and not self._way_left(set_up(state, fighter, action.at, action.turn), fighter.id):
            return fault(
                "WC-RESERVE-5",
                "with {fighter} there, no room is left for the rest of its group",
                at=action.at,
                place="at",
                fighter=fighter.id,
            )
        return ()

    def _way_left(self, state: State, placed: str) -> tuple[Deploy, ...]:
        """Return places for the rest of the group once a fighter is set up; empty if none were found."""
        others = [other for other in self._left(state) if other.id != placed]
        return way_for(state, others, [one for one in self.way if one.fighter != placed]) if others else ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Set it up, then ask for the next."""
        assert isinstance(action, Deploy), "its faults said so"
        table = table_with(do.state, do.state.fighter(action.fighter), action.at, action.turn)
        level = levels_of(table).under(action.at)
        assert level is not None, "its faults said so"
        x, y, _ = action.at
        at = (x, y, levels_of(table).resting_height(level, x, y))
        change_fighter(do, action.fighter, place=FighterStatus.BOARD, at=at, turn=action.turn)
        values = {"player": self.player, "fighter": action.fighter, "group": self.group, "place": place_name(at)}
        rule = "WC-DEPLOY-2" if self.waits is FighterStatus.ASIDE else "WC-RESERVE-3"
        do.emit("deploy", "{player} sets up {fighter} ({group}) at {place}", rule, **values)
        way = self._way_left(do.state, action.fighter) if self.way else ()
        do.push(Arrive(self.player, self.group, self.waits, way))


def _waiting(state: State, player: str, group: str, waits: FighterStatus) -> tuple[FighterState, ...]:
    """Return the fighters of a group that are not set up yet."""
    return tuple(f for f in state.fighters if f.player == player and f.group == group and f.place is waits)


def _place_faults(state: State, fighter: FighterState, action: Deploy, *, is_tight: bool) -> tuple[ActionFault, ...]:
    """Return everything that is wrong with a place: no surface, something in the way, too far from the group's point.

    ``is_tight``: not all of the group fit, so each of its fighters stands as near as possible.
    """
    table = table_with(state, fighter, action.at, action.turn)
    level = levels_of(table).under(action.at)
    if level is None:
        return fault("WC-DEPLOY-9", "there is no floor or platform there", at=action.at, place="at")
    leg = Leg(LegKind.PLACE, (action.at,), facing=action.turn)
    judged = judge_move(table, fighter.id, Path((leg,)), allowed=0.0)
    in_the_way = tuple(ActionFault("WC-DEPLOY-2", found.message, action.at, "at") for found in judged.faults)
    if in_the_way:
        return in_the_way
    if is_tight:
        return _nearest_faults(state, fighter, table.model(fighter.id))
    return _reach_faults(state, fighter, table.model(fighter.id))


def _reach_faults(state: State, fighter: FighterState, model: Model) -> tuple[ActionFault, ...]:
    """Return a fault if a place is too far from the point or line of the group."""
    point = point_of(state, fighter)
    inches = inches_off(state, fighter, model, point)
    if is_within(inches, point.radius):
        return ()
    values = {"fighter": fighter.id, "inches": inches, "radius": point.radius}
    return fault(
        _reach_rule(state, fighter, point),
        "{fighter} stands {inches:.2f} in from the point of its group; within {radius:g} in is allowed",
        at=model.placement.at,
        place="at",
        **values,
    )


def _reach_rule(state: State, fighter: FighterState, point: DeploymentPoint) -> str:
    """Return the rule that says how near a fighter must be to the point or line of its group."""
    if state.profile(fighter.id).is_monster:
        return "WC-DEPLOY-10"
    if fighter.place is FighterStatus.ASIDE:
        return "WC-DEPLOY-2"
    return "WC-RESERVE-3" if point.line is None else "WC-RESERVE-4"


def _nearest_faults(state: State, fighter: FighterState, model: Model) -> tuple[ActionFault, ...]:
    """Return a fault if a place is not as near to the point or line of the group as possible."""
    point = point_of(state, fighter)
    inches = inches_off(state, fighter, model, point)
    nearest = nearest_off(state, fighter, model, point)
    if inches <= nearest + NEAREST_TOLERANCE:
        return ()
    return fault(
        "WC-RESERVE-5",
        "the group of {fighter} does not fit: {fighter} stands {inches:.2f} in away, but must be as near as possible "
        "({nearest:.2f} in)",
        at=model.placement.at,
        place="at",
        fighter=fighter.id,
        nearest=nearest,
        inches=inches,
    )
