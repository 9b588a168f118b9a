"""What an activated fighter does: attacks, moves, abilities and waiting, held against each other."""

import math
from collections.abc import Iterator

from warcry3d.game.actions import Action, Decline, Done
from warcry3d.game.decisions import Decision
from warcry3d.game.ruleset import Ruleset
from warcry3d.message import message
from warcry3d.rules.warcry.battle.actions import Disengage, Move, Wait
from warcry3d.rules.warcry.battle.descriptions import place_name
from warcry3d.rules.warcry.battle.fighters import enemies_within, wounds_left
from warcry3d.rules.warcry.battle.rounds.bonus_actions import BonusAction
from warcry3d.rules.warcry.battle.rounds.objectives import holders
from warcry3d.rules.warcry.battle.state import Activation, State
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.ability_choice import abilities_worth
from warcry3d.rules.warcry.players.ability_value import AGAIN, WORTH_GOING, Prospect
from warcry3d.rules.warcry.players.attacks import PlannedAttack, best_strike, strikes
from warcry3d.rules.warcry.players.moves import PlannedMove, best_disengage, best_move, best_moves
from warcry3d.rules.warcry.players.moves_ahead import HEADWAY, fall_off, move_toward
from warcry3d.rules.warcry.players.next_moves import BOLD, next_moves, turns_back
from warcry3d.rules.warcry.players.options import (
    ActionOption,
    ability_label,
    attack_label,
    decided,
    move_label,
    ordered,
)
from warcry3d.rules.warcry.players.worth import aims_of, is_kept, objectives_count

__all__ = ["act", "bonus"]

HURT = 0.5
"""Who has lost so much of its wounds thinks of leaving a fight."""

POOR = 6.0
"""An attack worth less than this is no reason to stay in a fight; with less it looks what two moves lead to."""

LITTLE = 2.0
"""Who can do no more than this gets on with it: a little more cover is no use."""


def act(ruleset: Ruleset[State, Action], state: State, acting: Activation) -> Decision[Action]:
    """Return what an activated fighter does next."""
    id = acting.fighter
    attacks = strikes(ruleset, state, id) if acting.left else ()
    options = _plain_options(state, acting, attacks, next_moves(ruleset, state, acting))
    if acting.left and enemies_within(state, id, ENGAGED):
        options += _leaving(ruleset, state, id, attacks[0].worth if attacks else 0.0)
    elif acting.left and (near := max(option.worth for option in options)) < POOR:
        options += _further(ruleset, state, acting, near)
    best, *_ = ordered(options)
    for action, gain in abilities_worth(ruleset, state, id, _prospect(best, acting.left)):
        options.append(ActionOption(action, best.worth + gain, ability_label(state, action)))
    return decided(options, is_all=not acting.left)


def _plain_options(
    state: State, acting: Activation, attacks: tuple[PlannedAttack, ...], ways: tuple[PlannedMove, ...]
) -> list[ActionOption]:
    """Return attacks and moves with what they are worth in the whole activation; and what ends it."""
    id, share = acting.fighter, 1.0 + AGAIN * (acting.left - 1)
    options = [ActionOption(one.attack, one.worth * share, attack_label(one), one) for one in attacks]
    options += [
        ActionOption(Move(way.path, way.treasure), way.worth - WORTH_GOING, move_label(state, id, way), way)
        for way in ways
    ]
    if acting.left:
        return [*options, ActionOption(Wait(), 0.0, message("wait"))]
    return [*options, ActionOption(Done(), 0.0, message("end the activation"))]


def _prospect(best: ActionOption, left: int) -> Prospect:
    """Return what a fighter is about to do: the best that it found."""
    match best.plan:
        case PlannedAttack() as strike:
            return Prospect(strike, None, left)
        case way:
            return Prospect(None, way, left)


def _leaving(ruleset: Ruleset[State, Action], state: State, id: str, struck: float) -> list[ActionOption]:
    """Return the way out of a fight, for one that is hurt or can do little in it."""
    hurt = state.fighter(id).damage >= HURT * state.profile(id).wounds
    if state.fighter(id).treasure or not (hurt or struck < POOR) or wounds_left(state, id) <= 0:
        return []
    out = best_disengage(ruleset, state, id)
    if out is None:
        return []
    return [ActionOption(Disengage(out.path), out.worth, message("disengage to {place}", place=place_name(out.at)))]


def _further(ruleset: Ruleset[State, Action], state: State, acting: Activation, near: float) -> list[ActionOption]:
    """Return what two moves lead to; and, for one that has done nothing yet and would do nothing, to get on with it.

    ``near``: what the best it could do otherwise is worth.
    """
    id, found = acting.fighter, list[ActionOption]()
    far = move_toward(ruleset, state, id, left=acting.left)
    if far is not None and not turns_back(state, acting, far):
        found.append(ActionOption(Move(far.path), far.worth - WORTH_GOING, move_label(state, id, far), far))
    if acting.done or _is_in_place(state, id) or not aims_of(state, id):
        return found
    best = max((near, *(option.worth for option in found)))
    return found if best > LITTLE else [*found, *_boldly(ruleset, state, acting, best)]


def _boldly(ruleset: Ruleset[State, Action], state: State, acting: Activation, best: float) -> Iterator[ActionOption]:
    """Yield the moves that lead on, whatever enemies could do there, as worth more than the best beside them."""
    id = acting.fighter
    near = next(best_moves(ruleset, state, id, then_strikes=acting.left > 1, fear=BOLD), None)
    far = move_toward(ruleset, state, id, left=acting.left, fear=BOLD)
    leads = [way for way in (near, far) if way is not None and way.worth > 0 and _is_headway(state, id, way)]
    for way in leads:
        yield ActionOption(Move(way.path, way.treasure), best + way.worth, move_label(state, id, way), way)
    down = None if leads else fall_off(ruleset, state, id)
    if down is not None:
        place = place_name(down.at)
        if state.fighter(id).at[2] > HEADWAY:
            label = message("move to {place} and fall, to get down", place=place)
        else:
            label = message("move to {place} and fall, to get over it", place=place)
        yield ActionOption(Move(down.path), best + LITTLE, label)


def _is_headway(state: State, id: str, way: PlannedMove) -> bool:
    """Return whether a move leads anywhere."""
    return math.dist(state.fighter(id).at, way.at) > HEADWAY


def _is_in_place(state: State, id: str) -> bool:
    """Return whether a fighter is where it should be: with a treasure, or at an objective that needs it."""
    if state.fighter(id).treasure:
        return True
    awake = (objective for objective in state.objectives if objective.is_awake and objectives_count(state))
    return any(id in holders(state, o, state.fighter(id).player) and not is_kept(state, id, o) for o in awake)


def bonus(ruleset: Ruleset[State, Action], state: State, about: BonusAction) -> Decision[Action]:
    """Return the bonus action that is worth most, or none."""
    id, options = about.fighter, [ActionOption(Decline(), WORTH_GOING, message("do nothing"))]
    if "attack" in about.actions:
        strike = best_strike(ruleset, state, id, about.word.attacks)
        options += [ActionOption(strike.attack, strike.worth, attack_label(strike))] if strike is not None else []
    if "move" in about.actions:
        way = best_move(ruleset, state, id, inches=about.inches, then_strikes=True)
        if way is not None:
            options.append(ActionOption(Move(way.path, way.treasure), way.worth, move_label(state, id, way)))
    if "disengage" in about.actions and len(options) == 1:
        out = best_disengage(ruleset, state, id)
        label = None if out is None else message("disengage to {place}", place=place_name(out.at))
        options += (
            [ActionOption(Disengage(out.path), out.worth, label)] if out is not None and label is not None else []
        )
    return decided(options)
