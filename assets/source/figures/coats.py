"""How a figure is painted: base coat, wash in the recesses, light on what faces the sky and on edges.

TEAM COLOUR. Cloth that takes its side's colour is painted in the key colour: magenta (v, 0, v), hue and saturation
exact, where v / 255 is the shading (about 0.35 in folds to 1.0 on edges). A renderer recognises it by r == b and g == 0
and puts the side's colour, times v / 255, in its place. No other coat has such a colour.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from assets.source.sdf import Points
from warcry3d.table.skin import Material

__all__ = ["Coat", "Material", "painted"]

Pattern = Callable[[Points], NDArray[np.float64]]
"""How much of the second colour shows at points (n, 3): 0 to 1."""


@dataclass(frozen=True)
class Coat:
    """A colour and what it is on.

    ``rgb`` 0 to 255 sRGB; ``second`` shows where ``pattern`` says; ``wash`` how dark recesses get, ``light`` how bright
    what faces up, ``edge`` how bright convex edges; ``mottle`` random steps from triangle to triangle. ``key``: team.
    """

    rgb: tuple[int, int, int]
    material: Material
    second: tuple[int, int, int] | None = None
    pattern: Pattern | None = None
    wash: float = 0.62
    light: float = 0.22
    edge: float = 0.25
    mottle: float = 0.03
    key: bool = False

    def patterned(self, second: tuple[int, int, int], pattern: Pattern) -> "Coat":
        """Return the coat with a second colour where ``pattern`` is 1."""
        return replace(self, second=second, pattern=pattern)


TEAM = Coat((255, 0, 255), Material.CLOTH, key=True, light=0.16, wash=0.6)
"""Cloth in the side's colour."""

SKIN = Coat((196, 142, 108), Material.SKIN, wash=0.55)
PALE = Coat((176, 168, 146), Material.SKIN, wash=0.6)
EYES = Coat((22, 20, 24), Material.SKIN, wash=0, light=0, edge=0, mottle=0)
HAIR = Coat((74, 46, 28), Material.SKIN, light=0.35, mottle=0.08)
RED_HAIR = Coat((140, 68, 26), Material.SKIN, light=0.35, mottle=0.08)
GREY_HAIR = Coat((150, 148, 140), Material.SKIN, light=0.3, mottle=0.08)
WOOL = Coat((88, 94, 78), Material.CLOTH)
LINEN = Coat((168, 152, 120), Material.CLOTH)
DARK = Coat((52, 56, 58), Material.CLOTH)
MARSH = Coat((62, 78, 62), Material.CLOTH)
BROWN = Coat((96, 72, 50), Material.CLOTH)
LEATHER = Coat((104, 66, 38), Material.CLOTH, light=0.3)
BOOTS = Coat((62, 42, 30), Material.CLOTH, light=0.3)
STRAP = Coat((70, 44, 28), Material.CLOTH, light=0.35)
FUR = Coat((112, 92, 70), Material.CLOTH, light=0.4, mottle=0.1, wash=0.75)
STEEL = Coat((158, 164, 170), Material.METAL, light=0.2, edge=0.45, wash=0.7)
MAIL = Coat((118, 124, 130), Material.METAL, light=0.25, edge=0.4, wash=0.8, mottle=0.12)
BRONZE = Coat((176, 128, 62), Material.METAL, light=0.25, edge=0.45, wash=0.7)
VERDIGRIS = Coat((96, 138, 118), Material.METAL, light=0.25, edge=0.5, wash=0.7, mottle=0.06)
IRON = Coat((84, 82, 82), Material.METAL, light=0.3, edge=0.5, wash=0.7)
GOLD = Coat((214, 166, 70), Material.METAL, light=0.2, edge=0.4)
WOOD = Coat((118, 82, 48), Material.WOOD, light=0.3)
DRIFTWOOD = Coat((142, 128, 108), Material.WOOD, light=0.3, mottle=0.06)
BARK = Coat((86, 70, 54), Material.WOOD, light=0.35, mottle=0.08, wash=0.75)
BONE = Coat((214, 200, 164), Material.BONE, light=0.15, wash=0.7)
HORN = Coat((92, 78, 62), Material.BONE, light=0.35)
ROCK = Coat((112, 112, 106), Material.STONE, light=0.3, mottle=0.06, wash=0.7)
MUD = Coat((88, 76, 56), Material.GROUND, light=0.25)
MOSS = Coat((72, 80, 42), Material.FOLIAGE, light=0.35, mottle=0.1, wash=0.7)
REED = Coat((150, 140, 74), Material.FOLIAGE, light=0.3, mottle=0.08)
FEATHER = Coat((120, 124, 128), Material.CLOTH, light=0.35, mottle=0.05)
DARK_FEATHER = Coat((46, 50, 60), Material.CLOTH, light=0.45, mottle=0.06)


def painted(
    coat: Coat,
    middles: Points,
    normals: Points,
    open_sky: NDArray[np.float64],
    edges: NDArray[np.float64],
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """Return sRGB colours (n, 3) for triangles with ``middles`` and ``normals``.

    ``open_sky`` (n,) 0 to 1: how much light reaches it; ``edges`` (n,) 0 to 1: how much it stands out.
    """
    depth = 1 - coat.wash * np.clip(1 - open_sky, 0, 1) ** 1.15
    lift = coat.light * (0.65 * np.clip(normals[:, 2], -0.6, 1) + 0.35 * edges) + coat.edge * edges
    value = depth * (0.88 + lift) * (1 + coat.mottle * rng.uniform(-1, 1, len(middles)))
    if coat.key:
        v = np.clip(228 * value, 80, 255).astype(np.uint8)
        return np.stack([v, np.zeros_like(v), v], axis=1)
    base = np.broadcast_to(np.array(coat.rgb, dtype=float), (len(middles), 3))
    if coat.second is not None and coat.pattern is not None:
        share = np.clip(coat.pattern(middles), 0, 1)[:, None]
        base = base * (1 - share) + np.array(coat.second, dtype=float) * share
    cool = np.array([0.94, 0.98, 1.08])
    warm = np.array([1.03, 1.0, 0.93])
    tint = np.where(value[:, None] < 1, cool + (1 - cool) * np.clip(value, 0, 1)[:, None], warm)
    colour = np.clip(base * value[:, None] * tint, 0, 255).astype(np.uint8)
    colour[(colour[:, 1] == 0), 1] = 1
    return colour
