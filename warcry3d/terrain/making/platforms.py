"""Platforms on posts, with railings and a way up."""

import math
from dataclasses import dataclass, replace
from typing import Any

from warcry3d.message import message
from warcry3d.table.derive import OBSTACLE_RISE
from warcry3d.table.kinds import PartKind
from warcry3d.table.terrain import Part
from warcry3d.terrain.making.climbs import ladder_body, steps_body
from warcry3d.terrain.making.fields import FieldChoice, FieldHandle, choice, count, inches
from warcry3d.terrain.making.solids import block, joined, made_part

__all__ = ["WAYS_UP", "PlainPlatform", "platform_handles", "platform_parts", "stairs_up", "way_up_part"]

WAYS_UP = (
    FieldChoice("ladder", message("ladder")),
    FieldChoice("stairs", message("stairs")),
    FieldChoice("none", message("none")),
)

_POST, _INSET = 0.3, 0.2
"""How thick posts are, and how far from the deck's edges they stand (in)."""

_POSTS = 1.25
"""Least height (in) of the posts: well above low terrain."""

_SPAN = 4.0
"""The greatest distance (in) between posts along an edge."""

_RAIL, _PILLAR_SPAN = 0.14, 1.75
"""How thick railings are, and the greatest distance between their pillars (in)."""

_GAP = 1.5
"""How wide (in) a railing is open where a way leads up."""

_BESIDE = 0.15
"""The wall that stairs lean on ends so far (in) before their sides: flush with a railing's end above, an import would
read both as one body.
"""

_LADDER_WIDTH, _STAIRS_WIDTH = 0.9, 1.5
_LADDER_ABOVE = 0.25
_TREAD, _RISE = 0.5, 0.5


@dataclass(frozen=True, slots=True)
class PlainPlatform:
    """A deck on posts, its middle over the origin; the way up is at its front, towards -y."""

    length: float = inches(message("length"), message("along x"), 5.0, 1.5, 12.0)
    width: float = inches(message("width"), message("along y"), 4.0, 1.5, 12.0)
    height: float = inches(message("height"), message("from the ground to the deck's top"), 3.0, 1.5, 5.5)
    deck: float = inches(message("deck thickness"), message("of the platform itself"), 0.25, 0.1, 0.5, 0.05)
    railings: int = count(
        message("railings"), message("on how many sides: the back, then left, right and front"), 2, 0, 4
    )
    railing: float = inches(
        message("railing height"), message("below 1 in it is low terrain, else an obstacle"), 0.75, 0.4, 1.5
    )
    way_up: str = choice(message("way up"), message("at the front of the deck"), WAYS_UP)

    def fitted(self) -> "PlainPlatform":
        """Return the platform with a deck thin enough for posts that are obstacles, and a railing only where it leaves
        room on the deck.
        """
        one = replace(self, deck=min(self.deck, self.height - _POSTS))
        return replace(one, railings=0) if min(one.length, one.width) < 2.0 else one


def platform_parts(one: PlainPlatform) -> tuple[Part, ...]:
    """Return the parts of a platform: deck, posts, railings, way up."""
    x, y = one.length / 2, one.width / 2
    under = one.height - one.deck
    deck = block((-x, -y, under), (x, y, one.height))
    parts = [
        made_part("deck", (PartKind.PLATFORM,), deck),
        made_part("posts", (PartKind.OBSTACLE,), joined([*_posts(x, y, under), *_trestle(one, y, under)])),
    ]
    if one.railings:
        kind = PartKind.LOW if one.railing < OBSTACLE_RISE else PartKind.OBSTACLE
        parts.append(made_part("railing", (kind,), joined(_railings(one, x, y))))
    return (*parts, *way_up_part(one.way_up, one.height, (0.0, -y), min(_STAIRS_WIDTH, one.length)))


def _posts(x: float, y: float, top: float) -> list[Any]:
    """Return posts under the corners of a deck, and between them where they would stand too far apart."""
    along, across = (half - _INSET - _POST / 2 for half in (x, y))
    places = {(a, s * across) for a in _spread(along) for s in (-1, 1)}
    places |= {(s * along, b) for b in _spread(across) for s in (-1, 1)}
    half = _POST / 2
    return [block((a - half, b - half, 0.0), (a + half, b + half, top)) for a, b in sorted(places)]


def _trestle(one: "PlainPlatform", y: float, top: float) -> list[Any]:
    """Return the wall under the deck's front that stairs lean on: their last step lies lower than the deck."""
    if one.way_up != "stairs":
        return []
    half = min(_STAIRS_WIDTH, one.length) / 2 - _BESIDE
    return [block((-half, -y, 0.0), (half, _POST - y, top))]


def _spread(half: float, span: float = _SPAN) -> list[float]:
    """Return places from one end to the other, evenly and no farther apart than ``span``."""
    pieces = max(1, math.ceil(2 * half / span - 1e-9))
    return [round(-half + 2 * half * k / pieces, 6) for k in range(pieces + 1)]


def _railings(one: PlainPlatform, x: float, y: float) -> list[Any]:
    """Return rails and pillars along the edges that have a railing; the front one is open at the way up."""
    half, low, high = _RAIL / 2, one.height, one.height + one.railing
    inner = (x - half, y - half)
    runs = [((-inner[0], inner[1]), (inner[0], inner[1])), ((-inner[0], -inner[1]), (-inner[0], inner[1]))]
    runs.append(((inner[0], -inner[1]), (inner[0], inner[1])))
    front = [((-inner[0], -inner[1]), (inner[0], -inner[1]))]
    if one.way_up != "none":
        front = [((-inner[0], -inner[1]), (-_GAP / 2, -inner[1])), ((_GAP / 2, -inner[1]), (inner[0], -inner[1]))]
    bodies = []
    for start, end in [*runs, *front][: one.railings if one.railings < 4 else None]:
        for z in (high - _RAIL, low + (one.railing - _RAIL) / 2) if one.railing >= 0.6 else (high - _RAIL,):
            bodies.append(block((start[0] - half, start[1] - half, z), (end[0] + half, end[1] + half, z + _RAIL)))
        length = max(end[0] - start[0], end[1] - start[1])
        for share in (0.5 + at / length for at in _spread(length / 2, _PILLAR_SPAN)):
            a, b = (s + (e - s) * share for s, e in zip(start, end, strict=True))
            bodies.append(block((a - half, b - half, low), (a + half, b + half, high)))
    return bodies


def stairs_up(height: float) -> tuple[int, float]:
    """Return how many steps lead up to a deck, the deck's own rise not counted, and how far out they begin (in)."""
    steps = max(4, math.ceil(height / _RISE - 1e-9)) - 1
    return steps, steps * _TREAD


def way_up_part(way_up: str, height: float, at: tuple[float, float], stairs_width: float) -> list[Part]:
    """Return the ladder or stairs from the ground up to a deck's edge at a place (x, y); they stand towards -y."""
    if way_up == "ladder":
        body = ladder_body(height + _LADDER_ABOVE, _LADDER_WIDTH).translate([at[0], at[1], 0.0])
        return [made_part("ladder", (PartKind.LADDER,), body)]
    if way_up == "stairs":
        steps, run = stairs_up(height)
        body = steps_body(steps, height / (steps + 1), _TREAD, stairs_width).rotate([0.0, 0.0, 90.0])
        return [made_part("stairs", (PartKind.STAIRS,), body.translate([at[0], at[1] - run, 0.0]))]
    return []


def platform_handles(one: PlainPlatform) -> tuple[FieldHandle, ...]:
    """Return the handles of a platform."""
    x, y = one.length / 2, one.width / 2
    found = [
        FieldHandle("length", (x, 0.0, one.height), (1.0, 0.0, 0.0), 2.0),
        FieldHandle("width", (0.0, y, one.height), (0.0, 1.0, 0.0), 2.0),
        FieldHandle("height", (0.0, 0.0, one.height), (0.0, 0.0, 1.0)),
        FieldHandle("deck", (x, -y, one.height - one.deck), (0.0, 0.0, 1.0), -1.0),
    ]
    if one.railings:
        found.append(FieldHandle("railing", (0.0, y - _RAIL / 2, one.height + one.railing), (0.0, 0.0, 1.0)))
    return tuple(found)
