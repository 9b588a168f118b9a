"""The panels' backend, driven by injected events, without GL or display."""

from collections.abc import Callable, Iterator

import pytest
from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.shell.panels.imgui_panda import Fonts, ImGuiPanda
from warcry3d.table.shipped import shipped_root

SIZE = (640, 400)


@pytest.fixture
def panels() -> Iterator[ImGuiPanda]:
    folder = shipped_root() / "assets" / "fonts"
    fonts = Fonts(folder / "NotoSansCJK-Regular-SC-GB2312.otf", folder / "NotoSansCJK-Bold-SC-GB2312.otf", 24.0)
    made = ImGuiPanda(fonts, SIZE)
    yield made
    made.close()


def frames(panels: ImGuiPanda, draw: Callable[[], None], count: int = 1) -> None:
    for _ in range(count):
        with panels.frame(1 / 60):
            draw()
        panels.bring()


def geoms(panels: ImGuiPanda) -> list[tuple[object, object]]:
    nodes = [path.node() for path in panels.node.find("lists").getChildren()]
    drawn = [(node.getGeom(0), node.getGeomState(0)) for node in nodes]
    return sorted(drawn, key=lambda one: one[1].getAttrib(_kind("CullBinAttrib")).getDrawOrder())


class Clicked:
    """A window with one button; counts its presses."""

    def __init__(self) -> None:
        self.presses = 0
        self.centre = (0.0, 0.0)

    def __call__(self) -> None:
        imgui.set_next_window_pos((100, 100))
        with imgui_ctx.begin("window"):
            if imgui.button("press", (120, 40)):
                self.presses += 1
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self.centre = ((low.x + high.x) / 2, (low.y + high.y) / 2)


def test_button_is_pressed_by_injected_mouse(panels: ImGuiPanda) -> None:
    clicked = Clicked()
    frames(panels, clicked, 2)
    panels.mouse_moved(*clicked.centre)
    frames(panels, clicked)
    for down in (True, False):
        panels.button("mouse1", down)
        frames(panels, clicked)
    assert clicked.presses == 1


def test_mouse_is_wanted_over_a_panel_only(panels: ImGuiPanda) -> None:
    clicked = Clicked()
    frames(panels, clicked, 2)
    panels.mouse_moved(*clicked.centre)
    frames(panels, clicked, 2)
    assert panels.wants_mouse
    panels.mouse_moved(600, 380)
    frames(panels, clicked, 2)
    assert not panels.wants_mouse


def test_typed_chinese_arrives_in_a_text_field(panels: ImGuiPanda) -> None:
    typed = [""]

    def draw() -> None:
        with imgui_ctx.begin("window"):
            imgui.set_keyboard_focus_here()
            typed[0] = imgui.input_text("name", typed[0])[1]

    frames(panels, draw, 3)
    assert panels.wants_keys
    panels.text("战士 7")
    frames(panels, draw, 2)
    assert typed[0] == "战士 7"


def test_wheel_scrolls(panels: ImGuiPanda) -> None:
    scrolled = [0.0]

    def draw() -> None:
        imgui.set_next_window_pos((0, 0))
        imgui.set_next_window_size((200, 100))
        with imgui_ctx.begin("window"):
            for line in range(50):
                imgui.text(str(line))
            scrolled[0] = imgui.get_scroll_y()

    frames(panels, draw, 2)
    panels.mouse_moved(100, 60)
    panels.button("wheel_down", True)
    frames(panels, draw, 5)
    assert scrolled[0] > 0


def test_every_draw_command_becomes_clipped_textured_geometry_in_order(panels: ImGuiPanda) -> None:
    def draw() -> None:
        with imgui_ctx.begin("one"):
            imgui.text("看见")
        with imgui_ctx.begin("two"):
            imgui.text("text")

    frames(panels, draw, 3)
    drawn = geoms(panels)
    commands = [c for one in imgui.get_draw_data().cmd_lists for c in one.cmd_buffer if c.elem_count]
    assert len(drawn) == len(commands) >= 2
    orders = [state.getAttrib(_kind("CullBinAttrib")).getDrawOrder() for _, state in drawn]
    assert len(set(orders)) == len(orders)
    for (geom, state), command in zip(drawn, commands, strict=True):
        assert geom.getPrimitive(0).getNumVertices() == command.elem_count
        assert state.hasAttrib(_kind("ScissorAttrib"))
        assert state.getAttrib(_kind("TextureAttrib")).getTexture().hasRamImage()


def test_only_the_panel_that_changed_gets_new_geometry(panels: ImGuiPanda) -> None:
    text = ["first"]

    def draw() -> None:
        for name, said in (("one", "still"), ("two", text[0]), ("three", "still")):
            imgui.set_next_window_pos((20.0 + 200 * len(name), 20.0))
            with imgui_ctx.begin(name):
                imgui.text(said)

    frames(panels, draw, 5)
    assert not panels.is_changed
    before = [list(one.nodes) for one in panels._drawn]
    text[0] = "other"
    frames(panels, draw)
    assert panels.is_changed
    after = [list(one.nodes) for one in panels._drawn]
    assert len(before) == len(after)
    assert sum(old != new for old, new in zip(before, after, strict=True)) == 1
    assert panels.node.find("lists").getNumChildren() == sum(len(nodes) for nodes in after)
    panels.resized((500, 300))
    frames(panels, draw)
    assert panels.is_changed


def _kind(name: str) -> object:
    import panda3d.core

    return getattr(panda3d.core, name).getClassSlot()


def test_glyphs_reach_the_texture(panels: ImGuiPanda) -> None:
    def draw() -> None:
        with imgui_ctx.begin("one"):
            imgui.text("掩护")

    frames(panels, draw, 3)
    _, state = geoms(panels)[0]
    image = bytes(state.getAttrib(_kind("TextureAttrib")).getTexture().getRamImageAs("A"))
    before = sum(value > 0 for value in image)

    def more() -> None:
        with imgui_ctx.begin("one"):
            imgui.text("掩护看见距离过近")

    frames(panels, more, 3)
    image = bytes(geoms(panels)[0][1].getAttrib(_kind("TextureAttrib")).getTexture().getRamImageAs("A"))
    assert sum(value > 0 for value in image) > before


def test_glyphs_that_come_draw_no_other_panel_anew(panels: ImGuiPanda) -> None:
    """Each new glyph drew the whole window anew: the slowest frames of a drag."""
    said = ["one"]

    def draw() -> None:
        for place, text in ((20.0, said[0]), (420.0, "still")):
            imgui.set_next_window_pos((place, 20.0))
            imgui.set_next_window_size((180.0, 80.0))
            with imgui_ctx.begin(f"##{place}"):
                imgui.text(text)

    frames(panels, draw, 5)
    panels.take_changes()
    images = [bytes(texture.getRamImage()) for texture in panels._textures.values()]
    said[0] = "one: 掩护"
    frames(panels, draw)
    assert images != [bytes(texture.getRamImage()) for texture in panels._textures.values()]
    parts = panels.take_changes()
    assert parts and all(right < 0.4 and bottom < 0.3 for _, _, right, bottom in parts)


def test_textures_outgrown_by_many_glyphs_are_given_back(panels: ImGuiPanda) -> None:
    pages = ["".join(chr(0x4E00 + 300 * page + n) for n in range(300)) for page in range(20)]
    for page in pages:

        def draw(page: str = page) -> None:
            with imgui_ctx.begin("one"):
                imgui.text_wrapped(page)

        frames(panels, draw, 3)
    used = {state.getAttrib(_kind("TextureAttrib")).getTexture() for _, state in geoms(panels)}
    assert all(texture.getXSize() * texture.getYSize() > 512 * 128 for texture in used)
    assert len(panels._textures) <= 2


def test_glyph_has_the_size_of_its_text_when_an_outgrown_atlas_has_dropped_another_size(panels: ImGuiPanda) -> None:
    def write(*lines: tuple[float, str]) -> None:
        with panels.frame(1 / 60), imgui_ctx.begin("text"):
            for size, line in lines:
                with imgui_ctx.push_font(panels.regular, size):
                    imgui.text(line)

    def texels() -> int:
        return int(panels.io.fonts.tex_data.width * panels.io.fonts.tex_data.height)

    for _ in range(6):
        write((30.0, "0"), (20.0, "0"), (15.0, "0"))
    for _ in range(6):
        write((20.0, "0"), (15.0, "0"))
    before = texels()
    for character in range(0x4E00, 0x5200):
        write((20.0, chr(character)), (15.0, "0"))
        if texels() != before:
            break
    assert texels() > before
    write((20.0, "0"), (15.0, "0"))
    write((20.0, "0"), (15.0, "8"))
    small = panels.regular.get_font_baked(15.0)
    heights = [small.find_glyph(ord(digit)).y1 - small.find_glyph(ord(digit)).y0 for digit in "08"]
    assert heights[0] == heights[1]


def test_error_inside_a_frame_leaves_the_panels_usable(panels: ImGuiPanda) -> None:
    with pytest.raises(ZeroDivisionError), panels.frame(1 / 60), imgui_ctx.begin("window"):
        _ = 1 / 0
    clicked = Clicked()
    frames(panels, clicked, 2)
    assert geoms(panels)


def test_two_contexts_live_side_by_side(panels: ImGuiPanda) -> None:
    folder = shipped_root() / "assets" / "fonts"
    fonts = Fonts(folder / "NotoSansCJK-Regular-SC-GB2312.otf", folder / "NotoSansCJK-Bold-SC-GB2312.otf", 24.0)
    other = ImGuiPanda(fonts, SIZE)
    try:
        frames(other, Clicked(), 2)
        frames(panels, Clicked(), 2)
        assert geoms(panels)
        assert geoms(other)
    finally:
        other.close()


def test_text_size_that_changes_within_a_frame_holds_from_the_next_one_on(panels: ImGuiPanda) -> None:
    """Panels write at sizes against the text around them: another size in the midst of one would enlarge the rest."""
    seen: list[float] = []

    def draw() -> None:
        with imgui_ctx.begin("window"), imgui_ctx.push_font(None, imgui.get_style().font_size_base * 0.5):
            panels.text_size = 40.0
            with imgui_ctx.push_font(None, imgui.get_style().font_size_base * 0.5):
                seen.append(imgui.get_font_size())

    frames(panels, draw, 2)
    assert seen == [6.0, 10.0]
    assert panels.text_size == 40.0


def test_a_frame_that_is_not_brought_is_never_seen(panels: ImGuiPanda) -> None:
    frames(panels, lambda: _say("one"), 3)
    drawn = geoms(panels)
    with panels.frame(1 / 60):
        _say("neon")
    assert geoms(panels) == drawn
    frames(panels, lambda: _say("one"))
    assert not panels.is_changed and geoms(panels) == drawn


def _say(text: str) -> None:
    with imgui_ctx.begin("window"):
        imgui.text_unformatted(text)
