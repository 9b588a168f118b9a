"""Changes of a table by hand: an empty board, models and features added, moved and taken away, stand-in bodies.

Each returns another table; the warnings about it are found anew. Ids stay unique: `free_id` finds one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from warcry3d.errors import QuestionError, UnknownNameError
from warcry3d.geom.solid import Placement
from warcry3d.table.audit import warnings
from warcry3d.table.default_ruleset import DEFAULT_RULESET
from warcry3d.table.figures import figure_from_wire, named_figure
from warcry3d.table.format import CylinderWire, FigureWire
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.models import Base, BaseShape, Figure, Model
from warcry3d.table.pieces import piece_at
from warcry3d.table.shipped import shipped_piece, shipped_root
from warcry3d.table.table import Board, Table, Terrain
from warcry3d.table.terrain import Feature, Piece
from warcry3d.units import BASE_HEIGHT, MM, from_degrees

__all__ = [
    "BASES_SOLD",
    "StandIn",
    "base_sold",
    "empty_table",
    "exact_placement",
    "figure_named",
    "free_id",
    "shipped_piece_named",
    "shipped_pieces",
    "stand_in",
    "with_feature",
    "with_features",
    "with_model",
    "without",
    "without_features",
]

BASES_SOLD: tuple[tuple[float, float], ...] = (
    *((mm, mm) for mm in (25.0, 28.5, 32.0, 40.0, 50.0, 60.0, 65.0, 80.0, 90.0, 100.0, 130.0, 160.0)),
    (60.0, 35.0),
    (75.0, 42.0),
    (90.0, 52.0),
    (105.0, 70.0),
    (120.0, 92.0),
    (150.0, 95.0),
    (170.0, 105.0),
)
"""Length and width (mm) of round and oval bases as they are sold, round ones first."""

SLIMMEST, TALLEST = 0.05, 12.0
"""A stand-in rises at least so much above its base, and at most to so much above the ground (in)."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """A body in place of a figure: a cylinder up to ``height`` above the ground (in), as thick as this ``share`` of the
    base's smaller width.
    """

    height: float
    share: float = 0.6


def base_sold(length: float, width: float) -> Base:
    """Return a base of ``length`` by ``width`` millimetres: round where they are equal, else oval."""
    shape = BaseShape.ROUND if length == width else BaseShape.OVAL
    return Base(shape, length * MM, width * MM)


def empty_table(width: float, depth: float, *, ruleset: str = DEFAULT_RULESET) -> Table:
    """Return a board (in) with nothing on it; raise `QuestionError` where it is not from 1 to 200 in each way."""
    for side in (width, depth):
        if not 1 <= side <= 200:
            raise QuestionError("a board is from 1 to 200 in long and wide, not {side:g} in", side=side)
    return Table(ruleset, Board(width, depth), Terrain(()), ())


def stand_in(body: StandIn, base: Base) -> Figure:
    """Return the body that stands in for a figure on a base; raise `QuestionError` for a height that none has."""
    if not base.height + SLIMMEST <= body.height <= TALLEST:
        raise QuestionError(
            "a body on this base is from {low:.2f} to {high:g} in high, not {height:g} in",
            low=base.height + SLIMMEST,
            high=TALLEST,
            height=body.height,
        )
    if not 0 < body.share <= 1:
        raise QuestionError("a body is as thick as its base or less, not {share:.0%} of it", share=body.share)
    radius = round(min(base.length, base.width) / 2 * body.share, 6)
    cylinder = CylinderWire(centre=(0.0, 0.0), radius=radius, z=(round(BASE_HEIGHT, 6), body.height))
    return figure_from_wire(FigureWire(cylinder=cylinder), "stand-in", JsonPath("stand-in"), Path())


@cache
def figure_named(name: str) -> Figure:
    """Return a shipped figure; raise `FileError` that lists all of them."""
    return named_figure(name, JsonPath("figure"))


def shipped_pieces() -> tuple[str, ...]:
    """Return the names of the pieces that ship, as tables write them: ``terrain/ruin.glb``."""
    return tuple(sorted(f"terrain/{path.name}" for path in (shipped_root() / "terrain").glob("*.glb")))


@cache
def shipped_piece_named(name: str) -> Piece:
    """Return a shipped piece by the name that tables write."""
    if name not in shipped_pieces():
        raise UnknownNameError("no piece '{name}'; there are: {known}", name=name, known=", ".join(shipped_pieces()))
    return piece_at(shipped_piece(name), name, JsonPath(name))


def free_id(name: str, taken: Iterable[str]) -> str:
    """Return ``name`` as an id that is not taken: its slashes and controls left out, numbered where it must be.

    >>> free_id("Bone/Raider", ["boneraider"]), free_id("bowman", ["bowman", "bowman-2"])
    ('BoneRaider', 'bowman-3')
    """
    plain = "".join(one for one in name.strip() if one != "/" and one.isprintable())[:70] or "model"
    used, free, number = set(taken), plain, 1
    while free in used:
        number += 1
        free = f"{plain}-{number}"
    return free


def with_model(table: Table, model: Model) -> Table:
    """Return the table with a model more, or in place of the one of its id."""
    others = tuple(one for one in table.models if one.id != model.id)
    if len(others) == len(table.models):
        return _audited(replace(table, models=(*others, model)))
    return _audited(replace(table, models=tuple(model if one.id == model.id else one for one in table.models)))


def with_feature(table: Table, feature: Feature) -> Table:
    """Return the table with a feature more, or in place of the one of its id."""
    known = table.terrain.features
    if all(one.id != feature.id for one in known):
        features = (*known, feature)
    else:
        features = tuple(feature if one.id == feature.id else one for one in known)
    return _audited(replace(table, terrain=Terrain(features)))


def with_features(table: Table, features: Iterable[Feature], *, is_audited: bool = True) -> Table:
    """Return the table with each of these features in place of the one of its id, or more; raise nothing.

    ``is_audited`` False: the warnings stay those of before, for a table that is shown only while something moves.
    """
    changed = {feature.id: feature for feature in features}
    kept = tuple(changed.pop(one.id, one) for one in table.terrain.features)
    made = replace(table, terrain=Terrain((*kept, *changed.values())))
    return _audited(made) if is_audited else made


def without_features(table: Table, ids: Iterable[str], *, is_audited: bool = True) -> Table:
    """Return the table without these features; ids that none has are passed over."""
    gone = frozenset(ids)
    made = replace(table, terrain=Terrain(tuple(one for one in table.terrain.features if one.id not in gone)))
    return _audited(made) if is_audited else made


def without(table: Table, id: str) -> Table:
    """Return the table without a model or, where there is none of that id, a feature; raise `UnknownNameError`."""
    models = tuple(one for one in table.models if one.id != id)
    if len(models) < len(table.models):
        return _audited(replace(table, models=models))
    features = tuple(one for one in table.terrain.features if one.id != id)
    if len(features) == len(table.terrain.features):
        known = (*(one.id for one in table.models), *(one.id for one in features))
        raise UnknownNameError(
            "nothing called '{id}' is on this table; there are: {known}", id=id, known=", ".join(known)
        )
    return _audited(replace(table, terrain=Terrain(features)))


def _audited(table: Table) -> Table:
    return replace(table, warnings=warnings(table))


def exact_placement(x: float, y: float, z: float = 0.0, *, degrees: float = 0.0) -> Placement:
    """Return a placement that is the same, bit for bit, once it was written and read: a millionth of an inch and a
    thousandth of a degree are kept.
    """
    return Placement((round(x, 6), round(y, 6), round(z, 6)), from_degrees(round(degrees, 3)))
