"""Rows of choices: values stand where they take the fewest lines."""

from imgui_bundle import imgui, imgui_ctx

from tests.app.panel_bench import PanelBench
from warcry3d.app.widgets.choices import choice_row


def height_of(title: str, names: list[str], *, width: float) -> float:
    """Return how high a row is drawn, in lines of buttons."""
    bench, made = PanelBench(), [0.0]

    def draw() -> list[None]:
        with imgui_ctx.begin_child("column", (width, 300)):
            before = imgui.get_cursor_pos_y()
            choice_row(title, "", names, 0, 1.0)
            made[0] = (imgui.get_cursor_pos_y() - before) / imgui.get_frame_height_with_spacing()
        return []

    bench.draw(draw)
    bench.panels.close()
    return made[0]


def test_values_stand_below_a_long_title_where_they_take_fewer_lines_there() -> None:
    title, names = "after how many rounds the battle ends", ["1", "2", "3", "4", "5"]
    assert [round(height_of(title, names, width=width)) for width in (700.0, 400.0)] == [1, 2]
