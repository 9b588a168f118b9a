"""What most figures share: faces, hands, boots, swords; each adds its groups to a sculpt."""

import numpy as np
from numpy.typing import ArrayLike

from assets.source.figures import arms, coats, dress, flesh
from assets.source.figures.coats import Coat
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import SIGN, Body, Side
from assets.source.figures.shapes import lathe
from assets.source.sdf import Field, union

__all__ = ["boots", "boss", "face", "figure", "fists", "hem", "pole", "sword", "under_cloak"]


def face(sculpt: Sculpt, body: Body, coat: Coat = coats.SKIN, *, brute: float = 0.0, worth: float = 2.2) -> None:
    """Add a head with eyes."""
    sculpt.soft(flesh.head(body, brute=brute), coat, worth=worth, h=0.0075 * body.size)
    sculpt.soft(flesh.eyes(body), coats.EYES, h=0.006 * body.size)


def boots(sculpt: Sculpt, body: Body, coat: Coat = coats.BOOTS, *, top: float = 0.62) -> None:
    """Add a pair of boots."""
    for side in SIGN:
        sculpt.soft(flesh.boot(body, side, top=top), coat)


def fists(sculpt: Sculpt, body: Body, coat: Coat = coats.SKIN, **along: ArrayLike) -> None:
    """Add fists closed about shafts: ``left=direction, right=direction``."""
    for side, way in along.items():
        sculpt.soft(flesh.grip(body, side, way), coat, h=0.0075 * body.size, worth=1.4)  # type: ignore[arg-type]


def figure(sculpt: Sculpt, body: Body, *, hose: Coat, shirt: Coat, sleeves: Coat, skin: Coat = coats.SKIN) -> None:
    """Add legs in hose, a tunic, sleeved arms, and a face."""
    sculpt.soft(flesh.legs(body), hose)
    sculpt.soft(dress.tunic(body), shirt)
    sculpt.soft(flesh.arms(body, 0.006 * body.size), sleeves)
    face(sculpt, body, skin)


def hem(
    sculpt: Sculpt, body: Body, length: float, coat: Coat, trim: Coat, *, wide: float = 0.02, **more: object
) -> Field:
    """Add a skirt with a trimmed hem (a torn one has no trim), and return the skirt."""
    whole = dress.skirt(body, length, **more)  # type: ignore[arg-type]
    sculpt.soft(whole, coat)
    if more.get("ragged"):
        return whole
    sway = np.asarray(more.get("sway", (0, 0, 0)), dtype=float)
    top = body.pelvis + body.hips[:, 2] * 0.11 * body.size
    at = top - body.hips[:, 2] * (length - wide) * body.size + sway * body.size
    sculpt.soft(flesh.band(whole, at, body.hips[:, 2], wide * body.size, 0.009 * body.size), trim)
    return whole


def sword(
    sculpt: Sculpt,
    hand: ArrayLike,
    along: ArrayLike,
    flat: ArrayLike,
    *,
    long: float = 0.6,
    wide: float = 0.075,
    fancy: bool = False,
) -> None:
    """Add a sword held at ``hand``."""
    h, n = np.asarray(hand, dtype=float), np.asarray(along, dtype=float) / np.linalg.norm(along)
    trim = coats.GOLD if fancy else coats.BRONZE
    sculpt.hard(arms.blade(h + n * 0.065, h + n * (0.065 + long), flat, wide, 0.026), coats.STEEL, tag="weapon")
    sculpt.hard(arms.guard(h + n * 0.062, n, flat, 0.2, 0.018, droop=0.02), trim, tag="weapon")
    sculpt.hard(arms.wrapping(h - n * 0.075, h + n * 0.06, 0.018), coats.LEATHER, tag="weapon")
    pommel = [(0, 0.008), (0.3, 0.03), (0.7, 0.03), (1, 0.012)]
    sculpt.hard(lathe(pommel, h - n * 0.115, h - n * 0.065, 8), trim, tag="weapon")


def pole(
    sculpt: Sculpt, a: ArrayLike, b: ArrayLike, radius: float, coat: Coat = coats.WOOD, *, tag: str = "weapon"
) -> None:
    """Add a wooden shaft."""
    sculpt.hard(arms.shaft(a, b, radius), coat, tag=tag)


def boss(
    sculpt: Sculpt, at: ArrayLike, out: ArrayLike, radius: float, coat: Coat = coats.BRONZE, *, tag: str = "body"
) -> None:
    """Add a brooch or stud."""
    p, n = np.asarray(at, dtype=float), np.asarray(out, dtype=float) / np.linalg.norm(out)
    profile = [(0, radius), (0.45, radius), (0.5, radius * 0.75), (0.9, radius * 0.5), (1, radius * 0.1)]
    sculpt.hard(lathe(profile, p - n * radius * 0.4, p + n * radius * 0.7, 10), coat, tag=tag)


def under_cloak(body: Body, *more: Field, sides: tuple[Side, ...] = ("left", "right")) -> Field:
    """Return what a cloak must drape over."""
    limbs = [flesh.arm(body, side, 0.01 * body.size) for side in sides]
    return union(dress.tunic(body), *limbs, flesh.legs(body), *more)
