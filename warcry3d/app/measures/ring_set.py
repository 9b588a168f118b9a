"""Whose bases have rings around them, and of how many inches. Pure."""

from dataclasses import dataclass, replace
from typing import Self

from warcry3d.app.measures.rings import read_rings, ring_overlays, ring_points
from warcry3d.app.scene.overlays import Overlay
from warcry3d.messages import Words
from warcry3d.rules.judgement import measured_between
from warcry3d.table.table import Table

__all__ = ["RingSet"]


@dataclass(frozen=True, slots=True)
class RingSet:
    """Models with rings, by id, and the rings' inches as typed."""

    ids: tuple[str, ...] = ()
    text: str = "3, 6"

    def toggled(self, id: str) -> Self:
        """Return it with rings around a model, or without where it has some."""
        without = tuple(one for one in self.ids if one != id)
        return replace(self, ids=without if id in self.ids else (*self.ids, id))

    def on(self, table: Table) -> Self:
        """Return it without models that are not on a table."""
        there = {model.id for model in table.models}
        return self if there.issuperset(self.ids) else replace(self, ids=tuple(id for id in self.ids if id in there))

    def overlays(self, table: Table) -> tuple[Overlay, ...]:
        """Return what shows the rings on a table."""
        return tuple(
            one
            for id in self.on(table).ids
            for inches in read_rings(self.text)
            for one in ring_overlays(table.model(id), inches, between=measured_between(table.ruleset))
        )

    def labels(self, table: Table, words: Words) -> tuple[tuple[str, tuple[float, float, float]], ...]:
        """Return each ring's inches, and a point of the ring to write them at."""
        return tuple(
            (
                words.say("{inches:g} in", inches=inches),
                ring_points(table.model(id), inches, measured_between(table.ruleset))[0],
            )
            for id in self.on(table).ids
            for inches in read_rings(self.text)
        )
