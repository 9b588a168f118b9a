"""The drowned giant, five inches tall."""

import numpy as np

from assets.source.figures import arms, coats, dress, flesh, hats, outfit, scenery
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import SIGN, Body, Build, Pose, Side
from assets.source.figures.shapes import lathe, placed, prism, smooth_path, sweep
from assets.source.sdf import Field, bone, chain, common, displaced, frame, half_space, union, vec

__all__ = ["gargantuan"]

GIANT_SKIN = coats.Coat((98, 108, 98), coats.Material.SKIN, wash=0.7, light=0.3)
WEED = coats.Coat((64, 70, 46), coats.Material.FOLIAGE, wash=0.7, light=0.35, mottle=0.08)
ROPE = coats.Coat((132, 110, 76), coats.Material.CLOTH, light=0.3)


def gargantuan() -> Sculpt:
    """Return a drowned giant: moss on his back, weed for a beard, a sail about his hips, a ship's anchor for a pick."""
    sculpt = Sculpt("gargantuan", {"round": 100}, budget=5900, h=0.042)
    build = Build(
        size=4.0, thigh=0.27, shin=0.27, upper_arm=0.25, forearm=0.285, shoulders=0.225, spine=0.39,
        head=0.84, limbs=1.3, chest=1.24, belly=1.18, hands=1.25, hips=0.1,
    )  # fmt: skip
    body = Body.posed(
        Pose(
            pelvis=(-0.04, 0.0, 0.565),
            hips=(-12, 8, 0),
            chest=(-16, 20, 2),
            head=(12, 4, 0),
            left_foot=(0.17, 0.16, 0, 18, 0),
            right_foot=(-0.22, -0.17, 0, -40, 0),
            left_hand=(0.40, 0.26, 0.62),
            right_hand=(-0.04, -0.46, 1.00),
            left_elbow=(-0.3, 1.0, -0.2),
            right_elbow=(-0.3, -0.9, -0.6),
        ),
        build,
    )
    sculpt.soft(flesh.legs(body), GIANT_SKIN)
    sculpt.soft(flesh.muscles(body), GIANT_SKIN, worth=1.1)
    sculpt.soft(flesh.arms(body), GIANT_SKIN, worth=1.1)
    outfit.face(sculpt, body, GIANT_SKIN, brute=0.8, worth=3.2)
    _giant_dress(sculpt, body)
    _giant_growth(sculpt, body)
    sculpt.soft(flesh.open_hand(body, "left", (0.6, -0.4, -0.2), spread=0.3), GIANT_SKIN, h=0.03, worth=1.8)
    along = np.array([-0.42, 0.28, 0.86])
    outfit.fists(sculpt, body, GIANT_SKIN, right=along)
    _anchor(sculpt, body.fist["right"], along / np.linalg.norm(along))
    return sculpt


def _giant_dress(sculpt: Sculpt, body: Body) -> None:
    """Add the giant's sail, rope, plank armour and wrappings."""
    s = body.size
    outfit.hem(sculpt, body, 0.33, coats.TEAM, coats.LINEN, flare=0.085, deep=0.03, folds=7, ragged=0.1)
    front = body.on_hips((0.15, 0.0, 0.1))
    over = union(flesh.torso(body), dress.skirt(body, 0.33, flare=0.085))
    apron = dress.hanging(
        lambda t: front + np.stack([0.25 * t, 0 * t, -1.75 * t], axis=1), (0.2, 1, 0), lambda t: 0.85 - 0.1 * t,
        over=over, folds=1.6, deep=0.07, thick=0.07, ragged=0.2, cells=(17, 23),
    )  # fmt: skip
    sculpt.hard(apron, coats.TEAM)
    rope = dress.belt(body, wide=0.03, grow=0.036, drop=0.1)
    sculpt.soft(displaced(rope, lambda p: 0.03 * np.sin(np.arctan2(p[:, 1], p[:, 0]) * 30 + p[:, 2] * 16), 0.03), ROPE)
    for angle in (42, -42):
        a = np.radians(angle)
        out = body.hips @ np.array([np.cos(a), np.sin(a), 0])
        at = body.on_hips((0.20 * np.cos(a), 0.21 * np.sin(a), 0.06))
        sculpt.soft(scenery.skull(at, frame(out), 0.2), coats.BONE, h=0.022, worth=1.6)
    for side in ("left", "right"):
        wrap = dress.bracer(body, side, start=0.25, end=0.9, more=0.016)
        way = body.wrist[side] - body.elbow[side]
        sculpt.soft(dress.lames(wrap, body.elbow[side], way, 0.11, 0.035), ROPE)
        knee, ankle = body.knee[side], body.ankle[side]
        low, high = ankle + (knee - ankle) * 0.06, ankle + (knee - ankle) * 0.78
        calf = flesh.leg(body, side, 0.06)
        shin = common(calf, half_space(low, ankle - knee), half_space(high, knee - ankle))
        sculpt.soft(dress.lames(shin, low, knee - ankle, 0.14, 0.045), coats.BROWN)
        sculpt.soft(_bare_foot(body, side), GIANT_SKIN, worth=1.5)
    sculpt.soft(dress.strap(body, from_side="left", wide=0.026), ROPE)
    _hull_pauldron(sculpt, body, s)


def _bare_foot(body: Body, side: Side) -> Field:
    """Return a foot with toes."""
    s = body.size
    toes = []
    for i in range(5):
        y = (i - 2) * 0.021 * SIGN[side]
        big = 0.021 - 0.0022 * i
        inner = body.on_foot(side, (0.10, -y, -0.05))
        toes.append(
            chain([inner, body.on_foot(side, (0.152 - 0.009 * i, -y * 1.25, -0.062))], [big * 1.15 * s, big * s])
        )
    sole = half_space((0, 0, 0), (0, 0, -1))
    return common(union(flesh.foot(body, side, 0.008 * s), *toes, k=0.05), sole)


def _hull_pauldron(sculpt: Sculpt, body: Body, s: float) -> None:
    """Add a piece of a ship's side over the right shoulder."""
    a = body.shoulder["right"]
    fore = body.chest[:, 0]
    for i in range(4):
        angle = np.radians(12 + 30 * i)
        n = -body.chest[:, 1] * np.sin(angle) + body.chest[:, 2] * np.cos(angle)
        axes = frame(n, fore)
        at = a + n * 0.116 * s - body.chest[:, 1] * 0.02 * s
        rng = np.random.default_rng(i + 5)
        left, right = rng.uniform(0.42, 0.56), rng.uniform(0.4, 0.56)
        outline = [
            (-left, -0.13),
            (right, -0.14),
            (right + 0.12, -0.04),
            (right - 0.06, 0.03),
            (right + 0.05, 0.13),
            (-left + 0.08, 0.14),
            (-left - 0.08, 0.02),
        ]
        turn = np.column_stack([axes[:, 2], axes[:, 1], -axes[:, 0]])
        sculpt.hard(placed(prism(outline, 0.09, 0.025), turn, at), coats.DRIFTWOOD)
        for x in (-0.28, 0.28):
            outfit.boss(sculpt, at + axes[:, 2] * x + n * 0.045, n, 0.045, coats.IRON)


def _giant_growth(sculpt: Sculpt, body: Body) -> None:
    """Add what grew on the giant: weed beard and hair, moss, a dead tree, shells."""
    s, at = body.size, body.on_head
    rng = np.random.default_rng(8)
    strands = []
    for i in range(9):
        y = (i / 8 - 0.5) * 2
        root = at((0.085 - 0.05 * y * y, y * 0.062, -0.07 - 0.03 * (1 - y * y)))
        long = (0.30 - 0.16 * abs(y)) * s * rng.uniform(0.8, 1.1)
        sway = rng.uniform(-0.12, 0.12)
        strands.append(
            [
                root,
                root + body.gaze[:, 0] * 0.06 * s + vec(0, sway * 0.4, -0.3 * long),
                root + body.gaze[:, 0] * 0.05 * s + vec(0, sway, -long),
            ]
        )
    for i in range(10):
        a = np.radians(75 + 210 * i / 9)
        root = at((0.095 * np.cos(a) - 0.01, 0.084 * np.sin(a), 0.05))
        far = at((0.135 * np.cos(a) - 0.02, 0.118 * np.sin(a), -0.03))
        strands.append([root, far, far + vec(-0.12, 0, -0.2 * s * rng.uniform(0.6, 1.1))])
    for path in strands:
        sculpt.soft(hats.locks([path], 0.027 * s, taper=0.2), WEED, h=0.03)
    barnacles = [(0.05, 0.03, 0.12), (0.0, -0.04, 0.125), (0.06, -0.045, 0.1), (-0.05, 0.02, 0.125), (0.02, 0.065, 0.1)]
    for i, spot in enumerate(barnacles):
        root = np.array(spot)
        cup = [(0, 0.16 - 0.02 * i), (0.8, 0.1 - 0.012 * i), (0.86, 0.05), (0.5, 0.02)]
        sculpt.hard(lathe(cup, at(root * 0.78), at(root * 1.32), 8), coats.BONE)
    skin = union(flesh.torso(body), flesh.arm(body, "left"))
    for spot, size, seed in (
        ((-0.15, 0.08, 0.10), 0.62, 1),
        ((-0.17, -0.1, 0.0), 0.5, 2),
        ((-0.05, 0.2, 0.12), 0.42, 3),
    ):
        sculpt.soft(scenery.moss(skin, body.on_chest(spot), size, thick=0.075, seed=seed), coats.MOSS)
    root = body.on_chest((-0.11, 0.12, 0.10))
    up = body.chest[:, 2] * 0.8 + body.chest[:, 1] * 0.3 - body.chest[:, 0] * 0.45
    tree = [
        (root - up * 0.25, root + up * 0.45, 0.17, 0.12),
        (root + up * 0.45, root + up * 1.35 + vec(-0.1, 0.16, 0), 0.12, 0.03),
    ]
    tree += [
        (root + up * 0.4, root + up * 0.8 + vec(0.34, 0.42, 0.3), 0.085, 0.03),
        (root + up * 0.3, root + up * 0.6 + vec(-0.55, 0.05, 0.25), 0.085, 0.032),
    ]
    tree += [
        (root + up * 0.62 + vec(0.14, 0.17, 0.07), root + up * 1.05 + vec(0.14, 0.3, 0.42), 0.055, 0.03),
        (root + up * 0.7, root + up * 1.25 + vec(0.16, -0.3, 0.2), 0.065, 0.03),
    ]
    bark = union(*(bone(p, q, r, e) for p, q, r, e in tree), k=0.09)
    sculpt.soft(displaced(bark, lambda p: 0.012 * np.sin(p[:, 0] * 26 + p[:, 1] * 31), 0.012), coats.BARK, h=0.03)
    for spot in ((0.03, -0.16, 0.16), (0.08, -0.13, 0.15), (-0.02, -0.13, 0.17)):
        outfit.boss(sculpt, body.on_chest(spot), body.chest[:, 2], 0.13, coats.BONE)


def _anchor(sculpt: Sculpt, hand: np.ndarray, n: np.ndarray) -> None:
    """Add a ship's anchor swung like a pick, a chain hanging from its ring."""
    side = np.cross(n, (0.35, 1.0, 0.1))
    side /= np.linalg.norm(side)
    foot, crown = hand - n * 1.05, hand + n * 1.75
    sculpt.hard(
        lathe([(0, 0.1), (0.05, 0.12), (0.5, 0.115), (0.95, 0.15), (1, 0.16)], foot, crown, 10),
        coats.IRON,
        tag="weapon",
    )
    arc = [
        crown + side * x + n * z
        for x, z in ((-1.0, -0.62), (-0.82, -0.2), (-0.45, 0.06), (0, 0.14), (0.45, 0.06), (0.82, -0.2), (1.0, -0.62))
    ]
    t = np.abs(np.linspace(-1, 1, 25))
    sculpt.hard(sweep(smooth_path(arc, 25), 0.16 - 0.07 * t, sides=8), coats.IRON, tag="weapon")
    for sign in (-1, 1):
        tip, way = crown + side * sign * 0.985 - n * 0.6, -n * 0.85 + side * sign * 0.35
        axes = frame(way, side * -sign)
        turn = np.column_stack([axes[:, 0], axes[:, 1], axes[:, 2]])
        fluke = [(0.36, 0.0), (0.1, 0.16), (-0.28, 0.22), (-0.2, 0.0), (-0.28, -0.22), (0.1, -0.16)]
        sculpt.hard(placed(prism(fluke, 0.13, 0.045), turn, tip - side * sign * 0.05), coats.IRON, tag="weapon")
    across = np.cross(n, side)
    stock = foot + n * 0.25
    sculpt.hard(
        lathe(
            [(0, 0.07), (0.1, 0.09), (0.5, 0.12), (0.9, 0.09), (1, 0.07)],
            stock - across * 0.55,
            stock + across * 0.55,
            8,
        ),
        coats.BARK,
        tag="weapon",
    )
    ring = [foot - n * 0.13 + (side * np.cos(a) + n * np.sin(a)) * 0.15 for a in np.linspace(0, 2 * np.pi, 15)[:-1]]
    closed = np.array([*ring, ring[0], ring[1]])
    sculpt.hard(sweep(closed[:-1] * 1.0, 0.035, sides=6), coats.IRON, tag="weapon")
    sculpt.hard(arms.wrapping(hand - n * 0.42, hand + n * 0.42, 0.135, turns=9), ROPE, tag="weapon")
    _chain(sculpt, foot - n * 0.28)


def _chain(sculpt: Sculpt, start: np.ndarray) -> None:
    """Add five links hanging down."""
    at = start
    for i in range(5):
        long, wide = vec(-0.04 * i, 0.02, -1), vec(1, 0, 0) if i % 2 else vec(0, 1, 0)
        long = long / np.linalg.norm(long)
        centre = at + long * 0.12
        angle = np.linspace(0, 2 * np.pi, 13)
        loop = centre + np.cos(angle)[:, None] * long * 0.15 + np.sin(angle)[:, None] * wide * 0.085
        sculpt.hard(sweep(loop, 0.032, sides=5), coats.IRON, tag="weapon")
        at = at + long * 0.23
