"""The plain player of skirmishes: it does what is worth most over the exact odds, one turn ahead."""

from collections.abc import Iterable, Iterator

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
from warcry3d.rules.dndminiatures.battle.attack_odds import damage_distribution
from warcry3d.rules.dndminiatures.battle.attack_rules import possible_attacks
from warcry3d.rules.dndminiatures.battle.attack_terms import AttackSituation
from warcry3d.rules.dndminiatures.battle.charging import charge_ends, charge_way
from warcry3d.rules.dndminiatures.battle.move_rules import is_spent, move_room, rush_room
from warcry3d.rules.dndminiatures.battle.powers import power_targets
from warcry3d.rules.dndminiatures.battle.sensing import distance, nearest_seen, restricts, touch
from warcry3d.rules.dndminiatures.battle.state import CreatureTurn, SkirmishState
from warcry3d.rules.dndminiatures.battle.walking import ground_for, strikers_at
from warcry3d.rules.dndminiatures.creatures.traits import Power
from warcry3d.rules.dndminiatures.grid.cells import Cell, Space, space_distance
from warcry3d.rules.dndminiatures.grid.contact import Contact, contact
from warcry3d.rules.dndminiatures.grid.ways import CellWay, ways

__all__ = ["PlainSkirmisher"]

NEARER = 0.02
"""What a square nearer to the enemy is worth, in points of cost: less than any attack."""
DOWN = 0.5
"""Destroying an enemy is worth so much of its cost beside the HP it loses."""
SAVED = 0.5
"""The chance that a creature saves, where nothing better is worked out."""


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
        for worth, action, label in best:
            if not ruleset.faults(state, action):
                compared = tuple(Candidate(text, value) for value, _, text in best[:6])
                reason = message("it is worth most: {what} ({worth:.1f})", what=label, worth=worth)
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
            for prompt in ruleset.prompts(state):
                if isinstance(prompt, Place) and prompt.suggested:
                    yield 1.0, prompt.action(prompt.suggested), message("to stand in front")
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


def attack_worth(state: SkirmishState, situation: AttackSituation) -> float:
    """Return what an attack costs the target's player on average, in points: of the HP lost, and of being destroyed."""
    card, left = state.card(situation.target), state.hp_left(situation.target)
    damage = damage_distribution(state, situation)
    return card.cost * (damage.capped(left).mean / card.hp + DOWN * damage.at_least(left))


def _strikes(state: SkirmishState, id: str, *, is_moved: bool) -> float:
    """Return what the attacks of a creature from where it stands are worth: all on one enemy, or its best one."""
    card = state.card(id)
    best = 0.0
    nearest = set(nearest_seen(state, id)) if card.ranged else set()
    is_held = card.ranged and any(restricts(state, enemy.id, id) for enemy in state.enemies(id))
    for enemy in state.enemies(id):
        if touch(state, id, enemy.id) is not Contact.NONE:
            found = [attack_worth(state, AttackSituation(id, enemy.id, "melee", n)) for n in range(len(card.melee))]
            best = max(best, max(found) if is_moved else sum(found))
        if enemy.id in nearest and not is_held:
            found = [attack_worth(state, AttackSituation(id, enemy.id, "ranged", n)) for n in range(len(card.ranged))]
            best = max(best, max(found) if is_moved else sum(found))
    return best


def _urgency(state: SkirmishState, id: str) -> float:
    """Return how much a creature has to gain from acting now: its attacks from here, else how near an enemy is."""
    here = _strikes(state, id, is_moved=False)
    near = min((distance(state, id, enemy.id) for enemy in state.enemies(id)), default=99)
    return here + NEARER * (50 - near)


def _in_turn(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    yield 0.0, Done(), message("nothing")
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
            yield sum(_power_worth(state, id, one, power) for one in targets), UsePower(power.id), label
            continue
        for target in targets:
            yield _power_worth(state, id, target, power), UsePower(power.id, target), label


def _power_worth(state: SkirmishState, id: str, target: str, power: Power) -> float:
    """Return about what a power is worth on one target: below 0 where it hurts a friend."""
    card = state.card(target)
    is_friend = state.creature(target).player == state.creature(id).player
    fails = 1.0 if power.dc is None else min(max((power.dc - 1 - card.level) / 20, 0.05), 0.95)
    worth = 0.0
    if power.damage is not None:
        points = min(power.damage.amount + power.damage.bonus, state.hp_left(target))
        share = fails + (1 - fails) * (SAVED if power.save == "half" else 0.0)
        is_down = points >= state.hp_left(target)
        worth += share * card.cost * (points / card.hp + DOWN * is_down)
    if power.routs and not state.creature(target).is_routing and "morale" not in card.traits.immune:
        worth += SAVED * card.cost * 0.5
    if power.lasting is not None and power.lasting.conditions and not is_friend:
        has_it = state.has(target, *power.lasting.conditions)
        worth += 0.0 if has_it else fails * card.cost * 0.4
    if is_friend:
        healed = min(power.heal, state.creature(target).damage)
        is_kind = power.lasting is not None and power.damage is None
        has_it = any(effect.name == power.name for effect in state.effects_on(target))
        return card.cost * healed / card.hp - worth + (0.05 * card.cost if is_kind and not has_it else 0.0)
    return worth


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


def _price(state: SkirmishState, id: str, cells: Iterable[Cell]) -> float:
    """Return what attacks of opportunity on a way cost on average; each enemy strikes once."""
    size = state.space(id).size
    strikers: dict[str, None] = {}
    for cell in (state.creature(id).cell, *tuple(cells)[:-1]):
        strikers.update(dict.fromkeys(strikers_at(state, id, Space(cell, size))))
    return sum(_struck(state, id, enemy) for enemy in strikers)


def _struck(state: SkirmishState, id: str, enemy: str) -> float:
    values = range(len(state.card(enemy).melee))
    return max(attack_worth(state, AttackSituation(enemy, id, "melee", n, is_opportunity=True)) for n in values)


def _moves(state: SkirmishState, turn: CreatureTurn) -> Iterator[Worth]:
    """Yield the best place to attack from, and the best one to be nearer to the enemy."""
    id = turn.creature
    budget, faults = move_room(state, turn)
    if faults:
        return
    space = state.space(id)
    enemies = [enemy.id for enemy in state.enemies(id)]

    def strikers(at: Space) -> int:
        there = set(strikers_at(state, id, at))
        return sum(1 << n for n, enemy in enumerate(enemies) if enemy in there)

    rush, rush_faults = rush_room(state, turn)
    found = ways(ground_for(state, id), space, max(budget, 0 if rush_faults else rush), strikers)
    prices = [_struck(state, id, enemy) for enemy in enemies]
    for cell, several in found.items():
        if cell == space.cell:
            continue
        way = min(several, key=lambda one: _way_price(one, prices))
        worth = NEARER * _nearer(state, id, cell) - _way_price(way, prices)
        is_near = any(
            contact(state.board, Space(cell, space.size), state.space(e)) is not Contact.NONE for e in enemies
        )
        label = message("move to ({x}, {y})", x=cell[0], y=cell[1])
        can_strike = way.cost <= turn.speed and not turn.attacks and not turn.is_spent
        if can_strike and (is_near or state.card(id).ranged):
            worth += _strikes(state.standing(id, cell), id, is_moved=True)
        if way.cost <= budget:
            yield worth, MoveBySquares(way.steps[1:]), label
        if not rush_faults and is_near:
            gain = _strikes(state.standing(id, cell), id, is_moved=True) if way.cost <= rush // 2 else 0.0
            yield worth + gain, Rush(way.steps[1:]), label


def _way_price(way: CellWay, prices: list[float]) -> float:
    return sum(price for n, price in enumerate(prices) if way.strikers >> n & 1)


def _nearer(state: SkirmishState, id: str, cell: Cell) -> float:
    """Return by how many squares a place is nearer to the nearest enemy."""
    size = state.space(id).size

    def far(space: Space) -> int:
        return min((space_distance(space, state.space(enemy.id)) for enemy in state.enemies(id)), default=0)

    return far(state.space(id)) - far(Space(cell, size))
