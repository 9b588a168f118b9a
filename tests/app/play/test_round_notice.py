"""What says that a round has begun: when it stands, and what it says."""

from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import cast

import pytest
from imgui_bundle import imgui

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import race_model
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.panels.round_line import draw_round_line, parts_of_round
from warcry3d.app.play.round_notice import FADES, LASTS, RoundNotice
from warcry3d.app.shell.settings import Settings
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller
from warcry3d.rules.battle_api import SideStanding


def in_round(number: int, step: int, *, seen: int | None = None) -> PlayModel:
    model = race_model()
    title = message("Round {round}", round=number)
    moment = replace(model.moment, step=step, standings=replace(model.moment.standings, title=title))
    return replace(model, moment=moment, seen=seen)


def test_notice_stands_for_seconds_once_the_battle_goes_on_into_another_round() -> None:
    notice = RoundNotice(in_round(1, 3))
    assert not notice.poll(in_round(1, 4), 10.0) and notice.shown is None
    assert notice.poll(in_round(2, 5), 20.0)
    assert notice.shown is not None and (str(notice.shown[0]), notice.shown[1]) == ("Round 2", 1.0)
    assert notice.poll(in_round(2, 6), 20.0 + LASTS - FADES / 2) and notice.shown[1] == pytest.approx(0.5)
    assert notice.poll(in_round(2, 6), 20.0 + LASTS), "the frame without it has to be drawn"
    assert notice.shown is None and not notice.poll(in_round(2, 7), 90.0)


def test_round_that_is_taken_back_or_looked_at_is_not_announced() -> None:
    notice = RoundNotice(in_round(2, 9))
    notice.poll(in_round(1, 8), 10.0)
    assert notice.shown is None
    notice.poll(in_round(2, 9, seen=9), 11.0)
    assert notice.shown is None


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((3, 1), "Round 2 begins  ·  Red 3 : 1 Blue"),
        ((0, 0), "Round 2 begins  ·  Red 0 : 0 Blue"),
        ((None, None), "Round 2 begins"),
        ((3, 1, 0), "Round 2 begins  ·  Red 3  ·  Blue 1  ·  Green 0"),
    ],
)
def test_it_says_the_score(points: tuple[int | None, ...], said: str) -> None:
    sides = dict(zip(("red", "blue", "green"), points, strict=False))
    standings = SimpleNamespace(sides={side: SideStanding(n) for side, n in sides.items()})
    moment, words = SimpleNamespace(sides=MappingProxyType(sides), standings=standings), Words("en")
    panel = SimpleNamespace(
        say=words.say,
        said=words.text,
        model=SimpleNamespace(moment=moment),
        teller=SimpleNamespace(player=str.title),
        colour=lambda side: (1.0, 1.0, 1.0),
    )
    parts = parts_of_round(cast(PlayFrame, panel), message("Round {round}", round=2))
    assert "".join(text for text, _ in parts) == said


def test_it_is_a_panel_that_takes_no_click(bench: PanelBench) -> None:
    """Over all panels nothing is drawn: the lists of the foreground are not shown."""
    words, model = Words("en"), race_model()

    def draw() -> list[str]:
        panel = PlayFrame(bench.frame_of(words), model, layout_of(*SIZE, 0.0, 1.0), Teller(words), Settings())
        draw_round_line(panel, message("Round {round}", round=2), 1.0, 100.0)
        return []

    bench.draw(draw, 2)
    window = imgui.internal.find_window_by_name("play-round")
    assert window is not None and window.was_active and window.pos.y >= 100.0
    assert bench.under(draw, (window.pos.x + window.size.x / 2, window.pos.y + window.size.y / 2)) == 0
