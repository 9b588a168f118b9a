"""Ways of single models in a battle: what they cost, what is wrong with them, where they lead."""

from dataclasses import dataclass

from warcry3d.game.reasons import ActionFault
from warcry3d.geom.solid import Placement
from warcry3d.motion.levels import levels_of
from warcry3d.motion.path import Leg, LegKind, Path
from warcry3d.rules.warhammer40k import way_checks
from warcry3d.table.table import Table

__all__ = ["JudgedWay40k", "WayTerms40k", "judge_way", "straight_way"]


@dataclass(frozen=True, slots=True)
class WayTerms40k:
    """How a model may go: so many ``inches`` by ``rule``; ``flies`` in this move; ``keeps_away``: out of engagement
    range at its end, and on its way unless it flies, by ``away_rule``; ``crosses``: through enemy models;
    ``passes_aircraft``: through enemy aircraft (40K-AIRCRAFT-10).
    """

    inches: float
    rule: str
    flies: bool = False
    keeps_away: bool = False
    crosses: bool = False
    passes_aircraft: bool = False
    away_rule: str = "40K-MOVE-5"


@dataclass(frozen=True, slots=True)
class JudgedWay40k:
    """What is wrong with a model's way, where it ends, what it costs (in)."""

    faults: tuple[ActionFault, ...]
    end: Placement
    cost: float


def judge_way(table: Table, model: str, path: Path, terms: WayTerms40k) -> JudgedWay40k:
    """Return what comes of a model's way."""
    judged = way_checks.judge_way(
        table,
        model,
        path,
        way_checks.WayTerms(
            terms.inches,
            terms.rule,
            terms.away_rule,
            flies=terms.flies,
            keeps_away=terms.keeps_away and not terms.flies,
            ends_away=terms.keeps_away,
            crosses=terms.crosses,
            passes_aircraft=terms.passes_aircraft,
        ),
    )
    faults = tuple(ActionFault(one.rule, one.message, one.at, f"path.legs[{one.leg}]") for one in judged.faults)
    return JudgedWay40k(faults, judged.end, judged.cost)


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
