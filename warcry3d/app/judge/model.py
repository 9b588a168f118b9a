"""A dispute at the table: who looks at whom, under which agreements, and what the judge said. No graphics in here."""

from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Generic, Self, TypeVar

from warcry3d.errors import WarcryError
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["Answers", "Dispute", "SightQuestion"]

Asked = TypeVar("Asked", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class SightQuestion:
    """Whether ``viewer`` sees ``target``, counting the parts of figures that carry one of ``tags``."""

    viewer: str
    target: str
    tags: frozenset[Tag] = frozenset(Tag)


@dataclass(frozen=True, slots=True, eq=False)
class Dispute:
    """What is picked and agreed on one table; every change gives a new one.

    The first fighter picked is the viewer, the next the target; from then on a pick changes the target.
    """

    table: Table
    viewer: str | None = None
    target: str | None = None
    hovered: str | None = None
    tags: frozenset[Tag] = field(default_factory=lambda: frozenset(Tag))
    through_eye: bool = False

    @property
    def question(self) -> SightQuestion | None:
        """Return what is asked; None until two are picked."""
        if self.viewer is None or self.target is None:
            return None
        return SightQuestion(self.viewer, self.target, self.tags)

    def picking(self, id: str | None) -> Self:
        """Return the dispute after a click on a fighter; a click on nothing changes nothing, a second one lets go."""
        if id is None:
            return self
        self.table.model(id)
        if id == self.viewer:
            return replace(self, viewer=self.target, target=None, through_eye=False)
        if id == self.target:
            return replace(self, target=None)
        return replace(self, viewer=id) if self.viewer is None else replace(self, target=id)

    def seen_from(self, id: str) -> Self:
        """Return the dispute with another viewer; who was the target stays it unless it is now the viewer."""
        self.table.model(id)
        return replace(self, viewer=id, target=None if self.target == id else self.target)

    def swapped(self) -> Self:
        """Return the dispute the other way round; nothing happens until two are picked."""
        if self.target is None:
            return self
        return replace(self, viewer=self.target, target=self.viewer)

    def cleared(self) -> Self:
        """Return the dispute one step back: out of the eye first, then with nobody picked."""
        if self.through_eye:
            return replace(self, through_eye=False)
        return replace(self, viewer=None, target=None)

    def hovering(self, id: str | None) -> Self:
        """Return the dispute with the pointer over a fighter, or over none."""
        return self if id == self.hovered else replace(self, hovered=id)

    def counting(self, tag: Tag, counts: bool) -> Self:
        """Return the dispute in which parts with ``tag`` count or not; bodies always do."""
        if tag is Tag.BODY:
            return self
        return replace(self, tags=self.tags | {tag} if counts else self.tags - {tag})

    def looking_through_eye(self, through_eye: bool) -> Self:
        """Return the dispute with the picture from the viewer's eye, or back; without a viewer nothing happens."""
        return replace(self, through_eye=through_eye and self.viewer is not None)


class Answers(Generic[Asked, Answer]):
    """Answers worked out in one background thread and kept; the newest question goes first.

    ``judge`` is called in that thread. A `WarcryError` it raises is an answer too: see `failure`. ``keep``: so many of
    the last answers are kept, None: all.
    """

    def __init__(self, judge: Callable[[Asked], Answer], *, keep: int | None = None) -> None:
        self._judge = judge
        self._keep = keep
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="judge")
        self._known: dict[Asked, Answer] = {}
        self._failed: dict[Asked, WarcryError] = {}
        self._working: tuple[Asked, Future[Answer]] | None = None
        self._wanted: Asked | None = None

    @property
    def known(self) -> Mapping[Asked, Answer]:
        """Return all answers there are."""
        return MappingProxyType(self._known)

    @property
    def is_working(self) -> bool:
        """Whether an answer is being worked out."""
        return self._working is not None

    def failure(self, question: Asked) -> WarcryError | None:
        """Return why a question could not be answered."""
        return self._failed.get(question)

    def ask(self, question: Asked | None) -> None:
        """Want an answer; one already wanted but not yet begun is dropped for it."""
        is_answered = question in self._known or question in self._failed
        self._wanted = None if is_answered else question
        self._begin()

    def poll(self) -> bool:
        """Take in what has been worked out since; return whether there is anything new."""
        if self._working is None or not self._working[1].done():
            return False
        question, future = self._working
        self._working = None
        try:
            self._known[question] = future.result()
        except WarcryError as error:
            self._failed[question] = error
        if self._wanted == question:
            self._wanted = None
        self._forget()
        self._begin()
        return True

    def close(self) -> None:
        """Stop; an answer being worked out is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _forget(self) -> None:
        """Drop the oldest of more answers than are kept."""
        while self._keep is not None and len(self._known) > self._keep:
            del self._known[next(iter(self._known))]
        while self._keep is not None and len(self._failed) > self._keep:
            del self._failed[next(iter(self._failed))]

    def _begin(self) -> None:
        if self._wanted is not None and self._working is None:
            self._working = (self._wanted, self._pool.submit(self._judge, self._wanted))
            self._wanted = None
