"""The cards of a verdict: sight with its proof, cover, distance."""

from collections.abc import Sequence

from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.scene.colours import AMBER, BLUE, GOLD, PAPER, RED, Colour
from warcry3d.app.scene.verdict import colour_of
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.panel_card import card_title, figure_card, panel_card
from warcry3d.app.widgets.theme import coloured, paragraph
from warcry3d.messages import Words
from warcry3d.messages.verdicts import agreement_sentences, cover_sentences, headlines, sight_sentence
from warcry3d.rules.results import Judgement
from warcry3d.sight.distance import Between, Measure
from warcry3d.sight.verdict import Hidden, Seen, TooClose
from warcry3d.table.table import Table

__all__ = ["between_said", "draw_verdict", "laid_note"]


def draw_verdict(frame: Frame, model: JudgeModel) -> None:
    """Draw the answer to what is asked, or why there is none."""
    words = frame.words
    judgement = model.agreed_judgement
    if judgement is not None:
        _sight(frame, model, judgement)
        _cover(frame, judgement)
        _distance(frame, judgement)
    elif model.failure is not None:
        _card(frame, RED, words.say("No answer"), "", [words.error(model.failure)])
    elif model.is_waiting:
        coloured(words.say("judging..."), AMBER)


def _sight(frame: Frame, model: JudgeModel, judgement: Judgement) -> None:
    words = frame.words
    lines = [sight_sentence(judgement, words), *laid_note(judgement, model.table, words)]
    lines += agreement_sentences(judgement, words)
    aside = words.say("not yet certified") if model.is_waiting else _shown_by(judgement, words)
    _card(frame, colour_of(judgement.sight), headlines(judgement, words)[0], aside, lines)


def laid_note(judgement: Judgement, table: Table, words: Words) -> tuple[str, ...]:
    """Return that squares were laid for a judgement on a table which has none; nothing where none were."""
    if judgement.squares is None or table.grid is not None:
        return ()
    return (words.say("This table has no squares, so inch squares were laid over it: walls where terrain stands."),)


def _shown_by(judgement: Judgement, words: Words) -> str:
    """Return what shows that a verdict on sight holds, in a word or two."""
    match judgement.sight:
        case Seen():
            return words.say("by a line")
        case Hidden(certificate=None):
            return words.say("by every line")
        case Hidden():
            return words.say("proved")
        case TooClose(gap_mm=gap):
            return words.say("gap up to {mm:.2f} mm", mm=gap)


def _cover(frame: Frame, judgement: Judgement) -> None:
    if judgement.cover is None:
        return
    words = frame.words
    colour = BLUE if judgement.cover.verdict else PAPER
    _card(frame, colour, headlines(judgement, words)[1], "", cover_sentences(judgement, words))


def _card(frame: Frame, colour: Colour, headline: str, aside: str, lines: Sequence[str]) -> None:
    with panel_card(colour, frame.scale):
        card_title(headline, colour, frame.bold, 1.25, aside)
        for line in lines:
            paragraph(line)


def between_said(apart: Measure, words: Words) -> str:
    """Return between what a distance was measured."""
    match apart.between:
        case Between.BASES:
            return words.say("base to base")
        case Between.BODIES:
            return words.say("body to body")


def _distance(frame: Frame, judgement: Judgement) -> None:
    """Draw how far they are apart large, then across and up."""
    apart, words = judgement.distance, frame.words
    if judgement.squares is not None:
        figure = words.count("{n} square", "{n} squares", judgement.squares)
        figure_card(figure, words.say("apart"), "", GOLD, frame.bold, frame.scale)
        return
    rest = words.say("{across:.2f} across · {up:.2f} up", across=apart.horizontal, up=apart.vertical)
    figure = words.say("{inches:.2f} in", inches=apart.direct)
    figure_card(figure, between_said(apart, words), rest, GOLD, frame.bold, frame.scale)
