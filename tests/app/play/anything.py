"""What tests of random input share: things that somebody may do, and a battle to which they are done."""

import random
import time
from collections.abc import Callable
from pathlib import Path

from tests.app.play.battles import desk_of, is_ready, open_battle
from tests.app.windows import SIZE, Made, pixel_of, play_room, steps, until
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.prompt_keys import key_of_prompt
from warcry3d.app.scene.camera import middle_of
from warcry3d.app.shell.background.jobs import JobError
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released, Typed
from warcry3d.app.shell.window import Window
from warcry3d.game.session import Game

__all__ = ["Anything", "anything", "fitting", "press_anything"]

LIKELY = (*"prs123", "enter", "enter", "tab", "space", "space")
"""Keys that answer what is due: pressed half the time, so that a battle gets on."""
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *("enter", "enter", "enter", "escape", "tab", "tab", "space", "space", "backspace", "control-z", "control-y"),
    *("arrow_left", "arrow_right", "arrow_up", "arrow_down", "home", "end", "page_up", "page_down"),
    *("comma", "period", "f1", "f2", "f3", "f4", "alt", "shift-tab", "control-enter"),
)
MOVING = (*"123", "arrow_left", "arrow_right", "arrow_up", "arrow_down", "enter", "enter", "backspace", "s")
MENU = 36
AWAY = 40
"""So many things are done at most in other rooms, or at a question, before the battle is opened again."""

PATIENCE = 20.0
"""Seconds for which somebody who does what fits waits until there is something to answer."""

Anything = Callable[[Window, random.Random], list[Input]]
"""One thing that is done to a window."""


def anything(window: Window, chance: random.Random) -> list[Input]:
    """Return one thing that somebody may do: a key, a click, a drag, a turn of the wheel."""
    at = (chance.uniform(0, SIZE[0]), chance.uniform(MENU, SIZE[1]))
    match chance.randrange(8):
        case 0 | 1 | 2 | 3:
            return _key(chance.choice(chance.choice((LIKELY, KEYS))))
        case 4 | 5:
            button = chance.choice(("mouse1", "mouse1", "mouse1", "mouse3"))
            return [PointerMoved(at), Pressed(button), Released(button)]
        case 6:
            to = (at[0] + chance.uniform(-200, 200), at[1] + chance.uniform(-200, 200))
            return [PointerMoved(at), Pressed("mouse1"), PointerMoved(to), Released("mouse1")]
    return [PointerMoved(at), Pressed(chance.choice(("wheel_up", "wheel_down")))]


def fitting(window: Window, chance: random.Random) -> list[Input]:
    """Return half the time what may answer what is due, once that is known; else anything."""
    if chance.random() < 0.5:
        return anything(window, chance)
    limit = time.monotonic() + PATIENCE
    while (desk := battle_in_front(window)) is not None and not is_answerable(desk) and time.monotonic() < limit:
        window.step(1 / 60)
        time.sleep(1 / 30)
    if desk is None:
        return anything(window, chance)
    prompts = desk.model.prompts or ()
    match chance.randrange(5):
        case 0 if prompts:
            one = chance.choice(prompts)
            return _key(key_of_prompt(one, prompts) or "enter")
        case 1:
            return _key(chance.choice("123456"))
        case 2:
            return _key(chance.choice(MOVING))
        case 3:
            return _on_fighter(window, chance)
    return _key(chance.choice(("enter", "space", "tab", "end")))


def is_answerable(desk: BattleDesk) -> bool:
    return desk.model.is_looking_back or is_ready(desk.model)


def _key(name: str) -> list[Input]:
    """Return a key pressed and let go, which types what stands on it."""
    key, held = name.removeprefix("control-"), name.startswith("control-")
    typed: list[Input] = [Typed(key)] if len(key) == 1 and not held else []
    down: list[Input] = [Pressed("control")] if held else []
    up: list[Input] = [Released("control")] if held else []
    return [*down, Pressed(key), *typed, Released(key), *up]


def _on_fighter(window: Window, chance: random.Random) -> list[Input]:
    """Return a click on a fighter, or a drag from it to anywhere near."""
    models = window.room.view.table.models
    if not models:
        return anything(window, chance)
    x, y, _ = middle_of(chance.choice(models))
    at = pixel_of(window, (x, y, 0.1))
    if chance.random() < 0.7:
        return [PointerMoved(at), Pressed("mouse1"), Released("mouse1")]
    to = (at[0] + chance.uniform(-120, 120), at[1] + chance.uniform(-120, 120))
    return [PointerMoved(at), Pressed("mouse1"), PointerMoved(to), Released("mouse1")]


def press_anything(made: Made, record: Path, count: int, seed: int, does: Anything = anything) -> int:
    """Do ``count`` things on a battle, and in the rooms to which that leads; return how many actions came of them.

    All records that were written are replayed at the end.
    """
    window, screen = made
    chance = random.Random(seed)
    open_battle(made, record)
    before = desk_of(made).model.steps
    played = away = 0
    for _ in range(count):
        screen.inputs += does(window, chance)
        steps(window, chance.randrange(1, 4))
        desk = battle_in_front(window)
        if desk is not None:
            assert not isinstance(desk.model.error, JobError), desk.model.error
            played += max(desk.model.steps - before, 0)
            before = desk.model.steps
        away = away + 1 if desk is None or window.model.is_asking else 0
        if away > AWAY:
            open_battle_anew(made, record)
            away = 0
    desk = open_battle_anew(made, record)
    game: Game[object, object] = desk.model.game
    desk.close()
    replayed = replays(record)
    assert replayed.hash == game.hash
    assert [step.action for step in replayed.done] == [step.action for step in game.done]
    for other in Path("data/battles").glob("*.battle.jsonl"):
        replays(other)
    return played


def open_battle_anew(made: Made, record: Path) -> BattleDesk:
    """Open a record once the battle in front has done what it was asked for, and nothing waits for an answer."""
    window, _ = made
    until(window, lambda: (desk := battle_in_front(window)) is None or desk.model.wish is None)
    window.model = type(window.model)()
    window.open_table.discard()
    return open_battle(made, record)


def replays(record: Path) -> Game[object, object]:
    """Return the battle of a record, which must lead where it was recorded."""
    start = read_battle(record)
    assert start.divergence is None, record
    return start.game


def battle_in_front(window: Window) -> BattleDesk | None:
    return play_room(window).battle if window.room_name == "play" else None
