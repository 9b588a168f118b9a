"""The people of the drowned forest who fight on foot: spear, sword, bow, axe."""

import numpy as np

from assets.source.figures import arms, coats, dress, flesh, hats, outfit
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import Body, Pose
from assets.source.figures.shapes import Shape, lathe
from assets.source.sdf import Field, bone, common, displaced, half_space, union, vec

__all__ = ["axeman", "bowman", "spearman", "swordsman"]

KNIFE = [(0, 0.018), (0.28, 0.014), (0.3, 0.028), (0.5, 0.024), (1, 0.008)]
"""A sheathed knife from pommel to chape."""


def swordsman() -> Sculpt:
    """Return a guard in a nasal helm, round shield before him, sword drawn back over his shoulder."""
    sculpt = Sculpt("swordsman", {"round": 32})
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.60),
            hips=(-18, 4, 0),
            chest=(-14, 10, 3),
            head=(4, 6, 0),
            left_foot=(0.19, 0.10, 0, 6, 0),
            right_foot=(-0.2, -0.14, 0, -48, 0),
            left_hand=(0.30, 0.15, 0.78),
            right_hand=(-0.10, -0.33, 1.24),
            left_elbow=(-0.2, 0.8, -0.7),
            right_elbow=(-0.3, -1.0, 0.1),
        )
    )
    outfit.figure(sculpt, body, hose=coats.BROWN, shirt=coats.MAIL, sleeves=coats.MAIL)
    outfit.boots(sculpt, body)
    skirt = outfit.hem(sculpt, body, 0.31, coats.TEAM, coats.BRONZE, flare=0.08, deep=0.03, folds=9)
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.strap(body), coats.LEATHER)
    sculpt.soft(dress.pouch(body, -75), coats.LEATHER)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side), coats.LEATHER)
    sculpt.soft(dress.pauldron(body, "right"), coats.STEEL)
    helm, trim = hats.nasal_helm(body)
    sculpt.soft(helm, coats.STEEL, h=0.008)
    sculpt.soft(trim, coats.BRONZE, h=0.006, worth=1.5)
    sculpt.soft(hats.beard(body), coats.RED_HAIR, h=0.007)
    sculpt.soft(dress.collar(body), coats.WOOL)
    along = np.array([-0.30, 0.10, 0.95])
    outfit.fists(sculpt, body, left=(0, 0.3, 1), right=along)
    cloak = dress.cloak(
        body, outfit.under_cloak(body, skirt), length=0.86, blow=(-0.2, 0.1, 0.03), turn=-8, deep=0.06, flare=0.15
    )
    sculpt.hard(cloak, coats.TEAM)
    outfit.sword(sculpt, body.fist["right"], along, (1, 0, 0.3))
    shield = arms.round_shield(body.fist["left"] + vec(0.05, 0.0, 0.0), (1, 0.18, 0.08), 0.27)
    sculpt.put(shield, tag="weapon", face=coats.TEAM, rim=coats.BRONZE, boss=coats.BRONZE)
    return sculpt


def spearman() -> Sculpt:
    """Return a levy in an iron hat and a quilted coat, lunging behind a long spear."""
    sculpt = Sculpt("spearman", {"round": 32})
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.53),
            hips=(-30, 6, 0),
            chest=(-34, 16, 4),
            head=(-2, 8, 0),
            left_foot=(0.27, 0.09, 0, 4, 0),
            right_foot=(-0.32, -0.13, 0, -46, 24),
            left_hand=(0.33, -0.06, 0.76),
            right_hand=(-0.13, -0.21, 0.70),
            left_elbow=(0.1, 0.7, -0.8),
            right_elbow=(-0.8, -0.5, 0.2),
        )
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=coats.LINEN, sleeves=coats.LINEN)
    outfit.boots(sculpt, body, coats.LEATHER, top=0.5)
    skirt = outfit.hem(
        sculpt, body, 0.36, coats.TEAM, coats.LINEN, flare=0.09, deep=0.034, folds=8, sway=(-0.07, 0.0, 0.0)
    )
    quilt = displaced(dress.cuirass(body, more=0.014), lambda p: _quilting(body, p), 0.01)
    sculpt.soft(quilt, coats.TEAM)
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.pouch(body, 140), coats.LEATHER)
    sculpt.soft(dress.strap(body, from_side="left"), coats.STRAP)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side, more=0.012), coats.BROWN)
    sculpt.soft(dress.collar(body, thick=0.04), coats.MARSH)
    sculpt.hard(hats.kettle_hat(body), coats.STEEL)
    back, front = body.fist["right"], body.fist["left"]
    along = (front - back) / np.linalg.norm(front - back)
    outfit.fists(sculpt, body, left=along, right=along)
    for shape in _scarf(body, skirt):
        sculpt.hard(shape, coats.MARSH)
    outfit.pole(sculpt, back - along * 0.42, front + along * 0.66, 0.0195)
    head = front + along * 0.62
    for shape in arms.spear_head(head, head + along * 0.36, (0, 0, 1), 0.105, 0.042):
        sculpt.hard(shape, coats.STEEL, tag="weapon")
    sculpt.hard(arms.wrapping(head - along * 0.09, head - along * 0.01, 0.029, turns=4), coats.TEAM, tag="weapon")
    sculpt.hard(
        lathe([(0, 0.004), (0.3, 0.022), (1, 0.024)], back - along * 0.5, back - along * 0.4, 8),
        coats.IRON,
        tag="weapon",
    )
    return sculpt


def _quilting(body: Body, p: np.ndarray) -> np.ndarray:
    q = (p - body.middle) @ body.chest
    return 0.008 * np.abs(np.sin(np.arctan2(q[:, 1], q[:, 0]) * 8))


def _scarf(body: Body, over: Field) -> list[Shape]:
    """Return two scarf ends that fly behind."""
    ends = []
    for y, z, long in ((0.05, 0.0, 0.42), (0.02, -0.09, 0.34)):
        root = body.neck + body.chest @ np.array([-0.1, y, 0.02])

        def path(t: np.ndarray, root: np.ndarray = root, z: float = z, long: float = long) -> np.ndarray:
            wave = 0.045 * np.sin(5 * t + 3 * z * 10)
            return root + np.stack([-long * t, 0.16 * t + wave, z * t - 0.16 * t * t], axis=1)

        ends.append(
            dress.hanging(path, (0.15, -0.25, 1), 0.085, folds=0.7, deep=0.012, thick=0.022, ragged=0.12, cells=(7, 17))
        )
    return ends


def bowman() -> Sculpt:
    """Return a hooded archer at full draw."""
    sculpt = Sculpt("bowman", {"round": 32})
    body = Body.posed(
        Pose(
            pelvis=(-0.03, 0.0, 0.605),
            hips=(-52, 2, 0),
            chest=(-72, 3, -7),
            head=(-4, 4, 4),
            left_foot=(0.18, 0.08, 0, -14, 0),
            right_foot=(-0.22, -0.12, 0, -78, 0),
            left_hand=(0.475, 0.045, 1.05),
            right_hand=(0.03, -0.115, 1.06),
            left_elbow=(0.0, 0.6, -0.6),
            right_elbow=(-1.0, -0.3, 0.25),
        )
    )
    outfit.figure(sculpt, body, hose=coats.MARSH, shirt=coats.LEATHER, sleeves=coats.WOOL)
    outfit.boots(sculpt, body, top=0.8)
    skirt = outfit.hem(sculpt, body, 0.30, coats.LEATHER, coats.STRAP, flare=0.075, deep=0.026, folds=7)
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.pouch(body, 60), coats.BROWN)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side, start=0.25), coats.BROWN)
    sculpt.soft(hats.hood(body, mantle=0.17), coats.TEAM, worth=1.3)
    over = outfit.under_cloak(body, skirt)
    wind = {"blow": (-0.2, -0.06, 0.1), "turn": -56, "deep": 0.06, "flare": 0.12}
    cape = dress.cloak(body, over, length=0.50, spread=72, ragged=0.22, folds=3, **wind)
    sculpt.hard(cape, coats.TEAM)
    grip, nock = body.fist["left"], body.fist["right"] + vec(0.03, 0.02, 0.0)
    outfit.fists(sculpt, body, left=(0.12, 0.08, 1.0), right=(0.2, 0.3, 1.0))
    half = np.array([0, 0.01, 0.07])
    bow = arms.bow(grip, nock, (0.05, 0.14, 1.0), 1.14, thick=0.026)
    sculpt.put(bow, tag="weapon", limbs=coats.WOOD, string=coats.BONE)
    sculpt.hard(arms.wrapping(grip - half, grip + half, 0.031), coats.STRAP, tag="weapon")
    flight = arms.arrow(nock, grip + (grip - nock) * 0.22 + vec(0, 0, 0.03))
    sculpt.put(flight, tag="weapon", shaft=coats.WOOD, head=coats.STEEL, fletch=coats.BONE)
    _quiver(sculpt, body)
    knife = body.on_hips((0.03, 0.15, 0.12)), body.on_hips((0.07, 0.16, -0.14))
    sculpt.hard(lathe(KNIFE, *knife, 6), coats.STRAP)
    return sculpt


def _quiver(sculpt: Sculpt, body: Body) -> None:
    """Add a quiver full of arrows across the back."""
    low, high = body.on_chest((-0.17, 0.12, -0.16)), body.on_chest((-0.19, -0.10, 0.17))
    sculpt.hard(lathe([(0, 0.04), (0.05, 0.05), (0.9, 0.062), (0.92, 0.07), (1, 0.07)], low, high, 12), coats.BROWN)
    n = (high - low) / np.linalg.norm(high - low)
    side = np.cross(n, body.chest[:, 0])
    for i, (x, y) in enumerate(((0.02, 0.02), (-0.025, 0.015), (0.0, -0.028), (0.03, -0.01), (-0.02, -0.015))):
        a = high + side * x + body.chest[:, 0] * y
        bits = arms.arrow(a + n * (0.15 + 0.02 * (i % 3)), a - n * 0.1)
        sculpt.put(bits, shaft=coats.WOOD, fletch=coats.BONE)
    sculpt.soft(dress.strap(body, from_side="right", grow=0.03), coats.STRAP)


def axeman() -> Sculpt:
    """Return a bare-chested reaver with a wolf pelt, swinging a great axe from behind his shoulder."""
    sculpt = Sculpt("axeman", {"round": 32})
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.575),
            hips=(-22, 6, 0),
            chest=(-30, 8, 6),
            head=(6, 8, 0),
            left_foot=(0.24, 0.12, 0, 10, 0),
            right_foot=(-0.24, -0.15, 0, -55, 10),
            left_hand=(0.20, -0.17, 0.93),
            right_hand=(0.08, -0.26, 1.13),
            left_elbow=(0.2, 0.4, -1.0),
            right_elbow=(-0.6, -0.9, 0.3),
        )
    )
    sculpt.soft(flesh.legs(body, 0.004), coats.BROWN)
    sculpt.soft(flesh.muscles(body), coats.SKIN, worth=1.2)
    sculpt.soft(flesh.arms(body, 0.006), coats.SKIN, worth=1.2)
    outfit.face(sculpt, body, brute=0.3)
    outfit.boots(sculpt, body, coats.FUR, top=0.7)
    for side in ("left", "right"):
        cords = displaced(
            flesh.boot(body, side, top=0.6, cuff=0.0), lambda p: 0.008 * np.sign(np.sin(p[:, 2] * 110)), 0.01
        )
        sculpt.soft(common(cords, half_space((0, 0, 0.1), (0, 0, -1))), coats.STRAP)
        sculpt.soft(dress.bracer(body, side), coats.LEATHER)
    outfit.hem(
        sculpt, body, 0.34, coats.TEAM, coats.BROWN, flare=0.085, deep=0.03, folds=8, ragged=0.05, sway=(-0.03, 0, 0)
    )
    sculpt.soft(dress.belt(body, wide=0.036), coats.STRAP)
    outfit.boss(sculpt, body.on_hips((0.135, 0, 0.1)), body.hips[:, 0], 0.045)
    sculpt.soft(_pelt(body), coats.FUR, worth=1.1)
    sculpt.soft(hats.beard(body, long=0.17, wide=0.09, forks=2), coats.RED_HAIR, h=0.0075, worth=1.4)
    at = body.on_head
    knot = [
        at((-0.03, 0, 0.12)),
        at((-0.07, 0, 0.19)),
        at((-0.17, 0.02, 0.17)),
        at((-0.22, 0.06, 0.04)),
        at((-0.21, 0.05, -0.1)),
    ]
    sculpt.soft(hats.locks([knot], 0.045), coats.RED_HAIR, h=0.0075)
    low, high = body.fist["left"], body.fist["right"]
    n = (high - low) / np.linalg.norm(high - low)
    outfit.fists(sculpt, body, left=n, right=n)
    outfit.pole(sculpt, low - n * 0.24, high + n * 0.56, 0.021)
    sculpt.hard(arms.wrapping(low - n * 0.12, low + n * 0.14, 0.025, turns=7), coats.STRAP, tag="weapon")
    edge = np.cross(n, (0.35, 1.0, 0.0))
    edge = edge if edge[0] > 0 else -edge
    for shape in arms.axe_head(high + n * 0.46, n, edge, 0.34, 0.05, twin=True):
        sculpt.hard(shape, coats.STEEL, tag="weapon")
    return sculpt


def _pelt(body: Body) -> Field:
    """Return a shaggy pelt over shoulders and back."""
    s = body.size
    parts = [
        bone(
            body.shoulder["left"] + vec(0, 0, 0.03),
            body.neck + body.chest @ np.array([-0.05, 0, 0.02]),
            0.075 * s,
            0.085 * s,
        ),
        bone(
            body.shoulder["right"] + vec(0, 0, 0.0),
            body.neck + body.chest @ np.array([-0.05, 0, 0.02]),
            0.07 * s,
            0.085 * s,
        ),
        bone(body.on_chest((-0.1, 0, 0.1)), body.on_chest((-0.15, 0.02, -0.2)), 0.1 * s, 0.05 * s),
        bone(body.on_chest((-0.1, 0.08, 0.1)), body.on_chest((-0.13, 0.14, -0.12)), 0.07 * s, 0.03 * s),
        bone(body.on_chest((-0.1, -0.08, 0.1)), body.on_chest((-0.13, -0.12, -0.15)), 0.07 * s, 0.03 * s),
    ]
    mass = union(*parts, k=0.06 * s)

    def shag(p: np.ndarray) -> np.ndarray:
        q = (p - body.middle) @ body.chest
        return 0.013 * np.sin(60 * q[:, 1] + 25 * np.sin(22 * q[:, 2])) * np.sin(38 * q[:, 2] + 20 * q[:, 0])

    return displaced(mass, shag, 0.013)
