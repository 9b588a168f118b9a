"""The Judge room's panel: who looks at whom, the answers and why, what may be changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.intents import CountTag, JudgeAction
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import JudgePart, Wanted
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, GREEN, PAPER, RED, Colour, side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import help_at_foot, side_panel, space
from warcry3d.app.widgets.theme import bar, beside, coloured, paragraph, readable
from warcry3d.messages import template
from warcry3d.messages.names import fighter_name
from warcry3d.messages.verdicts import cover_sentences, headlines, sight_sentence
from warcry3d.rules.results import Judgement
from warcry3d.sight.verdict import Hidden, Seen
from warcry3d.table.models import Tag

__all__ = ["JudgeView"]

HELP = (
    template("click: pick the viewer, then the target"),
    template("right click: another viewer"),
    template("drag: orbit; right drag: pan; wheel: zoom"),
    template("1 to 6: views; E: model's eye; M: move"),
    template("space: swap; Esc: one step back"),
)
MOVING_ROOM = "play"
"""The room in which fighters are moved."""


@dataclass(frozen=True)
class JudgeView:
    """Draws the panel into a frame, with the cards of the room's ``parts`` below the verdict."""

    frame: Frame
    parts: Sequence[JudgePart] = ()

    def draw(self, model: JudgeModel) -> list[Wanted]:
        """Draw it and return what was asked for, in order."""
        wanted: list[Wanted] = []
        words = self.frame.words
        with side_panel("judge", self.frame.panel):
            if model.viewer is None:
                with self._large(1.4):
                    imgui.text_unformatted(words.say("Who sees whom?"))
                imgui.text_unformatted(words.say("Click the fighter that looks."))
            else:
                self._pair(model)
            if model.judgement is not None:
                self._answers(model.judgement)
            elif model.failure is not None:
                self._answer(words.say("No answer"), RED, [words.error(model.failure)])
            elif model.is_waiting:
                coloured(words.say("judging..."), AMBER)
            for part in self.parts:
                wanted += part.draw_cards(self.frame)
            self._choices(model, wanted)
            help_at_foot([words.say(line) for line in HELP], self.frame.scale)
        return wanted

    def _pair(self, model: JudgeModel) -> None:
        viewer = model.table.model(model.viewer or "")
        with self._large(1.15):
            coloured(fighter_name(viewer.id, self.frame.words), readable(side_colour(viewer.side)))
            if model.target is not None:
                target = model.table.model(model.target)
                imgui.same_line()
                imgui.text_unformatted("→")
                imgui.same_line()
                coloured(fighter_name(target.id, self.frame.words), readable(side_colour(target.side)))
        if model.target is None:
            imgui.text_unformatted(self.frame.words.say("Click the fighter it looks at."))

    def _answers(self, judgement: Judgement) -> None:
        words = self.frame.words
        seen, covered = headlines(judgement, words)
        match judgement.sight:
            case Seen():
                colour = GREEN
            case Hidden():
                colour = RED
            case _:
                colour = AMBER
        self._answer(seen, colour, [sight_sentence(judgement, words)])
        if judgement.cover is not None:
            colour = BLUE if judgement.cover.verdict else PAPER
            self._answer(covered, colour, cover_sentences(judgement, words))
        self._distances(judgement)

    def _answer(self, headline: str, colour: Colour, lines: Sequence[str]) -> None:
        """Draw an answer: its headline large, a bar of its colour beside all of it."""
        space(0.35)
        with bar(colour, self.frame.scale):
            with self._large(1.4):
                coloured(headline, colour)
            for sentence in lines:
                paragraph(sentence)

    def _distances(self, judgement: Judgement) -> None:
        apart, words = judgement.distance, self.frame.words
        rows = (
            (words.say("base to base"), apart.direct),
            (words.say("across"), apart.horizontal),
            (words.say("up or down"), apart.vertical),
        )
        space(0.35)
        stretched = imgui.TableFlags_.sizing_stretch_same.value
        with bar(GOLD, self.frame.scale), imgui_ctx.begin_table("distances", 3, stretched) as table:
            if not table:
                return
            for head, _ in rows:
                imgui.table_next_column()
                imgui.text_disabled(head)
            for _, inches in rows:
                imgui.table_next_column()
                with self._large(1.1):
                    imgui.text_unformatted(words.say("{inches:.2f} in", inches=inches))

    def _choices(self, model: JudgeModel, wanted: list[Wanted]) -> None:
        """Draw the buttons and the agreements."""
        words = self.frame.words
        space(0.3)
        imgui.separator()
        space(0.1)
        if model.viewer is None:
            if imgui.button(words.say("Move")):
                wanted.append(MOVING_ROOM)
            return
        buttons: list[tuple[str, Wanted]] = [
            (words.say("Clear"), JudgeAction.CLEAR),
            (words.say("Move"), MOVING_ROOM),
        ]
        if model.target is not None:
            eye = words.say("Back to the table") if model.through_eye else words.say("Model's eye")
            buttons = [(eye, JudgeAction.TOGGLE_EYE), (words.say("Swap"), JudgeAction.SWAP), *buttons]
        for number, (name, intent) in enumerate(buttons):
            if number:
                beside(imgui.calc_text_size(name).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(name):
                wanted.append(intent)
        self._agreements(model, wanted)

    def _agreements(self, model: JudgeModel, wanted: list[Wanted]) -> None:
        words = self.frame.words
        for tag, name in ((Tag.WEAPON, words.say("weapons count")), (Tag.BANNER, words.say("banners count"))):
            if tag is Tag.BANNER:
                beside(imgui.calc_text_size(name).x + 1.5 * imgui.get_frame_height(), 18 * self.frame.scale)
            changed, counts = imgui.checkbox(name, tag in model.tags)
            if changed:
                wanted.append(CountTag(tag, counts))

    def _large(self, size: float) -> imgui_ctx.push_font:
        return imgui_ctx.push_font(self.frame.bold, imgui.get_style().font_size_base * size)
