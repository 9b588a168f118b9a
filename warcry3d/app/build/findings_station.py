"""The findings: lint in a process of its own after each change, as cards by severity, and marked in their place."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from warcry3d.app.build.bench_table import origin_of
from warcry3d.app.build.findings_state import FindingsState, ShowFindings, StopLooking
from warcry3d.app.build.findings_view import draw_findings
from warcry3d.app.build.lint_task import finding_of
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import BuildBench, Station, Wanted
from warcry3d.app.scene.colours import AMBER, BLUE, RED, Colour
from warcry3d.app.scene.overlays import Beam, Overlay, Sign, SignKind
from warcry3d.app.shell.background.jobs import JobProgress
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.errors import WarcryError
from warcry3d.limited_process import KeptProcess
from warcry3d.table.pieces import save_piece
from warcry3d.table.terrain import Piece
from warcry3d.terrain.editing.edits import edited
from warcry3d.terrain.findings import Finding, Place, Severity

__all__ = ["FindingsStation", "found_in"]

LINT = "build-lint"
"""The slot of the job."""
PATIENCE, MEMORY_MB = 1800.0, 6000
SIGNS = 16
"""So many places of a finding are marked."""
COLOURS: dict[Severity, Colour] = {Severity.ERROR: RED, Severity.WARNING: AMBER, Severity.NOTE: BLUE}
NEAR = 1.2
"""So far around its place the camera shows a finding (in)."""


def found_in(piece: Piece, progress: JobProgress, process: KeptProcess) -> tuple[Finding, ...]:
    """Return what lint finds about a piece, in a process that is kept for it; raise `WarcryError` where it comes to no
    end.
    """
    with tempfile.TemporaryDirectory(prefix="warcry3d-") as folder:
        path = Path(folder) / "piece.glb"

        def on_stage(name: str) -> None:
            if name.startswith("linting "):
                progress.report(float(name.removeprefix("linting ")))

        save_piece(piece, path)
        wires = process.run(
            "warcry3d.app.build.lint_task:lint_task",
            {"piece": str(path)},
            seconds=PATIENCE,
            megabytes=MEMORY_MB,
            on_stage=on_stage,
            is_cancelled=lambda: progress.is_cancelled,
        )
    return tuple(finding_of(wire) for wire in wires)


class FindingsStation(Station):
    """Looks at the piece after each change."""

    first_state = FindingsState()

    def __init__(self, bench: BuildBench) -> None:
        super().__init__(bench)
        self._process = KeptProcess()
        self._share: float | None = None

    @property
    def state(self) -> FindingsState:
        """Return what the model keeps of it."""
        return self.bench.model.state(FindingsState)

    def follow(self, before: BuildModel) -> None:
        """Look at another piece; fly to another finding."""
        piece, was_stopped = self.bench.model.piece, before.state(FindingsState).is_stopped
        if piece is not before.piece or (was_stopped and not self.state.is_stopped and self.state.found is None):
            self._look_at(piece)
        elif self.state.is_stopped and not was_stopped:
            self.bench.host.jobs.cancel(LINT)
        shown = self.state.shown
        if shown is not None and shown is not before.state(FindingsState).shown:
            self._fly(shown)

    def _look_at(self, piece: Piece | None) -> None:
        jobs = self.bench.host.jobs
        jobs.cancel(LINT)
        if piece is None:
            return

        def take(found: tuple[Finding, ...]) -> None:
            self.bench.do(ShowFindings(piece, found))

        def refuse(error: WarcryError) -> None:
            self.bench.do(StopLooking())
            self.bench.host.notify(refusing(error), is_alarming=True)

        jobs.start(
            LINT,
            lambda words: words.say("looking for problems..."),
            lambda progress: found_in(piece, progress, self._process),
            take,
            refuse,
            is_quiet=True,
        )

    @property
    def share(self) -> float | None:
        """Return how far the search is; None: none is under way."""
        running = (job for job in self.bench.host.jobs.running if job.slot == LINT)
        return next((job.progress.share or 0.0 for job in running), None)

    def poll(self) -> bool:
        """Return whether the search got any further."""
        share, self._share = self._share, self.share
        return share != self._share

    def _fly(self, finding: Finding) -> None:
        piece = self.bench.model.piece
        if not finding.places or piece is None:
            return
        at, place = origin_of(piece, self.bench.model.table), finding.places[0]
        x, y, z = place[0] + at[0], place[1] + at[1], place[2] + at[2]
        self.bench.host.look_at(((x - NEAR / 2, y, z), (x + NEAR / 2, y, z)))

    def show(self, model: BuildModel, view: TableView) -> TableView:
        """Mark the finding that is shown: its places, and lines of sight that leak through as beams."""
        shown = model.state(FindingsState).shown
        if shown is None or model.piece is None:
            return view
        at, colour = origin_of(model.piece, model.table), COLOURS[shown.severity]

        def moved(place: Place) -> Place:
            return place[0] + at[0], place[1] + at[1], place[2] + at[2]

        made: list[Overlay] = [Sign(moved(place), SignKind.GAP, colour, 26.0) for place in shown.places[:SIGNS]]
        made += [Beam(moved(start), moved(end), colour, width=9.0) for start, end in shown.lines[:SIGNS]]
        return replace(view, overlays=(*view.overlays, *made))

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Draw the cards."""
        wanted: list[Wanted] = []
        if self.bench.model.piece is None:
            return wanted
        accepted = draw_findings(frame, self.state, self.share, wanted, self.bench.model.chosen)
        if accepted is not None:
            self.bench.change(lambda piece: edited(piece, accepted))
        return wanted

    def close(self) -> None:
        """Stop looking."""
        self.bench.host.jobs.cancel(LINT)
        self._process.close()
