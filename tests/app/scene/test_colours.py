"""Colours of signals, as eyes see them that lack a kind of cone."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.color import rgb2lab

from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, RED, SAFE, Colour, drawn, use_safe_colours

BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What such eyes see of linear red, green and blue (Machado, Oliveira, Fernandes 2009)."""
APART = 20.0
"""Colours so far apart (CIE 1976 difference) are told apart at a glance; about 2 is what can be seen at all."""


@pytest.fixture
def _safe() -> Iterator[None]:
    use_safe_colours(True)
    yield
    use_safe_colours(False)


def seen(colour: Colour, blindness: str) -> NDArray[np.float64]:
    """Return a colour in CIE Lab as eyes see it that lack a kind of cone."""
    srgb = np.asarray(colour)
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    left = np.clip(np.asarray(BLIND[blindness]) @ linear, 0, 1)
    back = np.where(left <= 0.0031308, 12.92 * left, 1.055 * left ** (1 / 2.4) - 0.055)
    return np.asarray(rgb2lab(back.reshape(1, 1, 3)), float).reshape(3)


@pytest.mark.usefixtures("_safe")
@pytest.mark.parametrize("blindness", BLIND)
def test_safe_signals_are_told_apart_by_colour_blind_eyes(blindness: str) -> None:
    for one, other in combinations((GREEN, RED, AMBER, BLUE), 2):
        assert np.linalg.norm(seen(drawn(one), blindness) - seen(drawn(other), blindness)) > APART


def test_colours_are_drawn_as_they_are_unless_safe_ones_are_wanted() -> None:
    assert [drawn(one) for one in (GREEN, RED, GOLD)] == [GREEN, RED, GOLD]


@pytest.mark.usefixtures("_safe")
def test_what_is_no_signal_keeps_its_colour() -> None:
    assert drawn(GOLD) == GOLD and drawn(RED) == SAFE[RED]
