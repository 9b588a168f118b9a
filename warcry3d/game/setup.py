"""What a battle begins with, as plain data; the record contains it whole, so it replays anywhere."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from warcry3d.table.embedding import embedded, embedded_table, shipped_digests
from warcry3d.table.jsonfile import JsonPath
from warcry3d.table.table import Table
from warcry3d.table.wire_types import Id

__all__ = ["Setup", "setup_of", "table_of"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a battle begins with.

    ``ruleset``: the system's name. ``players``: their names, as the sides of models have them. ``table``: the table's
    file, parsed; pieces and figures that do not ship with the program are written out in it. ``details``: what else
    the rule system wants to know, as JSON has it; its own page tells. ``files``: the SHA-256 of each file that ships
    with the program and that the battle depends on.
    """

    ruleset: Id
    players: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=20)]
    table: dict[str, Any]
    details: dict[str, Any] = {}
    files: Annotated[dict[str, str], Meta(max_length=2000)] = {}


def setup_of(
    table: Table, players: Sequence[str], details: Mapping[str, Any] | None = None, *, shipped: Iterable[str] = ()
) -> Setup:
    """Return the set-up of a battle on ``table`` by its rule system, with everything it needs inside.

    ``details``: as the rule system's page has them, JSON values. ``shipped``: further files that ship with the program
    and that the battle depends on, such as ``assets/figures/hero.glb``.
    """
    wire, files = embedded(table)
    listed = {**files, **shipped_digests(sorted(set(shipped)))}
    return Setup(table.ruleset, tuple(players), msgspec.to_builtins(wire), dict(details or {}), listed)


def table_of(setup: Setup, name: str = "set-up") -> Table:
    """Return the table as the battle begins; raise `FileError`, with ``name`` for the file, where it cannot be used.

    Nor can it be used where a file that ships is no longer what it was.
    The same set-up gives the same shapes to the bit, here as where it was written.
    """
    return embedded_table(setup.table, setup.files, JsonPath(name).at("table"))
