"""The end of a battle: what its plots show."""

from itertools import pairwise

import pytest
from imgui_bundle import imgui, implot

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.panels.end import EndPanel, bars_beside
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.summary import BattleSummary
from warcry3d.app.shell.settings import Settings
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller


@pytest.mark.parametrize("sides", [1, 2, 3, 4])
def test_bars_of_two_sides_never_lie_over_each_other(sides: int) -> None:
    middles, widths = zip(*(bars_beside(5, place, sides) for place in range(sides)), strict=True)
    every = sorted(x for some in middles for x in some.tolist())
    assert all(b - a >= max(widths) for a, b in pairwise(every))
    assert every[0] - max(widths) / 2 > 0.5 and every[-1] + max(widths) / 2 < 5.5


def test_points_of_sides_that_are_equal_are_written_over_a_bar_each(bench: PanelBench) -> None:
    words, model = Words("en"), race_model()
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())
    written: list[str] = []
    plot_text = implot.plot_text

    def heard(text: str, *place: object) -> None:
        written.append(text)
        plot_text(text, *place)  # type: ignore[arg-type]

    def draw() -> list[str]:
        if implot.get_current_context() is None:
            implot.create_context()
        written.clear()
        imgui.set_next_window_size((400, 300))
        imgui.begin("end")
        EndPanel()._points(panel, BattleSummary(points={"red": (0, 2), "blue": (0, 2)}, damage={}, luck={}))
        imgui.end()
        return []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(implot, "plot_text", heard)
        bench.draw(draw, 3)
    assert written == ["0", "2", "0", "2"]
