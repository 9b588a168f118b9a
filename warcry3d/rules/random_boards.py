"""What is usual: means and spreads of the fairness figures of random boards, which ship as data.

`assets/source/random_boards.py` made them; each entry has the seed of its board.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from warcry3d.rules.board_fairness import BoardFairness, fairness_figures
from warcry3d.table.jsonfile import MAX_JSON_BYTES, JsonPath, parse, read_bytes

__all__ = ["RandomBoards", "UsualFigure", "random_boards", "with_usual"]

FILE = Path(__file__).with_name("random_boards.json")


class _BoardWire(msgspec.Struct, forbid_unknown_fields=True):
    seed: int
    map: str
    sides: Annotated[list[dict[str, float | None]], Meta(min_length=2, max_length=2)]
    cover: Annotated[list[float], Meta(min_length=4, max_length=4)]


class _FileWire(msgspec.Struct, forbid_unknown_fields=True):
    format: Literal["warcry3d.random-boards/1"]
    version: str
    features: int
    boards: Annotated[list[_BoardWire], Meta(min_length=2)]


@dataclass(frozen=True, slots=True)
class UsualFigure:
    """A figure's ``mean`` over random boards and both sides, and its ``spread`` (standard deviation)."""

    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class RandomBoards:
    """How many random boards there are, the version that made them, and what is usual of each figure; ``cover`` too."""

    count: int
    version: str
    figures: dict[str, UsualFigure]
    cover: UsualFigure
    difference: dict[str, UsualFigure]


@cache
def random_boards() -> RandomBoards:
    """Return what is usual of random boards."""
    spot = JsonPath(str(FILE))
    wire = msgspec.convert(parse(read_bytes(FILE, spot, limit=MAX_JSON_BYTES), spot), _FileWire)
    names = list(wire.boards[0].sides[0])
    sides = [side for board in wire.boards for side in board.sides]
    figures = {name: _usual([value for side in sides if (value := side[name]) is not None]) for name in names}
    difference = {
        name: _usual([abs(a - b) for one, other in _pairs(wire) if (a := one[name]) is not None
                      and (b := other[name]) is not None])
        for name in names
    }  # fmt: skip
    cover = _usual([share for board in wire.boards for share in board.cover])
    return RandomBoards(len(wire.boards), wire.version, figures, cover, difference)


def _pairs(wire: _FileWire) -> list[tuple[dict[str, float | None], dict[str, float | None]]]:
    return [(board.sides[0], board.sides[1]) for board in wire.boards]


def _usual(values: Sequence[float]) -> UsualFigure:
    mean = sum(values) / len(values)
    return UsualFigure(mean, math.sqrt(sum((value - mean) ** 2 for value in values) / max(len(values) - 1, 1)))


def with_usual(made: BoardFairness) -> list[tuple[str, tuple[float, float], UsualFigure]]:
    """Return each figure's name with its values for both sides and what is usual of it."""
    usual = random_boards()
    first, second = (fairness_figures(side) for side in made.sides)
    return [(name, (first[name], second[name]), usual.figures[name]) for name in first]
