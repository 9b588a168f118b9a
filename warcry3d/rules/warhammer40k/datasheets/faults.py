"""What is wrong with an army, all of it: points, faction, copies, enhancements, warlord, options (40K-ARMY)."""

from collections import Counter
from collections.abc import Iterator

from warcry3d.game.reasons import ActionFault
from warcry3d.rules.warhammer40k.datasheets.army import BATTLE_SIZES, Army40k, SheetUnit
from warcry3d.rules.warhammer40k.datasheets.datasheet import BATTLELINE, CHARACTER, EPIC_HERO, TRANSPORT
from warcry3d.rules.warhammer40k.datasheets.options import breach, option_faults

__all__ = ["MOST_OF_A_KIND", "army_faults"]

MOST_OF_A_KIND, MOST_OF_MANY = 3, 6
"""Units of one datasheet; of battleline and dedicated transports (40K-ARMY-5, -6)."""

Found = Iterator[ActionFault]


def army_faults(army: Army40k) -> tuple[ActionFault, ...]:
    """Return every fault of an army; an army without faults is legal.

    Faults of the whole army come first, then those of its units in their order; ``place`` is the place in its file.
    That a dedicated transport starts empty is no fault of the army (40K-ARMY-11): who is inside is said before each
    battle.
    """
    found = [*_whole(army)]
    kinds: Counter[str] = Counter()
    for i, unit in enumerate(army.units):
        place = f"units[{i}]"
        kinds[unit.sheet.name] += 1
        found += [*_unit(army, unit, place), *_copies(unit, kinds[unit.sheet.name], place), *_joined(army, unit, place)]
        found += option_faults(unit, place)
    return tuple(found)


def _whole(army: Army40k) -> Found:
    largest = max(BATTLE_SIZES.values())
    if army.limit > largest:
        yield breach(
            "40K-ARMY-1",
            "limit",
            "a limit of {limit} points is more than that of the largest battle, {most}",
            limit=army.limit,
            most=largest,
        )
    if (points := army.points) > army.limit:
        yield breach(
            "40K-ARMY-4",
            "units",
            "{points} points are {over} more than the {most} allowed",
            points=points,
            over=points - army.limit,
            most=army.limit,
        )
    if not army.detachment:
        yield breach("40K-ARMY-3", "detachment", "the army has no detachment")
    warlords = [unit for unit in army.units if unit.is_warlord]
    if len(warlords) != 1:
        yield breach("40K-ARMY-12", "units", "expected one warlord, got {count}", count=len(warlords))
    names = Counter(one.name for unit in army.units for one in unit.enhancements)
    for name, count in names.items():
        if count > 1:
            yield breach(
                "40K-ARMY-10", "units", "the enhancement {name} is taken {count} times", name=name, count=count
            )


def _unit(army: Army40k, unit: SheetUnit, place: str) -> Found:
    unknown = [*unit.sheet.unknown]
    if army.faction not in unit.sheet.faction_keywords and (unit.sheet.faction_keywords or not unknown):
        yield breach(
            "40K-ARMY-2",
            f"{place}.datasheet",
            "{name} has the faction keywords {has}; the army's is {needs}",
            name=unit.name,
            has=", ".join(unit.sheet.faction_keywords) or "-",
            needs=army.faction,
        )
    if unit.is_warlord and not unit.has(CHARACTER):
        yield breach(
            "40K-ARMY-12", f"{place}.warlord", "{name} is no character: it cannot be the warlord", name=unit.name
        )
    if unit.enhancements and (not unit.has(CHARACTER) or unit.has(EPIC_HERO)):
        yield breach(
            "40K-ARMY-8",
            f"{place}.enhancements",
            "only a character that is no epic hero has enhancements, not {name}",
            name=unit.name,
        )
    if len(unit.enhancements) > 1:
        yield breach(
            "40K-ARMY-9",
            f"{place}.enhancements",
            "{name} has {count} enhancements; one is allowed",
            name=unit.name,
            count=len(unit.enhancements),
        )
    if unknown:
        yield breach(
            "40K-SHEET-1",
            f"{place}.datasheet",
            "the numbers of {sheet} are not known: {names}",
            sheet=unit.sheet.name,
            names=", ".join(unknown),
        )


def _copies(unit: SheetUnit, number: int, place: str) -> Found:
    """Yield a fault for the first unit of a datasheet too many."""
    if unit.has(EPIC_HERO):
        if number == 2:
            yield breach("40K-ARMY-7", place, "the epic hero {sheet} is in the army twice", sheet=unit.sheet.name)
        return
    many = unit.has(BATTLELINE) or unit.has(TRANSPORT)
    most = MOST_OF_MANY if many else MOST_OF_A_KIND
    if number == most + 1:
        yield breach(
            "40K-ARMY-6" if many else "40K-ARMY-5",
            place,
            "the army has more than {most} units of {sheet}",
            most=most,
            sheet=unit.sheet.name,
        )


def _joined(army: Army40k, unit: SheetUnit, place: str) -> Found:
    """Yield what is wrong with whom it leads and where it starts inside, which battle formations may say otherwise."""
    led = army.unit(unit.joins)
    if led is not None and led.sheet.name.casefold() not in [name.casefold() for name in unit.sheet.leads]:
        yield breach("40K-FORM-1", f"{place}.joins", "{name} cannot lead {other}", name=unit.name, other=led.name)
    if led is not None and unit is not next(one for one in army.units if one.joins == led.id):
        yield breach("40K-FORM-1", f"{place}.joins", "{name} has a leader already", name=led.name)
    carrier = army.unit(unit.inside)
    if carrier is None:
        return
    transport = carrier.sheet.transport
    fits = transport is not None and unit.has(*transport.keywords) and not any(map(unit.has, transport.without))
    if transport is None or not fits:
        yield breach(
            "40K-TRANSPORT-2",
            f"{place}.inside",
            "{name} cannot start inside {other}",
            name=unit.name,
            other=carrier.name,
        )
        return
    inside = [one for one in army.units if carrier.id in (one.inside, _led_inside(army, one))]
    count = sum(one.models for one in inside)
    if unit is next(one for one in army.units if one.inside == carrier.id) and count > transport.capacity:
        yield breach(
            "40K-TRANSPORT-2",
            f"{place}.inside",
            "{other} carries {most} models, not {count}",
            other=carrier.name,
            most=transport.capacity,
            count=count,
        )


def _led_inside(army: Army40k, unit: SheetUnit) -> str:
    """Return the transport of the unit that a leader joins; "" where it joins none or is inside by itself."""
    led = army.unit(unit.joins)
    return led.inside if led is not None and not unit.inside else ""
