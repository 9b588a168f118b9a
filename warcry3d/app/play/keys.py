"""The keys of the Play room: all that it takes are read by this table, and the page of keys is made of it.

Prompts have keys of their own beside these, which stand on their buttons: see `warcry3d.app.play.prompt_keys`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from warcry3d.app.moves.keys import CORNER, DROP, TURN_LEFT, TURN_RIGHT
from warcry3d.app.play.lenses.lens import Lens
from warcry3d.app.shell.bindings import Binding, key_label, key_of
from warcry3d.app.shell.keys import SHELL_BINDINGS

__all__ = [
    "AGAIN",
    "ARROWS",
    "BACK",
    "BINDINGS",
    "CARDS",
    "CORNER",
    "DOWN",
    "DROP",
    "EARLIER",
    "FIRST",
    "FORMATION",
    "GO_ON",
    "LAST",
    "LATER",
    "LENSES",
    "MARK_AFTER",
    "MARK_BEFORE",
    "NEXT",
    "NUMBERS",
    "PLACE_LEFT",
    "PLACE_RIGHT",
    "PREVIOUS",
    "REDO",
    "RULES",
    "SUGGESTED",
    "TAKE_OVER",
    "TAPE",
    "THROW",
    "UNDO",
    "UP",
    "WHY",
    "PlayKeys",
]

NEXT = Binding("play.next", "point to the next option", ("tab",))
PREVIOUS = Binding("play.previous", "point to the option before", ("shift-tab",))
NUMBERS = Binding("play.number", "pick the option, the bin or the face of a number", tuple("123456789"), is_fixed=True)
THROW = Binding("play.throw", "throw the dice; show the next step at once; replay and stop", ("space",))
PLACE_LEFT = Binding("play.place-left", "turn what is being placed to the left", ("q",), is_fixed=True)
PLACE_RIGHT = Binding("play.place-right", "turn what is being placed to the right", ("e",), is_fixed=True)
SUGGESTED = Binding("play.suggested", "place as it is suggested", ("s",), is_fixed=True)
FORMATION = Binding("play.formation", "arrange the unit in hand in the next formation", ("f",), is_fixed=True)
EARLIER = Binding("play.earlier", "look one step back; move the ghost by half an inch", ("arrow_left",))
LATER = Binding("play.later", "look one step on; move the ghost by half an inch", ("arrow_right",))
UP = Binding("play.up", "the card above; a larger number; move the ghost", ("arrow_up",))
DOWN = Binding("play.down", "the card below; a smaller number; move the ghost", ("arrow_down",))
FIRST = Binding("play.first", "look at the beginning of the battle", ("home",))
LAST = Binding("play.last", "look at the battle as it stands", ("end",))
MARK_BEFORE = Binding("play.mark-before", "look at the activation or round before", ("page_up",))
MARK_AFTER = Binding("play.mark-after", "look at the next activation or round", ("page_down",))
GO_ON = Binding("play.go-on", "go on from the step that is looked at", ("control-enter",))
WHY = Binding("play.why", "what the program's player compared", ("y",))
LENSES: Mapping[Lens, Binding] = MappingProxyType(
    {
        Lens.SIGHT: Binding("play.sight", "hold: all lines of sight of a fighter", ("alt",)),
        Lens.THREAT: Binding("play.threat", "hold: where the enemies can get to and strike", ("r",)),
        Lens.EXPOSURE: Binding("play.exposure", "hold: how exposed every place is", ("x",)),
        Lens.HEIGHTS: Binding("play.heights", "hold: how high every surface is", ("z",)),
        Lens.BASES: Binding("play.bases", "hold: names and bases only", ("b",)),
    }
)
TAPE = Binding("play.tape", "hold: drag a tape, click a base for rings of inches", ("t",))
RULES = Binding("play.rules", "what the rules say of what is due", ("f3",))
CARDS = Binding("play.cards", "the cards of the battle", ("f5",))
TAKE_OVER = Binding("play.take-over", "play by hand for a player of the program that failed", ("f4",))
BACK = Binding("play.back", "one step back: the way laid, what was picked, the prompt", ("escape",), is_fixed=True)

BINDINGS: tuple[Binding, ...] = (
    DROP,
    NEXT,
    PREVIOUS,
    NUMBERS,
    THROW,
    CORNER,
    TURN_LEFT,
    TURN_RIGHT,
    PLACE_LEFT,
    PLACE_RIGHT,
    SUGGESTED,
    FORMATION,
    EARLIER,
    LATER,
    UP,
    DOWN,
    FIRST,
    LAST,
    MARK_BEFORE,
    MARK_AFTER,
    GO_ON,
    WHY,
    RULES,
    CARDS,
    *LENSES.values(),
    TAPE,
    TAKE_OVER,
    BACK,
)
AGAIN = DROP
"""Asks a player of the program again that failed."""

UNDO, REDO = "control-z", "control-y"
"""Keys of the window that the room takes over where a battle is open."""
ARROWS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {EARLIER.keys[0]: (-1, 0), LATER.keys[0]: (1, 0), UP.keys[0]: (0, 1), DOWN.keys[0]: (0, -1)}
)
"""Where a key moves the ghost."""
_LETTERS = frozenset(key for one in BINDINGS if not one.is_fixed for key in one.keys if len(key) == 1)


@dataclass(frozen=True, slots=True)
class PlayKeys:
    """The keys as a person has them. ``changed``: by the name of a `Binding` the key that it was given."""

    changed: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def label(self, binding: Binding) -> str:
        """Return the key of an action as people know it."""
        return key_label(key_of(binding, self.changed))

    def shell_label(self, name: str) -> str:
        """Return the key of one of the window's actions as people know it, by its binding's name."""
        return next(self.label(one) for one in SHELL_BINDINGS if one.name == name)

    @property
    def letters(self) -> frozenset[str]:
        """Return the letters that mean something at any time, so that no prompt can have them."""
        return _LETTERS | {key for one in BINDINGS if len(key := key_of(one, self.changed)) == 1 and not one.is_fixed}
