"""The types that all formats are made of: lengths, points, names, and a JSON object without unknown fields.

Lengths are in inches and angles in degrees, as in the files; base sizes are in millimetres, as bases are sold.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

__all__ = [
    "MAX_FEATURES",
    "MAX_MODELS",
    "MAX_OUTLINE",
    "MAX_PARTS",
    "MAX_POINTS",
    "Axis",
    "Coordinate",
    "Degrees",
    "Deviation",
    "Id",
    "Index",
    "Length",
    "LengthUnit",
    "Millimetres",
    "Point2",
    "Point3",
    "Scale",
    "Text",
    "Where",
    "Wire",
]

MAX_MODELS = 500
MAX_FEATURES = 1000
MAX_PARTS = 2000
MAX_OUTLINE = 1000
MAX_POINTS = 100

Coordinate: TypeAlias = Annotated[float, Meta(ge=-10_000, le=10_000, description="inches")]
Length: TypeAlias = Annotated[float, Meta(gt=0, le=10_000, description="inches")]
Millimetres: TypeAlias = Annotated[float, Meta(gt=0, le=10_000, description="millimetres")]
Degrees: TypeAlias = Annotated[
    float, Meta(ge=-360_000, le=360_000, description="degrees anticlockwise seen from above; 0 is +x")
]
Point2: TypeAlias = tuple[Coordinate, Coordinate]
Point3: TypeAlias = tuple[Coordinate, Coordinate, Coordinate]
Where: TypeAlias = Annotated[
    list[Coordinate],
    Meta(min_length=2, max_length=3, description="x, y and z (in); with two numbers it stands on the floor, z = 0"),
]
Id: TypeAlias = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=80,
        pattern=r"^[^/\x00-\x1f\x7f]+(?!\n)$",
        description="a name without a slash or control characters",
    ),
]
Text: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500)]
Scale: TypeAlias = Annotated[float, Meta(gt=0, le=1000)]
Deviation: TypeAlias = Annotated[float, Meta(ge=0, le=1000, description="millimetres")]
Index: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]
LengthUnit: TypeAlias = Literal["mm", "cm", "m", "in", "ft"]
Axis: TypeAlias = Literal["x", "y", "z", "-x", "-y", "-z"]


class Wire(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A JSON object without unknown fields."""
