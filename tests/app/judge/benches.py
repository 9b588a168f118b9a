"""What tests of the Judge room's parts share: a bench without a window, over a document that can be changed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import numpy as np

from warcry3d.app.judge.intents import JudgeIntent, PartIntent, ShowTable
from warcry3d.app.judge.measure_parts import RingState, TapeState
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.setup_state import SetUpState
from warcry3d.app.judge.trial import TrialState
from warcry3d.app.shell.files.document import Document
from warcry3d.table.table import Table


class StraightDown:
    """A host whose pixels are inches, seen straight from above; a document, and what was said."""

    def __init__(self, table: Table, content: object | None = None) -> None:
        self.document = Document.opened(Path("quarrel.table.json"), table, content)
        self.opened: list[Path] = []
        self.said: list[str] = []
        self.fighters: Callable[[tuple[float, float]], str | None] = self.nearest
        self.shown = table
        self.changed: Callable[[Table], None] = lambda table: None
        self.jobs = SimpleNamespace()

    def nearest(self, at: tuple[float, float]) -> str | None:
        near = [m for m in self.shown.models if np.hypot(*np.subtract(m.placement.at[:2], at)) < m.base.length / 2]
        return near[0].id if near else None

    def fighter_under(self, at: tuple[float, float] | None) -> str | None:
        return None if at is None else self.fighters(at)

    def ray(self, at: tuple[float, float]) -> tuple[np.ndarray, np.ndarray]:
        return np.array([at[0], at[1], 50.0]), np.array([0.0, 0.0, -1.0])

    def change_table(self, table: Table) -> None:
        self.document = self.document.after_change(table)
        self.changed(self.document.table)

    def undo(self) -> None:
        self.document = self.document.undone()
        self.changed(self.document.table)

    def open_file(self, path: Path) -> None:
        self.opened.append(path)


@dataclass
class FakeBench:
    """Takes intents as the room does, and lets its parts hear of each."""

    host: Any
    model: JudgeModel = field(init=False)
    parts: Sequence[Any] = ()

    def __post_init__(self) -> None:
        kinds = (TrialState, TapeState, RingState, SetUpState)
        states = MappingProxyType({kind.part: kind() for kind in kinds})
        self.model = JudgeModel(self.host.document.table, states=states)
        self.host.changed = lambda table: self.do(ShowTable(table))
        self.do(ShowTable(self.host.document.table))

    def do(self, intent: JudgeIntent | PartIntent) -> None:
        before, self.model = self.model, self.model.after(intent)
        self.host.shown = self.model.table
        if self.model is not before:
            for part in self.parts:
                part.follow(before)
