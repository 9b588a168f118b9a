"""Transports: units that go inside after a move, and those that get out (40K-EMBARK, 40K-DISEMBARK)."""

from collections.abc import Iterator

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Decline, Pick
from warcry3d.game.agenda import Asking
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.units.unit_actions import SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.asking import no_prompt, unit_option
from warcry3d.rules.warhammer40k.battle.changing import (
    Transition40k,
    change_unit,
    did,
    move_unit_to,
    put_down,
)
from warcry3d.rules.warhammer40k.battle.formations import can_carry
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import (
    SetUpKind,
    SetUpTerms,
    proposal,
    set_up_faults,
    set_up_prompt,
)
from warcry3d.rules.warhammer40k.battle.sensing import is_near
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, State40k
from warcry3d.rules.warhammer40k.battle.stratagems.stratagems import MayUse, StratagemMoment

__all__ = ["Disembarks", "MayEmbark", "disembark_faults", "disembark_terms"]

REACH = 3.0
"""All models of a unit end their move within this of a transport to go inside (in; 40K-EMBARK-1)."""


def transports_for(state: State40k, unit: str) -> Iterator[str]:
    """Yield the friendly transports that a unit can go inside of, where it stands (40K-EMBARK-1, -2)."""
    own = state.unit(unit)
    if not state.is_here(unit) or Deed40k.DISEMBARKED in own.did:
        return
    for carrier in state.here(own.player):
        if carrier.id == unit or state.context.sheet(carrier.id).transport is None:
            continue
        inside = tuple(one.id for one in state.passengers(carrier.id))
        if not can_carry(state, carrier.id, (*inside, unit)):
            continue
        (figure,) = state.figures(carrier.id)[:1]
        if all(is_near(figure, one, REACH) for one in state.figures(unit)):
            yield carrier.id


class MayEmbark(Asking[State40k], frozen=True, tag="may-embark", tag_field="step"):
    """A unit that ended its move near a transport may go inside (40K-EMBARK-1)."""

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-EMBARK-1", Message("{unit}: get into a transport?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where no transport can take it."""
        found = tuple(transports_for(state, self.unit))
        return Choice(state.unit(self.unit).player, "embark", self._why, found) if found else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the transports; and to stay outside."""
        options = tuple(unit_option(state, carrier) for carrier in transports_for(state, self.unit))
        heading = Message("{unit} may get in", {"unit": self.unit})
        return (pick_one("embark", heading, self._why, options), no_prompt(self._why))

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked, or none."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, Pick):
            return NOT_DUE
        found = tuple(transports_for(state, self.unit))
        if len(action.picked) != 1 or action.picked[0] not in found:
            return fault("40K-EMBARK-1", "pick one of: {offered}", offered=", ".join(found), place="picked")
        return ()

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it go inside."""
        if isinstance(action, Pick):
            carrier = picked_of(action)
            change_unit(do, self.unit, inside=carrier)
            did(do, self.unit, Deed40k.EMBARKED)
            move_unit_to(do, self.unit, ModelPlace40k.INSIDE)
            do.emit("embark", "{unit} gets into {transport}", "40K-EMBARK-1", unit=self.unit, transport=carrier)


def disembark_terms(state: State40k, unit: str) -> SetUpTerms:
    """Return how a unit gets out of the transport that it is in."""
    carrier = state.unit(unit).inside
    return SetUpTerms(SetUpKind.DISEMBARK, state.troops(carrier)[0].id)


def disembark_faults(state: State40k, unit: str) -> tuple[ActionFault, ...]:
    """Return why a unit cannot get out in this phase (40K-DISEMBARK-1, -2, -4, 40K-EMBARK-2)."""
    own = state.unit(unit)
    if not own.inside or not state.is_here(own.inside):
        return fault("40K-DISEMBARK-1", "{unit} is inside no transport on the table", unit=unit, place="unit")
    if Deed40k.EMBARKED in own.did:
        return fault("40K-EMBARK-2", "{unit} got in in this phase", unit=unit, place="unit")
    carrier = state.unit(own.inside)
    if Deed40k.ADVANCED in carrier.did or Deed40k.FELL_BACK in carrier.did:
        sentence = "{transport} advanced or fell back in this turn"
        return fault("40K-DISEMBARK-2", sentence, transport=carrier.id, place="unit")
    if not proposal(state, unit, disembark_terms(state, unit)):
        return fault("40K-DISEMBARK-4", "no room was found for {unit}", unit=unit, place="unit")
    return ()


class Disembarks(Asking[State40k], frozen=True, tag="disembarks", tag_field="step"):
    """A unit gets out: where its models stand; or it stays inside."""

    unit: str

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-DISEMBARK-3", Message("where does {unit} stand?", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice:
        """Return the question."""
        return Choice(state.unit(self.unit).player, "disembark", self._why, self.unit)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return where its models may stand; and to stay inside."""
        back = Confirm(id="back", heading=message("Stay inside"), why=self._why, key="n", action=lambda _: Decline())
        return (set_up_prompt(state, self.unit, self._why, disembark_terms(state, self.unit)), back)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        if isinstance(action, Decline):
            return ()
        if not isinstance(action, SetUpUnitAt):
            return NOT_DUE
        return set_up_faults(state, self.unit, action.models, disembark_terms(state, self.unit))

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Put it there; if its transport has moved it counts as having moved too (40K-DISEMBARK-6)."""
        if not isinstance(action, SetUpUnitAt):
            return
        carrier = do.state.unit(do.state.unit(self.unit).inside)
        put_down(do, action.models)
        change_unit(do, self.unit, inside="")
        did(do, self.unit, Deed40k.DISEMBARKED)
        if Deed40k.MOVED in carrier.did or Deed40k.ARRIVED in carrier.did:
            did(do, self.unit, Deed40k.PICKED, Deed40k.MOVED)
        do.emit("disembark", "{unit} gets out of {transport}", "40K-DISEMBARK-1", unit=self.unit, transport=carrier.id)
        do.push(MayUse(do.state.other(carrier.player), StratagemMoment.ENEMY_MOVES, (self.unit,)))
