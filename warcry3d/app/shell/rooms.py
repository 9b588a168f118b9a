"""The rooms there are, by name. The shell opens a room through here alone: no other module of it names one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from warcry3d.app.shell.bindings import Binding
from warcry3d.app.shell.files.table_files import MESH_SUFFIXES, RECORD_SUFFIX
from warcry3d.app.shell.room import AppRoom, Host, LoadedFile
from warcry3d.app.widgets.side_panel import PANEL

__all__ = [
    "ARRANGING_ROOM",
    "FIRST_ROOM",
    "ROOMS",
    "RoomEntry",
    "RoomSet",
    "bindings_of",
    "import_room",
    "load_early",
    "load_file",
    "loader_of",
    "make_room",
    "room_for",
]

Loader = Callable[[Path], LoadedFile]


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """A room: its title as a ``template``, the ``key`` that goes there, and where it is made (``module:function``).

    ``bindings``: where its own keys are (``module:table``). ``is_wide``: its panels lie over the table's picture, which
    is as wide as the window; ``hides_rail``: the rail that switches rooms hides until the pointer comes near;
    ``is_start``: a file opened from here is shown in another room.
    ``suffixes``: the endings of files that open in it, in small letters, read by ``loader`` (``module:function``);
    ``glance``: what reads so much of them, quickly, that their table can be shown. ``panel``: the width of its panel at
    the right, ``left_panel``: that of a second one beside the rail (points).
    """

    template: str
    key: str
    made_by: str
    bindings: str = ""
    is_wide: bool = False
    hides_rail: bool = False
    is_start: bool = False
    suffixes: tuple[str, ...] = ()
    loader: str = ""
    glance: str = ""
    panel: float = PANEL
    left_panel: float = 0.0


ROOMS: Mapping[str, RoomEntry] = MappingProxyType(
    {
        "home": RoomEntry(
            "Home",
            "h",
            "warcry3d.app.home.room:HomeRoom",
            bindings="warcry3d.app.home.keys:BINDINGS",
            is_wide=True,
            is_start=True,
        ),
        "play": RoomEntry(
            "Play",
            "m",
            "warcry3d.app.play.room:PlayRoom",
            bindings="warcry3d.app.play.keys:BINDINGS",
            hides_rail=True,
            suffixes=(RECORD_SUFFIX,),
            loader="warcry3d.app.shell.files.battle_start:load_battle",
            glance="warcry3d.app.shell.files.battle_glance:glance_at_battle",
        ),
        "judge": RoomEntry(
            "Judge",
            "j",
            "warcry3d.app.judge.room:JudgeRoom",
            bindings="warcry3d.app.judge.keys:BINDINGS",
        ),
        "build": RoomEntry(
            "Build",
            "b",
            "warcry3d.app.build.room:BuildRoom",
            bindings="warcry3d.app.build.keys:BINDINGS",
            suffixes=MESH_SUFFIXES,
            loader="warcry3d.app.build.loading:load_mesh",
            panel=316.0,
            left_panel=272.0,
        ),
        "boards": RoomEntry(
            "Boards",
            "k",
            "warcry3d.app.boards.room:BoardsRoom",
            bindings="warcry3d.app.boards.keys:BINDINGS",
            panel=316.0,
            left_panel=272.0,
        ),
    }
)
FIRST_ROOM = "judge"
ARRANGING_ROOM = "home"
"""The room in which battles are arranged: a `BattleRoom`."""


def make_room(name: str, host: Host) -> AppRoom:
    """Return a new room."""
    return cast(AppRoom, _named(ROOMS[name].made_by)(host))


class RoomSet:
    """The rooms of a window, made when they are first opened; one is in front."""

    def __init__(self, host: Host, first: str) -> None:
        self._host = host
        self._made: dict[str, AppRoom] = {}
        self.name = first

    @property
    def entry(self) -> RoomEntry:
        """Return the entry of the room in front."""
        return ROOMS[self.name]

    @property
    def front(self) -> AppRoom:
        """Return the room in front."""
        if self.name not in self._made:
            self._made[self.name] = make_room(self.name, self._host)
            self._made[self.name].open(self._host.document)
        return self._made[self.name]

    @property
    def made(self) -> tuple[AppRoom, ...]:
        """Return the rooms that were made so far."""
        return tuple(self._made.values())

    def go_to(self, name: str) -> None:
        """Open a room; the one in front stays as it is."""
        if name != self.name:
            self.front.leave()
            self.name = name
            self.front.enter()

    def close(self) -> None:
        """Close every room."""
        for room in self._made.values():
            room.close()


def import_room(name: str) -> None:
    """Import a room, so that it opens at once later."""
    _named(ROOMS[name].made_by)


def bindings_of(name: str) -> tuple[Binding, ...]:
    """Return the keys that a room has of its own."""
    return cast(tuple[Binding, ...], _named(ROOMS[name].bindings)) if ROOMS[name].bindings else ()


def room_for(path: Path) -> str | None:
    """Return the room that opens files of this ending; None where any room may show them."""
    name = path.name.lower()
    return next((room for room, entry in ROOMS.items() if entry.suffixes and name.endswith(entry.suffixes)), None)


def load_file(path: Path) -> LoadedFile:
    """Return a file, with all made that its table is slow to draw, but for its light: called in the background."""
    from warcry3d.app.scene.unlit import prepare_scene

    loaded = loader_of(path)(path)
    return replace(loaded, scene=loaded.scene or prepare_scene(loaded.table))


def load_early(path: Path) -> LoadedFile:
    """Return as much of a file as its table needs, made as `load_file` makes it; its ``rest`` reads the file whole."""
    from warcry3d.app.scene.unlit import prepare_scene

    name = room_for(path)
    if name is None or not ROOMS[name].glance:
        return load_file(path)
    loaded = cast(Loader, _named(ROOMS[name].glance))(path)
    return replace(loaded, scene=prepare_scene(loaded.table))


def loader_of(path: Path) -> Loader:
    """Return what reads a file: the loader of its room, else that of tables."""
    name = room_for(path)
    if name is not None:
        return cast(Loader, _named(ROOMS[name].loader))
    return load_table_file


def load_table_file(path: Path) -> LoadedFile:
    """Return the table of a file; raise `FileError` where it cannot be read or played."""
    from warcry3d.rules.judgement import playable_table

    return LoadedFile(path, playable_table(path))


def _named(place: str) -> Any:
    module, _, function = place.partition(":")
    return getattr(import_module(module), function)
