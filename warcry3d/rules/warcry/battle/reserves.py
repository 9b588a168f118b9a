"""The reserve phase (WC-DEPLOY-3)."""

from warcry3d.rules.warcry.battle.doing import Doing
from warcry3d.rules.warcry.battle.state import Phase
from warcry3d.rules.warcry.battle.steps import Automatic

__all__ = ["ReservePhase"]


class ReservePhase(Automatic, frozen=True, tag="reserve-phase", tag_field="step"):
    """Reserve groups of this round arrive."""

    def resolve(self, do: Doing) -> None:
        """Let them arrive."""
        do.change(phase=Phase.RESERVE)
