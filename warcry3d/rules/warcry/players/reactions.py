"""Dice and reactions: wild dice, re-rolls, answers to attacks."""

from warcry3d.game.actions import Action, Decline, Pick, React
from warcry3d.game.decisions import Decision
from warcry3d.message import message
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext, RerollOptions
from warcry3d.rules.warcry.battle.combat.hit_table import hit_table, hits_on
from warcry3d.rules.warcry.battle.combat.odds import damage_odds, reaction_odds
from warcry3d.rules.warcry.battle.combat.reaction_checks import STRIKE, ReactionOptions
from warcry3d.rules.warcry.battle.combat.reaction_prompts import reaction_name
from warcry3d.rules.warcry.battle.fighters import weapon_of, wounds_left
from warcry3d.rules.warcry.battle.state import InitiativeDice, State, Use
from warcry3d.rules.warcry.players.ability_value import Prospect, worth_of_words
from warcry3d.rules.warcry.players.attacks import might_strike
from warcry3d.rules.warcry.players.options import ActionOption, decided
from warcry3d.rules.warcry.players.worth import strike_worth

__all__ = ["react", "reroll", "use_wild"]

DOOMED = 0.6
"""One that is likelier than this to be taken down has nothing to lose by reacting."""

SECOND_HALF = 0.7
"""An action given up for a reaction is worth so much of the best attack: it might not have come to it."""

STRIKES = 0.5 * 3.5
"""Damage on average of striking at one who disengages (WC-REACT-4)."""


def use_wild(state: State, player: str, hand: InitiativeDice) -> UseWild:
    """Return how the wild dice are used: to seize the initiative where one or two do it; then to have a set at all, or
    a triple where somebody can use one; in the last round nothing is kept.
    """
    theirs = max(state.side(other).hand.single_count for other in state.others(player))
    short = theirs - hand.single_count + 1
    singles = short if 0 < short <= min(hand.wild, 2) else 0
    left = hand.wild - singles
    raised: list[tuple[int, int]] = []
    lead = hand.single_count + singles - theirs
    is_last = state.round >= state.rounds
    if left and not hand.sets and hand.singles and lead != 1:
        raised.append((max(hand.singles), 1))
    elif left and hand.sets and (is_last or _wants_triple(state, player)):
        grow = [one for one in hand.sets if one.count == 2] or [one for one in hand.sets if one.count == 3]
        if grow:
            best = max(grow, key=lambda one: one.value)
            raised.append((best.value, best.count))
    return UseWild(singles, tuple(raised))


def _wants_triple(state: State, player: str) -> bool:
    """Return whether somebody is hurt enough to be healed, or a hero can call friends on."""
    own = list(state.on_board(player))
    return any(f.damage >= 5 for f in own) or (len(own) > 2 and any(state.profile(f.id).is_hero for f in own))


def reroll(state: State, about: RerollOptions) -> Action:
    """Return the dice to roll again: those that missed, the lowest first."""
    attack, faces = about.attack, about.faces
    least = hits_on(weapon_of(state, attack.attacker, attack.weapon).strength, attack.toughness)
    missed = [str(n) for _, n in sorted((face, n) for n, face in enumerate(faces) if face < least)]
    return Pick(tuple(missed[: about.most])) if missed else Decline()


def react(state: State, about: ReactionOptions) -> Decision[Action]:
    """Return the reaction that pays, or none: it costs an action, so it is held against an attack of one's own."""
    options = [ActionOption(Decline(), 0.0, message("keep the action instead of reacting"))]
    for fighter, reactions in about.offered:
        worth = _by_attack(state, about.attack) if about.attack is not None else {}
        for reaction in reactions:
            gain = worth[reaction] if reaction in worth else _otherwise(state, about, fighter, reaction)
            label = message(
                "let {fighter} react ({reaction})", fighter=fighter, reaction=reaction_name(state, reaction)
            )
            options.append(ActionOption(React(fighter, reaction), gain, label))
    return decided(options)


def _by_attack(state: State, attack: AttackContext) -> dict[str, float]:
    """Return what each reaction to an attack gains beyond the action it costs, by the odds with and without it."""
    plain = damage_odds(hit_table(state, attack), max(wounds_left(state, attack.target), 1), 1)
    price = SECOND_HALF * might_strike(state, attack.target, 1.0)
    price *= 1.0 - plain.down if plain.down < DOOMED else 0.0
    gains: dict[str, float] = {}
    for one in reaction_odds(state, attack):
        if one.odds is None:
            use = Use(fighter=attack.target, ability=one.reaction, value=0)
            words = state.context.abilities[one.reaction].do
            gains[one.reaction] = worth_of_words(state, use, words, Prospect(), (attack.attacker,)) - price
            continue
        saved = strike_worth(state, attack.target, plain.lost.mean - one.odds.lost.mean, plain.down - one.odds.down)
        given = strike_worth(state, attack.attacker, one.odds.own_lost.mean, one.odds.own_down)
        gains[one.reaction] = saved + given - price
    return gains


def _otherwise(state: State, about: ReactionOptions, fighter: str, reaction: str) -> float:
    """Return what a reaction to a move or to an enemy that leaves gains beyond the action it costs."""
    price = SECOND_HALF * might_strike(state, fighter, 1.0)
    if reaction == STRIKE:
        return strike_worth(state, about.enemy, STRIKES, 0.1) - 0.5 * price
    use = Use(fighter=fighter, ability=reaction, value=0)
    words = state.context.abilities[reaction].do
    return worth_of_words(state, use, words, Prospect(), (about.enemy,)) - price
