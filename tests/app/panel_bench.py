"""What tests of panels share: panels laid out without GL, with a pointer that clicks all over them."""

from collections.abc import Callable
from typing import TypeVar

from imgui_bundle import imgui

from warcry3d.app.scene.camera import Shot
from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda, shipped_fonts
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import panel_width
from warcry3d.app.widgets.theme import apply_theme
from warcry3d.messages import Words

Intent = TypeVar("Intent")
SIZE = (900, 620)
MENU = 36.0
SHOT = Shot((6.0, -6.0, 6.0), (6.0, 4.0, 0.0), 0.7)


class PanelBench:
    """Lays panels out frame by frame and presses what is on them; they answer, and nothing is drawn."""

    def __init__(self) -> None:
        self.panels = ImGuiPanda(shipped_fonts(23.0), SIZE)
        apply_theme(1.0)

    def frame_of(self, words: Words) -> Frame:
        """Return what a room draws its panel with, at the right of the window."""
        width = panel_width(SIZE[0], 1.0)
        rectangle = (SIZE[0] - width, MENU, width, SIZE[1] - MENU)
        return Frame(words, rectangle, (SIZE[0] - width, SIZE[1]), SHOT, self.panels.bold, 1.0, True, True)

    def draw(self, draw: Callable[[], list[Intent]], count: int = 1) -> list[Intent]:
        wanted: list[Intent] = []
        for _ in range(count):
            with self.panels.frame(1 / 60):
                wanted += draw()
        return wanted

    def click(self, draw: Callable[[], list[Intent]], at: tuple[float, float]) -> list[Intent]:
        self.panels.mouse_moved(*at)
        wanted = self.draw(draw)
        for down in (True, False):
            self.panels.button("mouse1", down)
            wanted += self.draw(draw)
        return wanted + self.draw(draw)

    def sweep(self, draw: Callable[[], list[Intent]], low: tuple[int, int], high: tuple[int, int]) -> list[Intent]:
        """Point all over a rectangle, row by row, and click whatever lies under the pointer, once in a row; an open
        menu is closed where nothing does. Return everything asked for.
        """
        self.draw(draw, 2)
        wanted: list[Intent] = []
        for y in range(low[1], high[1], 12):
            last = 0
            for x in range(low[0], high[0], 24):
                found = self.under(draw, (x, y))
                if found != last:
                    wanted += self.click(draw, (x, y))
                last = found
        return wanted

    def under(self, draw: Callable[[], list[Intent]], at: tuple[float, float]) -> int:
        """Return a number that stands for what lies under a point; 0: nothing."""
        self.panels.mouse_moved(*at)
        with self.panels.frame(1 / 60):
            draw()
            found = int(imgui.internal.get_hovered_id())
            is_menu = imgui.is_popup_open("", imgui.PopupFlags_.any_popup)
        return found or (-1 if is_menu else 0)

    def pressed(self, draw: Callable[[], list[Intent]]) -> list[Intent]:
        """Click all over the panel; return everything asked for."""
        return self.sweep(draw, (SIZE[0] - panel_width(SIZE[0], 1.0), round(MENU)), SIZE)

    def is_inside(self, draw: Callable[[], list[Intent]], name: str) -> bool:
        """Return whether nothing in the window of a name runs over its right edge."""
        self.draw(draw, 3)
        panel = imgui.internal.find_window_by_name(name)
        return bool(0 < panel.content_size.x <= panel.size.x - 2 * panel.window_padding.x + 1)

    def close(self) -> None:
        self.panels.close()
