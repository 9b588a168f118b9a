"""Saves what is seen as a picture: the table with its overlays, names over fighters, the room's words at the foot."""

from pathlib import Path
from typing import Any

from warcry3d.app.pictures.table import save_png, text_scale
from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.foot import caption
from warcry3d.app.scene.label import draw_panels, draw_texts
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import pixels
from warcry3d.app.scene.studio import name_labels
from warcry3d.app.shell.room import AppRoom
from warcry3d.messages import Words

__all__ = ["free_name", "save_view"]


def save_view(graphics: Graphics, texture: Any, stem: str, room: AppRoom, shot: Shot, words: Words) -> Path:
    """Save the picture that ``texture`` holds, taken from ``shot``, in the working folder; return its file.

    Raise `FileError` where it cannot be written.
    """
    graphics.engine.extractTextureData(texture, graphics.host.getGsg())
    image = pixels(texture)
    size = (image.shape[1], image.shape[0])
    scale = text_scale(size)
    panels, texts = caption(room.caption(words), size, scale)
    names = room.names(words)
    text_size = max(round(21 * scale), 11)
    more_panels, more_texts = name_labels(
        room.view.table, shot, size, text_size=text_size, only=tuple(names), called=names, clear_of=panels
    )
    image = draw_panels(image, [*panels, *more_panels])
    path = free_name(Path.cwd(), stem)
    save_png(draw_texts(graphics, image, [*texts, *more_texts]), path)
    return path


def free_name(folder: Path, stem: str) -> Path:
    """Return a name for a picture that no file has yet."""
    number = 1
    while (path := folder / f"{stem}-{number}.png").exists():
        number += 1
    return path
