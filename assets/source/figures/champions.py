"""Those who lead or go alone: the banner lord, the stalker, the seer with the totem, the net fighter."""

import numpy as np

from assets.source.figures import arms, coats, dress, flesh, hats, outfit, scenery
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import Body, Pose, Side
from assets.source.figures.shapes import Shape, hull, lathe, sheet, smooth_path, sweep
from assets.source.sdf import Field, ball, chain, common, cut, displaced, ellipsoid, half_space, union, vec

__all__ = ["hero", "netter", "shaman", "stalker"]


def hero() -> Sculpt:
    """Return a plumed lord in plate, one foot on a broken stone, banner in his left hand, sword pointing the way."""
    sculpt = Sculpt("hero", {"round": 40}, budget=4400)
    body = Body.posed(
        Pose(
            pelvis=(-0.02, 0.0, 0.64),
            hips=(-8, 2, 0),
            chest=(-2, 2, 2),
            head=(-14, 2, 0),
            left_foot=(0.22, 0.13, 0.17, 12, 0),
            right_foot=(-0.16, -0.14, 0, -30, 0),
            left_hand=(0.10, 0.36, 0.98),
            right_hand=(0.40, -0.28, 0.98),
            left_elbow=(-0.5, 0.7, -0.7),
            right_elbow=(-0.2, -0.8, -0.6),
        )
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=coats.MAIL, sleeves=coats.MAIL)
    sculpt.soft(dress.cuirass(body), coats.STEEL)
    outfit.boss(sculpt, body.on_chest((0.135, 0, 0.045)), body.chest[:, 0], 0.042, coats.GOLD)
    skirt = outfit.hem(sculpt, body, 0.30, coats.TEAM, coats.GOLD, flare=0.075, deep=0.03, folds=9)
    sculpt.soft(dress.belt(body, wide=0.03), coats.STRAP)
    outfit.boss(sculpt, body.on_hips((0.13, 0, 0.1)), body.hips[:, 0], 0.04, coats.GOLD)
    for side in ("left", "right"):
        sculpt.soft(dress.pauldron(body, side, size=1.12), coats.STEEL, worth=1.2)
        sculpt.soft(dress.bracer(body, side), coats.STEEL)
        sculpt.soft(flesh.boot(body, side, top=0.85, cuff=0.01), coats.STEEL)
        sculpt.soft(ball(body.knee[side] + body.foot[side][:, 0] * 0.025, 0.068), coats.GOLD)
    helm, trim = hats.nasal_helm(body, crest=False)
    sculpt.soft(helm, coats.STEEL, h=0.008)
    sculpt.soft(trim, coats.GOLD, h=0.006, worth=1.5)
    sculpt.soft(hats.plume(body, long=0.3, high=0.11), coats.TEAM, h=0.009, worth=1.2)
    sculpt.soft(hats.beard(body, long=0.09), coats.GREY_HAIR, h=0.008)
    cloak = dress.cloak(
        body, outfit.under_cloak(body, skirt), length=0.95, spread=112, blow=(-0.26, -0.16, 0.04), deep=0.07, flare=0.17
    )
    sculpt.hard(cloak, coats.TEAM)
    sculpt.soft(_mantle(body), coats.FUR)
    along = np.array([0.86, -0.12, 0.42])
    outfit.sword(sculpt, body.fist["right"], along, (0, 1, 0), long=0.66, wide=0.085, fancy=True)
    staff = np.array([-0.04, 0.06, 1.0])
    outfit.fists(sculpt, body, coats.LEATHER, right=along, left=staff)
    _banner(sculpt, body.fist["left"], staff)
    sculpt.soft(
        scenery.stones([(0.24, 0.14, 0.0, 0.17), (0.36, 0.02, 0.0, 0.1), (0.1, 0.3, 0, 0.09)], seed=4, top=0.172),
        coats.ROCK,
    )
    return sculpt


def _mantle(body: Body) -> Field:
    """Return a fur collar over the shoulders."""
    s = body.size
    ends = [body.shoulder[side] * 0.72 + body.neck * 0.28 + body.chest[:, 2] * 0.03 for side in ("left", "right")]
    back = body.neck - body.chest[:, 0] * 0.05
    front = [body.on_chest((0.105, y * 0.075, 0.075)) for y in (1, -1)]
    mass = union(
        chain(
            [front[0], ends[0], back, ends[1], front[1]], [0.035 * s, 0.06 * s, 0.066 * s, 0.06 * s, 0.035 * s], k=0.03
        )
    )

    def shag(p: np.ndarray) -> np.ndarray:
        q = p - body.neck
        return 0.009 * np.sin(70 * q[:, 1] + 20 * q[:, 2]) * np.sin(60 * q[:, 0] + 30 * q[:, 2])

    return displaced(mass, shag, 0.009)


def _banner(sculpt: Sculpt, hand: np.ndarray, along: np.ndarray) -> None:
    """Add a swallow-tailed banner that streams behind, on a pole through ``hand``."""
    n = along / np.linalg.norm(along)
    foot, top = hand - n * (hand[2] - 0.2) * 0.94, hand + n * 1.12
    outfit.pole(sculpt, foot, top, 0.021, tag="banner")
    for shape in arms.spear_head(top - n * 0.02, top + n * 0.21, (1, 0, 0), 0.085, 0.036):
        sculpt.hard(shape, coats.GOLD, tag="banner")
    for z in (0.03, 0.60):
        sculpt.hard(
            lathe([(0, 0.026), (0.2, 0.032), (0.8, 0.032), (1, 0.026)], top - n * (z + 0.05), top - n * z, 8),
            coats.GOLD,
            tag="banner",
        )
    for name, rows, coat in (
        ("field", (0.0, 1.0), coats.TEAM),
        ("top", (-0.05, 0.075), coats.GOLD),
        ("low", (0.925, 1.05), coats.GOLD),
    ):
        thick = 0.026 if name == "field" else 0.036
        sculpt.hard(_flag(top - n * 0.05, n, rows, thick), coat, tag="banner")
    sculpt.hard(_flag(top - n * 0.05, n, (0.22, 0.78), 0.036, span=(0.16, 0.60), leaf=True), coats.GOLD, tag="banner")


def _flag(
    top: np.ndarray,
    down: np.ndarray,
    rows: tuple[float, float],
    thick: float,
    span: tuple[float, float] = (0.0, 1.0),
    *,
    leaf: bool = False,
) -> Shape:
    """Return a band of the flag: ``rows`` down and ``span`` along it, as shares; or the ``leaf`` in that field."""
    u, v = np.meshgrid(np.linspace(*span, 25), np.linspace(*rows, 13), indexing="ij")
    if leaf:
        middle, share = sum(rows) / 2, (u - span[0]) / (span[1] - span[0])
        v = middle + (v - middle) * (0.03 + 0.97 * np.sin(np.pi * share) ** 0.8)
    notch = 1 - 0.34 * (1 - np.abs(2 * np.clip(v, 0, 1) - 1)) * u**2
    long = 0.80 * u * notch
    wave = 0.075 * np.sin(7.5 * u - 0.8 * v) * u**0.7
    x = -long * 0.93
    y = -long * 0.28 + wave
    z = -0.55 * v * (1 - 0.1 * u) - 0.10 * u**1.6 + 0.05 * np.sin(5 * u)
    grid = top + np.stack([x, y, np.zeros_like(z)], axis=-1) + z[..., None] * down
    return sheet(grid, thick)


def stalker() -> Sculpt:
    """Return a masked knife fighter at a low run, cloak thrown wide by the turn."""
    sculpt = Sculpt("stalker", {"round": 32})
    body = Body.posed(
        Pose(
            pelvis=(0.02, 0.0, 0.50),
            hips=(-14, 14, 0),
            chest=(10, 36, 0),
            head=(8, 14, 0),
            left_foot=(0.27, 0.08, 0, 4, 0),
            right_foot=(-0.33, -0.10, 0.0, -18, 38),
            left_hand=(0.20, 0.32, 0.52),
            right_hand=(0.46, -0.22, 0.66),
            left_elbow=(-0.9, 0.5, 0.1),
            right_elbow=(-0.3, -0.9, 0.0),
        )
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=coats.MARSH, sleeves=coats.DARK)
    outfit.boots(sculpt, body, coats.STRAP, top=0.9)
    skirt = outfit.hem(
        sculpt, body, 0.27, coats.MARSH, coats.STRAP, flare=0.075, deep=0.03, folds=7, ragged=0.06, sway=(-0.06, 0, 0)
    )
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.belt(body, wide=0.016, drop=0.155), coats.LEATHER)
    sculpt.soft(dress.strap(body, from_side="left"), coats.STRAP)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side), coats.VERDIGRIS)
    sculpt.soft(dress.pauldron(body, "right", size=0.95), coats.VERDIGRIS)
    sculpt.soft(hats.hood(body, deep=0.045, point=0.11, mantle=0.14), coats.TEAM, worth=1.3)
    mask = common(
        ellipsoid(body.on_head((0.03, 0, -0.05)), (0.09, 0.076, 0.085), body.gaze),
        half_space(body.on_head((0, 0, -0.015)), body.gaze[:, 2]),
    )
    sculpt.soft(mask, coats.STRAP, h=0.008)
    over = outfit.under_cloak(body, skirt)
    shape = {"length": 0.62, "spread": 88, "flare": 0.26, "turn": -4, "cells": (61, 33)}
    wind = {"blow": (-0.55, 0.20, 0.30), "deep": 0.10, "folds": 3, "ragged": 0.3}
    sculpt.hard(dress.cloak(body, over, **shape, **wind), coats.TEAM)
    for side, along in (("left", (0.65, 0.5, -0.35)), ("right", (0.75, -0.1, 0.62))):
        hand, n = body.fist[side], np.array(along) / np.linalg.norm(along)
        outfit.fists(sculpt, body, coats.LEATHER, **{side: n})
        sculpt.hard(
            arms.blade(hand + n * 0.06, hand + n * 0.42, (0, 1, 0.3), 0.07, 0.022, tip=0.5, waist=0.12),
            coats.STEEL,
            tag="weapon",
        )
        sculpt.hard(
            arms.guard(hand + n * 0.058, n, (0, 1, 0.3), 0.13, 0.016, droop=-0.03), coats.VERDIGRIS, tag="weapon"
        )
        sculpt.hard(arms.wrapping(hand - n * 0.085, hand + n * 0.055, 0.018, turns=4), coats.STRAP, tag="weapon")
    return sculpt


def shaman() -> Sculpt:
    """Return an old seer: antlered skull on his brow, robe and fur, a totem staff, one hand raised to call."""
    sculpt = Sculpt("shaman", {"round": 32}, budget=3650)
    body = Body.posed(
        Pose(
            pelvis=(-0.03, 0.0, 0.585),
            hips=(8, 6, 0),
            chest=(14, 20, 0),
            head=(2, 8, 0),
            left_foot=(0.12, 0.13, 0, 20, 0),
            right_foot=(-0.13, -0.13, 0, -30, 0),
            left_hand=(0.34, 0.30, 1.10),
            right_hand=(0.28, -0.30, 0.82),
            left_elbow=(0.1, 0.9, -0.7),
            right_elbow=(-0.4, -0.9, -0.4),
        )
    )
    outfit.figure(sculpt, body, hose=coats.BROWN, shirt=coats.MARSH, sleeves=coats.PALE, skin=coats.PALE)
    outfit.boots(sculpt, body, coats.FUR, top=0.4)
    robe = outfit.hem(sculpt, body, 0.56, coats.MARSH, coats.BONE, flare=0.055, deep=0.034, folds=9, ragged=0.05)
    for side in ("left", "right"):
        sculpt.soft(_wide_sleeve(body, side), coats.MARSH)
    sculpt.soft(dress.belt(body, wide=0.02), coats.STRAP)
    sculpt.soft(dress.pouch(body, -50), coats.LEATHER)
    sculpt.soft(dress.pouch(body, 70, size=0.8), coats.LEATHER)
    front = body.on_hips((0.118, 0, 0.115))
    sash = dress.hanging(
        lambda t: front + np.stack([0.10 * t, 0 * t, -0.50 * t], axis=1), (0, 1, 0), 0.17, over=robe, ragged=0.15
    )
    sculpt.hard(sash, coats.TEAM)
    sculpt.soft(_mantle(body), coats.FUR)
    over = outfit.under_cloak(body, robe)
    sculpt.hard(
        dress.cloak(body, over, length=0.72, spread=86, blow=(-0.12, 0, 0), deep=0.05, ragged=0.24, folds=3.5, turn=8),
        coats.TEAM,
    )
    sculpt.soft(hats.beard(body, long=0.26, wide=0.03), coats.GREY_HAIR, h=0.008, worth=1.3)
    _crown(sculpt, body)
    sculpt.soft(flesh.open_hand(body, "left", (0.5, 0.2, 0.6)), coats.PALE, h=0.007, worth=1.5)
    staff = np.array([0.06, -0.05, 1.0])
    outfit.fists(sculpt, body, coats.PALE, right=staff)
    _totem(sculpt, body.fist["right"], staff / np.linalg.norm(staff))
    return sculpt


def _wide_sleeve(body: Body, side: Side) -> Field:
    e, w = body.elbow[side], body.wrist[side]
    upper = flesh.arm(body, side, 0.016)
    end = e + (w - e) * 0.62
    droop = end - np.array([0, 0, 0.09])
    bell = chain([e, end * 0.6 + droop * 0.4], [0.066, 0.086])
    sleeve = common(union(upper, bell, k=0.05), half_space(end, w - e))
    hole = chain([end - (w - e) * 0.1, end + (w - e) * 0.4 - vec(0, 0, 0.03)], [0.055, 0.075])
    return cut(sleeve, hole)


def _crown(sculpt: Sculpt, body: Body) -> None:
    """Add a deer skull worn as a mask pushed up on the brow, with antlers."""
    s, at = body.size, body.on_head
    skull = union(
        ellipsoid(at((0.03, 0, 0.11)), np.array([0.1, 0.075, 0.06]) * s, body.gaze),
        chain([at((0.07, 0, 0.12)), at((0.16, 0, 0.09)), at((0.215, 0, 0.055))], [0.05 * s, 0.038 * s, 0.026 * s]),
        k=0.03,
    )
    holes = [ball(at((0.1, y * 0.055, 0.125)), 0.024 * s) for y in (-1, 1)]
    sculpt.soft(cut(skull, *holes, k=0.006), coats.BONE, h=0.008, worth=1.3)
    for shape in hats.antlers(at((0.0, 0, 0.15)), body.gaze, 0.36, 0.027):
        sculpt.hard(shape, coats.HORN)
    sculpt.soft(hats.hood(body, deep=-0.03, point=0.02), coats.MARSH)


def _totem(sculpt: Sculpt, hand: np.ndarray, n: np.ndarray) -> None:
    """Add a gnarled staff: a skull between two crooks, feathers, a hanging charm."""
    foot, top = hand - n * (hand[2] + 0.02), hand + n * 0.62
    bow = [foot, hand - n * 0.35 + vec(0.02, -0.02, 0), hand, hand + n * 0.3 + vec(-0.02, 0.01, 0), top]
    t = np.linspace(0, 1, 25)
    knots = 0.021 + 0.005 * np.sin(19 * t) + 0.008 * t**3
    sculpt.hard(sweep(smooth_path(bow, 25), knots, sides=8), coats.DRIFTWOOD, tag="weapon")
    for sign in (1, -1):
        crook = [
            top - n * 0.06,
            top + vec(0, sign * 0.11, 0.05),
            top + vec(0.02, sign * 0.15, 0.2),
            top + vec(0.03, sign * 0.06, 0.31),
        ]
        sculpt.hard(hats.horn(crook, 0.03), coats.DRIFTWOOD, tag="weapon")
    c = top + n * 0.11
    skull = union(ball(c, 0.075), ellipsoid(c + vec(0.035, 0, -0.055), (0.05, 0.045, 0.045)), k=0.03)
    holes = [ball(c + vec(0.066, y * 0.032, -0.004), 0.022) for y in (-1, 1)]
    nose = ball(c + vec(0.085, 0, -0.036), 0.012)
    sculpt.soft(cut(skull, *holes, nose, k=0.004), coats.BONE, tag="weapon", h=0.007, worth=1.5)
    sculpt.hard(arms.wrapping(top - n * 0.12, top + n * 0.02, 0.036, turns=5), coats.STRAP, tag="weapon")
    for i, (y, z) in enumerate(((0.05, -0.06), (-0.05, -0.08), (0.0, -0.1))):
        root = top - n * 0.07 + vec(0.0, y * 0.5, 0)
        tip = root + vec(-0.05 + 0.03 * i, y * 1.6, z - 0.2)
        sculpt.hard(
            arms.blade(root, tip, (1, 0.3, 0), 0.06, 0.016, tip=0.3, waist=-0.3),
            coats.TEAM if i != 1 else coats.DARK_FEATHER,
            tag="weapon",
        )


def netter() -> Sculpt:
    """Return a marsh fisher with a trident held high and a weighted net swinging from the other hand."""
    sculpt = Sculpt("netter", {"round": 32}, budget=3700)
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.575),
            hips=(22, 4, 0),
            chest=(26, 6, -4),
            head=(0, 6, 0),
            left_foot=(-0.18, 0.15, 0, 48, 0),
            right_foot=(0.20, -0.11, 0, -4, 0),
            left_hand=(0.30, 0.38, 0.86),
            right_hand=(0.10, -0.36, 1.16),
            left_elbow=(-0.3, 0.7, -0.7),
            right_elbow=(-0.7, -0.9, 0.0),
        )
    )
    sculpt.soft(flesh.legs(body), coats.SKIN)
    sculpt.soft(flesh.muscles(body), coats.SKIN)
    sculpt.soft(flesh.arms(body, 0.004), coats.SKIN)
    outfit.face(sculpt, body)
    for side in ("left", "right"):
        sculpt.soft(flesh.foot(body, side, -0.002), coats.SKIN)
        sculpt.soft(
            common(
                flesh.boot(body, side, top=0.92, more=0.018, cuff=0.012),
                half_space(body.ankle[side] + vec(0, 0, 0.03), (0, 0, -1)),
            ),
            coats.VERDIGRIS,
        )
    outfit.hem(sculpt, body, 0.27, coats.TEAM, coats.LINEN, flare=0.1, deep=0.03, folds=8, ragged=0.03)
    sculpt.soft(dress.belt(body, wide=0.04), coats.LEATHER)
    _fish_scales(sculpt, body)
    sculpt.soft(hats.half_helm(body, more=0.014, low=0.03, back=-0.1), coats.VERDIGRIS, h=0.008)
    fin = [
        body.on_head(p)
        for p in ((0.09, 0, 0.1), (0.04, 0, 0.24), (-0.06, 0, 0.26), (-0.15, 0, 0.17), (-0.19, 0, 0.02), (-0.1, 0, 0.0))
    ]
    half = body.gaze[:, 1] * 0.012
    sculpt.hard(hull([p + half for p in fin], [p - half for p in fin]), coats.TEAM)
    for i in range(4):
        a, b = body.on_head((0.03 - 0.05 * i, 0, 0.08)), body.on_head((0.07 - 0.085 * i, 0, 0.25 - 0.028 * i * i))
        sculpt.hard(lathe([(0, 0.02), (1, 0.006)], a, b, 6), coats.VERDIGRIS)
    sculpt.soft(hats.beard(body, long=0.08, forks=2, wide=0.06), coats.HAIR, h=0.008)
    along = np.array([0.93, 0.02, 0.16])
    along /= np.linalg.norm(along)
    outfit.fists(sculpt, body, right=along, left=(0.2, 0.3, 1))
    _trident(sculpt, body.fist["right"], along)
    for shape in _net(body.fist["left"]):
        sculpt.hard(shape, coats.REED, tag="weapon", worth=0.8)
    return sculpt


def _fish_scales(sculpt: Sculpt, body: Body) -> None:
    """Add a scaled guard over the right arm and shoulder, strapped across the chest."""
    a, e = body.shoulder["right"], body.elbow["right"]
    sleeve = common(
        flesh.arm(body, "right", 0.022), half_space(body.wrist["right"] * 0.25 + e * 0.75, body.wrist["right"] - e)
    )
    sculpt.soft(dress.lames(sleeve, a, e - a, 0.045, 0.012), coats.VERDIGRIS)
    sculpt.soft(dress.pauldron(body, "right", size=1.15, rows=2), coats.VERDIGRIS)
    sculpt.soft(dress.strap(body, from_side="right", wide=0.03), coats.STRAP)
    outfit.boss(sculpt, body.on_chest((0.115, 0.02, 0.02)), body.chest[:, 0], 0.04, coats.VERDIGRIS)


def _trident(sculpt: Sculpt, hand: np.ndarray, n: np.ndarray) -> None:
    """Add a trident held overhand."""
    tip = hand + n * 0.62
    outfit.pole(sculpt, hand - n * 0.72, tip, 0.019)
    side = np.cross(n, (0, 0, 1.0))
    for y in (-1, 0, 1):
        root = tip - n * 0.02
        mid = tip + side * y * 0.1 + n * 0.09
        end = tip + side * y * 0.115 + n * (0.30 if y else 0.36)
        path = smooth_path([root, root * 0.5 + mid * 0.5 + side * y * 0.025, mid, end], 9)
        sculpt.hard(sweep(path, 0.016 * (1 - 0.25 * np.linspace(0, 1, 9)), sides=6), coats.STEEL, tag="weapon")
        sculpt.hard(
            arms.blade(end - n * 0.05, end + n * 0.1, (0, 0, 1), 0.055, 0.026, tip=0.7, waist=-0.2),
            coats.STEEL,
            tag="weapon",
        )
    sculpt.hard(arms.wrapping(tip - n * 0.12, tip, 0.027, turns=4), coats.STRAP, tag="weapon")


def _net(hand: np.ndarray) -> list[Shape]:
    """Return a net gathered in ``hand`` that swings open below it, its hem weighted."""
    rows, strands = 7, 7

    def knot(i: float, j: float) -> np.ndarray:
        u, v = i / (strands - 1) - 0.5, j / (rows - 1)
        wide = 0.05 + 0.52 * v**0.8
        swing = np.array([0.30 * v**1.5, 0.16 * v, -0.66 * v + 0.22 * v * v])
        curl = np.array([0.16 * np.sin(2.2 * u + 0.4) * v, 0, 0.10 * np.cos(4 * u) * v - 0.05 * v])
        return hand + swing + curl + np.array([-0.38, 0.9, 0.0]) * u * wide

    out = []
    for k in range(-(rows - 1), strands):
        for sign in (1, -1):
            cells = [(k + j if sign > 0 else strands - 1 - k - j, j) for j in range(rows) if 0 <= k + j <= strands - 1]
            if len(cells) < 2:
                continue
            path = np.array([knot(i, j) for i, j in cells])
            out.append(sweep(path, 0.0125, sides=4))
    hem = np.array([knot(i, rows - 1) for i in range(strands)])
    out.append(sweep(hem, 0.016, sides=5))
    for p in hem:
        out.append(
            lathe(
                [(0, 0.012), (0.3, 0.03), (0.7, 0.03), (1, 0.01)],
                p + np.array([0, 0, 0.02]),
                p - np.array([0, 0, 0.05]),
                6,
            )
        )
    return out
