"""Ways of single models: what they cost, what is wrong with them, where they lead."""

import math
from dataclasses import dataclass

from warcry3d.game.action_faults import fault
from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.message import Message
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.motion.record import Mode
from warcry3d.motion.trace import trace
from warcry3d.rules.trace_messages import trace_message
from warcry3d.rules.warhammer40k.bases import is_engaged
from warcry3d.rules.warhammer40k.units_on_table import enemies_of
from warcry3d.table.table import Table
from warcry3d.units import LENGTH_EPSILON

__all__ = ["JudgedWay40k", "WayTerms40k", "judge_way", "straight_way"]


@dataclass(frozen=True, slots=True)
class WayTerms40k:
    """How a model may go: so many ``inches`` by ``rule``; ``flies`` in this move; ``keeps_away``: never into engagement
    range on the way; ``crosses``: through enemy models.
    """

    inches: float
    rule: str
    flies: bool = False
    keeps_away: bool = False
    crosses: bool = False


@dataclass(frozen=True, slots=True)
class JudgedWay40k:
    """What is wrong with a model's way, where it ends, what it costs (in)."""

    faults: tuple[ActionFault, ...]
    end: Placement
    cost: float


def judge_way(table: Table, model: str, path: Path, terms: WayTerms40k) -> JudgedWay40k:
    """Return what comes of a model's way."""
    traced = trace(table, model, path)
    cost = math.fsum(
        math.dist(leg.points[0], leg.points[-1])
        if leg.kind is LegKind.FLY
        else math.fsum(stride.straight + stride.drop for stride in leg.strides)
        for leg in traced.legs
    )
    end = Placement(traced.end.at, traced.end.turn)
    found: list[ActionFault] = []
    for leg in traced.legs:
        bad = leg.kind in (LegKind.PLACE, LegKind.JUMP, LegKind.DROP, LegKind.DOOR)
        if bad or (leg.kind is LegKind.FLY and not terms.flies):
            found += fault("40K-MOVE-1", "a move cannot contain such a leg", place=f"path.legs[{leg.number}]")
    for one in traced.faults:
        said = trace_message(one, traced.legs[one.leg].kind)
        found.append(ActionFault("40K-MOVE-7", said, one.at, f"path.legs[{one.leg}]"))
    if cost > terms.inches + LENGTH_EPSILON:
        values = {"over": cost - terms.inches, "cost": cost, "allowed": terms.inches}
        said = Message("{over:.2f} in too far: needs {cost:.2f} in, has {allowed:g} in", values)
        found.append(ActionFault(terms.rule, said, end.at, "path"))
    if traced.legs and (traced.end.mode in (Mode.CLIMBING, Mode.AIR) or traced.end.level is None):
        found += fault("40K-HEIGHT-3", "it ends where it cannot stand", at=end.at, place="path")
    if terms.keeps_away:
        there = table.model(model).moved(end)
        for enemy in enemies_of(table, there):
            if is_engaged(there, enemy):
                sentence = "{fighter} is in engagement range of {enemy}"
                found += fault("40K-MOVE-5", sentence, at=end.at, place="path", fighter=model, enemy=enemy.id)
    return JudgedWay40k(tuple(found), end, cost)


def straight_way(table: Table, model: str, spot: tuple[float, float], *, flies: bool) -> Path | None:
    """Return the straight way to a spot, on the surface there that is nearest in height; None off the board."""
    here = table.model(model).placement.at
    levels = levels_of(table)
    holding = [level for level in levels.levels if level.holds(*spot)]
    if not holding:
        return None
    level = min(holding, key=lambda one: abs(one.height - here[2]))
    z = levels.resting_height(level, *spot)
    return Path((Leg(LegKind.FLY if flies else LegKind.WALK, ((spot[0], spot[1], z),)),))
