"""Importing a catalogue: the file that is written, and what is said of it, for people and as JSON."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from warcry3d.errors import FileError, QuestionError, UnknownNameError
from warcry3d.message import Message, counted, message, percentage
from warcry3d.rules.ageofsigmar.warscrolls.catalogue_import import ImportedAbility, ScrollImport, imported_scrolls
from warcry3d.rules.ageofsigmar.warscrolls.files import save_warscrolls, warscrolls_from_json
from warcry3d.rules.ageofsigmar.warscrolls.format import WARSCROLLS_FORMAT
from warcry3d.rules.ageofsigmar.warscrolls.warscroll import Warscroll
from warcry3d.rules.armies import ArmyAnswer, SharedFile
from warcry3d.rules.shared_catalogues import load_catalogue
from warcry3d.table.bases import base_of_text

__all__ = ["enforced_share", "import_catalogue"]


def import_catalogue(shared: SharedFile) -> ArmyAnswer:
    """Write the warscrolls of a catalogue as a file of ours; return what is enforced, and what is kept as text.

    Raise `FileError` for a file that is none, `QuestionError` for what is no base size, `UnknownNameError` for a size
    of nobody.
    """
    if shared.bases:
        raise QuestionError("files of base sizes are not read for this rule system: give sizes one by one")
    found = imported_scrolls(load_catalogue(shared.file))
    if not found:
        raise FileError(str(shared.file), "", "the catalogue has no unit with Move, Wounds, Bravery and Save")
    value = {"format": WARSCROLLS_FORMAT, "warscrolls": [one.wire for one in found]}
    scrolls = _with_bases(warscrolls_from_json(value, str(shared.file)), shared)
    save_warscrolls(scrolls, shared.out)
    return ArmyAnswer(tuple(_lines(shared.out, found, scrolls)), _json(shared.out, found, scrolls))


def _with_bases(scrolls: Sequence[Warscroll], shared: SharedFile) -> tuple[Warscroll, ...]:
    bases = {}
    for name, text in shared.sizes.items():
        base = base_of_text(text)
        if base is None:
            raise QuestionError(
                "expected a base size such as 32 or 60x35 for '{name}', got '{text}'", name=name, text=text
            )
        if all(name not in (scroll.id, scroll.name) for scroll in scrolls):
            raise UnknownNameError("no fighter is called '{name}': a base size is given for it", name=name)
        bases[name] = base
    return tuple(replace(one, base=bases.get(one.id, bases.get(one.name, one.base))) for one in scrolls)


def _abilities(found: Sequence[ScrollImport]) -> dict[tuple[str, str], ImportedAbility]:
    """Return each ability once, by name and text; it counts as enforced where it is on every warscroll that has it."""
    known: dict[tuple[str, str], ImportedAbility] = {}
    for one in found:
        for ability in one.abilities:
            before = known.get((ability.name, ability.text), ability)
            known[ability.name, ability.text] = before if not before.is_enforced else ability
    return known


def enforced_share(found: Sequence[ScrollImport]) -> tuple[int, int]:
    """Return how many of the abilities of warscrolls the program enforces, and how many there are."""
    abilities = _abilities(found).values()
    return sum(ability.is_enforced for ability in abilities), len(abilities)


def _lines(out: Path, found: Sequence[ScrollImport], scrolls: Sequence[Warscroll]) -> Iterator[Message]:
    yield message("{file}: {scrolls}", file=str(out), scrolls=counted("{n} warscroll", "{n} warscrolls", len(scrolls)))
    enforced, total = enforced_share(found)
    if total:
        yield message(
            "{enforced} of {total} abilities are enforced ({share}); the others are kept as text:",
            enforced=enforced,
            total=total,
            share=percentage(enforced / total),
        )
    for name in dict.fromkeys(ability.name for ability in _abilities(found).values() if not ability.is_enforced):
        yield message("  {name}", name=name)
    notes = [(scroll.name, note) for scroll, one in zip(scrolls, found, strict=True) for note in one.unread]
    if notes:
        yield message("kept as notes, since no field holds them:")
        yield from (message("  {name}: {text}", name=name, text=note) for name, note in notes)
    lacking = [scroll.name for scroll in scrolls if scroll.base is None]
    if lacking:
        yield counted(
            "{n} warscroll has no base size and cannot stand on a table; set it with --base '{name}=32'",
            "{n} warscrolls have no base size and cannot stand on a table; set it with --base '{name}=32'",
            len(lacking),
            name=lacking[0],
        )


def _json(out: Path, found: Sequence[ScrollImport], scrolls: Sequence[Warscroll]) -> dict[str, Any]:
    enforced, total = enforced_share(found)
    return {
        "format": "warcry3d.warscroll-import/1",
        "file": str(out),
        "abilities": total,
        "enforced": enforced,
        "warscrolls": [
            {
                "id": scroll.id,
                "name": scroll.name,
                "enforced": [ability.name for ability in one.abilities if ability.is_enforced],
                "text": [ability.name for ability in one.abilities if not ability.is_enforced],
                "notes": list(one.unread),
            }
            for scroll, one in zip(scrolls, found, strict=True)
        ],
        "without_base": [scroll.id for scroll in scrolls if scroll.base is None],
    }
