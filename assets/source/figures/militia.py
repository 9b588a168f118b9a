"""The people of the drowned forest who fight on foot: spear, sword, bow, axe."""

import numpy as np

from assets.source.figures import arms, coats, dress, flesh, hats
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import Body, Pose
from assets.source.sdf import union

__all__ = ["swordsman"]


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
            left_hand=(0.30, 0.15, 0.80),
            right_hand=(-0.10, -0.33, 1.26),
            left_elbow=(-0.2, 0.8, -0.7),
            right_elbow=(-0.3, -1.0, 0.1),
        )
    )
    sculpt.soft(flesh.legs(body), coats.BROWN)
    for side in ("left", "right"):
        sculpt.soft(flesh.boot(body, side), coats.BOOTS)
    sculpt.soft(dress.tunic(body), coats.MAIL)
    sculpt.soft(flesh.arms(body, 0.006), coats.MAIL)
    sculpt.soft(dress.skirt(body, 0.30, flare=0.07), coats.TEAM)
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.strap(body), coats.LEATHER)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side), coats.LEATHER)
    sculpt.soft(flesh.head(body), coats.SKIN, worth=2.5, h=0.007)
    sculpt.soft(flesh.eyes(body), coats.EYES, h=0.006)
    helm, trim = hats.nasal_helm(body)
    sculpt.soft(helm, coats.STEEL, h=0.008)
    sculpt.soft(trim, coats.BRONZE, h=0.006, worth=1.5)
    sculpt.soft(hats.beard(body), coats.RED_HAIR, h=0.007)
    sculpt.soft(dress.collar(body), coats.WOOL)
    sword = np.array([-0.30, 0.10, 0.95])
    sculpt.soft(flesh.grip(body, "right", sword), coats.SKIN, h=0.007, worth=1.5)
    sculpt.soft(flesh.grip(body, "left", (0, 0.3, 1)), coats.SKIN, h=0.007)
    over = union(dress.tunic(body), flesh.arms(body), dress.skirt(body, 0.30, flare=0.07), flesh.legs(body))
    sculpt.hard(dress.cloak(body, over, length=0.86, blow=(-0.16, 0.06, 0.03), turn=-8), coats.TEAM)
    hand = body.fist["right"]
    n = sword / np.linalg.norm(sword)
    sculpt.hard(arms.blade(hand + n * 0.065, hand + n * 0.66, (1, 0, 0.3), 0.075, 0.024), coats.STEEL, tag="weapon")
    sculpt.hard(arms.guard(hand + n * 0.062, n, (1, 0, 0), 0.19, 0.018, droop=0.02), coats.BRONZE, tag="weapon")
    sculpt.hard(arms.wrapping(hand - n * 0.075, hand + n * 0.06, 0.018), coats.LEATHER, tag="weapon")
    sculpt.hard(
        arms.lathe([(0, 0.008), (0.3, 0.03), (0.7, 0.03), (1, 0.012)], hand - n * 0.115, hand - n * 0.065, 8),
        coats.BRONZE,
        tag="weapon",
    )
    shield = arms.round_shield(body.fist["left"] + (0.05, 0.0, 0.0), (1, 0.18, 0.08), 0.29)
    for name, coat in (("face", coats.TEAM), ("rim", coats.BRONZE), ("boss", coats.BRONZE)):
        for shape in shield[name]:
            sculpt.hard(shape, coat, tag="weapon")
    return sculpt
