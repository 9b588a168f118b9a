"""The values of an attack from the moment its target is picked."""

from warcry3d.rules.warcry.battle.state import Data

__all__ = ["AttackContext", "RerollOptions"]


class AttackContext(Data, frozen=True, kw_only=True):
    """An attack under way.

    ``toughness``: the target's, cover counted. ``hit``, ``crit``: damage points of each, as the weapon was when the
    target was picked: whoever a counter takes down has struck all the same. ``tests``: the rules by which the target
    takes a falling test after, as it stood then. ``counter``: it is countered;
    ``shelters``: from this face on a critical hit is a hit, 0: it stays one.
    """

    attacker: str
    target: str
    weapon: int
    is_melee: bool
    toughness: int
    hit: int
    crit: int
    is_in_cover: bool
    tests: tuple[str, ...] = ()
    counter: bool = False
    shelters: int = 0


class RerollOptions(Data, frozen=True, kw_only=True):
    """What the attacker's player is asked after the hit rolls: up to ``most`` of the ``faces`` may be rolled again."""

    attack: AttackContext
    most: int
    faces: tuple[int, ...]
