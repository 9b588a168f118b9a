"""The people of the Kiln Pact: levy and marshal."""

import numpy as np

from assets.source.figures import arms, coats, dress, hats, machines, outfit
from assets.source.figures.forge import Sculpt
from assets.source.figures.furnace import COAT, EMBER, PLATE, RUBBER, RUST, SOOT
from assets.source.figures.rig import Body, Pose
from assets.source.figures.shapes import hull, lathe, smooth_path, sweep
from assets.source.sdf import ball, chain, ellipsoid, frame, union, vec

__all__ = ["levy", "marshal"]


def _rifle(sculpt: Sculpt, rear: np.ndarray, front: np.ndarray, up: np.ndarray, *, long: float = 0.5) -> None:
    """Add a rifle held by its grip at ``rear`` and its fore-end at ``front``."""
    n = (front - rear) / np.linalg.norm(front - rear)
    axes = frame(n, up)
    z = axes[:, 2]
    body = rear + n * 0.12 + z * 0.03
    sculpt.hard(machines.block(body, (0.15, 0.026, 0.042), 0.012, axes), coats.IRON, tag="weapon")
    stock = hull(
        *[body - n * 0.13 + z * dz + axes[:, 1] * y for dz in (0.03, -0.03) for y in (-0.02, 0.02)],
        *[body - n * 0.34 + z * dz + axes[:, 1] * y for dz in (0.0, -0.105) for y in (-0.02, 0.02)],
    )
    sculpt.hard(stock, coats.WOOD, tag="weapon")
    sculpt.hard(machines.block(rear - z * 0.03, (0.025, 0.018, 0.06), 0.01, axes), coats.WOOD, tag="weapon")
    fore = machines.block(front + z * 0.01, (0.11, 0.028, 0.03), 0.01, axes)
    sculpt.hard(fore, coats.WOOD, tag="weapon")
    muzzle = body + n * long
    sculpt.hard(
        machines.barrel(body + n * 0.05 + z * 0.012, muzzle + z * 0.012, 0.017, sides=8), coats.IRON, tag="weapon"
    )
    sculpt.hard(machines.drum(body + n * 0.02 - z * 0.06, axes[:, 1], 0.055, 0.05, sides=10), SOOT, tag="weapon")
    for shape in (arms.blade(muzzle - n * 0.03 - z * 0.02, muzzle + n * 0.2 - z * 0.02, axes[:, 1], 0.032, 0.014),):
        sculpt.hard(shape, coats.STEEL, tag="weapon")


def _mask(sculpt: Sculpt, body: Body) -> None:
    """Add a breathing mask with round eyes and a hose to the back."""
    at = body.on_head
    s = body.size * body.build.head
    snout = union(
        ellipsoid(at((0.07, 0, -0.035)), np.array([0.05, 0.06, 0.06]) * s, body.gaze),
        chain([at((0.09, 0, -0.05)), at((0.155, 0, -0.075))], [0.04 * s, 0.033 * s]),
        k=0.03 * s,
    )
    sculpt.soft(snout, RUBBER, h=0.009, worth=1.4)
    for y in (-1, 1):
        root = at((0.075, y * 0.036, 0.016))
        sculpt.hard(
            lathe([(0, 0.027), (0.6, 0.03), (0.8, 0.022), (1, 0.02)], root, root + body.gaze[:, 0] * 0.035, 8),
            coats.BRONZE,
        )
        sculpt.soft(ball(root + body.gaze[:, 0] * 0.022, 0.021), EMBER, h=0.008)
    hose = smooth_path(
        [
            at((0.14, 0.0, -0.08)),
            at((0.1, -0.1, -0.13)),
            body.on_chest((-0.02, -0.19, 0.08)),
            body.on_chest((-0.16, -0.1, 0.05)),
        ],
        13,
    )
    sculpt.hard(sweep(hose, 0.022 * (1 + 0.14 * np.sin(np.arange(13) * 2.4)), sides=6), RUBBER)


def _pack(sculpt: Sculpt, body: Body) -> None:
    """Add a tank and a box on the back."""
    axes = body.chest
    sculpt.hard(machines.block(body.on_chest((-0.185, 0.02, 0.0)), (0.06, 0.12, 0.13), 0.02, axes), SOOT)
    low, high = body.on_chest((-0.215, -0.09, -0.13)), body.on_chest((-0.215, -0.09, 0.2))
    sculpt.hard(
        lathe([(0, 0.03), (0.05, 0.055), (0.85, 0.055), (0.93, 0.03), (0.94, 0.018), (1, 0.018)], low, high, 10), RUST
    )


def levy() -> Sculpt:
    """Return a levy soldier in a greatcoat, a wide iron helmet and a breathing mask, rifle at the ready."""
    sculpt = Sculpt("levy", {"round": 28.5}, budget=2350)
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.625),
            hips=(-20, 4, 0),
            chest=(-14, 4, 0),
            head=(2, 8, 0),
            left_foot=(0.13, 0.11, 0, 10, 0),
            right_foot=(-0.13, -0.13, 0, -34, 0),
            left_hand=(0.22, 0.17, 1.0),
            right_hand=(0.17, -0.15, 0.70),
            left_elbow=(-0.1, 1.0, -0.5),
            right_elbow=(-0.5, -1.0, 0.0),
        )
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=COAT, sleeves=COAT)
    outfit.boots(sculpt, body, top=0.7)
    outfit.hem(sculpt, body, 0.36, coats.TEAM, coats.STRAP, flare=0.09, deep=0.034, folds=7)
    sculpt.soft(dress.cuirass(body, more=0.02), PLATE)
    sculpt.soft(dress.belt(body), coats.STRAP)
    for angle in (40, -50, 100):
        sculpt.soft(dress.pouch(body, angle), coats.LEATHER)
    for side in ("left", "right"):
        sculpt.soft(dress.pauldron(body, side, size=0.9, rows=2), coats.TEAM if side == "left" else PLATE)
        sculpt.soft(dress.bracer(body, side), coats.LEATHER)
    sculpt.soft(dress.collar(body, thick=0.042), coats.TEAM)
    sculpt.hard(hats.kettle_hat(body, brim=0.165), PLATE)
    _mask(sculpt, body)
    _pack(sculpt, body)
    rear, front = body.fist["right"], body.fist["left"]
    n = front - rear
    outfit.fists(sculpt, body, coats.LEATHER, left=n, right=n)
    _rifle(sculpt, rear, front, vec(-0.2, -0.9, 0.3))
    return sculpt


def marshal() -> Sculpt:
    """Return an officer in a tall crested helmet and a long coat, sabre raised, pistol low, one foot on rubble."""
    sculpt = Sculpt("marshal", {"round": 40}, budget=2600)
    body = Body.posed(
        Pose(
            pelvis=(-0.02, 0.0, 0.64),
            hips=(-10, 2, 0),
            chest=(-6, 0, 3),
            head=(-16, 0, 0),
            left_foot=(0.2, 0.12, 0.14, 12, 0),
            right_foot=(-0.18, -0.14, 0, -32, 0),
            left_hand=(0.36, 0.22, 0.80),
            right_hand=(-0.02, -0.36, 1.36),
            left_elbow=(-0.3, 0.8, -0.7),
            right_elbow=(-0.2, -1.0, 0.0),
        )
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=COAT, sleeves=COAT)
    outfit.boots(sculpt, body, top=0.9)
    skirt = outfit.hem(sculpt, body, 0.46, coats.TEAM, coats.GOLD, flare=0.11, deep=0.04, folds=8)
    sculpt.soft(dress.cuirass(body), SOOT)
    outfit.boss(sculpt, body.on_chest((0.138, 0, 0.05)), body.chest[:, 0], 0.045, EMBER)
    sculpt.soft(dress.belt(body, wide=0.034), coats.STRAP)
    outfit.boss(sculpt, body.on_hips((0.135, 0, 0.1)), body.hips[:, 0], 0.04, coats.GOLD)
    for side in ("left", "right"):
        sculpt.soft(dress.pauldron(body, side, size=1.1), SOOT)
        sculpt.soft(dress.bracer(body, side), coats.GOLD)
    helm, trim = hats.nasal_helm(body, crest=False)
    sculpt.soft(helm, SOOT, h=0.009)
    sculpt.soft(trim, coats.GOLD, h=0.007, worth=1.4)
    sculpt.soft(hats.beard(body, long=0.11, wide=0.07), coats.GREY_HAIR, h=0.009)
    crest = [
        body.on_head((0.07, 0, 0.16)),
        body.on_head((0.0, 0, 0.25)),
        body.on_head((-0.12, 0, 0.21)),
        body.on_head((-0.19, 0, 0.03)),
    ]
    sculpt.soft(
        chain(smooth_path(crest, 9), [0.03, 0.04, 0.048, 0.052, 0.052, 0.05, 0.045, 0.04, 0.025], k=0.02),
        coats.TEAM,
        h=0.011,
    )
    cloak = dress.cloak(
        body,
        outfit.under_cloak(body, skirt),
        length=0.9,
        spread=95,
        blow=(-0.3, 0.12, 0.08),
        deep=0.06,
        flare=0.16,
        cells=(33, 19),
    )
    sculpt.hard(cloak, coats.TEAM)
    along = np.array([0.35, 0.12, 0.92])
    outfit.sword(sculpt, body.fist["right"], along, (0.3, 1, 0), long=0.62, wide=0.062, fancy=True)
    _pistol(sculpt, body, along)
    _rubble(sculpt)
    return sculpt


def _rubble(sculpt: Sculpt) -> None:
    """Add two blocks of rubble under the foot in front."""
    for at, half, turn in (
        ((0.2, 0.12, 0.07), (0.18, 0.15, 0.09), 20),
        ((0.34, -0.04, 0.03), (0.11, 0.09, 0.06), -15),
    ):
        a = np.radians(turn)
        axes = np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1.0]])
        sculpt.hard(machines.block(at, half, 0.02, axes), RUST)


def _pistol(sculpt: Sculpt, body: Body, along: np.ndarray) -> None:
    """Add both hands, and a pistol in the left one."""
    aim = np.array([0.96, 0.1, 0.06])
    outfit.fists(sculpt, body, coats.LEATHER, right=along, left=(0.2, 0, 1.0))
    axes = frame(aim)
    hand = body.fist["left"]
    sculpt.hard(
        machines.block(hand + axes[:, 0] * 0.06 + axes[:, 2] * 0.05, (0.1, 0.024, 0.034), 0.01, axes),
        SOOT,
        tag="weapon",
    )
    sculpt.hard(machines.block(hand - axes[:, 2] * 0.015, (0.022, 0.018, 0.06), 0.008, axes), coats.WOOD, tag="weapon")
    muzzle = hand + axes[:, 0] * 0.32 + axes[:, 2] * 0.056
    sculpt.hard(
        machines.barrel(hand + axes[:, 0] * 0.12 + axes[:, 2] * 0.056, muzzle, 0.02, sides=8), coats.IRON, tag="weapon"
    )
