"""Everybody: lines from one model to all others on the table, and the panel that lists them."""

from collections.abc import Sequence
from dataclasses import replace

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.everybody import EVERYBODY, EverybodyState
from warcry3d.app.judge.fighter_list import draw_fighters
from warcry3d.app.judge.framing import is_on_screen
from warcry3d.app.judge.intents import ASKING, ChooseViewer, HoverFighter, PickTool, TooCloseCounts
from warcry3d.app.judge.matrix_part import asking, lines_of
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pair_signs import colour_of, cover_sign, facts, kind_of, sight_sign, sight_word
from warcry3d.app.judge.pairs import PairsState
from warcry3d.app.judge.part import Bench, JudgePart, Wanted
from warcry3d.app.measures.labels import open_picture
from warcry3d.app.scene.colours import side_colour
from warcry3d.app.scene.label import wrapped
from warcry3d.app.shell.gestures import Clicked, Gesture
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.app.widgets.short_text import joined_lines
from warcry3d.app.widgets.side_panel import side_panel, space
from warcry3d.app.widgets.theme import coloured, paragraph, readable
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.rules.pair_matrix import PairAnswer
from warcry3d.sight.verdict import Seen

__all__ = ["EverybodyPart", "answers_from"]

LABEL, LABEL_REACH = 0.75, 1.2
"""Size of the text over models against the panels', and within how many of its heights it stands or is left out."""


def answers_from(model: JudgeModel) -> list[PairAnswer]:
    """Return what is known of the viewer's pairs: those seen first, and of those alike the nearest."""
    own = [answer for pair, answer in model.state(PairsState).answers.items() if pair[0] == model.viewer]
    return sorted(own, key=lambda answer: (kind_of(answer) is not Seen, answer.distance.direct))


class EverybodyPart(JudgePart):
    """Draws the viewer's lines while the tool is in hand; a click on a model makes it the viewer."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._framed: str | None = None

    @property
    def first_state(self) -> EverybodyState:
        """Return its state, which never changes."""
        return EverybodyState()

    def take(self, gesture: Gesture) -> bool:
        """Let whoever is clicked look."""
        if not isinstance(gesture, Clicked):
            return False
        id = self.bench.host.fighter_under(gesture.at)
        if id is not None:
            self.bench.do(ChooseViewer(id))
        return True

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Show the viewer's lines in place of the verdict."""
        if model.tool != EVERYBODY or model.viewer is None or model.through_eye:
            return view
        return replace(view, overlays=lines_of(model.table, answers_from(model)))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write over each model whether it is seen, where there is room: the ends of the lines say it too."""
        self._frame_all(frame, foot)
        model = self.bench.model
        if model.tool == EVERYBODY and model.viewer is not None and not model.through_eye:
            words, shown = frame.words, (model.target, model.hovered)
            called = {
                id: f"{fighter_name(id, words)} · {_short(answer, words, model.too_close)}"
                for answer in answers_from(model)
                if (id := answer.pair[1]) not in shown
            }
            labels = labels_over(model.table, called, frame.shot, frame.picture)
            area = open_picture(frame, foot)
            draw_names(labels, frame.bold, 0.8 * frame.scale, (), area, self.bench.named, size=LABEL, reach=LABEL_REACH)
        return ()

    def _frame_all(self, frame: Frame, foot: float) -> None:
        """Look at all models where lines to some of them would end off the screen, once for each who looks."""
        model = self.bench.model
        viewer = model.viewer if model.tool == EVERYBODY and not model.through_eye else None
        if viewer == self._framed:
            return
        self._framed = viewer
        models = model.table.models
        if viewer is not None and not all(is_on_screen(frame, one, (), foot) for one in models):
            self.bench.host.look_at(tuple(one.placement.at for one in models))

    def draw_panel(self, frame: Frame) -> Sequence[Wanted] | None:
        """Draw who is seen and who is not; a click on a row asks about that pair."""
        model, words = self.bench.model, frame.words
        wanted: list[Wanted] = []
        with side_panel("judge", frame.panel):
            with imgui_ctx.push_font(frame.bold, imgui.get_style().font_size_base * 1.4):
                imgui.text_unformatted(words.say("Everybody"))
            if model.viewer is None:
                paragraph(words.say("Click the fighter that looks: lines to all others show whom it sees."))
                with imgui_ctx.begin_child("fighters"):
                    return draw_fighters(frame, model)
            answers = answers_from(model)
            seen = sum(isinstance(answer.sight, Seen) for answer in answers)
            name = fighter_name(model.viewer, words)
            coloured(name, readable(side_colour(model.table.model(model.viewer).side)))
            others = len(model.table.models) - 1
            is_known = sum(answer.sight is not None for answer in answers) == others
            said = words.say("sees {seen} of {count}", seen=seen, count=others)
            paragraph(said if is_known else words.say("judging..."))
            space(0.3)
            with imgui_ctx.begin_child("everybody"):
                for answer in answers:
                    is_over, is_pressed = self._row(answer, frame)
                    if is_over and answer.pair[1] != model.hovered:
                        wanted.append(HoverFighter(answer.pair[1]))
                    if is_pressed:
                        wanted += [*asking(model, answer.pair), PickTool(ASKING)]
        return wanted

    def _row(self, answer: PairAnswer, frame: Frame) -> tuple[bool, bool]:
        """Draw a target: its name and the verdict, then the facts in as many lines as they take; return whether the
        pointer is over it, and whether it was clicked.
        """
        words, scale, target = frame.words, frame.scale, answer.pair[1]
        at, line = imgui.get_cursor_screen_pos(), imgui.get_text_line_height_with_spacing()
        room = imgui.get_content_region_avail().x - 22 * scale
        told = joined_lines(tuple(facts(answer, words)), room)
        name, seen = fighter_name(target, words), sight_word(answer, words, self.bench.model.too_close)
        gap = imgui.get_style().item_spacing.x
        is_beside = imgui.calc_text_size(name).x + gap + imgui.calc_text_size(seen).x <= room
        below = () if is_beside else tuple(wrapped(seen, room, lambda part: float(imgui.calc_text_size(part).x)))
        lines = (*below, *told)
        pressed = imgui.selectable(f"##{target}", False, 0, (0, (1 + len(lines)) * line))[0]
        is_over = bool(imgui.is_item_hovered())
        after = imgui.get_cursor_screen_pos()
        paper = imgui.get_window_draw_list()
        sight_sign(paper, (at.x + 8 * scale, at.y + 0.45 * line), 5.5 * scale, kind_of(answer))
        if answer.cover is not None and answer.cover.verdict:
            cover_sign(paper, (at.x + 8 * scale, at.y + (1.45 + len(below)) * line), 4.5 * scale)
        imgui.set_cursor_screen_pos((at.x + 22 * scale, at.y))
        coloured(name, readable(side_colour(self.bench.model.table.model(target).side)))
        if is_beside:
            imgui.same_line()
            coloured(seen, colour_of(kind_of(answer)))
        for number, text in enumerate(lines, start=1):
            imgui.set_cursor_screen_pos((at.x + 22 * scale, at.y + number * line))
            if number <= len(below):
                coloured(text, colour_of(kind_of(answer)))
            else:
                imgui.text_disabled(text)
        imgui.set_cursor_screen_pos(after)
        imgui.dummy((0, 0))
        return is_over, bool(pressed)


def _short(answer: PairAnswer, words: Words, agreed: TooCloseCounts) -> str:
    """Return the verdict in a few words for a label."""
    is_covered = answer.cover is not None and answer.cover.verdict
    if isinstance(answer.sight, Seen) and is_covered:
        return words.say("in cover")
    return sight_word(answer, words, agreed)
