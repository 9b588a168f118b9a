"""A card below the verdict: how much of the target is visible. Worked out once the verdict is there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, QuietPart, Wanted
from warcry3d.app.scene.colours import PAPER
from warcry3d.app.shell.jobs import Answers
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import bar, paragraph
from warcry3d.messages.visible_shares import share_sentence
from warcry3d.rules.judgement import visible_part
from warcry3d.rules.results import Judgement
from warcry3d.sight.visible_share import VisibleShare

__all__ = ["ShareCard", "ShareState", "ShowShare"]

KEPT = 32


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


class ShareCard(QuietPart):
    """Asks for the share of what was judged, and draws it."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._judged: dict[SightCase, Judgement] = {}
        self._answers: Answers[SightCase, VisibleShare] = Answers(self._find, keep=KEPT)

    @property
    def first_state(self) -> ShareState:
        """Return that nothing is known."""
        return ShareState()

    @property
    def is_working(self) -> bool:
        """Whether the share is being worked out."""
        return self._answers.is_working

    def _find(self, case: SightCase) -> VisibleShare:
        """Return the share of what was judged; called in the background."""
        table = replace(case.table, ruleset=case.question.rules) if case.question.rules else case.table
        return visible_part(table, self._judged[case], tolerance_mm=case.question.tolerance_mm)

    def follow(self, before: JudgeModel) -> None:
        """Ask once a verdict is there that is certified, on a table that stays."""
        model = self.bench.model
        case, judgement = model.case, model.judgement
        if case is None or judgement is None or model.is_waiting or model.tried is not None:
            return
        if model.state(ShareState).found is None and self._answers.failure(case) is None:
            self._judged = {case: judgement, **dict(list(self._judged.items())[:KEPT])}
            self._answers.ask(case)
            self._show()

    def poll(self) -> bool:
        """Take in the share."""
        is_new = self._answers.poll()
        if is_new:
            self._show()
        return is_new

    def _show(self) -> None:
        case = self.bench.model.case
        share = self._answers.known.get(case) if case is not None else None
        if case is not None and share is not None and self.bench.model.state(ShareState).found is None:
            self.bench.do(ShowShare(case, share))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw it where something is visible: of a hidden target the verdict says all."""
        model = self.bench.model
        found, judgement = model.state(ShareState).found, model.judgement
        if found is not None and judgement is not None and found.share.spots.of:
            space(0.35)
            with bar(PAPER, frame.scale):
                paragraph(share_sentence(judgement, found.share, frame.words))
        return ()

    def close(self) -> None:
        """Stop asking."""
        self._answers.close()
