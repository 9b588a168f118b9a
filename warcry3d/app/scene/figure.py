"""The bases that figures stand on."""

from dataclasses import dataclass

import numpy as np

from warcry3d.app.scene.surface import KEYED, VERTEX, Finish, PaintedSurface, join
from warcry3d.geom.solid import FloatArray
from warcry3d.table.models import Base, BaseShape

__all__ = ["base_outline", "base_surface"]

_AROUND = 96
_RIM = (16, 16, 18)
_EARTH = (92, 80, 60)
_POINTER = (214, 206, 186)
_CORNER = 0.06


def base_outline(base: Base, inset: float = 0.0) -> FloatArray:
    """Return points (96, 2) around the base, drawn in by ``inset``, the first in the direction of its facing."""
    angle = np.arange(_AROUND) / _AROUND * 2 * np.pi
    c, s = np.cos(angle), np.sin(angle)
    a, b = max(base.length / 2 - inset, 1e-3), max(base.width / 2 - inset, 1e-3)
    if base.shape is not BaseShape.SQUARE:
        return np.stack([a * c, b * s], axis=1)
    radius = min(max(_CORNER - inset, 0.01), a, b)
    # From the middle towards each angle until the rounded square is met.
    inner = np.array([a - radius, b - radius])
    scale = np.minimum(a / np.maximum(np.abs(c), 1e-12), b / np.maximum(np.abs(s), 1e-12))
    points = np.stack([c, s], axis=1) * scale[:, None]
    core = np.clip(points, -inner, inner)
    away = points - core
    length = np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(core + away * np.where(length > radius, radius / np.maximum(length, 1e-12), 1.0))


@dataclass(frozen=True, slots=True)
class _Band:
    """A strip of the base from ring (inset, z) to the next."""

    low: tuple[float, float]
    high: tuple[float, float]
    paint: tuple[int, int, int, int]
    light: int = 255


def _strip(base: Base, band: _Band) -> PaintedSurface:
    rings = [base_outline(base, inset) for inset, _ in (band.low, band.high)]
    vertices = np.zeros(2 * _AROUND, VERTEX)
    for i, (ring, (_, z)) in enumerate(zip(rings, (band.low, band.high), strict=True)):
        vertices["position"][i * _AROUND : (i + 1) * _AROUND] = np.column_stack([ring, np.full(_AROUND, z)])
    along = np.roll(rings[0], -1, axis=0) - np.roll(rings[0], 1, axis=0)
    out = np.column_stack([along[:, 1], -along[:, 0]])
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)
    run, rise = band.high[0] - band.low[0], band.high[1] - band.low[1]
    normal = np.column_stack([out * rise, np.full(_AROUND, run)]) / max(np.hypot(run, rise), 1e-12)
    vertices["normal"] = np.tile(normal, (2, 1))
    vertices["colour"] = band.paint
    vertices["extra"] = (band.light, 128, 255, 128)
    here = np.arange(_AROUND)
    after = (here + 1) % _AROUND
    quads = [np.stack([here, after, after + _AROUND], 1), np.stack([here, after + _AROUND, here + _AROUND], 1)]
    return PaintedSurface(vertices, np.concatenate(quads).astype(np.uint32))


def base_surface(base: Base) -> PaintedSurface:
    """Return the base in the model's frame: black rim, a ring in the side's colour with a pointer, earth on top."""
    h, lip = base.height, min(0.05, base.width * 0.08)
    slope, ring = (lip, h - 0.012), (lip + 0.07, h)
    bands = [
        _Band((0.0, 0.0), (0.0, 0.02), (*_RIM, Finish.RIM), 120),
        _Band((0.0, 0.02), slope, (*_RIM, Finish.RIM), 200),
        _Band(slope, (lip + 0.014, h), (*_RIM, Finish.RIM)),
        _Band((lip + 0.014, h), ring, (215, 215, 215, Finish.CLOTH + KEYED)),
        _Band(ring, (lip + 0.084, h - 0.008), (*_RIM, Finish.RIM)),
    ]
    strips = [_strip(base, band) for band in bands]
    pointer = strips[3].vertices["colour"]
    for i in range(-3, 4):
        pointer[[i % _AROUND, _AROUND + i % _AROUND]] = (*_POINTER, Finish.BONE)
    return join([*strips, _earth(base, lip + 0.084, h - 0.008)])


def _earth(base: Base, inset: float, z: float) -> PaintedSurface:
    rim = base_outline(base, inset)
    vertices = np.zeros(_AROUND + 1, VERTEX)
    vertices["position"] = np.column_stack([np.vstack([[[0, 0]], rim]), np.full(_AROUND + 1, z)])
    vertices["normal"] = (0, 0, 1)
    vertices["colour"] = (*_EARTH, Finish.GROUND)
    vertices["extra"] = (235, 128, 255, 128)
    here = np.arange(_AROUND)
    fan = np.stack([np.zeros(_AROUND, int), here + 1, (here + 1) % _AROUND + 1], axis=1)
    return PaintedSurface(vertices, fan.astype(np.uint32))
