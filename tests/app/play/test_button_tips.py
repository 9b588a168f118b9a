"""Tool tips of the action bar: what they say beyond the button, and where they stand."""

from dataclasses import replace

import pytest
from imgui_bundle import imgui

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.panels.button import ActionButton, draw_button
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.shell.settings import Settings
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller


def tip_over(bench: PanelBench, why: tuple[str, ...], strip_top: float) -> tuple[float, float] | None:
    """Return top and height of the tool tip of a button in the action bar; None: it has none."""
    words, layout = Words("en"), layout_of(*SIZE, 0.0, 1.0)
    panel = PlayFrame(bench.frame_of(words), race_model(), layout, Teller(words), Settings())
    panel = replace(panel, strip_top=strip_top)
    left, top, width, height = layout.bar

    def draw() -> list[str]:
        with panel.window("play-bar", (left, top), (width, height)):
            draw_button(panel, ActionButton("w", "W", "Wait", why=lambda: why))
        return []

    for step in range(4):
        bench.panels.mouse_moved(left + 40 + step, top + 30)
        bench.draw(draw)
    bench.draw(draw, 3)
    tip = imgui.internal.find_window_by_name("##Tooltip_00")
    return (tip.pos.y, tip.size.y) if tip is not None and tip.was_active and not tip.hidden else None


@pytest.mark.parametrize("strip_top", [400.0, 300.0])
def test_tip_stands_above_the_prompt(bench: PanelBench, strip_top: float) -> None:
    """It stood on the prompt, which says what to do."""
    found = tip_over(bench, ("It can be activated again this round.",), strip_top)
    assert found is not None and found[0] + found[1] <= strip_top


def test_button_that_its_title_says_all_of_has_no_tip(bench: PanelBench) -> None:
    """The tip of Throw said Throw."""
    assert tip_over(bench, (), 400.0) is None
