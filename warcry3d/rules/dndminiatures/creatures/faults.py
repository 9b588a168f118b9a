"""What is wrong with a warband (DDM-BAND), all of it."""

from collections import Counter
from collections.abc import Iterator

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.dndminiatures.creatures.band import CreatureBand
from warcry3d.rules.dndminiatures.tiles.tile_sets import tile_set_faults

__all__ = [
    "FEWEST_WARBANDS",
    "MOST_COST",
    "MOST_CREATURES",
    "MOST_POINTS",
    "MOST_WARBANDS",
    "creature_band_faults",
    "warband_count_faults",
]

MOST_POINTS, MOST_CREATURES, MOST_COST = 100, 12, 70
"""Of a warband, of its creatures, of one of them (DDM-BAND-2 to -4)."""

FEWEST_WARBANDS, MOST_WARBANDS = 2, 4
"""In a skirmish: there are start areas for so many players (DDM-BAND-8)."""


def creature_band_faults(band: CreatureBand) -> tuple[ActionFault, ...]:
    """Return every fault of a warband; a warband without faults is legal.

    Faults of the whole warband come first, then those of its creatures in their order, then those of its tiles: it may
    have none, to be played on maps with terrain of their own. ``place`` is the place in the warband's file.
    """
    return (*_whole(band), *_each(band), *(tile_set_faults(band.tiles) if band.tiles else ()))


def warband_count_faults(count: int) -> tuple[ActionFault, ...]:
    """Return what is wrong with the number of warbands in a skirmish (DDM-BAND-8)."""
    if FEWEST_WARBANDS <= count <= MOST_WARBANDS:
        return ()
    return (
        _breach(
            "DDM-BAND-8",
            "",
            "a skirmish has {fewest} to {most} warbands, not {count}",
            fewest=FEWEST_WARBANDS,
            most=MOST_WARBANDS,
            count=count,
        ),
    )


def _breach(rule: str, place: str, template: str, /, **values: object) -> ActionFault:
    return ActionFault(rule, Message(template, values), place=place)


def _whole(band: CreatureBand) -> Iterator[ActionFault]:
    if (points := band.points) > MOST_POINTS:
        yield _breach(
            "DDM-BAND-2",
            "creatures",
            "{points} points are {over} more than the {most} allowed",
            points=points,
            over=points - MOST_POINTS,
            most=MOST_POINTS,
        )
    if (count := len(band.creatures)) > MOST_CREATURES:
        yield _breach(
            "DDM-BAND-3",
            "creatures",
            "{count} creatures are too many: a warband has at most {most}",
            count=count,
            most=MOST_CREATURES,
        )
    if not any(one.creature.is_commander for one in band.creatures):
        yield _breach(
            "DDM-BAND-5", "creatures", "the warband has no commander: a creature with a commander rating must be in it"
        )


def _each(band: CreatureBand) -> Iterator[ActionFault]:
    count: Counter[str] = Counter()
    for number, one in enumerate(band.creatures):
        card, place = one.creature, f"creatures[{number}]"
        if band.faction not in card.factions:
            yield _breach(
                "DDM-BAND-1",
                f"{place}.creature.factions",
                "{name} has the faction symbols {has}; the warband's faction is {needs}",
                name=one.name,
                has=card.factions,
                needs=band.faction,
            )
        if card.cost > MOST_COST:
            yield _breach(
                "DDM-BAND-4",
                f"{place}.creature.cost",
                "{name} costs {cost} points, but at most {most} are allowed for one creature",
                name=one.name,
                cost=card.cost,
                most=MOST_COST,
            )
        count[card.name] += 1
        if card.traits.is_unique and count[card.name] > 1:
            yield _breach(
                "DDM-CARD-14",
                f"{place}.creature",
                "{name} is unique: only one creature of that card may be in a warband",
                name=one.name,
            )
