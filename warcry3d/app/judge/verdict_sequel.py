"""What parts of the Judge room share that work out what follows from the verdict.

`VerdictSequel`: once the verdict is drawn. `SequelJobs`: when a person asks, until it is stopped.
"""

from abc import abstractmethod
from collections.abc import Callable, Hashable
from typing import ClassVar, Generic, TypeVar

from warcry3d.app.judge.intents import PartIntent, SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, JudgePart
from warcry3d.app.shell.background.jobs import Answers, JobProgress
from warcry3d.app.shell.notices import Saying
from warcry3d.errors import WarcryError
from warcry3d.rules.results import Judgement

__all__ = ["SequelJobs", "VerdictSequel"]

KEPT = 32
"""So many of the last answers are kept."""
POLLS = 2
"""What follows is asked at this poll: the first may be of the frame that draws the verdict, which nothing shall delay.

Work in threads beside that frame took 80 ms of the processor from it where the frame itself took 90.
"""

Found = TypeVar("Found")
Asked = TypeVar("Asked", bound=Hashable)


class VerdictSequel(JudgePart, Generic[Found]):
    """A part that asks what follows from each certified verdict, in the background, once the verdict is drawn.

    The last answers are kept, and shown with the verdict.
    """

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._judged: dict[SightCase, Judgement] = {}
        self._answers: Answers[SightCase, Found] = Answers(lambda case: self.find(case, self._judged[case]), keep=KEPT)
        self._due = 0
        self._coming: SightCase | None = None

    @abstractmethod
    def find(self, case: SightCase, judgement: Judgement) -> Found:
        """Return what follows; called in the background."""

    @abstractmethod
    def is_found(self, model: JudgeModel) -> bool:
        """Return whether the model has what follows from its verdict."""

    @abstractmethod
    def showing(self, case: SightCase, found: Found) -> PartIntent:
        """Return the intent that gives it to the model."""

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out, or will be."""
        return self._due > 0 or self._answers.is_working

    def follow(self, before: JudgeModel) -> None:
        """Ask soon once a verdict is there that is certified."""
        model = self.bench.model
        case, judgement = model.case, model.judgement
        if case is None or judgement is None or model.is_waiting:
            return
        if not self.is_found(model) and self._answers.failure(case) is None:
            self._judged = {case: judgement, **dict(list(self._judged.items())[:KEPT])}
            if case != self._coming:
                self._coming, self._due = case, POLLS
            elif not self._due:
                self._answers.ask(case)
            self._show()

    def poll(self) -> bool:
        """Take in what was worked out, and ask what is due."""
        if self._due:
            self._due -= 1
            if not self._due:
                self._ask()
        is_new = self._answers.poll()
        if is_new:
            self._show()
        return is_new

    def _ask(self) -> None:
        """Ask about the verdict that is there now."""
        model = self.bench.model
        if model.case in self._judged and not model.is_waiting and not self.is_found(model):
            self._answers.ask(model.case)

    def _show(self) -> None:
        model = self.bench.model
        found = self._answers.known.get(model.case) if model.case is not None else None
        if model.case is not None and found is not None and not self.is_found(model):
            self.bench.do(self.showing(model.case, found))

    def close(self) -> None:
        """Stop asking."""
        self._answers.close()


class SequelJobs(JudgePart, Generic[Asked]):
    """A part whose jobs work out what a person asked about the verdict, until it is stopped or asked otherwise."""

    slots: ClassVar[tuple[str, ...]]
    """Its jobs: they run side by side."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._begun: Asked | None = None

    @abstractmethod
    def wanted(self, model: JudgeModel) -> Asked | None:
        """Return what is to be worked out now; None: nothing."""

    @abstractmethod
    def begin(self, asked: Asked) -> None:
        """Start its jobs by `start`."""

    def follow(self, before: JudgeModel) -> None:
        """Begin what is asked, and stop what no longer is."""
        wanted = self.wanted(self.bench.model)
        if wanted != self._begun:
            self._begun = wanted
            self.close()
            if wanted is not None:
                self.begin(wanted)

    def start(
        self,
        slot: str,
        name: Saying,
        work: Callable[[JobProgress], Found],
        answer: Callable[[Found], PartIntent],
        failure: Callable[[WarcryError], PartIntent],
    ) -> None:
        """Start the job of a slot; what comes of it becomes an intent of the part."""
        do = self.bench.do
        self.bench.host.jobs.start(
            slot, name, work, lambda found: do(answer(found)), lambda error: do(failure(error)), is_quiet=True
        )

    def close(self) -> None:
        """Stop its jobs."""
        for slot in self.slots:
            self.bench.host.jobs.cancel(slot)
