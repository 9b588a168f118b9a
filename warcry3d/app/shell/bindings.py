"""Which key does what: one table for the window and each room, from which keys are read and the page of keys is made.

Rooms and the window know each action by its first default key. Where a person gave an action another key, `meant`
turns the key that was pressed into the one that the action is known by.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["Binding", "key_label", "key_of", "keys_label", "meant", "rebound"]


@dataclass(frozen=True, slots=True)
class Binding:
    """An action that has keys.

    ``name``: unique, the room's name first (``judge.swap``); ``template``: what it does. ``keys``: as Panda3D names
    them, with ``control-`` before it for one held with control; the first can be changed, unless ``is_fixed``.
    """

    name: str
    template: str
    keys: tuple[str, ...]
    is_fixed: bool = False


def key_of(binding: Binding, changed: Mapping[str, str]) -> str:
    """Return the key of an action; ``changed``: those that a person chose, by the action's name."""
    return binding.keys[0] if binding.is_fixed else changed.get(binding.name, binding.keys[0])


def meant(pressed: str, bindings: Sequence[Binding], changed: Mapping[str, str]) -> str | None:
    """Return the key by which the action of a pressed key is known; None where its action has another key now.

    ``bindings``: of the room in front, then of the window. A key that no action has stays as it is.
    """
    known = False
    for one in bindings:
        if pressed == key_of(one, changed):
            return one.keys[0]
        if pressed in one.keys[1:]:
            return pressed
        known = known or pressed == one.keys[0]
    return None if known else pressed


def rebound(
    binding: Binding, key: str, among: Sequence[Binding], changed: Mapping[str, str]
) -> Mapping[str, str] | None:
    """Return what was chosen after an action got ``key``; who had it among ``among`` gets the action's former key.

    None where the key cannot be had: it belongs to an action whose keys are fixed.
    """
    former, made = key_of(binding, changed), dict(changed)
    for other in among:
        if other.name == binding.name:
            continue
        if key in other.keys[1:] or (other.is_fixed and key in other.keys):
            return None
        if key_of(other, changed) == key:
            made[other.name] = former
    made[binding.name] = key
    defaults = {one.name: one.keys[0] for one in (*among, binding)}
    return MappingProxyType({name: chosen for name, chosen in made.items() if defaults.get(name) != chosen})


def keys_label(binding: Binding, changed: Mapping[str, str]) -> str:
    """Return the key of an action as people know it; of one that has a row of digits the first and the last.

    >>> keys_label(Binding("dice.face", "say a face", ("1", "2", "3"), is_fixed=True), {})
    '1 - 3'
    """
    if len(binding.keys) > 2 and all(key.isdecimal() for key in binding.keys):
        return f"{binding.keys[0]} - {binding.keys[-1]}"
    return key_label(key_of(binding, changed))


_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "escape": "Esc",
        "enter": "Enter",
        "space": "Space",
        "backspace": "Backspace",
        "arrow_left": "←",
        "arrow_right": "→",
        "arrow_up": "↑",
        "arrow_down": "↓",
        "page_up": "PgUp",
        "page_down": "PgDn",
    }
)


def key_label(key: str) -> str:
    """Return a key as people know it: ``control-z`` as Ctrl+Z."""
    if key.startswith("control-"):
        return f"Ctrl+{key_label(key.removeprefix('control-'))}"
    if key.startswith("shift-"):
        return f"Shift+{key_label(key.removeprefix('shift-'))}"
    return _LABELS.get(key, key.upper() if len(key) == 1 else key.capitalize())
