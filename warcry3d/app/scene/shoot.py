"""One picture of a scene: camera, buffer, the pixels read back."""

import math

import numpy as np
from numpy.typing import NDArray
from panda3d.core import Camera, GraphicsOutput, LVector3, NodePath, PerspectiveLens, Texture

from warcry3d.app.scene.camera import Shot
from warcry3d.app.scene.light import SEEN_BITS
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.world import attach_backdrop
from warcry3d.errors import MissingGraphicsError

__all__ = ["Image", "aim", "pixels", "shoot", "shoot_texture"]

Image = NDArray[np.uint8]


def aim(camera: NodePath, shot: Shot, aspect: float) -> None:
    """Put a camera node where ``shot`` stands, with its lens; the node's parent must be the scene's root."""
    away = math.dist(shot.eye, shot.target)
    lens = camera.node().get_lens()
    lens.set_aspect_ratio(aspect)
    lens.set_min_fov(math.degrees(shot.field) if aspect >= 1 else math.degrees(_narrow(shot.field, aspect)))
    height = lens.get_film_size()[1]
    lens.set_film_offset(-shot.shift * height, 0.0)
    lens.set_near_far(max(0.08, away * 0.012), away + 400)
    camera.set_pos(LVector3(*shot.eye))
    camera.look_at(LVector3(*shot.target), LVector3(*shot.up))


def _narrow(field: float, aspect: float) -> float:
    """Return the horizontal field of a picture that is higher than wide."""
    return 2 * math.atan(math.tan(field / 2) * aspect)


def pixels(texture: Texture) -> Image:
    """Return a texture's picture, (h, w, 3) RGB from the top left corner."""
    width, height = texture.get_x_size(), texture.get_y_size()
    data = np.frombuffer(texture.get_ram_image_as("RGB"), np.uint8)
    return np.ascontiguousarray(data.reshape(height, width, 3)[::-1])


def shoot(graphics: Graphics, root: NodePath, shot: Shot, size: tuple[int, int], *, oversampling: int = 1) -> Image:
    """Return the picture (h, w, 3) of ``size`` (width, height) that ``shot`` takes of the scene under ``root``.

    ``oversampling``: this many pixels a side are drawn for each one returned.
    """
    drawn = size[0] * oversampling, size[1] * oversampling
    return _reduced(pixels(shoot_texture(graphics, root, shot, drawn)), oversampling)


def shoot_texture(graphics: Graphics, root: NodePath, shot: Shot, size: tuple[int, int]) -> Texture:
    """Return the picture of ``size`` that ``shot`` takes of the scene under ``root``, as a texture that holds it.

    Draws a frame of everything that is active. Raise `MissingGraphicsError` where the driver draws nothing.
    """
    buffer = graphics.buffer("still", size, sort=10)
    texture = Texture("still")
    buffer.add_render_texture(texture, GraphicsOutput.RTM_copy_ram)
    camera = root.attach_new_node(Camera("still", PerspectiveLens()))
    camera.node().set_camera_mask(SEEN_BITS)
    backdrop = attach_backdrop(camera)
    try:
        aim(camera, shot, size[0] / size[1])
        buffer.make_display_region().set_camera(camera)
        graphics.engine.render_frame()
        if not texture.has_ram_image():
            raise MissingGraphicsError("the graphics driver drew nothing: OpenGL 3.2 with framebuffers is needed")
        return texture
    finally:
        backdrop.remove_node()
        camera.remove_node()
        graphics.remove(buffer)


def _reduced(image: Image, times: int) -> Image:
    """Return the picture with each square of ``times`` x ``times`` pixels become one."""
    if times == 1:
        return image
    height, width = image.shape[0] // times, image.shape[1] // times
    total = np.zeros((height, width, 3), np.uint16)
    for row in range(times):
        for column in range(times):
            total += image[row::times, column::times]
    return ((total + times * times // 2) // (times * times)).astype(np.uint8)
