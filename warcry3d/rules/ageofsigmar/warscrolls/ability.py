"""Abilities, command abilities and spells of warscrolls (AOS-SCROLL-2, AOS-COMMAND-2, AOS-MAGIC-3)."""

from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.rules.ability_words import MAX_WORDS, StrictStruct
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    Conditions,
    Do,
)
from warcry3d.table.wire_types import Id, Text

__all__ = ["ARCANE_BOLT", "EVERY_SPELL", "MYSTIC_SHIELD", "ScrollAbility", "Spell", "When"]

When: TypeAlias = Literal[
    "always",
    "set-up",
    "hero",
    "every-hero",
    "command",
    "shooting",
    "combat",
    "after-combat",
    "battleshock",
]
"""When an ability works. ``always``: by itself, all the time. The others are used by their player: ``set-up`` after
set-up (AOS-PRE-1), ``hero`` in its own hero phase (AOS-HERO-2), ``every-hero`` in both players' (AOS-HERO-3),
``command`` by the general (AOS-COMMAND-1), ``shooting`` in its own shooting phase, ``combat`` at the start of any
combat phase, ``after-combat`` right after its unit attacked there, ``battleshock`` at the start of that phase.
"""

Words: TypeAlias = Annotated[tuple[Do, ...], Meta(max_length=MAX_WORDS)]
LongText: TypeAlias = Annotated[str, Meta(max_length=4000)]


class ScrollAbility(StrictStruct, frozen=True, kw_only=True):
    """An ability of a warscroll.

    ``text``: what players read. ``carried_by``: the loadouts whose models bear it (empty: all models of the unit).
    ``once``: how often each bearer may use it, beside once a phase. ``only``: what must hold when it is used.
    ``optional``: its player may leave it. ``do``: its words, one after the other; none: it is text for people, and the
    program does not enforce it.
    """

    id: Id
    name: Text
    text: LongText = ""
    when: When = "always"
    once: Literal["", "turn", "battle"] = ""
    optional: bool = True
    carried_by: Annotated[tuple[Id, ...], Meta(max_length=20)] = ()
    only: Conditions = ()
    do: Words = ()

    @property
    def is_command(self) -> bool:
        """Return whether it is a command ability, which the general alone has (AOS-GENERAL-2)."""
        return self.when == "command"


class Spell(StrictStruct, frozen=True, kw_only=True):
    """A spell: ``value`` is its casting value. ``do``: what it does once it was cast and not unbound (AOS-OPEN-22)."""

    id: Id
    name: Text
    text: LongText = ""
    value: Annotated[int, Meta(ge=2, le=12)]
    do: Words = ()


EVERY_SPELL: Final = msgspec.json.decode(
    (Path(__file__).resolve().parent.parent / "data" / "every-wizard.spells.json").read_bytes(), type=tuple[Spell, ...]
)
"""The spells that every wizard knows beside those of its warscroll (AOS-MAGIC-3): data, so that catalogues have their
names. The caster's own unit counts as visible to it (AOS-MAGIC-15).
"""

ARCANE_BOLT, MYSTIC_SHIELD = EVERY_SPELL
"""AOS-MAGIC-11 to 13; AOS-MAGIC-14 to 16."""
