"""Compiled kernels for programs that tests start: those of this run, in a cache that has nothing else of the user's."""

import contextlib
from pathlib import Path

from warcry3d.folders import cache_folder

__all__ = ["cache_with_kernels"]

_CACHE = cache_folder()
"""The user's cache, where kernels are kept: asked for before the first test turns it off."""


def cache_with_kernels(folder: Path) -> str:
    """Return a cache, made in a folder, for ``WARCRY3D_CACHE``; nothing where there is none.

    A program without it compiles each kernel that it comes to, and again the next time.
    """
    if _CACHE is None:
        return ""
    made = folder / "cache"
    for place in (made, _CACHE / "kernels"):
        place.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):  # another process of the run made it
        (made / "kernels").symlink_to(_CACHE / "kernels", target_is_directory=True)
    return str(made)
