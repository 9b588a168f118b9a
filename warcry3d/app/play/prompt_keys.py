"""Which keys answer the prompts that are open: those that the system proposes, else a letter of their own. Pure."""

from collections.abc import Sequence

from warcry3d.app.play.draft import (
    DraftIntent,
    HoldItem,
    MoveItem,
    SetNumber,
    TakeSuggestion,
    ToggleExtra,
    ToggleOption,
    TurnItem,
)
from warcry3d.app.play.intents import ChoosePrompt, EnterFace, PickOption, PlayCommand, PlayIntent
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.game.prompts import Divide, Go, Number, Option, PickOne, PickSome, Place, Prompt

__all__ = ["intent_of_key", "key_of_prompt"]

COMMANDS = {
    "enter": PlayCommand.SUBMIT,
    "escape": PlayCommand.BACK,
    "tab": PlayCommand.NEXT,
    "shift-tab": PlayCommand.PREVIOUS,
    "control-z": PlayCommand.UNDO,
    "control-y": PlayCommand.REDO,
    "backspace": PlayCommand.FACE_BACK,
}
TURNS = {"q": 1, "e": -1, "comma": 1, ",": 1, "period": -1, ".": -1}
WHY = "y"
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def key_of_prompt(prompt: Prompt, among: Sequence[Prompt]) -> str:
    """Return the key of a prompt: the one it proposes where no other before it does; else a letter of its name."""
    taken: dict[str, str] = {}
    for one in among:
        wanted = [one.key.lower(), *(letter for letter in one.id.lower() if letter in LETTERS)]
        taken[one.id] = next((key for key in wanted if key and key not in taken.values()), "")
    return taken.get(prompt.id, "")


def intent_of_key(model: PlayModel, name: str) -> PlayIntent | None:
    """Return what a key means to the battle now; None: nothing."""
    if name == "space" and model.due is Due.THROW:
        return PlayCommand.THROW
    if name in COMMANDS:
        return COMMANDS[name]
    if model.is_looking_back:
        return None
    found = _of_due(model, name)
    return PlayCommand.WHY if found is None and name == WHY else found


def _of_due(model: PlayModel, name: str) -> PlayIntent | None:
    """Return what a key means to what is due."""
    if model.due is Due.FACES:
        return EnterFace(int(name)) if name.isdecimal() and name != "0" else None
    if model.due is not Due.ANSWER or model.prompts is None:
        return None
    return _of_prompt(model, model.prompt, name) or _of_choosing(model, name)


def _of_choosing(model: PlayModel, name: str) -> PlayIntent | None:
    """Return the prompt or the option of the action bar that a key stands for."""
    prompts = model.prompts or ()
    return next((ChoosePrompt(one.id) for one in prompts if name and key_of_prompt(one, prompts) == name), None)


def _of_prompt(model: PlayModel, prompt: Prompt | None, name: str) -> PlayIntent | DraftIntent | None:
    """Return what a key means to the prompt that is being answered."""
    number = int(name) if name.isdecimal() else 0
    match prompt:
        case PickOne() | PickSome() if 0 < number <= len(model.options):
            option = model.options[number - 1]
            return ToggleOption(option.id) if isinstance(prompt, PickSome) else PickOption(prompt.id, option.id)
        case Divide(bins=bins) if 0 < number <= len(bins) and model.draft.held:
            return MoveItem(model.draft.held, bins[number - 1].id)
        case Divide(items=items) if name in ("arrow_down", "arrow_up"):
            return _next_item(items, model.draft.held, 1 if name == "arrow_down" else -1)
        case Place() if name in TURNS:
            return TurnItem(TURNS[name])
        case Place() if name == "s":
            return TakeSuggestion()
        case Number() if name in ("arrow_up", "arrow_right", "arrow_down", "arrow_left"):
            return SetNumber(model.draft.number + (1 if name in ("arrow_up", "arrow_right") else -1))
        case Number() if name.isdecimal():
            return SetNumber(int(name))
        case Go(extras=extras) if 0 < number <= len(extras):
            return ToggleExtra(extras[number - 1].id)
    return None


def _next_item(items: tuple[Option, ...], held: str, by: int) -> HoldItem | None:
    """Return the item after the one in hand, or before it."""
    ids = [item.id for item in items]
    if not ids:
        return None
    return HoldItem(ids[(ids.index(held) + by) % len(ids)] if held in ids else ids[0])
