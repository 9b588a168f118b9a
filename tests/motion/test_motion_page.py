"""The page about moving: its example runs, and what it says is played with is what is played with."""

import doctest
import re
from pathlib import Path

from warcry3d.motion.path import LegKind
from warcry3d.motion.volume import CURVE_TOLERANCE, TOUCH_TOLERANCE
from warcry3d.units import LEVEL_TOLERANCE, RESTING_GAP

PAGE = Path(__file__).resolve().parents[2] / "docs" / "motion.md"


def test_example_on_the_page_runs() -> None:
    failed, run = doctest.testfile(str(PAGE), module_relative=False)
    assert run > 5
    assert failed == 0


def test_plays_on_the_page_are_those_of_the_kernel() -> None:
    told = [float(value) for value in re.findall(r"^\| (0\.\d+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)]
    assert told == [TOUCH_TOLERANCE, CURVE_TOLERANCE, RESTING_GAP, LEVEL_TOLERANCE]


def test_every_kind_of_leg_is_told() -> None:
    told = re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(told) == sorted(kind.value for kind in LegKind)
