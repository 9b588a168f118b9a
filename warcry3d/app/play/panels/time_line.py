"""The time line: all steps of a battle side by side, rounds and activations marked. Click or drag to look at one."""

from imgui_bundle import imgui

from warcry3d.app.play.intents import LookAtStep
from warcry3d.app.play.panels.frame import DIM, PlayFrame
from warcry3d.app.play.time_marks import TimeMark, TimeMarks
from warcry3d.app.scene.colours import GOLD, PAPER
from warcry3d.app.widgets.theme import packed
from warcry3d.game.ruleset import Outcome

__all__ = ["TimeLine"]

HEAD = 4.0
"""Half the width of the sign at the step that is looked at (points)."""


class TimeLine:
    """Draws the time line; keeps its marks."""

    def __init__(self) -> None:
        self._marks = TimeMarks()

    def draw(self, panel: PlayFrame) -> None:
        """Draw it over the report."""
        model = panel.model
        if not model.shown:
            return
        left, top, width, height = panel.layout.time_line
        with panel.window("play-time", (left, top), (width, height)):
            at, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail()
            size = (max(room.x, 1.0), max(room.y, 1.0))
            imgui.invisible_button("##time", size)
            share = min(max((imgui.get_mouse_pos().x - at.x) / size[0], 0.0), 1.0)
            step = round(share * model.shown)
            if imgui.is_item_active() and step != model.moment.step:
                panel.wanted.append(LookAtStep(step))
            panel.tooltip(
                panel.say("Step {step} of {steps}: click or drag to look at it.", step=step, steps=model.shown)
            )
            self._draw(panel, (at.x, at.y), size)

    def _draw(self, panel: PlayFrame, at: tuple[float, float], size: tuple[float, float]) -> None:
        paper, model, scale = imgui.get_window_draw_list(), panel.model, panel.scale
        middle = at[1] + size[1] / 2
        paper.add_line((at[0], middle), (at[0] + size[0], middle), packed(DIM, 0.8), 2 * scale)
        done = at[0] + size[0] * model.moment.step / model.shown
        paper.add_line((at[0], middle), (done, middle), packed(GOLD, 0.9), 3 * scale)
        is_over = isinstance(model.game.pending, Outcome)
        for one in self._marks.placed(model.game, model.rules.headings, model.shown, size[0], is_over=is_over):
            self._mark(panel, one.mark, (at[0] + size[0] * one.share, middle), size[1] / 2, one.number)
        head = HEAD * scale
        paper.add_rect_filled((done - head, at[1]), (done + head, at[1] + size[1]), packed(PAPER, 0.95), 3 * scale)

    def _mark(self, panel: PlayFrame, mark: TimeMark, at: tuple[float, float], half: float, number: int) -> None:
        paper, (x, middle) = imgui.get_window_draw_list(), at
        if mark.rank > 1:
            side = panel.model.moment.side_of(mark.model)
            colour = panel.colour(side) if side else DIM
            paper.add_line((x, middle - 0.4 * half), (x, middle + 0.4 * half), packed(colour, 0.9), 1.5 * panel.scale)
            return
        paper.add_line((x, middle - half), (x, middle + half), packed(PAPER, 0.9), 2 * panel.scale)
        if not number:
            return
        with panel.text(0.55):
            paper.add_text((x + 3 * panel.scale, middle - half), packed(PAPER, 0.9), str(number))
