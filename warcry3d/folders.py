"""Where the program keeps its files on a user's machine."""

import os
import sys
from pathlib import Path

__all__ = ["cache_folder", "data_folder", "settings_folder"]


def cache_folder() -> Path | None:
    """Return where the cache lies (it may not be there yet), or None where there shall be none.

    ``WARCRY3D_CACHE`` names another folder; empty: no cache.
    """
    local = ("LOCALAPPDATA", "warcry3d/cache")
    return _folder("WARCRY3D_CACHE", local, "~/Library/Caches", ("XDG_CACHE_HOME", "~/.cache"))


def data_folder() -> Path | None:
    """Return where the user's own things lie that commands find by name, such as deployment maps (it may not be there
    yet), or None where there is no such place.

    ``WARCRY3D_DATA`` names another folder; empty: none.
    """
    return _folder("WARCRY3D_DATA", _ROAMING, _SUPPORT, ("XDG_DATA_HOME", "~/.local/share"))


def settings_folder() -> Path | None:
    """Return where the window keeps what it remembers, such as language and size (it may not be there yet), or None
    where it shall remember nothing.

    ``WARCRY3D_SETTINGS`` names another folder; empty: none.
    """
    return _folder("WARCRY3D_SETTINGS", _ROAMING, _SUPPORT, ("XDG_CONFIG_HOME", "~/.config"))


_ROAMING = ("APPDATA", "warcry3d")
_SUPPORT = "~/Library/Application Support"


def _folder(variable: str, windows: tuple[str, str], mac: str, other: tuple[str, str]) -> Path | None:
    """Return the folder that ``variable`` names (empty: none), else the system's.

    ``windows``: an environment variable and the path below it; ``mac``: the parent; ``other``: the variable that names
    the parent elsewhere, which counts if it is absolute, and the parent without it.
    """
    chosen = os.environ.get(variable)
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        home = os.environ.get(windows[0])
        return Path(home) / windows[1] if home else None
    if sys.platform == "darwin":
        return Path(mac).expanduser() / "warcry3d"
    home = os.environ.get(other[0])
    base = Path(home) if home and Path(home).is_absolute() else Path(other[1]).expanduser()
    return base / "warcry3d"
