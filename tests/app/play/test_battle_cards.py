"""The cards of a battle are shown when they were drawn and when asked for; dice of one rule are thrown together."""

from dataclasses import replace
from typing import Any

import pytest

from tests.app.panel_bench import PanelBench
from tests.app.play.battles import done, race_model
from tests.app.play.test_play_keys import Heard
from warcry3d.app.play.intents import GameChanged, PickOption, PlayCommand
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.option_card import are_explained
from warcry3d.app.play.state import GameWish
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.shell.settings import Settings
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.ruleset import Roll
from warcry3d.game.session import Game
from warcry3d.rules.battle_api import BattleRequest, MarkerKind
from warcry3d.rules.systems import system
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

OFFER = system("warcry").battle()


pytestmark = pytest.mark.usefixtures("registered_race")


@pytest.fixture(scope="module")
def first_draw() -> Game[Any, Any]:
    """Return a battle whose first card is to be drawn."""
    sides, table = ("red", "blue"), load_table(shipped_root() / OFFER.table)
    game: Game[Any, Any] = Game.begin(OFFER.ruleset, OFFER.setup(BattleRequest(table, sides, OFFER.bands)))
    players = {side: OFFER.player("random") for side in sides}
    while not (isinstance(game.pending, Roll) and game.pending.why.rule == "WC-PLAN-1"):
        game = play_on(game, players, SeededDice(4), seed=4)
    return game


def model_of(game: Game[Any, Any]) -> PlayModel:
    return PlayModel.beginning(OFFER, game, {"red": "person", "blue": "person"}, 4, can_go_on=True)


def thrown(model: PlayModel) -> PlayModel:
    """Return the model after a throw."""
    return model.after(PlayCommand.THROW).after(GameChanged(model.game.roll(SeededDice(4))))


def test_first_card_waits_to_be_drawn_and_the_others_follow(first_draw: Game[Any, Any]) -> None:
    model = model_of(first_draw)
    assert not model.is_throwing_on
    model = thrown(model)
    while isinstance(model.game.pending, Roll) and model.game.pending.why.rule == "WC-PLAN-1":
        assert model.is_throwing_on
        model = thrown(model)
    assert not model.is_throwing_on


def test_dice_of_another_player_or_rule_are_thrown_by_hand() -> None:
    model = race_model()
    assert not done(model.after(PickOption("push", "2"))).is_throwing_on


def test_cards_are_shown_once_drawn_until_the_next_choice(first_draw: Game[Any, Any]) -> None:
    model = thrown(model_of(first_draw))
    assert model.shows_cards and model.moment.standings.cards
    assert not model.after(PlayCommand.BACK).shows_cards
    assert not model.after(PlayCommand.CARDS).shows_cards
    assert replace(model, wish=None).after(PlayCommand.CARDS).after(PlayCommand.CARDS).shows_cards


def test_each_card_says_what_it_does_and_points_of_the_map_are_marked(first_draw: Game[Any, Any]) -> None:
    model = model_of(first_draw)
    while isinstance(model.game.pending, Roll):
        model = thrown(model)
    standings = model.moment.standings
    assert [str(card.kind) for card in standings.cards] == ["deployment", "victory", "twist"]
    assert all(card.lines for card in standings.cards[:2])
    marked = [one for one in standings.markers if one.kind is MarkerKind.DEPLOYMENT]
    assert {str(one.label) for one in marked} == {"dagger", "shield", "hammer"}
    assert {one.side for one in marked} == {"red", "blue"}
    assert {side: str(one.army) for side, one in standings.sides.items()}.keys() == {"red", "blue"}


def test_options_that_say_what_they_lead_to_are_cards(bench: PanelBench) -> None:
    said, model, view = Heard("en"), race_model(), PlayView()
    assert model.prompt is not None and are_explained(model.options)
    assert not are_explained(model.options[:1])
    frame = bench.frame_of(said)
    found = bench.sweep(lambda: view.draw(frame, model, InHand(), Settings()), (10, 380), (640, 560))
    assert any(isinstance(one, PickOption) for one in found)
    assert GameWish.UNDO not in found
