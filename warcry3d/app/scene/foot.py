"""The words at the bottom of a picture: a caption, or a verdict with its legend."""

from collections.abc import Sequence
from dataclasses import dataclass

from warcry3d.app.scene.colours import BLUE, GOLD, INK, PAPER, Colour
from warcry3d.app.scene.label import TextLine, TextPanel, line_height, text_width, wrapped
from warcry3d.app.scene.studio import Labels
from warcry3d.app.scene.verdict import ShownVerdict, colour_of
from warcry3d.messages import Words
from warcry3d.sight.verdict import Hidden, Seen, TooClose

__all__ = ["Foot", "caption", "foot"]


def caption(lines: Sequence[str], size: tuple[int, int], scale: float) -> Labels:
    """Return lines on a panel at the bottom left of a picture of ``size`` (pixels)."""
    if not lines:
        return [], []
    text_size = max(round(22 * scale), 11)
    step, pad = line_height(text_size), round(14 * scale)
    said = [part for line in lines for part in _broken(line, size[0] - 6 * pad, text_size)]
    wide = max(text_width(line, text_size) for line in said)
    high = step * len(said) + pad
    left, top = 2 * pad, size[1] - high - 2 * pad
    texts = [TextLine(line, (left + pad, top + pad / 2 + step * (i + 0.74)), text_size) for i, line in enumerate(said)]
    return [TextPanel((left, top, wide + 2 * pad, high), INK, 0.78, 8 * scale)], texts


def _broken(words: str, width: float, size: int, *, bold: bool = False) -> list[str]:
    return wrapped(words, width, lambda part: text_width(part, size, bold=bold))


@dataclass(frozen=True, slots=True)
class Foot:
    """The verdict in words at the bottom of its picture."""

    height: int
    panels: list[TextPanel]
    texts: list[TextLine]


def foot(
    sentences: Sequence[str], shown: ShownVerdict, words: Words, size: tuple[int, int], scale: float, margin: int
) -> Foot:
    """Return the foot of a picture of ``size`` (pixels): sentences, the first as a headline, and what the lines mean.

    Long sentences shrink, and are cut when they still fill two fifths of the picture.
    """
    colour = colour_of(shown.verdict)
    legend = _legend(shown, words)
    pad = round(18 * scale)
    small = max(round(18 * scale), 10)
    aside = max(text_width(said, small) for said, _ in legend) + 4 * pad
    width = size[0] - 2 * margin - 2 * pad - aside
    for shrink in (1.0, 0.85, 0.7, 0.6):
        head, body = max(round(31 * scale * shrink), 11), max(round(21 * scale * shrink), 10)
        lines = [(part, head, True) for part in _broken("".join(sentences[:1]), width, head, bold=True) if sentences]
        lines += [(part, body, False) for said in sentences[1:] for part in _broken(said, width, body)]
        height = sum(line_height(s) for _, s, _ in lines) + round(1.4 * pad)
        if height <= size[1] * 0.4:
            break
    height = max(min(height, round(size[1] * 0.4)), line_height(small) * len(legend) + round(1.4 * pad))
    top = size[1] - margin - height
    panels = [
        TextPanel((margin, top, size[0] - 2 * margin, height), (0.075, 0.08, 0.095), 1.0, 6 * scale),
        TextPanel((margin, top, 7 * scale, height), colour, 1.0, 3 * scale),
    ]
    texts: list[TextLine] = []
    y = top + 0.7 * pad
    for said, text_size, bold in lines:
        y += line_height(text_size)
        if y > top + height:
            break
        baseline = y - line_height(text_size) * 0.27
        texts.append(TextLine(said, (margin + pad * 1.4, baseline), text_size, colour if bold else PAPER, bold))
    left = size[0] - margin - aside + pad
    for row, (said, swatch) in enumerate(legend):
        y = top + 0.7 * pad + line_height(small) * (row + 0.72)
        panels.append(TextPanel((left, y - small * 0.48, 1.6 * pad, 5 * scale), swatch, 1.0, 2 * scale))
        texts.append(TextLine(said, (left + 2.1 * pad, y), small, (0.72, 0.72, 0.74)))
    return Foot(height, panels, texts)


def _legend(shown: ShownVerdict, words: Words) -> list[tuple[str, Colour]]:
    """Return what the lines in the picture mean."""
    colour = colour_of(shown.verdict)
    match shown.verdict:
        case Seen():
            rows = [(words.say("line of sight"), colour)]
        case Hidden():
            rows = [(words.say("what blocks every line"), colour)]
        case TooClose():
            rows = [(words.say("too close to call"), colour)]
    rows.append((words.say("tape, between the nearest points"), GOLD))
    if any(line.passes for line in shown.cover):
        rows.append((words.say("cover line, and where it enters"), BLUE))
    elif shown.cover:
        rows.append((words.say("cover line"), PAPER))
    return rows
