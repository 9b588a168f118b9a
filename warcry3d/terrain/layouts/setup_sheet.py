"""A board as people lay it out on a real table: each piece with its place measured from two edges, and its angle."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from warcry3d.table.kinds import PartKind
from warcry3d.table.table import Board, DeploymentPoint, Table
from warcry3d.table.terrain import Feature, Piece
from warcry3d.terrain.layouts.piece_plans import placed_plan, plan_of
from warcry3d.units import RESTING_GAP, to_degrees

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["EdgeDistance", "SetupSheet", "SheetEntry", "SheetPiece", "setup_sheet"]

_SHARED = 0.02
"""Square inches of two plans above each other from which on one piece stands on the other."""


@dataclass(frozen=True, slots=True)
class EdgeDistance:
    """How far a piece's nearest point ``at`` (x, y) is from an edge of the board (``west``, ``east``, ``south``,
    ``north``), in inches; negative where it stands beyond it.
    """

    edge: str
    inches: float
    at: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class SheetEntry:
    """A piece on the board: its ``number`` on the sheet, ids of feature and piece, distances from the nearer of two
    opposite edges each, and its angle in degrees anticlockwise from how the part list shows it.

    ``height``: of its lowest point (in); ``on``: the numbers of the pieces it stands on; ``plan``: seen from above;
    ``open_doors``: ids of its doors that are open.
    """

    number: int
    feature: str
    piece: str
    across: EdgeDistance
    along: EdgeDistance
    degrees: float
    height: float
    on: tuple[int, ...]
    plan: "BaseGeometry"
    at: tuple[float, float]
    open_doors: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SheetPiece:
    """A piece of the part list: its name, the ``numbers`` where it stands, its size (in), its plan as it was made."""

    name: str
    numbers: tuple[int, ...]
    size: tuple[float, float, float]
    plan: "BaseGeometry"


@dataclass(frozen=True, slots=True, eq=False)
class SetupSheet:
    """All that a set-up sheet says of a board."""

    board: Board
    entries: tuple[SheetEntry, ...]
    pieces: tuple[SheetPiece, ...]
    deployment: tuple[DeploymentPoint, ...]


def setup_sheet(table: Table) -> SetupSheet:
    """Return the set-up sheet of a table: pieces in the order in which they are laid out, from the ground up."""
    features = sorted(
        (one for one in table.terrain.features if any(not part.is_opening for part in one.piece.parts)),
        key=lambda feature: round(_foot(feature), 2),
    )
    entries: list[SheetEntry] = []
    for feature in features:
        entries.append(_entry(table.board, feature, entries, features))
    return SetupSheet(table.board, tuple(entries), tuple(_pieces(features)), table.deployment)


def _foot(feature: Feature) -> float:
    return float(min(part.solid.bounds[0, 2] for part in feature.piece.parts)) + feature.placement.at[2]


def _entry(board: Board, feature: Feature, below: Sequence[SheetEntry], features: Sequence[Feature]) -> SheetEntry:
    plan = placed_plan(feature)
    points = np.concatenate([np.asarray(ring.coords) for ring in _rings(plan)])
    sides = (("west", 0, 0.0), ("east", 0, board.width), ("south", 1, 0.0), ("north", 1, board.depth))
    found = [_distance(points, *side) for side in sides]
    foot = _foot(feature)
    on = (
        ()
        if foot <= RESTING_GAP
        else tuple(
            entry.number
            for entry, other in zip(below, features, strict=False)
            if _foot(other) < foot - RESTING_GAP and entry.plan.intersection(plan).area > _SHARED
        )
    )
    doors = tuple(part.id for part in feature.piece.parts if PartKind.DOOR in part.kinds and feature.is_open(part))
    x, y, _ = feature.placement.at
    return SheetEntry(
        len(below) + 1,
        feature.id,
        feature.piece.name,
        min(found[:2], key=lambda one: one.inches),
        min(found[2:], key=lambda one: one.inches),
        round(to_degrees(feature.placement.turn) % 360.0, 2) % 360.0,
        foot,
        on,
        plan,
        (x, y),
        doors,
    )


def _distance(points: Any, edge: str, axis: int, at: float) -> EdgeDistance:
    """Return how far the nearest of some points (n, 2) is from an edge; of equally near ones their middle counts."""
    away = points[:, axis] if at == 0.0 else at - points[:, axis]
    nearest = points[away <= away.min() + 1e-3]
    x, y = nearest[np.argsort(nearest[:, 1 - axis])][len(nearest) // 2].tolist()
    return EdgeDistance(edge, float(away.min()), (x, y))


def _rings(plan: Any) -> list[Any]:
    import shapely

    return [part.exterior for part in shapely.get_parts(plan).tolist() if part.geom_type == "Polygon"]


def _shape(piece: Piece) -> object:
    """Return what two readings of one piece have in common: a board that is opened again has its pieces anew."""
    solids = [part.solid for part in piece.parts]
    return piece.name, tuple((solid.vertices.tobytes(), solid.faces.tobytes()) for solid in solids)


def _pieces(features: Sequence[Feature]) -> list[SheetPiece]:
    shapes = {piece: _shape(piece) for piece in {feature.piece for feature in features}}
    groups: dict[object, tuple[Piece, list[int]]] = {}
    for number, feature in enumerate(features, start=1):
        groups.setdefault(shapes[feature.piece], (feature.piece, []))[1].append(number)
    found = []
    for piece, numbers in groups.values():
        bounds = np.concatenate([part.solid.bounds for part in piece.parts])
        width, depth, height = np.ptp(bounds, axis=0).tolist()
        found.append(SheetPiece(piece.name, tuple(numbers), (width, depth, height), plan_of(piece).outline))
    return found
