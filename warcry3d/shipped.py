"""Where the files are that come with the program: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

__all__ = ["shipped"]

_PACKAGE = Path(__file__).resolve().parent


def shipped(*parts: str) -> Path:
    """Return the path of a shipped file or folder, such as ``shipped("assets", "fonts")``; it need not exist."""
    inside = _PACKAGE / "_shipped"
    return (inside if inside.is_dir() else _PACKAGE.parent).joinpath(*parts)
