"""The plain player of skirmishes: it does what is worth most over the exact odds, one turn ahead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from warcry3d.game.actions import Action, Decline, Done, Pick
from warcry3d.game.decisions import Candidate, Decision
from warcry3d.game.prompts import PickOne, Place, is_open
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.random_stream import Stream
from warcry3d.game.ruleset import Choice, Ruleset
from warcry3d.message import Message, message
from warcry3d.rules.dndminiatures.battle.actions import (
    ActivateCreature,
    ChargeAt,
    MoveBySquares,
    Rush,
    Strike,
    UsePower,
)
from warcry3d.rules.dndminiatures.battle.attack_rules import possible_attacks
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.charging import charge_ends, charge_way
from warcry3d.rules.dndminiatures.battle.move_rules import is_spent, move_room, rush_room
from warcry3d.rules.dndminiatures.battle.opportunities import strikers_of
from warcry3d.rules.dndminiatures.battle.powers import power_targets
from warcry3d.rules.dndminiatures.battle.sensing import distance, is_under_command, nearest_seen, restricts
from warcry3d.rules.dndminiatures.battle.state import AttackMode, CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for
from warcry3d.rules.dndminiatures.creatures.card import AttackValue
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, space_distance
from warcry3d.rules.dndminiatures.grid.ways import CellWay, ways
from warcry3d.rules.dndminiatures.players.approach import approach_of, contact_cells
from warcry3d.rules.dndminiatures.players.worths import attack_worth, power_worth, struck_worth

__all__ = ["PlainSkirmisher"]

NEARER = 0.02
"""What a square nearer to where an enemy can be attacked is worth, in points of cost: less than any attack."""
LOOSE = 0.05
"""What it costs to have a creature out of command: less than the squares that it loses by that."""
FAR = 40
"""So many squares a place counts that has no way to an enemy."""
PLACING = ("set-up", "lay-tile")
"""Choices for which places are taken as the prompts suggest them."""
SHOTS, LOOKED_AT = 40, 12
"""So many places to shoot from are looked at, and so many moves compared for command."""


class PlainSkirmisher:
    """Plays to win: it attacks where that costs the enemy most points on average, moves to where it can, keeps out of
    attacks of opportunity that cost more than they bring, and closes in otherwise.
    """

    def choose(
        self, ruleset: Ruleset[SkirmishState, Action], state: SkirmishState, choice: Choice, random: Stream
    ) -> Action:
        """Return an action without faults."""
        return self.decide(ruleset, state, choice, random).action

    def decide(
        self, ruleset: Ruleset[SkirmishState, Action], state: SkirmishState, choice: Choice, random: Stream
    ) -> Decision[Action]:
        """Return an action without faults, why it is taken, and what it was compared with."""
        best = sorted(_candidates(ruleset, state, choice), key=lambda one: -one[0])
        for _, action, label in best:
            if not ruleset.faults(state, action):
                compared = tuple(Candidate(text, value) for value, _, text in best[:6])
                reason = message("it is worth most: {what}", what=label)
                if choice.kind in PLACING:
                    reason = label
                elif best[0][0] == best[-1][0]:
                    reason = message("one is worth as much as another: {what}", what=label)
                return Decision(action, reason, compared)
        return Decision(RandomPlayer().choose(ruleset, state, choice, random))


Worth = tuple[float, Action, Message]
"""What an action is worth in points of cost, the action, what it is called."""


def _candidates(ruleset: Ruleset[SkirmishState, Action], state: SkirmishState, choice: Choice) -> Iterator[Worth]:
    """Yield what the player looks at."""
    match choice.kind:
        case "sets-up-first" | "first":
            yield 1.0, Pick((choice.player,)), message("to go first")
        case "start-area" | "assembly-tile":
            yield from _picked(ruleset, state)
        case "set-up" | "lay-tile":
            label = message("as near to the middle as may be")
            for prompt in ruleset.prompts(state):
                if isinstance(prompt, Place) and prompt.suggested:
                    yield 1.0, prompt.action(prompt.suggested), label
        case "activate":
            for creature in state.on_map(choice.player):
                if not creature.has_activated:
                    label = Message("{fighter}", {"fighter": creature.id})
                    yield _urgency(state, creature.id), ActivateCreature(creature.id), label
        case "act":
            assert state.turn is not None, "somebody acts"
            yield from _in_turn(state, state.turn)
        case "opportunity" | "charge-value" | "flee" | "settle":
            yield from _picked(ruleset, state)


def _picked(ruleset: Ruleset[SkirmishState, Action], state: SkirmishState) -> Iterator[Worth]:
    """Yield the options of the questions with few answers: attacks by what they cost the enemy, ways in their order."""
    for prompt in ruleset.prompts(state):
        if not isinstance(prompt, PickOne) or not is_open(prompt):
            continue
        for number, option in enumerate(prompt.options):
            action = prompt.action(option.id)
            if isinstance(action, Strike):
                is_opportunity = prompt.id == "opportunity"
                situation = AttackSituation(
                    action.attacker,
                    action.target,
                    action.mode,
                    action.value,
                    is_charge=not is_opportunity,
                    is_opportunity=is_opportunity,
                )
                yield attack_worth(state, situation), action, option.label
            else:
                yield -float(number), action, option.label
    yield 0.0, Decline(), message("nothing")


def _strikes(state: SkirmishState, id: str, touched: tuple[str, ...], *, is_moved: bool) -> float:
    """Return what the attacks of a creature from where it stands are worth: all on one enemy, or its best one.

    ``touched``: the enemies that it touches there.
    """
    card = state.card(id)
    best = 0.0
    for enemy in touched:
        best = max(best, _volley(state, id, enemy, "melee", is_moved=is_moved))
    if card.ranged and not any(restricts(state, enemy, id) for enemy in touched):
        for enemy in nearest_seen(state, id):
            if card.traits.range is None or distance(state, id, enemy) <= card.traits.range:
                best = max(best, _volley(state, id, enemy, "ranged", is_moved=is_moved))
    return best


def _volley(state: SkirmishState, id: str, enemy: str, mode: AttackMode, *, is_moved: bool) -> float:
    values = state.card(id).melee if mode == "melee" else state.card(id).ranged
    known: dict[AttackValue, float] = {}
    for n, value in enumerate(values):
        if value not in known:
            known[value] = attack_worth(state, AttackSituation(id, enemy, mode, n))
    return max(known.values()) if is_moved else sum(known[value] for value in values)


def _urgency(state: SkirmishState, id: str) -> float:
    """Return how much a creature has to gain from acting now: its attacks from here, else how near an enemy is."""
    cell = state.creature(id).cell
    here = _strikes(state, id, contact_cells(state, id).get(cell, ()), is_moved=False)
    return here + NEARER * (50 - _apart(state, id, cell))


def _in_turn(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    yield -_loose(state, turn.creature), Done(), message("nothing")
    if is_spent(state, turn):
        return
    yield from _attacks(state, turn)
    yield from _powers(state, turn)
    if not turn.has_begun:
        yield from _charges(state, turn)
    yield from _moves(state, turn)


def _attacks(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    """Yield the attacks from here; of a creature that stands still the further ones count too."""
    card = state.card(turn.creature)
    for situation, on_hit, faults in possible_attacks(state, turn):
        if faults:
            continue
        worth = attack_worth(state, situation)
        values = card.melee if situation.is_melee else card.ranged
        rest = max(len(values) - len(turn.attacks) - 1, 0) if turn.moved is None else 0
        boxed = 0.3 if on_hit else 0.0
        action = Strike(situation.target, situation.mode, situation.value, on_hit, situation.attacker)
        label = Message("attack {fighter}", {"fighter": situation.target})
        yield worth * (1 + 0.8 * rest) + boxed + NEARER, action, label


def _powers(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    id = turn.creature
    for power in state.card(id).powers:
        targets = power_targets(state, id, power)
        if not targets:
            continue
        label = Message("{effect}", {"effect": power.name})
        if power.picks == "all":
            uses = [(sum(power_worth(state, id, one, power) for one in targets), UsePower(power.id))]
        else:
            uses = [(power_worth(state, id, one, power), UsePower(power.id, one)) for one in targets]
        # One that does nothing is not as good as standing still: it has uses, and Done may cost being out of command.
        yield from ((worth, action, label) for worth, action in uses if worth > 0.0)


def _charges(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    id = turn.creature
    for target in turn.charge:
        for end in charge_ends(state, id, target):
            way = charge_way(state, id, end)
            if way is None:
                continue
            there = state.standing(id, end.cell)
            values = range(len(state.card(id).melee))
            gain = max(attack_worth(there, AttackSituation(id, target, "melee", n, is_charge=True)) for n in values)
            label = Message("charge {fighter}", {"fighter": target})
            yield gain - _price(state, id, way), ChargeAt(target, end.cell), label


def _price(state: SkirmishState, id: str, cells: Sequence[Cell]) -> float:
    """Return what attacks of opportunity on a way cost on average; each enemy strikes once."""
    strikers = strikers_of(state, id)
    return _struck(state, id, strikers.along((state.creature(id).cell, *cells)))


def _struck(state: SkirmishState, id: str, bits: int) -> float:
    """Return what the attacks of those enemies cost whose bits are set."""
    return sum(struck_worth(state, id, enemy) for enemy in strikers_of(state, id).names(bits)) if bits else 0.0


def _moves(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    """Yield the best moves: to places to attack from, and to be nearer to where an enemy can be attacked."""
    budget, faults = move_room(state, turn)
    if faults:
        return
    rush, rush_faults = rush_room(state, turn)
    most = max(budget, 0 if rush_faults else rush)
    id = turn.creature
    found = ways(ground_for(state, id), state.space(id), most, strikers_of(state, id).at)
    moves = [
        _Goal(NEARER * _nearer(state, id, cell) - price, cell, way)
        for cell, several in found.items()
        if cell != state.creature(id).cell
        for price, way in [min(((_struck(state, id, one.strikers), one) for one in several), key=_by_price)]
    ]
    moves.sort(key=lambda one: -one.worth)
    with_gain = _with_attacks(state, turn, moves, budget, 0 if rush_faults else rush)
    best = sorted(with_gain, key=lambda one: -one[0].worth)[:LOOKED_AT]
    for goal, action in best:
        x, y = goal.cell
        worth = goal.worth - _loose(state.standing(id, goal.cell), id)
        yield worth, action, message("move to ({x}, {y})", x=x, y=y)


@dataclass(frozen=True, slots=True)
class _Goal:
    """Somewhere to move, by a way, and what that is worth."""

    worth: float
    cell: Cell
    way: CellWay


def _by_price(one: tuple[float, CellWay]) -> float:
    return one[0]


def _with_attacks(
    state: SkirmishState, turn: CreatureTurn, goals: list[_Goal], budget: int, rush: int
) -> Iterator[tuple[_Goal, Action]]:
    """Yield moves and rushes with what the attack after them is worth; of places to shoot from only the best ones."""
    id, places = turn.creature, contact_cells(state, turn.creature)
    shots = SHOTS if state.card(id).ranged else 0
    can_strike = not turn.attacks and not turn.is_spent
    for goal in goals:
        cost, touched, gain = goal.way.cost, places.get(goal.cell, ()), 0.0
        is_in_time = can_strike and cost <= max(turn.speed, rush // 2 if touched else 0)
        if is_in_time and (touched or shots):
            shots -= not touched
            gain = _strikes(state.standing(id, goal.cell), id, touched, is_moved=True)
        if cost <= budget:
            there = gain if cost <= turn.speed else 0.0
            yield _Goal(goal.worth + there, goal.cell, goal.way), MoveBySquares(goal.way.steps[1:])
        if touched and cost <= rush:
            there = gain if cost <= rush // 2 else 0.0
            yield _Goal(goal.worth + there, goal.cell, goal.way), Rush(goal.way.steps[1:])


def _nearer(state: SkirmishState, id: str, cell: Cell) -> float:
    """Return by how many squares a place is nearer to where an enemy can be attacked."""
    approach, here = approach_of(state, id), state.creature(id).cell
    now, then = approach.squares(here), approach.squares(cell)
    if now is not None:
        return now - then if then is not None else -FAR
    return _apart(state, id, here) - _apart(state, id, cell)  # shut in: as near as it gets


def _apart(state: SkirmishState, id: str, cell: Cell) -> int:
    space = Space(cell, state.space(id).size)
    return min((space_distance(space, state.space(enemy.id)) for enemy in state.enemies(id)), default=0)


def _loose(state: SkirmishState, id: str) -> float:
    """Return what it costs that a creature is out of command, and if it commands, those who are out of its command."""
    player = state.creature(id).player
    if not state.card(id).is_commander:
        commands = any(state.card(one.id).is_commander for one in state.on_map(player))
        return LOOSE * (commands and not is_under_command(state, id))
    return LOOSE * sum(
        not is_under_command(state, one.id) for one in state.friends(id) if not one.is_routing and not one.has_activated
    )
