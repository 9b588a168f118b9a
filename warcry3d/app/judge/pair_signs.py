"""How a pair's verdict is drawn small: a sign for sight, one for cover, a colour; and the words for them."""

import math
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from imgui_bundle import imgui

from warcry3d.app.judge.intents import TooCloseCounts
from warcry3d.app.scene.colours import AMBER, BLUE, GREEN, PAPER, RED, Colour
from warcry3d.app.scene.pair_line import UNSEEN
from warcry3d.app.widgets.theme import packed
from warcry3d.messages import Words
from warcry3d.messages.visible_shares import share_figure
from warcry3d.rules.pair_matrix import PairAnswer
from warcry3d.sight.verdict import Hidden, Seen, TooClose

__all__ = [
    "COLOURS",
    "SightKind",
    "colour_of",
    "cover_sign",
    "distance_words",
    "facts",
    "is_pointed_at",
    "kind_of",
    "legend_entry",
    "one_sided_sign",
    "pair_words",
    "sight_sign",
    "sight_word",
]

SightKind: TypeAlias = type[Seen] | type[Hidden] | type[TooClose] | None

COLOURS: Mapping[type[Seen] | type[Hidden] | type[TooClose], Colour] = MappingProxyType(
    {Seen: GREEN, Hidden: RED, TooClose: AMBER}
)


def kind_of(answer: PairAnswer | None) -> SightKind:
    """Return of which kind a pair's verdict on sight is; None while it is not known."""
    return None if answer is None or answer.sight is None else type(answer.sight)


def is_pointed_at() -> bool:
    """Return whether the item drawn last is under the pointer, or the keys came to it; a click leaves no trace."""
    return bool(imgui.is_item_hovered() or (imgui.is_item_focused() and imgui.get_io().nav_visible))


def colour_of(kind: SightKind) -> Colour:
    """Return the colour of a verdict on sight; that of the unseen while it is not known."""
    return UNSEEN if kind is None else COLOURS[kind]


def sight_word(answer: PairAnswer, words: Words, agreed: TooCloseCounts = TooCloseCounts.OPEN) -> str:
    """Return the verdict on sight in a word or two; ``agreed``: what one that is too close to call counts as."""
    match answer.sight:
        case None:
            return words.say("judging...")
        case Seen():
            return words.say("seen")
        case Hidden():
            return words.say("hidden")
        case _ if agreed is TooCloseCounts.SEEN:
            return words.say("too close to call: it counts as seen")
        case _ if agreed is TooCloseCounts.HIDDEN:
            return words.say("too close to call: it counts as hidden")
        case _:
            return words.say("too close to call")


def distance_words(answer: PairAnswer, words: Words) -> str:
    """Return how far a pair is apart: in squares where these are counted."""
    if answer.squares is not None:
        return words.count("{n} square", "{n} squares", answer.squares)
    return words.say("{inches:.2f} in", inches=answer.distance.direct)


def facts(answer: PairAnswer, words: Words) -> Iterator[str]:
    """Yield what is known of a pair besides sight: cover, how much is visible."""
    if answer.cover is not None:
        yield words.say("in cover") if answer.cover.verdict else words.say("no cover")
    yield distance_words(answer, words)
    if answer.share is not None:
        yield words.say("{share} visible", share=share_figure(answer.share, words))


def pair_words(answer: PairAnswer, words: Words, agreed: TooCloseCounts = TooCloseCounts.OPEN) -> str:
    """Return all that is known of a pair in one line; ``agreed``: as of `sight_word`."""
    return " · ".join([sight_word(answer, words, agreed), *facts(answer, words)])


def sight_sign(paper: Any, middle: tuple[float, float], radius: float, kind: SightKind) -> None:
    """Draw a disc (seen), a cross (hidden), a half disc in a ring (too close), or a dot (not known yet)."""
    x, y = middle
    colour = packed(colour_of(kind), 1.0)
    width = max(1.5, radius / 3)
    if kind is None:
        paper.add_circle_filled(middle, radius / 4, colour)
    elif kind is Seen:
        paper.add_circle_filled(middle, radius, colour)
    elif kind is Hidden:
        r = 0.75 * radius
        paper.add_line((x - r, y - r), (x + r, y + r), colour, width)
        paper.add_line((x - r, y + r), (x + r, y - r), colour, width)
    else:
        paper.add_circle(middle, radius, colour, 0, width)
        paper.path_arc_to(middle, radius, 0.0, math.pi)
        paper.path_fill_convex(colour)


def cover_sign(paper: Any, middle: tuple[float, float], radius: float, *, colour: Colour = BLUE) -> None:
    """Draw a shield."""
    x, y = middle
    r = radius
    outline = ((x - r, y - r), (x + r, y - r), (x + r, y + 0.2 * r), (x, y + 1.2 * r), (x - r, y + 0.2 * r))
    for corner in outline:
        paper.path_line_to(corner)
    paper.path_fill_convex(packed(colour, 1.0))


def one_sided_sign(paper: Any, corner: tuple[float, float], size: float) -> None:
    """Draw a small triangle in the upper right corner of a cell: the other way round it is judged otherwise."""
    x, y = corner
    paper.add_triangle_filled((x - size, y), (x, y), (x, y + size), packed(PAPER, 0.95))


def legend_entry(text: str, draw: Callable[[Any, tuple[float, float], float], None], scale: float) -> None:
    """Draw a sign by ``draw(paper, middle, radius)`` and what it means, beside what came last."""
    at, height = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    draw(imgui.get_window_draw_list(), (at.x + 6 * scale, at.y + height / 2), 5 * scale)
    imgui.dummy((14 * scale, height))
    imgui.same_line(0, 2 * scale)
    imgui.text_unformatted(text)
