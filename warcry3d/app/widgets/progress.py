"""A line that says what the background does, with a bar where it is known how far it is."""

from dataclasses import dataclass

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.scene.colours import GOLD

__all__ = ["ProgressLine", "draw_progress"]

WIDTH = 260.0
"""Width of the bar (points)."""


@dataclass(frozen=True, slots=True)
class ProgressLine:
    """What is under way; ``share``: how far it is, 0 to 1, None: not known."""

    text: str
    share: float | None = None


def draw_progress(line: ProgressLine, scale: float) -> None:
    """Draw the line into the open window."""
    with imgui_ctx.push_style_color(imgui.Col_.text.value, (*GOLD, 1.0)):
        imgui.text_wrapped(line.text)
    if line.share is not None:
        with imgui_ctx.push_style_color(imgui.Col_.plot_histogram.value, (*GOLD, 0.9)):
            imgui.progress_bar(line.share, (WIDTH * scale, 7 * scale), "")
