"""What must hold at every step of a skirmish of D&D Miniatures, by plain counting of squares.

Nothing of the code that moves, places, attacks or counts is used: squares are read from the rows of the map.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from warcry3d.game.ruleset import Event, Outcome, Pending
from warcry3d.rules.dndminiatures.battle.state import CreatureState, CreatureStatus, SkirmishState

__all__ = ["SkirmishWatch"]

UNDER_WAY = frozenset({"Walk", "Flee", "SettlesAll", "Settle", "EndTurn"})
"""Steps of the agenda while which somebody may stand where none may end: on the way, until the turn ends."""
IN_A_PHASE = 2
TILE_GAP = 2


@dataclass
class SkirmishWatch:
    """What was seen of a skirmish so far."""

    gone: dict[str, CreatureState] = field(default_factory=dict)
    activated: Counter[str] = field(default_factory=Counter)
    struck: Counter[str] = field(default_factory=Counter)
    moved: set[str] = field(default_factory=set)
    row: tuple[str, int] = ("", 0)
    began: dict[str, tuple[int, int]] = field(default_factory=dict)

    def after(
        self, before: SkirmishState, state: SkirmishState, events: Sequence[Event], pending: Pending
    ) -> tuple[str, ...]:
        """Return all that is wrong with a state that came of another, in words."""
        return (
            *self._event_faults(before, state, events),
            *_standing_faults(state),
            *_score_faults(before, state),
            *self._gone_faults(state),
            *_tile_faults(before, state),
            *_end_faults(state, pending),
        )

    def _event_faults(self, before: SkirmishState, state: SkirmishState, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            values = event.message.values
            match event.kind:
                case "round":
                    left = [c.id for c in before.on_map() if state.creature(c.id).is_on_map]
                    yield from (
                        f"{id} did not act in round {before.round}" for id in left if self._was_idle(before, id)
                    )
                    self.activated.clear()
                    self.row = ("", 0)
                case "turn":
                    yield from self._turn_faults(before, str(values["fighter"]))
                case "opportunity":
                    self.struck[str(values["attacker"])] += 1
                    if self.struck[str(values["attacker"])] > 1:
                        yield f"{values['attacker']} struck twice in a turn"
                case "attack" if "attacker" in values:
                    yield from _attack_faults(before, str(values["attacker"]), str(values["target"]))
                case "move":
                    if str(values["fighter"]) in self.moved:
                        yield f"{values['fighter']} moved twice in its turn"
                    self.moved.add(str(values["fighter"]))
        yield from self._step_faults(state)

    def _was_idle(self, before: SkirmishState, id: str) -> bool:
        return before.round > 0 and not self.activated[id]

    def _turn_faults(self, before: SkirmishState, id: str) -> Iterator[str]:
        self.struck.clear()
        self.moved.clear()
        self.began = {c.id: c.cell for c in before.on_map()}
        self.activated[id] += 1
        if self.activated[id] > 1:
            yield f"{id} was activated twice in a round"
        player = before.creature(id).player
        self.row = (player, self.row[1] + 1) if self.row[0] == player else (player, 1)
        others = [c for c in before.on_map() if c.player != player and not c.has_activated]
        if self.row[1] > IN_A_PHASE and others:
            yield f"{player} activated {self.row[1]} creatures in a row while others wait"

    def _step_faults(self, state: SkirmishState) -> Iterator[str]:
        """Yield who is farther from where it was as the turn began than double its speed allows."""
        for creature in state.on_map():
            start = self.began.get(creature.id)
            if start is None or start == creature.cell or state.round == 0:
                continue
            wide, narrow = sorted((abs(a - b) for a, b in zip(start, creature.cell, strict=True)), reverse=True)
            most = (
                2 * (state.card(creature.id).speed + 10) if creature.is_routing else 2 * state.card(creature.id).speed
            )
            is_settled = any(type(step).__name__ in UNDER_WAY for step in state.agenda)
            if wide + narrow // 2 > max(most, 1) and not is_settled and not _has_speed_bonus(state):
                yield f"{creature.id} went from {start} to {creature.cell} in a turn"

    def _gone_faults(self, state: SkirmishState) -> Iterator[str]:
        for creature in state.creatures:
            if creature.status in (CreatureStatus.DESTROYED, CreatureStatus.FLED):
                first = self.gone.setdefault(creature.id, creature)
                if (first.status, first.damage, first.cell) != (creature.status, creature.damage, creature.cell):
                    yield f"{creature.id} was gone, and yet something happens to it"
            elif creature.id in self.gone:
                yield f"{creature.id} was gone and is back"


def _has_speed_bonus(state: SkirmishState) -> bool:
    scores = (bonus.score for card in state.context.cards.values() for bonus in card.traits.bonuses)
    return any(score.value == "speed" for score in scores)


def _attack_faults(before: SkirmishState, attacker: str, target: str) -> Iterator[str]:
    one, other = before.creature(attacker), before.creature(target)
    if one.player == other.player:
        yield f"{attacker} attacked its friend {target}"
    if not one.is_on_map or one.is_routing:
        yield f"{attacker} attacked while it was gone or fled"


def _cells(state: SkirmishState, creature: CreatureState) -> list[tuple[int, int]]:
    side = {"large": 2, "huge": 3}.get(state.card(creature.id).size.value, 1)
    return [(creature.cell[0] + i, creature.cell[1] + j) for i in range(side) for j in range(side)]


def _standing_faults(state: SkirmishState) -> Iterator[str]:
    rows = state.table.grid.rows if state.table.grid is not None else ()
    is_moving = any(type(step).__name__ in UNDER_WAY for step in state.agenda)
    taken: dict[tuple[int, int], str] = {}
    for creature in state.on_map():
        for x, y in _cells(state, creature):
            if not (0 <= x < len(rows[0]) and 0 <= y < len(rows)):
                yield f"{creature.id} is off the map"
                continue
            letter = rows[len(rows) - 1 - y][x]
            if letter == "#" and not (is_moving and state.context.agreed.squeezing == "yes"):
                yield f"{creature.id} stands in a wall at ({x}, {y})"
            if letter == "o" and not is_moving:
                yield f"{creature.id} stands on a statue at ({x}, {y})"
            if (x, y) in taken and not is_moving:
                yield f"{creature.id} and {taken[x, y]} are both on ({x}, {y})"
            taken[x, y] = creature.id


def _score_faults(before: SkirmishState, state: SkirmishState) -> Iterator[str]:
    for creature in state.creatures:
        card, old = state.card(creature.id), before.creature(creature.id)
        if creature.damage < 0 or (creature.is_on_map and creature.damage >= card.hp):
            yield f"{creature.id} has {creature.damage} damage of {card.hp} and is {creature.status}"
        if old.has_saved and not creature.has_saved:
            yield f"{creature.id} forgot its morale save"
        if old.has_activated and not creature.has_activated and before.round == state.round:
            yield f"{creature.id} may act again in round {state.round}"
        boxes = {one.id: one.uses for one in (*card.powers, *card.on_hit)}
        for id, used in creature.spent:
            if (most := boxes[id]) is not None and used > most:
                yield f"{creature.id} used {id} {used} times of {most}"
        if creature.is_routing and not creature.is_on_map:
            yield f"{creature.id} routs and is gone"
    for effect in state.effects:
        if not state.creature(effect.creature).is_on_map:
            yield f"{effect.name} lasts on {effect.creature}, which is gone"


def _tile_faults(before: SkirmishState, state: SkirmishState) -> Iterator[str]:
    """Yield tiles that overlap, and walls of two tiles that are nearer than two squares."""
    if len(before.tiles) == len(state.tiles):
        return
    covered: dict[tuple[int, int], int] = {}
    walls: list[tuple[int, int, int]] = []
    for n, shape in enumerate(state.ground.shapes):
        rows = shape.tile.grid.rows
        for j, row in enumerate(reversed(rows)):
            for i, letter in enumerate(row):
                at = (shape.cell[0] + i, shape.cell[1] + j)
                if at in covered:
                    yield f"tiles {covered[at]} and {n} overlap at {at}"
                covered[at] = n
                if letter == "#":
                    walls.append((n, *at))
    for n, x, y in walls:
        for m, u, v in walls:
            if n < m and max(abs(x - u), abs(y - v)) <= TILE_GAP:
                yield f"walls of tiles {n} and {m} are near: ({x}, {y}), ({u}, {v})"


def _end_faults(state: SkirmishState, pending: Pending) -> Iterator[str]:
    left = {creature.player for creature in state.on_map()}
    is_dying = any(type(step).__name__ == "CheckEnd" for step in state.agenda)
    if isinstance(pending, Outcome) and (len(left) > 1 or set(pending.winners) != left):
        yield f"it ends with creatures of {sorted(left)} left, won by {pending.winners}"
    if not isinstance(pending, Outcome) and state.round and len(left) < 2 and not is_dying:
        yield f"it goes on with creatures of {sorted(left)} alone"
