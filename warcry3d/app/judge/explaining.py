"""What the window's picture shows of a judgement, or of a fighter in hand: laid over the stage when it changes."""

from collections.abc import Sequence

from warcry3d.app.judge.model import Dispute
from warcry3d.app.scene.deciding_view import DecidingView, deciding_view
from warcry3d.app.scene.live_scene import LiveScene
from warcry3d.app.scene.overlay import Overlay
from warcry3d.app.scene.verdict import shown
from warcry3d.app.scene.verdict_overlays import overlays
from warcry3d.app.shell.camera import Camera
from warcry3d.messages import Words
from warcry3d.rules.results import Judgement

__all__ = ["Explaining"]


class Explaining:
    """Keeps a stage in step with what is judged; out of a model it looks at the place that decides."""

    def __init__(self, stage: LiveScene) -> None:
        self._stage = stage
        self._explained: tuple[Judgement | None, bool, Sequence[Overlay]] | None = None
        self._look: DecidingView | None = None

    def restart(self) -> None:
        """Take the next judgement for a new one: it is about another table."""
        self._explained = None

    def look(self, words: Words) -> str:
        """Return what a look out of a model is called; "" at the table."""
        return self._look.title(words) if self._look else ""

    def show(
        self, dispute: Dispute, judgement: Judgement | None, camera: Camera, *, otherwise: Sequence[Overlay] = ()
    ) -> None:
        """Draw what shows a judgement, or ``otherwise`` where there is none; step into the eye where that is asked."""
        through_eye = dispute.through_eye
        if (judgement, through_eye, otherwise) == self._explained:
            return
        self._explained, self._look = (judgement, through_eye, otherwise), None
        if judgement is None:
            self._stage.explain(otherwise)
            return
        if through_eye:
            self._look = deciding_view(dispute.table, shown(judgement))
            camera.step_into(self._look.shot)
        is_along = self._look is not None and self._look.is_along
        self._stage.explain(overlays(dispute.table, judgement, through_eye, along_line=is_along))
