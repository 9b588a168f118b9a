"""Pixels of the table to point at: ground around a place, and where a prompt lets things be put."""

import math

import numpy as np
import shapely

from warcry3d.app.scene.camera import project
from warcry3d.app.shell.window import Window
from warcry3d.game.prompts import Place
from warcry3d.geom.solid import FloatArray

__all__ = ["free_points", "open_ground"]

Pixel = tuple[float, float]
MOST = 24


def free_points(window: Window, prompt: Place) -> list[Pixel]:
    """Return pixels inside of the areas of a prompt, well apart; those it suggests are the last."""
    points: list[tuple[float, float, float]] = []
    for area in sorted(prompt.areas, key=lambda one: one.height):
        shape = shapely.make_valid(shapely.Polygon(area.rings[0], area.rings[1:]))
        low_x, low_y, high_x, high_y = shape.bounds
        for x in np.linspace(low_x, high_x, 8)[1:-1]:
            for y in np.linspace(low_y, high_y, 8)[1:-1]:
                if shapely.contains_xy(shape, x, y):
                    points.append((float(x), float(y), area.height))
    thinned = points[:: max(1, len(points) // MOST)]
    return _pixels(window, [*thinned, *(one.at for one in prompt.suggested)])


def open_ground(window: Window, at: tuple[float, float, float], inches: float) -> list[Pixel]:
    """Return pixels of places on the same level around one, farther ones first."""
    points = [
        (at[0] + away * math.cos(turn), at[1] + away * math.sin(turn), at[2])
        for away in (inches, 0.6 * inches, 0.3 * inches)
        for turn in np.linspace(0, math.tau, 8, endpoint=False)
    ]
    return _pixels(window, points)


def _pixels(window: Window, points: list[tuple[float, float, float]]) -> list[Pixel]:
    """Return the pixels of those points that are in the picture."""
    if not points:
        return []
    width, height = window.picture_size
    seen: FloatArray = project(window.camera.shot, np.array(points), window.picture_size)
    return [(float(x), float(y)) for x, y, away in seen if away > 0 and 8 < x < width - 8 and 40 < y < height - 8]
