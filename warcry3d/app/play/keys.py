"""The keys of the Play room."""

from warcry3d.app.shell.bindings import Binding

__all__ = ["BINDINGS"]

BINDINGS: tuple[Binding, ...] = (
    Binding("play.drop", "drop the fighter where its way leads", ("enter",)),
    Binding("play.corner", "remove the last corner", ("backspace",)),
    Binding("play.left", "turn it to the left by 15 degrees", (",", "comma")),
    Binding("play.right", "turn it to the right by 15 degrees", (".", "period")),
    Binding("play.earlier", "one step back in a recorded battle", ("arrow_left",)),
    Binding("play.later", "one step on in a recorded battle", ("arrow_right",)),
    Binding("play.first", "to the beginning of a recorded battle", ("home",)),
    Binding("play.last", "to the end of a recorded battle", ("end",)),
    Binding("play.back", "take the whole move back", ("escape",), is_fixed=True),
)
