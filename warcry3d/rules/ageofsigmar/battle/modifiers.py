"""What changes rolls and characteristics now: effects that last, abilities that always work, terrain, cover.

Everything is worked out from the state when it is asked for (AOS-TERRAIN-20), and kept with it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from warcry3d.game.dice_sum import DiceSum, dice_sum
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.ageofsigmar.battle.abilities.unit_filters import holds, matches
from warcry3d.rules.ageofsigmar.battle.effects import EffectKind, HeldWord, UnitEffect
from warcry3d.rules.ageofsigmar.battle.sensing import (
    COMBAT_REACH,
    are_near,
    features_near,
    is_covered,
    once_in,
)
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarPhase, SigmarState
from warcry3d.rules.ageofsigmar.battle.terrain_rules import TerrainRule
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import ChangeScore, GrantWord, LetReroll, OnAttack
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import ScrollWeapon, WeaponKind

__all__ = [
    "AttackScene",
    "RollBonus",
    "bravery_of",
    "cannot_move",
    "changed_dice",
    "changed_number",
    "granted",
    "ignored_rend",
    "is_befuddled",
    "move_of",
    "on_attacks",
    "reroll_of",
    "roll_bonus",
    "save_bonus",
    "save_of",
    "words_on",
]

RollWord: TypeAlias = str
RerollKind: TypeAlias = Literal["none", "ones", "failed", "any"]
BEST = ("none", "ones", "failed", "any")
"""Re-rolls from the least to the most that they allow."""

ANY_REND = 99
"""What is said of a target to which no Rend does anything."""

RANKS = 10
"""So many models of a unit add one to its Bravery (AOS-SHOCK-3)."""


@dataclass(frozen=True, slots=True)
class AttackScene:
    """An attack as modifiers see it: who attacks with which weapon, and the other unit; ``is_save``: it is about the
    save roll of ``unit``, whose attacker ``against`` is.
    """

    unit: str
    against: str
    kind: WeaponKind
    weapon: str = ""
    model: str = ""
    attacker: str = ""


@dataclass(frozen=True, slots=True)
class RollBonus:
    """What is added to a roll, and why."""

    total: int = 0
    reasons: tuple[RuleReason, ...] = ()

    def plus(self, number: int, why: RuleReason) -> "RollBonus":
        """Return it with one more number."""
        return RollBonus(self.total + number, (*self.reasons, why)) if number else self


def words_on(state: SigmarState, unit: str) -> tuple[UnitEffect, ...]:
    """Return what holds of a unit: lasting effects on it, and what abilities that always work do to it now."""

    def ask() -> tuple[UnitEffect, ...]:
        lasting = tuple(one for one in state.effects if one.unit == unit and one.word is not None)
        return (*lasting, *_always(state, unit))

    return once_in(state, ("words", unit), ask)


def _always(state: SigmarState, unit: str) -> Iterator[UnitEffect]:
    """Yield what abilities that always work do to a unit."""
    for bearer in state.here():
        for ability in state.scroll(bearer.id).abilities:
            if ability.when != "always" or not ability.do:
                continue
            carriers = _carriers(state, bearer.id, ability.carried_by)
            if not carriers or not holds(state, bearer.id, ability.only):
                continue
            for word in ability.do:
                if not isinstance(word, HeldWord):
                    continue
                models = carriers if word.who == "model" else ()
                if word.who in ("self", "model"):
                    is_meant = bearer.id == unit
                else:
                    is_meant = not isinstance(word.who, str) and matches(state, bearer.id, word.who, unit)
                if is_meant and holds(state, bearer.id, word.only):
                    yield UnitEffect(
                        unit=unit,
                        kind=EffectKind.ABILITY,
                        by=bearer.player,
                        name=ability.name,
                        word=word,
                        bearer=bearer.id,
                        models=models,
                    )


def _carriers(state: SigmarState, unit: str, loadouts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the models of a unit on the battlefield that bear an ability."""
    return tuple(
        model.id for model in state.troops(unit) if not loadouts or state.context.loadout(model.id) in loadouts
    )


def _applies(state: SigmarState, effect: UnitEffect, scene: AttackScene | None, model: str) -> bool:
    """Return whether an effect's word holds in an attack, in this phase, for a model."""
    word = effect.word
    if word is None or (effect.models and model and model not in effect.models):
        return False
    if word.phases and state.phase not in word.phases:
        return False
    if scene is None:
        return not (word.attacks or word.weapons or word.against is not None)
    if word.attacks and word.attacks != scene.kind.value:
        return False
    if word.weapons and scene.weapon not in word.weapons:
        return False
    if word.against is not None:
        return matches(state, scene.unit, word.against, scene.against, from_model=model)
    return True


def _words(
    state: SigmarState, unit: str, scene: AttackScene | None, model: str
) -> Iterator[tuple[UnitEffect, HeldWord]]:
    for effect in words_on(state, unit):
        if effect.word is not None and _applies(state, effect, scene, model):
            yield effect, effect.word


def _why(effect: UnitEffect, number: int, rule: str) -> RuleReason:
    labels = {
        EffectKind.DAMNED: message("damned terrain {bonus:+d}", bonus=number),
        EffectKind.ABILITY: Message("{ability} {bonus:+d}", {"ability": effect.name, "bonus": number}),
    }
    return RuleReason(rule, labels.get(effect.kind, labels[EffectKind.ABILITY]))


def roll_bonus(
    state: SigmarState, roll: RollWord, unit: str, *, scene: AttackScene | None = None, model: str = ""
) -> RollBonus:
    """Return what is added to a roll of a unit, or of one ``model`` of it, from effects, abilities and arcane terrain
    (AOS-ATTACK-12).
    """
    total = RollBonus()
    for effect, word in _words(state, unit, scene, model):
        if isinstance(word, ChangeScore) and roll in word.what:
            rule = "AOS-TERRAIN-6" if effect.kind is EffectKind.DAMNED else "AOS-SCROLL-2"
            total = total.plus(word.add, _why(effect, word.add, rule))
    is_magic = roll in ("casting-roll", "unbinding-roll")
    if is_magic and features_near(state, unit, TerrainRule.ARCANE, model=model):
        rule = "AOS-TERRAIN-7" if roll == "casting-roll" else "AOS-TERRAIN-8"
        total = total.plus(1, RuleReason(rule, message("arcane terrain +1")))
    return total


def save_bonus(state: SigmarState, scene: AttackScene, rend: int, *, in_combat: bool) -> RollBonus:
    """Return what is added to a target's save roll: Rend, cover, effects (AOS-ATTACK-6, AOS-COVER-1)."""
    total = roll_bonus(state, "save-roll", scene.unit, scene=scene)
    if -rend > ignored_rend(state, scene):
        total = total.plus(rend, RuleReason("AOS-ATTACK-6", message("Rend {rend:d}", rend=rend)))
    has_charged = in_combat and Deed.CHARGED in state.unit(scene.unit).did
    if not has_charged and is_covered(state, scene.unit):
        total = total.plus(1, RuleReason("AOS-COVER-1", message("in cover +1")))
    return total


def ignored_rend(state: SigmarState, scene: AttackScene) -> int:
    """Return the largest Rend, without its sign, that does nothing to a target; 0: each counts."""
    words = (word for _, word in _words(state, scene.unit, scene, ""))
    granted = [one.amount or ANY_REND for one in words if isinstance(one, GrantWord) and one.word == "ignore-rend"]
    return max(granted, default=0)


def reroll_of(
    state: SigmarState, roll: RollWord, unit: str, *, scene: AttackScene | None = None, model: str = ""
) -> RerollKind:
    """Return which dice of a roll may be rolled again: the most that any rule allows (AOS-DICE-4)."""
    found: RerollKind = "none"
    for _, word in _words(state, unit, scene, model):
        if isinstance(word, LetReroll) and roll in word.what and BEST.index(word.which) > BEST.index(found):
            found = word.which
    return found


def granted(state: SigmarState, unit: str, word: str, *, scene: AttackScene | None = None) -> int | None:
    """Return the amount of a word that holds of a unit, the best of several; None: it does not hold.

    Of wounds that are ignored a lower face is better.
    """
    amounts = [
        one.amount for _, one in _words(state, unit, scene, "") if isinstance(one, GrantWord) and one.word == word
    ]
    return min(amounts) if amounts else None


def on_attacks(state: SigmarState, scene: AttackScene) -> tuple[OnAttack, ...]:
    """Return what rolls of an attack do beyond passing."""
    return tuple(word for _, word in _words(state, scene.unit, scene, scene.model) if isinstance(word, OnAttack))


def changed_number(
    state: SigmarState, what: str, number: float, unit: str, *, scene: AttackScene | None = None, model: str = ""
) -> float:
    """Return a characteristic with all that changes it: set first, then doubled, then added to."""
    words = [one for _, one in _words(state, unit, scene, model) if isinstance(one, ChangeScore) and what in one.what]
    for word in words:
        if word.set is not None and not isinstance(word.set, str):
            number = word.set
    for word in words:
        number = 2 * number if word.double else number
    return number + sum(word.add for word in words)


def changed_dice(state: SigmarState, what: str, dice: DiceSum, scene: AttackScene) -> DiceSum:
    """Return a characteristic that may be dice, such as Attacks or Damage, with all that changes it."""
    words = [
        w for _, w in _words(state, scene.unit, scene, scene.model) if isinstance(w, ChangeScore) and what in w.what
    ]
    for word in words:
        if word.set is not None:
            dice = dice_sum(word.set)
    for word in words:
        dice = DiceSum(2 * dice.count, dice.sides, 2 * dice.plus) if word.double else dice
    return DiceSum(dice.count, dice.sides, max(dice.plus + sum(word.add for word in words), 0))


def changed_weapon(state: SigmarState, weapon: ScrollWeapon, scene: AttackScene) -> tuple[float, int]:
    """Return a weapon's range and Rend with all that changes them."""
    reach = changed_number(state, "range", weapon.range, scene.unit, scene=scene, model=scene.model)
    rend = changed_number(state, "rend", weapon.rend, scene.unit, scene=scene, model=scene.model)
    return reach, int(min(rend, 0))


def save_of(state: SigmarState, unit: str) -> int:
    """Return the Save of a unit (AOS-ATTACK-7)."""
    return int(changed_number(state, "save", state.scroll(unit).save, unit))


def move_of(state: SigmarState, model: str) -> float:
    """Return the Move of a model, as its wounds and abilities have it."""
    troop = state.troop(model)
    move = state.scroll(troop.unit).at_wounds(troop.wounds).move
    return max(changed_number(state, "move", move, troop.unit, model=model), 0.0)


def is_befuddled(state: SigmarState, unit: str) -> bool:
    """Return whether a unit is befuddled (AOS-TERRAIN-13 to 15)."""
    return any(one.unit == unit and one.kind is EffectKind.BEFUDDLED for one in state.effects)


def cannot_move(state: SigmarState, unit: str) -> bool:
    """Return whether a unit makes no move of any kind: it is befuddled (AOS-TERRAIN-14), or an ability says so."""
    return is_befuddled(state, unit) or granted(state, unit, "cannot-move") is not None


def bravery_of(state: SigmarState, unit: str) -> RollBonus:
    """Return the Bravery of a unit for a test, with what it is made of (AOS-SHOCK-2, -3; AOS-TERRAIN-9, -18, -19)."""
    own = int(changed_number(state, "bravery", state.scroll(unit).bravery, unit))
    total = RollBonus(own, (RuleReason("AOS-SHOCK-2", message("Bravery {bravery}", bravery=own)),))
    tens = len(state.troops(unit)) // RANKS
    total = total.plus(tens, RuleReason("AOS-SHOCK-3", message("models in tens {bonus:+d}", bonus=tens)))
    if features_near(state, unit, TerrainRule.INSPIRING):
        total = total.plus(1, RuleReason("AOS-TERRAIN-9", message("inspiring terrain +1")))
    if _is_afraid(state, unit):
        total = total.plus(-1, RuleReason("AOS-TERRAIN-18", message("fear -1")))
    return total


def _is_afraid(state: SigmarState, unit: str) -> bool:
    feared = {one.unit for one in state.effects if one.kind is EffectKind.FEAR}
    player = state.unit(unit).player
    return any(
        state.is_here(one) and state.unit(one).player != player and are_near(state, unit, one, COMBAT_REACH)
        for one in feared
    )


def in_combat(state: SigmarState) -> bool:
    """Return whether it is the combat phase."""
    return state.phase is SigmarPhase.COMBAT
