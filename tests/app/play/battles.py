"""What tests of battles in the window share: races that were begun, and a window that plays them."""

from pathlib import Path
from typing import Any

from tests.app.windows import Made, play_room, steps, until
from tests.game.race import Eager, Race, race_offer, race_setup
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.intents import GameChanged, PromptsFound
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import GameWish, PlayAction
from warcry3d.app.shell.inputs import Pressed, Released
from warcry3d.app.shell.model import OpenFile
from warcry3d.game.dice import SeededDice
from warcry3d.game.player_process import PlayerProcess
from warcry3d.game.players import play_out
from warcry3d.game.record import Journal
from warcry3d.game.session import Game
from warcry3d.game.setup import Setup

PEOPLE = {"red": "person", "blue": "person"}


def race_process(setup: Setup, player: str, *, seed: int = 0) -> PlayerProcess[Any, Any]:
    """Return a player of the race in a process of its own: it is in no registry there."""
    return PlayerProcess(Race(), setup, "tests.game.race.in_process:race_in_process", {"player": player}, seed=seed)


def begun_race(path: Path, *, seed: int | None = 3, by: dict[str, str] | None = None) -> Path:
    """Write the record of a race before its first action."""
    Journal.create(path, Game.begin(Race(), race_setup(8.0, 4)), seed=seed, by=by or PEOPLE).close()
    return path


def whole_race(path: Path) -> Path:
    """Write the record of a race that was played to its end."""
    begun = Game.begin(Race(), race_setup(8.0, 4))
    with Journal.create(path, begun, seed=3, by={"red": "eager"}) as journal:
        play_out(begun, {"red": Eager(), "blue": Eager()}, SeededDice(3), seed=3, follow=journal.follow)
    return path


def no_action(answer: object) -> Any:
    """Fail: nothing is answered in a test that only draws."""
    raise AssertionError("nothing is answered here")


def race_model(seed: int | None = 3, seats: dict[str, str] | None = None) -> PlayModel:
    """Return the model of a race before its first action, its prompts found."""
    game = Game.begin(Race(), race_setup(8.0, 4))
    model = PlayModel.beginning(race_offer(), game, seats or PEOPLE, seed, can_go_on=True)
    return asked(model)


def asked(model: PlayModel) -> PlayModel:
    """Return the model once the background has found the prompts."""
    return model.after(PromptsFound(model.game, tuple(model.game.ruleset.prompts(model.game.state))))


def done(model: PlayModel) -> PlayModel:
    """Return the model once what it wishes for was done, and the prompts after it were found."""
    match model.wish:
        case PlayAction(action=action, decision=decision):
            return asked(model.after(GameChanged(model.game.play(action), decision is None)))
        case GameWish.THROW:
            return asked(model.after(GameChanged(model.game.roll(SeededDice(model.seed or 0)))))
        case GameWish.UNDO:
            return asked(model.after(GameChanged(model.game.undo_choice())))
        case GameWish.REDO:
            return asked(model.after(GameChanged(model.game.redo())))
    raise AssertionError("nothing is wished for")


def open_battle(made: Made, record: Path) -> BattleDesk:
    """Open a record in the window; return its desk once it is ready to be played."""
    window, _ = made
    window.do(OpenFile(record))
    until(window, lambda: window.document.path == record and not window.open_table.is_loading)
    ready(made)
    return desk_of(made)


def desk_of(made: Made) -> BattleDesk:
    desk = play_room(made[0]).battle
    assert desk is not None
    return desk


def ready(made: Made) -> None:
    """Step until somebody is asked for something."""
    window, _ = made
    steps(window, 2)

    until(window, lambda: (desk := play_room(window).battle) is not None and is_ready(desk.model))


def is_ready(model: PlayModel) -> bool:
    """Return whether somebody is asked for something, or nothing more comes."""
    is_asked = model.due.name == "ANSWER" and (model.prompts is not None or model.error is not None)
    is_stuck = model.due.name == "THINK" and model.error is not None
    return is_asked or is_stuck or model.due.name in ("THROW", "FACES", "OVER", "WATCH")


def key(made: Made, name: str) -> None:
    """Press a key and wait until what it led to is done."""
    screen = made[1]
    held = name.startswith("control-")
    last = name.removeprefix("control-")
    screen.inputs += [Pressed("control")] * held + [Pressed(last), Released(last)] + [Released("control")] * held
    ready(made)
