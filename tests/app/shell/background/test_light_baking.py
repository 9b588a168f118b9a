"""Light that is baked while the table is already on screen, with a baking that the test lets go."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, rested, steps, until, window_on
from tests.patience import PATIENCE
from tests.zoo import table_json
from warcry3d.app.scene import bake, piece, world
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.shell.background import light_baking
from warcry3d.app.shell.rooms import load_file


class SlowBaking:
    """Baking that waits until it is let go."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.begun = 0

    def install(self, patch: pytest.MonkeyPatch) -> None:
        for module, name in ((piece, "bake_group"), (world, "board_light")):
            patch.setattr(module, name, self._waiting(getattr(bake, name)))

    def _waiting(self, work):  # type: ignore[no-untyped-def]
        def wait(*args, **kwargs):  # type: ignore[no-untyped-def]
            self.begun += 1
            assert self.gate.wait(PATIENCE)
            return work(*args, **kwargs)

        return wait


@pytest.fixture
def baking(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SlowBaking]:
    """Yield a baking that waits, with an empty cache."""
    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path / "cache"))
    made = SlowBaking()
    made.install(monkeypatch)
    yield made
    made.gate.set()


@pytest.fixture
def made(graphics: Graphics, make_model: MakeModel, make_table: MakeTable, baking: SlowBaking) -> Iterator[Made]:
    """Yield a window on a table whose things have no light yet."""
    table = make_table(make_model("talon", 2, 2), walls={"wall": ((1, 4, 0), (11, 4.4, 3))})
    with window_on(graphics, table, Path("dark-field.table.json")) as window:
        yield window
    baking.gate.set()
    window[0]._baking._pool.shutdown()  # waits, so that nothing is kept in the cache of the next test


def shown(made: Made) -> np.ndarray:
    """Return the table's part of the screen."""
    steps(made[0], 31)
    return pixels(made[1].texture).astype(int)[40:, : made[0].picture_size[0] - 2]


def test_table_is_shown_before_its_light_is_baked_and_lit_after(made: Made, baking: SlowBaking) -> None:
    window, _ = made
    until(window, lambda: not window.is_changing)
    until(window, lambda: baking.begun > 0)
    plain = shown(made)
    assert plain.std() > 10
    assert len(window._scene.world.unlit) == 3  # the board, the wall, the figure
    baking.gate.set()
    until(window, lambda: not window._scene.world.unlit)
    assert (np.abs(shown(made) - plain).max(axis=2) > 12).sum() > 1000


def test_baking_begins_only_when_the_table_is_on_screen(made: Made, baking: SlowBaking) -> None:
    window, _ = made
    while window.is_changing:
        assert baking.begun == 0
        window.step(1 / 60)
    until(window, lambda: baking.begun == 1)


def test_things_are_lit_as_their_light_is_found(
    made: Made, baking: SlowBaking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(light_baking, "BATCH", 0.0)
    window, _ = made
    until(window, lambda: baking.begun > 0)
    baking.gate.set()
    seen = {len(window._scene.world.unlit)}
    while window._scene.world.unlit:
        window.step(1 / 60)
        seen.add(len(window._scene.world.unlit))
    assert seen == {3, 2, 1, 0}


def test_waiting_for_light_the_window_rests_and_draws_once_when_it_comes(made: Made, baking: SlowBaking) -> None:
    window, screen = made
    until(window, lambda: baking.begun > 0)
    rested(window)
    baking.gate.set()
    drawn = 0
    while window._scene.world.unlit:
        window.step(1 / 60)
        drawn += screen.graphics.host.isActive() and window._calm % 15 != 0
        assert window.is_resting
    assert 1 <= drawn <= 3


def test_light_of_what_is_no_longer_on_the_table_is_dropped(
    made: Made, baking: SlowBaking, make_table: MakeTable
) -> None:
    window, _ = made
    until(window, lambda: baking.begun > 0)
    window.change_table(make_table())
    steps(window)
    until(window, lambda: not window.is_changing)
    before = window._scene.world.root.get_shader_input("board_light").get_texture()
    baking.gate.set()
    until(window, lambda: not window._scene.world.unlit)
    assert window._scene.world.root.get_shader_input("board_light").get_texture() == before
    assert bytes(before.get_ram_image()).strip(b"\xff") == b""  # nothing stands on the board: all of it is open


def test_window_closes_while_light_is_baked(graphics: Graphics, make_table: MakeTable, baking: SlowBaking) -> None:
    table = make_table(walls={"wall": ((1, 4, 0), (11, 4.4, 3))})
    with window_on(graphics, table, Path("dark-field.table.json")) as (window, _):
        until(window, lambda: baking.begun > 0)
        stopped = window._baking
    baking.gate.set()
    assert stopped._batch is not None
    assert len(stopped._batch[1].result(PATIENCE)) == 1  # what was under way, and nothing after it


def test_thing_whose_light_fails_stays_plain_and_the_window_goes_on(
    graphics: Graphics, make_table: MakeTable, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no rays today")

    monkeypatch.setenv("WARCRY3D_CACHE", str(tmp_path))
    monkeypatch.setattr(piece, "bake_group", fail)
    table = make_table(walls={"wall": ((1, 4, 0), (11, 4.4, 3))})
    with window_on(graphics, table, Path("dark-field.table.json")) as (window, _):
        until(window, lambda: window._baking._has_shown and not window._scene.world.unlit)
        assert not window.is_closed


def test_light_that_is_kept_is_there_at_once(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, baking: SlowBaking
) -> None:
    baking.gate.set()
    table = make_table(make_model("talon", 2, 2), walls={"wall": ((1, 4, 0), (11, 4.4, 3))})
    with window_on(graphics, table, Path("one.table.json")) as (window, _):
        until(window, lambda: window._baking._has_shown and not window._scene.world.unlit)
    begun = baking.begun
    with window_on(graphics, table, Path("two.table.json")) as (window, _):
        steps(window, 2)
        assert not window._scene.world.unlit
    assert baking.begun == begun == 3


def test_file_is_loaded_with_its_surfaces_and_without_baking(baking: SlowBaking, tmp_path: Path) -> None:
    path = tmp_path / "field.table.json"
    path.write_text(json.dumps(table_json()))
    loaded = load_file(path)
    assert loaded.scene is not None
    assert set(loaded.scene.pieces) == {feature.piece for feature in loaded.table.terrain.features}
    assert {figure for figure, _ in loaded.scene.figures} == {model.figure for model in loaded.table.models}
    assert baking.begun == 0
