"""The keys of the window, wherever the room in front does not take them; and where each room's keys are found."""

from collections.abc import Mapping
from types import MappingProxyType

from warcry3d.app.scene.orbit import PRESETS
from warcry3d.app.shell.bindings import Binding
from warcry3d.app.shell.model import BrowseFolder, GoToRoom, LookFrom, Panel, ShellAction, ShellIntent, ShowPanel
from warcry3d.app.shell.rooms import ROOMS, bindings_of
from warcry3d.messages import template

__all__ = ["KEYS", "PRESET_NAMES", "SHELL_BINDINGS", "all_bindings"]

PRESET_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "corner": template("From the corner"),
        "above": template("From above"),
        "front": template("From the front"),
        "right": template("From the right"),
        "back": template("From the back"),
        "left": template("From the left"),
    }
)

_TABLE: tuple[tuple[Binding, ShellIntent], ...] = (
    (Binding("shell.keys", "show this page of keys", ("f1",)), ShowPanel(Panel.KEYS)),
    (Binding("shell.settings", "settings", ("f2",)), ShowPanel(Panel.SETTINGS)),
    *((Binding(f"shell.room.{name}", entry.template, (entry.key,)), GoToRoom(name)) for name, entry in ROOMS.items()),
    (Binding("shell.open", "open a file", ("control-o", "o")), BrowseFolder(None)),
    (
        Binding("shell.paste", "open the file that was copied, or whose path was", ("control-v",)),
        ShellAction.PASTE_FILE,
    ),
    (Binding("shell.save", "save the table under a new name", ("control-s", "s")), ShellAction.NAME_TABLE),
    (Binding("shell.picture", "save what you see as a picture", ("p",)), ShellAction.SAVE_PICTURE),
    (Binding("shell.undo", "undo", ("control-z",)), ShellAction.UNDO),
    (Binding("shell.redo", "redo", ("control-y",)), ShellAction.REDO),
    *(
        (Binding(f"shell.look.{preset}", PRESET_NAMES[preset], (str(number),)), LookFrom(preset))
        for number, preset in enumerate(PRESETS, 1)
    ),
    (Binding("shell.back", "go one step back", ("escape",), is_fixed=True), ShellAction.STEP_BACK),
)

SHELL_BINDINGS: tuple[Binding, ...] = tuple(binding for binding, _ in _TABLE)

KEYS: Mapping[str, ShellIntent] = MappingProxyType(
    {key: intent for binding, intent in _TABLE if not binding.is_fixed for key in binding.keys}
)
"""What each key does, by its default."""


def all_bindings(room: str = "") -> Mapping[str, tuple[Binding, ...]]:
    """Return the keys of every room by its name, those of the window under ``""``; rooms without keys are left out.

    Those of ``room``, the one in front, come first: it takes keys before the window does.
    """
    found = {"": SHELL_BINDINGS, **{name: bindings_of(name) for name in ROOMS}}
    in_order = sorted(found, key=lambda name: name != room)
    return MappingProxyType({name: found[name] for name in in_order if found[name]})
