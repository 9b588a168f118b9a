"""How far it is from anywhere to anywhere, where the way down costs as much as the way up and where it does not."""

import numpy as np

from tests.rules.ageofsigmar.boards import board, model, wall
from warcry3d.motion.way_lattice import way_lattice


def test_the_way_down_from_a_deck_costs_its_height_where_that_is_asked_for() -> None:
    table = board(wall("deck", (8, 8, 0), (14, 14, 3), "platform"), model("m", (4, 11)))
    mover, above, below = table.model("m"), (11.0, 11.0, 3.0), (4.0, 11.0, 0.0)

    def inches(pays_down: bool) -> float:
        lattice = way_lattice(table, mover, pays_down=pays_down)
        return float(lattice.inches(np.array([above]), below, 0.0)[0])

    assert 9.5 <= inches(True) <= 11.5, "7 in across and 3 in down"
    assert inches(True) <= inches(False) <= inches(True) + 0.5, "a drop of 3 in that hurts counts 3 in"
