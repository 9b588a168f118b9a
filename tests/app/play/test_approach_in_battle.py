"""Pointing at an enemy while a fighter moves holds its ghost where it can attack that one (Warcry, in the window)."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.app.play.battles import desk_of, key, open_battle
from tests.app.play.conftest import SmallWindow
from tests.app.play.test_anything_pressed_in_warcry import battles_before, record_before
from tests.app.windows import Made, pixel_of, until
from warcry3d.app.scene.camera import middle_of
from warcry3d.app.shell.inputs import PointerMoved
from warcry3d.app.shell.settings import Settings
from warcry3d.game.reasons import Point
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.previews.targets import place_to_attack

PEOPLE = {"red": "person", "blue": "person"}


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path) -> Iterator[Made]:
    with small_window(Settings(has_instant_dice=True, has_less_motion=True, pace=4.0)) as window:
        yield window


def approached() -> tuple[int, str, Point]:
    """Return the first choice at which a fighter has to move to attack, whom, and a place halfway there."""
    for number, game in enumerate(battles_before()["act"]):
        state = game.state
        fighter = state.activation.fighter
        for enemy in state.enemies(state.fighter(fighter).player):
            place = place_to_attack(state, fighter, enemy.id, allowed(state, fighter))
            if place is not None and math.dist(place, state.fighter(fighter).at) > 2.0:
                halfway = tuple((a + b) / 2 for a, b in zip(place, state.fighter(fighter).at, strict=True))
                return number, enemy.id, cast(Point, halfway)
    raise AssertionError("nobody has to move to attack")


def test_ghost_goes_to_the_place_that_the_rules_give_for_who_is_pointed_at(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They give one halfway here: the pointer alone would hold the ghost beside the enemy."""
    number, enemy, place = approached()
    monkeypatch.setattr(
        "warcry3d.rules.warcry.battle.movement.move_prompts.approach_to",
        lambda state, fighter, id, inches: place if id == enemy else None,
    )
    window, screen = made
    desk = open_battle(made, record_before(tmp_path / "near.battle.jsonl", "act", number, PEOPLE))
    key(made, "m")
    until(window, lambda: desk_of(made).mover is not None and desk.mover is not None)
    x, y, z = middle_of(window.room.view.table.model(enemy))
    at = pixel_of(window, (float(x), float(y), float(z)))
    assert window.fighter_under(at) == enemy, "it is in sight"
    screen.inputs += [PointerMoved((at[0] - 60, at[1] + 40)), PointerMoved(at)]

    def is_there() -> bool:
        held = desk.mover.controller.held if desk.mover is not None else None
        return held is not None and math.dist(held.at[:2], place[:2]) < 0.3

    until(window, is_there)
