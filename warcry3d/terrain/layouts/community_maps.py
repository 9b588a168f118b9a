"""Deployment maps in the format of the community's tools, converted to ours."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from warcry3d.table.jsonfile import JsonPath, checked, parse
from warcry3d.table.table import Board, DeploymentPoint
from warcry3d.table.wire_types import Coordinate, Length, Point2
from warcry3d.terrain.layouts.maps import DeploymentMap, Point
from warcry3d.units import LENGTH_EPSILON

__all__ = ["community_maps"]

BOARD = Board(30.0, 22.0)
"""The board size of these maps, which they do not give."""

_DIGITS = 4
"""Coordinates are rounded to a ten-thousandth of an inch: they were drawn with a mouse."""


class _Edge(msgspec.Struct):
    """A stretch of an edge: its middle, and how far it reaches to both sides."""

    center: Point2
    range: Length


class _Point(msgspec.Struct):
    p: Point2
    round: Annotated[int, Meta(ge=1, le=100)] = 1
    edges: Annotated[list[_Edge], Meta(max_length=1)] = []


class _Map(msgspec.Struct):
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    deployments: Annotated[dict[str, Annotated[list[_Point], Meta(max_length=10)]], Meta(min_length=1, max_length=10)]
    set: Annotated[str, Meta(max_length=500)] = ""
    rounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    objectives: Annotated[list[tuple[Coordinate, Coordinate]], Meta(max_length=100)] = []


_Maps = Annotated[list[_Map], Meta(min_length=1, max_length=2000)]


def community_maps(data: bytes | str, spot: JsonPath, groups: Sequence[str]) -> tuple[DeploymentMap, ...]:
    """Return all maps of a file; raise `FileError` naming the place that is wrong.

    A side's points are of ``groups``, in this order; y counts down from the upper edge there and up from the lower one
    here; a line along an edge takes the place of a point.
    """
    wire: list[_Map] = checked(parse(data, spot), _Maps, spot)
    return tuple(_map(one, spot.at(i), groups) for i, one in enumerate(wire))


def _map(wire: _Map, spot: JsonPath, groups: Sequence[str]) -> DeploymentMap:
    objectives = tuple(_upright(at) for at in wire.objectives)
    for i, (x, y) in enumerate(objectives):
        if not (0 <= x <= BOARD.width and 0 <= y <= BOARD.depth):
            raise spot.at("objectives", i).error("({x:g}, {y:g}) is not on the board", x=x, y=y)
    name = wire.name.replace("/", "-").strip()
    points = tuple(_points(wire, spot, groups))
    return DeploymentMap(name, BOARD, points, objectives, rounds=wire.rounds, source=wire.set)


def _points(wire: _Map, spot: JsonPath, groups: Sequence[str]) -> Iterator[DeploymentPoint]:
    for side, given in wire.deployments.items():
        place = spot.at("deployments", side)
        if len(given) != len(groups):
            raise place.error(
                "{count} deployment points; expected one each for {groups}",
                count=len(given),
                groups=", ".join(groups),
            )
        for i, (group, point) in enumerate(zip(groups, given, strict=True)):
            line = _line(point.edges[0], place.at(i, "edges", 0)) if point.edges else None
            yield DeploymentPoint(side, group, _upright(point.p), round=point.round, line=line)


def _upright(at: Point) -> Point:
    return round(at[0], _DIGITS) + 0.0, round(BOARD.depth - at[1], _DIGITS) + 0.0


def _line(edge: _Edge, spot: JsonPath) -> tuple[Point, Point]:
    """Return the stretch of the battlefield edge around ``edge.center``; raise `FileError` where that is on none."""
    x, y = _upright(edge.center)
    if min(abs(y), abs(y - BOARD.depth)) <= LENGTH_EPSILON:
        ends, most = (x - edge.range, x + edge.range), BOARD.width
        line = ((ends[0], y), (ends[1], y))
    elif min(abs(x), abs(x - BOARD.width)) <= LENGTH_EPSILON:
        ends, most = (y - edge.range, y + edge.range), BOARD.depth
        line = ((x, ends[0]), (x, ends[1]))
    else:
        raise spot.error("({x:g}, {y:g}) is on no battlefield edge", x=x, y=y)
    if ends[0] < -LENGTH_EPSILON or ends[1] > most + LENGTH_EPSILON:
        raise spot.error("the deployment line reaches beyond the battlefield")
    return line
