"""Where to place fighters, one's own and the opponent's that fall or are dragged along."""

import math
from collections.abc import Iterator
from itertools import islice

import numpy as np

from warcry3d.game.actions import Action
from warcry3d.game.random_places import point_in
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.ground import ground_of
from warcry3d.motion.path import Point
from warcry3d.motion.way_lattice import WayLattice
from warcry3d.rules.reaches import reach_of
from warcry3d.rules.warcry.battle.actions import Deploy
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.rounds.objectives import lying_at
from warcry3d.rules.warcry.battle.setup.cards import Deck
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.setup.deployment_places import DeploymentGround, places_for, table_with
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.falls import deadly_nearby, fall_hurts
from warcry3d.rules.warcry.fighter import MOUNT, fighter_of
from warcry3d.rules.warcry.plan import BOARD
from warcry3d.rules.warcry.players.afar import afar_of
from warcry3d.rules.warcry.players.fallback import put_at, sure
from warcry3d.rules.warcry.players.moves import DEADLY, IMPACT
from warcry3d.rules.warcry.players.samples import rest_at
from warcry3d.rules.warcry.players.worth import place_worth, strike_worth
from warcry3d.units import LENGTH_EPSILON

__all__ = ["best_colour", "best_wake", "deploy", "inches_to_goal", "put_down"]

SAMPLED = 14
"""So many places of each surface are looked at."""

SHELTER = 1.5
"""Who is no farther than this (in) from a wall has its cover, about."""

SHELTER_WORTH = 1.5
"""A wall nearby is worth so many inches."""

HEIGHT_WORTH = 0.5
"""An inch of height is worth so many inches to those who shoot, to others half of it is lost again."""


LARGE = 2.0
UP = 0.5
"""A base longer than this (in) that stands higher than this may not get down."""

MOST_TRIED = 12
MOST_SEARCHED = 4
"""So many places are tried, and so many are found to lead nowhere until no more are looked at."""

NO_WAY = 100.0
"""A large fighter from whose place no way to a goal is known stands so many inches worse."""

AT_GOAL = 3.0
"""Who gets so near (in) to a goal is of use there."""


def deploy(ruleset: Ruleset[State, Action], state: State, choice: Choice, about: Deploying, random: Stream) -> Action:
    """Return where whom of a group is set up: the largest first, toward what counts, beside a wall."""
    order = sorted(about.fighters, key=lambda id: -state.context.model(state.fighter(id)).base.length)
    for id in order:
        action = _best_place(ruleset, state, id, random)
        if action is not None:
            return action
    return sure(ruleset, state, choice)


def _best_place(ruleset: Ruleset[State, Action], state: State, id: str, random: Stream) -> Deploy | None:
    """Return the best place for a fighter from where it gets on, of some that are looked at; None: there is none."""
    spots = _goals(state)
    found: list[tuple[float, Deploy, DeploymentGround]] = []
    for turn in (0.0, math.pi / 2):
        for ground in places_for(state, state.fighter(id), turn):
            places = [point_in(ground.area, random) for _ in range(SAMPLED)]
            at = [(x, y, ground.level.height) for x, y in places]
            at += _leading(state, id, ground, spots, at[0], turn)
            found += [(_deployed_worth(state, id, one, spots), Deploy(id, one, turn), ground) for one in at]
        if found:
            break
    if found and _is_large(state, id):
        found = _by_ways(state, id, found, spots)
    best = sorted(found, key=lambda one: -one[0])
    caught: set[object] = set()  # where one place is no good no other is: each is searched from, which takes its time
    for _, action, ground in islice((one for one in best if _part(one[2], one[1].at) not in caught), MOST_TRIED):
        if ruleset.faults(state, action):
            continue
        if _gets_on(state, action, spots):
            return action
        caught.add(_part(ground, action.at))
        if len(caught) == MOST_SEARCHED:
            break
    rest = ((action, ground) for _, action, ground in best if action.at[2] < UP)
    unseen = (action for action, ground in rest if _part(ground, action.at) not in caught)
    return next((action for action in islice(unseen, MOST_TRIED) if not ruleset.faults(state, action)), None)


def _is_large(state: State, id: str) -> bool:
    """Return whether a fighter may not get on from where others do."""
    model = state.context.model(state.fighter(id))
    return model.base.length > LARGE or MOUNT in fighter_of(model).runemarks


def _leading(
    state: State, id: str, ground: DeploymentGround, spots: list[tuple[float, float]], at: Point, turn: float
) -> list[Point]:
    """Return places of a ground from which a large fighter has a way to a goal, the shortest ways first: of a wide
    ground that is full of walls few places that are drawn may lead on.
    """
    import shapely

    if not _is_large(state, id):
        return []
    far = _afar(state, id, at, turn)
    here = np.abs(far.places[:, 2] - at[2]) < LENGTH_EPSILON
    places = far.places[here]
    places = places[shapely.intersects_xy(ground.area, places[:, 0], places[:, 1])]
    ways = _ways_on(state, id, far, places, spots)
    order = np.argsort(ways, kind="stable")[:SAMPLED]
    return [
        (x, y, z) for (x, y, z), way in zip(places[order].tolist(), ways[order].tolist(), strict=True) if way < math.inf
    ]


def _by_ways(
    state: State, id: str, found: list[tuple[float, Deploy, DeploymentGround]], spots: list[tuple[float, float]]
) -> list[tuple[float, Deploy, DeploymentGround]]:
    """Return places for a large fighter with their worth by the way to a goal; without one they are the last resort."""
    _, first, _ = found[0]
    far = _afar(state, id, first.at, first.turn)
    ways = _ways_on(state, id, far, np.array([action.at for _, action, _ in found]), spots).tolist()
    return [
        (worth - NO_WAY if way == math.inf else worth - max(way - _apart(action.at, spots), 0.0), action, ground)
        for (worth, action, ground), way in zip(found, ways, strict=True)
    ]


def _afar(state: State, id: str, at: Point, turn: float) -> WayLattice:
    return afar_of(state, id, table_with(state, state.fighter(id), at, turn))


def _ways_on(
    state: State, id: str, far: WayLattice, places: FloatArray, spots: list[tuple[float, float]]
) -> FloatArray:
    """Return how far it is from places to within reach of the nearest goal, (n,); infinite: no way is known."""
    wide = state.context.model(state.fighter(id)).base.length / 2
    ways = [far.inches(places, lying_at(state, *spot), AT_GOAL, wide) for spot in spots]
    return np.min(ways, axis=0) if len(places) else np.zeros(0)


def inches_to_goal(state: State, at: Point) -> float:
    """Return how far a place is from the nearest one that the victory card is about, seen from above."""
    return _apart(at, _goals(state))


def _apart(at: Point, spots: list[tuple[float, float]]) -> float:
    return min(math.dist(at[:2], spot) for spot in spots)


def _part(ground: DeploymentGround, at: Point) -> tuple[float, int]:
    """Return a name of the part of a ground that a place lies in: its height and number."""
    import shapely

    return ground.level.height, int(np.argmin(shapely.distance(shapely.get_parts(ground.area), shapely.Point(at[:2]))))


def _gets_on(state: State, action: Deploy, spots: list[tuple[float, float]]) -> bool:
    """Return whether a fighter set up there gets to another surface or to a goal, or some way: one with a large base
    may be caught on a deck, or between walls; a small one in a gap on top of something.
    """
    fighter = state.fighter(action.fighter)
    table = table_with(state, fighter, action.at, action.turn)
    model = table.model(fighter.id)
    is_large = _is_large(state, fighter.id)
    if not is_large and action.at[2] < UP:
        return True
    reached = reach_of(table, model.id, inches=move_of(state, model.id), keeps_facing=True)
    for level in reached.reach.levels:
        rows, columns = np.nonzero(np.isfinite(level.cost))
        if len(rows) and abs(level.level.height - action.at[2]) > UP:
            return True
        away = np.hypot(level.x[columns] - action.at[0], level.y[rows] - action.at[1]).max(initial=0.0)
        if (action.at[2] < UP or not is_large) and away >= AT_GOAL:
            return True
        if any(np.hypot(level.x[columns] - x, level.y[rows] - y).min(initial=np.inf) <= AT_GOAL for x, y in spots):
            return True
    return False


def _goals(state: State) -> list[tuple[float, float]]:
    """Return the places that the victory card is about, known before they are laid down; else the board's middle."""
    if state.objectives or state.treasures:
        markers = [o.at for o in state.objectives] + [t.at for t in state.treasures if not t.carrier]
        return [(at[0], at[1]) for at in markers] or _goals(state.changed(objectives=(), treasures=()))
    board = state.context.bare(state).board
    if not state.card(Deck.VICTORY):
        return [(board.width / 2, board.depth / 2)]
    card = state.context.victory(state)
    on_map = state.context.map(state).objectives
    if card.objectives and card.from_map and len(on_map) == len(card.objectives):
        return [(x, y) for x, y in on_map]
    lying = [*card.objectives, *card.treasures]
    scaled = [(x * board.width / BOARD[0], y * board.depth / BOARD[1]) for x, y in lying]
    return scaled or [(board.width / 2, board.depth / 2)]


def _deployed_worth(state: State, id: str, at: Point, spots: list[tuple[float, float]]) -> float:
    """Return how good a place is to begin, in inches: near to a goal, near a wall, high for those who shoot."""
    apart = _apart(at, spots)
    shoots = any(not weapon.is_melee for weapon in state.profile(id).weapons)
    worth = -apart + SHELTER_WORTH * _is_sheltered(state, at)
    return worth + HEIGHT_WORTH * at[2] * (1.0 if shoots else -0.5)


def _is_sheltered(state: State, at: Point) -> bool:
    """Return whether a wall, low or high, is right beside a place."""
    for stopper in ground_of(state.table).stoppers:
        (west, south, low), (east, north, high) = stopper.solid.bounds.tolist()
        if high < at[2] + 0.4 or low > at[2] + 1.0:
            continue
        aside = math.hypot(max(west - at[0], at[0] - east, 0.0), max(south - at[1], at[1] - north, 0.0))
        if aside <= SHELTER:
            return True
    return False


def put_down(
    ruleset: Ruleset[State, Action], state: State, choice: Choice, offered: PlacesOffered, random: Stream
) -> Action:
    """Return where a fighter is put that falls or is moved: an enemy where it hurts most, a friend where it is best."""
    fighter = next((f for f in state.fighters if f.id == offered.subject), None)
    if fighter is None:
        return sure(ruleset, state, choice)
    sign = 1.0 if fighter.player == choice.player else -1.0
    found = []
    for at in _spots(state, offered, random, falls=choice.kind == "fall"):
        worth = float(place_worth(state, fighter.id, np.array([at]))[0])
        hurts = _harm(state, fighter.id, at) if choice.kind == "fall" else 0.0
        found.append(
            (sign * (worth - strike_worth(state, fighter.id, hurts, 0.03 * hurts)), put_at(state, offered, at))
        )
    for _, action in sorted(found, key=lambda one: -one[0])[:6]:
        if not ruleset.faults(state, action):
            return action
    return sure(ruleset, state, choice)


def _spots(state: State, offered: PlacesOffered, random: Stream, *, falls: bool) -> Iterator[Point]:
    for landing in offered.places:
        yield landing.nearest
        for _ in range(4):
            x, y = point_in(landing.area, random)
            rest = rest_at(state, landing, x, y) if falls else landing.nearest[2]
            yield (x, y, rest)


def _harm(state: State, id: str, at: Point) -> float:
    """Return the damage on average of falling to a place."""
    before = state.fighter(id)
    there = state.table.placing(id, Placement(at, before.turn))
    impact = IMPACT if fall_hurts(before.at, at) else 0.0
    return impact + (DEADLY if deadly_nearby(there, id) else 0.0)


def best_colour(state: State, colours: tuple[str, ...]) -> str:
    """Return the colour whose points lie nearer to what counts, those of later rounds counted as farther."""
    points = state.context.map(state)
    goals = _goals(state)

    def far(colour: str) -> float:
        total = 0.0
        for group in ("dagger", "shield", "hammer"):
            point = points.point(colour, group)
            middle = point.at if point.line is None else tuple(np.mean(point.line, axis=0).tolist())
            total += min(math.dist(middle, goal) for goal in goals) + 6.0 * (point.round - 1)
        return total

    return min(colours, key=lambda colour: (far(colour), colours.index(colour)))


def best_wake(state: State, player: str, asleep: tuple[str, ...]) -> str:
    """Return the objective that lies best for a player: nearer to its fighters than to the others'."""
    places = {objective.id: objective.at for objective in state.objectives}

    def lead(id: str) -> float:
        own = [math.dist(f.at, places[id]) for f in state.on_board(player)]
        other = [math.dist(f.at, places[id]) for f in state.enemies(player)]
        return min(other, default=30.0) - min(own, default=30.0)

    return max(asleep, key=lambda id: (lead(id), -asleep.index(id)))
