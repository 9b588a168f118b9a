"""Treasure: picked up on the way, carried, dropped (WC-OBJ-2)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from warcry3d.game.action_faults import NOT_DUE, fault
from warcry3d.game.actions import Action, PlaceAt
from warcry3d.game.agenda import Asking, Automatic
from warcry3d.game.prompts import Option, Place, PlaceArea, Placing, Prompt
from warcry3d.game.reasons import ActionFault, RuleReason
from warcry3d.game.ruleset import Choice
from warcry3d.geom.shapes import box
from warcry3d.geom.solid import Placement
from warcry3d.message import Message, message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Path, Point, along
from warcry3d.motion.volume import volume_of
from warcry3d.rules.move_result import MoveResult
from warcry3d.rules.reaches import surfaces_at
from warcry3d.rules.warcry.battle.actions import Move
from warcry3d.rules.warcry.battle.combat.visibility import sees_on
from warcry3d.rules.warcry.battle.descriptions import marker_name, place_name
from warcry3d.rules.warcry.battle.movement.place_choices import areas_of, placed_at
from warcry3d.rules.warcry.battle.state import FighterStatus, State
from warcry3d.rules.warcry.battle.transition import Transition, change_fighter
from warcry3d.rules.warcry.fighter import BEAST, GARGANTUAN
from warcry3d.sight.distance import is_within, measure_to_point
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.units import LENGTH_EPSILON, MM, RESTING_GAP

__all__ = [
    "PickUp",
    "WayPiece",
    "carrier_faults",
    "drop_treasure",
    "drop_treasure_faults",
    "pick_up_faults",
    "picked_up_at",
]

PICK_UP_REACH = 1.0
"""A fighter whose move action comes within this of a treasure's centre may pick it up (in)."""

DROP_REACH = 1.0
"""A treasure is put down within this of its carrier, level (in)."""

TOKEN = 8 * MM
"""Half the width (in), and the height, of the token that stands for a treasure when its visibility is checked."""

TOKEN_ID = "(treasure)"
_TOKEN_BASE = Base(BaseShape.ROUND, 2 * TOKEN, 2 * TOKEN, LENGTH_EPSILON)
_TOKEN_FIGURE = Figure(
    "treasure", (FigurePart("token", Tag.BODY, box((-TOKEN, -TOKEN, RESTING_GAP), (TOKEN, TOKEN, TOKEN))),)
)

ROUNDED = 16
"""Segments of a quarter of a circle about a base."""

ROUNDS = 60
"""How many steps the search for the nearest place of a straight way takes: accurate far below what matters."""


def pick_up_faults(state: State, fighter: str, action: Move, judged: MoveResult) -> tuple[ActionFault, ...]:
    """Return why a treasure cannot be picked up on a way."""
    if not action.treasure:
        return ()
    treasure = next((t for t in state.treasures if t.id == action.treasure and not t.carrier), None)
    if treasure is None:
        return fault("WC-OBJ-2", "no treasure '{treasure}' lies there", place="treasure", treasure=action.treasure)
    found = list(carrier_faults(state, fighter))
    pieces = _pieces(state.table.model(fighter), action.path, judged)
    inches = min(piece.inches(piece.nearest(treasure.at), treasure.at) for piece in pieces)
    if not is_within(inches, PICK_UP_REACH):
        found += fault(
            "WC-OBJ-2",
            "{fighter} comes no nearer to {treasure} than {inches:.2f} in; it must come within {reach:g}",
            place="treasure",
            fighter=fighter,
            treasure=marker_name(treasure.id),
            inches=inches,
            reach=PICK_UP_REACH,
        )
    return tuple(found)


def carrier_faults(state: State, fighter: str) -> tuple[ActionFault, ...]:
    """Return why a fighter can pick up no treasure at all: its runemarks, or one that it carries already."""
    found: list[ActionFault] = []
    barred = [mark for mark in (GARGANTUAN, BEAST) if state.profile(fighter).has(mark)]
    if barred:
        found += fault(
            "WC-TREASURE-3",
            "a fighter with the runemark {mark} cannot carry treasure",
            place="treasure",
            mark=barred[0],
        )
    if state.fighter(fighter).treasure:
        found += fault("WC-TREASURE-2", "{fighter} carries a treasure already", place="treasure", fighter=fighter)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class WayPiece:
    """A straight piece of a move of ``model``, facing ``turn``, on leg number ``leg`` of the path."""

    model: Model
    leg: int
    start: Point
    end: Point
    turn: float

    def at(self, share: float) -> Point:
        """Return the model's place after a share of the piece."""
        return along(self.start, self.end, share)

    def inches(self, share: float, spot: Point) -> float:
        """Return how far the base is from a place then (in)."""
        return measure_to_point(self.model.moved(Placement(self.at(share), self.turn)), spot).direct

    def nearest(self, spot: Point) -> float:
        """Return the share at which the base is nearest to a place.

        The distance of a convex body that is shifted is a convex function of the way, so thirds are cut off.
        """
        low, high = 0.0, 1.0
        for _ in range(ROUNDS):
            third = (high - low) / 3
            if self.inches(low + third, spot) <= self.inches(high - third, spot):
                high -= third
            else:
                low += third
        return min((0.0, low, 1.0), key=lambda share: (self.inches(share, spot), share))

    def first_within(self, spot: Point, reach: float) -> float | None:
        """Return the first share at which the base is within ``reach`` of a place; None if never."""
        low, high = 0.0, self.nearest(spot)
        if not is_within(self.inches(high, spot), reach):
            return None
        if is_within(self.inches(0.0, spot), reach):
            return 0.0
        for _ in range(ROUNDS):
            middle = (low + high) / 2
            low, high = (low, middle) if is_within(self.inches(middle, spot), reach) else (middle, high)
        return high


def _pieces(model: Model, path: Path, judged: MoveResult) -> Iterator[WayPiece]:
    """Yield the straight pieces of a move: a jump goes level, then down; a model that ends in the air drops."""
    turn, last = model.placement.turn, 0
    for leg, measured in zip(path.legs, judged.trace.legs, strict=False):
        turn, last = turn if leg.facing is None else leg.facing, measured.number
        drops = [stride.drop for stride in measured.strides]
        for start, end, drop in zip(measured.points, measured.points[1:], drops, strict=False):
            over = (end[0], end[1], end[2] + drop)
            yield WayPiece(model, last, start, over, turn)
            if drop > 0:
                yield WayPiece(model, last, over, end, turn)
    points = judged.trace.legs[-1].points
    yield WayPiece(model, last, points[-1], judged.trace.end.at, turn)


def picked_up_at(state: State, fighter: str, action: Move, judged: MoveResult) -> WayPiece | None:
    """Return the piece of a move whose end is where a treasure is picked up: the first place within reach of it.

    None if nothing is picked up.
    """
    spot = next((treasure.at for treasure in state.treasures if treasure.id == action.treasure), None)
    if spot is None:
        return None
    for piece in _pieces(state.table.model(fighter), action.path, judged):
        share = piece.first_within(spot, PICK_UP_REACH)
        if share is not None:
            return replace(piece, end=piece.at(share))
    raise AssertionError("its faults said so")


class PickUp(Automatic[State], frozen=True, tag="pick-up", tag_field="step"):
    """A fighter picks up a treasure on its way."""

    fighter: str
    treasure: str

    def resolve(self, do: Transition) -> None:
        """Pick it up, unless the fighter was taken down before."""
        if do.state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return
        _change(do, self.treasure, carrier=self.fighter)
        change_fighter(do, self.fighter, treasure=self.treasure)
        values = {"fighter": self.fighter, "marker": marker_name(self.treasure)}
        do.emit("pick-up", "{fighter} picks up {marker}", "WC-TREASURE-1", **values)


def drop_treasure_faults(state: State, fighter: str) -> tuple[ActionFault, ...]:
    """Return why a fighter cannot put a treasure down."""
    if not state.fighter(fighter).treasure:
        return fault("WC-DROP-1", "{fighter} carries no treasure", fighter=fighter)
    return ()


def drop_treasure(do: Transition, fighter: str) -> None:
    """Put a treasure down next: as an action, or because its carrier is taken down."""
    do.push(Drop(fighter, do.state.fighter(fighter).treasure))


class Drop(Asking[State], frozen=True, tag="drop", tag_field="step"):
    """A player picks where its fighter's treasure is put down."""

    fighter: str
    treasure: str

    def choice(self, state: State) -> Choice:
        """Return the choice, with a place that is allowed: right under the fighter."""
        return Choice(state.fighter(self.fighter).player, "drop", self._why, (self.fighter, self._under(state)))

    @property
    def _why(self) -> RuleReason:
        values = {"fighter": self.fighter, "treasure": self.treasure}
        return RuleReason("WC-DROP-3", Message("where {fighter} puts down {treasure}", values))

    def prompts(self, state: State) -> tuple[Prompt, ...]:
        """Return the surfaces within 1 in that are no higher than the fighter, whether it sees all of them or not.
        Right under it the treasure can always lie.
        """
        under = self._under(state)
        place = Place(
            id="drop",
            heading=message("Where to put {marker}", marker=marker_name(self.treasure)),
            detail=message("within {reach:g} in", reach=DROP_REACH),
            why=self._why,
            hint=message("Pick a place that {fighter} sees, no higher than it stands.", fighter=self.fighter),
            action=placed_at,
            items=(Option(self.treasure, marker_name(self.treasure), at=under),),
            areas=self._areas(state),
            turns=False,
            suggested=(Placing(self.treasure, under),),
        )
        return (place,)

    def _areas(self, state: State) -> tuple[PlaceArea, ...]:
        model = state.table.model(self.fighter)
        near = volume_of(model).polygon(model.placement.at).buffer(DROP_REACH, quad_segs=ROUNDED)
        low = [one for one in levels_of(state.table).levels if one.height <= model.placement.at[2] + RESTING_GAP]
        return tuple(patch for one in low for patch in areas_of(one.height, one.area.intersection(near)))

    def _under(self, state: State) -> Point:
        """Return the surface under the fighter's centre: a treasure can always lie there."""
        x, y, z = state.fighter(self.fighter).at
        level = next((level for level in surfaces_at(state.table, x, y, None) if level.height <= z + RESTING_GAP), None)
        return (x, y, level.height if level is not None else 0.0)

    def faults(self, state: State, action: Action) -> tuple[ActionFault, ...]:
        """Return why it cannot lie there: a visible place within 1 in, level, as high or lower, floor or platform."""
        if not isinstance(action, PlaceAt):
            return NOT_DUE
        if action.at == self._under(state):
            return ()
        model = state.table.model(self.fighter)
        if action.at[2] > model.placement.at[2] + RESTING_GAP:
            return fault("WC-DROP-3", "that is higher than {fighter}", place="at", fighter=self.fighter)
        inches = measure_to_point(model, action.at).horizontal
        if not is_within(inches, DROP_REACH):
            return fault("WC-DROP-3", "that is {inches:.2f} in away; within 1 is allowed", place="at", inches=inches)
        x, y, z = action.at
        if not any(abs(level.height - z) <= RESTING_GAP for level in surfaces_at(state.table, x, y, None)):
            return fault("WC-DROP-3", "there is no floor or platform there", place="at")
        if not self._is_visible(state, action.at):
            return fault("WC-DROP-3", "that is not visible to {fighter}", place="at", fighter=self.fighter)
        return ()

    def _is_visible(self, state: State, at: Point) -> bool:
        token = Model(TOKEN_ID, "", _TOKEN_BASE, _TOKEN_FIGURE, Placement(at, 0.0))
        table = replace(state.table, models=(*state.table.models, token))
        return sees_on(table, self.fighter, TOKEN_ID, state)

    def resolve(self, do: Transition, action: Action) -> None:
        """Put it there."""
        assert isinstance(action, PlaceAt), "its faults said so"
        _change(do, self.treasure, carrier="", at=action.at)
        change_fighter(do, self.fighter, treasure="")
        values = {"fighter": self.fighter, "marker": marker_name(self.treasure), "place": place_name(action.at)}
        do.emit("drop", "{fighter} puts down {marker} at {place}", "WC-DROP-3", **values)


def _change(do: Transition, treasure: str, **values: object) -> None:
    do.change(treasures=tuple(t.changed(**values) if t.id == treasure else t for t in do.state.treasures))
