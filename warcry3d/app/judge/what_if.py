"""What if: either model is dragged, over floor and platforms, and the verdict follows. The battle never hears of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np
from imgui_bundle import imgui

from warcry3d.app.judge.intents import TryTable
from warcry3d.app.judge.model import JudgeModel
from warcry3d.app.judge.part import Bench, JudgePart, Wanted
from warcry3d.app.judge.trial import HoldModel, KeepTrial, TrialState, TurnBack
from warcry3d.app.measures.labels import LengthLabel, draw_length_labels
from warcry3d.app.scene.colours import AMBER, GREEN, PAPER
from warcry3d.app.scene.overlays import FlatLine, Ghost, Overlay, lifted
from warcry3d.app.scene.surface_pick import surface_under_ray
from warcry3d.app.shell.background.jobs import Answers
from warcry3d.app.shell.gestures import Dragged, Dropped, Gesture, Key
from warcry3d.app.shell.room import Frame, TableView
from warcry3d.app.widgets.side_panel import space
from warcry3d.app.widgets.theme import bar, beside, coloured, paragraph
from warcry3d.geom.solid import FloatArray, Placement
from warcry3d.messages import Words, template
from warcry3d.messages.names import fighter_name
from warcry3d.rules.judgement import moved_squares
from warcry3d.sight.distance import measure
from warcry3d.sight.quick_look import QuickLook, quick_look_between
from warcry3d.table.grid import snapped
from warcry3d.table.models import Model, Tag
from warcry3d.table.table import Table, Terrain
from warcry3d.table.table_edits import exact_placement, with_model
from warcry3d.units import to_degrees

__all__ = ["WhatIfPart", "has_trial", "held_model", "is_moving", "keep_table", "moved_models", "take_back", "turn_back"]

TURNS = {",": 5.0, "comma": 5.0, ".": -5.0, "period": -5.0}
"""Degrees by which a key turns who was moved last."""
NUDGES = {"arrow_left": (-1, 0), "arrow_right": (1, 0), "arrow_up": (0, 1), "arrow_down": (0, -1)}
NUDGE = 0.125
"""Inches by which an arrow key moves it: an eighth, as sure as a tape is; on squares a whole one."""

HINT = template("Drag either model: the verdict follows. Comma and full stop turn it, arrow keys move it 1/8 in.")
HINT_ON_SQUARES = template("Drag either model: the verdict follows. Arrow keys move it by a square.")

KEPT = 4
"""So many quick looks are kept."""

Moved: TypeAlias = tuple[str, Placement, float]


def keep_table(bench: Bench, table: Table) -> None:
    """Keep a change: of a table file with the window's undo, of a battle as a trial of the room's own."""
    if bench.host.document.content is None:
        bench.host.change_table(table)
    else:
        bench.do(KeepTrial(table))
        bench.do(TryTable(table))


def has_trial(model: JudgeModel) -> bool:
    """Return whether there is a change of a battle's trial to undo."""
    return bool(model.state(TrialState).past)


def held_model(model: JudgeModel) -> str | None:
    """Return the model that is being dragged, by its id; None: none is."""
    return model.state(TrialState).held


def is_moving(model: JudgeModel) -> bool:
    """Return whether a model is in hand, or follows what is typed of its place: it is not yet where it will stand."""
    return held_model(model) is not None or (
        model.tool == "add" and model.table is not model.state(TrialState).table_of(model)
    )


def take_back(bench: Bench, gesture: Gesture) -> bool:
    """Undo or redo changes of a battle's trial by the window's keys; return whether there are any."""
    state = bench.model.state(TrialState)
    is_redo = gesture == Key("control-y")
    if (gesture == Key("control-z") and state.past) or (is_redo and state.future):
        turn_back(bench, is_redo=is_redo)
        return True
    return False


def turn_back(bench: Bench, *, is_redo: bool = False) -> None:
    """Undo the last change of a trial, or make it again."""
    bench.do(TurnBack(is_redo))
    bench.do(TryTable(bench.model.state(TrialState).trial))


def moved_models(table: Table, origin: Table) -> tuple[Moved, ...]:
    """Return who stands elsewhere than on another table: id, its place there, how far it was moved."""
    before = {model.id: model.placement for model in origin.models}
    return tuple(
        (model.id, before[model.id], math.dist(model.placement.at, before[model.id].at))
        for model in table.models
        if model.id in before and model.placement != before[model.id]
    )


class WhatIfPart(JudgePart):
    """Drags models, keeps or takes back what came of it, and looks quickly while it is under way."""

    first_state = TrialState()

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench)
        self._shift: FloatArray = np.zeros(3)
        self._drag_from: tuple[float, float] | None = None
        self._looks: Answers[_Between, QuickLook] = Answers(_quick_look, keep=KEPT)

    @property
    def _state(self) -> TrialState:
        return self.bench.model.state(TrialState)

    @property
    def _table(self) -> Table:
        """Return the table that is changed."""
        return self._state.table_of(self.bench.model)

    def _moved(self, table: Table) -> tuple[Moved, ...]:
        """Return who was moved since the tool was taken in hand."""
        return moved_models(table, self._state.origin or self.bench.model.opened)

    # Gestures

    def take(self, gesture: Gesture) -> bool:
        """Drag, turn and nudge models; Backspace puts all back."""
        match gesture:
            case Dragged(button="mouse1", start=start, at=at):
                if self._drag_from != start:
                    self._drag_from = start
                    self._grip(start)
                return self._drag(at)
            case Dropped(button="mouse1") if self._state.held is not None:
                self._drag_from = None
                self._drop()
                return True
            case Key(name=name) if name in TURNS and self._state.last is not None:
                self._change(self._state.last, turn=TURNS[name])
                return True
            case Key(name=name) if name in NUDGES and self._state.last is not None:
                right, up = NUDGES[name]
                nudge = NUDGE if self._table.grid is None else 1.0
                self._change(self._state.last, by=(right * nudge, up * nudge))
                return True
            case Key(name="backspace"):
                self.put_back()
                return True
            case _:
                return False

    def _grip(self, at: tuple[float, float]) -> None:
        """Take the model under a pixel in hand, at the point at which it is held."""
        id = self.bench.host.fighter_under(at)
        self.bench.do(HoldModel(id))
        if id is None:
            return
        start, direction = self.bench.host.ray(at)
        foot = np.array(self._table.model(id).placement.at)
        along = (foot[2] - start[2]) / direction[2] if abs(direction[2]) > 1e-6 else 0.0
        self._shift = foot - (start + along * direction) if along > 0 else np.zeros(3)

    def _drag(self, at: tuple[float, float]) -> bool:
        id = self._state.held
        if id is None:
            return False
        start, direction = self.bench.host.ray(at)
        table = self._table
        model = table.model(id)
        reach = math.hypot(model.base.length, model.base.width) / 2
        point = surface_under_ray(table, start + self._shift, direction, reach=reach)
        if point is not None:
            x, y = (
                min(max(one, 0.0), most)
                for one, most in zip(point, (table.board.width, table.board.depth), strict=False)
            )
            moved = exact_placement(*_standing(table, model, x, y), point[2], degrees=to_degrees(model.placement.turn))
            self.bench.do(TryTable(table.placing(id, moved)))
        return True

    def _drop(self) -> None:
        """Let the model stand where it was dragged to."""
        id, tried = self._state.held, self.bench.model.tried
        self.bench.do(HoldModel(None))
        if id is not None and tried is not None and tried is not self._table:
            keep_table(self.bench, with_model(self._table, tried.model(id)))

    def _change(self, id: str, *, turn: float = 0.0, by: tuple[float, float] = (0.0, 0.0)) -> None:
        model = self._table.model(id)
        x, y, z = model.placement.at
        degrees = to_degrees(model.placement.turn) + turn
        moved = exact_placement(x + by[0], y + by[1], z, degrees=math.remainder(degrees, 360))
        keep_table(self.bench, with_model(self._table, model.moved(moved)))

    def put_back(self) -> None:
        """Put everybody back to where the file or the battle has them."""
        table = self._table
        for id, before, _ in self._moved(table):
            table = table.placing(id, before)
        if table is not self._table:
            keep_table(self.bench, with_model(table, table.models[0]))

    # What is shown

    def show(self, model: JudgeModel, view: TableView) -> TableView:
        """Show a faint ghost where somebody who was moved stood, and the way from there."""
        if model.tool != "what-if" or model.through_eye:
            return view
        made: list[Overlay] = []
        for id, before, far in self._moved(model.table):
            made.append(Ghost(id, before.at, before.turn, PAPER))
            if far > 0:
                made.append(FlatLine(lifted(before.at), lifted(model.table.model(id).placement.at), PAPER, dash=0.3))
        return replace(view, overlays=(*view.overlays, *made)) if made else view

    def draw_over(self, frame: Frame, foot: float) -> Sequence[Wanted]:
        """Write how far each was moved."""
        model = self.bench.model
        if model.tool != "what-if" or model.through_eye:
            return ()
        labels = []
        for id, before, far in self._moved(model.table):
            if far > 0:
                labels.append(LengthLabel(self._length(id, before, far, frame.words), before.at, PAPER))
        draw_length_labels(frame, labels, foot)
        return ()

    def _length(self, id: str, before: Placement, far: float, words: Words) -> str:
        """Return how far somebody was moved: in squares where the rules count these."""
        table, rules = self.bench.model.table, self.bench.model.rules
        squares = moved_squares(table, table.model(id).moved(before), table.model(id), rules)
        return (
            words.count("{n} square", "{n} squares", squares) if squares else words.say("{inches:.2f} in", inches=far)
        )

    def draw_cards(self, frame: Frame) -> Sequence[Wanted]:
        """Say what a quick look sees while somebody is dragged, who was moved, and how to go back."""
        model, words = self.bench.model, frame.words
        if model.tool != "what-if":
            return ()
        self._quick_card(frame)
        moved = self._moved(model.table)
        space(0.3)
        if not moved:
            paragraph(words.say(HINT if model.table.grid is None else HINT_ON_SQUARES))
            return ()
        with bar(PAPER, frame.scale):
            for id, before, far in moved:
                name, length = fighter_name(id, words), self._length(id, before, far, words)
                paragraph(words.say("{name} is {length} from where it stood", name=name, length=length))
        if imgui.button(words.say("Back to how it was")):
            self.put_back()
        if self._state.past:
            beside(imgui.calc_text_size(words.say("Undo")).x + 2 * imgui.get_style().frame_padding.x)
            if imgui.button(words.say("Undo")):
                turn_back(self.bench)
        return ()

    def _quick_card(self, frame: Frame) -> None:
        model, words = self.bench.model, frame.words
        if self._state.held is None or model.viewer is None or model.target is None or not model.is_waiting:
            return
        asked = self._between(model)
        look = self._looks.known.get(asked) if asked is not None else None
        if look is None:
            return
        apart = measure(model.table.model(model.viewer), model.table.model(model.target))
        line = look.sees(model.table)
        space(0.3)
        with bar(GREEN if line is not None else AMBER, frame.scale):
            said = words.say("a line is open") if line is not None else words.say("no open line found yet")
            coloured(words.say("quick look: {said}", said=said), GREEN if line is not None else AMBER)
            imgui.text_unformatted(words.say("{inches:.2f} in", inches=apart.direct))

    # The background

    def follow(self, before: JudgeModel) -> None:
        """Have the quick look made once two are picked: a drag of either must not wait for it."""
        asked = self._between(self.bench.model)
        if asked is not None and asked not in self._looks.known:
            self._looks.ask(asked)

    def poll(self) -> bool:
        """Take in the quick look that was made."""
        return self._looks.poll()

    def close(self) -> None:
        """Stop making quick looks."""
        self._looks.close()

    def _between(self, model: JudgeModel) -> "_Between | None":
        """Return what a quick look is wanted of; None: of nothing."""
        if model.tool != self.first_state.part or model.viewer is None or model.target is None:
            return None
        table, pair = self._table, (model.viewer, model.target)
        others = tuple(one for one in table.models if one.id not in pair)
        return _Between(*pair, model.tags, table.terrain, others, table)


def _standing(table: Table, model: Model, x: float, y: float) -> tuple[float, float]:
    """Return where a model held at a place stands: on a table with squares its base covers whole ones."""
    return (x, y) if table.grid is None else snapped(x, y, model.base.length, model.base.width)


@dataclass(frozen=True, slots=True)
class _Between:
    """Between whom a quick look is, and what is in its way; ``table``: where both are."""

    viewer: str
    target: str
    tags: frozenset[Tag]
    terrain: Terrain
    others: tuple[Model, ...]
    table: Table = field(compare=False, repr=False)


def _quick_look(asked: _Between) -> QuickLook:
    return quick_look_between(asked.table, asked.viewer, asked.target, asked.tags)
