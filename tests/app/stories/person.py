"""Somebody at a virtual screen: sees it through the screen reader, and has a mouse and a keyboard (xdotool)."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from PIL import ImageGrab

__all__ = ["Desktop", "Person", "Pixel", "Reading", "desktop", "found_item", "is_asked", "middle"]

LIMIT = 600
"""Seconds after which something that should come is given up."""
MOST_TRIES = 12
Pixel = tuple[float, float]
Reading = dict[str, Any]


@dataclass(frozen=True)
class Desktop:
    """A virtual screen, and folders of its own for what the program keeps; its cache is that of the run."""

    display: str
    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables of a program that runs on it."""
        own = {f"WARCRY3D_{name.upper()}": str(self.folder / name) for name in ("data", "settings")}
        return {**os.environ, "DISPLAY": self.display, **own}

    def keep(self, **settings: Any) -> None:
        """Write the program's settings."""
        kept = self.folder / "settings" / "settings.json"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"format": "warcry3d.settings/1", **settings}), encoding="utf-8")

    @contextmanager
    def person(self, *arguments: str) -> Iterator["Person"]:
        """Yield somebody who has just started the program."""
        person = Person.starting(self, arguments)
        try:
            yield person
        finally:
            person.kill()


@contextmanager
def desktop(folder: Path, size: tuple[int, int] = (1600, 1000)) -> Iterator[Desktop]:
    """Yield a screen of so many pixels."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"]
    started = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        yield Desktop(f":{number}", folder)
    finally:
        started.kill()
        started.wait()


class Person:
    """Uses the program as people do."""

    def __init__(self, place: Desktop, program: "subprocess.Popen[str]", log: Path) -> None:
        self.place = place
        self.program = program
        self._log = log
        self._origin: Pixel = (0.0, 0.0)

    @classmethod
    def starting(cls, place: Desktop, arguments: tuple[str, ...]) -> Self:
        """Start the program and wait until it is on the screen."""
        log = place.folder / "program.log"
        command = [sys.executable, "-m", "tests.app.stories.screen_reader", *arguments]
        pipe = subprocess.PIPE
        with log.open("a") as errors:
            program = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=errors, text=True, env=place.environment
            )
        person = cls(place, program, log)
        person.look()
        person._find_window()
        person.until(lambda seen: not seen["is_changing"])
        return person

    def _find_window(self) -> None:
        found = self.tool("search", "--onlyvisible", "--name", "warcry3d").split()
        lines = self.tool("getwindowgeometry", "--shell", found[-1]).splitlines()
        told = dict(line.split("=") for line in lines if "=" in line)
        self.window = found[-1]
        self._origin = (float(told["X"]), float(told["Y"]))

    def tool(self, *arguments: str) -> str:
        """Run xdotool and return what it says."""
        command = ["xdotool", *arguments]
        done = subprocess.run(command, env=self.place.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    # What is seen

    def look(self, *, places: bool = False) -> Reading:
        """Return what is on the screen now; ``places``: and pixels of ground where things can go."""
        assert self.program.stdin is not None and self.program.stdout is not None
        try:
            self.program.stdin.write("places\n" if places else "?\n")
            self.program.stdin.flush()
            line = self.program.stdout.readline()
        except BrokenPipeError:
            line = ""
        assert line, f"the program has ended: {self._log.read_text()[-4000:]}"
        seen: Reading = json.loads(line)
        return seen

    def until(self, holds: Callable[[Reading], Any], *, seconds: float = LIMIT) -> Reading:
        """Wait until the screen is as it should be; return what is seen then."""
        limit = time.monotonic() + seconds
        while not holds(seen := self.look()):
            if time.monotonic() > limit:
                self.picture(self.place.folder / "stuck.png")
                raise AssertionError(f"it never came: {seen['said']!s} {str(seen.get('battle'))[:1500]}")
            time.sleep(0.03)
        return seen

    def settled(self) -> Reading:
        """Wait until what was done last has been drawn."""
        frame = self.look()["frame"]
        return self.until(lambda seen: seen["frame"] >= frame + 2)

    def idle(self) -> Reading:
        """Wait until somebody is asked for something, or the battle is over."""
        self.settled()
        return self.until(is_asked)

    def play(self, answer: Callable[["Person", Reading, set[str]], None], *, steps: int = 100_000) -> Reading:
        """Answer all that is asked until the battle is over, or has so many steps; return what is seen then."""
        last, tried, refused = -1, 0, set[str]()
        while True:
            seen = self.until(is_asked)
            battle = seen["battle"]
            if battle["due"] == "OVER" or battle["steps"] >= steps:
                return seen
            if battle["steps"] != last:
                last, refused, tried = battle["steps"], set(), 0
            tried += 1
            assert tried < MOST_TRIES, f"nothing comes of it: {seen['said']} {battle['faults']} {refused}"
            answer(self, seen, refused)

    def picture(self, file: Path) -> None:
        """Take a picture of the screen."""
        ImageGrab.grab(xdisplay=self.place.display).save(file)

    # What is done

    def press(self, *keys: str) -> Reading:
        """Press keys one after the other, as xdotool names them."""
        for key in keys:
            self.tool("key", key)
        return self.settled()

    def point(self, at: Pixel) -> Reading:
        """Move the pointer to a pixel of the window."""
        x, y = round(at[0] + self._origin[0]), round(at[1] + self._origin[1])
        self.tool("mousemove", str(x), str(y))
        return self.settled()

    def click(self, at: Pixel, button: int = 1, *, times: int = 1) -> Reading:
        """Point and click."""
        self.point(at)
        self.tool("click", "--repeat", str(times), "--delay", "40", str(button))
        return self.settled()

    def drag(self, start: Pixel, end: Pixel) -> Reading:
        """Drag from one pixel to another."""
        self.point(start)
        self.tool("mousedown", "1")
        self.settled()
        self.point(((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
        self.point(end)
        self.tool("mouseup", "1")
        return self.settled()

    def click_item(self, wanted: str) -> Reading:
        """Click what has an id, or a text, in the panels."""
        return self.click(middle(self.item(wanted)))

    def item(self, wanted: str) -> Mapping[str, Any]:
        """Return what has an id or a text, once it is there."""
        seen = self.until(lambda seen: found_item(seen, wanted) is not None, seconds=20)
        found = found_item(seen, wanted)
        assert found is not None
        return found

    def kill(self) -> None:
        """Take the program away as a power cut would."""
        self.program.kill()
        self.program.communicate()


def is_asked(seen: Reading) -> bool:
    """Return whether the screen asks for something, or the battle on it is over."""
    battle = seen.get("battle")
    if battle is None or seen["is_loading"]:
        return False
    return battle["due"] in ("THROW", "FACES", "OVER") or (battle["due"] == "ANSWER" and battle["is_asked"])


def found_item(seen: Reading, wanted: str) -> Mapping[str, Any] | None:
    """Return what has an id or a text in the panels, or a text that begins so; None: nothing has."""
    items: list[Mapping[str, Any]] = seen["items"]
    exact = (one for one in items if wanted in (one["id"], one["text"].strip()))
    return next(exact, None) or next((one for one in items if one["text"].startswith(wanted)), None)


def middle(item: Mapping[str, Any]) -> Pixel:
    left, top, right, bottom = item["box"]
    return (left + right) / 2, (top + bottom) / 2
