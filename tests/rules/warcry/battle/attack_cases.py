"""Attacks whose odds are worked out and simulated: each ready for its hit dice."""

from collections import Counter
from collections.abc import Callable, Mapping

from scipy.special import chdtrc

from tests.rules.warcry.battle.field import BOW, RULES, Playing, R, fighting, profile, weapon
from tests.rules.warcry.battle.powers import ability, powered, use
from warcry3d.game.actions import Decline, Pick, React, Rolled
from warcry3d.game.dice import SeededDice
from warcry3d.game.odds import Distribution, best_reroll
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.rules.warcry.battle.actions import Activate, Attack
from warcry3d.rules.warcry.battle.combat.attack_context import RerollOptions
from warcry3d.rules.warcry.battle.combat.hit_table import hit_table
from warcry3d.rules.warcry.battle.combat.odds import FACES, hit_pool
from warcry3d.rules.warcry.battle.fighters import wounds_left
from warcry3d.rules.warcry.battle.state import State

ATTACK = Attack(0, "blue-b")
NEAR = {"red-a": (5.0, 5.0), "blue-b": (5.5 + 2 * R, 5.0)}
FAR = {"red-a": (5.0, 5.0), "blue-b": (15.0, 5.0)}
WALL = {"id": "wall", "kind": "obstacle", "box": {"min": [13, 4, 0], "max": [13.3, 6, 1]}}
AIM = {"do": "grant", "word": "crit-on", "amount": 5, "until": "activation"}
AGAIN = {"do": "grant", "word": "re-roll-hits", "amount": 2, "until": "activation"}
BRACE = {"do": "change", "what": ["toughness"], "add": 1, "until": "this-attack"}
SPIKES = {"do": "riposte", "each": "miss", "amount": 2}
LAST_STAND = {"do": "roll", "dice": 1, "each": [{"on": 4, "then": [{"do": "damage", "who": "picked", "amount": 3}]}]}


def duel(strength: int, **more: object) -> Playing:
    """Return red-a beside blue-b, of Toughness 4 and 10 Wounds, with three dice of a strength, for 1 or 4 points."""
    return fighting(NEAR, profiles={"red-a": profile("a", weapons=[weapon(strength=strength)])}, **more).do(  # type: ignore[arg-type]
        Activate("red-a")
    )


def shot(*, wall: bool = True) -> Playing:
    """Return red-a with a bow, 8 in away from blue-b behind a low wall."""
    archer = profile("a", weapons=[{**BOW, "attacks": 4, "strength": 4}])
    return fighting(FAR, profiles={"red-a": archer}, parts=[WALL] if wall else []).do(Activate("red-a"))


def using(name: str, *own: dict[str, object]) -> Playing:
    """Return red-a beside blue-b after it used an ability, with a double of 3."""
    return powered(NEAR, (3, 2), own=[ability(*own)] if own else ()).do(use(name, 3, 2))


def reacting(*words: dict[str, object]) -> Playing:
    """Return red-a beside blue-b, which may react to its attack by an ability of these words."""
    trick = ability(*words, id="answer", cost="reaction", reacts={"to": "melee"})
    return powered(NEAR, own=[trick])


CASES: Mapping[str, tuple[Callable[[], Playing], str]] = {
    "strength above toughness": (lambda: duel(5), ""),
    "strength equal to toughness": (lambda: duel(4), ""),
    "strength below toughness": (lambda: duel(3), ""),
    "in cover": (shot, ""),
    "in the open": (lambda: shot(wall=False), ""),
    "takes cover": (shot, "take-cover"),
    "counter": (lambda: duel(4), "counter"),
    "one more die by Onslaught": (lambda: using("onslaught"), ""),
    "critical on 5": (lambda: using("trick", AIM), ""),
    "two dice again": (lambda: using("trick", AGAIN), ""),
    "two dice again, countered": (lambda: using("trick", AGAIN), "counter"),
    "toughness by a reaction": (lambda: reacting(BRACE), "answer"),
    "misses hurt": (lambda: reacting(SPIKES), "answer"),
    "a die before the hit rolls": (lambda: reacting(LAST_STAND), "answer"),
}
"""Each case: the battle in which red-a may attack blue-b, and how blue-b reacts."""


def simulated(playing: Playing, reaction: str, attacks: int, seed: int) -> tuple[Counter[int], Counter[int]]:
    """Return how often the target and the attacker lost how many wounds in so many attacks by the battle's rules."""
    state, _ = RULES.apply(playing.state, ATTACK)
    if isinstance(RULES.pending(state), Choice):
        state, _ = RULES.apply(state, React("blue-b", reaction) if reaction else Decline())
    dice, fallen = SeededDice(seed), 0
    lost: Counter[int] = Counter()
    own: Counter[int] = Counter()
    for _ in range(attacks):
        now = state
        while not isinstance(due := RULES.pending(now), Choice) or due.kind == "re-roll":
            assert isinstance(due, Roll | Choice), due
            if isinstance(due, Choice):
                now, _ = RULES.apply(now, _again(now, due))
            else:
                now, _ = RULES.apply(now, Rolled(dice.faces(due, fallen)))
                fallen += due.count
        lost[now.fighter("blue-b").damage - playing.fighter("blue-b").damage] += 1
        own[now.fighter("red-a").damage - playing.fighter("red-a").damage] += 1
    return lost, own


def _again(state: State, due: Choice) -> Pick | Decline:
    """Return which dice to roll again: as many of each result as `best_reroll` says."""
    about = due.about
    assert isinstance(about, RerollOptions), about
    table = hit_table(state, about.attack)
    pool = hit_pool(table, wounds_left(state, about.attack.target))
    kinds = {face: (table.result(face), table.counter_cost(face) + table.riposte_cost(face)) for face in FACES}
    order = list(dict.fromkeys(kinds.values()))
    counts = tuple(sum(kinds[face] == kind for face in about.faces) for kind in order)
    left = dict(zip(order, best_reroll(pool, counts), strict=True))
    picked = []
    for n, face in enumerate(about.faces):
        if left[kinds[face]]:
            left[kinds[face]] -= 1
            picked.append(str(n))
    return Pick(tuple(picked)) if picked else Decline()


def p_value(seen: Counter[int], odds: Distribution) -> float:
    """Return the chance that a sample of this distribution fits it as badly as what was seen, by chi-square.

    Numbers expected fewer than five times are counted together.
    """
    throws = seen.total()
    assert max(seen) <= odds.most, f"{max(seen)} cannot be: {odds.chances}"
    pairs = [(seen[n], chance * throws) for n, chance in enumerate(odds.chances) if chance * throws >= 5]
    rest = (throws - sum(found for found, _ in pairs), throws - sum(due for _, due in pairs))
    pairs += [rest] if rest[1] > 1e-6 else []
    if len(pairs) == 1:
        return 1.0
    value = sum((found - due) ** 2 / due for found, due in pairs)
    return float(chdtrc(len(pairs) - 1, value))
