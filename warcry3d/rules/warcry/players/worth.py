"""The worth of fighters, wounds, objectives and treasures, in points of warbands."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.geom.solid import FloatArray
from warcry3d.motion.path import Point
from warcry3d.rules.warcry.battle.fighters import move_of, toughness_of, weapon_of, wounds_left
from warcry3d.rules.warcry.battle.rounds.activation_checks import can_activate
from warcry3d.rules.warcry.battle.rounds.objectives import CONTROL_REACH, holders
from warcry3d.rules.warcry.battle.state import FighterState, Objective, State, Until
from warcry3d.rules.warcry.fighter import BEAST, FLY, GARGANTUAN, fighter_of
from warcry3d.rules.warcry.players.afar import afar_of
from warcry3d.rules.warcry.players.finishing import actions_left, chance_to_finish, likely_odds
from warcry3d.sight.distance import base_outline

__all__ = [
    "Aim",
    "aims_of",
    "blood_counts",
    "down_worth",
    "is_kept",
    "leads_on",
    "may_carry",
    "objectives_count",
    "place_worth",
    "purpose_of",
    "strike_worth",
    "struck",
    "value_of",
    "wants_treasure",
]

VICTORY_POINT = 90.0
"""A victory point is worth about as much as a fighter."""

KILL_SHARE = 0.4
"""So much of a fighter's worth goes with its last wound, the rest wound by wound."""

SURE_LEAD = 15.0
LEAD_PER_FIGHTER = 12.0
"""A lead of so many points of taken down fighters is a good one when nobody is left to act this round, and so many more
with each fighter that is.
"""

FEAR = 0.22
"""What enemies could do to one counts so much of what one does to them: who fears more never fights."""

DREAD = 1.5
"""Where blood counts, being taken down by an attack counts so much more."""

FAR = 24.0
"""From so far (in) an aim draws no more."""

PACE = 0.35
"""Where blood counts, to be within reach of an enemy an action earlier is worth so much of an attack on it."""

DETOUR = 1.1
ROUGHLY = 0.75
"""A way around is told from the straight one if it is longer by that factor and so many inches: it is roughly known."""

DRAWS = 0.5
"""Being near counts so much of being there, at best."""

HELD = 0.6
"""Having had an objective last, with nobody or as many there, is worth so much of holding it."""


PASSING = frozenset({Until.ACTIVATION, Until.ATTACK, Until.MOVE, Until.THIS})
"""What lasts no longer than an activation."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A place to be at: within ``reach`` (in) of ``at`` it is ``worth`` so much; ``id``: of what is there.

    ``is_held``: it is an objective, so being within reach is what counts, not only being near. ``actions``: so many of
    its own a fighter has left to get within reach and act there; 0: they do not count, only how near it is.
    """

    at: Point
    reach: float
    worth: float
    id: str
    is_held: bool = False
    actions: int = 0


def _scores(state: State, *kinds: str) -> int:
    """Return how many points the victory card gives for such things."""
    return sum(score.points for score in state.context.victory(state).scores if score.per in kinds)


def blood_counts(state: State) -> bool:
    """Return whether the victory card asks for enemies to be taken down."""
    return bool(_scores(state, "more-blood", "enemy-leader"))


def objectives_count(state: State) -> bool:
    """Return whether the victory card gives points for objectives."""
    return bool(_scores(state, "controlled-objective", "more-objectives"))


def wants_treasure(state: State) -> bool:
    """Return whether the victory card asks for treasure."""
    return bool(_scores(state, "carried-treasure"))


def may_carry(state: State, id: str) -> bool:
    """Return whether a fighter could pick a treasure up (WC-OBJ-2)."""
    profile = state.profile(id)
    return not (state.fighter(id).treasure or profile.has(BEAST) or profile.has(GARGANTUAN))


def value_of(state: State, id: str) -> float:
    """Return what a fighter is worth."""
    fighter = state.fighter(id)
    value = float(max(state.profile(id).points, 20))
    if state.context.is_leader(id) and _scores(state, "enemy-leader"):
        value += VICTORY_POINT * _scores(state, "enemy-leader")
    if fighter.treasure:
        value += VICTORY_POINT * _scores(state, "carried-treasure") / 2
    return value


def strike_worth(state: State, target: str, damage: float, kill: float) -> float:
    """Return what it is worth to cost a fighter so many wounds, and to take it down with that chance."""
    share = damage / state.profile(target).wounds
    worth = value_of(state, target) * ((1 - KILL_SHARE) * share + KILL_SHARE * kill)
    return worth + kill * _blood_worth(state, target) if kill else worth


def struck(state: State, id: str, target: str, damage: float, kill: float) -> float:
    """Return what it is worth to a fighter to cost an enemy so many wounds: where blood counts, wounds are worth
    something only if they lead to its end.
    """
    worth = strike_worth(state, target, damage, kill)
    if not _scores(state, "more-blood"):
        return worth
    wounds = (1 - KILL_SHARE) * value_of(state, target) * damage / state.profile(target).wounds
    return worth - wounds * (1 - chance_to_finish(state, id, target))


def _blood_worth(state: State, target: str) -> float:
    """Return what taking a fighter down adds to the chances in a round that goes to who took down more (WC-REAPER-2):
    most where the lead is open, little where it is large, or hopeless.
    """
    stake = VICTORY_POINT * _scores(state, "more-blood")
    if not stake:
        return 0.0
    player = state.fighter(target).player
    lead = max(state.side(other).blood for other in state.others(player)) - state.side(player).blood
    large = SURE_LEAD + LEAD_PER_FIGHTER * sum(can_activate(state, fighter) for fighter in state.fighters)
    return stake * (math.tanh((lead + state.profile(target).points) / large) - math.tanh(lead / large))


def down_worth(state: State, target: str) -> float:
    """Return what is at stake with a fighter's last wound where a round goes to who takes down more; else 0."""
    blood = _blood_worth(state, target)
    return blood + KILL_SHARE * value_of(state, target) if blood else 0.0


def aims_of(state: State, id: str) -> tuple[Aim, ...]:
    """Return where a fighter should be: near objectives, at treasures, near enemies it can strike."""
    return (*_objective_aims(state, id), *_treasure_aims(state, id), *_enemy_aims(state, id))


def _objective_aims(state: State, id: str) -> Iterator[Aim]:
    awake = [objective for objective in state.objectives if objective.is_awake]
    each = VICTORY_POINT * _scores(state, "controlled-objective")
    each += 1.5 * VICTORY_POINT * _scores(state, "more-objectives") / max(len(awake), 1)
    for objective in awake:
        crowd = sum(_is_nearer(state, other, id, objective) for other in state.on_board(state.fighter(id).player))
        worth = each * _gain(state, id, objective)
        yield Aim(objective.at, CONTROL_REACH, worth * 0.75**crowd if crowd > 1 else worth, objective.id, is_held=True)
    if any(score.per in ("controlled-objective", "more-objectives") for score in state.context.victory(state).scores):
        for objective in state.objectives:
            if not objective.is_awake:
                yield Aim(objective.at, CONTROL_REACH, 8.0, objective.id, is_held=True)


def _is_nearer(state: State, other: FighterState, id: str, objective: Objective) -> bool:
    own = math.dist(state.fighter(id).at, objective.at)
    return other.id != id and math.dist(other.at, objective.at) < own


def _gain(state: State, id: str, objective: Objective) -> float:
    """Return how much of an objective's worth it is for a fighter to be there, rather than not."""
    if is_kept(state, id, objective):
        return 0.0
    player = state.fighter(id).player
    mine = len([f for f in holders(state, objective, player) if f != id])
    theirs = max(len(holders(state, objective, other)) for other in state.others(player))

    def held(count: int) -> float:
        if count != theirs:
            return 1.0 if count > theirs else -1.0
        return 0.0 if not objective.controller else HELD if objective.controller == player else -HELD

    return max((held(mine + 1) - held(mine)) / 2, 0.08 if mine > theirs else 0.2)


def is_kept(state: State, id: str, objective: Objective) -> bool:
    """Return whether an objective that is its player's stays so without a fighter: no more enemies get there with a
    move than others hold it.
    """
    player = state.fighter(id).player
    if objective.controller != player:
        return False
    others = len([f for f in holders(state, objective, player) if f != id])
    return others >= sum(_gets_to(state, enemy, objective.at) for enemy in state.enemies(player))


def _gets_to(state: State, fighter: FighterState, at: Point) -> bool:
    """Return whether a fighter might come within reach of an objective with a move, by the straight line."""
    edge = max(base_outline(state.table.model(fighter.id)).half)
    return math.dist(fighter.at, at) - edge <= CONTROL_REACH + move_of(state, fighter.id)


def _treasure_aims(state: State, id: str) -> Iterator[Aim]:
    if not wants_treasure(state) or not may_carry(state, id):
        return
    for treasure in state.treasures:
        if not treasure.carrier:
            yield Aim(treasure.at, 1.0, VICTORY_POINT, treasure.id)


def _enemy_aims(state: State, id: str) -> Iterator[Aim]:
    """Yield the places of enemies: who shoots keeps a distance, who carries a treasure keeps away."""
    fighter = state.fighter(id)
    if fighter.treasure:
        return
    later = _after_activation(state, id)
    weapons = [weapon_of(later, id, n) for n in range(len(state.profile(id).weapons))]
    left = actions_left(state, id) if _scores(state, "more-blood") else 0
    for enemy in state.enemies(fighter.player):
        best = 0.0
        reach = 1.0
        for weapon in weapons:
            odds = likely_odds(weapon, toughness_of(state, enemy.id), wounds_left(state, enemy.id))
            worth = struck(state, id, enemy.id, odds.lost.mean, odds.down)
            if worth > best:
                best, reach = worth, weapon.max_range
        if best:
            worth = best * (1.2 if blood_counts(state) else 0.7)
            yield Aim(enemy.at, reach, worth, enemy.id, actions=left)


def _after_activation(state: State, id: str) -> State:
    """Return a state in which a fighter's weapons are as after its activation: whom it comes near it attacks in a later
    one.
    """
    lasting = tuple(effect for effect in state.effects if effect.fighter != id or effect.until not in PASSING)
    return state if len(lasting) == len(state.effects) else state.changed(effects=lasting)


def place_worth(state: State, id: str, places: FloatArray, *, fear: float = FEAR) -> FloatArray:
    """Return what standing at places (n, 3) is worth to a fighter, (n,): its aims, less what it has to fear there;
    ``fear``: how much of it counts.
    """
    worth = np.zeros(len(places))
    wide = float(max(state.table.model(id).base.length, state.table.model(id).base.width)) / 2
    draws = [np.zeros(len(places))]
    for aim in aims_of(state, id):
        there, near = _drawn(state, id, aim, places, wide)
        worth += there
        draws.append(near)
    worth += np.max(draws, axis=0) + 0.1 * np.sum(draws, axis=0)
    return worth - fear * _threat(state, id, places, wide)


def _drawn(state: State, id: str, aim: Aim, places: FloatArray, wide: float) -> tuple[FloatArray, FloatArray]:
    """Return what being within reach of an aim is worth at places, and what being near it is: by the way there."""
    apart = _apart(state, id, places, aim.at, wide)
    there = np.where(apart <= aim.reach - 0.02, aim.worth * DRAWS, 0.0)
    inches = np.maximum(apart - aim.reach, 0.0)
    if FLY not in fighter_of(state.table.model(id)).runemarks:
        way = _ways(state, id, aim, places, wide)
        inches += np.maximum(way - DETOUR * inches - ROUGHLY, 0.0)
    if aim.actions:
        near = PACE * aim.worth * np.maximum(aim.actions - 1 - inches / max(move_of(state, id), 1.0), 0.0)
    else:
        near = DRAWS * aim.worth * np.clip(1 - inches / FAR, 0.0, 1.0)
    return there * aim.is_held, near


def _apart(state: State, id: str, places: FloatArray, at: Point, wide: float) -> FloatArray:
    """Return how far it is to a point from a base that is as wide all round, at places: from its rim, up or down."""
    across = np.maximum(np.hypot(places[:, 0] - at[0], places[:, 1] - at[1]) - wide, 0.0)
    up = np.maximum(at[2] - places[:, 2] - state.table.model(id).base.height, places[:, 2] - at[2])
    return np.hypot(across, np.maximum(up, 0.0))


def _ways(state: State, id: str, aim: Aim, places: FloatArray, wide: float) -> FloatArray:
    """Return how far it is to walk from places to an aim, (n,): 0, so that the straight line counts, where no way is
    known from where the fighter is.
    """
    own = np.array([state.fighter(id).at])
    ways = afar_of(state, id).inches(np.concatenate([own, places]), aim.at, aim.reach, wide)
    return ways[1:] if np.isfinite(ways[0]) else np.zeros(len(places))


def leads_on(state: State, id: str, places: FloatArray) -> NDArray[np.bool_]:
    """Return from which places (n, 3) a way is known to anywhere that a fighter should be."""
    wide = float(max(state.table.model(id).base.length, state.table.model(id).base.width)) / 2
    afar, leads = afar_of(state, id), np.zeros(len(places), dtype=np.bool_)
    for aim in aims_of(state, id):
        leads |= np.isfinite(afar.inches(places, aim.at, aim.reach, wide))
    return leads


def purpose_of(state: State, id: str, at: Point) -> tuple[str, bool]:
    """Return the aim that going to a place is for, the one that gains most by it, and whether it is within reach there;
    an empty id: it is for none.
    """
    ends = np.array([state.fighter(id).at, at])
    wide = float(max(state.table.model(id).base.length, state.table.model(id).base.width)) / 2
    best = ("", False)
    most = 0.0
    for aim in aims_of(state, id):
        held, near = _drawn(state, id, aim, ends, wide)
        here, there = (held + near).tolist()
        if there - here > most:
            most = there - here
            best = aim.id, bool(_apart(state, id, ends[1:], aim.at, wide)[0] <= aim.reach)
    return best


def _threat(state: State, id: str, places: FloatArray, wide: float) -> FloatArray:
    """Return what enemies could do to a fighter at places, (n,)."""
    threat = np.zeros(len(places))
    toughness, wounds = toughness_of(state, id), max(wounds_left(state, id), 1)
    for enemy in state.enemies(state.fighter(id).player):
        outline = base_outline(state.table.model(enemy.id))
        apart = np.linalg.norm(places - np.array(enemy.at), axis=1) - wide - max(outline.half)
        best = np.zeros(len(places))
        for n in range(len(state.profile(enemy.id).weapons)):
            weapon = weapon_of(state, enemy.id, n)
            odds = likely_odds(weapon, toughness, wounds)
            cost = strike_worth(state, id, odds.lost.mean, odds.down) + DREAD * odds.down * down_worth(state, id)
            here = np.where(apart <= weapon.max_range, cost, 0.0)
            soon = np.where(apart <= weapon.max_range + move_of(state, enemy.id), 0.7 * cost, 0.0)
            best = np.maximum(best, np.maximum(here, soon))
        threat += best
    return threat
