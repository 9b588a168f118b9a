"""Mouse and keys in the Boards room: what is under the pointer is picked, carried, turned and put down."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.boards.intents import (
    BoardsAction,
    BoardsIntent,
    CarryTo,
    DrawSquares,
    HoldPieces,
    HoverPiece,
    ListBoard,
    MirrorPicked,
    NudgePicked,
    PickPieces,
    SpanBand,
    SuspendSnaps,
    TakeBoardTool,
    TurnPieces,
)
from warcry3d.app.boards.keys import FREE, PLAY, SEARCH
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tool_bar import TURN
from warcry3d.app.boards.tools import BoardLens, ChooseMover, ToolIntent
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.pick import pick_feature
from warcry3d.app.scene.surface_pick import surface_under_ray
from warcry3d.app.shell.gestures import (
    LEFT,
    RIGHT,
    Clicked,
    Dragged,
    Dropped,
    Gesture,
    Key,
    KeyReleased,
    Pointed,
    Turned,
)
from warcry3d.app.shell.room import Frame, Host
from warcry3d.geom.solid import FloatArray
from warcry3d.table.table_edits import without_features
from warcry3d.terrain.layouts.feature_edits import Mirroring
from warcry3d.terrain.layouts.piece_plans import middle_of
from warcry3d.terrain.layouts.stacking import height_of

__all__ = ["BoardHands"]

Pixel = tuple[float, float]

KEYS: Mapping[str, BoardsIntent] = MappingProxyType(
    {
        "v": TakeBoardTool(False),
        "x": TakeBoardTool(True),
        ",": TurnPieces(TURN),
        "comma": TurnPieces(TURN),
        ".": TurnPieces(-TURN),
        "period": TurnPieces(-TURN),
        "[": TurnPieces(1.0),
        "bracketleft": TurnPieces(1.0),
        "]": TurnPieces(-1.0),
        "bracketright": TurnPieces(-1.0),
        "page_up": BoardsAction.RAISE,
        "page_down": BoardsAction.LOWER,
        "control-d": BoardsAction.COPY,
        "c": BoardsAction.COPY,
        "l": MirrorPicked(Mirroring.LEFT_RIGHT),
        "i": MirrorPicked(Mirroring.FRONT_BACK),
        "w": BoardsAction.TWIN,
        "g": BoardsAction.GROUP,
        "delete": BoardsAction.REMOVE,
        "backspace": BoardsAction.REMOVE,
        "control-a": BoardsAction.PICK_ALL,
        "a": BoardsAction.PICK_ALL,
        "tab": BoardsAction.PICK_NEXT,
        "enter": BoardsAction.PUT_DOWN,
        "escape": BoardsAction.STEP_BACK,
    }
)
NUDGES = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, 1), "arrow_down": (0, -1)}


class HandsBench(Protocol):
    """What it asks of the room. ``taken``: the name of the palette's piece that is in hand or ``is_reading``: comes."""

    taken: str

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BoardsModel: ...
    @property
    def is_reading(self) -> bool: ...
    def do(self, intent: BoardsIntent | ToolIntent) -> None: ...
    def let_go(self) -> None: ...
    def save(self) -> None: ...
    def play(self) -> None: ...


class BoardHands:
    """Reads gestures and turns them into the room's intents."""

    def __init__(self, bench: HandsBench) -> None:
        self._bench = bench
        self.wants_search = False
        self.is_dragged_out = False
        self.turned_before = 0.0
        self.dropped_at: Pixel | None = None
        self._frame: Frame | None = None
        self._drag_from: Pixel | None = None
        self._shift: FloatArray = np.zeros(3)

    def let_go(self) -> None:
        """Forget the drag under way."""
        self._drag_from = None
        self.is_dragged_out = False
        self.turned_before = 0.0
        self.dropped_at = None

    def see(self, frame: Frame) -> None:
        """Remember how the table was drawn last."""
        self._frame = frame

    def take(self, gesture: Gesture) -> bool:
        """Pick, carry, turn; drags of empty space and turns of the wheel are left to the camera."""
        match gesture:
            case Pointed(at=at):
                self._point(at)
            case Clicked(button=button, at=at, is_adding=is_adding):
                self._click(button, at, is_adding)
                return True
            case Dragged(button="mouse1", start=start, at=at, has_control=has_control):
                return self._drag(start, at, has_control)
            case Dropped(button="mouse1") if self._drag_from is not None:
                self._drop()
                return True
            case Turned(notches=notches) if self._bench.model.held is not None or self._bench.is_reading:
                self._wheel(notches)
                return True
            case KeyReleased(name=name) if name == FREE.keys[0]:
                self._bench.do(SuspendSnaps(False))
            case Key(name=name):
                return self._press(name)
            case _:
                pass
        return False

    def _wheel(self, notches: float) -> None:
        self._turn(notches * (1.0 if self._bench.model.is_free else TURN))

    def _turn(self, degrees: float) -> None:
        """Turn what is in hand; a piece that is still being read is turned when it comes."""
        if self._bench.model.held is not None:
            self._bench.do(TurnPieces(degrees))
        else:
            self.turned_before += degrees

    def came(self) -> None:
        """Turn the piece that has come into hand as it was turned before, and put it where it was let go of already."""
        if self.turned_before:
            self._bench.do(TurnPieces(self.turned_before))
        if self.dropped_at is not None:
            self._carry(self.dropped_at)
            self._bench.do(BoardsAction.PUT_DOWN)
        self.turned_before, self.dropped_at = 0.0, None

    def _press(self, name: str) -> bool:
        asked = KEYS.get(name)
        if isinstance(asked, TurnPieces) and self._bench.is_reading:
            self._turn(asked.degrees)
            return True
        if name == FREE.keys[0]:
            self._bench.do(SuspendSnaps(True))
        elif name == SEARCH.keys[0]:
            self.wants_search = True
            self._bench.do(ListBoard(False))
        elif name == "control-s":
            self._bench.save()
        elif name == PLAY.keys[0]:
            self._bench.play()
        elif name in NUDGES and self._bench.model.picked:
            x, y = NUDGES[name]
            step = self._bench.model.step
            self._bench.do(NudgePicked(x * step, y * step))
        elif name in KEYS:
            is_idle = (
                self._bench.model.held is None
                and not self._bench.model.picked
                and not self._bench.model.is_boxing
                and self._bench.model.tools.brush is None
            )
            if name == "escape" and is_idle:
                return False
            if name == "escape":
                self._drag_from = None
            self._bench.do(KEYS[name])
        else:
            return False
        return True

    def _spot(self, at: Pixel) -> tuple[float, float] | None:
        """Return the place on the floor under a pixel (in); None: it is on none."""
        start, direction = self._bench.host.ray(at)
        if direction[2] > -1e-6:
            return None
        x, y, _ = (start - start[2] / direction[2] * direction).tolist()
        return x, y

    def _draw_stroke(self, start: Pixel, at: Pixel, *, is_done: bool) -> None:
        """Span a stroke of the brush between two pixels, or draw it."""
        one, other = self._spot(start), self._spot(at)
        self._bench.do(DrawSquares((one, other) if one is not None and other is not None else None, is_done))

    @property
    def _draws(self) -> bool:
        """Whether a brush for squares is in hand, and no piece."""
        model = self._bench.model
        return model.tools.brush is not None and model.opened.grid is not None and model.held is None

    def _point(self, at: Pixel | None) -> None:
        if self._draws:
            if self._drag_from is None:
                spot = self._spot(at) if at is not None else None
                self._bench.do(DrawSquares((spot, spot) if spot is not None else None))
            return
        if self._bench.model.held is not None:
            if at is not None and self._drag_from is None:
                self._carry(at)
            return
        self._bench.do(HoverPiece(self._piece_under(at) if at is not None else None))

    def _click(self, button: str, at: Pixel, is_adding: bool) -> None:
        held = self._bench.model.held
        if held is not None:
            if button == RIGHT:
                self._bench.let_go()
                return
            self._carry(at)
            again = held.start if is_adding and held.is_new else ()
            taken = self._bench.taken
            self._bench.do(BoardsAction.PUT_DOWN)
            if again:
                self._bench.do(HoldPieces(again))
                self._bench.taken = taken
            return
        if button != LEFT:
            return
        if self._draws:
            self._draw_stroke(at, at, is_done=True)
            return
        id = self._piece_under(at)
        if self._bench.model.tools.lens is BoardLens.MOVEMENT and not is_adding:
            point = surface_under_ray(self._bench.model.table, *self._bench.host.ray(at))
            if point is not None:
                self._bench.do(ChooseMover(start=point))
        if id is not None:
            self._bench.do(PickPieces((id,), is_adding))
        elif not is_adding:
            self._bench.do(PickPieces(()))

    def _drag(self, start: Pixel, at: Pixel, has_control: bool) -> bool:
        if self._drag_from != start:
            self._drag_from = None
            if self._bench.model.held is not None:
                return False
            if self._draws and not self._is_on_board(start):
                return False
            if not self._draws and not self._grip(start, has_control):
                return False
            self._drag_from = start
        if self._draws:
            self._draw_stroke(start, at, is_done=False)
        elif self._bench.model.band is not None:
            self._bench.do(SpanBand((start, at)))
        else:
            self._carry(at)
        return True

    def _grip(self, at: Pixel, has_control: bool) -> bool:
        """Take hold where a drag begins: of a piece, or of a corner of the rectangle; return whether of anything."""
        if has_control or self._bench.model.is_boxing:
            self._bench.do(SpanBand((at, at)))
            return True
        id = self._piece_under(at)
        if id is None:
            return False
        if id not in self._bench.model.picked:
            self._bench.do(PickPieces((id,)))
        self._bench.do(HoldPieces())
        held = self._bench.model.held
        if held is None:
            return False
        start, direction = self._bench.host.ray(at)
        place = np.array(held.place)
        along = (place[2] - start[2]) / direction[2] if abs(direction[2]) > 1e-6 else 0.0
        self._shift = place - (start + along * direction) if along > 0 else np.zeros(3)
        return True

    def _is_on_board(self, at: Pixel) -> bool:
        spot, board = self._spot(at), self._bench.model.opened.board
        return spot is not None and 0 <= spot[0] <= board.width and 0 <= spot[1] <= board.depth

    def _drop(self) -> None:
        self._drag_from = None
        if self._draws:
            self._bench.do(DrawSquares(self._bench.model.stroke, is_done=True))
            return
        band = self._bench.model.band
        if band is None:
            self._bench.do(BoardsAction.PUT_DOWN)
            return
        self._bench.do(PickPieces(self._pieces_in(band)))
        self._bench.do(TakeBoardTool(False))

    def _carry(self, at: Pixel) -> None:
        """Carry what is in hand to what is under a pixel; beside the board it stays where it is."""
        held = self._bench.model.held
        if held is None:
            return
        start, direction = self._bench.host.ray(at)
        shift = self._shift if self._drag_from is not None else np.zeros(3)
        others = without_features(self._bench.model.opened, held.ids, is_audited=False)
        point = surface_under_ray(others, start + shift, direction)
        if point is not None:
            self._bench.do(CarryTo(point))

    def _piece_under(self, at: Pixel) -> str | None:
        return pick_feature(self._bench.model.table, *self._bench.host.ray(at))

    def _pieces_in(self, band: tuple[Pixel, Pixel]) -> tuple[str, ...]:
        """Return the pieces whose middle is seen in a rectangle."""
        features = self._bench.model.opened.terrain.features
        if not features or self._frame is None:
            return ()
        middles = np.array([(*middle_of(one), height_of(one)) for one in features])
        low, high = np.min(band, axis=0), np.max(band, axis=0)
        seen = project(self._frame.shot, middles, self._frame.picture)
        is_in = ((seen[:, :2] >= low) & (seen[:, :2] <= high)).all(axis=1) & (seen[:, 2] > 0)
        return tuple(one.id for one, inside in zip(features, is_in.tolist(), strict=True) if inside)

    def drag_out(self, frame: Frame, foot: float) -> None:
        """Carry what was pressed in the palette while the button is held, and turn it by the wheel: the panel has the
        pointer until then.

        ``foot``: where the tool bar begins (pixels).
        """
        if not self.is_dragged_out:
            return
        x, y = imgui.get_mouse_pos()
        left = frame.rail + frame.left_panel[2]
        is_over = left <= x <= frame.picture[0] and frame.left_panel[1] <= y <= foot
        if is_over and self._bench.model.held is not None:
            self._carry((x, y))
        if is_over and (notches := imgui.get_io().mouse_wheel):
            self._wheel(notches)
        if not imgui.is_mouse_down(imgui.MouseButton_.left.value):
            self.is_dragged_out = False
            if is_over and self._bench.model.held is not None:
                self._bench.do(BoardsAction.PUT_DOWN)
            elif is_over and self._bench.is_reading:
                self.dropped_at = (x, y)
