"""Moving in the window: gestures and what the panels ask for, turned into what a `Mover` does; undo, redo, saving."""

import math
import time
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from warcry3d.app.moves.model import HeldFighter, Mover, dropped
from warcry3d.app.moves.scene import inches_of, marks_of, overlays_of_hand
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.overlay import Overlay
from warcry3d.app.scene.pointing import model_under
from warcry3d.app.shell.displayed import Allowing, Avoiding, Displayed, Do, Intent, MovingFor, Naming, Saving, ShownMove
from warcry3d.app.shell.gestures import LEFT, Clicked, Dragged, Dropped, Gesture, Key, Pointed
from warcry3d.app.shell.history import History, folder_for, free_table_name, save_as
from warcry3d.app.shell.notices import Saying, refusing
from warcry3d.errors import WarcryError
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.messages import Words
from warcry3d.messages.verdicts import display_name
from warcry3d.rules.move_result import MoveResult
from warcry3d.table.table import Table

__all__ = ["MoveController"]

TWICE = 0.45
"""Two clicks within this (s) and `STEADY` pixels are a double click."""
STEADY = 6.0

KEYS: dict[str, Intent] = {
    "m": Do.MOVE,
    "s": Do.NAME_TABLE,
    "control-s": Do.NAME_TABLE,
    "control-z": Do.UNDO,
    "control-y": Do.REDO,
}
HAND_KEYS: dict[str, Intent] = {"enter": Do.DROP, "backspace": Do.CORNER_BACK, "escape": Do.LET_GO}


class MoveWindow(Protocol):
    """What moving needs of the window around it."""

    @property
    def path(self) -> Path: ...
    @property
    def words(self) -> Words: ...
    @property
    def room(self) -> tuple[int, int]: ...
    @property
    def shot(self) -> Shot: ...
    def under(self, at: tuple[float, float] | None) -> str | None: ...
    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]: ...
    def leave_eye(self) -> None: ...
    def stand(self, table: Table) -> None: ...
    def saved_as(self, path: Path) -> None: ...
    def tell(self, saying: Saying | None, *, is_alarming: bool = False) -> None: ...


class MoveController:
    """Moves fighters for a window. ``close()`` it when done."""

    def __init__(self, around: MoveWindow, table: Table) -> None:
        self._around = around
        self._mover = Mover()
        self._history = History(table)
        self._naming: str | None = None
        self._clicked: tuple[float, tuple[float, float]] = (-math.inf, (0.0, 0.0))
        self._drops = False
        self._shown: tuple[HeldFighter | None, tuple[Overlay, ...]] = (None, ())

    @property
    def is_on(self) -> bool:
        """Whether fighters are being moved."""
        return self._mover.is_on

    @property
    def hand(self) -> HeldFighter | None:
        """Return the fighter in hand."""
        return self._mover.hand

    @property
    def is_working(self) -> bool:
        """Whether the judge of moves is at work."""
        return self._mover.is_working or self._mover.is_searching

    @property
    def overlays(self) -> tuple[Overlay, ...]:
        """Return what is drawn on the table for the fighter in hand."""
        hand = self._mover.hand
        if hand is not self._shown[0]:
            self._shown = (hand, overlays_of_hand(hand) if hand is not None else ())
        return self._shown[1]

    def show_in(self, displayed: Displayed) -> Displayed:
        """Return what the panels show, with what there is of moving."""
        around = self._around
        move = None
        if self.is_on:
            hand = self._mover.hand
            inches = inches_of(hand, around.words, around.shot, around.room) if hand is not None else ()
            marks = marks_of(hand, around.shot, around.room) if hand is not None else ()
            move = ShownMove(hand, self._mover.is_preparing, self._mover.is_searching, inches, marks)
        return replace(
            displayed,
            move=move,
            naming=self._naming,
            saves_to=folder_for(around.path) if self._naming is not None else None,
            can_undo=bool(self._history.past),
            can_redo=bool(self._history.future),
        )

    def poll(self) -> bool:
        """Take in what the judge said; return whether there is anything new."""
        if not self._mover.poll():
            return False
        if self._drops and self.hand is not None and (self.hand.is_current or self.hand.failure):
            self._drop(self.hand)
        return True

    def restart(self, table: Table) -> None:
        """Begin with another table."""
        self._mover.stop()
        self._history, self._naming = History(table), None

    def close(self) -> None:
        """Stop the judge."""
        self._mover.close()

    # What happened

    def takes(self, gesture: Gesture) -> bool:
        """Do what a gesture means for moving; return whether it means anything, so that nobody else reads it."""
        match gesture:
            case Key(name=name):
                intent = HAND_KEYS.get(name) if self.hand is not None else None
                if intent is None and name == "escape" and self.is_on:
                    intent = Do.MOVE
                intent = intent or KEYS.get(name)
                if intent is not None:
                    return self.grants(intent)
                return self._turn(name)
            case Pointed(at=at) if self.hand is not None:
                self._mover.hold(self._around.ray(at) if at is not None else None)
            case Clicked(button=button, at=at) if self.is_on:
                if button != LEFT:
                    self.grants(Do.LET_GO)
                elif not self._click(at):
                    return False
                return True
            case Dragged(button=button) if self.is_on and button == LEFT:
                return self._drag(gesture)
            case Dropped() if self._mover.is_carried:
                self._mover.is_carried = False
                self._carried_to(gesture.at)
                return True
            case _:
                pass
        return False

    def grants(self, intent: Intent) -> bool:
        """Do what a panel or key asks for, if it is about moving; return whether it is."""
        match intent:
            case Do.MOVE:
                self._toggle()
            case Do.DROP:
                self._ask_drop()
            case Do.LET_GO:
                self._let_go()
            case Do.CORNER_BACK if self.hand is not None:
                self._mover.change(self.hand.back())
            case Do.UNDO:
                self._go_to(self._history.undone())
            case Do.REDO:
                self._go_to(self._history.redone())
            case Do.NAME_TABLE:
                self._naming = free_table_name(self._around.path)
            case Naming(name=name):
                self._naming = name
            case Saving(name=name):
                self._save(name)
            case Allowing(inches=inches) if self.hand is not None:
                self._mover.change(replace(self.hand, allowed=inches))
            case MovingFor(action=action) if self.hand is not None:
                self._mover.change(self.hand.for_action(action))
            case Avoiding(avoids=avoids) if self.hand is not None:
                self._mover.change(replace(self.hand, avoids_damage=avoids))
            case _:
                return isinstance(intent, Do) and intent is Do.CORNER_BACK
        return True

    def _toggle(self) -> None:
        if self.is_on:
            self._mover.stop()
        else:
            self._around.leave_eye()
            self._mover.is_on = True

    def _let_go(self) -> None:
        self._drops = False
        self._mover.let_go()

    def _click(self, at: tuple[float, float]) -> bool:
        """Take a fighter in hand, lay a corner of its way, or at a double click drop it."""
        if self.hand is None:
            id = self._around.under(at)
            if id is not None:
                self._take(id)
            return True
        now = time.monotonic()
        before, there = self._clicked
        self._clicked = (now, at)
        if now - before < TWICE and math.dist(at, there) < STEADY:
            self._ask_drop()
            return True
        self._mover.hold(self._around.ray(at))
        self._mover.lay()
        return True

    def _take(self, id: str) -> None:
        self._drops = False
        self._around.tell(None)
        self._mover.take(self._history.table, id)

    def _drag(self, drag: Dragged) -> bool:
        """Carry the fighter that the drag began on, or its ghost; else leave the drag to the camera."""
        if not self._mover.is_carried:
            id = self._around.under(drag.start)
            on_ghost = self.hand is not None and self._is_on_ghost(drag.start, self.hand)
            if not on_ghost and id is not None and (self.hand is None or id != self.hand.model):
                self._take(id)
            elif not on_ghost and id is None:
                return False
            self._mover.is_carried = True
        self._mover.hold(self._around.ray(drag.at))
        return True

    def _is_on_ghost(self, at: tuple[float, float], hand: HeldFighter) -> bool:
        ghost = hand.table.model(hand.model).moved(Placement(hand.at, hand.turn))
        return model_under(ghost, self._around.ray(at))

    def _carried_to(self, at: tuple[float, float]) -> None:
        """Let go of the button: what the rules allow is done, else the way is laid and shown as it is."""
        self._mover.hold(self._around.ray(at))
        self._drops = True
        if self.hand is not None and self.hand.is_current:
            self._drop(self.hand)

    def _turn(self, name: str) -> bool:
        steps = {"comma": 1, ",": 1, "period": -1, ".": -1}.get(name, 0)
        if not steps or self.hand is None:
            return False
        self._mover.change(self.hand.turned(steps))
        return True

    # Dropping

    def _ask_drop(self) -> None:
        """Drop the fighter where it is held, or where its way leads; as soon as that is judged."""
        hand = self.hand
        if hand is None or not hand.is_moved:
            return
        if hand.spot is None and hand.is_current:
            self._stand(hand)  # by the button, which says that it is not allowed
            return
        self._drops = True
        if hand.is_current:
            self._drop(hand)

    def _drop(self, hand: HeldFighter) -> None:
        """Drop a fighter whose way is judged; a way that is not allowed is only laid, and its faults stay in view."""
        self._drops = False
        if hand.moved is not None and hand.moved.is_legal:
            self._stand(hand)
        else:
            self._mover.lay()

    def _stand(self, hand: HeldFighter) -> None:
        """Put the fighter where its way leads."""
        table, moved = dropped(hand), hand.moved
        if table is None or moved is None:
            return
        self._mover.let_go()
        self._go_to(self._history.doing(table))
        self._around.tell(lambda words: _moved_sentence(hand.model, moved, words))

    def _go_to(self, history: History) -> None:
        if history.table is not self._history.table:
            self._mover.let_go()
            self._around.tell(None)  # what was said of the last move is not so any longer
            self._around.stand(history.table)
        self._history = history

    def _save(self, name: str) -> None:
        around = self._around
        try:
            path = save_as(self._history.table, folder_for(around.path), name)
        except WarcryError as error:
            around.tell(refusing(error), is_alarming=True)
            return
        self._naming = None
        around.saved_as(path)
        around.tell(lambda words: words.say("saved {path}", path=path))


def _moved_sentence(model: str, moved: MoveResult, words: Words) -> str:
    """Return what is said once a fighter was dropped."""
    said = words.say("{model} has moved {cost:.1f} in.", model=display_name(model), cost=moved.cost)
    if not moved.ends.impact_rolls:
        return said
    return f"{said} " + words.count(
        "{n} roll for impact damage is due.", "{n} rolls for impact damage are due.", moved.ends.impact_rolls
    )
