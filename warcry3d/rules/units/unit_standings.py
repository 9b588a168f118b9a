"""The names of units and their models, where both sides may have the same ones."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from warcry3d.rules.battle_api import UnitStanding
from warcry3d.table.models import Model

__all__ = ["middles_of", "named_apart", "rosters_of"]


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


def middles_of(units: Iterable[UnitStanding], models: Iterable[Model]) -> Iterator[tuple[str, UnitStanding]]:
    """Yield for each unit of several models that is on the table the model in its middle, with the unit."""
    there = {model.id: model.placement.at for model in models}
    for unit in units:
        places = {id: there[id] for id in unit.models if id in there}
        if len(unit.models) > 1 and places:
            x, y = (sum(at[k] for at in places.values()) / len(places) for k in (0, 1))
            yield min(places, key=lambda id: (places[id][0] - x) ** 2 + (places[id][1] - y) ** 2), unit
