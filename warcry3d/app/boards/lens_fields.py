"""What lies over the whole board: exposure by storey, where a model gets to, a deployment map with its objectives."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from warcry3d.app.boards.tools import BoardLens, BoardTools
from warcry3d.app.moves.exposure_field import ExposureField, exposure_field
from warcry3d.app.moves.reach_field import FieldQuestion, ReachField, joint_fields, reachable
from warcry3d.app.scene.colours import GOLD, PAPER, side_colour
from warcry3d.app.scene.overlays import ColourField, FlatLine, Overlay, Sign, SignKind
from warcry3d.app.shell.background.jobs import Answers, JobStoppedError
from warcry3d.app.shell.room import Host
from warcry3d.errors import QuestionError, WarcryError
from warcry3d.folders import data_folder
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.rules.board_fairness import zone_places
from warcry3d.rules.move_result import MoveAction
from warcry3d.table.models import Model
from warcry3d.table.table import Board, Table
from warcry3d.table.table_edits import StandIn, base_sold, stand_in
from warcry3d.terrain.layouts.maps import (
    SUFFIX,
    DeploymentMap,
    fitted,
    load_map,
    lying_arrow,
    map_files,
    shipped_maps_folder,
    turned,
)

__all__ = ["LensAnswer", "LensFields", "board_maps", "from_zone", "laid_under", "map_overlays", "map_points"]

MOVER = "mover"
STEPS: tuple[tuple[float, int], ...] = ((2.0, 4), (0.5, 8))
"""From spot to spot (in) and lines a pair: at once, then finely."""
STARTS = (3, 16)
FAR, FAR_STARTS = 8.0, 8
"""So many places of a zone are begun from: at once, then finely; at most so many for a mover of more inches, whose
searches take longer and overlap more.
"""
ZONE_STEP = 0.25
"""From place to place of a zone (in)."""
SIDES = 48
LIFT = 0.08


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question about a table: ``step``: which of `STEPS` or `STARTS`; a mover with so many ``inches`` begins at
    ``start``, or in the ``zone`` of a side.
    """

    table: Table
    lens: BoardLens
    step: int = 0
    inches: float = 0.0
    start: tuple[float, float, float] | None = None
    zone: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class LensAnswer:
    """What is laid over the board, with the heights of the storeys and the number of each field's (floor 0)."""

    fields: tuple[ColourField, ...]
    storeys: tuple[tuple[float, float], ...] = ()
    storey_of_fields: tuple[int, ...] = ()
    low: float = 0.0
    high: float = 1.0


class LensFields:
    """Works out what a lens shows of the newest table: coarsely at once, then finely. ``close()`` it when done."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._answers: Answers[_Asked, LensAnswer] = Answers(self._found, keep=6)
        self._wanted: tuple[_Asked, ...] = ()

    @property
    def is_working(self) -> bool:
        """Whether anything better than what is shown is still to come."""
        return bool(self._wanted) and self._answers.is_working

    @property
    def failure(self) -> WarcryError | None:
        """Return why what is looked for cannot be found."""
        return next((found for one in self._wanted if (found := self._answers.failure(one)) is not None), None)

    def follow(self, table: Table, tools: BoardTools) -> None:
        """Look for what the tools show of a table."""
        match tools.lens:
            case None:
                wanted: tuple[_Asked, ...] = ()
            case BoardLens.EXPOSURE:
                wanted = tuple(_Asked(table, tools.lens, step) for step in range(len(STEPS)))
            case BoardLens.MOVEMENT if tools.zone:
                laid = laid_under(table, tools.map)
                steps = range(len(STARTS))
                wanted = tuple(_Asked(laid, tools.lens, step, tools.inches, zone=tools.zone) for step in steps)
            case BoardLens.MOVEMENT:
                start = tools.start
                wanted = () if start is None else (_Asked(table, tools.lens, 0, tools.inches, start),)
        if wanted != self._wanted:
            self._wanted = wanted
            self._ask()

    def _ask(self) -> None:
        known = self._answers.known
        due = [one for one in self._wanted if one not in known and self._answers.failure(one) is None]
        self._answers.ask(due[0] if due else None)

    def poll(self) -> bool:
        """Take in what was worked out; return whether anything is new."""
        is_new = self._answers.poll()
        if is_new:
            self._ask()
        return is_new

    @property
    def best(self) -> LensAnswer | None:
        """Return the finest there is by now."""
        found = [self._answers.known[one] for one in self._wanted if one in self._answers.known]
        return found[-1] if found else None

    def _found(self, asked: _Asked) -> LensAnswer:
        if asked.lens is BoardLens.EXPOSURE:
            step, lines = STEPS[asked.step]
            field: ExposureField = exposure_field(replace(asked.table, models=()), step=step, lines=lines)
            return LensAnswer(field.fields, field.storeys, field.storey_of_fields, field.low, field.high)
        self._host.wait_for_kernels("reach")
        if asked.zone:
            count = STARTS[asked.step]
            return from_zone(asked.table, asked.zone, asked.inches, count, is_wanted=lambda: asked in self._wanted)
        return LensAnswer(_reached(asked.table, asked.inches, asked.start or (0.0, 0.0, 0.0)).fields)

    def close(self) -> None:
        """Stop; what is under way is not waited for."""
        self._answers.close()


def from_zone(
    table: Table, side: str, inches: float, count: int = STARTS[-1], *, is_wanted: Callable[[], bool]
) -> LensAnswer:
    """Return where a common model gets to from ``count`` places of a side's zone, which lie far apart.

    Raises `QuestionError` where there is no such zone, `JobStoppedError` once it is wanted no longer.
    """
    places = zone_places(table, ZONE_STEP).get(side)
    if places is None:
        raise QuestionError("the deployment points name no side {side}", side=side)
    found = []
    for at in _spread(places, min(count, FAR_STARTS) if inches > FAR else count):
        if not is_wanted():
            raise JobStoppedError("stopped")
        found.append(_reached(table, inches, at))
    return LensAnswer(joint_fields(found))


def _spread(places: FloatArray, count: int) -> list[tuple[float, float, float]]:
    """Return so many of the places (n, 3) that lie far apart: the rim of a zone before its middle."""
    chosen = [int(np.argmax(np.linalg.norm(places - places.mean(axis=0), axis=1)))]
    away = np.linalg.norm(places - places[chosen[0]], axis=1)
    while len(chosen) < min(count, len(places)):
        chosen.append(int(away.argmax()))
        away = np.minimum(away, np.linalg.norm(places - places[chosen[-1]], axis=1))
    return [(x, y, z) for x, y, z in places[chosen].tolist()]


def _reached(table: Table, inches: float, at: tuple[float, float, float]) -> ReachField:
    """Return where a common model gets to from a place."""
    base = base_sold(32.0, 32.0)
    model = Model(MOVER, "red", base, stand_in(StandIn(1.3), base), Placement(at))
    table = replace(table, models=(model,))
    return reachable(table, FieldQuestion(MOVER, (), inches, MoveAction.MOVE, False, keeps_facing=True))


@lru_cache(maxsize=1)
def board_maps() -> tuple[tuple[str, DeploymentMap], ...]:
    """Return the deployment maps there are, the person's own first, each with its file's name; broken ones left out."""
    own = data_folder()
    found = []
    for path in map_files((*(() if own is None else (own / "maps",)), shipped_maps_folder())):
        try:
            found.append((Path(path).name.removesuffix(SUFFIX), load_map(path)))
        except WarcryError:
            continue
    return tuple(found)


@lru_cache(maxsize=64)
def map_points(name: str, board: Board) -> DeploymentMap | None:
    """Return a map as it lies on a board; None where there is none of that name or it does not fit."""
    found = dict(board_maps()).get(name)
    if found is None:
        return None
    try:
        return fitted(turned(found, lying_arrow(found, board)), board)
    except WarcryError:
        return None


@lru_cache(maxsize=8)
def laid_under(table: Table, name: str) -> Table:
    """Return a table with the points of the map of that name where it fits, else its own; the same for the same."""
    map = map_points(name, table.board) if name else None
    return table if map is None else replace(table, deployment=map.points)


def map_overlays(map: DeploymentMap) -> Iterator[Overlay]:
    """Yield a map: rings where groups are set up, diamonds where objectives are."""
    for point in map.points:
        colour = side_colour(point.side)
        if point.line is not None:
            (x0, y0), (x1, y1) = point.line
            yield FlatLine((x0, y0, LIFT), (x1, y1, LIFT), colour, width=6.0)
            continue
        ring = [
            (point.at[0] + point.radius * math.cos(angle), point.at[1] + point.radius * math.sin(angle), LIFT)
            for angle in (k * math.tau / SIDES for k in range(SIDES))
        ]
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
            yield FlatLine(a, b, colour, width=3.5)
        yield Sign((*point.at, LIFT), SignKind.DOT, PAPER, 10.0)
    for x, y in map.objectives:
        yield Sign((x, y, LIFT), SignKind.DIAMOND, GOLD, 26.0)
