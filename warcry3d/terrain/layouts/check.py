"""All checks of a layout at once."""

from dataclasses import dataclass

from warcry3d.sight.exposure import StandInBody
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding
from warcry3d.terrain.layouts.ground import StandingGround
from warcry3d.terrain.layouts.group_space import Group, GroupSetup, finding_of, setting_up
from warcry3d.terrain.layouts.placement_checks import placement_findings
from warcry3d.terrain.layouts.pockets import closed_in
from warcry3d.terrain.layouts.views import EdgeView, views
from warcry3d.units import MM

__all__ = ["GROUP", "VIEWER", "LayoutReport", "check_layout"]

GROUP = Group(4, 16 * MM)
"""The default group at a deployment point: a third of a warband of twelve, on bases of 32 mm."""

VIEWER = StandInBody(16 * MM, 1.3)
"""The default viewer over the board: a common figure on a base of 32 mm."""


@dataclass(frozen=True, eq=False)
class LayoutReport:
    """The result of checking a layout.

    ``findings`` in no order of severity, whether groups find room, and what is seen from edges and deployment points.
    """

    findings: tuple[Finding, ...]
    setups: tuple[GroupSetup, ...]
    views: tuple[EdgeView, ...]


def check_layout(
    table: Table, *, group: Group = GROUP, viewer: StandInBody = VIEWER, step: float = 0.5, with_views: bool = True
) -> LayoutReport:
    """Return what is wrong with a layout under any rules, and what is seen from its edges and deployment points.

    ``step``: the size of the spots looked at (in); ``with_views`` False leaves the views out. Raises `QuestionError`
    where the step is too fine.
    """
    ground = StandingGround(table)
    setups = setting_up(table, ground, group)
    full = [finding for setup in setups if (finding := finding_of(setup)) is not None]
    seen = views(table, ground, viewer, step=step) if with_views else ()
    return LayoutReport((*placement_findings(table), *closed_in(table, ground), *full), setups, seen)
