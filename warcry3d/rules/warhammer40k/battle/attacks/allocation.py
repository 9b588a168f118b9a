"""Attacks that wound: which model each is allocated to, its save, the damage (40K-ALLOC, 40K-SAVE, 40K-DAMAGE)."""

from warcry3d.game.action_faults import picked_faults
from warcry3d.game.actions import Action
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.picks import pick_one, picked_of
from warcry3d.game.prompts import Option, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import Message, counted, message
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k, needed, needs_words
from warcry3d.rules.warhammer40k.battle.attacks.casualty_order import model_options, next_models, takes_next
from warcry3d.rules.warhammer40k.battle.attacks.saves import Save, save_of
from warcry3d.rules.warhammer40k.battle.attacks.wounds import LosesWounds
from warcry3d.rules.warhammer40k.battle.changing import Transition40k, change_model
from warcry3d.rules.warhammer40k.battle.state import State40k
from warcry3d.rules.warhammer40k.battle.throws import throw

__all__ = ["DamageRolled40k", "DirectsAttacks"]


class DirectsAttacks(Asking[State40k], frozen=True, tag="directs-attacks", tag_field="step"):
    """With precision the attacker may have attacks allocated to a visible character (40K-STRAT-EPIC-2)."""

    line: AttackLine40k
    count: int

    def _characters(self, state: State40k) -> tuple[str, ...]:
        return tuple(one for one in self.line.characters if state.troop(one).is_here)

    @property
    def _why(self) -> RuleReason:
        return RuleReason("40K-STRAT-EPIC-2", Message("{unit}: at a character?", {"unit": self.line.unit}))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None without precision."""
        known = self._characters(state) if self.count else ()
        return Choice(state.unit(self.line.unit).player, "precision", self._why, (*known, "none")) if known else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the characters; and none."""
        options = [Option(id, Message("{fighter}", {"fighter": id}), model=id) for id in self._characters(state)]
        options.append(Option("none", message("the opponent allocates them")))
        return (pick_one("precision", message("Precision"), self._why, options),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, (*self._characters(state), "none"), "40K-STRAT-EPIC-2")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Allocate them so."""
        picked = picked_of(action)
        do.push(Allocates40k(self.line, self.count, "" if picked == "none" else picked))

    def skip(self, do: Transition40k) -> None:
        """Let the attacked player allocate them."""
        if self.count:
            do.push(Allocates40k(self.line, self.count))


class Allocates40k(Asking[State40k], frozen=True, tag="allocates", tag_field="step"):
    """The attacked player allocates the next attack: a model that lost W or was allocated one takes it (40K-ALLOC-1).

    ``at``: the character that precision picked; ``fails``: attacks whose save failed already and that go on to another
    model, as the one before is gone; ``count``: attacks still to save.
    """

    line: AttackLine40k
    count: int
    at: str = ""
    fails: int = 0

    def _able(self, state: State40k) -> tuple[str, ...]:
        if self.at and state.troop(self.at).is_here:
            return (self.at,)
        return next_models(state, self.line.target)

    @property
    def _attacks(self) -> Message:
        return counted("{n} attack", "{n} attacks", self.count + self.fails)

    @property
    def _why(self) -> RuleReason:
        values = {"unit": self.line.target, "attacks": self._attacks}
        return RuleReason("40K-ALLOC-2", Message("{unit}: which model is allocated {attacks}?", values))

    def choice(self, state: State40k) -> Choice | None:
        """Return the question; None where one model has to take it, or none is left."""
        able = self._able(state)
        return Choice(state.unit(self.line.target).player, "allocate", self._why, able) if len(able) > 1 else None

    def prompts(self, state: State40k) -> tuple[Prompt, ...]:
        """Return the models."""
        options = model_options(state, self._able(state))
        heading = Message("Allocate {attacks}", {"attacks": self._attacks})
        return (pick_one("allocate", heading, self._why, options, hint=takes_next(self.count + self.fails)),)

    def faults(self, state: State40k, action: Action) -> tuple[ActionFault, ...]:
        """Return what is wrong: one of them is picked."""
        return picked_faults(action, self._able(state), "40K-ALLOC-2")

    def resolve(self, do: Transition40k, action: Action) -> None:
        """Allocate it."""
        self._allocate(do, picked_of(action))

    def skip(self, do: Transition40k) -> None:
        """Allocate it to the only one; what is left after the last model is lost."""
        able = self._able(do.state)
        if able:
            self._allocate(do, able[0])

    def _allocate(self, do: Transition40k, model: str) -> None:
        change_model(do, model, is_allocated=True)
        if self.fails:
            do.push(DealsDamage40k(self.line, self.fails, model), *self._rest(self.count))
            return
        save = save_of(do.state, self.line, model)
        count = min(self.count, _room(do.state, self.line, model, save))
        do.push(*self._rest(self.count - count))
        if save.need > 6:
            do.push(DealsDamage40k(self.line, count, model))
            return
        player = do.state.unit(self.line.target).player
        then = SavesRolled40k(self.line, save, model)
        throw(do, player, count, "save", save.rule, then, unit=self.line.target, need=save.need)

    def _rest(self, count: int) -> tuple["Allocates40k", ...]:
        return (Allocates40k(self.line, count, self.at),) if count else ()


def _room(state: State40k, line: AttackLine40k, model: str, save: Save) -> int:
    """Return how many dice may be rolled together: none of them can concern a model with another save (40K-FAST-1)."""
    alike = [one for one in _group(state, line, model) if save_of(state, line, one) == save]
    dice = line.damage_dice
    most = line.damage_of(dice.plus + dice.count * dice.sides)
    return max(sum(-(-state.wounds_left(one) // max(most, 1)) for one in alike), 1)


def _group(state: State40k, line: AttackLine40k, model: str) -> tuple[str, ...]:
    """Return the models that take attacks before others of another kind: the model, and those after it."""
    if model in line.characters:
        return (model,)
    own = state.troop(model).part
    return tuple(one.id for one in state.troops(line.target) if one.part == own)


class SavesRolled40k(Automatic[State40k], frozen=True, tag="saves-rolled", tag_field="step"):
    """Attacks that are not saved do damage; an unmodified 1 never saves (40K-SAVE-1, 40K-SAVE-4)."""

    line: AttackLine40k
    save: Save
    model: str

    def needed_of_dice(self, state: State40k) -> Message:
        """Return what each die needs."""
        return needs_words(self.save.need)

    def resolve(self, do: Transition40k) -> None:
        """Deal it."""
        faces = do.state.thrown.faces
        saved = sum(face > 1 and face >= self.save.need for face in faces)
        values = {
            "unit": self.line.target,
            "saves": counted("{n} attack saved", "{n} attacks saved", saved),
            "needed": needed(self.save.need),
        }
        do.emit("saves", "{unit}: {saves} (needed: {needed})", self.save.rule, **values)
        do.push(DealsDamage40k(self.line, len(faces) - saved, self.model))


class DealsDamage40k(Automatic[State40k], frozen=True, tag="deals-damage", tag_field="step"):
    """So many attacks do their damage, one after the other; what is beyond a model's W is lost (40K-DAMAGE-1 to 3)."""

    line: AttackLine40k
    count: int
    model: str

    def resolve(self, do: Transition40k) -> None:
        """Deal that of the first; where the model is gone, the next is allocated."""
        line = self.line
        if not self.count or not do.state.is_here(line.target):
            return
        if not do.state.troop(self.model).is_here:
            do.push(Allocates40k(line, 0, fails=self.count))
            return
        do.push(DealsDamage40k(line, self.count - 1, self.model))
        dice = line.damage_dice
        player, then = do.state.unit(line.unit).player, DamageRolled40k(line, self.model)
        throw(do, player, dice.count, "damage", "40K-DAMAGE-3", then, unit=line.unit, each=dice.count)


class DamageRolled40k(Automatic[State40k], frozen=True, tag="damage-rolled", tag_field="step"):
    """The damage of one attack is known."""

    line: AttackLine40k
    model: str

    def destroys(self, state: State40k) -> bool:
        """Return whether the dice that were just thrown are enough to destroy the model."""
        return self.line.damage_by(state.thrown.faces) >= state.wounds_left(self.model)

    def resolve(self, do: Transition40k) -> None:
        """Let the model lose so many W."""
        lost = self.line.damage_by(do.state.thrown.faces)
        do.push(LosesWounds(self.model, lost, "40K-DAMAGE-1", self.line.is_psychic))
