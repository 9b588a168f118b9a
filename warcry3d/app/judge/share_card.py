"""A card below the verdict: how much of the target is visible. Worked out once the verdict is there."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.verdict_sequel import VerdictSequel
from warcry3d.app.scene.colours import PAPER
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import figure_card
from warcry3d.app.widgets.tool_tips import tool_tip
from warcry3d.messages.visible_shares import share_figure, share_range, share_sentence
from warcry3d.rules.judgement import visible_part
from warcry3d.rules.results import Judgement
from warcry3d.sight.visible_share import VisibleShare

__all__ = ["ShareCard", "ShareState", "ShowShare"]


@dataclass(frozen=True, slots=True)
class ShowShare(PartIntent):
    """The share of what was asked about is known."""

    part: ClassVar[str] = "share"
    case: SightCase
    share: VisibleShare


@dataclass(frozen=True, slots=True)
class ShareState:
    """The share that was found last, and of what."""

    part: ClassVar[str] = "share"
    found: ShowShare | None = None

    def after(self, intent: PartIntent, judge: JudgeModel) -> "ShareState":
        """Return it with another share."""
        if not isinstance(intent, ShowShare):
            raise TypeError(f"no intent of the visible share: {intent}")
        return ShareState(intent)

    def following(self, before: JudgeModel, judge: JudgeModel) -> "ShareState":
        """Return it without a share of something else."""
        return self if self.found is None or self.found.case == judge.case else ShareState()


class ShareCard(VerdictSequel[VisibleShare]):
    """Asks for the share of what was judged, and draws it."""

    @property
    def first_state(self) -> ShareState:
        """Return that nothing is known."""
        return ShareState()

    def find(self, case: SightCase, judgement: Judgement) -> VisibleShare:
        """Return the share of what was judged; called in the background."""
        return visible_part(case.ruled_table, judgement, tolerance_mm=case.question.tolerance_mm)

    def is_found(self, model: JudgeModel) -> bool:
        """Return whether the share is known."""
        return model.state(ShareState).found is not None

    def showing(self, case: SightCase, found: VisibleShare) -> ShowShare:
        """Return the intent that gives it to the model."""
        return ShowShare(case, found)

    def follow(self, before: JudgeModel) -> None:
        """Ask once a verdict is there that is certified, on a table that stays."""
        if self.bench.model.tried is None:
            super().follow(before)

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw it where something is visible: of a hidden target the verdict says all."""
        model = self.bench.model
        found, judgement = model.state(ShareState).found, model.judgement
        if found is not None and judgement is not None and found.share.spots.of:
            words, share = frame.words, found.share
            place = words.say("from its best place")
            rest = f"{share_range(share, words)} · {place}" if 0.01 <= share.share <= 0.99 else place
            figure_card(share_figure(share, words), words.say("visible"), rest, PAPER, frame.bold, frame.scale)
            tool_tip(share_sentence(judgement, share, words))
        return ()
