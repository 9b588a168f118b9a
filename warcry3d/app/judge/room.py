"""The Judge room: two clicks ask who sees whom; the answer, what shows it, and the look through the model's eye.

What else it can do comes in parts (`warcry3d.app.judge.part`): tools of the bar, cards of the panel.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import partial
from types import MappingProxyType
from typing import TypeAlias

from warcry3d.app.judge.certificate import save_certificate
from warcry3d.app.judge.framing import are_tiny, is_on_screen, places_to_see
from warcry3d.app.judge.insets import SwitchLook
from warcry3d.app.judge.intents import (
    ASKING,
    AnswerSight,
    ChooseViewer,
    ClickFighter,
    HoverFighter,
    JudgeAction,
    JudgeIntent,
    PartIntent,
    PickTool,
    ShowTable,
    SightCase,
)
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import JudgePart, Wanted
from warcry3d.app.judge.position_lines import draw_position
from warcry3d.app.judge.scene import distance_label, table_view
from warcry3d.app.judge.tool_bar import draw_tool_bar
from warcry3d.app.judge.toolbox import PARTS, TOOLS, tool_keys
from warcry3d.app.judge.view import JudgeView
from warcry3d.app.judge.warming import Warming
from warcry3d.app.judge.what_if import has_trial, held_model, is_moving, take_back, turn_back
from warcry3d.app.measures.labels import draw_length_labels, open_picture
from warcry3d.app.scene.arrows import arrow_box
from warcry3d.app.scene.overlays import Arrow
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.gestures import LEFT, Gesture, Key
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.shell.room_part import intent_of
from warcry3d.app.widgets.name_labels import Box, draw_names, labels_over
from warcry3d.app.widgets.short_text import shortened
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.messages.verdicts import headlines, sentences
from warcry3d.rules.judgement import is_certified, judge
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Model

__all__ = ["JudgeRoom"]

KEYS: Mapping[str, JudgeIntent | PartIntent] = MappingProxyType(
    {
        "e": JudgeAction.TOGGLE_EYE,
        "v": SwitchLook(),
        "space": JudgeAction.SWAP,
        "tab": JudgeAction.SWAP,
        "escape": JudgeAction.STEP_BACK,
        "f": JudgeAction.LOOK_AT_BOTH,
        **tool_keys(),
    }
)
COMMANDS = frozenset(
    {
        JudgeAction.UNDO,
        JudgeAction.REDO,
        JudgeAction.LOOK_AT_BOTH,
        JudgeAction.SAVE_PICTURE,
        JudgeAction.SAVE_CERTIFICATE,
    }
)
MOST_OF_PICTURE = 0.25
"""Names over fighters are at most this share of the table's picture wide."""
AT_ONCE = 0.03
"""Seconds that an answer may take to be shown in the frame in which it is asked: a frame more would take as long."""
WHILE_DRAGGED = 0.012
"""The same while a model is dragged, where the next frame asks anew."""
KEPT = 64
"""So many answers are kept: those to questions asked before are there at once."""
SightAnswers: TypeAlias = Answers[SightCase, Judgement]


def answer_sight(host: Host, case: SightCase) -> Judgement:
    """Return the judge's answer, once the sight kernel is compiled; called in the background."""
    asked = case.question
    if is_certified(asked.rules or case.table.ruleset):
        host.wait_for_kernels("sight")
    return judge(case.ruled_table, asked.viewer, asked.target, tags=asked.tags, tolerance_mm=asked.tolerance_mm)


class JudgeRoom:
    """Joins the room's model, view, scene and parts."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._parts: tuple[JudgePart, ...] = tuple(make(self) for make in PARTS)
        states = {part.first_state.part: part.first_state for part in self._parts}
        self.model = JudgeModel(host.document.table, states=MappingProxyType(states))
        self._by_tool = dict(zip(states, self._parts, strict=True))
        self._answers: SightAnswers = Answers(partial(answer_sight, host), keep=KEPT)
        self._warming = Warming(host)
        self._shown: tuple[JudgeModel, TableView] = (self.model, self._viewed())
        self._bar: Box = (0.0, 0.0, 0.0, 0.0)
        self._framed: tuple[Model, ...] = ()
        self.named: list[Box] = []

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        if self._shown[0] is not self.model:
            hovered_only = _is_same_but_hovered(self._shown[0], self.model)
            self._shown = (self.model, self._shown[1] if hovered_only else self._viewed())
        return self._shown[1]

    def _viewed(self) -> TableView:
        view = table_view(self.model)
        for part in self._parts:
            view = part.show(self.model, view)
        return view

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._answers.is_working or any(part.is_working for part in self._parts)

    def enter(self) -> None:
        """Come to the front: what was asked is still asked."""

    def leave(self) -> None:
        """Step out of the model's eye."""
        self.leave_eye()
        self.do(HoverFighter(None))

    def leave_eye(self) -> None:
        """Look at the table, out of any model's eye."""
        if self.model.through_eye:
            self.do(JudgeAction.TOGGLE_EYE)

    def open(self, document: Document) -> None:
        """Begin with another table."""
        self._answers.close()
        self._answers = Answers(partial(answer_sight, self.host), keep=KEPT)
        self.do(ShowTable(document.table, is_new=True))

    def follow(self, document: Document) -> None:
        """Ask anew about the table after a change."""
        self.do(ShowTable(document.table))

    def take(self, gesture: Gesture) -> bool:
        """Pick, look, step back; what the tool in hand does not take."""
        tool = self._by_tool.get(self.model.tool)
        if (tool is not None and tool.take(gesture)) or take_back(self, gesture):
            return True
        if gesture == Key("escape") and self.model.tool != ASKING and not self.model.through_eye:
            self.do(PickTool(ASKING))
            return True
        intent, is_read = intent_of(gesture, self._pointed, self._clicked, KEYS)
        if intent is not None:
            self.do(intent)
        return is_read

    def _pointed(self, at: tuple[float, float] | None) -> JudgeIntent | PartIntent:
        return HoverFighter(self.host.fighter_under(at))

    def _clicked(self, button: str, at: tuple[float, float]) -> JudgeIntent | PartIntent | None:
        id = self.host.fighter_under(at)
        if id is None:
            return None
        return ClickFighter(id) if button == LEFT else ChooseViewer(id)

    def do(self, intent: JudgeIntent | PartIntent) -> None:
        """Take an intent: the model changes, every part hears of it, and what it asks is asked."""
        if isinstance(intent, JudgeAction) and intent in COMMANDS:
            self._carry_out(intent)
            return
        before, self.model = self.model, self.model.after(intent)
        case = self.model.case
        if case != before.case:
            self._answers.ask(case)
            if case is not None:
                self._answers.settle(AT_ONCE if self.model.tried is None else WHILE_DRAGGED)
            self._take_answer()
        if self.model is not before:
            for part in self._parts:
                part.follow(before)

    def _carry_out(self, action: JudgeAction) -> None:
        """Do what changes nothing in the model."""
        match action:
            case JudgeAction.UNDO if has_trial(self.model):
                turn_back(self)
            case JudgeAction.UNDO:
                self.host.undo()
            case JudgeAction.REDO:
                self.host.redo()
            case JudgeAction.LOOK_AT_BOTH if self.model.case is not None:
                self.leave_eye()
                question, table = self.model.case.question, self.model.table
                self.host.look_at(places_to_see([table.model(id) for id in (question.viewer, question.target)]))
            case JudgeAction.SAVE_PICTURE:
                self.host.save_picture()
            case JudgeAction.SAVE_CERTIFICATE if self.model.case is not None:
                judgement = self.model.agreed_judgement
                if judgement is not None:
                    save_certificate(self.host, self.model.case, judgement)
            case _:
                pass

    def poll(self) -> bool:
        """Hand the model its answer once it is there; make the next ones ready."""
        self._warming.follow(self.model)
        is_new = self._answers.poll()
        self._take_answer()
        return any([is_new, *(part.poll() for part in self._parts)])

    def _take_answer(self) -> None:
        case = self.model.case
        if case is None or not self.model.is_waiting:
            return
        judgement, failure = self._answers.known.get(case), self._answers.failure(case)
        if judgement is not None or failure is not None:
            self.do(AnswerSight(case.question, judgement, failure))

    def draw(self, frame: Frame) -> None:
        """Draw names over those picked, the tool bar, the verdict, and what the parts draw."""
        self._frame_pair(frame)
        self.named = _arrow_boxes(frame, self.view)
        self._draw_names(frame)
        wanted: list[Wanted] = []
        tools = replace(frame, can_undo=frame.can_undo or has_trial(self.model))
        self._bar = draw_tool_bar(tools, TOOLS, self.model.tool, self.host.key_label, wanted)
        for part in self._parts:
            wanted += part.draw_over(frame, self._bar[1])
        if not self.model.through_eye:
            draw_position(frame, self.model.table, held_model(self.model) or self.model.hovered, self._bar)
        wanted += self._draw_panel(frame)
        for one in wanted:
            if isinstance(one, str):
                self.host.open_room(one)
            else:
                self.do(one)

    def _frame_pair(self, frame: Frame) -> None:
        """Look at both of a pair where one is off the screen or behind a panel: of a new pair, also where both are very
        small; of the same one, once what was moved is let go.
        """
        model, question = self.model, self.model.question
        if is_moving(model):
            return
        ids = sorted((question.viewer, question.target)) if question is not None else ()
        both, before = tuple(model.table.model(id) for id in ids), self._framed
        self._framed = both
        is_new = [one.id for one in both] != [one.id for one in before]
        is_moved = [one.placement for one in both] != [one.placement for one in before]
        if model.through_eye or not both or not (is_new or is_moved):
            return
        walls = (*self._walls(frame), self._bar)
        if not all(is_on_screen(frame, one, walls) for one in both) or (is_new and are_tiny(frame, both)):
            self._carry_out(JudgeAction.LOOK_AT_BOTH)

    def _walls(self, frame: Frame) -> tuple[Box, ...]:
        """Return what the parts' panels cover of the table's picture."""
        return tuple(wall for part in self._parts for wall in part.walls(frame))

    def _draw_panel(self, frame: Frame) -> Iterable[Wanted]:
        tool = self._by_tool.get(self.model.tool)
        wanted = tool.draw_panel(frame) if tool is not None else None
        if wanted is not None:
            return wanted
        return JudgeView(frame, self._parts, self.host.key_label, self.host.document.step).draw(self.model)

    def _draw_names(self, frame: Frame) -> None:
        model = self.model
        chosen = tuple(id for id in (model.viewer, model.target) if id is not None)
        picked = dict.fromkeys(id for id in (*chosen, model.hovered) if id is not None)
        most = MOST_OF_PICTURE * frame.picture[0]
        called = {id: shortened(fighter_name(id, frame.words), most) for id in picked if id not in self.view.hidden}
        labels = labels_over(self.view.table, called, frame.shot, frame.picture, chosen=chosen)
        area = open_picture(frame, self._bar[1])
        draw_names(labels, frame.bold, frame.scale, self._walls(frame), area, self.named)
        draw_length_labels(frame, distance_label(model, self.view, frame.words), self._bar[1], self.named)

    @property
    def notices_at(self) -> tuple[float, float]:
        """Return where notices stand clear of the tool bar."""
        return self._bar[:2]

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return the verdict in words."""
        judgement = self.model.agreed_judgement
        if judgement is None:
            return ()
        title = (self.view.looks_at(words),) if self.view.looks_at is not None else ()
        first = " · ".join(part for part in headlines(judgement, words) if part)
        return (first, *sentences(judgement, words), *title)

    def names(self, words: Words) -> Mapping[str, str]:
        """Return who looks and who is looked at."""
        picked = (self.model.viewer, self.model.target)
        return {id: fighter_name(id, words) for id in picked if id is not None and id not in self.view.hidden}

    def close(self) -> None:
        """Stop answering; an answer being worked out is not waited for."""
        self._answers.close()
        for part in self._parts:
            part.close()


def _arrow_boxes(frame: Frame, view: TableView) -> list[Box]:
    """Return what the arrows over the table cover of its picture."""
    arrows = (one for one in view.overlays if isinstance(one, Arrow))
    boxes = (arrow_box(one, frame.shot, frame.picture, frame.scale) for one in arrows)
    return [box for box in boxes if box is not None]


def _is_same_but_hovered(one: JudgeModel, other: JudgeModel) -> bool:
    """Return whether two models differ in nothing but what the pointer is over."""
    names = (one.name for one in fields(JudgeModel) if one.name != "hovered")
    return all(getattr(one, name) is getattr(other, name) for name in names)
