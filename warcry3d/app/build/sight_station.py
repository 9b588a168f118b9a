"""Test sight: two figures are put on the piece and dragged about; who sees whom follows, by the judge of all rooms."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self

from warcry3d.app.build.bench_table import FIGURE, size_figure
from warcry3d.app.build.intents import StationIntent
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.build.walk_station import WalkState
from warcry3d.app.scene.surface_pick import surface_under_ray
from warcry3d.app.scene.verdict_overlays import verdict_overlays
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Gesture, Pointed
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.theme import paragraph
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import Placement
from warcry3d.messages.verdicts import headlines, sentences
from warcry3d.rules.judgement import judge
from warcry3d.rules.results import Judgement
from warcry3d.table.models import Model
from warcry3d.table.table import Table
from warcry3d.table.table_edits import base_sold

__all__ = ["SIGHT", "AnswerTrial", "PlaceEye", "SightStation", "SightTestState", "SightTrial"]

SIGHT = "sight"
VIEWER, TARGET = "viewer", "target"
SIDES = {VIEWER: "blue", TARGET: "red"}

Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class SightTrial:
    """The question whether the viewer on this table sees the target."""

    table: Table


@dataclass(frozen=True, slots=True)
class PlaceEye(StationIntent):
    """Put the viewer or the target down at a place (in, on the table)."""

    station: ClassVar[str] = SIGHT
    id: str
    at: Point


@dataclass(frozen=True, slots=True, eq=False)
class AnswerTrial(StationIntent):
    """The judge's answer to a question, or why there is none."""

    station: ClassVar[str] = SIGHT
    trial: SightTrial
    judgement: Judgement | None
    failure: WarcryError | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SightTestState:
    """Where viewer and target stand; the question that makes, and the answer to it."""

    station: ClassVar[str] = SIGHT
    viewer: Point | None = None
    target: Point | None = None
    trial: SightTrial | None = None
    answer: AnswerTrial | None = None

    def after(self, intent: StationIntent, build: BuildModel) -> Self:
        """Return it after an intent."""
        match intent:
            case PlaceEye(id=id, at=at):
                made = replace(self, viewer=at) if id == VIEWER else replace(self, target=at)
                return made._asking(build)
            case AnswerTrial(trial=trial) if trial is self.trial:
                return replace(self, answer=intent)
            case _:
                return self

    def following(self, before: BuildModel, build: BuildModel) -> Self:
        """Return it without what no longer stands on this board; on a changed piece it is asked anew."""
        if before.table is build.table:
            return self
        if before.table.board != build.table.board or build.piece is None:
            return type(self)()
        return self._asking(build)

    def _asking(self, build: BuildModel) -> Self:
        if self.viewer is None or self.target is None:
            return self
        return replace(self, trial=SightTrial(replace(build.table, models=self.models(build))))

    def models(self, build: BuildModel) -> tuple[Model, ...]:
        """Return the figures as they stand, each turned to the other."""
        figure = size_figure(build.table.board)
        mm = build.state(WalkState).base_mm
        placed = [(id, at) for id, at in ((VIEWER, self.viewer), (TARGET, self.target)) if at is not None]
        return tuple(
            replace(figure, id=id, side=SIDES[id], base=base_sold(mm, mm), placement=Placement(at)) for id, at in placed
        )


def answer_trial(host: Host, trial: SightTrial) -> Judgement:
    """Return the judge's answer, once the sight kernel is compiled; called in the background."""
    host.wait_for_kernels("sight")
    return judge(trial.table, VIEWER, TARGET)


class SightStation(Station):
    """Puts two figures down, and asks the judge."""

    first_state = SightTestState()

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._answers: Answers[SightTrial, Judgement] = Answers(partial(answer_trial, bench.host), keep=4)
        self._dragged: str | None = None

    @property
    def state(self) -> SightTestState:
        """Return what the model keeps of it."""
        return self.bench.model.state(SightTestState)

    @property
    def is_working(self) -> bool:
        """Whether the judge is at work."""
        return self._answers.is_working

    def take(self, gesture: Gesture) -> bool:
        """Put a figure down by a click, or drag one; parts are not pointed at meanwhile."""
        match gesture:
            case Clicked(button=button, at=at):
                self._dragged = None
                is_first = button != LEFT or self.state.viewer is None
                self._place(VIEWER if is_first else TARGET, at)
                return True
            case Dragged(button=button, start=start, at=at) if button == LEFT:
                if self._dragged is None:
                    under = self.bench.host.fighter_under(start)
                    self._dragged = under if under in (VIEWER, TARGET) else ""
                if not self._dragged:
                    return False
                self._place(self._dragged, at)
                return True
            case Pointed():
                self._dragged = None
                return True
            case _:
                self._dragged = None
        return False

    def _place(self, id: str, at: tuple[float, float]) -> None:
        model = self.bench.model
        reach = model.state(WalkState).base_mm / 25.4 / 2
        place = surface_under_ray(model.table, *self.bench.host.ray(at), reach=reach)
        if place is not None:
            self.bench.do(PlaceEye(id, place))

    def follow(self, before: BuildModel) -> None:
        """Ask what is not known yet."""
        if self.state.trial is not before.state(SightTestState).trial:
            self._answers.ask(self.state.trial)

    def poll(self) -> bool:
        """Hand the model its answer once it is there."""
        is_new = self._answers.poll()
        trial, answer = self.state.trial, self.state.answer
        if trial is None or (answer is not None and answer.trial is trial):
            return is_new
        known, failure = self._answers.known.get(trial), self._answers.failure(trial)
        if known is not None or failure is not None:
            self.bench.do(AnswerTrial(trial, known, failure))
        return is_new

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Show the two figures and the verdict while the tool is in hand."""
        state = model.state(SightTestState)
        if model.tool != SIGHT or model.content is None:
            return view
        standing = tuple(one for one in view.table.models if one.id != FIGURE)
        table = replace(view.table, models=(*standing, *state.models(model)))
        answer = state.answer
        overlays = view.overlays
        if answer is not None and answer.judgement is not None:
            overlays = (*overlays, *verdict_overlays(answer.trial.table, answer.judgement))
        return replace(view, table=table, overlays=overlays)

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Say who sees whom, and why."""
        if self.bench.model.tool != SIGHT:
            return ()
        words, state = frame.words, self.state
        headline(words.say("Test sight"), frame.bold)
        if state.viewer is None:
            paragraph(words.say("Click where the viewer stands."))
        elif state.target is None:
            paragraph(words.say("Click where the target stands."))
        elif state.answer is not None and state.answer.judgement is not None:
            judgement = state.answer.judgement
            for line in headlines(judgement, words):
                if line:
                    headline(line, frame.bold)
            for line in sentences(judgement, words):
                paragraph(line)
        elif state.answer is not None and state.answer.failure is not None:
            paragraph(words.error(state.answer.failure))
        else:
            paragraph(words.say("judging..."))
        if state.viewer is not None:
            paragraph(words.say("Drag either of them; right click: another viewer."), (0.66, 0.65, 0.62))
        return ()

    def close(self) -> None:
        """Stop judging; an answer being worked out is not waited for."""
        self._answers.close()
