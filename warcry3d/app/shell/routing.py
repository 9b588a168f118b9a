"""Whom a gesture is for: a dialog in front, then the room, then the window."""

from warcry3d.app.shell.bindings import meant
from warcry3d.app.shell.commands import give_key
from warcry3d.app.shell.gestures import Dragged, Gesture, Key, KeyReleased, Pointed, Turned
from warcry3d.app.shell.keys import KEYS, SHELL_BINDINGS
from warcry3d.app.shell.model import ShellAction
from warcry3d.app.shell.rooms import bindings_of
from warcry3d.app.shell.window_parts import WindowParts

__all__ = ["take_gesture"]

SHARED = frozenset({"control-z", "control-y", "control-s", "escape"})
"""Keys of the window, by their defaults, that a room may take over: undo, redo, save, one step back."""


def take_gesture(window: WindowParts, gesture: Gesture) -> None:
    """Do what a gesture means: for a dialog in front, then the room, then the window."""
    if isinstance(gesture, Pointed):
        window.viewpoint.pointer = gesture.at
    if isinstance(gesture, Key):
        _take_key(window, gesture.name)
        return
    if isinstance(gesture, KeyReleased):
        known = meant(gesture.name, bindings_of(window.room_name), window.settings.keys)
        window.room.take(KeyReleased(known or gesture.name))
        return
    if window.model.is_asking or (window.model.panel is None and window.room.take(gesture)):
        return
    match gesture:
        case Dragged(button=button, dx=dx, dy=dy):
            window.viewpoint.drag(button, dx, dy)
        case Turned(notches=notches):
            window.viewpoint.turn_wheel(notches)
        case _:
            pass


def _take_key(window: WindowParts, pressed: str) -> None:
    """Do what a key means, by the keys that the person has chosen: to a dialog in front, the room, the window."""
    if window.model.awaits_key is not None:
        give_key(window, pressed)
        return
    of_room = meant(pressed, bindings_of(window.room_name), window.settings.keys)
    of_shell = meant(pressed, SHELL_BINDINGS, window.settings.keys)
    if of_room == pressed and of_shell in SHARED:
        of_room = of_shell
    if _is_for_front(window, pressed):
        return
    if of_room is not None and window.model.panel is None and window.room.take(Key(of_room)):
        return
    if of_shell is not None and of_shell in KEYS and (of_room is None or of_room == pressed or of_shell in SHARED):
        window.do(KEYS[of_shell])


def _is_for_front(window: WindowParts, name: str) -> bool:
    """Do what a key means to a menu, a dialog or a panel in front; return whether it is theirs."""
    if name == "escape" and window.panels.has_popup:
        window.panels.close_popups()
        return True
    if name == "escape" and not window.model.is_clear:
        window.do(ShellAction.STEP_BACK)
        return True
    model = window.model
    return model.is_asking or model.folder is not None or model.naming is not None
