"""The matrix of all pairs: answers come bit by bit from the background; pointing at a pair shows its line."""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from warcry3d.app.judge.everybody import EVERYBODY
from warcry3d.app.judge.intents import ClickFighter, JudgeAction
from warcry3d.app.judge.matrix_view import MatrixView
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pairs import MATRIX, MorePairs, PairsState, PairTerms, terms_of
from warcry3d.app.judge.part import Bench, JudgePart, Wanted
from warcry3d.app.measures.labels import open_picture
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.pair_line import pair_line
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.errors import WarcryError
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name
from warcry3d.rules.judgement import is_certified
from warcry3d.rules.pair_matrix import PARTS, Pair, PairAnswer, pair_answers
from warcry3d.rules.results import SightTerms
from warcry3d.rules.system_comparison import table_under
from warcry3d.table.table import Table

__all__ = ["MatrixPart", "asking", "find_pairs", "lines_of"]

SLOT = "judge-pairs"
USERS = (MATRIX, EVERYBODY)
"""The tools that need the answers on all pairs."""
BETWEEN = 0.4
"""Seconds from one time to the next that answers are taken in: drawing them takes the processor from the work."""


def find_pairs(terms: PairTerms, first: str | None, found: Callable[[PairAnswer], None], progress: JobProgress) -> None:
    """Hand over answers as they come, those of the viewer ``first`` first, until all are there.

    Raises `JobStoppedError` where it is cancelled.
    """
    table = table_under(terms.table, terms.rules) if terms.rules else terms.table
    total, known = PARTS * max(len(table.models) * (len(table.models) - 1), 1), 0
    for answer in pair_answers(table, SightTerms(terms.tags, terms.tolerance_mm), first=first):
        progress.check()
        found(answer)
        known += answer.known > 0
        progress.report(known / total)


def lines_of(table: Table, answers: Sequence[PairAnswer]) -> tuple[Overlay, ...]:
    """Return the lines of pairs whose verdict on sight is known."""
    return tuple(
        overlay
        for answer in answers
        if answer.sight is not None
        for overlay in pair_line(
            table, *answer.pair, answer.sight, in_cover=answer.cover is not None and answer.cover.verdict
        )
    )


class MatrixPart(JudgePart):
    """Asks about all pairs while a tool needs them, and draws the matrix while its own is in hand."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._asked: PairTerms | None = None
        self._found: deque[PairAnswer] = deque()
        self._is_over = False
        self._next = 0.0

    @property
    def first_state(self) -> PairsState:
        """Return that nothing is known."""
        return PairsState()

    @property
    def is_working(self) -> bool:
        """Whether answers are still to come."""
        return self._asked is not None and not self._is_over

    def follow(self, before: JudgeModel) -> None:
        """Begin where answers are wanted, stop where they are about what is no longer so."""
        model = self.bench.model
        state = model.state(PairsState)
        if self._asked is not None and (self._asked != terms_of(model) or state.is_stopped):
            self._stop()
        is_wanted = model.tool in USERS and model.tried is None and not (state.is_over or state.is_stopped)
        if is_wanted and self._asked is None:
            self._begin(terms_of(model), model.viewer)

    def _begin(self, terms: PairTerms, first: str | None) -> None:
        self._asked, self._is_over = terms, False
        found = self._found = deque()
        host = self.bench.host

        def work(progress: JobProgress) -> None:
            if is_certified(terms.rules or terms.table.ruleset):
                host.wait_for_kernels("sight")
            find_pairs(terms, first, found.append, progress)

        is_told = self.bench.model.tool == MATRIX  # by the matrix itself, over which the progress would lie
        host.jobs.start(SLOT, _saying, work, lambda _: self._ended(), self._failed, is_quiet=is_told)

    def _ended(self) -> None:
        self._is_over = True

    def _failed(self, error: WarcryError) -> None:
        self._is_over = True
        self.bench.host.notify(lambda words: words.error(error), is_alarming=True)

    def _stop(self) -> None:
        self.bench.host.jobs.cancel(SLOT)
        self._asked, self._found = None, deque()

    def poll(self) -> bool:
        """Take in what was found since; return whether it was the last."""
        if self._asked is None:
            return False
        is_over, now = self._is_over, time.monotonic()
        if not is_over and now < self._next:
            return False
        self._next = now + BETWEEN
        new = tuple(self._found.popleft() for _ in range(len(self._found)))
        if is_over:
            self._asked = None
        if new or is_over:
            self.bench.do(MorePairs(new, is_over))
        return is_over  # what comes before shows in the frames of a view that fills in

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Show the line of the pair under the pointer, in place of the verdict, and whether answers are to come."""
        state = model.state(PairsState)
        if model.tool in USERS and not (state.is_over or state.is_stopped):
            view = replace(view, is_filling=True)
        answer = state.answers.get(state.pointed) if state.pointed is not None else None
        if model.tool != MATRIX or answer is None or answer.sight is None:
            return view
        return replace(view, overlays=lines_of(model.table, [answer]))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw the matrix; a click on a cell asks about that pair."""
        model = self.bench.model
        if model.tool != MATRIX or model.through_eye:
            return ()
        if (pointed := model.state(PairsState).pointed) is not None:
            named = (model.viewer, model.target)
            called = {id: fighter_name(id, frame.words) for id in pointed if id not in named}
            labels = labels_over(model.table, called, frame.shot, frame.picture)
            draw_names(labels, frame.bold, frame.scale, (), open_picture(frame, foot), self.bench.named)
        wanted, clicked = MatrixView(frame, foot, model).draw()
        return wanted if clicked is None else [*wanted, *asking(model, clicked)]

    def close(self) -> None:
        """Stop asking."""
        self._stop()


def asking(model: JudgeModel, pair: Pair) -> list[Wanted]:
    """Return the intents that ask about a pair."""
    if (model.viewer, model.target) == pair:
        return []
    return [JudgeAction.CLEAR, ClickFighter(pair[0]), ClickFighter(pair[1])]


def _saying(words: Words) -> str:
    return words.say("judging all pairs")
