"""What a battle begins with, as plain data: it is written into the record whole, so a record is played anywhere."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from warcry3d.table.embedding import embedded, embedded_table
from warcry3d.table.format import Id
from warcry3d.table.jsonfile import Spot
from warcry3d.table.table import Table

__all__ = ["Setup", "setup_of", "table_of"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a battle begins with.

    ``ruleset``: the system's name. ``players``: their names, as the sides of models have them. ``table``: the table's
    file, parsed; pieces and figures that do not ship with the program are written out in it. ``details``: what else
    the rule system wants to know, as JSON has it; its own page tells. ``files``: the SHA-256 of each file that ships
    with the program and that the table names.
    """

    ruleset: Id
    players: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=20)]
    table: dict[str, Any]
    details: dict[str, Any] = {}
    files: Annotated[dict[str, str], Meta(max_length=2000)] = {}


def setup_of(table: Table, players: Sequence[str], details: Mapping[str, Any] | None = None) -> Setup:
    """Return the set-up of a battle on ``table`` by its rule system, with everything it needs inside.

    ``details``: as the rule system's page has them, JSON values.
    """
    wire, files = embedded(table)
    return Setup(table.ruleset, tuple(players), msgspec.to_builtins(wire), dict(details or {}), dict(files))


def table_of(setup: Setup, name: str = "set-up") -> Table:
    """Return the table as the battle begins; raise `FileError`, with ``name`` for the file, where it cannot be used.

    The same set-up gives the same shapes to the bit, here as where it was written.
    """
    return embedded_table(setup.table, setup.files, Spot(name).at("table"))
