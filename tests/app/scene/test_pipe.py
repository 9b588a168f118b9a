import pytest
from panda3d.core import (
    Camera,
    CardMaker,
    GraphicsOutput,
    NodePath,
    OrthographicLens,
    RenderState,
    Texture,
    TextureAttrib,
    TextureStage,
)

from warcry3d.app.scene.shoot import pixels

RED, GREEN = (1, 0, 0, 1), (0, 1, 0, 1)


def state(name):
    """Return a state of its own, wherever the allocator puts it."""
    texture = Texture(name)
    texture.setup_2d_texture(1, 1, Texture.T_unsigned_byte, Texture.F_rgb8)
    texture.set_ram_image(bytes([255] * 3))
    attrib = TextureAttrib.make()
    return RenderState.make(attrib.add_on_stage(TextureStage.get_default(), texture))


def drawn(graphics, states):
    """Return the colour of two cards that lie on one another, red first in the scene."""
    root = NodePath("cards")
    for colour in (RED, GREEN):
        maker = CardMaker("card")
        maker.set_frame(-1, 1, -1, 1)
        maker.set_color(*colour)
        root.attach_new_node(maker.generate()).set_state(states[colour])
    lens = OrthographicLens()
    lens.set_film_size(2, 2)
    camera = root.attach_new_node(Camera("camera", lens))
    camera.set_y(-5)
    buffer, texture = graphics.buffer("cards", (8, 8)), Texture("drawn")
    buffer.add_render_texture(texture, GraphicsOutput.RTM_copy_ram)
    buffer.make_display_region().set_camera(camera)
    graphics.engine.render_frame()
    colour = pixels(texture)[4, 4]
    graphics.remove(buffer)
    root.remove_node()
    return tuple(colour.tolist())


@pytest.mark.parametrize("order", [(RED, GREEN), (GREEN, RED)])
def test_where_surfaces_meet_the_one_earlier_in_the_scene_is_drawn(graphics, order):
    states = {colour: state(str(colour)) for colour in order}
    assert drawn(graphics, states) == (255, 0, 0)
    assert drawn(graphics, {RED: states[GREEN], GREEN: states[RED]}) == (255, 0, 0)
