"""How the window feels in a battle: frames while a ghost is dragged, chips when it rests, undo, frames with a long log,
frames at rest, while the camera turns, while dice fall and while a fighter is shown moving; the reach field of a
fighter that was prepared, and previews of attacks.

At 1280 x 800 without a display or a graphics card: the whole frame is drawn in software. Goals: a frame of a drag takes
45 ms in the median and 120 ms at worst, chips 150 ms in the median, the field 400 ms, a preview of an attack 20 ms,
undo 50 ms, and a frame the same with any log. The processor's time, all threads together, says more than the clock
where other programs run.
"""

import math
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.unseen_window import Screen, unseen_window
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.battle_mover import BattleMover
from warcry3d.app.play.draft import options_of
from warcry3d.app.play.intents import PlayCommand, PointOption
from warcry3d.app.play.panels.log_book import SLICE
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.play.state import PlayState
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import PAPER
from warcry3d.app.scene.dice_physics import throw_dice
from warcry3d.app.scene.overlays import FallingDice, FlatLine, Ghost, Overlay
from warcry3d.app.shell.background.tidying import Tidying
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released
from warcry3d.app.shell.window import Window
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game, Step
from warcry3d.rules.battle_api import BattleRequest
from warcry3d.rules.systems import DEFAULT, system
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

__all__ = ["run"]

SEED = 7
DRAGGED = 60
EMPTY = (500.0, 140.0)
"""A pixel beside all fighters and panels."""
RESTS = 12
TAKEN = 5
UNDONE = 12
LINES = 6000


@dataclass
class Bench:
    """A window on a battle at its first activation, stepped by hand."""

    window: Window
    screen: Screen
    tidying: Tidying = field(default_factory=Tidying)

    @property
    def desk(self) -> BattleDesk:
        room = self.window.room
        assert isinstance(room, PlayRoom) and room.battle is not None
        return room.battle

    def frame(self) -> float:
        """Step once; return how long it took (ms)."""
        started = time.perf_counter()
        self.window.step(1 / 60)
        if self.window.is_resting:
            self.tidying.rest()
        return 1000 * (time.perf_counter() - started)

    def frames(self, inputs: Iterable[Sequence[Input]]) -> str:
        """Step once for each batch of input; return what that took."""

        def step(batch: Sequence[Input]) -> None:
            self.screen.inputs += batch
            self.frame()

        return _timed(partial(step, batch) for batch in inputs)

    def until(self, holds: Callable[[], bool], limit: float = 120.0) -> float:
        """Step until something holds; return how long it took (ms)."""
        started = time.perf_counter()
        while not holds() and time.perf_counter() - started < limit:
            self.frame()
        return 1000 * (time.perf_counter() - started)

    def key(self, name: str) -> None:
        self.screen.inputs += [Pressed(name), Released(name)]
        self.frame()


def run() -> Iterator[str]:
    """Yield the times (ms)."""
    with tempfile.TemporaryDirectory() as folder:
        record = _record(Path(folder) / "bench.battle.jsonl")
        with unseen_window(record) as (window, screen):
            bench = Bench(window, screen)
            yield from _dragging(bench)
            yield _undoing(bench)
            for measured in (_looking, _showing, _logging):
                yield from measured(bench)


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
    frames = bench.frames([PointerMoved((480 + 4 * n, 330 + n % 7))] for n in range(DRAGGED))
    chips = [took for at in _places(bench) if (took := _rest(bench, at)) is not None]
    clock, processor = zip(*chips, strict=True)
    bench.key("escape")
    rows = [_field(bench), _attacking(bench)]
    bench.key("escape")
    return [
        f"a frame while a ghost is dragged: {frames}",
        f"chips after the ghost rests: median {statistics.median(clock):.0f}, worst {max(clock):.0f} ms; "
        f"of the processor {statistics.median(processor):.0f} ms, {len(chips)} places",
        *rows,
    ]


def _field(bench: Bench) -> str:
    """Take the fighter in hand once more, for which all is derived now; return how long its field took."""
    clock, processor = list[float](), list[float]()
    for _ in range(TAKEN):
        started, spent = time.perf_counter(), time.process_time()
        bench.key("m")
        bench.until(lambda: (mover := bench.desk.mover) is not None and _has_field(mover))
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
        bench.key("escape")
    median = statistics.median
    return (
        f"the reach field of a prepared fighter: median {median(clock):.0f}, worst {max(clock):.0f} ms; "
        f"of the processor {median(processor):.0f} ms"
    )


def _has_field(mover: BattleMover) -> bool:
    held = mover.controller.held
    return held is not None and held.has_field


def _attacking(bench: Bench) -> str:
    """Point at each target there is; return how long the odds took, the frame not counted that shows them."""
    prompts = bench.desk.model.prompts or ()
    attacks = [(one.id, option.id) for one in prompts if one.id == "attack" for option in options_of(one)]
    asked, shown = list[float](), list[float]()
    for prompt, option in attacks:
        bench.desk.do(PlayCommand.BACK)
        started = time.perf_counter()
        bench.desk.do(PointOption(prompt, option))
        known = time.perf_counter()
        bench.until(lambda: _has_odds(bench.desk.model), 10.0)
        shown.append(1000 * (time.perf_counter() - started))
        asked.append(1000 * (known - started) if _has_odds(bench.desk.model) else math.inf)
    median = statistics.median
    return (
        f"a preview of an attack: known with the click median {median(asked):.1f}, worst {max(asked):.1f} ms; "
        f"until it is there median {median(shown):.0f}, worst {max(shown):.0f} ms, {len(attacks)} attacks"
    )


def _has_odds(model: PlayState) -> bool:
    return model.preview is not None and model.preview[0] == model.action


def _places(bench: Bench) -> list[tuple[float, float]]:
    """Return the pixels of places around the fighter that is to be moved, so near that it may get to most."""
    mover = bench.desk.mover
    assert mover is not None
    x, y, z = bench.desk.model.moment.table.model(mover.model).placement.at
    turns = [2.4 * n for n in range(RESTS)]
    around = np.array([(x + 2.2 * math.cos(turn), y + 2.2 * math.sin(turn), z) for turn in turns])
    window = bench.window
    return [(float(px), float(py)) for px, py, _ in project(window.camera.shot, around, window.picture_size)]


def _rest(bench: Bench, at: tuple[float, float]) -> tuple[float, float] | None:
    """Rest the ghost at a pixel; return how long the chips took (ms), by the clock and of the processor; None where it
    may not go there.
    """
    before = bench.desk.model.preview
    started, spent = time.perf_counter(), time.process_time()
    bench.screen.inputs.append(PointerMoved(at))
    bench.frame()
    bench.until(lambda: bench.desk.model.preview not in (None, before) or _is_refused(bench), 10.0)
    took = 1000 * (time.perf_counter() - started), 1000 * (time.process_time() - spent)
    return None if _is_refused(bench) else took


def _is_refused(bench: Bench) -> bool:
    """Return whether the judge has said that the fighter in hand may not go where it is held."""
    mover = bench.desk.mover
    held = mover.controller.held if mover is not None else None
    return held is not None and held.is_current and held.moved is not None and not held.moved.is_legal


def _undoing(bench: Bench) -> str:
    """Take the last choice back and do it again, over and over; return how long taking it back took, all that follows
    from it shown: table, log and what can be chosen now.
    """
    clock, processor = list[float](), list[float]()
    for _ in range(UNDONE):
        bench.until(lambda: bench.desk.model.prompts is not None and not bench.window.is_changing)
        before = bench.desk.model.game
        started, spent = time.perf_counter(), time.process_time()
        _with_control(bench, "z")
        bench.until(partial(_is_another, bench, before))
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
        undone = bench.desk.model.game
        _with_control(bench, "y")
        bench.until(partial(_is_another, bench, undone))
    median = statistics.median
    return (
        f"undo: median {median(clock):.0f}, worst {max(clock):.0f} ms; of the processor {median(processor):.0f} ms, "
        f"{UNDONE} times"
    )


def _is_another(bench: Bench, than: Game[Any, Any]) -> bool:
    """Return whether another battle is shown than that one, with what can be chosen in it."""
    return bench.desk.model.game is not than and bench.desk.model.prompts is not None


def _with_control(bench: Bench, key: str) -> None:
    bench.screen.inputs += [Pressed("control"), Pressed(key), Released(key), Released("control")]


def _looking(bench: Bench) -> list[str]:
    """Return the times of frames in which nothing happens, and of those in which the camera turns."""
    bench.until(lambda: bench.desk.model.prompts is not None and not bench.window.is_changing)
    bench.frames([] for _ in range(DRAGGED))
    host, drawn = bench.screen.graphics.host, list[bool]()
    for _ in range(DRAGGED):
        bench.frame()
        drawn.append(host.is_active())
    rest = bench.frames([] for _ in range(DRAGGED))
    over = bench.frames([PointerMoved((600 + n % 30, 560))] for n in range(DRAGGED))
    bench.screen.inputs.append(PointerMoved(EMPTY))
    bench.frame()
    bench.screen.inputs.append(Pressed("mouse1"))
    bench.frame()
    turning = bench.frames([PointerMoved((EMPTY[0] + 3 * n, EMPTY[1]))] for n in range(DRAGGED))
    bench.screen.inputs.append(Released("mouse1"))
    fine = bench.until(lambda: not bench.window.is_changing)
    return [
        f"a frame in which nothing happens: {rest}; {sum(drawn)} of {DRAGGED} drawn",
        f"a frame in which the pointer moves over nothing: {over}",
        f"a frame while the camera turns: {turning}; drawn finely {fine:.0f} ms after",
    ]


def _showing(bench: Bench) -> list[str]:
    """Return the times of frames, their drawing alone, in which dice fall and in which a fighter is shown moving."""
    scene, table = bench.window._scene, bench.window.document.table
    throw = throw_dice((1, 2, 3, 4, 5, 6, 6, 6), SEED)
    assert throw is not None
    model = table.models[0]
    x, y, z = model.placement.at

    def show(*overlays: Overlay) -> None:
        scene.explain(overlays)
        scene.render(is_framed=False)

    def walk(n: int) -> None:
        at = x, y + n / 20, z
        show(FlatLine((x, y, z), at, width=7.0), Ghost(model.id, at, 0.0, PAPER))

    dice = _timed(partial(show, FallingDice(throw.at(n / 60))) for n in range(DRAGGED))
    moving = _timed(partial(walk, n) for n in range(DRAGGED))
    show()
    return [
        f"drawing a frame while dice fall: {dice}",
        f"drawing one while a fighter is shown moving: {moving}",
    ]


def _logging(bench: Bench) -> list[str]:
    """Return the time of a frame with the log as it is, and with a very long one: at first, while it is broken into
    rows bit by bit, and from then on.
    """
    bench.until(lambda: bench.desk.model.prompts is not None)
    short = _frames(bench)
    model = bench.desk.model
    step: Step[Any, Any] = model.game.done[-1]
    many = replace(model.game, done=(*model.game.done, *(step,) * LINES))
    bench.desk.model = replace(model, game=many, shown=len(many.done), can_go_on=False)
    first, filling = bench.frame(), _frames(bench, LINES // SLICE + 1)
    return [
        f"a frame with {len(model.game.done)} steps in the log: {short:.0f} ms; with {len(many.done)}: "
        f"{_frames(bench):.0f} ms, while they are broken into rows {filling:.0f} ms, the first of them {first:.0f} ms"
    ]


def _timed(frames: Iterable[Callable[[], None]]) -> str:
    """Return how long frames took, by the clock and of the processor."""
    clock, processor = list[float](), list[float]()
    for frame in frames:
        started, spent = time.perf_counter(), time.process_time()
        frame()
        clock.append(1000 * (time.perf_counter() - started))
        processor.append(1000 * (time.process_time() - spent))
    median = statistics.median
    return f"median {median(clock):.0f}, worst {max(clock):.0f} ms; of the processor {median(processor):.0f} ms"


def _frames(bench: Bench, count: int = 30) -> float:
    """Return the median of frames in which the pointer moves over nothing."""
    times = []
    for n in range(count):
        bench.screen.inputs.append(PointerMoved((600 + n, 560)))
        times.append(bench.frame())
    return statistics.median(times)
