"""From where the table is seen: named views, the eye in hand, and what is under the pointer from there. No graphics."""

from collections.abc import Sequence

import numpy as np

from warcry3d.app.scene.camera import Focus, Shot, project
from warcry3d.app.scene.orbit import ABOVE, HIGHEST, Orbit, near_orbit, overlooking, wide_orbit
from warcry3d.app.scene.overlays import Sign
from warcry3d.app.scene.pointing import board_under, fighter_under, ray_under
from warcry3d.app.shell.camera import Camera
from warcry3d.app.shell.gestures import LEFT
from warcry3d.app.shell.room import TableView
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table import Table

__all__ = ["Viewpoint"]

Pixel = tuple[float, float]

ROOMY, RAISED = 1.4, -0.07
"""Notches of the wheel by which the table is farther where panels lie over its picture, and the share of the height by
which it is seen higher.
"""

SIDES, DEEP = 246.0, 0.62
"""Such panels stand at both sides, so many points wide; down to this share of the height the board is seen between."""
HEAD, FOOT = 136.0, 212.0
"""Such panels lie along the upper and the lower edge too, so many points high with what lies around them; seen from
above, the board lies between.
"""
STEP, STEPS, STEPS_ABOVE = 0.25, 12, 32
"""The notches by which the table is then farther, step by step, and how many steps at most, or from above."""

MOST_NEAR = 2
"""So many places at most are looked at from near."""


class Viewpoint:
    """A camera over a table, whose picture is ``size`` pixels, of which ``covered`` at the left lie under a rail, and
    ``beside`` it so many under a panel: what is looked at stands in the middle of the rest.
    """

    def __init__(self, table: Table, size: tuple[int, int], covered: float = 0.0, beside: float = 0.0) -> None:
        self._table = table
        self._size = size
        self._covered, self._beside = covered, beside
        self._preset = "corner"
        self._focus: Focus | None = None
        self._preset_orbit = overlooking(table, self._preset, self.aspect, fills=beside > 0)
        self.camera = Camera(self._preset_orbit)
        self._centre()
        self._is_wide, self._scale = False, 1.0
        self._eye: Shot | None = None
        self.pointer: Pixel | None = None

    @property
    def aspect(self) -> float:
        """Return the width over the height of the part of the picture around its middle that nothing covers."""
        room = self._size[0] - 2 * self._covered - self._beside
        return max(room, 0.3 * self._size[0]) / self._size[1]

    def _centre(self) -> None:
        """Let what is looked at stand in the middle of what no panel covers, at once."""
        is_there = self.camera.shot == self.camera.goal
        self.camera.shift = self._beside / 2 / self._size[1]
        if is_there:
            self.camera.shot = self.camera.goal

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the picture in pixels."""
        return self._size

    def look_over(self, table: Table, focus: Focus | None = None) -> None:
        """Look at another table at once: at all of it, or at what is in a box."""
        self._table, self._focus = table, focus
        self.look_from("corner", at_once=True)

    def look_from(self, preset: str, *, at_once: bool = False) -> None:
        """Look at the whole table from a named side."""
        self._preset, self._preset_orbit = preset, self._preset_of(preset)
        self.camera.orbit_to(self._preset_orbit, at_once=at_once)

    def look_at(self, places: Sequence[tuple[float, float, float]]) -> None:
        """Look at two places from near, square to the line between them, from the person's side; at more of them from
        where all are in the picture.
        """
        orbit, aspect = self.camera.orbit, self.aspect
        if len(places) > MOST_NEAR:
            self.camera.orbit_to(wide_orbit(orbit, self._table, places, aspect))
        else:
            self.camera.orbit_to(near_orbit(orbit, places, aspect))

    def carry(self, by: tuple[float, float, float], table: Table, focus: Focus | None = None) -> None:
        """Go along with what was moved by so much on what is another table now, so that it is seen where it was."""
        self._table, self._focus = table, focus
        is_there = self.camera.shot == self.camera.goal
        is_preset = self.camera.orbit == self._preset_orbit
        self.camera.orbit = self.camera.orbit.moved(by)
        if is_preset:
            self._preset_orbit = self.camera.orbit
        if is_there:
            self.camera.shot = self.camera.goal

    def look_through(self, eye: Shot | None) -> None:
        """Look through an eye that a room shows; None: from the orbit. The same eye as before leaves the look alone."""
        if eye == self._eye:
            return
        self._eye = eye
        if eye is not None:
            self.camera.step_into(eye)
        else:
            self.camera.step_out()

    def cover_left(self, covered: float, beside: float = 0.0) -> None:
        """Let so many pixels at the picture's left lie under a rail from now on, and so many ``beside`` it."""
        if (covered, beside) == (self._covered, self._beside):
            return
        self._covered, self._beside = covered, beside
        self._centre()
        if self.camera.orbit == self._preset_orbit:
            self.look_from(self._preset, at_once=True)

    def leave_room(self, is_wide: bool, scale: float = 1.0) -> None:
        """Leave room around the whole table for panels that lie over the picture, or leave none; ``scale``: pixels in a
        point.
        """
        if (is_wide, scale) == (self._is_wide, self._scale):
            return
        self._is_wide, self._scale = is_wide, scale
        if self.camera.orbit == self._preset_orbit:
            self.look_from(self._preset, at_once=True)

    def _preset_of(self, preset: str) -> Orbit:
        orbit = overlooking(self._table, preset, self.aspect, fills=self._beside > 0, focus=self._focus)
        if not self._is_wide:
            return orbit
        board = self._table.board
        height, edges = self._size[1], (board.width, board.depth)
        raised, nearest, steps = RAISED * height, ROOMY, STEPS
        if preset == ABOVE:
            raised, nearest, steps = (HEAD - FOOT) / 2 * self._scale, 0.0, STEPS_ABOVE
        farther = (orbit.zoomed(-nearest - STEP * step).panned(0.0, raised, height, edges) for step in range(steps))
        first = next(farther)
        chosen = next((one for one in (first, *farther) if not self._is_under_panels(one)), first)
        return chosen if preset == ABOVE else chosen.panned(0.0, self._hidden_by_header(chosen), height, edges)

    def _is_under_panels(self, orbit: Orbit) -> bool:
        """Return whether some of the board's edge would lie under the panels at the sides; from above, under others."""
        width, height = self._size
        sides = min(SIDES * self._scale, 0.3 * width)
        x, y = self._edge_from(orbit)
        if orbit.elevation == HIGHEST and (y.min() < self._head or y.max() > height - self._foot):
            return True
        return bool(np.any((y < DEEP * height) & ((x < sides) | (x > width - sides))))

    def _hidden_by_header(self, orbit: Orbit) -> float:
        """Return how many pixels of the board's far side lie under the header, as far as there is room below."""
        y = self._edge_from(orbit)[1]
        return max(0.0, min(self._head - float(y.min()), self._size[1] - self._foot - float(y.max())))

    @property
    def _head(self) -> float:
        return min(HEAD * self._scale, 0.2 * self._size[1])

    @property
    def _foot(self) -> float:
        return min(FOOT * self._scale, 0.4 * self._size[1])

    def _edge_from(self, orbit: Orbit) -> tuple[FloatArray, FloatArray]:
        """Return where the board's edge is seen (pixels)."""
        x, y, _ = project(orbit.shot(), _edge_of(self._table), self._size).T
        return x, y

    def resize(self, size: tuple[int, int]) -> None:
        """Take another size of the picture: what was in view stays in view."""
        before, self._size = self.aspect, (max(1, size[0]), max(1, size[1]))
        self._centre()
        orbit, eye = self.camera.orbit, self.camera.through_eye
        if orbit == self._preset_orbit:
            self._preset_orbit = self._preset_of(self._preset)
            self.camera.orbit = self._preset_orbit
        else:
            self.camera.orbit = orbit.refitted(before, self.aspect)
        if eye is None:
            self.camera.shot = self.camera.goal

    def drag(self, button: str, dx: float, dy: float) -> None:
        """Turn or pan by a drag; in an eye, look about."""
        if self.camera.through_eye is not None:
            self.camera.turn_head(dx, dy)
            return
        orbit, board = self.camera.orbit, self._table.board
        edges = (board.width, board.depth)
        moved = orbit.turned(dx, dy) if button == LEFT else orbit.panned(dx, dy, self._size[1], edges)
        self.camera.orbit_to(moved, at_once=True)

    def turn_wheel(self, notches: int) -> None:
        """Near, or step away; in an eye, see less and larger, or more."""
        if self.camera.through_eye is not None:
            self.camera.narrow(notches)
            return
        orbit = self.camera.orbit
        self.camera.orbit_to(orbit.zoomed(notches, self._ground_under(orbit) if notches > 0 else None))

    def fighter_under(self, at: Pixel | None, view: TableView, scale: float) -> str | None:
        """Return the fighter of what a room shows that is under a pixel, or near it, or whose ring is there; ``scale``:
        pixels in a point.
        """
        if at is None:
            return None
        rings = tuple(one for one in view.overlays if isinstance(one, Sign))
        shot, size = self.camera.shot, self._size
        return fighter_under(view.table, shot, at, size, without=view.hidden, rings=rings, scale=scale)

    def ray(self, at: Pixel) -> tuple[FloatArray, FloatArray]:
        """Return the line of sight through a pixel."""
        return ray_under(self.camera.shot, at, self._size)

    def _ground_under(self, orbit: Orbit) -> tuple[float, float, float] | None:
        """Return the point of the board under the pointer as the orbit sees it."""
        if self.pointer is None:
            return None
        x, y = self.pointer
        return board_under(self._table, orbit, (x - self.camera.shift * self._size[1], y), self._size)


def _edge_of(table: Table) -> FloatArray:
    """Return points along the edge of a table's board."""
    share = np.linspace(0.0, 1.0, 25)[:, None]
    corners = np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)])
    sides = [a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return np.concatenate(sides) * (table.board.width, table.board.depth, 0.0)
