"""The colours of the field that a fighter can reach: ordered, safe for colour-blind eyes, and none that forbids."""

import numpy as np
import pytest

from warcry3d.app.moves.reach_field import _RAMP

LINEAR_TO_LMS = np.array([[0.31399, 0.63951, 0.04650], [0.15537, 0.75790, 0.08670], [0.01775, 0.10944, 0.87257]])
DEFICIENT = {
    "protanopia": np.array([[0, 1.05118294, -0.05116099], [0, 1, 0], [0, 0, 1]]),
    "deuteranopia": np.array([[1, 0, 0], [0.9513092, 0, 0.04866992], [0, 0, 1]]),
}
"""What an eye without one kind of cones sees, in the space of cones (Vienot, Brettel and Mollon 1999)."""


def steps(colours: np.ndarray) -> np.ndarray:
    """Return colours all along the ramp, in linear light."""
    at = np.linspace(0, len(colours) - 1, 41)
    mixed = np.stack([np.interp(at, np.arange(len(colours)), colours[:, i]) for i in range(3)], axis=1)
    return np.where(mixed <= 0.04045, mixed / 12.92, ((mixed + 0.055) / 1.055) ** 2.4)


@pytest.mark.parametrize("eye", ["usual", *DEFICIENT])
def test_field_gets_steadily_darker_to_every_eye(eye: str) -> None:
    linear = steps(_RAMP)
    if eye != "usual":
        change = np.linalg.inv(LINEAR_TO_LMS) @ DEFICIENT[eye] @ LINEAR_TO_LMS
        linear = np.clip(linear @ change.T, 0, 1)
    light = linear @ (0.2126, 0.7152, 0.0722)
    assert (np.diff(light) < 0).all()
    assert light[0] > 5 * light[-1]


def test_no_part_of_the_field_is_red() -> None:
    assert not any(r > 1.5 * g and r > 1.5 * b for r, g, b in steps(_RAMP))
