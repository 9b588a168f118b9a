"""The page on which a new battle is arranged: board, sides, settings, dice."""

from collections.abc import Callable, Mapping
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.home.model import GoToPage, HomeAction, HomeIntent, HomeModel, Page, PickBand, PickSetting
from warcry3d.app.home.new_battle import (
    ChooseBand,
    ChooseBoard,
    ChooseSeat,
    ChooseSetting,
    DiceSource,
    NewBattle,
    RandomBoard,
    Seat,
    SystemChoices,
    TypeSeed,
    UseDice,
)
from warcry3d.app.scene.colours import AMBER, side_colour
from warcry3d.app.shell.battle_start import PERSON
from warcry3d.app.shell.room import Frame
from warcry3d.app.shell.table_files import is_dispute, title_of
from warcry3d.app.shell.thumbnails import Thumbnail
from warcry3d.app.widgets.cards import Card, big_button, cards
from warcry3d.app.widgets.choices import choice_row, dropdown, headline, segments
from warcry3d.app.widgets.theme import bar, coloured, readable
from warcry3d.messages import Words
from warcry3d.messages.names import readable_name
from warcry3d.rules.battle_api import Setting

__all__ = ["band_name", "draw_new_battle", "player_name"]

RANDOM = "random"
"""The card of a board made by a seed."""
RIGHT = 420.0
"""Width of the column with sides and settings (points)."""


def draw_new_battle(
    frame: Frame,
    model: HomeModel,
    thumbnails: Mapping[Path, Thumbnail],
    picture_of: Callable[[Path], int | None],
    wanted: list[HomeIntent],
) -> None:
    """Draw the page into the open window."""
    words, new, scale = frame.words, model.arranged, frame.scale
    if new.system is None:
        coloured(words.say("reading what there is to choose from..."), AMBER)
        if imgui.button(words.say("Back")):
            wanted.append(GoToPage(Page.START))
        return
    room = imgui.get_content_region_avail()
    column = min(RIGHT * scale, 0.52 * room.x)
    foot = 74 * scale + imgui.get_text_line_height()
    with imgui_ctx.begin_child("board", (room.x - column - 18 * scale, 0)):
        _boards(frame, model, thumbnails, picture_of, wanted)
    imgui.same_line(0, 18 * scale)
    with imgui_ctx.begin_group():
        with imgui_ctx.begin_child("choices", (column, room.y - foot)):
            for seat in new.seats:
                _seat(frame, new, new.system, seat, wanted)
            _dice(frame, new, wanted)
            headline(words.say("Rules"), frame.bold)
            for setting in new.system.settings:
                _setting(setting, new, words, scale, wanted)
        with imgui_ctx.begin_child("start", (column, 0)):
            if (
                big_button("play", words.say("Start the battle"), "", frame.bold, scale, is_primary=True)
                and new.is_ready
            ):
                wanted.append(HomeAction.START_BATTLE)
            if imgui.button(words.say("Back")):
                wanted.append(GoToPage(Page.START))


def _boards(
    frame: Frame,
    model: HomeModel,
    thumbnails: Mapping[Path, Thumbnail],
    picture_of: Callable[[Path], int | None],
    wanted: list[HomeIntent],
) -> None:
    words, new = frame.words, model.arranged
    assert new.system is not None
    headline(f"{words.say('New battle')} · {new.system.title}", frame.bold)
    random_seed = new.board.seed if isinstance(new.board, RandomBoard) else 1
    random_title = words.say("random, seed {seed}", seed=random_seed)
    tip, is_random = words.say("a board by chance"), isinstance(new.board, RandomBoard)
    shown = [Card(RANDOM, random_title, icon="new", is_on=is_random, tip=tip)]
    for path in (one for one in model.boards if not is_dispute(one)):
        thumbnail = thumbnails.get(path)
        picture = picture_of(thumbnail.picture) if thumbnail is not None and thumbnail.picture is not None else None
        shown.append(Card(str(path), title_of(path, words), (), picture, path == new.board, str(path)))
    clicked = cards(shown, frame.bold, frame.scale, width=188.0)
    if clicked == RANDOM:
        wanted.append(ChooseBoard(RandomBoard(random_seed)))
    elif clicked is not None:
        wanted.append(ChooseBoard(Path(clicked)))
    if isinstance(new.board, RandomBoard):
        seed = _number(words.say("seed of the board"), new.board.seed, frame.scale)
        if seed is not None:
            wanted.append(ChooseBoard(RandomBoard(seed)))


def _number(label: str, value: int, scale: float) -> int | None:
    """Draw a field for a whole number; return another one that was typed."""
    imgui.set_next_item_width(190 * scale)
    is_changed, typed = imgui.input_int(label, value)
    return max(0, min(int(typed), 2**31 - 1)) if is_changed else None


def _seat(frame: Frame, new: NewBattle, system: SystemChoices, seat: Seat, wanted: list[HomeIntent]) -> None:
    words, scale = frame.words, frame.scale
    colour = readable(side_colour(seat.side))
    imgui.dummy((0, 3 * scale))
    with bar(colour, scale):
        coloured(readable_name(seat.side), colour)
        with dropdown(f"band-{seat.side}", band_name(seat.band)) as is_open:
            if is_open:
                for band in new.bands:
                    if imgui.selectable(f"{band_name(band)}##{band}", band == seat.band)[0]:
                        wanted.append(ChooseBand(seat.side, band))
                imgui.separator()
                if imgui.selectable(words.say("a warband's file..."), False)[0]:
                    wanted.append(PickBand(seat.side))
                if imgui.selectable(words.say("import fighters of other tools..."), False)[0]:
                    wanted.append(PickBand(seat.side, is_import=True))
        players = (PERSON, *system.players)
        clicked = segments(
            f"seat-{seat.side}", [player_name(one, words) for one in players], players.index(seat.player)
        )
        if clicked is not None:
            wanted.append(ChooseSeat(seat.side, players[clicked]))


def band_name(band: str) -> str:
    """Return what a warband is called: the name of one that ships, else its file's."""
    return readable_name(Path(band).name.partition(".")[0]) if band else "?"


def player_name(player: str, words: Words) -> str:
    """Return what one who plays is called."""
    return words.say("a person") if player == PERSON else words.say("program: {name}", name=player)


def _dice(frame: Frame, new: NewBattle, wanted: list[HomeIntent]) -> None:
    words, scale = frame.words, frame.scale
    headline(words.say("Dice"), frame.bold)
    sources = tuple(DiceSource)
    names = [words.say("by chance"), words.say("by a seed"), words.say("real dice")]
    clicked = segments("dice", names, sources.index(new.dice))
    if clicked is not None:
        wanted.append(UseDice(sources[clicked]))
    if new.dice is DiceSource.SEED:
        seed = _number(words.say("seed of the dice"), new.seed, scale)
        if seed is not None:
            wanted.append(TypeSeed(seed))


def _setting(setting: Setting, new: NewBattle, words: Words, scale: float, wanted: list[HomeIntent]) -> None:
    """Draw a setting of the system's, whatever it is about."""
    title, value = words.say(setting.template), new.value(setting)
    if setting.choices:
        names = [readable_name(one) for one in setting.choices]
        clicked = choice_row(title, "", names, setting.choices.index(value), scale)
        if clicked is not None:
            wanted.append(ChooseSetting(setting.name, setting.choices[clicked]))
        return
    imgui.text_disabled(title)
    if setting.is_file:
        if imgui.button(f"{Path(value).name if value else words.say('choose a file...')}##{setting.name}"):
            wanted.append(PickSetting(setting.name))
        if value:
            imgui.same_line()
            if imgui.button(f"{words.say('none')}##{setting.name}"):
                wanted.append(ChooseSetting(setting.name, ""))
        return
    known = new.system.known.get(setting.name, ()) if new.system is not None else ()
    if not known:
        imgui.set_next_item_width(-1)
        is_changed, typed = imgui.input_text_with_hint(f"##{setting.name}", words.say("as usual"), value)
        if is_changed:
            wanted.append(ChooseSetting(setting.name, typed))
        return
    with dropdown(setting.name, value or words.say("drawn by chance")) as is_open:
        if is_open:
            for one in ("", *known):
                if imgui.selectable(f"{one or words.say('drawn by chance')}##{one}", one == value)[0]:
                    wanted.append(ChooseSetting(setting.name, one))
