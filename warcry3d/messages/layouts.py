"""Findings on layouts, views and exposure as text."""

from typing import TYPE_CHECKING

from warcry3d.messages.speak import Words

if TYPE_CHECKING:
    from warcry3d.terrain.findings import Finding
    from warcry3d.terrain.layouts.group_space import GroupSetup
    from warcry3d.terrain.layouts.views import EdgeView

__all__ = ["finding_line", "setup_line", "storey_line", "view_line"]


def finding_line(finding: "Finding", words: Words) -> str:
    """Return a finding as one line: how bad, what, by what code."""
    severity = {"error": words.say("error"), "warning": words.say("warning"), "note": words.say("note")}
    return words.say(
        "{severity}: {finding} [{code}]",
        severity=severity[finding.severity.value],
        finding=words.text(finding.message),
        code=finding.code,
    )


def setup_line(setup: "GroupSetup", words: Words) -> str:
    """Return that a group finds room."""
    return words.count(
        "{side} {group}: room for {n} fighter",
        "{side} {group}: room for {n} fighters",
        setup.group.count,
        side=setup.point.side,
        group=setup.point.group,
    )


def view_line(view: "EdgeView", words: Words) -> str:
    """Return how much of the board is seen from a place."""
    edges = {
        "south": words.say("the middle of the south edge"),
        "east": words.say("the middle of the east edge"),
        "north": words.say("the middle of the north edge"),
        "west": words.say("the middle of the west edge"),
    }
    return words.say(
        "from {place}, at ({x:.1f}, {y:.1f}): {share:.0%} of the board is seen",
        place=edges.get(view.name, view.name),
        x=view.at[0],
        y=view.at[1],
        share=view.share,
    )


def storey_line(span: tuple[float, float], share: float, words: Words) -> str:
    """Return the mean exposure (0 to 1) of a storey, given its lowest and highest height (in)."""
    low, high = span
    if high == 0:
        return words.say("floor: {share:.0%} on average", share=share)
    if high - low < 0.05:
        return words.say("{low:.1f} in up: {share:.0%} on average", low=low, share=share)
    return words.say("{low:.1f} to {high:.1f} in up: {share:.0%} on average", low=low, high=high, share=share)
