"""What keys mean to the window, wherever the room in front does not take them."""

from warcry3d.app.scene.orbit import PRESETS
from warcry3d.app.shell.model import BrowseFolder, GoToRoom, LookFrom, ShellAction, ShellIntent
from warcry3d.app.shell.rooms import ROOMS

__all__ = ["KEYS"]

KEYS: dict[str, ShellIntent] = {
    "o": BrowseFolder(None),
    "control-o": BrowseFolder(None),
    "s": ShellAction.NAME_TABLE,
    "control-s": ShellAction.NAME_TABLE,
    "p": ShellAction.SAVE_PICTURE,
    "control-z": ShellAction.UNDO,
    "control-y": ShellAction.REDO,
    **{str(number): LookFrom(preset) for number, preset in enumerate(PRESETS, 1)},
    **{entry.key: GoToRoom(name) for name, entry in ROOMS.items()},
}
