"""What a first verdict rests on, made ready in the background before it is asked.

Kernels are loaded from their cache, solids and trees are made of the terrain: 0.9 s of the processor, which the first
verdict of a table would take besides its own.
"""

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.room import Host
from warcry3d.messages import Words
from warcry3d.rules.judgement import judge, prepare
from warcry3d.sight.kernels import warm_up
from warcry3d.table.table import Table, Terrain

__all__ = ["Warming"]

SLOT = "judge-warming"


class Warming:
    """Makes verdicts on each terrain ready, once, when the window rests or a first model is picked."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._begun: Terrain | None = None

    def follow(self, model: JudgeModel) -> None:
        """Begin where it is time and the table has a pair of models; nobody is told, also where it fails."""
        table = model.table
        is_asked = model.viewer is not None or self._host.is_resting
        if is_asked and len(table.models) > 1 and table.terrain is not self._begun:
            self._begun = table.terrain
            host = self._host
            host.jobs.start(SLOT, _saying, lambda progress: _warm(host, table, progress), _end, _end, is_quiet=True)


def _warm(host: Host, table: Table, progress: JobProgress) -> None:
    host.wait_for_kernels("sight")
    warm_up()
    progress.check()
    prepare(table)
    progress.check()
    one, other = table.models[:2]
    judge(table, one.id, other.id)


def _saying(words: Words) -> str:
    return words.say("making verdicts ready")


def _end(_: object) -> None:
    """Do nothing: the verdict that is asked says itself what is wrong."""
