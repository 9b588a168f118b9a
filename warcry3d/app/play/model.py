"""The model of the Play room. Pure.

Every `PlayIntent` gives a new model. What is to be done to the battle itself stands in `PlayModel.wish`: the room does
it in the background and hands back `GameChanged` or `GameRefused`.
"""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Self

from warcry3d.app.play.draft import (
    Draft,
    DraftIntent,
    PutItem,
    ToggleOption,
    answer_of,
    begun,
    is_offer,
    is_on_table,
    is_picked,
    only_option,
    options_of,
    refusal_of,
)
from warcry3d.app.play.intents import (
    Background,
    ChoosePrompt,
    ClickModel,
    EnterFace,
    GameChanged,
    GameRefused,
    HoldLens,
    HoverModel,
    LookAtStep,
    PickOption,
    PlayCommand,
    PlayIntent,
    PointAt,
    PointOption,
    PreviewFound,
    PromptsFound,
    ReplayTo,
    ShowRules,
    ShowSteps,
    StepBy,
    StepToMark,
)
from warcry3d.app.play.moment import moment_of
from warcry3d.app.play.state import PERSON, BackTo, Due, GameWish, PlayAction, PlayState, SeatPerson, Wish
from warcry3d.app.play.time_marks import step_at_mark
from warcry3d.app.play.unit_options import offers_on
from warcry3d.app.play.units.unit_in_hand import group_of
from warcry3d.errors import WarcryError
from warcry3d.game.actions import Rolled
from warcry3d.game.prompts import (
    Answer,
    Confirm,
    Divide,
    Go,
    Number,
    PickOne,
    PickSome,
    Place,
    Prompt,
    domain_faults,
    is_open,
)
from warcry3d.game.ruleset import Choice, Roll
from warcry3d.game.session import Game, IllegalActionError

__all__ = ["PlayModel"]


@dataclass(frozen=True, slots=True, eq=False)
class PlayModel(PlayState):
    """What the room shows, and what becomes of it."""

    def after(self, intent: PlayIntent) -> Self:
        """Return the model after an intent."""
        if self.curtain_for and not isinstance(intent, Background):
            return self._raised() if intent in (PlayCommand.RAISE_CURTAIN, PlayCommand.SUBMIT) else self
        match intent:
            case GameChanged(game=game, is_shown=is_shown):
                return self._gone_on(game, is_shown)
            case GameRefused(error=error):
                return self._refused(error)
            case PromptsFound(game=game, prompts=prompts):
                return self._asked(prompts) if game is self.game else self
            case PreviewFound(action=action, preview=preview):
                is_known = self.preview is not None and self.preview[1] is preview
                return self if is_known else replace(self, preview=(action, preview))
            case ShowSteps(steps=steps):
                return self._showing(min(steps, self.steps))
            case LookAtStep(step=step):
                return replace(self, is_playing=False)._looking_at(step)
            case StepBy(steps=by):
                return replace(self, is_playing=False)._looking_at(self.moment.step + by)
            case StepToMark(by=by):
                step = step_at_mark(self.game, self.rules.headings, self.moment.step, self.shown, by)
                return replace(self, is_playing=False)._looking_at(step)
            case ReplayTo(step=step):
                return self._looking_at(step) if self.is_playing else self
            case PlayCommand.PLAY:
                return self._playing()
            case PlayCommand.GO_ON:
                can_go_back = self.can_go_on and self.seen is not None and self.wish is None
                return self.wishing(BackTo(self.moment.step)) if can_go_back else self
            case HoverModel(id=id):
                return self if id == self.hovered else replace(self, hovered=id)
            case HoldLens(lens=lens):
                return replace(self, lens=lens, pointed_at=None)
            case PointAt(at=at):
                return self if at == self.pointed_at else replace(self, pointed_at=at)
            case PlayCommand.BACK:
                return replace(self, aimed=("", ""))._back()
            case ShowRules(rules=rules):
                return replace(self, explained=() if rules == self.explained else rules)
            case PlayCommand.RULES:
                return replace(self, explained=() if self.explained else self.rules_due)
            case PlayCommand.CARDS:
                return replace(self, shows_cards=not self.shows_cards)
            case PlayCommand.WHY:
                return replace(self, asks_why=not self.asks_why)
            case PlayCommand.ASK_AGAIN:
                return replace(self, error=None)
            case PlayCommand.MOVE_ON:
                return self._without_refusal()
            case PlayCommand.TAKE_OVER:
                seats = MappingProxyType({**self.seats, self.player: PERSON})
                return replace(self.wishing(SeatPerson(self.player)), seats=seats)
            case PlayCommand.NOW:
                return self._looking_at(self.shown)
            case PlayCommand.UNDO | PlayCommand.REDO:
                return self.wishing(GameWish[intent.name]) if self.can_go_on and self.wish is None else self
        return self._answering(intent)

    def _raised(self) -> Self:
        """Return the model with who chooses seated at the screen."""
        return replace(self, seated=self.player, has_hidden=False)

    def _answering(self, intent: PlayIntent) -> Self:
        """Return the model after an intent that answers what is due; as it is while it is looked back."""
        if self.is_looking_back:
            return replace(self, selected=intent.id) if isinstance(intent, ClickModel) else self
        match self.due, intent:
            case Due.THROW, PlayCommand.THROW | PlayCommand.SUBMIT:
                return self.wishing(GameWish.THROW)
            case Due.FACES, EnterFace(face=face):
                return self._with_face(face)
            case Due.FACES, PlayCommand.FACE_BACK:
                return replace(self, faces=self.faces[:-1])
            case Due.ANSWER, _ if self.prompts is not None:
                return self._given(intent)
            case _, ClickModel(id=id):
                return replace(self, selected=id)
        return self

    def _given(self, intent: PlayIntent) -> Self:
        """Return the model after an answer, or a part of one; why the last was refused goes with the first change."""
        before = self._without_refusal()
        given = before._given_anew(intent)
        return self if given is before else given

    def _without_refusal(self) -> Self:
        """Return the model without why something was refused: the person has moved on."""
        return replace(self, faults=(), error=None) if self.faults or self.error is not None else self

    def _given_anew(self, intent: PlayIntent) -> Self:
        match intent:
            case ChoosePrompt(id=id):
                return self._choosing(id)
            case PickOption(prompt=prompt, option=option):
                return self._picking(prompt, option)
            case PointOption(prompt=prompt, option=option):
                return self if (prompt, option) == self.pointed else replace(self, pointed=(prompt, option))
            case ClickModel(id=id):
                return self._clicked(id)
            case PlayCommand.SUBMIT:
                return self._submitted()
            case PlayCommand.NEXT | PlayCommand.PREVIOUS:
                return self._pointing_on(1 if intent is PlayCommand.NEXT else -1)
            case PlayCommand() | EnterFace():
                return self
        return self._drafted(intent)  # type: ignore[arg-type]  # all others are of the draft

    def _drafted(self, intent: DraftIntent) -> Self:
        prompt = self.prompt
        if prompt is None or self.is_too_soon(intent):
            return self
        draft = self.draft.after(prompt, intent)
        if draft == self.draft:
            return self
        changed = replace(self, draft=draft)
        is_whole = isinstance(prompt, Place) and len(prompt.items) == 1 and len(draft.placed) == 1
        return changed._submitted() if is_whole else changed

    def _choosing(self, id: str, *, is_asked_for: bool = True) -> Self:
        """Choose a prompt: what only needs a yes is answered; what cannot be answered says why.

        A single option is pointed to; why the program did what it did is asked no more. ``is_asked_for``: a person
        chose the prompt; then it is answered too where its options stand for nothing on the table: at once if that
        costs no dice, else if it is chosen a second time.
        """
        prompt = self.prompt_of(id)
        if prompt is None:
            return self
        if prompt.faults or prompt.idle:
            return replace(self, faults=prompt.faults or prompt.idle)
        chosen = replace(self, chosen=id, focus="", pointed=("", ""), draft=begun(prompt), faults=(), error=None)
        chosen = replace(chosen, preview=None, asks_why=False, aimed=("", ""))
        if isinstance(prompt, Confirm):
            return chosen._submitted()
        if not is_open(prompt):
            return replace(chosen, faults=refusal_of(prompt))
        only = only_option(prompt)
        if only is None:
            return chosen
        is_again = self.chosen == id and self.pointed == (id, only.id)
        if is_asked_for and not is_on_table(prompt) and (is_again or not only.dice):
            return chosen._picking(id, only.id)
        return replace(chosen, pointed=(id, only.id))

    def _picking(self, prompt_id: str, option_id: str) -> Self:
        prompt = self.prompt_of(prompt_id)
        option = next((one for one in options_of(prompt) if one.id == option_id), None) if prompt else None
        if prompt is None or option is None:
            return self
        if option.faults or prompt.faults:
            return replace(self, faults=option.faults or prompt.faults)
        if isinstance(prompt, PickSome):
            chosen = self if self.chosen == prompt_id else self._choosing(prompt_id)
            return replace(chosen, draft=chosen.draft.after(prompt, ToggleOption(option_id)), faults=())
        return self._answered(prompt, option_id)

    def _clicked(self, id: str) -> Self:
        """Pick what a fighter stands for: at once where that is one option, else select it and show those on it; what
        is to be weighed is pointed at first, and picked by a second click.
        """
        selected = replace(self, selected=id)
        found = offers_on(self.open_prompts, id, self.moment)
        if allowed := [one for one in found if not one[1].faults]:
            prompt, option = next((one for one in allowed if (one[0].id, one[1].id) == self.aimed), allowed[0])
            at = prompt.id, option.id
            is_weighed = isinstance(prompt, PickOne) and prompt.is_weighed
            if at == self.aimed == self.pointed or (len(allowed) == 1 and not is_weighed):
                return replace(self, selected="")._picking(*at)
            focus = option.model if len(allowed) > 1 else ""
            chosen = selected._choosing(prompt.id, is_asked_for=False)
            return replace(chosen, focus=focus, pointed=at, aimed=at if is_weighed else ("", ""))
        if found:
            return replace(selected, faults=found[0][1].faults)
        go = next((one for one in self.prompts or () if isinstance(one, Go) and self.begins(one, id)), None)
        return selected if go is None or self.chosen or go.faults else selected._choosing(go.id)

    def _pointing_on(self, by: int) -> Self:
        """Point to the next option that is allowed, of the chosen prompt or else of all."""
        if isinstance(self.prompt, Place | Go | Divide | Number):
            return self._choosing_on(by)
        there = [
            (prompt.id, option.id)
            for prompt in self.open_prompts
            if not prompt.faults
            for option in options_of(prompt)
            if not option.faults and (not self.focus or option.model == self.focus)
        ]
        if not there:
            return self
        if self.pointed in there:
            return replace(self, pointed=there[(there.index(self.pointed) + by) % len(there)])
        return replace(self, pointed=there[0 if by > 0 else -1])

    def _choosing_on(self, by: int) -> Self:
        """Choose the next prompt that is open; as it is where there is no other."""
        there = [prompt.id for prompt in self.prompts or () if is_open(prompt) and not isinstance(prompt, Confirm)]
        if self.chosen not in there or len(there) < 2:
            return self
        return self._choosing(there[(there.index(self.chosen) + by) % len(there)], is_asked_for=False)

    def _submitted(self) -> Self:
        """Answer with the option pointed at, else with the draft; say what is wrong with it."""
        prompt_id, option_id = self.pointed
        pointed = self.prompt_of(prompt_id)
        if pointed is not None and option_id and not is_picked(pointed, self.draft, option_id):
            return self._picking(prompt_id, option_id)
        prompt = self.prompt
        if isinstance(prompt, PickOne):
            return self._pointing_on(1)
        answer = answer_of(prompt, self.draft) if prompt is not None else None
        if prompt is None or answer is None:
            return self
        if isinstance(prompt, Place) and self.draft.at is not None and domain_faults(prompt, answer):
            return self._drafted(PutItem())
        return self._answered(prompt, answer)

    def _answered(self, prompt: Prompt, answer: Answer) -> Self:
        wrong = domain_faults(prompt, answer)
        if wrong:
            return replace(self, faults=wrong)
        return self.wishing(PlayAction(prompt.action(answer)))

    def _with_face(self, face: int) -> Self:
        """Take the face of another real die; the last one throws them."""
        roll = self.game.pending
        if not isinstance(roll, Roll) or not 1 <= face <= roll.sides:
            return self
        faces = (*self.faces, face)
        if len(faces) < roll.count:
            return replace(self, faces=faces)
        return replace(self, faces=faces).wishing(PlayAction(Rolled(faces)))

    def without_preview(self) -> Self:
        """Return the model without what would come of anything: nothing is pointed to that can be done."""
        return self if self.preview is None else replace(self, preview=None)

    def wishing(self, wish: Wish) -> Self:
        """Return the model once something is to be done to the battle; who decides it sits at the screen."""
        pending, wished = self.game.pending, replace(self, wish=wish, faults=(), error=None)
        if isinstance(wish, PlayAction) and isinstance(pending, Choice) and self.is_person(pending.player):
            return replace(wished, seated=pending.player, has_hidden=pending.is_private, shows_cards=False)
        return wished

    # What came of it

    def _gone_on(self, game: Game[Any, Any], is_shown: bool) -> Self:
        """Return the model of the battle after it went on: every answer begins anew."""
        shown = len(game.done) if is_shown else min(self.shown, len(game.done))
        if isinstance(self.wish, PlayAction) and self.wish.decision is not None:
            decisions = MappingProxyType({**self.decisions, self.steps + 1: self.wish.decision})
            return replace(self, decisions=decisions, wish=None)._gone_on(game, is_shown)
        is_past = self.seen is not None and self.seen < len(game.done)
        moment = self.moment if is_past else moment_of(game, self.rules, shown)
        shows = self.shows_cards or len(moment.standings.cards) > len(self.moment.standings.cards)
        seen, is_playing = (self.seen, self.is_playing) if is_past else (None, False)
        fresh = replace(self._fresh(game, shown), seen=seen, is_playing=is_playing, moment=moment, shows_cards=shows)
        is_kept = self.player == fresh.player == self.moment.side_of(self.selected)  # one of those that go on acting
        return replace(fresh, selected=self.selected if is_kept else "")

    def _refused(self, error: WarcryError) -> Self:
        """Return the model after something was not done: why, and what was put down is in hand again."""
        faults = error.faults if isinstance(error, IllegalActionError) else ()
        draft = self.draft
        if isinstance(self.prompt, Place):
            draft = replace(begun(self.prompt), turn=draft.turn)
        elif isinstance(self.prompt, Go):
            draft = replace(draft, paths=())
        return replace(self, wish=None, faces=(), draft=draft, faults=faults, error=None if faults else error)

    def _fresh(self, game: Game[Any, Any], shown: int) -> Self:
        return replace(
            self,
            game=game,
            shown=shown,
            prompts=None,
            chosen="",
            focus="",
            pointed=("", ""),
            aimed=("", ""),
            draft=Draft(),
            wish=None,
            faces=(),
            faults=(),
            error=None,
            preview=None,
        )

    def _asked(self, prompts: tuple[Prompt, ...]) -> Self:
        """Return the model with prompts to answer; the only one there is, or the first where all are of one kind
        (``kind:name``), is chosen if it needs more than a yes; so are a unit's move, a place and a number beside a
        plain yes. Where they were asked before, what is chosen stays so.
        """
        asked = replace(self, prompts=prompts)
        needing = [prompt for prompt in prompts if not (isinstance(prompt, Confirm) or prompt.is_aside)]
        kinds = {prompt.id.partition(":")[0] for prompt in needing}
        first = next((one for one in needing if is_open(one)), None)
        is_plain = len(needing) == 1 and (group_of(first) is not None or isinstance(first, Number | Place))
        is_one = asked.has_one_pick or len(prompts) == 1 or is_plain
        if self.prompts is not None or first is None or len(kinds) > 1 or not (is_one or ":" in first.id):
            return asked
        chosen = asked._choosing(first.id, is_asked_for=False)
        return replace(chosen, pointed=("", "")) if is_offer(prompts) else chosen

    def _showing(self, steps: int) -> Self:
        moment = self.moment if self.seen is not None else moment_of(self.game, self.rules, steps)
        has_drawn = len(moment.standings.cards) > len(self.moment.standings.cards)
        return replace(self, shown=steps, moment=moment, shows_cards=self.shows_cards or has_drawn)

    def _looking_at(self, step: int) -> Self:
        """Return the model that looks at a step; at the last one shown it no longer looks back."""
        step = min(max(step, 0), self.shown)
        if step == self.moment.step:
            return self
        seen = None if step == self.shown else step
        is_playing = self.is_playing and seen is not None
        return replace(self, seen=seen, is_playing=is_playing, moment=moment_of(self.game, self.rules, step))

    def _playing(self) -> Self:
        """Return the model that replays the battle, from its beginning where it is not looked back; or stops."""
        if self.is_playing or not self.shown:
            return replace(self, is_playing=False)
        playing = replace(self, is_playing=True)
        return playing if self.seen is not None else playing._looking_at(0)

    def _back(self) -> Self:
        """Return it one step back: from the rules shown, the step looked at, what was given, the prompt."""
        if self.explained or self.shows_cards:
            return replace(self, explained=(), shows_cards=self.shows_cards and bool(self.explained))
        if self.seen is not None:
            return self._looking_at(self.shown)
        if self.faces:
            return replace(self, faces=())
        if self.focus:
            return replace(self, focus="", pointed=("", ""))
        prompt = self.prompt
        if prompt is not None and self.draft != begun(prompt):
            return replace(self, draft=begun(prompt), faults=())
        if self.chosen and self.prompts is not None and len(self.prompts) > 1:
            return replace(self, chosen="", pointed=("", ""), draft=Draft(), faults=(), preview=None)
        return replace(self, pointed=("", ""), faults=(), error=None, selected="")
