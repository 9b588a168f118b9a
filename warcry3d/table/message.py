"""A reason in words."""

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Message"]


@dataclass(frozen=True, slots=True)
class Message:
    """Why something is so: an English template for the catalogues, and its values."""

    template: str
    values: Mapping[str, object]

    def __str__(self) -> str:
        return self.template.format(**self.values)
