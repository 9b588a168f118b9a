"""Whatever somebody presses in the Boards room: nothing breaks, all of it can be undone, and what is saved is read."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import zoo
from tests.app.play.anything import anything
from tests.app.windows import Made, pixel_of, steps, window_on
from warcry3d.app.boards.room import BoardsRoom
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.model import ShellModel
from warcry3d.app.shell.window import Window
from warcry3d.geom.solid import Placement
from warcry3d.table.files import load_table
from warcry3d.table.saving import save_table
from warcry3d.table.terrain import Feature
from warcry3d.terrain.layouts.piece_plans import middle_of

BLOCK = zoo.piece("block", zoo.box_part("b", (-2, -1, 0), (2, 1, 2), "platform"))
TABLE = zoo.table(
    *(Feature(id, BLOCK, Placement((x, y, 0))) for id, x, y in (("a", 8, 8), ("b", 15, 8), ("c", 22, 14)))
)
HELD = ("shift", "control", "alt")


@pytest.fixture
def made(graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    monkeypatch.setattr(Thumbnails, "want", lambda self, files: None)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "mine.table.json"
    save_table(TABLE, path)
    with window_on(graphics, load_table(path), path) as window:
        window[0].go_to_room("boards")
        steps(window[0])
        yield window


def something(window: Window, chance: random.Random) -> list[Input]:
    """Return one thing that somebody may do, half the time to a piece."""
    features = window.room.view.table.terrain.features
    if not features or chance.random() < 0.4:
        return anything(window, chance)
    x, y = middle_of(chance.choice(features))
    at = pixel_of(window, (x, y, 1.0))
    to = (at[0] + chance.uniform(-150, 150), at[1] + chance.uniform(-90, 90))
    held = chance.choice((*HELD, "", "", ""))
    down: list[Input] = [Pressed(held)] if held else []
    up: list[Input] = [Released(held)] if held else []
    if chance.random() < 0.4:
        return [PointerMoved(at), *down, Pressed("mouse1"), Released("mouse1"), *up]
    wheel: list[Input] = [Pressed("wheel_up")] if chance.random() < 0.3 else []
    return [
        PointerMoved(at),
        *down,
        Pressed("mouse1"),
        PointerMoved(to),
        *wheel,
        PointerMoved(to),
        Released("mouse1"),
        *up,
    ]


def press_something(made: Made, count: int, seed: int) -> int:
    """Do ``count`` things; return how many changes came of them. All are undone at the end."""
    window, screen = made
    chance = random.Random(seed)
    for _ in range(count):
        for one in something(window, chance):
            screen.inputs.append(one)
            window.step(1 / 60)
        if window.room_name != "boards":
            window.go_to_room("boards")
        window.model = ShellModel()
        window.is_closed = False
    room = window.room
    assert isinstance(room, BoardsRoom)
    room.let_go()
    assert room.model.table is room.model.opened is window.document.table
    ids = [one.id for one in window.document.table.terrain.features]
    assert len(set(ids)) == len(ids) and set(room.model.picked) <= set(ids)
    copy = window.document.path.parent / "copy.table.json"
    save_table(window.document.table, copy)
    again = load_table(copy).terrain.features
    assert [(one.id, one.group) for one in again] == [
        (one.id, one.group) for one in window.document.table.terrain.features
    ]
    for one, other in zip(again, window.document.table.terrain.features, strict=True):
        assert one.placement.at == other.placement.at
        assert one.placement.turn == pytest.approx(other.placement.turn, abs=1e-9)
    changes = len(window.document.past)
    first = window.document.past[0] if changes else window.document.table
    for _ in range(changes):
        window.undo()
    assert window.document.table is first and room.model.opened is first
    return changes


def test_some_things_are_pressed(made: Made) -> None:
    assert press_something(made, 18, seed=3) > 3


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
def test_many_things_are_pressed(made: Made, seed: int) -> None:
    assert press_something(made, 300, seed) > 20
