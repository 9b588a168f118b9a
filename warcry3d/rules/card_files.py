"""Files of cards (profiles, creatures, warscrolls, datasheets) and of armies made of them, whatever the rule system."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from warcry3d.rules.army_files import named_file, source_file
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, parse, read_bytes

__all__ = ["ARMY_ENDING", "CardFiles", "NamedCard", "called_card"]

ARMY_ENDING = ".band.json"


class NamedCard(Protocol):
    """What a rule system says of one kind of model or unit; armies call it by its id or its name."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


C = TypeVar("C", bound=NamedCard)


@dataclass(frozen=True, slots=True)
class CardFiles(Generic[C]):
    """The files of a rule system's cards and armies.

    ``folder``: of those that ship; ``ending``: of a file of cards; ``format`` and ``army_format``: what the two kinds
    of files call themselves; ``from_json``: returns the cards of a parsed file, the name stands for it in errors.
    """

    folder: Path
    ending: str
    format: str
    army_format: str
    from_json: Callable[[object, str], tuple[C, ...]]

    def shipped_armies(self) -> tuple[str, ...]:
        """Return the names of the armies that ship, in order of the alphabet."""
        return tuple(sorted(path.name.removesuffix(ARMY_ENDING) for path in self.folder.glob(f"*{ARMY_ENDING}")))

    def shipped_army(self, name: str) -> Path:
        """Return where the army that ships under ``name`` lies (whether it is there or not)."""
        return self.folder / f"{name}{ARMY_ENDING}"

    def shipped(self) -> tuple[str, ...]:
        """Return the names of the files of cards that ship, as armies name them under ``from``."""
        return tuple(sorted(path.name for path in self.folder.glob(f"*{self.ending}")))

    def named(self, name: str) -> Path:
        """Return the file a name means: one from here, else one that ships, with or without its ending."""
        return named_file(name, self.folder, ("", ARMY_ENDING, self.ending))

    def is_army(self, path: Path) -> bool:
        """Return whether a file is one of an army; raise `FileError` where it is neither that nor one of cards."""
        spot = JsonPath(str(path))
        value = parse(read_bytes(path, spot, limit=MAX_JSON_BYTES), spot)
        if isinstance(value, list):
            raise spot.error("expected an object, got a list; lists that others share are read by 'band import'")
        name = value.get("format") if isinstance(value, dict) else None
        if name not in (self.army_format, self.format):
            known = ", ".join((self.format, self.army_format))
            raise spot.at("format").error("expected one of {known}", known=known)
        return bool(name == self.army_format)

    def load(self, path: Path | str) -> tuple[C, ...]:
        """Return the cards of a file of cards; raise `FileError`: file, place and what was expected."""
        spot = JsonPath(str(path))
        return self.from_json(parse(read_bytes(Path(path), spot, limit=MAX_JSON_BYTES), spot), spot.file)

    def known(
        self, sources: Sequence[str], folder: Path, spot: JsonPath, *, others: tuple[str, ...] = ()
    ) -> Mapping[str, list[C]]:
        """Return the cards of the files that an army names, by id and by name.

        A file is looked for in ``folder``, then among what ships; ``spot`` is the list of names. Those with an ending
        in ``others`` hold no cards.
        """
        known: dict[str, list[C]] = {}
        for i, source in enumerate(sources):
            if source.endswith(others):
                continue
            for card in self.load(source_file(source, folder, self.folder, spot.at(i))):
                for key in {card.id, card.name}:
                    known.setdefault(key, []).append(card)
        return known


def called_card(name: str, known: Mapping[str, list[C]], spot: JsonPath) -> C:
    """Return the card of an id, or else of a name; raise `FileError` where there is none or several have the name."""
    called = known.get(name, [])
    called = [card for card in called if card.id == name] or called
    if not called:
        raise spot.error("nothing is called '{name}' in the files under 'from'", name=name)
    if len(called) > 1:
        ids = ", ".join(card.id for card in called)
        raise spot.error("several are called '{name}'; give the id: {ids}", name=name, ids=ids)
    return called[0]
