"""Coherency of units of several models: which are linked, and whether that holds the unit together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from warcry3d.table.models import Model

__all__ = ["Coherency", "coherency"]


@dataclass(frozen=True, slots=True)
class Coherency:
    """How the models of a unit hang together.

    ``links``: pairs of ids of models near enough to each other, in the unit's order. ``groups``: the ids of models that
    links join, the largest group first. ``apart``: models with fewer links than each needs. ``is_one_group``: whether
    the rules ask for one group.
    """

    links: tuple[tuple[str, str], ...]
    groups: tuple[tuple[str, ...], ...]
    apart: tuple[str, ...] = ()
    is_one_group: bool = True

    @property
    def is_coherent(self) -> bool:
        """Return whether each model has its links, and, where that is asked for, all models form one group."""
        return not self.apart and (len(self.groups) < 2 or not self.is_one_group)

    @property
    def outside(self) -> tuple[str, ...]:
        """Return the models that break it: those without their links, else those not in the largest group."""
        if self.apart or self.is_coherent:
            return self.apart
        return tuple(id for group in self.groups[1:] for id in group)


def coherency(
    models: Sequence[Model],
    is_linked: Callable[[Model, Model], bool],
    *,
    least: int = 1,
    is_one_group: bool = True,
) -> Coherency:
    """Return how models hang together.

    ``is_linked``: whether two are near enough to each other. ``least``: so many others each must be linked to; in a
    smaller unit, to all others. ``is_one_group``: all must be joined by links.
    """
    ids = [model.id for model in models]
    links = tuple((a.id, b.id) for a, b in combinations(models, 2) if is_linked(a, b))
    near: dict[str, set[str]] = {id: set() for id in ids}
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    needed = min(least, len(ids) - 1)
    apart = tuple(id for id in ids if len(near[id]) < needed)
    return Coherency(links, _groups(ids, near), apart, is_one_group)


def _groups(ids: Sequence[str], near: dict[str, set[str]]) -> tuple[tuple[str, ...], ...]:
    """Return the ids that links join, the largest group first, each in the order of ``ids``."""
    left, found = list(ids), []
    while left:
        group, border = {left[0]}, [left[0]]
        while border:
            for id in near[border.pop()] - group:
                group.add(id)
                border.append(id)
        found.append(tuple(id for id in ids if id in group))
        left = [id for id in left if id not in group]
    return tuple(sorted(found, key=len, reverse=True))
