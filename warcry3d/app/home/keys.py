"""The keys of the Home room."""

from warcry3d.app.shell.bindings import Binding

__all__ = ["BINDINGS"]

BINDINGS: tuple[Binding, ...] = (
    Binding("home.new", "new battle", ("n",)),
    Binding("home.continue", "continue the last battle", ("c",)),
    Binding("home.sample", "try the sample battle", ("t",)),
    Binding("home.start", "start the battle that is arranged", ("enter",)),
    Binding("home.back", "leave the new battle", ("escape",), is_fixed=True),
)
