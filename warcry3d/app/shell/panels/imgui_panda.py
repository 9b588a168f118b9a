"""Dear ImGui panels drawn by Panda3D.

`ImGuiPanda` owns an ImGui context, turns its draw lists into geometry under one node and its textures into Panda's,
and takes input by plain calls (`mouse_moved`, `button`, `text`), so that it can be driven without a window or GL.
"""

import ctypes
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from imgui_bundle import imgui
from panda3d.core import (
    Camera,
    CullBinAttrib,
    Geom,
    GeomNode,
    GeomVertexData,
    LVecBase2,
    OmniBoundingVolume,
    OrthographicLens,
    RenderState,
    ScissorAttrib,
    TextureAttrib,
)

from warcry3d.app.scene.overlay_boxes import WHOLE, Box, apart
from warcry3d.app.shell.desktop.clipboard import Clipboard, NoClipboard
from warcry3d.app.shell.inputs import Input, PointerMoved, Pressed, Released, Typed
from warcry3d.app.shell.panels.changed_part import Command, ListContent, changed_parts
from warcry3d.app.shell.panels.imgui_geometry import geometry_of, root, texture_of, vertex_format
from warcry3d.app.widgets.tool_tips import follow_pointer
from warcry3d.table.shipped import shipped_root

__all__ = ["Fonts", "ImGuiPanda", "shipped_fonts"]

MOUSE_BUTTONS: Mapping[str, int] = MappingProxyType({"mouse1": 0, "mouse3": 1, "mouse2": 2})
WHEEL: Mapping[str, tuple[float, float]] = MappingProxyType(
    {"wheel_up": (0, 1), "wheel_down": (0, -1), "wheel_left": (1, 0), "wheel_right": (-1, 0)}
)
KEYS: Mapping[str, Any] = MappingProxyType(
    {
        "arrow_left": imgui.Key.left_arrow,
        "arrow_right": imgui.Key.right_arrow,
        "arrow_up": imgui.Key.up_arrow,
        "arrow_down": imgui.Key.down_arrow,
        "control": imgui.Key.mod_ctrl,
        "meta": imgui.Key.mod_super,
        "shift": imgui.Key.mod_shift,
        "alt": imgui.Key.mod_alt,
        **{
            name: getattr(imgui.Key, name)
            for name in ("tab", "page_up", "page_down", "home", "end", "insert", "delete", "backspace", "space")
        },
        **{name: getattr(imgui.Key, name) for name in ("enter", "escape", *(f"f{n}" for n in range(1, 13)))},
        **{letter: getattr(imgui.Key, letter) for letter in "abcdefghijklmnopqrstuvwxyz"},
        **{digit: getattr(imgui.Key, f"_{digit}") for digit in "0123456789"},
    }
)
"""Panda3D's names of keys and ImGui's."""

PASTE = "v"
"""The key that pastes, with control."""
MOST_PARTS = 4
"""So many parts of the window are told apart in which panels differ."""
_NO_TEXTURE = 0
_MOST_COMMANDS = 4096
"""No draw list has more commands."""
_LEAST_SIZES = 5
"""So many sizes of text, from one pixel on, are smaller than any that is written."""
_TOP_SORT = 100
"""The panels' display region is drawn after the scene's."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """The fonts' files and the height of a line of text in pixels."""

    regular: Path
    bold: Path
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class _DrawnList:
    """A draw list as it was drawn: what it was made from, and its nodes."""

    content: ListContent
    nodes: tuple[Any, ...]


def shipped_fonts(size: float) -> Fonts:
    """Return the fonts that ship, ``size`` pixels high."""
    folder = shipped_root() / "assets" / "fonts"
    return Fonts(folder / "NotoSansCJK-Regular-SC-GB2312.otf", folder / "NotoSansCJK-Bold-SC-GB2312.otf", size)


class ImGuiPanda:
    """One ImGui context and its drawing. ``close()`` it when done: contexts are not garbage-collected."""

    def __init__(self, fonts: Fonts, size: tuple[int, int]) -> None:
        self.clipboard: Clipboard = NoClipboard()
        self._has_control = False
        self._context = imgui.create_context()
        imgui.set_current_context(self._context)
        self.io = imgui.get_io()
        self.io.set_ini_filename("")
        self.io.backend_flags |= (
            imgui.BackendFlags_.renderer_has_textures.value | imgui.BackendFlags_.renderer_has_vtx_offset.value
        )
        self.io.config_flags |= imgui.ConfigFlags_.nav_enable_keyboard.value
        self.regular = self.io.fonts.add_font_from_file_ttf(str(fonts.regular), fonts.size)
        self.bold = self.io.fonts.add_font_from_file_ttf(str(fonts.bold), fonts.size)
        self._text_size = fonts.size
        self._textures: dict[int, Any] = {}
        self._next_texture = 1
        self._format = vertex_format()
        self.node = root()
        self._lists = self.node.attachNewNode("lists")
        self._drawn: list[_DrawnList] = []
        self.is_changed = True
        """Whether the last frame differs from the one before."""
        self._has_other_textures = False
        self._has_new_atlas = False
        self._least_size = 0
        self._changes: tuple[Box, ...] = (WHOLE,)
        self.resized(size)

    @property
    def text_size(self) -> float:
        """Return the height of a line of text in pixels."""
        return self._text_size

    @text_size.setter
    def text_size(self, size: float) -> None:
        self._text_size = size

    def resized(self, size: tuple[int, int]) -> None:
        """Take the size of the window in pixels."""
        self._size = (max(1, size[0]), max(1, size[1]))
        self.io.display_size = imgui.ImVec2(*self._size)
        self.node.setShaderInput("display_size", LVecBase2(*self._size))
        self._forget()

    @property
    def size(self) -> tuple[int, int]:
        """Return the size of the window in pixels."""
        return self._size

    def take_changes(self) -> tuple[Box, ...]:
        """Return the parts of the window in which panels differ since this was asked last."""
        taken, self._changes = self._changes, ()
        return taken

    def draw_on(self, output: Any) -> Any:
        """Add the display region that shows the panels on ``output`` (a window or buffer) and return it."""
        region = output.makeDisplayRegion()
        region.setSort(_TOP_SORT)
        camera = Camera("panels", OrthographicLens())
        camera.setCullBounds(OmniBoundingVolume())
        region.setCamera(self.node.attachNewNode(camera))
        return region

    def picture(self, texture: Any) -> int:
        """Return a number by which ImGui's images can name a texture of Panda3D's."""
        number, self._next_texture = self._next_texture, self._next_texture + 1
        self._textures[number] = texture
        return number

    def replace_picture(self, number: int, texture: Any) -> None:
        """Let a number that `picture` gave name another texture."""
        self._textures[number] = texture

    @property
    def wants_mouse(self) -> bool:
        """Whether the pointer is over a panel or held by one."""
        return bool(self.io.want_capture_mouse)

    @property
    def wants_keys(self) -> bool:
        """Whether a text field is being typed into."""
        return bool(self.io.want_text_input)

    @property
    def has_popup(self) -> bool:
        """Whether a menu or another popup is open."""
        flags = imgui.PopupFlags_.any_popup_id.value | imgui.PopupFlags_.any_popup_level.value
        return bool(imgui.is_popup_open("", flags))

    def close_popups(self) -> None:
        """Close every menu and popup."""
        imgui.internal.close_popup_to_level(0, False)

    def mouse_moved(self, x: float, y: float) -> None:
        """Move the pointer to a pixel, from the top left."""
        self.io.add_mouse_pos_event(x, y)

    def mouse_left(self) -> None:
        """Take the pointer out of the window."""
        lowest = -3.4028234663852886e38
        self.io.add_mouse_pos_event(lowest, lowest)

    def button(self, name: str, down: bool) -> None:
        """Press or release a mouse button, the wheel or a key, by Panda3D's name for it."""
        if name in MOUSE_BUTTONS:
            self.io.add_mouse_button_event(MOUSE_BUTTONS[name], down)
        elif name in WHEEL:
            if down:
                self.io.add_mouse_wheel_event(*WHEEL[name])
        elif name in KEYS:
            self._has_control = down if name in ("control", "meta") else self._has_control
            if down and name == PASTE and self._has_control and self.wants_keys:
                self._take_copied()
            self.io.add_key_event(KEYS[name], down)

    def copied(self) -> str:
        """Return the text that was copied last, in this window or in another program."""
        self._take_copied()
        imgui.set_current_context(self._context)
        return str(imgui.get_clipboard_text() or "")

    def _take_copied(self) -> None:
        """Let what is pasted now be what was copied last, in this window or in another program."""
        copied = self.clipboard.fresh()
        if copied is not None:
            imgui.set_current_context(self._context)
            imgui.set_clipboard_text(copied)

    def take(self, happened: Input) -> None:
        """Take what happened on the screen; what is about the window itself is left alone."""
        match happened:
            case PointerMoved(at=None):
                self.mouse_left()
            case PointerMoved(at=(x, y)):
                self.mouse_moved(x, y)
            case Pressed(name=name):
                self.button(name, True)
            case Released(name=name):
                self.button(name, False)
            case Typed(text=text):
                self.text(text)
            case _:
                pass

    def text(self, characters: str) -> None:
        """Type characters."""
        self.io.add_input_characters_utf8(characters)

    @contextmanager
    def frame(self, seconds: float) -> Iterator[None]:
        """Open a frame to call ImGui in, ``seconds`` after the last; `bring` has what it shows drawn."""
        imgui.set_current_context(self._context)
        self.io.delta_time = max(seconds, 1e-4)
        imgui.get_style().font_size_base = self._text_size  # never within a frame, where panels write at other sizes
        imgui.new_frame()
        follow_pointer()
        if self._has_new_atlas:
            self._forget_size_of_glyphs()
        try:
            yield
        except BaseException:
            imgui.end_frame()
            raise
        imgui.render()
        self._has_other_textures |= self._bring_textures()

    def bring(self) -> None:
        """Have drawn what the last frame shows; of frames before it that were not brought nothing is ever seen."""
        imgui.set_current_context(self._context)
        self.is_changed = self._bring_lists() or self._has_other_textures
        self._has_other_textures = False

    def close(self) -> None:
        """Free the context and everything drawn."""
        imgui.set_current_context(self._context)
        self._textures.clear()
        self.node.removeNode()
        imgui.destroy_context(self._context)

    def _forget(self) -> None:
        """Draw all lists anew with the next frame."""
        self._lists.node().removeAllChildren()
        self._drawn = []
        self._changes = (WHOLE,)

    def _bring_textures(self) -> bool:
        """Create, refresh and drop textures as ImGui asks; return whether it asked for anything.

        What is drawn already looks as before: glyphs that come leave the others alone, and a list that is drawn from
        another texture is another list.
        """
        status = imgui.ImTextureStatus
        is_new = False
        for wanted in imgui.get_platform_io().textures:
            if wanted.status == status.want_create:
                wanted.set_tex_id(self._next_texture)
                self._textures[self._next_texture] = texture_of(wanted)
                self._has_new_atlas = True
                self._next_texture += 1
                wanted.set_status(status.ok)
            elif wanted.status == status.want_updates:
                self._textures[wanted.get_tex_id()].setRamImageAs(wanted.get_pixels_array(), "RGBA")
                wanted.set_status(status.ok)
            elif wanted.status == status.want_destroy and wanted.unused_frames > 0:
                self._textures.pop(wanted.get_tex_id(), None)
                wanted.set_tex_id(_NO_TEXTURE)
                wanted.set_status(status.destroyed)
            else:
                continue
            is_new = True
        return is_new

    def _forget_size_of_glyphs(self) -> None:
        """Let the size of the next glyph be set for it.

        Dear ImGui 1.93 drops sizes of text that are not in use when its atlas is full, and moves the others up in
        memory; its FreeType loader knows the size that it set last by the address alone, and loads the next glyph in
        that size even if another one stands there now. A size that is new is set in any case.
        """
        self._has_new_atlas = False
        self._least_size = self._least_size % _LEAST_SIZES + 1
        for font in (self.regular, self.bold):
            font.get_font_baked(float(self._least_size))

    def _bring_lists(self) -> bool:
        """Put this frame's draw lists in place of the last's, in drawing order; return whether any differs.

        A list that is as it was keeps its geometry: most panels are, in most frames.
        """
        drawn = list[_DrawnList]()
        for place, commands in enumerate(imgui.get_draw_data().cmd_lists):
            known = self._drawn[place] if place < len(self._drawn) else None
            content = self._content(commands)
            if known is None or known.content != content:
                known = _DrawnList(content, self._nodes(commands, content, place * _MOST_COMMANDS))
            drawn.append(known)
        kept = {id(one) for one in drawn} & {id(one) for one in self._drawn}
        for gone in (one for one in self._drawn if id(one) not in kept):
            for node in gone.nodes:
                node.removeNode()
        is_changed = not len(kept) == len(drawn) == len(self._drawn)
        if is_changed and WHOLE not in self._changes:
            parts = changed_parts([one.content for one in self._drawn], [one.content for one in drawn], self._size)
            self._changes = apart((*self._changes, *parts), most=MOST_PARTS, spare=0.0)
        self._drawn = drawn
        return is_changed

    def _content(self, commands: Any) -> ListContent:
        """Return all that a draw list is drawn from, to be compared."""
        vertices, indices = commands.vtx_buffer, commands.idx_buffer
        return ListContent(
            ctypes.string_at(vertices.data_address(), vertices.size() * imgui.VERTEX_SIZE),
            ctypes.string_at(indices.data_address(), indices.size() * imgui.INDEX_SIZE),
            imgui.VERTEX_SIZE,
            imgui.INDEX_SIZE,
            tuple(
                Command(
                    (clip.x, clip.y, clip.z, clip.w),
                    self._textures[one.get_tex_id()].this,
                    one.elem_count,
                    one.idx_offset,
                    one.vtx_offset,
                )
                for one in commands.cmd_buffer
                if one.elem_count
                for clip in (one.clip_rect,)
            ),
        )

    def _nodes(self, commands: Any, content: ListContent, order: int) -> tuple[Any, ...]:
        """Return the nodes of a draw list, one for each command, the first of them with this order."""
        raw, indices = content.vertices, content.indices
        vertices = GeomVertexData("panels", self._format, Geom.UHStream)
        vertices.modifyArrayHandle(0).setData(raw)
        made = list[Any]()
        for command in commands.cmd_buffer:
            if command.elem_count:
                node = GeomNode("list")
                node.addGeom(geometry_of(vertices, indices, command), self._state(command, order + len(made)))
                node.setBounds(OmniBoundingVolume())
                node.setFinal(True)
                made.append(self._lists.attachNewNode(node))
        return tuple(made)

    def _state(self, command: Any, order: int) -> Any:
        """Return a command's clipping rectangle, texture and place in the order."""
        width, height = self._size
        clip = command.clip_rect
        left, top, right, bottom = math.floor(clip.x), math.floor(clip.y), math.ceil(clip.z), math.ceil(clip.w)
        edges = (left / width, right / width, 1 - bottom / height, 1 - top / height)
        return RenderState.make(
            ScissorAttrib.make(*(min(1.0, max(0.0, edge)) for edge in edges)),
            TextureAttrib.make(self._textures[command.get_tex_id()]),
            CullBinAttrib.make("fixed", order),
        )
