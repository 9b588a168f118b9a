"""Pointing at another model while one is moved: the mover goes to where it can act on that one, if there is a place."""

import math
from collections.abc import Callable, Sequence

import numpy as np

from warcry3d.app.moves.move_controller import Pointing
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.game.prompts import Option
from warcry3d.game.reasons import Point, RuleReason
from warcry3d.geom.solid import FloatArray

__all__ = ["Approaches"]

SIGN = 0.014
"""The sign of a thing is seen under such an angle (radians) from its middle to its edge."""
ABOVE = 0.5
"""The ray that holds the mover over a place begins so far above it (in): below what may be over it."""


class Approaches:
    """What points for a mover, with places of approach instead of models. ``close()`` it when done.

    ``approach``: gives the place for a model's id, or why there is none; it is called in the background. ``mover``: who
    is moved. ``things``: what lies on the table and can be taken along; on its sign the place is meant too.
    """

    def __init__(
        self,
        pointing: Pointing,
        approach: Callable[[str], Point | RuleReason | None],
        mover: str,
        things: Sequence[Option] = (),
    ) -> None:
        self._pointing = pointing
        self._mover = mover
        self._things = [one for one in things if one.at is not None and not one.faults]
        self._places: Answers[str, Point | RuleReason | None] = Answers(approach)
        self._awaited: tuple[str, tuple[float, float]] | None = None

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        """Return the model at a pixel."""
        return self._pointing.fighter_under(at)

    def thing_under(self, at: tuple[float, float]) -> str | None:
        """Return what can be taken along whose sign is at a pixel; None: nothing, or a model stands there."""
        ray = self._pointing.ray(at) if self._things and self._pointing.fighter_under(at) is None else None
        if ray is None:
            return None
        off = {one.id: _angle(ray, one.at) for one in self._things if one.at is not None}
        nearest = min(off, key=lambda id: off[id])
        return nearest if off[nearest] < SIGN else None

    def wait_for_kernels(self, what: str) -> None:
        """Wait until kernels are compiled."""
        self._pointing.wait_for_kernels(what)

    def is_known(self, id: str) -> bool:
        """Ask for the place of approach to a model; return whether it is known, or that there is none."""
        if id not in self._places.known and self._places.failure(id) is None:
            self._places.ask(id)
            return False
        return True

    def awaited_under(self, at: tuple[float, float]) -> str | None:
        """Return the model or thing at a pixel whose place of approach is not known yet, and ask for that."""
        id = self._pointing.fighter_under(at) or self.thing_under(at)
        return None if id is None or id == self._mover or self.is_known(id) else id

    def ray_to(self, id: str) -> tuple[FloatArray, FloatArray] | None:
        """Return a line that falls on the place of approach to a model; None: there is none, or it is not known yet."""
        place = self._places.known.get(id)
        if place is None or isinstance(place, RuleReason):
            return None
        x, y, z = place
        return np.array([x, y, z + ABOVE]), np.array([0.0, 0.0, -1.0])

    def reason(self, id: str) -> RuleReason | None:
        """Return why there is no place of approach to a model, once that is known."""
        found = self._places.known.get(id)
        return found if isinstance(found, RuleReason) else None

    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray] | None:
        """Return the line of sight through a pixel; on a model, one that falls on the place of approach once that is
        known; None where there is none.
        """
        id = self._pointing.fighter_under(at) or self.thing_under(at)
        self._awaited = None
        if id is None or id == self._mover:
            return self._pointing.ray(at)
        self._places.ask(id)
        if id not in self._places.known:
            self._awaited = (id, at)
        return self._pointing.ray(at) if self._places.known.get(id) is None else self.ray_to(id)

    def poll(self) -> tuple[float, float] | None:
        """Take in what was found; return the pixel that is pointed at, once the place of the model there is known."""
        self._places.poll()
        if self._awaited is None or self._awaited[0] not in self._places.known:
            return None
        at, self._awaited = self._awaited[1], None
        return at

    def close(self) -> None:
        """Stop the background; what is being worked out is not waited for."""
        self._places.close()


def _angle(ray: tuple[FloatArray, FloatArray], at: Point) -> float:
    """Return the angle (radians) between a ray and the way from where it begins to a point."""
    start, way = ray
    towards = np.array(at) - start
    return math.atan2(float(np.linalg.norm(np.cross(way, towards))), float(way @ towards))
