"""The names of units and their models, where both sides may have the same ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from warcry3d.rules.battle_api import UnitStanding

__all__ = ["named_apart", "rosters_of"]


def named_apart(units: Collection[UnitStanding]) -> tuple[UnitStanding, ...]:
    """Return units with their player's name behind their own where several have it.

    >>> [one.name for one in named_apart([UnitStanding("a", "Owls", "red", ()), UnitStanding("b", "Owls", "blue", ())])]
    ['Owls (red)', 'Owls (blue)']
    """
    count = Counter(unit.name for unit in units)
    return tuple(replace(one, name=f"{one.name} ({one.side})") if count[one.name] > 1 else one for one in units)


def rosters_of(units: Iterable[UnitStanding], players: Iterable[str]) -> Mapping[str, dict[str, str]]:
    """Return each side's models by id, with the names of their units; several of a unit are numbered.

    >>> rosters_of([UnitStanding("a", "Owls", "red", ("a-1", "a-2"))], ["red"])
    {'red': {'a-1': 'Owls 1', 'a-2': 'Owls 2'}}
    """
    found: dict[str, dict[str, str]] = {player: {} for player in players}
    for unit in units:
        for number, model in enumerate(unit.models, 1):
            found[unit.side][model] = f"{unit.name} {number}" if len(unit.models) > 1 else unit.name
    return found
