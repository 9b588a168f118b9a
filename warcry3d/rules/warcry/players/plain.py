"""The plain player: it does what is worth most, with the action after it in view."""

from collections.abc import Iterator

import numpy as np

from warcry3d.game.actions import Action, Pick
from warcry3d.game.decisions import Decision
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.motion.reaching.effort import limited
from warcry3d.rules.warcry.battle.abilities.effect_runner import Picking
from warcry3d.rules.warcry.battle.abilities.effects import AbilityOptions
from warcry3d.rules.warcry.battle.actions import Activate
from warcry3d.rules.warcry.battle.combat.attack_context import RerollOptions
from warcry3d.rules.warcry.battle.combat.reaction_checks import ReactionOptions
from warcry3d.rules.warcry.battle.fighters import enemies_within, move_of
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.rounds.bonus_actions import BonusAction
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.state import Activation, InitiativeDice, State
from warcry3d.rules.warcry.move_limits import ENGAGED
from warcry3d.rules.warcry.players.ability_value import Prospect, ranked, worth_of_words
from warcry3d.rules.warcry.players.acting import act, bonus
from warcry3d.rules.warcry.players.attacks import might_strike, strike_from
from warcry3d.rules.warcry.players.because import because
from warcry3d.rules.warcry.players.fallback import sure
from warcry3d.rules.warcry.players.options import ActionOption, activation_label, decided
from warcry3d.rules.warcry.players.placement import best_colour, best_wake, deploy, put_down
from warcry3d.rules.warcry.players.preparing import prepared
from warcry3d.rules.warcry.players.reactions import react, reroll, use_wild
from warcry3d.rules.warcry.players.worth import place_worth

__all__ = ["PlainPlayer"]

PIECES = 12
"""So many pieces are derived within a decision: 0.1 to 0.2 s each."""


class PlainPlayer:
    """Plays to win, by the worth of the next action: holds objectives, fetches treasure, charges when it pays, stays in
    cover and off open edges, keeps what could hurt it at a distance.

    A decision derives at most `PIECES` pieces of what searches need of the terrain, and none after ``seconds``: it
    leaves out ways that would take longer. What `prepare` derived, or a decision before, is there.
    """

    def __init__(self) -> None:
        self.seconds: float | None = None

    def choose(self, ruleset: Ruleset[State, Action], state: State, choice: Choice, random: Stream) -> Action:
        """Return an action without faults."""
        return self.decide(ruleset, state, choice, random).action

    def decide(self, ruleset: Ruleset[State, Action], state: State, choice: Choice, random: Stream) -> Decision[Action]:
        """Return an action without faults, why it is taken, and what it was compared with."""
        with limited(PIECES, seconds=self.seconds):
            decision = _decided(ruleset, state, choice)
            if decision is None:
                action = _wanted(ruleset, state, choice, random)
                decision = None if action is None else Decision(action, because(state, choice, action))
        if decision is None or ruleset.faults(state, decision.action):
            action = sure(ruleset, state, choice)
            return Decision(action, because(state, choice, action))
        return decision

    def prepare(self, ruleset: Ruleset[State, Action], state: State) -> Iterator[None]:
        """Yield after each piece of work on where fighters can get to: of those that can be activated first."""
        return prepared(state)


def _decided(ruleset: Ruleset[State, Action], state: State, choice: Choice) -> Decision[Action] | None:
    """Return what the player decides by comparing worths; None for what it decides by rules of thumb."""
    match choice.kind, choice.about:
        case "activate", tuple() as able:
            return decided([_activation(state, id) for id in able], is_all=True)
        case "act", Activation() as acting:
            return act(ruleset, state, acting)
        case "bonus", BonusAction() as about:
            return bonus(ruleset, state, about)
        case "react", ReactionOptions() as options:
            return react(state, options)
    return None


def _activation(state: State, id: str) -> ActionOption:
    return ActionOption(Activate(id), _urgency(state, id), activation_label(state, id))


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
        case "follow", (str() as id, *_):
            return Activate(id)
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


def _pick(state: State, choice: Choice, picking: Picking) -> Action:
    """Return the fighters that an ability is about: as many as may be, unless it hurts friends."""
    count = picking.most
    first = ranked(state, picking.offered, choice.player)
    return Pick(tuple(first[:count]))


def _better(state: State, about: AbilityOptions) -> str:
    """Return the name of the option that is worth most."""
    left = state.activation.left if state.activation is not None else 0
    prospect = Prospect(strike_from(state, state.table, about.use.fighter), None, left)
    worth = {option.name: worth_of_words(state, about.use, option.then, prospect) for option in about.options}
    return max(about.names, key=lambda name: (worth[name], -about.names.index(name)))
