"""A terrain piece as it is made: parts with kinds, and the file they go to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from assets.source.glb import Node, write
from assets.source.terrain.clay import Body, Built, build
from warcry3d.table.terrain import PartKind

__all__ = ["Made", "made", "save"]


@dataclass(frozen=True, eq=False)
class Made:
    """One finished part: its id, its kinds and its solid with colours."""

    id: str
    kinds: tuple[PartKind, ...]
    built: Built


def made(id: str, kinds: PartKind | Sequence[PartKind], bodies: Iterable[Body], *, floor: bool = True) -> Made:
    """Return a part: the union of ``bodies``, cut level at z = 0 if it stands on the ``floor``."""
    listed = (kinds,) if isinstance(kinds, PartKind) else tuple(kinds)
    return Made(id, listed, build(bodies, floor=floor))


def save(folder: Path, name: str, parts: Sequence[Made], accept: Sequence[str] = ()) -> int:
    """Write ``name``.glb into ``folder`` and return its size in bytes; ``accept``: findings of lint that are meant."""
    nodes = [
        Node(
            part.id,
            part.built.solid.vertices,
            part.built.solid.faces,
            part.built.colours,
            part.built.materials,
            {"kind": part.kinds[0].value if len(part.kinds) == 1 else [kind.value for kind in part.kinds]},
        )
        for part in parts
    ]
    return write(folder / f"{name}.glb", name, nodes, {"piece": name, **({"accept": list(accept)} if accept else {})})
