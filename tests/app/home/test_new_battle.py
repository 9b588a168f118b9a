"""A battle while it is arranged: intents in, another battle out."""

from dataclasses import replace
from pathlib import Path

import pytest

from warcry3d.app.home.new_battle import (
    BOARD,
    START,
    AddBand,
    AddBoard,
    ChooseBand,
    ChooseBoard,
    ChoosePlayers,
    ChooseSeat,
    ChooseSetting,
    ChooseSystem,
    DiceSource,
    NewBattle,
    OfferBoards,
    RandomBoard,
    Refuse,
    Seat,
    ShowBoard,
    SystemChoices,
    TypeSeed,
    UseDice,
    band_field,
    setting_field,
)
from warcry3d.app.home.new_battle_view import named_values
from warcry3d.app.home.refusals import refused_field, sentence
from warcry3d.errors import FileError, QuestionError
from warcry3d.messages import Words
from warcry3d.rules.ageofsigmar.battle.plugin import SETTINGS
from warcry3d.rules.battle_api import Setting

LENGTH = Setting("length", "how long it is", ("short", "long"))
CARD = Setting("card", "the card")
SYSTEM = SystemChoices(
    "race",
    "Race",
    ("eager", "lazy"),
    ("hares", "snails"),
    (LENGTH, CARD),
    ("snails",),
    Path("track.table.json"),
    {"card": ("Rain", "Sun")},
    boards=(Path("track.table.json"), Path("field.table.json")),
    most_players=4,
)
NEW = NewBattle().after(ChooseSystem(SYSTEM, "person", "lazy"))


def test_nothing_can_be_begun_before_a_system_is_read() -> None:
    assert not NewBattle().is_ready


def test_system_brings_a_board_and_a_warband_for_each_side() -> None:
    assert NEW.is_ready
    assert NEW.board == Path("track.table.json")
    assert NEW.seats == (Seat("red", "snails", "person"), Seat("blue", "snails", "lazy"))


def test_warbands_players_and_boards_are_chosen_side_by_side() -> None:
    chosen = NEW.after(ChooseBand("red", "hares")).after(ChooseSeat("red", "eager")).after(ChooseBoard(RandomBoard(7)))
    assert chosen.seats == (Seat("red", "hares", "eager"), NEW.seats[1])
    assert chosen.board == RandomBoard(7)


def test_file_is_offered_to_both_sides_once() -> None:
    chosen = NEW.after(AddBand("blue", "mine.band.json")).after(AddBand("red", "mine.band.json"))
    assert chosen.bands == ("hares", "snails", "mine.band.json")
    assert [seat.band for seat in chosen.seats] == ["mine.band.json"] * 2


def test_setting_holds_its_first_value_until_another_is_chosen() -> None:
    assert (NEW.value(LENGTH), NEW.value(CARD)) == ("short", "")
    chosen = NEW.after(ChooseSetting("length", "long")).after(ChooseSetting("card", "Rain"))
    assert (chosen.value(LENGTH), chosen.value(CARD)) == ("long", "Rain")
    assert dict(chosen.after(ChooseSetting("card", "")).options) == {"length": "long"}


def test_seed_that_is_typed_is_used_and_kept_within_its_limits() -> None:
    assert NEW.dice is DiceSource.CHANCE
    typed = NEW.after(TypeSeed(-5))
    assert (typed.dice, typed.seed) == (DiceSource.SEED, 0)
    assert NEW.after(TypeSeed(1 << 40)).seed == 2**31 - 1
    assert typed.after(UseDice(DiceSource.REAL)).dice is DiceSource.REAL


def test_another_system_forgets_what_was_chosen_for_the_last() -> None:
    chosen = NEW.after(ChooseSetting("length", "long")).after(ChooseBand("red", "hares"))
    assert chosen.after(ChooseSystem(SYSTEM, "person", "lazy")) == NEW


def test_system_without_warbands_needs_none() -> None:
    bare = replace(SYSTEM, has_bands=False, bands=(), default_bands=())
    new = NewBattle().after(ChooseSystem(bare, "person", "lazy"))
    assert new.is_ready
    assert [seat.band for seat in new.seats] == ["", ""]
    assert not NewBattle().after(ChooseSystem(replace(bare, has_bands=True), "person", "lazy")).is_ready


def test_more_sides_come_with_warbands_and_go_again() -> None:
    four = NEW.after(ChooseBand("blue", "hares")).after(ChoosePlayers(4))
    assert four.seats[2:] == (Seat("green", "snails", "lazy"), Seat("yellow", "hares", "lazy"))
    assert four.after(ChoosePlayers(2)).seats == four.seats[:2]
    own = replace(NEW, system=replace(NEW.system, default_bands=("snails", "hares", "newts")))
    assert [seat.band for seat in own.after(ChoosePlayers(4)).seats] == ["snails", "snails", "newts", "snails"]
    assert len(NEW.after(ChoosePlayers(9)).seats) == 4, "no more than the system allows"
    assert len(NEW.after(ChoosePlayers(1)).seats) == 2


def test_board_from_a_file_is_offered_once() -> None:
    own = Path("mine.table.json")
    chosen = NEW.after(AddBoard(own)).after(ChooseBoard(SYSTEM.boards[1])).after(AddBoard(own))
    assert (chosen.board, chosen.boards) == (own, (own,))
    assert NEW.after(AddBoard(SYSTEM.boards[1])).boards == ()


def test_boards_are_offered_anew_and_the_choice_stays_unless_another_is_asked_for() -> None:
    own, late = Path("mine.table.json"), Path("late.table.json")
    chosen = NEW.after(AddBoard(own)).after(Refuse(BOARD, QuestionError("no")))
    listed = chosen.after(OfferBoards((own, late, *SYSTEM.boards)))
    assert listed.system is not None and listed.system.boards == (own, late, *SYSTEM.boards)
    assert (listed.board, listed.boards) == (own, ()), "each is offered once"
    assert listed.after(OfferBoards(SYSTEM.boards, late)).board == late
    assert BOARD in listed.refusals and BOARD not in listed.after(OfferBoards(SYSTEM.boards, late)).refusals
    assert NewBattle().after(OfferBoards((own,), own)) == NewBattle(), "no system is read yet"


def test_picture_of_a_random_board_is_that_of_the_seed_chosen_last() -> None:
    first, file = NEW.after(ChooseBoard(RandomBoard(1))), Path("random.table.json")
    assert first.after(ShowBoard(RandomBoard(1), file)).drawn == file
    assert first.after(ShowBoard(RandomBoard(2), file)).drawn is None
    assert first.after(ShowBoard(RandomBoard(1), file)).after(ChooseBoard(RandomBoard(2))).drawn is None


def test_refusal_stays_at_its_field_until_that_field_changes() -> None:
    error = QuestionError("no")
    refused = NEW.after(Refuse(BOARD, error)).after(Refuse(band_field("red"), error)).after(Refuse(START, error))
    assert set(refused.after(ChooseBand("blue", "hares")).refusals) == {BOARD, band_field("red")}
    assert set(refused.after(ChooseBand("red", "hares")).refusals) == {BOARD}
    assert set(refused.after(ChooseBoard(RandomBoard(3))).refusals) == {band_field("red")}
    assert not refused.after(ChooseSetting("length", "long")).refusals


MINE = str(Path("mine.band.json"))


@pytest.mark.parametrize(
    ("error", "field"),
    [
        (FileError(MINE, "fighters[2]", "no"), band_field("blue")),
        (FileError("my.deck.json", "", "no"), setting_field("card")),
        (FileError("set-up", "details.warbands.red", "it is not legal"), band_field("red")),
        (FileError("set-up", "details.cards.length", "no map"), setting_field("length")),
        (QuestionError("no card '{name}'", name="my.deck.json"), setting_field("card")),
        (QuestionError("there is no board"), START),
    ],
    ids=str,
)
def test_refusal_goes_to_the_field_that_it_names(error: FileError | QuestionError, field: str) -> None:
    new = NEW.after(ChooseBand("blue", MINE)).after(ChooseSetting("card", "my.deck.json"))
    assert refused_field(error, new) == field


def test_place_in_a_set_up_that_nobody_wrote_is_not_said() -> None:
    assert str(sentence(FileError("set-up", "details.cards", "no card {n}", n=3))) == "no card 3"
    own = FileError("bands/mine.band.json", "name", "expected a text")
    assert sentence(own) is own


def test_realms_to_choose_from_are_listed_in_the_readers_language() -> None:
    """Seen in the set-up: the list of a battle in Chinese said "fire"."""
    realm = next(one for one in SETTINGS if one.name == "realm")
    english, chinese = (named_values(realm, realm.known(), Words(language)) for language in ("en", "zh_CN"))
    assert english[""] == "the players choose it" and english["fire"] == "realm of fire"
    assert len(chinese) == 8 and all(name.isascii() is False for name in chinese.values())


def test_a_setting_refused_out_of_view_is_said_beside_the_start() -> None:
    """Seen in the window: a press of the start did nothing, as the reason was scrolled away."""
    error = QuestionError("no")
    refused = NEW.after(Refuse(BOARD, error)).after(Refuse(setting_field("card"), error))
    assert refused.refusals_at_start == (setting_field("card"),)
    assert not refused.after(ChooseSetting("card", "Rain")).refusals_at_start


def test_whose_army_has_won_before_is_picked_from_a_list() -> None:
    """Seen in the window: players were to be typed, and "Red", as they are shown, was refused."""
    triumphs = next(one for one in SETTINGS if one.name == "triumphs")
    english, chinese = (named_values(triumphs, triumphs.known(), Words(language)) for language in ("en", "zh_CN"))
    assert english == {
        "": "neither player's",
        "red": "the red player's",
        "blue": "the blue player's",
        "red,blue": "both players'",
    }
    assert all(name.isascii() is False for name in chinese.values())
