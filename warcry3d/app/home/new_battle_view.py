"""The page on which a new battle is arranged: system, board, sides, settings, dice."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui, imgui_ctx

from warcry3d.app.home.model import (
    ComposeBand,
    GoToPage,
    HomeAction,
    HomeIntent,
    HomeModel,
    Page,
    PickBand,
    PickSetting,
    PickSystem,
)
from warcry3d.app.home.new_battle import (
    BOARD,
    FEWEST,
    SYSTEM,
    ChooseBand,
    ChooseBoard,
    ChoosePlayers,
    ChooseSeat,
    ChooseSetting,
    DiceSource,
    NewBattle,
    RandomBoard,
    Seat,
    SystemChoices,
    TypeSeed,
    UseDice,
    band_field,
    setting_field,
)
from warcry3d.app.scene.colours import AMBER, RED, side_colour
from warcry3d.app.shell.files.battle_start import PERSON
from warcry3d.app.shell.files.table_files import tip_of, title_of
from warcry3d.app.shell.files.thumbnails import Thumbnail
from warcry3d.app.shell.room import Frame
from warcry3d.app.widgets.cards import Card, big_button, cards
from warcry3d.app.widgets.choices import choice_row, dropdown, headline, option, segments
from warcry3d.app.widgets.theme import bar, coloured, paragraph, readable
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.messages.names import fighter_file_name, readable_name
from warcry3d.rules.battle_api import Setting

__all__ = ["NewBattleView", "band_name", "player_name"]

RANDOM, FILE = "random", "file"
"""The cards of a board made by a seed, and of one from a file."""
RIGHT = 420.0
"""Width of the column with sides and settings (points)."""


@dataclass(frozen=True)
class NewBattleView:
    """Draws the page into the open window. ``picture_of``: a picture's number; ``wanted``: takes what is asked for."""

    frame: Frame
    thumbnails: Mapping[Path, Thumbnail]
    picture_of: Callable[[Path], int | None]
    wanted: list[HomeIntent]

    def draw(self, model: HomeModel) -> None:
        """Draw the page."""
        words, new, scale = self.frame.words, model.arranged, self.frame.scale
        if new.system is None:
            self._waiting(new)
            return
        room = imgui.get_content_region_avail()
        column = min(RIGHT * scale, 0.52 * room.x)
        foot = 74 * scale + imgui.get_text_line_height()
        refused = new.refusals_at_start
        foot += 3 * len(refused) * imgui.get_text_line_height()
        with imgui_ctx.begin_child("board", (room.x - column - 18 * scale, 0)):
            self._system(model, new.system)
            self._boards(new, new.system)
        imgui.same_line(0, 18 * scale)
        with imgui_ctx.begin_group():
            with imgui_ctx.begin_child("choices", (column, room.y - foot)):
                self._sides(new, new.system)
                self._dice(new)
                headline(words.say("Rules"), self.frame.bold)
                for setting in new.system.settings:
                    self._setting(setting, new)
            with imgui_ctx.begin_child("start", (column, 0)):
                for about in refused:
                    self._refusal(new, about)
                start = words.say("Start the battle")
                if big_button("play", start, "", self.frame.bold, scale, is_primary=True) and new.is_ready:
                    self.wanted.append(HomeAction.START_BATTLE)
                self._back()

    def _waiting(self, new: NewBattle) -> None:
        """Draw the page while the system is being read, or where it cannot be played."""
        if SYSTEM in new.refusals:
            self._refusal(new, SYSTEM)
        else:
            coloured(self.frame.words.say("reading what there is to choose from..."), AMBER)
        self._back()

    def _back(self) -> None:
        if imgui.button(self.frame.words.say("Back")):
            self.wanted.append(GoToPage(Page.START))

    def _refusal(self, new: NewBattle, about: str) -> None:
        """Say why the battle could not be begun, where that was about a field."""
        error = new.refusals.get(about)
        if error is not None:
            with bar(RED, self.frame.scale):
                paragraph(self.frame.words.error(error), RED)

    def _system(self, model: HomeModel, chosen: SystemChoices) -> None:
        words, new = self.frame.words, model.arranged
        headline(f"{words.say('New battle')} · {chosen.title}", self.frame.bold)
        if len(model.systems) > 1:
            names = [name for name, _ in model.systems]
            titles = [title for _, title in model.systems]
            clicked = choice_row(words.say("Rule system"), "", titles, names.index(chosen.name), self.frame.scale)
            if clicked is not None:
                self.wanted.append(PickSystem(names[clicked]))
        self._refusal(new, SYSTEM)

    def _boards(self, new: NewBattle, system: SystemChoices) -> None:
        words = self.frame.words
        if new.has_own_board:
            paragraph(words.say("The terrain card brings the board: what is chosen here is not used."), AMBER)
        self._refusal(new, BOARD)
        random = new.board.seed if isinstance(new.board, RandomBoard) else 1
        shown = [self._random_card(new, random)] if system.has_random_boards else []
        for path in (*system.boards, *new.boards):
            gone, tip = system.lacking.get(path, ""), tip_of(path, words)
            lines = (words.say("a piece is gone"),) if gone else ()
            if gone:
                tip = f"{tip}\n{words.say('the file of its piece {name} is gone: put it back to play here', name=gone)}"
            title = title_of(path, words)
            card = Card(str(path), title, lines, self._picture(path), path == new.board, tip, is_off=bool(gone))
            shown.append(card)
        shown.append(Card(FILE, words.say("a board's file..."), icon="open", tip=words.say("any table file")))
        clicked = cards(shown, self.frame.bold, self.frame.scale, lines=int(bool(system.lacking)), width=188.0)
        if clicked == RANDOM:
            self.wanted.append(ChooseBoard(RandomBoard(random)))
        elif clicked == FILE:
            self.wanted.append(HomeAction.PICK_BOARD)
        elif isinstance(clicked, str):
            self.wanted.append(ChooseBoard(Path(clicked)))
        if isinstance(new.board, RandomBoard):
            seed = _number(words.say("seed of the board"), new.board.seed, self.frame.scale)
            if seed is not None:
                self.wanted.append(ChooseBoard(RandomBoard(seed)))

    def _random_card(self, new: NewBattle, seed: int) -> Card:
        words = self.frame.words
        is_on = isinstance(new.board, RandomBoard)
        picture = self._picture(new.drawn) if is_on and new.drawn is not None else None
        title = words.say("random, seed {seed}", seed=seed)
        return Card(RANDOM, title, (), picture, is_on, words.say("a board by chance"), icon="new")

    def _picture(self, path: Path) -> int | None:
        thumbnail = self.thumbnails.get(path)
        return self.picture_of(thumbnail.picture) if thumbnail is not None and thumbnail.picture is not None else None

    def _sides(self, new: NewBattle, system: SystemChoices) -> None:
        if system.most_players > FEWEST:
            counts = range(FEWEST, system.most_players + 1)
            title, names = self.frame.words.say("Sides"), [str(count) for count in counts]
            clicked = choice_row(title, "", names, len(new.seats) - FEWEST, self.frame.scale)
            if clicked is not None:
                self.wanted.append(ChoosePlayers(counts[clicked]))
        for seat in new.seats:
            self._seat(new, system, seat)

    def _seat(self, new: NewBattle, system: SystemChoices, seat: Seat) -> None:
        words, scale = self.frame.words, self.frame.scale
        colour = readable(side_colour(seat.side))
        imgui.dummy((0, 3 * scale))
        with bar(colour, scale):
            coloured(Teller(words).player(seat.side), colour)
            if system.has_bands:
                self._band(new, seat)
            self._refusal(new, band_field(seat.side))
            players = (PERSON, *system.players)
            names = [player_name(one, system, words) for one in players]
            clicked = segments(f"seat-{seat.side}", names, players.index(seat.player))
            if clicked is not None:
                self.wanted.append(ChooseSeat(seat.side, players[clicked]))

    def _band(self, new: NewBattle, seat: Seat) -> None:
        words = self.frame.words
        with dropdown(f"band-{seat.side}", self._name(new, seat.band)) as is_open:
            if is_open:
                for band in new.bands:
                    if option(f"{self._name(new, band)}##{band}", band == seat.band):
                        self.wanted.append(ChooseBand(seat.side, band))
                imgui.separator()
                if option(words.say("a warband's file...")):
                    self.wanted.append(PickBand(seat.side))
                for pool in new.system.pools if new.system is not None else ():
                    title = words.say("pick fighters of {file}...", file=band_name(pool, words))
                    if option(f"{title}##{pool}"):
                        self.wanted.append(ComposeBand(seat.side, pool))
                if option(words.say("import fighters of other tools...")):
                    self.wanted.append(PickBand(seat.side, is_import=True))
        if band_field(seat.side) not in new.refusals:
            self._told(new, seat.band)

    def _name(self, new: NewBattle, band: str) -> str:
        """Return what a warband is called: by its file once that was read, or as it ships, else by the file's name."""
        told, known = new.told.get(band), new.system.band_names if new.system is not None else {}
        own = told.army.name if told is not None and told.army is not None else known.get(band, "")
        return self.frame.words.name(own) if own else band_name(band, self.frame.words)

    def _told(self, new: NewBattle, band: str) -> None:
        """Say what is known of a warband: how large it is, or what is wrong with it."""
        words, told = self.frame.words, new.told.get(band)
        if told is None:
            imgui.text_disabled("...")
        elif told.army is None:
            if told.error is not None:
                paragraph(words.error(told.error), RED)
        else:
            imgui.text_disabled(words.text(told.army.size))
            for fault in told.army.faults:
                paragraph(f"{words.text(fault.message)} ({fault.rule})", AMBER)

    def _dice(self, new: NewBattle) -> None:
        words = self.frame.words
        headline(words.say("Dice"), self.frame.bold)
        sources = tuple(DiceSource)
        names = [words.say("by chance"), words.say("by a seed"), words.say("real dice")]
        clicked = segments("dice", names, sources.index(new.dice))
        if clicked is not None:
            self.wanted.append(UseDice(sources[clicked]))
        if new.dice is DiceSource.SEED:
            seed = _number(words.say("seed of the dice"), new.seed, self.frame.scale)
            if seed is not None:
                self.wanted.append(TypeSeed(seed))

    def _setting(self, setting: Setting, new: NewBattle) -> None:
        """Draw a setting of the system's, whatever it is about."""
        words, value = self.frame.words, new.value(setting)
        title = words.say(setting.template)
        if setting.choices:
            labels = [words.text(label) for label in setting.labels]
            names = labels or [readable_name(one) for one in setting.choices]
            current = setting.choices.index(value) if value in setting.choices else -1
            clicked = choice_row(title, "", names, current, self.frame.scale)
            if clicked is not None:
                self.wanted.append(ChooseSetting(setting.name, setting.choices[clicked]))
        else:
            paragraph(title)
            known = new.system.known.get(setting.name, ()) if new.system is not None else ()
            self._text(setting, value, known, title)
        self._refusal(new, setting_field(setting.name))

    def _text(self, setting: Setting, value: str, known: tuple[str, ...], title: str) -> None:
        """Draw the field of a setting that takes every text: a file, one of those ``known``, or what is typed."""
        words = self.frame.words
        if setting.is_file:
            if imgui.button(f"{Path(value).name if value else words.say('choose a file...')}##{setting.name}"):
                self.wanted.append(PickSetting(setting.name, title))
            if value:
                imgui.same_line()
                if imgui.button(f"{words.say('none')}##{setting.name}"):
                    self.wanted.append(ChooseSetting(setting.name, ""))
            return
        if not known:
            imgui.set_next_item_width(-1)
            is_changed, typed = imgui.input_text_with_hint(f"##{setting.name}", words.say("as usual"), value)
            if is_changed:
                self.wanted.append(ChooseSetting(setting.name, typed))
            return
        names = named_values(setting, known, words)
        with dropdown(setting.name, names.get(value) or words.name(value)) as is_open:
            if is_open:
                for one, name in names.items():
                    if option(f"{name}##{one}", one == value):
                        self.wanted.append(ChooseSetting(setting.name, one))


def named_values(setting: Setting, known: tuple[str, ...], words: Words) -> dict[str, str]:
    """Return what people read for the values that a setting is known to take, first for none of them."""
    labels = dict(zip(known, setting.labels, strict=False))
    named = {one: words.text(labels[one]) if one in labels else words.name(one) for one in known}
    return {"": words.text(setting.unset), **named}


def _number(label: str, value: int, scale: float) -> int | None:
    """Draw a field for a whole number; return another one that was typed."""
    imgui.set_next_item_width(190 * scale)
    is_changed, typed = imgui.input_int(label, value)
    return max(0, min(int(typed), 2**31 - 1)) if is_changed else None


def band_name(band: str, words: Words) -> str:
    """Return what a file of fighters is called by its own name."""
    return fighter_file_name(Path(band).name.partition(".")[0], words) if band else "?"


def player_name(player: str, system: SystemChoices, words: Words) -> str:
    """Return what one who plays is called."""
    if player == PERSON:
        return words.say("a person")
    label = system.player_labels.get(player)
    return words.say("program: {name}", name=words.text(label) if label is not None else player)
