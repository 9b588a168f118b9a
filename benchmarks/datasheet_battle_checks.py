"""What must hold at every step of a battle of Warhammer 40,000, counted anew; and whose turns were of no use.

Of the code that moves, shoots and counts nothing is used but the distance of bases and hulls.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.standing_checks import standing_faults
from warcry3d.game.ruleset import Event, Outcome, Pending
from warcry3d.rules.warhammer40k.bases import measure_models
from warcry3d.rules.warhammer40k.battle.state import Deed40k, ModelPlace40k, State40k
from warcry3d.table.models import Model

__all__ = ["DatasheetWatch"]

USES = frozenset(
    {
        *(Deed40k.MOVED, Deed40k.ADVANCED, Deed40k.FELL_BACK, Deed40k.ARRIVED, Deed40k.DISEMBARKED),
        *(Deed40k.EMBARKED, Deed40k.SHOT, Deed40k.CHARGED, Deed40k.FOUGHT),
    }
)
LINK, MANY = 2.0, 7
"""Each model of a unit is so near to another one (in), and to two others in units of so many (40K-COHERENCY-1, -2)."""
MOST_POINTS = 3
"""Victory points that a player gains in a turn at most (40K-MISSION-2)."""
SLACK = 0.001


@dataclass
class DatasheetWatch:
    """What was seen of a battle so far. ``turns``: of units, ``idle``: those without any use."""

    gone: set[str] = field(default_factory=set)
    did: dict[str, set[Deed40k]] = field(default_factory=dict)
    turn: tuple[int, str] = (0, "")
    turns: int = 0
    idle: int = 0

    def after(self, before: State40k, state: State40k, events: Sequence[Event], pending: Pending) -> tuple[str, ...]:
        """Return all that is wrong with a state that came of another, in words."""
        is_new_turn = self._count_turns(before, state)
        return (
            *((*_coherency_faults(state), *_passenger_faults(state)) if is_new_turn else ()),
            *self._gone_faults(state),
            *_place_faults(state),
            *standing_faults(state.table),
            *_side_faults(before, state),
            *_end_faults(state, pending),
        )

    def _count_turns(self, before: State40k, state: State40k) -> bool:
        """Count the turns of units, and those of no use; return whether another turn has begun."""
        now = (state.round, state.active)
        is_new = now != self.turn
        if is_new:
            for unit, deeds in self.did.items():
                if any(model.is_here for model in before.living(unit)):
                    self.turns, self.idle = self.turns + 1, self.idle + (not deeds)
            self.turn = now
            self.did = {one.id: set() for one in state.units if one.player == state.active and state.living(one.id)}
        for id in self.did:
            self.did[id] |= USES & set(state.unit(id).did)
        return is_new

    def _gone_faults(self, state: State40k) -> Iterator[str]:
        for model in state.models:
            if not model.is_alive:
                self.gone.add(model.id)
            elif model.id in self.gone:
                yield f"{model.id} was destroyed and is back"


def _place_faults(state: State40k) -> Iterator[str]:
    """Yield wounds that models cannot have, and models that are in two places or in none."""
    for model in state.models:
        left = state.wounds_left(model.id)
        if model.lost < 0 or left < 0 or (model.is_here and left == 0):
            yield f"{model.id} has lost {model.lost} wounds, has {left} and is {model.place}"
        unit = state.unit(model.unit)
        if model.is_alive and (model.place is ModelPlace40k.INSIDE) is not bool(unit.inside):
            yield f"{model.id} is {model.place}, its unit inside '{unit.inside}'"


def _passenger_faults(state: State40k) -> Iterator[str]:
    """Yield units that are still inside a wreck as a turn ends; while dice are rolled for it, they are."""
    for unit in state.units:
        if unit.inside and state.living(unit.id) and not state.living(unit.inside):
            yield f"{unit.id} is inside {unit.inside}, which is destroyed"


def _coherency_faults(state: State40k) -> Iterator[str]:
    """Yield units that a turn leaves apart (40K-COHERENCY-6)."""
    for unit in state.units:
        figures = [state.table.model(model.id) for model in state.living(unit.id) if model.is_here]
        if len(figures) > 1:
            need = 2 if len(figures) >= MANY else 1
            alone = [one.id for one in figures if sum(_is_near(one, other) for other in figures) - 1 < need]
            if alone:
                yield f"{unit.id} is out of coherency as the turn ends: {alone}"


def _is_near(one: Model, other: Model) -> bool:
    return one is other or measure_models(one, other).horizontal <= LINK + SLACK


def _side_faults(before: State40k, state: State40k) -> Iterator[str]:
    for old, side in zip(before.sides, state.sides, strict=True):
        if side.command < 0:
            yield f"{side.id} has {side.command} command points"
        if not 0 <= side.victory - old.victory <= MOST_POINTS:
            yield f"{side.id} had {old.victory} victory points and has {side.victory}"
        if len(set(side.used)) != len(side.used):
            yield f"{side.id} used a stratagem twice in a phase: {side.used}"


def _lives(state: State40k, player: str) -> bool:
    return any(model.is_alive for model in state.models if state.unit(model.unit).player == player)


def _end_faults(state: State40k, pending: Pending) -> Iterator[str]:
    """Yield who has won and should not have: the last army alive, else who has most points."""
    if not isinstance(pending, Outcome):
        return
    living = [side for side in state.sides if _lives(state, side.id)]
    best = max((side.victory for side in state.sides), default=0)
    first = [side for side in state.sides if side.victory == best]
    wins = living if len(living) == 1 else first
    expected = (wins[0].id,) if len(wins) == 1 else ()
    if pending.winners != expected:
        points = {side.id: side.victory for side in state.sides}
        yield f"it ends with {points}, alive {[side.id for side in living]}, won by {pending.winners}"
