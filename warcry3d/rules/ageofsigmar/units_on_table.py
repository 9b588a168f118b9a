"""The units that models on a table belong to, by what their profiles say."""

from warcry3d.rules.ageofsigmar.warscrolls.table_models import model_traits
from warcry3d.table.models import Model
from warcry3d.table.table import Table

__all__ = ["enemies_of_unit", "unit_of"]


def unit_of(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of a model's unit on its table, itself among them (AOS-UNIT-1)."""
    unit = model_traits(model).unit
    return tuple(other for other in table.models if other.side == model.side and model_traits(other).unit == unit)


def enemies_of_unit(table: Table, model: Model) -> tuple[Model, ...]:
    """Return the models of the other sides (AOS-ARMY-3)."""
    return tuple(other for other in table.models if other.side != model.side)
