"""Pictures of files on disk, such as thumbnails, as panels draw them: each is read once."""

from pathlib import Path
from typing import Any

from panda3d.core import Filename, PNMImage, Texture

from warcry3d.app.shell.panels.imgui_panda import ImGuiPanda

__all__ = ["FilePictures"]


class FilePictures:
    """Textures of picture files by the number that ``panels`` know them by."""

    def __init__(self, panels: ImGuiPanda) -> None:
        self._panels = panels
        self._numbers: dict[Path, int | None] = {}

    def number(self, file: Path) -> int | None:
        """Return the number of a file's picture; None where it cannot be read."""
        if file not in self._numbers:
            texture = _texture_of(file)
            self._numbers[file] = self._panels.picture(texture) if texture is not None else None
        return self._numbers[file]


def _texture_of(file: Path) -> Any | None:
    image = PNMImage()
    if not file.is_file() or not image.read(Filename.fromOsSpecific(str(file))):
        return None
    texture = Texture(file.name)
    texture.load(image)
    return texture
