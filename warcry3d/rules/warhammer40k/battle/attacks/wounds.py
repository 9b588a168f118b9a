"""W lost and models destroyed, and what that sets off: mortal wounds, feel no pain, deadly demise, wrecks
(40K-MORTAL, 40K-DAMAGE, 40K-UNIT-9, 40K-WRECK).
"""

from msgspec import UNSET, UnsetType

from warcry3d.game.action_faults import NOT_DUE, fault, picked_faults
from warcry3d.game.actions import Action, Done
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Confirm, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.units.unit_actions import SetUpUnitAt
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import as_dice, needed, needs_words
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options, next_models, takes_next
from warcry3d.rules.warhammer40k.battle.attacks.last_fight import TriesLastFight, last_fight_of
from warcry3d.rules.warhammer40k.battle.attacks.pain import pain_of
from warcry3d.rules.warhammer40k.battle.changing import (
    Transition40k,
    change_model,
    change_unit,
    did,
    lose_inside,
    put_down,
)
from warcry3d.rules.warhammer40k.battle.movement.set_up_places import (
    SetUpKind,
    SetUpTerms,
    proposal,
    set_up_faults,
    set_up_prompt,
)
from warcry3d.rules.warhammer40k.battle.sensing import units_about
from warcry3d.rules.warhammer40k.battle.simultaneous import orders_at_once
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, State40k
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["LosesWounds", "MortalWounds40k", "destroy"]

EMERGENCY_HURTS = 3
"""Dice up to this hurt those that get out in an emergency (40K-WRECK-7)."""

DEMISE_REACH = 6.0
"""Units within so far of a model suffer from its deadly demise (in)."""


class LosesWounds(Automatic[State40k], frozen=True, tag="loses-wounds", tag_field="step"):
    """A model loses W; with feel no pain it may ignore each. ``is_psychic``: set where a psychic attack takes them."""

    model: str
    wounds: int
    rule: str
    is_psychic: bool | UnsetType = UNSET

    def resolve(self, do: Transition40k) -> None:
        """Roll to ignore them, where it may."""
        state = do.state
        troop = state.troop(self.model)
        if not troop.is_here or not self.wounds:
            return
        is_mortal = self.rule == "40K-MORTAL-1"
        pain = pain_of(state, self.model, is_mortal=is_mortal, is_psychic=bool(self.is_psychic))
        if not pain:
            lose(do, self.model, self.wounds, self.rule)
            return
        then = IgnoresWounds40k(self.model, pain, self.rule)
        throw(do, state.unit(troop.unit).player, self.wounds, "pain", "40K-SHEET-1", then, unit=troop.unit)


class IgnoresWounds40k(Automatic[State40k], frozen=True, tag="ignores-wounds", tag_field="step"):
    """Each wound whose die shows so much is ignored."""

    model: str
    need: int
    rule: str

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(self.need)

    def resolve(self, do: Transition40k) -> None:
        """Lose the rest."""
        faces = do.state.thrown.faces
        ignored = sum(face >= self.need for face in faces)
        wounds = counted("{n} wound", "{n} wounds", ignored)
        values = {"unit": self.model, "wounds": wounds, "needed": needed(self.need)}
        do.emit("wounds", "{unit} ignores {wounds} (needed: {needed})", "40K-SHEET-1", **values)
        lose(do, self.model, len(faces) - ignored, self.rule)


def lose(do: Transition40k, model: str, wounds: int, rule: str) -> None:
    """Let a model lose W now; at 0 it is destroyed, and what is beyond is lost (40K-DAMAGE-1, 40K-DAMAGE-2)."""
    left = do.state.wounds_left(model)
    taken = min(left, wounds)
    if not taken:
        return
    change_model(do, model, lost=do.state.troop(model).lost + taken)
    if taken == left:
        destroy(do, model, rule)
    else:
        now = {"fighter": model, "left": left - taken, "all": do.state.context.profile(model).wounds}
        do.emit("wounded", "{fighter}: {left} of {all} wounds left", rule, **now)


def destroy(do: Transition40k, model: str, rule: str, cause: str | None = None) -> None:
    """Destroy a model: it leaves the table; what that sets off comes next (40K-UNIT-9, 40K-WRECK-1).

    ``cause``: by whose doing, where it is not that of the unit that attacked last.

    By a rule of its own it may fight first, with 1 W left, once (40K-LASTFIGHT-1 to 4).
    """
    last = last_fight_of(do.state, model)
    if last is not None:
        left = do.state.context.profile(model).wounds - 1
        change_model(do, model, has_fought_last=True, lost=left)
        do.emit("last-fight", "{fighter} falls: it may fight first", "40K-LASTFIGHT-1", fighter=model)
        do.push(TriesLastFight(model, last.needed), Falls(model, rule))
        return
    fall(do, model, rule, cause)


class Falls(Automatic[State40k], frozen=True, tag="falls", tag_field="step"):
    """A model that has fought for the last time is removed; what its end sets off comes next (40K-LASTFIGHT-4)."""

    model: str
    rule: str

    def resolve(self, do: Transition40k) -> None:
        """Remove it, if nothing has by now."""
        if do.state.troop(self.model).is_here:
            change_model(do, self.model, lost=do.state.context.profile(self.model).wounds)
            fall(do, self.model, self.rule)


def fall(do: Transition40k, model: str, rule: str, cause: str | None = None) -> None:
    """Remove a destroyed model, and let what that sets off come next."""
    state = do.state
    troop = state.troop(model)
    name = state.context.model_profile(model).name
    demise = state.context.sheet(troop.part).ability(CoreWord.DEADLY_DEMISE, name)
    near = units_about(state, model, DEMISE_REACH) if demise is not None else ()
    passengers = tuple(unit.id for unit in state.passengers(troop.unit))
    change_model(do, model, place=ModelPlace40k.DESTROYED)
    do.emit("destroyed", "{fighter} is destroyed", rule, fighter=model)
    if cause is not None:
        do.blame(cause)
    steps: list[AgendaStep] = []
    if demise is not None and demise.value is not None:
        steps.append(DeadlyDemise(model, str(demise.value), near))
    if passengers:
        steps.append(Wrecked(model, passengers))
    do.push(*steps)


class DeadlyDemise(Automatic[State40k], frozen=True, tag="deadly-demise", tag_field="step"):
    """On a 6 each unit within 6 in takes mortal wounds."""

    model: str
    value: str
    units: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Roll for it."""
        unit = do.state.troop(self.model).unit
        player = do.state.unit(unit).player
        throw(do, player, 1, "demise", "40K-WRECK-1", DemiseRolled(self.model, self.value, self.units), unit=unit)


class DemiseRolled(Automatic[State40k], frozen=True, tag="demise-rolled", tag_field="step"):
    """The die is read."""

    model: str
    value: str
    units: tuple[str, ...]

    def needed_of_dice(self, state: State40k) -> Message:
        """Return on what it goes off."""
        return message("goes off on a {face}", face=6)

    def resolve(self, do: Transition40k) -> None:
        """Roll for how many, unit by unit."""
        if do.state.thrown.faces[0] < 6:
            do.emit("demise", "{fighter} takes nobody with it (needed: 6)", "40K-WRECK-1", fighter=self.model)
        else:
            do.emit("demise", "{fighter} takes others with it", "40K-WRECK-1", fighter=self.model)
            do.push(*(RollsMortal(unit, self.value, self.model) for unit in self.units))


class RollsMortal(Automatic[State40k], frozen=True, tag="rolls-mortal", tag_field="step"):
    """How many mortal wounds a unit takes, where dice say so."""

    unit: str
    value: str
    by: str

    def resolve(self, do: Transition40k) -> None:
        """Roll for it."""
        dice = as_dice(self.value)
        by = do.state.unit(do.state.troop(self.by).unit)
        then = MortalRolled(self.unit, self.value, by.id)
        throw(do, by.player, dice.count, "mortal", "40K-MORTAL-1", then, unit=self.unit)


class MortalRolled(Automatic[State40k], frozen=True, tag="mortal-rolled", tag_field="step"):
    """The number is known."""

    unit: str
    value: str
    by: str | UnsetType = UNSET

    def resolve(self, do: Transition40k) -> None:
        """Let the unit take them."""
        dice = as_dice(self.value)
        count = dice.of_faces(do.state.thrown.faces) if dice.count else dice.plus
        do.push(MortalWounds40k(self.unit, count, by=self.by))


class MortalWounds40k(Asking[State40k], frozen=True, tag="mortal-wounds", tag_field="step"):
    """A unit takes mortal wounds, one W each, without saves; what is left goes on to other models (40K-MORTAL-1, -2).

    ``model``: the one that takes them all, where they are not for the unit. ``by``: the unit by whose doing, where it
    is not the one that attacked last; states that do not name one are written as they were before there was this.
    """

    unit: str
    count: int
    model: str = ""
    by: str | UnsetType = UNSET
    is_psychic: bool | UnsetType = UNSET

    def _able(self, state: State40k) -> tuple[str, ...]:
        if self.model:
            return (self.model,) if state.troop(self.model).is_here else ()
        return next_models(state, self.unit) if state.is_here(self.unit) else ()

    @property
    def _wounds(self) -> Message:
        return counted("{n} mortal wound", "{n} mortal wounds", self.count)

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.unit, "wounds": self._wounds}
        return RuleReason("40K-MORTAL-1", Message("{unit}: which model takes {wounds}?", values))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where one model has to take them."""
        able = self._able(state)
        is_open = self.count and len(able) > 1
        return Choice(state.unit(self.unit).player, "allocate", self._why, able) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the models."""
        heading = Message("Allocate {wounds}", {"wounds": self._wounds})
        options = model_options(state, self._able(state))
        return (pick_one("allocate", heading, self._why, options, hint=takes_next(self.count)),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), "40K-MORTAL-1")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it take as many as it has W."""
        self._take(do, picked_of(action))

    def skip(self, do: Transition40k) -> None:
        """Let the only one take them."""
        for model in self._able(do.state)[:1] if self.count else ():
            self._take(do, model)

    def _take(self, do: Transition40k, model: str) -> None:
        """Give a model one of them at a time where it may ignore wounds, else as many as it has W."""
        state = do.state
        pain = pain_of(state, model, is_mortal=True, is_psychic=bool(self.is_psychic))
        taken = min(self.count, 1 if pain else state.wounds_left(model))
        values = {"fighter": model, "wounds": counted("{n} mortal wound", "{n} mortal wounds", taken)}
        do.emit("wounds", "{fighter} takes {wounds}", "40K-MORTAL-1", **values)
        if not isinstance(self.by, UnsetType):
            do.blame(self.by)
        left = self.count - taken
        rest = MortalWounds40k(self.unit, left, self.model, self.by, self.is_psychic)
        do.push(LosesWounds(model, taken, "40K-MORTAL-1", self.is_psychic), rest)


class Wrecked(Automatic[State40k], frozen=True, tag="wrecked", tag_field="step"):
    """Units inside a destroyed transport get out, one after the other (40K-WRECK-1), in an order that the player picks
    whose turn it is, in nobody's turn the winner of a roll-off (40K-ORDER-1, 40K-ORDER-2).
    """

    transport: str
    units: tuple[str, ...]

    def resolve(self, do: Transition40k) -> None:
        """Ask where each stands."""
        orders_at_once(do, [(unit, GetsOut(unit, self.transport)) for unit in self.units])


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
        hurts = EMERGENCY_HURTS if self._terms(do.state).kind is SetUpKind.EMERGENCY else 1
        places = action.models if isinstance(action, SetUpUnitAt) else ()
        out = {one.model for one in places}
        for model in do.state.living(self.unit):
            if model.id not in out:
                change_model(do, model.id, place=ModelPlace40k.DESTROYED)
                do.emit("destroyed", "{fighter} does not fit: it is destroyed", "40K-WRECK-8", fighter=model.id)
        if not out:
            lose_inside(do, self.unit)
        put_down(do, places)
        change_unit(do, self.unit, inside="", is_shocked=True)
        did(do, self.unit, Deed40k.PICKED, Deed40k.MOVED, Deed40k.WRECKED)
        do.emit("wreck", "{unit} gets out of the wreck and is battle-shocked", "40K-WRECK-3", unit=self.unit)
        if out:
            player = do.state.unit(self.unit).player
            throw(do, player, len(out), "wreck", "40K-WRECK-2", WreckRolled(self.unit, hurts), unit=self.unit)


class WreckRolled(Automatic[State40k], frozen=True, tag="wreck-rolled", tag_field="step"):
    """Each low die is a mortal wound on the unit (40K-WRECK-2, 40K-WRECK-7)."""

    unit: str
    hurts: int

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(self.hurts + 1)

    def resolve(self, do: Transition40k) -> None:
        """Let it take them."""
        do.push(MortalWounds40k(self.unit, sum(face <= self.hurts for face in do.state.thrown.faces)))
