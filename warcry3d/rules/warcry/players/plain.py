"""The plain player: it does what is worth most, one action ahead."""

import numpy as np

from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.rules.warcry.battle.abilities.effect_runner import Picking
from warcry3d.rules.warcry.battle.abilities.effects import AbilityOptions
from warcry3d.rules.warcry.battle.actions import Activate, Disengage, Move, Wait
from warcry3d.rules.warcry.battle.combat.attack_context import RerollOptions
from warcry3d.rules.warcry.battle.combat.reaction_checks import ReactionOptions
from warcry3d.rules.warcry.battle.fighters import enemies_within, move_of, wounds_left
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.rounds.bonus_actions import BonusAction
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.state import Activation, InitiativeDice, State
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.ability_value import Prospect, best_ability, ranked, worth_of_words
from warcry3d.rules.warcry.players.attacks import PlannedAttack, best_strike, might_strike
from warcry3d.rules.warcry.players.fallback import sure
from warcry3d.rules.warcry.players.moves import PlannedMove, best_disengage, best_move
from warcry3d.rules.warcry.players.placement import best_colour, best_wake, deploy, put_down
from warcry3d.rules.warcry.players.reactions import react, reroll, use_wild
from warcry3d.rules.warcry.players.worth import place_worth

__all__ = ["PlainPlayer"]

WORTH_GOING = 0.8
"""Going somewhere must be worth so much more than staying."""

HURT = 0.5
"""Who has lost so much of its wounds thinks of leaving a fight."""

POOR = 6.0
"""An attack worth less than this is no reason to stay in a fight."""


class PlainPlayer:
    """Plays to win, by the worth of the next action: holds objectives, fetches treasure, charges when it pays, stays in
    cover and off open edges, keeps what could hurt it at a distance.
    """

    def choose(self, ruleset: Ruleset[State, Action], state: State, choice: Choice, random: Stream) -> Action:
        """Return an action without faults."""
        action = _wanted(ruleset, state, choice, random)
        if action is None or ruleset.faults(state, action):
            return sure(ruleset, state, choice)
        return action


def _wanted(ruleset: Ruleset[State, Action], state: State, choice: Choice, random: Stream) -> Action | None:
    """Return what the player wants to do; None where nothing is better than what always can be done."""
    match choice.kind, choice.about:
        case "attacker", _:
            return Pick((state.others(choice.player)[0],))  # who sets up second sees where the others are
        case "colour", tuple() as colours:
            return Pick((best_colour(state, colours),))
        case "wake", tuple() as asleep:
            return Pick((best_wake(state, choice.player, asleep),))
        case "deploy", Deploying() as deploying:
            return deploy(ruleset, state, choice, deploying, random)
        case "wild", InitiativeDice() as hand:
            return use_wild(state, choice.player, hand)
        case "activate", tuple() as able:
            return Activate(max(able, key=lambda id: (_urgency(state, id), -able.index(id))))
        case "follow", (str() as id, *_):
            return Activate(id)
        case "act", Activation() as acting:
            return _act(ruleset, state, acting)
        case "bonus", BonusAction() as bonus:
            return _bonus(ruleset, state, bonus)
        case "react", ReactionOptions() as options:
            return react(state, options)
        case "re-roll", RerollOptions() as options:
            return reroll(state, options)
        case "pick", Picking() as picking:
            return _pick(state, choice, picking)
        case "either", AbilityOptions() as options:
            return Pick((_better(state, options),))
        case "fall" | "place", PlacesOffered() as offered:
            return put_down(ruleset, state, choice, offered, random)
    return None


def _urgency(state: State, id: str) -> float:
    """Return how much a fighter can do now: attack from where it is, after a move, or get to where it should be."""
    is_engaged = bool(enemies_within(state, id, ENGAGED))
    far = 0.0 if is_engaged else move_of(state, id)
    now, soon = might_strike(state, id, 0.0), might_strike(state, id, far)
    fighter = state.fighter(id)
    lost = fighter.damage / state.profile(id).wounds
    actions = 1.0 if fighter.is_waiting or state.profile(id).is_monster or fighter.reactions else 2.0
    here = float(place_worth(state, id, np.array([fighter.at]))[0])
    return actions * max(now, 0.6 * soon) * (1 + 0.5 * lost) - 0.1 * here


def _act(ruleset: Ruleset[State, Action], state: State, acting: Activation) -> Action:
    """Return what an activated fighter does next."""
    id = acting.fighter
    strike = best_strike(ruleset, state, id) if acting.left else None
    way = None
    if acting.left and not enemies_within(state, id, ENGAGED):
        way = best_move(ruleset, state, id, then_strikes=acting.left > 1)
    prospect = Prospect(strike, way.strikes if way is not None else 0.0, acting.left)
    ability = best_ability(state, id, prospect)
    if ability is not None:
        return ability
    if not acting.left:
        return Done()
    return _best(ruleset, state, id, strike, way)


def _best(
    ruleset: Ruleset[State, Action], state: State, id: str, strike: PlannedAttack | None, way: PlannedMove | None
) -> Action:
    """Return an attack, a move, a way out of a fight, or waiting: what is worth most."""
    struck = strike.worth if strike is not None else 0.0
    if enemies_within(state, id, ENGAGED) and _may_leave(state, id, struck):
        out = best_disengage(ruleset, state, id)
        if out is not None and out.worth > struck:
            return Disengage(out.path)
    goes = way is not None and way.worth > WORTH_GOING
    if strike is not None and not (goes and way is not None and _is_better(way, struck)):
        return strike.attack
    if goes and way is not None:
        return Move(way.path, way.treasure)
    return Wait()


def _is_better(way: PlannedMove, struck: float) -> bool:
    """Return whether going comes before an attack from here: it leads to a better one, or is worth more than one."""
    return way.worth > struck and (way.strikes > struck or not way.strikes or way.treasure != "")


def _may_leave(state: State, id: str, struck: float) -> bool:
    hurt = state.fighter(id).damage >= HURT * state.profile(id).wounds
    return not state.fighter(id).treasure and (hurt or struck < POOR) and wounds_left(state, id) > 0


def _bonus(ruleset: Ruleset[State, Action], state: State, about: BonusAction) -> Action:
    """Return the bonus action that is worth most, or none."""
    options: list[tuple[float, Action]] = [(WORTH_GOING, Decline())]
    if "attack" in about.actions:
        strike = best_strike(ruleset, state, about.fighter, about.word.attacks)
        options += [(strike.worth, strike.attack)] if strike is not None else []
    if "move" in about.actions:
        way = best_move(ruleset, state, about.fighter, inches=about.inches, then_strikes=True)
        options += [(way.worth, Move(way.path, way.treasure))] if way is not None else []
    if "disengage" in about.actions and len(options) == 1:
        out = best_disengage(ruleset, state, about.fighter)
        options += [(out.worth, Disengage(out.path))] if out is not None else []
    return max(options, key=lambda option: option[0])[1]


def _pick(state: State, choice: Choice, picking: Picking) -> Action:
    """Return the fighters that an ability is about: as many as may be, unless it hurts friends."""
    count = picking.most
    first = ranked(state, picking.offered, choice.player)
    return Pick(tuple(first[:count]))


def _better(state: State, about: AbilityOptions) -> str:
    """Return the name of the option that is worth most."""
    left = state.activation.left if state.activation is not None else 0
    prospect = Prospect(None, might_strike(state, about.use.fighter, 1.0), left)
    worth = {option.name: worth_of_words(state, about.use, option.then, prospect) for option in about.options}
    return max(about.names, key=lambda name: (worth[name], -about.names.index(name)))
