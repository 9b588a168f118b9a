"""How fair the board is to both sides, worked out in the background under the deployment map that lies over it."""

from typing import Protocol

from warcry3d.app.boards.intents import BoardsIntent
from warcry3d.app.boards.lens_fields import board_maps, laid_under, map_points
from warcry3d.app.boards.model import BoardsModel
from warcry3d.app.boards.tools import AnswerFairness, FairnessShown, ToolIntent
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Host
from warcry3d.rules.board_fairness import board_fairness
from warcry3d.table.table import Table

__all__ = ["BoardComparison", "compared", "map_of"]

COMPARING = "boards-fairness"
"""The slot of the job that compares both sides."""


class ComparisonBench(Protocol):
    """What it asks of the room."""

    @property
    def host(self) -> Host: ...
    @property
    def model(self) -> BoardsModel: ...
    def do(self, intent: BoardsIntent | ToolIntent) -> None: ...


class BoardComparison:
    """Compares both sides of the open board in a job; what is compared no longer is stopped."""

    def __init__(self, bench: ComparisonBench) -> None:
        self._bench = bench

    def begin(self) -> None:
        """Compare both sides of the board as it is now."""
        host, model = self._bench.host, self._bench.model
        table, name = model.opened, model.tools.map
        host.jobs.start(
            COMPARING,
            lambda words: words.say("comparing both sides..."),
            lambda progress: compared(table, name, progress),
            lambda shown: self._bench.do(AnswerFairness(shown)),
            lambda error: host.notify(refusing(error), is_alarming=True),
        )

    @property
    def is_working(self) -> bool:
        """Whether both sides are being compared."""
        return self._bench.host.jobs.is_running(COMPARING)

    def stop(self) -> None:
        """Stop what is under way."""
        self._bench.host.jobs.cancel(COMPARING)


def map_of(table: Table) -> str:
    """Return the name of the deployment map whose points a table has; "": of none."""
    if not table.deployment:
        return ""
    for name, _ in board_maps():
        map = map_points(name, table.board)
        if map is not None and map.points == table.deployment:
            return name
    return ""


def compared(table: Table, name: str, progress: JobProgress) -> FairnessShown:
    """Return the figures of a table under a map; raise `WarcryError` where there are none, or when it is cancelled."""

    def told(share: float) -> None:
        progress.check()
        progress.report(share)

    map = map_points(name, table.board) if name else None
    objectives = () if map is None else map.objectives
    return FairnessShown(table, name, board_fairness(laid_under(table, name), objectives, progress=told))
