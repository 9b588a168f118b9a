"""The Play room: a battle where one is open, else a table whose fighters are moved freely."""

from collections.abc import Mapping

from warcry3d.app.measures.measuring import Measuring
from warcry3d.app.moves.move_controller import MoveController
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.free_desk import FreeDesk
from warcry3d.app.play.keys import TAPE
from warcry3d.app.play.opening_desk import OpeningDesk
from warcry3d.app.shell.files.battle_glance import BattleGlance
from warcry3d.app.shell.files.battle_start import BattleStart
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.messages import Words

__all__ = ["PlayRoom"]


class PlayRoom:
    """Has the desk of what is open: of a battle, or of a table."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._start: BattleStart | None = None
        self.measuring = Measuring(host, TAPE)
        self.desk: FreeDesk | BattleDesk | OpeningDesk = FreeDesk(host)

    @property
    def battle(self) -> BattleDesk | None:
        """Return the desk of the battle that is open; None: there is none."""
        return self.desk if isinstance(self.desk, BattleDesk) else None

    @property
    def moves(self) -> MoveController | None:
        """Return what moves a fighter now; None: nothing."""
        if isinstance(self.desk, FreeDesk):
            return self.desk.moves
        mover = self.desk.mover if isinstance(self.desk, BattleDesk) else None
        return mover.controller if mover is not None else None

    @property
    def view(self) -> TableView:
        """Return what the room shows on the table."""
        return self.measuring.show(self.desk.view)

    @property
    def is_working(self) -> bool:
        """Whether an answer is on its way, or something is being shown."""
        return self.desk.is_working

    def enter(self) -> None:
        """Come to the front, with nobody in hand."""

    def leave(self) -> None:
        """Take a move back that is half made, and put the tape away."""
        self.measuring.put_away()
        self.desk.leave()

    def leave_eye(self) -> None:
        """Nothing to do: this room looks through no eye."""

    def open(self, document: Document) -> None:
        """Begin with another table or battle."""
        self.desk.close()
        self.measuring.put_away()
        start = document.content
        self._start = start if isinstance(start, BattleStart) else None
        if self._start is not None:
            self.desk = BattleDesk(self._host, self._start, self.measuring.toggle)
        else:
            self.desk = OpeningDesk(self._host) if isinstance(start, BattleGlance) else FreeDesk(self._host)
        self.desk.follow(document)

    def follow(self, document: Document) -> None:
        """Show the table after a move or an undo; one that was saved as a table of its own is no battle any more."""
        if self._start is not None and document.content is not self._start:
            self.open(document)
            return
        self.desk.follow(document)

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means: to the tape and the rings, else to what is open."""
        return (not self._is_curtained and self.measuring.take(gesture)) or self.desk.take(gesture)

    @property
    def _is_curtained(self) -> bool:
        return self.battle is not None and bool(self.battle.model.curtain_for)

    def poll(self) -> bool:
        """Take in what the background found."""
        return self.desk.poll()

    def draw(self, frame: Frame) -> None:
        """Draw the panels, and what is written over the table."""
        self.desk.draw(frame)
        if not self._is_curtained:
            self.measuring.draw(frame, self.notices_at)

    @property
    def notices_at(self) -> tuple[float, float] | None:
        """Return where notices stand clear of the panels; None: at the window's lower left."""
        return self.desk.notices_at

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return what a saved picture says at its foot."""
        return self.desk.caption(words)

    def names(self, words: Words) -> Mapping[str, str]:
        """Return the fighters' names."""
        return self.desk.names(words)

    def close(self) -> None:
        """Stop the background."""
        self.desk.close()
