"""What is written over models: the name of each unit over its middle, of a model where it stands for itself."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.short_names import abbreviated, short_names
from warcry3d.game.preview import Chip

__all__ = ["PlateNames", "labels_of"]

ROOMY = 18
"""Names of units that are no longer (letters) stand in full where they have room: there are fewer of them."""


@dataclass(frozen=True, slots=True)
class PlateNames:
    """What a plate calls a model or the unit whose middle it is: in full, where it is pointed at, and in short.

    ``is_roomy``: so few stand on the table that the full name is tried first. ``bare``: the short name of a unit
    without its count.
    """

    full: str
    short: str
    is_roomy: bool = False
    bare: str = ""

    @property
    def tries(self) -> tuple[str, ...]:
        """Return what to write, the longest first, of which the first that finds room is taken.

        A unit has no letters for a name: its bare name stands for all its models, and there are few units.
        """
        short = (self.short, self.bare) if self.bare else (self.short, abbreviated(self.short))
        return (*self.kept[:-1], *short)

    @property
    def kept(self) -> tuple[str, ...]:
        """Return what to write where a name must stand: in full where nothing is in its way, else in short."""
        is_full = self.is_roomy and len(self.full) <= ROOMY and self.full != self.short
        return (self.full, self.short) if is_full else (self.short,)


def labels_of(
    panel: PlayFrame, chips: Mapping[str, tuple[Chip, ...]], in_hand: Collection[str] = ()
) -> tuple[dict[str, tuple[Chip, ...]], dict[str, PlateNames]]:
    """Return the chips and the names to write, by the model they stand over.

    Chips of a unit's model stand with the unit's name. A model that is pointed at has its own name too. Nothing is
    written over those that are ``in_hand``.
    """
    model = panel.model
    moment = model.moment
    called = {
        one.id: panel.name_beside_colour(one.id)
        for one in moment.table.models
        if moment.unit_of(one.id) is None and one.id not in in_hand
    }
    over: dict[str, str] = {}
    counts: dict[str, int] = {}
    for id, unit in moment.middles():
        over[unit.id] = id
        if id not in in_hand:
            called[id] = panel.unit_name(unit)
            counts[id] = len(moment.mates(id))
    short = short_names(called)
    names = {id: PlateNames(name, short[id], bool(counts)) for id, name in called.items()}
    for id, n in counts.items():
        full, brief = (panel.say("{unit} × {n}", unit=name, n=n) for name in (called[id], short[id]))
        names[id] = PlateNames(full, brief, is_roomy=True, bare=short[id])
    for id in (model.hovered, model.selected):
        if moment.unit_of(id) is not None and id not in in_hand and any(one.id == id for one in moment.table.models):
            own = panel.name_beside_colour(id)
            names.setdefault(id, PlateNames(own, own))
    found: dict[str, tuple[Chip, ...]] = {}
    for id, some in chips.items():
        unit_of = moment.unit_of(id)
        place = id if unit_of is None else over.get(unit_of.id, id)
        found[place] = (*found.get(place, ()), *(one for one in some if one not in found.get(place, ())))
    return found, names
