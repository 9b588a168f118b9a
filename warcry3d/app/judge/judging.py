"""Judging in the window: answers on the table that is open, once the sight kernel is compiled."""

from collections.abc import Callable

from warcry3d.app.judge.model import Answers, SightQuestion
from warcry3d.app.shell.preparation import Preparation
from warcry3d.errors import WarcryError
from warcry3d.rules.judgement import judge as judge_by_the_rules
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

__all__ = ["Judge", "Judging"]

Judge = Callable[[Table, SightQuestion], Judgement]


class Judging:
    """Answers questions about a table in the background; ``close()`` it when done.

    ``judge`` is called in that thread; None: the rules', which waits until the kernel is compiled.
    """

    def __init__(self, table: Table, judge: Judge | None = None) -> None:
        self._preparation = None if judge else Preparation()
        self._judge = judge or self._prepared_judge
        self._answers = self._answering(table)

    @property
    def is_preparing(self) -> bool:
        """Whether the sight kernel is still being compiled."""
        return self._preparation is not None and self._preparation.is_working

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._answers.is_working

    def answer(self, question: SightQuestion | None) -> Judgement | None:
        """Return the answer to a question, once it is there."""
        return self._answers.known.get(question) if question else None

    def failure(self, question: SightQuestion | None) -> WarcryError | None:
        """Return why a question could not be answered."""
        return self._answers.failure(question) if question else None

    def ask(self, question: SightQuestion | None) -> None:
        """Want an answer; see `Answers.ask`."""
        self._answers.ask(question)

    def poll(self) -> bool:
        """Take in what has been worked out since; return whether there is anything new."""
        return self._answers.poll()

    def restart(self, table: Table) -> None:
        """Answer about another table, or the same after a move; what was known is forgotten."""
        self._answers.close()
        self._answers = self._answering(table)

    def close(self) -> None:
        """Stop compiling and answering; an answer being worked out is not waited for."""
        if self._preparation is not None:
            self._preparation.close()
        self._answers.close()

    def _answering(self, table: Table) -> Answers[SightQuestion, Judgement]:
        return Answers(lambda question: self._judge(table, question))

    def _prepared_judge(self, table: Table, question: SightQuestion) -> Judgement:
        """Judge, called in the thread of `Answers`, once the kernel is there."""
        if self._preparation is not None:
            self._preparation.wait()
        return judge_by_the_rules(table, question.viewer, question.target, tags=question.tags)
