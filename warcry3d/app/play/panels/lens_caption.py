"""What a lens shows, said in words: its title, what its colours mean, how far it is; numbers over the table."""

from imgui_bundle import imgui

from warcry3d.app.play.intents import HoldLens, PlayCommand
from warcry3d.app.play.keys import LENSES, TAPE
from warcry3d.app.play.lenses.lens import LEGENDS, TITLES, Lens, LensEntry
from warcry3d.app.play.lenses.lens_work import LensView
from warcry3d.app.play.panels.frame import DIM, NORMAL, SMALL, PlayFrame
from warcry3d.app.scene.camera import project
from warcry3d.app.scene.colours import AMBER, GOLD, INK, PAPER, drawn
from warcry3d.app.widgets.name_labels import free_place
from warcry3d.app.widgets.theme import beside, packed, paragraph

__all__ = ["draw_lens_buttons", "draw_lens_caption"]

SWATCH = 14.0
"""The side of a colour in the legend (points)."""


def draw_lens_caption(panel: PlayFrame, seen: LensView) -> None:
    """Draw it under the header; heights over the surfaces."""
    _, top, _, height = panel.layout.header
    middle = imgui.get_io().display_size.x / 2
    if seen.heights is not None:
        _heights(panel, seen)
    with panel.window("play-lens", (middle, top + height + panel.layout.margin), (0, 0), (0.5, 0.0)):
        panel.bold(_title(panel, seen), GOLD)
        for entry in LEGENDS[seen.lens]:
            _entry(panel, entry)
        if seen.exposure is not None:
            _exposure(panel, seen)
        if seen.failure is not None:
            paragraph(panel.frame.words.error(seen.failure), AMBER)
        if seen.known < seen.count:
            panel.small(panel.say("{n} of {count} worked out", n=seen.known, count=seen.count), DIM)


def _title(panel: PlayFrame, seen: LensView) -> str:
    fighter, side = panel.name(seen.subject), panel.teller.player(seen.side) if seen.side else ""
    match seen.lens:
        case Lens.SIGHT if seen.subject:
            return panel.say("All lines of sight of {fighter}", fighter=fighter)
        case Lens.THREAT if seen.subject:
            return panel.say("Where {fighter} can get to and strike in an activation", fighter=fighter)
        case Lens.THREAT if seen.count:
            return panel.say("Where {side} can get to and strike in an activation", side=side)
        case Lens.THREAT:
            return panel.say("Nobody threatens anything now")
        case Lens.EXPOSURE:
            return panel.say("From how much of the board a fighter is seen there (estimate)")
        case Lens.HEIGHTS:
            return panel.say("How high surfaces are (in)")
    return panel.say("Names and bases only")


def _entry(panel: PlayFrame, entry: LensEntry) -> None:
    side = SWATCH * panel.scale
    at = imgui.get_cursor_screen_pos()
    imgui.get_window_draw_list().add_rect_filled(
        (at.x, at.y + 2), (at.x + side, at.y + side), packed(drawn(entry.colour), 1.0), 3 * panel.scale
    )
    imgui.dummy((side, side))
    imgui.same_line()
    panel.small(panel.say(entry.template), PAPER)


def _exposure(panel: PlayFrame, seen: LensView) -> None:
    found, at = seen.exposure, panel.model.pointed_at
    assert found is not None
    panel.small(panel.say("bright: {high:.0%}, dark: {low:.0%}", high=found.high, low=found.low), DIM)
    share = found.share_at(at) if at is not None else None
    if share is not None:
        panel.bold(panel.say("here: seen from {share:.0%} of the board", share=share))


def _heights(panel: PlayFrame, seen: LensView) -> None:
    """Write each height over its surface, none over another."""
    import numpy as np

    assert seen.heights is not None
    paper, pad = imgui.get_background_draw_list(), 4 * panel.scale
    taken: list[tuple[float, float, float, float]] = []
    for at, height in seen.heights.labels:
        x, y, depth = project(panel.frame.shot, np.array([at]), panel.frame.picture)[0]
        if depth <= 0:
            continue
        text = panel.say("{inches:.2g}", inches=height)
        with panel.text(NORMAL, is_bold=True):
            extent = imgui.calc_text_size(text)
            box = (x - extent.x / 2 - pad, y - extent.y / 2, extent.x + 2 * pad, extent.y)
            left, top = free_place(box, taken)
            paper.add_rect_filled((left, top), (left + box[2], top + box[3]), packed(INK, 0.85), 4 * panel.scale)
            paper.add_text((left + pad, top), packed(PAPER, 1.0), text)


def draw_lens_buttons(panel: PlayFrame) -> None:
    """Draw a line of what can be held to see; a click shows it until the next one."""
    with panel.text(SMALL):
        imgui.align_text_to_frame_padding()
        imgui.text_unformatted(panel.say("Hold to see:"))
        for lens, binding in LENSES.items():
            text = panel.say("{key} {what}", key=panel.key(binding), what=panel.say(TITLES[lens]))
            beside(imgui.calc_text_size(text).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.small_button(f"{text}##{lens}"):
                panel.wanted.append(HoldLens(None if panel.model.lens is lens else lens))
        text = panel.say("{key} {what}", key=panel.key(TAPE), what=panel.say("tape and rings"))
        beside(imgui.calc_text_size(text).x + 2 * imgui.get_style().frame_padding.x)
        if imgui.small_button(f"{text}##tape"):
            panel.wanted.append(PlayCommand.MEASURE)
