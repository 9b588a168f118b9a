"""The lines of a record of a battle as the file has them: ``warcry3d.battle/1``, one JSON value per line.

The first line is the head: what the battle began with. Each line after it is an action, with the digest of the state
after it and what it changed; or how many actions were taken back; or who plays a side from there on.
"""

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from warcry3d.game.random_stream import MAX_SEED
from warcry3d.game.setup import Setup
from warcry3d.table.format import register_schema
from warcry3d.table.wire_types import Text

__all__ = [
    "BATTLE_FORMAT",
    "MAX_CHECKED",
    "MAX_RECORD_BYTES",
    "MAX_STEPS",
    "BackLine",
    "Head",
    "Line",
    "Recorded",
    "SeatLine",
    "StepLine",
]

BATTLE_FORMAT = "warcry3d.battle/1"

MAX_RECORD_BYTES = 128 * 1024 * 1024
"""A long battle on a board of heavy scans takes a quarter of it."""
MAX_STEPS = 200_000
MAX_CHECKED = 4_000_000_000
"""Characters of states that are checked while a record is read: half a minute; a battle has a hundredth of it."""

Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$", description="a SHA-256 in hexadecimal")]


class Head(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first line of a record.

    ``version``: of the program that wrote it. ``setup``: all that the battle begins with. ``seed``: of the dice;
    without it they were typed in. ``by``: who played, for each player, as far as that was said. ``state`` and
    ``hash``: the state before the first action, and its digest.
    """

    format: Literal["warcry3d.battle/1"]
    version: Text
    setup: Setup
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)] | None = None
    by: dict[str, Text] = {}
    state: Any
    hash: Hash


class StepLine(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action and what came of it.

    ``step``: its number, from 1. ``hash``: the digest of the state after it. ``changes``: what differs from the state
    before, by place (a JSON pointer), as it is then; ``gone``: the places that are no more.
    """

    step: Annotated[int, Meta(ge=1, le=MAX_STEPS)]
    action: dict[str, Any]
    hash: Hash
    changes: dict[str, Any] = {}
    gone: list[str] = []


class BackLine(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The last ``back`` actions were taken back; steps are counted on from there."""

    back: Annotated[int, Meta(ge=1, le=MAX_STEPS)]


class SeatLine(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Who plays some sides from here on, also after actions are taken back: ``by``, as in the head."""

    by: dict[str, Text]


Line: TypeAlias = StepLine | BackLine | SeatLine


class Recorded(msgspec.Struct, frozen=True):
    """An action of a record that was not taken back, with the state after it and the line it stands on."""

    action: dict[str, Any]
    state: Any
    hash: str
    line: int


register_schema(
    "battle", Head, title="warcry3d battle", description="The first line of a record of a battle: *.battle.jsonl."
)
register_schema(
    "battle-step", StepLine, title="warcry3d battle step", description="A line of a record of a battle: an action."
)
