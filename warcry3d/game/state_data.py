"""What states of battles are made of."""

from typing import Self

import msgspec

__all__ = ["StateData"]


class StateData(msgspec.Struct, frozen=True, kw_only=True):
    """Plain data of a battle's state: it can be written out and read back."""

    def changed(self, **values: object) -> Self:
        """Return it with some fields changed."""
        return msgspec.structs.replace(self, **values)
