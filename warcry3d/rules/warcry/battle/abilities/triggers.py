"""Delayed effects of abilities: after an attack action, at the end of a move action (docs/abilities.md)."""

from warcry3d.game.agenda import AgendaStep, Automatic
from warcry3d.rules.warcry.abilities.vocabulary import When
from warcry3d.rules.warcry.battle.abilities.effect_runner import Perform, ability_of
from warcry3d.rules.warcry.battle.abilities.reactions import MayReactToMove
from warcry3d.rules.warcry.battle.abilities.selectors import fits, of_a_kind, select_fighters
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.state import Effect, FighterStatus, State, Until
from warcry3d.rules.warcry.battle.transition import Transition

__all__ = ["AfterMove", "after_attack"]


def after_attack(do: Transition, attack: AttackContext, hits: int, crits: int) -> list[tuple[str, AgendaStep]]:
    """End effects that last until the attacker's next attack; return what abilities trigger now, with their names."""
    state, kind = do.state, "melee" if attack.is_melee else "missile"
    due = [effect for effect in state.effects if _is_due_to(state, effect, attack, kind, hits, crits)]
    ended = [
        e
        for e in state.effects
        if (_ends_with(e, attack.attacker, Until.ATTACK, kind) and _was_against(state, e, attack.target))
        or _was_once(e, due)
    ]
    do.change(effects=tuple(effect for effect in state.effects if effect not in ended))
    return [_then(state, effect, (attack.target,)) for effect in due]


class AfterMove(Automatic[State], frozen=True, tag="after-move", tag_field="step"):
    """End effects that last until the end of a move action, and trigger what abilities do then."""

    fighter: str

    def resolve(self, do: Transition) -> None:
        """Run triggered effects in the order that the player chooses (WC-ORDER-1)."""
        state = do.state
        due = [effect for effect in state.effects if _is_due_to_move(state, effect, self.fighter)]
        ended = [e for e in state.effects if _ends_with(e, self.fighter, Until.MOVE, "") or _was_once(e, due)]
        do.change(effects=tuple(effect for effect in state.effects if effect not in ended))
        do.push(MayReactToMove(self.fighter))
        in_order(do, [_then(state, effect, ()) for effect in due])


def _trigger(effect: Effect, fighter: str, event: str) -> When | None:
    """Return the event that a fighter's effect waits for, if it is this one."""
    trigger = effect.trigger
    return trigger if trigger is not None and effect.fighter == fighter and trigger.event == event else None


def _is_due_to(state: State, effect: Effect, attack: AttackContext, kind: str, hits: int, crits: int) -> bool:
    trigger = _trigger(effect, attack.attacker, "attack")
    if trigger is None or trigger.attacks not in ("", kind):
        return False
    scored = {"": True, "hit": hits + crits > 0, "crit": crits > 0, "down": _is_down(state, attack.target)}
    is_target = trigger.target is None or of_a_kind(state, trigger.target, attack.target, attack.attacker)
    return is_target and scored[trigger.scored]


def _is_due_to_move(state: State, effect: Effect, fighter: str) -> bool:
    trigger = _trigger(effect, fighter, "move")
    if trigger is None or state.fighter(fighter).place is not FighterStatus.BOARD:
        return False
    return trigger.near is None or bool(select_fighters(state, trigger.near, fighter))


def _is_down(state: State, fighter: str) -> bool:
    return state.fighter(fighter).place is not FighterStatus.BOARD


def _ends_with(effect: Effect, fighter: str, until: Until, kind: str) -> bool:
    """Return whether a fighter's effect ends with an attack of this kind, or with a move."""
    about = effect.trigger.attacks if effect.trigger is not None else effect.when
    return effect.fighter == fighter and effect.until is until and about in ("", kind)


def _was_against(state: State, effect: Effect, target: str) -> bool:
    """Return whether an effect was about an attack on this target; for one taken down its kind decides."""
    if effect.against is None:
        return True
    if _is_down(state, target):
        return of_a_kind(state, effect.against, target, effect.fighter)
    return fits(state, effect.against, target, effect.fighter)


def _was_once(effect: Effect, due: list[Effect]) -> bool:
    return effect.trigger is not None and effect.trigger.once and effect in due


def _then(state: State, effect: Effect, picked: tuple[str, ...]) -> tuple[str, AgendaStep]:
    """Return the steps that an effect triggers, with the ability's name."""
    assert effect.trigger is not None, "it waits for something"
    assert effect.use is not None, "an ability made it"
    return ability_of(state, effect.use).name, Perform(effect.use, effect.trigger.then, picked)
