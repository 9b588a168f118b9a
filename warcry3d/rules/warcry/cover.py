"""Cover in Warcry (WC-COVER). docs/cover.md says how the rules are read."""

from enum import StrEnum

from warcry3d.geom.nearest import Point
from warcry3d.geom.swept_line import SweptLine
from warcry3d.motion.levels import levels_of
from warcry3d.rules.results import CoverVerdict, LeftOut, Reason
from warcry3d.sight.cover import Crossing, cover_line, crossings
from warcry3d.sight.distance import Measure, base_to_solid, is_within, measure
from warcry3d.table.derive import SurfaceKind, standing_on, stops_movement
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.terrain import Feature, Part, PartKind

__all__ = ["NearObstacle", "cover", "is_obstacle"]

LINE_RULE = "WC-COVER-3"
NEAR_RULE = "WC-COVER-5"
PLATFORM_RULE = "WC-COVER-2"

REACHED_ROUND = 0.5
"""Obstacles within this distance (in) of the attacker do not count if the two are more than `CLOSE` apart."""

CLOSE = 1.0
PLATFORM_RISE = 2.0
"""A target on a platform is in cover if the attacker stands this much lower (in)."""

OBSTACLES = frozenset(
    {
        PartKind.OBSTACLE,
        PartKind.DEADLY,
        PartKind.UNCLIMBABLE,
        PartKind.LADDER,
        PartKind.STAIRS,
        PartKind.DOOR,
        PartKind.ARCH,
    }
)


class NearObstacle(StrEnum):
    """How much of an obstacle is left out when a part of it is within ½ in of the attacker.

    ``OBSTACLE``, the wording of the rule: the whole of it, as far as it hangs together. ``STRETCH``, the stricter
    reading players may agree on: only what the line passes through within ½ in; farther on the same wall gives cover.
    """

    OBSTACLE = "obstacle"
    STRETCH = "stretch"


def is_obstacle(feature: Feature, part: Part) -> bool:
    """Return whether a part is an obstacle in the state that its feature is in (WC-TERR-1 to 6).

    The kinds that the players agreed on decide. Deadly terrain, what cannot be climbed, ladders and stairs are
    obstacles by their own rules; closed doors and the masonry of arches stop movement like walls, and so do the sides
    of a solid platform. Open doors and ways through are air, low terrain is ground, a platform that is only a slab has
    a rule of its own, scenery never counts.
    """
    if PartKind.SCENERY in part.kinds or part.is_opening or feature.is_open(part):
        return False
    return bool(part.kinds & OBSTACLES) or stops_movement(feature, part)


def cover(table: Table, attacker: str, target: str, *, near: NearObstacle = NearObstacle.OBSTACLE) -> CoverVerdict:
    """Return whether ``target`` is in cover from ``attacker``, by every rule that says so."""
    shooter, aim = table.model(attacker), table.model(target)
    apart = measure(shooter, aim)
    by_line = _behind_obstacles(table, shooter, aim, apart, near)
    return CoverVerdict(
        (*by_line.reasons, *_high_up(table, shooter, aim, apart)), by_line.passed_over, by_line.left_out
    )


def _behind_obstacles(table: Table, shooter: Model, aim: Model, apart: Measure, near: NearObstacle) -> CoverVerdict:
    """Return cover by the line between the nearest points of the bases (WC-COVER-3)."""
    line = cover_line(shooter, aim, apart)
    if line is None:
        return CoverVerdict(())
    reasons: dict[str, Reason] = {}
    left_out: dict[str, LeftOut] = {}
    met = _met(table, line, shooter, aim)
    for crossing in met:
        if crossing.enters is None:
            continue
        distance = _to_near_obstacle(shooter, crossing, apart)
        at = crossing.enters if distance is None else _beyond(line, crossing, near)
        if at is not None:
            reasons.setdefault(crossing.part, Reason(LINE_RULE, crossing.part, apart.line, at))
        elif distance is not None:
            left_out.setdefault(crossing.part, LeftOut(NEAR_RULE, crossing.part, crossing.enters, distance))
    over = dict.fromkeys(crossing.part for crossing in met if not crossing.through)
    return CoverVerdict(
        tuple(reasons.values()), tuple(part for part in over if part not in reasons), tuple(left_out.values())
    )


def _met(table: Table, line: SweptLine, *fighters: Model) -> tuple[Crossing, ...]:
    """Return the obstacles that the line passes through or over.

    A platform that one of the fighters stands on is none, however solid it is: the line to a fighter that stands back
    from the rim always passes through the rim, and the rule on platforms says when that is cover (WC-COVER-2).
    """
    met = crossings(table.terrain, line, is_obstacle)
    if all(crossing.kinds & OBSTACLES for crossing in met):
        return met
    stood_on = _stood_on(table, *fighters)
    return tuple(crossing for crossing in met if crossing.kinds & OBSTACLES or crossing.part not in stood_on)


def _stood_on(table: Table, *fighters: Model) -> frozenset[str]:
    """Return the parts of the platforms that fighters stand on: every part of the level under each of them."""
    levels = levels_of(table)
    stood = (levels.under(fighter.placement.at) for fighter in fighters)
    return frozenset(name for level in stood if level is not None for name, _ in level.parts)


def _to_near_obstacle(shooter: Model, crossing: Crossing, apart: Measure) -> float | None:
    """Return the distance of an obstacle from the attacker's base if it is near enough to be left out, else None."""
    if is_within(apart.direct, CLOSE):
        return None
    distance = base_to_solid(shooter, crossing.solid, 2 * REACHED_ROUND)
    return distance if is_within(distance, REACHED_ROUND) else None


def _beyond(line: SweptLine, crossing: Crossing, near: NearObstacle) -> Point | None:
    """Return where the line is first inside what still counts of an obstacle near the attacker; None: nowhere.

    By the stricter reading that is what lies more than ½ in from the attacker's base: the line leaves the base
    straight, so along it the distance from the base is the length gone.
    """
    rest = line.from_on(REACHED_ROUND) if near is NearObstacle.STRETCH else None
    return None if rest is None else rest.passing(crossing.solid).enters


def _high_up(table: Table, shooter: Model, aim: Model, apart: Measure) -> tuple[Reason, ...]:
    """Return cover by the platform that the target stands on (WC-COVER-2), from the heights at which the two stand."""
    rise = aim.placement.at[2] - shooter.placement.at[2]
    if not is_within(PLATFORM_RISE, rise):
        return ()
    surface = standing_on(table, aim)
    if surface.kind is not SurfaceKind.PLATFORM:
        return ()
    return (Reason(PLATFORM_RULE, surface.name, apart.line, apart.line[1]),)
