"""A battle while it is arranged: intents in, another battle out."""

from pathlib import Path

from warcry3d.app.home.new_battle import (
    AddBand,
    ChooseBand,
    ChooseBoard,
    ChooseSeat,
    ChooseSetting,
    ChooseSystem,
    DiceSource,
    NewBattle,
    RandomBoard,
    Seat,
    SystemChoices,
    TypeSeed,
    UseDice,
)
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
