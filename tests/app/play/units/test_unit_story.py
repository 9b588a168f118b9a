"""A unit in the window, by mouse and keys: dragged, adjusted, taken back, confirmed; casualties picked by pointing."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.app.play.battles import desk_of, key, open_battle, ready
from tests.app.play.conftest import SmallWindow
from tests.app.windows import Made, click, pixel_of, place_of, press, steps, until
from tests.rules.ageofsigmar.battle.field import RULES, army, field, setup, unit
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.intents import ClickModel
from warcry3d.app.play.panels.roster import together
from warcry3d.app.play.units.unit_mover import UnitMover
from warcry3d.app.shell.inputs import PointerMoved, Pressed, Released
from warcry3d.app.shell.settings import Settings
from warcry3d.game.actions import Pick
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.prompts import Go, PickOne, PickSome, Place
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.ageofsigmar.battle.plugin import OFFER

SEED = 4


@cache
def begun(scroll: str) -> Game[Any, Any]:
    """Return a battle between two units of five."""
    rules: Any = RULES
    red, blue = army(unit(scroll, 5, "first")), army(unit(scroll, 5, "second"))
    made = setup(red, blue, field(width=36.0, depth=36.0), terrain="none", realm="fire")
    return Game.begin(rules, made)


def is_in_sight(game: Game[Any, Any], player: str) -> bool:
    """Return whether a player's models stand where no panel of the window hides them, or not on the table yet."""
    return all(10 < one.placement.at[1] < 29 for one in game.table.models if one.side == player)


@cache
def before(kind: str) -> Game[Any, Any]:
    """Return the battle before its first choice of a kind, as the plain player brings it there."""
    game, player = begun(fighting(kind)), OFFER.player("plain")
    while not (
        isinstance(game.pending, Choice) and game.pending.kind == kind and is_in_sight(game, game.pending.player)
    ):
        assert not game.is_over and len(game.done) < 100, f"it never came to {kind}"
        game = play_on(game, dict.fromkeys(("red", "blue"), player), SeededDice(SEED), seed=SEED)
    return game


def fighting(kind: str) -> str:
    """Return the warscroll of a battle that comes to a choice while both units are whole."""
    return "archers" if kind == "allocate" else "blades"


@pytest.fixture
def made(small_window: SmallWindow, own_folder: Path) -> Iterator[Made]:
    with small_window(Settings(has_instant_dice=True, has_less_motion=True, pace=4.0)) as window:
        yield window


def opened(made: Made, path: Path, kind: str) -> BattleDesk:
    """Open a battle before a choice in the window."""
    with Journal.create(path, begun(fighting(kind)), seed=SEED, by={"red": "person", "blue": "person"}) as journal:
        journal.follow(before(kind))
    return open_battle(made, path)


def unit_of(made: Made) -> UnitMover:
    """Return the unit in hand, once there is one."""
    desk = desk_of(made)
    until(made[0], lambda: desk._hand.unit is not None)
    mover = desk._hand.unit
    assert mover is not None
    return mover


def judged(made: Made, mover: UnitMover) -> None:
    """Step until what is held is judged and laid down, where that is due."""
    until(made[0], lambda: mover.held.is_current and not mover.held.is_due)


def drag(made: Made, start: tuple[float, float], end: tuple[float, float]) -> None:
    window, screen = made
    for event in (PointerMoved(start), Pressed("mouse1")):
        screen.inputs.append(event)
        steps(window, 1)
    for share in (0.4, 0.8, 1.0):
        screen.inputs.append(
            PointerMoved((start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])))
        )
        steps(window, 1)
    screen.inputs.append(Released("mouse1"))
    steps(window, 1)


def test_a_unit_is_dragged_adjusted_taken_back_and_confirmed(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "move-unit")
    window, table = made[0], desk.model.game.table
    mover = unit_of(made)
    prompt = desk.model.prompt
    assert isinstance(prompt, Go) and len(prompt.models) == 5, "the only move beside staying is taken in hand"
    model = prompt.models[1]
    x, y, z = table.model(model).placement.at
    toward = 2.0 if y < 18 else -2.0
    drag(made, place_of(window, model), pixel_of(window, (x + 0.5, y + toward, z)))
    judged(made, mover)
    laid = mover.held
    assert laid.laid and laid.leader == model and laid.ready, laid.judged
    moved = [one.end[1] - table.model(one.model).placement.at[1] for one in laid.judged.members] if laid.judged else []
    assert len(moved) == 5 and all(abs(far - toward) < 1.2 for far in moved)
    ghost = laid.place_of(prompt.models[0])
    assert ghost is not None
    drag(
        made,
        pixel_of(window, (*ghost.end[:2], 0.4)),
        pixel_of(window, (ghost.end[0], ghost.end[1] - 0.6 * toward, 0.4)),
    )
    judged(made, mover)
    adjusted = mover.held
    assert adjusted.before == (laid.laid,) and adjusted.laid != laid.laid, "one model was brought elsewhere"
    press(made, "backspace")
    assert mover.held.laid == laid.laid and not mover.held.before
    press(made, "tab")
    press(made, "arrow_up" if toward < 0 else "arrow_down")
    judged(made, mover)
    press(made, "enter")
    until(window, lambda: desk.model.steps > len(before("move-unit").done))
    assert desk.model.game.table.model(model).placement.at[1] == pytest.approx(y + toward, abs=1.0)


def test_escape_goes_back_from_the_unit_laid_down_to_the_formation_and_out(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "move-unit")
    window, mover = made[0], unit_of(made)
    x, y, z = mover.standing(mover.held.leader).placement.at
    made[1].inputs.append(PointerMoved(pixel_of(window, (x, y + (1.0 if y < 18 else -1.0), z))))
    steps(window, 1)
    judged(made, mover)
    press(made, "f")
    assert mover.held.formation == "ranks"
    press(made, "q")
    assert mover.held.turn > 0
    judged(made, mover)
    click(made, pixel_of(window, (x, y + (1.0 if y < 18 else -1.0), z)))
    judged(made, mover)
    laid = mover.held.laid
    assert laid
    click(made, pixel_of(window, (x, y + (4.0 if y < 18 else -4.0), z)))
    judged(made, mover)
    assert mover.held.laid != laid and mover.held.before == (laid,), "a click beside the ghosts lays it there"
    press(made, "escape")
    assert mover.held.laid == laid
    press(made, "escape")
    assert not mover.held.laid and desk._hand.unit is mover
    press(made, "escape")
    steps(window)
    assert desk._hand.unit is None, "the move itself is left"
    assert desk.model.steps == len(before("move-unit").done)


def test_a_territory_is_picked_by_a_click_on_the_table(made: Made, tmp_path: Path) -> None:
    desk, window = opened(made, tmp_path / "units.battle.jsonl", "territory"), made[0]
    until(window, lambda: desk.model.prompt is not None)
    prompt = desk.model.prompt
    assert isinstance(prompt, PickOne)
    picked = prompt.options[0]
    assert picked.at is not None
    made[1].inputs.append(PointerMoved(pixel_of(window, picked.at)))
    steps(window, 1)
    assert desk.model.pointed == (prompt.id, picked.id)
    click(made, pixel_of(window, picked.at))
    until(window, lambda: desk.model.steps > len(before("territory").done))
    assert desk.model.game.done[len(before("territory").done)].action == Pick((picked.id,))


def test_a_unit_is_set_up_by_one_click_and_enter(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "place-unit")
    mover, window = unit_of(made), made[0]
    prompt = desk.model.prompt
    assert isinstance(prompt, Place)
    press(made, "s")
    judged(made, mover)
    assert mover.held.laid and mover.held.ready
    press(made, "enter")
    until(window, lambda: desk.model.steps > len(before("place-unit").done))
    ready(made)
    assert {one.item for one in prompt.suggested} <= {one.id for one in desk.model.game.table.models}


def test_casualties_are_picked_by_pointing_and_let_go_by_a_second_click(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "allocate")
    prompt = desk.model.prompt
    assert isinstance(prompt, PickSome)
    first, second = (option.model for option in prompt.options[:2])
    click(made, place_of(made[0], second))
    assert desk.model.draft.picked == (second,)
    click(made, place_of(made[0], second))
    assert not desk.model.draft.picked
    wanted = (first, second)[: prompt.most]
    for id in wanted:
        click(made, place_of(made[0], id))
    assert desk.model.draft.picked == wanted
    key(made, "enter")
    assert desk.model.game.done[len(before("allocate").done)].action == Pick(wanted)
    moment = desk.model.moment
    own = moment.unit_of(second)
    assert own is not None
    standing = together([moment.standings.models[id] for id in own.models])
    assert standing is not None and standing.wounds[0] < standing.wounds[1]


def test_a_click_on_any_model_picks_its_unit(made: Made, tmp_path: Path) -> None:
    desk = opened(made, tmp_path / "units.battle.jsonl", "movement")
    prompts = desk.model.prompts or ()
    options = [option for prompt in prompts for option in getattr(prompt, "options", ()) if option.model]
    mates = desk.model.moment.mates(options[0].model)
    assert len(mates) == 5
    assert {desk.model.option_on(id) for id in mates} == {desk.model.option_on(options[0].model)}


def test_a_click_on_any_model_shows_the_card_of_its_unit_where_several_things_can_be_done(
    made: Made, tmp_path: Path
) -> None:
    """Seen at 1280 x 800: to move or to run; a click on the second model asked for a card, and there was none."""
    desk = opened(made, tmp_path / "units.battle.jsonl", "movement")
    first = next(option for prompt in desk.model.prompts or () for option in getattr(prompt, "options", ()))
    desk.do(ClickModel(desk.model.moment.mates(first.model)[1]))
    assert [one.id for one in desk.model.options] == [first.id]
    assert desk.model.pointed[1] == first.id
