"""The app with a screen reader: whoever asks over its standard input is told what is on the screen.

``python -m tests.app.stories.screen_reader ARGUMENTS`` runs the program as ``warcry3d ARGUMENTS`` does. A line that is
sent to it is answered by a line of JSON: the items of the panels with their boxes, what is due, how it can be answered,
and pixels of ground where things can go, if the line asks for ``places``. Nothing else is told, and nothing can be done
through it: that is for mouse and keyboard.
"""

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui

from tests.app.stories.places import free_points, open_ground
from tests.app.windows import RoughScene
from warcry3d.app.play.battle_desk import BattleDesk
from warcry3d.app.play.panels import divide, prompt_line
from warcry3d.app.play.panels.frame import PlayFrame
from warcry3d.app.play.prompt_keys import key_of_prompt
from warcry3d.app.play.room import PlayRoom
from warcry3d.app.shell import window as window_module
from warcry3d.app.shell.files.thumbnails import Thumbnails
from warcry3d.app.shell.window import Window
from warcry3d.cli import main
from warcry3d.game.prompts import Divide, Go, PickOne, PickSome, Place, Prompt, is_open

ITEMS = (
    "button",
    "invisible_button",
    "selectable",
    "checkbox",
    "begin_combo",
    "slider_int",
    "input_int",
    "menu_item_simple",
)
"""What people press, by the name of the function that draws it."""


class ScreenReader:
    """Knows what was drawn in the last frame; answers between frames, on the window's own thread."""

    def __init__(self) -> None:
        self._items: list[dict[str, Any]] = []
        self._bins: dict[str, list[float]] = {}
        self._said = ""
        self._titles: list[str] = []
        self._frame = 0
        self._questions: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")

    def install(self) -> None:
        """Listen to panels and frames from now on; the table is drawn roughly, and no thumbnail of others at all, for
        a processor draws them.
        """
        window_module.LiveScene = RoughScene  # type: ignore[misc,attr-defined]
        Thumbnails.want = lambda thumbnails, files: None  # type: ignore[method-assign]
        for name in ITEMS:
            setattr(imgui, name, self._heard(getattr(imgui, name)))
        accept = divide._accept
        step, draw = Window.step, Window._draw
        sentence, bold = prompt_line._sentence, PlayFrame.bold

        def drawing(window: Window, seconds: float) -> None:
            self._items, self._bins, self._said, self._titles = [], {}, "", []
            draw(window, seconds)

        def stepping(window: Window, seconds: float) -> None:
            step(window, seconds)
            self._frame += 1
            if not self._questions.empty():
                reading = self._reading(window, has_places="places" in self._questions.get())
                print(json.dumps(reading), file=self._answers, flush=True)

        def saying(panel: PlayFrame) -> str:
            self._said = sentence(panel)
            return self._said

        def accepting(panel: PlayFrame, bin: str) -> None:
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            self._bins[bin] = [low.x, low.y, high.x, high.y]
            accept(panel, bin)

        def titling(panel: PlayFrame, text: str, *given: Any, **named: Any) -> None:
            self._titles.append(text)
            bold(panel, text, *given, **named)

        PlayFrame.bold = titling  # type: ignore[method-assign]
        divide._accept = accepting
        Window.step, Window._draw = stepping, drawing  # type: ignore[method-assign]
        prompt_line._sentence = saying
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in sys.stdin:
            self._questions.put(line)

    def _heard(self, draw: Callable[..., Any]) -> Callable[..., Any]:
        """Return what draws an item and remembers where."""

        def drawn(label: str, *given: Any, **named: Any) -> Any:
            answer = draw(label, *given, **named)
            low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            if imgui.is_item_visible():
                shown, _, id = label.partition("##")
                self._items.append({"text": shown, "id": id, "box": [low.x, low.y, high.x, high.y]})
            return answer

        return drawn

    # What is told

    def _reading(self, window: Window, *, has_places: bool) -> dict[str, Any]:
        room = window.room
        reading = {
            "frame": self._frame,
            "room": window.room_name,
            "title": window.title,
            "language": window.words.language,
            "size": window._screen.size,
            "scale": window.scale,
            "is_changing": window.is_changing,
            "is_loading": window.open_table.is_loading,
            "bins": self._bins,
            "is_over_panel": window.panels.wants_mouse,
            "notice": window.notice.said(window.words),
            "items": self._items,
            "said": self._said,
            "titles": self._titles,
        }
        if isinstance(room, PlayRoom) and room.battle is not None:
            reading["battle"] = _battle(room.battle, window, has_places=has_places)
        return reading


def _battle(desk: BattleDesk, window: Window, *, has_places: bool) -> dict[str, Any]:
    model, words = desk.model, window.words
    held = desk.mover.controller.held if desk.mover is not None else None
    prompts = model.prompts or ()
    said: dict[str, Any] = {
        "due": model.due.name,
        "player": model.player,
        "steps": model.steps,
        "is_asked": model.prompts is not None,
        "chosen": model.chosen,
        "pointed": model.pointed[1],
        "faults": [words.text(fault.message) for fault in model.faults],
        "error": words.error(model.error) if model.error is not None else "",
        "prompts": [_prompt(one, prompts) for one in prompts],
        "options": [option.id for option in model.options],
        "is_looking_back": model.is_looking_back,
        "curtain_for": model.curtain_for,
        "preview": model.preview is not None,
        "is_working": desk.is_working,
        "draft": {"divided": dict(model.draft.divided), "held": model.draft.held, "placed": len(model.draft.placed)},
        "dice": getattr(model.game.pending, "count", 0),
    }
    if held is not None:
        answered = held.answer is not None and held.is_current
        said["way"] = {
            "at": held.at,
            "is_judged": answered,
            "faults": [words.text(one.message) for one in held.moved.faults] if answered and held.moved else [],
            "pixels": open_ground(window, held.at, 4.0) if has_places else [],
        }
    if has_places and isinstance(model.prompt, Place):
        said["free"] = free_points(window, model.prompt)
    return said


def _prompt(prompt: Prompt, among: tuple[Prompt, ...]) -> dict[str, Any]:
    options = prompt.options if isinstance(prompt, PickOne | PickSome) else ()
    said: dict[str, Any] = {
        "id": prompt.id,
        "kind": type(prompt).__name__,
        "key": key_of_prompt(prompt, among),
        "is_open": is_open(prompt),
        "options": [{"id": one.id, "model": one.model, "is_refused": bool(one.faults)} for one in options],
    }
    match prompt:
        case PickSome(least=least, most=most):
            said |= {"least": least, "most": most}
        case Divide(bins=bins, items=items):
            said |= {"bins": [one.id for one in bins], "items": [one.id for one in items]}
        case Go(models=models):
            said |= {"models": list(models)}
        case Place(suggested=suggested):
            said |= {"is_suggested": bool(suggested)}
        case _:
            pass
    return said


if __name__ == "__main__":
    ScreenReader().install()
    sys.exit(main(sys.argv[1:]))
