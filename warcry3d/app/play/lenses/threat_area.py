"""Where models can get to and strike in their next activation: the search of reach for each, laid together."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from warcry3d.app.moves.reach_field import flat_triangles
from warcry3d.app.scene.overlays import ColourField
from warcry3d.motion.volume import volume_of
from warcry3d.rules.battle_api import ModelThreat
from warcry3d.rules.reaches import reach_of
from warcry3d.table.table import Table

__all__ = ["ModelArea", "ThreatQuestion", "area_of", "threat_fields"]

LIFT = 0.04
MOVE_COLOUR, STRIKE_COLOUR = (255, 150, 40, 105), (235, 60, 40, 95)
MOVE_RIM, STRIKE_RIM, RIM = (255, 190, 90, 235), (250, 110, 90, 225), 0.06
SMALLEST = 1e-3


@dataclass(frozen=True, slots=True)
class ThreatQuestion:
    """A model with what it can do in its next activation."""

    model: str
    threat: ModelThreat


@dataclass(frozen=True, slots=True, eq=False)
class ModelArea:
    """By height of a surface (in): where a model's centre can end, and what it can strike from there (shapely)."""

    moves: Mapping[float, Any]
    strikes: Mapping[float, Any]


def area_of(table: Table, question: ThreatQuestion) -> ModelArea:
    """Return where a model can get to and strike. The first search for a base's outline takes its time."""
    import shapely

    model, threat = table.model(question.model), question.threat
    is_grid = table.grid is not None
    reach = (max(model.base.length - 1.0, 0.0) / 2 if is_grid else max(volume_of(model).reach, 0.0)) + threat.melee
    moves: dict[float, Any] = {}
    if threat.inches > 0:
        found = reach_of(table, model.id, inches=threat.inches, action=threat.action, keeps_facing=True).reach
        moves = {one.level.height: found.outline(one.level) for one in found.levels}
    x, y, z = model.placement.at
    here = shapely.box(x - 0.5, y - 0.5, x + 0.5, y + 0.5) if is_grid else shapely.Point(x, y).buffer(0.05)
    moves[z] = here if z not in moves else shapely.union(moves[z], here)
    board = shapely.box(0, 0, table.board.width, table.board.depth)
    join = "mitre" if is_grid else "round"
    strikes = {
        height: shapely.intersection(shapely.buffer(area, reach, join_style=join), board)
        for height, area in moves.items()
    }
    return ModelArea(moves, strikes if threat.melee > 0 else {})


def threat_fields(areas: tuple[ModelArea, ...]) -> tuple[ColourField, ...]:
    """Return what is laid over the table for some models: where any of them gets to, beyond it what any strikes."""
    return tuple(_fields(areas))


def _fields(areas: tuple[ModelArea, ...]) -> Iterator[ColourField]:
    import shapely

    for height in sorted({height for one in areas for height in (*one.moves, *one.strikes)}):
        moved = shapely.union_all([one.moves[height] for one in areas if height in one.moves])
        struck = shapely.union_all([one.strikes[height] for one in areas if height in one.strikes])
        beyond = shapely.difference(struck, moved)
        for shape, colour, rim in ((moved, MOVE_COLOUR, MOVE_RIM), (beyond, STRIKE_COLOUR, STRIKE_RIM)):
            if shape.area > SMALLEST:
                yield from _field(shape, height, colour)
                yield from _field(shapely.difference(shape, shape.buffer(-RIM)), height, rim)


def _field(shape: Any, height: float, colour: tuple[int, int, int, int]) -> Iterator[ColourField]:
    triangles = flat_triangles(shape, height + LIFT)
    if len(triangles):
        yield ColourField(triangles, np.array([[colour]], np.uint8), (0.0, 0.0), (1.0, 1.0))
