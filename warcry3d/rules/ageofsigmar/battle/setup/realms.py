"""The seven realms that a battle can take place in, and what they are called (AOS-REALM-1)."""

from typing import Final

from warcry3d.message import Message, message

__all__ = ["REALMS", "realm_name"]

_NAMES: Final = {
    "fire": message("realm of fire"),
    "life": message("realm of life"),
    "metal": message("realm of metal"),
    "light": message("realm of light"),
    "shadow": message("realm of shadow"),
    "death": message("realm of death"),
    "beasts": message("realm of beasts"),
}

REALMS: Final = tuple(_NAMES)
"""Names for the seven realms; the rules name the first alone (AOS-UNDEF-2)."""


def realm_name(realm: str) -> Message:
    """Return what a realm is called; one that the players named themselves keeps its name.

    >>> str(realm_name("fire")), str(realm_name("Old Ash"))
    ('realm of fire', 'realm of Old Ash')
    """
    return _NAMES.get(realm) or message("realm of {name}", name=realm)
