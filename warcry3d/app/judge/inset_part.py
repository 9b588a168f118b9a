"""The inset at the upper left: through the viewer's eye, along the line where it is narrowest, or from the point that
settles a full view; a click enlarges it.

The looks are worked out in the background; the picture is drawn by the window, once for what it shows.
"""

from collections.abc import Sequence
from dataclasses import replace

from warcry3d.app.judge.everybody import EVERYBODY
from warcry3d.app.judge.inset_view import InsetView, draw_gap, inset_corner
from warcry3d.app.judge.insets import FitInset, InsetLook, InsetState, Looks, ShowLooks
from warcry3d.app.judge.intents import SightCase
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pairs import MATRIX
from warcry3d.app.judge.part import Wanted
from warcry3d.app.judge.verdict_sequel import VerdictSequel
from warcry3d.app.scene.deciding_view import deciding_view
from warcry3d.app.scene.inset import Inset
from warcry3d.app.scene.line_view import line_view
from warcry3d.app.scene.point_view import point_view
from warcry3d.app.scene.studio import clear_between, obstructions
from warcry3d.app.scene.verdict import shown
from warcry3d.app.scene.verdict_overlays import verdict_overlays
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.name_labels import Box
from warcry3d.rules.results import Judgement

__all__ = ["InsetPart", "looks_at"]

WIDTH, HEIGHT = 380, 280
"""Size of the inset (points)."""
MOST_OF_PICTURE = 0.32
"""It is at most this share of the table's picture wide."""
SMALL = 0.8
"""Lines and signs are so much smaller than on the table."""
WITHOUT = (EVERYBODY, MATRIX)
"""The tools that show the whole table and no pair."""


def looks_at(case: SightCase, judgement: Judgement) -> Looks:
    """Return the looks at what was judged."""
    made, pair = shown(judgement), (judgement.viewer, judgement.target)
    clear = clear_between(obstructions(case.table, without=pair))
    eye = deciding_view(case.table, made, clear)
    overlays = verdict_overlays(case.table, judgement, through_eye=True, along_line=eye.is_along)
    return Looks(eye, overlays, line_view(case.table, made, clear), point_view(case.table, judgement))


def fitted(frame: Frame) -> FitInset:
    """Return how large the inset is in a frame."""
    width = round(min(WIDTH * frame.scale, MOST_OF_PICTURE * frame.picture[0]))
    return FitInset((width, round(width * HEIGHT / WIDTH)), frame.scale)


class InsetPart(VerdictSequel[Looks]):
    """Asks for the looks at what was judged, and draws the inset."""

    @property
    def first_state(self) -> InsetState:
        """Return that nothing is known."""
        return InsetState()

    def find(self, case: SightCase, judgement: Judgement) -> Looks:
        """Return the looks; called in the background."""
        return looks_at(case, judgement)

    def is_found(self, model: JudgeModel) -> bool:
        """Return whether the looks are known."""
        return model.state(InsetState).found is not None

    def showing(self, case: SightCase, found: Looks) -> ShowLooks:
        """Return the intent that gives them to the model."""
        return ShowLooks(case, found)

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Want the inset's picture; where it was made large and shows the line or a full view, look so."""
        state = model.state(InsetState)
        if state.found is None or model.viewer is None:
            return view
        if not model.through_eye:
            return view if model.tool in WITHOUT else replace(view, inset=self._inset(model))
        if state.look is InsetLook.EYE:
            return view
        look, overlays = state.found.looks.of(state.look)
        return replace(view, overlays=overlays, hidden=(model.viewer,), eye=look.shot, looks_at=look.title)

    def _inset(self, model: JudgeModel) -> Inset | None:
        state = model.state(InsetState)
        if state.found is None or model.viewer is None or model.target is None:
            return None
        look, overlays = state.found.looks.of(state.look)
        subject = (model.viewer, model.target, state.look.name)
        return Inset(subject, look.shot, state.size, overlays, (model.viewer,), SMALL * state.scale)

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Draw the inset, or in the large view along the line the gap."""
        model = self.bench.model
        state = model.state(InsetState)
        if model.through_eye:
            if state.look is InsetLook.ALONG and state.found is not None and model.judgement is not None:
                draw_gap(frame, state.found.looks.along, model.judgement.sight)
            return ()
        if model.tool in WITHOUT or not self._has_picture(frame):
            return ()
        fitting = fitted(frame)
        if (fitting.size, fitting.scale) != (state.size, state.scale):
            return (fitting,)
        return InsetView(frame, self.bench.host.key_label).draw(model, self._inset(model))

    def walls(self, frame: Frame) -> Sequence[Box]:
        """Return the inset's box, where there is one: a pair that is asked about shall not stand behind it."""
        model = self.bench.model
        if model.through_eye or model.tool in WITHOUT or model.viewer is None or model.target is None:
            return ()
        width, height = fitted(frame).size
        return ((*inset_corner(frame), float(width), float(height)),)

    def _has_picture(self, frame: Frame) -> bool:
        """Return whether there is a verdict to show, or a picture of the same pair from before."""
        model = self.bench.model
        if model.viewer is None or model.target is None:
            return False
        is_of_pair = frame.inset is not None and frame.inset.inset.subject[:2] == (model.viewer, model.target)
        return model.judgement is not None or is_of_pair
