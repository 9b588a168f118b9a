"""About how many inches a fighter walks to get from anywhere to anywhere (`warcry3d.motion.way_lattice`)."""

import math

from warcry3d.motion.way_lattice import WayLattice, way_lattice
from warcry3d.rules.warcry.battle.fighters import move_of
from warcry3d.rules.warcry.battle.state import State
from warcry3d.rules.warcry.fighter import MOUNT, fighter_of
from warcry3d.table.table import Table

__all__ = ["afar_of"]


def afar_of(state: State, id: str, table: Table | None = None) -> WayLattice:
    """Return the lattice of a fighter's base, one for all equal ones on this terrain; ``table``: one that it stands on,
    if it does not yet stand on the state's.

    A monster falls where its base hangs over, or if it ends an action on a wall (WC-MON-2): it stands wholly on a level
    and gets over what one action takes it over.
    """
    table = state.table if table is None else table
    model = table.model(id)
    once = move_of(state, id) if state.profile(id).is_monster else math.inf
    return way_lattice(table, model, climbs=MOUNT not in fighter_of(model).runemarks, once=once)
