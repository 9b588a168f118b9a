"""The findings about a board, found in the background after every change."""

from collections.abc import Callable

from warcry3d.app.boards.tools import AnswerCheck
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.rules.board_sizes import BOARD_SIZES
from warcry3d.rules.systems import system
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, worst_first
from warcry3d.terrain.layouts.check import check_layout

__all__ = ["BoardChecks", "board_findings"]


def board_findings(table: Table) -> tuple[Finding, ...]:
    """Return all findings about how a board is laid out, its rule system's too, the worst first.

    A board of pieces of a size that other rule systems play on is not asked to be of the usual size of its own.
    """
    found = check_layout(table, with_views=False).findings
    rules = system(table.ruleset).board()
    sizes = [tuple(sorted((one.width, one.depth))) for one in BOARD_SIZES]
    size = tuple(sorted((table.board.width, table.board.depth)))
    if rules.is_of_pieces and size != tuple(sorted(rules.size)) and size in sizes:
        return worst_first(found)
    return worst_first((*found, *rules.findings(table)))


class BoardChecks:
    """Asks for the findings of the newest table; older ones are dropped. ``close()`` it when done."""

    def __init__(self, answer: Callable[[AnswerCheck], None]) -> None:
        self._answer = answer
        self._answers: Answers[Table, tuple[Finding, ...]] = Answers(board_findings, keep=8)
        self._asked: Table | None = None

    @property
    def is_working(self) -> bool:
        """Whether findings are still to come."""
        return self._answers.is_working

    def follow(self, table: Table) -> None:
        """Ask about a table that is shown now, unless that was done."""
        if table is self._asked:
            return
        self._asked = table
        self._answers.ask(table)
        self._take()

    def poll(self) -> bool:
        """Take in what was found; return whether anything is new."""
        return self._answers.poll() and self._take()

    def _take(self) -> bool:
        if self._asked is None or self._asked not in self._answers.known:
            return False
        self._answer(AnswerCheck(self._asked, self._answers.known[self._asked]))
        return True

    def close(self) -> None:
        """Stop; what is under way is not waited for."""
        self._answers.close()
