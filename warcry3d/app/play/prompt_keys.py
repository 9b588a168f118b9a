"""Which keys answer the prompts that are open: those that the system proposes, else a letter of their own. Pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from warcry3d.app.moves.keys import TURNS
from warcry3d.app.play.draft import (
    DraftIntent,
    HoldItem,
    MoveItem,
    SetNumber,
    TakeSuggestion,
    ToggleExtra,
    ToggleOption,
    TurnItem,
    extra_numbers,
    only_option,
)
from warcry3d.app.play.intents import (
    ChoosePrompt,
    EnterFace,
    HoldLens,
    PickOption,
    PlayCommand,
    PlayIntent,
    StepBy,
    StepToMark,
)
from warcry3d.app.play.keys import (
    AGAIN,
    ARROWS,
    BACK,
    CARDS,
    CORNER,
    DOWN,
    DROP,
    EARLIER,
    FIRST,
    GO_ON,
    LAST,
    LATER,
    LENSES,
    MARK_AFTER,
    MARK_BEFORE,
    NEXT,
    NUMBERS,
    PLACE_LEFT,
    PLACE_RIGHT,
    PREVIOUS,
    REDO,
    RULES,
    SUGGESTED,
    TAKE_OVER,
    THROW,
    UNDO,
    UP,
    WHY,
)
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.state import Due
from warcry3d.game.prompts import Divide, Go, Number, Option, PickOne, PickSome, Place, Prompt

__all__ = ["intent_of_key", "is_stray_number", "key_of_prompt", "lens_of_key", "takes_number"]

COMMANDS: Mapping[str, PlayIntent] = MappingProxyType(
    {
        DROP.keys[0]: PlayCommand.SUBMIT,
        BACK.keys[0]: PlayCommand.BACK,
        NEXT.keys[0]: PlayCommand.NEXT,
        PREVIOUS.keys[0]: PlayCommand.PREVIOUS,
        UNDO: PlayCommand.UNDO,
        REDO: PlayCommand.REDO,
        CORNER.keys[0]: PlayCommand.FACE_BACK,
        WHY.keys[0]: PlayCommand.WHY,
        RULES.keys[0]: PlayCommand.RULES,
        CARDS.keys[0]: PlayCommand.CARDS,
    }
)
LOOKS: Mapping[str, PlayIntent] = MappingProxyType(
    {
        EARLIER.keys[0]: StepBy(-1),
        LATER.keys[0]: StepBy(1),
        FIRST.keys[0]: StepBy(-(1 << 30)),
        LAST.keys[0]: PlayCommand.NOW,
        MARK_BEFORE.keys[0]: StepToMark(-1),
        MARK_AFTER.keys[0]: StepToMark(1),
        GO_ON.keys[0]: PlayCommand.GO_ON,
    }
)
"""What keys do where they mean nothing to a prompt: look at other steps."""
PLACE_TURNS = {**TURNS, PLACE_LEFT.keys[0]: 1, PLACE_RIGHT.keys[0]: -1}
OF_PLACES = frozenset((*PLACE_LEFT.keys, *PLACE_RIGHT.keys, *SUGGESTED.keys))
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def key_of_prompt(prompt: Prompt, among: Sequence[Prompt], letters: frozenset[str] = frozenset()) -> str:
    """Return the key of a prompt: the one it proposes where no other before it does; else a letter of its name.

    ``letters``: those that mean something at any time, which no prompt can have.
    """
    refused = letters | OF_PLACES if any(isinstance(one, Place) for one in among) else letters
    return _keys_of(tuple((one.id, one.key) for one in among), refused).get(prompt.id, "")


@lru_cache(maxsize=8)
def _keys_of(among: tuple[tuple[str, str], ...], refused: frozenset[str]) -> Mapping[str, str]:
    """Return the key of each of the prompts (id, key it proposes), by its id: each frame asks for all of them."""
    taken: dict[str, str] = {}
    for id, key in among:
        wanted = [key.lower(), *(letter for letter in id.lower() if letter in LETTERS), *LETTERS]
        taken[id] = next((key for key in wanted if key and key not in taken.values() and key not in refused), "")
    return MappingProxyType(taken)


def takes_number(model: PlayModel, name: str) -> bool:
    """Return whether a number means something to the prompt that is being answered, and so to no button below."""
    return name in NUMBERS.keys and _of_prompt(model, model.prompt, name) is not None


def intent_of_key(model: PlayModel, name: str, letters: frozenset[str] = frozenset()) -> PlayIntent | None:
    """Return what a key means to the battle now; None: nothing. ``letters``: as for `key_of_prompt`."""
    if name in THROW.keys and (model.is_looking_back or model.due is Due.OVER):
        return PlayCommand.PLAY
    if name in THROW.keys and model.due is Due.THROW:
        return PlayCommand.THROW
    if model.due is Due.THINK and model.error is not None and name in (*AGAIN.keys, *TAKE_OVER.keys):
        return PlayCommand.ASK_AGAIN if name in AGAIN.keys else PlayCommand.TAKE_OVER
    if name in COMMANDS:
        return COMMANDS[name]
    if (lens := lens_of_key(name)) is not None:
        return HoldLens(lens)
    found = None if model.is_looking_back else _of_due(model, name, letters)
    return LOOKS.get(name) if found is None else found


def is_stray_number(model: PlayModel, name: str, letters: frozenset[str] = frozenset()) -> bool:
    """Return whether a number is none of those that answer what is due, which then means nothing else either."""
    return name in NUMBERS.keys and any(_of_due(model, one, letters) is not None for one in NUMBERS.keys)


def lens_of_key(name: str) -> Lens | None:
    """Return the lens that a key shows while it is held; None: it shows none."""
    return next((lens for lens, binding in LENSES.items() if name in binding.keys), None)


def _of_due(model: PlayModel, name: str, letters: frozenset[str]) -> PlayIntent | None:
    """Return what a key means to what is due."""
    if model.due is Due.FACES:
        return EnterFace(int(name)) if name in NUMBERS.keys else None
    if model.due is not Due.ANSWER or model.prompts is None:
        return None
    return _of_prompt(model, model.prompt, name) or _of_choosing(model, name, letters)


def _of_choosing(model: PlayModel, name: str, letters: frozenset[str]) -> PlayIntent | None:
    """Return the prompt or the option of the action bar that a key stands for."""
    prompts = model.prompts or ()
    return next(
        (ChoosePrompt(one.id) for one in prompts if name and key_of_prompt(one, prompts, letters) == name), None
    )


def _of_prompt(model: PlayModel, prompt: Prompt | None, name: str) -> PlayIntent | DraftIntent | None:
    """Return what a key means to the prompt that is being answered."""
    number = int(name) if name in NUMBERS.keys else 0
    match prompt:
        case PickOne() if only_option(prompt) is not None and not model.has_one_pick:
            return None  # Enter does it; numbers mean what the buttons below say
        case PickOne() | PickSome() if number and (id := _option_of(model, number)):
            return ToggleOption(id) if isinstance(prompt, PickSome) else PickOption(prompt.id, id)
        case Divide(bins=bins, items=items) if 0 < number <= len(bins) and (model.draft.held or len(items) == 1):
            return MoveItem(model.draft.held or items[0].id, bins[number - 1].id)
        case Divide(items=items) if name in (*UP.keys, *DOWN.keys):
            return _next_item(items, model.draft.held, 1 if name in DOWN.keys else -1)
        case Place() if name in PLACE_TURNS:
            return TurnItem(PLACE_TURNS[name])
        case Place() if name in SUGGESTED.keys:
            return TakeSuggestion()
        case Number() if name in ARROWS:
            return SetNumber(model.draft.number + sum(ARROWS[name]))
        case Number() if number:
            return SetNumber(number)
        case Go(extras=extras) if number in extra_numbers(extras):
            return ToggleExtra(extras[extra_numbers(extras).index(number)].id)
    return None


def _option_of(model: PlayModel, number: int) -> str:
    """Return the id of the option that a number picks; "" for none."""
    return next((id for id, own in model.numbers.items() if own == number), "")


def _next_item(items: tuple[Option, ...], held: str, by: int) -> HoldItem | None:
    """Return the item after the one in hand, or before it."""
    ids = [item.id for item in items]
    if not ids:
        return None
    return HoldItem(ids[(ids.index(held) + by) % len(ids)] if held in ids else ids[0])
