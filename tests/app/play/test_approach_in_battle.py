"""Pointing at an enemy while a fighter moves holds its ghost where it can attack that one (Warcry, in the window)."""

import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from tests.app.play.battles import desk_of, key, open_battle
from tests.app.play.conftest import SmallWindow
from tests.app.play.test_anything_pressed_in_warcry import battles_before, record_before
from tests.app.windows import Made, pixel_of, steps, until
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.intents import ClickModel, HoverModel
from warcry3d.app.scene.camera import middle_of
from warcry3d.app.shell.gestures import Clicked, Pointed
from warcry3d.app.shell.inputs import PointerMoved
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Go
from warcry3d.game.reasons import Point, RuleReason
from warcry3d.message import Message
from warcry3d.rules.warcry.battle.movement.move_actions import allowed
from warcry3d.rules.warcry.battle.previews.targets import place_to_attack

FAR = RuleReason("WC-RANGE-1", Message("out of reach"))
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
    window, screen = made
    desk, enemy, place = moving_beside(made, tmp_path, monkeypatch)
    x, y, z = middle_of(window.room.view.table.model(enemy))
    at = pixel_of(window, (float(x), float(y), float(z)))
    assert window.fighter_under(at) == enemy, "it is in sight"
    screen.inputs += [PointerMoved((at[0] - 60, at[1] + 40)), PointerMoved(at)]
    until(window, lambda: is_held_at(desk, place))


def test_click_on_an_enemy_before_its_place_is_known_lays_the_way_there_once_it_is(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen in a battle: the way led by where the pointer was, beside that enemy."""
    window, _ = made
    go_on = threading.Event()
    desk, enemy, place = moving_beside(made, tmp_path, monkeypatch, waits=go_on)
    x, y, z = middle_of(window.room.view.table.model(enemy))
    at = pixel_of(window, (float(x), float(y), float(z)))
    for gesture in (Pointed(at), Clicked("mouse1", at)):  # whatever panel lies there in so small a window
        desk.take(gesture)
        steps(window, 3)
    assert not is_laid(desk)
    go_on.set()
    until(window, lambda: is_held_at(desk, place) and is_laid(desk))
    assert desk.mover is not None and desk.mover.controller.is_marked
    before = desk.model.steps
    desk.take(Clicked("mouse1", at))
    until(window, lambda: desk.model.steps > before)


def test_row_of_an_enemy_leads_beside_it_and_a_second_click_there_moves(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    desk, enemy, place = moving_beside(made, tmp_path, monkeypatch)
    steps = desk.model.steps
    desk.do(ClickModel(enemy))
    until(window, lambda: is_held_at(desk, place) and is_laid(desk))
    assert desk.model.steps == steps and desk.mover is not None and desk.mover.controller.is_marked
    acting = desk.mover.model
    desk.do(ClickModel(enemy))
    until(window, lambda: desk.model.steps > steps)
    assert math.dist(desk.model.game.state.fighter(acting).at[:2], place[:2]) < 0.3


def test_row_of_an_enemy_out_of_reach_says_so_and_own_rows_are_looked_at_as_ever(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, _ = made
    desk, enemy, _ = moving_beside(made, tmp_path, monkeypatch, is_far=True)
    desk.do(HoverModel(enemy))
    desk.do(ClickModel(enemy))
    until(window, lambda: desk.mover is not None and desk.mover.bar(enemy) is not None)
    assert not is_laid(desk)
    own = next(iter(desk.model.moment.sides[desk.model.player]))
    desk.do(ClickModel(own))
    assert desk.model.selected == own


def test_thing_out_of_reach_has_the_way_laid_that_says_why(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing happened, and nothing said why."""
    window, _ = made
    desk, _, _ = moving_beside(made, tmp_path, monkeypatch)
    prompt = desk.model.prompt
    assert isinstance(prompt, Go) and desk.mover is not None
    thing = next(one for one in prompt.aims if one.at is not None)
    assert thing.at is not None and desk.mover.come_to(thing.id)
    until(window, lambda: is_laid(desk))
    held = desk.mover.controller.held
    assert held is not None and math.dist(held.at[:2], thing.at[:2]) < 2.0


def moving_beside(
    made: Made,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_far: bool = False,
    waits: threading.Event | None = None,
) -> tuple[BattleDesk, str, Point]:
    """Move a fighter that the rules send to a place halfway to an enemy; ``is_far``: they say that it has none;
    ``waits``: they say so once this is set.
    """
    number, enemy, place = approached()

    def approach(state: object, fighter: str, id: str, inches: float) -> Point | RuleReason | None:
        assert waits is None or waits.wait(60)
        return (FAR if is_far else place) if id == enemy else None

    monkeypatch.setattr("warcry3d.rules.warcry.battle.movement.move_prompts.approach_to", approach)
    desk = open_battle(made, record_before(folder / "near.battle.jsonl", "act", number, PEOPLE))
    key(made, "m")
    until(made[0], lambda: desk_of(made).mover is not None and desk.mover is not None)
    return desk, enemy, place


def is_held_at(desk: BattleDesk, place: Point) -> bool:
    held = desk.mover.controller.held if desk.mover is not None else None
    return held is not None and math.dist(held.at[:2], place[:2]) < 0.3


def is_laid(desk: BattleDesk) -> bool:
    held = desk.mover.controller.held if desk.mover is not None else None
    return held is not None and bool(held.laid)
