"""What is wrong with an army: the text sets it no limits, so only what its warscrolls do not allow (AOS-ARMY-1)."""

from collections import Counter
from collections.abc import Iterator

from warcry3d.game.reasons import ActionFault
from warcry3d.message import Message
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit, WarscrollArmy

__all__ = ["army_advice", "army_faults"]


def army_faults(army: WarscrollArmy) -> tuple[ActionFault, ...]:
    """Return every breach; ``place`` is the place in the army's file."""
    if not army.units:
        said = Message("the army has no units", {})
        return (ActionFault("AOS-ARMY-1", said, place="units"),)
    return tuple(fault for n, unit in enumerate(army.units) for fault in _of_unit(unit, f"units[{n}]"))


def _of_unit(unit: ArmyUnit, place: str) -> Iterator[ActionFault]:
    """Yield loadouts that more models of a unit have than its warscroll says may."""
    counted = Counter(unit.models)
    for loadout in unit.warscroll.loadouts:
        most = 1 if loadout.once else len(unit.models) // loadout.every if loadout.every else len(unit.models)
        if (count := counted[loadout.id]) > most:
            values = {"name": unit.name, "loadout": loadout.name, "count": count, "most": most}
            said = Message("{name} has {count} models with the loadout {loadout}; at most {most} may", values)
            yield ActionFault("AOS-SCROLL-2", said, place=f"{place}.loadouts.{loadout.id}")


def army_advice(army: WarscrollArmy) -> tuple[Message, ...]:
    """Return what is unusual and allowed: units of other sizes than usual, models that have no base."""
    found = []
    for unit in army.units:
        least, most = unit.warscroll.size
        if not least <= len(unit.models) <= most:
            values = {"name": unit.name, "count": len(unit.models), "least": least, "most": most}
            found.append(Message("{name} has {count} models; usual are {least} to {most}", values))
        if unit.warscroll.base is None:
            found.append(Message("{name} has no base size and cannot stand on a table", {"name": unit.name}))
    return tuple(found)
