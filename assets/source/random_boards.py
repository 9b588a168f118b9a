"""The figures of random boards that `layout fairness` shows beside a board's own: made once, shipped as data.

``python -m assets.source.random_boards 100`` writes `warcry3d/rules/random_boards.json`: boards of seeds 1 to 100;
those that are there already are kept. A board takes some 12 s of one processor.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np

import warcry3d
from warcry3d.rules.board_fairness import board_fairness, fairness_figures
from warcry3d.rules.systems import system
from warcry3d.table.pieces import load_piece
from warcry3d.table.shipped import shipped_root
from warcry3d.table.table import Board, Table
from warcry3d.terrain.layouts.maps import fitted, laid_on, load_map, lying_arrow, map_files, shipped_maps_folder, turned
from warcry3d.terrain.layouts.random_layout import random_layout

OUT = Path(warcry3d.__file__).parent / "rules" / "random_boards.json"
FEATURES = 12


def board_of(seed: int) -> Table:
    """Return the random board of a seed: the first of the rules' size, with 12 of the shipped pieces, that passes."""
    rules = system("warcry").board()
    pieces = [load_piece(file) for file in sorted((shipped_root() / "terrain").glob("*.glb"))]
    return random_layout(
        pieces,
        np.random.default_rng(seed),
        board=Board(*rules.size),
        count=FEATURES,
        ruleset="warcry",
        in_quarter=rules.in_quarter,
        rules=rules.findings,
        best_of=1,
    ).table


def entry_of(seed: int, table: Table) -> dict[str, Any]:
    """Return the figures of a board under the map that is its seed's turn."""
    files = sorted(
        (file for file in map_files([shipped_maps_folder()]) if len(load_map(file).sides) == 2),
        key=lambda file: file.name,
    )
    file = files[(seed - 1) % len(files)]
    map = load_map(file)
    placed = fitted(turned(map, lying_arrow(map, table.board)), table.board)
    made = board_fairness(laid_on(table, map), placed.objectives)
    return {
        "seed": seed,
        "map": file.name.removesuffix(".map.json"),
        "sides": [_rounded(fairness_figures(side)) for side in made.sides],
        "cover": [round(share, 4) for share in made.cover],
    }


def _rounded(figures: dict[str, float]) -> dict[str, float | None]:
    return {name: None if math.isnan(value) else round(value, 4) for name, value in figures.items()}


def main(count: int) -> None:
    """Write the figures of boards 1 to ``count``."""
    boards = {one["seed"]: one for one in json.loads(OUT.read_text())["boards"]} if OUT.is_file() else {}
    for seed in range(1, count + 1):
        if seed not in boards:
            boards[seed] = entry_of(seed, board_of(seed))
            write(list(boards.values()))


def write(boards: list[dict[str, Any]]) -> None:
    """Write the data file."""
    head = {"format": "warcry3d.random-boards/1", "version": warcry3d.__version__, "features": FEATURES}
    lines = ",\n".join(json.dumps(one) for one in sorted(boards, key=lambda one: one["seed"]))
    OUT.write_text(json.dumps(head)[:-1] + f', "boards": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))
