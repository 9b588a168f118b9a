"""What a battle begins with, as plain data: it is written into the record whole, so a record is played anywhere."""

from typing import Any

import msgspec

__all__ = ["Setup"]


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a battle begins with.

    ``ruleset``: the system's name. ``players``: their names, as the sides of models have them. ``table``: the table's
    file, parsed; pieces and figures that do not ship with the program are written out in it. ``details``: what else
    the rule system wants to know, as JSON has it; its own page tells. ``files``: the SHA-256 of each file that ships
    with the program and that the table names.
    """

    ruleset: str
    players: tuple[str, ...]
    table: dict[str, Any]
    details: dict[str, Any] = {}
    files: dict[str, str] = {}
