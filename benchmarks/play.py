"""How the window feels in a battle: frames while a ghost is dragged, chips when it rests, undo, frames with a long log.

At 1280 x 800 without a display or a graphics card: the whole frame is drawn in software. Goals: a frame of a drag takes
45 ms in the median and 120 ms at worst, chips 150 ms in the median, undo 50 ms, and a frame the same with any log.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from panda3d.core import GraphicsOutput, Texture

from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.scene.pipe import Graphics, headless
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.rooms import load_file
from warcry3d.app.shell.window import Window
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game, Step
from warcry3d.messages import Words
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import DEFAULT, system
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

SIZE = (1280, 800)
SEED = 7
DRAGGED = 60
RESTS = 12
LINES = 6000


@dataclass
class Screen:
    """A screen nobody sees."""

    graphics: Graphics
    size: tuple[int, int] = SIZE
    inputs: list[Input] = field(default_factory=list)
    scale: float = 1.0

    def poll(self) -> list[Input]:
        taken, self.inputs = self.inputs, []
        return taken

    def titled(self, title: str) -> None: ...


@dataclass
class Bench:
    """A window on a battle at its first activation, stepped by hand."""

    window: Window
    screen: Screen

    @property
    def desk(self) -> BattleDesk:
        room = self.window.room
        assert isinstance(room, PlayRoom) and room.battle is not None
        return room.battle

    def frame(self) -> float:
        """Step once; return how long it took (ms)."""
        started = time.perf_counter()
        self.window.step(1 / 60)
        return 1000 * (time.perf_counter() - started)

    def until(self, holds: Callable[[], bool], limit: float = 120.0) -> float:
        """Step until something holds; return how long it took (ms)."""
        started = time.perf_counter()
        while not holds() and time.perf_counter() - started < limit:
            self.frame()
        return 1000 * (time.perf_counter() - started)

    def key(self, name: str) -> None:
        self.screen.inputs += [Pressed(name), Released(name)]
        self.frame()


def run() -> str:
    """Return the times (ms)."""
    with tempfile.TemporaryDirectory() as folder:
        record = _record(Path(folder) / "bench.battle.jsonl")
        graphics = headless()
        buffer = graphics.buffer("screen", SIZE)
        buffer.addRenderTexture(Texture("screen"), GraphicsOutput.RTMCopyRam)
        screen = Screen(Graphics(graphics.engine, graphics.pipe, buffer))
        window = Window(screen, load_file(record), Words("en"))
        try:
            bench = Bench(window, screen)
            rows = [*_dragging(bench), _undoing(bench), *_logging(bench)]
        finally:
            window.close()
            graphics.close()
    return "\n".join(rows)


def _record(path: Path) -> Path:
    """Write a battle up to its first activation."""
    offer = system(DEFAULT).battle()
    table = load_table(shipped_root() / offer.table)
    game: Game[Any, Any] = Game.begin(offer.ruleset, offer.setup(BattleRequest(table, ("red", "blue"), offer.bands)))
    players = {side: offer.player("plain") for side in ("red", "blue")}
    while not (isinstance(game.pending, Choice) and game.pending.kind == "activate"):
        game = play_on(game, players, SeededDice(SEED), seed=SEED)
    Journal.create(path, game, seed=SEED, by={"red": "person", "blue": "person"}).close()
    return path


def _dragging(bench: Bench) -> list[str]:
    """Return the times of frames while a ghost is dragged, and of the chips once it rests."""
    bench.until(lambda: bench.desk.model.prompts is not None)
    bench.key("tab")
    bench.key("enter")
    bench.until(lambda: bench.desk.model.steps > 0 and len(bench.desk.model.prompts or ()) > 1)
    bench.key("m")
    mover = bench.desk.mover
    assert mover is not None
    bench.until(lambda: not mover.controller.model.is_preparing and not mover.controller.is_searching)
    bench.until(lambda: not bench.window.is_changing)
    frames = []
    for n in range(DRAGGED):
        bench.screen.inputs.append(PointerMoved((480 + 4 * n, 330 + n % 7)))
        frames.append(bench.frame())
    chips = []
    for n in range(RESTS):
        bench.screen.inputs.append(PointerMoved((470 + 23 * n, 330 + 9 * (n % 4))))
        bench.frame()
        before = bench.desk.model.preview
        chips.append(bench.until(lambda before=before: bench.desk.model.preview is not before, 5.0))  # type: ignore[misc]
    bench.key("escape")
    bench.key("escape")
    return [
        f"a frame while a ghost is dragged: median {statistics.median(frames):.0f}, worst {max(frames):.0f} ms",
        f"chips after the ghost rests: median {statistics.median(chips):.0f}, worst {max(chips):.0f} ms",
    ]


def _undoing(bench: Bench) -> str:
    before = bench.desk.model.game
    bench.screen.inputs += [Pressed("control"), Pressed("z"), Released("z"), Released("control")]
    return f"undo: {bench.until(lambda: bench.desk.model.game is not before):.0f} ms"


def _logging(bench: Bench) -> list[str]:
    """Return the time of a frame with the log as it is, and with a very long one."""
    bench.until(lambda: bench.desk.model.prompts is not None)
    short = _frames(bench)
    model = bench.desk.model
    step: Step[Any, Any] = model.game.done[-1]
    many = replace(model.game, done=(*model.game.done, *(step,) * LINES))
    bench.desk.model = replace(model, game=many, shown=len(many.done), can_go_on=False)
    first = bench.frame()
    return [
        f"a frame with {len(model.game.done)} steps in the log: {short:.0f} ms; with {len(many.done)}: "
        f"{_frames(bench):.0f} ms, the first of them {first:.0f} ms"
    ]


def _frames(bench: Bench, count: int = 30) -> float:
    """Return the median of frames in which the pointer moves over nothing."""
    times = []
    for n in range(count):
        bench.screen.inputs.append(PointerMoved((600 + n, 560)))
        times.append(bench.frame())
    return statistics.median(times)
