"""A side's roster: its fighters with wounds, marks, who has acted. Hover or click finds them on the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.play.intents import ClickModel
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.scene.colours import AMBER, GOLD, GREEN, PAPER, RED, Colour
from warcry3d.app.widgets.cards import cut
from warcry3d.app.widgets.theme import coloured, packed
from warcry3d.rules.battle_api import ModelStanding, SideStanding

__all__ = ["close_from", "draw_rosters", "ring_in", "row_height", "tall_from"]

ROW, LEAST_ROW, LOWEST_ROW = 38.0, 27.0, 19.0
"""Heights of a row: at best, at least, and where sides stand below each other (points)."""
LOW = 24.0
"""Lower rows (points) are written smaller."""
TALL = 30.0
"""In a row as high (points), without what is left between rows, a note stands below the name, else beside it."""
LEAST_NOTE = 34.0
"""With less room (points) there is no note beside a name: the tooltip has it."""
HEADING, EDGES = 26.0, 20.0
"""Heights of a side's heading, and of what is left above and below all of them (points)."""
LONG = 0.86 * NORMAL
"""Size of the text of a name that is too long at the usual one."""
LEAST_TEXT = 0.8
"""Size of the text of a note that is too long at the usual one, or stands close below its name, against that of small
texts."""
BAR = 48.0
"""Width of a bar of wounds (points)."""
NUMBER = 0.52
"""Size of the number in a ring that picks its fighter, against that of panels."""
GONE: Colour = (0.40, 0.39, 0.38)


def draw_rosters(panel: PlayFrame) -> str:
    """Draw the rosters of the first two sides, the others' below; return the fighter pointed at, "" for none."""
    hovered = ""
    sides = list(panel.model.moment.sides.items())
    for place in (0, 1):
        box, shown = panel.layout.rosters[place], sides[place::2]
        rows = {side: tuple(_rows(panel, members)) for side, members in shown}
        row = row_height(box, sum(map(len, rows.values())), panel.scale, sides=len(shown))
        imgui.set_next_window_size_constraints((box[2], 0.0), (box[2], box[3]))  # more of them scroll
        with panel.window(f"play-roster-{place}", (box[0], box[1]), (box[2], 0.0)):
            for side, _ in shown:
                hovered = _roster(panel, side, rows[side], row) or hovered
    return hovered


def row_height(box: Rectangle, count: int, scale: float, *, sides: int = 1) -> float:
    """Return how high so many rows are (pixels): all in the room there is, unless they would be too low to read.

    ``sides``: so many headings stand between them.
    """
    room = box[3] - (EDGES + sides * HEADING) * scale
    least = LEAST_ROW if sides == 1 else LOWEST_ROW
    return min(ROW * scale, max(room / max(count, 1), least * scale))


def tall_from(scale: float, text: float) -> float:
    """Return from which height on (pixels) a row has room for a note below the name, in a text of that size."""
    return max(TALL * scale, 1.05 * (NORMAL + 0.92 * SMALL) * text)


def close_from(text: float) -> float:
    """Return from which height on (pixels) a row has room for a small name with a small note close below it."""
    return (LONG + LEAST_TEXT * SMALL) * text


def ring_in(height: float, scale: float, text: float = 0.0) -> tuple[float, float]:
    """Return how far below a row's top the middle of its ring is, and the ring's radius (pixels): beside the name in
    a tall row, which has a note below it, else in the middle.
    """
    down = 17 * scale if height > tall_from(scale, text) else height / 2
    return down, (6 if height < (LOW - 3) * scale else 8) * scale


@dataclass(frozen=True, slots=True)
class _Row:
    """A fighter, or a unit with all of its models: the id that stands for it, its name, how it stands."""

    id: str
    name: str
    standing: ModelStanding | None
    models: tuple[str, ...]


def _rows(panel: PlayFrame, members: tuple[str, ...]) -> Iterator[_Row]:
    """Yield the rows of a side: a unit of several models has one."""
    moment, known, told = panel.model.moment, panel.model.moment.standings.models, set[str]()
    for id in members:
        unit = moment.unit_of(id)
        if unit is None:
            yield _Row(id, panel.name_beside_colour(id), known.get(id), (id,))
        elif unit.id not in told:
            told.add(unit.id)
            standing = together([known[one] for one in unit.models if one in known])
            there = next((one for one in moment.mates(id)), id)
            yield _Row(there, panel.unit_name(unit), standing, unit.models)


def together(models: Sequence[ModelStanding]) -> ModelStanding | None:
    """Return how a unit stands: its wounds are the models that are left and all of them; the rest is as of the first
    that is left.
    """
    if not models:
        return None
    left = [one for one in models if not one.is_down]
    first = left[0] if left else models[0]
    return replace(
        first,
        wounds=(len(left), len(models)),
        is_aside=all(one.is_aside for one in models),
        is_down=not left,
        is_acting=any(one.is_acting for one in left),
        can_act=any(one.can_act for one in left),
        is_leader=any(one.is_leader for one in models),
        fate=first.fate if all(one.fate == first.fate for one in models) else None,
    )


def _roster(panel: PlayFrame, side: str, rows: tuple[_Row, ...], row: float) -> str:
    army = panel.model.moment.standings.sides.get(side, SideStanding()).army
    name = panel.teller.player(side)
    shown = panel.say("{side} · {army}", side=name, army=panel.said(army)) if army is not None else name
    with panel.text(NORMAL, is_bold=True):
        room = imgui.get_content_region_avail().x - 62 * panel.scale
        coloured(cut(shown, room), panel.colour(side))
    panel.tooltip(shown)
    able = (one.id for one in rows if one.standing is not None and one.standing.can_act)
    to_act = len(set(map(panel.model.moment.company, able)))  # a leader acts with the unit that it has joined
    if panel.is_round_on:
        imgui.same_line()
        panel.small(panel.say("{n} to act", n=to_act))
        imgui.dummy((0, 2 * panel.scale))
    hovered = ""
    with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing.value, (0.0, 0.0)):
        for one in rows:
            if _row(panel, side, one, row):
                hovered = one.id
    return hovered


def _row(panel: PlayFrame, side: str, shown: _Row, row: float) -> bool:
    """Draw a fighter or a unit; return whether the pointer is over it."""
    height, model, id, standing = row, panel.model, shown.id, shown.standing
    at, width = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    if imgui.invisible_button(f"##{id}", (width, height)):
        panel.wanted.append(ClickModel(id))
    is_hovered = imgui.is_item_hovered()
    if is_hovered and standing is not None:
        facts = (panel.said(fact.message) for fact in standing.facts)
        told = standing.marks if standing.fate is None else (standing.fate, *standing.marks)
        panel.tooltip(shown.name, *_hurt(panel, shown), *facts, *map(panel.reason, told))
    box = (at.x, at.y, width, height - 3 * panel.scale)
    paper = imgui.get_window_draw_list()
    is_acting = standing is not None and standing.is_acting
    lit = 0.16 if is_hovered or model.hovered in shown.models else 0.10 if is_acting else 0.04
    paper.add_rect_filled((at.x, at.y), (at.x + width, box[1] + box[3]), packed(GOLD if is_acting else PAPER, lit), 6.0)
    if is_acting or model.selected in shown.models:
        panel.framed(box, GOLD if is_acting else PAPER)
    is_faint = standing is not None and (standing.is_down or not (standing.can_act or is_acting))
    _name(panel, side, shown, box, is_faint=is_faint and panel.is_round_on)
    if standing is not None and not standing.is_down:
        _wounds(panel, standing, (at.x + width - (BAR + 8) * panel.scale, at.y), row)
    return is_hovered


def _hurt(panel: PlayFrame, shown: _Row) -> Iterator[str]:
    """Yield how many models of a unit are left, and which of them have lost wounds."""
    if len(shown.models) < 2 or shown.standing is None:
        return
    left, all = shown.standing.wounds
    yield panel.say("{left} of {all} models left", left=left, all=all)
    for id in shown.models:
        one = panel.model.moment.standings.models.get(id)
        if one is not None and 0 < one.wounds[0] < one.wounds[1]:
            said = panel.teller.said(panel.model.moment.standings.health.of(*one.wounds))
            yield panel.say("{name}: {sentence}", name=panel.name_beside_colour(id), sentence=said)


def _name(panel: PlayFrame, side: str, shown: _Row, box: Rectangle, *, is_faint: bool) -> None:
    standing = shown.standing
    scale, paper, at, height = panel.scale, imgui.get_window_draw_list(), box[:2], box[3]
    text = float(imgui.get_style().font_size_base)
    is_low, (down, radius) = height < (LOW - 3) * scale, ring_in(height, scale, text)
    centre = (at[0] + 15 * scale, at[1] + down)
    paper.add_circle(centre, radius, packed(panel.colour(side), 0.4 if is_faint else 1.0), 0, 2 * scale)
    if number := next((panel.model_numbers[id] for id in shown.models if id in panel.model_numbers), 0):
        with panel.text(NUMBER, is_bold=True):
            extent = imgui.calc_text_size(f"{number}")
            paper.add_text((centre[0] - extent.x / 2, centre[1] - extent.y / 2), packed(PAPER, 1.0), f"{number}")
    colour = GONE if standing is not None and standing.is_down else DIM if is_faint else PAPER
    said = _note(panel, standing)
    room = imgui.get_content_region_avail().x - (BAR + 40) * scale
    star = " ★" if standing is not None and standing.is_leader else ""
    whole, left, is_tall = shown.name, at[0] + 30 * scale, height > tall_from(scale, text)
    is_close = bool(said) and not is_tall and height >= close_from(text) and not _fits_beside(panel, whole + star, said)
    with panel.text(NORMAL):
        is_long = imgui.calc_text_size(whole + star).x > room
    with panel.text(LONG if is_long or is_low or is_close else NORMAL):
        name = cut(whole, room - imgui.calc_text_size(star).x) + star
        down = (1 if said else 7) * scale if is_tall else (height - imgui.get_text_line_height()) / 2
        above = (height - close_from(text)) / 2 if is_close else down
        paper.add_text((left, at[1] + above), packed(colour, 1.0), name)
        wide = 0.0 if is_tall or is_close else imgui.calc_text_size(name).x + 8 * scale
    if is_close:
        with panel.text(SMALL * LEAST_TEXT):
            top = height - above - imgui.get_text_line_height()
            paper.add_text((left, at[1] + top), packed(DIM, 1.0), cut(said, room))
    elif said and room - wide > LEAST_NOTE * scale:
        with panel.text(SMALL * 0.92):
            is_long = imgui.calc_text_size(said).x > room - wide
        with panel.text(SMALL * (LEAST_TEXT if is_long else 0.92)):
            top = (
                max(18 * scale, 0.96 * NORMAL * text)
                if is_tall
                else (height - imgui.get_text_line_height()) / 2 + scale
            )
            paper.add_text((left + wide, at[1] + top), packed(DIM, 1.0), cut(said, room - wide))


def _fits_beside(panel: PlayFrame, name: str, said: str) -> bool:
    """Return whether a note has room beside a name, at the sizes that are usual in a row that is not tall."""
    with panel.text(NORMAL):
        wide = imgui.calc_text_size(name).x + 8 * panel.scale
    with panel.text(SMALL * LEAST_TEXT):
        wide += imgui.calc_text_size(said).x
    return bool(wide <= imgui.get_content_region_avail().x - (BAR + 40) * panel.scale)


def _note(panel: PlayFrame, standing: ModelStanding | None) -> str:
    """Return the line under a fighter's name: actions left, how it left for good, else its first mark."""
    if standing is None:
        return ""
    if standing.is_down:
        return panel.say("taken down") if standing.fate is None else panel.said(standing.fate.message)
    if standing.is_acting:
        left = standing.actions
        return panel.frame.words.count("{n} action left", "{n} actions left", left) if left else panel.say("acting")
    marks = [mark for mark in standing.marks if mark not in panel.shared_marks]
    if marks:
        return panel.said(marks[0].message)
    if not standing.is_aside and not standing.can_act and panel.is_round_on:
        return panel.say("has acted")
    return ""


def _wounds(panel: PlayFrame, standing: ModelStanding, at: tuple[float, float], row: float) -> None:
    (left, whole), scale, paper = standing.wounds, panel.scale, imgui.get_window_draw_list()
    share = left / whole if whole else 0.0
    colour = GREEN if share > 0.5 else AMBER if share > 0.25 else RED
    is_low = row < LOW * scale
    width, top = BAR * scale, at[1] + (7 if row > 34 * scale else 1 if is_low else 4) * scale
    thick = (3 if is_low else 5) * scale
    paper.add_rect_filled((at[0], top), (at[0] + width, top + thick), packed(PAPER, 0.15), 2 * scale)
    paper.add_rect_filled((at[0], top), (at[0] + width * share, top + thick), packed(colour, 0.9), 2 * scale)
    with panel.text(SMALL * (0.8 if is_low else 0.92)):
        text = panel.say("{left} / {whole}", left=left, whole=whole)
        paper.add_text((at[0], top + thick + (0 if is_low else 2) * scale), packed(PAPER, 0.85), text)
