"""The action bar takes back what is pointed at elsewhere once the pointer comes to one of its buttons."""

from dataclasses import replace

from tests.app.panel_bench import SIZE, PanelBench
from tests.app.play.battles import done, no_action, race_model
from warcry3d.app.play.intents import ChoosePrompt, PickOption, PlayCommand, PlayIntent, PointOption
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.panels.action_bar import draw_action_bar
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.panels.layout import layout_of
from warcry3d.app.play.state import Due
from warcry3d.app.shell.settings import Settings
from warcry3d.game.prompts import Go, Option, PickOne
from warcry3d.game.reasons import ActionFault
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


def places(bench: PanelBench, model: PlayModel) -> dict[int, int]:
    """Return where each button of the bar begins, by the number that stands for it."""
    layout = layout_of(1228, 704, 36.0, 1.0)
    layout = replace(layout, bar=(10.0, 480.0, 880.0, 128.0))
    words, found = Words("en"), dict[int, int]()

    def draw() -> list[PlayIntent]:
        panel = PlayFrame(bench.frame_of(words), model, layout, Teller(words), Settings())
        draw_action_bar(panel)
        return []

    bench.draw(draw, 3)
    for y in (515, 535, 560):
        for x in range(14, 886, 6):
            if number := bench.under(draw, (x, y)):
                found.setdefault(number, x)
    return found


def test_every_action_keeps_its_place_whatever_can_be_done(bench: PanelBench) -> None:
    """Seen with newcomers: what had been Move was Attack, and a second click at the same place did something else."""
    no = (ActionFault("R-1", message("not now")),)
    said = {"heading": message("Do"), "action": no_action}
    ids = ("move", "attack", "wait", "ability:rush", "ability:rest", "done")
    all_open = tuple(
        PickOne(id=id, options=(Option("a", message("A"), dice=(5, 5)),), **said)
        for id in ids  # type: ignore[arg-type]
    )
    closed = lambda *some: tuple(replace(one, faults=no) if one.id in some else one for one in all_open)
    first, later = closed("attack", "done"), closed("move", "ability:rush")
    idle = tuple(replace(one, idle=no) if one.id == "ability:rest" else one for one in first)
    found = [places(bench, replace(race_model(), prompts=some, chosen="")) for some in (first, later, idle)]
    assert len(found[0]) >= len(ids) and found[0] == found[1] == found[2]


def test_throw_stands_where_no_action_stands(bench: PanelBench) -> None:
    """Seen with a newcomer: the second of two clicks on Throw began a move."""
    thrown = done(race_model().after(PickOption("push", "2")))
    assert thrown.due is Due.THROW
    right = max(places(bench, thrown).values())
    assert right > 780
    asked = done(thrown.after(PlayCommand.THROW))
    assert max(places(bench, asked).values()) < 780


def test_ability_that_would_change_nothing_is_not_begun_and_says_why() -> None:
    why = (ActionFault("R-1", message("it would change nothing")),)
    rush = PickOne(
        id="ability:rush",
        heading=message("Rush"),
        action=no_action,
        options=(Option("5", message("double")),),
        idle=why,
    )
    pressed = replace(race_model(), prompts=(rush,), chosen="").after(ChoosePrompt("ability:rush"))
    assert pressed.faults == why and not pressed.chosen and pressed.wish is None
