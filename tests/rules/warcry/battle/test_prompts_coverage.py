"""Every choice that the pages list is answered by the prompts that they name: no step that asks is left out."""

import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.rules.warcry.battle.field import RULES, Playing, fighting, profile
from tests.rules.warcry.battle.powers import ability, powered, use
from tests.rules.warcry.battle.test_card_preparations import LINES, TREASURE, setting_up
from tests.rules.warcry.battle.test_illegal_actions import evening
from tests.rules.warcry.battle.test_opening import begun, to_deploying
from tests.rules.warcry.battle.test_prompts_deciding import CLOSE, laying, wild
from tests.rules.warcry.battle.test_prompts_places import climbing
from tests.rules.warcry.battle.test_victory import FAR as APART
from tests.rules.warcry.battle.test_victory import LEY_LINES, by
from warcry3d.game.actions import Decline, Pick
from warcry3d.game.agenda import AgendaStep, Asking
from warcry3d.game.dice import SeededDice
from warcry3d.game.players import play_on
from warcry3d.game.random_player import RandomPlayer
from warcry3d.game.ruleset import Choice
from warcry3d.game.session import Game
from warcry3d.rules.warcry.battle.actions import Activate, Attack, DropTreasure, SplitGroups, Wait
from warcry3d.rules.warcry.battle.rounds.phases import CombatPhase
from warcry3d.rules.warcry.battle.rounds.victory import SetUpVictory
from warcry3d.rules.warcry.battle.state import Activation, InitiativeDice, Treasure

DOCS = Path(__file__).resolve().parents[4] / "docs"
LUCKY = ability({"do": "grant", "who": "self", "word": "re-roll-hits", "amount": 2, "until": "activation"}, id="lucky")
HEAL = {"do": "heal", "who": "self", "amount": 1}
EITHER = ability({"do": "either", "of": [{"name": "More", "then": [HEAL]}, {"name": "Less", "then": [HEAL]}]})
DASH = ability({"do": "bonus", "who": "self", "actions": ["move", "attack", "disengage"]}, id="dash")
MEND = ability({"do": "pick", "whom": {"side": "friend"}}, {"do": "heal", "who": "picked", "amount": 1}, id="mend")
GIANT = {"red-m": profile("m", "gargantuan", base={"round": 90}, figure="gargantuan")}
STONES = [
    {"id": id, "kind": "obstacle", "box": {"min": [x, 7, 0], "max": [x + 1, 9, 2]}}
    for id, x in (("one", 10), ("two", 5))
]


def listed() -> dict[str, set[str]]:
    """Return the ids of the prompts that the pages name for each choice."""
    found: dict[str, set[str]] = defaultdict(set)
    for page in ("warcry.md", "abilities.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        table = text[text.index("| choice | who | prompts |") :].split("\n\n")[0]
        for row in table.splitlines()[2:]:
            kind, _, prompts, *_ = (cell.strip() for cell in row.strip("|").split("|"))
            found[kind.strip("`")] |= set(re.findall("`([^`]+)`", prompts))
    return dict(found)


def following() -> Playing:
    """Return a friend that may be activated right away."""
    playing = fighting({"red-a": (5, 5), "red-b": (7, 5), "blue-c": (20, 15)}).do(Activate("red-a"))
    acting = playing.state.activation
    assert isinstance(acting, Activation)
    playing.state = playing.state.changed(activation=acting.changed(follow=("red-b",)))
    return playing.do(Wait())


def dropping() -> Playing:
    """Return a fighter that puts its treasure down."""
    playing = fighting({"red-a": (5, 5), "blue-b": (20, 15)}, treasures=(Treasure(id="treasure-1", at=(0, 0, 0)),))
    carrying = tuple(f.changed(treasure="treasure-1") if f.id == "red-a" else f for f in playing.state.fighters)
    playing.state = playing.state.changed(fighters=carrying)
    return playing.do(Activate("red-a"), DropTreasure())


def hand_made() -> list[Playing]:
    """Return a battle for each kind of choice, right where it is asked."""
    opening = begun().dice(2).dice(5)
    grouping = begun().dice(2).dice(5).do(Pick(("blue",)))
    layout = laying()
    turning = laying().do(RULES.prompts(layout.state)[0].action(_suggested(layout)))
    colours = begun().dice(6).dice(1).do(Pick(("red",)))
    colours.do(SplitGroups(("blue-d",), ("blue-e",), ("blue-f",)), SplitGroups(("red-a",), ("red-b",), ("red-c",)))
    far, giant = {"red-a": (5, 5), "blue-b": (20, 15)}, {"red-m": (8, 8), "blue-b": (14, 8)}
    return [
        *(opening, grouping, layout, turning, colours.dice(6).dice(1), to_deploying(begun())),
        wild(InitiativeDice(singles=(1,), wild=1)),
        by(LEY_LINES, APART, agenda=(SetUpVictory(), CombatPhase())),
        *(fighting(far), powered(far, (3, 2)), following(), climbing(), dropping()),
        fighting(CLOSE).do(Activate("red-a"), Attack(0, "blue-b")),
        powered(CLOSE, (3, 2), own=[LUCKY]).do(use("lucky", 3, 2), Attack(0, "blue-b"), Decline()).dice(2, 6, 4),
        setting_up({**LINES, "place": [TREASURE]}),
        setting_up({**LINES, "place": [TREASURE, {**TREASURE, "marker": "objective"}]}).dice(3).dice(4),
        powered({**far, "red-f": (7, 3)}, (3, 2), own=[MEND]).do(use("mend", 3, 2)),
        powered(far, (3, 2), own=[EITHER]).do(use("trick", 3, 2)),
        powered(far, (3, 2), own=[DASH]).do(use("dash", 3, 2)),
        powered(giant, (3, 3), activated="red-m", profiles=GIANT).do(use("drag", 3, 3)),
        powered(giant, (3, 4), activated="red-m", profiles=GIANT, features=STONES).do(use("devastating-rampage", 3, 4)),
    ]


def _suggested(playing: Playing) -> Any:
    """Return what the one prompt that is open suggests."""
    (prompt,) = RULES.prompts(playing.state)
    return prompt.suggested  # type: ignore[union-attr]


def recorded(seed: int, most: int) -> Any:
    """Yield the states of a battle by a player that knows prompts alone."""
    rules: Any = RULES
    game: Game[Any, Any] = Game.begin(rules, evening())
    players: Any = {"red": RandomPlayer(), "blue": RandomPlayer()}
    for _ in range(most):
        yield game.state
        game = play_on(game, players, SeededDice(seed), seed=seed)


def test_every_choice_that_the_pages_list_is_answered_by_the_prompts_they_name() -> None:
    seen: dict[str, set[str]] = defaultdict(set)
    for state in (*(playing.state for playing in hand_made()), *recorded(7, 40)):
        due = RULES.pending(state)
        if isinstance(due, Choice):
            seen[due.kind] |= {re.sub(":.*", ":*", prompt.id) for prompt in RULES.prompts(state)}
    assert dict(seen) == listed()


def test_every_step_that_asks_has_prompts_of_its_own() -> None:
    steps, left = [], [AgendaStep]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        if kind.__module__.startswith("warcry3d.") and issubclass(kind, Asking) and not kind.__subclasses__():
            steps.append(kind)
    assert len(steps) >= 23
    assert [step.__name__ for step in steps if step.prompts is Asking.prompts] == []
