"""Searches in the background for the smallest moves that flip the verdict, and shows them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from warcry3d.app.judge.flip.card import draw_flip_card
from warcry3d.app.judge.flip.model import AnswerFlip, FailFlips, FlipState
from warcry3d.app.judge.flip.scene import flip_overlays
from warcry3d.app.judge.intents import SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, QuietPart, Wanted
from warcry3d.app.shell.jobs import JobProgress
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.errors import WarcryError
from warcry3d.rules.smallest_flip import Flip, flip

__all__ = ["FlipPart", "FlipStoppedError", "flip_work"]

SLOTS = ("judge-flip-viewer", "judge-flip-target")
"""The jobs of both: they run side by side."""


class FlipStoppedError(WarcryError, RuntimeError):
    """Nobody wants the answer any more."""


def flip_work(host: Host, case: SightCase, moving: str, still: str) -> Callable[[JobProgress], Flip]:
    """Return what searches for the smallest move of one of the two, to be called in the background."""

    def work(progress: JobProgress) -> Flip:
        host.wait_for_kernels("sight")

        def go_on() -> None:
            if progress.is_cancelled:
                raise FlipStoppedError("stopped")

        asked = case.question
        return flip(
            case.ruled_table,
            moving,
            still,
            tags=asked.tags,
            tolerance_mm=asked.tolerance_mm,
            on_look=go_on,
        )

    return work


class FlipPart(QuietPart):
    """The card, the arrows and the ghost of the smallest moves that flip the verdict."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._searched: SightCase | None = None

    @property
    def first_state(self) -> FlipState:
        """Return that nothing is asked."""
        return FlipState()

    @property
    def _state(self) -> FlipState:
        return self.bench.model.state(FlipState)

    def follow(self, before: JudgeModel) -> None:
        """Begin what is asked, and stop what no longer is; look at who is shown from near."""
        state = self._state
        wanted = state.asked if state.is_running else None
        if wanted != self._searched:
            self._searched = wanted
            self._stop()
            if wanted is not None:
                self._begin(wanted, state.movers)
        if state.shown is not None and state.shown != before.state(FlipState).shown:
            at = self.bench.model.table.model(state.shown).placement.at
            self.bench.host.look_at((at,))

    def _begin(self, case: SightCase, movers: Sequence[str]) -> None:
        for slot, moving, still in zip(SLOTS, movers, reversed(movers), strict=True):
            self.bench.host.jobs.start(
                slot,
                lambda words: words.say("searching for the smallest move..."),
                flip_work(self.bench.host, case, moving, still),
                lambda found: self.bench.do(AnswerFlip(case, found)),
                lambda error: self.bench.do(FailFlips(case, error)),
                is_quiet=True,
            )

    def _stop(self) -> None:
        for slot in SLOTS:
            self.bench.host.jobs.cancel(slot)

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Add arrows, and the ghost of who is shown."""
        return replace(view, overlays=(*view.overlays, *flip_overlays(model)))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the card."""
        return draw_flip_card(frame, self.bench.model, self._state)

    def close(self) -> None:
        """Stop the search."""
        self._stop()
