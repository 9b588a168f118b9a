"""Falls: the opponent picks the place; impact, deadly terrain (WC-FALL-2 and 3, WC-TERR-2, WC-MON-2)."""

from functools import partial

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import Asking, Automatic, Rolling
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.message import Message, message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Point
from warcry3d.rules.move_result import FallOutcome
from warcry3d.rules.warcry.battle.combat.damage import DamageRoll, Impact, TakenDown
from warcry3d.rules.warcry.battle.descriptions import place_name
from warcry3d.rules.warcry.battle.movement.place_choices import offered
from warcry3d.rules.warcry.battle.movement.place_prompts import PutAt, put_prompt
from warcry3d.rules.warcry.battle.prompt_parts import fighter_label
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.falls import deadly_nearby, fall_from, fall_hurts, outcome_of
from warcry3d.units import LENGTH_EPSILON, RESTING_GAP

__all__ = ["Fall", "FallTest", "landing_at"]

FALLS_ON = 1
"""The face of a falling test on which a fighter falls."""


def landing_at(state: State, fighter: str, at: Point) -> Point | None:
    """Return the placement of a fighter that falls to a place; None if it may not."""
    import shapely

    levels = levels_of(state.table)
    for landing in fall_from(state.table, fighter).places:
        rest = levels.resting_height(landing.level, at[0], at[1])
        if abs(rest - at[2]) <= RESTING_GAP and shapely.dwithin(landing.area, shapely.Point(at[:2]), LENGTH_EPSILON):
            return (at[0], at[1], rest)
    return None


class Fall(Asking[State], frozen=True, tag="fall", tag_field="step"):
    """A fighter falls: its opponent picks where it lands."""

    fighter: str

    def choice(self, state: State) -> Choice | None:
        """Return the choice with all places that may be picked; None if there is none, or nobody falls."""
        fighter = state.fighter(self.fighter)
        if fighter.place is not FighterStatus.BOARD:
            return None
        found = fall_from(state.table, fighter.id)
        if not found.places:
            return None
        return Choice(state.opponent_of(fighter.id), "fall", self._why, offered(fighter.id, found))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("WC-FALL-2", Message("where {fighter} falls to", {"fighter": self.fighter}))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return all places that may be picked; the facing stays."""
        places = offered(self.fighter, fall_from(state.table, self.fighter))
        item = Option(self.fighter, fighter_label(self.fighter), model=self.fighter)
        what = PutAt(item, partial(self.faults, state), state.fighter(self.fighter).turn)
        heading = message("Where {fighter} falls to", fighter=self.fighter)
        hint = message("Pick a place on a lower surface, within 2 in of its base.")
        return (put_prompt(state, "fall", heading, self._why, what, places, hint),)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot be put there."""
        if not isinstance(action, PlaceAt):
            return NOT_DUE
        if landing_at(state, self.fighter, action.at) is None:
            return fault("WC-FALL-2", "{fighter} cannot be put there", at=action.at, place="at", fighter=self.fighter)
        return ()

    def resolve(self, do: Transition, action: Action) -> None:
        """Place it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        before = do.state.fighter(self.fighter).at
        at = landing_at(do.state, self.fighter, action.at)
        assert at is not None, "its faults said so"
        change_fighter(do, self.fighter, at=at, holds=())
        do.emit(
            "fall",
            "{fighter} falls {down:.2f} in to {place}",
            "WC-FALL-2",
            fighter=self.fighter,
            down=before[2] - at[2],
            place=place_name(at),
        )
        hurt = (Impact(self.fighter),) if fall_hurts(before, at) else ()
        do.push(*hurt, DeadlyNearby(self.fighter))

    def skip(self, do: Transition) -> None:
        """If there is no place to fall to, let it stay or take it down."""
        fighter = do.state.fighter(self.fighter)
        if fighter.place is not FighterStatus.BOARD:
            return
        if outcome_of(fall_from(do.state.table, fighter.id)) is FallOutcome.STAYS:
            change_fighter(do, fighter.id, holds=())
            do.emit("fall", "{fighter} has nowhere to fall to and stays", "WC-FALL-8", fighter=fighter.id)
            return
        do.emit("fall", "{fighter} has nowhere to fall to and is taken down", "WC-FALL-2", fighter=fighter.id)
        do.push(TakenDown(fighter.id))


class DeadlyNearby(Automatic[State], frozen=True, tag="deadly-nearby", tag_field="step"):
    """A fighter that fell to within 1 in of deadly terrain is hurt by it (WC-DEADLY-2)."""

    fighter: str

    def resolve(self, do: Transition) -> None:
        """Roll the damage if it is due."""
        fighter = do.state.fighter(self.fighter)
        if fighter.place is FighterStatus.BOARD and deadly_nearby(do.state.table, fighter.id):
            do.emit("deadly", "{fighter} fell beside deadly terrain", "WC-DEADLY-2", fighter=fighter.id)
            do.push(DamageRoll(fighter.id, "WC-DEADLY-2"))


class FallTest(Rolling[State], frozen=True, tag="fall-test", tag_field="step"):
    """A falling test: on a 1 the fighter falls (WC-EDGE-1, WC-LADDER-3)."""

    fighter: str
    rule: str

    def roll(self, state: State) -> Roll | None:
        """Return the die; None for one that is off the battlefield by now."""
        fighter = state.fighter(self.fighter)
        if fighter.place is not FighterStatus.BOARD:
            return None
        values = {"fighter": fighter.id, "face": FALLS_ON}
        return Roll(
            fighter.player, 1, RuleReason(self.rule, Message("falling test of {fighter} (it falls on {face})", values))
        )

    def resolve(self, do: Transition, faces: tuple[int, ...]) -> None:
        """Let it fall on a 1."""
        values = {"fighter": self.fighter, "face": faces[0]}
        if faces[0] == FALLS_ON:
            do.emit("falls", "{fighter} takes a falling test (it falls on 1): {face}, it falls", self.rule, **values)
            do.push(Fall(self.fighter))
        else:
            do.emit(
                "fall-test",
                "{fighter} takes a falling test (it falls on 1): {face}, it stays",
                self.rule,
                **values,
            )
