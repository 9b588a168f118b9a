"""Every rule system says in plain sentences what wins its battle, from the first question on."""

from typing import Any

import pytest

from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.session import Game
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import BattleOffer, BattleRequest
from warcry3d.rules.systems import SYSTEMS, system
from warcry3d.rules.warcry.battle.rounds.card_report import goal_lines
from warcry3d.rules.warcry.battle.setup.cards import Score, VictoryWire
from warcry3d.table.files import load_table
from warcry3d.table.shipped import shipped_root

SIDES = ("red", "blue")


def begun(name: str, options: dict[str, str]) -> tuple[BattleOffer, Game[Any, Any]]:
    offer = system(name).battle()
    request = BattleRequest(load_table(shipped_root() / offer.table), SIDES, offer.bands[:2], options)
    return offer, Game.begin(offer.ruleset, offer.setup(request))


def goal_of(offer: BattleOffer, state: Any) -> list[str]:
    return [str(line) for line in offer.standings(state).goal]


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("warcry", {}, ["most victory points win; the victory card says what gains them"]),
        ("dndminiatures", {}, ["destroy every enemy creature, or make it flee off the map"]),
        (
            "ageofsigmar",
            {"rounds": "4"},
            ["destroy the enemy army", "or lose the smaller share of your models by the end of round 4"],
        ),
        (
            "warhammer40k",
            {"rounds": "3"},
            [
                "most points after round 3 win",
                "from round 2 on, at the end of your command phase: 1 for each objective you control, 3 at most",
                "or destroy all enemies",
            ],
        ),
    ],
)
def test_battle_says_at_its_beginning_what_wins(name: str, options: dict[str, str], said: list[str]) -> None:
    """Seen with newcomers: nothing on the screen told them how to win."""
    offer, game = begun(name, options)
    assert goal_of(offer, game.state) == said
    assert all(one.rule in system(name).rule_texts() for one in offer.standings(game.state).goal)


def test_every_system_with_a_battle_is_looked_at() -> None:
    assert {"warcry", "dndminiatures", "ageofsigmar", "warhammer40k"} == set(SYSTEMS)


def test_drawn_victory_card_says_what_gains_points() -> None:
    offer, game = begun("warcry", {"victory": "Salvage"})
    players = {side: offer.player("random") for side in SIDES}
    while not any(str(card.kind) == "victory" for card in offer.standings(game.state).cards):
        game = play_on(game, players, SeededDice(4), seed=4)
    goal = ["most points after round 3 win", "at the end: 1 for each treasure you carry, 1 if the enemy leader is down"]
    assert goal_of(offer, game.state) == goal
    teller = Teller(Words("zh_CN"))
    told = [teller.said(line.message) for line in offer.standings(game.state).goal]
    assert told == ["第 3 轮后得分最高者胜", "战斗结束时：每携带一件宝物得 1 分、敌方队长倒下得 1 分"]


def test_scores_of_rounds_and_of_the_end_are_told_apart() -> None:
    scores = [Score(per="controlled-objective"), Score(per="more-objectives"), Score(per="more-blood", when="battle")]
    assert [str(line) for line in goal_lines(VictoryWire(name="All", scores=scores))] == [
        "each round: 1 for each objective you control, 1 if you control more objectives",
        "at the end: 1 if you take down enemies worth more",
    ]
