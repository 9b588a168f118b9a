"""The big and the wild: the bog brute and the mire hound."""

import numpy as np

from assets.source.figures import arms, beasts, coats, dress, flesh, hats, outfit, scenery
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import Body, Build, Pose
from assets.source.figures.shapes import lathe, placed, prism, smooth_path, sweep
from assets.source.sdf import Field, ball, chain, cut, displaced, ellipsoid, frame, union, vec

__all__ = ["beast", "brute"]

BOG_SKIN = coats.Coat((122, 124, 92), coats.Material.SKIN, wash=0.65, light=0.28)
HIDE = coats.Coat((78, 76, 70), coats.Material.SKIN, wash=0.6, light=0.3, mottle=0.06)
GUMS = coats.Coat((116, 48, 44), coats.Material.SKIN)


def brute() -> Sculpt:
    """Return a hulking bog brute with a studded driftwood club behind his shoulder and a hand out to grab."""
    sculpt = Sculpt("brute", {"round": 50}, budget=4200, h=0.016)
    build = Build(
        size=1.34, thigh=0.26, shin=0.25, upper_arm=0.27, forearm=0.31, shoulders=0.235, spine=0.38,
        head=0.92, limbs=1.42, chest=1.36, belly=1.42, hands=1.45, hips=0.115,
    )  # fmt: skip
    body = Body.posed(
        Pose(
            pelvis=(-0.06, 0.0, 0.53),
            hips=(-10, 12, 0),
            chest=(-18, 30, 4),
            head=(6, 12, 0),
            left_foot=(0.20, 0.20, 0, 22, 0),
            right_foot=(-0.24, -0.20, 0, -44, 0),
            left_hand=(0.46, 0.30, 0.56),
            right_hand=(-0.12, -0.52, 1.02),
            left_elbow=(-0.2, 1.0, -0.2),
            right_elbow=(-0.2, -0.9, -0.7),
        ),
        build,
    )
    s = body.size
    sculpt.soft(flesh.legs(body), BOG_SKIN)
    sculpt.soft(_belly(body), BOG_SKIN, worth=1.2)
    sculpt.soft(flesh.arms(body), BOG_SKIN, worth=1.2)
    outfit.face(sculpt, body, BOG_SKIN, brute=1.0)
    for y in (-1, 1):
        tusk = [
            body.on_head(p) for p in ((0.09, y * 0.035, -0.085), (0.125, y * 0.052, -0.06), (0.13, y * 0.06, -0.005))
        ]
        sculpt.hard(hats.horn(tusk, 0.02 * s), coats.BONE)
    for side in ("left", "right"):
        sculpt.soft(flesh.boot(body, side, top=0.5, cuff=0.02), coats.FUR)
        sculpt.soft(dress.bracer(body, side, start=0.2, end=0.85, more=0.02), coats.IRON)
    outfit.hem(sculpt, body, 0.30, coats.TEAM, coats.BROWN, flare=0.09, deep=0.034, folds=7, ragged=0.09)
    sculpt.soft(dress.belt(body, wide=0.042, grow=0.034, drop=0.085), coats.STRAP)
    plate = body.on_hips((0.165, 0, 0.1))
    outfit.boss(sculpt, plate, body.hips[:, 0], 0.1, coats.IRON)
    sculpt.soft(scenery.skull(plate + body.hips[:, 0] * 0.07, body.hips, 0.062), coats.BONE, h=0.009)
    sculpt.soft(dress.strap(body, from_side="left", wide=0.03), coats.STRAP)
    _board_pauldron(sculpt, body)
    sculpt.soft(
        scenery.moss(flesh.torso(body), body.on_chest((-0.14, -0.06, 0.10)), 0.2, thick=0.035, seed=3), coats.MOSS
    )
    knot = [body.on_head(p) for p in ((-0.04, 0, 0.09), (-0.1, 0, 0.16), (-0.2, 0.02, 0.12), (-0.24, 0.06, -0.02))]
    sculpt.soft(hats.locks([knot], 0.045 * s), coats.HAIR)
    sculpt.soft(flesh.open_hand(body, "left", (0.7, -0.3, 0.25), spread=0.32), BOG_SKIN, h=0.011, worth=1.3)
    along = np.array([-0.50, 0.10, 0.86])
    outfit.fists(sculpt, body, BOG_SKIN, right=along)
    _club(sculpt, body.fist["right"], along / np.linalg.norm(along))
    return sculpt


def _belly(body: Body) -> Field:
    s, c = body.size, body.build.chest
    parts = [flesh.torso(body), ellipsoid(body.on_hips((0.075, 0, 0.15)), np.array([0.135, 0.16, 0.13]) * s, body.hips)]
    for y in (-1, 1):
        parts.append(
            ellipsoid(body.on_chest((0.09 * c, y * 0.075 * c, 0.03)), np.array([0.055, 0.085, 0.065]) * s, body.chest)
        )
        parts.append(
            ellipsoid(body.on_chest((-0.085 * c, y * 0.08 * c, 0.05)), np.array([0.05, 0.075, 0.1]) * s, body.chest)
        )
    return cut(union(*parts, k=0.035 * s), ball(body.on_hips((0.218, 0, 0.135)), 0.018 * s), k=0.01)


def _board_pauldron(sculpt: Sculpt, body: Body) -> None:
    """Add broken planks lashed over the left shoulder."""
    a = body.shoulder["left"]
    out = body.chest[:, 1] * 0.75 + body.chest[:, 2] * 0.66
    for i in range(3):
        n = out + body.chest[:, 1] * (i - 1) * 0.45
        axes = frame(n, body.chest[:, 0])
        at = a + axes[:, 0] * 0.128 - axes[:, 2] * 0.02
        rng = np.random.default_rng(i)
        left, right = 0.16 + rng.uniform(0, 0.05), 0.13 + rng.uniform(0, 0.06)
        outline = [
            (-left, -0.055),
            (right, -0.06),
            (right + 0.05, -0.01),
            (right - 0.02, 0.02),
            (right + 0.03, 0.058),
            (-left + 0.03, 0.06),
            (-left - 0.03, 0.01),
        ]
        turn = np.column_stack([axes[:, 2], axes[:, 1], -axes[:, 0]])
        sculpt.hard(placed(prism(outline, 0.045, 0.012), turn, at), coats.DRIFTWOOD)
        for x in (-0.1, 0.1):
            outfit.boss(sculpt, at + axes[:, 2] * x + axes[:, 0] * 0.024, axes[:, 0], 0.022, coats.IRON)


def _club(sculpt: Sculpt, hand: np.ndarray, n: np.ndarray) -> None:
    """Add a club made of a tree's root end, banded and spiked with iron."""
    side = np.cross(n, (1, 0, 0))
    side /= np.linalg.norm(side)
    path = smooth_path([hand - n * 0.22, hand, hand + n * 0.35 + side * 0.03, hand + n * 0.78], 21)
    t = np.linspace(0, 1, 21)
    trunk = chain(path, list(0.042 + 0.10 * t**1.6))
    burl = union(trunk, ball(path[-2] + side * 0.07, 0.12), ball(path[-4] - side * 0.07, 0.09), k=0.06)
    ridged = displaced(
        burl,
        lambda p: (
            0.009 * np.sin(np.arctan2((p - hand) @ side, (p - hand) @ np.cross(n, side)) * 9 + 9 * ((p - hand) @ n))
        ),
        0.009,
    )
    sculpt.soft(ridged, coats.BARK, tag="weapon")
    for z in (0.34, 0.6):
        sculpt.soft(flesh.band(burl, hand + n * z, n, 0.028, 0.016), coats.IRON, tag="weapon")
    other = np.cross(n, side)
    for i in range(9):
        a, z = i * 2.4, 0.45 + 0.04 * i
        out = side * np.cos(a) + other * np.sin(a)
        root = hand + n * z + out * 0.08
        sculpt.hard(lathe([(0, 0.03), (0.4, 0.028), (1, 0.003)], root, root + out * 0.17, 6), coats.IRON, tag="weapon")
    sculpt.hard(arms.wrapping(hand - n * 0.2, hand + n * 0.16, 0.055, turns=7), coats.STRAP, tag="weapon")


def beast() -> Sculpt:
    """Return a mire hound: boar in front, wolf behind, a crest of reeds down its back, prowling with open jaws."""
    sculpt = Sculpt("beast", {"oval": [60, 35]}, budget=3800, h=0.014)
    spine = [(-0.62, 0, 0.60), (-0.45, 0, 0.64), (-0.1, 0, 0.64), (0.22, 0, 0.70), (0.42, 0, 0.66)]
    trunk = beasts.trunk(spine, [0.12, 0.185, 0.19, 0.265, 0.22], deep=1.15, k=0.1)
    neck = chain([(0.4, 0, 0.68), (0.62, 0, 0.63)], [0.21, 0.155])
    legs = [
        (
            [(-0.50, 0.11, 0.60), (-0.34, 0.16, 0.40), (-0.60, 0.17, 0.22), (-0.56, 0.17, 0.07)],
            [0.155, 0.1, 0.052, 0.05],
        ),
        (
            [(-0.48, -0.11, 0.60), (-0.50, -0.17, 0.38), (-0.80, -0.18, 0.24), (-0.80, -0.18, 0.07)],
            [0.155, 0.1, 0.052, 0.05],
        ),
        (
            [(0.30, 0.14, 0.62), (0.26, 0.20, 0.40), (0.46, 0.20, 0.22), (0.48, 0.20, 0.07)],
            [0.165, 0.105, 0.065, 0.058],
        ),
        (
            [(0.30, -0.14, 0.62), (0.16, -0.20, 0.42), (0.20, -0.20, 0.22), (0.16, -0.20, 0.07)],
            [0.165, 0.105, 0.065, 0.058],
        ),
    ]
    limbs, claws = [], []
    for points, radii in legs:
        limbs.append(beasts.leg(points, radii))
        at = points[-1]
        foot, nails = beasts.paw((at[0] + 0.02, at[1], 0.0), -8 * np.sign(at[1]) * -1, 0.1)
        limbs.append(foot)
        claws += nails
    body = union(trunk, neck, *limbs, k=0.06)
    sculpt.soft(body, HIDE, worth=1.1)
    for nail in claws:
        sculpt.hard(nail, coats.HORN)
    _hound_head(sculpt)
    _crest(sculpt, trunk)
    tail = smooth_path([(-0.66, 0, 0.62), (-0.86, 0.03, 0.62), (-1.02, 0.09, 0.74), (-1.06, 0.14, 0.92)], 11)
    sculpt.soft(chain(tail, [0.06, 0.048, 0.04, 0.034, 0.03, 0.028, 0.028, 0.03, 0.03, 0.024, 0.012]), HIDE)
    for i in range(7):
        a = i * 2.4
        tip = tail[-1] + vec(-0.05 + 0.06 * np.cos(a), 0.06 * np.sin(a), 0.2 + 0.02 * i)
        sculpt.hard(
            hats.horn([tail[-3], tail[-1] * 0.6 + tip * 0.4, tip], 0.026, sides=5), coats.REED if i % 2 else coats.FUR
        )
    _collar(sculpt, union(neck, trunk, k=0.08))
    sculpt.soft(scenery.moss(trunk, (-0.35, 0.1, 0.8), 0.17, thick=0.026, seed=6), coats.MOSS)
    return sculpt


def _hound_head(sculpt: Sculpt) -> None:
    """Add the hound's head: low, jaws open, tusks out."""
    upper = union(
        ellipsoid((0.74, 0, 0.63), (0.16, 0.135, 0.12)),
        chain([(0.8, 0, 0.615), (0.96, 0, 0.575), (1.09, 0, 0.565)], [0.105, 0.082, 0.07], k=0.03),
        ellipsoid((1.13, 0, 0.585), (0.045, 0.06, 0.05)),
        *(ellipsoid((0.84, y * 0.075, 0.685), (0.07, 0.035, 0.026)) for y in (-1, 1)),
        *(chain([(0.76, y * 0.11, 0.56), (0.88, y * 0.09, 0.53)], [0.06, 0.04]) for y in (-1, 1)),
        k=0.04,
    )
    lower = union(
        chain([(0.76, 0, 0.52), (0.92, 0, 0.425), (1.05, 0, 0.375)], [0.085, 0.062, 0.045], k=0.03),
        *(chain([(0.78, y * 0.07, 0.53), (0.94, y * 0.055, 0.435)], [0.05, 0.03]) for y in (-1, 1)),
        k=0.04,
    )
    wedge = chain([(1.2, 0, 0.462), (0.86, 0, 0.505)], [0.075, 0.018])
    nostrils = [ball((1.175, y * 0.026, 0.592), 0.015) for y in (-1, 1)]
    sculpt.soft(cut(union(upper, lower, k=0.04), wedge, *nostrils, k=0.01), HIDE, h=0.0105, worth=1.7)
    sculpt.soft(
        union(
            chain([(0.80, 0, 0.505), (1.03, 0, 0.408)], [0.035, 0.026]), ellipsoid((0.84, 0, 0.51), (0.06, 0.06, 0.04))
        ),
        GUMS,
        h=0.01,
    )
    eye = coats.Coat((206, 160, 40), coats.Material.SKIN, wash=0, mottle=0)
    sculpt.soft(union(*(ball((0.872, y * 0.093, 0.655), 0.022) for y in (-1, 1))), eye, h=0.008)
    for y in (-1, 1):
        for x, z, long in ((1.12, 0.53, 0.05), (1.06, 0.525, 0.04), (0.99, 0.525, 0.035)):
            sculpt.hard(
                lathe([(0, 0.015), (1, 0.002)], (x, y * 0.048, z), (x + 0.005, y * 0.05, z - long), 5), coats.BONE
            )
        for x, z in ((1.03, 0.405), (0.97, 0.43)):
            sculpt.hard(
                lathe([(0, 0.014), (1, 0.002)], (x, y * 0.036, z - 0.01), (x + 0.005, y * 0.04, z + 0.045), 5),
                coats.BONE,
            )
        tusk = [(1.0, y * 0.05, 0.405), (1.08, y * 0.105, 0.43), (1.13, y * 0.125, 0.53), (1.12, y * 0.11, 0.63)]
        sculpt.hard(hats.horn(tusk, 0.03), coats.BONE)
        ear = [(0.68, y * 0.1, 0.70), (0.60, y * 0.17, 0.78), (0.50, y * 0.20, 0.80)]
        sculpt.hard(sweep(smooth_path(ear, 6), [0.03, 0.055, 0.06, 0.05, 0.03, 0.004], sides=6, flat=0.45), HIDE)


def _crest(sculpt: Sculpt, trunk: Field) -> None:
    """Add a mane and, standing out of it, a crest of spines."""
    line = smooth_path([(0.66, 0, 0.76), (0.42, 0, 0.90), (0.2, 0, 0.95), (-0.12, 0, 0.83), (-0.5, 0, 0.79)], 15)
    mane = chain(line, list(0.085 * (1 - 0.55 * np.linspace(0, 1, 15))))
    sides = union(mane, chain([(0.5, 0, 0.62), (0.3, 0, 0.46)], [0.225, 0.12]), k=0.06)
    sculpt.soft(
        displaced(sides, lambda p: 0.02 * np.sin(44 * p[:, 0] + 30 * np.abs(p[:, 1]) + 12 * p[:, 2]), 0.02), coats.FUR
    )
    rng = np.random.default_rng(12)
    for i, p in enumerate(line):
        tall = 0.30 * (1 - 0.55 * i / 14) * rng.uniform(0.8, 1.15)
        for y in (-0.035, 0.035):
            root = p + vec(0.01, y * (1 + (i % 2) * 0.6), 0.0)
            tip = root + np.array([-0.55 * tall, y * 2.4 + rng.uniform(-0.03, 0.03), tall])
            sculpt.hard(
                hats.horn([root, root * 0.5 + tip * 0.5 + vec(0.03, 0, 0.02), tip], 0.02, sides=5),
                coats.HORN if i % 3 else coats.REED,
            )


def _collar(sculpt: Sculpt, neck: Field) -> None:
    """Add a team cloth around the neck with a flying end, and a spiked collar."""
    sculpt.soft(flesh.band(neck, (0.47, 0, 0.66), (0.95, 0, -0.12), 0.06, 0.05), coats.TEAM)
    sculpt.soft(flesh.band(neck, (0.555, 0, 0.65), (0.95, 0, -0.12), 0.026, 0.04), coats.STRAP)
    for y, z, long in ((0.20, 0.80, 0.62), (0.24, 0.70, 0.46)):
        root = np.array([0.44, y, z])

        def stream(t: np.ndarray, root: np.ndarray = root, long: float = long) -> np.ndarray:
            return root + np.stack(
                [-long * t, 0.14 * t + 0.03 * np.sin(6 * t), 0.1 * t - 0.16 * t * t + 0.05 * np.sin(5 * t)], axis=1
            )

        end = dress.hanging(
            stream, (0.1, -0.25, 1), lambda t: 0.13 + 0.05 * t, folds=0.8, deep=0.02, ragged=0.25, cells=(9, 19)
        )
        sculpt.hard(end, coats.TEAM)
