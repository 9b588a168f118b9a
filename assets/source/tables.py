"""The tables that ship: a battle, quarrels from play and from the rules that the judge decides, boards to play on."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from warcry3d.table.files import table_from_json
from warcry3d.table.table_edits import base_sold, shipped_piece_named
from warcry3d.table.tape_measures import (
    BoardEdge,
    FromBase,
    FromEdge,
    MeasuredDistance,
    TapedShape,
    places_by_tape,
    shape_of_base,
    shape_of_piece,
)
from warcry3d.units import from_degrees

__all__ = ["TABLES", "make_all", "text"]

Json = dict[str, object]

BOARD_WIDTH, BOARD_DEPTH = 30, 22

BOARD: Json = {"width": BOARD_WIDTH, "depth": BOARD_DEPTH}

BASES: Mapping[str, Json] = {
    "beast": {"oval": [60, 35]},
    "brute": {"round": 50},
    "hero": {"round": 40},
    "flyer": {"round": 40},
    "rider": {"oval": [75, 42]},
}
"""Bases other than round, 32 mm."""


PROFILES: Mapping[str, Json] = {
    "beast": {"move": 8, "runemarks": ["beast"]},
    "flyer": {"move": 8, "runemarks": ["fly"]},
    "hero": {"move": 4, "runemarks": ["hero"]},
    "rider": {"move": 9, "runemarks": ["mount"]},
    "stalker": {"move": 5},
}
"""What figures' profiles say of moving, if not just a Move of 4 in."""


def _feature(id: str, piece: str, at: Sequence[float], turn: float = 0, **state: str) -> Json:
    """Return a shipped piece placed; ``state`` names doors with underscores for dashes."""
    placed: Json = {"id": id, "piece": f"terrain/{piece}.glb", "at": [*at, 0][:3], "turn": turn}
    if state:
        placed["state"] = {name.replace("_", "-"): value for name, value in state.items()}
    return placed


def _model(id: str, side: str, figure: str, at: Sequence[float], facing: float) -> Json:
    """Return a fighter: a shipped figure on its own base."""
    base = BASES.get(figure, {"round": 32})
    profile = PROFILES.get(figure, {"move": 4})
    return {
        "id": id,
        "side": side,
        "base": base,
        "figure": figure,
        "at": list(at),
        "facing": facing,
        "profile": profile,
    }


def _table(features: Sequence[Json], models: Sequence[Json]) -> Json:
    return {
        "format": "warcry3d.table/1",
        "ruleset": "warcry",
        "board": BOARD,
        "features": list(features),
        "models": list(models),
    }


def _sample_battle() -> Json:
    """Return the drowned village: thirteen features, eight fighters a side, some high up, some behind walls."""
    features = [
        _feature("ruin", "ruin", (4.7, 16.2), 270, door_1="open"),
        _feature("watchtower", "watchtower", (25.2, 5.4), 205),
        _feature("gate", "gate", (14.6, 10.9), 72),
        _feature("walkway", "walkway", (23.4, 17.4), 188),
        _feature("dead-tree", "dead-tree", (7.9, 9.4), 30),
        _feature("statue", "statue", (19.9, 10.4), 110),
        _feature("low-wall", "low-wall", (11.7, 17.6), 62),
        _feature("low-wall-corner", "low-wall-corner", (18.3, 4.3), 100),
        _feature("loophole-wall", "loophole-wall", (9.7, 4.6), 118),
        _feature("spiked-fence", "spiked-fence", (26.2, 11.6), 12),
        _feature("cargo", "cargo", (3.4, 4.1), 25),
        _feature("well", "well", (16.6, 18.3), 15),
        _feature("reed-pool", "reed-pool", (13.9, 4.2), 70),
    ]
    red = [
        _model("red-banner", "red", "hero", (6.6, 11.8), 10),
        _model("red-spear", "red", "spearman", (11.4, 6.4), 20),
        _model("red-sword", "red", "swordsman", (12.0, 11.9), -10),
        _model("red-bow", "red", "bowman", (4.4, 17.2, 3), -25),
        _model("red-axe", "red", "axeman", (7.7, 5.2), 15),
        _model("red-stalker", "red", "stalker", (9.9, 17.5), -30),
        _model("red-brute", "red", "brute", (2.4, 8.3), 5),
        _model("red-rider", "red", "rider", (8.4, 2.3), 20),
    ]
    blue = [
        _model("blue-shaman", "blue", "shaman", (27.6, 14.6), 190),
        _model("blue-spear", "blue", "spearman", (20.9, 5.9), 170),
        _model("blue-sword", "blue", "swordsman", (18.0, 13.2), 200),
        _model("blue-bow", "blue", "bowman", (25.0, 5.9, 4.5), 165),
        _model("blue-axe", "blue", "axeman", (24.4, 17.2, 3), 185),
        _model("blue-net", "blue", "netter", (22.2, 12.7), 180),
        _model("blue-flyer", "blue", "flyer", (21.6, 2.6), 150),
        _model("blue-beast", "blue", "beast", (13.9, 18.6), 215),
    ]
    return _table(features, [*red, *blue])


def _through_a_window() -> Json:
    """Return the quarrel over a window: an archer close to the wall, an axeman beyond it, far round to the side."""
    return _table(
        [_feature("house", "high-wall", (15, 11))],
        [
            _model("archer", "red", "bowman", (15.6, 8.8), 115),
            _model("axeman", "blue", "axeman", (11.88, 13.6), -40),
        ],
    )


def _between_two_walls() -> Json:
    """Return the quarrel over a gap: two walls end to end, a finger's breadth apart."""
    return _table(
        [_feature("east", "high-wall", (17.57, 11)), _feature("west", "high-wall", (12.43, 11), 180)],
        [
            _model("swordsman", "red", "swordsman", (15.0, 8.2), 90),
            _model("spearman", "blue", "spearman", (15.0, 14.0), -90),
            _model("stalker", "blue", "stalker", (16.0, 12.5), -120),
        ],
    )


def _over_a_parapet() -> Json:
    """Return the quarrel over a parapet: an archer at it, a lookout in the middle of the tower, an enemy below."""
    return _table(
        [_feature("tower", "watchtower", (8, 11), 180)],
        [
            _model("archer", "red", "bowman", (8.9, 10.8, 4.5), 0),
            _model("lookout", "red", "swordsman", (7.3, 11.3, 4.5), 0),
            _model("axeman", "blue", "axeman", (13.6, 11.0), 180),
        ],
    )


def _spear_past_a_corner() -> Json:
    """Return the quarrel over a spear: its bearer stands behind a corner, its tip does not."""
    return _table(
        [_feature("ruin", "ruin", (14, 12))],
        [
            _model("spearman", "blue", "spearman", (9.2, 10.17), -60),
            _model("bowman", "red", "bowman", (19.0, 7.2), 160),
        ],
    )


def _under_a_walkway() -> Json:
    """Return the quarrel under a walkway: between its stairs and its first post there is a slit."""
    return _table(
        [_feature("walkway", "walkway", (14.6, 11))],
        [
            _model("swordsman", "red", "swordsman", (13.0, 8.4), 90),
            _model("axeman", "blue", "axeman", (12.66, 13.8), -90),
        ],
    )


def _past_a_cloak() -> Json:
    """Return the quarrel over a cloak: a gap in a wall, and the red leader standing before it."""
    return _table(
        [_feature("east", "high-wall", (17.85, 11)), _feature("west", "high-wall", (12.15, 11), 180)],
        [
            _model("archer", "red", "bowman", (15.0, 7.6), 90),
            _model("leader", "red", "hero", (15.05, 9.9), 90),
            _model("axeman", "blue", "axeman", (14.18, 14.0), -90),
        ],
    )


def _twins(id: str, piece: str, at: tuple[float, float], turn: float = 0, **state: str) -> list[Json]:
    """Return a piece and the same turned half round the middle of the board, so that both sides find alike ground."""
    x, y = at
    far = (BOARD_WIDTH - x, BOARD_DEPTH - y)
    return [
        _feature(f"{id}-1", piece, at, turn, **state),
        _feature(f"{id}-2", piece, far, (turn + 180) % 360, **state),
    ]


def _stilts() -> Json:
    """Return the board of walkways: two huts joined high above the mud, stairs in the middle, lookouts."""
    features = [
        *_twins("hut", "stilt-hut", (4.5, 12.5)),
        *_twins("walkway", "walkway-straight", (10.5, 11)),
        _feature("crossing", "walkway-crossing", (15, 11)),
        *_twins("stairs", "walkway-stairs", (15, 8), 90),
        *_twins("lookout", "lookout", (8.2, 4.6), 180),
        *_twins("totem", "totem", (10.6, 17.0), 200),
        *_twins("barrels", "barrels", (13.6, 3.0), 20),
    ]
    return _table(features, [])


def _bridges() -> Json:
    """Return the board of bridges: one of stone in the middle, houses in two corners, rope bridges to the lookouts."""
    features = [
        _feature("bridge", "stone-bridge", (15, 11)),
        *_twins("stairs", "walkway-stairs", (10.5, 11)),
        *_twins("house", "house", (5.5, 17.8), 180, door_1="open"),
        *_twins("rope-bridge", "rope-bridge", (11.5, 16.3)),
        *_twins("lookout", "lookout", (17.5, 16.3)),
        *_twins("palisade", "palisade", (4.6, 7.6), 165),
        *_twins("dead-tree", "dead-tree", (6.2, 3.2), 40),
    ]
    return _table(features, [])


def _gate() -> Json:
    """Return the board of the palisade: it parts the board; jetties, a wreck and a watchtower on either side."""
    features = [
        _feature("gate", "palisade-gate", (15, 11), 90),
        *_twins("palisade", "palisade", (15, 5), 90),
        *_twins("jetty", "walkway-straight", (7.6, 5.0)),
        *_twins("corner", "walkway-corner", (3.1, 5.0)),
        *_twins("ramp", "walkway-ramp", (3.1, 9.5), 270),
        *_twins("watchtower", "watchtower", (4.2, 17.4), 50),
        *_twins("wreck", "wreck", (9.6, 13.9), 35),
    ]
    return _table(features, [])


LEFT, NEAR = FromEdge(BoardEdge.LEFT), FromEdge(BoardEdge.NEAR)
ROUND_32 = shape_of_base(base_sold(32, 32))


def _taped(
    shape: TapedShape,
    first: MeasuredDistance,
    second: MeasuredDistance,
    *,
    height: float = 0,
    models: Sequence[Json] = (),
) -> tuple[float, ...]:
    """Return where something is by two distances from what stands on the table already; of two places the farther."""
    table = table_from_json(_table([], models), folder=Path())
    x, y = max(places_by_tape(table, shape, (first, second), height=height).points, key=lambda point: point[1])
    return (round(x, 6), round(y, 6), *((height,) if height else ()))


def _piece_taped(id: str, piece: str, left: float, near: float, turn: float = 0) -> Json:
    """Return a shipped piece, by the distances of its nearest sides from the left and the near edge."""
    shape = shape_of_piece(shipped_piece_named(f"terrain/{piece}.glb"), from_degrees(turn))
    at = _taped(shape, MeasuredDistance(LEFT, left), MeasuredDistance(NEAR, near))
    return _feature(id, piece, at, turn)


def _across_a_log() -> Json:
    """Return the rules' first example of cover: an obstacle lies on the line between the bases, from either side."""
    at = _taped(ROUND_32, MeasuredDistance(LEFT, 14), MeasuredDistance(NEAR, 7.5))
    red = _model("swordsman", "red", "swordsman", at, 90)
    apart = MeasuredDistance(FromBase("swordsman"), 5)
    at = _taped(ROUND_32, apart, MeasuredDistance(LEFT, 14.5), models=[red])
    return _table([_piece_taped("log", "fallen-log", 12, 10)], [red, _model("axeman", "blue", "axeman", at, -90)])


def _over_a_log() -> Json:
    """Return the rules' second example: the line only passes over an obstacle, between two that stand high."""
    west, east = _piece_taped("west", "walkway-straight", 4, 10), _piece_taped("east", "walkway-straight", 13, 10)
    log = _piece_taped("log", "fallen-log", 10.625, 8, 90)
    level = MeasuredDistance(NEAR, 10.5)
    red = _model("archer", "red", "bowman", _taped(ROUND_32, MeasuredDistance(LEFT, 8.5), level, height=3), 0)
    at = _taped(ROUND_32, MeasuredDistance(LEFT, 13.25), level, height=3, models=[red])
    return _table([west, east, log], [red, _model("spearman", "blue", "spearman", at, 180)])


def _on_a_platform() -> Json:
    """Return the rules' third example: one stands on a platform, the other 2 in or more lower."""
    deck, level = _piece_taped("walkway", "walkway-straight", 4, 10), MeasuredDistance(NEAR, 10.5)
    red = _model("archer", "red", "bowman", _taped(ROUND_32, MeasuredDistance(LEFT, 8.7), level, height=3), 0)
    air = MeasuredDistance(FromBase("archer"), 4.5, is_across=False)
    at = max(places_by_tape(table_from_json(_table([], [red]), folder=Path()), ROUND_32, (air, level)).points)
    return _table([deck], [red, _model("axeman", "blue", "axeman", [round(one, 6) for one in at], 180)])


TABLES = {
    "sample-battle": _sample_battle,
    "dispute-1-window": _through_a_window,
    "dispute-2-gap": _between_two_walls,
    "dispute-3-parapet": _over_a_parapet,
    "dispute-4-spear": _spear_past_a_corner,
    "dispute-5-walkway": _under_a_walkway,
    "dispute-6-cloak": _past_a_cloak,
    "dispute-7-across": _across_a_log,
    "dispute-8-over": _over_a_log,
    "dispute-9-platform": _on_a_platform,
    "board-1-stilts": _stilts,
    "board-2-bridges": _bridges,
    "board-3-palisade": _gate,
    "empty-board": lambda: _table([], []),
}


def text(name: str) -> str:
    """Return the file of one table: a line for each feature and model."""
    table = TABLES[name]()
    lines = ["{", f'  "format": {json.dumps(table["format"])},', f'  "ruleset": {json.dumps(table["ruleset"])},']
    lines.append(f'  "board": {json.dumps(table["board"])},')
    for key in ("features", "models"):
        rows = table[key]
        assert isinstance(rows, list)
        body = ",\n".join("    " + json.dumps(row) for row in rows)
        lines.append(f'  "{key}": ' + (f"[\n{body}\n  ]" if rows else "[]") + ("," if key == "features" else ""))
    return "\n".join([*lines, "}", ""])


def make_all(folder: Path) -> None:
    """Write every table to ``folder`` as NAME.table.json."""
    for name in TABLES:
        (folder / f"{name}.table.json").write_text(text(name), encoding="utf-8")
