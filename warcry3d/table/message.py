"""Sentences as templates with values, so that the catalogues can translate them; numbers of things in their plural."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

__all__ = ["Counted", "Message", "filled"]


def filled(template: str, values: Mapping[str, object]) -> str:
    """Return an English template with its values; values that are lists are read out.

    >>> filled("{who} has {things}", {"who": "red", "things": (Counted("{n} die", "{n} dice", 3), "luck")})
    'red has 3 dice, luck'
    """
    return template.format(**{name: _read_out(value) for name, value in values.items()})


def _read_out(value: object) -> object:
    return ", ".join(str(_read_out(part)) for part in value) if isinstance(value, tuple | list) else value


@dataclass(frozen=True, slots=True)
class Message:
    """Why something is so: an English template for the catalogues, and its values.

    Values may be messages themselves, numbers of things, and lists of them.
    """

    template: str
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        return filled(self.template, self.values)


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of things: the form of ``template`` or ``plural`` that ``n`` takes, filled with n and ``values``."""

    template: str
    plural: str
    n: int
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        return filled(self.template if self.n == 1 else self.plural, {"n": self.n, **self.values})
