"""Whom a gesture is for: a dialog in front, then the room, then the window."""

from warcry3d.app.shell.bindings import meant
from warcry3d.app.shell.commands import give_key
from warcry3d.app.shell.gestures import Dragged, Gesture, Key, Pointed, Turned
from warcry3d.app.shell.keys import KEYS, SHELL_BINDINGS
from warcry3d.app.shell.model import ShellAction
from warcry3d.app.shell.rooms import bindings_of
from warcry3d.app.shell.window_parts import WindowParts

__all__ = ["take_gesture"]


def take_gesture(window: WindowParts, gesture: Gesture) -> None:
    """Do what a gesture means: for a dialog in front, then the room, then the window."""
    if isinstance(gesture, Pointed):
        window.viewpoint.pointer = gesture.at
    if isinstance(gesture, Key):
        known = _known_key(window, gesture.name)
        if known is None:
            return
        gesture = Key(known)
        if _is_for_front(window, known):
            return
    if window.model.is_asking or (window.model.panel is None and window.room.take(gesture)):
        return
    match gesture:
        case Dragged(button=button, dx=dx, dy=dy):
            window.viewpoint.drag(button, dx, dy)
        case Turned(notches=notches):
            window.viewpoint.turn_wheel(notches)
        case Key(name=name) if name in KEYS:
            window.do(KEYS[name])
        case _:
            pass


def _known_key(window: WindowParts, pressed: str) -> str | None:
    """Return the key by which what was pressed is known to rooms; None where it means nothing, or is now taken."""
    if window.model.awaits_key is not None:
        give_key(window, pressed)
        return None
    return meant(pressed, (*bindings_of(window.room_name), *SHELL_BINDINGS), window.settings.keys)


def _is_for_front(window: WindowParts, name: str) -> bool:
    """Do what a key means to a menu, a dialog or a panel in front; return whether it is theirs."""
    if name == "escape" and window.panels.has_popup:
        window.panels.close_popups()
        return True
    if name == "escape" and not window.model.is_clear:
        window.do(ShellAction.STEP_BACK)
        return True
    return window.model.is_asking
