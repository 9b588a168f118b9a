"""What is shown of a step: dice are thrown on their faces, unless they are to lie there at once."""

from types import SimpleNamespace
from typing import Any

import pytest

from tests.game.race import Race, race_setup
from warcry3d.app.play.animation import animation_of
from warcry3d.app.scene.overlays import FallingDice
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Rolled
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Step
from warcry3d.message import message

STEP: Any = Step(Rolled((2, 5)), None, ())
MOMENT: Any = SimpleNamespace(table=Race().start(race_setup()).ground)


def roll(sides: int) -> Roll:
    return Roll("red", 2, RuleReason("", message("how far")), sides)


def test_dice_are_thrown_and_then_lie_for_a_while() -> None:
    shown = animation_of(STEP, 3, MOMENT, roll(6), 100.0, Settings())
    assert 1.0 < shown.seconds < 5.0
    (early,), (late,) = shown.overlays(100.1), shown.overlays(100.0 + shown.seconds)
    assert isinstance(early, FallingDice) and isinstance(late, FallingDice)
    assert len(early.poses) == 2 and early != late
    assert shown.overlays(100.0 + shown.seconds - 0.2) == (late,)
    assert animation_of(STEP, 3, MOMENT, roll(6), 0.0, Settings(pace=2.0)).seconds == shown.seconds / 2


@pytest.mark.parametrize(
    ("settings", "sides"), [(Settings(has_instant_dice=True), 6), (Settings(has_less_motion=True), 6), (Settings(), 4)]
)
def test_dice_are_not_thrown_where_that_is_not_wanted_or_they_are_no_cubes(settings: Settings, sides: int) -> None:
    assert animation_of(STEP, 3, MOMENT, roll(sides), 0.0, settings).overlays(0.1) == ()
