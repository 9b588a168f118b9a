"""The card of odds: its chart keeps clear of the text over it; units have their own names in its head."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from tests.rules.ageofsigmar.battle.field import RULES, army, field, setup, unit
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.odds import bar_heights, draw_card, has_charts
from warcry3d.app.play.state import PERSON
from warcry3d.app.shell.settings import Settings
from warcry3d.game.preview import AttackOdds, Preview
from warcry3d.game.reasons import RuleReason
from warcry3d.game.session import Game
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER


def test_highest_bar_of_a_chart_keeps_clear_of_the_line_above_and_the_lowest_is_seen() -> None:
    highest, half, least = bar_heights((0.5, 0.25, 0.0), 46.0)
    assert 35.0 < highest < 42.0 and half == highest / 2 and least == 1.0
    assert bar_heights((), 46.0) == ()


def test_a_unit_is_called_by_its_own_name_not_by_that_of_its_first_model(bench: PanelBench) -> None:
    """Seen in a battle: the odds of a unit's shots were headed "Coal Slingers 1, Windfalls 1"."""
    rules: Any = RULES
    made = setup(army(unit("blades", 3, "first")), army(unit("blades", 1, "second")), field(), realm="fire")
    game = Game.begin(rules, made)
    model = PlayModel.beginning(OFFER, game, {"red": PERSON, "blue": PERSON}, 1, can_go_on=True)
    words = Words("en")
    teller = Teller(words, model.moment.names)
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), teller, Settings())
    (several,) = (one for one in model.moment.standings.units if one.side == "red")
    (alone,) = (one for one in model.moment.standings.units if one.side == "blue")
    assert panel.name_beside_colour(several.models[0]) == f"{several.name} 1"
    assert panel.whole_name(several.models[2]) == panel.unit_name(several) == "Blades"
    assert panel.whole_name(alone.models[0]) == panel.name_beside_colour(alone.models[0])


def test_attacks_of_many_words_have_no_charts_beside_each_other() -> None:
    """The words of the second one went on below the window's foot."""
    term = RuleReason("R-1", message("hits on 3+"))
    plain, wordy = (AttackOdds("a", "b", message("gun"), (0.5, 0.5), 0.0, terms=(term,) * n) for n in (2, 4))
    assert has_charts((wordy,)) and has_charts((plain, plain))
    assert not has_charts((plain, wordy)) and not has_charts((plain, plain, plain))


def test_card_of_several_attacks_says_a_reason_that_they_share_once(bench: PanelBench) -> None:
    """A random walk ended here: the card of units in cover could not be drawn."""
    cover = RuleReason("R-2", message("the target has the benefit of cover"))
    odds = AttackOdds("red", "blue", message("gun"), (0.5, 0.5), 0.0, cover=(cover,))
    again = replace(odds, cover=(RuleReason("R-2", message("the target has the benefit of cover")),))
    model = replace(race_model(), preview=(None, Preview(odds=(odds, again, again))))
    words = Words("en")
    panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())
    told: list[RuleReason] = []

    def draw() -> list[object]:
        draw_card(panel)
        return []

    with patch.object(PlayFrame, "because", lambda _, reason, *__, **___: told.append(reason)):
        bench.draw(draw)
    assert told == [cover]
