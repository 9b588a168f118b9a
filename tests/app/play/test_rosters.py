"""Rosters of many fighters stay in the room there is for them, and call them in the person's language."""

import pytest

from tests.app.play.battles import asked, done
from warcry3d.app.play.draft import options_of
from warcry3d.app.play.intents import ClickModel
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.moment import moment_of
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.roster import (
    EDGES,
    HEADING,
    LEAST_ROW,
    LOWEST_ROW,
    ROW,
    close_from,
    ring_in,
    row_height,
    tall_from,
    together,
)
from warcry3d.app.play.state import PERSON, PlayAction
from warcry3d.app.shell.files.battle_start import read_battle
from warcry3d.game.reasons import RuleReason
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.rules.battle_api import ModelStanding
from warcry3d.table.shipped import shipped_root


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_two_warbands_on_one_side_share_the_room_there_is(scale: float) -> None:
    box = layout_of(1280 * scale, 800 * scale, 36 * scale, scale).rosters[0]
    assert row_height(box, 4, scale) == ROW * scale
    assert 16 * row_height(box, 16, scale, sides=2) + (2 * HEADING + EDGES) * scale <= box[3] + 1e-6
    assert row_height(box, 60, scale) == LEAST_ROW * scale, "more of them scroll"


def test_fighters_that_ship_have_chinese_names_over_the_table() -> None:
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    moment = moment_of(start.game, start.rules, len(start.game.done))
    english, chinese = moment.labels(Words("en")), moment.labels(Words("zh_CN"))
    assert english and english.keys() == chinese.keys()
    assert all(label.isascii() for label in english.values())
    assert not any(label.isascii() for label in chinese.values())


def test_unit_has_fled_if_all_of_its_models_have() -> None:
    fled = ModelStanding((0, 1), is_down=True, fate=RuleReason("X-1", message("fled")))
    alike, apart = together([fled, fled]), together([fled, ModelStanding((0, 1), is_down=True)])
    assert alike is not None and alike.fate == fled.fate
    assert apart is not None and apart.fate is None


def test_mark_below_a_name_says_in_few_words_how_long_it_holds() -> None:
    """'Blood in the Water until the battle ends' was cut in the middle of 'until'."""
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    standings = moment_of(start.game, start.rules, len(start.game.done)).standings.models
    marks = {str(mark.message) for one in standings.values() for mark in one.marks}
    assert "Blood in the Water, this battle" in marks


def test_click_that_activates_a_fighter_leaves_nothing_selected_to_stay_lit_when_it_is_taken_back() -> None:
    start = read_battle(shipped_root() / "terrain" / "sample-battle.battle.jsonl")
    people = dict.fromkeys(start.seats, PERSON)
    model = asked(PlayModel.beginning(start.rules, start.game, people, 1, can_go_on=True))
    option = next(one for one in model.prompts or () for one in options_of(one) if one.model and not one.faults)
    clicked = model.after(ClickModel(option.model))
    assert isinstance(clicked.wish, PlayAction) and clicked.selected == ""
    assert done(clicked).selected == ""
    enemy = next(id for side, ids in model.moment.sides.items() if side != model.player for id in ids)
    assert model.after(ClickModel(enemy)).selected == enemy


@pytest.mark.parametrize("row", [ROW, 33.0, 30.0, LEAST_ROW, 24.0, LOWEST_ROW])
def test_ring_of_a_fighter_lies_within_its_row_however_low_that_is(row: float) -> None:
    down, radius = ring_in(row - 3.0, 1.0)
    assert radius + 1 <= down <= row - 3.0 - radius - 1


@pytest.mark.parametrize(("text", "is_below"), [(18.0, True), (27.0, False)])
def test_note_stands_below_a_name_only_where_both_lines_have_room(text: float, is_below: bool) -> None:
    """At 1280 x 720 in a text of 1.5 they lay over each other."""
    row = 35.0
    assert (row > tall_from(1.0, text)) == is_below
    assert (ring_in(row, 1.0, text)[0] == row / 2) != is_below


@pytest.mark.parametrize("side", [10, 11])
def test_rows_of_a_warband_have_room_for_a_note_close_below_the_name(side: int) -> None:
    """Of ten fighters at 1280 x 800 "is waiting" was cut beside a name, and "carries a treasure" left out."""
    row = row_height(layout_of(1280.0, 800.0, 30.0, 1.0).rosters[1], side, 1.0) - 3.0
    assert row < tall_from(1.0, 18.0) and row >= close_from(18.0)
