"""Reading and writing datasheets and armies of them."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from warcry3d.file_writes import atomic_write
from warcry3d.rules.army_files import numbered_ids, numbered_names
from warcry3d.rules.card_files import CardFiles, called_card
from warcry3d.rules.warhammer40k.datasheets.ability import AbilityText
from warcry3d.rules.warhammer40k.datasheets.army import Army40k, Enhancement, ModelLoadout, SheetUnit, Wargear
from warcry3d.rules.warhammer40k.datasheets.datasheet import Datasheet, ModelProfile
from warcry3d.rules.warhammer40k.datasheets.format import (
    ARMY_FORMAT,
    DATASHEETS_FORMAT,
    Army40kWire,
    ArmyUnit40kWire,
    DatasheetsWire,
    DatasheetWire,
    EnhancementWire,
    Loadout40kWire,
    WargearWire,
)
from warcry3d.rules.warhammer40k.datasheets.wires import datasheet_from_wire, datasheet_to_wire, text_to_wire
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, checked, parse, read_bytes, spread, valid_json
from warcry3d.table.pieces import unique_ids

__all__ = [
    "army_from_json",
    "army_to_wire",
    "datasheets_from_json",
    "fewest",
    "is_army",
    "load_any_datasheets",
    "load_army",
    "load_datasheets",
    "named_army_file",
    "save_army",
    "save_datasheets",
    "shipped_armies",
    "shipped_army",
    "shipped_datasheet_files",
]

DATA = Path(__file__).resolve().parent.parent / "data"


def shipped_army(name: str) -> Army40k:
    """Return the army that ships under ``name``; raise `FileError` where there is none."""
    return load_army(FILES.shipped_army(name))


def load_any_datasheets(path: Path) -> tuple[Datasheet, ...]:
    """Return the datasheets of a file of datasheets, or those in an army, each once."""
    if is_army(path):
        return tuple({unit.sheet.id: unit.sheet for unit in load_army(path).units}.values())
    return load_datasheets(path)


def datasheets_from_json(value: object, name: str = "datasheets") -> tuple[Datasheet, ...]:
    """Return the datasheets of a parsed file; ``name`` stands for the file in errors."""
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), DatasheetsWire, spot)
    unique_ids((one.id for one in wire.datasheets), spot.at("datasheets"))
    return tuple(datasheet_from_wire(one, spot.at("datasheets", i)) for i, one in enumerate(wire.datasheets))


FILES = CardFiles(DATA, ".datasheets.json", DATASHEETS_FORMAT, ARMY_FORMAT, datasheets_from_json)
"""Files of datasheets and of armies made of them."""

shipped_armies = FILES.shipped_armies
shipped_datasheet_files = FILES.shipped
named_army_file = FILES.named
is_army = FILES.is_army
load_datasheets = FILES.load


def save_datasheets(sheets: Iterable[Datasheet], path: Path | str) -> None:
    """Write a file of datasheets, all of it or (where that fails with `FileError`) nothing."""
    wires = [datasheet_to_wire(one) for one in sheets]
    atomic_write(Path(path), spread(DatasheetsWire(format=DATASHEETS_FORMAT, datasheets=wires)))


def load_army(path: Path | str) -> Army40k:
    """Return the army of a ``*.band.json`` file, legal or not; raise `FileError` for what is no army at all."""
    path = Path(path)
    spot = JsonPath(str(path))
    value = parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)
    return army_from_json(value, folder=path.parent, name=spot.file)


def army_from_json(value: object, *, folder: Path | str, name: str = "army") -> Army40k:
    """Return the army of a parsed file; files under ``from`` are looked for in ``folder``, then among what ships.

    ``name`` stands for the file in errors.
    """
    spot = JsonPath(name)
    wire = checked(valid_json(value, spot), Army40kWire, spot)
    known = FILES.known(wire.sources, Path(folder), spot.at("from"))
    sheets = [_sheet(one.datasheet, known, spot.at("units", i, "datasheet")) for i, one in enumerate(wire.units)]
    ids = numbered_ids([one.id for one in wire.units], [sheet.id for sheet in sheets])
    unique_ids(ids, spot.at("units"))
    names = numbered_names([one.name for one in wire.units], [sheet.name for sheet in sheets])
    units = tuple(
        _unit(one, id, name, sheet, spot.at("units", i))
        for i, (one, id, name, sheet) in enumerate(zip(wire.units, ids, names, sheets, strict=True))
    )
    for i, unit in enumerate(units):
        for field, other in (("joins", unit.joins), ("inside", unit.inside)):
            if other and (other not in ids or other == unit.id):
                raise spot.at("units", i, field).error(
                    "no other unit '{name}'; there are: {known}", name=other, known=", ".join(ids)
                )
    texts = tuple(AbilityText(one.name, one.text) for one in wire.texts)
    return Army40k(wire.name, wire.faction, wire.detachment, wire.limit, units, texts, wire.notes)


def _sheet(wire: str | DatasheetWire, known: Mapping[str, list[Datasheet]], spot: JsonPath) -> Datasheet:
    return called_card(wire, known, spot) if isinstance(wire, str) else datasheet_from_wire(wire, spot)


def _unit(wire: ArmyUnit40kWire, id: str, name: str, sheet: Datasheet, spot: JsonPath) -> SheetUnit:
    loadouts = tuple(_loadout(one, sheet, spot.at("loadouts", i)) for i, one in enumerate(wire.loadouts))
    return SheetUnit(
        id=id,
        name=name,
        sheet=sheet,
        loadouts=loadouts or fewest(sheet),
        points=wire.points,
        enhancements=tuple(Enhancement(one.name, one.points, one.text) for one in wire.enhancements),
        wargear=tuple(Wargear(one.name, one.count, one.text, one.counted) for one in wire.wargear),
        is_warlord=wire.warlord,
        joins=wire.joins or "",
        inside=wire.inside or "",
    )


def fewest(sheet: Datasheet) -> tuple[ModelLoadout, ...]:
    """Return the smallest unit of a datasheet, with what its models carry; one model where that is not known."""
    found = [ModelLoadout(one.name, one.count[0], one.carries) for one in sheet.models if one.count and one.count[0]]
    return tuple(found) or (ModelLoadout(sheet.models[0].name, 1, sheet.models[0].carries),)


def _loadout(wire: Loadout40kWire, sheet: Datasheet, spot: JsonPath) -> ModelLoadout:
    profile = next((one for one in sheet.models if one.name == wire.model), None)
    if profile is None:
        raise spot.at("model").error(
            "no model '{name}'; there are: {known}", name=wire.model, known=", ".join(one.name for one in sheet.models)
        )
    return ModelLoadout(wire.model, wire.count, _carried(wire, profile, sheet, spot.at("weapons")))


def _carried(wire: Loadout40kWire, profile: ModelProfile, sheet: Datasheet, spot: JsonPath) -> tuple[str, ...]:
    if wire.weapons is None:
        return profile.carries
    known = [one.id for one in sheet.weapons]
    for i, id in enumerate(wire.weapons):
        if id not in known:
            raise spot.at(i).error("no weapon '{name}'; there are: {known}", name=id, known=", ".join(known) or "-")
    return wire.weapons


def save_army(army: Army40k, path: Path | str) -> None:
    """Write an army with all its datasheets in it, all of the file or (where that fails with `FileError`) nothing."""
    atomic_write(Path(path), spread(army_to_wire(army)))


def army_to_wire(army: Army40k) -> Army40kWire:
    """Return an army as its file has it, datasheets written out."""
    return Army40kWire(
        format=ARMY_FORMAT,
        name=army.name,
        faction=army.faction,
        detachment=army.detachment,
        limit=army.limit,
        units=[_unit_to_wire(one) for one in army.units],
        texts=[text_to_wire(one) for one in army.texts],
        notes=army.notes,
    )


def _unit_to_wire(unit: SheetUnit) -> ArmyUnit40kWire:
    return ArmyUnit40kWire(
        datasheet=datasheet_to_wire(unit.sheet),
        id=unit.id,
        name=unit.name,
        loadouts=[Loadout40kWire(model=one.model, count=one.count, weapons=one.weapons) for one in unit.loadouts],
        points=unit.points,
        enhancements=[EnhancementWire(name=one.name, points=one.points, text=one.text) for one in unit.enhancements],
        wargear=[
            WargearWire(name=one.name, count=one.count, text=one.text, counted=one.is_counted) for one in unit.wargear
        ],
        warlord=unit.is_warlord,
        joins=unit.joins or None,
        inside=unit.inside or None,
    )
