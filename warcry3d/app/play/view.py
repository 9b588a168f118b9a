"""The Play room's panel: the steps of a recorded battle, and the fighter in hand."""

from dataclasses import dataclass
from typing import TypeAlias

from imgui_bundle import imgui

from warcry3d.app.moves.model import MoveModel
from warcry3d.app.moves.view import MOVING_HELP, MovePanel, MoveWanted
from warcry3d.app.play.model import GoToStep, PlayIntent, PlayModel, StepBy
from warcry3d.app.play.timeline import Moment, Timeline
from warcry3d.app.scene.colours import AMBER, GOLD
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import bar, beside, paragraph
from warcry3d.messages import template

__all__ = ["PlayView", "PlayWanted"]

STEPPING_HELP = template("left, right: one step; Home, End: first and last")
MOST_LINES = 8
"""So many lines of a step are shown."""

PlayWanted: TypeAlias = PlayIntent | MoveWanted


@dataclass(frozen=True)
class PlayView:
    """Draws the panel into a frame. ``is_searching``: the field of the fighter in hand is being searched."""

    frame: Frame
    is_searching: bool = False

    def draw(self, model: PlayModel, moves: MoveModel) -> list[PlayWanted]:
        """Draw it and return what was asked for, in order."""
        words, wanted = self.frame.words, list[PlayWanted]()
        with side_panel("play", self.frame.panel):
            if model.timeline is not None and model.moment is not None and moves.held is None:
                self._timeline(model.timeline, model.step, model.moment, wanted)
            wanted += MovePanel(self.frame, self.is_searching).draw(moves)
            lines = [words.say(line) for line in MOVING_HELP]
            if model.timeline is not None:
                lines = [words.say(STEPPING_HELP), *lines]
            help_at_foot(lines, self.frame.scale)
        return wanted

    def _timeline(self, timeline: Timeline, step: int, moment: Moment, wanted: list[PlayWanted]) -> None:
        words = self.frame.words
        with_size = imgui.get_style().font_size_base * 1.15
        imgui.push_font(self.frame.bold, with_size)
        imgui.text_unformatted(words.say("Step {step} of {steps}", step=step, steps=timeline.steps))
        imgui.pop_font()
        imgui.set_next_item_width(-1)
        changed, chosen = imgui.slider_int("##step", step, 0, timeline.steps, "")
        if changed:
            wanted.append(GoToStep(chosen))
        buttons: list[tuple[str, PlayIntent, bool]] = [
            (words.say("First"), GoToStep(0), step > 0),
            (words.say("Back"), StepBy(-1), step > 0),
            (words.say("Next"), StepBy(1), step < timeline.steps),
            (words.say("Last"), GoToStep(timeline.steps), step < timeline.steps),
        ]
        for number, (name, intent, is_on) in enumerate(buttons):
            if number:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            imgui.begin_disabled(not is_on)
            if imgui.button(name):
                wanted.append(intent)
            imgui.end_disabled()
        space(0.2)
        with bar(GOLD, self.frame.scale):
            for line in moment.standing_lines(words):
                paragraph(line)
        lines = moment.event_lines(words)
        for line in lines[:MOST_LINES]:
            paragraph(line)
        if len(lines) > MOST_LINES:
            imgui.text_disabled(words.count("and {n} more", "and {n} more", len(lines) - MOST_LINES))
        if not timeline.is_whole and step == timeline.steps:
            paragraph(words.say("The rules diverge from the record after this step."), AMBER)
        space(0.3)
        imgui.separator()
