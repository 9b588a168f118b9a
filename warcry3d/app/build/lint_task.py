"""Lint of a piece as a task of a limited process, and its findings as JSON values and back."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from warcry3d.message import Message
from warcry3d.terrain.findings import Finding, Place, Severity

if TYPE_CHECKING:
    from warcry3d.limited_process import Reporter

__all__ = ["finding_of", "finding_wire", "lint_task"]


def lint_task(given: dict[str, Any], reporter: "Reporter") -> list[dict[str, Any]]:
    """Return what is wrong or odd with the piece in a file, the worst first; its stages tell the share that is done."""
    from warcry3d.table.pieces import load_piece
    from warcry3d.terrain.lint.report import lint

    def tell(share: float) -> None:
        reporter.stage(f"linting {share:.2f}")

    return [finding_wire(one) for one in lint(load_piece(Path(given["piece"])), on_share=tell)]


def finding_wire(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON values."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": _wire(finding.message),
        "places": [list(place) for place in finding.places],
        "part": finding.part,
        "lines": [[list(end) for end in line] for line in finding.lines],
        "accepted": finding.accepted,
    }


def finding_of(wire: Mapping[str, Any]) -> Finding:
    """Return the finding that `finding_wire` wrote."""
    return Finding(
        wire["code"],
        Severity(wire["severity"]),
        _message(wire["message"]),
        tuple(_place(place) for place in wire["places"]),
        wire["part"],
        tuple((_place(start), _place(end)) for start, end in wire["lines"]),
        wire["accepted"],
    )


def _wire(value: object) -> Any:
    """Return a value of a message as JSON has it; messages inside of it stay messages, so that they are translated."""
    if isinstance(value, Message):
        values = {name: _wire(one) for name, one in value.values.items()}
        return {"template": value.template, "values": values, "plural": value.plural}
    if isinstance(value, tuple | list):
        return [_wire(one) for one in value]
    return value if isinstance(value, str | int | float) else str(value)


def _message(wire: Mapping[str, Any]) -> Message:
    return Message(wire["template"], {name: _value(one) for name, one in wire["values"].items()}, wire["plural"])


def _value(wire: Any) -> object:
    if isinstance(wire, Mapping):
        return _message(wire)
    return tuple(_value(one) for one in wire) if isinstance(wire, list) else wire


def _place(wire: Any) -> Place:
    x, y, z = wire
    return float(x), float(y), float(z)
