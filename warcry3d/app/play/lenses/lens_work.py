"""What lenses show is worked out here in the background, one piece after the other; a frame waits for none of it."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from warcry3d.app.moves.exposure_field import ExposureField, exposure_field
from warcry3d.app.play.lenses.heights_field import HeightsField, heights_field
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.lenses.sight_lines import SightPair, targets_of
from warcry3d.app.play.lenses.threat_area import ModelArea, ThreatQuestion, area_of, threat_fields
from warcry3d.app.play.model import PlayModel
from warcry3d.app.scene.overlays import ColourField
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.room import Host
from warcry3d.errors import WarcryError
from warcry3d.rules.judgement import is_certified, judge
from warcry3d.rules.results import Judgement
from warcry3d.table.table import Table

__all__ = ["LensView", "LensWork"]

Asked = TypeVar("Asked", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, eq=False)
class LensView:
    """What there is to show by now of a lens. ``subject``: the model that it is about, "" for a whole side or none;
    ``side``: whose models they are; ``known`` of ``count`` pieces are worked out; ``failure``: why one could not be.
    """

    lens: Lens
    subject: str = ""
    side: str = ""
    known: int = 1
    count: int = 1
    judged: tuple[Judgement, ...] = ()
    areas: tuple[ColourField, ...] = ()
    exposure: ExposureField | None = None
    heights: HeightsField | None = None
    failure: WarcryError | None = None


@dataclass(frozen=True, slots=True)
class _Merged:
    """The areas of these questions, laid together."""

    questions: tuple[ThreatQuestion, ...]


class _Queue(Generic[Asked, Answer]):
    """Answers to a row of questions, asked one after the other."""

    def __init__(self, answer: Callable[[Asked], Answer]) -> None:
        self._answers = Answers(answer)

    def poll(self) -> bool:
        return self._answers.poll()

    def known(self, questions: tuple[Asked, ...]) -> tuple[list[Answer], WarcryError | None, int]:
        """Return the answers there are by now, the first failure, and how many questions are done with; ask on."""
        done = [one for one in questions if one in self._answers.known or self._answers.failure(one) is not None]
        self._answers.ask(next((one for one in questions if one not in done), None))
        failure = next((found for one in questions if (found := self._answers.failure(one)) is not None), None)
        return [self._answers.known[one] for one in done if one in self._answers.known], failure, len(done)

    @property
    def is_working(self) -> bool:
        return self._answers.is_working

    def close(self) -> None:
        self._answers.close()


class LensWork:
    """Works out what a lens shows, for as long as it is looked through. ``close()`` it when done."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._table: Table | None = None
        self._queues: Mapping[Lens, _Queue[Any, Any]] = MappingProxyType({})
        self._threats: tuple[object, tuple[ThreatQuestion, ...]] | None = None

    @property
    def is_working(self) -> bool:
        """Whether anything is being worked out."""
        return any(queue.is_working for queue in self._queues.values())

    def poll(self) -> bool:
        """Take in what was worked out; return whether there was anything."""
        return sum(queue.poll() for queue in self._queues.values()) > 0

    def close(self) -> None:
        """Stop; what is under way is not waited for."""
        for queue in self._queues.values():
            queue.close()
        self._queues, self._table = MappingProxyType({}), None

    def view(self, model: PlayModel) -> LensView | None:
        """Return what there is to show by now, and ask for the rest; None where no lens is looked through."""
        lens = model.lens
        if lens is None:
            return None
        self._begin(model.moment.table)
        match lens:
            case Lens.SIGHT:
                return self._sight(model)
            case Lens.THREAT:
                return self._threat(model)
            case Lens.EXPOSURE:
                (found, failure, done) = self._queues[lens].known(("",))
                return LensView(lens, known=done, exposure=found[0] if found else None, failure=failure)
            case Lens.HEIGHTS:
                (found, failure, done) = self._queues[lens].known(("",))
                return LensView(lens, known=done, heights=found[0] if found else None, failure=failure)
        return LensView(lens)

    def _begin(self, table: Table) -> None:
        """Begin anew where models have moved since."""
        if table is self._table:
            return
        self.close()
        self._table = table
        areas: dict[ThreatQuestion, ModelArea] = {}
        self._queues = MappingProxyType(
            {
                Lens.SIGHT: _Queue(partial(_judged, self._host, table)),
                Lens.THREAT: _Queue(partial(_merged, self._host, table, areas)),
                Lens.EXPOSURE: _Queue(lambda _: exposure_field(table)),
                Lens.HEIGHTS: _Queue(lambda _: heights_field(table)),
            }
        )

    def _sight(self, model: PlayModel) -> LensView:
        subject = model.lens_subject
        table = model.moment.table
        pairs = tuple(SightPair(subject, target) for target in targets_of(table, subject)) if subject else ()
        found, failure, done = self._queues[Lens.SIGHT].known(pairs)
        return LensView(
            Lens.SIGHT, subject, model.moment.side_of(subject), done, len(pairs), judged=tuple(found), failure=failure
        )

    def _threat(self, model: PlayModel) -> LensView:
        subject, side = model.threatening
        key = (model.moment, subject, side)
        if self._threats is None or self._threats[0] != key:
            self._threats = (key, _threats(model, subject, side))
        asked = self._threats[1]
        merged = tuple(_Merged(asked[: n + 1]) for n in range(len(asked)))
        found, failure, done = self._queues[Lens.THREAT].known(merged)
        return LensView(Lens.THREAT, subject, side, done, len(asked), areas=found[-1] if found else (), failure=failure)


def _threats(model: PlayModel, subject: str, side: str) -> tuple[ThreatQuestion, ...]:
    """Return what a model can do, or each one of a side."""
    ids = (subject,) if subject else tuple(one.id for one in model.moment.table.models if one.side == side)
    threats = [(id, model.rules.threat(model.moment.state, id)) for id in ids]
    return tuple(ThreatQuestion(id, threat) for id, threat in threats if threat is not None)


def _judged(host: Host, table: Table, pair: SightPair) -> Judgement:
    if is_certified(table.ruleset):
        host.wait_for_kernels("sight")
    return judge(table, pair.viewer, pair.target)


def _merged(
    host: Host, table: Table, areas: dict[ThreatQuestion, ModelArea], asked: _Merged
) -> tuple[ColourField, ...]:
    """Return the areas of some models laid together; each is searched for once."""
    if table.grid is None:
        host.wait_for_kernels("reach")
    for question in asked.questions:
        if question not in areas:
            areas[question] = area_of(table, question)
    return threat_fields(tuple(areas[question] for question in asked.questions))
