"""Data with an id and a name in each language."""

import msgspec

__all__ = ["Named"]


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """Something with an id, written as runemarks are, and its name in English and in Chinese."""

    id: str
    name: str
    zh: str
