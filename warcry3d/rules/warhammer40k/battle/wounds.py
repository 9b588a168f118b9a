"""W lost and models destroyed: mortal wounds, feel no pain, deadly demise (40K-MORTAL, 40K-DAMAGE, 40K-UNIT-9)."""

from collections.abc import Iterable

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import AgendaStep, Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.battle.attack_values import AttackLine, as_dice
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model
from warcry3d.rules.warhammer40k.battle.sensing import is_near
from warcry3d.rules.warhammer40k.battle.state import ModelPlace40k, State40k
from warcry3d.rules.warhammer40k.battle.throws import throw
from warcry3d.rules.warhammer40k.battle.wrecks import Wrecked
from warcry3d.rules.warhammer40k.datasheets.ability import CoreWord

__all__ = ["DevastatingWounds", "LosesWounds", "MortalWounds", "destroy", "model_options", "next_models"]

DEMISE_REACH = 6.0
"""Units within so far of a model suffer from its deadly demise (in)."""


def model_options(state: State40k, models: Iterable[str]) -> tuple[Option, ...]:
    """Return models as options, each with its W."""
    return tuple(
        Option(
            id,
            Message("{fighter}", {"fighter": id}),
            model=id,
            facts=(
                RuleReason(
                    "40K-SHEET-3",
                    message(
                        "{left} of {all} wounds left", left=state.wounds_left(id), all=state.context.profile(id).wounds
                    ),
                ),
            ),
        )
        for id in models
    )


def next_models(state: State40k, unit: str) -> tuple[str, ...]:
    """Return the models of which one takes the next attack or mortal wound (40K-ALLOC-1, 40K-OPEN-1, 40K-OPEN-20).

    Leaders come last as long as those that they lead are left; of the others one that has lost W or was allocated an
    attack in this phase comes first.
    """
    here = state.troops(unit)
    led = [model for model in here if model.part == unit]
    others = led if led and len(led) < len(here) else list(here)
    begun = [model for model in others if model.lost or model.is_allocated]
    return tuple(model.id for model in begun or others)


class LosesWounds(Automatic[State40k], frozen=True, tag="loses-wounds", tag_field="step"):
    """A model loses W; with feel no pain it may ignore each."""

    model: str
    wounds: int
    rule: str

    def resolve(self, do: Transition40k) -> None:
        """Roll to ignore them, where it may."""
        state = do.state
        troop = state.troop(self.model)
        if not troop.is_here or not self.wounds:
            return
        pain = state.context.sheet(troop.part).ability(CoreWord.FEEL_NO_PAIN)
        if pain is None or pain.only:
            lose(do, self.model, self.wounds, self.rule)
            return
        wounds = min(self.wounds, 6 * state.wounds_left(self.model))
        then = IgnoresWounds(self.model, pain.needed, self.rule)
        throw(do, state.unit(troop.unit).player, wounds, "pain", "40K-SHEET-1", then, unit=troop.unit)


class IgnoresWounds(Automatic[State40k], frozen=True, tag="ignores-wounds", tag_field="step"):
    """Each wound whose die shows so much is ignored."""

    model: str
    need: int
    rule: str

    def resolve(self, do: Transition40k) -> None:
        """Lose the rest."""
        faces = do.state.thrown.faces
        ignored = sum(face >= self.need for face in faces)
        values = {"unit": self.model, "wounds": counted("{n} wound", "{n} wounds", ignored)}
        do.emit("wounds", "{unit} ignores {wounds}", "40K-SHEET-1", **values)
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
        do.emit("wounded", "{fighter} has {left} left", rule, fighter=model, left=left - taken)


def destroy(do: Transition40k, model: str, rule: str) -> None:
    """Destroy a model: it leaves the table; what that sets off comes next (40K-UNIT-9, 40K-WRECK-1)."""
    state = do.state
    troop = state.troop(model)
    demise = state.context.sheet(troop.part).ability(CoreWord.DEADLY_DEMISE)
    near = near_units(state, model) if demise is not None else ()
    passengers = tuple(unit.id for unit in state.passengers(troop.unit))
    change_model(do, model, place=ModelPlace40k.DESTROYED)
    do.emit("destroyed", "{fighter} is destroyed", rule, fighter=model)
    steps: list[AgendaStep] = []
    if demise is not None and demise.value is not None:
        steps.append(DeadlyDemise(model, str(demise.value), near))
    if passengers:
        steps.append(Wrecked(model, passengers))
    do.push(*steps)


def near_units(state: State40k, model: str) -> tuple[str, ...]:
    """Return the units of both sides within 6 in of a model, itself left out."""
    figure = state.table.model(model)
    return tuple(
        unit.id
        for unit in state.here()
        if any(one.id != model and is_near(figure, one, DEMISE_REACH) for one in state.figures(unit.id))
    )


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

    def resolve(self, do: Transition40k) -> None:
        """Roll for how many, unit by unit."""
        if do.state.thrown.faces[0] == 6:
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
        player = do.state.unit(do.state.troop(self.by).unit).player
        throw(do, player, dice.count, "mortal", "40K-MORTAL-1", MortalRolled(self.unit, self.value), unit=self.unit)


class MortalRolled(Automatic[State40k], frozen=True, tag="mortal-rolled", tag_field="step"):
    """The number is known."""

    unit: str
    value: str

    def resolve(self, do: Transition40k) -> None:
        """Let the unit take them."""
        dice = as_dice(self.value)
        count = dice.of_faces(do.state.thrown.faces) if dice.count else dice.plus
        do.push(MortalWounds(self.unit, count))


class DevastatingWounds(Automatic[State40k], frozen=True, tag="devastating-wounds", tag_field="step"):
    """Critical wounds of devastating weapons do their damage as mortal wounds, after the others (40K-MORTAL-3)."""

    line: AttackLine
    count: int

    def resolve(self, do: Transition40k) -> None:
        """Roll the damage of the first; then the others."""
        line = self.line
        if not self.count or not do.state.is_here(line.target):
            return
        dice = line.damage_dice
        player, then = do.state.unit(line.unit).player, DevastationRolled(line)
        do.push(DevastatingWounds(line, self.count - 1))
        throw(do, player, dice.count, "damage", "40K-DAMAGE-3", then, unit=line.unit)


class DevastationRolled(Automatic[State40k], frozen=True, tag="devastation-rolled", tag_field="step"):
    """The damage of one is known."""

    line: AttackLine

    def resolve(self, do: Transition40k) -> None:
        """Let the target take it."""
        dice = self.line.damage_dice
        rolled = dice.of_faces(do.state.thrown.faces) if dice.count else dice.plus
        do.push(MortalWounds(self.line.target, rolled + self.line.plus))


class MortalWounds(Asking[State40k], frozen=True, tag="mortal-wounds", tag_field="step"):
    """A unit takes mortal wounds, one W each, without saves; what is left goes on to other models (40K-MORTAL-1, -2).

    ``model``: the one that takes them all, where they are not for the unit.
    """

    unit: str
    count: int
    model: str = ""

    def _able(self, state: State40k) -> tuple[str, ...]:
        if self.model:
            return (self.model,) if state.troop(self.model).is_here else ()
        return next_models(state, self.unit) if state.is_here(self.unit) else ()

    @property
    def _why(self) -> RuleReason:
        wounds = counted("{n} mortal wound", "{n} mortal wounds", self.count)
        return RuleReason(
            "40K-MORTAL-1", Message("{unit}: which model takes {wounds}?", {"unit": self.unit, "wounds": wounds})
        )

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where one model has to take them."""
        able = self._able(state)
        is_open = self.count and len(able) > 1
        return Choice(state.unit(self.unit).player, "allocate", self._why, able) if is_open else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the models."""
        return (pick_one("allocate", message("Allocate"), self._why, model_options(state, self._able(state))),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), "40K-MORTAL-1")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Let it take as many as it has W."""
        self._take(do, picked_of(action))

    def skip(self, do: Transition40k) -> None:
        """Let the only one take them."""
        able = self._able(do.state)
        if able and self.count:
            self._take(do, able[0])

    def _take(self, do: Transition40k, model: str) -> None:
        """Give a model one of them at a time where it may ignore wounds, else as many as it has W."""
        state = do.state
        pain = state.context.sheet(state.troop(model).part).ability(CoreWord.FEEL_NO_PAIN)
        taken = min(self.count, state.wounds_left(model) if pain is None or pain.only else 1)
        if taken == self.count or pain is None:
            values = {"fighter": model, "wounds": counted("{n} mortal wound", "{n} mortal wounds", taken)}
            do.emit("wounds", "{fighter} takes {wounds}", "40K-MORTAL-1", **values)
        do.push(LosesWounds(model, taken, "40K-MORTAL-1"), MortalWounds(self.unit, self.count - taken, self.model))
