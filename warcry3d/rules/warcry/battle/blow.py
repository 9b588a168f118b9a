"""An attack under way: what a blow is from the moment its target is picked."""

from warcry3d.rules.warcry.battle.state import Data

__all__ = ["Blow"]


class Blow(Data, frozen=True, kw_only=True):
    """An attack under way.

    ``toughness``: the target's, cover counted. ``tests``: the rules by which it takes a falling test after, as it stood
    when it was picked. ``counter``, ``shelters``: the reaction to it.
    """

    attacker: str
    target: str
    weapon: int
    is_melee: bool
    toughness: int
    is_in_cover: bool
    tests: tuple[str, ...] = ()
    counter: bool = False
    shelters: bool = False
