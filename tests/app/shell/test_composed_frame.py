"""The picture that the screen shows: of each frame only the part that changed is drawn, and it looks as if all were."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, click, place_of, press, steps, until, window_on
from warcry3d.app.scene.colours import GREEN
from warcry3d.app.scene.overlay_boxes import WHOLE, Box
from warcry3d.app.scene.overlays import Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released, Resized


def pixels(made: Made) -> np.ndarray:
    texture = made[1].texture
    image = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8)
    return image.reshape(texture.getYSize(), texture.getXSize(), 3).copy()


def assert_is_whole(made: Made, what: str) -> None:
    """Compare the screen with the same frame, all of it drawn anew."""
    window, _ = made
    until(window, lambda: not window.is_changing)
    shown = pixels(made)
    window.panels._changes = WHOLE
    window._scene.render(finish=window._composed.bring)
    assert window._composed.damage == WHOLE
    differing = int((pixels(made) != shown).any(axis=2).sum())
    assert differing == 0, f"{differing} pixels of the screen are not as they should be after {what}"


def size_of(part: Box) -> float:
    left, top, right, bottom = part
    return max(right - left, 0.0) * max(bottom - top, 0.0)


def test_screen_looks_as_if_all_of_it_were_drawn_in_each_frame(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    table = make_table(make_model("talon", 2, 2), make_model("other", 6, 4))
    with window_on(graphics, table, tmp_path / "small.table.json") as made:
        window, screen = made
        until(window, lambda: not window.is_changing)
        steps(window)
        acts: dict[str, Callable[[], object]] = {
            "viewer": lambda: click(made, place_of(window, "talon")),
            "target": lambda: click(made, place_of(window, "other")),
            "moving": lambda: press(made, "m"),
            "settings": lambda: press(made, "f2"),
            "hovering": lambda: screen.inputs.append(PointerMoved((400.0, 200.0))),
        }
        for what, act in acts.items():
            act()
            steps(window)
            assert_is_whole(made, what)


def test_of_signs_that_come_and_go_their_part_is_drawn(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, _ = made
        until(window, lambda: not window.is_changing)
        steps(window)
        for x in (1.0, 2.0, 6.0):
            window._scene.explain((Sign((x, 3.0, 0.1), SignKind.RING, GREEN, 30.0),))
            window._scene.render(finish=window._composed.bring)
            assert 0 < size_of(window._composed.damage) < 0.4
            assert_is_whole(made, f"a sign at {x}")


def test_frame_of_a_resized_window_is_drawn_whole(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, screen = made
        steps(window, 3)
        screen.size = (700, 500)
        screen.inputs += [Resized((700, 500)), Pressed("a"), Released("a")]
        steps(window, 1)
        assert window._composed.damage == WHOLE
        steps(window, 2)
        assert window.panels.size == (700, 500)


def test_nothing_is_composed_where_nothing_changes(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, _ = made
        until(window, lambda: not window.is_changing and window.is_resting)
        steps(window, 2)
        assert size_of(window._composed.damage) == 0


def test_settings_without_colours_draw_no_table_anew(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as (window, _):
        until(window, lambda: not window.is_changing)
        window.use_settings(replace(window.settings, hints=("given",)))
        assert not window.is_changing
        window.use_settings(replace(window.settings, has_safe_colours=True))
        assert window.is_changing
        window.use_settings(replace(window.settings, has_safe_colours=False))
