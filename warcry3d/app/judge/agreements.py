"""What counts: switches of what the players agreed on, in the Judge room's panel."""

from collections.abc import Mapping
from types import MappingProxyType

from imgui_bundle import imgui

from warcry3d.app.judge.intents import ChooseRules, ChooseTolerance, CountTag, CountTooClose, TooCloseCounts
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Wanted
from warcry3d.app.scene.colours import AMBER
from warcry3d.app.scene.verdict import colour_of
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import chip, section
from warcry3d.app.widgets.theme import beside, coloured
from warcry3d.messages import Words, template
from warcry3d.messages.verdicts import headlines
from warcry3d.rules.systems import systems
from warcry3d.table.models import Tag

__all__ = ["TOLERANCES_MM", "draw_agreements"]

TAGS: Mapping[Tag, str] = MappingProxyType({Tag.WEAPON: template("weapons"), Tag.BANNER: template("banners")})
"""How parts of figures are called; one that is not here by its tag."""
TOLERANCES_MM = (0.1, 0.25, 0.5, 1.0)
"""Tolerances to choose from (mm)."""
COUNTS: Mapping[TooCloseCounts, str] = MappingProxyType(
    {
        TooCloseCounts.OPEN: template("open"),
        TooCloseCounts.SEEN: template("seen"),
        TooCloseCounts.HIDDEN: template("hidden"),
    }
)


def draw_agreements(frame: Frame, model: JudgeModel) -> list[Wanted]:
    """Draw them; return what was asked for."""
    words, wanted = frame.words, list[Wanted]()
    if not model.is_certified:
        section(words.say("By which rules"), frame.bold, frame.scale)
        _rules(frame, model, wanted)
        return wanted
    section(words.say("What counts"), frame.bold, frame.scale)
    _verdict(model, words)
    for number, tag in enumerate(tag for tag in Tag if tag is not Tag.BODY):
        name = words.say(TAGS[tag]) if tag in TAGS else tag.value
        if number:
            _beside(name)
        tip = words.say("whether these parts of figures see, are seen, and block")
        if chip(name, tip, frame.scale, is_on=tag in model.tags):
            wanted.append(CountTag(tag, tag not in model.tags))
    _tolerance(frame, model, wanted)
    _too_close(frame, model, wanted)
    _rules(frame, model, wanted)
    return wanted


def _verdict(model: JudgeModel, words: Words) -> None:
    """Say in a line of its own what follows: the cards may be out of sight above."""
    judgement = model.agreed_judgement
    if model.target is None or (judgement is None and not model.is_waiting):
        return
    colour, said = AMBER, words.say("judging...")
    if judgement is not None:
        colour, said = colour_of(judgement.sight), " · ".join(one for one in headlines(judgement, words) if one)
    coloured(said, colour)


def _beside(label: str) -> None:
    beside(imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x)


def _tolerance(frame: Frame, model: JudgeModel, wanted: list[Wanted]) -> None:
    words = frame.words
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words.say("tolerance, mm"))
    for mm in TOLERANCES_MM:
        label = f"{mm:g}"
        _beside(label)
        tip = words.say("gaps narrower than {mm:g} mm are too close to call", mm=mm)
        if chip(f"{label}##tolerance", tip, frame.scale, is_on=mm == model.tolerance_mm):
            wanted.append(ChooseTolerance(mm))


def _too_close(frame: Frame, model: JudgeModel, wanted: list[Wanted]) -> None:
    words = frame.words
    imgui.align_text_to_frame_padding()
    imgui.text_disabled(words.say("too close is"))
    for counts, name in COUNTS.items():
        label = words.say(name)
        _beside(label)
        tip = words.say("what you agreed that a line counts as which is too close to call")
        if chip(f"{label}##close", tip, frame.scale, is_on=counts is model.too_close):
            wanted.append(CountTooClose(counts))


def _rules(frame: Frame, model: JudgeModel, wanted: list[Wanted]) -> None:
    """Draw the rule systems there are; the table's own is on unless another was chosen."""
    chosen = model.rules or model.table.ruleset
    for number, one in enumerate(systems()):
        if number:
            _beside(one.title)
        if chip(
            f"{one.title}##rules", frame.words.say("by which rules it is judged"), frame.scale, is_on=one.name == chosen
        ):
            wanted.append(ChooseRules("" if one.name == model.table.ruleset else one.name))
