"""A table from above with the findings about its layout marked, and their sentences."""

from collections.abc import Sequence

import numpy as np

from warcry3d.app.pictures.table import Above, graphics_for, picture
from warcry3d.app.scene.camera import above, project
from warcry3d.app.scene.colours import AMBER, BLUE, RED, Colour
from warcry3d.app.scene.label import TextPanel, draw_panels, draw_texts
from warcry3d.app.scene.overlays import Sign, SignKind, Tint
from warcry3d.app.scene.pipe import Graphics
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import pill
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.messages import Words
from warcry3d.table.table import Table
from warcry3d.terrain.findings import Finding, Severity

__all__ = ["layout_picture"]

_COLOURS: dict[Severity, Colour] = {Severity.ERROR: RED, Severity.WARNING: AMBER, Severity.NOTE: BLUE}
_MOST_TOLD = 8


def layout_picture(
    table: Table,
    findings: Sequence[Finding],
    words: Words,
    *,
    size: tuple[int, int] = (1600, 1200),
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the board from above: a number at each finding's place, its sentence below; raise as `picture` does."""
    with graphics_for(graphics) as own:
        placed = [(number, f) for number, f in enumerate(findings, 1) if f.places]
        overlays: list[Sign | Tint] = [Sign(f.places[0], SignKind.RING, _COLOURS[f.severity], 44.0) for _, f in placed]
        overlays += [Tint(f.part, _COLOURS[f.severity]) for _, f in placed if f.severity is Severity.ERROR and f.part]
        lines = [f"{number}  {words.text(f.message)}" for number, f in enumerate(findings[:_MOST_TOLD], 1)]
        if len(findings) > _MOST_TOLD:
            lines.append(words.say("and {count} more", count=len(findings) - _MOST_TOLD))
        caption = lines or [words.say("no problems found in this layout")]
        image = picture(
            table, view=Above(), size=size, overlays=overlays, caption=caption, quality=quality, graphics=own
        )
        shot = above(table, size[0] / size[1])
        panels: list[TextPanel] = []
        texts = []
        for number, finding in placed:
            x, y, _ = project(shot, np.array([finding.places[0]]), size)[0].tolist()
            made = pill(str(number), (x, y - 22), 22, mark=_COLOURS[finding.severity], bold=True)
            panels += made[0]
            texts += made[1]
        return draw_texts(own, draw_panels(image, panels), texts)
