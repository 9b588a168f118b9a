"""The page of keys: what each does, by room; a click gives an action another key."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import AMBER
from warcry3d.app.shell.bindings import Binding, key_label, keys_label
from warcry3d.app.shell.model import AwaitKey, ChangeSettings, ShellIntent, ShowPanel
from warcry3d.app.shell.rooms import ROOMS
from warcry3d.app.shell.settings import Settings
from warcry3d.app.widgets.choices import headline
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.messages import Words

__all__ = ["draw_keys"]

KEY_WIDTH = 118.0
"""Width of a key's button (points)."""


def draw_keys(
    bindings: Mapping[str, Sequence[Binding]],
    settings: Settings,
    awaited: str | None,
    words: Words,
    bold: Any,
    scale: float,
    wanted: list[ShellIntent],
) -> None:
    """Draw the page into the open window; ``awaited``: the action that gets the key that is pressed next."""
    paragraph(words.say("Esc closes this page. Click a key, then press the one that you want instead."))
    for room, made in bindings.items():
        headline(words.say(ROOMS[room].template) if room else words.say("Everywhere"), bold)
        for one in made:
            _row(one, settings, awaited == one.name, words, scale, wanted)
    imgui.dummy((0, 6 * scale))
    if settings.keys and imgui.button(words.say("All keys as they were")):
        wanted.append(ChangeSettings(replace(settings, keys=MappingProxyType({}))))
    if imgui.button(words.say("Close")):
        wanted.append(ShowPanel(None))


def _row(
    one: Binding, settings: Settings, is_awaited: bool, words: Words, scale: float, wanted: list[ShellIntent]
) -> None:
    label = keys_label(one, settings.keys)
    size = (KEY_WIDTH * scale, 0)
    if one.is_fixed:
        imgui.begin_disabled()
        imgui.button(f"{label}##{one.name}", size)
        imgui.end_disabled()
    elif imgui.button(f"{label}##{one.name}", size):
        wanted.append(AwaitKey(one.name))
    imgui.same_line()
    with imgui_ctx.begin_group():
        imgui.align_text_to_frame_padding()
        if is_awaited:
            coloured(words.say("press a key; Esc leaves it"), AMBER)
        else:
            others = [key for key in one.keys[1:] if (len(key) == 1 and not key.isdecimal()) or "-" in key]
            also = "".join(f" ({key_label(key)})" for key in others)
            paragraph(words.say(one.template) + also)
