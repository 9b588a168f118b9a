"""Works out in the background how sure the verdict is, and shows it as it becomes known."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, Wanted
from warcry3d.app.judge.sure.card import draw_sure_card
from warcry3d.app.judge.sure.map import sure_maps
from warcry3d.app.judge.sure.model import AnswerSure, FailSure, SureQuestion, SureState
from warcry3d.app.judge.verdict_sequel import SequelJobs
from warcry3d.app.scene.overlays import ColourField
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.rules.placement_doubt import PLACES, JudgedPlaces, VerdictDoubt, verdict_doubt

__all__ = ["SurePart"]

SLOT = "judge-sure"
SHOWN_EVERY = 10
"""So many more places are shown at a time: each time the table is drawn anew."""


class SureWork:
    """Work under way: what it has found so far is read while it goes on."""

    def __init__(self, host: Host, question: SureQuestion) -> None:
        self._host = host
        self.question = question
        self.judged: list[JudgedPlaces] = []

    def __call__(self, progress: JobProgress) -> VerdictDoubt:
        """Return the whole answer; called in the background."""
        self._host.wait_for_kernels("sight")

        def follow(places: JudgedPlaces) -> None:
            progress.check()
            self.judged.append(places)
            progress.report(len(self.judged) / PLACES)

        case, asked = self.question.case, self.question.case.question
        return verdict_doubt(
            case.ruled_table,
            asked.viewer,
            asked.target,
            self.question.doubt,
            tags=asked.tags,
            tolerance_mm=asked.tolerance_mm,
            on_judged=follow,
        )


class SurePart(SequelJobs[SureQuestion]):
    """The card and the maps of how sure the verdict is."""

    slots = (SLOT,)

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._work: SureWork | None = None
        self._shown = 0
        self._maps: tuple[tuple[SureState, bool], tuple[ColourField, ...]] = ((SureState(), False), ())

    @property
    def first_state(self) -> SureState:
        """Return that nothing is asked."""
        return SureState()

    def wanted(self, model: JudgeModel) -> SureQuestion | None:
        """Return what is being worked out."""
        state = model.state(SureState)
        return state.asked if state.is_running else None

    def begin(self, asked: SureQuestion) -> None:
        """Try other placements."""
        self._work, self._shown = SureWork(self.bench.host, asked), 0
        self.start(
            SLOT,
            lambda words: words.say("trying other placements..."),
            self._work,
            partial(AnswerSure, asked, is_whole=True),
            partial(FailSure, asked),
        )

    def poll(self) -> bool:
        """Show what has been found since."""
        if self._work is None or len(self._work.judged) < self._shown + SHOWN_EVERY:
            return False
        judged = tuple(self._work.judged)
        self._shown = len(judged)
        question = self._work.question
        self.bench.do(AnswerSure(question, VerdictDoubt(question.doubt, judged, 0)))
        return True

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Add the maps around both bases."""
        key = (model.state(SureState), model.through_eye)
        if self._maps[0] != key:
            self._maps = (key, sure_maps(model))
        return replace(view, overlays=(*view.overlays, *self._maps[1]))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the card."""
        return draw_sure_card(frame, self.bench.model, self.bench.model.state(SureState))

    def close(self) -> None:
        """Stop the work."""
        super().close()
        self._work = None
