"""The Judge room's panel: who looks at whom, the answers and why, what may be changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.agreements import draw_agreements
from warcry3d.app.judge.fighter_list import draw_fighters
from warcry3d.app.judge.intents import JudgeAction
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import JudgePart, Wanted
from warcry3d.app.judge.verdict_cards import draw_verdict
from warcry3d.app.judge.verdict_sequel import VerdictSequel
from warcry3d.app.scene.colours import side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.short_text import shortened
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import beside, coloured, greyed, readable
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages import template
from warcry3d.messages.names import fighter_name

__all__ = ["MOVING_ROOM", "JudgeView"]

HELP = (
    template("click: pick the viewer, then the target"),
    template("right click: another viewer"),
    template("drag: orbit; right drag: pan; wheel: zoom"),
    template("1 to 6: views; E: model's eye; M: move"),
    template("space: swap; Esc: one step back"),
)
MOVING_ROOM = "play"
"""The room in which fighters are moved."""
TITLE = 1.2
ARROW = 30.0
"""Room beside a name for the arrow to the next (points)."""
FOOT = 38.0
"""Height of the buttons at the panel's foot (points)."""
HAND_OVER = (0.16, 0.36, 0.20, 1.0)


@dataclass(frozen=True)
class JudgeView:
    """Draws the panel into a frame, with the cards of the room's ``parts`` below the verdict.

    ``key_label``: the key of an action as people know it, by the name of its binding; ``step``: after which step of a
    battle, of how many, the table stands.
    """

    frame: Frame
    parts: Sequence[JudgePart] = ()
    key_label: Callable[[str], str] = str
    step: tuple[int, int] | None = None

    def draw(self, model: JudgeModel) -> list[Wanted]:
        """Draw it and return what was asked for, in order."""
        wanted: list[Wanted] = []
        with side_panel("judge", self.frame.panel):
            if model.viewer is None:
                self._nobody()
            else:
                self._pair(model, wanted)
            self._buttons(model, wanted)
            if self.step is not None:
                step, steps = self.step
                imgui.text_disabled(self.frame.words.say("After step {step} of {steps}.", step=step, steps=steps))
            foot = self._foot_height(model)
            with imgui_ctx.begin_child("answers", (0, -foot if foot else 0)):
                if model.target is None:
                    wanted += draw_fighters(self.frame, model)
                draw_verdict(self.frame, model)
                for part in self.parts:
                    wanted += part.draw_cards(self.frame)
                if model.viewer is not None:
                    wanted += self._agreements(model)
                else:
                    help_at_foot([self.frame.words.say(line) for line in HELP], self.frame.scale)
            if foot:
                self._foot(model, wanted)
        return wanted

    def _agreements(self, model: JudgeModel) -> list[Wanted]:
        """Draw what counts; while a verdict is on its way, or what follows from it, where it stood before."""
        store, known = imgui.get_state_storage(), imgui.get_id("agreements")
        is_settling = _is_coming(model) or any(one.is_working for one in self.parts if isinstance(one, VerdictSequel))
        if is_settling and model.target is not None and imgui.get_scroll_y() > 0:
            imgui.set_cursor_pos_y(max(store.get_float(known), imgui.get_cursor_pos_y()))
        store.set_float(known, imgui.get_cursor_pos_y())
        return draw_agreements(self.frame, model)

    def _nobody(self) -> None:
        words = self.frame.words
        with self._large(1.4):
            imgui.text_unformatted(words.say("Who sees whom?"))
        imgui.text_unformatted(words.say("Click the fighter that looks."))

    def _pair(self, model: JudgeModel, wanted: list[Wanted]) -> None:
        """Draw viewer and target by name, and the button that swaps them."""
        words = self.frame.words
        ids = [id for id in (model.viewer, model.target) if id is not None]
        with self._large(TITLE):
            for number, id in enumerate(ids):
                side = model.table.model(id).side
                name = shortened(fighter_name(id, words), imgui.get_content_region_avail().x - ARROW * self.frame.scale)
                if number:
                    imgui.same_line(0, 6 * self.frame.scale)
                    imgui.text_unformatted("→")
                    beside(imgui.calc_text_size(name).x, 6 * self.frame.scale)
                coloured(name, readable(side_colour(side)))
        if model.target is None:
            imgui.text_unformatted(words.say("Click the fighter it looks at."))
            return
        # The key stands on the button where both names leave room for it.
        label, pad = words.say("Swap"), 2 * imgui.get_style().frame_padding.x
        whole = words.say("{key} {what}", key=self.key_label("judge.swap"), what=label)
        end = imgui.get_cursor_screen_pos().x + imgui.get_content_region_avail().x
        if imgui.get_item_rect_max().x + imgui.get_style().item_spacing.x + imgui.calc_text_size(whole).x + pad <= end:
            label = whole
        width = imgui.calc_text_size(label).x + pad
        beside(width)
        left = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - width
        imgui.set_cursor_pos_x(max(imgui.get_cursor_pos_x(), left))
        if imgui.button(f"{label}##swap"):
            wanted.append(JudgeAction.SWAP)

    def _buttons(self, model: JudgeModel, wanted: list[Wanted]) -> None:
        """Draw what else can be done with those picked."""
        words = self.frame.words
        buttons: list[tuple[str, Wanted]] = []
        if model.target is not None:
            eye = words.say("To the table") if model.through_eye else words.say("Model's eye")
            buttons = [(eye, JudgeAction.TOGGLE_EYE), (words.say("Close up"), JudgeAction.LOOK_AT_BOTH)]
        if model.viewer is not None:
            buttons.append((words.say("Clear"), JudgeAction.CLEAR))
        buttons.append((words.say("Move"), MOVING_ROOM))
        for number, (name, intent) in enumerate(buttons):
            if number:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(name):
                wanted.append(intent)
        space(0.1)

    def _foot_height(self, model: JudgeModel) -> float:
        """Return how much of the panel's foot is kept for what hands the verdict over (pixels)."""
        if model.judgement is None and not _is_coming(model):
            return 0.0
        return float(FOOT * self.frame.scale + imgui.get_style().item_spacing.y)

    def _foot(self, model: JudgeModel, wanted: list[Wanted]) -> None:
        """Draw the buttons that hand the verdict over."""
        words, scale = self.frame.words, self.frame.scale
        gap = imgui.get_style().item_spacing.x
        size = ((imgui.get_content_region_avail().x - gap) / 2, FOOT * scale)
        imgui.begin_disabled(not model.is_certified or model.judgement is None)
        with imgui_ctx.push_style_color(imgui.Col_.button.value, HAND_OVER):
            if imgui.button(words.say("Certificate"), size):
                wanted.append(JudgeAction.SAVE_CERTIFICATE)
        imgui.end_disabled()
        if model.is_certified:
            tool_tip(words.say("one page to hand over: verdict, proof and table, in any browser"))
        else:
            tool_tip(
                words.say("this rule system decides sight exactly by rules of its own: there is no proof to write")
            )
        imgui.same_line()
        with greyed(model.judgement is None):
            if imgui.button(words.say("Picture"), size):
                wanted.append(JudgeAction.SAVE_PICTURE)

    def _large(self, size: float) -> imgui_ctx.push_font:
        return imgui_ctx.push_font(self.frame.bold, imgui.get_style().font_size_base * size)


def _is_coming(model: JudgeModel) -> bool:
    """Return whether two are picked and nothing is known of them yet."""
    return model.target is not None and model.judgement is None and model.is_waiting
