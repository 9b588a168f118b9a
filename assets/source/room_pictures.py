"""Pictures of rooms for the documentation: windows that nobody sees, on files that ship, drawn as people see them."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast
from unittest.mock import patch

import numpy as np
from panda3d.core import GraphicsOutput, Texture
from PIL import Image

from assets.source.skirmish_picture import record_skirmish
from assets.source.unit_battle_picture import UNIT, record_charge, record_unit_battle
from warcry3d.app.boards.room import BoardsRoom
from warcry3d.app.boards.tools import BoardLens, ChooseLens
from warcry3d.app.build.intents import SHAPING, ChoosePart, TakeTool
from warcry3d.app.build.room import BuildRoom
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.hints import Hint
from warcry3d.app.play.intents import ChoosePrompt, PickOption
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed
from warcry3d.app.shell.model import GoToRoom, OpenFile
from warcry3d.app.shell.room import LoadedFile
from warcry3d.app.shell.settings import Settings
from warcry3d.app.shell.window import Window
from warcry3d.messages import Words
from warcry3d.motion.path import Point
from warcry3d.table.files import load_table
from warcry3d.table.pieces import save_piece
from warcry3d.terrain.making.simple_pieces import simple_piece

__all__ = ["ROOM_PICTURES", "draw_rooms"]

SIZE, SHOWN = (1280, 720), (1040, 585)
QUALITY, QUALITIES = 60, {"charge": 40}
"""Of the JPEG; in which pictures another one, as they have many small things in them."""
NEARER, NEAREST = 3, {"units": 6, "charge": 5}
"""So often the wheel comes nearer to what is pointed at; in which pictures more often."""
PATIENCE = 900.0
"""So long (s) a room may take to come to rest."""


def _build(window: Window, folder: Path) -> None:
    window.do(OpenFile(Path("terrain/stilt-hut.glb").resolve()))
    _until(window, lambda: window.room_name == "build" and _build_room(window).model.piece is not None)
    piece = _build_room(window).model.piece
    deck = next(part.id for part in piece.parts if "platform" in part.kinds) if piece is not None else None
    _build_room(window).do(ChoosePart(deck))


def _shape(window: Window, folder: Path) -> None:
    save_piece(simple_piece("ruin", name="ruin"), folder / "ruin.glb")
    window.do(OpenFile(folder / "ruin.glb"))
    _until(window, lambda: window.room_name == "build" and _build_room(window).model.piece is not None)
    _build_room(window).do(TakeTool(SHAPING))


def _boards(window: Window, folder: Path) -> None:
    window.do(GoToRoom("boards"))
    cast(BoardsRoom, window.room).do(ChooseLens(BoardLens.EXPOSURE))


def _desk_of(window: Window, record: Path) -> BattleDesk:
    """Open a battle; return its desk once it is at rest."""
    window.do(OpenFile(record))
    _until(window, lambda: window.room_name == "play" and _is_at_rest(window))
    desk = cast(PlayRoom, window.room).battle
    assert desk is not None, "a battle is open"
    return desk


def _skirmish(window: Window, folder: Path) -> Point:
    file = folder / "skirmish.battle.jsonl"
    at = record_skirmish(file)
    desk = _desk_of(window, file)
    desk.do(ChoosePrompt("move"))
    _until(window, lambda: _is_at_rest(window))
    return at


def _units(window: Window, folder: Path) -> Point:
    file = folder / "units.battle.jsonl"
    at = record_unit_battle(file)
    desk = _desk_of(window, file)
    desk.do(PickOption("move", UNIT))
    return at


def _charge(window: Window, folder: Path) -> Point:
    file = folder / "charge.battle.jsonl"
    at = record_charge(file)
    _desk_of(window, file)
    return at


ROOM_PICTURES: Mapping[str, Callable[[Window, Path], Point | None]] = {
    "room-build": _build,
    "room-build-shape": _shape,
    "room-boards": _boards,
    "skirmish": _skirmish,
    "units": _units,
    "charge": _charge,
}
"""What is done in a window on a board that ships for each picture, with a folder for what is needed; it returns the
place that is pointed at then, if one is.
"""


@dataclass
class _Unseen:
    """A screen that nobody sees and on which nothing happens but that the pointer moves."""

    graphics: Graphics
    size: tuple[int, int] = SIZE
    scale: float = 1.0
    inputs: list[Input] = field(default_factory=list)

    def poll(self) -> list[Input]:
        polled, self.inputs = self.inputs, []
        return polled

    def titled(self, title: str) -> None:
        """Nobody reads it."""


def draw_rooms(folder: Path, graphics: Graphics) -> None:
    """Draw every room's picture and write it to ``folder`` as NAME.jpg."""
    for name, script in ROOM_PICTURES.items():
        with TemporaryDirectory() as room, _window(graphics, Path(room)) as (window, screen, texture):
            at = script(window, Path(room))
            if at is not None:
                _until(window, lambda: _is_at_rest(window))
                _point(window, screen, at, NEAREST.get(name, NEARER))
            _until(window, lambda: _is_at_rest(window))
            _picture(texture).save(
                folder / f"{name}.jpg", quality=QUALITIES.get(name, QUALITY), optimize=True, progressive=True
            )


def _point(window: Window, screen: _Unseen, at: Point, turns: int) -> None:
    """Point at a place, and come nearer to it by turns of the wheel."""
    for presses in (("wheel_up",) * turns, ()):
        x, y, _ = project(window.camera.shot, np.array([at]), window.picture_size)[0]
        screen.inputs += [PointerMoved((float(x), float(y))), *map(Pressed, presses)]
        _until(window, lambda: _is_at_rest(window))


@contextmanager
def _window(graphics: Graphics, folder: Path) -> Iterator[tuple[Window, _Unseen, Texture]]:
    """Yield a window on a board that ships, with settings and data of its own, and what it is drawn into."""
    texture = Texture("room")
    buffer = graphics.buffer("room", SIZE)
    buffer.addRenderTexture(texture, GraphicsOutput.RTMCopyRam)
    path = Path("terrain/board-1-stilts.table.json").resolve()
    own = {"WARCRY3D_DATA": str(folder / "data"), "WARCRY3D_SETTINGS": str(folder / "settings")}
    with patch.dict(os.environ, own):
        screen = _Unseen(Graphics(graphics.engine, graphics.pipe, buffer))
        window = Window(screen, LoadedFile(path, load_table(path)), Words("en"), settings=Settings(hints=tuple(Hint)))
        try:
            yield window, screen, texture
        finally:
            window.close()
            graphics.remove(buffer)


def _build_room(window: Window) -> BuildRoom:
    return cast(BuildRoom, window.room)


def _is_at_rest(window: Window) -> bool:
    return not window.is_changing and not window.room.is_working and not window.jobs.running and window.is_resting


def _until(window: Window, holds: Callable[[], bool]) -> None:
    """Step a window until something holds, leaving the processor to the work that it waits for."""
    limit, calm = time.monotonic() + PATIENCE, 0
    while calm < 30:  # what is drawn in the background comes some frames later
        calm = calm + 1 if holds() else 0
        window.step(1 / 60)
        time.sleep(1 / 30)
        if time.monotonic() > limit:
            raise RuntimeError("the room never came to rest")


def _picture(texture: Texture) -> Image.Image:
    """Return what was drawn last."""
    data = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8)
    rows = data.reshape(texture.getYSize(), texture.getXSize(), 3)[::-1]
    return Image.fromarray(rows).resize(SHOWN, Image.Resampling.LANCZOS)
