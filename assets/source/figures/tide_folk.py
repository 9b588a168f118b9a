"""The people of the Pale Tide: shellguard and oracle."""

import numpy as np

from assets.source.figures import coats, dress, flesh, hats, outfit
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import SIGN, Body, Build, Pose
from assets.source.figures.shapes import lathe, smooth_path, sweep
from assets.source.figures.tide import GLOW, JELLY, PALE_SKIN, PEARL, SHELL, ridged, spikes
from assets.source.sdf import (
    ball,
    chain,
    common,
    cut,
    ellipsoid,
    frame,
    half_space,
    union,
    vec,
)

__all__ = ["oracle", "shellguard"]


def shellguard() -> Sculpt:
    """Return a guard grown into a crab's shell: domed helm, spiked shoulder, hooked glaive held across the body."""
    sculpt = Sculpt("shellguard", {"round": 32}, budget=2300)
    build = Build(shoulders=0.19, chest=1.12, limbs=1.12, hands=1.1)
    body = Body.posed(
        Pose(
            pelvis=(0.02, -0.02, 0.53),
            hips=(-16, 6, 0),
            chest=(-30, 12, 0),
            head=(-4, 8, 0),
            left_foot=(0.26, 0.17, 0, 14, 0),
            right_foot=(-0.2, -0.22, 0, -40, 0),
            left_hand=(0.28, 0.20, 0.86),
            right_hand=(-0.10, -0.40, 1.20),
            left_elbow=(-0.2, 1.0, -0.6),
            right_elbow=(-0.3, -1.0, 0.3),
        ),
        build,
    )
    sculpt.soft(flesh.legs(body), PALE_SKIN)
    sculpt.soft(flesh.muscles(body), PALE_SKIN)
    sculpt.soft(flesh.arms(body), PALE_SKIN)
    outfit.hem(sculpt, body, 0.33, coats.TEAM, coats.STRAP, flare=0.08, deep=0.034, folds=6, ragged=0.08)
    sculpt.soft(ridged(dress.cuirass(body, more=0.03), body.chest[:, 2], body.middle, 0.07, 0.016), SHELL, worth=1.2)
    sculpt.soft(dress.belt(body, wide=0.04), coats.STRAP)
    for side in SIGN:
        shin = chain([body.knee[side] + vec(0.03, 0, 0.02), body.ankle[side] + vec(0.03, 0, 0.06)], [0.085, 0.06])
        sculpt.soft(ridged(shin, vec(0, 0, 1), body.knee[side], 0.06, 0.012), SHELL)
        sculpt.soft(flesh.boot(body, side, top=0.35), coats.STRAP)
        sculpt.soft(dress.bracer(body, side, more=0.025), SHELL)
        big = 0.17 if side == "left" else 0.12
        at = body.shoulder[side] + body.chest[:, 1] * SIGN[side] * 0.03
        dome = ellipsoid(at, (big, big, big * 0.8), body.chest)
        sculpt.soft(ridged(dome, body.chest[:, 1] * SIGN[side], at, 0.065, 0.014), SHELL)
        out = body.chest[:, 1] * SIGN[side]
        spots = [
            (
                at + out * big * 0.7 + body.chest @ np.array([x, 0, big * 0.3]),
                at + out * big * 1.4 + body.chest @ np.array([x * 1.6, 0, big]),
            )
            for x in (-0.06, 0.06)
        ]
        spikes(sculpt, spots, 0.032)
    _back_shell(sculpt, body)
    _crab_helm(sculpt, body)
    _glaive(sculpt, body)
    return sculpt


def _back_shell(sculpt: Sculpt, body: Body) -> None:
    """Add a domed shell on the back with a comb of spikes."""
    at = body.on_chest((-0.17, 0.0, 0.03))
    dome = ellipsoid(at, (0.21, 0.29, 0.3), body.chest)
    sculpt.soft(ridged(dome, body.chest[:, 2], at, 0.085, 0.02), SHELL)
    spots = []
    for y, z in ((-0.16, 0.2), (0.0, 0.26), (0.16, 0.2), (-0.1, 0.0), (0.1, 0.0)):
        root = at + body.chest @ np.array([-0.1 - 0.08 * (z == 0.0), y, z])
        spots.append((root, root + body.chest @ np.array([-0.16, y * 0.6, 0.16])))
    spikes(sculpt, spots, 0.045)


def _crab_helm(sculpt: Sculpt, body: Body) -> None:
    """Add a head in a crab's shell: a domed helm with feelers and jaws."""
    at = body.on_head
    helm = union(
        ellipsoid(at((-0.02, 0, 0.045)), (0.145, 0.135, 0.115), body.gaze),
        ellipsoid(at((0.07, 0, 0.06)), (0.08, 0.11, 0.055), body.gaze),
        k=0.05,
    )
    helm = cut(helm, ellipsoid(at((0.13, 0, -0.02)), (0.09, 0.07, 0.06), body.gaze), k=0.02)
    sculpt.soft(flesh.head(body), PALE_SKIN, h=0.009, worth=1.5)
    sculpt.soft(ridged(helm, body.gaze[:, 0], at((0, 0, 0)), 0.07, 0.012), SHELL, worth=1.3)
    for y in (-1, 1):
        sculpt.soft(ball(at((0.092, y * 0.038, 0.0)), 0.02), GLOW, h=0.008)
        sculpt.hard(
            hats.horn(
                [at((0.05, y * 0.08, 0.1)), at((0.12, y * 0.16, 0.2)), at((0.28, y * 0.13, 0.24))], 0.026, sides=5
            ),
            PEARL,
        )
        sculpt.hard(
            hats.horn(
                [at((0.085, y * 0.03, -0.06)), at((0.14, y * 0.06, -0.11)), at((0.11, y * 0.02, -0.17))], 0.02, sides=5
            ),
            SHELL,
        )


def _glaive(sculpt: Sculpt, body: Body) -> None:
    """Add a pole with a hooked blade of shell and a spine thrower under it."""
    low, high = body.fist["right"], body.fist["left"]
    low, high = high, low
    n = (high - low) / np.linalg.norm(high - low)
    outfit.fists(sculpt, body, PALE_SKIN, left=n, right=n)
    outfit.pole(sculpt, low - n * 0.5, high + n * 0.5, 0.022, coats.DRIFTWOOD)
    axes = frame(n, (0, 0, 1))
    root = high + n * 0.42
    curve = smooth_path(
        [
            root - n * 0.05,
            root + n * 0.18 + axes[:, 2] * 0.1,
            root + n * 0.42 + axes[:, 2] * 0.06,
            root + n * 0.56 - axes[:, 2] * 0.08,
        ],
        9,
    )
    sculpt.hard(
        sweep(
            curve, np.array([0.05, 0.085, 0.1, 0.1, 0.092, 0.08, 0.06, 0.035, 0.006]), sides=6, flat=0.28, up=axes[:, 2]
        ),
        PEARL,
        tag="weapon",
    )
    sculpt.hard(
        hats.horn([root, root + n * 0.03 - axes[:, 2] * 0.12, root - n * 0.1 - axes[:, 2] * 0.16], 0.034, sides=5),
        PEARL,
        tag="weapon",
    )
    sculpt.hard(
        lathe(
            [(0, 0.02), (0.2, 0.05), (0.8, 0.055), (1, 0.02)],
            high + n * 0.1 - axes[:, 2] * 0.05,
            high + n * 0.36 - axes[:, 2] * 0.05,
            8,
        ),
        SHELL,
        tag="weapon",
    )


def oracle() -> Sculpt:
    """Return a tall seer in a robe that flows like water, a veil of tendrils for hair, a staff with a glowing shell."""
    sculpt = Sculpt("oracle", {"round": 40}, budget=2500)
    build = Build(size=1.08, limbs=0.86, chest=0.92, thigh=0.31, shin=0.31)
    body = Body.posed(
        Pose(
            pelvis=(0.0, 0.0, 0.69),
            hips=(-6, -2, 0),
            chest=(4, -4, 0),
            head=(6, 2, 0),
            left_foot=(0.1, 0.1, 0, 14, 0),
            right_foot=(-0.12, -0.12, 0, -28, 0),
            left_hand=(0.36, 0.26, 1.16),
            right_hand=(0.14, -0.36, 0.96),
            left_elbow=(-0.2, 0.8, -0.8),
            right_elbow=(-0.5, -0.8, -0.5),
        ),
        build,
    )
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=coats.TEAM, sleeves=PALE_SKIN, skin=PALE_SKIN)
    skirt = outfit.hem(sculpt, body, 0.78, coats.TEAM, PEARL, flare=0.22, deep=0.07, folds=7, sway=(-0.08, 0.04, 0))
    sculpt.soft(dress.belt(body, wide=0.035), PEARL)
    collar = union(
        *(
            chain(
                [
                    body.neck + body.chest @ np.array([-0.05, 0, 0.0]),
                    body.neck + body.chest @ np.array([-0.16, y * 0.16, 0.14]),
                ],
                [0.06, 0.05],
            )
            for y in (-1, -0.4, 0.4, 1)
        ),
        k=0.05,
    )
    sculpt.soft(collar, SHELL)
    _veil(sculpt, body)
    cape = dress.cloak(
        body,
        outfit.under_cloak(body, skirt),
        length=0.95,
        spread=80,
        blow=(-0.24, -0.1, 0.06),
        deep=0.06,
        flare=0.14,
        ragged=0.2,
        cells=(31, 19),
    )
    sculpt.hard(cape, coats.TEAM)
    _shell_staff(sculpt, body)
    return sculpt


def _shell_staff(sculpt: Sculpt, body: Body) -> None:
    """Add a hand that holds a light, and a staff with a spiral shell."""
    sculpt.soft(flesh.open_hand(body, "left", (0.3, 0.2, 1.0), spread=0.3), PALE_SKIN, h=0.009, worth=1.3)
    palm = body.fist["left"] + vec(0.03, 0.01, 0.12)
    sculpt.soft(
        union(ball(palm, 0.055), chain([palm, palm + vec(0, 0, -0.12)], [0.03, 0.014]), k=0.03),
        GLOW,
        h=0.012,
        tag="weapon",
    )
    along = np.array([0.02, -0.06, 1.0]) / np.linalg.norm([0.02, -0.06, 1.0])
    outfit.fists(sculpt, body, PALE_SKIN, right=along)
    hand = body.fist["right"]
    outfit.pole(sculpt, hand - along * (hand[2] - 0.03) / along[2], hand + along * 0.62, 0.022, coats.DRIFTWOOD)
    top = hand + along * 0.68
    spiral = [
        top + vec(np.cos(t) * (0.15 - 0.017 * t), 0, 0.04 + np.sin(t) * (0.15 - 0.017 * t))
        for t in np.linspace(-1.2, 6.4, 19)
    ]
    sculpt.hard(sweep(np.array(spiral), np.linspace(0.028, 0.055, 19), sides=6, up=(0, 1, 0)), PEARL, tag="weapon")
    sculpt.soft(ball(top + vec(0.0, 0, 0.05), 0.06), GLOW, h=0.014, tag="weapon")


def _veil(sculpt: Sculpt, body: Body) -> None:
    """Add a cap of jelly with tendrils for hair, and eyes that glow."""
    at = body.on_head
    cap = union(
        ellipsoid(at((-0.02, 0, 0.07)), (0.13, 0.12, 0.1), body.gaze),
        ellipsoid(at((-0.06, 0, 0.13)), (0.1, 0.1, 0.1), body.gaze),
        k=0.05,
    )
    cap = common(cap, half_space(at((0, 0, 0.035)), -body.gaze[:, 2]))
    sculpt.soft(cap, JELLY, worth=1.2)
    locks = []
    for i in range(7):
        a = np.radians(100 + i * 160 / 6)
        root = at((0.1 * np.cos(a), 0.1 * np.sin(a), 0.06))
        drop = 0.46 + 0.1 * (i % 3)
        locks.append(
            [
                root,
                root + vec(0.05 * np.cos(a) - 0.04, 0.06 * np.sin(a), -0.16),
                root + vec(-0.12, 0.1 * np.sin(a), -0.3),
                root + vec(-0.2, 0.13 * np.sin(a) + 0.03 * (i % 2), -drop),
            ]
        )
    sculpt.soft(hats.locks([smooth_path(one, 7) for one in locks], 0.034), JELLY, h=0.011)
    for y in (-1, 1):
        sculpt.soft(ball(at((0.078, y * 0.034, 0.011)), 0.02), GLOW, h=0.008)
