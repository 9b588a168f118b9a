"""Pairs as a list: a row each, sorted by whichever column the person clicks."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.pair_signs import (
    colour_of,
    cover_sign,
    distance_words,
    is_pointed_at,
    kind_of,
    sight_sign,
    sight_word,
)
from warcry3d.app.scene.colours import side_colour
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.theme import coloured, readable
from warcry3d.messages import template
from warcry3d.messages.visible_shares import share_figure
from warcry3d.rules.pair_matrix import Pair, PairAnswer
from warcry3d.sight.verdict import Hidden, Seen, TooClose

__all__ = ["COLUMNS", "draw_pair_list", "sort_key"]

COLUMNS = (
    template("viewer"),
    template("target"),
    template("sight"),
    template("cover"),
    template("distance"),
    template("visible"),
)
RANKS = {Seen: 0, TooClose: 1, Hidden: 2, None: 3}
SIGN_ROOM = 18.0
"""Room for a sign before a word (points)."""


def sort_key(column: int, names: Mapping[str, str]) -> Callable[[PairAnswer], tuple[float, str, str]]:
    """Return what pairs are sorted by; of equal ones, by name. Names that people read sort as they are read."""

    def key(answer: PairAnswer) -> tuple[float, str, str]:
        viewer, target = (names[id].casefold() for id in answer.pair)
        match column:
            case 1:
                return 0.0, target, viewer
            case 2:
                return RANKS[kind_of(answer)], viewer, target
            case 3:
                return math.inf if answer.cover is None else -answer.cover.verdict, viewer, target
            case 4:
                return answer.distance.direct, viewer, target
            case 5:
                return math.inf if answer.share is None else -answer.share.share, viewer, target
        return 0.0, viewer, target

    return key


def draw_pair_list(
    model: JudgeModel, answers: Iterable[PairAnswer], names: Mapping[str, str], frame: Frame
) -> tuple[Pair | None, Pair | None]:
    """Draw them over the room there is; return the pair under the pointer, and the one that was clicked."""
    flags = (
        imgui.TableFlags_.sortable
        | imgui.TableFlags_.scroll_y
        | imgui.TableFlags_.row_bg
        | imgui.TableFlags_.sizing_stretch_prop
    ).value
    pointed: Pair | None = None
    clicked: Pair | None = None
    with imgui_ctx.begin_table("pair-list", len(COLUMNS), flags, (-1, -1)) as table:
        if not table:
            return None, None
        imgui.table_setup_scroll_freeze(0, 1)
        for title in COLUMNS:
            imgui.table_setup_column(frame.words.say(title))
        imgui.table_headers_row()
        rows = _sorted(answers, names)
        clipper = imgui.ListClipper()
        clipper.begin(len(rows))
        while clipper.step():
            for answer in rows[clipper.display_start : clipper.display_end]:
                is_over, is_pressed = _row(model, answer, names, frame)
                pointed = answer.pair if is_over else pointed
                clicked = answer.pair if is_pressed else clicked
        clipper.end()
    return pointed, clicked


def _sorted(answers: Iterable[PairAnswer], names: Mapping[str, str]) -> Sequence[PairAnswer]:
    """Return the rows as the head of the table says."""
    specs = imgui.table_get_sort_specs()
    if specs is None or specs.specs_count == 0:
        return list(answers)
    first = specs.get_specs(0)
    is_falling = first.sort_direction == imgui.SortDirection.descending
    return sorted(answers, key=sort_key(first.column_index, names), reverse=is_falling)


def _row(model: JudgeModel, answer: PairAnswer, names: Mapping[str, str], frame: Frame) -> tuple[bool, bool]:
    """Draw a row; return whether the pointer is over it, and whether it was clicked."""
    words, scale = frame.words, frame.scale
    imgui.table_next_row()
    imgui.table_next_column()
    chosen = answer.pair == (model.viewer, model.target)
    whole = (imgui.SelectableFlags_.span_all_columns | imgui.SelectableFlags_.allow_overlap).value
    pressed = imgui.selectable(f"##{answer.pair}", chosen, whole)[0]
    is_over = is_pointed_at()
    imgui.same_line(0, 0)
    for id in answer.pair:
        coloured(names[id], readable(side_colour(model.table.model(id).side)))
        imgui.table_next_column()
    _sign(lambda at, r: sight_sign(imgui.get_window_draw_list(), at, r, kind_of(answer)), scale)
    coloured(sight_word(answer, words, model.too_close), colour_of(kind_of(answer)))
    imgui.table_next_column()
    if answer.cover is not None and answer.cover.verdict:
        _sign(lambda at, r: cover_sign(imgui.get_window_draw_list(), at, 0.85 * r), scale)
        imgui.text_unformatted(words.say("in cover"))
    imgui.table_next_column()
    imgui.text_unformatted(distance_words(answer, words))
    imgui.table_next_column()
    if answer.share is not None:
        imgui.text_unformatted(share_figure(answer.share, words))
    return is_over, bool(pressed)


def _sign(draw: Callable[[tuple[float, float], float], None], scale: float) -> None:
    at, height = imgui.get_cursor_screen_pos(), imgui.get_text_line_height()
    draw((at.x + 6 * scale, at.y + height / 2), 5 * scale)
    imgui.dummy((SIGN_ROOM * scale - 4 * scale, height))
    imgui.same_line(0, 4 * scale)
