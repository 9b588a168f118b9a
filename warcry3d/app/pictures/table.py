"""Pictures of a table: from above, from a corner, through a model's eye, and the one that shows a verdict."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from panda3d.core import PNMImage, StringStream

from warcry3d.app.scene.bake import Distances
from warcry3d.app.scene.camera import (
    CORNER_AZIMUTH,
    Clear,
    Shot,
    above,
    around,
    eye_point,
    from_corner,
    middle_of,
    model_points,
    near_to,
    project,
)
from warcry3d.app.scene.colours import GOLD, INK
from warcry3d.app.scene.deciding_view import deciding_view, eye_shot
from warcry3d.app.scene.foot import caption as caption_of
from warcry3d.app.scene.foot import foot
from warcry3d.app.scene.label import TextLine, TextPanel, draw_panels, draw_texts, text_width
from warcry3d.app.scene.overlays import Beam, Overlay, Sign, Tint
from warcry3d.app.scene.pipe import Graphics, headless
from warcry3d.app.scene.shoot import Image
from warcry3d.app.scene.studio import (
    Labels,
    Studio,
    clear_between,
    name_labels,
    obstructions,
    pill,
    share_hidden,
    share_seen,
)
from warcry3d.app.scene.verdict import ShownVerdict, colour_of, overlays_of, solids_named, tightest
from warcry3d.app.scene.verdict_overlays import is_of_the_bases
from warcry3d.app.scene.world import STILL, Quality
from warcry3d.errors import WarcryError
from warcry3d.file_writes import atomic_write
from warcry3d.geom.solid import FloatArray
from warcry3d.messages import Words
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.table import Table
from warcry3d.units import MM

__all__ = [
    "LARGEST",
    "SIZE",
    "SMALLEST",
    "Above",
    "Corner",
    "Eye",
    "PictureSizeError",
    "View",
    "check_picture",
    "check_size",
    "graphics_for",
    "picture",
    "save_png",
    "shot_of",
    "text_scale",
]

SMALLEST, LARGEST = 160, 8192
"""Sides of a picture (pixels)."""

SIZE = (1600, 1000)

_LENS = 0.42
"""How much (in) a closer view shows around the place that decides."""
_GAPS = 9.0
"""A closer view of a gap shows this many of its widths to each side of it, and at least an eighth of an inch."""
_PLAIN_HEIGHT, _PLAIN_SEEN = 0.2, 0.25
"""A target as high as this share of the picture, of which more than this is visible, needs no closer view."""


class PictureSizeError(WarcryError, ValueError):
    """A picture was requested that is too small to show anything or too large to draw."""


@dataclass(frozen=True, slots=True)
class Above:
    """The whole board from above, its depth upwards."""


@dataclass(frozen=True, slots=True)
class Corner:
    """The whole board as seen by a player in direction ``azimuth`` (radians) from its middle."""

    azimuth: float = CORNER_AZIMUTH


@dataclass(frozen=True, slots=True)
class Eye:
    """What model ``viewer`` sees when it looks at model ``target``."""

    viewer: str
    target: str


View: TypeAlias = Above | Corner | Eye


def picture(
    table: Table,
    *,
    view: View,
    size: tuple[int, int] = SIZE,
    overlays: Sequence[Overlay] = (),
    caption: Sequence[str] = (),
    names: bool = True,
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return a picture (h, w, 3) of the table, ``size`` (width, height) pixels, from the top left corner.

    ``caption``: lines at the bottom. ``names``: above the fighters. ``graphics``: created for this picture if not
    given. Raises `PictureSizeError`, `UnknownNameError` for an eye that is not on the table, and
    `MissingGraphicsError`.
    """
    check_size(size)
    without: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    only: list[str] | None = None
    shot = shot_of(table, view, size[0] / size[1])
    if isinstance(view, Eye):
        without, chosen = (view.viewer,), (view.target,)
        only = _in_view(table, shot, view.viewer, view.target)
    scale = text_scale(size)
    with graphics_for(graphics) as own, Studio(own, table, quality=quality) as studio:
        image = studio.take(shot, size, overlays, without=without, scale=scale)
        labels: Labels = ([], [])
        if names:
            under_base = isinstance(view, Above)
            big = max(round(21 * scale), 11)
            labels = name_labels(table, shot, size, text_size=big, chosen=chosen, only=only, below=under_base)
        under = caption_of(caption, size, scale)
        return draw_texts(own, draw_panels(image, [*labels[0], *under[0]]), [*labels[1], *under[1]])


def shot_of(table: Table, view: View, aspect: float) -> Shot:
    """Return what a view shows of the table in a picture whose width is ``aspect`` times its height."""
    match view:
        case Above():
            return above(table, aspect)
        case Corner(azimuth=azimuth):
            return from_corner(table, aspect, azimuth)
        case Eye(viewer=viewer, target=target):
            return eye_shot(table, viewer, target)


def check_picture(
    table: Table,
    shown: ShownVerdict,
    *,
    sentences: Sequence[str],
    words: Words | None = None,
    size: tuple[int, int] = SIZE,
    quality: Quality = STILL,
    graphics: Graphics | None = None,
) -> Image:
    """Return the picture (h, w, 3) of a verdict: the pair, the view through the viewer's eye, and from above.

    ``sentences`` (already in the reader's language): the verdict in words, the first as a headline. Raises as
    `picture`.
    """
    check_size(size)
    table.model(shown.viewer), table.model(shown.target)
    words = words or Words()
    scale = text_scale(size)
    margin = round(12 * scale)
    below = foot(sentences, shown, words, size, scale, margin)
    high = size[1] - below.height - 3 * margin
    wide = round(size[0] * 0.665) - margin
    side = size[0] - wide - 3 * margin
    half = (high - margin) // 2
    column = wide + 2 * margin
    frames = [(margin, margin, wide, high), (column, margin, side, half)]
    frames.append((column, margin * 2 + half, side, high - margin - half))
    page = np.empty((size[1], size[0], 3), np.uint8)
    page[:] = np.array([11, 12, 15], np.uint8)
    with graphics_for(graphics) as own, Studio(own, table, quality=quality, tags=shown.tags) as studio:
        panels, texts = list(below.panels), list(below.texts)
        views = _views(table, shown, [(w, h) for _, _, w, h in frames], words, scale)
        for (left, top, w, h), view in zip(frames, views, strict=True):
            image = studio.take(view.shot, (w, h), view.overlays, without=view.without, scale=view.scale)
            labels = _labels_over(table, shown, view, (w, h))
            if view.lens is not None:
                x, y, side, _ = _lens_box((w, h), view.scale)
                overlays = (Tint(shown.target, colour_of(shown.verdict)),)
                image[y : y + side, x : x + side] = studio.take(
                    view.lens, (side, side), overlays, without=view.without, scale=view.scale
                )
            page[top : top + h, left : left + w] = draw_panels(image, labels[0])
            texts += [_moved(text, left, top) for text in labels[1]]
            panels.append(TextPanel((left, top, w, h), INK, 0.0, 3, border=(0.26, 0.27, 0.30)))
        return draw_texts(own, draw_panels(page, panels), texts)


def save_png(image: Image, path: Path | str) -> None:
    """Write a picture (h, w, 3) as PNG; an existing file stays whole until the new one is complete."""
    height, width = image.shape[:2]
    head = f"P6\n{width} {height}\n255\n".encode("ascii")
    raw = StringStream(head + np.ascontiguousarray(image, np.uint8).tobytes())
    made = PNMImage()
    out = StringStream()
    if not made.read(raw, "picture.ppm") or not made.write(out, "picture.png"):
        raise PictureSizeError("a picture of {width} x {height} pixels cannot be written", width=width, height=height)
    atomic_write(Path(path), out.get_data())


def check_size(size: tuple[int, int]) -> None:
    """Raise `PictureSizeError` for a size (pixels) that is too small or too large to draw."""
    """Raise `PictureSizeError` for a picture too small to show anything or too large to draw."""
    if not all(SMALLEST <= side <= LARGEST for side in size):
        raise PictureSizeError(
            "a picture's sides must be {smallest} to {largest} pixels, not {width} x {height}",
            smallest=SMALLEST,
            largest=LARGEST,
            width=size[0],
            height=size[1],
        )


def text_scale(size: tuple[int, int]) -> float:
    """Return how many pixels a point is: 1 in the usual size."""
    return max(min(size[0] / SIZE[0], size[1] / SIZE[1]), 0.35)


@contextmanager
def graphics_for(given: Graphics | None) -> Iterator[Graphics]:
    """Yield the graphics given, or temporary ones."""
    if given is not None:
        yield given
        return
    made = headless()
    try:
        yield made
    finally:
        made.close()


@dataclass(frozen=True, slots=True)
class _Framed:
    """One view of a verdict."""

    shot: Shot
    overlays: tuple[Overlay, ...]
    title: str
    scale: float
    without: tuple[str, ...] = ()
    only: tuple[str, ...] | None = None
    with_tape: bool = False
    below: bool = False
    lens: Shot | None = None


def _views(
    table: Table, shown: ShownVerdict, sizes: Sequence[tuple[int, int]], words: Words, scale: float
) -> tuple[_Framed, _Framed, _Framed]:
    overlays = overlays_of(table, shown)
    aspects = [w / h for w, h in sizes]
    pair = (shown.viewer, shown.target)
    rays = obstructions(table, without=pair)
    both = np.concatenate([model_points(table.model(id)) for id in pair])
    return (
        _Framed(_pair_shot(table, shown, aspects[0], rays), overlays, "", scale, with_tape=True),
        _eye_view(table, shown, overlays, clear_between(rays), words, scale * 0.8),
        _Framed(above(table, aspects[2], both), overlays, words.say("from above"), scale * 0.7, only=pair, below=True),
    )


def _eye_view(
    table: Table, shown: ShownVerdict, overlays: Sequence[Overlay], clear: Clear, words: Words, scale: float
) -> _Framed:
    """Return the view of the place that decides."""
    look = deciding_view(table, shown, clear)
    kept = tuple(o for o in overlays if not is_of_the_bases(o))
    match shown.verdict:
        case Seen(witness=(_, end)) if look.is_along:
            kept = tuple(o for o in kept if isinstance(o, Sign) and o.at == end)
        case TooClose():
            kept = tuple(o for o in kept if not isinstance(o, Beam))
    seen = tuple(_in_view(table, look.shot, shown.viewer, shown.target))
    lens = _lens(table, shown, look.shot)
    return _Framed(look.shot, kept, look.title(words), scale, (shown.viewer,), seen, lens=lens)


def _lens(table: Table, shown: ShownVerdict, shot: Shot) -> Shot | None:
    """Return a closer view of the place that decides, if too little of the target is visible to make it out."""
    target = table.model(shown.target)
    match shown.verdict:
        case Seen(witness=(_, end)):
            height = float(np.ptp(project(shot, model_points(target), (1, 1))[:, 1]))
            is_plain = height > _PLAIN_HEIGHT and share_seen(table, shown.viewer, target, shot) > _PLAIN_SEEN
            return None if is_plain else near_to(shot, end, _LENS)
        case TooClose(gap_mm=gap, line=line, between=names):
            around = min(max(_GAPS * gap * MM, 1 / 16), _LENS / 2)
            return near_to(shot, tightest(solids_named(table, names), line), around)
        case Hidden():
            return None


def _lens_box(size: tuple[int, int], scale: float) -> tuple[int, int, int, int]:
    """Return the rectangle of the closer view within a view of ``size``: left, top, width, height (pixels)."""
    side, gap = round(0.44 * min(size)), round(10 * scale)
    return size[0] - side - gap, size[1] - side - gap, side, side


def _pair_shot(table: Table, shown: ShownVerdict, aspect: float, rays: Distances) -> Shot:
    """Return a shot of the pair, from where least is in front of them and of the line between them."""
    viewer, target = table.model(shown.viewer), table.model(shown.target)
    line = np.array(_sight_line(table, shown))
    frame = np.concatenate([model_points(viewer), model_points(target), line])
    middle = (frame.min(axis=0) + frame.max(axis=0)) / 2
    frame = np.concatenate([frame, middle + np.array([[-1.6, -1.6, -0.5], [1.6, 1.6, 1.0]])])
    along = line[0] + np.linspace(0, 1, 7)[:, None] * (line[1] - line[0])
    heads = np.array([eye_point(viewer), middle_of(viewer), eye_point(target), middle_of(target)])
    points = np.concatenate([heads, heads, along])
    return around(frame, aspect, hidden=lambda eye: share_hidden(rays, eye, points))


def _sight_line(table: Table, shown: ShownVerdict) -> tuple[FloatArray, FloatArray]:
    match shown.verdict:
        case Seen(witness=(start, end)) | TooClose(line=(start, end)):
            return np.array(start), np.array(end)
        case Hidden():
            return eye_point(table.model(shown.viewer)), middle_of(table.model(shown.target))


def _in_view(table: Table, shot: Shot, viewer: str, target: str) -> list[str]:
    """Return the target, and the models of which an eye sees half past the terrain."""
    eye = np.array(shot.eye)
    ids = [target]
    rays = obstructions(table, without=[model.id for model in table.models])
    for model in table.models:
        if model.id in (viewer, target):
            continue
        points = np.concatenate([[middle_of(model), eye_point(model)], model_points(model)[-8:-4]])
        if share_hidden(rays, eye, points) < 0.5:
            ids.append(model.id)
    return ids


def _labels_over(table: Table, shown: ShownVerdict, view: _Framed, size: tuple[int, int]) -> Labels:
    """Return names, the length of the tape and the title of one view."""
    pair = (shown.viewer, shown.target)
    big = max(round(22 * view.scale), 11)
    made: list[Labels] = []
    if view.with_tape:
        x, y, depth = project(view.shot, np.mean([shown.nearest], axis=1), size)[0]
        if depth > 0:
            made.append(pill(f"{shown.distance:.2f}″", (x, y + 44 * view.scale), big, mark=GOLD, bold=True))
    if view.title:
        width = text_width(view.title, big)
        made.append(pill(view.title, (10 * view.scale + width / 2 + big * 0.5, size[1] - 10 * view.scale), big))
    panels, texts = [p for each in made for p in each[0]], [t for each in made for t in each[1]]
    if view.lens is not None:
        x, y, side, _ = _lens_box(size, view.scale)
        panels.append(TextPanel((x, y, side, side), INK, 0.0, 4 * view.scale, border=colour_of(shown.verdict)))
        times = math.tan(view.shot.field / 2) / math.tan(view.lens.field / 2) * side / size[1]
        more = pill(f"×{times:.0f}", (x + side - big * 1.4, y + side - 6 * view.scale), big)
        panels, texts = panels + more[0], texts + more[1]
    names = name_labels(
        table, view.shot, size, text_size=big, chosen=pair, only=view.only, below=view.below, clear_of=panels
    )
    return names[0] + panels, names[1] + texts


def _moved(text: TextLine, x: float, y: float) -> TextLine:
    return TextLine(text.words, (text.at[0] + x, text.at[1] + y), text.size, text.colour, text.bold, text.align)
