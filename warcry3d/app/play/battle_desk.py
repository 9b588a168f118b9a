"""A battle on the table: joins the model, the panels and the scene with the background, the mover and the clock."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from warcry3d.app.moves.view import draw_way
from warcry3d.app.play.battle_mover import BattleMover
from warcry3d.app.play.branch import begin_branch
from warcry3d.app.play.draft import TurnItem
from warcry3d.app.play.figure_drags import FigureDrags
from warcry3d.app.play.game_changes import GameChanges
from warcry3d.app.play.hints import Hints
from warcry3d.app.play.intents import (
    ClickModel,
    GameRefused,
    HoldLens,
    HoverModel,
    PlayCommand,
    PlayIntent,
    PreviewFound,
    PromptsFound,
)
from warcry3d.app.play.keys import BACK, SUGGESTED, THROW, PlayKeys
from warcry3d.app.play.lenses.lens_scene import view_through
from warcry3d.app.play.lenses.lens_work import LensWork
from warcry3d.app.play.model import PlayModel
from warcry3d.app.play.mover_in_hand import MoverInHand
from warcry3d.app.play.opponents import Opponents
from warcry3d.app.play.panels.layout import Rectangle
from warcry3d.app.play.panels.unit import draw_unit_inches
from warcry3d.app.play.placing import PlaceGhosts
from warcry3d.app.play.preparation import Preparation
from warcry3d.app.play.prompt_keys import intent_of_key, is_stray_number, key_of_prompt, lens_of_key
from warcry3d.app.play.renewal import PromptRenewal
from warcry3d.app.play.round_notice import RoundNotice
from warcry3d.app.play.scene import overlays_of
from warcry3d.app.play.shown_steps import ShownSteps
from warcry3d.app.play.state import Due, PlayAction
from warcry3d.app.play.table_pointer import LabelPointing, TablePointer
from warcry3d.app.play.view import InHand, PlayView
from warcry3d.app.play.work import BattleWork, Position
from warcry3d.app.scene.overlays import Overlay
from warcry3d.app.shell.files.battle_start import BattleStart
from warcry3d.app.shell.files.document import Document
from warcry3d.app.shell.gestures import Clicked, Dropped, Gesture, Key, KeyReleased, Pointed, Turned
from warcry3d.app.shell.notices import refusing
from warcry3d.app.shell.room import Frame, Host, TableView
from warcry3d.errors import WarcryError
from warcry3d.game.prompts import Go
from warcry3d.game.record import Journal
from warcry3d.game.ruleset import Choice
from warcry3d.messages import Words

__all__ = ["BattleDesk"]


class BattleDesk:
    """Plays one battle. ``close()`` it when done."""

    def __init__(self, host: Host, start: BattleStart, measure: Callable[[], None]) -> None:
        self._host, self._start, self._measure = host, start, measure
        journal = self._journal(start)
        self.model = PlayModel.beginning(
            start.rules, start.game, start.seats, start.seed, can_go_on=journal is not None
        )
        self.model = replace(self.model, damage=start.damage, divergence=start.divergence)
        self.work = BattleWork(start.seed, journal, lambda player: self.model.is_person(player))
        programs = {side: name for side, name in start.seats.items() if not self.model.is_person(side)}
        self.opponents = Opponents(start.setup, programs if journal is not None else {}, start.seed or 0)
        self._ghosts = PlaceGhosts(host)
        self._pointing = LabelPointing(host)
        self._hand = MoverInHand(host, lambda: self.model, self.do, self._ghosts, self._pointing)
        self._pointer = TablePointer(self._pointing, self._ghosts, self._hand, lambda: self.model, self.do)
        self._drags = FigureDrags(host, self._hand, lambda: self.model, self.do)
        self._changes = GameChanges(host, self.work)
        self._steps = ShownSteps()
        self._view = PlayView()
        self._lenses = LensWork(host)
        self._hints = Hints(host)
        self._round = RoundNotice(self.model)
        self._is_switching_ids = False
        self._answering: set[str] = set()
        self._preparation = Preparation(host, start.rules.prepared)
        self._renewal = PromptRenewal(self.work, self._preparation)
        self._shown: tuple[object, TableView] | None = None
        self._table = start.game.table
        self._drive()

    def _journal(self, start: BattleStart) -> Journal[Any, Any] | None:
        """Return the record to go on with; None where it cannot be, which the prompt says, else a notice."""
        if start.damage is not None or start.divergence is not None or start.game.is_over:
            return None
        try:
            return start.journal()
        except WarcryError as error:
            self._host.notify(refusing(error), is_alarming=True)
            return None

    # What the shell asks

    @property
    def view(self) -> TableView:
        """Return what is shown on the table."""
        moving, shown = self._hand.overlays, self._steps.overlays
        seen = self._lenses.view(self.model)
        held = (self._ghosts.things(self.model), self._ghosts.areas(self.model))
        key = (self.model, moving, shown, held, None if seen is None else seen.known)
        if self._shown is None or self._shown[0] != key:
            self._shown = (key, self._table_view(moving, shown) if seen is None else view_through(seen, self.model))
        return self._shown[1]

    def _table_view(self, moving: tuple[Overlay, ...], shown: tuple[Overlay, ...]) -> TableView:
        table, hidden = self._ghosts.with_ghosts(self.model)
        areas = self._ghosts.areas(self.model)
        return TableView(
            table,
            (*overlays_of(self.model, table, areas), *self._ghosts.outline(self.model), *moving, *shown),
            hidden,
            is_wide=True,
        )

    @property
    def is_working(self) -> bool:
        """Whether something is being worked out or shown; a player that thinks is left the processor."""
        is_waiting = self._steps.is_showing or self._lenses.is_working or not self._view.is_whole
        return self.work.is_working or self._hand.is_working or is_waiting

    @property
    def notices_at(self) -> tuple[float, float] | None:
        """Return where notices stand clear of the panels."""
        return self._view.notices_at

    @property
    def labels(self) -> Mapping[str, Rectangle]:
        """Return where the labels of models were drawn last (pixels)."""
        return self._view.labels

    @property
    def mover(self) -> BattleMover | None:
        """Return what moves a fighter now; None: nothing."""
        return self._hand.mover

    def leave(self) -> None:
        """Let go of what is in hand."""
        self._hand.restart()
        self.do(HoldLens(None))
        self.do(HoverModel(""))

    def take(self, gesture: Gesture) -> bool:
        """Do what a gesture means; what is worked out ahead stops for it."""
        self._preparation.pause()
        self.work.pause()
        match gesture:
            case KeyReleased(name=name):
                self._release(name)
                return False
            case Pointed(at=at) if self.model.lens is not None:
                self._pointer.point_through(at)
                return False
        if self._drags.take(gesture):
            return True
        match gesture:
            case Pointed(at=at):
                self._pointer.point(at)
                return False
            case Key(name=name):
                return self._take_key(name)
            case Clicked(button="mouse1", at=at):
                self._pointer.click(at)
                return True
            case Clicked():
                self._back()
                return True
            case Turned(notches=notches) if self._pointer.is_placing:
                self.do(TurnItem(1 if notches > 0 else -1))
                return True
            case Dropped():
                return False
        return False

    @property
    def _keys(self) -> PlayKeys:
        return PlayKeys(self._host.settings.keys)

    def _take_key(self, name: str) -> bool:
        if name in BACK.keys:
            return self._back()
        if name in THROW.keys and self._steps.is_showing and not self.model.is_looking_back:
            self.model = self._steps.finished(self.model)
            return True
        model, letters = self.model, self._keys.letters
        self._answering.update(key_of_prompt(one, model.prompts or (), letters) for one in model.prompts or ())
        intent = intent_of_key(model, name, letters)
        if intent is None:  # what answers something in this battle means nothing else in it, such as another room
            is_stray = not model.is_looking_back and is_stray_number(model, name, letters)
            return is_stray or name in self._answering or name in SUGGESTED.keys
        self.do(intent)
        return True

    def _back(self) -> bool:
        """Go one step back; return whether there was one."""
        if self._hand.restart():
            return True
        before = self.model
        self.do(PlayCommand.BACK)
        return self.model is not before

    def _release(self, name: str) -> None:
        """Look through the lens no more whose key came up."""
        if self.model.lens is not None and lens_of_key(name) is self.model.lens:
            self.do(HoldLens(None))

    def poll(self) -> bool:
        """Take in what the background found; go on with what is due."""
        self._change_settings()
        work, is_hurried = self.work, self._hand.is_working
        is_new = any([self._hand.poll(), work.poll(is_hurried=is_hurried), self.opponents.poll()])
        is_new = any([self._ghosts.poll(), self._lenses.poll(), is_new])
        self._preparation.pause() if self.opponents.is_thinking else self._preparation.poll()
        is_going_on = self._steps.is_showing or self.model.is_playing or self._renewal.is_due(self.model)
        if is_new or is_going_on or self.model.due in (Due.THINK, Due.SHOW, Due.THROW):
            self._drive()
        is_new = self._drags.follow() or is_new
        less = self._host.settings.has_less_motion
        is_new = self._round.poll(self.model, time.monotonic(), has_less_motion=less) or is_new
        return is_new or self._steps.is_showing or self._hints.is_fading

    def _change_settings(self) -> None:
        """Change settings between two frames: give a hint whose moment has come, switch the ids of rules."""
        self._hints.poll(self.model, time.monotonic())
        if self._is_switching_ids:
            settings = self._host.settings
            self._host.change_settings(replace(settings, has_rule_ids=not settings.has_rule_ids))
            self._is_switching_ids = False

    def draw(self, frame: Frame) -> None:
        """Draw the panels, and the inches along a way."""
        frame = replace(frame, words=frame.words.of(self.model.game.ruleset.name))
        held, seen, unit = self._hand.held, self._lenses.view(self.model), self._hand.unit
        written = draw_way(held, frame, is_brief=True) if held is not None and seen is None else ()
        if unit is not None and seen is None:
            written = draw_unit_inches(unit.held, frame)
        is_looking = self._hand.action is not None and self.model.preview is None
        hint = None if self._steps.is_showing else self._hints.shown  # dice fall where it stands
        bar = None if self.mover is None else self.mover.bar(self.model.hovered)
        marked = self._hand.is_marked
        begun = self._round.shown
        in_hand = InHand(held, self._hand.is_preparing, seen, hint, is_looking, written, unit, bar, marked, begun)
        for intent in self._view.draw(frame, self.model, in_hand, self._host.settings):
            before = self.model
            self.do(intent)
            if isinstance(intent, ClickModel) and self.model.has_begun_move(before, intent.id):
                self.do(intent)  # a row stands for no pixel, where a click on the table begins
        self._pointing.labels = self._view.labels
        self._pointer.show(time.monotonic())
        if not self._view.is_settled:
            self._host.draw_panels_again()

    def caption(self, words: Words) -> tuple[str, ...]:
        """Return what was done last and how the battle stands."""
        words = words.of(self.model.game.ruleset.name)
        return (*self.model.moment.event_lines(words)[-1:], *self.model.moment.standing_lines(words))

    def names(self, words: Words) -> Mapping[str, str]:
        """Return the names of the battle's fighters with their wounds."""
        words = words.of(self.model.game.ruleset.name)
        return self.model.moment.labels(words)

    def close(self) -> None:
        """Stop the background and close the record; that it does not hold the whole battle is said."""
        self._hand.close()
        self._ghosts.close()
        self._lenses.close()
        self._preparation.close()
        self.opponents.close()
        try:
            self.work.close()
        except WarcryError as error:
            self._host.notify(refusing(error), is_alarming=True)

    # What is done

    def do(self, intent: PlayIntent) -> None:
        """Take an intent: the model changes, and what it asks for is begun."""
        if self._hand.do(intent):
            self._drive()
            return
        before = self.model
        self.model = before.after(intent)
        if intent is PlayCommand.TAKE_OVER:
            self.opponents.release(before.player)
        match intent:
            case PlayCommand.GO_ON if before.can_branch:
                begin_branch(self._host, self._start, before.game, before.moment.step)
            case PlayCommand.DISMISS:
                self._hints.dismiss()
            case PlayCommand.MEASURE:
                self._measure()
            case PlayCommand.HOME:
                self._host.open_room("home")
            case PlayCommand.RULE_IDS:
                self._is_switching_ids = True
        if self.model is not before:
            self._drive()

    def _drive(self) -> None:
        """Begin what is due, take what was found, until nothing more is to be done now."""
        for _ in range(64):
            before = self.model
            self.model = self._changes.after(self.model)
            self.model = self._steps.after(self.model, self._host.settings)
            self._ask_prompts()
            self.model = self._renewal.after(self.model)
            self._ask_player()
            self._prepare()
            self._throw()
            self._preview()
            self._hand.follow()
            self._look_ahead()
            if self.model is before:
                break
        self._show_table()
        self._changes.announce()

    def _ask_prompts(self) -> None:
        model = self.model
        pending = model.game.pending
        if model.prompts is not None or not isinstance(pending, Choice) or not model.is_person(pending.player):
            return
        position = Position(model.game)
        self.work.prompts.ask(position)
        if position in self.work.prompts.known:
            self.model = model.after(PromptsFound(model.game, self.work.prompts.known[position]))
        elif (failure := self.work.prompts.failure(position)) is not None and model.error is not failure:
            self.model = model.after(GameRefused(failure))

    def _prepare(self) -> None:
        """Have what the people's next choices rest on worked out while they think."""
        model = self.model
        people = [side for side in (model.player, *model.seats) if side and model.is_person(side)]
        if people and model.can_go_on:
            self._preparation.follow(model.game, people[0])

    def _ask_player(self) -> None:
        """Let the program's player think, also while people choose, and do what it decides."""
        model, opponents = self.model, self.opponents
        if model.due is not Due.THINK:
            if model.due in (Due.ANSWER, Due.THROW, Due.FACES):
                opponents.follow(model.game)
            return
        if model.error is not None:
            return
        opponents.ask(model.game)
        if opponents.decision is not None:
            self.model = model.wishing(PlayAction(opponents.decision.action, opponents.decision))
        elif opponents.failure is not None:
            self.model = model.after(GameRefused(opponents.failure))
            opponents.forget()

    def _throw(self) -> None:
        """Throw dice that nobody has to throw by hand: those of the program's player, those that lie already,
        those that are thrown with the last ones.
        """
        model = self.model
        if model.due is Due.THROW and (not model.is_person(model.player) or model.has_fallen or model.is_throwing_on):
            self.model = model.after(PlayCommand.THROW)

    def _preview(self) -> None:
        """Ask what would come of what is pointed to."""
        action = self._pointed_action()
        known = self.model.preview
        if action is None and not self._hand.is_waiting:
            self.model = self.model.without_preview()
        if action is None or (known is not None and known[0] == action and known[1].is_exact):
            return
        found = self.work.preview(self.model.game, action, is_waited_for=self._hand.is_empty)
        if found is not None:
            self.model = self.model.after(PreviewFound(action, found))

    def _look_ahead(self) -> None:
        """Ask what comes of staying while a base is prepared: the first chips rest on meshes that take a second."""
        if self.mover is not None and self._hand.is_preparing and isinstance(prompt := self.model.prompt, Go):
            self.work.look_ahead(self.model.game, prompt.action((self.mover.staying,)))

    def _pointed_action(self) -> Any:
        """Return the action whose outcome is to be shown: what is pointed to, else the way in hand."""
        action = self.model.action
        return self._hand.action if action is None else action

    def _show_table(self) -> None:
        """Let the document have the table that is looked at, so that other rooms and files have it too."""
        table = self.model.moment.table
        if table is not self._table:
            self._table = table
            self._host.replace_table(table, lambda: None)
        self._host.tell_step(self.model.moment.step, self.model.shown)

    def follow(self, document: Document) -> None:
        """Nothing to do: the table is the battle's."""
