"""The panel of settings: one row for each, its choices side by side."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from imgui_bundle import imgui

from warcry3d.app.shell.model import ChangeSettings, Panel, ShellIntent, ShowPanel, SpeakLanguage
from warcry3d.app.shell.settings import PACES, SCALES, TEXT_SIZES, Settings
from warcry3d.app.widgets.choices import choice_row, headline
from warcry3d.messages import LANGUAGES, Words

__all__ = ["draw_settings"]

Row = tuple[str, str, Sequence[tuple[str, ShellIntent]], int]
"""A setting's title, what it does, its choices, and which of them holds."""


def draw_settings(settings: Settings, words: Words, bold: Any, scale: float, wanted: list[ShellIntent]) -> None:
    """Draw the settings into the open window."""
    headline(words.say("Look"), bold)
    for row in _looks(settings, words):
        _draw(row, scale, wanted)
    headline(words.say("Battles"), bold)
    for row in _battles(settings, words):
        _draw(row, scale, wanted)
    imgui.dummy((0, 6 * scale))
    if imgui.button(words.say("Keys...")):
        wanted.append(ShowPanel(Panel.KEYS))
    imgui.same_line()
    if imgui.button(words.say("Close")):
        wanted.append(ShowPanel(None))


def _draw(row: Row, scale: float, wanted: list[ShellIntent]) -> None:
    title, tip, choices, current = row
    chosen = choice_row(title, tip, [name for name, _ in choices], current, scale)
    if chosen is not None:
        wanted.append(choices[chosen][1])


def _looks(settings: Settings, words: Words) -> list[Row]:
    languages = [(name, SpeakLanguage(language)) for language, name in LANGUAGES.items()]
    return [
        (words.say("Language"), words.say("of everything in the window"), languages, _index(LANGUAGES, words.language)),
        _factors(words.say("Text size"), words.say("the size of all text"), settings, "text", TEXT_SIZES),
        _factors(
            words.say("Window scale"),
            words.say("the size of text, panels and signs, as far as the window has room"),
            settings,
            "scale",
            SCALES,
        ),
        _switch(
            words.say("High contrast"), words.say("white on black, with edges"), settings, "is_high_contrast", words
        ),
        _switch(
            words.say("Safe colours"),
            words.say("colours that colour-blind eyes tell apart"),
            settings,
            "has_safe_colours",
            words,
        ),
        _switch(
            words.say("Less motion"),
            words.say("the view and the dice change at once"),
            settings,
            "has_less_motion",
            words,
        ),
    ]


def _battles(settings: Settings, words: Words) -> list[Row]:
    dice = [
        (words.say("thrown"), ChangeSettings(replace(settings, has_instant_dice=False))),
        (words.say("at once"), ChangeSettings(replace(settings, has_instant_dice=True))),
    ]
    source = [
        (words.say("the program's"), ChangeSettings(replace(settings, has_real_dice=False))),
        (words.say("real dice"), ChangeSettings(replace(settings, has_real_dice=True))),
    ]
    return [
        (
            words.say("Dice"),
            words.say("dice roll over the table, or show their result at once"),
            dice,
            _at(settings, "instant"),
        ),
        (
            words.say("Dice of new battles"),
            words.say("the program throws them, or you throw real dice and enter their faces"),
            source,
            _at(settings, "real"),
        ),
        _factors(
            words.say("Pace of the program"),
            words.say("how fast you are shown what the program's player does"),
            settings,
            "pace",
            PACES,
        ),
    ]


def _at(settings: Settings, dice: str) -> int:
    return int(settings.has_instant_dice if dice == "instant" else settings.has_real_dice)


def _index(among: Any, value: object) -> int:
    return list(among).index(value)


def _factors(title: str, tip: str, settings: Settings, name: str, among: Sequence[float]) -> Row:
    choices = [(f"{factor:.0%}", ChangeSettings(_with(settings, name, factor))) for factor in among]
    return title, tip, choices, _index(among, getattr(settings, name))


def _switch(title: str, tip: str, settings: Settings, name: str, words: Words) -> Row:
    choices = [
        (words.say("off"), ChangeSettings(_with(settings, name, False))),
        (words.say("on"), ChangeSettings(_with(settings, name, True))),
    ]
    return title, tip, choices, int(getattr(settings, name))


def _with(settings: Settings, name: str, value: Any) -> Settings:
    return replace(settings, **{name: value})
