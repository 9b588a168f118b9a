"""How the race's choices can be answered, and what would come of an answer."""

from tests.game.race.checks import gone, push_faults
from tests.game.race.state import TIRING, Bump, Go, Push, RaceAction, Running
from warcry3d.game.preview import Chip, ChipKind, LegCost, ModelView, Preview
from warcry3d.game.prompts import Confirm, ModelPath, Option, PickOne, Prompt
from warcry3d.game.prompts import Go as GoPrompt
from warcry3d.game.reasons import RuleReason
from warcry3d.game.ruleset import Choice, Pending
from warcry3d.message import Message, counted, message
from warcry3d.motion.path import LegKind, Path

__all__ = ["race_preview", "race_prompts"]


def race_prompts(state: Running, pending: Pending) -> tuple[Prompt, ...]:
    """Return how the choice that is due can be answered; none where none is due."""
    match pending:
        case Choice(kind="push", why=why):
            return (_push_prompt(state, why),)
        case Choice(kind="go", why=why):
            return (_run_prompt(state, why), _stay_prompt(why))
        case Choice(kind="bump", why=why):
            options = tuple(Option(name, message("{name}", name=name), model=name) for name in state.players)
            return (PickOne(id="bump", heading=message("Bump first"), action=Bump, why=why, options=options),)
    return ()


def _push_prompt(state: Running, why: RuleReason) -> PickOne:
    """Ask for the number of dice; three are refused to a tired runner, and shown all the same."""
    options = tuple(
        Option(
            str(dice),
            counted("{n} die", "{n} dice", dice),
            facts=(_throws(dice),),
            faults=push_faults(state, dice),
        )
        for dice in range(1, TIRING + 1)
    )

    def action(answer: str) -> Push:
        return Push(int(answer))

    return PickOne(id="push", heading=message("Push"), action=action, why=why, key="p", options=options)


def _throws(dice: int) -> RuleReason:
    said = message("{least} to {most} in, {average:g} on average", least=dice, most=4 * dice, average=2.5 * dice)
    return RuleReason("RACE-2", said)


def _run_prompt(state: Running, why: RuleReason) -> GoPrompt:
    """Ask for a path along the lane; the finish is what a runner is after."""

    def action(answer: tuple[ModelPath, ...]) -> Go:
        return Go(answer[0].path)

    finish = Option("finish", message("the finish"), at=state.place(state.runner, state.length))
    return GoPrompt(
        id="run",
        heading=message("Run"),
        action=action,
        why=why,
        key="r",
        models=(state.runner,),
        budget=state.most_inches,
        ways=frozenset({LegKind.WALK}),
        aims=(finish,),
    )


def _stay_prompt(why: RuleReason) -> Confirm:
    return Confirm(id="stay", heading=message("Stand still"), action=lambda answer: Go(Path(())), why=why, key="s")


def race_preview(state: Running, action: RaceAction) -> Preview:
    """Return what would come of an action."""
    match action:
        case Push(dice=dice):
            tires = (RuleReason("RACE-1", message("two dice are most next time")),) if dice == TIRING else ()
            return Preview(lines=(_throws(dice), *tires))
        case Go(path=path):
            return _run_preview(state, path)
        case Bump(first=first):
            second = tuple(name for name in state.players if name != first)
            return Preview(lines=(RuleReason("RACE-3", message("{name} goes back 1 in", name=second)),))
    return Preview()


def _run_preview(state: Running, path: Path) -> Preview:
    """Return how far a path goes, where it ends, whether it is past the end, and whom the runner bumps into."""
    start, lines, costs = state.now.at[state.runner], [], []
    far = 0.0
    for number in range(len(path.legs)):
        upto = gone(state, Path(path.legs[: number + 1]))
        costs.append(LegCost(upto - far))
        far = upto
    if start + far > state.length:
        lines.append(RuleReason("RACE-4", message("this is past the end")))
    bumps = state.bumps(far)
    if bumps:
        lines.append(RuleReason("RACE-3", message("{name} is bumped into", name=state.other)))
    chips = (Chip(ChipKind.TOO_CLOSE, Message("bump"), lines[-1]),) if bumps else ()
    views = (ModelView(state.other, chips),)
    return Preview(tuple(lines), legs=tuple(costs), end=state.place(state.runner, start + far), views=views)
