"""How much of a board is visible: spot by spot, from the middle of each edge, from each deployment point."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from warcry3d.errors import QuestionError
from warcry3d.geom.solid import FloatArray
from warcry3d.sight.exposure import Exposure, StandInBody, exposure, seen_from, terrain_solids
from warcry3d.table.table import Table
from warcry3d.terrain.layouts.ground import StandingGround, StandingLevel, StandingPlaces

__all__ = ["EDGES", "MOST_SPOTS", "EdgeView", "ExposureMap", "exposure_map", "fairness", "views"]

EDGES = ("south", "east", "north", "west")
"""The edges of a board seen from above, its depth upwards: y = 0 is the south."""

MOST_SPOTS = 16_000
"""The most spots: more would take minutes."""

LINES = 16


@dataclass(frozen=True, eq=False)
class ExposureMap:
    """The exposure of a table's spots: a square of side ``step`` (in) each, among ``levels``, by storey.

    ``storeys``: lowest and highest height of each (in), the floor first; columns of ``exposure.share``.
    ``storey_of_spots``: the storey of each spot.
    """

    step: float
    body: StandInBody
    levels: tuple[StandingLevel, ...]
    storeys: tuple[tuple[float, float], ...]
    spots: StandingPlaces
    exposure: Exposure
    storey_of_spots: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class EdgeView:
    """How much of a board is seen from a place: ``name``, where the viewer stands (in), the share of all spots and of
    those of each storey.
    """

    name: str
    at: tuple[float, float, float]
    share: float
    by_storey: tuple[float, ...]


def exposure_map(
    table: Table,
    ground: StandingGround,
    body: StandInBody,
    *,
    step: float = 0.5,
    floor_only: bool = False,
    lines: int = LINES,
) -> ExposureMap:
    """Return the share of the board from which each of its spots is seen, by figures like ``body`` on every spot.

    Raises `QuestionError` where the step makes too many spots, or a board has none.
    """
    spots = _spots(table, ground, body, step, floor_only=floor_only)
    storey, spans = ground.storeys
    levels = ground.levels[:1] if floor_only else ground.levels
    found = exposure(terrain_solids(table), spots.at, storey[spots.level], body, lines=lines)
    return ExposureMap(step, body, levels, spans[: found.share.shape[1]], spots, found, storey[spots.level])


def _spots(table: Table, ground: StandingGround, body: StandInBody, step: float, *, floor_only: bool) -> StandingPlaces:
    board = table.board
    if board.width * board.depth / step**2 > 4 * MOST_SPOTS:
        raise QuestionError("a step of {step:g} in makes too many spots on this board; use a larger step", step=step)
    spots = ground.spots(step, radius=body.radius, height=body.height, floor_only=floor_only)
    if len(spots.at) > MOST_SPOTS:
        raise QuestionError(
            "a step of {step:g} in makes {count} spots, more than {most}; use a larger step",
            step=step,
            count=len(spots.at),
            most=MOST_SPOTS,
        )
    if len(spots.at) < 2:
        raise QuestionError("no two spots of this table have room for such a base")
    return spots


def views(
    table: Table, ground: StandingGround, body: StandInBody, *, step: float = 0.5, lines: int = LINES
) -> tuple[EdgeView, ...]:
    """Return how much of the board is seen from the middle of each edge and from each deployment point.

    The viewer stands on the floor at the place itself, its whole base on the board, or at the nearest place with room.
    Raises `QuestionError` as `exposure_map`.
    """
    spots = _spots(table, ground, body, step, floor_only=False)
    storey, spans = ground.storeys
    of_spots = storey[spots.level]
    free = ground.free(ground.levels[0], radius=body.radius, height=body.height)
    if free.is_empty:
        return ()
    named = [(name, *_nearest(free, at)) for name, at in _places(table)]
    stands = np.array([(x, y, 0.0) for _, x, y in named])
    seen = seen_from(terrain_solids(table), stands, spots.at, body, lines=lines)
    return tuple(
        EdgeView(name, (x, y, 0.0), float(row.mean()), _by_storey(row, of_spots, len(spans)))
        for (name, x, y), row in zip(named, seen, strict=True)
    )


def _by_storey(seen: NDArray[np.bool_], storey: NDArray[np.int64], count: int) -> tuple[float, ...]:
    whole = np.bincount(storey, minlength=count)
    found = np.bincount(storey, weights=seen, minlength=count)
    return tuple((found / np.maximum(whole, 1)).tolist())


def _places(table: Table) -> Iterator[tuple[str, tuple[float, float]]]:
    w, d = table.board.width, table.board.depth
    middles = ((w / 2, 0.0), (w, d / 2), (w / 2, d), (0.0, d / 2))
    yield from zip(EDGES, middles, strict=True)
    for point in table.deployment:
        yield f"{point.side} {point.group}", point.at


def _nearest(free: object, at: tuple[float, float]) -> tuple[float, float]:
    import shapely

    point = shapely.Point(at)
    nearest = shapely.shortest_line(point, free)
    x, y = shapely.get_coordinates(nearest)[1].tolist()
    return x, y


def fairness(mapped: ExposureMap, *, width: float) -> tuple[float, float]:
    """Return the exposure (mean, 0 to 1) of a fighter in the western and in the eastern half of the board.

    Spots on the middle line count half for each.
    """
    x: FloatArray = mapped.spots.at[:, 0]
    west = np.where(x < width / 2, 1.0, np.where(x > width / 2, 0.0, 0.5))
    overall = mapped.exposure.overall
    sums = [(float((overall * part).sum()), float(part.sum())) for part in (west, 1 - west)]
    first, second = (total / max(count, 1e-9) for total, count in sums)
    return first, second
