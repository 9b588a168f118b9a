"""What a room is to the shell, and the shell to a room.

A room has a **model** (frozen: what is picked and shown; ``model.after(intent) -> model``, pure), a **view** (draws its
panel from the model, returns intents) and a **scene** (what the model shows on the table). The object that satisfies
`AppRoom` joins them: it turns gestures and the view's wishes into intents, asks the background what the model wants
to know, and hands answers to the model as intents too. The shell routes input, draws the table and owns the open
document; it never looks into a room.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol

from warcry3d.app.scene.camera import Focus, Shot
from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.scene.unlit import PreparedScene
from warcry3d.app.shell.background.jobs import BackgroundJob, Jobs
from warcry3d.app.shell.files.document import Document, Keeper
from warcry3d.app.shell.gestures import Gesture
from warcry3d.app.shell.model import Panel
from warcry3d.app.shell.notices import Saying, Unkept
from warcry3d.app.shell.settings import Settings
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.table.models import Tag
from warcry3d.table.table import Table

__all__ = ["AppRoom", "BattleRoom", "DrawnInset", "Frame", "Host", "LoadedFile", "TableView"]


@dataclass(frozen=True, slots=True)
class TableView:
    """What a room shows on the table: ``table`` with ``overlays`` over it, without the models ``hidden``.

    ``tags``: the parts of figures that count; others are drawn faintly. ``eye``: where to look from and ``looks_at``
    what such a look is called; None: from wherever the person looks. ``is_wide``: panels lie over the table's picture,
    which is as wide as the window. ``inset``: a still picture of the same table that panels show beside it.
    ``is_passing``: the table is shown while terrain moves; its light waits until it rests.
    ``prepared``: what of it was made in the background. ``focus``: the part of the table that
    named views show; None: all. ``is_filling``: panels fill in bit by bit while the room works: a few pictures a second
    show that, and leave the processor to the work. ``told``: the job of which the room's own panels tell, so that the
    window need not say it again.
    """

    table: Table
    overlays: tuple[Overlay, ...] = ()
    hidden: tuple[str, ...] = ()
    tags: frozenset[Tag] = frozenset(Tag)
    eye: Shot | None = None
    looks_at: Saying | None = None
    is_wide: bool = False
    inset: Inset | None = None
    is_passing: bool = False
    prepared: PreparedScene | None = None
    focus: Focus | None = None
    is_filling: bool = False
    told: BackgroundJob[Any] | None = None


@dataclass(frozen=True, slots=True)
class DrawnInset:
    """An inset as it was drawn: the number by which panels draw it, and what it shows."""

    picture: int
    inset: Inset


@dataclass(frozen=True, slots=True)
class Frame:
    """What a room draws its panels with: the language, the panel's rectangle, the table's picture behind it.

    ``panel``: left, top, width and height (pixels); ``picture``: the size of the table's picture, taken from ``shot``.
    ``bold``: the font of headlines; ``scale``: the size of everything against 1; ``rail``: how much of the
    window's left the rail takes (pixels), 0 where it hides. ``inset``: the one that was drawn last, if any.
    ``left_panel``: the rectangle of the panel beside the rail, of no width where the room has none.
    """

    words: Words
    panel: tuple[float, float, float, float]
    picture: tuple[int, int]
    shot: Shot
    bold: Any
    scale: float
    can_undo: bool = False
    can_redo: bool = False
    rail: float = 0.0
    inset: DrawnInset | None = None
    left_panel: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)


class Host(Protocol):
    """What a room may ask of the shell."""

    @property
    def words(self) -> Words: ...
    @property
    def document(self) -> Document: ...
    @property
    def jobs(self) -> Jobs: ...
    @property
    def settings(self) -> Settings: ...
    @property
    def is_resting(self) -> bool:
        """Whether nothing happens and nobody waits for anything."""

    def fighter_under(self, at: tuple[float, float] | None) -> str | None: ...
    def ray(self, at: tuple[float, float]) -> tuple[FloatArray, FloatArray]: ...
    def change_table(self, table: Table) -> None:
        """Show the table after a change that can be undone; every room hears of it."""

    def replace_table(self, table: Table, then: Callable[[], None]) -> None:
        """Show another table in place of the open one, with nothing to undo, then call ``then``.

        Where that would lose unsaved changes the person is asked first, and may say no.
        """

    def look_at(self, places: Sequence[tuple[float, float, float]]) -> None:
        """Let the camera glide near to places (in), from the side that the person looks from."""

    def carry_view(self, by: tuple[float, float, float]) -> None:
        """Let the camera go along at once with what was moved on the table by so much (in)."""

    def save_picture(self) -> None:
        """Save what is seen as a picture."""

    def undo(self) -> None: ...
    def redo(self) -> None: ...
    def open_room(self, name: str) -> None: ...
    def arrange_battle(self, board: Path, ruleset: str) -> None:
        """Open the room in which battles are arranged, with one by a rule system on the board in a file."""

    def open_file(self, path: Path) -> None:
        """Open a file in the room for it; where that would lose unsaved changes the person is asked first."""

    def browse(self) -> None:
        """Let the person choose a file to open."""

    def keep_document(self, path: Path) -> bool:
        """Save what is open into a file, over what is there; where that cannot be, say why and return False."""

    def name_document(self, then: Callable[[], None] | None = None) -> None:
        """Let the person save what is open under a new name; ``then`` is called once that is done."""

    def go_back(self) -> None:
        """Go back to what was open before a file that turned out not to be what it looked like."""

    def pick_file(self, suffixes: tuple[str, ...], then: Callable[[Path], None], title: str) -> None:
        """Let the person pick a file with one of these endings, then call ``then`` with it; ``title`` says what for."""

    def show_panel(self, panel: Panel) -> None:
        """Show a panel of the shell's, such as the settings."""

    def change_settings(self, settings: Settings) -> None:
        """Use other settings from now on, and remember them."""

    def key_label(self, binding: str) -> str:
        """Return the key of an action of this room or the window, as people know it, by its binding's name."""

    def picture_of(self, file: Path) -> int | None:
        """Return the number by which panels draw the picture in a file; None where it cannot be read."""

    def wait_for_kernels(self, what: str) -> None:
        """Block, in a background thread, until the kernels of ``what`` are compiled: ``sight`` or ``reach``."""

    def draw_panels_again(self) -> None:
        """Draw the panels of this frame once more before they are seen: one is not as high as its content yet."""

    def notify(self, saying: Saying | None, *, is_alarming: bool = False, opens: Path | None = None) -> None:
        """Say something at the foot of the table; ``opens``: a file for which a button stands beside it."""

    def tell_step(self, step: int, steps: int) -> None:
        """Let other rooms know after which step of a battle, of so many, the open table stands."""

    def hold(self, unkept: Unkept | None) -> None:
        """Ask the person before the file is left, for it would lose this; None: nothing."""


class AppRoom(Protocol):
    """A room of the app, made with its `Host`. ``close()`` it when done."""

    @property
    def view(self) -> TableView: ...
    @property
    def is_working(self) -> bool:
        """Whether an answer is due soon for which the picture should stay lively."""

    def enter(self) -> None:
        """Come to the front; called before anything is shown or routed here."""

    def leave(self) -> None:
        """Make room for another; whatever is half done is taken back."""

    def leave_eye(self) -> None:
        """Look at the table, out of any model's eye."""

    def open(self, document: Document) -> None:
        """Begin with another document."""

    def follow(self, document: Document) -> None:
        """Take the same document after a change, an undo or a redo."""

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means here; return whether it means anything, so that nobody else reads it."""

    def poll(self) -> bool:
        """Take in what the background found; return whether anything is new."""

    def draw(self, frame: Frame) -> None:
        """Draw the room's panel, and what it writes over the table, into the open ImGui frame."""

    @property
    def notices_at(self) -> tuple[float, float] | None:
        """The lower left corner (pixels) over which notices stand clear of the room's panels; None: the window's."""

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return what a saved picture says at its foot."""

    def names(self, words: Words) -> Mapping[str, str]:
        """Return the fighters whose names a saved picture shows, and what it writes for each."""

    def close(self) -> None: ...


class BattleRoom(AppRoom, Protocol):
    """The room in which battles are arranged."""

    def arrange(self, board: Path, ruleset: str) -> None:
        """Arrange a battle by a rule system on the board in a file."""


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """A file that was read: its table, what a room makes of the rest, and what a scene of the table is slow to make.

    ``rest``: reads the file whole, in any thread, where only its table was read so far. ``keeper``: writes what is open
    where it is no plain table; ``is_tried``: it is not known yet whether the file can be opened, and the room goes back
    where it cannot. ``names``: of fighters, by their ids, where the file gives them.
    """

    path: Path
    table: Table
    content: object | None = None
    scene: PreparedScene | None = None
    rest: "Callable[[], LoadedFile] | None" = None
    keeper: Keeper | None = None
    is_tried: bool = False
    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
