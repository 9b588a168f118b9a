"""Whether a figure is hidden from another wherever both may stand within a little doubt: one proof for all places."""

from dataclasses import dataclass, replace

import numpy as np

from warcry3d.geom.solid import FloatArray
from warcry3d.geom.sweep import SIDES, Sweep, sweep_of
from warcry3d.sight.verdict import Hidden, Verdict
from warcry3d.sight.visible import Look, Sightlines
from warcry3d.table.models import Figure, Model, Tag
from warcry3d.table.table import Table
from warcry3d.units import SIGHT_TOLERANCE_MM

__all__ = ["SweptModel", "SweptVerdict", "look_at_swept", "sight_of_swept", "swept_model"]

_ROUNDS = 40
"""How often shells are replaced by closer ones before the answer is left open."""


@dataclass(frozen=True, eq=False)
class SweptModel:
    """A model with what each part of its figure (of those that count) covers while it is moved; see `Sweep`."""

    model: Model
    sweeps: tuple[Sweep, ...]

    @property
    def is_moved(self) -> bool:
        """Return whether it is moved at all."""
        return any(sweep.shift or sweep.turn for sweep in self.sweeps)

    def hull(self) -> Model:
        """Return the model with the shells around all that it covers as its figure, its parts as they are tagged."""
        if not self.is_moved:
            return self.model
        parts = tuple(
            replace(part, solid=sweep.hull, skin=None)
            for part, sweep in zip(self.model.figure.parts, self.sweeps, strict=True)
        )
        return replace(self.model, figure=Figure(f"{self.model.figure.name}, moved", parts))

    def refined(self, at: FloatArray) -> "SweptModel":
        """Return it with closer shells at a point (3,) of the table; itself where they are as close as they get."""
        if not self.is_moved:
            return self
        turn, where = self.model.placement.turn, at - np.array(self.model.placement.at)
        c, s = np.cos(turn), np.sin(turn)
        own = np.array([[c * where[0] + s * where[1], c * where[1] - s * where[0], where[2]]])
        sweeps = tuple(sweep.refined(own) for sweep in self.sweeps)
        if all(a is b for a, b in zip(sweeps, self.sweeps, strict=True)):
            return self
        return SweptModel(self.model, sweeps)


@dataclass(frozen=True, eq=False)
class SweptVerdict:
    """The verdict for two swept models: hidden holds for each of their places.

    ``table`` is the one with the shells in the models' stead, which the proof is about. A line that is left goes
    between shells that cannot be closer, or did not get closer in the time allowed.
    """

    table: Table
    verdict: Verdict
    viewer: SweptModel
    target: SweptModel


def swept_model(model: Model, shift: float, turn: float = 0.0, *, sides: int = SIDES) -> SweptModel:
    """Return what a model covers that is shifted by up to ``shift`` (in) and turned by up to ``turn`` (radians).

    ``sides``: of the polygons that stand for circles at first.
    """
    return SweptModel(model, tuple(sweep_of(part.solid, shift, turn, sides=sides) for part in model.figure.parts))


def sight_of_swept(
    table: Table,
    viewer: SweptModel,
    target: SweptModel,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
    rounds: int = _ROUNDS,
) -> SweptVerdict:
    """Return whether any place of the viewer sees any place of the target; shells get closer where lines are left."""
    for _ in range(rounds):
        swept = _with(table, viewer.hull(), target.hull())
        verdict = Sightlines(swept, tags=tags, tolerance_mm=tolerance_mm).between(viewer.model.id, target.model.id)
        if isinstance(verdict, Hidden):
            break
        start, end = np.array(_line_of(verdict))
        closer = viewer.refined(start), target.refined(end)
        if closer[0] is viewer and closer[1] is target:
            break
        viewer, target = closer
    return SweptVerdict(swept, verdict, viewer, target)


def look_at_swept(
    table: Table,
    viewer: SweptModel,
    target: str,
    *,
    tags: frozenset[Tag] = frozenset(Tag),
    tolerance_mm: float = SIGHT_TOLERANCE_MM,
) -> FloatArray | Look:
    """Return a line (2, 3) between the viewer's shells as they are and the target, where it stands, that is wide enough
    to be seen by; `Look.HIDDEN`: there is none, so that no place of the viewer sees the target or is seen by it.
    """
    lines = Sightlines(_with(table, viewer.hull()), tags=tags, tolerance_mm=tolerance_mm)
    return lines.look(viewer.model.id, target, is_wide=True)


def _line_of(verdict: Verdict) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    return verdict.line if hasattr(verdict, "line") else verdict.witness  # type: ignore[union-attr]


def _with(table: Table, *models: Model) -> Table:
    """Return the table with other models for those of the same id."""
    others = {model.id: model for model in models}
    return replace(table, models=tuple(others.get(model.id, model) for model in table.models))
