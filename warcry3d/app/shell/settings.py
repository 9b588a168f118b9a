"""What the window remembers from one run to the next: language, size, the last folder.

The file is written aside and renamed. Whatever is wrong with it costs the settings in it and nothing else.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from warcry3d.errors import WarcryError
from warcry3d.file_writes import atomic_write
from warcry3d.folders import settings_folder
from warcry3d.messages import LANGUAGES

__all__ = ["Settings", "load_settings", "save_settings"]

FILE = "settings.json"
FORMAT = "warcry3d.settings/1"
SMALLEST, LARGEST = 320, 16384
"""Sides of a window (pixels) that are believed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is remembered; None: nothing yet. ``size``: of the window's inside, in pixels."""

    language: str | None = None
    size: tuple[int, int] | None = None
    folder: Path | None = None


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
    return Settings(_language(found.get("language")), _size(found.get("size")), _folder(found.get("folder")))


def save_settings(settings: Settings, folder: Path | None = None) -> bool:
    """Write the file; return whether that could be done."""
    folder = folder or settings_folder()
    if folder is None:
        return False
    content = {
        "format": FORMAT,
        "language": settings.language,
        "size": settings.size,
        "folder": str(settings.folder) if settings.folder is not None else None,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        atomic_write(folder / FILE, (json.dumps(content, indent=1) + "\n").encode())
    except (OSError, WarcryError):
        return False
    return True


def _language(value: Any) -> str | None:
    return value if isinstance(value, str) and value in LANGUAGES else None


def _size(value: Any) -> tuple[int, int] | None:
    match value:
        case [int(width), int(height)] if all(SMALLEST <= side <= LARGEST for side in (width, height)):
            return width, height
    return None


def _folder(value: Any) -> Path | None:
    return Path(value) if isinstance(value, str) and value and "\0" not in value else None
