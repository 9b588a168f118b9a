"""The keys of the Judge room."""

from warcry3d.app.shell.bindings import Binding

__all__ = ["ASK", "BINDINGS"]

ASK = Binding("judge.ask", "ask who sees whom", ("a",))

BINDINGS: tuple[Binding, ...] = (
    ASK,
    Binding("judge.eye", "look through the viewer's eye", ("e",)),
    Binding("judge.close", "look at the two from near", ("f",)),
    Binding("judge.swap", "swap the two", ("space", "tab")),
    Binding("judge.back", "leave the eye, let the target go, then the viewer", ("escape",), is_fixed=True),
)
