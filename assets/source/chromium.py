"""A headless Chromium, for pictures and tests, over a pipe: opens files, runs scripts in them, hears complaints."""

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from select import select
from typing import Any

__all__ = ["Browser", "Tab", "chromium", "opened"]

PATIENCE = 120.0
"""Seconds until a browser that does not answer is given up: it may share its processors."""


def chromium() -> str | None:
    """Return the program, or None where there is none."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@dataclass
class Tab:
    """A page; ``complaints``: console errors and warnings, uncaught errors, refused content; ``requests``: to where."""

    browser: "Browser"
    session: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def call(self, method: str, **params: Any) -> Any:
        return self.browser.call(method, self.session, **params)

    def run(self, script: str) -> Any:
        """Return what a script evaluates to; promises are waited for."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def open(self, path: Path, *, size: tuple[int, int] = (1280, 800), fragment: str = "en") -> str:
        """Open a certificate and return what its own check found, once it is done."""
        width, height = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Page.navigate", url=f"{path.as_uri()}#{fragment}")
        self.browser.wait_for("Page.loadEventFired", self.session)
        return str(
            self.run(
                "new Promise((done) => { const look = () => document.documentElement.dataset.check"
                " ? done(document.documentElement.dataset.check) : setTimeout(look, 50); look(); })"
            )
        )

    def close(self) -> None:
        """Close the page: one that is open is drawn."""
        self.call("Page.close")
        del self.browser.tabs[self.session]

    def picture(self) -> bytes:
        """Return the page as PNG."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


@dataclass
class Browser:
    """A running browser: messages are JSON with a zero byte after each."""

    process: subprocess.Popen[bytes]
    to: int
    back: int
    tabs: dict[str, Tab] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _rest: bytes = b""

    def call(self, method: str, session: str | None = None, **params: Any) -> Any:
        """Return the answer to a command."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self._note(answer)

    def wait_for(self, event: str, session: str) -> None:
        """Wait until a page says that something happened."""
        while True:
            message = self._next()
            self._note(message)
            if message.get("method") == event and message.get("sessionId") == session:
                return

    def tab(self) -> Tab:
        """Return a new tab."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        tab = self.tabs[session] = Tab(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            tab.call(f"{domain}.enable")
        return tab

    def _next(self) -> Any:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._rest:
            assert select([self.back], [], [], max(end - time.monotonic(), 0))[0], "the browser does not answer"
            data = os.read(self.back, 1 << 20)
            assert data, "the browser has ended"
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return json.loads(message)

    def _note(self, event: Any) -> None:
        tab, what = self.tabs.get(event.get("sessionId", "")), event.get("params", {})
        if tab is None:
            return
        match event["method"]:
            case "Runtime.exceptionThrown":
                tab.complaints.append(json.dumps(what["exceptionDetails"])[:800])
            case "Runtime.consoleAPICalled" if what["type"] in ("error", "warning", "assert"):
                tab.complaints.append(json.dumps(what["args"])[:800])
            case "Log.entryAdded" if what["entry"]["level"] in ("error", "warning"):
                tab.complaints.append(what["entry"]["text"])
            case "Network.requestWillBeSent":
                tab.requests.append(what["request"]["url"])


OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


@contextmanager
def opened(folder: Path) -> Iterator[Browser]:
    """Yield a browser with a new profile in ``folder``; it is ended afterwards."""
    program = chromium()
    assert program is not None
    our_in, their_out = os.pipe()
    their_in, our_out = os.pipe()
    # The browser reads commands from descriptor 3 and answers on 4: a shell puts the pipes there.
    script = f'exec "$@" 3<&{their_in} 4>&{their_out}'
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", program, *OPTIONS, f"--user-data-dir={folder}"],
        pass_fds=(their_in, their_out),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(their_in)
    os.close(their_out)
    try:
        yield Browser(process, our_out, our_in)
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)
        os.close(our_out)
        os.close(our_in)
