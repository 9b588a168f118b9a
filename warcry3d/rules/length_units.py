"""What rule systems measure moves and ranges in."""

from enum import StrEnum

__all__ = ["LengthUnit"]


class LengthUnit(StrEnum):
    """Inches, or squares of a grid that are counted."""

    INCHES = "inches"
    SQUARES = "squares"
