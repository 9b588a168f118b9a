"""The action bar takes back what is pointed at elsewhere once the pointer comes to one of its buttons."""

from dataclasses import replace

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import no_action, race_model
from warcry3d.app.play.intents import PlayIntent, PointOption
from warcry3d.app.play.panels.action_bar import draw_action_bar
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Go, Option, PickOne
from warcry3d.message import message
from warcry3d.messages import Words
from warcry3d.messages.battles import Teller


def test_pointer_on_a_button_no_longer_points_at_what_another_action_would_do(bench: PanelBench) -> None:
    """Seen in a battle: with the pointer on Move or Wait the card said what Rush brings, which had been pointed at."""
    go = Go(id="go", heading=message("Move"), action=no_action, models=("red",), budget=8.0, ways=frozenset())
    rush = PickOne(id="rush", heading=message("Rush"), action=no_action, options=(Option("red", message("Red")),))
    model = replace(race_model(), prompts=(go, rush), pointed=("rush", "red"))
    layout = layout_of(*SIZE, 36.0, 1.0)
    found: list[PlayIntent] = []

    def draw() -> list[PlayIntent]:
        words = Words("en")
        panel = PlayFrame(bench.frame_of(words), model, layout, Teller(words), Settings())
        draw_action_bar(panel)
        found.extend(panel.wanted)
        return []

    bench.draw(draw, 2)
    assert PointOption("", "") not in found
    left, top, _, _ = layout.bar
    for x in (left + 40, left + 42):
        bench.panels.mouse_moved(x, top + 40)
        bench.draw(draw)
    assert PointOption("", "") in found
    found.clear()
    bench.draw(draw, 3)
    assert not found, "a pointer at rest leaves what the keys point at"
