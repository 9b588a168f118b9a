"""Prompts that give the weapons of a unit their targets: one by one, or all of a kind at once (40K-SHOOT-3 to 5)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType

from warcry3d.game.prompts import Bin, Divide, Option
from warcry3d.game.reasons import RuleReason
from warcry3d.message import Message, message
from warcry3d.rules.warhammer40k.battle.actions import Aim40k, AimWeapons
from warcry3d.rules.warhammer40k.battle.attacks.weapons import Shot40k, ShotMode

__all__ = ["by_kind", "weapon_by_weapon"]

NOBODY = "-"

Shots = Sequence[Shot40k]


def weapon_by_weapon(
    shots: Shots, why: RuleReason, start: Iterable[Aim40k] = (), *, unused: Collection[str] | None = None
) -> Divide:
    """Return the prompt that gives each weapon its target and its mode, or none.

    ``start``: the attacks that it begins with; ``unused``: the weapons that need not be used, None: all.
    """
    heading = message("Targets, weapon by weapon")
    groups = {one.id: (one,) for one in shots}
    return _divide("weapons", heading, groups, why, {aim.weapon: _bin(aim.target, aim.mode) for aim in start}, unused)


def by_kind(shots: Shots, why: RuleReason) -> Divide | None:
    """Return the prompt that gives all weapons of a name their target and mode at once; None where that is no shorter,
    or where there are fewer than two names. Who cannot use its weapon on the target of the others does not shoot it.
    """
    kinds: dict[str, list[Shot40k]] = {}
    for one in shots:
        kinds.setdefault(str(one.weapon.name), []).append(one)
    is_inside = any(one.carrier != one.model for one in shots)
    if len(kinds) < 2 or len(kinds) == len(shots) or is_inside:
        return None
    return _divide("kinds", message("Targets, by kind of weapon"), kinds, why)


def _divide(
    id: str,
    heading: Message,
    groups: Mapping[str, Shots],
    why: RuleReason,
    start: Mapping[str, str] = MappingProxyType({}),
    unused: Collection[str] | None = None,
) -> Divide:
    items, allowed = [], dict[str, set[str]]()
    labels: dict[str, Message] = {NOBODY: message("not used")}
    for group, shots in groups.items():
        items.append(Option(group, _label(shots), model=shots[0].model))
        if unused is None or group in unused:
            allowed.setdefault(NOBODY, set()).add(group)
        for one in (mode for shot in shots for mode in shot.modes):
            for target in one.targets:
                bin = _bin(target, one.number)
                allowed.setdefault(bin, set()).add(group)
                labels.setdefault(bin, _bin_label(one, target))
    return Divide(
        id=id,
        heading=heading,
        why=why,
        action=lambda answer: _aimed(groups, answer),
        items=tuple(items),
        bins=tuple(Bin(bin, labels[bin], items=frozenset(ids)) for bin, ids in allowed.items()),
        start=tuple((group, start.get(group, NOBODY)) for group in groups),
    )


def _bin(target: str, mode: int) -> str:
    """Return the id of the bin of what is used on a target in a mode."""
    return f"{target}|{mode}"


def _label(shots: Shots) -> Message:
    """Return what a weapon is called, or those of one name that several models carry."""
    name = shots[0].weapon.name
    if len(shots) == 1:
        return Message("{fighter}, {weapon}", {"fighter": shots[0].model, "weapon": name})
    return message("{weapon} \N{MULTIPLICATION SIGN} {n}", weapon=name, n=len(shots))


def _bin_label(one: ShotMode, target: str) -> Message:
    """Return what a target is called that a weapon is used on in a mode."""
    if not one.number:
        return Message("{unit}", {"unit": target})
    return Message("{unit}, mode {mode}", {"unit": target, "mode": one.mode.name or str(one.number + 1)})


def _aimed(groups: Mapping[str, Shots], answer: tuple[tuple[str, str], ...]) -> AimWeapons:
    """Return the attacks of a division: of a group, those whose target is in reach and seen."""
    aims = []
    for group, bin in answer:
        if bin == NOBODY:
            continue
        target, _, mode = bin.rpartition("|")
        aims += [
            Aim40k(shot.model, shot.slot, target, one.number)
            for shot in groups[group]
            for one in shot.modes
            if one.number == int(mode) and target in one.targets
        ]
    return AimWeapons(tuple(aims))
