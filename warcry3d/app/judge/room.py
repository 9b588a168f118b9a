"""The Judge room: two clicks ask who sees whom; the answer, what shows it, and the look through the model's eye."""

from collections.abc import Mapping
from functools import partial
from typing import TypeAlias

from warcry3d.app.judge.model import (
    AnswerSight,
    ChooseViewer,
    ClickFighter,
    HoverFighter,
    JudgeAction,
    JudgeIntent,
    JudgeModel,
    ShowTable,
    SightQuestion,
)
from warcry3d.app.judge.scene import table_view
from warcry3d.app.judge.view import JudgeView
from warcry3d.app.shell.document import Document
from warcry3d.app.shell.gestures import LEFT, Clicked, Gesture, Key, Pointed
from warcry3d.app.shell.jobs import Answers
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.messages.verdicts import headlines, sentences
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

__all__ = ["JudgeRoom"]

KEYS: dict[str, JudgeAction] = {
    "e": JudgeAction.TOGGLE_EYE,
    "space": JudgeAction.SWAP,
    "escape": JudgeAction.STEP_BACK,
}
SightAnswers: TypeAlias = Answers[SightQuestion, Judgement]


def answer_sight(host: Host, table: Table, question: SightQuestion) -> Judgement:
    """Return the judge's answer, once the sight kernel is compiled; called in the background."""
    host.wait_for_kernels("sight")
    return judge(table, question.viewer, question.target, tags=question.tags)


class JudgeRoom:
    """Joins the room's model, view and scene."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.model = JudgeModel(host.document.table)
        self._answers: SightAnswers = Answers(partial(answer_sight, host, self.model.table))
        self._shown: tuple[JudgeModel, TableView] = (self.model, table_view(self.model))

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        if self._shown[0] is not self.model:
            hovered_only = _is_same_but_hovered(self._shown[0], self.model)
            self._shown = (self.model, self._shown[1] if hovered_only else table_view(self.model))
        return self._shown[1]

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._answers.is_working

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
        self._restart(ShowTable(document.table, is_new=True))

    def follow(self, document: Document) -> None:
        """Ask anew about the table after a change."""
        self._restart(ShowTable(document.table))

    def _restart(self, intent: ShowTable) -> None:
        self._answers.close()
        self._answers = Answers(partial(answer_sight, self._host, intent.table))
        self.model = self.model.after(intent)
        self._answers.ask(self.model.question)

    def take(self, gesture: Gesture) -> bool:
        """Pick, look, step back."""
        match gesture:
            case Pointed(at=at):
                self.do(HoverFighter(self._host.fighter_under(at)))
            case Clicked(button=button, at=at):
                id = self._host.fighter_under(at)
                if id is not None:
                    self.do(ClickFighter(id) if button == LEFT else ChooseViewer(id))
                return True
            case Key(name=name) if name in KEYS:
                self.do(KEYS[name])
                return True
            case _:
                pass
        return False

    def do(self, intent: JudgeIntent) -> None:
        """Take an intent: the model changes, and what it asks is asked."""
        before, self.model = self.model, self.model.after(intent)
        question = self.model.question
        if question != before.question:
            self._answers.ask(question)
            self._take_answer()

    def poll(self) -> bool:
        """Hand the model its answer once it is there."""
        is_new = self._answers.poll()
        self._take_answer()
        return is_new

    def _take_answer(self) -> None:
        question = self.model.question
        if question is None or not self.model.is_waiting:
            return
        judgement, failure = self._answers.known.get(question), self._answers.failure(question)
        if judgement is not None or failure is not None:
            self.model = self.model.after(AnswerSight(question, judgement, failure))

    def draw(self, frame: Frame) -> None:
        """Draw the verdict, and names over those picked."""
        model = self.model
        chosen = tuple(id for id in (model.viewer, model.target) if id is not None)
        ids = tuple(
            dict.fromkeys(id for id in (*chosen, model.hovered) if id is not None and id not in self.view.hidden)
        )
        called = {id: fighter_name(id, frame.words) for id in ids}
        draw_names(labels_over(model.table, called, frame.shot, frame.picture, chosen=chosen), frame.bold, frame.scale)
        for wanted in JudgeView(frame).draw(model):
            if isinstance(wanted, str):
                self._host.open_room(wanted)
            else:
                self.do(wanted)

    @property
    def notices_at(self) -> None:
        """Return None: notices stand at the window's lower left."""

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return the verdict in words."""
        if self.model.judgement is None:
            return ()
        title = (self.view.looks_at(words),) if self.view.looks_at is not None else ()
        first = " · ".join(part for part in headlines(self.model.judgement, words) if part)
        return (first, *sentences(self.model.judgement, words), *title)

    def names(self, words: Words) -> Mapping[str, str]:
        """Return who looks and who is looked at."""
        picked = (self.model.viewer, self.model.target)
        return {id: fighter_name(id, words) for id in picked if id is not None and id not in self.view.hidden}

    def close(self) -> None:
        """Stop answering; an answer being worked out is not waited for."""
        self._answers.close()


def _is_same_but_hovered(one: JudgeModel, other: JudgeModel) -> bool:
    """Return whether two models show the same on the table."""
    if one.table is not other.table or one.answer is not other.answer:
        return False
    return (one.question, one.through_eye, one.tags) == (other.question, other.through_eye, other.tags)
