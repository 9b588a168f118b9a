"""A player moves a unit: the question, what is done, deadly terrain (AOS-MOVE-5, AOS-TERRAIN-10)."""

import math

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action, Decline
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Go, ModelPath, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.motion.levels import STEP
from warcry3d.motion.path import LegKind
from warcry3d.rules.ageofsigmar.battle import judging
from warcry3d.rules.ageofsigmar.battle.attacks.casualties import ChecksWipeOut
from warcry3d.rules.ageofsigmar.battle.changing import SigmarTransition, change_troop, did, remove_troop
from warcry3d.rules.ageofsigmar.battle.modifiers import cannot_move
from warcry3d.rules.ageofsigmar.battle.movement.move_proposals import proposed_ways
from warcry3d.rules.ageofsigmar.battle.movement.unit_groups import moving_group
from warcry3d.rules.ageofsigmar.battle.movement.unit_moves import (
    CHARGE_REACH,
    ModelMove,
    MoveKind,
    MoveTerms,
    charge_needs,
    flies,
    inches_of,
    judged_moves,
    move_faults,
)
from warcry3d.rules.ageofsigmar.battle.sensing import deadly_features
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarState, TroopStatus
from warcry3d.rules.ageofsigmar.battle.throws import throw
from warcry3d.rules.ageofsigmar.way_checks import features_passed
from warcry3d.rules.units.unit_actions import MoveUnit, UnitWay
from warcry3d.rules.units.unit_throws import die_needs
from warcry3d.units import LENGTH_EPSILON

__all__ = ["MovesUnit", "deadly_steps"]

WAYS = frozenset({LegKind.WALK, LegKind.CLIMB, LegKind.JUMP, LegKind.DROP, LegKind.DOOR})

HEADINGS = {
    MoveKind.MOVE: message("Move"),
    MoveKind.RUN: message("Run"),
    MoveKind.RETREAT: message("Retreat"),
    MoveKind.CHARGE: message("Charge"),
    MoveKind.PILE_IN: message("Pile in"),
    MoveKind.ABILITY: message("Move"),
}
ASKED_BY = {
    MoveKind.MOVE: "AOS-MOVE-5",
    MoveKind.RUN: "AOS-RUN-2",
    MoveKind.RETREAT: "AOS-RETREAT-2",
    MoveKind.CHARGE: "AOS-CHARGE-5",
    MoveKind.PILE_IN: "AOS-COMBAT-9",
    MoveKind.ABILITY: "AOS-SCROLL-2",
}
HINTS = {
    MoveKind.CHARGE: message("The first model ends within half an inch of an enemy; the rest stay with the unit."),
    MoveKind.PILE_IN: message("Each model may move up to 3 in toward the enemy nearest to it."),
}
NO_WAY = message("No way was found for a model to within half an inch of an enemy: without one the charge fails.")
STAY = {
    MoveKind.CHARGE: message("No charge: it fails"),
    MoveKind.PILE_IN: message("Stay where they are"),
}
DEEDS: dict[MoveKind, tuple[Deed, ...]] = {
    MoveKind.MOVE: (Deed.MOVED,),
    MoveKind.RUN: (Deed.MOVED,),
    MoveKind.RETREAT: (Deed.MOVED, Deed.RETREATED),
    MoveKind.CHARGE: (Deed.CHARGED,),
    MoveKind.PILE_IN: (),
    MoveKind.ABILITY: (),
}


class MovesUnit(Asking[SigmarState], frozen=True, tag="moves-unit", tag_field="step"):
    """A player moves models of a unit, one after the other, or leaves them where they are (AOS-MOVE-6).

    ``inches``: what a run adds to Move, or the whole of other moves.
    """

    unit: str
    kind: MoveKind
    inches: float = 0.0
    ends_away: float = 0.0

    @property
    def _terms(self) -> MoveTerms:
        return MoveTerms(self.kind, self.inches, self.ends_away)

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "what": HEADINGS[self.kind]}
        return RuleReason(ASKED_BY[self.kind], Message("{unit}: {what}", values))

    def choice(self, state: SigmarState) -> Choice | None:
        """Return the question; None where the unit is gone, may make no move of any kind (AOS-TERRAIN-14), or rolled
        too little to come near an enemy (AOS-CHARGE-8).
        """
        if not state.is_here(self.unit) or cannot_move(state, self.unit) or self._lacks(state) is not None:
            return None
        return Choice(state.unit(self.unit).player, "move-unit", self._why, (self.unit, self.kind.value, self.inches))

    def prompts(self, state: SigmarState) -> tuple[Prompt, ...]:
        """Return how models may go; and to stay."""
        models = tuple(model.id for model in state.troops(self.unit))
        budget = max(inches_of(state, model, self._terms) for model in models)
        suggested = proposed_ways(state, self.unit, self._terms)
        go = Go(
            id=self.kind.value,
            heading=HEADINGS[self.kind],
            detail=message("{inches:g} in", inches=budget),
            hint=NO_WAY if self.kind is MoveKind.CHARGE and not suggested else HINTS.get(self.kind),
            why=self._why,
            key="m",
            action=self._action,
            models=models,
            budget=budget,
            ways=WAYS | {LegKind.FLY} if flies(state, self.unit) else WAYS,
            aims=self._aims(state),
            suggested=suggested,
            group=moving_group(state, self.unit, self._terms),
            as_group=self.kind in (MoveKind.RETREAT, MoveKind.CHARGE, MoveKind.PILE_IN),
        )
        stay = Confirm(
            id="stay",
            heading=STAY.get(self.kind, message("Stay where they are")),
            why=self._why,
            key="n",
            action=lambda _: Decline(),
        )
        return (go, stay)

    def skip(self, do: SigmarTransition) -> None:
        """Say that it may not move, where it is there, or that its charge fails."""
        if not do.state.is_here(self.unit):
            return
        if cannot_move(do.state, self.unit):
            do.emit("move", "{unit} cannot move", "AOS-TERRAIN-14", unit=self.unit)
        else:
            self._stay(do)

    def _lacks(self, state: SigmarState) -> float | None:
        """Return the inches that a charge needs and has not rolled, whatever the way; None where it may succeed.

        Steps up on the way may be free, on stairs many of them, so that much is left to the judge of ways.
        """
        if self.kind is not MoveKind.CHARGE:
            return None
        own = [model.at[2] for model in state.troops(self.unit)]
        others = [model.at[2] for enemy in state.enemies(self.unit) for model in state.troops(enemy.id)]
        rise = max([STEP, *(abs(a - b) for a in (min(own), max(own)) for b in others)])
        needed = charge_needs(state, self.unit)
        return needed if needed > math.hypot(self.inches, rise) + LENGTH_EPSILON else None

    @staticmethod
    def _action(answer: tuple[ModelPath, ...]) -> MoveUnit:
        return MoveUnit(tuple(UnitWay(one.model, one.path) for one in answer))

    def _aims(self, state: SigmarState) -> tuple[Option, ...]:
        """Return the nearest model of each enemy unit as a place to get to."""
        figure = state.figures(self.unit)[0]
        found = []
        for enemy in state.enemies(self.unit):
            near = judging.nearest(figure, state.figures(enemy.id))
            if near is not None:
                fact = RuleReason("AOS-DIST-1", message("{inches:.2f} in away", inches=near[1]))
                found.append(Option(enemy.id, Message("{unit}", {"unit": enemy.id}), model=near[0].id, facts=(fact,)))
        return tuple(found)

    def faults(self, state: SigmarState, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the ways."""
        if isinstance(action, Decline):
            return ()
        return move_faults(state, self.unit, action.ways, self._terms) if isinstance(action, MoveUnit) else NOT_DUE

    def resolve(self, do: SigmarTransition, action: Action) -> None:
        """Move them; roll for deadly terrain; note what the unit did."""
        if not isinstance(action, MoveUnit):
            self._stay(do)
            return
        moved = judged_moves(do.state, self.unit, action.ways, self._terms)
        for one in moved.moves:
            change_troop(do, one.model, at=one.end.at, turn=one.end.turn)
        did(do, self.unit, *DEEDS[self.kind])
        models = counted("{n} model", "{n} models", len(moved.moves))
        farthest = max(one.cost for one in moved.moves)
        values = {"unit": self.unit, "what": HEADINGS[self.kind], "models": models, "inches": farthest}
        do.emit("move", "{unit}: {what}, {models}, up to {inches:.2f} in", ASKED_BY[self.kind], **values)
        do.push(*deadly_steps(do.state, self.unit, moved.moves))

    def _stay(self, do: SigmarTransition) -> None:
        if (needed := self._lacks(do.state)) is not None:
            values = {"unit": self.unit, "inches": self.inches, "needed": needed}
            sentence = "the charge of {unit} fails: {inches:g} in rolled, {needed:.2f} in needed"
            do.emit("charge", sentence, "AOS-CHARGE-8", **values)
        elif self.kind is MoveKind.CHARGE:
            self._forgoes(do)
        else:
            do.emit("move", "{unit} stays where it is", "AOS-MOVE-6", unit=self.unit)

    def _forgoes(self, do: SigmarTransition) -> None:
        """Say why a charge fails that rolled enough for the straight way: nobody was found to get there, or it was
        declined (AOS-OPEN-26).
        """
        values = {"unit": self.unit, "inches": self.inches}
        if proposed_ways(do.state, self.unit, self._terms):
            sentence = "the charge of {unit} fails: {inches:g} in rolled, but it is not made"
            do.emit("charge", sentence, "AOS-OPEN-26", **values)
        else:
            sentence = "the charge of {unit} fails: {inches:g} in rolled, no way found to {limit:g} in of an enemy"
            do.emit("charge", sentence, "AOS-CHARGE-8", limit=CHARGE_REACH, **values)


def deadly_steps(state: SigmarState, unit: str, moves: tuple[ModelMove, ...]) -> tuple["DeadlyRoll", ...]:
    """Return the rolls for models that ended on deadly terrain or passed over it: one a feature (AOS-OPEN-7)."""
    deadly = deadly_features(state)
    hit: dict[str, list[str]] = {}
    for one in moves:
        if one.cost <= LENGTH_EPSILON:
            continue  # it stands still
        for feature in features_passed(deadly, state.table.model(one.model), one.legs, one.end):
            hit.setdefault(feature, []).append(one.model)
    return tuple(DeadlyRoll(unit, tuple(models)) for models in hit.values())


class DeadlyRoll(Automatic[SigmarState], frozen=True, tag="deadly-roll", tag_field="step"):
    """A die for each model that moved over a deadly feature (AOS-TERRAIN-10)."""

    unit: str
    models: tuple[str, ...]

    def resolve(self, do: SigmarTransition) -> None:
        """Roll for those that are still there."""
        models = tuple(model for model in self.models if do.state.troop(model).is_here)
        player = do.state.unit(self.unit).player
        if models:
            throw(do, player, len(models), "deadly", "AOS-TERRAIN-10", DeadlyResult(models), unit=self.unit)


class DeadlyResult(Automatic[SigmarState], frozen=True, tag="deadly-result", tag_field="step"):
    """Models with a 1 are slain, whatever their Wounds (AOS-TERRAIN-11)."""

    models: tuple[str, ...]

    def needed_of_dice(self, state: SigmarState) -> Message:
        """Return what each die needs."""
        return die_needs(2)

    def resolve(self, do: SigmarTransition) -> None:
        """Take them off."""
        for model, face in zip(self.models, do.state.thrown.faces, strict=True):
            if face == 1:
                remove_troop(do, model, TroopStatus.SLAIN)
                do.emit("slain", "deadly terrain slays {fighter}", "AOS-TERRAIN-11", fighter=model)
                do.blame("")
        do.push(ChecksWipeOut())
