"""What must hold at every step of a Warcry battle, asked of the state by plain geometry and plain counting.

Nothing of the code that moves, places or counts is used: outlines are drawn anew, terrain is looked through by straight
lines up, triangle by triangle.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import shapely

from warcry3d.game.ruleset import Event
from warcry3d.geom.solid import FloatArray
from warcry3d.rules.warcry.battle.state import FighterState, FighterStatus, State
from warcry3d.table.kinds import PartKind, Tag
from warcry3d.table.models import BaseShape, Model
from warcry3d.table.table import Table

__all__ = ["Watch"]

TOUCH = 0.006
"""Bases and terrain that overlap by less (in) only touch: a play of 0.002 on each of two sides, and polygons."""

UNEVEN = 0.09
"""So far (in) the top of what somebody stands on may be from the bottom of the base: plays of levels and of rest."""

RIM = 0.065
"""Whose centre is over a joint of a deck, so far (in) from its planks, is on it: joints of 0.06 part no surface."""

STEP = 1.0
"""What rises less than this above a surface is ridden over (in)."""

FALLING = "Fall"
"""The step of the agenda whose fighter hangs in the air until its opponent has put it down."""

STEPS = frozenset({PartKind.LADDER, PartKind.STAIRS})
MOST_ACTIVATIONS = {False: 2, True: 3}
FACES = range(1, 7)


@dataclass
class Watch:
    """What was seen of a battle so far."""

    down: dict[str, FighterState] = field(default_factory=dict)
    stayed: set[str] = field(default_factory=set)
    activated: Counter[str] = field(default_factory=Counter)
    began: frozenset[str] = frozenset()
    known: dict[tuple[object, ...], tuple[str, ...]] = field(default_factory=dict)

    def after(self, before: State, state: State, events: Sequence[Event]) -> tuple[str, ...]:
        """Return all that is wrong with a state that came of another, in words."""
        self._note(events)
        return (
            *self._standing_faults(state),
            *_overlaps(state),
            *_damage_faults(state),
            *_dice_faults(state),
            *_treasure_faults(state),
            *_group_faults(state),
            *self._down_faults(state),
            *self._turn_faults(before, state, events),
        )

    def _note(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind in ("deploy", "move", "set-up", "set-down", "pushed", "push", "disengage"):
                self.stayed -= set(event.models)
            if "nowhere to fall to and stays" in event.message.template or "no room for" in event.message.template:
                self.stayed |= set(event.models)

    def _standing_faults(self, state: State) -> Iterator[str]:
        terrain = (state.card("terrain"), state.laid, state.gone)
        falling = {getattr(step, "fighter", "") for step in state.agenda if type(step).__name__ == FALLING}
        for fighter in state.on_board():
            if fighter.id in falling:
                continue
            key = (terrain, fighter.id, fighter.at, fighter.turn, fighter.holds, fighter.id in self.stayed)
            if key not in self.known:
                self.known[key] = tuple(_place_faults(state, fighter, stays=fighter.id in self.stayed))
            yield from self.known[key]

    def _down_faults(self, state: State) -> Iterator[str]:
        for fighter in state.fighters:
            if fighter.place is FighterStatus.DOWN:
                first = self.down.setdefault(fighter.id, fighter)
                if (fighter.at, fighter.damage, fighter.turn) != (first.at, first.damage, first.turn):
                    yield f"{fighter.id} was taken down, and yet something happens to it"
            elif fighter.id in self.down:
                yield f"{fighter.id} was taken down and is back"

    def _turn_faults(self, before: State, state: State, events: Sequence[Event]) -> Iterator[str]:
        """Yield what is wrong with who was activated, and how often; told by the events alone."""
        for event in events:
            if event.kind == "round":
                yield from self._round_faults(before, state)
                self.activated.clear()
            if event.kind == "activation":
                fighter = str(event.message.values["fighter"])
                self.activated[fighter] += 1
                most = MOST_ACTIVATIONS[state.profile(fighter).is_monster]
                if self.activated[fighter] > most:
                    yield f"{fighter} was activated {self.activated[fighter]} times"

    def _round_faults(self, before: State, state: State) -> Iterator[str]:
        """Yield who was not activated in the round that ended, but should have been."""
        left = [fighter for fighter in before.on_board() if state.fighter(fighter.id).place is FighterStatus.BOARD]
        for fighter in left:
            wants = MOST_ACTIVATIONS[True] if before.profile(fighter.id).is_monster else 1
            has_reacted = fighter.reactions >= 2
            if before.round and self.activated[fighter.id] < wants and not has_reacted:
                yield f"{fighter.id} was activated {self.activated[fighter.id]} times in round {before.round}"


def _outline(model: Model, *, inset: float = 0.0) -> FloatArray:
    """Return corners (n, 2) of a base's outline, inside of it."""
    a, b = model.base.length / 2 - inset, model.base.width / 2 - inset
    if model.base.shape is BaseShape.SQUARE:
        own = np.array([(-a, -b), (a, -b), (a, b), (-a, b)])
    else:
        turns = np.arange(96) * math.tau / 96
        own = np.column_stack([a * np.cos(turns), b * np.sin(turns)])
    c, s = math.cos(model.placement.turn), math.sin(model.placement.turn)
    return np.asarray(own @ np.array([(c, s), (-s, c)]) + np.array(model.placement.at[:2]))


def _height(model: Model) -> float:
    bodies = [part.solid.vertices[:, 2].max() for part in model.figure.parts if part.tag is Tag.BODY]
    return float(max([model.base.height, *bodies]))


def _overlaps(state: State) -> Iterator[str]:
    models = [(m, shapely.Polygon(_outline(m, inset=TOUCH / 2)), _height(m)) for m in state.table.models]
    for i, (one, area, tall) in enumerate(models):
        for other, its_area, its_tall in models[:i]:
            low = max(one.placement.at[2], other.placement.at[2])
            high = min(one.placement.at[2] + tall, other.placement.at[2] + its_tall)
            if high - low > 0.03 and area.intersection(its_area).area > 0:
                yield f"{one.id} and {other.id} overlap"


def _place_faults(state: State, fighter: FighterState, *, stays: bool) -> Iterator[str]:
    table, model = state.table, state.table.model(fighter.id)
    rim = _outline(model)
    board = table.board
    if rim.min() < -TOUCH or rim[:, 0].max() > board.width + TOUCH or rim[:, 1].max() > board.depth + TOUCH:
        yield f"{fighter.id} is off the board"
    if not all(math.isfinite(value) for value in fighter.at):
        yield f"{fighter.id} is nowhere"
        return
    spots = np.concatenate(
        [_outline(model, inset=0.02)[::4], _outline(model, inset=min(model.base.width / 4, 0.3))[::8]]
    )
    tall, z = _height(model), fighter.at[2]
    is_monster = state.profile(fighter.id).is_monster  # one that fell may hang over: any part of it is put down
    under = np.array(fighter.at[:2]) + np.array([(0, 0), (RIM, 0), (-RIM, 0), (0, RIM), (0, -RIM)])
    tops = list(_tops(table, np.concatenate([under, spots]) if is_monster else under))
    if not (fighter.holds or stays or any(abs(top - z) < UNEVEN for top, _ in tops)):
        yield f"{fighter.id} stands on nothing at {fighter.at}"
    surfaces = [top for top, is_platform in tops if is_platform and -UNEVEN < z - top < STEP]
    # Who stands on barrels is judged from the deck under them; who climbs, from the feet.
    foot = z if fighter.holds else max(surfaces, default=z)
    for name, kinds, triangles in _parts(table):
        is_low = PartKind.LOW in kinds or float(np.ptp(triangles[:, :, 2])) < STEP
        if is_low or (fighter.holds and kinds & STEPS):
            continue
        # Steps are only in the way of the middle of a base: who came down a ladder stands at its foot, over the rungs.
        asked = np.array([fighter.at[:2]]) if kinds & STEPS else spots
        for low, high in _spans(triangles, asked):
            is_in_way = min(high, foot + tall - 0.04) - max(low, foot + STEP + 0.04) > 0
            if is_in_way and not _is_ridden(low, high, foot):
                yield f"{fighter.id} stands in {name}"
                break


def _tops(table: Table, spot: FloatArray) -> Iterator[tuple[float, bool]]:
    """Yield the heights of all that a place lies under or on, and whether each is a floor or a platform."""
    yield 0.0, True
    for _, kinds, triangles in _parts(table):
        yield from ((high, PartKind.PLATFORM in kinds) for _, high in _spans(triangles, spot))


def _is_ridden(low: float, high: float, z: float) -> bool:
    """Return whether what stands from ``low`` to ``high`` ends a step above the feet, or less."""
    return low < z + STEP and high <= z + STEP + 0.05


def _parts(table: Table) -> Iterator[tuple[str, frozenset[PartKind], FloatArray]]:
    """Yield what stops fighters: name, kinds, triangles (n, 3, 3)."""
    for feature in table.terrain.features:
        for part in feature.piece.parts:
            is_air = part.is_opening or feature.is_open(part) or PartKind.SCENERY in part.kinds
            if not is_air:
                yield f"{feature.id}/{part.id}", part.kinds, feature.solids[part.id].triangles


def _spans(triangles: FloatArray, spots: FloatArray) -> Iterator[tuple[float, float]]:
    """Yield from where to where a closed mesh is passed by lines straight up through places: winding above nothing."""
    flat = triangles[:, :, :2]
    west, south = flat.min(axis=(0, 1))
    east, north = flat.max(axis=(0, 1))
    for x, y in (spots + 1.234567e-5).tolist():
        if not (west < x < east and south < y < north):
            continue
        a, b, c = (flat[:, i] - (x, y) for i in range(3))
        ab, bc, ca = (p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] for p, q in ((a, b), (b, c), (c, a)))
        turned = np.sign(ab)
        hit = (turned != 0) & (np.sign(bc) == turned) & (np.sign(ca) == turned)
        if not hit.any():
            continue
        weights = np.stack([bc[hit], ca[hit], ab[hit]], axis=1)
        heights = (weights * triangles[hit][:, :, 2]).sum(axis=1) / weights.sum(axis=1)
        order = np.argsort(heights, kind="stable")
        winding, low = 0, 0.0
        for height, sign in zip(heights[order].tolist(), turned[hit][order].tolist(), strict=True):
            before, winding = winding, winding - int(sign)
            if before <= 0 < winding:
                low = height
            elif winding <= 0 < before:
                yield low, height


def _damage_faults(state: State) -> Iterator[str]:
    for fighter in state.fighters:
        wounds = state.profile(fighter.id).wounds
        if not 0 <= fighter.damage <= wounds:
            yield f"{fighter.id} has {fighter.damage} damage of {wounds}"
    asks = state.agenda[-1] if state.agenda else None
    for fighter in state.on_board():
        if fighter.damage >= state.profile(fighter.id).wounds and not any(_is_leaving(step) for step in state.agenda):
            yield f"{fighter.id} has all its wounds and is not taken down, before {type(asks).__name__}"


def _is_leaving(step: object) -> bool:
    return type(step).__name__ in ("Drop", "TakenDown", "Leaves")


def _dice_faults(state: State) -> Iterator[str]:
    for side in state.sides:
        hand = side.hand
        counted = len(hand.singles) + hand.wild_singles + sum(one.count for one in hand.sets) + hand.wild
        if counted > 6 + state.round:
            yield f"{side.id} has {counted} dice in round {state.round}"
        if hand.wild < 0 or hand.wild_singles < 0 or hand.wild > state.round:
            yield f"{side.id} has {hand.wild} wild dice"
        if len(set(hand.singles)) < len(hand.singles) or not set(hand.singles) <= set(FACES):
            yield f"{side.id} has singles {hand.singles}"
        if any(not 2 <= one.count <= 4 or one.value not in FACES for one in hand.sets):
            yield f"{side.id} has sets {hand.sets}"


def _treasure_faults(state: State) -> Iterator[str]:
    for treasure in state.treasures:
        carriers = [f.id for f in state.fighters if f.treasure == treasure.id]
        if carriers != ([treasure.carrier] if treasure.carrier else []):
            yield f"{treasure.id} is carried by {treasure.carrier or 'nobody'}, say {carriers}"
        elif carriers and state.fighter(carriers[0]).place is not FighterStatus.BOARD:
            yield f"{treasure.id} is carried by one who is off the battlefield"
    known = {treasure.id for treasure in state.treasures}
    yield from (f"{f.id} carries {f.treasure}" for f in state.fighters if f.treasure and f.treasure not in known)


def _group_faults(state: State) -> Iterator[str]:
    for fighter in state.fighters:
        if fighter.place is not FighterStatus.ASIDE and fighter.group not in ("dagger", "shield", "hammer"):
            yield f"{fighter.id} is of no group"
    places = Counter(fighter.player for fighter in state.fighters)
    if any(places[side.id] != len(state.context.warbands[side.id].fighters) for side in state.sides):
        yield "fighters were lost or found"
