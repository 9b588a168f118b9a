"""Pieces: from files, or written inside a table; kinds checked, every part a solid."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

from warcry3d.errors import MeshError
from warcry3d.geom import shapes
from warcry3d.geom.solid import Solid
from warcry3d.table.format import PartWire, PieceWire, ShapesWire
from warcry3d.table.jsonfile import Spot
from warcry3d.table.terrain import Part, PartKind, Piece

__all__ = ["checked_kinds", "inline_piece", "plain_shape", "unique_ids"]

_K = PartKind
_CONTRADICTIONS = frozenset(
    [frozenset(pair) for kind in PartKind if kind is not _K.SCENERY for pair in [(_K.SCENERY, kind)]]
    + [
        frozenset(pair)
        for pair in [
            (_K.LOW, _K.OBSTACLE),
            (_K.LOW, _K.LADDER),
            (_K.LOW, _K.STAIRS),
            (_K.LOW, _K.DOOR),
            (_K.LOW, _K.ARCH),
            (_K.LOW, _K.DEADLY),
            (_K.LOW, _K.UNCLIMBABLE),
            (_K.LADDER, _K.STAIRS),
            (_K.LADDER, _K.UNCLIMBABLE),
            (_K.STAIRS, _K.UNCLIMBABLE),
            (_K.PLATFORM, _K.UNCLIMBABLE),
            (_K.DOOR, _K.ARCH),
            (_K.DOOR, _K.PLATFORM),
            (_K.DOOR, _K.LADDER),
            (_K.DOOR, _K.STAIRS),
            (_K.ARCH, _K.LADDER),
            (_K.ARCH, _K.STAIRS),
        ]
    ]
)
"""Pairs of kinds no part can be at once (WC-TERR-1 to 5): what is low is no obstacle, what cannot be climbed has
nothing to climb or stand on, scenery is nothing in play."""


def checked_kinds(given: PartKind | Sequence[PartKind], spot: Spot, *, is_opening: bool) -> frozenset[PartKind]:
    """Return the kinds as a set; raise `FileError` at ``spot`` where two contradict each other or one comes twice."""
    kinds = [given] if isinstance(given, PartKind) else list(given)
    for i, kind in enumerate(kinds):
        if kind in kinds[:i]:
            raise spot.error("the kind '{kind}' is given twice", kind=kind)
    for a, b in combinations(kinds, 2):
        if frozenset((a, b)) in _CONTRADICTIONS:
            raise spot.error("a part cannot be both '{a}' and '{b}'", a=a, b=b)
        if is_opening:
            raise spot.error("an arch's opening is air; it cannot be '{kind}' too", kind=b if a is _K.ARCH else a)
    return frozenset(kinds)


def unique_ids(ids: Iterable[str], spot: Spot) -> None:
    """Raise `FileError` at the entry of the list at ``spot`` whose id an earlier entry has."""
    first: dict[str, int] = {}
    for i, id in enumerate(ids):
        if id in first:
            raise spot.at(i, "id").error(
                "the id '{id}' is taken already, by {other}", id=id, other=spot.at(first[id]).place
            )
        first[id] = i


def plain_shape(wire: ShapesWire, spot: Spot) -> Solid | None:
    """Return the solid of a box, prism or cylinder; None for a mesh. Raise `FileError` unless one shape is given."""
    given = [name for name in ("box", "prism", "cylinder", "mesh") if getattr(wire, name) is not None]
    if len(given) != 1:
        raise spot.error(
            "expected exactly one of box, prism, cylinder, mesh; got {given}", given=", ".join(given) or "none of them"
        )
    spot = spot.at(given[0])
    try:
        if wire.box is not None:
            return shapes.box(wire.box.min, wire.box.max)
        if wire.prism is not None:
            return shapes.prism(wire.prism.outline, wire.prism.z)
        if wire.cylinder is not None:
            return shapes.cylinder(wire.cylinder.centre, wire.cylinder.radius, wire.cylinder.z)
    except MeshError as error:
        raise spot.about(error) from None
    return None


def inline_piece(wire: PieceWire, name: str, spot: Spot, folder: Path) -> Piece:
    """Return the piece written in a table under ``name``; mesh files resolve against ``folder``."""
    unique_ids((part.id for part in wire.parts), spot.at("parts"))
    parts = tuple(_inline_part(part, spot.at("parts", i), folder) for i, part in enumerate(wire.parts))
    return Piece(name, parts, written=wire)


def _inline_part(wire: PartWire, spot: Spot, folder: Path) -> Part:
    solid = plain_shape(wire, spot)
    is_arch = wire.kind == PartKind.ARCH or (isinstance(wire.kind, list) and PartKind.ARCH in wire.kind)
    if wire.opening is not None and not is_arch:
        raise spot.at("opening").error("only an arch has an opening")
    is_opening = is_arch and (wire.opening if wire.opening is not None else solid is not None)
    kinds = checked_kinds(wire.kind, spot.at("kind"), is_opening=is_opening)
    if solid is None:
        raise spot.at("mesh").error("meshes are not read yet")
    return Part(wire.id, kinds, solid, None, is_opening)
