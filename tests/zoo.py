"""Small tables, pieces and models built in code, for every test that needs one."""

import math
from collections.abc import Mapping, Sequence

from warcry3d.geom import shapes
from warcry3d.geom.solid import Placement, Solid
from warcry3d.table.models import Base, BaseShape, Figure, FigurePart, Model, Tag
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Part, PartKind, Piece
from warcry3d.units import BASE_HEIGHT, MM

__all__ = [
    "box_part",
    "feature",
    "fighter",
    "figure",
    "oval_base",
    "part",
    "piece",
    "round_base",
    "square_base",
    "table",
    "table_json",
]


def part(id: str, solid: Solid, *kinds: PartKind | str, is_opening: bool = False) -> Part:
    """Return a part; an obstacle unless kinds are given."""
    return Part(id, frozenset(PartKind(kind) for kind in kinds or ("obstacle",)), solid, None, is_opening)


def box_part(id: str, low: Sequence[float], high: Sequence[float], *kinds: PartKind | str) -> Part:
    """Return a part that is a box; an obstacle unless kinds are given."""
    return part(id, shapes.box(low, high), *kinds)


def piece(name: str, *parts: Part) -> Piece:
    """Return a piece of these parts."""
    return Piece(name, parts)


def feature(
    id: str,
    *parts: Part,
    at: Sequence[float] = (0.0, 0.0, 0.0),
    turn: float = 0.0,
    state: Mapping[str, str] | None = None,
) -> Feature:
    """Return a feature of these parts, its piece named like it; ``turn`` in degrees."""
    return Feature(id, Piece(id, parts), _placement(at, turn), dict(state or {}))


def round_base(diameter_mm: float = 32) -> Base:
    """Return a round base."""
    return Base(BaseShape.ROUND, diameter_mm * MM, diameter_mm * MM)


def oval_base(length_mm: float = 60, width_mm: float = 35) -> Base:
    """Return an oval base."""
    return Base(BaseShape.OVAL, length_mm * MM, width_mm * MM)


def square_base(side: float = 1.0) -> Base:
    """Return a square base (in)."""
    return Base(BaseShape.SQUARE, side, side)


def figure(*solids: Solid, tags: Sequence[Tag | str] = ()) -> Figure:
    """Return a figure of these solids; body unless tags are given."""
    tags = [*tags, *["body"] * (len(solids) - len(tags))]
    parts = [FigurePart(f"part-{i}", Tag(tag), solid) for i, (tag, solid) in enumerate(zip(tags, solids, strict=True))]
    return Figure("zoo", tuple(parts))


def fighter(
    id: str,
    at: Sequence[float],
    *,
    side: str = "red",
    facing: float = 0.0,
    base: Base | None = None,
    wide: float = 0.4,
    deep: float = 0.3,
    tall: float = 1.4,
    shape: Figure | None = None,
) -> Model:
    """Return a fighter whose figure is a box on its base (``wide`` across its facing); ``facing`` in degrees."""
    body = shape or figure(shapes.box((-deep / 2, -wide / 2, BASE_HEIGHT), (deep / 2, wide / 2, tall)))
    return Model(id, side, base or round_base(), body, _placement(at, facing))


def table(*things: Feature | Model, width: float = 30, depth: float = 22, ruleset: str = "warcry") -> Table:
    """Return a table with these features and models on it."""
    features = tuple(thing for thing in things if isinstance(thing, Feature))
    models = tuple(thing for thing in things if isinstance(thing, Model))
    return Table(ruleset, Board(width, depth), Terrain(features), models)


def table_json(**fields: object) -> dict[str, object]:
    """Return a small valid table as parsed JSON, fresh each time, with ``fields`` replaced."""
    wall = {"min": [0, 0, 0], "max": [6, 0.4, 1.5]}
    post = {"min": [-0.2, -0.1, 0.14], "max": [0.2, 0.1, 1.5]}
    value: dict[str, object] = {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": {"width": 30, "depth": 22},
        "pieces": {"low-wall": {"parts": [{"id": "stones", "kind": "obstacle", "box": wall}]}},
        "features": [{"id": "wall-1", "piece": "low-wall", "at": [12, 8, 0], "turn": 90}],
        "models": [
            {"id": "talon", "side": "red", "base": {"round": 32}, "figure": {"box": dict(post)}, "at": [5, 5]},
            {"id": "brute", "side": "blue", "base": {"oval": [60, 35]}, "figure": {"box": dict(post)}, "at": [20, 11]},
        ],
    }
    return value | fields


def _placement(at: Sequence[float], degrees: float) -> Placement:
    x, y, z = (*at, 0.0)[:3]
    return Placement((x, y, z), math.radians(degrees))
