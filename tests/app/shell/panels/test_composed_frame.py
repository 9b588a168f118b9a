"""The picture that the screen shows: of each frame only the part that changed is drawn, and it looks as if all were."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.app.conftest import MakeModel, MakeTable
from tests.app.windows import Made, click, place_of, press, rested, steps, until, window_on
from warcry3d.app.scene.colours import GREEN
from warcry3d.app.scene.overlay_boxes import WHOLE, apart, size_of
from warcry3d.app.scene.overlays import Sign, SignKind
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released, Resized
from warcry3d.app.shell.window import Window


def pixels(made: Made) -> np.ndarray:
    texture = made[1].texture
    image = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8)
    return image.reshape(texture.getYSize(), texture.getXSize(), 3).copy()


def assert_is_whole(made: Made, what: str) -> None:
    """Compare the screen with the same frame, all of it drawn anew."""
    window, _ = made
    until(window, lambda: not window.is_changing)
    shown = pixels(made)
    window.panels._changes = (WHOLE,)
    window._scene.render(finish=window._composed.bring)
    assert window._composed.parts == (WHOLE,)
    differing = int((pixels(made) != shown).any(axis=2).sum())
    assert differing == 0, f"{differing} pixels of the screen are not as they should be after {what}"


def drawn_of(window: Window) -> float:
    """Return what share of the window the last frame drew."""
    return sum(size_of(part) for part in window._composed.parts)


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
            assert 0 < drawn_of(window) < 0.4
            assert_is_whole(made, f"a sign at {x}")


def test_changes_far_apart_are_drawn_by_themselves(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    """A model that is dragged, and what the panel beside says of it: the box around both was most of the window."""
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, _ = made
        until(window, lambda: not window.is_changing)
        steps(window)
        window.panels._changes = ((0.9, 0.9, 0.95, 0.95),)
        window._scene.explain((Sign((2.0, 3.0, 0.1), SignKind.RING, GREEN, 30.0),))
        window._scene.render(finish=window._composed.bring)
        assert len(window._composed.parts) == 2 and drawn_of(window) < 0.2
        assert_is_whole(made, "two changes")


def test_boxes_that_touch_or_are_too_many_become_one() -> None:
    boxes = [(x / 10, y / 10, (x + 1) / 10, (y + 1) / 10) for x, y in ((0, 0), (9, 0), (0, 9), (9, 9), (5, 5))]
    few = apart(boxes, most=3, spare=0.0)
    assert len(few) == 3
    assert all(any(f[0] <= b[0] and f[1] <= b[1] and f[2] >= b[2] and f[3] >= b[3] for f in few) for b in boxes)
    assert apart([*boxes, (0.05, 0.05, 0.95, 0.95)], most=3, spare=0.0) == (WHOLE,)
    assert len(apart(boxes, most=5, spare=0.0)) == 5
    assert len(apart(boxes, most=5, spare=0.2)) < 5


def test_frame_of_a_resized_window_is_drawn_whole(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, screen = made
        steps(window, 3)
        screen.size = (700, 500)
        screen.inputs += [Resized((700, 500)), Pressed("a"), Released("a")]
        steps(window, 1)
        assert window._composed.parts == (WHOLE,)
        steps(window, 2)
        assert window.panels.size == (700, 500)


def test_nothing_is_composed_where_nothing_changes(
    graphics: Graphics, make_model: MakeModel, make_table: MakeTable, tmp_path: Path
) -> None:
    with window_on(graphics, make_table(make_model("talon", 2, 2)), tmp_path / "small.table.json") as made:
        window, _ = made
        rested(window)
        steps(window, 2)
        assert drawn_of(window) == 0


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
