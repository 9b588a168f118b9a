"""An ability: what it costs, who may use it when, and what it does."""

from typing import Annotated, Final, Literal

from msgspec import Meta

from warcry3d.rules.ability_words import MAX_WORDS, Marks, StrictStruct
from warcry3d.rules.warcry.abilities.vocabulary import Conditions, Do, ReactionTrigger
from warcry3d.rules.warcry.bands.profile import Profile
from warcry3d.table.wire_types import Id, Text

__all__ = ["COSTS", "Ability"]

COSTS: Final = {"reaction": 0, "double": 2, "triple": 3, "quad": 4}
"""How many dice alike the smallest set has that pays (WC-ABIL-1); a reaction costs none but an action."""


class Ability(StrictStruct, frozen=True, kw_only=True):
    """An ability, or a reaction: then ``reacts`` says what to.

    ``faction``: its users are of it (empty: of any). ``runemarks``: they have all of them, ``without``: none of them.
    ``only``: what must hold when it is used. ``text``: what players read. ``rule``: the id of the rule that has it.
    """

    id: Id
    name: Text
    cost: Literal["double", "triple", "quad", "reaction"]
    reacts: ReactionTrigger | None = None
    text: Annotated[str, Meta(max_length=2000)] = ""
    rule: Annotated[str, Meta(max_length=40)] = ""
    faction: Annotated[str, Meta(max_length=80)] = ""
    runemarks: Marks = ()
    without: Marks = ()
    only: Conditions = ()
    do: Annotated[tuple[Do, ...], Meta(min_length=1, max_length=MAX_WORDS)]

    @property
    def dice(self) -> int:
        """Return how many dice alike pay for it, at least; 0 for a reaction."""
        return COSTS[self.cost]

    @property
    def is_reaction(self) -> bool:
        """Return whether it is a reaction (WC-REACT-1)."""
        return self.reacts is not None

    def is_open_to(self, profile: Profile) -> bool:
        """Return whether a fighter's faction and runemarks let it use the ability (WC-ABIL-1)."""
        return (
            self.faction in ("", profile.faction)
            and all(profile.has(mark) for mark in self.runemarks)
            and not any(profile.has(mark) for mark in self.without)
        )
