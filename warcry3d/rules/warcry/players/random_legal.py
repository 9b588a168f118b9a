"""The random player: any action that the rules allow, to find what nobody would try."""

import math
import re
from collections.abc import Callable, Iterator

from warcry3d.game.actions import Action, Done, Pick, PlaceAt, React
from warcry3d.game.random_stream import Stream
from warcry3d.game.reasons import ActionFault
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path, Point, along
from warcry3d.rules.warcry.battle.abilities.ability_use import usable
from warcry3d.rules.warcry.battle.abilities.effect_runner import Picking
from warcry3d.rules.warcry.battle.abilities.effects import AbilityOptions
from warcry3d.rules.warcry.battle.actions import (
    Activate,
    Attack,
    Deploy,
    Disengage,
    DropTreasure,
    Laid,
    Move,
    SetUpTerrain,
    SplitGroups,
    UseWild,
    Wait,
)
from warcry3d.rules.warcry.battle.combat.attack_context import RerollOptions
from warcry3d.rules.warcry.battle.combat.reaction_checks import ReactionOptions
from warcry3d.rules.warcry.battle.fighters import apart, enemies_within, weapon_of
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.movement.place_choices import PlacesOffered
from warcry3d.rules.warcry.battle.rounds.bonus_actions import BonusAction
from warcry3d.rules.warcry.battle.setup.deployment import Deploying
from warcry3d.rules.warcry.battle.setup.deployment_places import places_for
from warcry3d.rules.warcry.battle.state import Activation, InitiativeDice, State
from warcry3d.rules.warcry.move_limits import DISENGAGING, ENGAGED
from warcry3d.rules.warcry.players.fallback import NAMED, as_it_lies, facing_of, sure
from warcry3d.rules.warcry.players.random_ways import random_way
from warcry3d.rules.warcry.players.samples import point_in, random_facing, rest_at

__all__ = ["RandomPlayer"]

WAYS_TRIED = 14
TRIES = 6
LARGEST = 4

SHORT = 0.003
"""A way is stopped so far (in) before what is in its way."""

_LEG = re.compile(r"path\.legs\[([0-9]+)\]")

IN_THE_WAY = ("WC-MOVE-2", "WC-MOVE-3", "WC-MOVE-4")
"""The rules that a move breaks which is stopped on its way: by a fighter, by terrain, by the battlefield's edge."""


class RandomPlayer:
    """Answers every choice by chance; what it proposes is asked about first, and where nothing of it is allowed it does
    what always is.
    """

    def choose(self, ruleset: Ruleset[State, Action], state: State, choice: Choice, random: Stream) -> Action:
        """Return an action without faults."""
        for action in _proposals(state, choice, random):
            faults = ruleset.faults(state, action)
            if not faults:
                return action
            shorter = _shortened(state, choice, action, faults[0])
            if shorter is not None and not ruleset.faults(state, shorter):
                return shorter
        return sure(ruleset, state, choice)


def _shortened(state: State, choice: Choice, action: Action, first: ActionFault) -> Action | None:
    """Return a move that ends right before the place where another one is stopped: at a wall, at somebody; None where
    it is wrong in another way.
    """
    leg = _LEG.fullmatch(first.place)
    if not isinstance(action, Move) or leg is None or first.at is None or first.rule not in IN_THE_WAY:
        return None
    n, legs = int(leg[1]), action.path.legs
    if legs[n].kind not in (LegKind.WALK, LegKind.CLIMB):
        return None
    about = choice.about
    mover = about.fighter if isinstance(about, Activation | BonusAction) else ""
    start = legs[n - 1].to[-1] if n else state.fighter(mover).at
    far = math.dist(start, first.at)
    if far < 2 * SHORT:
        return None
    end = along(start, first.at, 1 - SHORT / far)
    return Move(Path((*legs[:n], Leg(legs[n].kind, (end,), facing=legs[n].facing))))


def _proposals(state: State, choice: Choice, random: Stream) -> Iterator[Action]:
    """Yield answers by chance, some of which may not be allowed."""
    kind, about = choice.kind, choice.about
    if kind in NAMED and isinstance(about, tuple):
        yield Pick((random.pick(about),))
        return
    match kind, about:
        case "either", AbilityOptions():
            yield Pick((random.pick(about.names),))
        case "groups", tuple():
            yield from _groups(about, random)
        case "terrain", _:
            yield from _layouts(state, random)
        case "deploy", Deploying():
            yield from _deployments(state, about, random)
        case "wild", InitiativeDice():
            yield from _wild(about, random)
        case "activate", tuple():
            yield Activate(random.pick(about))
        case "follow", tuple():
            if random.below(3):
                yield Activate(about[0])
        case "act", Activation():
            yield from _acts(state, about, random)
        case "bonus", BonusAction():
            yield from _bonus(state, about, random)
        case "react", ReactionOptions():
            fighter, reactions = random.pick(about.offered)
            if random.below(3):
                yield React(fighter, random.pick(reactions))
        case "re-roll", RerollOptions():
            dice = random.shuffled(range(len(about.faces)))[: random.below(about.most + 1)]
            if dice:
                yield Pick(tuple(str(die) for die in dice))
        case "pick", Picking():
            count = about.least + random.below(about.most - about.least + 1)
            yield Pick(tuple(random.shuffled(about.offered)[:count]))
        case "fall" | "place", PlacesOffered():
            yield from _landings(state, choice, about, random)
        case "drop", (str() as fighter, _):
            yield from _drops(state, fighter, random)


def _groups(about: tuple[tuple[str, ...], ...], random: Stream) -> Iterator[Action]:
    everybody = [id for group in about for id in group]
    for _ in range(TRIES):
        mixed = random.shuffled(everybody)
        first, second = sorted(random.below(len(mixed) + 1) for _ in range(2))
        yield SplitGroups(tuple(mixed[:first]), tuple(mixed[first:second]), tuple(mixed[second:]))


def _layouts(state: State, random: Stream) -> Iterator[Action]:
    """Yield the terrain as it lies, or turned by half a turn of the board, with some features shifted or left out."""
    board = state.context.board.board
    for _ in range(TRIES):
        laid = list(as_it_lies(state))
        if random.below(2):
            laid = [
                Laid(one.feature, (board.width - one.at[0], board.depth - one.at[1], one.at[2]), one.turn + math.pi)
                for one in laid
            ]
        for _ in range(random.below(4)):
            n = random.below(len(laid))
            x, y, z = laid[n].at
            shifted = (x + random.between(-1, 1), y + random.between(-1, 1), z)
            laid[n] = Laid(laid[n].feature, shifted, laid[n].turn + random.pick((0.0, 0.0, math.pi / 12)))
        if random.below(3) == 0:
            laid.pop(random.below(len(laid)))
        yield SetUpTerrain(tuple(laid))


def _deployments(state: State, about: Deploying, random: Stream) -> Iterator[Action]:
    for _ in range(TRIES):
        fighter = state.fighter(random.pick(about.fighters))
        turn = random_facing(random)
        grounds = places_for(state, fighter, turn)
        if grounds:
            ground = random.pick(grounds)
            x, y = point_in(ground.area, random)
            yield Deploy(fighter.id, (x, y, ground.level.height), turn)


def _wild(hand: InitiativeDice, random: Stream) -> Iterator[Action]:
    singles = random.below(hand.wild + 1)
    grow = [(value, 1) for value in hand.singles]
    grow += [(one.value, one.count) for one in dict.fromkeys(hand.sets) if one.count < LARGEST]
    raised = random.shuffled(grow)[: random.below(hand.wild - singles + 1)]
    yield UseWild(singles, tuple(raised))


def _acts(state: State, acting: Activation, random: Stream) -> Iterator[Action]:
    """Yield what an activated fighter may do: kinds of actions in an order by chance, some of each."""
    id = acting.fighter
    if random.below(4) == 0 or not acting.left:
        abilities = list(usable(state, id))
        if abilities and random.below(4):
            yield random.pick(abilities)
    if not acting.left:
        yield Done()
        return
    if random.below(14) == 0:
        yield Wait()
    if state.fighter(id).treasure and random.below(8) == 0:
        yield DropTreasure()
    kinds: list[Callable[[State, str, Stream], Iterator[Action]]] = [_attacks, _attacks, _attacks, _moves]
    if enemies_within(state, id, ENGAGED):
        kinds.append(_disengages)
    for propose in dict.fromkeys(random.shuffled(kinds)):
        yield from propose(state, id, random)


def _bonus(state: State, about: BonusAction, random: Stream) -> Iterator[Action]:
    for action in random.shuffled(about.actions):
        if random.below(5) == 0:
            return
        match action:
            case "attack":
                yield from _attacks(state, about.fighter, random)
            case "move":
                yield from _moves(state, about.fighter, random, about.inches)
            case "disengage":
                yield from _disengages(state, about.fighter, random)


def _attacks(state: State, id: str, random: Stream) -> Iterator[Action]:
    enemies = [f.id for f in state.enemies(state.fighter(id).player)]
    near = {enemy: apart(state, id, enemy) for enemy in enemies}
    weapons = range(len(state.profile(id).weapons))
    found = [Attack(w, e) for w in weapons for e in enemies if near[e] <= weapon_of(state, id, w).max_range + 0.5]
    yield from random.shuffled(found)[:TRIES]


def _moves(state: State, id: str, random: Stream, inches: float | None = None) -> Iterator[Action]:
    if enemies_within(state, id, ENGAGED):
        return
    has = allowed(state, id) if inches is None else inches
    lying = [t for t in state.treasures if not t.carrier]
    aims = _aims(state, id)
    for _ in range(WAYS_TRIED):
        path = random_way(state.table, id, has, random, aims)
        if not path.legs:
            continue
        end = path.legs[-1].to[-1]
        near = [t.id for t in lying if math.dist(t.at, end) < 2.5]
        if near and random.below(4):
            yield Move(path, random.pick(near))
        yield Move(path)


def _aims(state: State, id: str) -> list[Point]:
    """Return what a fighter may be after: enemies, objectives, treasures, surfaces above."""
    enemies = [f.at for f in state.enemies(state.fighter(id).player)]
    markers = [o.at for o in state.objectives] + [t.at for t in state.treasures if not t.carrier]
    return enemies + markers


def _disengages(state: State, id: str, random: Stream) -> Iterator[Action]:
    for _ in range(WAYS_TRIED):
        path = random_way(state.table, id, DISENGAGING, random, only_walks=True)
        if path.legs:
            yield Disengage(path)


def _landings(state: State, choice: Choice, about: PlacesOffered, random: Stream) -> Iterator[Action]:
    turn = facing_of(state, about)
    for _ in range(TRIES):
        landing = random.pick(about.places)
        x, y = point_in(landing.area, random)
        z = landing.nearest[2] if choice.kind == "place" else rest_at(state, landing, x, y)
        yield PlaceAt((x, y, z), turn)


def _drops(state: State, fighter: str, random: Stream) -> Iterator[Action]:
    x, y, z = state.fighter(fighter).at
    for _ in range(TRIES):
        far, heading = random.between(0.0, 1.8), random.between(0.0, math.tau)
        to = (x + far * math.cos(heading), y + far * math.sin(heading))
        level = levels_of(state.table).nearest_below((*to, z))
        if level is not None:
            yield PlaceAt((*to, level.height))
