"""Saves: armour with AP and cover, or an invulnerable one, whichever is better (40K-SAVE, 40K-COVER)."""

from warcry3d.game.state_data import StateData
from warcry3d.rules.warhammer40k.battle.attacks.attack_values import AttackLine40k
from warcry3d.rules.warhammer40k.battle.data_rules import characteristic
from warcry3d.rules.warhammer40k.battle.state import State40k, UnitEffect40k
from warcry3d.rules.warhammer40k.datasheets.datasheet import Numbers
from warcry3d.rules.warhammer40k.datasheets.sheet_rules import Characteristic

__all__ = ["Save", "armour_need", "bare_need", "cover_counts", "save_of", "save_value"]

GROUND_SAVE = 6
"""The invulnerable save of those that go to ground (40K-STRAT-GROUND-2)."""

PROOF = 3
"""Models with this SV or better have no benefit of cover against AP 0 (40K-COVER-2)."""

ON_TABLE = 0.05


class Save(StateData, frozen=True, kw_only=True):
    """What an unmodified die must show; more than 6: there is no save. ``rule``: of armour or an invulnerable one."""

    need: int
    rule: str = "40K-SAVE-1"


def save_of(state: State40k, line: AttackLine40k, model: str) -> Save:
    """Return the save of a model against an attack; of several the better one (40K-SAVE-3)."""
    profile = state.context.profile(model)
    ap = line.ap - int(line.is_plunging and state.troop(model).at[2] < ON_TABLE)
    armour = armour_need(save_value(state, model), ap, has_cover=model in line.covered, bonus=line.save_bonus)
    invulnerable = profile.invulnerable or 7
    if not line.is_melee and UnitEffect40k.GONE_TO_GROUND in state.unit(line.target).effects:
        invulnerable = min(invulnerable, GROUND_SAVE)
    invulnerable = bare_need(invulnerable, line.save_bonus)
    if invulnerable < armour:
        return Save(need=invulnerable, rule="40K-SAVE-2")
    return Save(need=min(armour, 7))


def save_value(state: State40k, model: str) -> int | None:
    """Return the SV of a model as it is now."""
    return characteristic(state, state.troop(model).unit, Characteristic.SAVE, state.context.profile(model).save)


def cover_counts(save: int | None, profile: Numbers, ap: int, bonus: int = 0) -> bool:
    """Return whether cover can change a save: no good armour against AP 0 (40K-COVER-2), none where an invulnerable
    save is as good (40K-COVER-1). ``bonus``: what rules add to save rolls.
    """
    with_it = armour_need(save, ap, has_cover=True, bonus=bonus)
    without = min(armour_need(save, ap, has_cover=False, bonus=bonus), 7)
    return with_it < without and with_it < bare_need(profile.invulnerable or 7, bonus)


def bare_need(invulnerable: int, bonus: int) -> int:
    """Return what an unmodified die must show for an invulnerable save (more than 6: there is none), given what rules
    add to save rolls: unlike cover that is added to any of them (40K-SAVE-3).

    >>> bare_need(5, 1), bare_need(5, -2), bare_need(7, 1)
    (4, 7, 7)
    """
    return 7 if invulnerable > 6 else min(max(invulnerable - bonus, 2), 7)


def armour_need(save: int | None, ap: int, *, has_cover: bool, bonus: int = 0) -> int:
    """Return what an unmodified die must show for an armour save; an unmodified 1 never saves (40K-OPEN-46).
    ``bonus``: what rules add to the roll.

    >>> armour_need(3, -1, has_cover=False), armour_need(4, 0, has_cover=True), armour_need(3, 0, has_cover=True)
    (4, 3, 3)
    """
    if save is None:
        return 7
    cover = int(has_cover and not (save <= PROOF and ap == 0))
    return max(save - ap - cover - bonus, 2)
