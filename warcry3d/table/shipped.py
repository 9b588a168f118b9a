"""Files shipped with the program, in a checkout and in an installed wheel."""

from functools import cache
from pathlib import Path

__all__ = ["figure_names", "shipped_figure", "shipped_name", "shipped_piece", "shipped_root"]


@cache
def shipped_root() -> Path:
    """Return the folder of ``assets`` and ``terrain``: in the wheel ``warcry3d/_shipped``, else the checkout."""
    package = Path(__file__).resolve().parent.parent
    packed = package / "_shipped"
    return packed if packed.is_dir() else package.parent


def shipped_piece(path: str) -> Path:
    """Return the path of a shipped piece such as ``terrain/watchtower.glb`` (whether it exists or not)."""
    return shipped_root() / path


def shipped_figure(name: str) -> Path:
    """Return the path of the shipped figure called ``name`` (whether it exists or not)."""
    return shipped_root() / "assets" / "figures" / f"{name}.glb"


def figure_names() -> tuple[str, ...]:
    """Return the names of all shipped figures, in alphabetical order."""
    return tuple(sorted(path.stem for path in (shipped_root() / "assets" / "figures").glob("*.glb")))


def shipped_name(path: Path) -> str | None:
    """Return the name of a shipped file in tables (``terrain/x.glb``), or None for any other file."""
    for folder in ("terrain", "assets"):
        if path.is_relative_to(shipped_root() / folder):
            return path.relative_to(shipped_root()).as_posix()
    return None
