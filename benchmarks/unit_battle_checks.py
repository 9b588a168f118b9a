"""What must hold at every step of a battle of units (Age of Sigmar), counted anew; and whose turns were of no use.

Of the code that moves, shoots and counts nothing is used but the distance of bodies.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.standing_checks import standing_faults
from warcry3d.game.ruleset import Event, Outcome, Pending
from warcry3d.rules.ageofsigmar.battle.effects import EffectKind
from warcry3d.rules.ageofsigmar.battle.state import Deed, SigmarModel, SigmarState, TroopStatus
from warcry3d.sight.body_distance import are_bodies_within
from warcry3d.table.models import Model

__all__ = ["UnitWatch"]

GONE = (TroopStatus.SLAIN, TroopStatus.FLED)
USES = frozenset({Deed.MOVED, Deed.RAN, Deed.RETREATED, Deed.SHOT, Deed.CHARGED, Deed.FOUGHT})
ONCE = ("shoot", "fight")
"""Kinds of events that each unit has once at most in a turn."""
AWAY, LINK = 3.0, 1.0
"""Moves of the movement phase end more than so far from enemies (AOS-MOVE-8); links of a unit (AOS-UNIT-2), in."""


@dataclass
class UnitWatch:
    """What was seen of a battle so far. ``turns``: of units, ``idle``: those without any use."""

    gone: dict[str, SigmarModel] = field(default_factory=dict)
    did: dict[str, set[Deed]] = field(default_factory=dict)
    counted: Counter[tuple[str, str]] = field(default_factory=Counter)
    turn: tuple[int, str] = (0, "")
    turns: int = 0
    idle: int = 0

    def after(
        self, before: SigmarState, state: SigmarState, events: Sequence[Event], pending: Pending
    ) -> tuple[str, ...]:
        """Return all that is wrong with a state that came of another, in words."""
        self._count_turns(before, state)
        return (
            *self._gone_faults(state),
            *standing_faults(state.table),
            *_wound_faults(state),
            *self._event_faults(before, state, events),
            *_end_faults(state, pending),
        )

    def _count_turns(self, before: SigmarState, state: SigmarState) -> None:
        """Count the turns of units, and those in which they did nothing and could have done something."""
        now = (state.round, state.active)
        if now != self.turn:
            for unit, deeds in self.did.items():
                self.turns += 1
                self.idle += not deeds and before.is_here(unit)
            self.turn, self.counted = now, Counter()
            befuddled = {one.unit for one in state.effects if one.kind is EffectKind.BEFUDDLED}
            here = state.here(state.active) if state.active else ()
            self.did = {unit.id: set() for unit in here if unit.id not in befuddled}
        for id in self.did:
            self.did[id] |= USES & set(state.unit(id).did)
        for wizard in state.wizards:
            unit = state.troop(wizard.model).unit
            if wizard.tried and unit in self.did:
                self.did[unit].add(Deed.PICKED)

    def _gone_faults(self, state: SigmarState) -> Iterator[str]:
        for model in state.models:
            if model.status in GONE:
                first = self.gone.setdefault(model.id, model)
                if first.status is not model.status:
                    yield f"{model.id} was {first.status} and is {model.status}"
            elif model.id in self.gone:
                yield f"{model.id} was gone and is back"

    def _event_faults(self, before: SigmarState, state: SigmarState, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            unit = str(event.message.values.get("unit", ""))
            if event.kind in ONCE:
                self.counted[event.kind, unit] += 1
                if self.counted[event.kind, unit] > 1:
                    yield f"{unit}: {event.kind} twice in a turn"
            if event.kind == "move" and "inches" in event.message.values:
                yield from _move_faults(before, state, unit)


def _move_faults(before: SigmarState, state: SigmarState, unit: str) -> Iterator[str]:
    """Yield how a unit that has just moved stands as it may not; losses on deadly terrain come later."""
    figures = state.figures(unit)
    groups, old = _groups(figures), _groups(before.figures(unit))
    if groups > max(old, 1):
        yield f"{unit} moved into {groups} groups from {old}"
    if state.phase is not None and state.phase.value == "movement":
        enemies = [one for enemy in state.enemies(unit) for one in state.figures(enemy.id)]
        moved = [one for one in figures if one.placement != before.table.model(one.id).placement]
        yield from (
            f"{one.id} moved to within {AWAY:g} in of {enemy.id}"
            for one in moved
            for enemy in enemies
            if are_bodies_within(one, enemy, AWAY - 0.001)
        )


def _groups(figures: Sequence[Model]) -> int:
    """Return into how many groups links of an inch join models."""
    left, count = list(figures), 0
    while left:
        border, count = [left.pop()], count + 1
        while border:
            one = border.pop()
            near = [other for other in left if are_bodies_within(one, other, LINK)]
            left = [other for other in left if other not in near]
            border += near
    return count


def _wound_faults(state: SigmarState) -> Iterator[str]:
    for model in state.models:
        left = state.wounds_of(model.id) - model.wounds
        if model.wounds < 0 or left < 0 or (model.is_here and left == 0):
            yield f"{model.id} has {model.wounds} wounds and is {model.status}"
    for side in state.sides:
        lost = sum(model.status in GONE and state.unit(model.unit).player == side.id for model in state.models)
        if lost != state.lost(side.id):
            yield f"{side.id} has lost {lost} models, not {state.lost(side.id)}"


def _end_faults(state: SigmarState, pending: Pending) -> Iterator[str]:
    left = [side.id for side in state.sides if any(True for _ in state.here(side.id))]
    if isinstance(pending, Outcome) and not state.winner and len(left) == len(state.sides):
        shares = {side.id: state.lost(side.id) / max(side.set_up, 1) for side in state.sides}
        best = tuple(player for player, share in shares.items() if share == min(shares.values()))
        if pending.winners != (best if len(best) == 1 else ()):
            yield f"it ends with shares {shares}, won by {pending.winners}"
