"""Wrecks: everyone inside a destroyed transport gets out at once (40K-WRECK)."""

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, message
from warcry3d.rules.unit_actions import SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.changing import (
    Transition40k,
    change_model,
    change_unit,
    did,
    put_down,
)
from warcry3d.rules.warhammer40k.battle.set_up_places import (
    SetUpKind,
    SetUpTerms,
    proposal,
    set_up_faults,
    set_up_prompt,
)
from warcry3d.rules.warhammer40k.battle.state import Deed, ModelPlace40k, State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["Wrecked"]

EMERGENCY_HURTS = 3
"""Dice up to this hurt those that get out in an emergency (40K-WRECK-7)."""


class Wrecked(Automatic[State40k], frozen=True, tag="wrecked", tag_field="step"):
    """Units inside a destroyed transport get out, one after the other (40K-WRECK-1)."""

    transport: str
    units: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Ask where each stands."""
        do.push(*(GetsOut(unit, self.transport) for unit in self.units))


class GetsOut(Asking[State40k], frozen=True, tag="gets-out", tag_field="step"):
    """A unit gets out of a wreck: within 3 in, in an emergency within 6 in (40K-WRECK-6); who has no room is destroyed.

    Models that are left out of the answer do not fit (40K-WRECK-8): that is allowed where no place for all is found.
    """

    unit: str
    transport: str

    def _terms(self, state: State40k) -> SetUpTerms:
        near = SetUpTerms(SetUpKind.WRECK, self.transport)
        return near if proposal(state, self.unit, near) else SetUpTerms(SetUpKind.EMERGENCY, self.transport)

    def _is_full(self, state: State40k) -> bool:
        return not proposal(state, self.unit, self._terms(state))

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-WRECK-1", Message("{unit} gets out of the wreck", {"unit": self.unit}))

    def choice(self, state: State40k) -> Choice:
        """Return the question."""
        return Choice(state.unit(self.unit).player, "get-out", self._why, self.unit)

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return where its models may stand; and that none has room."""
        none = Confirm(
            id="no-room",
            heading=message("No room: it counts as destroyed"),
            why=RuleReason("40K-WRECK-8", message("models that do not fit are destroyed")),
            action=lambda _: Done(),
            faults=self._room_faults(state),
        )
        return (set_up_prompt(state, self.unit, self._why, self._terms(state)), none)

    def _room_faults(self, state: State40k) -> tuple[ActionFault, ...]:
        return () if self._is_full(state) else fault("40K-WRECK-8", "there is room for {unit}", unit=self.unit)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong with the places."""
        if isinstance(action, Done):
            return self._room_faults(state)
        if not isinstance(action, SetUpUnitAt) or not action.models:
            return NOT_DUE
        terms, is_part = self._terms(state), self._is_full(state)
        return set_up_faults(state, self.unit, action.models, terms, is_part=is_part)

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Set it up; destroy those that do not fit; roll a die for each of the others (40K-WRECK-2)."""
        is_emergency = self._terms(do.state).kind is SetUpKind.EMERGENCY
        places = action.models if isinstance(action, SetUpUnitAt) else ()
        out = {one.model for one in places}
        for model in do.state.living(self.unit):
            if model.id not in out:
                change_model(do, model.id, place=ModelPlace40k.DESTROYED)
                do.emit("destroyed", "{fighter} does not fit: it is destroyed", "40K-WRECK-8", fighter=model.id)
        put_down(do, places)
        change_unit(do, self.unit, inside="", is_shocked=True)
        did(do, self.unit, Deed.PICKED, Deed.MOVED, Deed.WRECKED)
        do.emit("wreck", "{unit} gets out of the wreck and is battle-shocked", "40K-WRECK-3", unit=self.unit)
        if out:
            player = do.state.unit(self.unit).player
            hurts = EMERGENCY_HURTS if is_emergency else 1
            throw(do, player, len(out), "wreck", "40K-WRECK-2", WreckRolled(self.unit, hurts), unit=self.unit)


class WreckRolled(Automatic[State40k], frozen=True, tag="wreck-rolled", tag_field="step"):
    """Each low die is a mortal wound on the unit (40K-WRECK-2, 40K-WRECK-7)."""

    unit: str
    hurts: int

    def resolve(self, do: Transition40k) -> None:
        """Let it take them."""
        from warcry3d.rules.warhammer40k.battle.wounds import MortalWounds

        do.push(MortalWounds(self.unit, sum(face <= self.hurts for face in do.state.thrown.faces)))
