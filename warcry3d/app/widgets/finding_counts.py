"""How many findings there are of each severity, in words."""

from collections.abc import Sequence

from warcry3d.messages import Words
from warcry3d.terrain.findings import Severity

__all__ = ["counted_findings"]


def counted_findings(severities: Sequence[Severity], words: Words) -> str:
    """Return how many errors, warnings and notes there are."""
    return " · ".join(
        (
            words.count("{n} error", "{n} errors", severities.count(Severity.ERROR)),
            words.count("{n} warning", "{n} warnings", severities.count(Severity.WARNING)),
            words.count("{n} note", "{n} notes", severities.count(Severity.NOTE)),
        )
    )
