"""Terrain for a drowned forest, stone by stone, all made by this script."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from assets.source.terrain import (
    boardwalk,
    bridges,
    clutter,
    gate,
    house,
    hut,
    lookout,
    palisade,
    relics,
    ruin,
    shore,
    totem,
    tower,
    walkway,
    walls,
    wood,
)
from assets.source.terrain.piece import Made, save

__all__ = ["ACCEPTED", "PIECES", "make", "make_all"]

PIECES: dict[str, Callable[[np.random.Generator], list[Made]]] = {
    "ruin": ruin.ruin,
    "watchtower": tower.watchtower,
    "walkway": walkway.walkway,
    "low-wall": walls.low_wall,
    "low-wall-corner": walls.low_wall_corner,
    "loophole-wall": walls.loophole_wall,
    "high-wall": walls.high_wall,
    "gate": gate.gate,
    "dead-tree": wood.dead_tree,
    "fallen-log": wood.fallen_log,
    "reed-pool": wood.reed_pool,
    "statue": relics.statue,
    "well": relics.well,
    "shrine": relics.shrine,
    "spiked-fence": clutter.spiked_fence,
    "cargo": clutter.cargo,
    "walkway-straight": boardwalk.walkway_straight,
    "walkway-corner": boardwalk.walkway_corner,
    "walkway-crossing": boardwalk.walkway_crossing,
    "walkway-stairs": boardwalk.walkway_stairs,
    "walkway-ramp": boardwalk.walkway_ramp,
    "rope-bridge": bridges.rope_bridge,
    "stone-bridge": bridges.stone_bridge,
    "lookout": lookout.lookout,
    "house": house.house,
    "totem": totem.totem,
    "stilt-hut": hut.stilt_hut,
    "wreck": shore.wreck,
    "barrels": shore.barrels,
    "ladder": shore.ladder_piece,
    "palisade": palisade.palisade,
    "palisade-gate": palisade.palisade_gate,
}


ACCEPTED: dict[str, tuple[str, ...]] = {"house": ("T-BEYOND",), "ruin": ("T-LEAK",)}
"""Findings of lint that are known: docs/pieces.md says why."""


def make(name: str) -> list[Made]:
    """Return the parts of one piece; the same each time: dice are seeded by the name."""
    return PIECES[name](np.random.default_rng([*name.encode()]))


def make_all(folder: Path) -> None:
    """Write every piece to ``folder`` as NAME.glb."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PIECES:
        parts = make(name)
        size = save(folder, name, parts, ACCEPTED.get(name, ()))
        triangles = sum(len(part.built.solid.faces) for part in parts)
        print(f"{name}: {triangles} triangles, {size / 1e6:.2f} MB")
