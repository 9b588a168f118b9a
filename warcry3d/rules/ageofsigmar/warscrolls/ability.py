"""Abilities, command abilities and spells of warscrolls (AOS-SCROLL-2, AOS-COMMAND-2, AOS-MAGIC-3)."""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from warcry3d.rules.ability_words import MAX_WORDS, StrictStruct
from warcry3d.rules.ageofsigmar.warscrolls.vocabulary import (
    ChangeScore,
    Conditions,
    Do,
    MortalWounds,
    PickUnits,
    UnitFilter,
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


SPELL_RANGE: Final = 18.0
"""Inches of both spells that every wizard knows (AOS-MAGIC-12, AOS-MAGIC-15)."""

ARCANE_BOLT: Final = Spell(
    id="arcane-bolt",
    name="Arcane Bolt",
    value=5,
    do=(
        PickUnits(whom=UnitFilter(side="enemy", within=SPELL_RANGE, visible=True)),
        MortalWounds(who="picked", amount="D3"),
    ),
)
"""AOS-MAGIC-11 to 13."""

MYSTIC_SHIELD: Final = Spell(
    id="mystic-shield",
    name="Mystic Shield",
    value=6,
    do=(
        PickUnits(whom=UnitFilter(side="friend", within=SPELL_RANGE, visible=True)),
        ChangeScore(who="picked", what=("save-roll",), add=1, until="hero-phase"),
    ),
)
"""AOS-MAGIC-14 to 16. The caster's own unit counts as visible to it."""

EVERY_SPELL: Final = (ARCANE_BOLT, MYSTIC_SHIELD)
"""The spells that every wizard knows beside those of its warscroll (AOS-MAGIC-3)."""
