"""What was guessed of a mesh as three answers that a click changes: its unit, which axis is up, its scale."""

from collections.abc import Sequence
from typing import Any, get_args

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.build.bench_table import bounds_of
from warcry3d.app.build.intents import ReadMesh
from warcry3d.app.build.model import BuildModel
from warcry3d.app.build.station import Wanted
from warcry3d.app.scene.colours import BLUE
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.choices import option
from warcry3d.app.widgets.theme import beside, greyed, paragraph
from warcry3d.app.widgets.tool_tips import is_tip_due
from warcry3d.messages import Words
from warcry3d.table.bodies import INCHES
from warcry3d.table.piece_notes import Source
from warcry3d.table.wire_types import LengthUnit
from warcry3d.terrain.guess import AXES, Guess
from warcry3d.units import MM

__all__ = ["SCALES", "draw_guesses"]

SCALES = (0.25, 0.5, 0.75, 0.8, 1.0, 1.1, 1.25, 1.33, 1.5, 2.0, 4.0)
"""The scales that are offered."""
CHIP = (0.16, 0.18, 0.22, 1.0)


def draw_guesses(frame: Frame, model: BuildModel, wanted: list[Wanted]) -> None:
    """Draw unit, axis and scale as buttons, each of which offers the others."""
    words, piece, guesses = frame.words, model.piece, model.guesses
    source = piece.source if piece is not None else None
    unit = source.unit if source is not None else guesses.unit.value if guesses.unit is not None else None
    up = source.up if source is not None else guesses.up.value if guesses.up is not None else None
    if unit is None or up is None:
        return
    scale = source.scale if source is not None else 1.0
    longest = float((bounds_of(piece)[1] - bounds_of(piece)[0]).max()) if piece is not None else 0.0
    with greyed(source is None):
        picked: list[ReadMesh | None] = [
            _chip(
                words.say("unit {unit}", unit=unit),
                "unit",
                [
                    (_unit_label(one, source, longest, words), ReadMesh(unit=one), one == unit)
                    for one in get_args(LengthUnit)
                ],
                _why(guesses.unit, words),
            )
        ]
        beside(imgui.calc_text_size(words.say("up {axis}", axis=up)).x + 20 * frame.scale)
        axes = [(words.say("{axis} is up", axis=one), ReadMesh(up=one), one == up) for one in AXES]
        picked.append(_chip(words.say("up {axis}", axis=up), "up", axes, _why(guesses.up, words)))
        said = words.say("scale {scale:g}", scale=scale)
        beside(imgui.calc_text_size(said).x + 20 * frame.scale)
        scales = [
            (
                words.say("{scale:g}: {mm:.0f} mm long", scale=one, mm=longest / scale * one / MM),
                ReadMesh(scale=one),
                one == scale,
            )
            for one in sorted({*SCALES, scale})
        ]
        picked.append(_chip(said, "scale", scales, words.say("a factor on top of the unit")))
    wanted += [one for one in picked if one is not None]
    with imgui_ctx.push_style_color(imgui.Col_.text.value, (0.64, 0.63, 0.60, 1.0)):
        paragraph(words.say("beside a figure of 32 mm; click an answer to change it"))


def _unit_label(unit: LengthUnit, source: Source | None, longest: float, words: Words) -> str:
    if source is None:
        return unit
    size = longest * INCHES[unit] / INCHES[source.unit]
    return words.say("{unit}: {mm:.0f} mm long", unit=unit, mm=size / MM)


def _why(guess: Guess[Any] | None, words: Words) -> str:
    if guess is None:
        return words.say("as it was imported")
    return words.say("{reason} ({percent:.0f}% sure)", reason=words.text(guess.reason), percent=100 * guess.confidence)


def _chip(label: str, id: str, choices: Sequence[tuple[str, ReadMesh, bool]], tip: str) -> ReadMesh | None:
    """Draw a button with the answer that holds; pressed it offers the others. Return the one picked."""
    with imgui_ctx.push_style_color(imgui.Col_.button.value, CHIP):
        if imgui.button(f"{label}##{id}"):
            imgui.open_popup(f"choose-{id}")
    if is_tip_due():
        with imgui_ctx.begin_tooltip():
            imgui.push_text_wrap_pos(22 * imgui.get_font_size())
            imgui.text_unformatted(tip)
            imgui.pop_text_wrap_pos()
    picked = None
    if imgui.begin_popup(f"choose-{id}"):
        for text, intent, holds in choices:
            if holds:
                imgui.push_style_color(imgui.Col_.text.value, (*BLUE, 1.0))
            if option(text, holds) and not holds:
                picked = intent
            if holds:
                imgui.pop_style_color()
        imgui.end_popup()
    return picked
