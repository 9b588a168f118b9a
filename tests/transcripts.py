"""Transcripts on pages: commands with what people type (after ``>``) and all that is shown, played again."""

import io
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from warcry3d.cli import main

__all__ = ["differences", "played", "transcripts"]

TYPED = "> "


def transcripts(page: Path) -> list[str]:
    """Return the transcripts of a page."""
    return re.findall(r"```transcript\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


def differences(transcript: str, shown: str) -> list[str]:
    """Return the parts of a transcript that the screen does not show, in their order; ``...`` stands for any lines."""
    missing, at = [], 0
    for part in re.split(r"^\.\.\.\n", transcript, flags=re.MULTILINE):
        found = shown.find(part, at)
        if found < 0:
            missing.append(part)
        else:
            at = found + len(part)
    return missing


class _Keyboard(io.StringIO):
    """Lines that are typed, each shown on the screen when it is read."""

    def readline(self, size: Any = -1, /) -> str:
        line = super().readline(size)
        sys.stdout.write(TYPED + line)
        return line


def played(transcript: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return what the screen shows when a transcript's command runs and its lines are typed."""
    command, _, rest = transcript.partition("\n")
    lines = [line.removeprefix(TYPED) for line in rest.splitlines() if line.startswith(TYPED)]
    screen = io.StringIO()
    with monkeypatch.context() as patch:
        patch.setenv("WARCRY3D_LANG", "en")
        patch.setattr("sys.stdin", _Keyboard("".join(f"{line}\n" for line in lines)))
        patch.setattr("sys.stdout", screen)
        patch.setattr("sys.stderr", screen)
        main(shlex.split(command.removeprefix("$ warcry3d ")))
    return f"{command}\n{screen.getvalue()}"
