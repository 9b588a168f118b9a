"""The elk rider and the winged hunter."""

import numpy as np

from assets.source.figures import arms, beasts, coats, dress, flesh, hats, outfit, scenery
from assets.source.figures.forge import Sculpt
from assets.source.figures.rig import Body, Build, Pose
from assets.source.figures.shapes import hull, smooth_path, sweep
from assets.source.sdf import Field, ball, chain, common, cut, displaced, ellipsoid, grown, half_space, union, vec

__all__ = ["flyer", "rider"]

ELK = coats.Coat((112, 88, 66), coats.Material.SKIN, light=0.3)
MANE = coats.Coat((72, 54, 40), coats.Material.SKIN, light=0.4, mottle=0.08)
HOOF = coats.Coat((44, 40, 38), coats.Material.BONE, light=0.3)


def rider() -> Sculpt:
    """Return a lancer on a great elk that steps out, one foreleg raised."""
    sculpt = Sculpt("rider", {"oval": [75, 42]}, budget=4800, h=0.016)
    elk = _elk(sculpt)
    _barding(sculpt, elk)
    body = Body.posed(
        Pose(
            pelvis=(-0.08, 0.0, 1.30),
            hips=(0, 2, 0),
            chest=(-16, 8, 2),
            head=(-4, 6, 0),
            left_foot=(0.06, 0.32, 0.74, 10, 0),
            right_foot=(0.06, -0.32, 0.74, -10, 0),
            left_hand=(0.26, 0.17, 1.52),
            right_hand=(0.06, -0.36, 1.56),
            left_elbow=(-0.4, 0.9, -0.5),
            right_elbow=(-0.9, -0.6, -0.1),
            left_knee=(1.0, 0.55, 0.1),
            right_knee=(1.0, -0.55, 0.1),
        )
    )
    _lancer(sculpt, body, elk)
    return sculpt


def _elk(sculpt: Sculpt) -> Field:
    """Add the elk, and return its trunk."""
    spine = [(-0.68, 0, 1.02), (-0.5, 0, 1.04), (-0.12, 0, 0.97), (0.28, 0, 1.03), (0.46, 0, 1.14)]
    body = beasts.trunk(spine, [0.17, 0.235, 0.235, 0.27, 0.22], deep=1.12)
    neck = chain([(0.4, 0, 1.12), (0.58, 0, 1.36), (0.72, 0, 1.66)], [0.225, 0.155, 0.105], k=0.08)
    thighs = [
        beasts.leg([(-0.55, y * 0.11, 1.0), (-0.44 + d, y * 0.16, 0.68)], [0.19, 0.105])
        for y, d in ((1, 0.0), (-1, 0.12))
    ]
    shoulders = [beasts.leg([(0.36, y * 0.13, 1.0), (0.32, y * 0.17, 0.74)], [0.18, 0.1]) for y in (1, -1)]
    trunk = union(body, neck, *thighs, *shoulders, k=0.08)
    legs = [
        [(-0.45, 0.16, 0.70), (-0.70, 0.16, 0.42), (-0.64, 0.16, 0.12), (-0.60, 0.16, 0.05)],
        [(-0.33, -0.16, 0.70), (-0.52, -0.16, 0.42), (-0.44, -0.16, 0.12), (-0.40, -0.16, 0.05)],
        [(0.30, -0.16, 0.76), (0.36, -0.16, 0.43), (0.33, -0.16, 0.12), (0.37, -0.16, 0.05)],
        [(0.30, 0.17, 0.78), (0.66, 0.17, 0.68), (0.62, 0.17, 0.36), (0.55, 0.17, 0.29)],
    ]
    limbs, hooves = [], []
    for i, points in enumerate(legs):
        limb, hoof = beasts.hoofed_leg(points, [0.1, 0.062, 0.042, 0.047], level=i < 3)
        limbs.append(limb)
        hooves.append(hoof)
    sculpt.soft(union(trunk, *limbs, k=0.05), ELK)
    sculpt.soft(union(*hooves), HOOF)
    _elk_head(sculpt)
    ruff = chain([(0.5, 0, 0.92), (0.68, 0, 1.12), (0.78, 0, 1.42)], [0.13, 0.14, 0.07], k=0.08)
    ruff = union(ruff, chain([(0.42, 0, 1.38), (0.6, 0, 1.62), (0.7, 0, 1.76)], [0.07, 0.07, 0.05]), k=0.06)
    sculpt.soft(
        displaced(
            ruff, lambda p: 0.016 * np.sin(48 * p[:, 1] + 14 * p[:, 2]) * np.sin(20 * p[:, 2] + 12 * p[:, 0]), 0.016
        ),
        MANE,
    )
    sculpt.soft(chain([(-0.8, 0, 1.1), (-0.9, 0, 1.06), (-0.93, 0, 0.94)], [0.06, 0.065, 0.02]), MANE)
    return trunk


def _elk_head(sculpt: Sculpt) -> None:
    """Add the elk's head, held low, with great antlers."""
    face = union(
        ellipsoid((0.78, 0, 1.70), (0.125, 0.1, 0.105)),
        chain([(0.8, 0, 1.68), (0.98, 0, 1.575), (1.09, 0, 1.505)], [0.092, 0.068, 0.06], k=0.03),
        chain([(0.82, 0, 1.62), (1.04, 0, 1.47)], [0.06, 0.038]),
        *(ellipsoid((0.86, y * 0.062, 1.70), (0.04, 0.03, 0.022)) for y in (-1, 1)),
        k=0.04,
    )
    holes = [ball((1.135, y * 0.032, 1.515), 0.014) for y in (-1, 1)]
    mouth = chain([(1.12, 0, 1.455), (1.0, 0, 1.505)], [0.014, 0.008])
    sculpt.soft(cut(face, *holes, mouth, k=0.008), ELK, h=0.012, worth=1.5)
    sculpt.soft(union(*(ball((0.872, y * 0.082, 1.682), 0.021) for y in (-1, 1))), coats.EYES, h=0.009)
    for y in (-1, 1):
        ear = [(0.745, y * 0.06, 1.74), (0.62, y * 0.2, 1.80), (0.56, y * 0.29, 1.79)]
        sculpt.hard(sweep(smooth_path(ear, 7), [0.025, 0.045, 0.05, 0.048, 0.04, 0.022, 0.004], sides=6, flat=0.5), ELK)
    turn = np.column_stack([(0.94, 0, -0.34), (0, 1, 0), (0.34, 0, 0.94)])
    for shape in hats.antlers((0.75, 0, 1.77), turn, 0.66, 0.042):
        sculpt.hard(shape, coats.BONE)


def _barding(sculpt: Sculpt, elk: Field) -> None:
    """Add saddle, cloth and bridle."""
    skirt = common(
        displaced(grown(elk, 0.022), lambda p: 0.02 * np.clip((1.05 - p[:, 2]) * 3, 0, 1) * np.sin(p[:, 0] * 34), 0.02),
        half_space((0.2, 0, 0), (1, 0, 0)),
        half_space((-0.74, 0, 0), (-1, 0, 0.1)),
        half_space((0, 0, 0.80), (-0.12, 0, -1)),
    )
    sculpt.soft(skirt, coats.TEAM)
    sculpt.soft(flesh.band(skirt, (0, 0, 0.824), (0.12, 0, 1), 0.022, 0.009), coats.GOLD)
    seat = union(
        ellipsoid((-0.09, 0, 1.2), (0.22, 0.17, 0.07)),
        chain([(-0.31, -0.1, 1.27), (-0.32, 0, 1.33), (-0.31, 0.1, 1.27)], [0.035, 0.04, 0.035]),
        chain([(0.12, -0.06, 1.27), (0.13, 0, 1.34), (0.12, 0.06, 1.27)], [0.03, 0.036, 0.03]),
        k=0.05,
    )
    sculpt.soft(seat, coats.LEATHER)
    sculpt.soft(flesh.band(elk, (0.34, 0, 1.0), (0.8, 0, 0.6), 0.035, 0.03), coats.STRAP)
    head = chain([(0.72, 0, 1.68), (0.98, 0, 1.575), (1.09, 0, 1.505)], [0.125, 0.078, 0.07])
    sculpt.soft(flesh.band(head, (1.0, 0, 1.55), (0.8, 0, -0.6), 0.014, 0.014), coats.STRAP)
    sculpt.soft(flesh.band(head, (0.86, 0, 1.63), (0.7, 0, -0.8), 0.014, 0.016), coats.STRAP)
    for y in (-1, 1):
        rein = [(1.0, y * 0.085, 1.55), (0.86, y * 0.16, 1.44), (0.5, y * 0.19, 1.44), (0.26, 0.15 + y * 0.015, 1.51)]
        sculpt.hard(sweep(smooth_path(rein, 14), 0.014, sides=5), coats.STRAP)


def _lancer(sculpt: Sculpt, body: Body, elk: Field) -> None:
    """Add the rider: mail, tabard, winged helm, cloak, kite shield and a pennoned lance."""
    outfit.figure(sculpt, body, hose=coats.DARK, shirt=coats.MAIL, sleeves=coats.MAIL)
    outfit.boots(sculpt, body, coats.BOOTS, top=0.8)
    sculpt.soft(dress.cuirass(body, more=0.02), coats.TEAM)
    skirt = dress.skirt(body, 0.2, flare=0.11, deep=0.02, folds=8, loose=0.02)
    sculpt.soft(skirt, coats.TEAM)
    sculpt.soft(dress.belt(body), coats.STRAP)
    for side in ("left", "right"):
        sculpt.soft(dress.pauldron(body, side, size=0.95), coats.STEEL)
        sculpt.soft(dress.bracer(body, side), coats.STEEL)
    helm, trim = hats.nasal_helm(body)
    sculpt.soft(helm, coats.STEEL, h=0.009)
    sculpt.soft(trim, coats.GOLD, h=0.008)
    for y in (-1, 1):
        for i in range(3):
            root, tip = (
                body.on_head((-0.0 - 0.03 * i, y * 0.085, 0.05)),
                body.on_head((-0.12 - 0.08 * i, y * (0.17 + 0.02 * i), 0.28 - 0.07 * i)),
            )
            sculpt.hard(beasts.feather(root, tip, (0, 1, 0.2), 0.08), coats.BONE)
    over = outfit.under_cloak(body, skirt, grown(elk, 0.02))
    shape = {"length": 0.62, "spread": 95, "flare": 0.18, "cells": (45, 25)}
    sculpt.hard(dress.cloak(body, over, blow=(-0.4, 0.08, 0.16), deep=0.065, folds=3.5, **shape), coats.TEAM)
    along = np.array([0.95, -0.04, 0.3]) / np.linalg.norm([0.95, -0.04, 0.3])
    hand = body.fist["right"]
    outfit.fists(sculpt, body, coats.LEATHER, right=along, left=(0.5, 0, 1))
    outfit.pole(sculpt, hand - along * 0.55, hand + along * 1.25, 0.022)
    tip = hand + along * 1.2
    for shape in arms.spear_head(tip, tip + along * 0.34, (0, 1, 0), 0.095, 0.044):
        sculpt.hard(shape, coats.STEEL, tag="weapon")
    start = hand + along * 1.14

    def stream(t: np.ndarray) -> np.ndarray:
        return start + np.stack([-0.42 * t, 0.05 * np.sin(6 * t), -0.05 - 0.04 * np.sin(5 * t)], axis=1)

    flag = dress.hanging(
        stream, (0.2, 0, 1), lambda t: 0.19 * (1 - 0.75 * t), folds=0.4, deep=0.02, thick=0.02, cells=(7, 15)
    )
    sculpt.hard(flag, coats.TEAM, tag="banner")
    shield = arms.kite_shield(body.fist["left"] + vec(0.02, 0.085, 0.0), (0.35, 1, 0.05), (0.1, 0, 1), 0.62)
    sculpt.put(shield, tag="weapon", face=coats.TEAM, rim=coats.STEEL, boss=coats.GOLD)


def flyer() -> Sculpt:
    """Return a winged hunter in a heron's mask, leaping from a broken stone, javelin couched to strike down."""
    sculpt = Sculpt("flyer", {"round": 40}, budget=4700)
    body = Body.posed(
        Pose(
            pelvis=(0.02, 0.0, 1.12),
            hips=(0, 16, 0),
            chest=(-10, 22, 0),
            head=(4, 26, 0),
            left_foot=(0.10, 0.14, 0.84, 8, 42),
            right_foot=(-0.24, -0.08, 0.50, -8, 52),
            left_hand=(0.42, 0.20, 1.24),
            right_hand=(0.02, -0.36, 1.50),
            left_elbow=(-0.2, 0.9, -0.6),
            right_elbow=(-0.9, -0.6, 0.2),
            left_knee=(1.0, 0.35, 0.3),
            right_knee=(1.0, -0.1, 0.2),
        ),
        Build(limbs=0.92, chest=0.95),
    )
    _hunter(sculpt, body)
    for sign in (1, -1):
        flip = np.array([1, sign, 1.0])
        joints = np.array([(-0.12, 0.07, 1.42), (-0.3, 0.42, 1.72), (-0.22, 0.68, 2.12), (-0.34, 0.92, 2.42)]) * flip
        ends = np.array([(-0.52, 0.52, 1.20), (-0.52, 1.06, 1.48), (-0.52, 1.36, 2.62)]) * flip
        arm, long, short = beasts.wing(joints, ends, thick=0.062, normal=(0.9, -0.25 * sign, 0.2))
        sculpt.soft(arm, coats.FEATHER)
        for shape in long:
            sculpt.hard(shape, coats.DARK_FEATHER)
        for shape in short:
            sculpt.hard(shape, coats.FEATHER)
    toe = body.on_foot("right", (0.11, 0, -0.075))
    spots = [(toe[0] + 0.03, toe[1], 0, 0.22), (0.06, 0.06, 0, 0.22), (-0.34, 0.1, 0, 0.13), (0.2, -0.28, 0, 0.11)]
    rock = scenery.stones(spots, seed=9, top=toe[2] + 0.012)
    sculpt.soft(rock, coats.ROCK)
    sculpt.soft(scenery.moss(rock, (0.1, 0.06, 0.24), 0.17, seed=2), coats.MOSS)
    mud = union(
        ellipsoid((-0.02, -0.02, 0.0), (0.5, 0.46, 0.055)), ellipsoid((-0.27, 0.31, 0.0), (0.15, 0.14, 0.08)), k=0.05
    )
    sculpt.soft(displaced(mud, lambda p: 0.012 * np.sin(23 * p[:, 0] + 2) * np.sin(19 * p[:, 1]), 0.012), coats.MUD)
    for shape in scenery.reeds((-0.27, 0.31, 0), 6, 0.5, seed=5, spread=0.1):
        sculpt.hard(shape, coats.REED)
    return sculpt


def _hunter(sculpt: Sculpt, body: Body) -> None:
    """Add the flyer's body, clothes and javelin."""
    outfit.figure(sculpt, body, hose=coats.MARSH, shirt=coats.LEATHER, sleeves=coats.SKIN)
    outfit.boots(sculpt, body, coats.LEATHER, top=0.85)
    skirt = outfit.hem(sculpt, body, 0.26, coats.TEAM, coats.BONE, flare=0.1, deep=0.03, folds=7, sway=(-0.1, 0, 0))
    sculpt.soft(dress.belt(body), coats.STRAP)
    sculpt.soft(dress.strap(body, from_side="left"), coats.STRAP)
    sculpt.soft(dress.strap(body, from_side="right"), coats.STRAP)
    outfit.boss(sculpt, body.on_chest((0.118, 0, 0.005)), body.chest[:, 0], 0.035, coats.GOLD)
    for side in ("left", "right"):
        sculpt.soft(dress.bracer(body, side), coats.BRONZE)
    root = body.on_hips((-0.12, 0, 0.09))

    def tail(t: np.ndarray) -> np.ndarray:
        return root + np.stack([-0.62 * t, 0.06 * np.sin(5 * t), -0.16 * t - 0.22 * t * t], axis=1)

    sash = dress.hanging(
        tail, (0, 1, 0.15), lambda t: 0.16 + 0.08 * t, over=skirt, folds=1.2, deep=0.03, ragged=0.25, cells=(13, 23)
    )
    sculpt.hard(sash, coats.TEAM)
    sculpt.soft(hats.half_helm(body, more=0.016, low=0.02, back=-0.1), coats.BONE, h=0.008)
    at = body.on_head
    side = body.gaze[:, 1]
    beak = [at((0.07, 0, 0.085)), at((0.08, 0, 0.03))]
    sculpt.hard(
        hull([p + side * 0.05 for p in beak], [p - side * 0.05 for p in beak], [at((0.3, 0, 0.0)), at((0.06, 0, 0.1))]),
        coats.BRONZE,
    )
    for i in range(3):
        start, tip = at((-0.03 - 0.03 * i, 0, 0.11 - 0.02 * i)), at((-0.26 - 0.03 * i, 0.05 * (i - 1), 0.25 - 0.12 * i))
        sculpt.hard(beasts.feather(start, tip, (0, 1, 0), 0.07), coats.TEAM if i == 1 else coats.DARK_FEATHER)
    along = np.array([0.72, 0.12, -0.52])
    along /= np.linalg.norm(along)
    hand = body.fist["right"]
    outfit.fists(sculpt, body, right=along)
    sculpt.soft(flesh.open_hand(body, "left", (0.4, 0.1, -0.8)), coats.SKIN, h=0.007)
    outfit.pole(sculpt, hand - along * 0.6, hand + along * 0.62, 0.0185)
    for shape in arms.spear_head(hand + along * 0.58, hand + along * 0.9, (0, 0, 1), 0.095, 0.04):
        sculpt.hard(shape, coats.STEEL, tag="weapon")
    sculpt.hard(arms.wrapping(hand + along * 0.5, hand + along * 0.58, 0.027, turns=4), coats.TEAM, tag="weapon")
