"""Numbers of an ability that depend on its value, resolved when it is used."""

from typing import Any, TypeVar, cast

from msgspec import Struct, structs

__all__ = ["resolve_values"]

OF_VALUE = ("amount", "add", "subtract", "inches", "within", "dice")
"""The fields that may say "value", "half-value" or "double-value" in place of a number."""

T = TypeVar("T")


def resolve_values(words: T, value: int) -> T:
    """Return words (or one of them) with what depends on the ability's value as numbers; halves are rounded up.

    >>> from warcry3d.rules.warcry.abilities.vocabulary import Heal
    >>> resolve_values(Heal(amount="half-value"), 5)
    Heal(who='self', amount=3)
    """
    numbers = {"value": value, "half-value": (value + 1) // 2, "double-value": 2 * value}
    return cast(T, _settled(words, numbers))


def _settled(thing: Any, numbers: dict[str, int]) -> Any:
    if isinstance(thing, tuple):
        return tuple(_settled(part, numbers) for part in thing)
    if not isinstance(thing, Struct):
        return thing
    changed: dict[str, Any] = {}
    for name in thing.__struct_fields__:
        old = getattr(thing, name)
        new = numbers.get(old, old) if name in OF_VALUE and isinstance(old, str) else _settled(old, numbers)
        if new is not old:
            changed[name] = float(new) if name == "within" and isinstance(new, int) else new
    return structs.replace(thing, **changed) if changed else thing
