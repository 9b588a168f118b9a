"""Searches in the background for the smallest moves that flip the verdict, and shows them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from warcry3d.app.judge.flip.card import draw_flip_card
from warcry3d.app.judge.flip.model import AnswerFlip, FailFlips, FlipState
from warcry3d.app.judge.flip.scene import flip_lengths, flip_overlays
from warcry3d.app.judge.framing import places_to_see
from warcry3d.app.judge.intents import SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.verdict_sequel import SequelJobs
from warcry3d.app.measures.labels import draw_length_labels
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.rules.smallest_flip import Flip, flip

__all__ = ["FlipPart", "flip_work"]

SLOTS = ("judge-flip-viewer", "judge-flip-target")
"""The jobs of both: they run side by side."""


def flip_work(host: Host, case: SightCase, moving: str, still: str) -> Callable[[JobProgress], Flip]:
    """Return what searches for the smallest move of one of the two, to be called in the background."""

    def work(progress: JobProgress) -> Flip:
        host.wait_for_kernels("sight")

        asked = case.question
        return flip(
            case.ruled_table,
            moving,
            still,
            tags=asked.tags,
            tolerance_mm=asked.tolerance_mm,
            on_look=progress.check,
        )

    return work


class FlipPart(SequelJobs[SightCase]):
    """The card, the arrows and the ghost of the smallest moves that flip the verdict."""

    slots = SLOTS

    @property
    def first_state(self) -> FlipState:
        """Return that nothing is asked."""
        return FlipState()

    def wanted(self, model: JudgeModel) -> SightCase | None:
        """Return the case that is searched."""
        state = model.state(FlipState)
        return state.asked if state.is_running else None

    def follow(self, before: JudgeModel) -> None:
        """Begin what is asked, and stop what no longer is; look at both when one is shown."""
        super().follow(before)
        shown = self.bench.model.state(FlipState).shown
        if shown is not None and shown != before.state(FlipState).shown:
            model = self.bench.model
            pair = (id for id in (model.viewer, model.target) if id is not None)
            self.bench.host.look_at(places_to_see([model.table.model(id) for id in pair]))

    def begin(self, asked: SightCase) -> None:
        """Search for both moves."""
        movers = (asked.question.viewer, asked.question.target)
        for slot, moving, still in zip(SLOTS, movers, reversed(movers), strict=True):
            self.start(
                slot,
                lambda words: words.say("searching for the smallest move..."),
                flip_work(self.bench.host, asked, moving, still),
                partial(AnswerFlip, asked),
                partial(FailFlips, asked),
            )

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Add arrows, and the ghost of who is shown."""
        return replace(view, overlays=(*view.overlays, *flip_overlays(model)))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write the arrows' lengths."""
        draw_length_labels(frame, flip_lengths(self.bench.model, frame.words), foot, self.bench.named)
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the card."""
        return draw_flip_card(frame, self.bench.model, self.bench.model.state(FlipState))
