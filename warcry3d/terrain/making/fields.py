"""Parameters of simple pieces as data: name, range, step, words, and the handle that a window draws for each.

A kind's parameters are a frozen dataclass whose fields are made by `inches`, `count` and `choice`. All that a window or
a command needs to show and change them without knowing the kind is in `fields_of`.
"""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from warcry3d.errors import WarcryError
from warcry3d.message import Message, message

__all__ = [
    "FieldChoice",
    "FieldHandle",
    "FieldValue",
    "ParameterError",
    "PieceField",
    "choice",
    "count",
    "fields_of",
    "inches",
    "parameters_of",
    "range_of",
    "seed",
    "share",
    "snapped",
    "values_of",
]

FieldValue: TypeAlias = float | int | str
Place: TypeAlias = tuple[float, float, float]

_FIELD = "piece_field"

MOST_SEED = 9999


class ParameterError(WarcryError, ValueError):
    """A parameter is unknown, not of its type, or out of its range; the sentence says which and what is expected."""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """One of the values of a field that is chosen from a list, and what it is called."""

    value: str
    label: Message


@dataclass(frozen=True, slots=True)
class PieceField:
    """A parameter: its ``name`` (the record's attribute), ``label`` and ``help``, and its range.

    ``unit``: ``in`` (a length), ``share`` (from 0 to 1), ``count`` (a whole number), ``seed`` (a whole number that only
    changes what is left to chance) or ``choice`` (one of ``choices``; the range then means nothing).
    """

    name: str
    label: Message
    help: Message
    unit: str
    default: FieldValue
    least: float = 0.0
    most: float = 0.0
    step: float = 1.0
    choices: tuple[FieldChoice, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Return whether its values are whole numbers."""
        return self.unit in ("count", "seed")

    def checked(self, value: object) -> FieldValue:
        """Return a value as this field holds it; raise `ParameterError` where it is of another type or out of range."""
        if self.unit == "choice":
            known = [one.value for one in self.choices]
            if value not in known:
                raise ParameterError(
                    "{name} is {value}; expected one of {known}", name=self.name, value=str(value), known=known
                )
            return str(value)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise ParameterError("{name} is {value}; expected a number", name=self.name, value=str(value))
        if self.is_whole and value != int(value):
            raise ParameterError("{name} is {value:g}; expected a whole number", name=self.name, value=float(value))
        if not self.least - 1e-9 <= value <= self.most + 1e-9:
            raise ParameterError(
                "{name} is {value:g}; expected {least:g} to {most:g}",
                name=self.name,
                value=float(value),
                least=self.least,
                most=self.most,
            )
        return int(value) if self.is_whole else min(max(float(value), self.least), self.most)


@dataclass(frozen=True, slots=True)
class FieldHandle:
    """A handle for the field called ``field``: it stands ``at`` a place of the piece (in) and moves along ``axis``.

    ``axis`` is a unit vector. A handle moved by d inches along it changes the value by ``gain`` times d: 2 for a piece
    that grows to both sides, -1 where pulling outward makes the value smaller.
    """

    field: str
    at: Place
    axis: Place
    gain: float = 1.0


def inches(label: Message, help: Message, default: float, least: float, most: float, step: float = 0.25) -> Any:
    """Return a record's field: a length in inches."""
    return _field(PieceField("", label, help, "in", default, least, most, step))


def count(label: Message, help: Message, default: int, least: int, most: int) -> Any:
    """Return a record's field: a whole number."""
    return _field(PieceField("", label, help, "count", default, least, most))


def share(label: Message, help: Message, default: float) -> Any:
    """Return a record's field: a share from 0 to 1."""
    return _field(PieceField("", label, help, "share", default, 0.0, 1.0, 0.1))


def seed() -> Any:
    """Return a record's field: the seed of what is left to chance."""
    label, help = message("seed"), message("the same seed gives the same breaks")
    return _field(PieceField("", label, help, "seed", 1, 0, MOST_SEED))


def choice(label: Message, help: Message, choices: tuple[FieldChoice, ...]) -> Any:
    """Return a record's field: one of several values, the first of them by default."""
    return _field(PieceField("", label, help, "choice", choices[0].value, choices=choices))


def _field(made: PieceField) -> Any:
    return dataclasses.field(default=made.default, metadata={_FIELD: made})


def fields_of(parameters: Any) -> tuple[PieceField, ...]:
    """Return the fields of a record of parameters, or of its class, in the order in which they are shown."""
    return tuple(
        dataclasses.replace(one.metadata[_FIELD], name=one.name)
        for one in dataclasses.fields(parameters)
        if _FIELD in one.metadata
    )


def values_of(parameters: Any) -> dict[str, FieldValue]:
    """Return the values of a record, by name."""
    return {one.name: getattr(parameters, one.name) for one in fields_of(parameters)}


def parameters_of(record: type, values: Mapping[str, object]) -> Any:
    """Return a record with these values; others are as by default. Raise `ParameterError` for what it cannot hold."""
    known = {one.name: one for one in fields_of(record)}
    unknown = next((name for name in values if name not in known), None)
    if unknown is not None:
        raise ParameterError("there is no parameter '{name}'; there are {known}", name=unknown, known=list(known))
    return record(**{name: known[name].checked(value) for name, value in values.items()})


def snapped(field: PieceField, value: float) -> float:
    """Return a number moved into a field's range and onto its next step: what a handle or a wheel sets."""
    nearest = field.least + round((value - field.least) / field.step) * field.step
    return float(round(min(max(nearest, field.least), field.most), 6))


def range_of(field: PieceField) -> Message:
    """Return a field's range in words."""
    if field.unit == "choice":
        return message("one of {known}", known=tuple(one.value for one in field.choices))
    if field.unit == "in":
        return message("{least:g} to {most:g} in", least=field.least, most=field.most)
    return message("{least:g} to {most:g}", least=field.least, most=field.most)
