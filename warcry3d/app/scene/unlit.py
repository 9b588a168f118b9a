"""What a scene shows before its light is baked: surfaces made in the background, and what is still to be lit."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from warcry3d.app.scene.piece import Surfaces, SurfaceSource, figure_source, piece_source
from warcry3d.table.models import Figure
from warcry3d.table.table import Table
from warcry3d.table.terrain import Piece

__all__ = ["PendingLight", "PreparedScene", "UnlitThings", "prepare_scene"]

Baked = TypeVar("Baked")


@dataclass(frozen=True, eq=False)
class PreparedScene:
    """The surfaces of a table's pieces, and of its figures by the height of their base: lit where light was kept."""

    pieces: Mapping[Piece, Surfaces] = field(default_factory=dict)
    figures: Mapping[tuple[Figure, float], Surfaces] = field(default_factory=dict)


def prepare_scene(table: Table) -> PreparedScene:
    """Return what a scene of ``table`` is slow to make, but for light: called before a window shows the table."""
    bodies = {(model.figure, model.base.height): model for model in table.models}
    return PreparedScene(
        {piece: piece_source(piece).quick() for piece in dict.fromkeys(f.piece for f in table.terrain.features)},
        {key: figure_source(model.figure, model.base).quick() for key, model in bodies.items()},
    )


@dataclass(frozen=True, eq=False)
class PendingLight:
    """Something that is shown without its light.

    ``bake`` finds the light and keeps it in the cache, in any thread; what it returns shows it, in the window's.
    """

    bake: Callable[[], Callable[[], None]]


class UnlitThings:
    """What is still to be lit, in the order in which it was shown."""

    def __init__(self) -> None:
        self._pending: dict[Hashable, PendingLight] = {}

    @property
    def pending(self) -> tuple[PendingLight, ...]:
        """Return what is still to be lit."""
        return tuple(self._pending.values())

    def add(self, key: Hashable, bake: Callable[[], Baked], show: Callable[[Baked], None]) -> None:
        """Wait for the light that ``bake`` finds; ``show`` is called with it unless ``key`` was dropped meanwhile."""

        def work() -> Callable[[], None]:
            found = bake()

            def exchange() -> None:
                if self._pending.get(key) is pending:
                    del self._pending[key]
                    show(found)

            return exchange

        pending = PendingLight(work)
        self._pending[key] = pending

    def add_surfaces(
        self, key: Hashable, source: SurfaceSource, plain: Surfaces, show: Callable[[Surfaces], None]
    ) -> None:
        """Wait for the light of surfaces, unless they have it."""
        if not plain.is_lit:
            self.add(key, lambda: source.lit(plain), show)

    def give_up(self, light: PendingLight) -> None:
        """Leave a thing without its light, because that could not be found."""
        self._pending = {key: kept for key, kept in self._pending.items() if kept is not light}

    def drop(self, key: Hashable) -> None:
        """Forget a thing that is no longer shown."""
        self._pending.pop(key, None)
