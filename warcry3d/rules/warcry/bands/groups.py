"""Battle groups: whether a warband is split as it must be, and a way to split it (WC-GROUP-1 to 4)."""

from collections.abc import Iterator, Sequence

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.warcry.bands.band import Fighter, Groups, Role, Warband

__all__ = ["group_faults", "split_evenly"]


def group_faults(band: Warband, groups: Groups) -> tuple[ActionFault, ...]:
    """Return every fault of battle groups; groups without faults may be played.

    Every fighter is in exactly one group; a monster is alone in its group; the sizes of the groups without a monster
    differ by at most 1.
    """
    return (*_members(band, groups), *_monsters(band, groups), *_sizes(band, groups))


def split_evenly(band: Warband) -> Groups:
    """Return a suggested split that is as even as possible, in size and then in points.

    The most expensive fighters are dealt first, back and forth, so that the groups cost about the same. The leader's
    group is the dagger, which is set up first; a monster is the hammer. In each group the fighters keep the warband's
    order.
    """
    monsters = [fighter for fighter in band.fighters if fighter.role is Role.MONSTER]
    others = [fighter for fighter in band.fighters if fighter.role is not Role.MONSTER]
    dealt = _dealt(others, 2 if monsters else 3)
    leads = next((number for number, group in enumerate(dealt) if any(one.role is Role.LEADER for one in group)), 0)
    dealt.insert(0, dealt.pop(leads))
    if monsters:
        dealt.append(monsters)
    order = [fighter.id for fighter in band.fighters]
    dagger, shield, hammer = (tuple(sorted((one.id for one in group), key=order.index)) for group in dealt)
    return Groups(dagger, shield, hammer)


def _dealt(fighters: Sequence[Fighter], count: int) -> list[list[Fighter]]:
    """Return the fighters dealt to ``count`` groups, back and forth, the most expensive first."""
    hands: list[list[Fighter]] = [[] for _ in range(count)]
    there_and_back = [*hands, *reversed(hands)]
    for number, fighter in enumerate(sorted(fighters, key=lambda one: -one.profile.points)):
        there_and_back[number % (2 * count)].append(fighter)
    return hands


def _members(band: Warband, groups: Groups) -> Iterator[ActionFault]:
    """Yield fighters in no group or in several, and ids that no fighter has (WC-GROUP-1)."""
    names = {fighter.id: fighter.name for fighter in band.fighters}
    seen: set[str] = set()
    for group, members in groups.each():
        for number, member in enumerate(members):
            place = f"groups.{group}[{number}]"
            if member not in names:
                yield ActionFault(
                    "WC-GROUP-1", Message("no fighter '{name}' in the warband", {"name": member}), place=place
                )
            elif member in seen:
                values = {"name": names[member]}
                yield ActionFault("WC-GROUP-1", Message("{name} is in two groups", values), place=place)
            seen.add(member)
    for id, name in names.items():
        if id not in seen:
            yield ActionFault("WC-GROUP-1", Message("{name} is in no group", {"name": name}), place="groups")


def _monsters(band: Warband, groups: Groups) -> Iterator[ActionFault]:
    for group, members in groups.each():
        names = _monster_names(band, members)
        if names and len(members) > 1:
            values = {"name": names[0], "group": group, "count": len(members)}
            yield ActionFault(
                "WC-GROUP-4",
                Message("the monster {name} must be alone in its group; the {group} has {count} fighters", values),
                place=f"groups.{group}",
            )


def _monster_names(band: Warband, members: Sequence[str]) -> tuple[str, ...]:
    return tuple(one.name for one in band.fighters if one.role is Role.MONSTER and one.id in members)


def _sizes(band: Warband, groups: Groups) -> Iterator[ActionFault]:
    sizes = {group: len(members) for group, members in groups.each() if not _monster_names(band, members)}
    if sizes and max(sizes.values()) - min(sizes.values()) > 1:
        values = {
            "largest": max(sizes.values()),
            "smallest": min(sizes.values()),
        }
        yield ActionFault(
            "WC-GROUP-3",
            Message("the groups have {smallest} to {largest} fighters; their sizes may differ by at most 1", values),
            place="groups",
        )
