"""The values of an attack from the moment its target is picked."""

from warcry3d.game.state_data import StateData

__all__ = ["AttackContext", "RerollOptions"]


class AttackContext(StateData, frozen=True, kw_only=True):
    """An attack in progress.

    ``toughness``: the target's, with cover. ``hit``, ``crit``: damage points of each, as the weapon was when the target
    was picked: an attacker that a counter takes down has attacked all the same. ``tests``: the rules by which the
    target takes a falling test afterwards, by where it stood then. ``counter``: the target counters; ``shelters``: from
    this face on a critical hit becomes a hit (0: none does).
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


class RerollOptions(StateData, frozen=True, kw_only=True):
    """The choice of the attacker's player after the hit rolls: up to ``most`` of the ``faces`` may be re-rolled."""

    attack: AttackContext
    most: int
    faces: tuple[int, ...]
