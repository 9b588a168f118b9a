"""A player moves a unit: the question, and what is done (40K-MOVE-6)."""

from warcry3d.game.action_faults import NOT_DUE
from warcry3d.game.actions import Action, Decline
from warcry3d.game.agenda import AgendaStep, Asking
from warcry3d.game.prompts import Confirm, Go, Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import LegKind
from warcry3d.rules.units.unit_actions import MoveUnit
from warcry3d.rules.warhammer40k.battle.barricades import ends_across
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model, change_unit, did
from warcry3d.rules.warhammer40k.battle.movement.embarking import MayEmbark
from warcry3d.rules.warhammer40k.battle.movement.move_proposals import as_ways, proposed_ways
from warcry3d.rules.warhammer40k.battle.movement.unit_groups import moving_group
from warcry3d.rules.warhammer40k.battle.movement.unit_moves import (
    KEEPS_AWAY,
    RULES,
    MoveKind40k,
    MoveTerms40k,
    all_touch,
    flies_in,
    inches_of,
    judged_moves,
    move_faults,
)
from warcry3d.rules.warhammer40k.battle.sensing import engaged_units, model_gap
from warcry3d.rules.warhammer40k.battle.state import Deed40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment

__all__ = ["MovesUnit40k"]

WAYS = frozenset({LegKind.WALK, LegKind.CLIMB})

HEADINGS = {
    MoveKind40k.NORMAL: message("Move"),
    MoveKind40k.ADVANCE: message("Advance"),
    MoveKind40k.FALL_BACK: message("Fall back"),
    MoveKind40k.CHARGE: message("Charge"),
    MoveKind40k.PILE_IN: message("Pile in"),
    MoveKind40k.CONSOLIDATE: message("Consolidate"),
    MoveKind40k.SCOUT: message("Scout"),
    MoveKind40k.EVADE: message("Evade"),
}
HINTS = {
    MoveKind40k.CHARGE: message("Each model ends closer to a target, base to base where it can."),
    MoveKind40k.PILE_IN: message("Each model may move up to 3 in toward the enemy nearest to it."),
    MoveKind40k.CONSOLIDATE: message("Each model may move up to 3 in toward the enemy nearest to it."),
}
DEEDS: dict[MoveKind40k, tuple[Deed40k, ...]] = {
    MoveKind40k.NORMAL: (Deed40k.MOVED,),
    MoveKind40k.ADVANCE: (Deed40k.ADVANCED,),
    MoveKind40k.FALL_BACK: (Deed40k.FELL_BACK,),
    MoveKind40k.CHARGE: (Deed40k.CHARGED,),
}
EMBARKS = (MoveKind40k.NORMAL, MoveKind40k.ADVANCE, MoveKind40k.FALL_BACK)


class MovesUnit40k(Asking[State40k], frozen=True, tag="moves-unit", tag_field="step"):
    """A player moves models of a unit, one after the other, or leaves them where they are.

    ``inches``: what an advance adds to M, or the whole of other moves; ``targets`` of a charge; ``crossing``: models
    that may go through enemy models; ``is_bonus``: the charge gives Fights First (40K-CHARGE-11).
    """

    unit: str
    kind: MoveKind40k
    inches: float = 0.0
    targets: tuple[str, ...] = ()
    crossing: tuple[str, ...] = ()
    is_bonus: bool = True

    @property
    def terms(self) -> MoveTerms40k:
        """Return the terms of the move."""
        return MoveTerms40k(self.kind, self.inches, self.targets, self.crossing)

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "what": HEADINGS[self.kind]}
        return RuleReason(RULES[self.kind], Message("{unit}: {what}", values))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where the unit is gone, or piles in or consolidates and is base to base already."""
        if not state.is_here(self.unit):
            return None
        if self.kind in (MoveKind40k.PILE_IN, MoveKind40k.CONSOLIDATE) and all_touch(state, self.unit):
            return None
        return Choice(state.unit(self.unit).player, "move-unit", self._why, (self.unit, self.kind.value, self.inches))

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return how models may go; and to stay."""
        models = tuple(model.id for model in state.troops(self.unit))
        budget = max(inches_of(state, model, self.terms) for model in models)
        flies = any(flies_in(state, model, self.kind) for model in models)
        suggested = proposed_ways(state, self.unit, self.terms)
        fails = message("No way was found to end beside all targets: the charge may fail.")
        go = Go(
            id=self.kind.value,
            heading=HEADINGS[self.kind],
            detail=message("{inches:g} in", inches=budget),
            hint=fails if self.kind is MoveKind40k.CHARGE and not suggested else HINTS.get(self.kind),
            why=self._why,
            key="m",
            action=lambda answer: MoveUnit(as_ways(answer)),
            models=models,
            budget=budget,
            ways=WAYS | {LegKind.FLY} if flies else WAYS,
            aims=self._aims(state),
            suggested=suggested,
            group=moving_group(state, self.unit, self.terms),
            as_group=self.kind not in KEEPS_AWAY,
        )
        heading = message("No charge: it fails") if self.kind is MoveKind40k.CHARGE else message("Stay where they are")
        stay = Confirm(id="stay", heading=heading, why=self._why, key="n", action=lambda _: Decline())
        return (go, stay)

    def _aims(self, state: State40k) -> tuple[Option, ...]:
        """Return the nearest model of each enemy unit as a place to get to; and the objectives."""
        figure = state.figures(self.unit)[0]
        found = []
        for enemy in state.enemies(self.unit):
            near = min(state.figures(enemy.id), key=lambda one: (model_gap(figure, one), one.id))
            fact = RuleReason("40K-DIST-1", message("{inches:.2f} in away", inches=model_gap(figure, near)))
            found.append(Option(enemy.id, Message("{unit}", {"unit": enemy.id}), model=near.id, facts=(fact,)))
        for n, objective in enumerate(state.objectives, 1):
            found.append(Option(f"objective-{n}", message("objective {n}", n=n), at=objective.at))
        return tuple(found)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the ways."""
        if isinstance(action, Decline):
            return ()
        return move_faults(state, self.unit, action.ways, self.terms) if isinstance(action, MoveUnit) else NOT_DUE

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Move them; note what the unit did; let the opponent react, and the unit embark."""
        if isinstance(action, MoveUnit):
            moved = judged_moves(do.state, self.unit, action.ways, self.terms)
            for one in moved.moves:
                change_model(do, one.model, at=one.end.at, turn=one.end.turn)
            models = counted("{n} model", "{n} models", len(moved.moves))
            farthest = max(one.cost for one in moved.moves)
            values = {"unit": self.unit, "what": HEADINGS[self.kind], "models": models, "inches": farthest}
            do.emit("move", "{unit}: {what}, {models}, up to {inches:.2f} in", RULES[self.kind], **values)
            did(do, self.unit, *DEEDS.get(self.kind, ()))
            if self.kind is MoveKind40k.CHARGE:
                self._note_across(do)
            if self.kind is MoveKind40k.CHARGE and not self.is_bonus:
                did(do, self.unit, Deed40k.INTERVENED)
        else:
            self._stay(do)
        do.push(*self._after(do.state, has_moved=isinstance(action, MoveUnit)))

    def _note_across(self, do: Transition40k) -> None:
        """Note the targets that were charged over a barricade: both sides may fight (40K-OPEN-24)."""
        state, near = do.state, engaged_units(do.state, self.unit)
        own = state.figures(self.unit)
        over = tuple(
            target for target in self.targets if target not in near and ends_across(state, own, state.figures(target))
        )
        if over:
            change_unit(do, self.unit, across=over)

    def _stay(self, do: Transition40k) -> None:
        if self.kind is MoveKind40k.CHARGE:
            do.emit("charge", "the charge of {unit} fails", "40K-CHARGE-8", unit=self.unit)
            return
        if self.kind is not MoveKind40k.FALL_BACK:
            did(do, self.unit, *DEEDS.get(self.kind, ()))
        match self.kind:
            case MoveKind40k.PILE_IN:
                do.emit("move", "{unit} does not pile in", "40K-PILEIN-1", unit=self.unit)
            case MoveKind40k.CONSOLIDATE:
                do.emit("move", "{unit} does not consolidate", "40K-CONSOL-1", unit=self.unit)
            case _:
                do.emit("move", "{unit} stays where it is", "40K-MOVE-6", unit=self.unit)

    def _after(self, state: State40k, *, has_moved: bool) -> tuple[AgendaStep, ...]:
        """Return what follows a move: reactions to one that was made, going inside a transport."""
        player = state.unit(self.unit).player
        other = state.other(player)
        steps: list[AgendaStep] = []
        if self.kind is MoveKind40k.CHARGE:
            if has_moved and player == state.active:
                steps += [MayUse(player, StratagemMoment.CHARGE_ENDED, (self.unit,))]
                steps += [MayUse(other, StratagemMoment.ENEMY_CHARGED, (self.unit,))]
        elif self.kind in EMBARKS:
            if has_moved and player == state.active:
                steps.append(MayUse(other, StratagemMoment.ENEMY_MOVES, (self.unit,)))
            if has_moved or self.kind is not MoveKind40k.FALL_BACK:
                steps.append(MayEmbark(self.unit))
        return tuple(steps)
