"""The Play room: fighters are moved over the table by drag and click; a recorded battle is stepped through."""

from collections.abc import Mapping

from warcry3d.app.moves.model import DroppedFighter, MoveCommand
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.moves.scene import inches_of, marks_of
from warcry3d.app.moves.view import HistoryAction, draw_inches
from warcry3d.app.play.model import FollowTable, GoToStep, OpenTimeline, PlayIntent, PlayModel, StepBy
from warcry3d.app.play.scene import table_view
from warcry3d.app.play.timeline import timeline_of
from warcry3d.app.play.view import PlayView
from warcry3d.app.shell.battle_start import BattleStart
from warcry3d.app.shell.document import Document
from warcry3d.app.shell.gestures import Gesture, Key, Pointed
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.app.widgets.name_labels import draw_names, labels_over
from warcry3d.messages import Words
from warcry3d.messages.names import fighter_name

__all__ = ["PlayRoom"]

STEPS: dict[str, PlayIntent] = {
    "arrow_left": StepBy(-1),
    "arrow_right": StepBy(1),
    "home": GoToStep(0),
    "end": GoToStep(1 << 30),
}
WAY_BACK = "judge"
"""The room that Esc and *Done* lead to."""


class PlayRoom:
    """Joins the room's model, view and scene with the part that moves fighters."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.model = PlayModel(host.document.table)
        self.moves = MoveController(host)
        self._hovered: str | None = None
        self._shown: tuple[PlayModel, object, TableView] | None = None

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        overlays = self.moves.overlays
        if self._shown is None or self._shown[0] is not self.model or self._shown[1] is not overlays:
            self._shown = (self.model, overlays, table_view(self.model, overlays))
        return self._shown[2]

    @property
    def is_working(self) -> bool:
        """Whether the judge of moves or the search is at work."""
        return self.moves.is_judging or self.moves.is_searching

    def enter(self) -> None:
        """Come to the front, with nobody in hand."""

    def leave(self) -> None:
        """Take a move back that is half made."""
        self.moves.do(MoveCommand.LET_GO)
        self._hovered = None

    def leave_eye(self) -> None:
        """Nothing to do: this room looks through no eye."""

    def open(self, document: Document) -> None:
        """Begin with another table or battle."""
        self.moves.do(MoveCommand.LET_GO)
        start = document.content
        timeline = timeline_of(start) if isinstance(start, BattleStart) else None
        self.model = self.model.after(OpenTimeline(timeline, document.table))

    def follow(self, document: Document) -> None:
        """Show the table after a move or an undo."""
        self.moves.do(MoveCommand.LET_GO)
        self.model = self.model.after(FollowTable(document.table))

    def take(self, gesture: Gesture) -> bool:
        """Move fighters; step through the battle; Esc with nobody in hand goes back."""
        match gesture:
            case Pointed(at=at) if self.moves.held is None:
                self._hovered = self._host.fighter_under(at)
            case Key(name=name) if name in STEPS and self.model.timeline is not None:
                self._step(STEPS[name])
                return True
            case _:
                pass
        if self.moves.take(gesture, self.model.table):
            self._land()
            return True
        if isinstance(gesture, Key) and gesture.name == "escape":
            self._host.open_room(WAY_BACK)
            return True
        return False

    def poll(self) -> bool:
        """Take in what the judge of moves said; put down a fighter whose drop was waiting for it."""
        is_new = self.moves.poll()
        self._land()
        return is_new

    def _land(self) -> None:
        landing = self.moves.take_landing()
        if landing is not None:
            self._host.change_table(landing.table)
            self._host.notify(lambda words: moved_sentence(landing, words))

    def _step(self, intent: PlayIntent) -> None:
        """Show another step of the battle, once the person agrees to lose moves that were made on top of this one."""
        wanted = self.model.after(intent)
        if wanted is self.model:
            return

        def go() -> None:
            self.moves.do(MoveCommand.LET_GO)
            self.model = wanted

        self._host.replace_table(wanted.table, go)

    def draw(self, frame: Frame) -> None:
        """Draw the panel, the inches along the way, and names: of all fighters in a battle, else under the pointer."""
        held = self.moves.held
        names = self.names(frame.words)
        if self.model.moment is None:
            names = {self._hovered: fighter_name(self._hovered, frame.words)} if self._hovered and held is None else {}
        draw_names(labels_over(self.model.table, names, frame.shot, frame.picture), frame.bold, frame.scale)
        if held is not None:
            inches = inches_of(held, frame.words, frame.shot, frame.picture)
            draw_inches(inches, marks_of(held, frame.shot, frame.picture), frame.bold, frame.scale)
        view = PlayView(frame, self.moves.is_searching)
        for wanted in view.draw(self.model, self.moves.model):
            match wanted:
                case HistoryAction.UNDO:
                    self._host.undo()
                case HistoryAction.REDO:
                    self._host.redo()
                case HistoryAction.DONE:
                    self._host.open_room(WAY_BACK)
                case GoToStep() | StepBy() | OpenTimeline() | FollowTable():
                    self._step(wanted)
                case intent:
                    self.moves.do(intent)
        self._land()

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return what was done last and how the battle stands; nothing for a table without one."""
        if self.model.moment is None:
            return ()
        return (*self.model.moment.event_lines(words)[-1:], *self.model.moment.standing_lines(words))

    def names(self, words: Words) -> Mapping[str, str]:
        """Return the names of the battle's fighters with their wounds."""
        if self.model.moment is None:
            return {model.id: fighter_name(model.id, words) for model in self.model.table.models}
        there = {model.id for model in self.model.table.models}
        return {id: name for id, name in self.model.moment.labels().items() if id in there}

    def close(self) -> None:
        """Stop the background."""
        self.moves.close()


def moved_sentence(landing: DroppedFighter, words: Words) -> str:
    """Return what is said once a fighter was dropped."""
    moved = landing.moved
    said = words.say("{model} has moved {cost:.1f} in.", model=fighter_name(landing.model, words), cost=moved.cost)
    if not moved.ends.impact_rolls:
        return said
    return f"{said} " + words.count(
        "{n} roll for impact damage is due.", "{n} rolls for impact damage are due.", moved.ends.impact_rolls
    )
