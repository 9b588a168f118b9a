"""The keys of the Judge room."""

from warcry3d.app.shell.bindings import Binding

__all__ = ["ADD", "ASK", "BINDINGS", "LINES", "LOOK", "PAIRS", "RING", "TAPE", "WHAT_IF"]

ASK = Binding("judge.ask", "ask who sees whom", ("a",))
WHAT_IF = Binding("judge.what-if", "drag models: the verdict follows", ("w",))
TAPE = Binding("judge.tape", "the tape: drag from one thing to another", ("t",))
RING = Binding("judge.ring", "rings of inches around a base", ("r",))
LINES = Binding("judge.everybody", "lines from one fighter to all others", ("l",))
PAIRS = Binding("judge.matrix", "all pairs", ("x",))
LOOK = Binding("judge.look", "the next look: through the eye, along the line, or from the point that sees all", ("v",))
ADD = Binding("judge.add", "add models and terrain", ("n",))

BINDINGS: tuple[Binding, ...] = (
    ASK,
    WHAT_IF,
    TAPE,
    RING,
    LINES,
    PAIRS,
    ADD,
    Binding("judge.turn-left", "what if: turn who was moved to the left by 5 degrees", (",", "comma")),
    Binding("judge.turn-right", "what if: turn it to the right by 5 degrees", (".", "period")),
    Binding("judge.nudge-left", "what if: nudge it by 1/8 in to the left", ("arrow_left",)),
    Binding("judge.nudge-right", "what if: nudge it to the right", ("arrow_right",)),
    Binding("judge.nudge-up", "what if: nudge it away from you", ("arrow_up",)),
    Binding("judge.nudge-down", "what if: nudge it towards you", ("arrow_down",)),
    Binding("judge.put-back", "what if: all back to how it was", ("backspace",)),
    Binding("judge.put", "put what is being added on the table", ("enter",)),
    Binding("judge.eye", "look through the viewer's eye", ("e",)),
    LOOK,
    Binding("judge.close", "look at the two from near", ("f",)),
    Binding("judge.swap", "swap the two", ("space", "tab")),
    Binding("judge.back", "leave the eye, let the target go, then the viewer", ("escape",), is_fixed=True),
)
