"""Preparation of the next choices: in pieces, while the window rests, of the state that the battle has now."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.play.battles import begun_race
from tests.app.windows import window_on
from tests.game.race import Race, race_setup, register_race
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.preparation import Preparation
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.game.session import Game


@dataclass
class Resting:
    """A window that rests when it is told to."""

    is_resting: bool = True
    waited: list[str] = field(default_factory=list)

    def wait_for_kernels(self, what: str) -> None:
        self.waited.append(what)


def until(holds: Callable[[], bool]) -> None:
    limit = time.monotonic() + 60
    while not holds():
        threading.Event().wait(0.001)
        assert time.monotonic() < limit, "it never came about"


def race() -> Game[Any, Any]:
    return Game.begin(Race(), race_setup(8.0, 4))


def test_pieces_are_done_while_the_window_rests_and_kernels_are_there() -> None:
    host = Resting(is_resting=False)
    done: list[int] = []

    def pieces(state: object, side: str) -> Iterator[None]:
        assert side == "red"
        assert host.waited == ["reach", "sight"]
        for number in range(3):
            done.append(number)
            yield

    preparation = Preparation(host, pieces)
    preparation.follow(race(), "red")
    preparation.poll()
    assert not host.waited, "it began beside what a person asks for"
    host.is_resting = True
    preparation.poll()
    until(lambda: done == [0, 1, 2])
    preparation.close()


def test_it_waits_after_the_piece_under_way_where_something_happens() -> None:
    host = Resting()
    gate, begun = threading.Event(), threading.Event()
    done: list[int] = []

    def pieces(state: object, side: str) -> Iterator[None]:
        begun.set()
        gate.wait(60)
        done.append(1)
        yield
        done.append(2)
        yield

    preparation = Preparation(host, pieces)
    preparation.follow(race(), "red")
    preparation.poll()
    assert begun.wait(60)
    host.is_resting = False
    preparation.poll()
    gate.set()
    until(lambda: done == [1])
    preparation.poll()
    assert done == [1]
    host.is_resting = True
    preparation.poll()
    until(lambda: done == [1, 2])
    preparation.close()


def test_it_stops_amid_a_piece_where_something_happens() -> None:
    host = Resting()
    done: list[int] = []

    def step() -> None:
        done.append(1)

    def pieces(state: object, side: str) -> Iterator[None]:
        while len(done) < 1_000_000:
            step()
        yield

    preparation = Preparation(host, pieces)
    preparation.follow(race(), "red")
    preparation.poll()
    until(lambda: len(done) > 0)
    preparation.pause()
    time.sleep(0.02)
    before = len(done)
    time.sleep(0.1)
    assert len(done) == before
    preparation.poll()
    until(lambda: len(done) > before)
    preparation.close()


def test_what_is_left_of_another_state_is_dropped() -> None:
    host = Resting()
    gate, begun = threading.Event(), threading.Event()
    first, other = race(), race()
    done: list[tuple[object, int]] = []

    def pieces(state: object, side: str) -> Iterator[None]:
        for number in range(2):
            begun.set()
            gate.wait(60)
            done.append((state, number))
            yield

    preparation = Preparation(host, pieces)
    preparation.follow(first, "red")
    preparation.poll()
    assert begun.wait(60)
    preparation.follow(other, "blue")
    preparation.follow(other, "blue")
    gate.set()
    until(lambda: len(done) == 3)
    assert [(state is first.state, number) for state, number in done] == [(True, 0), (False, 0), (False, 1)]
    preparation.close()


def test_closed_it_ends_although_nothing_rests() -> None:
    host = Resting(is_resting=False)
    preparation = Preparation(host, lambda state, side: iter(()))
    preparation.follow(race(), "red")
    preparation.close()
    until(lambda: not any(thread.name.startswith("preparation") for thread in threading.enumerate()))
    assert host.waited == []


def test_battle_has_prepared_what_the_person_to_choose_may_ask_next(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register_race(monkeypatch, tmp_path)
    start = read_battle(begun_race(tmp_path / "morning.battle.jsonl"))
    asked: list[tuple[object, str]] = []

    def pieces(state: object, side: str) -> Iterator[None]:
        asked.append((state, side))
        yield

    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as (window, _):
        desk = BattleDesk(window, replace(start, rules=replace(start.rules, prepared=pieces)), lambda: None)
        limit = time.monotonic() + 60
        while not asked:
            window.step(1 / 60)
            desk.poll()
            assert time.monotonic() < limit, "nothing was prepared"
        desk.close()
    assert asked[0] == (start.game.state, "red")
