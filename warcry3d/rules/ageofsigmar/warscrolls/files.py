"""Reading and writing warscrolls and armies of them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from warcry3d.file_writes import atomic_write
from warcry3d.rules.ageofsigmar.warscrolls.army import ArmyUnit, WarscrollArmy
from warcry3d.rules.ageofsigmar.warscrolls.format import (
    WARSCROLL_ARMY_FORMAT,
    WARSCROLLS_FORMAT,
    ArmyUnitWire,
    WarscrollArmyWire,
    WarscrollsWire,
    WarscrollWire,
)
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll
from warcry3d.rules.ageofsigmar.warscrolls.wires import warscroll_from_wire, warscroll_to_wire
from warcry3d.rules.army_files import numbered_ids, numbered_names
from warcry3d.rules.card_files import CardFiles, called_card
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, spread, valid_json
from warcry3d.table.pieces import unique_ids

__all__ = [
    "army_from_json",
    "army_to_wire",
    "is_army",
    "load_any_warscrolls",
    "load_army",
    "load_warscrolls",
    "named_army_file",
    "save_army",
    "save_warscrolls",
    "shipped_armies",
    "shipped_army",
    "shipped_warscroll_files",
    "warscrolls_from_json",
]

DATA = Path(__file__).resolve().parent.parent / "data"


def shipped_army(name: str) -> WarscrollArmy:
    """Return the army that ships under ``name``; raise `FileError` where there is none."""
    return load_army(FILES.shipped_army(name))


def load_any_warscrolls(path: Path) -> tuple[Warscroll, ...]:
    """Return the warscrolls of a file of warscrolls, or those in an army, each once."""
    if is_army(path):
        return tuple({unit.warscroll.id: unit.warscroll for unit in load_army(path).units}.values())
    return load_warscrolls(path)


def warscrolls_from_json(value: object, name: str = "warscrolls") -> tuple[Warscroll, ...]:
    """Return the warscrolls of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), WarscrollsWire, spot)
    unique_ids((one.id for one in wire.warscrolls), spot.at("warscrolls"))
    return tuple(warscroll_from_wire(one, spot.at("warscrolls", i)) for i, one in enumerate(wire.warscrolls))


FILES = CardFiles(DATA, ".warscrolls.json", WARSCROLLS_FORMAT, WARSCROLL_ARMY_FORMAT, warscrolls_from_json)
"""Files of warscrolls and of armies made of them."""

shipped_armies = FILES.shipped_armies
shipped_warscroll_files = FILES.shipped
named_army_file = FILES.named
is_army = FILES.is_army
load_warscrolls = FILES.load


def save_warscrolls(warscrolls: Iterable[Warscroll], path: Path | str) -> None:
    """Write a file of warscrolls, all of it or (where that fails with `FileError`) nothing."""
    wires = [warscroll_to_wire(one) for one in warscrolls]
    atomic_write(Path(path), spread(WarscrollsWire(format=WARSCROLLS_FORMAT, warscrolls=wires)))


def load_army(path: Path | str) -> WarscrollArmy:
    """Return the army of a ``*.band.json`` file, legal or not; raise `FileError` for what is no army at all."""
    path = Path(path)
    spot = JsonPath(str(path))
    value = parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)
    return army_from_json(value, folder=path.parent, name=spot.file)


def army_from_json(value: object, *, folder: Path | str, name: str = "army") -> WarscrollArmy:
    """Return the army of a parsed file; files under ``from`` are looked for in ``folder``, then among what ships.

    ``name`` stands for the file in errors.
    """
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), WarscrollArmyWire, spot)
    known = FILES.known(wire.sources, Path(folder), spot.at("from"))
    scrolls = [_warscroll(one.warscroll, known, spot.at("units", i, "warscroll")) for i, one in enumerate(wire.units)]
    ids = numbered_ids([one.id for one in wire.units], [scroll.id for scroll in scrolls])
    unique_ids(ids, spot.at("units"))
    names = numbered_names([one.name for one in wire.units], [scroll.name for scroll in scrolls])
    units = tuple(
        ArmyUnit(id, title, scroll, _models(one, scroll, spot.at("units", i)))
        for i, (id, title, scroll, one) in enumerate(zip(ids, names, scrolls, wire.units, strict=True))
    )
    unique_ids((model for unit in units for model in unit.model_ids), spot.at("units"))
    listed = [_warscroll(one, known, spot.at("summons", i)) for i, one in enumerate(wire.summons)]
    unique_ids((scroll.id for scroll in listed), spot.at("summons"))
    return WarscrollArmy(wire.name, units, _summons(listed, scrolls, known))


def _warscroll(wire: str | WarscrollWire, known: Mapping[str, list[Warscroll]], spot: JsonPath) -> Warscroll:
    return called_card(wire, known, spot) if isinstance(wire, str) else warscroll_from_wire(wire, spot)


def _summons(
    listed: Sequence[Warscroll], scrolls: Sequence[Warscroll], known: Mapping[str, list[Warscroll]]
) -> tuple[Warscroll, ...]:
    """Return the warscrolls of units that may come in: those listed, and those that abilities name by id, and so on."""
    found = {scroll.id: scroll for scroll in listed}
    own = {scroll.id for scroll in scrolls}
    todo = [*scrolls, *listed]
    while todo:
        for id in sorted(todo.pop().names_to_summon - own - found.keys()):
            for scroll in known.get(id, ())[:1]:
                found[id] = scroll
                todo.append(scroll)
    return tuple(found.values())


def _models(wire: ArmyUnitWire, scroll: Warscroll, spot: JsonPath) -> tuple[str, ...]:
    """Return the loadout of each model: those that are counted first, the rest the warscroll's first."""
    for name in wire.loadouts:
        if name not in scroll.loadout_ids:
            raise spot.at("loadouts", name).error(
                "unknown word '{word}'; known here: {known}", word=name, known=", ".join(scroll.loadout_ids)
            )
    counted = [name for name in scroll.loadout_ids for _ in range(wire.loadouts.get(name, 0))]
    if len(counted) > wire.models:
        raise spot.at("loadouts").error(
            "loadouts of {count} models are given, but the unit has {models}", count=len(counted), models=wire.models
        )
    rest = [scroll.loadout_ids[0]] * (wire.models - len(counted))
    return tuple(sorted((*counted, *rest), key=scroll.loadout_ids.index))


def save_army(army: WarscrollArmy, path: Path | str) -> None:
    """Write an army with all its warscrolls in it, all of the file or (where that fails with `FileError`) nothing."""
    atomic_write(Path(path), spread(army_to_wire(army)))


def army_to_wire(army: WarscrollArmy) -> WarscrollArmyWire:
    """Return an army as its file has it."""
    return WarscrollArmyWire(
        format=WARSCROLL_ARMY_FORMAT,
        name=army.name,
        units=[_unit_wire(unit) for unit in army.units],
        summons=[warscroll_to_wire(scroll) for scroll in army.summons],
    )


def _unit_wire(unit: ArmyUnit) -> ArmyUnitWire:
    counted = Counter(unit.models)
    first = unit.warscroll.loadout_ids[0]
    return ArmyUnitWire(
        warscroll=warscroll_to_wire(unit.warscroll),
        id=unit.id,
        name=unit.name,
        models=len(unit.models),
        loadouts={name: count for name, count in counted.items() if name != first},
    )
