"""Random parameters of simple pieces, on the steps that a window offers."""

from collections import Counter
from pathlib import Path

from hypothesis import strategies as st

from warcry3d.table.terrain import Piece
from warcry3d.terrain.export import stl_of, written
from warcry3d.terrain.importing import ImportOptions, import_mesh
from warcry3d.terrain.making.fields import FieldValue, PieceField
from warcry3d.terrain.making.simple_pieces import SIMPLE_KINDS, SimpleKind

__all__ = ["imported_again", "made", "parameters", "volumes"]


def _values(field: PieceField) -> st.SearchStrategy[FieldValue]:
    if field.unit == "choice":
        return st.sampled_from([one.value for one in field.choices])
    if field.is_whole:
        return st.integers(int(field.least), int(field.most))
    steps = round((field.most - field.least) / field.step)
    return st.integers(0, steps).map(lambda n: min(round(field.least + n * field.step, 6), field.most))


def parameters(kind: SimpleKind) -> st.SearchStrategy[dict[str, FieldValue]]:
    """Return parameters of a kind, all in their ranges."""
    return st.fixed_dictionaries({field.name: _values(field) for field in kind.fields})


@st.composite
def made(draw: st.DrawFn) -> tuple[str, dict[str, FieldValue]]:
    """Return the kind of a simple piece and its parameters."""
    kind = draw(st.sampled_from(SIMPLE_KINDS))
    return kind.id, draw(parameters(kind))


def volumes(piece: Piece) -> Counter[tuple[str, ...]]:
    """Return how much solid (cubic in) a piece has of each set of kinds."""
    found: Counter[tuple[str, ...]] = Counter()
    for part in piece.parts:
        found[tuple(sorted(kind.value for kind in part.kinds))] += part.solid.volume
    return found


def imported_again(piece: Piece, folder: Path) -> Piece:
    """Return what an import makes of a piece's STL."""
    path = folder / "made.stl"
    written(stl_of(piece).data, path)
    return import_mesh(path, ImportOptions()).piece
