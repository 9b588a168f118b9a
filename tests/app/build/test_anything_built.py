"""Somebody presses, clicks and drags anything in the Build room: nothing breaks, and undo leads to the beginning."""

import random
from pathlib import Path

import pytest

from tests.app.build.pieces import WALL_AND_STEP, build_room, window_with
from tests.app.windows import SIZE, steps, until
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released, Typed
from warcry3d.app.shell.model import ShellAction

KEYS = (
    *"abcdfghijklmnqrtuvwxyz0123456789",
    *("tab", "shift-tab", "escape", "enter", "space", "backspace", "f1", "f2"),
    *("arrow_left", "arrow_right", "arrow_up", "arrow_down", "comma", "period"),
)
"""All keys that write nothing beside the piece and lead out of no file."""
STEPS = 60


def anything(chance: random.Random) -> list[Input]:
    at = (chance.uniform(0, SIZE[0]), chance.uniform(40, SIZE[1] - 50))
    match chance.randrange(6):
        case 0 | 1:
            key = chance.choice(KEYS)
            typed: list[Input] = [Typed(key)] if len(key) == 1 else []
            return [Pressed(key), *typed, Released(key)]
        case 2 | 3:
            button = chance.choice(("mouse1", "mouse1", "mouse3"))
            return [PointerMoved(at), Pressed(button), Released(button)]
        case 4:
            to = (at[0] + chance.uniform(-200, 200), at[1] + chance.uniform(-200, 200))
            return [PointerMoved(at), Pressed("mouse1"), PointerMoved(to), Released("mouse1")]
    return [PointerMoved(at), Pressed(chance.choice(("wheel_up", "wheel_down")))]


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 12))])
def test_anything_pressed_in_the_build_room_is_undone(
    graphics: Graphics, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setenv("WARCRY3D_DATA", str(tmp_path / "data"))
    chance = random.Random(seed)
    with window_with(graphics, tmp_path) as (made, room):
        window, screen = made
        first = window.document
        for _ in range(STEPS):
            screen.inputs += anything(chance)
            steps(window, 1)
            window.do(ShellAction.STEP_BACK) if window.model.is_asking else None
            if window.room_name != "build":
                window.go_to_room("build")
            notice = window.notice.saying
            assert notice is None or "internal error" not in notice(window.words)
            piece = build_room(window).model.piece
            if window.document.content is not first.content:
                return  # another piece was opened: its law is its own
            assert piece is None or len({part.id for part in piece.parts}) == len(piece.parts)
        until(window, lambda: not window.jobs.is_running("build-change"))
        while window.document.past:
            window.undo()
        assert window.document.table is first.table
        assert [part.id for part in room.model.piece.parts] == [part.id for part in WALL_AND_STEP.parts]  # type: ignore[union-attr]
