"""A property that is derived once, when it is first asked for, and kept with its object."""

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

__all__ = ["once"]

Value = TypeVar("Value")


class once(Generic[Value]):  # noqa: N801, used like a function
    """Like `functools.cached_property`, without the lock that this has before Python 3.12, one for all objects.

    With the lock, a thread that derives the property of one object keeps each other thread waiting that asks for it of
    another. Where two threads ask the same object at once, both derive it, and both get what was there first.
    """

    def __init__(self, derive: Callable[[Any], Value]) -> None:
        self._derive = derive
        self._name = derive.__name__
        self.__doc__ = derive.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> Value: ...
    def __get__(self, instance: object | None, owner: type | None = None) -> Self | Value:
        """Return the value; called only until it is kept."""
        if instance is None:
            return self
        value: Value = instance.__dict__.setdefault(self._name, self._derive(instance))
        return value
