"""Pushed or pulled fighters: a straight, level jump until something is in the way."""

import math

from warcry3d.game.agenda import Automatic
from warcry3d.motion.path import Leg, LegKind, Path, along
from warcry3d.motion.trace import Terms, trace
from warcry3d.rules.moves import judge_move
from warcry3d.rules.warcry.abilities.vocabulary import Push
from warcry3d.rules.warcry.battle.abilities.effect_runner import ability_of, meant, perform, rule_of
from warcry3d.rules.warcry.battle.abilities.effects import roll_number
from warcry3d.rules.warcry.battle.movement.move_actions import go
from warcry3d.rules.warcry.battle.ordering import in_order
from warcry3d.rules.warcry.battle.state import FighterStatus, State, Use
from warcry3d.rules.warcry.battle.transition import Transition
from warcry3d.rules.warcry.move_limits import CLIMB_REACH
from warcry3d.units import LENGTH_EPSILON

__all__ = ["Pushed", "way_of_push"]

HALVINGS = 16
"""How many halvings find the place where a pushed fighter is stopped: a thousandth of an inch over the longest push."""


@perform.register
def _(word: Push, do: Transition, use: Use, picked: tuple[str, ...]) -> None:
    if roll_number(do, word, "inches", use, picked):
        return
    whose = [id for id in meant(do.state, use, word.who, picked) if id != use.fighter]
    in_order(do, [(id, Pushed(use, id, int(word.inches), word.way == "away")) for id in whose])


class Pushed(Automatic[State], frozen=True, tag="pushed", tag_field="step"):
    """A fighter jumps away from another or toward it; then it falls or is hurt as after any jump (WC-JUMP-1 and 2)."""

    use: Use
    fighter: str
    inches: int
    is_away: bool

    def resolve(self, do: Transition) -> None:
        """Move it as far as possible."""
        state = do.state
        if state.fighter(self.fighter).place is not FighterStatus.BOARD:
            return
        path = way_of_push(state, self.fighter, self.use.fighter, self.inches, is_away=self.is_away)
        values = {"ability": ability_of(state, self.use).name, "fighter": self.fighter}
        if path is None:
            do.emit("push", "{ability}: {fighter} cannot be moved", rule_of(state, self.use), **values)
            return
        judged = judge_move(state.table, self.fighter, path, allowed=float(self.inches))
        rule = rule_of(state, self.use)
        do.emit("push", "{ability}: {fighter} is pushed {inches:.2f} in", rule, **values, inches=judged.cost)
        go(do, self.fighter, path, judged)


def way_of_push(state: State, fighter: str, other: str, inches: float, *, is_away: bool) -> Path | None:
    """Return the jump that takes a fighter straight away from another one, or toward it; None if it cannot move."""
    start, centre = state.fighter(fighter).at, state.fighter(other).at
    dx, dy = start[0] - centre[0], start[1] - centre[1]
    length = math.hypot(dx, dy)
    if length < LENGTH_EPSILON:
        return None
    by = (inches if is_away else -min(inches, length)) / length
    end = (start[0] + by * dx, start[1] + by * dy, start[2])

    def path(share: float) -> Path:
        return Path((Leg(LegKind.JUMP, (along(start, end, share),)),))

    def is_free(share: float) -> bool:
        return not trace(state.table, fighter, path(share), Terms(CLIMB_REACH, None)).faults

    if is_free(1.0):
        return path(1.0)
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if is_free(middle) else (low, middle)
    return path(low) if low > 0 else None
