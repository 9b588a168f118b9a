"""Moving a fighter in the window: who is in hand, the legs laid so far, what the judge says of them. No graphics here.

`Mover` is told where the pointer is and what is asked for; a `HeldFighter` is what it shows. The judge works in another
thread: while it does, the hand shows what it said last.
"""

import math
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from warcry3d.app.judge.model import Answers
from warcry3d.app.moves.held_place import spot_under
from warcry3d.app.moves.likely_legs import HeldPlace, Legs
from warcry3d.app.moves.move_judge import USUAL, MoveAnswer, MoveJudge, MoveQuestion, own_inches, turned_volume
from warcry3d.app.moves.reach_field import FieldQuestion, ReachField, reachable
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.motion.free_space import room_of
from warcry3d.motion.path import Point
from warcry3d.motion.standing_models import others_of
from warcry3d.motion.volume import volume_of
from warcry3d.rules.move_result import MoveAction, MoveResult
from warcry3d.table.table import Table

__all__ = ["HeldFighter", "Mover", "dropped"]

Ray: TypeAlias = tuple[FloatArray, FloatArray]
"""Start (3,) and unit direction (3,) of a line of sight."""
KEPT_FIELDS = 4
KEPT = 64
"""So many of the judge's last answers are kept."""
TURN = math.radians(15)
"""A fighter in hand is turned by so much at a time."""
DISENGAGING = 3.0


@dataclass(frozen=True, slots=True)
class HeldFighter:
    """A fighter in hand. ``laid``: the legs laid by each click; ``spot``: where the pointer holds it, None: nowhere.

    ``own``: the inches its profile gives, None: it does not say; ``allowed``: those it has here. ``offer``: what the
    judge said last; `is_current` whether that is about where it is held now.
    """

    table: Table
    model: str
    own: float | None
    allowed: float
    laid: tuple[Legs, ...] = ()
    spot: HeldPlace | None = None
    facing: float | None = None
    action: MoveAction = MoveAction.MOVE
    avoids_damage: bool = False
    reachable: ReachField | None = None
    offer: MoveAnswer | None = field(default=None, compare=False)
    failure: WarcryError | None = field(default=None, compare=False)

    @classmethod
    def taking(cls, table: Table, model: str) -> Self:
        """Return a fighter taken in hand, with the inches of its profile."""
        own = own_inches(table, model)
        return cls(table, model, own, USUAL if own is None else own)

    @property
    def wish(self) -> MoveQuestion:
        """Return what the judge is asked."""
        known = self.reachable if self.has_field else None
        return MoveQuestion(
            self.model, self._legs, self.spot, self.allowed, self.action, self.avoids_damage, self.facing, known
        )

    @property
    def _legs(self) -> Legs:
        return tuple(leg for laid in self.laid for leg in laid)

    @property
    def ground(self) -> FieldQuestion:
        """Return from where its field is asked."""
        return FieldQuestion(self.model, self._legs, self.allowed, self.action, self.avoids_damage)

    @property
    def has_field(self) -> bool:
        """Whether its field is that of what was laid so far."""
        return self.reachable is not None and replace(self.reachable.ground, keeps_facing=False) == self.ground

    @property
    def moved(self) -> MoveResult | None:
        """Return the judge's last answer."""
        return self.offer.moved if self.offer else None

    @property
    def is_current(self) -> bool:
        """Whether the last answer is about where the fighter is held now."""
        return self.offer is not None and self.offer.wish == self.wish

    @property
    def is_moved(self) -> bool:
        """Whether anything was laid or is held, so that there is something to drop."""
        return bool(self.laid) or self.spot is not None

    @property
    def at(self) -> Point:
        """Return where its ghost stands: under the pointer, else where the legs laid so far lead."""
        if self.spot is not None:
            return self.spot.at
        return self.laid[-1][-1].to[-1] if self.laid else self.table.model(self.model).placement.at

    @property
    def turn(self) -> float:
        """Return where its ghost faces (radians): as its way ends, if nobody turned it; else as it was turned last."""
        if self.facing is None and self.spot is not None and self.offer is not None:
            asked = self.offer.wish
            if asked.facing is None and asked.laid == self._legs and asked.spot is not None:
                return self.offer.moved.trace.end.turn
        turns = [leg.facing for laid in self.laid for leg in laid if leg.facing is not None]
        turns += [self.facing] if self.facing is not None else []
        return turns[-1] if turns else self.table.model(self.model).placement.turn

    def laying(self) -> Self:
        """Return it with the legs to the pointer laid down; unchanged where the judge has not answered yet."""
        if self.spot is None or self.offer is None or not self.is_current:
            return self
        return replace(self, laid=(*self.laid, self.offer.added), spot=None, facing=None)

    def back(self) -> Self:
        """Return it without the legs laid last."""
        return replace(self, laid=self.laid[:-1], facing=None)

    def for_action(self, action: MoveAction) -> Self:
        """Return it moving for another action, with the inches that has."""
        inches = DISENGAGING if action is MoveAction.DISENGAGE else self.own if self.own is not None else USUAL
        return replace(self, action=action, allowed=inches)

    def turned(self, steps: int) -> Self:
        """Return it turned to the left by so many steps."""
        return replace(self, facing=math.remainder(self.turn + steps * TURN, math.tau))


def dropped(hand: HeldFighter) -> Table | None:
    """Return the table with the fighter where the judged path leaves it; None where there is no answer yet.

    One that falls is put at the nearest place there is for it.
    """
    if hand.offer is None or not hand.is_current or not hand.is_moved:
        return None
    ends = hand.offer.moved.ends
    at = ends.at
    if ends.falls and ends.landings is not None and ends.landings.places:
        at = ends.landings.places[0].nearest
    return hand.table.placing(hand.model, Placement(at, hand.offer.moved.trace.end.turn))


class Mover:
    """Moves fighters of one table after another. ``close()`` it when done."""

    def __init__(self) -> None:
        self.is_on = False
        self.hand: HeldFighter | None = None
        self.is_carried = False
        self._answers: Answers[MoveQuestion, MoveAnswer] | None = None
        self._judge: MoveJudge | None = None
        self._fields: Answers[FieldQuestion, ReachField] | None = None
        self._due = ""
        self._ray: Ray | None = None

    @property
    def is_working(self) -> bool:
        """Whether the judge is at work."""
        return self._answers is not None and self._answers.is_working

    @property
    def is_preparing(self) -> bool:
        """Whether what all answers about this base rest on is being derived: nothing can be held until then."""
        if self.hand is None or self._judge is None:
            return False
        return not self._judge.is_prepared(turned_volume(self.hand.table, self.hand.wish))

    @property
    def is_searching(self) -> bool:
        """Whether the field of the fighter in hand is being searched for."""
        return self._fields is not None and self._fields.is_working

    @property
    def is_waiting(self) -> bool:
        """Whether something asked for is done as soon as the judge answers."""
        return bool(self._due)

    def take(self, table: Table, model: str) -> None:
        """Take a fighter in hand."""
        self.let_go()
        self.is_on = True
        self.hand = HeldFighter.taking(table, model)
        self._judge = MoveJudge(table)
        self._answers = Answers(self._judge, keep=KEPT)
        self._answers.ask(self.hand.wish)
        self._fields = Answers(lambda ground: reachable(table, ground), keep=KEPT_FIELDS)

    def let_go(self) -> None:
        """Take the move back: nobody is in hand."""
        if self._answers is not None:
            self._answers.close()
        if self._fields is not None:
            self._fields.close()
        self._fields = None
        self._answers, self._judge, self.hand, self._due, self.is_carried = None, None, None, "", False
        self._ray = None

    def stop(self) -> None:
        """Move nobody any longer."""
        self.let_go()
        self.is_on = False

    close = stop

    def hold(self, ray: Ray | None) -> None:
        """Hold the base where a ray from the eye (start, direction) meets the table; None: the pointer is elsewhere."""
        self._ray = ray
        if self.hand is None or self.is_preparing:
            return  # held as soon as all is prepared
        self._change(replace(self.hand, spot=self._spot(self.hand, ray) if ray is not None else None))

    def lay(self) -> None:
        """Lay down the legs to the pointer, as soon as they are judged: the path goes on from there."""
        self._due = "lay"
        self._fulfil()

    def change(self, hand: HeldFighter) -> None:
        """Change what is asked of the fighter in hand."""
        if self.hand is not None:
            self._change(hand)

    def poll(self) -> bool:
        """Take in what the judge said; return whether there is anything new."""
        if self._answers is None or self.hand is None or self._fields is None:
            return False
        is_answered, is_reached = self._answers.poll(), self._fields.poll()
        if not (is_answered or is_reached):
            return False
        self._look_for_field()
        self._look_up()
        self._fulfil()
        if self._ray is not None and self.hand.spot is None and not self.hand.laid:
            self.hold(self._ray)  # it was being prepared when the pointer came
        return True

    def _change(self, hand: HeldFighter) -> None:
        if self.hand == hand:
            return
        self.hand = hand
        self._look_for_field()
        if self._answers is not None:
            self._answers.ask(self.hand.wish)
            self._look_up()

    def _look_for_field(self) -> None:
        """Take the field of what was laid so far, or have it searched for: as the base faces first, then turning."""
        if self._fields is None or self.hand is None or self._answers is None or self.is_preparing:
            return
        ground = self.hand.ground
        found = self._fields.known.get(ground)
        if found is None:
            is_round = volume_of(self.hand.table.model(self.hand.model)).is_round
            quick = replace(ground, keeps_facing=True)
            found = None if is_round else self._fields.known.get(quick)
            self._fields.ask(ground if is_round or found is not None else quick)
        if found is not None and found is not self.hand.reachable:
            self.hand = replace(self.hand, reachable=found)
            self._answers.ask(self.hand.wish)
            if self._ray is not None and self.hand.spot is not None:
                self.hold(self._ray)  # it may fit there turned

    def _look_up(self) -> None:
        """Let the hand show the newest answer there is."""
        if self._answers is None or self.hand is None:
            return
        known = self._answers.known
        failure = self._answers.failure(self.hand.wish)
        newest = known.get(self.hand.wish) or next(reversed(list(known.values())), self.hand.offer)
        self.hand = replace(self.hand, offer=newest, failure=failure)

    def _fulfil(self) -> None:
        """Do what was asked for and waited for the judge."""
        if self._due and self.hand is not None and (self.hand.is_current or self.hand.failure is not None):
            self._due = ""
            self._change(self.hand.laying())

    def _spot(self, hand: HeldFighter, ray: Ray) -> HeldPlace | None:
        volume = turned_volume(hand.table, hand.wish)
        room = room_of(hand.table, volume)
        known = hand.reachable if hand.facing is None and hand.has_field else None
        fits = None if known is None or volume.is_round else known.fits
        return spot_under(room, others_of(hand.table, hand.model, volume), *ray, fits)
