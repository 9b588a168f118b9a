"""Dice and reactions: wild dice, re-rolls, answers to attacks."""

from warcry3d.game.actions import Action, Decline, Pick, React
from warcry3d.rules.warcry.battle.actions import UseWild
from warcry3d.rules.warcry.battle.combat.attack_context import AttackContext, RerollOptions
from warcry3d.rules.warcry.battle.combat.hit_table import hits_on
from warcry3d.rules.warcry.battle.combat.reaction_checks import COUNTER, STRIKE, TAKE_COVER, ReactionOptions
from warcry3d.rules.warcry.battle.fighters import weapon_of, wounds_left
from warcry3d.rules.warcry.battle.state import InitiativeDice, State, Use
from warcry3d.rules.warcry.players.ability_value import Prospect, worth_of_words
from warcry3d.rules.warcry.players.attacks import might_strike
from warcry3d.rules.warcry.players.odds import odds_of
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


def react(state: State, about: ReactionOptions) -> Action:
    """Return the reaction that pays, or none: it costs an action, so it is held against an attack of one's own."""
    best: tuple[float, Action] = (0.0, Decline())
    for fighter, reactions in about.offered:
        for reaction in reactions:
            worth = _reaction_worth(state, about, fighter, reaction)
            if worth > best[0]:
                best = (worth, React(fighter, reaction))
    return best[1]


def _reaction_worth(state: State, about: ReactionOptions, fighter: str, reaction: str) -> float:
    """Return what a reaction gains beyond the action it costs."""
    price = SECOND_HALF * might_strike(state, fighter, 1.0)
    attack = about.attack
    if reaction == STRIKE:
        return strike_worth(state, about.enemy, STRIKES, 0.1) - 0.5 * price
    if attack is None:
        return _by_ability(state, fighter, reaction, about.enemy, None) - price
    weapon = weapon_of(state, attack.attacker, attack.weapon)
    likely = odds_of(weapon, attack.toughness, max(wounds_left(state, fighter), 1))
    price *= 1.0 - likely.kill if likely.kill < DOOMED else 0.0
    if reaction == COUNTER:
        left = max(wounds_left(state, attack.attacker), 1)
        return strike_worth(state, attack.attacker, min(likely.misses, left), float(likely.misses >= left)) - price
    if reaction != TAKE_COVER:
        return _by_ability(state, fighter, reaction, about.enemy, attack) - price
    sheltered = odds_of(weapon, attack.toughness, max(wounds_left(state, fighter), 1), shelters=True)
    return strike_worth(state, fighter, likely.damage - sheltered.damage, likely.kill - sheltered.kill) - price


def _by_ability(state: State, fighter: str, reaction: str, enemy: str, attack: AttackContext | None) -> float:
    """Return what a reaction that an ability gives is worth, by its words."""
    use = Use(fighter=fighter, ability=reaction, value=0)
    words = state.context.abilities[reaction].do
    return worth_of_words(state, use, words, Prospect(None, 0.0, 0, attack), (enemy,))
