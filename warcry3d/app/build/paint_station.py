"""Painting faces: brush, flood by angle, box and lasso; a part of its own is made of what is painted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.intents import ChoosePart
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.paint_card import PaintAction, draw_paint_card
from warcry3d.app.build.paint_state import (
    PAINT,
    ChoosePaintKind,
    PaintFaces,
    Painting,
    PaintState,
    PaintWay,
    SetBrush,
    StepStroke,
    TakeSurface,
    surface_of,
)
from warcry3d.app.build.painted_faces import FaceTiles
from warcry3d.app.build.part_rows import KIND_ORDER
from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.scene.camera import clip_matrix
from warcry3d.app.scene.colours import GOLD, PAPER, RED
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, Pointed
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.outline import draw_outline
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray, Solid
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import Paint, edited
from warcry3d.terrain.editing.selection import FaceMesh, Selection

__all__ = ["PaintStation", "ready_surface"]

READY = "build-surface"
"""The slot of the job that gets a surface ready."""
FACES = 60_000
"""Faces are divided into so many at most, as long as their edges then are no longer than `COARSEST` (in)."""
FINEST, COARSEST = 0.08, 1.0
STRIDE = 8.0
"""So many pixels apart the brush is set down along a stroke."""
PAINTED, POINTED = 0.62, 0.5
"""How strongly painted faces cover the surface, and those under the pointer."""
STEP = 1.25
"""The brush grows or shrinks by this factor with a key."""

Pixel = tuple[float, float]


def ready_surface(solids: tuple[Solid, ...], progress: JobProgress) -> FaceMesh:
    """Return the faces of solids, large ones divided, with all that choosing them needs."""
    finest = FINEST
    mesh = FaceMesh.of(solids, finest=finest)
    while len(mesh) > FACES and finest < COARSEST:
        progress.check()
        finest *= max(1.1, float(np.sqrt(len(mesh) / FACES)))
        mesh = FaceMesh.of(solids, finest=finest)
    mesh.prepare()
    return mesh


@dataclass(eq=False)
class _Stroke:
    """A stroke under way: what is painted with it so far, and the pixels along which it goes."""

    faces: Selection
    is_erasing: bool
    pixels: list[Pixel]


class PaintStation(Station):
    """Paints faces while its tool is in hand, and makes a part of them."""

    first_state = PaintState()

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._stroke: _Stroke | None = None
        self._is_turning = False
        self._pointed: Selection | None = None
        self._tiles: FaceTiles | None = None
        self._frame: Frame | None = None
        self._stamp = object()
        self._wants_surface: tuple[Solid, ...] | None = None

    @property
    def state(self) -> PaintState:
        """Return what the model keeps of it."""
        return self.bench.model.state(PaintState)

    @property
    def painting(self) -> Painting | None:
        """Return what is painted; None: no surface is ready."""
        return self.state.painting

    @property
    def stamp(self) -> object:
        """Return what stands for the stroke under way and what is under the pointer."""
        return self._stamp

    @property
    def is_working(self) -> bool:
        """Whether the surface is being got ready."""
        return self._wants_surface is not None

    # The surface

    def follow(self, before: BuildModel) -> None:
        """Get the surface ready once the tool is in hand; let go what was pointed at where anything differs."""
        model = self.bench.model
        if model.tool != PAINT or model.piece is not before.piece:
            self._let_go()
        self._get_ready()

    def _get_ready(self) -> None:
        model = self.bench.model
        solids = surface_of(model.piece)
        if model.tool != PAINT or self.painting is not None or not solids or self._wants_surface == solids:
            return
        self._wants_surface = solids
        self.bench.host.jobs.start(
            READY,
            lambda words: words.say("getting the surface ready..."),
            lambda progress: ready_surface(solids, progress),
            self._take_surface,
            self._refuse_surface,
            is_quiet=True,
        )

    def _take_surface(self, mesh: FaceMesh) -> None:
        self._wants_surface = None
        self.bench.do(TakeSurface(mesh))
        self._get_ready()

    def _refuse_surface(self, error: WarcryError) -> None:
        self._wants_surface = None
        self.bench.host.notify(refusing(error), is_alarming=True)

    # Gestures

    def take(self, gesture: Gesture) -> bool:
        """Paint with the left button; drags that begin beside the piece are left to the camera."""
        if isinstance(gesture, Key):
            return self._press(gesture.name)
        if self.painting is None:
            return isinstance(gesture, Pointed | Clicked)
        match gesture:
            case Pointed(at=at):
                self._point(at)
                return True
            case Clicked(button=button, at=at, is_adding=is_adding):
                self._click(at, is_erasing=self.state.is_erasing or is_adding or button != LEFT)
                return True
            case Dragged(button=button, start=start, at=at, has_control=has_control) if button == LEFT:
                return self._drag(start, at, has_control)
            case Dropped(button=button) if button == LEFT:
                self._is_turning = False
                return self._drop()
            case _:
                return False

    def _press(self, name: str) -> bool:
        state = self.state
        match name:
            case "[" | "]":
                self.bench.do(SetBrush(radius=round(state.radius * (STEP if name == "]" else 1 / STEP), 3)))
            case "y":
                ways = list(PaintWay)
                self.bench.do(SetBrush(way=ways[(ways.index(state.way) + 1) % len(ways)]))
            case "enter":
                self.make()
            case "delete" | "backspace":
                self.clear()
            case _ if len(name) == 1 and name.isdigit():
                self.bench.do(ChoosePaintKind(KIND_ORDER[(int(name) - 1) % 10]))
            case _:
                return False
        return True

    def _place(self, at: Pixel, mesh: FaceMesh) -> tuple[int, tuple[float, float, float]] | None:
        """Return the face under a pixel, and where (in, in the piece's frame)."""
        start, direction = self.bench.host.ray(at)
        return mesh.under_ray(start - self._origin(), direction)

    def _origin(self) -> FloatArray:
        model = self.bench.model
        return np.array(origin_of(model.piece, model.table)) if model.piece is not None else np.zeros(3)

    def _found(self, at: Pixel, mesh: FaceMesh) -> Selection | None:
        """Return the faces that brush or flood takes at a pixel; None: no surface is there."""
        under = self._place(at, mesh)
        if under is None:
            return None
        face, place = under
        if self.state.way is PaintWay.FLOOD:
            return mesh.flood(face, float(np.radians(self.state.angle)))
        return mesh.brush(place, self.state.radius, face=face)

    def _point(self, at: Pixel | None) -> None:
        painting = self.painting
        found = None
        if at is not None and painting is not None and not self.state.way.is_drawn:
            found = self._found(at, painting.mesh)
        if found is not None or self._pointed is not None:
            self._pointed = found
            self._stamp = object()

    def _click(self, at: Pixel, *, is_erasing: bool) -> None:
        painting = self.painting
        found = self._found(at, painting.mesh) if painting is not None and not self.state.way.is_drawn else None
        if painting is not None and found is not None:
            self._paint(painting.faces & ~found if is_erasing else painting.faces | found)

    def _drag(self, start: Pixel, at: Pixel, has_control: bool) -> bool:
        painting = self.painting
        if self._is_turning or painting is None:
            return False
        if self._stroke is None:
            if not self.state.way.is_drawn and self._place(start, painting.mesh) is None:
                self._is_turning = True
                return False
            self._stroke = _Stroke(painting.faces.copy(), self.state.is_erasing or has_control, [start])
        stroke = self._stroke
        if not self.state.way.is_drawn:
            for pixel in _along(stroke.pixels[-1], at):
                found = self._found(pixel, painting.mesh)
                if found is not None:
                    stroke.faces[found] = not stroke.is_erasing
            self._pointed = None
        stroke.pixels.append(at)
        self._stamp = object()
        return True

    def _drop(self) -> bool:
        stroke, painting, frame = self._stroke, self.painting, self._frame
        self._stroke, self._stamp = None, object()
        if stroke is None or painting is None:
            return stroke is not None
        faces = stroke.faces
        if self.state.way.is_drawn and frame is not None:
            inside = self._within(stroke, painting.mesh, frame)
            faces = painting.faces & ~inside if stroke.is_erasing else painting.faces | inside
        self._paint(faces)
        return True

    def _within(self, stroke: _Stroke, mesh: FaceMesh, frame: Frame) -> Selection:
        """Return the faces inside the outline that was drawn."""
        pixels = _outline(stroke, self.state.way)
        if len(pixels) < 3:
            return mesh.none()
        width, height = frame.picture
        outline = np.array(pixels) / (width, height) * (2, -2) + (-1, 1)
        moved = np.eye(4)
        moved[:3, 3] = self._origin()
        view = clip_matrix(frame.shot, width / height) @ moved
        return mesh.within(outline, view, through=self.state.goes_through)

    # What is done to what is painted

    def _paint(self, faces: Selection) -> None:
        self._pointed = None
        self._stamp = object()
        self.bench.do(PaintFaces(faces))

    def clear(self) -> None:
        """Paint no face."""
        if self.painting is not None:
            self._paint(self.painting.mesh.none())

    def make(self) -> None:
        """Make a part of what is painted, in the background; what cannot be done is said."""
        painting, state = self.painting, self.state
        if painting is None or not painting.faces.any():
            return

        def work(piece: Piece) -> Piece:
            return edited(piece, Paint(painting.mesh.patch(painting.faces), frozenset({state.kind}), depth=state.depth))

        before = {part.id for part in self.bench.model.piece.parts} if self.bench.model.piece is not None else set()

        def choose(made: Piece) -> None:
            new = next((part.id for part in made.parts if part.id not in before), None)
            self.bench.do(ChoosePart(new))

        self.bench.change_in_background(work, choose)

    @property
    def can_undo(self) -> bool:
        """Whether a stroke can be taken back."""
        return self.painting is not None and bool(self.painting.past)

    @property
    def can_redo(self) -> bool:
        """Whether a stroke can be made again."""
        return self.painting is not None and bool(self.painting.future)

    def step(self, by: int) -> None:
        """Take a stroke back, or make it again."""
        self._let_go()
        self.bench.do(StepStroke(by))

    def _let_go(self) -> None:
        if self._stroke is not None or self._pointed is not None:
            self._stroke = self._pointed = None
            self._stamp = object()

    # What is drawn

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Show what is painted, and what is under the pointer."""
        painting = model.state(PaintState).painting
        if model.tool != PAINT or painting is None or model.piece is None:
            return view
        at = origin_of(model.piece, model.table)
        if self._tiles is None or self._tiles.mesh is not painting.mesh or self._tiles.at != at:
            self._tiles = FaceTiles(painting.mesh, at)
        faces = self._stroke.faces if self._stroke is not None else painting.faces
        made: list[Overlay] = list(self._tiles.painted(faces, GOLD, PAINTED))
        if self._pointed is not None:
            is_erasing = model.state(PaintState).is_erasing
            new = self._pointed & faces if is_erasing else self._pointed & ~faces
            if new.any():
                made.append(self._tiles.one(new, RED if is_erasing else PAPER, POINTED))
        return replace(view, overlays=(*view.overlays, *made))

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw the outline of the box or the lasso."""
        self._frame = frame
        if self._stroke is not None and self.state.way.is_drawn:
            draw_outline(_outline(self._stroke, self.state.way), frame.scale)
        return ()

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw how faces are chosen, and what is made of them."""
        wanted: list[Wanted] = []
        if self.bench.model.tool == PAINT:
            actions: dict[PaintAction, Callable[[], None]] = {
                PaintAction.MAKE: self.make,
                PaintAction.CLEAR: self.clear,
                PaintAction.GROW: lambda: self._changed(FaceMesh.grown),
                PaintAction.SHRINK: lambda: self._changed(FaceMesh.shrunk),
            }
            asked = draw_paint_card(frame, self.state, wanted)
            if asked is not None:
                actions[asked]()
        return wanted

    def _changed(self, how: Callable[[FaceMesh, Selection], Selection]) -> None:
        if self.painting is not None:
            self._paint(how(self.painting.mesh, self.painting.faces))

    def close(self) -> None:
        """Stop the background."""
        self.bench.host.jobs.cancel(READY)


def _along(start: Pixel, end: Pixel) -> list[Pixel]:
    """Return pixels from behind a start to an end, near enough for the brush to leave no gaps."""
    count = max(1, min(40, int(np.hypot(end[0] - start[0], end[1] - start[1]) // STRIDE)))
    shares = [(k + 1) / count for k in range(count)]
    return [(start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in shares]


def _outline(stroke: _Stroke, way: PaintWay) -> list[Pixel]:
    """Return the corners of the box, or the places of the lasso."""
    if way is PaintWay.LASSO:
        return stroke.pixels
    (x0, y0), (x1, y1) = stroke.pixels[0], stroke.pixels[-1]
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
