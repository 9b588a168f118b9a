"""What a battle came to: points round by round, damage dealt by fighter, how the dice fell against what was to be
expected. Pure.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from warcry3d.game.actions import Rolled
from warcry3d.game.ruleset import Event, Roll
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleOffer, Standings

__all__ = ["BattleSummary", "DiceLuck", "summary_of"]

SIDES = 6
"""Where no dice were thrown, luck is of such."""
ROUND = 1
"""The rank of headings that begin a round."""


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """How often each face of a player's dice came up, from 1: of dice with as many sides as there are faces."""

    faces: tuple[int, ...] = (0,) * SIDES

    @property
    def count(self) -> int:
        """Return how many dice were thrown."""
        return sum(self.faces)

    @property
    def expected(self) -> float:
        """Return the mean face to be expected."""
        return (len(self.faces) + 1) / 2

    @property
    def average(self) -> float:
        """Return the mean face."""
        return sum(face * times for face, times in enumerate(self.faces, start=1)) / max(self.count, 1)

    @property
    def deviation(self) -> float:
        """Return how far the mean is from what was to be expected, in standard deviations of the mean of so many
        dice.
        """
        of_one = (len(self.faces) ** 2 - 1) / 12
        return (self.average - self.expected) / math.sqrt(of_one / self.count) if self.count else 0.0


@dataclass(frozen=True, slots=True)
class BattleSummary:
    """``points``: of each side at the end of each round; empty where none are counted. ``damage``: wounds that enemies
    lost by each fighter's doing, or by each unit's where there are units. ``luck``: by player.
    """

    points: Mapping[str, tuple[int, ...]]
    damage: Mapping[str, int]
    luck: Mapping[str, DiceLuck]

    @property
    def most_damage(self) -> tuple[tuple[str, int], ...]:
        """Return the fighters that dealt any, those that dealt most first."""
        return tuple(sorted(((id, n) for id, n in self.damage.items() if n), key=lambda one: (-one[1], one[0])))


def summary_of(game: Game[Any, Any], rules: BattleOffer) -> BattleSummary:
    """Return what a battle came to so far; takes a millisecond or two for each step."""
    states = (game.first, *(step.state for step in game.done))
    standings = [rules.standings(state) for state in states]
    sides = rules.rosters(states[-1])
    owner = {id: side for side, members in sides.items() for id in members}
    return BattleSummary(
        points=_points(game, rules, standings),
        damage=_damage(game, standings, owner),
        luck=_luck(game, states),
    )


def _points(game: Game[Any, Any], rules: BattleOffer, standings: list[Standings]) -> dict[str, tuple[int, ...]]:
    """Return each side's points before each round but the first, and at the end."""
    begins = [
        number
        for number, step in enumerate(game.done[:-1])  # the last one ends the battle
        if any(rules.headings.get(event.kind) == ROUND for event in step.events)
    ]
    ends = [standings[number] for number in begins[1:]] + standings[-1:]
    sides = [side for side, one in standings[-1].sides.items() if one.points is not None]
    return {side: tuple(end.sides[side].points or 0 for end in ends if side in end.sides) for side in sides}


def _damage(game: Game[Any, Any], standings: list[Standings], owner: Mapping[str, str]) -> dict[str, int]:
    """Return the wounds that enemies lost by each fighter's doing: that of who acted last before they are named."""
    if units := {unit.id: unit.side for unit in standings[-1].units}:
        return _damage_of_units(game, standings, owner, units)
    dealt: Counter[str] = Counter()
    actor = ""
    for step, (before, after) in zip(game.done, pairwise(standings), strict=True):
        lost = {id: left - _left(after, id) for id, (left, _) in before.wounds.items()}
        blamed = dict(_blamed(step.events, {id for id, wounds in lost.items() if wounds > 0}, actor))
        for id, by in blamed.items():
            if by and owner.get(by) != owner.get(id):
                dealt[by] += lost[id]
        actor = next((event.models[0] for event in reversed(step.events) if event.models), actor)
        actor = next((by for by in reversed(blamed.values()) if by), actor) if blamed else actor
    return dict(dealt)


def _damage_of_units(
    game: Game[Any, Any], standings: list[Standings], owner: Mapping[str, str], units: Mapping[str, str]
) -> dict[str, int]:
    """Return the wounds that enemies lost by each unit's doing: that of the last one that was said to act on an enemy
    unit before they are named, where no event names another cause.
    """
    dealt: Counter[str] = Counter()
    causes: dict[str, str] = {}
    actor = ""
    for step, (before, after) in zip(game.done, pairwise(standings), strict=True):
        lost = {id: left - _left(after, id) for id, (left, _) in before.wounds.items()}
        for event in step.events:
            named = [value for value in event.message.values.values() if isinstance(value, str) and value in units]
            if len(named) > 1 and units[named[0]] != units[named[1]]:
                actor = named[0]
                causes.clear()
            hurt = event.models[0] if event.models else ""
            if event.cause is not None:
                causes[hurt] = event.cause
            wounds, by = lost.pop(hurt, 0), causes.get(hurt, actor)
            if wounds > 0:
                causes.pop(hurt, None)
                if by in units and owner.get(hurt) != units[by]:
                    dealt[by] += wounds
    return dict(dealt)


def _blamed(events: tuple[Event, ...], hurt: set[str], actor: str) -> Iterator[tuple[str, str]]:
    """Yield who was hurt, and who acted before."""
    for event in events:
        if not event.models:
            continue
        if event.models[0] in hurt:
            hurt = hurt - {event.models[0]}
            yield event.models[0], actor
        else:
            actor = event.models[0]


def _left(standings: Standings, id: str) -> int:
    return standings.wounds.get(id, (0, 0))[0]


def _luck(game: Game[Any, Any], states: tuple[Any, ...]) -> dict[str, DiceLuck]:
    """Return how each player's dice fell: those with as many sides as most of the battle's dice have."""
    thrown = [
        (due, step.action.faces)
        for state, step in zip(states, game.done, strict=False)
        if isinstance(step.action, Rolled) and isinstance(due := game.ruleset.pending(state), Roll)
    ]
    times: Counter[int] = Counter()
    for due, faces in thrown:
        times[due.sides] += len(faces)
    sides = max(times, key=lambda one: (times[one], one == SIDES), default=SIDES)
    counts = {player: [0] * sides for player in game.setup.players}
    for due, faces in thrown:
        for face in faces if due.sides == sides else ():
            counts[due.player][face - 1] += 1
    return {player: DiceLuck(tuple(faces)) for player, faces in counts.items()}
