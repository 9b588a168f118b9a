"""Tool tips are shown where the pointer came to rest by its own motion."""

import pytest
from imgui_bundle import imgui, imgui_ctx

from tests.app.panel_bench import SIZE, PanelBench
from warcry3d.app.widgets.tool_tips import is_tip_due, tool_tip_below

LOW, HIGH = 100.0, 300.0


class Bench(PanelBench):
    """Draws a panel of two items, a button and a text below it, its top where it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.due: tuple[bool, bool] = (False, False)
        self.frames(LOW, 2)

    def frames(self, top: float, count: int = 1) -> tuple[bool, bool]:
        """Return whether tips of button and text are due in the last of some frames."""

        def draw() -> list[None]:
            imgui.set_next_window_pos((50.0, top))
            imgui.set_next_window_size((300.0, 150.0))
            with imgui_ctx.begin("panel", None, imgui.WindowFlags_.no_decoration.value):
                imgui.button("button", (200.0, 30.0))
                button = is_tip_due()
                imgui.text_unformatted("a text, which has no id")
                self.due = (button, is_tip_due())
            return []

        self.draw(draw, count)
        return self.due


def test_tip_comes_once_the_pointer_rests_where_it_moved_to() -> None:
    bench = Bench()
    bench.panels.mouse_moved(100.0, LOW + 20)
    assert bench.frames(LOW) == (False, False), "it is on its way, perhaps"
    assert bench.frames(LOW) == (True, False)
    bench.panels.mouse_moved(103.0, LOW + 22)
    assert bench.frames(LOW) == (True, False), "it stays while the pointer moves on over the same item"
    bench.panels.mouse_moved(100.0, LOW + 50)
    assert bench.frames(LOW) == (False, False)
    assert bench.frames(LOW) == (False, True)
    bench.panels.close()


def test_item_that_comes_under_a_pointer_at_rest_has_no_tip() -> None:
    bench = Bench()
    for below in (20.0, 50.0):
        bench.panels.mouse_moved(100.0, HIGH + below)
        assert bench.frames(LOW, 3) == (False, False), "nothing is there"
        assert bench.frames(HIGH, 5) == (False, False), "the panel came, not the pointer"
        bench.panels.mouse_moved(102.0, HIGH + below)
        assert any(bench.frames(HIGH, 2)), "now it moved"
        assert bench.frames(LOW, 2) == (False, False)
    bench.panels.close()


@pytest.mark.parametrize(("top", "is_below"), [(100.0, True), (SIZE[1] - 150.0, False)])
def test_tip_of_a_card_stands_below_it_or_over_it_where_there_is_no_room(top: float, is_below: bool) -> None:
    """It lay over the title of the next card."""
    bench, tips = PanelBench(), list[tuple[float, float, float]]()

    def draw() -> list[None]:
        imgui.set_next_window_pos((50.0, top))
        imgui.set_next_window_size((300.0, 150.0))
        with imgui_ctx.begin("panel", None, imgui.WindowFlags_.no_decoration.value):
            imgui.button("card", (200.0, 100.0))
            low, high = imgui.get_item_rect_min().y, imgui.get_item_rect_max().y
            tool_tip_below("Board 1\nboard-1.table.json")
        tip = imgui.internal.find_window_by_name("##Tooltip_00")
        if tip is not None and tip.active:
            tips.append((tip.pos.x, tip.pos.y - high, low - tip.pos.y - tip.size.y))
        return []

    bench.draw(draw, 2)
    bench.panels.mouse_moved(150.0, top + 80)
    bench.draw(draw, 5)
    left, below, over = tips[-1]
    assert 50.0 <= left <= 70.0
    assert 0 <= (below if is_below else over) < 10
    bench.panels.close()
