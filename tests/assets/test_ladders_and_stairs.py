"""Ladders, stairs and ramps that ship lead up for a base of 32 mm, and of 40 mm, by paths worked out by hand.

Places are given from the piece's origin. A way up costs what it goes level and what it rises.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import pytest

from tests.assets.test_terrain import FOLDER
from tests.motion.moves import leg
from warcry3d.motion.path import Path
from warcry3d.rules.moves import judge_move
from warcry3d.table.files import table_from_json
from warcry3d.units import MM

X, Y = 15.0, 11.0
"""Where the piece stands on the board."""

Point: TypeAlias = tuple[float, float, float]

BODY = {"box": {"min": [-0.2, -0.2, 0.14], "max": [0.2, 0.2, 1.4]}}


class Way(NamedTuple):
    """A way up. ``axis``: along which it leads, 0 or 1. ``foot`` and ``lip``: where along it the base's rim is when it
    begins to climb, and when it is as high as the top; then it goes level to ``over`` and ends at ``end``. Where
    ``lip`` is a place instead, its centre climbs by that; None: straight ``over``. ``on``: the part it ends on.
    ``beside``: the feature that the steps lean on, and where it stands.
    """

    piece: str
    axis: int
    start: Point
    foot: float
    lip: float | Point | None
    over: Point
    end: Point
    inches: float
    on: str
    beside: tuple[str, float, float] | None = None


WAYS = {
    # 5 in level, 4.5 up.
    "watchtower": Way("watchtower", 1, (0, -5, 0), -2.85, -2.25, (0, -1.95, 4.5), (0, 0, 4.5), 9.5, "watchtower/top"),
    # 4 in level, 3 up.
    "stilt-hut": Way(
        "stilt-hut", 1, (-0.1, -5.5, 0), -3.72, -3.2, (-0.1, -3.08, 3), (-0.1, -1.5, 3), 7.0, "stilt-hut/floor"
    ),
    # 5.5 in level, 3 up.
    "lookout": Way("lookout", 1, (1.55, -5.5, 0), -2.25, -1.7, (1.55, -1.55, 3), (1.55, 0, 3), 8.5, "lookout/deck"),
    # 3.2 in level (2 to -1.2), 3 up.
    "lookout's top": Way("lookout", 0, (2.0, 0, 3), 0.76, 0.3, (0.05, 0, 6), (-1.2, 0, 6), 6.2, "lookout/top"),
    # 3.8 in level (2.8 to -1), 3 up.
    "ruin": Way("ruin", 0, (2.8, 0.95, 0), 1.38, 0.8, (0.5, 0.95, 3), (-1, 0.95, 3), 6.8, "ruin/floor"),
    # From beside the steps 2.6 in along them, then 2.8 in across to the floor above; 3 up.
    "house": Way("house", 0, (-1, -1.6, 0), 0.8, (1.6, -1.6, 2), (1.6, 0.3, 3), (1.6, 1.2, 3), 8.4, "house/floor"),
    # 6.5 in level, 3 up.
    "walkway": Way("walkway", 0, (-6.5, 0, 0), -4.66, -2.0, (-1.65, 0, 3), (0, 0, 3), 9.5, "walkway/deck"),
    # 7.8 in level (-5.5 to 2.3), 3 up.
    "walkway-ramp": Way(
        "walkway-ramp", 0, (-5.5, 0, 0), -2.99, None, (1.55, 0, 3), (2.3, 0, 3), 10.8, "walkway-ramp/deck"
    ),
    # 5 in level (-3.5 to 1.5), 3 up, onto a walkway that begins 1.5 in from the middle of the steps.
    "walkway-stairs": Way(
        "walkway-stairs",
        0,
        (-3.5, 0, 0),
        -1.5,
        1.0,
        (1.6, 0, 3),
        (3, 0, 3),
        9.5,
        "walkway-straight/deck",
        ("walkway-straight", 4.5, 0.0),
    ),
    # 4.1 in level (-3 to 1.1), 3 up, onto a walkway whose edge lies at its head.
    "ladder": Way(
        "ladder",
        1,
        (0, -3, 0),
        -0.82,
        -0.2,
        (0, 0.03, 3),
        (0, 1.1, 3),
        7.1,
        "walkway-straight/deck",
        ("walkway-straight", 0.0, 1.2),
    ),
}


def path_up(way: Way, radius: float) -> Path:
    """Return the path: up to the steps with the base's rim, up them until it is as high as the top, over, and on."""
    up = 1.0 if way.over[way.axis] > way.start[way.axis] else -1.0
    foot = list(way.start)
    foot[way.axis] = way.foot - up * radius
    by: list[Sequence[float]] = [way.lip] if isinstance(way.lip, tuple) else []
    if isinstance(way.lip, float):
        lip = [*way.start[:2], way.over[2]]
        lip[way.axis] = way.lip - up * radius
        by = [lip]
    climb = leg("climb", *map(_there, (foot, *by, way.over)))
    return Path((leg("walk", _there(foot)), climb, leg("walk", _there(way.end))))


def _there(at: Sequence[float]) -> Point:
    return X + at[0], Y + at[1], at[2]


@pytest.mark.parametrize("width", [32, 40])
@pytest.mark.parametrize("name", sorted(WAYS))
def test_a_base_gets_up_and_stands_on_top(name: str, width: int) -> None:
    """rule: WC-CLIMB-1, WC-TERR-4.  A mount, who climbs nothing but ladders and stairs: so anybody does."""
    way = WAYS[name]
    pieces = [(way.piece, 0.0, 0.0), *([way.beside] if way.beside else [])]
    profile = {"move": way.inches, "runemarks": ["mount"]}
    rider = {"id": "rider", "side": "red", "base": {"round": width}, "figure": BODY, "at": list(_there(way.start))}
    table = table_from_json(
        {
            "format": "warcry3d.table/1",
            "board": {"width": 30, "depth": 22},
            "features": [{"id": id, "piece": f"{id}.glb", "at": [X + x, Y + y]} for id, x, y in pieces],
            "models": [rider | {"profile": profile}],
        },
        folder=FOLDER,
    )
    moved = judge_move(table, "rider", path_up(way, width * MM / 2))
    assert [str(fault) for fault in moved.faults] == []
    assert moved.cost == pytest.approx(way.inches)
    assert moved.ends.at == pytest.approx(_there(way.end))
    assert (moved.ends.on, moved.ends.falls) == (way.on, False)
