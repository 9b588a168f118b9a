"""Where the program keeps its files on a user's machine."""

import os
import sys
from pathlib import Path

__all__ = ["cache_folder", "data_folder", "settings_folder"]


def cache_folder() -> Path | None:
    """Return where the cache lies (it may not be there yet), or None where there shall be none.

    ``WARCRY3D_CACHE`` names another folder; empty: no cache.
    """
    chosen = os.environ.get("WARCRY3D_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA")
        return Path(home) / "warcry3d" / "cache" if home else None
    if sys.platform == "darwin":
        return Path("~/Library/Caches/warcry3d").expanduser()
    home = os.environ.get("XDG_CACHE_HOME")
    base = Path(home) if home and Path(home).is_absolute() else Path("~/.cache").expanduser()
    return base / "warcry3d"


def data_folder() -> Path | None:
    """Return where the user's own things lie that commands find by name, such as deployment maps (it may not be there
    yet), or None where there is no such place.

    ``WARCRY3D_DATA`` names another folder; empty: none.
    """
    chosen = os.environ.get("WARCRY3D_DATA")
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        home = os.environ.get("APPDATA")
        return Path(home) / "warcry3d" if home else None
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/warcry3d").expanduser()
    home = os.environ.get("XDG_DATA_HOME")
    base = Path(home) if home and Path(home).is_absolute() else Path("~/.local/share").expanduser()
    return base / "warcry3d"


def settings_folder() -> Path | None:
    """Return where the window keeps what it remembers, such as language and size (it may not be there yet), or None
    where it shall remember nothing.

    ``WARCRY3D_SETTINGS`` names another folder; empty: none.
    """
    chosen = os.environ.get("WARCRY3D_SETTINGS")
    if chosen is not None:
        return Path(chosen) if chosen else None
    if sys.platform == "win32":
        home = os.environ.get("APPDATA")
        return Path(home) / "warcry3d" if home else None
    if sys.platform == "darwin":
        return Path("~/Library/Application Support/warcry3d").expanduser()
    home = os.environ.get("XDG_CONFIG_HOME")
    base = Path(home) if home and Path(home).is_absolute() else Path("~/.config").expanduser()
    return base / "warcry3d"
