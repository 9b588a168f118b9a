"""`preview`: what would come of an action, by the step of the battle that asks for it."""

from warcry3d.game.actions import Action, Decline, PlaceAt, React
from warcry3d.game.agenda import AgendaStep, Asking, advance, asked
from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.message import message, percentage
from warcry3d.rules.warcry.battle.action_checks import malformed
from warcry3d.rules.warcry.battle.actions import Activate, Attack, Deploy, Disengage, Move, UseAbility, UseWild
from warcry3d.rules.warcry.battle.combat.disengage_reactions import MayStrike
from warcry3d.rules.warcry.battle.combat.hit_rolls import TargetReacts
from warcry3d.rules.warcry.battle.combat.reaction_checks import STRIKE
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.movement.falls import Fall, landing_at
from warcry3d.rules.warcry.battle.previews.ability_preview import ability_preview, words_lines
from warcry3d.rules.warcry.battle.previews.activation_preview import activation_preview
from warcry3d.rules.warcry.battle.previews.attack_preview import attack_preview, reaction_preview
from warcry3d.rules.warcry.battle.previews.initiative_preview import wild_preview
from warcry3d.rules.warcry.battle.previews.move_preview import IMPACT, move_preview, objective_lines, strike_odds
from warcry3d.rules.warcry.battle.previews.views import views_from
from warcry3d.rules.warcry.battle.rounds.activation import Acts
from warcry3d.rules.warcry.battle.rounds.bonus_actions import MayAct
from warcry3d.rules.warcry.battle.rounds.initiative import WildDice
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.falls import deadly_nearby, fall_hurts

__all__ = ["preview"]

MOST_LINES = 8
"""Lines of what an action does at once that a preview shows."""


def preview(state: State, action: Action, *, is_quick: bool = False) -> Preview:
    """Return what would come of an action, as much as can be said of one with faults.

    ``is_quick``: of sight only what a short look shows.
    """
    if malformed(action) or not isinstance(asked(state), Choice):
        return Preview()
    step = state.agenda[-1]
    match action:
        case Attack() | Move() | Disengage() | UseAbility():
            return _of_actor(state, step, action, is_quick=is_quick)
        case Activate():
            return activation_preview(state, action)
        case Deploy():
            return _of_deployment(state, action, is_quick=is_quick)
        case React() | Decline() if isinstance(step, TargetReacts):
            return reaction_preview(state, step.attack, action.reaction if isinstance(action, React) else "")
        case UseWild() if isinstance(step, WildDice):
            return wild_preview(state, step, action)
        case React():
            return _of_reaction(state, step, action)
        case PlaceAt() if isinstance(step, Fall):
            return _of_fall(state, step.fighter, action)
    return _at_once(state, step, action)


def _of_actor(
    state: State, step: AgendaStep, action: Attack | Move | Disengage | UseAbility, *, is_quick: bool
) -> Preview:
    """Return what would come of what the fighter does that is asked."""
    inches: float | None = None
    match step:
        case Acts(fighter=fighter):
            pass
        case MayAct(fighter=fighter):
            state = step.begun(state)
            inches = step.inches(state)
        case _:
            return Preview()
    if state.fighter(fighter).place is not FighterStatus.BOARD:
        return Preview()
    match action:
        case Move():
            return move_preview(state, fighter, action, inches=inches, is_quick=is_quick)
        case Disengage():
            return move_preview(state, fighter, action, is_quick=is_quick)
        case Attack() if _is_attack(state, fighter, action):
            return attack_preview(state, fighter, action)
        case UseAbility() if action.ability in state.context.abilities:
            return ability_preview(state, fighter, action)
    return Preview()


def _is_attack(state: State, fighter: str, action: Attack) -> bool:
    enemies = {enemy.id for enemy in state.enemies(state.fighter(fighter).player)}
    return 0 <= action.weapon < len(state.profile(fighter).weapons) and action.target in enemies


def _of_deployment(state: State, action: Deploy, *, is_quick: bool) -> Preview:
    """Return what a fighter sees from a place where it might be set up, and what enemies on the table can do to it."""
    if action.fighter not in state.model_ids:
        return Preview()
    there = state.standing(action.fighter, action.at, action.turn)
    lines = tuple(objective_lines(state, there, action.fighter))
    views = views_from(there, action.fighter, is_quick=is_quick)
    return Preview(lines=lines, end=action.at, views=views, is_exact=not is_quick)


def _of_reaction(state: State, step: AgendaStep, action: React) -> Preview:
    """Return what a reaction to a move or a disengage does."""
    ability = state.context.abilities.get(action.reaction)
    if isinstance(step, MayStrike) and action.reaction == STRIKE:
        odds = strike_odds()
        text = message(
            "{average:.2f} damage on average; the chance to take {target} down is {down}",
            average=odds.mean,
            target=step.leaver,
            down=percentage(odds.at_least(wounds_left(state, step.leaver)), 1),
        )
        reason = RuleReason("WC-REACT-4", text)
        weapon = message("strike")
        down = odds.at_least(wounds_left(state, step.leaver))
        return Preview(lines=(reason,), odds=(AttackOdds(action.fighter, step.leaver, weapon, odds.chances, down),))
    if ability is None or not ability.is_reaction or action.fighter not in state.model_ids:
        return Preview()
    use = Use(fighter=action.fighter, ability=action.reaction, value=0)
    return Preview(lines=words_lines(state, use, ability.do))


def _of_fall(state: State, fighter: str, action: PlaceAt) -> Preview:
    """Return what a fall to a place costs."""
    at = landing_at(state, fighter, action.at)
    if at is None:
        return Preview()
    before = state.fighter(fighter).at
    lines = [RuleReason("WC-FALL-2", message("{fighter} falls {down:.2f} in", fighter=fighter, down=before[2] - at[2]))]
    if fall_hurts(before, at):
        down = percentage(IMPACT.at_least(wounds_left(state, fighter)), 1)
        values = {"average": IMPACT.mean, "down": down}
        text = message("impact: {average:.2f} damage on average, a chance of {down} to be taken down", **values)
        lines.append(RuleReason("WC-FALL-3", text))
    there = state.standing(fighter, at, action.turn)
    if deadly_nearby(there.table, fighter):
        lines.append(RuleReason("WC-DEADLY-2", message("D6 damage: deadly terrain is within 1 in")))
    return Preview(lines=(*lines, *objective_lines(state, there, fighter)), end=at)


def _at_once(state: State, step: AgendaStep, action: Action) -> Preview:
    """Return what an action does up to the next question, as the report will say it."""
    if not isinstance(step, Asking) or step.faults(state, action):
        return Preview()
    do = Transition(state)
    advance(do, action)
    events = do.events[:MOST_LINES]
    return Preview(lines=tuple(RuleReason(event.rules[0] if event.rules else "", event.message) for event in events))
