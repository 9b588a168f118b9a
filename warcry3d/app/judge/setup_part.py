"""Setting a quarrel up: the tool that adds models and pieces by two distances, by numbers or by a click."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from warcry3d.app.judge.intents import ClickFighter, PickTool, TryTable
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, JudgePart, Wanted
from warcry3d.app.judge.setup_intents import (
    Act,
    AddAction,
    ChangeTape,
    EditThing,
    GivePoint,
    ImportedPiece,
    PlaceBy,
    ThingKind,
)
from warcry3d.app.judge.setup_state import PlacedThing, SetUpState
from warcry3d.app.judge.setup_view import SetUpView, Wish
from warcry3d.app.judge.trial import TrialState
from warcry3d.app.judge.what_if import keep_table
from warcry3d.app.measures.grip_mark import draw_grip_mark
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels
from warcry3d.app.measures.rings import outline_overlays
from warcry3d.app.measures.tape import GripBase
from warcry3d.app.measures.tape_pull import TapePull
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import AMBER, GREEN
from warcry3d.app.scene.overlays import Overlay, Tape, lifted
from warcry3d.app.scene.surface_pick import heights_at, surface_under_ray
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.gestures import Clicked, Gesture, Key, Pointed
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.errors import WarcryError
from warcry3d.geom.offset_curves import OffsetCurve, dot
from warcry3d.geom.solid import FloatArray
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table
from warcry3d.table.table_edits import without
from warcry3d.table.tape_measures import (
    BoardEdge,
    FromBase,
    FromCorner,
    FromEdge,
    FromPoint,
    MeasuredDistance,
    TapedShape,
    TapeOrigin,
    tape_line,
)

__all__ = ["EMPTY_BOARD", "SetUpPart"]

EMPTY_BOARD = shipped_root() / "terrain" / "empty-board.table.json"
MESHES = (".stl", ".obj", ".ply", ".glb", ".gltf", ".3mf", ".dae")
BACK = "\b"
TYPED = {**{one: one for one in "0123456789./,mci"}, "space": " ", "comma": ",", "period": ".", "backspace": BACK}
"""What keys type into a distance."""
WITHIN, UNEVEN = 0.95, 0.15
"""A base lies on what is under so much of its radius, where that is higher by at most so much (in): planks differ."""
NEAR = 40.0
"""A click this near to the other of two places (pixels) picks it."""


class SetUpPart(JudgePart):
    """Shows where what is being set up would stand, and puts it on the table."""

    first_state = SetUpState()

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._shown: Table | None = None
        self._due = 0
        self._frame: Frame | None = None
        self._begins = False
        self._stale: set[int] = set()
        self._unvisited: set[int] = set()
        self._pull = TapePull(bench.host)
        self._surfaces: tuple[Table, float, float, tuple[float, ...]] | None = None

    @property
    def _state(self) -> SetUpState:
        return self.bench.model.state(SetUpState)

    # Gestures

    def take(self, gesture: Gesture) -> bool:
        """Give places by clicks; Enter adds, Tab takes the other place."""
        match gesture:
            case Pointed(at=at) if self._state.grabbing is not None:
                self._pull.point_at(at, self._table)
                return True
            case Pointed(at=at) if at is not None and self._state.by is PlaceBy.POINTER and not self._state.editing:
                self._point(at)
                return True
            case Clicked(button="mouse1", at=at):
                return self._click(at)
            case Key(name="enter"):
                self._enter()
                return True
            case Key(name=name) if name in TYPED and self._state.by is PlaceBy.TAPES:
                return self._type(TYPED[name])
            case Key(name="tab"):
                if self._state.placed is None and self._state.by is PlaceBy.TAPES:
                    self._due = 1 - self._due
                    self.bench.do(Act(AddAction.DONE))
                else:
                    self.bench.do(Act(AddAction.OTHER_PLACE))
                return True
            case _:
                return False

    def _enter(self) -> None:
        """Go on to the other distance, or add what both of them place; what was typed is meant as it stands."""
        self.bench.do(Act(AddAction.DONE))
        empty = [number for number, tape in enumerate(self._state.tapes) if not tape.text.strip()]
        if self._state.by is PlaceBy.TAPES and empty:
            self._due = empty[0] if self._due not in empty or len(empty) == 1 else self._due
        elif self._state.by is PlaceBy.TAPES and self._unvisited:
            self._due = self._unvisited.pop()
        else:
            self.add()

    def _type(self, character: str) -> bool:
        """Type into the distance that is due, though no field has the keyboard; letters only as a unit behind it.

        What was left there when the tool was put away is replaced, and Enter then goes on to the other one.
        """
        text = self._state.tapes[self._due].text
        if character.isalpha() and not text.strip():
            return False
        if self._due in self._stale:
            self._unvisited |= self._stale - {self._due}
            self._stale.discard(self._due)
            text = text if character == BACK else ""
        self.bench.do(ChangeTape(self._due, text=text[:-1] if character == BACK else text + character))
        return True

    def _click(self, at: tuple[float, float]) -> bool:
        state = self._state
        if state.grabbing is not None:
            grip = self._pull.point_at(at, self.bench.model.table)
            self._pull.let_go()
            if grip is not None and not (isinstance(grip, GripBase) and grip.id == state.id):
                origin: TapeOrigin = (
                    FromBase(grip.id) if isinstance(grip, GripBase) else _origin_at(self._table, grip.at)
                )
                self.bench.do(GivePoint((0.0, 0.0, 0.0), origin))
            return True
        if state.by is PlaceBy.POINTER:
            if self._point(at) and not state.editing:
                self.add()
            return True
        near = self._place_near(at)
        if near is not None and near != state.chosen:
            self.bench.do(Act(AddAction.OTHER_PLACE))
            return True
        id = self.bench.host.fighter_under(at)
        if id is not None and id != state.id:
            self.bench.do(EditThing(id))
        return True

    def _point(self, at: tuple[float, float]) -> bool:
        """Give the point of the table under a pixel as the place; return whether there is one."""
        point = surface_under_ray(self._table, *self.bench.host.ray(at), reach=0.6)
        if point is not None:
            self.bench.do(GivePoint(point))
        return point is not None

    def _place_near(self, at: tuple[float, float]) -> int | None:
        """Return which of the two places is under a pixel."""
        placed = self._state.placed
        if placed is None or self._frame is None or len(placed.points) < 2:
            return None
        points = np.array([(x, y, 0.0) for x, y in placed.points])
        seen = project(self._frame.shot, points, self._frame.picture)
        away = np.hypot(seen[:, 0] - at[0], seen[:, 1] - at[1])
        return int(away.argmin()) if away.min() < NEAR else None

    @property
    def _table(self) -> Table:
        return self.bench.model.state(TrialState).table_of(self.bench.model)

    def add(self) -> None:
        """Put it on the table; the first two models that are added are the two that are asked about."""
        state = self._state
        placed = state.placed
        if placed is None:
            return
        self._shown = None
        keep_table(self.bench, placed.table)
        model = self.bench.model
        is_new_model = state.kind is ThingKind.MODEL and not state.editing
        if is_new_model and (model.viewer is None or model.target is None) and placed.id != model.viewer:
            self.bench.do(ClickFighter(placed.id))
        self.bench.do(Act(AddAction.NEW))
        self._due, self._stale, self._unvisited = 0, set(), set()

    def follow(self, before: JudgeModel) -> None:
        """Try the model on the table while it is being set up, and only then; on a board opened for that, begin."""
        model = self.bench.model
        if self._begins and model.opened is not before.opened:
            self._begins = False
            self.bench.do(PickTool("add"))
            return
        state = model.state(SetUpState)
        if model.tool == "add" and before.tool != "add":
            self._due = next((n for n, tape in enumerate(state.tapes) if not tape.text.strip()), 0)
            self._stale, self._unvisited = {n for n, tape in enumerate(state.tapes) if tape.text.strip()}, set()
        is_tried = model.tool == "add" and state.kind is ThingKind.MODEL and state.placed is not None
        wanted = state.placed.table if is_tried and state.placed is not None else None
        if wanted is self._shown:
            return
        self._shown = wanted
        self.bench.do(TryTable(wanted or model.state(TrialState).trial))

    # What is shown

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Show the tapes, and the outline of each place."""
        placed = model.state(SetUpState).placed
        if model.tool != "add" or placed is None or model.through_eye:
            return view
        made = _outlines(model.state(SetUpState), placed) + _tapes(model.state(SetUpState), placed)
        others = tuple(one for one in view.overlays if not isinstance(one, Tape))
        return replace(view, overlays=(*others, *made))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Number the places, and write the inches on the tapes."""
        self._frame = frame
        state = self._state
        placed = state.placed
        if self.bench.model.tool == "add" and state.grabbing is not None:
            draw_grip_mark(frame, self._pull.mark)
        if self.bench.model.tool != "add" or placed is None or self.bench.model.through_eye:
            return ()
        labels = []
        if len(placed.points) > 1:
            for number, (x, y) in enumerate(placed.points):
                is_chosen = number == state.chosen % len(placed.points)
                labels.append(LengthLabel(str(number + 1), (x, y, state.height + 2.2), GREEN if is_chosen else AMBER))
        for one, tape in zip(_tapes(state, placed), state.tapes, strict=False):
            middle = tuple((a + b) / 2 for a, b in zip(one.start, one.end, strict=True))
            labels.append(LengthLabel(f"{tape.text.strip()}", (middle[0], middle[1], middle[2] + 0.1)))
        draw_length_labels(frame, labels, foot)
        return ()

    def draw_panel(self, frame: Frame) -> Sequence[Wanted] | None:
        """Draw the form."""
        if self.bench.model.through_eye:
            return None
        view = SetUpView(frame, self.bench.model, self._table, due=self._due, surfaces=self.surfaces)
        wanted = view.draw(self._state)
        self._due = view.due
        for wish in view.wishes:
            self.grant(wish)
        return wanted

    def surfaces(self, x: float, y: float) -> tuple[float, ...]:
        """Return the heights at which what is set up can stand at a place, without itself; looked up once a place."""
        table = self._table
        if self._surfaces is None or self._surfaces[:3] != (table, x, y):
            others = without(table, self._state.editing) if self._state.editing else table
            rim = _rim(self._state.shape, 12) * WITHIN if self._state.kind is ThingKind.MODEL else ()
            around = [height for u, v in rim for height in heights_at(others, x + float(u), y + float(v))]
            found = {_carried(height, around) for height in heights_at(others, x, y)}
            self._surfaces = (table, x, y, tuple(sorted(found)))
        return self._surfaces[3]

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Offer an empty board to those who have nobody to ask about yet."""
        if self.bench.model.viewer is not None:
            return ()
        view = SetUpView(frame, self.bench.model, self._table)
        wanted = view.draw_offer()
        for wish in view.wishes:
            self.grant(wish)
        return wanted

    def grant(self, wish: Wish) -> None:
        """Do what the panel asks of the room."""
        match wish.name:
            case "add":
                self.add()
            case "enter":
                self._enter()
            case "remove":
                self._keep(lambda: without(self._table, wish.text))
            case "board":
                self._keep(lambda: replace(self._table, board=Board(*wish.size)))
            case "empty":
                self._begins = True
                self.bench.host.open_file(EMPTY_BOARD)
            case "mesh":
                host = self.bench.host
                host.pick_file(MESHES, self._import, host.words.say("Pick the mesh of a piece"))

    def _keep(self, change: Callable[[], Table]) -> None:
        try:
            keep_table(self.bench, change())
        except WarcryError as error:
            self.bench.host.notify(refusing(error), is_alarming=True)

    def _import(self, path: Path) -> None:
        """Make a piece of a mesh file in the background."""
        host = self.bench.host

        def work(progress: JobProgress) -> ImportedPiece:
            from warcry3d.terrain.importing import ImportOptions, import_mesh

            return ImportedPiece(path.stem[:60], import_mesh(path, ImportOptions()).piece)

        name = path.name
        host.jobs.start(
            "judge-import",
            lambda words: words.say("reading {name}...", name=name),
            work,
            self.bench.do,
            lambda error: host.notify(refusing(error), is_alarming=True),
        )


def _origin_at(table: Table, at: tuple[float, float, float]) -> TapeOrigin:
    """Return what a tape is held at there: a corner or an edge of the board, else the point itself."""
    x, y, z = at
    side = {0.0: BoardEdge.LEFT, table.board.width: BoardEdge.RIGHT}.get(x)
    end = {0.0: BoardEdge.NEAR, table.board.depth: BoardEdge.FAR}.get(y)
    if z == 0 and side is not None and end is not None:
        return FromCorner(side, end)
    if z == 0 and (side is not None or end is not None):
        return FromEdge(side or end or BoardEdge.NEAR)
    return FromPoint(at)


def _outlines(state: SetUpState, placed: PlacedThing) -> tuple[Overlay, ...]:
    """Return the outline of what is set up at each of its places."""
    made: list[Overlay] = []
    shape, height = state.shape, state.height
    rim = _rim(shape, 64)
    for number, (x, y) in enumerate(placed.points):
        is_chosen = number == state.chosen % len(placed.points)
        points = tuple((float(u) + x, float(v) + y, height) for u, v in rim.tolist())
        made += outline_overlays(points, GREEN if is_chosen else AMBER, width=4.0)
    return tuple(made)


def _rim(shape: TapedShape, count: int) -> FloatArray:
    """Return so many points of the outline of what is set up, about its origin, (n, 2)."""
    curve = OffsetCurve(dot((0.0, 0.0)), shape.outline, 0.0)
    return -curve.at(np.linspace(0, curve.knots, count, endpoint=False))


def _carried(height: float, around: Sequence[float]) -> float:
    """Return how high a base lies on a surface: on the highest plank under it; heights ``around`` its rim."""
    return max((height, *(one for one in around if 0 < one - height <= UNEVEN))) if height else height


def _tapes(state: SetUpState, placed: PlacedThing) -> tuple[Tape, ...]:
    """Return the two tapes as they lie to the place that is chosen."""
    if state.by is not PlaceBy.TAPES:
        return ()
    x, y = placed.points[state.chosen % len(placed.points)]
    laid = []
    for tape in state.tapes:
        one: MeasuredDistance = tape.distance
        start, end = tape_line(placed.table, state.shape, one, (x, y, state.height))
        laid.append(Tape(lifted(start), lifted(end)))
    return tuple(laid)
