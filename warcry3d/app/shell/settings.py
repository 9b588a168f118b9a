"""What the window remembers from one run to the next: language, size, how things look and play, keys, recent files.

The file is written aside and renamed. Whatever is wrong with it costs the settings in it and nothing else.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from warcry3d.errors import WarcryError
from warcry3d.file_writes import atomic_write
from warcry3d.folders import settings_folder
from warcry3d.messages import LANGUAGES

__all__ = ["MOST_RECENT", "PACES", "SCALES", "TEXT_SIZES", "Settings", "load_settings", "save_settings"]

FILE = "settings.json"
FORMAT = "warcry3d.settings/1"
SMALLEST, LARGEST = 320, 16384
"""Sides of a window (pixels) that are believed."""
TEXT_SIZES = (0.8, 1.0, 1.25, 1.5)
"""How large text can be, against its usual size."""
SCALES = (0.75, 1.0, 1.25, 1.5, 2.0)
"""How large everything in the window can be, against what suits the display."""
PACES = (0.5, 1.0, 2.0, 4.0)
"""How fast the program's player can be shown to act."""
MOST_RECENT = 12
"""So many files that were opened last are remembered."""
MOST_KEYS = 500
MOST_HINTS = 100


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered; None: nothing yet.

    ``size``: of the window's inside, in pixels; ``folder``: where files were opened last, ``recent``: those files, the
    newest first. ``text``, ``scale``: sizes against the usual ones. ``is_high_contrast``; ``has_safe_colours``: colours
    that colour-blind eyes tell apart; ``has_less_motion``: nothing glides. ``has_instant_dice``: dice lie at once,
    instead of being thrown; ``pace``: how fast the program's player is shown to act; ``has_real_dice``: new battles
    ask for the faces of real dice. ``keys``: by the name of a `Binding` the key that it was given.
    ``has_rule_ids``: the battle report shows the rules behind each line; ``hints``: those that were given, which never
    come again.
    """

    language: str | None = None
    size: tuple[int, int] | None = None
    folder: Path | None = None
    text: float = 1.0
    scale: float = 1.0
    is_high_contrast: bool = False
    has_safe_colours: bool = False
    has_less_motion: bool = False
    has_instant_dice: bool = False
    pace: float = 1.0
    has_real_dice: bool = False
    recent: tuple[Path, ...] = ()
    keys: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    has_rule_ids: bool = False
    hints: tuple[str, ...] = ()

    def browsing(self, folder: Path) -> Self:
        """Return them after a file was asked for in a folder, whether or not it can be opened."""
        return replace(self, folder=folder.resolve())

    def after_opening(self, path: Path) -> Self:
        """Return them after a file was opened."""
        path = path.resolve()
        recent = (path, *(one for one in self.recent if one != path))
        return replace(self, folder=path.parent, recent=recent[:MOST_RECENT])


def load_settings(folder: Path | None = None) -> Settings:
    """Return what the file in ``folder`` remembers (the user's settings folder unless given); what cannot be read or
    believed is left out.
    """
    folder = folder or settings_folder()
    if folder is None:
        return Settings()
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return Settings()
    if not isinstance(found, dict):
        return Settings()
    believed = {name: _BELIEVED[name](found[name]) for name in _BELIEVED if name in found}
    return Settings(**{name: value for name, value in believed.items() if value is not None})


def save_settings(settings: Settings, folder: Path | None = None) -> bool:
    """Write the file; return whether that could be done."""
    folder = folder or settings_folder()
    if folder is None:
        return False
    content = {"format": FORMAT, **{one.name: _plain(getattr(settings, one.name)) for one in fields(settings)}}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_write(folder / FILE, (json.dumps(content, indent=1) + "\n").encode())
    except (OSError, WarcryError):
        return False
    return True


def _plain(value: Any) -> Any:
    match value:
        case Path():
            return str(value)
        case tuple():
            return [_plain(one) for one in value]
        case Mapping():
            return dict(value)
    return value


def _language(value: Any) -> str | None:
    return value if isinstance(value, str) and value in LANGUAGES else None


def _size(value: Any) -> tuple[int, int] | None:
    match value:
        case [int(width), int(height)] if all(SMALLEST <= side <= LARGEST for side in (width, height)):
            return width, height
    return None


def _folder(value: Any) -> Path | None:
    return Path(value) if isinstance(value, str) and value and "\0" not in value else None


def _files(value: Any) -> tuple[Path, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(path for one in value[:MOST_RECENT] if (path := _folder(one)) is not None)


def _yes(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _names(value: Any) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(one for one in value[:MOST_HINTS] if isinstance(one, str) and len(one) < 40)


def _one_of(known: tuple[float, ...]) -> Any:
    return lambda value: next((one for one in known if one == value and not isinstance(value, bool)), None)


def _keys(value: Any) -> Mapping[str, str] | None:
    if not isinstance(value, dict) or len(value) > MOST_KEYS:
        return None
    return MappingProxyType({name: key for name, key in value.items() if isinstance(key, str) and len(key) < 40})


_BELIEVED: Mapping[str, Any] = MappingProxyType(
    {
        "language": _language,
        "size": _size,
        "folder": _folder,
        "text": _one_of(TEXT_SIZES),
        "scale": _one_of(SCALES),
        "is_high_contrast": _yes,
        "has_safe_colours": _yes,
        "has_less_motion": _yes,
        "has_instant_dice": _yes,
        "pace": _one_of(PACES),
        "has_real_dice": _yes,
        "recent": _files,
        "keys": _keys,
        "has_rule_ids": _yes,
        "hints": _names,
    }
)
"""What reads each setting of the file; it gives None for what cannot be believed."""
